//! The measures of a body that drafts go by.
//!
//! Names follow ISO 8559-1:2017, lengths are in metres. The tables of sizes give stature and the three girths that labels stand for (women:
//! the German outerwear chart for 168 cm; men: half the chest girth with a drop of six); the other measures follow from them by
//! straight lines fitted to published charts, which is good to a centimetre or two, as sizes are.

use serde::{Deserialize, Serialize};
use toile_geom::names::{UnknownName, find};

/// Writes the measures down once: as fields, and as names to fill them in by.
macro_rules! measures {
    ($($(#[doc = $doc:literal])+ $field:ident,)+) => {
        /// The measures of a body that drafts go by, in metres.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        pub struct DraftMeasures {
            $($(#[doc = $doc])+ pub $field: f64,)+
        }

        impl DraftMeasures {
            /// Takes over the measures whose values are known by their names, such as `waist_girth`.
            fn fill(&mut self, value: impl Fn(&str) -> Option<f64>) {
                $(self.$field = value(stringify!($field)).unwrap_or(self.$field);)+
            }
        }
    };
}

measures! {
    /// From the floor to the top of the head.
    height,
    /// Around the head above the ears.
    head_girth,
    /// Around the middle of the neck.
    neck_girth,
    /// From the floor to the seventh vertebra of the neck.
    cervicale_height,
    /// From shoulder point to shoulder point, straight across.
    shoulder_width,
    /// Around the fullest part of the bust or chest.
    bust_girth,
    /// From the floor to the bust points.
    bust_height,
    /// Around the natural waist.
    waist_girth,
    /// From the floor to the waist.
    waist_height,
    /// Around the fullest part of the seat.
    hip_girth,
    /// From the floor to the fullest part of the seat.
    hip_height,
    /// From the floor to the crotch.
    inside_leg_height,
    /// Around the thigh just below the crotch.
    thigh_girth,
    /// From the floor to the middle of the kneecap.
    knee_height,
    /// Around the leg above the ankle.
    ankle_girth,
    /// From the shoulder point over the elbow to the wrist.
    arm_length,
    /// Around the fullest part of the upper arm.
    upper_arm_girth,
    /// Around the wrist.
    wrist_girth,
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

impl DraftMeasures {
    /// The names of the sizes that [`of_size`](Self::of_size) knows: women's EU sizes 36 to 48 and men's 46 to 58.
    pub fn size_names() -> impl Iterator<Item = &'static str> {
        SIZES.iter().map(|size| size.0)
    }

    /// The measures of a size, such as `eu-38` or `eu-50-men`.
    ///
    /// # Errors
    /// If there is no such size.
    pub fn of_size(name: &str) -> Result<Self, UnknownName> {
        let (_, is_woman, [height, bust, waist, hip]) = find("size", name, &SIZES, |size| size.0)?;
        Ok(Self::from_girths(*is_woman, height / 100.0, [bust / 100.0, waist / 100.0, hip / 100.0]))
    }

    /// Measures of which some are known by their names; the others follow from the height and the girths of bust, waist and hip, or are those of a woman
    /// of size EU 38 if one of these is missing.
    pub fn of_known(value: impl Fn(&str) -> Option<f64>) -> Self {
        let girths = (value("height"), value("bust_girth"), value("waist_girth"), value("hip_girth"));
        let mut measures = match girths {
            (Some(height), Some(bust), Some(waist), Some(hip)) => {
                Self::from_girths(true, height, [bust, waist, hip])
            }
            _ => Self::default(),
        };
        measures.fill(value);
        measures
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

impl Default for DraftMeasures {
    /// A woman of size EU 38.
    fn default() -> Self {
        Self::from_girths(true, 1.68, [0.88, 0.72, 0.97])
    }
}
