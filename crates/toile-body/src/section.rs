//! Where a plane cuts a mesh: the lines that a tape follows.
//!
//! ```
//! use glam::DVec3;
//! use toile_body::section::cut;
//! use toile_geom::shapes::icosphere;
//!
//! let ball = icosphere(0.5, 4);
//! let loops = cut(&ball, DVec3::new(0.0, 0.1, 0.0), DVec3::Y);
//! assert_eq!(loops.len(), 1);
//! let circle = 2.0 * std::f64::consts::PI * (0.25_f64 - 0.01).sqrt();
//! assert!((loops[0].girth() - circle).abs() < 0.01);
//! ```

use crate::tape::hull_girth;
use glam::{DVec2, DVec3};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;

/// One line in which a plane cuts a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The points in order.
    pub points: Vec<DVec3>,
    /// Whether the last point joins the first; a hole in the mesh leaves a line open.
    pub closed: bool,
    /// The plane's unit normal.
    pub normal: DVec3,
}

impl Loop {
    /// The length of a tape around the line.
    pub fn girth(&self) -> f64 {
        hull_girth(&self.flat())
    }

    /// The enclosed area.
    pub fn area(&self) -> f64 {
        let flat = self.flat();
        let twice: f64 = (0..flat.len()).map(|i| flat[i].perp_dot(flat[(i + 1) % flat.len()])).sum();
        0.5 * twice.abs()
    }

    /// The middle of the enclosed area, or of the points if there is none.
    pub fn centroid(&self) -> DVec3 {
        let origin = self.points.first().copied().unwrap_or_default();
        let (mut sum, mut total) = (DVec3::ZERO, 0.0);
        for i in 0..self.points.len() {
            let (a, b) = (self.points[i] - origin, self.points[(i + 1) % self.points.len()] - origin);
            let weight = a.cross(b).dot(self.normal);
            sum += (a + b) * (weight / 3.0);
            total += weight;
        }
        if total.abs() > 1e-12 {
            origin + sum / total
        } else {
            self.points.iter().sum::<DVec3>() / self.points.len().max(1) as f64
        }
    }

    /// The box around the line.
    pub fn bounds(&self) -> Aabb {
        self.points.iter().copied().collect()
    }

    /// The point farthest in a direction.
    pub fn farthest(&self, direction: DVec3) -> DVec3 {
        let along = |p: &DVec3| p.dot(direction);
        self.points.iter().copied().max_by(|a, b| along(a).total_cmp(&along(b))).unwrap_or_default()
    }

    fn flat(&self) -> Vec<DVec2> {
        let (u, v) = self.normal.any_orthonormal_pair();
        self.points.iter().map(|p| DVec2::new(p.dot(u), p.dot(v))).collect()
    }
}

/// The lines in which the plane through a point cuts a mesh, longest first.
pub fn cut(mesh: &TriMesh, point: DVec3, normal: DVec3) -> Vec<Loop> {
    cut_some(mesh, 0..mesh.triangles.len() as u32, point, normal)
}

/// The lines in which a plane cuts some of the triangles of a mesh, longest first.
pub fn cut_some(
    mesh: &TriMesh,
    triangles: impl IntoIterator<Item = u32>,
    point: DVec3,
    normal: DVec3,
) -> Vec<Loop> {
    let normal = normal.normalize_or(DVec3::Y);
    let offset = point.dot(normal);
    // A vertex on the plane counts as above it, so that every line passes between vertices.
    let height = |v: u32| mesh.positions[v as usize].dot(normal) - offset;
    let mut segments = Vec::new();
    for t in triangles {
        let Some(&corners) = mesh.triangles.get(t as usize) else { continue };
        let heights = corners.map(height);
        let above = heights.map(|h| h >= 0.0);
        if above[0] == above[1] && above[1] == above[2] {
            continue;
        }
        // From the edge that goes down to the one that goes up: the same sense for all triangles of a surface.
        let edge = |i: usize| [corners[i], corners[(i + 1) % 3]];
        let down = (0..3).find(|&i| above[i] && !above[(i + 1) % 3]);
        let up = (0..3).find(|&i| !above[i] && above[(i + 1) % 3]);
        if let (Some(down), Some(up)) = (down, up) {
            segments.push([edge(down), edge(up)].map(|[a, b]| [a.min(b), a.max(b)]));
        }
    }
    let crossing = |[a, b]: [u32; 2]| {
        let (from, to) = (height(a), height(b));
        mesh.positions[a as usize].lerp(mesh.positions[b as usize], from / (from - to))
    };
    let mut loops: Vec<Loop> = chains(&segments)
        .into_iter()
        .map(|(edges, closed)| Loop { points: edges.into_iter().map(crossing).collect(), closed, normal })
        .collect();
    loops.sort_by_key(|line| std::cmp::Reverse(line.points.len()));
    loops
}

/// A chain of crossed edges, and whether it closes.
type Chain = (Vec<[u32; 2]>, bool);

/// Joins segments that end on the same mesh edge.
fn chains(segments: &[[[u32; 2]; 2]]) -> Vec<Chain> {
    let mut starts: Vec<([u32; 2], usize)> = segments.iter().enumerate().map(|(i, s)| (s[0], i)).collect();
    starts.sort_unstable();
    let mut ends: Vec<[u32; 2]> = segments.iter().map(|s| s[1]).collect();
    ends.sort_unstable();
    let mut used = vec![false; segments.len()];
    // Open lines first, from where nothing arrives, then what is left, which is closed.
    let open = (0..segments.len()).filter(|&i| ends.binary_search(&segments[i][0]).is_err());
    let order: Vec<usize> = open.chain(0..segments.len()).collect();
    let mut found = Vec::new();
    for first in order {
        if used[first] {
            continue;
        }
        let mut edges = vec![segments[first][0]];
        let mut current = first;
        let closed = loop {
            used[current] = true;
            let end = segments[current][1];
            if end == edges[0] {
                break true;
            }
            edges.push(end);
            let from = starts.partition_point(|(edge, _)| *edge < end);
            let next = starts[from..].iter().take_while(|(edge, _)| *edge == end).find(|(_, i)| !used[*i]);
            match next {
                Some(&(_, next)) => current = next,
                None => break false,
            }
        };
        found.push((edges, closed));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::shapes;

    #[test]
    fn a_ball_is_cut_in_circles_with_the_right_middle_and_area() {
        let mut ball = shapes::icosphere(0.5, 5);
        ball.positions.iter_mut().for_each(|p| *p += DVec3::new(3.0, -1.0, 2.0));
        let normal = DVec3::new(0.3, 0.8, -0.2).normalize();
        let center = DVec3::new(3.0, -1.0, 2.0);
        let loops = cut(&ball, center + normal * 0.3, normal);
        assert_eq!(loops.len(), 1);
        assert!(loops[0].closed && (loops[0].centroid() - center - normal * 0.3).length() < 1e-3);
        assert!((loops[0].area() / (std::f64::consts::PI * 0.16) - 1.0).abs() < 5e-3);
    }

    #[test]
    fn a_plane_through_vertices_still_gives_closed_lines() {
        let cube = shapes::cuboid(DVec3::ONE);
        let loops = cut(&cube, DVec3::ZERO, DVec3::new(1.0, 1.0, 1.0));
        assert!(loops.iter().all(|l| l.closed));
        let sheet = shapes::icosphere(1.0, 3);
        let loops = cut(&sheet, DVec3::ZERO, DVec3::Y);
        assert_eq!(loops.len(), 1);
        assert!(loops[0].closed);
    }

    #[test]
    fn a_hole_leaves_the_line_open() {
        let mut ball = shapes::icosphere(1.0, 3);
        ball.triangles.retain(|t| !t.iter().all(|&v| ball.positions[v as usize].x > 0.7));
        let loops = cut(&ball, DVec3::ZERO, DVec3::Y);
        assert!(loops.iter().any(|l| !l.closed));
        assert!((loops[0].girth() - 6.2).abs() < 0.5);
    }
}
