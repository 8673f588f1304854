//! The trunk: from the crotch to the base of the neck, with bust, seat and shoulders.

use super::levels::between;
use super::{Anatomy, Joints};
use crate::mannequin::blend::{Field, Group, Shape};
use crate::mannequin::loft::{Loft, Station};
use crate::measures::{Figure, Measure, Measures};
use glam::DVec3;

/// Height, half width, front, back, and the oval's powers in front and behind, on the typical body.
type Row = [f64; 6];

const WOMAN: &[Row] = &[
    [0.840, 0.161, 0.084, -0.076, 2.2, 2.2],
    [0.865, 0.166, 0.089, -0.082, 2.2, 2.2],
    [0.890, 0.168, 0.094, -0.088, 2.2, 2.2],
    [0.940, 0.160, 0.103, -0.093, 2.2, 2.2],
    [0.995, 0.140, 0.101, -0.081, 2.2, 2.3],
    [1.045, 0.131, 0.096, -0.075, 2.2, 2.4],
    [1.095, 0.132, 0.093, -0.080, 2.2, 2.4],
    [1.150, 0.138, 0.092, -0.092, 2.2, 2.4],
    [1.212, 0.144, 0.088, -0.104, 2.2, 2.4],
    [1.270, 0.157, 0.074, -0.110, 2.3, 2.4],
    [1.320, 0.161, 0.052, -0.108, 2.4, 2.4],
    [1.365, 0.124, 0.026, -0.097, 2.3, 2.2],
    [1.400, 0.084, 0.004, -0.086, 2.1, 2.1],
];

const MAN: &[Row] = &[
    [0.884, 0.154, 0.076, -0.074, 2.2, 2.2],
    [0.908, 0.162, 0.089, -0.086, 2.2, 2.2],
    [0.930, 0.166, 0.095, -0.092, 2.2, 2.2],
    [0.985, 0.162, 0.104, -0.097, 2.3, 2.3],
    [1.040, 0.152, 0.104, -0.086, 2.3, 2.4],
    [1.085, 0.146, 0.102, -0.082, 2.3, 2.4],
    [1.150, 0.151, 0.104, -0.090, 2.3, 2.4],
    [1.220, 0.160, 0.110, -0.106, 2.4, 2.4],
    [1.292, 0.168, 0.116, -0.120, 2.6, 2.4],
    [1.350, 0.178, 0.102, -0.126, 2.7, 2.4],
    [1.400, 0.180, 0.074, -0.122, 2.6, 2.4],
    [1.445, 0.142, 0.038, -0.108, 2.4, 2.2],
    [1.480, 0.092, 0.012, -0.094, 2.1, 2.1],
];

const CHILD: &[Row] = &[
    [0.624, 0.106, 0.058, -0.056, 2.2, 2.2],
    [0.649, 0.112, 0.073, -0.074, 2.3, 2.2],
    [0.670, 0.114, 0.078, -0.075, 2.3, 2.2],
    [0.710, 0.108, 0.082, -0.069, 2.3, 2.3],
    [0.750, 0.101, 0.083, -0.061, 2.2, 2.4],
    [0.782, 0.098, 0.080, -0.058, 2.2, 2.4],
    [0.820, 0.100, 0.075, -0.064, 2.3, 2.4],
    [0.860, 0.106, 0.074, -0.074, 2.3, 2.4],
    [0.902, 0.111, 0.076, -0.081, 2.4, 2.4],
    [0.945, 0.119, 0.062, -0.084, 2.4, 2.4],
    [0.980, 0.120, 0.042, -0.081, 2.4, 2.4],
    [1.012, 0.092, 0.022, -0.072, 2.3, 2.2],
    [1.036, 0.062, 0.006, -0.064, 2.1, 2.1],
];

fn rows(figure: Figure) -> &'static [Row] {
    match figure {
        Figure::Woman => WOMAN,
        Figure::Man => MAN,
        Figure::Child => CHILD,
    }
}

/// How much wider the trunk is than the typical one at a height of the typical body.
fn scale_at(anatomy: &Anatomy, height: f64) -> f64 {
    let typical = Measures::typical(anatomy.figure);
    let shoulder = anatomy.measures.shoulder_width / typical.shoulder_width;
    let [hip, waist, under_bust, bust] = anatomy.taped;
    between(
        height,
        &[
            (hip, anatomy.scales.of(Measure::HipGirth)),
            (waist, anatomy.scales.of(Measure::WaistGirth)),
            (under_bust, anatomy.scales.of(Measure::UnderBustGirth)),
            (bust, anatomy.scales.of(Measure::BustGirth)),
            (typical.cervicale_height - 0.07 * typical.height / 1.68, shoulder),
        ],
    )
}

/// Where the girth under the bust is taken.
pub(crate) fn under_bust_height(m: &Measures) -> f64 {
    m.bust_height - 0.036 * m.height
}

/// How far forward the middle of the trunk lies at a height.
pub(crate) fn middle(anatomy: &Anatomy, height: f64) -> f64 {
    let rows = rows(anatomy.figure);
    let typical = anatomy.levels.typical(height);
    let given: Vec<(f64, f64)> = rows.iter().map(|row| (row[0], 0.5 * (row[2] + row[3]))).collect();
    between(typical, &given) * scale_at(anatomy, typical)
}

/// Half the width of the trunk at a height.
pub(crate) fn half_width(anatomy: &Anatomy, height: f64) -> f64 {
    let typical = anatomy.levels.typical(height);
    let given: Vec<(f64, f64)> = rows(anatomy.figure).iter().map(|row| (row[0], row[1])).collect();
    between(typical, &given) * scale_at(anatomy, typical)
}

/// The trunk itself, and what rounds it.
pub(crate) fn add(anatomy: &Anatomy, field: &mut Field) {
    let stations: Vec<Station> = rows(anatomy.figure)
        .iter()
        .map(|&[height, half_width, front, back, power_front, power_back]| {
            let scale = scale_at(anatomy, height);
            // More girth is more belly than back.
            let (forward, backward) = (scale.powf(1.12), scale.powf(0.9));
            Station {
                along: anatomy.levels.height(height),
                outer: half_width * scale,
                inner: -half_width * scale,
                front: front * forward,
                back: back * backward,
                power: [power_front, power_back],
            }
        })
        .collect();
    let size = anatomy.stature();
    let bottom = (0.036 * size - anatomy.crotch_shift).clamp(0.008 * size, 0.1 * size);
    let trunk = Loft::new(DVec3::ZERO, [DVec3::Y, DVec3::X, DVec3::Z], &stations, [bottom, 0.02 * size]);
    field.add(Group { members: vec![(Shape::Loft(trunk), 0.01)], mirrored: None, blend: 0.01 });
    add_seat(anatomy, field);
    add_bust(anatomy, field);
}

/// The two halves of the seat.
fn add_seat(anatomy: &Anatomy, field: &mut Field) {
    let m = &anatomy.measures;
    let scale = anatomy.scales.of(Measure::HipGirth);
    let size = anatomy.stature();
    let own = m.height / Measures::typical(anatomy.figure).height;
    let [side, back, radius, tall] = match anatomy.figure {
        Figure::Woman => [0.078, -0.054, 0.074, 0.098],
        Figure::Man => [0.074, -0.056, 0.070, 0.092],
        Figure::Child => [0.052, -0.042, 0.053, 0.066],
    };
    let center = DVec3::new(side * scale, m.hip_height - 0.012 * size, back * scale);
    let axes = [
        DVec3::X * (radius * scale),
        DVec3::new(0.0, tall, -0.12 * tall) * own,
        DVec3::new(0.0, 0.12 * radius, radius) * scale,
    ];
    let half = Shape::Ellipsoid(center, axes);
    field.add(Group { members: vec![(half, 0.01)], mirrored: Some(0.012 * size), blend: 0.075 * size });
}

/// The breasts of a woman, the chest muscles of a man; nothing on a child.
fn add_bust(anatomy: &Anatomy, field: &mut Field) {
    let m = &anatomy.measures;
    let size = anatomy.stature();
    let half = 0.5 * m.bust_point_width;
    let chest = scale_at(anatomy, Measures::typical(anatomy.figure).bust_height);
    let surface = rows(anatomy.figure)[8][2] * chest.powf(1.12);
    match anatomy.figure {
        Figure::Woman => {
            // A cup's volume goes with the difference of the two girths.
            let typical = Measures::typical(Figure::Woman);
            let cup = (m.bust_girth - m.under_bust_girth) / (typical.bust_girth - typical.under_bust_girth);
            let cup = cup.clamp(0.3, 3.0).powf(0.45) * size;
            let center = DVec3::new(half - 0.006 * cup, m.bust_height - 0.003 * cup, surface - 0.026 * cup);
            let outward = DVec3::new(0.20, 0.04, 1.0).normalize();
            let axes = frame(outward, [0.056 * cup, 0.055 * cup, 0.056 * cup]);
            // The slope from the collar bone down to the bust point.
            let slope = Shape::Ellipsoid(
                DVec3::new(half - 0.012 * cup, m.bust_height + 0.035 * cup, surface - 0.050 * cup),
                frame(DVec3::new(0.1, 0.55, 1.0).normalize(), [0.050 * cup, 0.078 * cup, 0.050 * cup]),
            );
            field.add(Group {
                members: vec![(Shape::Ellipsoid(center, axes), 0.01), (slope, 0.05 * cup)],
                mirrored: Some(0.02 * size),
                blend: 0.040 * size,
            });
        }
        Figure::Man => {
            let center = DVec3::new(half - 0.012, m.bust_height + 0.006 * size, surface - 0.034 * size);
            let axes =
                frame(DVec3::new(0.25, 0.05, 1.0).normalize(), [0.080 * chest, 0.056 * size, 0.030 * size]);
            field.add(Group {
                members: vec![(Shape::Ellipsoid(center, axes), 0.01)],
                mirrored: Some(0.025 * size),
                blend: 0.045 * size,
            });
        }
        Figure::Child => {}
    }
}

/// Half axes of an ellipsoid whose last one points outwards and whose first one is level.
fn frame(outward: DVec3, [across, up, out]: [f64; 3]) -> [DVec3; 3] {
    let side = DVec3::Y.cross(outward).normalize();
    [side * across, outward.cross(side) * up, outward * out]
}

/// The slope from the neck to the shoulder points, and the collar bones.
pub(crate) fn add_shoulders(anatomy: &Anatomy, joints: &Joints, field: &mut Field) {
    let size = anatomy.stature();
    let neck = anatomy.scales.of(Measure::NeckGirth);
    let m = &anatomy.measures;
    let shoulder = joints.shoulder_point;
    let end = DVec3::new(shoulder.x - 0.036 * size, shoulder.y - 0.040 * size, shoulder.z);
    let start = DVec3::new(0.020 * size, m.cervicale_height - 0.036 * size, -0.046 * size);
    let slope = Shape::Cone([start, end], [0.046 * neck, 0.037 * size]);
    let back = Shape::Cone(
        [
            DVec3::new(0.055 * size, m.cervicale_height - 0.16 * size, -0.075 * size),
            DVec3::new(shoulder.x - 0.055 * size, shoulder.y - 0.075 * size, shoulder.z - 0.020 * size),
        ],
        [0.030 * size, 0.030 * size],
    );
    field.add(Group {
        members: vec![(slope, 0.01), (back, 0.09 * size)],
        mirrored: Some(0.03 * size),
        blend: 0.075 * size,
    });
}
