//! What a broad phase is asked.

use super::boxes::Box32;
use crate::features::Features;
use crate::filter::Filter;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::allowance::Spent;

/// Where everything is, how it moves, and which pairs are wanted.
#[derive(Clone, Copy, Debug)]
pub struct BroadQuery<'a> {
    /// All features.
    pub features: &'a Features,
    /// What is left out.
    pub filter: &'a Filter,
    /// Where the vertices are now.
    pub start: &'a [DVec3],
    /// Where they are at the end of the step, each on a straight line; `start` again if only the present is asked for.
    pub end: &'a [DVec3],
    /// Pairs up to this far from each other are wanted, in metres.
    pub distance: f64,
}

/// Why a query cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum QueryError {
    /// There is not one place for each vertex.
    #[error("{found} positions for {expected} vertices")]
    Length {
        /// How many vertices the features have.
        expected: usize,
        /// How many positions, seam numbers or flags were given.
        found: usize,
    },
    /// A vertex is nowhere.
    #[error("vertex {vertex} has a coordinate that is not a number or too large")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// The distance is negative or not a number.
    #[error("the distance must be a number that is not negative, not {0}")]
    Distance(f64),
    /// Time or memory is used up.
    #[error(transparent)]
    Spent(#[from] Spent),
}

impl<'a> BroadQuery<'a> {
    /// Asks for pairs within a distance, as things are.
    pub fn discrete(
        features: &'a Features,
        filter: &'a Filter,
        positions: &'a [DVec3],
        distance: f64,
    ) -> Self {
        Self { features, filter, start: positions, end: positions, distance }
    }

    /// Asks for pairs that come within a distance during a step.
    pub fn continuous(
        features: &'a Features,
        filter: &'a Filter,
        start: &'a [DVec3],
        end: &'a [DVec3],
        distance: f64,
    ) -> Self {
        Self { features, filter, start, end, distance }
    }

    /// Whether only the present is asked for.
    #[inline]
    pub(crate) fn is_still(&self) -> bool {
        std::ptr::eq(self.start, self.end)
    }

    /// Checks the query and fills in the box of each vertex; an edge's and a triangle's box is the union of its vertices'.
    ///
    /// # Errors
    /// If there is not one finite place for each vertex, or the distance makes no sense.
    pub fn vertex_boxes(&self, boxes: &mut Vec<Box32>) -> Result<(), QueryError> {
        const CHUNK: usize = 4096;
        let expected = self.features.vertex_count();
        for found in [self.start.len(), self.end.len()] {
            if found != expected {
                return Err(QueryError::Length { expected, found });
            }
        }
        if !self.filter.fits(expected) {
            return Err(QueryError::Length { expected, found: 0 });
        }
        if !(self.distance >= 0.0 && self.distance.is_finite()) {
            return Err(QueryError::Distance(self.distance));
        }
        let margin = 0.5 * self.distance;
        boxes.resize(expected, Box32::default());
        let fill = |(chunk, part): (usize, &mut [Box32])| {
            let first = chunk * CHUNK;
            for (v, place) in (first..).zip(part.iter_mut()) {
                *place = Box32::swept(self.start[v], self.end[v], margin);
                // NaN hides in `min` and `max`, so the ends are asked themselves.
                let finite = self.start[v].is_finite() && self.end[v].is_finite();
                if !finite || place.min.iter().chain(&place.max).any(|side| !side.is_finite()) {
                    return Some(v);
                }
            }
            None
        };
        match boxes.par_chunks_mut(CHUNK).enumerate().filter_map(fill).min() {
            Some(vertex) => Err(QueryError::NotFinite { vertex }),
            None => Ok(()),
        }
    }
}
