//! What a sewn garment is by its openings.

use super::openings::Opening;
use toile_pattern::measures::DraftMeasures;

/// Openings that differ by less than this share are those of two sleeves or two legs.
const EQUAL: f64 = 0.04;

/// Which opening is which; numbers are those of the openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A tube around both legs.
    Skirt { top: usize, hem: usize },
    /// A tube around the trunk, or a cape.
    Tube { top: usize, hem: usize },
    /// Two legs.
    Trousers { waist: usize, legs: [usize; 2] },
    /// Closed in front.
    Top { neck: usize, arms: [usize; 2], hem: usize },
    /// Open in front, so that neck, fronts and hem are one line.
    OpenTop { rim: usize, arms: [usize; 2] },
}

/// What a garment is, and why; nothing if its openings are not those of a garment that is known.
pub(super) fn kind_of(openings: &[Opening], area: f64, measures: &DraftMeasures) -> Option<(Kind, String)> {
    let length = |i: usize| openings[i].length();
    let cm = |i: usize| format!("{:.0}", 100.0 * length(i));
    let mut by_length: Vec<usize> = (0..openings.len()).collect();
    by_length.sort_by(|&a, &b| length(a).total_cmp(&length(b)));
    match by_length[..] {
        [top, hem] => tube(openings, [top, hem], area, measures),
        [_, _, _] => {
            let (pair, rest) = equal_pair(openings, &by_length)?;
            let other = rest[0];
            let around = length(other);
            if around > 1.7 * measures.hip_girth {
                let reason = format!(
                    "three openings, two alike ({} cm) for the arms, and one of {} cm along neck, fronts and hem",
                    cm(pair[0]),
                    cm(other)
                );
                return Some((Kind::OpenTop { rim: other, arms: pair }, reason));
            }
            let reason = format!(
                "three openings, two alike ({} cm) for the legs and one of {} cm for the waist",
                cm(pair[0]),
                cm(other)
            );
            Some((Kind::Trousers { waist: other, legs: pair }, reason))
        }
        [_, _, _, _, ..] => {
            let (arms, rest) = equal_pair(openings, &by_length)?;
            // Two further openings that are alike are legs, and what has arms and legs is not known.
            let [.., neck, hem] = rest[..] else { return None };
            // Along lapels a neck may be as long as the hem, which is the end of a tube.
            let turns = |i: usize| openings[i].turning.abs();
            let is_swapped = length(neck) > 0.85 * length(hem) && turns(neck) < turns(hem);
            let [neck, hem] = if is_swapped { [hem, neck] } else { [neck, hem] };
            if rest.len() > 2 && equal_pair(openings, &rest).is_some()
                || length(hem) < 0.6 * measures.bust_girth
            {
                return None;
            }
            let reason = format!(
                "{} openings, two alike ({} cm) for the arms, one of {} cm for the neck, one of {} cm around the body",
                openings.len(),
                cm(arms[0]),
                cm(neck),
                cm(hem)
            );
            Some((Kind::Top { neck, arms, hem }, reason))
        }
        _ => None,
    }
}

/// What a tube is for: the legs, the chest or the shoulders.
fn tube(
    openings: &[Opening],
    [top, hem]: [usize; 2],
    area: f64,
    measures: &DraftMeasures,
) -> Option<(Kind, String)> {
    let [short, long] = [top, hem].map(|i| openings[i].length());
    let height = 2.0 * area / (short + long);
    let words = format!(
        "a tube of two openings, {:.0} and {:.0} cm, {:.0} cm long",
        100.0 * short,
        100.0 * long,
        100.0 * height
    );
    if long < 0.6 * measures.waist_girth.min(measures.bust_girth) {
        return None;
    }
    if short < 0.8 * measures.waist_girth && openings[top].turning < -3.5 {
        return Some((Kind::Tube { top, hem }, format!("{words}, with a hole for the head in flat cloth")));
    }
    if short < 0.5 * measures.waist_girth {
        return None;
    }
    let is_straight = long < 1.12 * short;
    let is_wide = short > 0.95 * measures.bust_girth.min(measures.hip_girth);
    let from_bust = measures.bust_height - measures.hip_height;
    if is_straight && is_wide && height < 1.5 * from_bust {
        return Some((
            Kind::Tube { top, hem },
            format!("{words}, as straight and wide as what goes around the chest"),
        ));
    }
    Some((Kind::Skirt { top, hem }, format!("{words}, narrower at the waist")))
}

/// Of some openings the two that are most alike, if any are, and the rest.
fn equal_pair(openings: &[Opening], among: &[usize]) -> Option<([usize; 2], Vec<usize>)> {
    let apart = |a: usize, b: usize| {
        let [a, b] = [a, b].map(|i| openings[i].length());
        (a - b).abs() / a.max(b)
    };
    let pairs = among.windows(2).map(|pair| [pair[0], pair[1]]);
    let pair = pairs.min_by(|x, y| apart(x[0], x[1]).total_cmp(&apart(y[0], y[1])))?;
    let rest = among.iter().copied().filter(|i| !pair.contains(i)).collect();
    let sorted = [pair[0].min(pair[1]), pair[0].max(pair[1])];
    (apart(pair[0], pair[1]) < EQUAL).then_some((sorted, rest))
}
