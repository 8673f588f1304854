//! Leg and foot.

use super::{Anatomy, Joints};
use crate::mannequin::blend::{Field, Group, Shape};
use crate::mannequin::loft::{Loft, Station};
use crate::measures::{Figure, Measure, Measures};
use glam::DVec3;
use std::f64::consts::TAU;

/// Height on a woman's typical body, outer, inner, front, back.
const LEG: [[f64; 5]; 13] = [
    [0.880, 0.040, -0.040, 0.046, -0.048],
    [0.830, 0.060, -0.058, 0.068, -0.070],
    [0.760, 0.081, -0.083, 0.092, -0.090],
    [0.680, 0.081, -0.082, 0.090, -0.081],
    [0.600, 0.071, -0.072, 0.080, -0.071],
    [0.530, 0.060, -0.061, 0.067, -0.061],
    [0.468, 0.053, -0.055, 0.059, -0.055],
    [0.405, 0.050, -0.050, 0.049, -0.062],
    [0.335, 0.054, -0.055, 0.042, -0.074],
    [0.265, 0.047, -0.050, 0.038, -0.069],
    [0.185, 0.035, -0.037, 0.035, -0.050],
    [0.115, 0.030, -0.031, 0.034, -0.040],
    [0.070, 0.033, -0.034, 0.036, -0.041],
];

/// Metres in front of the heel, outer and inner half widths, top, on a foot 24.5 cm long.
const FOOT: [[f64; 4]; 8] = [
    [0.016, 0.026, -0.026, 0.052],
    [0.045, 0.032, -0.031, 0.078],
    [0.080, 0.034, -0.032, 0.090],
    [0.120, 0.038, -0.033, 0.074],
    [0.155, 0.044, -0.038, 0.052],
    [0.190, 0.046, -0.044, 0.036],
    [0.215, 0.038, -0.043, 0.027],
    [0.235, 0.020, -0.034, 0.021],
];

/// How far below the crotch the thigh is measured, as a fraction of the height.
pub(crate) const BELOW_CROTCH: f64 = 0.018;
/// Where in the table the lower leg is fullest.
pub(crate) const CALF: f64 = 0.335;
/// Where in the table the leg is thinnest.
pub(crate) const ANKLE: f64 = 0.115;

/// The radius of the thigh where it is widest.
fn thigh_radius(anatomy: &Anatomy) -> f64 {
    anatomy.measures.thigh_girth / TAU
}

/// Hip, knee, ankle and toe.
pub(crate) fn joints(anatomy: &Anatomy) -> [DVec3; 4] {
    let m = &anatomy.measures;
    let size = anatomy.stature();
    let at_crotch = thigh_radius(anatomy) + 0.005 * size;
    // Fuller thighs need a wider stance to stay apart.
    let fullness = m.thigh_girth / (Measures::typical(Figure::Woman).thigh_girth * size);
    let spread = anatomy.pose.leg_spread() * m.inside_leg_height * fullness.max(1.0).powi(2);
    let ankle_height = 0.070 * m.foot_length / 0.245;
    let top = m.inside_leg_height + 0.065 * size;
    let slope = spread / (m.inside_leg_height - ankle_height);
    let side = |height: f64| at_crotch + (m.inside_leg_height - height) * slope;
    let hip = DVec3::new(side(top), top, 0.0);
    let ankle = DVec3::new(side(ankle_height), ankle_height, -0.012 * size);
    let knee = DVec3::new(side(m.knee_height), m.knee_height, 0.002 * size);
    let toe = ankle + DVec3::new(0.02, -0.8 * ankle_height, 0.55 * m.foot_length);
    [hip, knee, ankle, toe]
}

pub(crate) fn add(anatomy: &Anatomy, joints: &Joints, field: &mut Field) {
    let size = anatomy.stature();
    let up = (joints.hip - joints.ankle).normalize();
    let side = up.cross(DVec3::Z).normalize();
    let axes = [up, side, side.cross(up)];
    let mut stations: Vec<Station> = LEG
        .iter()
        .map(|&row| {
            let height = height_of(anatomy, row[0]);
            let scale = scale_at(anatomy, row[0]);
            let [outer, inner, front, back] = [row[1], row[2], row[3], row[4]].map(|v| v * scale);
            let along = (height - joints.ankle.y) / up.y;
            Station { along, outer, inner, front, back, power: [2.1, 2.1] }
        })
        .collect();
    stations.reverse();
    let caps = [0.02 * size, 0.05 * size];
    let leg = Shape::Loft(Loft::new(joints.ankle, axes, &stations, caps));
    let mut members = vec![(leg, 0.01), (foot(anatomy, joints), 0.024 * size)];
    members.extend(toes(anatomy, joints));
    let pair = 0.010 * size;
    field.add(Group { members, mirrored: Some(pair), blend: 0.075 * size });
}

/// The height on the asked body of a height of the table.
pub(crate) fn height_of(anatomy: &Anatomy, row: f64) -> f64 {
    let woman = Measures::typical(Figure::Woman);
    let m = &anatomy.measures;
    if row > woman.inside_leg_height {
        return m.inside_leg_height + (row - woman.inside_leg_height) * anatomy.stature();
    }
    if row > woman.knee_height {
        let t = (row - woman.knee_height) / (woman.inside_leg_height - woman.knee_height);
        return m.knee_height + t * (m.inside_leg_height - m.knee_height);
    }
    row * m.knee_height / woman.knee_height
}

/// How much wider the leg is than a typical woman's at a height of the table.
fn scale_at(anatomy: &Anatomy, height: f64) -> f64 {
    let woman = Measures::typical(Figure::Woman);
    let typical = Measures::typical(anatomy.figure);
    let of = |m: Measure| anatomy.scales.of(m) * typical.get(m) / woman.get(m);
    let hip = of(Measure::HipGirth);
    super::levels::between(
        height,
        &[
            (ANKLE, of(Measure::AnkleGirth)),
            (CALF, of(Measure::CalfGirth)),
            (0.468, of(Measure::KneeGirth)),
            (0.745, of(Measure::ThighGirth)),
            (0.830, hip),
        ],
    )
}

/// The axes of the foot: forwards, turned out a little; outwards; up.
fn foot_axes() -> [DVec3; 3] {
    let forward = DVec3::new(0.16, 0.0, 1.0).normalize();
    [forward, DVec3::Y.cross(forward), DVec3::Y]
}

/// The middle of the heel's end on the floor.
fn heel(anatomy: &Anatomy, joints: &Joints) -> DVec3 {
    let back = 0.058 * anatomy.measures.foot_length / 0.245;
    DVec3::new(joints.ankle.x, 0.0, joints.ankle.z) - foot_axes()[0] * back
}

fn foot(anatomy: &Anatomy, joints: &Joints) -> Shape {
    let scale = anatomy.measures.foot_length / 0.245;
    let stations: Vec<Station> = FOOT
        .iter()
        .map(|&[along, outer, inner, top]| Station {
            along: along * scale,
            outer: outer * scale,
            inner: inner * scale,
            front: top * scale,
            back: 0.0,
            // Round on top, nearly flat below.
            power: [2.0, 4.5],
        })
        .collect();
    Shape::Loft(Loft::new(heel(anatomy, joints), foot_axes(), &stations, [0.016 * scale, 0.010 * scale]))
}

/// Side, start, end and radius at the tip of the toes, on a foot 24.5 cm long.
const TOES: [[f64; 4]; 5] = [
    [-0.026, 0.205, 0.2335, 0.0115],
    [-0.006, 0.205, 0.2330, 0.0085],
    [0.0090, 0.200, 0.2250, 0.0080],
    [0.0220, 0.192, 0.2150, 0.0075],
    [0.0335, 0.182, 0.2030, 0.0070],
];

/// Five toes as a soft relief at the end of the foot.
fn toes(anatomy: &Anatomy, joints: &Joints) -> Vec<(Shape, f64)> {
    let scale = anatomy.measures.foot_length / 0.245;
    let [forward, outward, up] = foot_axes();
    let heel = heel(anatomy, joints);
    TOES.iter()
        .map(|&[side, start, end, radius]| {
            let at =
                |along: f64, height: f64| heel + (forward * along + outward * side + up * height) * scale;
            let cone = Shape::Cone(
                [at(start, radius + 0.006), at(end, radius)],
                [radius * scale * 1.05, radius * scale],
            );
            (cone, 0.007 * scale)
        })
        .collect()
}
