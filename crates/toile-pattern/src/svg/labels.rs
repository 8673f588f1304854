//! What names of elements, groups and layers mean.

/// What a line is by the names that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The direction of the warp.
    Grain,
    /// Where the cloth is folded.
    Fold,
    /// A notch.
    Notch,
    /// No part of the pattern.
    Beside,
}

/// Words of programs for elements that nobody has named, in some of the languages that they speak.
const MADE_UP: [&str; 30] = [
    "",
    "path",
    "g",
    "svg",
    "rect",
    "polygon",
    "polyline",
    "circle",
    "ellipse",
    "line",
    "use",
    "text",
    "tspan",
    "layer",
    "group",
    "shape",
    "object",
    "fs",
    "fs-container",
    "_",
    "xmlid",
    "clip",
    "image",
    "ebene",
    "calque",
    "capa",
    "livello",
    "lager",
    "laag",
    "слой",
];

/// Whether a label is one that a program has made up: `path123`, `Layer 1`, `g12-3`.
pub(super) fn is_made_up(label: &str) -> bool {
    let is_counting = |c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | ' ' | '#' | '.' | '(' | ')');
    let plain = label.trim().trim_end_matches(is_counting).to_lowercase();
    let plain = plain.strip_prefix("svg").filter(|rest| !rest.is_empty()).unwrap_or(&plain);
    MADE_UP.contains(&plain)
}

/// The part of a label that is about the piece: `fs-stack-brian.back-part-brian.back` is a back.
pub(super) fn about_piece(label: &str) -> &str {
    match label.rsplit_once("-part-") {
        Some((_, part)) => part.rsplit('.').next().unwrap_or(part),
        None => label,
    }
}

/// What a label says of its piece: of a part of a draft its name in full, `brian.back`; nothing of the groups around it.
pub(super) fn words_of(label: &str) -> Option<&str> {
    match label.rsplit_once("-part-") {
        Some((_, part)) => Some(part),
        None => (!label.starts_with("fs-")).then_some(label),
    }
}

/// What the words of a label mean for a line.
pub(super) fn meaning(label: &str) -> Option<Meaning> {
    const WORDS: [(&[&str], Meaning); 4] = [
        (&["grain", "fadenlauf", "droit fil", "draadrichting", "drittofilo", "recto hilo"], Meaning::Grain),
        (&["notch", "passmark", "passzeichen", "knips", "crans", "tacche", "piquete"], Meaning::Notch),
        (
            &["fold line", "foldline", "on fold", "cutonfold", "stoffbruch", "bruchkante", "pliure"],
            Meaning::Fold,
        ),
        (
            &[
                "logo",
                "scalebox",
                "scale box",
                "test square",
                "testquadrat",
                "kontrollquadrat",
                "dimension",
                "guide",
                "page frame",
                "watermark",
                "hilfslinie",
            ],
            Meaning::Beside,
        ),
    ];
    let label = label.to_lowercase();
    let found = WORDS.iter().find(|(words, _)| words.iter().any(|word| label.contains(word)));
    found.map(|(_, meaning)| *meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_people_and_of_programs() {
        for made_up in ["path1234-5", "Layer 1", "Ebene 3", "fs-12", "g12", "svg5", "rect3 (2)", "_12", "12"]
        {
            assert!(is_made_up(made_up), "{made_up}");
        }
        for own in ["front", "Body", "pathway", "fs-stack-brian.back-part-brian.back", "back 2"] {
            assert!(!is_made_up(own), "{own}");
        }
        assert_eq!(about_piece("fs-stack-brian.back-part-brian.back"), "back");
        assert_eq!(words_of("fs-stack-brian.back-part-brian.back"), Some("brian.back"));
        assert_eq!(words_of("fs-stack-brian.back"), None);
        assert_eq!(meaning("Fadenlauf"), Some(Meaning::Grain));
        assert_eq!(meaning("folded cuff"), None);
    }
}
