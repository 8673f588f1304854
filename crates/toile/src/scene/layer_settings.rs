//! Layers of a scene: numbers of cloths, or that they are to be found, which way is outside, and what changes when.

use super::cloth_part::ClothPart;
use super::section::{Section, vector};
use toile_cloth::fabric::FabricQuantity;
use toile_cloth::layer_order::{LayerChange, Outside};
use toile_geom::names::did_you_mean;
use toml::de::DeValue;

/// The largest number of a layer.
const MAX_LAYER: u64 = 1000;

/// What a scene says of layers, beside the numbers of its cloths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerSettings {
    /// Whether numbers are found from where the cloths are.
    pub find: bool,
    /// Which way is outside.
    pub outside: Outside,
    /// What changes on the way; pieces are the cloths in their order.
    pub changes: Vec<LayerChange>,
}

impl LayerSettings {
    /// Reads `layers` and `outward` of `[contact]`.
    pub(super) fn read(section: &Section<'_>) -> Self {
        let find = section.choice("layers", &[("find", true), ("given", false)]).unwrap_or(false);
        Self { find, outside: outside(section).unwrap_or_default(), changes: Vec::new() }
    }

    /// Reads all `[[layer_change]]`, and looks whether it all goes together.
    pub(super) fn add_changes(&mut self, file: &Section<'_>, cloths: &[ClothPart], has_contact: bool) {
        for section in file.sections("layer_change") {
            self.changes.extend(change(&section, cloths));
            section.finish();
        }
        let given = cloths.iter().any(|part| part.layer.is_some());
        let place = file.place_of(if file.has("contact") { "contact" } else { "cloth" });
        if given && self.find {
            file.mistake(place, "layers: give either `layer` with cloths or `layers = \"find\"`, not both");
        }
        if (given || self.find || !self.changes.is_empty()) && !has_contact {
            let words = "self: layers mean nothing if cloth passes through itself; leave out `self = false`";
            file.mistake(place, words);
        }
    }
}

/// The number of a cloth's layer.
pub(super) fn number(section: &Section<'_>) -> Option<i32> {
    section.count("layer", 1..=MAX_LAYER).map(|number| number as i32)
}

/// `"body"`, `"normals"`, or a direction.
fn outside(section: &Section<'_>) -> Option<Outside> {
    let (place, value) = section.value("outward")?;
    if let DeValue::Array(_) = value {
        return match vector(FabricQuantity::Number, value) {
            Ok(direction) if direction.length_squared() > 0.0 => Some(Outside::Direction(direction)),
            Ok(_) => {
                section.mistake(place, "outward: it has no direction; up is [0, 1, 0]");
                None
            }
            Err(reason) => {
                section.mistake(place, format!("outward: {reason}"));
                None
            }
        };
    }
    section.choice("outward", &[("body", Outside::Bodies), ("normals", Outside::Normals)])
}

/// A cloth gets another number.
fn change(section: &Section<'_>, cloths: &[ClothPart]) -> Option<LayerChange> {
    let at = section.not_negative("at", FabricQuantity::Time);
    let name = section.text("cloth");
    let number = number(section);
    for key in ["at", "cloth", "layer"] {
        if !section.has(key) {
            section.complain(format!("`{key}` is missing; write at = \"1 s\", cloth = \"name\", layer = 2"));
        }
    }
    let name = name?;
    let Some(piece) = cloths.iter().position(|part| part.name == name) else {
        let hint = did_you_mean(name, cloths.iter().map(|part| part.name.as_str()));
        let message = format!("cloth: no cloth has the name `{name}`{hint}");
        section.mistake(section.place_of("cloth"), message);
        return None;
    };
    Some(LayerChange { at: at?, piece: piece as u32, number: Some(number?) })
}
