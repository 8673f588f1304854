//! Arm and hand.

use super::{Anatomy, Joints, torso};
use crate::mannequin::blend::{Field, Group, Shape};
use crate::mannequin::loft::{Loft, Station};
use crate::measures::{Figure, Measure, Measures};
use glam::DVec3;

/// Fraction of the way from shoulder joint to wrist, outer, inner, front, back, on a woman's typical arm.
const ARM: [[f64; 5]; 11] = [
    [-0.03, 0.030, -0.036, 0.040, -0.042],
    [0.06, 0.042, -0.044, 0.049, -0.050],
    [0.17, 0.045, -0.044, 0.049, -0.049],
    [0.30, 0.041, -0.041, 0.046, -0.047],
    [0.42, 0.038, -0.038, 0.043, -0.043],
    [0.53, 0.036, -0.036, 0.039, -0.042],
    [0.63, 0.037, -0.037, 0.043, -0.041],
    [0.72, 0.034, -0.035, 0.041, -0.036],
    [0.84, 0.027, -0.028, 0.033, -0.029],
    [0.95, 0.020, -0.021, 0.027, -0.026],
    [1.00, 0.019, -0.020, 0.026, -0.025],
];
/// Where along the arm the girths are taken.
pub(crate) const UPPER_ARM: f64 = 0.25;
/// Where the elbow is.
pub(crate) const ELBOW: f64 = 0.54;
/// Where the wrist is measured.
pub(crate) const WRIST: f64 = 0.985;

/// Shoulder point, shoulder joint, elbow, wrist and knuckles.
pub(crate) fn joints(anatomy: &Anatomy) -> [DVec3; 5] {
    let m = &anatomy.measures;
    let size = anatomy.stature();
    let along = direction(anatomy);
    // A raised arm lifts the shoulder and brings it inwards.
    let raised = (anatomy.pose.arm_angle() - 0.25).max(0.0);
    // The arms of a full body start outside of its chest.
    let beside_chest = torso::half_width(anatomy, m.bust_height) + 0.034 * size;
    let point = DVec3::new(
        (0.5 * m.shoulder_width - 0.010 * raised * size).max(beside_chest),
        m.cervicale_height - (0.068 - 0.012 * raised) * size,
        -0.040 * size,
    );
    let shoulder = point + DVec3::new(-0.022, -0.042, 0.0) * size;
    let reach = m.arm_length - 0.022 * size;
    let wrist = shoulder + along * reach;
    let elbow = shoulder + along * (ELBOW * reach);
    [point, shoulder, elbow, wrist, wrist + along * (0.5 * m.hand_length)]
}

/// Which way the arm points: down and out, and a little forward.
fn direction(anatomy: &Anatomy) -> DVec3 {
    let angle = anatomy.pose.arm_angle();
    DVec3::new(angle.sin(), -angle.cos(), 0.06).normalize()
}

/// The arm's axes: along it, outwards, and to the front.
pub(crate) fn axes(anatomy: &Anatomy) -> [DVec3; 3] {
    let along = direction(anatomy);
    let outward = along.cross(DVec3::NEG_Z).normalize();
    [along, outward, outward.cross(along)]
}

pub(crate) fn add(anatomy: &Anatomy, joints: &Joints, field: &mut Field) {
    let axes = axes(anatomy);
    let reach = joints.wrist.distance(joints.shoulder);
    let stations: Vec<Station> = ARM
        .iter()
        .map(|&[t, outer, inner, front, back]| {
            let s = scale_at(anatomy, t);
            Station {
                along: t * reach,
                outer: outer * s,
                inner: inner * s,
                front: front * s,
                back: back * s,
                power: [2.1, 2.1],
            }
        })
        .collect();
    let size = anatomy.stature();
    let arm = Shape::Loft(Loft::new(joints.shoulder, axes, &stations, [0.030 * size, 0.02 * size]));
    let mut members = vec![(arm, 0.01)];
    members.extend(hand(anatomy, joints.wrist, axes));
    field.add(Group { members, mirrored: Some(0.001), blend: 0.050 * size });
}

/// How much wider the arm is than a typical woman's.
fn scale_at(anatomy: &Anatomy, t: f64) -> f64 {
    let woman = Measures::typical(Figure::Woman);
    let typical = Measures::typical(anatomy.figure);
    let of = |m: Measure| anatomy.scales.of(m) * typical.get(m) / woman.get(m);
    super::levels::between(
        t,
        &[
            (UPPER_ARM, of(Measure::UpperArmGirth)),
            (ELBOW, of(Measure::ElbowGirth)),
            (WRIST, of(Measure::WristGirth)),
        ],
    )
}

/// The hand: metres from the wrist, outer, inner, front, back, on a hand 17.8 cm long. The palm looks inwards, the thumb
/// forwards.
const PALM: [[f64; 5]; 7] = [
    [0.004, 0.016, -0.017, 0.023, -0.022],
    [0.028, 0.016, -0.016, 0.032, -0.029],
    [0.055, 0.015, -0.015, 0.038, -0.035],
    [0.080, 0.012, -0.013, 0.039, -0.036],
    [0.100, 0.008, -0.010, 0.037, -0.034],
    [0.125, 0.004, -0.011, 0.035, -0.032],
    [0.150, -0.002, -0.014, 0.029, -0.024],
];
/// Across the hand (towards the thumb), length from the wrist, and radii at root and tip of the fingers.
const FINGERS: [[f64; 4]; 4] = [
    [0.0285, 0.166, 0.0092, 0.0070],
    [0.0098, 0.178, 0.0095, 0.0072],
    [-0.0090, 0.170, 0.0092, 0.0070],
    [-0.0270, 0.148, 0.0082, 0.0062],
];

fn hand(anatomy: &Anatomy, wrist: DVec3, [along, outward, front]: [DVec3; 3]) -> Vec<(Shape, f64)> {
    let scale = anatomy.measures.hand_length / 0.178;
    let stations: Vec<Station> = PALM
        .iter()
        .map(|&[t, outer, inner, front, back]| Station {
            along: t * scale,
            outer: outer * scale,
            inner: inner * scale,
            front: front * scale,
            back: back * scale,
            power: [2.5, 2.5],
        })
        .collect();
    let palm = Loft::new(wrist, [along, outward, front], &stations, [0.01 * scale, 0.008 * scale]);
    let mut shapes = vec![(Shape::Loft(palm), 0.018 * scale)];
    let at = |t: f64, out: f64, across: f64| wrist + (along * t + outward * out + front * across) * scale;
    for [across, length, root, tip] in FINGERS {
        // Relaxed fingers curl a little towards the palm.
        let joints = [
            at(0.080, 0.0, across * 0.96),
            at(0.55 * length + 0.045, -0.003, across * 1.02),
            at(length - tip, -0.013, across * 1.00),
        ];
        let middle = 0.5 * (root + tip);
        let root_part = Shape::Cone([joints[0], joints[1]], [root * scale, middle * scale]);
        let tip_part = Shape::Cone([joints[1], joints[2]], [middle * scale, tip * scale]);
        shapes.push((root_part, 0.009 * scale));
        shapes.push((tip_part, 0.004 * scale));
    }
    let thumb = [at(0.018, -0.006, 0.020), at(0.058, -0.012, 0.048), at(0.098, -0.018, 0.058)];
    shapes.push((Shape::Cone([thumb[0], thumb[1]], [0.0145 * scale, 0.0115 * scale]), 0.014 * scale));
    shapes.push((Shape::Cone([thumb[1], thumb[2]], [0.0112 * scale, 0.0082 * scale]), 0.006 * scale));
    shapes
}
