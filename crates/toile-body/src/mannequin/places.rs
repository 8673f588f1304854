//! Where the tape goes around a mannequin: where the finder of landmarks would lay it.
//!
//! A waist is where the trunk is narrowest, a hip where it is fullest; scaling the sections moves both. So the finder looks at a
//! rough surface of the field, and the girths are fitted where it would take them.

use super::anatomy::{Anatomy, Joints};
use super::blend::Field;
use super::extract::extract;
use super::fit::Level;
use crate::landmarks;
use crate::measure::girths;
use crate::measures::Measure;
use glam::DVec3;
use rayon::prelude::*;

/// The distance of the rough surface's vertices on a body as tall as the typical woman.
const ROUGH: f64 = 0.016;

/// Girths of arms are not taken where the finder says: a rough surface has no fingers to find the wrist from.
const ARM: [Measure; 3] = [Measure::UpperArmGirth, Measure::ElbowGirth, Measure::WristGirth];

/// The places of all girths that the finder takes on this field; `None` if the pose hides a landmark.
pub(crate) fn tape_places(field: &Field, anatomy: &Anatomy, joints: &Joints) -> Option<Vec<Level>> {
    let mut mesh = extract(field, joints.waist, ROUGH * anatomy.stature(), DVec3::ZERO)?;
    let normals = mesh.vertex_normals();
    mesh.positions.par_iter_mut().zip(normals).for_each(|(p, normal)| *p = field.project(*p, normal));
    let found = landmarks::find(&mesh).ok()?;
    let levels = girths(&mesh, &found).into_iter().filter_map(|girth| {
        let measure = Measure::named(girth.name.trim_start_matches("left_"));
        let measure = measure.ok().filter(|measure| !ARM.contains(measure))?;
        let one_side = girth.name.starts_with("left_");
        let (u, v) = girth.line.normal.any_orthonormal_pair();
        Some(Level { girth: measure, center: girth.line.centroid(), axes: [u, v], one_side })
    });
    let on_arms = anatomy.tape_levels().into_iter().filter(|level| ARM.contains(&level.girth));
    Some(levels.chain(on_arms).collect())
}
