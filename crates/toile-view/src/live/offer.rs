//! What can be set, described so that panels need to know nothing of fabrics, bodies or solvers.

use super::{LiveLandmark, Value};
use crate::asking::PatternQuestions;
use crate::pattern::Pattern;
use std::sync::Arc;

/// All that can be asked of what is shown. It changes rarely, so states share it.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// What is shown, in a few words.
    pub title: String,
    /// What can be set, panel by panel.
    pub controls: Vec<Control>,
    /// What is worn, from inside to outside.
    pub worn: Vec<Worn>,
    /// Garments that can be put on, by name.
    pub wardrobe: Vec<String>,
    /// Wishes on the order of what is worn, in words such as `t-shirt in trousers`.
    pub wishes: Vec<String>,
    /// Wishes that make sense for what is worn, to choose from.
    pub suggested_wishes: Vec<String>,
    /// What can be shown in colours.
    pub quantities: Vec<HeatQuantity>,
    /// The flat pieces, if there are any.
    pub pattern: Arc<Pattern>,
    /// What is asked about the pattern before it is sewn, if anything is.
    pub asked: Option<Arc<PatternQuestions>>,
    /// Named points of the body.
    pub landmarks: Vec<LiveLandmark>,
    /// Whether cloth can be grabbed and pinned.
    pub can_touch: bool,
}

/// A panel of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// What the cloth is made of.
    Fabric,
    /// The body and its measures.
    Body,
    /// How the body moves.
    Motion,
    /// Gravity and wind.
    Air,
    /// How it is computed.
    Solver,
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Its name in [`Command::Set`](super::Command::Set).
    pub key: String,
    /// The panel it is found in.
    pub panel: Panel,
    /// The heading under which it stands; may be empty.
    pub section: String,
    /// The object it belongs to, if it is one of several alike.
    pub object: Option<usize>,
    /// What people call it.
    pub label: String,
    /// What it does, in a sentence.
    pub help: String,
    /// What values it takes.
    pub kind: ControlKind,
    /// Its value now.
    pub value: Value,
    /// Whether a change takes seconds, so that it is made when a slider is let go and not before.
    pub is_slow: bool,
}

/// What values a control takes.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlKind {
    /// A number.
    Number {
        /// Its unit; empty for a bare number.
        unit: String,
        /// Its smallest and largest value.
        range: [f64; 2],
        /// Whether it spans several powers of ten.
        is_logarithmic: bool,
    },
    /// One of several names, each with a word on what it is.
    Choice(Vec<(String, String)>),
    /// On or off.
    Switch,
    /// A colour.
    Color,
}

/// A garment that is worn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worn {
    /// What it is called.
    pub name: String,
    /// By what name it was opened.
    pub source: String,
    /// Its number in the scene's objects.
    pub object: usize,
    /// What somebody should know of it, if there is anything.
    pub note: Option<String>,
}

/// Something that can be shown in colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatQuantity {
    /// Its name in [`Command::Show`](super::Command::Show).
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Its unit.
    pub unit: String,
    /// What it tells, in a sentence.
    pub help: String,
}

impl Control {
    /// Whether it was set to something else, and not only to its own value as it is shown: what is shown is rounded, and showing a number does
    /// not change it.
    pub fn is_changed_by(&self, value: &Value) -> bool {
        match (&self.kind, &self.value, value) {
            (kind @ ControlKind::Number { .. }, Value::Number(now), Value::Number(next)) => {
                // Half of the last decimal, and a little for numbers that lie in the middle between two.
                (next - now).abs() > 0.500_001 * 10.0_f64.powi(-(kind.decimals() as i32))
            }
            (_, now, next) => now != next,
        }
    }
}

impl ControlKind {
    /// With how many decimals a number is shown: as many as a slider of its range can set with care.
    pub fn decimals(&self) -> usize {
        let Self::Number { range: [low, high], is_logarithmic, .. } = self else { return 0 };
        if *is_logarithmic && *low > 0.0 {
            // Two digits where numbers are smallest.
            return (1 - low.log10().floor() as i32).clamp(0, 6) as usize;
        }
        match high - low {
            span if span > 200.0 => 0,
            span if span > 20.0 => 1,
            span if span > 2.0 => 2,
            _ => 3,
        }
    }
}

impl Offer {
    /// The control of a key.
    pub fn control(&self, key: &str) -> Option<&Control> {
        self.controls.iter().find(|control| control.key == key)
    }
}
