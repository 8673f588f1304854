//! Collars and lapels: what is folded over begins folded.
//!
//! A collar is sewn on standing and turned down by hand. A closed ring of cloth does not turn over by itself, however well its fold is pressed: on the way
//! its outer edge would have to be longer. So what lies beyond a fold starts turned out a little more than half of the way, and falls the rest.

use super::SewnGarment;
use glam::DVec3;
use std::collections::BTreeMap;
use std::f64::consts::PI;
use toile_cloth::bending::Fold;
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};

/// Folds by less than this are pleats and creases, which form by themselves.
const MIN_FLAP_ANGLE: f64 = 0.5 * PI;
/// How far flaps are turned at the start: beyond the horizontal, not yet down to the shoulders; less where they would pass through what they turn over, as
/// a collar does through a front that a seam draws up. What stands up still when the seams are closed is turned over then.
const STARTS: [f64; 6] = [0.7 * PI, 0.62 * PI, 0.54 * PI, 0.46 * PI, 0.38 * PI, 0.3 * PI];
/// A flap has less than this share of all triangles.
const LARGEST: f64 = 0.3;

/// Which triangles lie beyond folds: parts that only folds join to the rest, which is the largest of them.
pub(super) fn flaps(triangles: &[[u32; 3]], folds: &[Fold]) -> Vec<bool> {
    let folded: Vec<[u32; 2]> = sharp(folds).map(|fold| sorted(fold.edge)).collect();
    if folded.is_empty() {
        return vec![false; triangles.len()];
    }
    let parts = parts(triangles, &folded);
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for part in &parts {
        *sizes.entry(*part).or_default() += 1;
    }
    let is_flap = |part: &usize| (sizes[part] as f64) < LARGEST * triangles.len() as f64;
    parts.iter().map(is_flap).collect()
}

/// Turns flaps out, at the first angle at which they pass through nothing, or the one at which they do least.
pub fn turn_flaps(sewn: &mut SewnGarment, body: &TriMesh) {
    let mut best: Option<(usize, Vec<DVec3>)> = None;
    for angle in STARTS {
        let Some(positions) = turned_positions(sewn, angle) else { return };
        let met = flap_crossings(&positions, &sewn.cloth.triangles, &sewn.flaps, body);
        if best.as_ref().is_none_or(|(least, _)| met < *least) {
            best = Some((met, positions));
        }
        if met == 0 {
            break;
        }
    }
    if let Some((_, positions)) = best {
        sewn.begin_at(positions);
    }
}

/// How many pairs of triangles meet of which one at least is of a flap.
pub(crate) fn flap_crossings(
    positions: &[DVec3],
    triangles: &[[u32; 3]],
    is_flap: &[bool],
    skin: &TriMesh,
) -> usize {
    let all = TriMesh { positions: positions.to_vec(), triangles: triangles.to_vec() };
    let has_flap = |pair: &&[u32; 2]| pair.iter().any(|t| is_flap[*t as usize]);
    let with_cloth = self_intersections(&all).iter().filter(has_flap).count();
    let own = triangles.iter().zip(is_flap).filter(|(_, is_flap)| **is_flap).map(|(t, _)| *t);
    let flaps = TriMesh { positions: all.positions, triangles: own.collect() };
    with_cloth + mesh_intersections(&flaps, skin).len()
}

/// Where all vertices are with flaps turned by an angle; `None` if there are no flaps.
fn turned_positions(sewn: &SewnGarment, angle: f64) -> Option<Vec<DVec3>> {
    if !sewn.flaps.contains(&true) {
        return None;
    }
    let mut positions = sewn.cloth.state.positions.clone();
    let normals = sewn.cloth.mesh().vertex_normals();
    let edges: Vec<(&Fold, [DVec3; 2], DVec3)> = sharp(&sewn.folds)
        .map(|fold| {
            let ends = fold.edge.map(|v| positions[v as usize]);
            (fold, ends, fold.edge.map(|v| normals[v as usize]).iter().sum::<DVec3>().normalize_or_zero())
        })
        .collect();
    let mut moved = vec![false; positions.len()];
    for (triangle, _) in sewn.cloth.triangles.iter().zip(&sewn.flaps).filter(|(_, flap)| **flap) {
        for v in triangle {
            moved[*v as usize] = true;
        }
    }
    for fold in sharp(&sewn.folds) {
        for v in fold.edge {
            moved[v as usize] = false;
        }
    }
    let turned: Vec<DVec3> = positions.iter().map(|p| turned(*p, &edges, angle)).collect();
    for v in (0..positions.len()).filter(|&v| moved[v]) {
        positions[v] = turned[v];
    }
    Some(positions)
}

/// A point turned about the nearest of some edges by an angle, towards the normal there if the fold is positive.
fn turned(point: DVec3, edges: &[(&Fold, [DVec3; 2], DVec3)], angle: f64) -> DVec3 {
    let foot = |[a, b]: [DVec3; 2]| {
        let t = (point - a).dot(b - a) / (b - a).length_squared().max(1e-18);
        a.lerp(b, t.clamp(0.0, 1.0))
    };
    let nearest = edges
        .iter()
        .min_by(|a, b| foot(a.1).distance_squared(point).total_cmp(&foot(b.1).distance_squared(point)));
    let Some((fold, ends, normal)) = nearest else { return point };
    let foot = foot(*ends);
    let away = point - foot;
    let angle = fold.angle.abs().min(angle);
    foot + away * angle.cos() + *normal * (fold.angle.signum() * away.length() * angle.sin())
}

pub(super) fn sharp(folds: &[Fold]) -> impl Iterator<Item = &Fold> {
    folds.iter().filter(|fold| fold.angle.abs() >= MIN_FLAP_ANGLE)
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// The part of each triangle: those that share an edge that is not folded are of one part.
fn parts(triangles: &[[u32; 3]], folded: &[[u32; 2]]) -> Vec<usize> {
    let mut folded = folded.to_vec();
    folded.sort_unstable();
    let mut around: BTreeMap<[u32; 2], Vec<usize>> = BTreeMap::new();
    for (t, [a, b, c]) in triangles.iter().enumerate() {
        for edge in [[*a, *b], [*b, *c], [*c, *a]].map(sorted) {
            if folded.binary_search(&edge).is_err() {
                around.entry(edge).or_default().push(t);
            }
        }
    }
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); triangles.len()];
    for pair in around.values() {
        for &a in pair {
            neighbours[a].extend(pair.iter().copied().filter(|b| *b != a));
        }
    }
    let mut parts = vec![usize::MAX; triangles.len()];
    for start in 0..triangles.len() {
        if parts[start] != usize::MAX {
            continue;
        }
        let mut open = vec![start];
        parts[start] = start;
        while let Some(t) = open.pop() {
            for &n in &neighbours[t] {
                if parts[n] == usize::MAX {
                    parts[n] = start;
                    open.push(n);
                }
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_a_fold_joins_is_a_flap() {
        // A strip of twelve triangles, the last three beyond a fold.
        let triangles: Vec<[u32; 3]> = (0..12).map(|t| [t, t + 1, t + 2]).collect();
        let fold = |angle| vec![Fold { edge: [9, 10], angle }];
        let found = flaps(&triangles, &fold(0.9 * PI));
        assert_eq!(found.iter().filter(|flap| **flap).count(), 3, "{found:?}");
        assert!(!flaps(&triangles, &fold(0.3)).contains(&true));
        assert!(!flaps(&triangles, &[]).contains(&true));
    }

    #[test]
    fn points_turn_towards_the_normal() {
        let fold = Fold { edge: [0, 1], angle: 0.9 * PI };
        let edges = [(&fold, [DVec3::ZERO, DVec3::X], DVec3::Z)];
        let turned = turned(DVec3::new(0.5, 0.1, 0.0), &edges, 0.6 * PI);
        assert!(turned.z > 0.09 && turned.y < 0.0 && (turned.x - 0.5).abs() < 1e-12, "{turned}");
    }
}
