//! Flaps about their folds: where a collar is when it is held at an angle to what it is sewn to.
//!
//! Unlike [`turn_flaps`](super::turn_flaps), which turns what has just been laid out, this does not look at where a flap is: it goes from where its fold
//! is in space and from how it was cut.

use super::flaps::sharp;
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use toile_cloth::cloth::Cloth;

/// A flap rises if it goes up by more than this share of its width.
const RISES: f64 = 0.5;

/// An edge of a fold, with the flap on one side.
#[derive(Debug)]
struct FoldEdge {
    /// Its vertices.
    ends: [u32; 2],
    /// Their places in the flap as it was cut.
    places: [DVec2; 2],
    /// The direction into the flap, as it was cut.
    inward: DVec2,
    /// The corner of the triangle on the other side that is not in the fold.
    opposite: u32,
    /// The same of the flap's triangle.
    tip: u32,
    /// Whether that triangle has the ends in this order.
    forward: bool,
    /// 1 if the flap is folded towards the normal, -1 if away from it.
    side: f64,
}

impl FoldEdge {
    /// How the cloth beside it lies.
    fn frame(&self, positions: &[DVec3]) -> Frame {
        let [p, q] = self.ends.map(|v| positions[v as usize]);
        let along = (q - p).normalize_or_zero();
        let back = positions[self.opposite as usize] - p;
        let beyond = -(back - along * along.dot(back)).normalize_or_zero();
        // A triangle a, b, c that is seen with its corners anticlockwise has its normal towards the eye.
        let normal = if self.forward { beyond.cross(along) } else { along.cross(beyond) };
        Frame { beyond, over: self.side * normal }
    }
}

/// How the cloth beside a fold lies in space.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Away from it, beyond the fold.
    beyond: DVec3,
    /// To the side that the flap is folded to.
    over: DVec3,
}

impl Frame {
    fn between(self, other: Self, share: f64) -> Self {
        Self {
            beyond: self.beyond.lerp(other.beyond, share).normalize_or_zero(),
            over: self.over.lerp(other.over, share).normalize_or_zero(),
        }
    }
}

/// Some flaps of a cloth and the folds on which they hang.
#[derive(Debug)]
pub(crate) struct Hinge {
    edges: Vec<FoldEdge>,
    /// The vertices that turn, and their places as they were cut.
    turning: BTreeMap<u32, DVec2>,
}

impl Hinge {
    /// Flaps that consist of some triangles; `None` if there is no fold beside them.
    pub(crate) fn new(cloth: &Cloth, is_flap: &[bool]) -> Option<Self> {
        let mut beside: BTreeMap<[u32; 2], [Option<(usize, usize)>; 2]> = BTreeMap::new();
        for fold in sharp(&cloth.folds) {
            beside.insert(sorted(fold.edge), [None; 2]);
        }
        for (t, triangle) in cloth.triangles.iter().enumerate() {
            for i in 0..3 {
                if let Some(both) = beside.get_mut(&sorted([triangle[i], triangle[(i + 1) % 3]])) {
                    both[usize::from(is_flap[t])] = Some((t, i));
                }
            }
        }
        let edges: Vec<FoldEdge> = sharp(&cloth.folds)
            .filter_map(|fold| {
                let [Some(own), Some(flap)] = beside[&sorted(fold.edge)] else { return None };
                Some(fold_edge(cloth, own, flap, fold.angle.signum()))
            })
            .collect();
        if edges.is_empty() {
            return None;
        }
        let mut turning = BTreeMap::new();
        for (t, triangle) in cloth.triangles.iter().enumerate().filter(|(t, _)| is_flap[*t]) {
            turning.extend(triangle.iter().copied().zip(cloth.rest.corners[t]));
        }
        for end in edges.iter().flat_map(|edge| edge.ends) {
            turning.remove(&end);
        }
        Some(Self { edges, turning })
    }

    /// Where all vertices are with the flaps turned over by an angle: at 0 they go on beyond their folds, at π they lie on the cloth beside them.
    pub(crate) fn turned(&self, positions: &[DVec3], angle: f64) -> Vec<DVec3> {
        let frames = self.frames(positions);
        let mut all = positions.to_vec();
        for (&v, &place) in &self.turning {
            let foot = |edge: &FoldEdge| {
                let [a, b] = edge.places;
                let share = (place - a).dot(b - a) / (b - a).length_squared().max(1e-18);
                share.clamp(0.0, 1.0)
            };
            let distance = |edge: &FoldEdge| {
                let [a, b] = edge.places;
                a.lerp(b, foot(edge)).distance_squared(place)
            };
            let Some(edge) = self.edges.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
                break;
            };
            let ([a, b], [p, q]) = (edge.places, edge.ends.map(|v| positions[v as usize]));
            let share = foot(edge);
            let [one, other] = edge.ends.map(|v| frames[&v]);
            let frame = one.between(other, share);
            let (away, tangent) = (place - a.lerp(b, share), (b - a).normalize_or_zero());
            all[v as usize] = p.lerp(q, share)
                + (q - p).normalize_or_zero() * away.dot(tangent)
                + (frame.beyond * angle.cos() + frame.over * angle.sin()) * away.dot(edge.inward);
        }
        all
    }

    /// The share of its folds that are turned over by less than an angle, or beyond which the flap rises: a flap that stands up there.
    pub(crate) fn standing(&self, positions: &[DVec3], least: f64) -> f64 {
        let stands = |edge: &&FoldEdge| {
            let frame = edge.frame(positions);
            let way = positions[edge.tip as usize] - positions[edge.ends[0] as usize];
            let angle = way.dot(frame.over).atan2(way.dot(frame.beyond));
            // What lies on the cloth beside it may have gone a little farther than that. Where that cloth itself has turned outwards, its flap rises although
            // it is folded.
            way.y > RISES * way.length() || angle.abs() < least || (-0.5 * PI..0.0).contains(&angle)
        };
        self.edges.iter().filter(stands).count() as f64 / self.edges.len() as f64
    }

    /// Whether an edge is one of those folds.
    pub(crate) fn has(&self, edge: [u32; 2]) -> bool {
        self.edges.iter().any(|own| sorted(own.ends) == sorted(edge))
    }

    /// How the cloth lies beside each vertex of the folds: the mean of what the edges there say.
    fn frames(&self, positions: &[DVec3]) -> BTreeMap<u32, Frame> {
        let mut sums: BTreeMap<u32, Frame> = BTreeMap::new();
        for edge in &self.edges {
            let frame = edge.frame(positions);
            for v in edge.ends {
                let sum = sums.entry(v).or_default();
                *sum = Frame { beyond: sum.beyond + frame.beyond, over: sum.over + frame.over };
            }
        }
        sums
    }
}

/// An edge of a fold between two triangles, each with the number of the corner that the edge begins at.
fn fold_edge(cloth: &Cloth, own: (usize, usize), flap: (usize, usize), side: f64) -> FoldEdge {
    let (triangle, corners) = (cloth.triangles[flap.0], cloth.rest.corners[flap.0]);
    let [i, j, k] = [0, 1, 2].map(|n| (flap.1 + n) % 3);
    let (a, b) = (corners[i], corners[j]);
    let across = (b - a).perp().normalize_or_zero();
    let inward = across * (corners[k] - a).dot(across).signum();
    let beside = cloth.triangles[own.0];
    FoldEdge {
        ends: [triangle[i], triangle[j]],
        places: [a, b],
        inward,
        opposite: beside[(own.1 + 2) % 3],
        tip: triangle[k],
        forward: beside[own.1] == triangle[i],
        side,
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;
    use toile_cloth::bending::Fold;
    use toile_cloth::fabric::Fabric;
    use toile_cloth::rest::RestShape;
    use toile_geom::shapes;

    /// A sheet in the plane of x and y, facing z, that is folded at y = 0; what is above is the flap.
    pub(crate) fn folded(angle: f64) -> (Cloth, Vec<bool>) {
        let mut mesh = shapes::sheet(DVec2::new(0.2, 0.2), [4, 4]);
        mesh.positions.iter_mut().for_each(|p| *p = DVec3::new(p.x, -p.z, 0.0));
        let flat: Vec<DVec2> = mesh.positions.iter().map(|p| p.truncate()).collect();
        let rest = RestShape::from_flat(&flat, &mesh.triangles);
        let mut cloth = Cloth::of_fabric(&mesh, rest, &Fabric::named("cotton-poplin").unwrap()).unwrap();
        let line: Vec<u32> = (0..25).filter(|&v| flat[v as usize].y.abs() < 1e-9).collect();
        cloth.fold(line.windows(2).map(|ends| Fold { edge: [ends[1], ends[0]], angle }).collect());
        let above = |t: &[u32; 3]| t.iter().all(|v| flat[*v as usize].y > -1e-9);
        let is_flap = cloth.triangles.iter().map(above).collect();
        (cloth, is_flap)
    }

    #[test]
    fn flaps_turn_to_the_side_of_their_fold_wherever_they_were() {
        for side in [1.0, -1.0] {
            let (cloth, is_flap) = folded(side * 0.9 * PI);
            let hinge = Hinge::new(&cloth, &is_flap).unwrap();
            let flat = cloth.state.positions.clone();
            let normal_z = cloth.mesh().area_vector(0).z.signum();
            // It does not matter where the flap is now.
            let mut crumpled = flat.clone();
            crumpled.iter_mut().filter(|p| p.y > 1e-9).for_each(|p| *p = DVec3::new(0.3, -0.2, p.y));
            for (v, p) in hinge.turned(&crumpled, 0.0).iter().enumerate() {
                assert!(p.distance(flat[v]) < 1e-12, "{p} {}", flat[v]);
            }
            for (angle, share) in
                [(0.0, 1.0), (0.3 * PI, 1.0), (0.7 * PI, 0.0), (1.1 * PI, 0.0), (-0.3 * PI, 1.0)]
            {
                assert_eq!(hinge.standing(&hinge.turned(&flat, angle), 0.4 * PI), share, "{angle}");
            }
            for (v, p) in hinge.turned(&crumpled, FRAC_PI_2).iter().enumerate() {
                let up = flat[v].y.max(0.0);
                let expected = DVec3::new(flat[v].x, flat[v].y.min(0.0), side * normal_z * up);
                assert!(p.distance(expected) < 1e-12, "{p} {expected}");
            }
        }
    }

    #[test]
    fn without_a_fold_nothing_turns() {
        let (cloth, is_flap) = folded(0.3);
        assert!(Hinge::new(&cloth, &is_flap).is_none());
    }
}
