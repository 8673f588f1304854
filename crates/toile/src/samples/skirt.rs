//! The skirt: a tube of cloth that falls from the dress form's waist in folds.

use super::dress_form::section_at;
use glam::DVec3;
use std::f64::consts::TAU;
use toile_geom::TriMesh;

/// How the skirt hangs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skirt {
    /// The length from waist to hem in metres.
    pub length: f64,
    /// How many folds the hem has.
    pub folds: u32,
    /// The depth of the folds at the hem in metres.
    pub fold_depth: f64,
    /// How far the hem stands out.
    pub flare: f64,
    /// Where the skirt is in its swing, in turns: 0 to 1 is one swing to and fro.
    pub swing: f64,
}

impl Default for Skirt {
    fn default() -> Self {
        Self { length: 0.56, folds: 11, fold_depth: 0.060, flare: 0.085, swing: 0.0 }
    }
}

const WAIST: f64 = 1.045;
const HIP: f64 = 0.86;
const AROUND: u32 = 264;
const ROWS: u32 = 72;
/// The gap between the form and the waistband.
const EASE: f64 = 0.004;

/// A flared skirt on the dress form, about 38 thousand triangles.
pub fn skirt(shape: &Skirt) -> TriMesh {
    let mut mesh = toile_geom::shapes::tube(1.0, 1.0, AROUND, ROWS);
    for (i, p) in mesh.positions.iter_mut().enumerate() {
        let down = f64::from(i as u32 / AROUND) / f64::from(ROWS);
        let angle = TAU * f64::from(i as u32 % AROUND) / f64::from(AROUND);
        *p = skirt_point(shape, down, angle);
    }
    mesh
}

/// The skirt's point at an angle, `down` from 0 at the waist to 1 at the hem.
fn skirt_point(shape: &Skirt, down: f64, angle: f64) -> DVec3 {
    let height = WAIST - shape.length * down;
    // Above the hip the cloth follows the form; below it hangs from the hip.
    let at_form = section_at(height.max(HIP)).point(angle, height);
    let axis = DVec3::new(0.0, height, -0.004);
    let outward = (at_form - axis).normalize_or_zero();
    let loosened = smoothstep(0.04, 1.0, down);
    let fold = fold_at(shape, down, angle);
    let sway = swing(shape, down);
    at_form + outward * (EASE + shape.flare * loosened + shape.fold_depth * loosened * fold) + sway
}

/// The depth of the folds, 0 in the valleys and 1 on the ridges: uneven, and shifting as they fall.
fn fold_at(shape: &Skirt, down: f64, angle: f64) -> f64 {
    let phase = TAU * shape.swing;
    let wander = 0.55 * (2.0 * angle + 0.7).sin() + 0.30 * (3.0 * angle + 1.9).sin();
    let twist = 0.5 * down * (angle + 0.4).sin() + 0.35 * down * phase.sin();
    let wave = (f64::from(shape.folds) * angle + wander + twist).cos();
    // Ridges are rounder than valleys, and not all folds are equally deep.
    let ridge = (0.5 + 0.5 * wave).powf(0.8);
    ridge * (0.75 + 0.25 * (3.0 * angle + 0.5 + 0.6 * phase.sin()).sin())
}

/// The hem swings sideways, and lags behind.
fn swing(shape: &Skirt, down: f64) -> DVec3 {
    let amount = 0.035 * smoothstep(0.35, 1.0, down);
    DVec3::X * (amount * (TAU * shape.swing - 1.2 * down).sin() + amount * (1.2 * down).sin())
}

fn smoothstep(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The skirt with two mistakes: a fold is pushed sideways through its neighbour, and the cloth sinks into a hip.
pub fn tangled_skirt() -> TriMesh {
    let mut mesh = skirt(&Skirt::default());
    for (i, p) in mesh.positions.iter_mut().enumerate() {
        let down = f64::from(i as u32 / AROUND) / f64::from(ROWS);
        let angle = TAU * f64::from(i as u32 % AROUND) / f64::from(AROUND);
        let near = |at_angle: f64, at_down: f64, width: f64| {
            let turn = (angle - at_angle + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
            (-((turn / width).powi(2) + ((down - at_down) / 0.09).powi(2))).exp()
        };
        let sideways = DVec3::new(angle.cos(), 0.0, -angle.sin());
        let outward = DVec3::new(p.x, 0.0, p.z).normalize_or_zero();
        *p += sideways * (0.17 * near(0.30, 0.80, 0.13)) - outward * (0.034 * near(5.75, 0.33, 0.22));
    }
    mesh
}
