//! Landmarks of a body, found on its surface without a skeleton.
//!
//! The body stands upright on the floor, faces +z, and holds its arms away from the trunk (A- or T-pose). Horizontal
//! sections tell where legs join (crotch), where arms join (armpits), and where the trunk is widest and narrowest; arms
//! are followed from the finger tips. Each landmark says how sure it is.
//!
//! ```
//! use toile_body::landmarks::find;
//! use toile_body::mannequin::Mannequin;
//! use toile_body::measures::{Figure, Measures};
//!
//! let body = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build()?;
//! let landmarks = find(&body.mesh)?;
//! assert!((landmarks.get("waist_back").unwrap().position.y - 1.045).abs() < 0.03);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arms;
mod error;
mod finder;
mod legs;
mod slices;
mod trunk;

pub use error::PoseError;
pub use finder::{check_height, find};

use glam::DVec3;
use std::collections::BTreeMap;

/// One landmark.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Landmark {
    /// Where it is, in metres.
    #[serde(with = "three_numbers")]
    pub position: DVec3,
    /// How sure it is: 1 for certain, below 0.5 for a guess from proportions.
    #[serde(default = "certain")]
    pub confidence: f64,
}

/// A vector in files: a list of three numbers.
mod three_numbers {
    use glam::DVec3;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(vector: &DVec3, serializer: S) -> Result<S::Ok, S::Error> {
        vector.to_array().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DVec3, D::Error> {
        <[f64; 3]>::deserialize(deserializer).map(DVec3::from)
    }
}

fn certain() -> f64 {
    1.0
}

/// The landmarks of a body by name, such as `left_elbow`.
///
/// Names ending in `_center` lie inside the body, in the middle of a limb, near the joint; all others lie on the skin.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Landmarks {
    /// Names and places.
    pub by_name: BTreeMap<String, Landmark>,
}

impl Landmarks {
    /// The landmark of that name.
    pub fn get(&self, name: &str) -> Option<&Landmark> {
        self.by_name.get(name)
    }

    /// Where a landmark is.
    pub fn position(&self, name: &str) -> Option<DVec3> {
        self.get(name).map(|landmark| landmark.position)
    }

    /// Adds or replaces a landmark.
    pub fn set(&mut self, name: impl Into<String>, position: DVec3, confidence: f64) {
        self.by_name.insert(name.into(), Landmark { position, confidence });
    }

    /// Replaces landmarks by those of another set, such as one read from a file or taken from a skeleton's joints.
    pub fn override_with(&mut self, others: &Self) {
        self.by_name.extend(others.by_name.iter().map(|(name, landmark)| (name.clone(), *landmark)));
    }
}

/// The body's sides with their names and signs along x.
pub(crate) const SIDES: [(&str, f64); 2] = [("left", 1.0), ("right", -1.0)];
