//! Words that pattern makers write on pieces, points and layers, in several languages, and what they mean.

use super::kind::{EdgeRole, PieceKind};

/// Which side of the body a piece is of, by its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Face {
    Front,
    Back,
    #[default]
    Unknown,
}

impl Face {
    /// Whether two pieces are certainly of opposite sides: 1 if so, -1 if they are of the same side, 0 if that is not known.
    pub(super) fn opposes(self, other: Self) -> f64 {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => 0.0,
            (one, other) if one == other => -1.0,
            _ => 1.0,
        }
    }
}

/// The words of a text in small letters: cut at capitals, digits and signs.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before_was_small = false;
    for c in text.chars() {
        let is_start = c.is_uppercase() && before_was_small;
        if (!c.is_alphabetic() || is_start) && !word.is_empty() {
            found.push(std::mem::take(&mut word));
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        before_was_small = c.is_lowercase();
    }
    if !word.is_empty() {
        found.push(word);
    }
    found
}

/// Words that tell what kind of piece it is, the more particular ones first: parts of words in English, German, French, Spanish, Italian, Dutch and
/// Portuguese.
const KINDS: &[(PieceKind, &[&str])] = {
    use PieceKind::{
        Band, Body, BodyWhole, Collar, Detail, Hood, RaglanBody, RaglanSleeve, Skirt, Sleeve, Trousers, Yoke,
    };
    &[
        (
            Detail,
            &[
                "pocket",
                "facing",
                "placket",
                "welt",
                "loop",
                "fly",
                "zipper",
                "interfacing",
                "guide",
                "template",
                "stay",
                "flap",
                "pad",
                "tasche",
                "beleg",
                "leiste",
                "schlitz",
                "patte",
                "schlaufe",
                "einlage",
                "poche",
                "parementure",
                "braguette",
                "passant",
                "bolsillo",
                "vista",
                "tapeta",
                "trabilla",
                "tasca",
                "paramontura",
                "zak",
                "beleg",
                "bolso",
                "buttonhole",
                "holster",
                "tongue",
                "bow",
                "ribbon",
                "tie",
                "wedge",
                "saum",
                "schnittmarke",
            ],
        ),
        (Hood, &["hood", "kapuze", "capuche", "capucha", "cappuccio", "capuchon", "capuz"]),
        (
            Band,
            &[
                "cuff",
                "band",
                "wb",
                "binding",
                "waistband",
                "ribbing",
                "rib",
                "belt",
                "manschette",
                "bund",
                "bündchen",
                "gürtel",
                "poignet",
                "ceinture",
                "bande",
                "puño",
                "pretina",
                "cinturón",
                "cinturilla",
                "polsino",
                "cintura",
                "cinturino",
                "manchet",
                "boord",
                "tailleband",
                "punho",
                "cós",
                "strap",
                "träger",
                "bretelle",
                "tirante",
            ],
        ),
        (
            Collar,
            &[
                "collar",
                "stand",
                "kragen",
                "steg",
                "col",
                "pied de col",
                "cuello",
                "colletto",
                "kraag",
                "gola",
                "lapel",
            ],
        ),
        (RaglanSleeve, &["raglansleeve", "raglan sleeve", "raglanärmel", "manche raglan"]),
        (RaglanBody, &["raglanfront", "raglanback"]),
        (
            Sleeve,
            &[
                "sleeve",
                "ärmel",
                "aermel",
                "manche",
                "manga",
                "manica",
                "mouw",
                "topsleeve",
                "undersleeve",
                "arm",
            ],
        ),
        (
            Yoke,
            &[
                "yoke",
                "passe",
                "sattel",
                "empiècement",
                "empiecement",
                "canesú",
                "carré",
                "sprone",
                "schouderstuk",
                "pala",
            ],
        ),
        (
            Trousers,
            &[
                "trouser",
                "pant",
                "leg",
                "short",
                "jean",
                "hose",
                "bein",
                "pantalon",
                "jambe",
                "pantalón",
                "pierna",
                "pantalone",
                "broek",
                "calça",
            ],
        ),
        (
            Skirt,
            &[
                "skirt", "rock", "jupe", "falda", "gonna", "rok", "saia", "godet", "ruffle", "flounce",
                "volant",
            ],
        ),
        (BodyWhole, &[]),
        (Body, &["bodice", "torso", "leib", "corsage", "corpiño", "corpino", "lijf", "corpo"]),
    ]
};

const FRONT: &[&str] = &[
    "front",
    "vorder",
    "vorn",
    "devant",
    "delantero",
    "davanti",
    "voor",
    "voorpand",
    "frente",
    "перед",
    "vt",
    "avant",
];
const BACK: &[&str] = &[
    "back",
    "rücken",
    "rugpand",
    "achterpand",
    "rück",
    "rueck",
    "hinter",
    "hinten",
    "dos",
    "espalda",
    "dietro",
    "achter",
    "rug",
    "costas",
    "спинка",
    "ht",
    "trasero",
    "arrière",
];

/// Short words that others end with: `neckband`, `Hosenbund`.
const ENDINGS: [&str; 3] = ["band", "bund", "steg"];

/// Words that others begin with which mean something else: `pattern`.
const ALONE: [&str; 1] = ["patte"];

/// Short words count only if they stand alone.
fn has(tokens: &[String], all: &str, word: &str) -> bool {
    let is_own = |token: &String| {
        token.trim_end_matches('s') == word
            || token == word
            || (ENDINGS.contains(&word) && token.ends_with(word))
    };
    if word.chars().count() <= 4 || ALONE.contains(&word) {
        tokens.iter().any(is_own)
    } else {
        all.contains(word)
    }
}

/// What words tell of the kind of a piece; nothing if they tell nothing.
pub(crate) fn kind_of(words: &str) -> Option<PieceKind> {
    let (tokens, all) = (tokens(words), words.to_lowercase());
    KINDS.iter().find(|(_, names)| names.iter().any(|name| has(&tokens, &all, name))).map(|found| found.0)
}

/// Which side words tell.
pub(super) fn face_of(words: &str) -> Face {
    let (tokens, all) = (tokens(words), words.to_lowercase());
    let any = |names: &[&str]| names.iter().any(|name| has(&tokens, &all, name));
    match (any(FRONT), any(BACK)) {
        (true, false) => Face::Front,
        (false, true) => Face::Back,
        _ => Face::Unknown,
    }
}

/// The roles of edges that a word of a name speaks of: an edge that has the name is one of them, and a point that has it lies at the end of one.
#[expect(clippy::match_same_arms, reason = "a table is read row by row")]
pub(super) fn roles_of_token(token: &str) -> &'static [EdgeRole] {
    use EdgeRole::{
        Armhole, Cap, Centre, Crown, Face, Hem, Inseam, Neck, Raglan, Rise, Shoulder, Side, Underarm, Waist,
        YokeLine,
    };
    match token {
        "hps" | "neck" | "neckline" | "hals" | "halsausschnitt" | "encolure" | "escote" | "scollo" => &[Neck],
        "shoulder" | "strap" | "schulter" | "épaule" | "epaule" | "hombro" | "spalla" => &[Shoulder],
        "armhole" | "armpit" | "underarm" | "armloch" | "emmanchure" | "sisa" | "giro" => {
            &[Armhole, Raglan, Side, Underarm]
        }
        "hem" | "floor" | "saum" | "ourlet" | "dobladillo" | "orlo" | "ribbing" => &[Hem],
        "wrist" | "handgelenk" | "poignet" => &[Hem],
        "cf" | "cb" | "vent" | "zip" | "lacing" | "center" | "centre" | "mitte" | "vm" | "hm" | "milieu"
        | "centro" => &[Centre, Rise],
        "side" | "seite" | "seitennaht" | "côté" | "cote" | "lado" | "costado" | "fianco" => &[Side],
        "outseam" => &[Side],
        "waist" | "waistline" | "taille" | "cintura" => &[Waist, Hem],
        "fork" | "crotch" | "schritt" | "entrejambe" | "tiro" | "cavallo" => &[Rise, Inseam],
        "inseam" => &[Inseam],
        "rise" | "crossseam" | "fourche" => &[Rise],
        "biceps" => &[Cap, Underarm],
        "cap" => &[Cap],
        "raglan" => &[Raglan],
        "yoke" | "passe" => &[YokeLine],
        "crown" => &[Crown],
        "face" => &[Face],
        _ => &[],
    }
}

/// What bands, bindings and collars are sewn to by the words of their names: a kind of piece, if it matters, and its edge.
#[expect(clippy::match_same_arms, reason = "a table is read row by row")]
pub(super) fn places_of(words: &[String]) -> Vec<(Option<PieceKind>, EdgeRole)> {
    use EdgeRole::{Armhole, Hem, Long, Neck, Waist};
    let places = |word: &str| -> &'static [(Option<PieceKind>, EdgeRole)] {
        match word {
            "neck" | "neckband" | "hals" | "encolure" | "cuello" | "scollo" => &[(None, Neck)],
            "collar" | "kragen" | "colletto" | "kraag" => &[(None, Neck), (None, Long)],
            "stand" | "collarstand" | "steg" => &[(None, Neck), (None, Long)],
            "arm" | "armhole" | "armband" => &[(None, Armhole)],
            "cuff" | "manschette" | "poignet" | "puño" | "polsino" | "manchet" | "punho" => &[
                (Some(PieceKind::Sleeve), Hem),
                (Some(PieceKind::RaglanSleeve), Hem),
                (Some(PieceKind::Trousers), Hem),
            ],
            "waist" | "waistband" | "bund" | "ceinture" | "pretina" | "cintura" | "tailleband" | "wb" => &[
                (None, Waist),
                (Some(PieceKind::Body), Hem),
                (Some(PieceKind::BodyWhole), Hem),
                (Some(PieceKind::RaglanBody), Hem),
            ],
            "hem" | "hemband" | "saum" => &[
                (Some(PieceKind::Body), Hem),
                (Some(PieceKind::BodyWhole), Hem),
                (Some(PieceKind::RaglanBody), Hem),
                (Some(PieceKind::Skirt), Hem),
            ],
            _ => &[],
        }
    };
    words.iter().flat_map(|word| places(word)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_at_capitals_and_signs() {
        assert_eq!(tokens("styleWaistOut"), ["style", "waist", "out"]);
        assert_eq!(tokens("Vorderteil_1/2 li."), ["vorderteil", "li"]);
    }

    #[test]
    fn words_of_several_languages_tell_kinds() {
        assert_eq!(kind_of("Ärmel links"), Some(PieceKind::Sleeve));
        assert_eq!(kind_of("front pocket bag"), Some(PieceKind::Detail));
        assert_eq!(kind_of("Waist Band"), Some(PieceKind::Band));
        assert_eq!(kind_of("jambe devant"), Some(PieceKind::Trousers));
        assert_eq!(kind_of("piece 1"), None);
        assert_eq!(kind_of("Freesewing.org pattern"), None);
        assert_eq!(kind_of("Patte de poche"), Some(PieceKind::Detail));
        assert_eq!(face_of("Rückenteil"), Face::Back);
        assert_eq!(face_of("frontRight"), Face::Front);
        assert_eq!(face_of("abc"), Face::Unknown);
    }
}
