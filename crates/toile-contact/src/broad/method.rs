//! What all broad phases have in common, and their names.

use super::bvh::{self, BVH_NAMES};
use super::grid::{BlockGrid, SingleCells};
use super::octree::Division;
use super::stochastic::{STOCHASTIC_NAMES, Stochastic, StochasticSettings};
use super::{BroadQuery, Brute, Candidates, Hash, QueryError, Sweep};
use std::fmt::Debug;
use std::time::Duration;
use toile_geom::names::UnknownName;

/// A way to find candidates. It may keep what it built for the next query on the same features.
pub trait BroadPhase: Debug + Send {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;

    /// Replaces `found` by the candidates of a query.
    ///
    /// # Errors
    /// If the query makes no sense.
    fn find(&mut self, query: &BroadQuery<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError>;

    /// Forgets what was built, so that the next query starts from nothing. Nothing to do where everything is built anew.
    fn reset(&mut self) {}

    /// The memory in use besides the candidates, in bytes.
    fn memory(&self) -> usize;
}

/// What a query took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadReport {
    /// Time for boxes and for building or renewing what they are kept in.
    pub build: Duration,
    /// Time for looking up pairs.
    pub query: Duration,
    /// How often two volumes of any kind were compared.
    pub tests: u64,
}

/// Methods of one name each.
const SINGLE_NAMES: &[&str] = &["brute", "sweep", "hash", "grid-plain", "grid", "octree"];

/// The lists that all names come from.
const NAME_LISTS: [&[&str]; 3] = [BVH_NAMES, SINGLE_NAMES, STOCHASTIC_NAMES];

/// The names of all methods, the default first.
pub const BROAD_PHASES: &[&str] =
    &joined::<{ BVH_NAMES.len() + SINGLE_NAMES.len() + STOCHASTIC_NAMES.len() }>(NAME_LISTS);

/// Some lists one after the other. Loops, since iterators do not run at compile time.
const fn joined<const COUNT: usize>(lists: [&[&'static str]; NAME_LISTS.len()]) -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let (mut list, mut place) = (0, 0);
    while list < lists.len() {
        let mut name = 0;
        while name < lists[list].len() {
            names[place] = lists[list][name];
            place += 1;
            name += 1;
        }
        list += 1;
    }
    names
}

impl dyn BroadPhase {
    /// The method of a name, such as `bvh`, `grid` or `bvh-18dop-8ary`.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Box<Self>, UnknownName> {
        Ok(match name {
            "brute" => Box::new(Brute::default()),
            "sweep" => Box::new(Sweep::default()),
            "hash" => Box::new(Hash::default()),
            "grid-plain" => Box::new(BlockGrid::new(SingleCells { subdivide: false })),
            "grid" => Box::new(BlockGrid::new(SingleCells { subdivide: true })),
            "octree" => Box::new(BlockGrid::new(Division::default())),
            _ if name.starts_with("stochastic") => {
                Box::new(Stochastic::new(StochasticSettings::named(name)?))
            }
            _ => bvh::named(name)?,
        })
    }
}
