//! Arms, followed from the finger tips to the shoulder.

use super::slices::Slices;
use super::trunk::Heights;
use super::{Landmarks, PoseError};
use crate::section::{Loop, cut_some};
use glam::DVec3;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use toile_geom::TriMesh;

/// How far beyond the armpit, as a fraction of the body's height, a vertex belongs to the arm for certain.
const BEYOND: f64 = 0.006;
/// How long a hand usually is, as a fraction of the body's height.
const HAND: f64 = 0.108;
/// How much the usual length of the hand counts against a thinner place.
const WRIST_PULL: f64 = 0.12;
/// Places along the arm.
const STATIONS: usize = 72;

/// The middle of an arm from the finger tips to the shoulder, with sections across it.
struct Arm {
    /// The middle at each place.
    centers: Vec<DVec3>,
    /// Metres from the finger tips.
    along: Vec<f64>,
    /// The section at each place.
    lines: Vec<Option<Loop>>,
}

pub(crate) fn find(
    slices: &Slices<'_>,
    heights: &Heights,
    (side, sign): (&'static str, f64),
    landmarks: &mut Landmarks,
) -> Result<(), PoseError> {
    let index = usize::from(sign < 0.0);
    let arm = follow(slices, heights, sign).ok_or(PoseError::NoArm { side })?;
    let height = slices.height;
    let girth = |i: usize| arm.lines[i].as_ref().map(Loop::girth);
    // Among fingers the middle jumps about: straight distances from the tip are surer there than lengths along it.
    let from_tip = |i: usize| arm.centers[i].distance(arm.centers[0]);
    // Thinnest, and where several places are nearly as thin the one at the usual distance.
    let off = |i: usize| (from_tip(i) / height - HAND) / 0.02;
    let wrist = (0..arm.centers.len())
        .filter(|&i| (0.092..0.135).contains(&(from_tip(i) / height)))
        .filter_map(|i| Some((i, girth(i)? * (1.0 + WRIST_PULL * off(i).powi(2)))))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .ok_or(PoseError::NoArm { side })?
        .0;
    let top = heights.shoulders[index];
    let upper_arm = arm.centers[arm.centers.len() * 4 / 5];
    let shoulder = DVec3::new(top.x, top.y - 0.032 * height, upper_arm.z);
    let (elbow, sure) = elbow(&arm, wrist, shoulder);
    let joint = elbow_joint(&arm, elbow, wrist, shoulder, height);
    let mut set = |name: &str, i: usize, direction: DVec3, confidence: f64| {
        landmarks.set(format!("{side}_{name}_center"), arm.centers[i], confidence);
        let on_skin = arm.lines[i].as_ref().map_or(arm.centers[i], |line| line.farthest(direction));
        landmarks.set(format!("{side}_{name}"), on_skin, confidence);
    };
    set("wrist", wrist, DVec3::X * -sign, 0.8);
    set("elbow", elbow, DVec3::NEG_Z, sure);
    let upper = arm.along[elbow] + 0.48 * (arm.along[arm.along.len() - 1] - arm.along[elbow]);
    let biceps = arm.along.partition_point(|&s| s < upper).min(arm.along.len() - 1);
    set("biceps", biceps, DVec3::Z, 0.7);
    landmarks.set(format!("{side}_elbow_center"), joint, sure);
    landmarks.set(format!("{side}_finger_tip"), arm.centers[0], 0.9);
    landmarks.set(format!("{side}_shoulder_center"), shoulder, 0.6);
    Ok(())
}

/// The elbow: where the arm bends most, or on a straight arm a little nearer to the wrist than half way.
fn elbow(arm: &Arm, wrist: usize, shoulder: DVec3) -> (usize, f64) {
    let from = arm.centers[wrist];
    let chord = (shoulder - from).normalize_or_zero();
    let bend = |i: usize| {
        let offset = arm.centers[i] - from;
        (offset - chord * offset.dot(chord)).length()
    };
    let whole = arm.along[arm.along.len() - 1] - arm.along[wrist];
    let at =
        |t: f64| arm.along.partition_point(|&s| s < arm.along[wrist] + t * whole).min(arm.along.len() - 1);
    let middle = at(0.47);
    let most = (at(0.30)..at(0.68)).max_by(|&a, &b| bend(a).total_cmp(&bend(b))).unwrap_or(middle);
    let strength = bend(most) / shoulder.distance(from).max(1e-6);
    if strength > 0.06 { (most, 0.8) } else { (middle, 0.55) }
}

/// The joint of a bent elbow lies outside of the smoothed middle of the arm.
fn elbow_joint(arm: &Arm, elbow: usize, wrist: usize, shoulder: DVec3, height: f64) -> DVec3 {
    let chord = (shoulder - arm.centers[wrist]).normalize_or_zero();
    let offset = arm.centers[elbow] - arm.centers[wrist];
    let out = offset - chord * offset.dot(chord);
    arm.centers[elbow] + out.clamp_length_max(0.008 * height)
}

/// Follows an arm: distances along the skin from the finger tip order its vertices; their means are its middle.
fn follow(slices: &Slices<'_>, heights: &Heights, sign: f64) -> Option<Arm> {
    let mesh = slices.mesh;
    let index = usize::from(sign < 0.0);
    let limit = sign * heights.armpits[index].x + BEYOND * slices.height;
    let belongs = |v: u32| {
        let p = mesh.positions[v as usize];
        sign * p.x > limit && p.y > slices.floor + 0.25 * slices.height
    };
    let triangles: Vec<u32> = (0..mesh.triangles.len() as u32)
        .filter(|&t| mesh.triangles[t as usize].iter().all(|&v| belongs(v)))
        .collect();
    let neighbours = Neighbours::new(mesh, &triangles);
    let start = nearest(mesh, &neighbours, heights.shoulders[index])?;
    let from_shoulder = neighbours.distances(mesh, start);
    let tip = neighbours.farthest(&from_shoulder)?;
    let distances = neighbours.distances(mesh, tip);
    let reach = distances[start as usize];
    if !(0.2..0.7).contains(&(reach / slices.height)) {
        return None;
    }
    let mut sums = vec![(DVec3::ZERO, 0.0); STATIONS];
    for &v in &neighbours.vertices {
        let distance = distances[v as usize];
        if distance < reach {
            let (sum, count) = &mut sums[((distance / reach) * STATIONS as f64) as usize];
            *sum += mesh.positions[v as usize];
            *count += 1.0;
        }
    }
    let rough: Vec<DVec3> = sums.into_iter().filter(|s| s.1 > 0.0).map(|(sum, n)| sum / n).collect();
    Some(sections(mesh, &triangles, &smooth(rough)))
}

/// Cuts across the arm and takes the middles of the cuts, which do not depend on how the skin is meshed.
fn sections(mesh: &TriMesh, triangles: &[u32], rough: &[DVec3]) -> Arm {
    let last = rough.len() - 1;
    let lines: Vec<Option<Loop>> = (0..rough.len())
        .map(|i| {
            let tangent = rough[(i + 4).min(last)] - rough[i.saturating_sub(4)];
            let lines = cut_some(mesh, triangles.iter().copied(), rough[i], tangent);
            let distance = |l: &Loop| l.centroid().distance(rough[i]);
            let whole = lines.into_iter().filter(|l| l.closed);
            whole.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        })
        .collect();
    let centers: Vec<DVec3> = lines
        .iter()
        .zip(rough)
        .map(|(line, &rough)| {
            let center = line.as_ref().map_or(rough, Loop::centroid);
            if center.distance(rough) < 0.03 { center } else { rough }
        })
        .collect();
    let mut along = vec![0.0];
    for pair in centers.windows(2) {
        along.push(along[along.len() - 1] + pair[0].distance(pair[1]));
    }
    Arm { centers, along, lines }
}

/// Means over three neighbours, twice; the ends stay.
fn smooth(mut points: Vec<DVec3>) -> Vec<DVec3> {
    for _ in 0..2 {
        let before = points.clone();
        for i in 1..points.len().saturating_sub(1) {
            points[i] = (before[i - 1] + before[i] + before[i + 1]) / 3.0;
        }
    }
    points
}

fn nearest(mesh: &TriMesh, neighbours: &Neighbours, to: DVec3) -> Option<u32> {
    let distance = |v: &u32| mesh.positions[*v as usize].distance_squared(to);
    neighbours.vertices.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The vertices of some triangles and the edges between them.
struct Neighbours {
    vertices: Vec<u32>,
    /// Pairs of neighbours, sorted.
    pairs: Vec<[u32; 2]>,
    starts: Vec<u32>,
    count: usize,
}

impl Neighbours {
    fn new(mesh: &TriMesh, triangles: &[u32]) -> Self {
        let mut pairs: Vec<[u32; 2]> = triangles
            .iter()
            .flat_map(|&t| {
                let [a, b, c] = mesh.triangles[t as usize];
                [[a, b], [b, a], [b, c], [c, b], [c, a], [a, c]]
            })
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let count = mesh.positions.len();
        let mut starts = vec![0_u32; count + 1];
        for pair in &pairs {
            starts[pair[0] as usize + 1] += 1;
        }
        for v in 0..count {
            starts[v + 1] += starts[v];
        }
        let vertices = (0..count as u32).filter(|&v| starts[v as usize] < starts[v as usize + 1]).collect();
        Self { vertices, pairs, starts, count }
    }

    /// The shortest way along edges from a vertex to each other one; infinite where there is none (Dijkstra 1959).
    fn distances(&self, mesh: &TriMesh, from: u32) -> Vec<f64> {
        let mut distances = vec![f64::INFINITY; self.count];
        let mut queue = BinaryHeap::from([(Reverse(0_u64), from)]);
        distances[from as usize] = 0.0;
        while let Some((Reverse(bits), v)) = queue.pop() {
            let distance = f64::from_bits(bits);
            if distance > distances[v as usize] {
                continue;
            }
            let row = self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize;
            for &[_, next] in &self.pairs[row] {
                let step = mesh.positions[v as usize].distance(mesh.positions[next as usize]);
                if distance + step < distances[next as usize] {
                    distances[next as usize] = distance + step;
                    // Positive numbers are ordered like their bits.
                    queue.push((Reverse((distance + step).to_bits()), next));
                }
            }
        }
        distances
    }

    fn farthest(&self, distances: &[f64]) -> Option<u32> {
        let reached = self.vertices.iter().copied().filter(|&v| distances[v as usize].is_finite());
        reached.max_by(|&a, &b| distances[a as usize].total_cmp(&distances[b as usize]))
    }
}
