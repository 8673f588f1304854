//! What there is to know at every vertex.

use super::Fit;
use serde::Serialize;

toile_geom::named_enum! {
    /// What there is to know at every vertex.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FitQuantity: name, named "quantity" {
        /// The pressure on the skin.
        Pressure = "pressure",
        /// The largest principal tension.
        Tension = "tension",
        /// How much longer the warp is than it was cut.
        WarpStrain = "warp_strain",
        /// How much longer the weft is than it was cut.
        WeftStrain = "weft_strain",
        /// By how much warp and weft are not at right angles any more: the sine of that angle.
        Shear = "shear",
        /// The largest strain in any direction.
        PrincipalStrain = "principal_strain",
        /// The distance to the skin.
        Distance = "distance",
    }
}

impl FitQuantity {
    /// Its unit for people, and what one of these is in SI units: percent, kPa, N/m, cm.
    pub const fn unit(self) -> (&'static str, f64) {
        match self {
            Self::Tension => ("N/m", 1.0),
            Self::WarpStrain | Self::WeftStrain | Self::Shear | Self::PrincipalStrain => ("%", 0.01),
            Self::Pressure => ("kPa", 1000.0),
            Self::Distance => ("cm", 0.01),
        }
    }

    /// Its values at the vertices, in SI units.
    pub fn values(self, fit: &Fit) -> &[f32] {
        match self {
            Self::Tension => &fit.tension,
            Self::WarpStrain => &fit.warp_strain,
            Self::WeftStrain => &fit.weft_strain,
            Self::Shear => &fit.shear,
            Self::PrincipalStrain => &fit.principal_strain,
            Self::Pressure => &fit.pressure,
            Self::Distance => &fit.distance,
        }
    }
}

/// How the values of a quantity are spread, in SI units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The value that half of the vertices stay below.
    pub median: f64,
    /// The value that 95 of 100 vertices stay below.
    pub p95: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    /// The spread of some values; zero if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (share * sorted.len() as f64) as usize;
            sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
        };
        Self {
            mean: sorted.iter().sum::<f64>() / sorted.len().max(1) as f64,
            median: at(0.5),
            p95: at(0.95),
            max: at(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_and_spreads_are_those_of_the_values() {
        for quantity in FitQuantity::ALL {
            assert_eq!(FitQuantity::named(quantity.name()), Ok(quantity));
        }
        assert!(FitQuantity::named("beauty").is_err());
        let spread = Spread::of((0..=100).rev().map(f64::from).chain([f64::NAN]));
        assert_eq!((spread.mean, spread.median, spread.p95, spread.max), (50.0, 50.0, 95.0, 100.0));
        assert_eq!(Spread::of([]), Spread::default());
    }
}
