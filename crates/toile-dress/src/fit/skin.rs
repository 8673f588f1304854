//! The skin below each point of a cloth.

use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;

/// Points that follow each other in a mesh are mostly near to each other: chunks of them are searched one after the other.
const CHUNK: usize = 256;

/// The skin nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinPoint {
    /// The triangle of the skin.
    pub triangle: u32,
    /// The point of the skin.
    pub foot: DVec3,
    /// The outward normal there.
    pub normal: DVec3,
    /// How far the point is from it in metres; negative inside of the body.
    pub distance: f64,
}

impl SkinPoint {
    /// The skin below points; `None` for all if there is no skin.
    pub fn below(points: &[DVec3], skin: &TriMesh, tree: &Bvh, normals: &[DVec3]) -> Vec<Option<Self>> {
        let chunk = |points: &[DVec3]| {
            let mut last: Option<(DVec3, f64)> = None;
            let mut found = Vec::with_capacity(points.len());
            for &point in points {
                // Not farther than the last one's distance and the way from there; a little more, for rounding.
                let within = last.map_or(f64::INFINITY, |(p, d)| 1.000_001 * (p.distance(point) + d) + 1e-9);
                let here = Self::at(point, within, skin, tree, normals);
                last = here.map(|here| (point, here.distance.abs()));
                found.push(here);
            }
            found
        };
        points.par_chunks(CHUNK).flat_map_iter(chunk).collect()
    }

    fn at(point: DVec3, within: f64, skin: &TriMesh, tree: &Bvh, normals: &[DVec3]) -> Option<Self> {
        let distance = |t: u32| point_triangle(point, skin.corners(t as usize)).distance_squared;
        let (triangle, squared) = tree.nearest(point, within, distance)?;
        let corners = skin.corners(triangle as usize);
        let weights = point_triangle(point, corners).barycentric;
        let blend = |values: [DVec3; 3]| (0..3).map(|i| values[i] * weights[i]).sum::<DVec3>();
        let normal =
            blend(skin.triangles[triangle as usize].map(|v| normals[v as usize])).normalize_or(DVec3::Y);
        let foot = blend(corners);
        let sign = if (point - foot).dot(normal) < 0.0 { -1.0 } else { 1.0 };
        Some(Self { triangle, foot, normal, distance: sign * squared.sqrt() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::shapes::icosphere;

    #[test]
    fn points_find_the_ball_below_them_whatever_came_before() {
        let ball = icosphere(0.5, 4);
        let (tree, normals) = (Bvh::over_triangles(&ball), ball.vertex_normals());
        let spiral = |i: u32| {
            let angle = f64::from(i) * 2.4;
            let height = f64::from(i) / 300.0 - 1.0;
            DVec3::new(angle.cos(), height, angle.sin()).normalize() * (0.4 + 0.001 * f64::from(i))
        };
        let points: Vec<DVec3> = (0..600).map(spiral).collect();
        for (point, skin) in points.iter().zip(SkinPoint::below(&points, &ball, &tree, &normals)) {
            let skin = skin.unwrap();
            assert!((skin.distance - (point.length() - 0.5)).abs() < 2e-3, "{point} {}", skin.distance);
            assert!(skin.normal.dot(point.normalize()) > 0.99);
        }
        assert_eq!(SkinPoint::below(&points[..1], &TriMesh::default(), &Bvh::new(&[]), &[]), [None]);
    }
}
