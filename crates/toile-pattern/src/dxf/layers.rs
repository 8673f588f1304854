//! What layers are for. Numbers are those of ASTM D6673-10, table 1; AAMA-292 has the first fifteen.

use crate::piece::NotchKind;

/// What is drawn on a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The line to cut.
    Cut,
    /// Points where the boundary turns.
    Turn,
    /// Points that curves go through.
    Bend,
    /// Notches.
    Notch(NotchKind),
    /// The axis of grading.
    GradeLine,
    /// The line at which a half is mirrored.
    Mirror,
    /// The warp.
    Grain,
    /// Lines inside.
    Inside,
    /// Openings inside.
    Cutout,
    /// Drill holes.
    Drill,
    /// The line to sew.
    Sew,
    /// A second drawing of the line to cut, as a curve.
    CutAgain,
    /// A second drawing of the line to sew, as a curve.
    SewAgain,
    /// Words, and what only helps on the table.
    Beside,
    /// Nothing is agreed about it.
    Unknown,
}

/// What is drawn on a layer of some name: a number, or words of a program that knows no such numbers.
pub(super) fn role(layer: &str) -> Role {
    let digits = layer.trim_start_matches(|c: char| !c.is_ascii_digit());
    let number = if layer.trim().len() <= 8 { digits.trim().parse().ok() } else { None };
    match number {
        Some(1) => Role::Cut,
        Some(2) => Role::Turn,
        Some(3) => Role::Bend,
        Some(4) => Role::Notch(NotchKind::Slit),
        Some(5) => Role::GradeLine,
        Some(6) => Role::Mirror,
        Some(7) => Role::Grain,
        Some(8) => Role::Inside,
        Some(11) => Role::Cutout,
        Some(13) => Role::Drill,
        Some(14) => Role::Sew,
        // The second drawings of lines inside and of openings are left out.
        Some(9 | 10 | 15 | 85 | 86) => Role::Beside,
        Some(80) => Role::Notch(NotchKind::Tee),
        Some(81) => Role::Notch(NotchKind::Castle),
        Some(82) => Role::Notch(NotchKind::Check),
        Some(83) => Role::Notch(NotchKind::Round),
        Some(84) => Role::CutAgain,
        Some(87) => Role::SewAgain,
        Some(_) => Role::Unknown,
        None => named(&layer.to_lowercase()),
    }
}

fn named(layer: &str) -> Role {
    const WORDS: [(&[&str], Role); 9] = [
        (&["notch", "passmark", "knips", "cran"], Role::Notch(NotchKind::Slit)),
        (&["grain", "fadenlauf", "droit fil"], Role::Grain),
        (&["mirror", "fold", "bruch", "pliure"], Role::Mirror),
        (&["drill", "bohr"], Role::Drill),
        (&["sew", "stitch", "seamline", "seam line", "naht"], Role::Sew),
        (&["cutout", "cut out"], Role::Cutout),
        (&["intern", "inside", "innen"], Role::Inside),
        (&["text", "annot", "label", "dimension", "defpoint"], Role::Beside),
        (&["cut", "bound", "outline", "contour", "kontur"], Role::Cut),
    ];
    let found = WORDS.iter().find(|(words, _)| words.iter().any(|word| layer.contains(word)));
    found.map_or(Role::Unknown, |(_, role)| *role)
}

/// The kind of notch that words mean, as `T`, `castle` or `V-Notch`.
pub(super) fn notch_named(words: &str) -> Option<NotchKind> {
    const NAMES: [(&str, NotchKind); 10] = [
        ("castle", NotchKind::Castle),
        ("check", NotchKind::Check),
        ("round", NotchKind::Round),
        ("double", NotchKind::Double),
        ("slit", NotchKind::Slit),
        ("vee", NotchKind::Vee),
        ("t", NotchKind::Tee),
        ("v", NotchKind::Vee),
        ("u", NotchKind::Round),
        ("i", NotchKind::Slit),
    ];
    let words = words.to_lowercase();
    let is = |name: &str| {
        words.split(|c: char| !c.is_alphabetic()).any(|word| word == name || word == format!("{name}notch"))
    };
    NAMES.iter().find(|(name, _)| is(name)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_by_number_and_by_name() {
        for (layer, expected) in [
            ("1", Role::Cut),
            ("01", Role::Cut),
            ("LAYER_14", Role::Sew),
            ("81", Role::Notch(NotchKind::Castle)),
            ("0", Role::Unknown),
            ("Cut line", Role::Cut),
            ("STITCHING", Role::Sew),
            ("Drawing", Role::Unknown),
        ] {
            assert_eq!(role(layer), expected, "{layer}");
        }
        assert_eq!(notch_named("V-NOTCH"), Some(NotchKind::Vee));
        assert_eq!(notch_named("Castle"), Some(NotchKind::Castle));
        assert_eq!(notch_named("sleeve"), None);
    }
}
