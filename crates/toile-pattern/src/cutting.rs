//! What words on patterns tell of cutting: from which cloth, how often, mirrored, on the fold, in the languages that patterns are written in.

use crate::evidence::{PieceEvidence, PieceMaterial};
use crate::piece::{CutRule, Piece};
use crate::whole::{can_unfold, cannot_unfold};

/// One line of a cut list: `cut 2 mirrored from lining`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Cutting {
    /// How many are cut.
    pub(crate) count: Option<u32>,
    /// Whether every second one is mirrored.
    pub(crate) mirrored: Option<bool>,
    /// Whether it lies on the fold of the cloth.
    pub(crate) on_fold: bool,
    /// What it is cut from.
    pub(crate) material: Option<PieceMaterial>,
    /// How the material is called.
    pub(crate) cloth: String,
}

/// A material and parts of words that mean it, the more particular materials first.
const MATERIALS: [(PieceMaterial, &[&str]); 6] = [
    (
        PieceMaterial::Interfacing,
        &[
            "interfac",
            "interlin",
            "underlin",
            "fusible",
            "canvas",
            "vlies",
            "einlage",
            "entoilage",
            "thermocoll",
            "entretela",
            "fliselin",
            "rinforzo",
            "tussenvoering",
            "дублерин",
            "флизелин",
            "stay tape",
        ],
    ),
    (
        PieceMaterial::Lining,
        &["lining", "futter", "doublure", "forro", "fodera", "voering", "подклад", "підклад", "podszewk"],
    ),
    (
        PieceMaterial::Ribbing,
        &["ribbing", "rib knit", "ribknit", "bündchen", "bord-côte", "bord côte", "boordstof"],
    ),
    (
        PieceMaterial::Other,
        &[
            "paper",
            "template",
            "schablone",
            "padding",
            "wadding",
            "batting",
            "polster",
            "gabarit",
            "plantilla",
        ],
    ),
    (
        PieceMaterial::Contrast,
        &["contrast", "kontrast", "specialty", "alternative", "altfabric", "underside"],
    ),
    (
        PieceMaterial::Fabric,
        &["fabric", "cloth", "self", "stoff", "tissu", "tela", "tessuto", "stof", "ткань"],
    ),
];

/// Parts of words that say that a piece lies on the fold.
const ON_FOLD: [&str; 21] = [
    "on fold",
    "on the fold",
    "onfold",
    "to fold",
    "place fold",
    "cut fold",
    "stoffbruch",
    "im bruch",
    "am bruch",
    "au pli",
    "sur le pli",
    "sur pli",
    "doblez",
    "sulla piega",
    "ripiegat",
    "stofvouw",
    "de vouw",
    "na dobra",
    "сгиб",
    "згин",
    "vikt tyg",
];

/// Parts of words that say that every second one is mirrored.
const MIRRORED: [&str; 16] = [
    "(pair)",
    "1 pair",
    "mirror",
    "gegengleich",
    "spiegel",
    "en miroir",
    "symétri",
    "espejo",
    "simétric",
    "specular",
    "specchi",
    "left and right",
    "l+r",
    "r+l",
    "зеркал",
    "дзеркал",
];

/// Words that a count stands beside.
const CUT: [&str; 21] = [
    "cut",
    "quantity",
    "qty",
    "zuschneiden",
    "schneiden",
    "couper",
    "coupez",
    "cortar",
    "corte",
    "cortes",
    "tagliare",
    "taglia",
    "knip",
    "knippen",
    "pieces",
    "pcs",
    "mal",
    "fois",
    "veces",
    "volte",
    "keer",
];

/// The material that words mean, if any is meant.
pub(crate) fn material_named(words: &str) -> Option<PieceMaterial> {
    let words = words.to_lowercase();
    let means = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    MATERIALS.iter().find(|(_, parts)| means(parts)).map(|(material, _)| *material)
}

/// Whether words say that something lies on the fold.
pub(crate) fn says_on_fold(words: &str) -> bool {
    let words = words.to_lowercase();
    ON_FOLD.iter().any(|part| words.contains(part))
}

impl Cutting {
    /// What words tell of cutting; nothing if they are about something else.
    pub(crate) fn of_words(words: &str) -> Option<Self> {
        let lower = words.to_lowercase();
        let count = count_in(&lower);
        let mirrored = MIRRORED.iter().any(|part| lower.contains(part));
        let on_fold = says_on_fold(&lower);
        if count.is_none() && !mirrored && !on_fold {
            return None;
        }
        let material = material_named(&lower);
        let cloth = material.map_or_else(String::new, |material| material.name().to_owned());
        // Who counts and does not speak of mirroring lets the tailor see to it: two of a piece are nearly always a left and a right one.
        let mirrored = if mirrored { Some(true) } else { None };
        Some(Self { count, mirrored, on_fold, material, cloth })
    }
}

/// The number beside a word for cutting, or with a sign for times: `cut 2`, `2x`, `x 2`.
fn count_in(lower: &str) -> Option<u32> {
    let tokens: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '×').filter(|token| !token.is_empty()).collect();
    let number = |token: &str| token.parse().ok().filter(|count| (1..100).contains(count));
    let times = |token: &str| matches!(token, "x" | "×" | "times");
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| number(tokens[before]));
        let after = tokens.get(index + 1).and_then(|after| number(after));
        let own = token.strip_suffix(['x', '×']).or_else(|| token.strip_prefix(['x', '×'])).and_then(number);
        let found = if CUT.contains(token) {
            // `5 cut 2` is the second piece of a list.
            after.or(before)
        } else if times(token) {
            // `4 x 2` is a size.
            if before.is_some() && after.is_some() { None } else { before.or(after) }
        } else {
            own
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The number of pieces that lines about one material come to: designs that build on others repeat the lines of these, but single ones are meant.
fn count(lines: &[&Cutting]) -> Option<u32> {
    let counts = || lines.iter().filter_map(|line| line.count);
    let most = counts().max()?;
    Some(if most == 1 { counts().sum() } else { most })
}

/// Says how a piece is cut by all lines that are about it; `fold` is the edge on the fold, if the file tells one. A half that its mirror image would
/// cross cannot lie there: it stays as it is drawn, and words tell so.
#[must_use]
pub(crate) fn apply(
    lines: &[Cutting],
    fold: Option<usize>,
    piece: &mut Piece,
    evidence: &mut PieceEvidence,
) -> Option<String> {
    const RANK: [PieceMaterial; 6] = [
        PieceMaterial::Fabric,
        PieceMaterial::Contrast,
        PieceMaterial::Ribbing,
        PieceMaterial::Lining,
        PieceMaterial::Interfacing,
        PieceMaterial::Other,
    ];
    let material_of = |line: &Cutting| line.material.unwrap_or_default();
    let main = RANK.into_iter().find(|material| lines.iter().any(|line| material_of(line) == *material));
    let own: Vec<&Cutting> = lines.iter().filter(|line| Some(material_of(line)) == main).collect();
    if let Some(main) = main {
        evidence.material = main;
    }
    evidence.count = count(&own).or(evidence.count);
    evidence.mirrored = own.iter().find_map(|line| line.mirrored).or(evidence.mirrored);
    for line in lines.iter().filter(|line| Some(material_of(line)) != main && !line.cloth.is_empty()) {
        let words = format!("also cut from {}", line.cloth);
        if !evidence.words.contains(&words) {
            evidence.words.push(words);
        }
    }
    let on_fold = lines.iter().any(|line| line.on_fold);
    // Two single ones are layers of one another, as the upper and the under collar.
    let several = own.iter().any(|line| line.count.is_some_and(|count| count >= 2));
    piece.cut = match fold {
        Some(edge) if can_unfold(piece, edge) => CutRule::OnFold(edge),
        Some(edge) => {
            piece.cut = CutRule::Once;
            return Some(cannot_unfold(piece, edge));
        }
        // A half that has nothing straight to lie on the fold with is cut twice, as is what is said to be mirrored.
        None if on_fold || several || evidence.mirrored == Some(true) => CutRule::Pair,
        None => return None,
    };
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_cutting_in_several_languages() {
        let told = |words: &str| {
            let cutting = Cutting::of_words(words)?;
            Some((cutting.count, cutting.mirrored, cutting.on_fold, cutting.material))
        };
        let (fabric, lining) = (Some(PieceMaterial::Fabric), Some(PieceMaterial::Lining));
        for (words, expected) in [
            (
                "plugin-annotations:cut,2,plugin-annotations:mirrored,plugin-annotations:from,plugin-annotations:lining,",
                (Some(2), Some(true), false, lining),
            ),
            ("Cut 1 on the fold from main fabric", (Some(1), None, true, fabric)),
            ("2x gegengleich aus Futter", (Some(2), Some(true), false, lining)),
            ("1 x im Stoffbruch", (Some(1), None, true, fabric)),
            ("Couper 2 fois dans le tissu", (Some(2), None, false, fabric)),
            ("cortar 4 en entretela", (Some(4), None, false, Some(PieceMaterial::Interfacing))),
            ("Qty: 2", (Some(2), None, false, None)),
            ("aan de vouw", (None, None, true, None)),
        ] {
            assert_eq!(told(words), Some(expected), "{words}");
        }
        for words in [
            "front",
            "FreeSewing Teagan v4.10.2",
            "4\u{201c} x 2\u{201c}",
            "10cm x 5cm",
            "cut here",
            "Size: 38",
            "5cm",
            "exit 2",
            "fold line",
        ] {
            assert_eq!(told(words), None, "{words}");
        }
    }

    #[test]
    fn a_piece_of_cloth_and_lining_is_one_of_cloth() {
        let square = crate::outline::Outline::polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)].map(Into::into));
        let line = |count, material: PieceMaterial| Cutting {
            count: Some(count),
            material: Some(material),
            cloth: material.name().to_owned(),
            ..Cutting::default()
        };
        let mut piece = Piece::new("front", square);
        let mut evidence = PieceEvidence::default();
        let lines =
            [line(2, PieceMaterial::Lining), line(4, PieceMaterial::Fabric), line(4, PieceMaterial::Fabric)];
        assert_eq!(apply(&lines, None, &mut piece, &mut evidence), None);
        assert_eq!(
            (evidence.material, evidence.count, piece.cut),
            (PieceMaterial::Fabric, Some(4), CutRule::Pair)
        );
        assert_eq!(evidence.words, ["also cut from lining"]);
        let ones = [line(1, PieceMaterial::Interfacing), line(1, PieceMaterial::Interfacing)];
        let mut evidence = PieceEvidence::default();
        assert_eq!(apply(&ones, Some(2), &mut piece, &mut evidence), None);
        assert_eq!((evidence.material, evidence.count), (PieceMaterial::Interfacing, Some(2)));
        assert_eq!(piece.cut, CutRule::OnFold(2));
    }
}
