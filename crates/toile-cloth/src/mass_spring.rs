//! The mass-spring model of older systems: a spring along each edge and one across each hinge.
//!
//! Kept for comparison, and for what is no woven sheet. The stiffness of a spring along an edge is that of the strip of cloth
//! which it stands for: `k = E ΣA / L²` with the areas of its triangles (A. Van Gelder, "Approximate simulation of elastic
//! membranes by triangulated spring meshes", 1998) and the stiffness `E` that the fabric has in the direction of the edge.
//!
//! What it cannot do, and the [membrane](crate::membrane) and [bending](crate::bending) can:
//! - Be independent of the mesh. Three springs to a triangle cannot have the six moduli of a fabric; only on equilateral
//!   triangles and for a Poisson's ratio of 1/3 is the stiffness that of the sheet.
//! - Bend at a small angle. A spring across a hinge shortens with the square of the angle, so that its force is nothing near
//!   flat; its stiffness is right in energy at one angle only, [`MATCHED_ANGLE`].
//! - Keep stretch, shear and bending apart: the springs across hinges resist stretch too.
//!
//! ```
//! use toile_cloth::rest::RestShape;
//! use toile_cloth::{fabric::Fabric, mass_spring};
//! use toile_geom::{glam::DVec2, shapes};
//!
//! let mesh = shapes::sheet(DVec2::ONE, [10, 10]);
//! let rest = RestShape::of_lying(&mesh);
//! let cloth = mass_spring::cloth(&mesh, rest, &Fabric::named("cotton-poplin")?)?;
//! assert_eq!(cloth.threads.len(), 320 + 280, "edges and hinges");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::bending::{Bending, RestHinge};
use crate::cloth::Cloth;
use crate::fabric::Fabric;
use crate::membrane::Membrane;
use crate::rest::{DegenerateTriangle, RestShape};
use crate::threads::{Anchor, Thread};
use crate::voigt::dyad;
use glam::{DMat3, DVec2, DVec3};
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// The angle in radians at which a spring across a hinge has stored as much energy as the bending it stands for.
pub const MATCHED_ANGLE: f64 = 0.5;

/// What a connection between two vertices stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// An edge along warp or weft, or nearly so.
    Structural,
    /// An edge nearer to the bias.
    Shear,
    /// The opposite corners of two triangles at an edge.
    Bend,
}

/// Two vertices at a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The vertices.
    pub vertices: [u32; 2],
    /// Their distance in the flat cloth, in metres; the mean of both sides where a seam eases one into the other.
    pub length: f64,
    /// What it stands for.
    pub kind: LinkKind,
}

/// The links of a mesh: all edges, then the opposite corners at each edge between two triangles.
pub fn links(mesh: &TriMesh, rest: &RestShape) -> Vec<Link> {
    let topology = Topology::new(mesh);
    let edges = edges(&topology, rest).map(|edge| edge.link);
    edges.chain(hinges(&topology, mesh, rest).map(|hinge| bend_link(&hinge))).collect()
}

/// The springs of a mesh, for a membrane stiffness (N/m) and a bending stiffness (N·m) of each triangle as
/// [`Membrane::new`] and [`Bending::new`] take them; in the order of [`links`].
pub fn springs(
    mesh: &TriMesh,
    rest: &RestShape,
    membrane: impl Fn(usize) -> DMat3,
    bending: impl Fn(usize) -> DMat3,
) -> Vec<Thread> {
    let topology = Topology::new(mesh);
    let along_edge = |edge: Edge| {
        let part =
            |side: &EdgeSide| along(membrane(side.triangle), side.direction) * rest.area(side.triangle);
        let stiffness = edge.sides.iter().map(part).sum::<f64>() / (edge.link.length * edge.link.length);
        spring(&edge.link, stiffness)
    };
    let across_hinge = |hinge: RestHinge| {
        let stiffness = |place: usize| {
            let across = dyad(hinge.sides[place].normal());
            across.dot(bending(hinge.triangles[place] as usize) * across)
        };
        spring(&bend_link(&hinge), cross_stiffness(&hinge, 0.5 * (stiffness(0) + stiffness(1))))
    };
    edges(&topology, rest).map(along_edge).chain(hinges(&topology, mesh, rest).map(across_hinge)).collect()
}

/// A cloth made of springs alone, warp along the rest shape's `x`, at rest in the mesh's positions.
///
/// # Errors
/// If a triangle of the rest shape has no area.
pub fn cloth(mesh: &TriMesh, rest: RestShape, fabric: &Fabric) -> Result<Cloth, DegenerateTriangle> {
    rest.validate()?;
    let threads = springs(mesh, &rest, |_| fabric.membrane_matrix(), |_| fabric.bending_matrix());
    let membrane = Membrane::new(mesh, &rest, |_| DMat3::ZERO);
    let bending = Bending::new(mesh, &rest, |_| DMat3::ZERO, &[]);
    let masses = rest.masses(mesh, |_| fabric.density);
    let mut cloth = Cloth::from_parts(mesh, rest, masses, membrane, bending);
    cloth.threads = threads;
    Ok(cloth)
}

fn spring(link: &Link, stiffness: f64) -> Thread {
    Thread { ends: link.vertices.map(Anchor::vertex), length: link.length, stiffness, is_spring: true }
}

/// An edge, and how each of its triangles has it.
struct Edge {
    link: Link,
    sides: Vec<EdgeSide>,
}

struct EdgeSide {
    triangle: usize,
    direction: DVec2,
    length: f64,
}

fn edges(topology: &Topology, rest: &RestShape) -> impl Iterator<Item = Edge> {
    let side_of = move |e: usize, t: u32| {
        let corners = rest.corners[t as usize];
        let side = topology.triangle_edges[t as usize].iter().position(|&other| other as usize == e)?;
        let span = corners[(side + 1) % 3] - corners[side];
        Some(EdgeSide { triangle: t as usize, direction: span.normalize_or_zero(), length: span.length() })
    };
    topology.edges.iter().enumerate().map(move |(e, &vertices)| {
        let sides: Vec<EdgeSide> =
            topology.edge_triangles.row(e).iter().filter_map(|&t| side_of(e, t)).collect();
        let length = sides.iter().map(|side| side.length).sum::<f64>() / sides.len().max(1) as f64;
        // Within 22.5° of the bias, the product of the direction's parts is more than sin 45° / 2.
        let is_bias = |side: &EdgeSide| (side.direction.x * side.direction.y).abs() > 0.125_f64.sqrt();
        let kind = if sides.first().is_some_and(is_bias) { LinkKind::Shear } else { LinkKind::Structural };
        Edge { link: Link { vertices, length, kind }, sides }
    })
}

fn hinges(topology: &Topology, mesh: &TriMesh, rest: &RestShape) -> impl Iterator<Item = RestHinge> {
    (0..topology.edges.len()).filter_map(move |edge| RestHinge::at(edge, topology, &mesh.triangles, rest))
}

/// The opposite corners of a hinge, as far apart as in the plane.
fn bend_link(hinge: &RestHinge) -> Link {
    Link {
        vertices: [hinge.vertices[2], hinge.vertices[3]],
        length: distance_at(hinge, 0.0),
        kind: LinkKind::Bend,
    }
}

/// The distance of the opposite corners when the hinge is bent by an angle.
fn distance_at(hinge: &RestHinge, angle: f64) -> f64 {
    let [one, two] = hinge.sides;
    let (shift, a, b) = (two.foot - one.foot, one.height, two.height);
    (shift * shift + a * a + b * b + 2.0 * a * b * angle.cos()).sqrt()
}

/// The stiffness in N/m of a spring across a hinge, for a bending stiffness in N·m.
///
/// A hinge stands for `k = 2 B L / (h₁ + h₂)`, exact on equilateral triangles (Seung and Nelson, "Defects in flexible membranes
/// with crystalline order", 1988).
fn cross_stiffness(hinge: &RestHinge, bending: f64) -> f64 {
    let [one, two] = hinge.sides;
    let hinge_stiffness = bending * (one.length + two.length) / (one.height + two.height);
    let shortened = distance_at(hinge, 0.0) - distance_at(hinge, MATCHED_ANGLE);
    hinge_stiffness * (MATCHED_ANGLE / shortened).powi(2)
}

/// The stiffness of a strip cut along a direction, N/m: one over the strain of a unit tension.
fn along(stiffness: DMat3, direction: DVec2) -> f64 {
    let tension = DVec3::new(direction.x * direction.x, direction.y * direction.y, direction.x * direction.y);
    if stiffness.determinant() == 0.0 {
        return 0.0;
    }
    1.0 / tension.dot(stiffness.inverse() * tension)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hexagon of equilateral triangles of edge 1.
    fn hexagon() -> (TriMesh, RestShape) {
        let corner = |i: u32| DVec2::from_angle(f64::from(i) * std::f64::consts::FRAC_PI_3);
        let places: Vec<DVec2> = std::iter::once(DVec2::ZERO).chain((0..6).map(corner)).collect();
        let triangles: Vec<[u32; 3]> = (0..6).map(|i| [0, 1 + i, 1 + (i + 1) % 6]).collect();
        let rest = RestShape::from_flat(&places, &triangles);
        (TriMesh { positions: places.iter().map(|p| p.extend(0.0)).collect(), triangles }, rest)
    }

    #[test]
    fn equilateral_springs_are_the_sheet_for_a_poisson_ratio_of_one_third() {
        let (mesh, rest) = hexagon();
        let (young, poisson) = (200.0, 1.0 / 3.0);
        let factor = young / (1.0 - poisson * poisson);
        let sheet = DMat3::from_cols(
            DVec3::new(factor, factor * poisson, 0.0),
            DVec3::new(factor * poisson, factor, 0.0),
            DVec3::new(0.0, 0.0, young / (2.0 * (1.0 + poisson))),
        );
        let springs = springs(&mesh, &rest, |_| sheet, |_| DMat3::ZERO);
        let membrane = Membrane::new(&mesh, &rest, |_| sheet);
        for strain in [DVec3::new(1e-4, 0.0, 0.0), DVec3::new(0.0, -1e-4, 0.0), DVec3::new(0.0, 0.0, 1e-4)] {
            let deform = |p: &DVec3| *p + DVec3::new(strain.x * p.x + strain.z * p.y, strain.y * p.y, 0.0);
            let x: Vec<DVec3> = mesh.positions.iter().map(deform).collect();
            let energy: f64 = springs.iter().map(|spring| spring.energy(&x)).sum();
            assert!((energy / membrane.energy(&x) - 1.0).abs() < 1e-3, "{strain}: {energy}");
        }
    }

    #[test]
    fn a_cross_spring_has_the_energy_of_bending_at_the_matched_angle() {
        let (mesh, rest) = hexagon();
        let springs = springs(&mesh, &rest, |_| DMat3::ZERO, |_| DMat3::IDENTITY * 3e-5);
        let links = links(&mesh, &rest);
        assert_eq!(links.len(), springs.len());
        let bend = links.iter().position(|link| link.kind == LinkKind::Bend).unwrap();
        let shortened = springs[bend].length - (1.5 + 1.5 * MATCHED_ANGLE.cos()).sqrt();
        let energy = 0.5 * springs[bend].stiffness * shortened * shortened;
        // Two triangles of height √¾ on an edge of 1: k = 2 B / √3.
        let expected = 0.5 * (2.0 * 3e-5 / 3.0_f64.sqrt()) * MATCHED_ANGLE * MATCHED_ANGLE;
        assert!((energy / expected - 1.0).abs() < 1e-12, "{energy} {expected}");
        assert!(links[0].length == 1.0 && (links[bend].length - 3.0_f64.sqrt()).abs() < 1e-12);
    }
}
