//! Neck and head: the plain, faceless head of a shop mannequin with a hint of a nose.

use super::Anatomy;
use crate::mannequin::blend::{Field, Group, Shape};
use crate::mannequin::fit::Level;
use crate::mannequin::loft::{Loft, Station};
use crate::measures::{Figure, Measure, Measures};
use glam::DVec3;

/// Fraction of the head's height above the chin, half width, front, back, powers: a head 22 cm high.
const HEAD: [[f64; 6]; 7] = [
    [0.040, 0.027, 0.083, 0.030, 2.2, 2.0],
    [0.100, 0.038, 0.089, -0.006, 2.2, 2.0],
    [0.190, 0.050, 0.092, -0.046, 2.2, 2.1],
    [0.300, 0.060, 0.093, -0.078, 2.2, 2.2],
    [0.430, 0.068, 0.094, -0.095, 2.2, 2.2],
    [0.550, 0.073, 0.095, -0.102, 2.2, 2.2],
    [0.660, 0.075, 0.093, -0.104, 2.1, 2.2],
];

/// Fraction of the way from the pit of the neck to above the jaw, half width, front, back.
const NECK: [[f64; 4]; 5] = [
    [0.00, 0.070, 0.012, -0.088],
    [0.25, 0.058, 0.018, -0.080],
    [0.55, 0.0525, 0.029, -0.073],
    [0.80, 0.052, 0.040, -0.069],
    [1.00, 0.053, 0.050, -0.068],
];

/// How far forward the middle of the neck is at its base.
pub(crate) fn neck_middle(anatomy: &Anatomy) -> f64 {
    -0.035 * anatomy.scales.of(Measure::NeckGirth)
}

/// Where the neck is measured: across its axis, which leans forward.
pub(crate) fn tape_level(anatomy: &Anatomy) -> Level {
    let m = &anatomy.measures;
    let size = anatomy.stature();
    let chin = m.height - m.head_height;
    let height = 0.5 * (m.cervicale_height + chin) - 0.004 * size;
    Level {
        girth: Measure::NeckGirth,
        center: DVec3::new(0.0, height, neck_middle(anatomy) + 0.012 * size),
        axes: [DVec3::X, DVec3::new(0.0, -0.35, 1.0).normalize()],
        one_side: false,
    }
}

pub(crate) fn add(anatomy: &Anatomy, field: &mut Field) {
    let m = &anatomy.measures;
    let typical = Measures::typical(anatomy.figure);
    let axes = [DVec3::Y, DVec3::X, DVec3::Z];
    let chin = m.height - m.head_height;
    // The tables are a woman's; other figures start from their own ratio to her.
    let woman = Measures::typical(Figure::Woman);
    let neck = anatomy.scales.of(Measure::NeckGirth) * typical.neck_girth / woman.neck_girth;
    let head = anatomy.scales.of(Measure::HeadGirth) * typical.head_girth / woman.head_girth;
    let pit = m.cervicale_height - 0.055 * m.height / 1.68;
    let top = chin + 0.25 * m.head_height;
    let neck_stations: Vec<Station> = NECK
        .iter()
        .map(|&[t, half_width, front, back]| Station {
            along: pit + t * (top - pit),
            outer: half_width * neck,
            inner: -half_width * neck,
            front: front * neck,
            back: back * neck,
            power: [2.1, 2.1],
        })
        .collect();
    let head_stations: Vec<Station> = HEAD
        .iter()
        .map(|&[t, half_width, front, back, power_front, power_back]| Station {
            along: chin + t * m.head_height,
            outer: half_width * head,
            inner: -half_width * head,
            front: front * head,
            back: back * head,
            power: [power_front, power_back],
        })
        .collect();
    let neck_shape = Shape::Loft(Loft::new(DVec3::ZERO, axes, &neck_stations, [0.03, 0.03]));
    field.add(Group { members: vec![(neck_shape, 0.01)], mirrored: None, blend: 0.035 * anatomy.stature() });
    let caps = [0.04 * m.head_height, 0.34 * m.head_height];
    let skull = Shape::Loft(Loft::new(DVec3::ZERO, axes, &head_stations, caps));
    let tall = m.head_height;
    let nose = Shape::Cone(
        [
            DVec3::new(0.0, chin + 0.47 * tall, 0.090 * head),
            DVec3::new(0.0, chin + 0.360 * tall, 0.099 * head),
        ],
        [0.006 * head, 0.010 * head],
    );
    field.add(Group {
        members: vec![(skull, 0.01), (nose, 0.026 * head)],
        mirrored: None,
        blend: 0.022 * anatomy.stature(),
    });
}
