//! Flat regions, which cannot cross themselves.
//!
//! A connected region whose normals all point to one side of a plane, and whose outline does not cross itself when seen from
//! there, lies over that plane like a map and does not intersect itself (Volino and Magnenat-Thalmann 1994). Its triangles need not be
//! compared with each other.
//!
//! That says nothing about *closeness*: the two sides of a narrow valley in such a region may be as close as one likes, and
//! features next to each other always are. So it is used only where a query asks for what touches, as things are: with a
//! distance of zero and without motion. Everywhere else the setting changes nothing.
//!
//! Beyond normals and outline it takes a check that nothing winds round a vertex more than once: seen from above, the
//! turns of all outlines, counter-clockwise counted as 1 and clockwise as -1, must add up to the region's Euler characteristic.

use super::forest::{Forest, Node};
use super::order::Entry;
use crate::features::Features;
use glam::{DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, PI};
use std::ops::Range;

/// Outlines with more edges are not looked at; the smaller regions below are.
const LONGEST_OUTLINE: usize = 400;

/// Around the normals of a region (Provot 1997).
#[derive(Clone, Copy, Debug)]
struct Cone {
    axis: DVec3,
    /// From the axis to the farthest normal.
    angle: f64,
}

/// What does not change while the triangles move.
#[derive(Clone, Debug, Default)]
struct Region {
    /// Vertices - edges + triangles; none if the region is not connected or not a surface.
    euler: Option<i64>,
    /// Where the edges of its outline are among all.
    outline: Range<usize>,
}

/// Memory to work with.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// The sides of triangles, whose they are, and whether the smaller vertex comes first.
    sides: Vec<([u32; 2], u32, bool)>,
    /// Which part of a region each triangle belongs to.
    parents: Vec<u32>,
    vertices: Vec<u32>,
    points: Vec<Edge>,
    /// Which edges of an outline were walked along.
    seen: Vec<bool>,
    stack: Vec<Node>,
}

/// An edge of an outline by its vertices, and where they are on the map.
type Edge = ([u32; 2], [DVec2; 2]);

/// Which nodes are flat.
#[derive(Clone, Debug, Default)]
pub(super) struct Flat {
    regions: Vec<Region>,
    cones: Vec<Cone>,
    marks: Vec<bool>,
    /// The edges of all outlines, in the direction of the triangles they belong to.
    outlines: Vec<[u32; 2]>,
    scratch: Scratch,
}

impl Flat {
    /// Finds the outlines of all nodes.
    pub(super) fn gather<const SLABS: usize>(
        &mut self,
        features: &Features,
        entries: &[Entry],
        forest: &Forest<SLABS>,
    ) {
        self.regions.clear();
        self.regions.resize(forest.places(), Region::default());
        self.outlines.clear();
        for node in forest.all_nodes() {
            let items = &entries[forest.items(node)];
            self.regions[forest.place(node)] = self.scratch.region(features, items, &mut self.outlines);
        }
    }

    /// Finds out which regions are flat now.
    pub(super) fn mark<const SLABS: usize>(
        &mut self,
        features: &Features,
        entries: &[Entry],
        forest: &Forest<SLABS>,
        positions: &[DVec3],
    ) {
        self.marks.clear();
        self.marks.resize(forest.places(), false);
        self.cones.clear();
        self.cones.resize(forest.places(), Cone { axis: DVec3::ZERO, angle: PI });
        for node in forest.all_nodes().rev() {
            let normals =
                |entry: &Entry| features.triangles().get(entry.item as usize).map(|t| normal(positions, *t));
            self.cones[forest.place(node)] = if forest.is_leaf(node) {
                let items = &entries[forest.items(node)];
                around(items.iter().filter_map(normals).map(|axis| Cone { axis, angle: 0.0 }))
            } else {
                around(forest.child_nodes(node).map(|child| self.cones[forest.place(child)]))
            };
        }
        self.scratch.stack.extend((0..forest.trees.len() as u32).map(|tree| Node {
            tree,
            level: 0,
            index: 0,
        }));
        while let Some(node) = self.scratch.stack.pop() {
            let place = forest.place(node);
            if self.is_flat(place, positions) {
                self.marks[place] = true;
            } else if !forest.is_leaf(node) {
                self.scratch.stack.extend(forest.child_nodes(node));
            }
        }
    }

    /// Forgets which regions are flat.
    pub(super) fn clear_marks(&mut self) {
        self.marks.clear();
    }

    /// Whether a node's triangles need not be compared with each other.
    #[inline]
    pub(super) fn skips<const SLABS: usize>(&self, forest: &Forest<SLABS>, node: Node) -> bool {
        !self.marks.is_empty() && self.marks[forest.place(node)]
    }

    fn is_flat(&mut self, place: usize, positions: &[DVec3]) -> bool {
        let (region, cone) = (&self.regions[place], self.cones[place]);
        let Some(euler) = region.euler else { return false };
        // A little less than a right angle, so that rounding cannot turn a triangle over.
        if cone.angle > FRAC_PI_2 - 0.01 || region.outline.len() > LONGEST_OUTLINE {
            return false;
        }
        let (x, y) = cone.axis.any_orthonormal_pair();
        let flat = |v: u32| DVec2::new(positions[v as usize].dot(x), positions[v as usize].dot(y));
        let outline = &self.outlines[region.outline.clone()];
        let Scratch { points, seen, .. } = &mut self.scratch;
        points.clear();
        points.extend(outline.iter().map(|edge| (*edge, edge.map(flat))));
        turns(points, seen) == Some(euler) && !crosses_itself(points)
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<Region>() * self.regions.capacity()
            + size_of::<[u32; 2]>() * self.outlines.capacity()
            + size_of::<Cone>() * self.cones.capacity()
            + self.marks.capacity()
            + self.scratch.memory()
    }
}

impl Scratch {
    /// The outline, which is added to all outlines, and the Euler characteristic of some triangles.
    fn region(&mut self, features: &Features, items: &[Entry], outlines: &mut Vec<[u32; 2]>) -> Region {
        let Self { sides, parents, vertices, .. } = self;
        sides.clear();
        for (number, entry) in items.iter().enumerate() {
            // A vertex without triangle is no surface.
            let Some(&[a, b, c]) = features.triangles().get(entry.item as usize) else {
                return Region::default();
            };
            let around = [[a, b], [b, c], [c, a]];
            sides.extend(around.map(|[a, b]| ([a.min(b), a.max(b)], number as u32, a < b)));
        }
        sides.sort_unstable();
        parents.clear();
        parents.extend(0..items.len() as u32);
        let (mut edges, mut parts) = (0, items.len());
        let first = outlines.len();
        for side in sides.chunk_by(|one, other| one.0 == other.0) {
            edges += 1;
            match *side {
                [([a, b], _, forward)] => outlines.push(if forward { [a, b] } else { [b, a] }),
                [(_, one, true), (_, other, false)] | [(_, one, false), (_, other, true)] => {
                    let (one, other) = (root(parents, one), root(parents, other));
                    parents[one as usize] = other;
                    parts -= usize::from(one != other);
                }
                // Three triangles at an edge, or two that face different ways.
                _ => {
                    outlines.truncate(first);
                    return Region::default();
                }
            }
        }
        vertices.clear();
        vertices.extend(sides.iter().flat_map(|side| side.0));
        vertices.sort_unstable();
        vertices.dedup();
        let euler = vertices.len() as i64 - edges + items.len() as i64;
        Region { euler: (parts == 1).then_some(euler), outline: first..outlines.len() }
    }

    fn memory(&self) -> usize {
        size_of::<([u32; 2], u32, bool)>() * self.sides.capacity()
            + size_of::<u32>() * (self.parents.capacity() + self.vertices.capacity())
            + size_of::<Edge>() * self.points.capacity()
            + size_of::<Node>() * self.stack.capacity()
            + self.seen.capacity()
    }
}

/// The unit normal of a triangle; zero if it has none.
fn normal(positions: &[DVec3], triangle: [u32; 3]) -> DVec3 {
    let [a, b, c] = triangle.map(|v| positions[v as usize]);
    (b - a).cross(c - a).normalize_or_zero()
}

/// A cone around others.
fn around(cones: impl Iterator<Item = Cone> + Clone) -> Cone {
    let axis = cones.clone().map(|cone| cone.axis).sum::<DVec3>().normalize_or_zero();
    let reach = |cone: Cone| {
        let usable = axis != DVec3::ZERO && cone.axis != DVec3::ZERO;
        if usable { cone.axis.dot(axis).clamp(-1.0, 1.0).acos() + cone.angle } else { PI }
    };
    Cone { axis, angle: cones.map(reach).fold(0.0, f64::max) }
}

/// The representative of a part, with shorter ways for the next time.
fn root(parents: &mut [u32], mut of: u32) -> u32 {
    while parents[of as usize] != of {
        parents[of as usize] = parents[parents[of as usize] as usize];
        of = parents[of as usize];
    }
    of
}

/// The counter-clockwise loops less the clockwise ones; none if an outline touches itself at a vertex.
fn turns(edges: &mut [Edge], seen: &mut Vec<bool>) -> Option<i64> {
    edges.sort_unstable_by_key(|(edge, _)| edge[0]);
    if edges.windows(2).any(|two| two[0].0[0] == two[1].0[0]) {
        return None;
    }
    seen.clear();
    seen.resize(edges.len(), false);
    let mut sum = 0;
    for first in 0..edges.len() {
        let (mut at, mut area) = (first, 0.0);
        while !std::mem::replace(seen.get_mut(at)?, true) {
            let (edge, [from, to]) = edges[at];
            area += from.perp_dot(to);
            at = edges.binary_search_by_key(&edge[1], |(edge, _)| edge[0]).ok()?;
        }
        if area != 0.0 {
            sum += if area > 0.0 { 1 } else { -1 };
        }
    }
    Some(sum)
}

/// Whether two edges of an outline that have no vertex in common touch, or nearly so.
fn crosses_itself(edges: &[Edge]) -> bool {
    let touch = |[a, b]: [DVec2; 2], [c, d]: [DVec2; 2]| {
        if !(a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all()) {
            return false;
        }
        let side = |a: DVec2, b: DVec2, p: DVec2| (b - a).perp_dot(p - a);
        let error = 1e-12 * ((b - a).abs() + (d - c).abs() + (c - a).abs()).length_squared();
        let apart = |one: f64, other: f64| (one > error && other > error) || (one < -error && other < -error);
        !apart(side(a, b, c), side(a, b, d)) && !apart(side(c, d, a), side(c, d, b))
    };
    edges.iter().enumerate().any(|(place, (one, line))| {
        edges[place + 1..]
            .iter()
            .any(|(other, other_line)| !one.iter().any(|v| other.contains(v)) && touch(*line, *other_line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::bvh::order::{Build, Sorter};
    use toile_geom::intersect::self_intersections;
    use toile_geom::shapes::{icosphere, regular_sheet};
    use toile_geom::{TriMesh, shapes};

    /// The flat nodes of a mesh as ranges of triangles in the order of the tree, and that order.
    fn flat_nodes(mesh: &TriMesh) -> (Vec<Vec<u32>>, usize) {
        let mut features = Features::default();
        features.add(&mesh.triangles, mesh.positions.len());
        let middle = |t: &[u32; 3]| t.iter().map(|v| mesh.positions[*v as usize]).sum::<DVec3>() / 3.0;
        let entry = |(item, t): (u32, &[u32; 3])| Entry { center: middle(t).as_vec3().to_array(), item };
        let mut entries: Vec<Entry> = (0..).zip(&mesh.triangles).map(entry).collect();
        let mut forest = Forest::<3>::default();
        forest.lay_out([(0, entries.len())].into_iter(), 4, 2);
        let halves = forest.halves(&forest.trees[0]);
        Sorter::new(Build::Median).sort(&mut entries, halves, (0, 0));
        let mut flat = Flat::default();
        flat.gather(&features, &entries, &forest);
        flat.mark(&features, &entries, &forest, &mesh.positions);
        let items = |node| entries[forest.items(node)].iter().map(|entry| entry.item).collect();
        let marked = forest.all_nodes().filter(|&node| flat.skips(&forest, node));
        (marked.map(items).collect(), forest.all_nodes().count())
    }

    #[test]
    fn a_hilly_sheet_is_flat_as_a_whole_and_a_ball_in_parts() {
        let mut sheet = regular_sheet(glam::DVec2::ONE, [12, 12]);
        sheet.positions.iter_mut().for_each(|p| p.y = 0.05 * (9.0 * p.x).sin() * (7.0 * p.z).cos());
        let (flat, _) = flat_nodes(&sheet);
        assert_eq!(flat.len(), 1);
        assert_eq!(flat[0].len(), sheet.triangles.len());
        let (flat, _) = flat_nodes(&icosphere(1.0, 2));
        assert!(flat.len() > 1 && flat.iter().map(Vec::len).max() > Some(20), "{flat:?}");
    }

    #[test]
    fn no_flat_region_crosses_itself() {
        let (mut crossings, mut regions) = (0, 0);
        for crease in 1..40 {
            let size = 0.02 * f64::from(crease);
            let mut mesh = shapes::sheet(glam::DVec2::ONE, [14, 14]);
            // Sideways waves that overtake themselves as they grow.
            for p in &mut mesh.positions {
                let flat = *p;
                *p += size
                    * DVec3::new(
                        (11.0 * flat.x + 3.0 * flat.z).sin(),
                        (8.0 * flat.x).cos(),
                        (9.0 * flat.z).sin(),
                    );
            }
            let crossing = self_intersections(&mesh);
            let (flat, _) = flat_nodes(&mesh);
            for region in &flat {
                let inside = |t: u32| region.contains(&t);
                assert!(!crossing.iter().any(|pair| inside(pair[0]) && inside(pair[1])), "crease {crease}");
            }
            crossings += crossing.len();
            regions += flat.len();
        }
        assert!(crossings > 100 && regions > 100, "{crossings} {regions}");
    }

    #[test]
    fn a_ramp_that_winds_round_over_itself_is_not_flat() {
        // Two turns of a flat spiral: all normals point up, and the outline crosses itself.
        let mut mesh = regular_sheet(glam::DVec2::ONE, [40, 1]);
        for p in &mut mesh.positions {
            let (turn, radius) = ((p.x + 0.5) * 4.0 * PI, 1.0 + p.z);
            *p = DVec3::new(radius * turn.cos(), 0.01 * turn, -radius * turn.sin());
        }
        let (flat, nodes) = flat_nodes(&mesh);
        assert!(flat.iter().all(|region| region.len() < mesh.triangles.len()) && nodes > flat.len());
        assert!(!flat.is_empty());
    }
}
