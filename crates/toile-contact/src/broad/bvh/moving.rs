//! Boxes that move: each thing has one at the beginning and one at the end of a motion.
//!
//! If one box is above another along an axis at the beginning and at the end, and all that is in them moves evenly, it is so at all times
//! between. What moves together is therefore told apart as well as what is at rest, however far it goes; boxes around whole ways would overlap.

use super::method::BvhBroadPhase;
use crate::broad::boxes::Box32;
use crate::broad::{BroadPhase, BroadQuery, Candidates, QueryError};
use crate::features::Features;
use crate::filter::Filter;
use rayon::prelude::*;
use toile_geom::allowance::Room;
use toile_geom::bounds::KDop;

/// Slabs of a box at the beginning, and then of one at the end.
pub(super) const MOVING: usize = 6;

/// A tree of boxes that move.
pub(crate) type MovingBvh = BvhBroadPhase<MOVING>;

/// Whether two volumes overlap, or two moving boxes at some time.
#[inline]
pub(super) fn overlap<const SLABS: usize>(one: &KDop<SLABS>, other: &KDop<SLABS>) -> bool {
    if SLABS != MOVING {
        return one.overlaps(other);
    }
    (0..3).all(|axis| {
        let meets = |low: &KDop<SLABS>, high: &KDop<SLABS>| {
            low.low[axis] <= high.high[axis] || low.low[axis + 3] <= high.high[axis + 3]
        };
        meets(one, other) && meets(other, one)
    })
}

impl MovingBvh {
    /// Finds the pairs whose moving boxes overlap at some time; `boxes` tells those of a vertex at the beginning and at the end.
    ///
    /// # Errors
    /// If a box is not finite, the filter is for other features, or there is no room for all pairs.
    pub(crate) fn find_moving(
        &mut self,
        features: &Features,
        filter: &Filter,
        boxes: impl Fn(usize) -> [Box32; 2] + Sync,
        room: &Room,
        found: &mut Candidates,
    ) -> Result<(), QueryError> {
        let expected = features.vertex_count();
        if !filter.fits(expected) {
            return Err(QueryError::Length { expected, found: 0 });
        }
        let (now, volumes) = self.places(expected);
        let odd = now.par_iter_mut().zip(volumes).enumerate().filter_map(|(v, (now, volume))| {
            let [start, end] = boxes(v);
            *now = start;
            for axis in 0..3 {
                (volume.low[axis], volume.low[axis + 3]) = (start.min[axis], end.min[axis]);
                (volume.high[axis], volume.high[axis + 3]) = (start.max[axis], end.max[axis]);
            }
            let is_finite = volume.low.iter().chain(&volume.high).all(|side| side.is_finite());
            (!is_finite).then_some(v)
        });
        if let Some(vertex) = odd.min() {
            self.reset();
            return Err(QueryError::NotFinite { vertex });
        }
        self.renew(features);
        self.look(&BroadQuery { features, filter, start: &[], end: &[], distance: 0.0 }, room, found);
        Ok(room.check()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::bvh::BvhSettings;
    use glam::{DVec2, DVec3};
    use toile_geom::allowance::Allowance;
    use toile_geom::shapes;

    /// All pairs whose boxes overlap at some time, one by one.
    fn brute(features: &Features, boxes: &impl Fn(usize) -> [Box32; 2]) -> Candidates {
        let around = |vertices: &[u32], time: usize| {
            let of = |v: &u32| boxes(*v as usize)[time];
            vertices.iter().map(of).fold(Box32::default(), |all, one| all.union(&one))
        };
        let meet = |one: &[u32], other: &[u32]| {
            let [a, b] = [0, 1].map(|time| (around(one, time), around(other, time)));
            let above = |axis: usize, (a, b): &(Box32, Box32)| a.min[axis] > b.max[axis];
            let swapped = [(a.1, a.0), (b.1, b.0)];
            !one.iter().any(|v| other.contains(v))
                && (0..3).all(|axis| {
                    let first = above(axis, &a) && above(axis, &b);
                    let second = above(axis, &swapped[0]) && above(axis, &swapped[1]);
                    !first && !second
                })
        };
        let mut found = Candidates::default();
        for v in 0..features.vertex_count() as u32 {
            let meets = |t: &usize| meet(&[v], &features.triangles()[*t]);
            let triangles = (0..features.triangles().len()).filter(meets);
            found.vertex_triangle.extend(triangles.map(|t| [v, t as u32]));
        }
        for (a, one) in features.edges().iter().enumerate() {
            let meets = |b: &usize| meet(one, &features.edges()[*b]);
            let others = (a + 1..features.edges().len()).filter(meets);
            found.edge_edge.extend(others.map(|b| [a as u32, b as u32]));
        }
        found
    }

    #[test]
    fn the_same_pairs_are_found_as_one_by_one() {
        let sheet = shapes::sheet(DVec2::ONE, [12, 12]);
        let count = sheet.positions.len();
        let mut features = Features::default();
        features.add(&sheet.triangles, count);
        features.add(&sheet.triangles, count);
        let mut bvh = MovingBvh::new(BvhSettings::default(), "moving");
        for turn in [0.0, 0.3, 2.0] {
            // Both sheets go far; the upper one turns while it does, and comes down on the lower one.
            let place = |v: usize, time: usize| {
                let (upper, t) = (v >= count, time as f64);
                let p = sheet.positions[v % count];
                let p = if upper { glam::DQuat::from_rotation_y(turn * t) * p } else { p };
                let height = if upper { 0.2 - 0.25 * t } else { 0.01 * (9.0 * p.x).sin() };
                p + DVec3::new(3.0 * t, height, 1.5 * t)
            };
            let boxes = |v: usize| [0, 1].map(|time| Box32::swept(place(v, time), place(v, time), 0.01));
            let mut found = Candidates::default();
            let room = Allowance::UNLIMITED.room();
            bvh.find_moving(&features, &Filter::new(), boxes, &room, &mut found).unwrap();
            found.vertex_triangle.sort_unstable();
            found.edge_edge.sort_unstable();
            let expected = brute(&features, &boxes);
            assert!(expected.vertex_triangle.len() > 100);
            assert_eq!(found.vertex_triangle, expected.vertex_triangle);
            assert_eq!(found.edge_edge, expected.edge_edge);
        }
        let odd = |_: usize| [Box32 { min: [f32::NAN; 3], max: [0.0; 3] }; 2];
        let room = Allowance::UNLIMITED.room();
        let error = bvh.find_moving(&features, &Filter::new(), odd, &room, &mut Candidates::default());
        assert_eq!(error, Err(QueryError::NotFinite { vertex: 0 }));
    }
}
