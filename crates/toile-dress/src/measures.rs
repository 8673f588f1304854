//! The measures that drafts go by, taken from a body.

use crate::body::Body;
use toile_body::measure::measure;
use toile_pattern::measures::Measures;

/// Measures a body for drafting. What cannot be measured follows from the girths.
pub fn measures(body: &Body) -> Measures {
    let found = measure(&body.mesh, &body.landmarks);
    let value = |name: &str| found.get(name).copied();
    let mut measures = match (value("height"), value("bust_girth"), value("waist_girth"), value("hip_girth"))
    {
        (Some(height), Some(bust), Some(waist), Some(hip)) => {
            Measures::from_girths(true, height, [bust, waist, hip])
        }
        _ => Measures::default(),
    };
    let fields: [(&str, &mut f64); 18] = [
        ("height", &mut measures.height),
        ("head_girth", &mut measures.head_girth),
        ("neck_girth", &mut measures.neck_girth),
        ("cervicale_height", &mut measures.cervicale_height),
        ("shoulder_width", &mut measures.shoulder_width),
        ("bust_girth", &mut measures.bust_girth),
        ("bust_height", &mut measures.bust_height),
        ("waist_girth", &mut measures.waist_girth),
        ("waist_height", &mut measures.waist_height),
        ("hip_girth", &mut measures.hip_girth),
        ("hip_height", &mut measures.hip_height),
        ("inside_leg_height", &mut measures.inside_leg_height),
        ("thigh_girth", &mut measures.thigh_girth),
        ("knee_height", &mut measures.knee_height),
        ("ankle_girth", &mut measures.ankle_girth),
        ("arm_length", &mut measures.arm_length),
        ("upper_arm_girth", &mut measures.upper_arm_girth),
        ("wrist_girth", &mut measures.wrist_girth),
    ];
    for (name, field) in fields {
        if let Some(value) = value(name) {
            *field = value;
        }
    }
    measures
}
