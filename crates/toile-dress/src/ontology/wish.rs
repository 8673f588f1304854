//! What a user wants of an order, in words: "shirt in trousers", "collar out", "dress back to front".

use super::fact::PieceId;
use super::knowledge::Ontology;
use super::{GarmentClass, OntologyError, PieceClass};
use std::str::FromStr;

/// What a user wants. Names are those of garments or of their classes (`shirt`, which is the T-shirt where there is no other, or `top`), or of pieces: `shirt.collar`, `shirt's collar`, or just
/// `collar` where no garment is called so.
///
/// ```
/// use toile_dress::ontology::Wish;
///
/// assert_eq!("shirt in trousers".parse(), Ok(Wish::Over { outer: "trousers".into(), inner: "shirt".into() }));
/// assert_eq!("Collar out".parse(), Ok(Wish::Out("collar".into())));
/// assert!("shirt trousers".parse::<Wish>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// One lies outside of the other.
    Over {
        /// The outer one.
        outer: String,
        /// The inner one.
        inner: String,
    },
    /// A piece lies outside of all that is worn over its garment.
    Out(String),
    /// A garment is worn back to front.
    BackToFront(String),
}

/// Words between two names, and whether the first is outside. Longer ones first: "tucked in" has an "in".
const BETWEEN: [(&str, bool); 12] = [
    (" is worn over ", true),
    (" on top of ", true),
    (" tucked into ", false),
    (" tucked in ", false),
    (" outside of ", true),
    (" inside of ", false),
    (" outside ", true),
    (" inside ", false),
    (" over ", true),
    (" under ", false),
    (" into ", false),
    (" in ", false),
];

impl FromStr for Wish {
    type Err = OntologyError;

    fn from_str(text: &str) -> Result<Self, OntologyError> {
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().filter(|word| *word != "the").collect();
        let plain = words.join(" ");
        let not_understood = || OntologyError::Words { text: text.to_owned() };
        if let Some(name) = plain.strip_suffix(" back to front") {
            return Ok(Self::BackToFront(name.to_owned()));
        }
        if let Some(name) = plain.strip_suffix(" out") {
            return Ok(Self::Out(name.to_owned()));
        }
        for (between, first_outside) in BETWEEN {
            let Some((one, other)) = plain.split_once(between) else { continue };
            if one.is_empty() || other.is_empty() {
                return Err(not_understood());
            }
            let (outer, inner) = if first_outside { (one, other) } else { (other, one) };
            return Ok(Self::Over { outer: outer.to_owned(), inner: inner.to_owned() });
        }
        Err(not_understood())
    }
}

impl Wish {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Over { outer, inner } => format!("{outer} over {inner}"),
            Self::Out(piece) => format!("{piece} out"),
            Self::BackToFront(garment) => format!("{garment} back to front"),
        }
    }
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    Garments(Vec<usize>),
    Pieces(Vec<PieceId>),
}

/// Finds what a name stands for.
pub(super) fn meant(ontology: &Ontology, name: &str) -> Result<Meant, OntologyError> {
    let garments = garments(ontology, name);
    if !garments.is_empty() {
        return Ok(Meant::Garments(garments));
    }
    let split = name.split_once("'s ").or_else(|| name.split_once('.'));
    let pieces = match split {
        Some((garment, piece)) => {
            let of = self::garments(ontology, garment);
            of.into_iter().flat_map(|garment| pieces(ontology, garment, piece)).collect()
        }
        None => (0..ontology.garment_count()).flat_map(|garment| pieces(ontology, garment, name)).collect(),
    };
    let pieces: Vec<PieceId> = pieces;
    if pieces.is_empty() { Err(ontology.unknown(name)) } else { Ok(Meant::Pieces(pieces)) }
}

/// Names that differ only in case and punctuation are the same.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', '_'], " ")
}

fn garments(ontology: &Ontology, name: &str) -> Vec<usize> {
    let wanted = plain(name);
    let all = 0..ontology.garment_count();
    let named: Vec<usize> = all.clone().filter(|&g| plain(ontology.label(g)) == wanted).collect();
    if !named.is_empty() {
        return named;
    }
    let class = GarmentClass::ALL.into_iter().find(|class| {
        let own = plain(class.words());
        own == wanted || format!("{own}s") == wanted
    });
    let Some(class) = class else { return Vec::new() };
    let of_class: Vec<usize> = all.clone().filter(|&g| ontology.class(g).is_a(class)).collect();
    if !of_class.is_empty() {
        return of_class;
    }
    // Where there is no shirt, a T-shirt is meant.
    let last_word = format!(" {}", plain(class.words()));
    all.filter(|&g| plain(ontology.class(g).words()).ends_with(&last_word)).collect()
}

fn pieces(ontology: &Ontology, garment: usize, name: &str) -> Vec<PieceId> {
    let wanted = plain(name);
    let all = (0..ontology.piece_count(garment)).map(|piece| PieceId { garment, piece });
    let named: Vec<PieceId> = all.clone().filter(|&id| plain(ontology.piece_name(id)) == wanted).collect();
    if !named.is_empty() {
        return named;
    }
    let is = |class: PieceClass| {
        let own = plain(class.words());
        own == wanted || format!("{own}s") == wanted
    };
    all.filter(|&id| is(ontology.piece_class(id))).collect()
}
