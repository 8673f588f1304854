//! How the tree is made, and the names of the usual choices.

use super::Build;

/// Settings of [`Bvh`](super::Bvh).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhSettings {
    /// How volumes are bounded.
    pub volume: Volume,
    /// How many children a node has: 2, 4 or 8.
    pub arity: u32,
    /// The most triangles in a leaf, from 1 to 64.
    pub leaf_size: usize,
    /// How the triangles are sorted into the tree.
    pub build: Build,
}

/// The bounding volumes there are. More slabs leave fewer candidates and cost more to keep and to compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Volume {
    /// Boxes.
    #[default]
    Box,
    /// Boxes without corners.
    Dop14,
    /// Boxes without edges.
    Dop18,
    /// Boxes without corners and edges.
    Dop26,
}

impl Default for BvhSettings {
    fn default() -> Self {
        Self { volume: Volume::Box, arity: 4, leaf_size: 32, build: Build::Median }
    }
}

/// The names of the usual choices.
pub const BVH_NAMES: &[&str] =
    &["bvh", "bvh-2ary", "bvh-8ary", "bvh-morton", "bvh-14dop", "bvh-18dop", "bvh-26dop"];

impl BvhSettings {
    /// The settings of a name: `bvh`, and after it what differs from the default.
    pub fn by_name(name: &str) -> Option<Self> {
        let mut words = name.split('-');
        if words.next() != Some("bvh") {
            return None;
        }
        let mut settings = Self::default();
        for word in words {
            match word {
                "2ary" => settings.arity = 2,
                "4ary" => settings.arity = 4,
                "8ary" => settings.arity = 8,
                "14dop" => settings.volume = Volume::Dop14,
                "18dop" => settings.volume = Volume::Dop18,
                "26dop" => settings.volume = Volume::Dop26,
                "median" => settings.build = Build::Median,
                "morton" => settings.build = Build::Morton,
                _ => {
                    let size = word.strip_prefix("leaf")?.parse().ok()?;
                    settings.leaf_size = size;
                }
            }
        }
        Some(settings)
    }
}
