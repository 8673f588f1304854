//! Is a mesh sound: a surface, clean, and not passing through itself or another?
//!
//! ```
//! use toile::{check::Check, samples};
//!
//! let skirt = samples::skirt(&samples::Skirt::default());
//! let mut check = Check::of(&skirt);
//! check.compare(&samples::dress_form());
//! assert!(!check.surface.is_closed_manifold());       // a skirt has a waist and a hem
//! assert!(check.self_intersections.is_empty());
//! assert_eq!(check.against.as_deref(), Some(&[][..]));   // and does not pass through the form
//! ```

use crate::mesh_parts::Parts;
use serde::Serialize;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::repair::{RepairError, RepairReport, RepairSettings, repair};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::glam::DVec3;
use toile_geom::intersect::{degenerate_triangles, mesh_intersections, self_intersections};
use toile_geom::topology::{Surface, Topology};

/// What a check found: where the mesh is not a clean surface, and where it passes through itself.
#[derive(Clone, Debug)]
pub struct Check<'a> {
    mesh: &'a TriMesh,
    /// The mesh's edges, neighbours and borders.
    pub topology: Topology,
    /// Where the mesh is not a surface.
    pub surface: Surface,
    /// Triangles without area, exactly.
    pub degenerate_triangles: Vec<u32>,
    /// Pairs of triangles that meet where they should not, exactly.
    pub self_intersections: Vec<[u32; 2]>,
    /// Pairs of a triangle and one of the other mesh that have a point in common, if there was another mesh.
    pub against: Option<Vec<[u32; 2]>>,
    /// How many faces of the file had fewer than three corners and gave no triangle; none unless its reader says so.
    pub incomplete_faces: usize,
}

impl<'a> Check<'a> {
    /// Checks a mesh.
    pub fn of(mesh: &'a TriMesh) -> Self {
        let topology = Topology::new(mesh);
        let surface = topology.surface();
        Self {
            mesh,
            topology,
            surface,
            degenerate_triangles: degenerate_triangles(mesh),
            self_intersections: self_intersections(mesh),
            against: None,
            incomplete_faces: 0,
        }
    }

    /// Checks it against another mesh as well.
    pub fn compare(&mut self, other: &TriMesh) {
        self.against = Some(mesh_intersections(self.mesh, other));
    }

    /// Whether nothing is wrong that makes the mesh unusable: no [faults](Self::faults).
    pub fn is_clean(&self) -> bool {
        self.faults().is_empty()
    }

    /// What makes the mesh unusable as cloth or as a body. A border is no fault, for cloth has one, and neither are vertices that
    /// no triangle uses; but a mesh without triangles is.
    pub fn faults(&self) -> Vec<CheckFault> {
        let surface = &self.surface;
        let counts = [
            ("non_manifold_edges", surface.non_manifold_edges.len()),
            ("non_manifold_vertices", surface.non_manifold_vertices.len()),
            ("inconsistent_edges", surface.inconsistent_edges.len()),
            ("degenerate_triangles", self.degenerate_triangles.len()),
            ("duplicate_triangles", surface.duplicate_triangles.len()),
            ("self_intersections", self.self_intersections.len()),
            ("intersections_against", self.against.as_ref().map_or(0, Vec::len)),
        ];
        let found = counts.into_iter().filter(|(_, count)| *count > 0);
        let nothing = self.mesh.triangles.is_empty().then_some(("triangles", 0));
        nothing.into_iter().chain(found).map(|(field, count)| CheckFault { field, count }).collect()
    }

    /// Whether it looks as if the end of the file was missing: faces without corners enough, no faces at all, or an open mesh with
    /// vertices that no triangle uses. Formats that say how long they are do not need this; OBJ does not say it.
    pub fn may_be_cut_short(&self) -> bool {
        let is_open = self.mesh.triangles.is_empty() || !self.surface.boundary_edges.is_empty();
        self.incomplete_faces > 0 || (is_open && !self.surface.lone_vertices.is_empty())
    }

    /// The triangles of the mesh that are involved in any trouble, in increasing order.
    pub fn troubled_triangles(&self) -> Vec<u32> {
        let mut triangles: Vec<u32> = self.degenerate_triangles.clone();
        triangles.extend(self.self_intersections.as_flattened());
        triangles.extend(self.surface.duplicate_triangles.as_flattened());
        triangles.extend(self.against.iter().flatten().map(|pair| pair[0]));
        for &edge in self.surface.non_manifold_edges.iter().chain(&self.surface.inconsistent_edges) {
            triangles.extend(self.topology.edge_triangles.row(edge as usize));
        }
        triangles.sort_unstable();
        triangles.dedup();
        triangles
    }

    /// Where two triangles of the mesh meet, roughly: the middle of what their boxes have in common.
    pub fn place(&self, [a, b]: [u32; 2]) -> DVec3 {
        overlap_center(self.mesh.triangle_bounds(a as usize), self.mesh.triangle_bounds(b as usize))
    }

    /// The middle of a triangle.
    pub fn triangle_center(&self, triangle: u32) -> DVec3 {
        self.mesh.corners(triangle as usize).iter().sum::<DVec3>() / 3.0
    }

    /// The report that `toile check --json` prints.
    pub fn report(&self) -> CheckReport {
        let surface = &self.surface;
        let bounds = self.mesh.bounds();
        let pair_places = |pairs: &[[u32; 2]]| {
            pairs.iter().map(|&pair| PairPlace { triangles: pair, at: self.place(pair).to_array() }).collect()
        };
        let against_places = self.against.as_ref().map(|pairs| {
            let place = |&pair: &[u32; 2]| PairPlace {
                triangles: pair,
                at: self.triangle_center(pair[0]).to_array(),
            };
            pairs.iter().map(place).collect()
        });
        let edge_ends =
            |edges: &[u32]| edges.iter().map(|&e| self.topology.edges[e as usize]).collect::<Vec<_>>();
        CheckReport {
            vertices: self.mesh.positions.len(),
            triangles: self.mesh.triangles.len(),
            closed_manifold: surface.is_closed_manifold(),
            boundary_edges: surface.boundary_edges.len(),
            boundary_loops: self.topology.boundary_loops().len(),
            non_manifold_edges: surface.non_manifold_edges.len(),
            non_manifold_vertices: surface.non_manifold_vertices.len(),
            inconsistent_edges: surface.inconsistent_edges.len(),
            degenerate_triangles: self.degenerate_triangles.len(),
            duplicate_triangles: surface.duplicate_triangles.len(),
            unused_vertices: surface.lone_vertices.len(),
            components: surface.components,
            self_intersections: self.self_intersections.len(),
            intersections_against: self.against.as_ref().map(Vec::len),
            area_m2: self.mesh.area(),
            volume_m3: surface.is_closed_manifold().then(|| self.mesh.volume()),
            size_m: bounds.size().to_array(),
            incomplete_faces: self.incomplete_faces,
            may_be_cut_short: self.may_be_cut_short(),
            clean: self.is_clean(),
            faults: self.faults(),
            places: CheckPlaces {
                self_intersections: pair_places(&self.self_intersections),
                intersections_against: against_places,
                degenerate_triangles: self.degenerate_triangles.clone(),
                duplicate_triangles: surface.duplicate_triangles.clone(),
                non_manifold_edges: edge_ends(&surface.non_manifold_edges),
                non_manifold_vertices: surface.non_manifold_vertices.clone(),
                inconsistent_edges: edge_ends(&surface.inconsistent_edges),
            },
            repair: None,
        }
    }
}

/// A mesh free of intersections, or as nearly as possible, made from one that may have some; `body` stays as it is and the mesh
/// is moved out of it if it is closed. The triangles of the body are numbered after those of the mesh in the report.
///
/// The settings may have a layer for each connected part of the mesh, in the order of their first vertices ([`Parts`]).
///
/// ```
/// use toile::{check, samples};
///
/// let settings = toile_contact::repair::RepairSettings::default();
/// let (skirt, report) = check::repaired(&samples::tangled_skirt(), Some(&samples::dress_form()), &settings).unwrap();
/// assert!(report.intersections_before > 0 && report.is_clean());
/// assert_eq!(skirt.triangles, samples::tangled_skirt().triangles);
/// ```
///
/// # Errors
/// If a coordinate is not a number or a setting makes no sense.
pub fn repaired(
    mesh: &TriMesh,
    body: Option<&TriMesh>,
    settings: &RepairSettings,
) -> Result<(TriMesh, RepairReport), RepairError> {
    // Without layers there is nothing to tell parts apart for.
    let in_parts = if settings.layers.is_empty() { Parts::all_as_one(mesh) } else { Parts::of(mesh) };
    let mut settings = settings.clone();
    let mut features = Features::default();
    for (triangles, vertices) in &in_parts.meshes {
        features.add(triangles, *vertices);
    }
    let mut positions: Vec<DVec3> = in_parts.order.iter().map(|&v| mesh.positions[v as usize]).collect();
    if let Some(body) = body {
        features.add(&body.triangles, body.positions.len());
        positions.extend(&body.positions);
        if !settings.layers.is_empty() {
            settings.layers.push(None);
        }
    }
    let fixed = (0..positions.len()).map(|v| v >= mesh.positions.len()).collect();
    let mut report = repair(&features, &Filter::new().with_fixed(fixed), &mut positions, &settings)?;
    for place in &mut report.unrepaired {
        place.triangles = place.triangles.map(|t| in_parts.triangles.get(t as usize).copied().unwrap_or(t));
    }
    let mut mended = mesh.clone();
    for (place, &v) in positions.iter().zip(&in_parts.order) {
        mended.positions[v as usize] = *place;
    }
    Ok((mended, report))
}

fn overlap_center(a: Aabb, b: Aabb) -> DVec3 {
    Aabb { min: a.min.max(b.min), max: a.max.min(b.max) }.center()
}

/// The result of a check as numbers: the first fields are counts, [`CheckPlaces`] lists every place.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the names are those of the JSON contract and say what they are")]
pub struct CheckReport {
    pub vertices: usize,
    pub triangles: usize,
    pub closed_manifold: bool,
    pub boundary_edges: usize,
    pub boundary_loops: usize,
    pub non_manifold_edges: usize,
    pub non_manifold_vertices: usize,
    pub inconsistent_edges: usize,
    pub degenerate_triangles: usize,
    pub duplicate_triangles: usize,
    pub unused_vertices: usize,
    pub components: usize,
    pub self_intersections: usize,
    /// `None` (`null`) if there was no other mesh.
    pub intersections_against: Option<usize>,
    pub area_m2: f64,
    /// Only a closed surface has a volume.
    pub volume_m3: Option<f64>,
    pub size_m: [f64; 3],
    /// Faces of fewer than three corners.
    pub incomplete_faces: usize,
    /// Whether it looks as if the end of the file was missing.
    pub may_be_cut_short: bool,
    pub clean: bool,
    /// Why it is not clean.
    pub faults: Vec<CheckFault>,
    pub places: CheckPlaces,
    /// Only if a repair was asked for; all fields before it are about the mesh as it was.
    #[serde(flatten)]
    pub repair: Option<Repaired>,
}

/// Something that makes a mesh unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CheckFault {
    /// The field of the [`CheckReport`] that counts it.
    pub field: &'static str,
    /// How many there are; none of them is the fault if it is `triangles`.
    pub count: usize,
}

/// What a repair did, in a [`CheckReport`].
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "as in the report")]
pub struct Repaired {
    /// Whether nothing intersects any more.
    pub repaired: bool,
    /// Within the mesh and with the other one.
    pub intersections_before: usize,
    pub intersections_after: usize,
    pub moved_vertices: usize,
    pub max_displacement_m: f64,
    /// How much longer an edge became at most, 0.1 for 10 %.
    pub max_stretch: f64,
    /// What is closer than the thickness, though not intersecting, near what was moved.
    pub too_close: usize,
    /// Pairs that still intersect. Triangles of the other mesh are numbered after those of the mesh.
    pub unrepaired: Vec<PairPlace>,
}

impl From<&RepairReport> for Repaired {
    fn from(report: &RepairReport) -> Self {
        let place = |place: &toile_contact::repair::Unrepaired| PairPlace {
            triangles: place.triangles,
            at: place.position.to_array(),
        };
        Self {
            repaired: report.is_clean(),
            intersections_before: report.intersections_before,
            intersections_after: report.intersections_after,
            moved_vertices: report.moved_vertices,
            max_displacement_m: report.max_displacement,
            max_stretch: report.max_stretch,
            too_close: report.too_close,
            unrepaired: report.unrepaired.iter().map(place).collect(),
        }
    }
}

/// Every place that is counted in a [`CheckReport`]. Triangles and vertices are numbered from 0.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "as in the report")]
pub struct CheckPlaces {
    pub self_intersections: Vec<PairPlace>,
    pub intersections_against: Option<Vec<PairPlace>>,
    pub degenerate_triangles: Vec<u32>,
    pub duplicate_triangles: Vec<[u32; 2]>,
    /// Pairs of vertices.
    pub non_manifold_edges: Vec<[u32; 2]>,
    pub non_manifold_vertices: Vec<u32>,
    /// Pairs of vertices.
    pub inconsistent_edges: Vec<[u32; 2]>,
}

/// Two triangles that meet, and where.
#[derive(Clone, Debug, Serialize)]
pub struct PairPlace {
    /// The two triangles.
    pub triangles: [u32; 2],
    /// Where they meet, roughly.
    pub at: [f64; 3],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use toile_geom::shapes;

    #[test]
    fn a_ball_is_clean_and_a_pushed_one_is_not() {
        let ball = shapes::icosphere(1.0, 3);
        let check = Check::of(&ball);
        assert!(check.is_clean() && check.troubled_triangles().is_empty());
        let report = check.report();
        assert!(report.closed_manifold && report.volume_m3.unwrap() > 4.0);

        let mut pushed = ball.clone();
        pushed.positions[0] *= -1.2;
        let check = Check::of(&pushed);
        assert!(!check.is_clean());
        let report = check.report();
        assert_eq!(report.self_intersections, report.places.self_intersections.len());
        // The vertex was pulled out through the far side: that is where it happens.
        let far = pushed.positions[0].normalize();
        assert!(report.places.self_intersections.iter().all(|p| DVec3::from(p.at).distance(far) < 0.2));
    }

    #[test]
    fn a_mesh_without_triangles_is_neither_closed_nor_clean() {
        for positions in [Vec::new(), vec![DVec3::ZERO, DVec3::X, DVec3::Y]] {
            let nothing = TriMesh { positions, triangles: Vec::new() };
            let report = Check::of(&nothing).report();
            assert!(!report.closed_manifold && !report.clean && report.volume_m3.is_none());
            assert_eq!(report.faults, [CheckFault { field: "triangles", count: 0 }]);
            assert!(report.area_m2.is_sign_positive() && report.size_m.iter().all(|x| x.is_finite()));
            assert_eq!(report.may_be_cut_short, report.vertices > 0);
        }
    }

    #[test]
    fn an_open_mesh_with_vertices_left_over_may_be_cut_short() {
        let mut ball = shapes::icosphere(1.0, 2);
        assert!(!Check::of(&ball).may_be_cut_short());
        ball.positions.push(DVec3::ONE);
        assert!(!Check::of(&ball).may_be_cut_short(), "a closed mesh lacks nothing");
        ball.triangles.truncate(100);
        let check = Check::of(&ball);
        assert!(check.may_be_cut_short() && check.is_clean(), "it may be, but it need not");
    }

    #[test]
    fn layers_tell_which_part_goes_outside() {
        // Two crossed sheets: the one with the larger number ends above the other, whichever it is.
        let lower = shapes::sheet(glam::DVec2::splat(0.2), [8, 8]);
        let mut crossed = lower.clone();
        let mut tilted = lower.clone();
        tilted.positions.iter_mut().for_each(|p| p.y += 0.1 * p.x + 1e-3);
        crossed.append(&tilted);
        for (numbers, sign) in [([1, 2], 1.0), ([2, 1], -1.0)] {
            let settings = RepairSettings { layers: numbers.map(Some).to_vec(), ..RepairSettings::default() };
            let (mended, report) = repaired(&crossed, None, &settings).unwrap();
            assert!(report.intersections_before > 0 && report.is_clean());
            let above = (0..81).map(|v| mended.positions[v + 81].y - mended.positions[v].y);
            let count = above.filter(|by| by * sign > 0.0).count();
            assert_eq!(count, 81, "{numbers:?}");
        }
    }

    #[test]
    fn the_tangled_skirt_is_found_out() {
        let tangled = samples::tangled_skirt();
        let mut check = Check::of(&tangled);
        assert!(!check.is_clean());
        let before = check.troubled_triangles().len();
        check.compare(&samples::dress_form());
        assert!(check.troubled_triangles().len() > before);
        assert_eq!(check.report().intersections_against, check.against.map(|pairs| pairs.len()));
    }
}
