//! The parts of a specification that matter for the pattern.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

#[derive(serde::Deserialize)]
pub(super) struct Specification {
    pub(super) pattern: Pattern,
    #[serde(default)]
    pub(super) properties: Properties,
}

#[derive(serde::Deserialize)]
pub(super) struct Pattern {
    pub(super) panels: Panels,
    #[serde(default)]
    pub(super) stitches: Vec<Value>,
}

#[derive(Default, serde::Deserialize)]
pub(super) struct Properties {
    pub(super) units_in_meter: Option<f64>,
    pub(super) curvature_coords: Option<String>,
}

#[derive(serde::Deserialize)]
pub(super) struct Panel {
    pub(super) vertices: Vec<[f64; 2]>,
    pub(super) edges: Vec<PanelEdge>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 3]>,
    pub(super) label: Option<String>,
}

#[derive(serde::Deserialize)]
pub(super) struct PanelEdge {
    pub(super) endpoints: [usize; 2],
    pub(super) curvature: Option<Value>,
    pub(super) label: Option<String>,
}

/// Panels by name, in the order of the file, or why one is none.
pub(super) struct Panels(pub(super) Vec<(String, Result<Panel, String>)>);

impl<'de> Deserialize<'de> for Panels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Panels;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("panels by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Panels, A::Error> {
                let mut panels = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    panels.push((name, serde_json::from_value(value).map_err(|error| error.to_string())));
                }
                Ok(Panels(panels))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
