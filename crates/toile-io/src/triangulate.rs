//! Cutting polygons into triangles.

use glam::{DVec2, DVec3};
use toile_geom::TriMesh;

use crate::{CornerAttribute, Group, NO_INDEX, PolyMesh};

/// The triangles of a [`PolyMesh`], and where each comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangulated {
    /// The triangles, face after face. All positions are kept, in order.
    pub mesh: TriMesh,
    /// The face that each triangle is cut from.
    pub source_face: Vec<u32>,
    /// For each triangle the three corners of the source mesh (indices into [`PolyMesh::corners`]) that it connects.
    pub source_corners: Vec<[u32; 3]>,
    /// How many faces had fewer than three corners and gave no triangle.
    pub skipped_faces: usize,
}

impl PolyMesh {
    /// Cuts every polygon into triangles.
    ///
    /// A quadrilateral is cut along the shorter of the diagonals that lie inside it. Larger polygons are cut ear by ear
    /// in the plane of their Newell normal (the area-weighted mean normal), so concave ones keep their shape; the time
    /// grows with the square of the number of corners in the worst case. Of a polygon that crosses itself, what is left
    /// when no ear can be found becomes a fan. A face of `n >= 3` corners always gives `n - 2` triangles. Faces with
    /// fewer than three corners are counted in [`Triangulated::skipped_faces`].
    ///
    /// ```
    /// use toile_io::obj;
    /// let quad = obj::read(b"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
    /// let triangulated = quad.triangulate();
    /// assert_eq!(triangulated.mesh.triangles.len(), 2);
    /// assert_eq!(triangulated.source_face, [0, 0]);
    /// # Ok::<(), toile_io::ReadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the mesh is not [valid](PolyMesh::validate). Meshes from the readers are.
    pub fn triangulate(&self) -> Triangulated {
        let mut result = Triangulated {
            mesh: TriMesh { positions: self.positions.clone(), triangles: Vec::new() },
            ..Triangulated::default()
        };
        let mut cuts = Vec::new();
        let mut points = Vec::new();
        for face in 0..self.face_count() {
            let corners = self.face(face);
            points.clear();
            points.extend(corners.iter().map(|&vertex| self.positions[vertex as usize]));
            cuts.clear();
            match points.len() {
                0..=2 => result.skipped_faces += 1,
                3 => cuts.push([0, 1, 2]),
                4 => cut_quadrilateral(&points, &mut cuts),
                _ => cut_polygon(&points, &mut cuts),
            }
            let start = self.face_starts[face];
            for cut in &cuts {
                result.mesh.triangles.push(cut.map(|corner| corners[corner]));
                result.source_face.push(face as u32);
                result.source_corners.push(cut.map(|corner| start + corner as u32));
            }
        }
        result
    }

    /// The same mesh with every polygon [cut into triangles](PolyMesh::triangulate), all attributes kept.
    ///
    /// # Panics
    ///
    /// If the mesh is not [valid](PolyMesh::validate). Meshes from the readers are.
    #[must_use]
    pub fn triangulated(&self) -> PolyMesh {
        if self.is_triangulated() {
            return self.clone();
        }
        let Triangulated { mesh, source_face, source_corners, .. } = self.triangulate();
        let first_triangle = |face: u32| source_face.partition_point(|&source| source < face) as u32;
        let groups = self.groups.iter().map(|group| Group {
            faces: first_triangle(group.faces.start)..first_triangle(group.faces.end),
            ..group.clone()
        });
        let source_corners = source_corners.as_flattened();
        PolyMesh {
            uv_sets: self.uv_sets.iter().map(|set| set.select(source_corners)).collect(),
            normals: self.normals.as_ref().map(|normals| normals.select(source_corners)),
            colors: self.colors.clone(),
            groups: groups.filter(|group| !group.faces.is_empty()).collect(),
            edges: self.edges.clone(),
            stitches: self.stitches.clone(),
            ..PolyMesh::from(mesh)
        }
    }
}

impl<T: Clone> CornerAttribute<T> {
    /// The same values for another list of corners, each named by its place in the present list.
    fn select(&self, corners: &[u32]) -> Self {
        let index = |&corner: &u32| self.indices.get(corner as usize).copied().unwrap_or(NO_INDEX);
        Self { values: self.values.clone(), indices: corners.iter().map(index).collect() }
    }
}

/// The area-weighted normal of a polygon that need not be flat (M. Newell's method); twice the area long.
fn newell_normal(points: &[DVec3]) -> DVec3 {
    // Relative to the first point, so that a small polygon far from the origin does not lose its digits.
    let relative = |p: &DVec3| *p - points[0];
    points.windows(2).map(|w| relative(&w[0]).cross(relative(&w[1]))).sum()
}

fn cut_quadrilateral(points: &[DVec3], cuts: &mut Vec<[usize; 3]>) {
    let normal = newell_normal(points);
    let faces_forward =
        |[a, b, c]: [usize; 3]| (points[b] - points[a]).cross(points[c] - points[a]).dot(normal) > 0.0;
    let along_02 = [[0, 1, 2], [0, 2, 3]];
    let along_13 = [[0, 1, 3], [1, 2, 3]];
    let valid_02 = along_02.into_iter().all(faces_forward);
    let valid_13 = along_13.into_iter().all(faces_forward);
    let shorter_13 = points[1].distance_squared(points[3]) < points[0].distance_squared(points[2]);
    let take_13 = valid_13 && (shorter_13 || !valid_02);
    cuts.extend(if take_13 { along_13 } else { along_02 });
}

/// Twice the signed area of a triangle.
fn doubled_area(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

fn cut_polygon(points: &[DVec3], cuts: &mut Vec<[usize; 3]>) {
    let normal = newell_normal(points).normalize_or_zero();
    if normal == DVec3::ZERO {
        cut_fan(&(0..points.len()).collect::<Vec<_>>(), cuts);
        return;
    }
    let (right, up) = normal.any_orthonormal_pair();
    let flat = points.iter().map(|&p| p - points[0]).map(|p| DVec2::new(p.dot(right), p.dot(up)));
    EarClipper::new(flat.collect()).run(cuts);
}

fn cut_fan(ring: &[usize], cuts: &mut Vec<[usize; 3]>) {
    cuts.extend(ring[1..].windows(2).map(|pair| [ring[0], pair[0], pair[1]]));
}

/// Cuts a polygon ear by ear (G. H. Meisters, *Polygons have ears*, 1975). An ear is a convex corner whose triangle
/// contains no other corner; only corners that are not convex can lie inside, so only those are looked at.
struct EarClipper {
    points: Vec<DVec2>,
    next: Vec<usize>,
    previous: Vec<usize>,
    /// Corners that were not convex when last looked at, in ascending order. Cutting ears can only make them convex.
    reflex: Vec<usize>,
}

/// How strictly the triangle of an ear has to be free of other corners.
#[derive(Clone, Copy, PartialEq)]
enum Clearance {
    /// No other corner inside or on the border.
    Border,
    /// No other corner inside.
    Inside,
}

impl EarClipper {
    fn new(points: Vec<DVec2>) -> Self {
        let count = points.len();
        let mut clipper = Self {
            points,
            next: (1..count).chain([0]).collect(),
            previous: [count - 1].into_iter().chain(0..count - 1).collect(),
            reflex: Vec::new(),
        };
        clipper.reflex = (0..count).filter(|&corner| clipper.area_at(corner) <= 0.0).collect();
        clipper
    }

    fn run(mut self, cuts: &mut Vec<[usize; 3]>) {
        let mut left = self.points.len();
        let mut corner = 0;
        while left > 3 {
            let ear = self
                .find_ear(corner, left, Clearance::Border)
                .or_else(|| self.find_ear(corner, left, Clearance::Inside));
            let Some(ear) = ear else { break };
            let (before, after) = (self.previous[ear], self.next[ear]);
            cuts.push([before, ear, after]);
            self.next[before] = after;
            self.previous[after] = before;
            left -= 1;
            for neighbour in [before, after] {
                if self.area_at(neighbour) > 0.0 {
                    self.reflex.retain(|&other| other != neighbour);
                }
            }
            // Going on behind the next corner instead of at it keeps the triangles from becoming one thin fan.
            corner = self.next[after];
        }
        let mut ring = vec![corner];
        while ring.len() < left {
            ring.push(self.next[ring[ring.len() - 1]]);
        }
        cut_fan(&ring, cuts);
    }

    fn find_ear(&self, start: usize, left: usize, clearance: Clearance) -> Option<usize> {
        let mut corner = start;
        for _ in 0..left {
            if self.is_ear(corner, clearance) {
                return Some(corner);
            }
            corner = self.next[corner];
        }
        None
    }

    fn area_at(&self, corner: usize) -> f64 {
        let [a, b, c] = [self.previous[corner], corner, self.next[corner]].map(|i| self.points[i]);
        doubled_area(a, b, c)
    }

    fn is_ear(&self, corner: usize, clearance: Clearance) -> bool {
        let [a, b, c] = [self.previous[corner], corner, self.next[corner]].map(|i| self.points[i]);
        if doubled_area(a, b, c) <= 0.0 {
            return false;
        }
        let is_inside = |p: DVec2| {
            let areas = [doubled_area(a, b, p), doubled_area(b, c, p), doubled_area(c, a, p)];
            match clearance {
                Clearance::Border => areas.iter().all(|&area| area >= 0.0),
                Clearance::Inside => areas.iter().all(|&area| area > 0.0),
            }
        };
        // Corners at the same place as the ear's own (the ends of a cut to a hole) do not lie in the way.
        !self
            .reflex
            .iter()
            .map(|&other| self.points[other])
            .any(|p| p != a && p != b && p != c && is_inside(p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn polygon(points: &[[f64; 2]]) -> PolyMesh {
        PolyMesh {
            positions: points.iter().map(|p| DVec3::new(p[0], p[1], 0.0)).collect(),
            face_starts: vec![0, points.len() as u32],
            corners: (0..points.len() as u32).collect(),
            ..PolyMesh::default()
        }
    }

    /// Twice the area of all triangles, and of those that face backwards.
    fn doubled_areas(mesh: &TriMesh) -> (f64, f64) {
        let areas = mesh.triangles.iter().map(|t| {
            let [a, b, c] = t.map(|i| mesh.positions[i as usize].truncate());
            doubled_area(a, b, c)
        });
        areas.fold((0.0, 0.0), |(sum, negative), area| (sum + area, negative + area.min(0.0)))
    }

    #[test]
    fn a_quadrilateral_takes_the_shorter_diagonal() {
        let kite = polygon(&[[0.0, 0.0], [1.0, -0.2], [3.0, 0.0], [1.0, 0.2]]);
        assert_eq!(kite.triangulate().mesh.triangles, [[0, 1, 3], [1, 2, 3]]);
        let turned = polygon(&[[1.0, -0.2], [3.0, 0.0], [1.0, 0.2], [0.0, 0.0]]);
        assert_eq!(turned.triangulate().mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn a_concave_quadrilateral_takes_the_diagonal_inside() {
        // The shorter diagonal 0-2 would run outside: corner 3 is dented.
        let dart = polygon(&[[0.0, 0.0], [0.0, -4.0], [1.0, 0.0], [0.4, -1.0]]);
        let Triangulated { mesh, .. } = dart.triangulate();
        assert_eq!(mesh.triangles, [[0, 1, 3], [1, 2, 3]]);
        assert_eq!(doubled_areas(&mesh).1, 0.0);
    }

    #[test]
    fn concave_polygons_keep_their_shape() {
        // A comb of 5 teeth and a staircase: fans from any corner would leave the shape.
        let comb: Vec<_> = (0..5)
            .flat_map(|i| {
                let x = 10.0 - 2.0 * f64::from(i);
                [[x, 5.0], [x - 1.0, 1.0]]
            })
            .chain([[0.0, 5.0], [0.0, 0.0], [10.0, 0.0]])
            .collect();
        let stairs =
            [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 2.0], [1.0, 2.0], [1.0, 1.0], [0.0, 1.0]];
        for points in [&comb[..], &stairs[..]] {
            let mesh = polygon(points);
            let triangulated = mesh.triangulate();
            let expected: f64 = (0..points.len())
                .map(|i| DVec2::from(points[i]).perp_dot(DVec2::from(points[(i + 1) % points.len()])))
                .sum();
            let (area, backwards) = doubled_areas(&triangulated.mesh);
            assert!((area - expected).abs() < 1e-9, "{area} {expected}");
            assert_eq!(backwards, 0.0);
            assert_eq!(triangulated.mesh.triangles.len(), points.len() - 2);
        }
    }

    #[test]
    fn corners_on_a_straight_edge_leave_no_backward_triangle() {
        let points =
            [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [1.5, 2.0], [1.0, 4.0 / 3.0], [0.5, 2.0 / 3.0]];
        let (area, backwards) = doubled_areas(&polygon(&points).triangulate().mesh);
        assert!((area - 6.0).abs() < 1e-12);
        assert!(backwards > -1e-12);
    }

    #[test]
    fn degenerate_faces_are_counted_and_hopeless_ones_become_fans() {
        let mut mesh = polygon(&[[0.0, 0.0]; 6]);
        assert_eq!(mesh.triangulate().mesh.triangles.len(), 4);
        mesh.face_starts = vec![0, 0, 1, 3, 6];
        let triangulated = mesh.triangulate();
        assert_eq!(triangulated.skipped_faces, 3);
        assert_eq!(triangulated.source_face, [3]);
        assert_eq!(triangulated.source_corners, [[3, 4, 5]]);
        // A pentagram crosses itself everywhere.
        let star: Vec<_> = (0..5)
            .map(|i| (f64::from(i) * 0.8 * std::f64::consts::PI).sin_cos())
            .map(|(y, x)| [x, y])
            .collect();
        assert_eq!(polygon(&star).triangulate().mesh.triangles.len(), 3);
    }

    #[test]
    fn attributes_and_groups_follow() {
        let mut mesh = polygon(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0], [-1.0, 0.5]]);
        mesh.corners = vec![0, 1, 2, 3, 0, 3, 4];
        mesh.face_starts = vec![0, 4, 7];
        mesh.uv_sets = vec![CornerAttribute {
            values: (0..7).map(|i| DVec2::splat(f64::from(i))).collect(),
            indices: vec![0, 1, 2, 3, 4, NO_INDEX, 6],
        }];
        mesh.groups = vec![
            Group { name: "front".into(), material: None, faces: 0..1 },
            Group { name: "back".into(), material: None, faces: 1..2 },
        ];
        let triangles = mesh.triangulated();
        assert_eq!(triangles.validate(), Ok(()));
        assert_eq!(triangles.corners, [0, 1, 2, 0, 2, 3, 0, 3, 4]);
        assert_eq!(triangles.uv_sets[0].indices, [0, 1, 2, 0, 2, 3, 4, NO_INDEX, 6]);
        assert_eq!(triangles.groups[0].faces, 0..2);
        assert_eq!(triangles.groups[1].faces, 2..3);
        assert_eq!(triangles.triangulated(), triangles);
    }

    proptest! {
        /// A polygon that is star-shaped around the origin is simple, whatever its radii.
        #[test]
        fn star_shaped_polygons_are_covered_exactly(radii in prop::collection::vec(0.1_f64..1.0, 5..40)) {
            let step = std::f64::consts::TAU / radii.len() as f64;
            let points: Vec<_> = radii.iter().enumerate()
                .map(|(i, r)| { let (sin, cos) = (step * i as f64).sin_cos(); [r * cos, r * sin] })
                .collect();
            let expected: f64 = (0..points.len())
                .map(|i| DVec2::from(points[i]).perp_dot(DVec2::from(points[(i + 1) % points.len()])))
                .sum();
            let triangulated = polygon(&points).triangulate();
            prop_assert_eq!(triangulated.mesh.triangles.len(), points.len() - 2);
            let (area, backwards) = doubled_areas(&triangulated.mesh);
            prop_assert!((area - expected).abs() < 1e-9);
            prop_assert!(backwards > -1e-12);
        }
    }
}
