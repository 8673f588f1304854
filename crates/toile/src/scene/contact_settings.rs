//! `[contact]`: how cloth keeps away from itself, and what is assumed where a scene does not say.

use super::cloth_part::ClothPart;
use super::friction;
use super::layer_settings::LayerSettings;
use super::range;
use super::section::Section;
use toile_cloth::fabric::FabricQuantity;
use toile_cloth::world::{ClothContact, ResponseKind};

/// The part of the shortest edge that layers stay apart at most, if the scene does not say how far: folds of fine meshes may be fine.
const PART_OF_EDGE: f64 = 1.0 / 3.0;

/// How much room is left between the surfaces of layers, if their thickness counts and the scene does not say how far they stay apart, in metres.
const CLEARANCE: f64 = 1e-3;

/// What is known of all cloths of a scene together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Together {
    /// The thickness of the thickest fabric, in metres.
    thickest: f64,
    /// The shortest edge at rest, in metres.
    shortest: f64,
}

impl Together {
    pub(super) fn of(cloths: &[ClothPart]) -> Self {
        let edges = cloths
            .iter()
            .flat_map(|part| &part.rest.corners)
            .flat_map(|[a, b, c]| [a.distance(*b), b.distance(*c), c.distance(*a)]);
        Self {
            thickest: cloths
                .iter()
                .flat_map(|part| &part.fabrics)
                .map(|cut| cut.fabric.thickness)
                .fold(0.0, f64::max),
            shortest: edges.fold(f64::INFINITY, f64::min),
        }
    }
}

/// What `[contact]` says.
#[derive(Debug)]
pub(super) struct ContactSettings {
    /// How cloth keeps away from itself; nothing if it may pass through.
    pub(super) cloth: Option<ClothContact>,
    /// Whether the thickness of the fabrics counts.
    pub(super) counts_thickness: bool,
    pub(super) response: ResponseKind,
    /// Whether cloth that passes through something is freed.
    pub(super) repair: bool,
    pub(super) layers: LayerSettings,
}

impl Default for ContactSettings {
    fn default() -> Self {
        Self {
            cloth: None,
            counts_thickness: false,
            response: ResponseKind::default(),
            repair: true,
            layers: LayerSettings::default(),
        }
    }
}

/// Reads `[contact]`. The thickness of fabrics counts where the scene does not say how far cloth stays from anything, if its edges are long enough for that.
pub(super) fn read(file: &Section<'_>, together: &Together) -> ContactSettings {
    let most = PART_OF_EDGE * together.shortest;
    let is_said = ["contact", "world"]
        .into_iter()
        .any(|name| file.section(name).is_some_and(|section| section.has("thickness")));
    let fits = CLEARANCE + together.thickest <= most;
    let thickness_where = |counts: bool| if counts { CLEARANCE } else { ClothContact::default().thickness };
    let Some(section) = file.section("contact") else {
        let counts_thickness = fits && !is_said;
        let thickness = thickness_where(counts_thickness).min(most);
        let cloth = Some(ClothContact { thickness, friction: None });
        return ContactSettings { cloth, counts_thickness, ..ContactSettings::default() };
    };
    let keeps_apart = section.flag("self").unwrap_or(true);
    let counts_thickness = section.flag("fabric_thickness").unwrap_or(fits && !is_said);
    let thickness = section.within("thickness", FabricQuantity::Length, range::CLOTH_THICKNESS);
    let thickness = thickness.unwrap_or_else(|| thickness_where(counts_thickness).min(most));
    let friction = friction::law(&section);
    let responses = ResponseKind::ALL.map(|kind| (kind.name(), kind));
    let response = section.choice("response", &responses).unwrap_or_default();
    let repair = section.flag("repair").unwrap_or(true);
    let layers = LayerSettings::read(&section);
    section.finish();
    let cloth = keeps_apart.then_some(ClothContact { thickness, friction });
    ContactSettings { cloth, counts_thickness, response, repair, layers }
}
