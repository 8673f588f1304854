//! How the tree is made, and the names of the usual choices.

use super::Build;
use crate::broad::BROAD_PHASES;
use toile_geom::names::UnknownName;

/// Settings of [`BvhBroadPhase`](super::BvhBroadPhase).
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
    /// How far a vertex may move, in metres, before the volumes around it are renewed; 0 renews all in each query. Volumes are
    /// grown by as much, and what overlaps is compared again as it is now, so that no pair is lost and none is added. Pays
    /// where little moves and little touches.
    pub slack: f64,
    /// How much looser the volumes may become, as a factor, before triangles are sorted anew. Parts of a tree are sorted alone
    /// where only they have become loose. Infinity never sorts again.
    pub looseness: f64,
    /// Leaves out flat regions: see [`flat`](super::flat).
    pub flat: bool,
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
        Self {
            volume: Volume::Box,
            arity: 4,
            leaf_size: 32,
            build: Build::Median,
            slack: 0.0,
            looseness: 1.5,
            flat: false,
        }
    }
}

/// The names of the usual choices.
pub const BVH_NAMES: &[&str] = &[
    "bvh",
    "bvh-2ary",
    "bvh-8ary",
    "bvh-morton",
    "bvh-lazy",
    "bvh-flat",
    "bvh-14dop",
    "bvh-18dop",
    "bvh-26dop",
];

impl BvhSettings {
    /// The settings of a name: `bvh`, and after it what differs from the default.
    ///
    /// # Errors
    /// If there are none.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        Self::parse(name).ok_or_else(|| UnknownName::new("broad phase", name, BROAD_PHASES.iter().copied()))
    }

    fn parse(name: &str) -> Option<Self> {
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
                "lazy" => settings.slack = 0.0005,
                "flat" => settings.flat = true,
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
