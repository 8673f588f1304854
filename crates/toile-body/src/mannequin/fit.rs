//! Adjusting the sections until the tape shows the asked girths.

use super::anatomy::Anatomy;
use super::blend::Field;
use crate::measures::Measure;
use crate::tape::hull_girth;
use glam::{DVec2, DVec3};
use rayon::prelude::*;
use std::f64::consts::TAU;

/// Points of the section that the tape is laid around.
const RAYS: usize = 72;

/// A place for the tape: a plane through a point inside, spanned by two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Level {
    pub(crate) girth: Measure,
    pub(crate) center: DVec3,
    pub(crate) axes: [DVec3; 2],
    /// Whether the body's other side is left out.
    pub(crate) one_side: bool,
}

impl Level {
    /// Whether another place is within two millimetres; places on limbs, which are measured again, may be anywhere.
    pub(crate) fn is_near(&self, other: &Self) -> bool {
        self.one_side || self.center.distance(other.center) < 2e-3
    }

    /// The girth of the field's surface here: outwards from the centre to the first way out.
    pub(crate) fn measure(&self, field: &Field) -> f64 {
        let points: Vec<DVec2> = (0..RAYS)
            .map(|i| {
                let (sin, cos) = (TAU * i as f64 / RAYS as f64).sin_cos();
                let direction = self.axes[0] * cos + self.axes[1] * sin;
                let mut reach = way_out(field, self.center, direction);
                if self.one_side && direction.x < 0.0 {
                    reach = reach.min(self.center.x / -direction.x);
                }
                DVec2::new(cos, sin) * reach
            })
            .collect();
        hull_girth(&points)
    }
}

/// How far it is from a point inside to the surface.
fn way_out(field: &Field, from: DVec3, direction: DVec3) -> f64 {
    const SEARCH_STEP: f64 = 0.01;
    const MAX_SEARCH_DISTANCE: f64 = 0.6;
    let value = |t: f64| field.distance(from + direction * t);
    let (mut low, mut t) = (0.0, 0.0);
    while t < MAX_SEARCH_DISTANCE {
        let distance = value(t);
        if distance >= 0.0 {
            break;
        }
        low = t;
        t += (-0.7 * distance).max(0.2 * SEARCH_STEP);
    }
    let mut high = t;
    let (mut below, mut above) = (value(low), value(high));
    for _ in 0..6 {
        if above - below < 1e-12 {
            break;
        }
        // Regula falsi, kept off the ends so that both of them move.
        let guess = (below / (below - above)).clamp(0.02, 0.98);
        let t = low + (high - low) * guess;
        let found = value(t);
        if found < 0.0 {
            (low, below) = (t, found);
        } else {
            (high, above) = (t, found);
        }
    }
    low + (high - low) * (below / (below - above)).clamp(0.0, 1.0)
}

/// Scales the sections of a body until its girths, taken at the given places, are those asked for, in some rounds at most.
pub(crate) fn fit(anatomy: &mut Anatomy, levels: impl Fn(&Anatomy) -> Vec<Level>, rounds: usize) -> Field {
    let mut field = anatomy.field();
    for _ in 0..rounds {
        let levels = levels(anatomy);
        let found: Vec<f64> = levels.par_iter().map(|level| level.measure(&field)).collect();
        let mut worst = 0.0_f64;
        for (level, found) in levels.iter().zip(found) {
            let asked = anatomy.measures.get(level.girth);
            let found = found - chord_loss(anatomy, found);
            worst = worst.max((found - asked).abs());
            anatomy.scales.multiply(level.girth, (asked / found).clamp(0.9, 1.1));
        }
        let shift = anatomy.measures.inside_leg_height - crotch_height(anatomy, &field);
        let most = 0.04 * anatomy.measures.height;
        anatomy.crotch_shift = (anatomy.crotch_shift + shift.clamp(-0.02, 0.02)).clamp(-most, most);
        field = anatomy.field();
        if worst < 4e-4 && shift.abs() < 1e-3 {
            break;
        }
    }
    field
}

/// By how much a girth of the mesh, which has straight edges, is smaller than that of the field.
fn chord_loss(anatomy: &Anatomy, girth: f64) -> f64 {
    let edge = 0.0175 * anatomy.stature();
    TAU * TAU * edge * edge / (24.0 * girth)
}

/// The lowest point of the trunk between the legs.
pub(crate) fn crotch_height(anatomy: &Anatomy, field: &Field) -> f64 {
    let top = anatomy.measures.hip_height;
    let depth = anatomy.measures.thigh_girth / TAU;
    (-6..=6)
        .map(|i| {
            let z = depth * f64::from(i) / 8.0;
            top - way_out(field, DVec3::new(0.0, top, z), DVec3::NEG_Y)
        })
        .fold(f64::INFINITY, f64::min)
}
