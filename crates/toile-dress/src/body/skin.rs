//! Questions about the skin of a body.

use super::Wearer;
use glam::DVec3;
use toile_body::segments::Part;
use toile_geom::distance::point_triangle;

impl Wearer {
    /// The triangle of the skin nearest to a point.
    pub(super) fn nearest_triangle(&self, point: DVec3) -> Option<usize> {
        let distance = |t: u32| point_triangle(point, self.mesh().corners(t as usize)).distance_squared;
        self.tree().nearest(point, f64::INFINITY, distance).map(|found| found.0 as usize)
    }

    /// The point of the skin nearest to a point, and the outward normal there.
    pub fn nearest(&self, point: DVec3) -> Option<(DVec3, DVec3)> {
        let triangle = self.nearest_triangle(point)?;
        let corners = self.mesh().corners(triangle);
        let weights = point_triangle(point, corners).barycentric;
        let blend = |values: [DVec3; 3]| (0..3).map(|i| values[i] * weights[i]).sum::<DVec3>();
        let normals = self.mesh().triangles[triangle].map(|v| self.normals()[v as usize]);
        Some((blend(corners), blend(normals).normalize_or(DVec3::Y)))
    }

    /// A point, or if it is nearer to the skin than a distance or inside of it, a place that far outside; nearer where there is no such room, as
    /// between the legs.
    pub fn kept_outside(&self, point: DVec3, distance: f64) -> DVec3 {
        let mut best = point;
        for step in 0..6 {
            let distance = distance * 0.5f64.powi(step);
            for _ in 0..4 {
                let Some((foot, normal)) = self.nearest(best) else { return best };
                let away = best - foot;
                let outside = away.dot(normal) > 0.0;
                if outside && away.length() >= 0.99 * distance {
                    return best;
                }
                let direction = if outside { away.normalize_or(normal) } else { normal };
                best = foot + direction * distance;
            }
        }
        best
    }

    /// The vertices of some parts, each once.
    pub(crate) fn points_of(&self, parts: &[Part]) -> Vec<DVec3> {
        let mut wanted = vec![false; self.mesh().positions.len()];
        for (triangle, part) in self.mesh().triangles.iter().zip(&self.segments().parts) {
            if parts.contains(part) {
                for v in triangle {
                    wanted[*v as usize] = true;
                }
            }
        }
        let all = self.mesh().positions.iter().zip(wanted);
        all.filter(|(_, wanted)| *wanted).map(|(p, _)| *p).collect()
    }
}
