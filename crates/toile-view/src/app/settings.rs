//! What is remembered from one day to the next.

use crate::view_settings::ViewSettings;
use serde::{Deserialize, Serialize};

/// What is remembered.
#[expect(clippy::struct_excessive_bools, reason = "switches of a window")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AppSettings {
    /// How the scene is seen.
    pub view: ViewSettings,
    /// Whether panels are dark.
    pub is_dark: bool,
    /// The panel that is open.
    pub tab: Tab,
    /// Whether panels are shown at all.
    pub shows_panels: bool,
    /// Whether the pattern is seen beside the picture.
    pub shows_pattern: bool,
    /// Whether landmarks of the body are shown.
    pub shows_landmarks: bool,
    /// Whether all of their names are shown, and not only that under the pointer.
    pub names_landmarks: bool,
    /// Whether places of contact are shown.
    pub shows_contacts: bool,
    /// The quantity of the heat map, if one is shown.
    pub quantity: Option<String>,
    /// Whether the range of the heat map follows the values.
    pub follows_range: bool,
    /// Hints that were read.
    pub read_hints: Vec<String>,
    /// Seconds that pass in the cloth's world in one of ours.
    pub speed: f64,
    /// Width and height of saved pictures in pixels.
    pub picture_size: [u32; 2],
    /// The file of the surroundings that light the scene, if not the built-in studio.
    pub surroundings: Option<String>,
    /// The folder that was opened last.
    pub folder: Option<String>,
}

/// A panel on the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tab {
    /// What is worn, and in which order.
    #[default]
    Outfit,
    /// How it fits.
    Fit,
    /// What it is made of.
    Fabric,
    /// The wearer.
    Body,
    /// How the body moves.
    Motion,
    /// Gravity and wind.
    Air,
    /// How it is computed.
    Solver,
    /// How it is seen.
    Look,
    /// What is saved.
    Export,
}

impl Tab {
    /// All of them, with their names and what is found there.
    pub(crate) const ALL: [(Self, &'static str, &'static str); 9] = [
        (Self::Outfit, "Outfit", "What is worn, and what lies over what"),
        (Self::Fit, "Fit", "Where it is tight and where it is loose"),
        (Self::Fabric, "Fabric", "What the cloth is made of"),
        (Self::Body, "Body", "The wearer: size and measures"),
        (Self::Motion, "Motion", "How the body moves"),
        (Self::Air, "Wind", "Gravity and wind"),
        (Self::Solver, "Solver", "How it is computed, and how long that takes"),
        (Self::Look, "Look", "Light, shadows, wireframe, seams"),
        (Self::Export, "Export", "Save pictures and models"),
    ];
}

impl Default for AppSettings {
    fn default() -> Self {
        Self {
            view: ViewSettings::default(),
            is_dark: false,
            tab: Tab::Outfit,
            shows_panels: true,
            shows_pattern: false,
            shows_landmarks: false,
            names_landmarks: false,
            shows_contacts: false,
            quantity: None,
            follows_range: true,
            read_hints: Vec::new(),
            speed: 1.0,
            picture_size: [1920, 1080],
            surroundings: None,
            folder: None,
        }
    }
}
