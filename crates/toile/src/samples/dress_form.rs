//! The dress form: a torso of stacked oval sections, on a pole with a foot.

use glam::DVec3;
use std::f64::consts::TAU;
use toile_geom::TriMesh;

/// A horizontal section of the torso.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorsoSection {
    /// Half the width in metres.
    pub half_width: f64,
    /// The depth in front of the middle.
    pub front: f64,
    /// The depth behind the middle.
    pub back: f64,
    /// How far forward the middle lies.
    pub forward: f64,
}

/// The sections at the heights where a tailor measures, from the bottom up: height, half width, front, back, forward.
const SECTIONS: [[f64; 5]; 13] = [
    [0.760, 0.160, 0.098, 0.105, -0.004],
    [0.800, 0.171, 0.106, 0.116, -0.004],
    [0.860, 0.177, 0.110, 0.124, -0.004], // hip
    [0.930, 0.165, 0.106, 0.112, -0.004],
    [1.000, 0.136, 0.096, 0.088, -0.002],
    [1.045, 0.122, 0.090, 0.078, 0.000], // waist
    [1.100, 0.129, 0.094, 0.084, 0.000],
    [1.160, 0.141, 0.102, 0.096, 0.002], // under bust
    [1.215, 0.153, 0.110, 0.104, 0.002], // bust
    [1.285, 0.166, 0.092, 0.104, -0.006],
    [1.350, 0.172, 0.066, 0.088, -0.016], // armhole
    [1.395, 0.150, 0.056, 0.066, -0.024], // shoulder
    [1.425, 0.066, 0.052, 0.054, -0.020], // neck
];
const NECK_TOP: f64 = 1.475;
const AROUND: u32 = 96;
const RINGS: u32 = 88;

/// The dress form: about 18 thousand triangles in three closed parts (torso, pole, foot), standing on the ground.
pub fn dress_form() -> TriMesh {
    let bottom = SECTIONS[0][0];
    let heights = (0..=RINGS).map(|i| bottom + (NECK_TOP - bottom) * f64::from(i) / f64::from(RINGS));
    let torso: Vec<Vec<DVec3>> = heights.map(|y| ring(|angle| torso_point(y, angle))).collect();
    let mut form = stack(&torso);
    // The pole starts just below the torso: parts that touch would count as intersecting.
    form.append(&lathe(&[[0.028, 0.034], [0.015, 0.044], [0.015, bottom - 0.02], [0.022, bottom - 0.002]]));
    form.append(&lathe(&[[0.150, 0.0], [0.160, 0.004], [0.158, 0.014], [0.060, 0.028], [0.030, 0.032]]));
    form
}

/// The torso's section at a height, without the bust's own curve.
pub fn section_at(height: f64) -> TorsoSection {
    let above = SECTIONS.iter().position(|row| row[0] >= height).unwrap_or(SECTIONS.len() - 1).max(1);
    let t =
        ((height - SECTIONS[above - 1][0]) / (SECTIONS[above][0] - SECTIONS[above - 1][0])).clamp(0.0, 1.0);
    let [half_width, front, back, forward] = std::array::from_fn(|column| hermite(above, column + 1, t));
    TorsoSection { half_width, front, back, forward }
}

/// A smooth curve through the table: a cubic whose slope at each row is that between its neighbours.
fn hermite(above: usize, column: usize, t: f64) -> f64 {
    let row = |i: usize| (SECTIONS[i][0], SECTIONS[i][column]);
    let slope = |i: usize| {
        let (low, high) = (row(i.saturating_sub(1)), row((i + 1).min(SECTIONS.len() - 1)));
        (high.1 - low.1) / (high.0 - low.0)
    };
    let (a, b) = (row(above - 1), row(above));
    let span = b.0 - a.0;
    let (from, to) = (slope(above - 1) * span, slope(above) * span);
    let (t2, t3) = (t * t, t * t * t);
    (2.0 * t3 - 3.0 * t2 + 1.0) * a.1
        + (t3 - 2.0 * t2 + t) * from
        + (3.0 * t2 - 2.0 * t3) * b.1
        + (t3 - t2) * to
}

impl TorsoSection {
    /// The point of the oval at an angle, 0 in front, growing towards the form's left (`+x`).
    pub fn point(&self, angle: f64, height: f64) -> DVec3 {
        let (sin, cos) = angle.sin_cos();
        let depth = if cos > 0.0 { self.front } else { self.back };
        // A superellipse: slightly squarer than an ellipse, as torsos are.
        let power = |x: f64| x.abs().powf(0.88).copysign(x);
        DVec3::new(self.half_width * power(sin), height, self.forward + depth * power(cos))
    }
}

fn torso_point(height: f64, angle: f64) -> DVec3 {
    let mut p = section_at(height).point(angle, height);
    // Two soft bulges make the bust.
    let bump = |x: f64| {
        let (dx, dy) = ((p.x - x) / 0.050, (height - 1.205) / if height > 1.205 { 0.080 } else { 0.050 });
        (-0.5 * (dx * dx + dy * dy)).exp()
    };
    if angle.cos() > 0.0 {
        p.z += 0.040 * (bump(-0.084) + bump(0.084)) * angle.cos().powf(0.5);
    }
    p
}

fn ring(point: impl Fn(f64) -> DVec3) -> Vec<DVec3> {
    (0..AROUND).map(|i| point(TAU * f64::from(i) / f64::from(AROUND))).collect()
}

/// A turned solid from its profile of radii and heights, bottom up.
fn lathe(profile: &[[f64; 2]]) -> TriMesh {
    let turned =
        |&[radius, y]: &[f64; 2]| ring(|angle| DVec3::new(radius * angle.sin(), y, radius * angle.cos()));
    stack(&profile.iter().map(turned).collect::<Vec<_>>())
}

/// A closed solid from its rings, bottom up, each counter-clockwise seen from above; flat lids at both ends.
fn stack(rings: &[Vec<DVec3>]) -> TriMesh {
    let mut mesh = TriMesh::default();
    let (Some(first), Some(last)) = (rings.first(), rings.last()) else {
        return mesh;
    };
    let middle = |ring: &[DVec3]| ring.iter().sum::<DVec3>() / ring.len() as f64;
    let around = first.len() as u32;
    mesh.positions = rings.concat();
    mesh.positions.extend([middle(first), middle(last)]);
    let lid = rings.len() as u32 * around;
    let top = lid - around;
    for i in 0..around {
        let next = (i + 1) % around;
        mesh.triangles.extend([[lid, next, i], [lid + 1, top + i, top + next]]);
        for row in (0..top).step_by(around as usize) {
            let [a, b, c, d] = [row + i, row + next, row + around + i, row + around + next];
            mesh.triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    mesh
}
