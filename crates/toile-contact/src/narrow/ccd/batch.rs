//! Many queries at once.

use super::lanes::{LANES, Lane, Verdict};
use super::{Kind, Settings, march};
use glam::DVec3;
use rayon::prelude::*;

/// Queries that one thread takes at a time. Survivors of the first stage are listed on the stack.
const CHUNK: usize = 512;

/// A query names a corner that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a query names corner {corner}, but there are only {corners} corners that have a start and an end")]
pub struct MissingCorner {
    /// The number in the query.
    pub corner: u32,
    /// How many corners there are.
    pub corners: usize,
}

/// The time of the first contact of each query, infinite where there is none.
///
/// `start` and `end` hold the corners' positions; a query is four numbers of corners, in the order of its [`Kind`].
/// `times` is overwritten; if it is kept from call to call, nothing is allocated. Queries are shared out to the threads of
/// the current rayon pool; the times do not depend on how.
///
/// ```
/// use glam::DVec3;
/// use toile_contact::narrow::ccd::{Kind, Settings, impacts};
///
/// let start = [DVec3::new(0.2, 1.0, 0.2), DVec3::ZERO, DVec3::Z, DVec3::X];
/// let end = [DVec3::new(0.2, -1.0, 0.2), DVec3::ZERO, DVec3::Z, DVec3::X];
/// let mut times = Vec::new();
/// impacts(Kind::VertexTriangle, &start, &end, &[[0, 1, 2, 3]], &Settings::default(), &mut times).unwrap();
/// assert!(times[0] <= 0.5 && times[0] > 0.4999);
/// ```
///
/// # Errors
///
/// If a query names a corner that does not exist.
pub fn impacts(
    kind: Kind,
    start: &[DVec3],
    end: &[DVec3],
    queries: &[[u32; 4]],
    settings: &Settings,
    times: &mut Vec<f64>,
) -> Result<(), MissingCorner> {
    times.resize(queries.len(), f64::INFINITY);
    let corners = start.len().min(end.len());
    queries.par_chunks(CHUNK).zip(times.par_chunks_mut(CHUNK)).try_for_each(|(queries, times)| {
        if let Some(&corner) = queries.as_flattened().iter().find(|&&corner| corner as usize >= corners) {
            return Err(MissingCorner { corner, corners });
        }
        let chunk = Chunk { start, end, queries, settings };
        match kind {
            Kind::VertexTriangle => chunk.decide::<3>(times),
            Kind::EdgeEdge => chunk.decide::<4>(times),
        }
        Ok(())
    })
}

struct Chunk<'a> {
    start: &'a [DVec3],
    end: &'a [DVec3],
    queries: &'a [[u32; 4]],
    settings: &'a Settings,
}

impl Chunk<'_> {
    /// Three stages, each for what the one before left open: bounds, one guess with its proof, the march.
    fn decide<const P: usize>(&self, times: &mut [f64]) {
        times.fill(f64::INFINITY);
        let mut open = [0_u16; CHUNK + LANES];
        let left = self.discard::<P>(&mut open);
        let left = self.guess::<P>(&mut open, left, times);
        for &query in &open[..left] {
            let impact = march::first_impact::<P>(
                self.corners(self.start, query as usize),
                self.corners(self.end, query as usize),
                self.settings,
            );
            times[query as usize] = impact.map_or(f64::INFINITY, |impact| impact.time);
        }
    }

    /// Lists the queries that bounds cannot discard.
    fn discard<const P: usize>(&self, open: &mut [u16; CHUNK + LANES]) -> usize {
        let mut left = 0;
        for first in (0..self.queries.len()).step_by(LANES) {
            let last = self.queries.len() - 1;
            let which = std::array::from_fn(|i| (first + i).min(last));
            let survives = self.lane::<P>(which).may_touch();
            for (i, &query) in which.iter().enumerate() {
                open[left] = query as u16;
                left += usize::from(survives & (1 << i) != 0 && first + i <= last);
            }
        }
        left
    }

    /// Decides listed queries by guessing when they are coplanar; keeps the undecided ones in the list.
    fn guess<const P: usize>(
        &self,
        open: &mut [u16; CHUNK + LANES],
        listed: usize,
        times: &mut [f64],
    ) -> usize {
        let mut left = 0;
        for first in (0..listed).step_by(LANES) {
            let which: [usize; LANES] = std::array::from_fn(|i| open[(first + i).min(listed - 1)] as usize);
            let Verdict { impact, apart, times: found } = self.lane::<P>(which).guess(self.settings.tolerance);
            for i in 0..LANES.min(listed - first) {
                if impact & (1 << i) != 0 {
                    times[which[i]] = found[i];
                } else if apart & (1 << i) == 0 {
                    open[left] = which[i] as u16;
                    left += 1;
                }
            }
        }
        left
    }

    fn corners(&self, positions: &[DVec3], query: usize) -> [DVec3; 4] {
        self.queries[query].map(|corner| positions[corner as usize])
    }

    #[inline(always)]
    fn lane<const P: usize>(&self, which: [usize; LANES]) -> Lane<P> {
        Lane::new(
            which.map(|query| self.corners(self.start, query)),
            which.map(|query| self.corners(self.end, query)),
            self.settings.min_separation.max(0.0),
        )
    }
}
