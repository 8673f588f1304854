//! The line in which a plane cuts a garment, measured on the body and in the cloth as it was cut.

use glam::DVec3;
use std::f64::consts::TAU;
use toile_cloth::cloth::Cloth;

/// A closed line goes all the way around, up to rounding.
const WHOLE_TURN: f64 = 0.99;
/// Parts of an open line that go around by less, as a share of a turn, are pockets and folds and not counted.
const LEAST_TURN: f64 = 0.03;

/// A line around a part of the body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GirthLine {
    /// Its length in the cloth as it was cut, in metres.
    pub cut: f64,
    /// Its length as it is worn.
    pub worn: f64,
    /// How much of the way around is cloth, as a share; the rest was closed by straight lines.
    pub covered: f64,
}

/// Where the plane passes through a triangle.
struct Piece {
    /// The edges through which it enters and leaves, by their vertices.
    edges: [[u32; 2]; 2],
    /// Where it does.
    ends: [DVec3; 2],
    /// The length between these in the cloth as it was cut.
    cut: f64,
}

/// Pieces that hang together.
struct Chain {
    cut: f64,
    worn: f64,
    /// How often it goes around.
    turns: f64,
    /// Where it ends, if it is open.
    ends: Vec<DVec3>,
}

impl GirthLine {
    /// The line around a point, in the plane through it; only triangles that are `near` count. If several layers go around, the innermost.
    pub fn around(cloth: &Cloth, center: DVec3, normal: DVec3, near: impl Fn(usize) -> bool) -> Option<Self> {
        let mut chains = chains(&pieces(cloth, center, normal, near), center, normal);
        let closed = chains.iter().filter(|chain| chain.ends.is_empty() && chain.turns > WHOLE_TURN);
        if let Some(chain) = closed.min_by(|a, b| a.cut.total_cmp(&b.cut)) {
            return Some(Self { cut: chain.cut, worn: chain.worn, covered: 1.0 });
        }
        chains.retain(|chain| !chain.ends.is_empty() && chain.turns > LEAST_TURN);
        chains.sort_by(|a, b| b.turns.total_cmp(&a.turns));
        let mut line = Self::default();
        let mut ends = Vec::new();
        for chain in chains {
            if line.covered + chain.turns > 1.0 + LEAST_TURN {
                continue;
            }
            line.cut += chain.cut;
            line.worn += chain.worn;
            line.covered += chain.turns;
            ends.extend(chain.ends);
        }
        let gaps = gaps(ends);
        let line = Self { cut: line.cut + gaps, worn: line.worn + gaps, ..line };
        (line.covered > 0.0).then_some(line)
    }
}

/// Where a plane passes through the triangles of a cloth.
fn pieces(cloth: &Cloth, center: DVec3, normal: DVec3, near: impl Fn(usize) -> bool) -> Vec<Piece> {
    let positions = &cloth.state.positions;
    let height = |v: u32| (positions[v as usize] - center).dot(normal);
    let mut found = Vec::new();
    for (t, &corners) in cloth.triangles.iter().enumerate() {
        let heights = corners.map(height);
        // A vertex in the plane counts as above it.
        let above = heights.map(|h| h >= 0.0);
        if (above[0] == above[1] && above[1] == above[2]) || !near(t) {
            continue;
        }
        let flat = cloth.rest.corners[t];
        let crossing = |from_above: bool| {
            let i = (0..3).find(|&i| above[i] == from_above && above[(i + 1) % 3] != from_above)?;
            let j = (i + 1) % 3;
            let share = heights[i] / (heights[i] - heights[j]);
            let (a, b) = (corners[i], corners[j]);
            let place = positions[a as usize].lerp(positions[b as usize], share);
            Some(([a.min(b), a.max(b)], place, flat[i].lerp(flat[j], share)))
        };
        if let (Some((enters, from, flat_from)), Some((leaves, to, flat_to))) =
            (crossing(true), crossing(false))
        {
            found.push(Piece { edges: [enters, leaves], ends: [from, to], cut: flat_from.distance(flat_to) });
        }
    }
    found
}

/// Joins pieces through common edges.
fn chains(pieces: &[Piece], center: DVec3, normal: DVec3) -> Vec<Chain> {
    let mut ends: Vec<([u32; 2], usize, usize)> = pieces
        .iter()
        .enumerate()
        .flat_map(|(i, piece)| [0, 1].map(|side| (piece.edges[side], i, side)))
        .collect();
    ends.sort_unstable();
    let mut roots: Vec<usize> = (0..pieces.len()).collect();
    let mut open = Vec::new();
    for same in ends.chunk_by(|a, b| a.0 == b.0) {
        for pair in same.windows(2) {
            let [a, b] = [pair[0].1, pair[1].1].map(|i| root(&mut roots, i));
            roots[a.max(b)] = a.min(b);
        }
        if let [(_, piece, side)] = same {
            open.push((*piece, pieces[*piece].ends[*side]));
        }
    }
    let (u, v) = normal.any_orthonormal_pair();
    let angle = |p: DVec3| (p - center).dot(v).atan2((p - center).dot(u));
    let mut of_root: Vec<Option<usize>> = vec![None; pieces.len()];
    let mut found: Vec<Chain> = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        let slot = &mut of_root[root(&mut roots, i)];
        let chain = *slot.get_or_insert(found.len());
        if chain == found.len() {
            found.push(Chain { cut: 0.0, worn: 0.0, turns: 0.0, ends: Vec::new() });
        }
        let step = (angle(piece.ends[1]) - angle(piece.ends[0])) / TAU;
        found[chain].cut += piece.cut;
        found[chain].worn += piece.ends[0].distance(piece.ends[1]);
        found[chain].turns += step - step.round();
    }
    for (piece, end) in open {
        if let Some(chain) = of_root[root(&mut roots, piece)] {
            found[chain].ends.push(end);
        }
    }
    for chain in &mut found {
        chain.turns = chain.turns.abs();
    }
    found
}

fn root(roots: &mut [usize], mut i: usize) -> usize {
    while roots[i] != i {
        roots[i] = roots[roots[i]];
        i = roots[i];
    }
    i
}

/// The straight lines that close what is open: again and again between the two nearest ends.
fn gaps(mut ends: Vec<DVec3>) -> f64 {
    let mut sum = 0.0;
    while ends.len() > 1 {
        let pairs = (0..ends.len()).flat_map(|i| (i + 1..ends.len()).map(move |j| (i, j)));
        let nearest = pairs.min_by(|a, b| {
            ends[a.0].distance_squared(ends[a.1]).total_cmp(&ends[b.0].distance_squared(ends[b.1]))
        });
        let Some((i, j)) = nearest else { break };
        sum += ends[i].distance(ends[j]);
        // The later one first, so that the other keeps its place.
        ends.swap_remove(j);
        ends.swap_remove(i);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_cloth::fabric::Fabric;
    use toile_cloth::rest::RestShape;
    use toile_geom::glam::DVec2;
    use toile_geom::{TriMesh, shapes};

    /// A tube that is worn 5 % wider than it was cut, with the triangles that `keep` wants.
    fn tube(radius: f64, keep: impl Fn(DVec3) -> bool) -> Cloth {
        let mut mesh = shapes::tube(radius, 0.4, 80, 20);
        mesh.triangles = (0..mesh.triangles.len())
            .filter(|&t| keep(mesh.corners(t).iter().sum::<DVec3>() / 3.0))
            .map(|t| mesh.triangles[t])
            .collect();
        let flat = |t: usize| {
            let [a, b, c] = mesh.corners(t);
            let x = (b - a).normalize();
            let y = (b - a).cross(c - a).normalize().cross(x);
            [a, b, c].map(|p| DVec2::new((p - a).dot(x), (p - a).dot(y)) / 1.05)
        };
        let corners = (0..mesh.triangles.len()).map(flat).collect();
        let fabric = Fabric::isotropic("test", 0.2, 1e-3, 500.0, 0.0, 1e-6);
        Cloth::of_fabric(&mesh, RestShape { corners }, &fabric).unwrap()
    }

    const MIDDLE: DVec3 = DVec3::new(0.01, 0.213, 0.0);

    #[test]
    fn a_tube_is_as_long_around_as_it_was_cut() {
        let line = GirthLine::around(&tube(0.1, |_| true), MIDDLE, DVec3::Y, |_| true).unwrap();
        assert!((line.worn / (TAU * 0.1) - 1.0).abs() < 2e-3, "{}", line.worn);
        assert!((line.worn / line.cut - 1.05).abs() < 1e-9);
        assert_eq!(line.covered, 1.0);
        assert_eq!(
            GirthLine::around(&tube(0.1, |_| true), DVec3::Y, DVec3::Y, |_| true),
            None,
            "above it is nothing"
        );
        let beside = GirthLine::around(&tube(0.1, |_| true), DVec3::new(0.3, 0.2, 0.0), DVec3::Y, |_| true);
        assert_eq!(beside, None, "it does not go around a point beside it");
    }

    #[test]
    fn an_open_front_is_closed_straight() {
        let open = tube(0.1, |p| p.z < 0.06);
        let line = GirthLine::around(&open, MIDDLE, DVec3::Y, |_| true).unwrap();
        let angle = 2.0 * 0.6_f64.acos();
        let expected = 0.1 * (TAU - angle) + 2.0 * 0.08;
        assert!((line.worn / expected - 1.0).abs() < 0.02, "{} {expected}", line.worn);
        assert!((0.6..0.9).contains(&line.covered));
    }

    #[test]
    fn of_two_layers_the_inner_one_counts() {
        let (inner, outer) = (tube(0.1, |_| true), tube(0.13, |_| true));
        let mut mesh: TriMesh = outer.mesh();
        mesh.append(&inner.mesh());
        let corners = outer.rest.corners.iter().chain(&inner.rest.corners).copied().collect();
        let fabric = Fabric::isotropic("test", 0.2, 1e-3, 500.0, 0.0, 1e-6);
        let both = Cloth::of_fabric(&mesh, RestShape { corners }, &fabric).unwrap();
        let line = GirthLine::around(&both, MIDDLE, DVec3::Y, |_| true).unwrap();
        assert!((line.worn / (TAU * 0.1) - 1.0).abs() < 2e-3, "{}", line.worn);
    }
}
