//! Horizontal sections of a body from the floor to the top of its head.

use crate::section::{Loop, cut_some};
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;

/// One line of a horizontal section with what is asked of it often.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub(crate) line: Loop,
    pub(crate) bounds: Aabb,
    pub(crate) area: f64,
    pub(crate) centroid: DVec3,
}

impl Outline {
    fn new(line: Loop) -> Self {
        Self { bounds: line.bounds(), area: line.area(), centroid: line.centroid(), line }
    }
}

/// A body cut at even heights.
pub(crate) struct Slices<'a> {
    pub(crate) mesh: &'a TriMesh,
    pub(crate) floor: f64,
    pub(crate) height: f64,
    /// The middle between left and right.
    pub(crate) middle: f64,
    /// The triangles that each interval between two heights touches.
    buckets: Vec<Vec<u32>>,
    /// The outlines at each height.
    pub(crate) levels: Vec<Vec<Outline>>,
}

/// How many heights.
pub(crate) const COUNT: usize = 256;
/// Outlines with a smaller area than this fraction of the squared height are fingers, ears and eyelids.
const SMALLEST: f64 = 1.2e-4;

/// The level at a fraction of the height.
pub(crate) fn level_at(fraction: f64) -> usize {
    ((fraction * COUNT as f64) as usize).min(COUNT - 1)
}

impl<'a> Slices<'a> {
    pub(crate) fn new(mesh: &'a TriMesh) -> Self {
        let bounds = mesh.bounds();
        let (floor, height) = (bounds.min.y, bounds.size().y);
        let mut buckets = vec![Vec::new(); COUNT];
        for (t, corners) in mesh.triangles.iter().enumerate() {
            let ys = corners.map(|v| mesh.positions[v as usize].y);
            let bucket = |y: f64| (((y - floor) / height * COUNT as f64) as usize).min(COUNT - 1);
            let (low, high) = (
                ys.iter().copied().fold(f64::INFINITY, f64::min),
                ys.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            );
            for place in &mut buckets[bucket(low)..=bucket(high)] {
                place.push(t as u32);
            }
        }
        let mut slices = Self { mesh, floor, height, middle: bounds.center().x, buckets, levels: Vec::new() };
        slices.levels = (0..COUNT).into_par_iter().map(|i| slices.at(slices.level_height(i))).collect();
        slices.middle = slices.find_middle();
        slices
    }

    /// The height of a level, in the middle of its interval.
    pub(crate) fn level_height(&self, level: usize) -> f64 {
        self.floor + self.height * (level as f64 + 0.5) / COUNT as f64
    }

    /// The level at a height.
    pub(crate) fn level_of(&self, y: f64) -> usize {
        level_at((y - self.floor) / self.height)
    }

    /// The outlines at any height, largest first.
    pub(crate) fn at(&self, y: f64) -> Vec<Outline> {
        let bucket = (((y - self.floor) / self.height * COUNT as f64).max(0.0) as usize).min(COUNT - 1);
        let lines = cut_some(self.mesh, self.buckets[bucket].iter().copied(), DVec3::Y * y, DVec3::Y);
        let smallest = SMALLEST * self.height * self.height;
        let mut outlines: Vec<Outline> =
            lines.into_iter().map(Outline::new).filter(|outline| outline.area > smallest).collect();
        outlines.sort_by(|a, b| b.area.total_cmp(&a.area));
        outlines
    }

    /// The largest outline around the middle at a height.
    pub(crate) fn central(&self, outlines: &'a [Outline]) -> Option<&'a Outline> {
        let margin = 0.012 * self.height;
        outlines
            .iter()
            .find(|o| o.bounds.min.x < self.middle - margin && o.bounds.max.x > self.middle + margin)
    }

    /// The outline of one leg: the largest on that side, near the middle.
    pub(crate) fn leg<'o>(&self, outlines: &'o [Outline], sign: f64) -> Option<&'o Outline> {
        outlines.iter().find(|o| {
            let aside = (o.centroid.x - self.middle) * sign;
            aside > 0.0 && aside < 0.24 * self.height
        })
    }

    /// The central outline of a level.
    pub(crate) fn central_at(&self, level: usize) -> Option<&Outline> {
        self.central(self.levels.get(level)?)
    }

    /// The girth of the central outline of a level.
    pub(crate) fn girth(&self, level: usize) -> Option<f64> {
        self.central_at(level).map(|outline| outline.line.girth())
    }

    /// The middle of the trunk: of the largest outline a little above half the height, where no body is wide.
    fn find_middle(&self) -> f64 {
        let mut middles: Vec<f64> = (level_at(0.52)..level_at(0.66))
            .filter_map(|level| self.levels[level].first())
            .map(|outline| outline.bounds.center().x)
            .collect();
        middles.sort_by(f64::total_cmp);
        middles.get(middles.len() / 2).copied().unwrap_or(self.middle)
    }
}
