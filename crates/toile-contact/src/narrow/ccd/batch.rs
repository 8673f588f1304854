//! Many queries at once.

use super::lanes::{ALL, Lane, Open, Verdict};
use super::real::LANES;
use super::{CcdSettings, MissingCorner, StencilKind, march};
use crate::narrow::stencil::check_corners;
use glam::DVec3;
use rayon::prelude::*;

/// Queries that one thread takes at a time. Survivors of the first stage are listed on the stack.
const CHUNK: usize = 512;

/// The time of the first contact of each query, infinite where there is none.
///
/// `start` and `end` hold the corners' positions; a query is four numbers of corners, in the order of its [`StencilKind`].
/// `times` is overwritten; if it is kept from call to call, nothing is allocated. Queries are shared out to the threads of
/// the current rayon pool; the times do not depend on how.
///
/// ```
/// use glam::DVec3;
/// use toile_contact::narrow::ccd::{StencilKind, CcdSettings, impacts};
///
/// let start = [DVec3::new(0.2, 1.0, 0.2), DVec3::ZERO, DVec3::Z, DVec3::X];
/// let end = [DVec3::new(0.2, -1.0, 0.2), DVec3::ZERO, DVec3::Z, DVec3::X];
/// let mut times = Vec::new();
/// impacts(StencilKind::VertexTriangle, &start, &end, &[[0, 1, 2, 3]], &CcdSettings::default(), &mut times).unwrap();
/// assert!(times[0] <= 0.5 && times[0] > 0.4999);
/// ```
///
/// # Errors
///
/// If a query names a corner that does not exist.
pub fn impacts(
    kind: StencilKind,
    start: &[DVec3],
    end: &[DVec3],
    queries: &[[u32; 4]],
    settings: &CcdSettings,
    times: &mut Vec<f64>,
) -> Result<(), MissingCorner> {
    times.resize(queries.len(), f64::INFINITY);
    let corners = start.len().min(end.len());
    queries.par_chunks(CHUNK).zip(times.par_chunks_mut(CHUNK)).try_for_each(|(queries, times)| {
        check_corners(queries, corners)?;
        let chunk = Chunk { start, end, queries, settings };
        match kind {
            StencilKind::VertexTriangle => chunk.decide::<3>(times),
            StencilKind::EdgeEdge => chunk.decide::<4>(times),
        }
        Ok(())
    })
}

struct Chunk<'a> {
    start: &'a [DVec3],
    end: &'a [DVec3],
    queries: &'a [[u32; 4]],
    settings: &'a CcdSettings,
}

impl Chunk<'_> {
    /// Three stages, each for what the one before left open: bounds, guesses with their proofs, the march.
    fn decide<const P: usize>(&self, times: &mut [f64]) {
        times.fill(f64::INFINITY);
        let mut sparse = Undecided::new();
        let mut hard = Undecided::new();
        let last = self.queries.len().saturating_sub(1);
        for first in (0..self.queries.len()).step_by(LANES) {
            let which = std::array::from_fn(|i| (first + i).min(last));
            let lane = self.lane::<P>(which);
            let near = lane.near();
            if near == 0 {
                continue;
            }
            let open = lane.open();
            let left = near & open.may_be_coplanar();
            // A full lane goes on as it is; of others, what is left is put together first.
            if left == ALL && first + LANES <= self.queries.len() {
                self.guess(&open, which, LANES, times, &mut hard);
            } else {
                for (i, &query) in which.iter().enumerate() {
                    sparse.push_if(left & (1 << i) != 0 && first + i <= last, query);
                }
            }
        }
        for group in sparse.all().chunks(LANES) {
            let which = std::array::from_fn(|i| group[i.min(group.len() - 1)] as usize);
            self.guess(&self.lane::<P>(which).open(), which, group.len(), times, &mut hard);
        }
        for &query in hard.all() {
            times[query as usize] = self.march::<P>(query as usize);
        }
    }

    /// Decides the first `count` queries of a lane by guessing when they are coplanar; lists those it cannot.
    #[inline(always)]
    fn guess<const P: usize>(
        &self,
        open: &Open<P>,
        which: [usize; LANES],
        count: usize,
        times: &mut [f64],
        hard: &mut Undecided,
    ) {
        let Verdict { impact, apart, times: found } = open.guess(self.settings.tolerance.max(0.0));
        for i in 0..count {
            if impact & (1 << i) != 0 {
                times[which[i]] = found[i];
            }
            hard.push_if((impact | apart) & (1 << i) == 0, which[i]);
        }
    }

    fn march<const P: usize>(&self, query: usize) -> f64 {
        let corners = |positions: &[DVec3]| self.queries[query].map(|corner| positions[corner as usize]);
        let impact = march::first_impact::<P>(corners(self.start), corners(self.end), self.settings);
        impact.map_or(f64::INFINITY, |impact| impact.time)
    }

    #[inline(always)]
    fn lane<const P: usize>(&self, which: [usize; LANES]) -> Lane<P> {
        let queries = which.map(|query| self.queries[query]);
        Lane::new(self.start, self.end, queries, self.settings.min_separation.max(0.0))
    }
}

/// Some queries of a chunk.
struct Undecided {
    queries: [u16; CHUNK + 1],
    count: usize,
}

impl Undecided {
    fn new() -> Self {
        Self { queries: [0; CHUNK + 1], count: 0 }
    }

    /// Lists a query if it is to be; without a branch, since which ones survive is hard to predict.
    #[inline(always)]
    fn push_if(&mut self, listed: bool, query: usize) {
        self.queries[self.count.min(CHUNK)] = query as u16;
        self.count += usize::from(listed);
    }

    fn all(&self) -> &[u16] {
        &self.queries[..self.count.min(CHUNK)]
    }
}
