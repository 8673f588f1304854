//! The measures that drafts go by, taken from a body or from a size.

use crate::body::Body;
use toile_body::measure::measure;
use toile_body::measures::{BodySize, Measure};
use toile_pattern::measures::Measures;

/// Measures a body for drafting. What cannot be measured follows from the girths.
pub fn measures(body: &Body) -> Measures {
    let found = measure(&body.mesh, &body.landmarks);
    by_name(|name| found.get(name).copied())
}

/// The measures of a size, as those of the body of that size are.
pub fn measures_of_size(size: &BodySize) -> Measures {
    let measures = size.measures();
    by_name(|name| Measure::from_name(name).map(|measure| measures.get(measure)))
}

/// Measures of which some have values by their names.
fn by_name(value: impl Fn(&str) -> Option<f64>) -> Measures {
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

#[cfg(test)]
mod tests {
    use super::*;
    use toile_body::measures::{SIZES, size};

    #[test]
    fn a_size_has_the_measures_of_its_body() {
        for size in SIZES {
            let (draft, body) = (measures_of_size(size), size.measures());
            let pairs = [
                (draft.height, body.height),
                (draft.neck_girth, body.neck_girth),
                (draft.hip_girth, body.hip_girth),
                (draft.wrist_girth, body.wrist_girth),
            ];
            assert!(pairs.iter().all(|(draft, body)| draft == body), "{}: {pairs:?}", size.name);
        }
        let child = measures_of_size(size("child-104").unwrap());
        assert!(child.shoulder_width < 0.3, "a child, not a small woman: {}", child.shoulder_width);
    }

    #[test]
    fn sizes_of_drafts_are_sizes_of_bodies() {
        for name in Measures::size_names() {
            let size = size(name).unwrap_or_else(|| panic!("there is no body of size {name}"));
            let (draft, body) = (Measures::of_size(name).unwrap(), size.measures());
            let girths = |m: [f64; 4]| m.map(|metres| (1000.0 * metres).round());
            assert_eq!(
                girths([draft.height, draft.bust_girth, draft.waist_girth, draft.hip_girth]),
                girths([body.height, body.bust_girth, body.waist_girth, body.hip_girth]),
                "{name}"
            );
        }
    }
}
