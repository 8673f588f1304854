//! The measures of a body that drafts go by.
//!
//! Names follow ISO 8559-1:2017, lengths are in metres. The tables of sizes give stature and the three girths that labels stand for (women:
//! the German outerwear chart for 168 cm; men: half the chest girth with a drop of six); the other measures follow from them by
//! straight lines fitted to published charts, which is good to a centimetre or two, as sizes are.

use serde::{Deserialize, Serialize};

/// Body measures in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// From the floor to the top of the head.
    pub height: f64,
    /// Around the head above the ears.
    pub head_girth: f64,
    /// Around the middle of the neck.
    pub neck_girth: f64,
    /// From the floor to the seventh vertebra of the neck.
    pub cervicale_height: f64,
    /// From shoulder point to shoulder point, straight across.
    pub shoulder_width: f64,
    /// Around the fullest part of the bust or chest.
    pub bust_girth: f64,
    /// From the floor to the bust points.
    pub bust_height: f64,
    /// Around the natural waist.
    pub waist_girth: f64,
    /// From the floor to the waist.
    pub waist_height: f64,
    /// Around the fullest part of the seat.
    pub hip_girth: f64,
    /// From the floor to the fullest part of the seat.
    pub hip_height: f64,
    /// From the floor to the crotch.
    pub inside_leg_height: f64,
    /// Around the thigh just below the crotch.
    pub thigh_girth: f64,
    /// From the floor to the middle of the kneecap.
    pub knee_height: f64,
    /// Around the leg above the ankle.
    pub ankle_girth: f64,
    /// From the shoulder point over the elbow to the wrist.
    pub arm_length: f64,
    /// Around the fullest part of the upper arm.
    pub upper_arm_girth: f64,
    /// Around the wrist.
    pub wrist_girth: f64,
}

/// A size by its name: whose it is, stature, bust or chest, waist and hip girth in centimetres.
const SIZES: [(&str, bool, [f64; 4]); 14] = [
    ("eu-36", true, [168.0, 84.0, 68.0, 94.0]),
    ("eu-38", true, [168.0, 88.0, 72.0, 97.0]),
    ("eu-40", true, [168.0, 92.0, 76.0, 100.0]),
    ("eu-42", true, [168.0, 96.0, 80.0, 103.0]),
    ("eu-44", true, [168.0, 100.0, 84.0, 106.0]),
    ("eu-46", true, [168.0, 104.0, 88.0, 109.0]),
    ("eu-48", true, [168.0, 110.0, 94.5, 114.0]),
    ("eu-46-men", false, [171.0, 92.0, 80.0, 96.0]),
    ("eu-48-men", false, [174.0, 96.0, 84.0, 100.0]),
    ("eu-50-men", false, [177.0, 100.0, 88.0, 104.0]),
    ("eu-52-men", false, [180.0, 104.0, 92.0, 108.0]),
    ("eu-54-men", false, [182.0, 108.0, 98.0, 112.0]),
    ("eu-56-men", false, [184.0, 112.0, 104.0, 116.0]),
    ("eu-58-men", false, [186.0, 116.0, 110.0, 120.0]),
];

impl Measures {
    /// The names of the sizes that [`of_size`](Self::of_size) knows: women's EU sizes 36 to 48 and men's 46 to 58.
    pub fn size_names() -> impl Iterator<Item = &'static str> {
        SIZES.iter().map(|size| size.0)
    }

    /// The measures of a size, such as `eu-38` or `eu-50-men`.
    pub fn of_size(name: &str) -> Option<Self> {
        let (_, is_woman, [height, bust, waist, hip]) = SIZES.iter().find(|size| size.0 == name)?;
        Some(Self::from_girths(*is_woman, height / 100.0, [bust / 100.0, waist / 100.0, hip / 100.0]))
    }

    /// Fills in all measures from stature and the girths of bust or chest, waist and hip, in metres.
    pub fn from_girths(is_woman: bool, height: f64, [bust, waist, hip]: [f64; 3]) -> Self {
        let pick = |woman: f64, man: f64| if is_woman { woman } else { man };
        Self {
            height,
            head_girth: pick(0.56, 0.58),
            neck_girth: pick(0.245 + 0.125 * bust, 0.20 + 0.20 * bust),
            cervicale_height: pick(0.858, 0.860) * height,
            shoulder_width: pick(0.245 + 0.145 * bust, 0.26 + 0.18 * bust),
            bust_girth: bust,
            bust_height: pick(0.720, 0.735) * height,
            waist_girth: waist,
            waist_height: pick(0.622, 0.612) * height,
            hip_girth: hip,
            hip_height: pick(0.498, 0.505) * height,
            inside_leg_height: pick(0.452, 0.462) * height,
            thigh_girth: pick(0.13 + 0.45 * hip, 0.10 + 0.48 * hip),
            knee_height: pick(0.268, 0.272) * height,
            ankle_girth: 0.11 + 0.12 * hip,
            arm_length: pick(0.352, 0.355) * height,
            upper_arm_girth: pick(0.05 + 0.265 * bust, 0.02 + 0.30 * bust),
            wrist_girth: pick(0.12 + 0.045 * bust, 0.115 + 0.06 * bust),
        }
    }
}

impl Default for Measures {
    /// A woman of size EU 38.
    fn default() -> Self {
        Self::from_girths(true, 1.68, [0.88, 0.72, 0.97])
    }
}
