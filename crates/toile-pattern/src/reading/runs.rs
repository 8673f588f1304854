//! Runs of stretches between points at which a seam may end.

use super::cloth::{Cloth, Cut};
use super::kind::EdgeRole;

/// Runs that are shorter than this are not looked at, in metres.
const SHORTEST: f64 = 0.018;
/// Runs have no more stretches than this.
const LONGEST: usize = 9;

/// A run of stretches of one drawn piece, counter-clockwise.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) cuts: Vec<Cut>,
    pub(super) length: f64,
    /// Whether it goes over a fold to the other half.
    pub(super) is_over_fold: bool,
}

/// Runs between joints at which a seam may end.
pub(super) fn runs_of(cloth: &Cloth, piece: usize) -> Vec<Run> {
    let view = &cloth.views[piece];
    let boundary = &view.boundary;
    let is_open = |stretch: usize| boundary.fold != Some(stretch) && !boundary.is_leg(stretch);
    let mut runs = Vec::new();
    for start in (0..boundary.count()).filter(|&start| is_open(start) && boundary.joints[start].is_break()) {
        let mut cuts = Vec::new();
        let mut length = 0.0;
        let mut at = start;
        for _ in 0..boundary.count() {
            if boundary.is_leg(at) {
                // On the other side of the closed dart.
                at = boundary.next(at);
                continue;
            }
            if !is_open(at) || cuts.len() == LONGEST || (at == start && !cuts.is_empty()) {
                break;
            }
            cuts.push(Cut { piece, stretch: at, image: false });
            length += boundary.stretches[at].length;
            at = boundary.next(at);
            let joint = &boundary.joints[at];
            if length > SHORTEST && joint.is_break() {
                runs.push(Run { cuts: cuts.clone(), length, is_over_fold: false });
            }
            // Below a slit is a godet.
            if joint.is_slit {
                break;
            }
            // Around a sharp corner goes a new seam, unless the role stays.
            let is_corner = joint.turn.abs() > 0.9 && !boundary.is_leg(at);
            if is_corner && view.role(boundary.before(at)) != view.role(at) {
                break;
            }
        }
    }
    runs
}

/// The line below a yoke all across the back: a run that ends at the fold, and its mirror image.
pub(super) fn over_fold(cloth: &Cloth, run: &Run) -> Option<Run> {
    let view = cloth.view(run.cuts[0]);
    let fold = view.boundary.fold?;
    let ends_there = view.boundary.next(run.cuts[run.cuts.len() - 1].stretch) == fold;
    let begins_there = view.boundary.next(fold) == run.cuts[0].stretch;
    if ends_there == begins_there || run.cuts.iter().any(|&cut| cloth.role(cut) != EdgeRole::YokeLine) {
        return None;
    }
    let image = cloth.mirrored_run(&run.cuts)?;
    let cuts = if ends_there { [run.cuts.clone(), image] } else { [image, run.cuts.clone()] }.concat();
    Some(Run { cuts, length: 2.0 * run.length, is_over_fold: true })
}
