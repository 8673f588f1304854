//! One vertex among planes: it goes where it is to go, and along the planes that are in its way.

use glam::DVec3;

/// A plane that a vertex stays beyond: `normal · (position - origin) >= offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpace {
    pub(super) normal: DVec3,
    pub(super) origin: DVec3,
    pub(super) offset: f64,
}

/// By how much more than needed a motion is turned away from a plane, as a part of what is taken away. It is far above
/// rounding, so that sliding along a plane never ends up below it, and far below anything that matters.
const TURN: f64 = 1e-9;

/// Planes met on one way before it ends; three stop all motion, unless the first ones are left behind.
const MAX_PLANES_MET: usize = 12;

/// Goes from `from`, which is beyond all planes, towards `to` and slides along planes on the way. The way is never longer
/// than the straight one, but for rounding.
pub(super) fn slide<I>(from: DVec3, to: DVec3, planes: impl Fn() -> I) -> DVec3
where
    I: Iterator<Item = HalfSpace>,
{
    let mut position = from;
    let mut motion = to - from;
    let mut along: Option<DVec3> = None;
    for turn in 0..MAX_PLANES_MET {
        let mut first: Option<(f64, DVec3)> = None;
        for plane in planes() {
            // The plane is met at the part (n·(x - o) - offset) / (-n·motion) of the motion.
            let approach = -plane.normal.dot(motion);
            if approach <= 0.0 {
                continue;
            }
            let room = (plane.normal.dot(position - plane.origin) - plane.offset).max(0.0);
            if room < approach && first.is_none_or(|(part, _)| room / approach < part) {
                first = Some((room / approach, plane.normal));
            }
        }
        let Some((part, normal)) = first else {
            // The goal itself, and not a sum of steps towards it, if nothing was in the way.
            return if turn == 0 { to } else { position + motion };
        };
        position += motion * part;
        motion *= 1.0 - part;
        // What is left, without its part along the normal: m - n (m·n).
        let turned = motion - normal * (motion.dot(normal) * (1.0 + TURN));
        motion = match along {
            Some(last) if last.dot(turned) < 0.0 => along_both(motion, last, normal),
            _ => turned,
        };
        along = Some(normal);
        if motion == DVec3::ZERO {
            break;
        }
    }
    position
}

/// The part of a motion along the line in which two planes meet, turned a little away from both.
fn along_both(motion: DVec3, one: DVec3, other: DVec3) -> DVec3 {
    let Some(line) = one.cross(other).try_normalize() else { return DVec3::ZERO };
    let speed = motion.dot(line);
    // The bisector leaves both planes unless they face each other; then there is no room beside the line.
    line * speed + (one + other) * (TURN * speed.abs())
}

/// The last point on the way from `from` to `to` that is inside of something convex; `from` is.
pub(super) fn stay_within(from: DVec3, to: DVec3, inside: impl Fn(DVec3) -> bool) -> DVec3 {
    if inside(to) {
        return to;
    }
    let (mut good, mut bad) = (0.0, 1.0);
    for _ in 0..30 {
        let middle = f64::midpoint(good, bad);
        if inside(from.lerp(to, middle)) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    if good == 0.0 { from } else { from.lerp(to, good) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor(normal: DVec3, offset: f64) -> HalfSpace {
        HalfSpace { normal, origin: DVec3::ZERO, offset }
    }

    #[test]
    fn a_vertex_slides_along_planes_into_a_corner_and_is_free_to_leave() {
        let planes = [floor(DVec3::Y, 0.0), floor(DVec3::X, -1.0), floor(DVec3::Z, -1.0)];
        let go = |from, to| slide(from, to, || planes.iter().copied());
        let end = go(DVec3::ZERO, DVec3::new(0.5, -1.0, 0.25));
        assert!(end.distance(DVec3::new(0.5, 0.0, 0.25)) < 1e-8 && end.y >= 0.0, "{end}");
        let end = go(DVec3::ZERO, DVec3::new(-2.0, -3.0, 0.25));
        assert!(end.distance(DVec3::new(-1.0, 0.0, 0.25)) < 1e-8, "{end}");
        let end = go(DVec3::ZERO, DVec3::splat(-5.0));
        assert!(end.distance(DVec3::new(-1.0, 0.0, -1.0)) < 1e-7, "{end}");
        assert_eq!(go(DVec3::ZERO, DVec3::new(3.0, 1e-20, 2.0)), DVec3::new(3.0, 1e-20, 2.0));
    }
}
