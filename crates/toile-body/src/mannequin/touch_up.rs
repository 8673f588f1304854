//! The last millimetres of the girths of arms and legs, and of the one below the bust.
//!
//! Where the finder lays the tape around a limb depends a little on the mesh, and most on that of the hands, which is finer
//! than a rough surface shows; below a full bust girths change quickly with the height. So the finished mesh is measured, and
//! made thicker or thinner there.

use crate::landmarks;
use crate::measure::girths;
use crate::measures::{Measure, Measures};
use toile_geom::TriMesh;

/// How far along the limb a change reaches, as a fraction of the height.
const REACH_ALONG_LIMB: f64 = 0.035;
/// The largest change of a girth: more is not for the last touch.
const MAX_GIRTH_CHANGE: f64 = 0.12;

/// A larger change of a girth than this, in metres, may move the place at which it is measured, so it is looked for again.
const LARGE_GIRTH_CHANGE: f64 = 0.003;
/// How often the mesh is measured at most.
const MAX_MEASURING_PASSES: usize = 4;

/// Scales a mannequin where it is measured, so that these girths are the asked ones.
pub(crate) fn touch_up(mesh: &mut TriMesh, asked: &Measures) {
    for _ in 0..MAX_MEASURING_PASSES {
        if pass(mesh, asked) < LARGE_GIRTH_CHANGE {
            break;
        }
    }
}

/// Measures and scales once, and tells the largest change in metres.
fn pass(mesh: &mut TriMesh, asked: &Measures) -> f64 {
    let Ok(found) = landmarks::find(mesh) else { return 0.0 };
    let mut largest = 0.0_f64;
    let reach = REACH_ALONG_LIMB * asked.height;
    for girth in girths(mesh, &found) {
        let name = girth.name.trim_start_matches("left_").trim_start_matches("right_");
        let limb = name != girth.name && name != Measure::ThighGirth.name();
        let under_bust = name == Measure::UnderBustGirth.name();
        let Some(measure) = Measure::named(name).ok().filter(|_| limb || under_bust) else { continue };
        // Around the trunk within a hand's breadth, and not as far out as the arms are.
        let (reach, out) = if limb { (reach, 1.6) } else { (0.6 * reach, 1.3) };
        let growth = (asked.get(measure) / girth.line.girth().max(1e-6) - 1.0)
            .clamp(-MAX_GIRTH_CHANGE, MAX_GIRTH_CHANGE);
        largest = largest.max(growth.abs() * asked.get(measure));
        let (center, along) = (girth.line.centroid(), girth.line.normal);
        let thickest = girth.line.points.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
        for p in &mut mesh.positions {
            let offset = *p - center;
            let away = offset.dot(along);
            let across = offset - along * away;
            if away.abs() < reach && across.length() < out * thickest {
                let fade = 1.0 - (away / reach).powi(2);
                *p += across * (growth * fade * fade);
            }
        }
    }
    largest
}
