//! Values of the fit at every vertex, of any moment.

use crate::fit::Scale;
use glam::DVec3;
use std::ops::Range;
use std::sync::Arc;
use toile_cloth::cloth::Cloth;
use toile_dress::Wearer;
use toile_dress::fit::{Element, FitLimits, FitQuantity, Pressure, SkinPoint, at_vertices};
use toile_view::live;

/// What can be shown of cloth, with or without a body below it.
pub(super) fn quantities(has_body: bool) -> Vec<live::HeatQuantity> {
    let shown = FitQuantity::ALL.into_iter().filter(|quantity| has_body || !of_the_body(*quantity));
    shown
        .map(|quantity| live::HeatQuantity {
            name: quantity.name().to_owned(),
            title: title(quantity),
            unit: quantity.unit().0.to_owned(),
            help: help(quantity).to_owned(),
        })
        .collect()
}

fn title(quantity: FitQuantity) -> String {
    let words = Scale::title_of(quantity);
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

const fn of_the_body(quantity: FitQuantity) -> bool {
    matches!(quantity, FitQuantity::Pressure | FitQuantity::Distance)
}

const fn help(quantity: FitQuantity) -> &'static str {
    match quantity {
        FitQuantity::Pressure => {
            "What the garment presses on the skin with. A waistband has 1 to 3 kPa, more is felt."
        }
        FitQuantity::Tension => "How hard the cloth is pulled: where a garment is tight it is high.",
        FitQuantity::WarpStrain => {
            "How much longer the warp is than it was cut; negative where it is pushed together."
        }
        FitQuantity::WeftStrain => {
            "How much longer the weft is than it was cut; negative where it is pushed together."
        }
        FitQuantity::Shear => "By how much warp and weft are not at right angles any more.",
        FitQuantity::PrincipalStrain => "The largest stretch in any direction.",
        FitQuantity::Distance => {
            "How far the cloth stands off the skin: folds that can hardly be seen show here."
        }
    }
}

/// A quantity, and the values that were found last.
#[derive(Debug)]
pub(super) struct Shown {
    quantity: FitQuantity,
    values: Vec<Arc<Vec<f32>>>,
    heat: live::Heat,
}

impl Shown {
    /// The values of now, for the vertices of each object of cloth.
    pub(super) fn of(
        quantity: FitQuantity,
        cloth: &Cloth,
        body: Option<&Wearer>,
        gravity: DVec3,
        ranges: &[Range<usize>],
    ) -> Self {
        let unit = quantity.unit().1;
        let (raw, counts) = raw(quantity, cloth, body, gravity);
        let all: Vec<f32> = raw.iter().map(|value| (value / unit) as f32).collect();
        let counted = || all.iter().zip(&counts).filter(|(value, counts)| **counts && value.is_finite());
        let scale = Scale::over(quantity, counted().map(|(value, _)| value.abs()).collect());
        let extremes = counted().fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], (value, _)| {
            [low.min(*value), high.max(*value)]
        });
        let heat = live::Heat {
            name: quantity.name().to_owned(),
            title: title(quantity),
            unit: scale.unit().to_owned(),
            range: scale.range,
            extremes: if extremes[0] <= extremes[1] { extremes } else { [0.0; 2] },
            is_diverging: scale.map == toile_look::ColorMap::Diverging,
            is_sequential: scale.map == toile_look::ColorMap::Sequential,
        };
        let values = ranges.iter().map(|range| Arc::new(all[range.clone()].to_vec())).collect();
        Self { quantity, values, heat }
    }

    pub(super) fn quantity(&self) -> FitQuantity {
        self.quantity
    }

    pub(super) fn values(&self, object: usize) -> Option<Arc<Vec<f32>>> {
        self.values.get(object).cloned()
    }

    pub(super) fn heat(&self) -> live::Heat {
        self.heat.clone()
    }
}

/// Values in SI units, and which of them count for the scale.
fn raw(quantity: FitQuantity, cloth: &Cloth, body: Option<&Wearer>, gravity: DVec3) -> (Vec<f64>, Vec<bool>) {
    let everywhere = vec![true; cloth.vertex_count()];
    let skin = || {
        let nowhere = || vec![None; cloth.vertex_count()];
        body.map_or_else(nowhere, |body| {
            SkinPoint::below(&cloth.state.positions, body.mesh(), body.tree(), body.normals())
        })
    };
    let mean = |of: fn(&Element) -> f64| at_vertices(cloth, &Element::of(cloth), of);
    match quantity {
        FitQuantity::Tension => (mean(Element::principal_tension), everywhere),
        FitQuantity::WarpStrain => (mean(|element| element.strain.x), everywhere),
        FitQuantity::WeftStrain => (mean(|element| element.strain.y), everywhere),
        FitQuantity::Shear => (mean(|element| element.strain.z), everywhere),
        FitQuantity::PrincipalStrain => (mean(|element| element.principal_strain), everywhere),
        FitQuantity::Pressure => {
            let (skin, touch) = (skin(), FitLimits::default().touch);
            let touches = skin.iter().map(|skin| skin.is_some_and(|skin| skin.distance < touch)).collect();
            (Pressure::of(cloth, &skin, touch, gravity).at_vertices, touches)
        }
        FitQuantity::Distance => {
            let far = skin().iter().map(|skin| skin.map_or(f64::INFINITY, |skin| skin.distance)).collect();
            (far, everywhere)
        }
    }
}
