//! What it tells where a file has put its pieces in space: what is sewn lies near, and runs the same way.

use super::cloth::{Cloth, Cut};
use glam::DVec3;

/// The logarithm of how much likelier it is that two runs are sewn, by where they lie; 0 if the file does not place both.
pub(super) fn of_pose(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let (Some(one), Some(other)) = (points(cloth, a), points(cloth, b)) else { return 0.0 };
    let gaps = || one.iter().zip(other.iter().rev()).map(|(p, q)| p.distance(*q));
    let mean = gaps().sum::<f64>() / one.len() as f64;
    let ways = [one[one.len() - 1] - one[0], other[0] - other[other.len() - 1]].map(DVec3::normalize_or_zero);
    let turned = (0.6 - ways[0].dot(ways[1])).max(0.0);
    // Pieces float some 20 cm before and behind the body.
    let touching = if mean < 0.03 { 1.5 } else { 0.0 };
    (2.0 - mean / 0.14).clamp(-6.0, 1.6) + touching - 3.0 * turned
}

/// Points along a run in space.
fn points(cloth: &Cloth, run: &[Cut]) -> Option<Vec<DVec3>> {
    let mut all = Vec::new();
    for cut in run {
        let pose = cloth.view(*cut).pose?;
        let points = &cloth.view(*cut).boundary.stretches[cut.stretch].points;
        let place = |point: &glam::DVec2| {
            let at = pose.place(*point);
            if cut.image { at * DVec3::new(-1.0, 1.0, 1.0) } else { at }
        };
        let own = points.iter().map(place);
        if cut.image { all.extend(own.rev()) } else { all.extend(own) }
    }
    let count = all.len();
    let pick = |k: usize| all.get(k * (count - 1) / 8).copied();
    if count < 2 { None } else { (0..9).map(pick).collect() }
}
