//! The last millimetres of the girths of arms and legs.
//!
//! Where the finder lays the tape around a limb depends a little on the mesh, and most on that of the hands, which is finer
//! than a rough surface shows. So the finished mesh is measured once, and limbs are made thicker or thinner there.

use crate::landmarks;
use crate::measure::girths;
use crate::measures::{Measure, Measures};
use toile_geom::TriMesh;

/// How far along the limb a change reaches, as a fraction of the height.
const REACH: f64 = 0.035;
/// The largest change of a girth: more is not for the last touch.
const MOST: f64 = 0.12;

/// A larger change than this may move the place at which the limb is measured, so it is looked for again.
const LARGE: f64 = 0.02;
/// How often limbs are measured at most.
const PASSES: usize = 3;

/// Scales a mannequin's limbs where they are measured, so that their girths are the asked ones.
pub(crate) fn touch_up(mesh: &mut TriMesh, asked: &Measures) {
    for _ in 0..PASSES {
        if pass(mesh, asked) < LARGE {
            break;
        }
    }
}

/// Measures and scales once, and tells the largest change.
fn pass(mesh: &mut TriMesh, asked: &Measures) -> f64 {
    let Ok(found) = landmarks::find(mesh) else { return 0.0 };
    let mut largest = 0.0_f64;
    let reach = REACH * asked.height;
    for girth in girths(mesh, &found) {
        let name = girth.name.trim_start_matches("left_").trim_start_matches("right_");
        let limb = name != girth.name && name != Measure::ThighGirth.name();
        let Some(measure) = Measure::from_name(name).filter(|_| limb) else { continue };
        let growth = (asked.get(measure) / girth.line.girth().max(1e-6) - 1.0).clamp(-MOST, MOST);
        largest = largest.max(growth.abs());
        let (center, along) = (girth.line.centroid(), girth.line.normal);
        let thickest = girth.line.points.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
        for p in &mut mesh.positions {
            let offset = *p - center;
            let away = offset.dot(along);
            let across = offset - along * away;
            if away.abs() < reach && across.length() < 1.6 * thickest {
                let fade = 1.0 - (away / reach).powi(2);
                *p += across * (growth * fade * fade);
            }
        }
    }
    largest
}
