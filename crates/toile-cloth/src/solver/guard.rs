//! What every solver owes its caller: after an error the cloth is as it was.

use super::{SolverError, StepReport};
use crate::cloth::Cloth;
use crate::contact::ContactStep;

/// Takes a step that may spoil the cloth on its way; puts the cloth back if the step fails or ends with something that is
/// not a number.
pub(super) fn all_or_nothing(
    cloth: &mut Cloth,
    time: f64,
    step: impl FnOnce(&mut Cloth) -> Result<StepReport, SolverError>,
) -> Result<StepReport, SolverError> {
    if let Some(vertex) = cloth.first_not_finite() {
        return Err(SolverError::NotFinite { vertex, time });
    }
    let before = cloth.state.clone();
    let result = step(cloth).and_then(|report| {
        cloth.first_not_finite().map_or(Ok(report), |vertex| Err(SolverError::NotFinite { vertex, time }))
    });
    if result.is_err() {
        cloth.state = before;
    }
    result
}

/// One over the mass of each vertex; zero for those that are pinned or have no mass.
pub(super) fn inverse_masses(cloth: &Cloth) -> Vec<f64> {
    let inverse = |(&mass, &pinned): (&f64, &bool)| if pinned || mass == 0.0 { 0.0 } else { 1.0 / mass };
    cloth.masses.iter().zip(&cloth.pinned).map(inverse).collect()
}

/// Reports what keeping apart took and did in the step so far.
pub(crate) fn report_contacts(step: ContactStep<'_>, report: &mut StepReport) {
    if let Some(kept) = step.end() {
        report.contact.detections = kept.detections;
        report.contact.held = kept.held;
        report.contact.lost_motion = kept.lost_motion;
        report.contact.failures = kept.failures;
        report.contact.left_inside = kept.left_inside;
    }
}
