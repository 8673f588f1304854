//! A frame of a dressed body in motion, judged.

use super::motion::MotionFrame;
use glam::DVec3;
use serde::Serialize;
use toile_cloth::run::Intersections;
use toile_cloth::solver::StepReport;
use toile_cloth::stretch::{RestEdge, StretchSummary};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::bvh::Bvh;

/// What was found in a frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FrameCheck {
    /// The time in seconds.
    pub time: f64,
    /// How long it took to compute, in seconds.
    pub seconds: f64,
    /// What its steps took together.
    #[serde(flatten)]
    pub step: StepReport,
    /// What passes through what.
    #[serde(flatten)]
    pub intersections: Intersections,
    /// How much longer the edges of the cloth are than they were cut.
    #[serde(flatten)]
    pub stretch: StretchSummary,
    /// How far the upper edge of each garment, waistband or shoulders, is from where it was on the skin at first, in metres.
    pub slipped: Vec<f64>,
}

impl FrameCheck {
    /// Judges a frame.
    pub(super) fn of(cloth: &TriMesh, skin: &TriMesh, edges: &[RestEdge]) -> Self {
        Self {
            intersections: Intersections::of(cloth, [skin.clone()]),
            stretch: StretchSummary::of(edges, &cloth.positions),
            ..Self::default()
        }
    }

    /// Whether anything passes through anything.
    pub const fn has_intersections(&self) -> bool {
        self.intersections.itself + self.intersections.bodies > 0
    }
}

/// The upper edge of a garment is so high, in metres.
const EDGE: f64 = 0.05;

/// Where the upper edges of garments are on the skin at first.
#[derive(Debug)]
pub(super) struct UpperEdges {
    /// For each garment some vertices, the nearest vertex of the skin to each, and the way from there.
    garments: Vec<Vec<(usize, usize, DVec3)>>,
}

impl UpperEdges {
    pub(super) fn of(first: &MotionFrame) -> Self {
        let boxes: Vec<Aabb> = first.body.iter().map(|p| Aabb { min: *p, max: *p }).collect();
        let tree = Bvh::new(&boxes);
        let edge = |garment: &Vec<DVec3>| {
            let top = garment.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
            let high = garment.iter().copied().enumerate().filter(|(_, p)| p.y > top - EDGE);
            let on_skin = high.filter_map(|(v, p)| {
                let distance = |s: u32| first.body[s as usize].distance_squared(p);
                let (skin, _) = tree.nearest(p, f64::INFINITY, distance)?;
                Some((v, skin as usize, p - first.body[skin as usize]))
            });
            on_skin.collect()
        };
        Self { garments: first.garments.iter().map(edge).collect() }
    }

    /// How far the upper edge of each garment has slipped, as a whole: folds to and fro do not count.
    pub(super) fn slipped(&self, now: &MotionFrame) -> Vec<f64> {
        let of = |(edge, garment): (&Vec<(usize, usize, DVec3)>, &Vec<DVec3>)| {
            let moved = edge.iter().map(|&(v, skin, way)| garment[v] - now.body[skin] - way);
            moved.sum::<DVec3>().length() / edge.len().max(1) as f64
        };
        self.garments.iter().zip(&now.garments).map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::shapes;

    #[test]
    fn a_garment_that_goes_along_has_not_slipped_and_one_that_stays_behind_has() {
        let ball = shapes::icosphere(0.2, 3).positions;
        let cap: Vec<DVec3> = ball.iter().filter(|p| p.y > 0.0).map(|p| p * 1.02).collect();
        let moved = |points: &[DVec3], by: DVec3| points.iter().map(|p| p + by).collect::<Vec<_>>();
        let frame = |body: DVec3, garment: DVec3| MotionFrame {
            time: 0.0,
            body: moved(&ball, body),
            garments: vec![moved(&cap, garment)],
        };
        let edges = UpperEdges::of(&frame(DVec3::ZERO, DVec3::ZERO));
        assert!(edges.slipped(&frame(DVec3::Z, DVec3::Z))[0] < 1e-12);
        let fallen = edges.slipped(&frame(DVec3::Z, DVec3::new(0.0, -0.3, 1.0)))[0];
        assert!((fallen - 0.3).abs() < 1e-12, "{fallen}");
    }
}
