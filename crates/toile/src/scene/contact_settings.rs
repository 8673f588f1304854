//! `[contact]`: how cloth keeps away from itself, and what is assumed where a scene does not say.

use super::cloth_part::ClothPart;
use super::friction;
use super::layer_settings::LayerSettings;
use super::range;
use super::section::Section;
use toile_cloth::fabric::{Fabric, FabricQuantity};
use toile_cloth::world::{ClothContact, ResponseKind};

/// The part of the shortest edge that layers stay apart at most, if the scene does not say how far: folds of fine meshes may be fine.
const PART_OF_EDGE: f64 = 1.0 / 3.0;

/// What is known of all cloths of a scene together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Together {
    /// Friction of cloth on cloth, the mean by area.
    on_cloth: f64,
    /// Friction of cloth on anything else, the mean by area.
    pub(super) on_solids: f64,
    /// The shortest edge at rest, in metres.
    shortest: f64,
}

impl Together {
    pub(super) fn of(cloths: &[ClothPart]) -> Self {
        let mean = |of: &dyn Fn(&Fabric) -> f64| {
            let mut sums = [0.0; 2];
            for part in cloths {
                for (t, &cut) in part.fabric_of.iter().enumerate() {
                    let (area, fabric) = (part.rest.area(t), &part.fabrics[usize::from(cut)].fabric);
                    sums[0] += area * of(fabric);
                    sums[1] += area;
                }
            }
            if sums[1] > 0.0 { sums[0] / sums[1] } else { 0.0 }
        };
        let edges = cloths
            .iter()
            .flat_map(|part| &part.rest.corners)
            .flat_map(|[a, b, c]| [a.distance(*b), b.distance(*c), c.distance(*a)]);
        Self {
            on_cloth: mean(&|fabric| fabric.friction.cloth_static),
            on_solids: mean(&|fabric| fabric.friction.skin_static),
            shortest: edges.fold(f64::INFINITY, f64::min),
        }
    }
}

/// What `[contact]` says.
#[derive(Debug)]
pub(super) struct ContactSettings {
    /// How cloth keeps away from itself; nothing if it may pass through.
    pub(super) cloth: Option<ClothContact>,
    pub(super) response: ResponseKind,
    /// Whether cloth that passes through something is freed.
    pub(super) repair: bool,
    pub(super) layers: LayerSettings,
}

impl Default for ContactSettings {
    fn default() -> Self {
        Self {
            cloth: None,
            response: ResponseKind::default(),
            repair: true,
            layers: LayerSettings::default(),
        }
    }
}

/// Reads `[contact]`.
pub(super) fn read(file: &Section<'_>, together: &Together) -> ContactSettings {
    let usual = ClothContact {
        thickness: ClothContact::default().thickness.min(PART_OF_EDGE * together.shortest),
        friction: together.on_cloth.into(),
    };
    let Some(section) = file.section("contact") else {
        return ContactSettings { cloth: Some(usual), ..ContactSettings::default() };
    };
    let keeps_apart = section.flag("self").unwrap_or(true);
    let thickness = section
        .within("thickness", FabricQuantity::Length, range::CLOTH_THICKNESS)
        .unwrap_or(usual.thickness);
    let friction = friction::law(&section, usual.friction);
    let responses = ResponseKind::ALL.map(|kind| (kind.name(), kind));
    let response = section.choice("response", &responses).unwrap_or_default();
    let repair = section.flag("repair").unwrap_or(true);
    let layers = LayerSettings::read(&section);
    section.finish();
    let cloth = keeps_apart.then_some(ClothContact { thickness, friction });
    ContactSettings { cloth, response, repair, layers }
}
