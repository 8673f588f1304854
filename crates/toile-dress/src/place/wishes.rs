//! Where each piece should lie on its hull: by a landmark, by where the file puts it, by its name, or where garments usually are.

use super::assign::Assignment;
use super::card::Card;
use super::group::Wish;
use crate::body::Wearer;
use crate::frame::HullFrame;
use crate::infer::{Limb, angle_of_name};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use toile_body::segments::Segment;
use toile_pattern::piece::Piece;

/// A pose and a landmark that disagree by more than this are given for another body than the one to dress, and the landmark counts.
const OTHER_BODY: f64 = 0.08;

/// What is known of where a piece goes, and how.
pub(super) fn wish(
    card: &Card,
    piece: &Piece,
    assignment: &Assignment,
    frame: &HullFrame,
    body: &Wearer,
) -> (Wish, String) {
    let limb = Limb::of(assignment.segment);
    let pose = assignment.pose.map(|pose| {
        let normal = pose.rotation * DVec3::Z;
        let middle = pose.place(card.middle_place());
        // How far the piece floats off the body must not count as a height where the axis leans.
        let middle = middle - normal * (middle - frame.origin).dot(normal);
        let angle = frame.angle(normal);
        let tangent = -frame.ahead * angle.sin() + frame.aside * angle.cos();
        // Legs and sleeves float beside the body; only around the trunk it matters how far aside a piece is.
        let aside = if limb == Limb::Trunk { (middle - frame.origin).dot(tangent) } else { 0.0 };
        let height =
            if limb == Limb::Neck { leaning_height(middle.y, angle, frame) } else { frame.height(middle) };
        (Wish { around: Some((angle, aside)), height: Some(height), by_landmark: false }, normal)
    });
    let landmark = piece.placement.landmark.as_ref().and_then(|note| {
        let position = body.landmarks().position(&note.name.replace('-', "_"))?;
        let local = card.local(note.at);
        let angle = match limb {
            // A point in the middle of a limb has no angle.
            Limb::Arm(_) => 0.0,
            // The middle of the body leans: what a name says of front and back is surer than an angle around an upright axis.
            _ if note.name.contains("front") => 0.0,
            _ if note.name.contains("back") => PI,
            _ => frame.angle(position - frame.origin),
        };
        let around = if matches!(limb, Limb::Leg(_)) { None } else { Some((angle, -local.x)) };
        let height = Some(frame.height(position) - local.y);
        Some((Wish { around, height, by_landmark: true }, note.name.clone()))
    });
    match (pose, landmark) {
        (Some((pose, normal)), landmark) if is_beside(normal, frame) => {
            let Some((by_landmark, name)) = landmark else {
                return (pose, "placed as in the file".to_owned());
            };
            let apart = pose.height.unwrap_or(0.0) - by_landmark.height.unwrap_or(0.0);
            // Which side of the body a piece goes to, a landmark tells better than the plane that the piece floats in.
            let around = by_landmark.around.or(pose.around);
            if apart.abs() <= OTHER_BODY && limb != Limb::Neck {
                (
                    Wish { around, by_landmark: true, ..pose },
                    format!("by the landmark {name}, as high as in the file"),
                )
            } else {
                (Wish { around, ..by_landmark }, format!("by the landmark {name}"))
            }
        }
        (_, Some((landmark, name))) => (landmark, format!("placed by the landmark {name}")),
        _ => {
            let (around, how) = match (angle_of_name(piece), assignment.around) {
                (Some(angle), _) => (Some(angle), "turned as its name says"),
                (None, Some(angle)) => (Some(angle), "turned as its shape says"),
                (None, None) => (None, "turned as its seams say"),
            };
            let around = around.map(|angle| (angle, 0.0));
            (Wish { around, height: None, by_landmark: false }, how.to_owned())
        }
    }
}

/// How far a collar or hood is from its axis, roughly.
const NECK_RADIUS: f64 = 0.08;

/// How far up a leaning axis a piece is that is at a height above the floor, at an angle around the axis.
fn leaning_height(y: f64, angle: f64, frame: &HullFrame) -> f64 {
    let out = frame.ahead * angle.cos() + frame.aside * angle.sin();
    (y - frame.origin.y - NECK_RADIUS * out.y) / frame.up.y.max(0.3)
}

/// Whether a piece stands upright beside the axis rather than lying across it.
fn is_beside(normal: DVec3, frame: &HullFrame) -> bool {
    normal.dot(frame.up).abs() < 0.8
}

/// The usual height of all pieces of a hull if nothing is known: the top or the bottom of the laid-out pieces at a landmark.
pub(super) fn usual_height(segment: Segment, frame: &HullFrame, body: &Wearer, [low, high]: [f64; 2]) -> f64 {
    let height = |name: &str| body.landmarks().position(name).map(|p| frame.height(p));
    let shift = match Limb::of(segment) {
        Limb::Neck => Some(-low),
        Limb::Arm(left) => {
            height(if left { "left_shoulder" } else { "right_shoulder" }).map(|shoulder| shoulder - high)
        }
        Limb::Leg(_) => height("waist_back").map(|waist| waist - high),
        Limb::Trunk => match segment {
            Segment::LowerTorso => height("waist_back").map(|waist| waist - low),
            Segment::LowerBody => height("waist_back").map(|waist| waist - high),
            _ => height("neck_back").map(|neck| neck + 0.02 - high),
        },
    };
    shift.unwrap_or(0.0)
}

/// The angle at which a piece should lie so that its partners on other hulls are near: the mean over pairs of a place on the piece (from its
/// middle) and the partner's position.
pub(super) fn angle_of_partners(
    pairs: &[(DVec2, DVec3)],
    frame: &HullFrame,
    circumference: f64,
) -> Option<f64> {
    let toward = |&(local, partner): &(DVec2, DVec3)| {
        let own = std::f64::consts::TAU * local.x / circumference.max(1e-6);
        DVec2::from_angle(frame.angle(partner - frame.origin) - own)
    };
    let sum: DVec2 = pairs.iter().map(toward).sum();
    (sum.length() > 1e-6 * pairs.len() as f64).then(|| sum.to_angle())
}
