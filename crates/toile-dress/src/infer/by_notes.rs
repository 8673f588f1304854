//! Where pieces belong by their notes and names.

use super::{Inference, Limb, Told, infer_rest, sided};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI};
use toile_body::segments::Segment;
use toile_pattern::Garment;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::piece::Piece;

/// What can be found out about pieces of a garment as cut whose notes and names tell nothing, or not on which side. Measures are only taken if there are any.
pub(crate) fn inferred(
    garment: &Garment,
    measures: impl FnOnce() -> DraftMeasures,
) -> Vec<Option<Inference>> {
    let notes = Notes::of(garment);
    let told = |piece: &Piece| {
        let segment = notes.segment(piece)?.0;
        Some(Told { segment, side_is_known: side_of(piece).1 != FIRST_OR_SECOND })
    };
    let told: Vec<Option<Told>> = garment.pieces.iter().map(told).collect();
    if told.iter().all(|told| told.is_some_and(Told::is_all)) {
        return vec![None; told.len()];
    }
    infer_rest(garment, &measures(), &told, (notes.fallback != Segment::Torso).then_some(notes.fallback))
}

/// What the whole garment says about its pieces.
pub(crate) struct Notes {
    /// Where a piece goes that nothing is known of.
    pub(crate) fallback: Segment,
    has_legs: bool,
    /// Whether cuffs belong to sleeves, and not to the legs of trousers.
    has_sleeves: bool,
}

impl Notes {
    pub(crate) fn of(garment: &Garment) -> Self {
        let name = garment.name.to_lowercase();
        let any = |words: &[&str]| garment.pieces.iter().any(|piece| has(&piece.name.to_lowercase(), words));
        let has_legs = has(&name, LEG_WORDS) || any(LEG_WORDS);
        let is_lower = has(&name, SKIRT_WORDS) || (any(BAND_WORDS) && !any(ARM_WORDS) && !any(TORSO_WORDS));
        let fallback = if is_lower { Segment::LowerBody } else { Segment::Torso };
        let has_sleeves = any(ARM_WORDS) || any(TORSO_WORDS) || !(is_lower || has_legs);
        Self { fallback, has_legs, has_sleeves }
    }

    /// The segment that a piece's note or name tells.
    pub(crate) fn segment(&self, piece: &Piece) -> Option<(Segment, String)> {
        let name = piece.name.to_lowercase();
        let side = side_of(piece);
        let on_side = |left: Segment, right: Segment| sided(side.0, left, right);
        let is_cuff = has(&name, CUFF_WORDS);
        let named = if has(&name, ARM_WORDS) || (is_cuff && self.has_sleeves) {
            Some((on_side(Segment::LeftArm, Segment::RightArm), true))
        } else if has(&name, NECK_WORDS) {
            Some((Segment::Neck, false))
        } else if has(&name, BAND_WORDS) || name.starts_with("wb") {
            Some((Segment::LowerTorso, false))
        } else if has(&name, SKIRT_WORDS) {
            Some((Segment::LowerBody, false))
        } else if has(&name, LEG_WORDS) {
            Some((on_side(Segment::LeftLowerBody, Segment::RightLowerBody), true))
        } else if has(&name, TORSO_WORDS) {
            Some((Segment::Torso, false))
        } else {
            None
        };
        let note = piece.placement.segment.as_deref().and_then(|note| segment_named(note, side.0));
        let (segment, told) = match (note, named) {
            // Programs label panels coarsely: skirts as legs, waistbands and hoods as body, both sides as one.
            (Some(note), Some((name, _))) if is_finer(name, note) => (name, "by its name"),
            (Some(note), _) => (note, "by its note"),
            (None, Some((name, _))) => (name, "by its name"),
            (None, None) if self.has_legs => {
                (on_side(Segment::LeftLowerBody, Segment::RightLowerBody), "as a part of trousers")
            }
            (None, None) => return None,
        };
        let about = match Limb::of(segment) {
            Limb::Arm(_) | Limb::Leg(_) => format!(", side {}", side.1),
            _ => String::new(),
        };
        Some((segment, format!("{} {told}{about}", segment.words())))
    }
}

const ARM_WORDS: &[&str] = &["sleeve"];
const CUFF_WORDS: &[&str] = &["cuff"];
const NECK_WORDS: &[&str] = &["hood", "collar", "stand", "neckband"];
const BAND_WORDS: &[&str] = &["waistband", "belt"];
const SKIRT_WORDS: &[&str] = &["skirt", "godet", "ruffle"];
const LEG_WORDS: &[&str] = &["pant", "trouser", "shorts", "jeans", "legging"];
const TORSO_WORDS: &[&str] = &["torso", "bodice", "yoke", "placket", "top", "blouse", "jacket", "vest"];

fn has(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}

/// Whether what a name says is to be believed rather than a note.
fn is_finer(name: Segment, note: Segment) -> bool {
    match (name, Limb::of(note)) {
        (Segment::Neck | Segment::LowerTorso, Limb::Trunk) => {
            matches!(note, Segment::Torso | Segment::UpperTorso)
        }
        (Segment::LowerBody, Limb::Leg(_)) => true,
        _ => false,
    }
}

/// The segment of a name in a file; sides are those of the piece where it knows better.
fn segment_named(note: &str, left: bool) -> Option<Segment> {
    let name = note.replace('-', "_");
    if name == "torso_and_legs" {
        return Some(Segment::Torso);
    }
    let segment = Segment::ALL.into_iter().find(|segment| segment.name() == name)?;
    Some(match Limb::of(segment) {
        Limb::Arm(_) => sided(left, Segment::LeftArm, Segment::RightArm),
        Limb::Leg(_) => sided(left, Segment::LeftLowerBody, Segment::RightLowerBody),
        _ => segment,
    })
}

/// How the side of a piece is known that nothing tells of.
const FIRST_OR_SECOND: &str = "as the first or second of a pair";

/// Whether nothing tells of which side a piece is.
pub(crate) fn is_side_guessed(piece: &Piece) -> bool {
    side_of(piece).1 == FIRST_OR_SECOND
}

/// Whether a piece is one of the left side, and how that is known.
pub(crate) fn side_of(piece: &Piece) -> (bool, &'static str) {
    let name = piece.name.to_lowercase();
    if let Some(pose) = &piece.placement.pose {
        let x = pose.place(middle(piece)).x;
        if x.abs() > 0.03 {
            return (x > 0.0, "by its position");
        }
    }
    // Notes and poses of what is worn back to front are turned already, names are not.
    let turned = piece.placement.back_to_front;
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    // Such as lfsleeve; a raglan sleeve is not one of the right side.
    let first = |letter: char| {
        let parts = ["front", "back", "sleeve", "fsl", "bsl"];
        name.strip_prefix(letter).is_some_and(|rest| parts.iter().any(|part| rest.starts_with(part)))
    };
    if name.contains("right") || words.contains(&"r") || first('r') {
        return (turned, "by its name");
    }
    if name.contains("left") || words.contains(&"l") || first('l') {
        return (!turned, "by its name");
    }
    match piece.placement.segment.as_deref() {
        Some(note) if note.contains("right") => (false, "by its note"),
        Some(note) if note.contains("left") => (true, "by its note"),
        _ => (name.ends_with('\'') == turned, FIRST_OR_SECOND),
    }
}

/// The middle of the box around a piece.
fn middle(piece: &Piece) -> DVec2 {
    let [low, high] = piece.outline.bounds();
    low.midpoint(high)
}

/// The angle around the body that the name of a piece tells.
pub(crate) fn angle_of_name(piece: &Piece) -> Option<f64> {
    let name = piece.name.to_lowercase();
    let sides = [("front", 0.0), ("back", PI), ("left", FRAC_PI_2), ("right", -FRAC_PI_2)];
    let turn = if piece.placement.back_to_front { PI } else { 0.0 };
    sides.iter().find(|(word, _)| name.contains(word)).map(|&(_, angle)| angle + turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_pattern::draft::Pen;

    #[test]
    fn letters_before_parts_tell_sides_and_letters_of_words_do_not() {
        let side = |name: &str| {
            let outline = Pen::at(0.0, 0.0).line("", 0.3, 0.0).line("", 0.3, 0.2).close("");
            side_of(&Piece::new(name, outline))
        };
        let by_name = [
            ("rsleeve", false),
            ("lfsleeve", true),
            ("lfront", true),
            ("right_ftorso", false),
            ("back-l", true),
        ];
        for (name, is_left) in by_name {
            assert_eq!(side(name), (is_left, "by its name"), "{name}");
        }
        for (name, is_left) in [("raglanSleeve", true), ("raglanSleeve'", false), ("lowerBack", true)] {
            assert_eq!(side(name), (is_left, FIRST_OR_SECOND), "{name}");
        }
    }
}
