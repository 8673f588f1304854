//! The measures that drafts go by, of a size.

use toile_body::measures::{BodySize, Measure};
use toile_pattern::measures::DraftMeasures;

/// The measures of a size, as those of the body of that size are.
pub fn measures_of_size(size: &BodySize) -> DraftMeasures {
    let measures = size.measures();
    DraftMeasures::of_known(|name| Measure::named(name).ok().map(|measure| measures.get(measure)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_body::measures::{BodySize, SIZES};

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
        let child = measures_of_size(BodySize::named("child-104").unwrap());
        assert!(child.shoulder_width < 0.3, "a child, not a small woman: {}", child.shoulder_width);
    }

    #[test]
    fn sizes_of_drafts_are_sizes_of_bodies() {
        for name in DraftMeasures::size_names() {
            let size = BodySize::named(name).unwrap();
            let (draft, body) = (DraftMeasures::of_size(name).unwrap(), size.measures());
            let girths = |m: [f64; 4]| m.map(|metres| (1000.0 * metres).round());
            assert_eq!(
                girths([draft.height, draft.bust_girth, draft.waist_girth, draft.hip_girth]),
                girths([body.height, body.bust_girth, body.waist_girth, body.hip_girth]),
                "{name}"
            );
        }
    }
}
