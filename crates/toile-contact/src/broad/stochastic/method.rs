//! The method: samples, active pairs and what is kept between queries.

use super::active::{Finds, Search};
use super::neighbours::Neighbours;
use super::visited::Visited;
use crate::broad::BROAD_PHASES;
use crate::broad::bvh::LeafPairs;
use crate::broad::{BroadPhase, BroadQuery, BroadReport, Candidates, QueryError};
use crate::features::Features;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use toile_geom::names::UnknownName;
use toile_geom::random::Random;

/// Where samples are drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sampling {
    /// From leaves of an 18-DOP tree that overlap: most samples are close to a contact already.
    #[default]
    Tree,
    /// From all vertices. Needs no tree, and several times as many samples for as many contacts.
    Free,
}

/// Settings of [`Stochastic`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StochasticSettings {
    /// Where samples are drawn from.
    pub sampling: Sampling,
    /// How many new pairs are drawn in a query, for each vertex there is: the dial between speed and quality.
    pub samples: f64,
    /// Whether a contact is followed to all contacts around it. That finds nearly all for many times the work; without it only
    /// those next to where a pair came to rest are found.
    pub growth: bool,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Default for StochasticSettings {
    fn default() -> Self {
        Self { sampling: Sampling::Tree, samples: 0.01, growth: false, seed: 1 }
    }
}

/// The names of the usual choices.
pub const STOCHASTIC_NAMES: &[&str] = &["stochastic", "stochastic-grow", "stochastic-free"];

impl StochasticSettings {
    /// The settings of a name: `stochastic`, and after it what differs from the default: `free`, `grow`, or the number of
    /// samples, as in `stochastic-grow-0.002`.
    ///
    /// # Errors
    /// If there are none.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        Self::parse(name).ok_or_else(|| UnknownName::new("broad phase", name, BROAD_PHASES.iter().copied()))
    }

    fn parse(name: &str) -> Option<Self> {
        let mut words = name.split('-');
        if words.next() != Some("stochastic") {
            return None;
        }
        let mut settings = Self::default();
        for word in words {
            match word {
                "free" => settings.sampling = Sampling::Free,
                "grow" => settings.growth = true,
                number => settings.samples = number.parse().ok().filter(|samples| *samples >= 0.0)?,
            }
        }
        Some(settings)
    }
}

/// Active pairs; see [the module](super).
#[derive(Debug, Default)]
pub struct Stochastic {
    settings: StochasticSettings,
    leaves: LeafPairs<9>,
    neighbours: Neighbours,
    known: Option<u64>,
    visited: Visited,
    /// Pairs of vertices in contact, of the last query and of this one.
    last: Vec<[u32; 2]>,
    contacts: Vec<[u32; 2]>,
    /// What each thread finds.
    finds: Vec<Mutex<Finds>>,
    /// How many queries there were, so that each draws other samples.
    queries: u64,
}

impl Stochastic {
    /// The method with some settings.
    pub fn new(settings: StochasticSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// How many pairs of vertices are followed on in the next query.
    pub fn active(&self) -> usize {
        self.contacts.len()
    }

    /// Finds the neighbours if the features are others than before.
    fn renew(&mut self, features: &Features) {
        let fingerprint = features.fingerprint();
        if self.known != Some(fingerprint) {
            self.known = Some(fingerprint);
            self.neighbours.gather(features);
            self.contacts.clear();
        }
    }

    /// Follows the last contacts and new samples; returns how many volumes were compared.
    fn follow(&mut self, query: &BroadQuery<'_>, found: &mut Candidates) -> u64 {
        /// Fewer pairs are left to one thread.
        const PARALLEL: usize = 16;
        let samples = self.settings.samples.max(0.0) * query.features.vertex_count() as f64;
        let count = self.last.len() + samples.ceil() as usize;
        let reach = reach(query);
        self.finds.resize_with(rayon::current_num_threads().max(self.finds.len()), Mutex::default);
        self.visited.clear();
        loop {
            own(&mut self.finds).for_each(Finds::clear);
            let search = Search {
                query,
                boxes: self.leaves.boxes(),
                neighbours: &self.neighbours,
                visited: &self.visited,
                reach_squared: reach * reach,
                growth: self.settings.growth,
            };
            (0..count).into_par_iter().with_min_len(PARALLEL).for_each(|number| {
                let pair = self.last.get(number).copied();
                let Some(pair) = pair.or_else(|| self.sample(query, number - self.last.len())) else {
                    return;
                };
                let thread = rayon::current_thread_index().unwrap_or(0) % self.finds.len();
                // What a thread that stopped halfway left behind is as good as the rest.
                let mut finds = self.finds[thread].lock().unwrap_or_else(PoisonError::into_inner);
                search.follow(pair, &mut finds);
            });
            if !self.visited.is_full() {
                break;
            }
            self.visited.grow();
        }
        self.collect(found)
    }

    /// Puts together what all threads found. Which thread found what is chance, so it is sorted.
    fn collect(&mut self, found: &mut Candidates) -> u64 {
        let mut tests = 0;
        self.contacts.clear();
        for finds in own(&mut self.finds) {
            found.vertex_triangle.extend_from_slice(&finds.found.vertex_triangle);
            found.edge_edge.extend_from_slice(&finds.found.edge_edge);
            self.contacts.extend_from_slice(&finds.contacts);
            tests += finds.tests;
        }
        found.vertex_triangle.par_sort_unstable();
        found.edge_edge.par_sort_unstable();
        self.contacts.par_sort_unstable();
        tests
    }

    /// Draws a pair of vertices. Each sample has random numbers of its own, so that threads may draw at the same time.
    fn sample(&self, query: &BroadQuery<'_>, number: usize) -> Option<[u32; 2]> {
        let random = &mut Random::of_seeds(&[self.settings.seed, self.queries, number as u64]);
        match self.settings.sampling {
            Sampling::Tree => {
                let [one, other] = pick_leaves(random, &self.leaves)?;
                let one = pick(random, self.leaves.members(one))?;
                Some([one, pick(random, self.leaves.members(other))?])
            }
            Sampling::Free => {
                let vertices = query.features.vertex_count();
                Some([random.below(vertices) as u32, random.below(vertices) as u32])
            }
        }
    }
}

/// What each thread found, while none is at work.
fn own(finds: &mut [Mutex<Finds>]) -> impl Iterator<Item = &mut Finds> {
    finds.iter_mut().map(|finds| finds.get_mut().unwrap_or_else(PoisonError::into_inner))
}

/// Draws two leaves that overlap. Those that share a vertex always do, whether or not there are contacts, so others are drawn
/// if a few tries find them.
fn pick_leaves(random: &mut Random, leaves: &LeafPairs<9>) -> Option<[u32; 2]> {
    const MAX_PICKS: usize = 8;
    let mut picked = pick(random, leaves.pairs())?;
    for _ in 1..MAX_PICKS {
        if !leaves.are_neighbours(picked) {
            break;
        }
        picked = pick(random, leaves.pairs())?;
    }
    Some(picked)
}

/// Twice the average length of the edges and the distance: as far as the features of two vertices in contact may reach.
fn reach(query: &BroadQuery<'_>) -> f64 {
    let edges = query.features.edges();
    let length = |&[a, b]: &[u32; 2]| query.start[a as usize].distance(query.start[b as usize]);
    // A few edges tell the average well enough.
    let step = (edges.len() / 1024).max(1);
    let some = edges.iter().step_by(step);
    let count = some.len().max(1) as f64;
    query.distance + 2.0 * some.map(length).sum::<f64>() / count
}

impl BroadPhase for Stochastic {
    fn name(&self) -> &'static str {
        match self.settings.sampling {
            Sampling::Tree if self.settings.growth => "stochastic-grow",
            Sampling::Tree => "stochastic",
            Sampling::Free => "stochastic-free",
        }
    }

    fn find(&mut self, query: &BroadQuery<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError> {
        let begin = Instant::now();
        found.clear();
        let mut tests = match self.settings.sampling {
            Sampling::Tree => self.leaves.update(query, 0.25 * query.distance)?,
            Sampling::Free => self.leaves.check(query)?,
        };
        self.renew(query.features);
        let built = Instant::now();
        std::mem::swap(&mut self.last, &mut self.contacts);
        tests += self.follow(query, found);
        self.queries += 1;
        Ok(BroadReport { build: built - begin, query: built.elapsed(), tests })
    }

    fn reset(&mut self) {
        self.known = None;
        self.contacts.clear();
        self.leaves.reset();
        self.queries = 0;
    }

    fn memory(&self) -> usize {
        let finds =
            self.finds.iter().map(|finds| finds.lock().unwrap_or_else(PoisonError::into_inner).memory());
        size_of::<[u32; 2]>() * (self.last.capacity() + self.contacts.capacity())
            + finds.sum::<usize>()
            + self.leaves.memory()
            + self.neighbours.memory()
            + self.visited.memory()
    }
}

/// One of a list; nothing of an empty one.
fn pick<T: Copy>(random: &mut Random, from: &[T]) -> Option<T> {
    from.get(random.below(from.len())).copied()
}
