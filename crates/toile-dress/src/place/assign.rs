//! Which segment of the body each piece belongs to, and which way up it goes: from the file's notes, names, positions in space, seams and shapes.

use super::arm_sides::side_by_armholes;
use super::upright::up_of_band;
use crate::body::Wearer;
use crate::frame::HullFrame;
use crate::infer::{Inference, Limb, Notes, inferred};
use glam::{DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;
use toile_body::segments::Segment;
use toile_pattern::mesh::MeshedGarment;
use toile_pattern::piece::Piece;
use toile_pattern::placement::PiecePose;

/// What is known of a piece before it is placed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Assignment {
    /// The segment that it is laid around.
    pub(super) segment: Segment,
    /// The direction in the piece that goes up the segment.
    pub(super) up: DVec2,
    /// Where it was before, if the file tells and its height has been brought to the body's.
    pub(super) pose: Option<PiecePose>,
    /// The angle of its middle around the body, from the front towards the left, if its shape tells.
    pub(super) around: Option<f64>,
    /// How all of this is known.
    pub(super) reason: String,
}

/// Assigns all pieces of a garment.
pub(super) fn assign(meshed: &MeshedGarment, body: &Wearer) -> Vec<Assignment> {
    let garment = &meshed.garment;
    let notes = Notes::of(garment);
    let mut found: Vec<Option<(Segment, String)>> =
        garment.pieces.iter().map(|piece| notes.segment(piece)).collect();
    let inferred = inferred(garment, || *body.measures());
    for (found, inferred) in found.iter_mut().zip(&inferred) {
        let Some(Inference { segment, reason, .. }) = inferred else { continue };
        let name = segment.words();
        *found = match found.take() {
            Some((told, how)) if told == *segment => Some((told, how)),
            Some(_) => Some((*segment, format!("{name} by its name, side by what it is sewn to"))),
            None => Some((*segment, format!("{name} {reason}"))),
        };
    }
    side_by_armholes(meshed, &mut found, |piece| inferred[piece].is_none());
    by_seams(meshed, &mut found);
    unite_lower_body(meshed, &mut found);
    let segments: Vec<(Segment, String)> = found
        .into_iter()
        .map(|found| {
            found.unwrap_or_else(|| {
                (notes.fallback, format!("{}, as nothing tells otherwise", notes.fallback.words()))
            })
        })
        .collect();
    let rise = rise_of_poses(meshed, &segments, body);
    let around: Vec<Segment> = segments.iter().map(|(segment, _)| *segment).collect();
    let finish = |number: usize, (segment, reason): (Segment, String), inferred: Option<Inference>| {
        let piece = &garment.pieces[number];
        let pose = piece
            .placement
            .pose
            .map(|pose| PiecePose { translation: pose.translation + DVec3::Y * rise, ..pose });
        let frame = Limb::of(segment).frame(body);
        let (up, how) = upward(piece, Limb::of(segment), pose.as_ref(), frame.as_ref())
            .or_else(|| Some((up_of_band(meshed, &around, number)?, "up by its seams")))
            .unwrap_or((DVec2::Y, "up as drawn"));
        let around = inferred.and_then(|inferred| inferred.around);
        Assignment { segment, up, pose, around, reason: format!("{reason}; {how}") }
    };
    let each = segments.into_iter().zip(inferred).enumerate();
    each.map(|(number, (segment, inferred))| finish(number, segment, inferred)).collect()
}

/// Pieces that nothing is known of go where most of what they are sewn to goes.
fn by_seams(meshed: &MeshedGarment, found: &mut [Option<(Segment, String)>]) {
    for _ in 0..found.len() {
        let mut changed = false;
        for piece in 0..found.len() {
            if found[piece].is_some() {
                continue;
            }
            let mut counts = [0usize; Segment::ALL.len()];
            for [a, b] in meshed.seams.iter().flat_map(|seam| &seam.pairs) {
                for (own, other) in [(a, b), (b, a)] {
                    if own.piece as usize == piece
                        && let Some(Some((segment, _))) = found.get(other.piece as usize)
                    {
                        // What hangs on sleeves, collars and bands is rather the trunk.
                        let trunk = match Limb::of(*segment) {
                            Limb::Arm(_) | Limb::Neck => Segment::Torso,
                            _ if *segment == Segment::LowerTorso => Segment::LowerBody,
                            _ => *segment,
                        };
                        counts[trunk as usize] += 1;
                    }
                }
            }
            let best = (0..counts.len()).max_by_key(|&i| (counts[i], std::cmp::Reverse(i)));
            if let Some(best) = best.filter(|&best| counts[best] > 0) {
                let segment = Segment::ALL[best];
                found[piece] = Some((segment, format!("{} by its seams", segment.words())));
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
}

/// What is sewn to a skirt belongs to the skirt, even if it is noted for one side.
fn unite_lower_body(meshed: &MeshedGarment, found: &mut [Option<(Segment, String)>]) {
    let is =
        |found: &Option<(Segment, String)>, segment: Segment| found.as_ref().is_some_and(|f| f.0 == segment);
    for [a, b] in meshed.seams.iter().flat_map(|seam| &seam.pairs) {
        for (own, other) in [(a, b), (b, a)] {
            let (Some(one), Some(two)) = (found.get(own.piece as usize), found.get(other.piece as usize))
            else {
                continue;
            };
            let sided = is(one, Segment::LeftLowerBody) || is(one, Segment::RightLowerBody);
            if sided && is(two, Segment::LowerBody) {
                found[own.piece as usize] =
                    Some((Segment::LowerBody, "lower body, because it is sewn to a skirt".to_owned()));
            }
        }
    }
}

/// Poses farther from where garments are worn than this count as given for a body with another origin.
const FOREIGN_ORIGIN: f64 = 0.15;

/// How far up the poses of a file have to be moved to fit the body.
fn rise_of_poses(meshed: &MeshedGarment, segments: &[(Segment, String)], body: &Wearer) -> f64 {
    let top = |wanted: fn(Segment) -> bool| {
        let pieces = meshed.garment.pieces.iter().zip(&meshed.pieces).zip(segments);
        pieces
            .filter(|(_, (segment, _))| wanted(*segment))
            .filter_map(|((piece, mesh), _)| Some((piece.placement.pose.as_ref()?, mesh)))
            .flat_map(|(pose, mesh)| mesh.places.iter().map(|&place| pose.place(place).y))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let torso = top(|segment| matches!(segment, Segment::Torso | Segment::UpperTorso));
    let lower = top(|segment| segment == Segment::LowerBody || matches!(Limb::of(segment), Limb::Leg(_)));
    let height = |name: &str| body.landmarks().position(name).map_or(f64::NAN, |p| p.y);
    let rise =
        if torso.is_finite() { height("neck_back") + 0.02 - torso } else { height("waist_back") - lower };
    if rise.is_finite() && rise.abs() > FOREIGN_ORIGIN { rise } else { 0.0 }
}

/// Up vectors nearer than this to an axis of the piece are meant to lie on it, in radians.
const SNAP: f64 = 0.25;

/// The direction in a piece that goes up its segment, if that is told.
fn upward(
    piece: &Piece,
    limb: Limb,
    pose: Option<&PiecePose>,
    frame: Option<&HullFrame>,
) -> Option<(DVec2, &'static str)> {
    if let Some(up) = piece.placement.up.and_then(DVec2::try_normalize) {
        return Some((up, "up as noted"));
    }
    if let (Some(pose), Some(frame)) = (pose, frame) {
        if let Some(up) = seen_up(pose, frame.up, SNAP) {
            return Some((up, "up by its position"));
        }
        // Files that lay sleeves around arms held out to the sides know nothing of arms that hang.
        let held_out = DVec3::X * frame.up.x.signum();
        let is_arm = matches!(limb, Limb::Arm(_));
        if let Some(up) = seen_up(pose, held_out, SNAP).filter(|_| is_arm) {
            return Some((up, "up by its position, beside arms held out to the sides"));
        }
        if let Some(up) = seen_up(pose, frame.up, f64::INFINITY) {
            return Some((up, "up by its position"));
        }
    }
    None
}

/// How a piece in its pose sees a direction: its nearest axis, or the direction itself, if that is within an angle.
fn seen_up(pose: &PiecePose, direction: DVec3, within: f64) -> Option<DVec2> {
    let up = (pose.rotation.inverse() * direction).truncate();
    let axis = (up.to_angle() / FRAC_PI_2).round() * FRAC_PI_2;
    let off = (up.to_angle() - axis).abs();
    let angle = if off < SNAP { axis } else { up.to_angle() };
    (up.length() > 0.3 && off < within).then(|| DVec2::from_angle(angle))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]

    use super::*;
    use glam::DQuat;
    use toile_pattern::draft::Pen;

    #[test]
    fn sleeves_of_files_go_up_hanging_arms_and_arms_held_out() {
        let outline = Pen::at(0.0, 0.0).line("", 0.3, 0.0).line("", 0.3, 0.2).line("", 0.0, 0.2).close("");
        let piece = Piece::new("sleeve", outline);
        let hanging = HullFrame::new(DVec3::ZERO, DVec3::new(-1.0, 1.0, 0.0), DVec3::Z);
        let up = |limb: Limb, turned: f64| {
            let pose = PiecePose { rotation: DQuat::from_rotation_z(turned), translation: DVec3::ZERO };
            upward(&piece, limb, Some(&pose), Some(&hanging)).unwrap().0
        };
        // Laid beside the arm as it hangs, and beside an arm held out to the left.
        for turned in [-0.25 * std::f64::consts::PI, 0.0] {
            let up = up(Limb::Arm(true), turned);
            assert!(up.distance(-DVec2::X) < 1e-9, "{up}");
        }
        let other = up(Limb::Trunk, 0.0);
        assert!(other.distance(DVec2::new(-1.0, 1.0).normalize()) < 1e-9, "{other}");
    }
}
