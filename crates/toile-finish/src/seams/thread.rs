//! A thread as a few triangles that ride on cloth.

use super::parts::SeamPart;
use crate::flat::{ClothSpot, PieceMap};
use glam::DVec2;

/// How far beside a piece stitches still lie on it, in metres.
const BESIDE: f64 = 0.0005;

/// Threads gathered into one mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct Threads {
    pub(super) spots: Vec<ClothSpot>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The number of the seam of each triangle.
    pub(super) run: Vec<u32>,
}

/// Lays threads along a part of a seam.
pub(super) struct Layer<'a> {
    pub(super) part: &'a SeamPart,
    pub(super) map: &'a PieceMap<'a>,
    pub(super) radius: f64,
    /// Whether threads lie on the inner side.
    pub(super) inside: bool,
}

impl Layer<'_> {
    /// A spot so far along and across, and over the side of the cloth.
    fn spot(&self, [along, across]: [f64; 2], height: f64) -> Option<ClothSpot> {
        let place = self.part.line.at(along, across * self.part.inward);
        let spot = self.map.spot(place, BESIDE)?;
        Some(ClothSpot { height: if self.inside { -height } else { height }, ..spot })
    }

    /// Adds a thread over some points, at least three: it comes out of the cloth at the first and goes in at the last. Its section is a triangle of
    /// which the lower side is not made. Nothing is added, and false returned, where there is no cloth.
    pub(super) fn lay(&self, points: &[[f64; 2]], threads: &mut Threads) -> bool {
        let Some(spots) = self.spots(points) else { return false };
        let base = threads.spots.len() as u32;
        let rings = points.len() as u32 - 2;
        let last = base + 1 + 3 * rings;
        let ring = |n: u32, k: u32| base + 1 + 3 * n + k;
        let mut triangles = Vec::new();
        for k in 0..2 {
            triangles.push([base, ring(0, k + 1), ring(0, k)]);
            triangles.push([last, ring(rings - 1, k), ring(rings - 1, k + 1)]);
            for n in 0..rings - 1 {
                let round = [ring(n, k), ring(n, k + 1), ring(n + 1, k + 1), ring(n + 1, k)];
                triangles.extend([[round[0], round[1], round[2]], [round[0], round[2], round[3]]]);
            }
        }
        // Rings go from left to right: seen from outside counter-clockwise where the piece's left is left.
        if (self.part.side == 1) != self.inside {
            for triangle in &mut triangles {
                triangle.swap(1, 2);
            }
        }
        threads.spots.extend(spots);
        threads.run.extend(triangles.iter().map(|_| self.part.run));
        threads.triangles.extend(triangles);
        true
    }

    fn spots(&self, points: &[[f64; 2]]) -> Option<Vec<ClothSpot>> {
        let (first, last) = (*points.first()?, *points.last()?);
        let mut spots = vec![self.spot(first, 0.0)?];
        for around in points.windows(3) {
            let [before, [along, across], after] = [around[0], around[1], around[2]];
            let way = (DVec2::from(after) - DVec2::from(before)).normalize_or_zero() * self.radius;
            spots.push(self.spot([along - way.y, across + way.x], 0.0)?);
            spots.push(self.spot([along, across], 2.0 * self.radius)?);
            spots.push(self.spot([along + way.y, across - way.x], 0.0)?);
        }
        spots.push(self.spot(last, 0.0)?);
        Some(spots)
    }
}
