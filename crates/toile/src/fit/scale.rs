//! From values of a quantity to colours: the range, the map, and the unit.

use toile_dress::Fit;
use toile_dress::fit::FitQuantity;
use toile_look::{Color, ColorMap, Legend};

/// The colours in which a quantity is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// What is shown.
    pub quantity: FitQuantity,
    /// The values of both ends, in the quantity's unit for people.
    pub range: [f32; 2],
    /// The colours between them.
    pub map: ColorMap,
}

impl Scale {
    /// A scale on which garments can be compared: a few folds beyond its end do not bleach the rest.
    pub fn of(quantity: FitQuantity, fits: &[&Fit]) -> Self {
        let (_, unit) = quantity.unit();
        let touching = |fit: &Fit, v: usize| f64::from(fit.distance[v]) < fit.limits.touch;
        let sizes: Vec<f32> = fits
            .iter()
            .flat_map(|fit| quantity.values(fit).iter().enumerate().map(move |(v, value)| (fit, v, value)))
            .filter(|(fit, v, value)| {
                value.is_finite() && (quantity != FitQuantity::Pressure || touching(fit, *v))
            })
            .map(|(_, _, value)| value.abs() / unit as f32)
            .collect();
        Self::over(quantity, sizes)
    }

    /// A scale for values of some sizes, in the quantity's unit for people and without their signs.
    pub fn over(quantity: FitQuantity, mut sizes: Vec<f32>) -> Self {
        sizes.sort_unstable_by(f32::total_cmp);
        let most = sizes.get(sizes.len() * 99 / 100).copied().unwrap_or(0.0);
        // Below these nobody feels or sees a difference, and noise would fill the whole scale.
        let (least, map) = match quantity {
            FitQuantity::Pressure => (0.5, ColorMap::Warm),
            FitQuantity::Tension => (20.0, ColorMap::Warm),
            FitQuantity::WarpStrain | FitQuantity::WeftStrain => (1.0, ColorMap::Diverging),
            FitQuantity::PrincipalStrain => (1.0, ColorMap::Warm),
            FitQuantity::Shear => (5.0, ColorMap::Diverging),
            FitQuantity::Distance => (2.0, ColorMap::Sequential),
        };
        let end = rounded_up(most.max(least));
        let start = if map == ColorMap::Diverging { -end } else { 0.0 };
        Self { quantity, range: [start, end], map }
    }

    /// The name of what is shown, in words.
    pub fn title(&self) -> &'static str {
        Self::title_of(self.quantity)
    }

    /// The name of a quantity, in words.
    pub const fn title_of(quantity: FitQuantity) -> &'static str {
        match quantity {
            FitQuantity::Pressure => "pressure on the skin",
            FitQuantity::Tension => "tension",
            FitQuantity::WarpStrain => "strain of the warp",
            FitQuantity::WeftStrain => "strain of the weft",
            FitQuantity::Shear => "shear",
            FitQuantity::PrincipalStrain => "largest strain",
            FitQuantity::Distance => "distance to the skin",
        }
    }

    /// Its unit.
    pub fn unit(&self) -> &'static str {
        self.quantity.unit().0
    }

    /// The legend of a picture.
    pub fn legend(&self) -> Legend {
        Legend::new(self.title(), self.unit(), self.range, self.map)
    }

    /// Values at the vertices, in the quantity's unit for people.
    pub fn values(&self, fit: &Fit) -> Vec<f32> {
        let (_, unit) = self.quantity.unit();
        self.quantity.values(fit).iter().map(|value| value / unit as f32).collect()
    }

    /// A colour for each vertex.
    pub fn colors(&self, fit: &Fit) -> Vec<Color> {
        self.values(fit).into_iter().map(|value| self.map.of(value, self.range)).collect()
    }
}

/// The next of 1, 1.5, 2, 3, 5 and 7 times a power of ten.
fn rounded_up(value: f32) -> f32 {
    let power = 10_f32.powf(value.log10().floor());
    let steps = [1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|&step| step >= 0.999 * value).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_scales_are_round() {
        for (value, end) in
            [(0.012, 0.015), (1.0, 1.0), (1.2, 1.5), (4.1, 5.0), (72.0, 100.0), (690.0, 700.0)]
        {
            assert!((rounded_up(value) - end).abs() < 1e-4 * end, "{value}: {}", rounded_up(value));
        }
    }
}
