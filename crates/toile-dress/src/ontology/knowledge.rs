//! All that is known of an outfit.

use super::classify::classify;
use super::describe::Description;
use super::fact::{Fact, Known, Layered, PieceId};
use super::{BodyPart, GarmentClass, OntologyError, PieceClass};
use toile_pattern::Garment;
use toile_pattern::measures::DraftMeasures;

/// All that is known of the garments of an outfit, before anything is said about their order.
#[derive(Clone, Debug)]
pub struct Ontology {
    garments: Vec<Described>,
    facts: Vec<Known>,
}

/// What is looked up often.
#[derive(Clone, Debug)]
struct Described {
    label: String,
    class: GarmentClass,
    covered: Vec<BodyPart>,
    pieces: Vec<DescribedPiece>,
}

#[derive(Clone, Debug)]
struct DescribedPiece {
    name: String,
    class: PieceClass,
    part: Option<BodyPart>,
    layer: i32,
    /// The piece of the smallest number that it is sewn to over some others.
    component: usize,
}

impl Ontology {
    /// Describes garments that are worn by a body of some measures, in the order in which they were named.
    pub fn of(garments: &[Garment], measures: &DraftMeasures) -> Self {
        Self::of_whole(&garments.iter().map(Garment::whole).collect::<Vec<_>>(), measures)
    }

    /// The same of garments whose pieces are [whole](Garment::whole) already.
    pub fn of_whole(garments: &[Garment], measures: &DraftMeasures) -> Self {
        #[cfg(test)]
        crate::counts::count(|counts| counts.ontologies += 1);
        let mut ontology = Self { garments: Vec::new(), facts: Vec::new() };
        for (number, whole) in garments.iter().enumerate() {
            let description = Description::new(whole, number, measures);
            let (class, reason) = classify(&description);
            ontology.facts.extend(description.facts());
            ontology.facts.push(Known { fact: Fact::GarmentIs(number, class), reason });
            let components = components(number, whole.pieces.len(), &ontology.facts);
            let pieces = whole.pieces.iter().enumerate().map(|(i, piece)| DescribedPiece {
                name: piece.name.clone(),
                class: description.classes[i].0,
                part: description.parts[i].as_ref().map(|part| part.0),
                layer: piece.layer,
                component: components[i],
            });
            let pieces = pieces.collect();
            let covered = description.covered().into_iter().map(|(part, _)| part).collect();
            let label = ontology.free_label(&whole.name);
            ontology.garments.push(Described { label, class, covered, pieces });
        }
        ontology
    }

    /// The name of a garment, with a number if there are several of that name.
    fn free_label(&self, name: &str) -> String {
        let name = if name.is_empty() { "garment" } else { name };
        let taken = |label: &str| self.garments.iter().any(|garment| garment.label == label);
        if !taken(name) {
            return name.to_owned();
        }
        let most = self.garments.len() + 2;
        (2..=most).map(|n| format!("{name} {n}")).find(|label| !taken(label)).unwrap_or_default()
    }

    /// All facts but those of the order, garment by garment.
    pub fn facts(&self) -> &[Known] {
        &self.facts
    }

    /// How many garments there are.
    pub fn garment_count(&self) -> usize {
        self.garments.len()
    }

    /// How many pieces a garment has as cut.
    pub fn piece_count(&self, garment: usize) -> usize {
        self.garments[garment].pieces.len()
    }

    /// What a garment is called: its name, with a number where a name comes twice.
    pub fn label(&self, garment: usize) -> &str {
        &self.garments[garment].label
    }

    /// The class of a garment.
    pub fn class(&self, garment: usize) -> GarmentClass {
        self.garments[garment].class
    }

    /// The parts of the body that a garment covers.
    pub fn covered(&self, garment: usize) -> &[BodyPart] {
        &self.garments[garment].covered
    }

    /// The name of a piece.
    pub fn piece_name(&self, id: PieceId) -> &str {
        &self.piece(id).name
    }

    /// The class of a piece.
    pub fn piece_class(&self, id: PieceId) -> PieceClass {
        self.piece(id).class
    }

    /// The part of the body that a piece lies on; none if it lies on none.
    pub fn part(&self, id: PieceId) -> Option<BodyPart> {
        self.piece(id).part
    }

    /// The layer within its garment that the pattern gives a piece.
    pub(super) fn own_layer(&self, id: PieceId) -> i32 {
        self.piece(id).layer
    }

    /// Whether pieces are sewn to each other, if need be over others (`isSewedWith`).
    pub fn is_sewn_with(&self, one: PieceId, other: PieceId) -> bool {
        one.garment == other.garment && self.piece(one).component == self.piece(other).component
    }

    fn piece(&self, id: PieceId) -> &DescribedPiece {
        &self.garments[id.garment].pieces[id.piece]
    }

    /// Why a garment is of its class.
    pub fn class_reason(&self, garment: usize) -> &str {
        let of = |known: &&Known| matches!(known.fact, Fact::GarmentIs(number, _) if number == garment);
        self.facts.iter().find(of).map_or("", |known| known.reason.as_str())
    }

    /// What is odd: garments in several parts, landmarks that do not lie where their piece does.
    pub fn oddities(&self) -> Vec<String> {
        let mut odd = Vec::new();
        for garment in &self.garments {
            let parts = (0..garment.pieces.len()).filter(|&i| garment.pieces[i].component == i).count();
            if parts > 1 {
                odd.push(format!("{} is in {parts} parts that are not sewn to each other", garment.label));
            }
        }
        for known in &self.facts {
            let Fact::LandmarkOn(id, landmark) = &known.fact else { continue };
            let Some(part) = self.part(*id) else { continue };
            if part.has_landmark(landmark) == Some(false) {
                let name = self.name(Layered::Piece(*id));
                odd.push(format!("{name} lies on the {}, where {landmark} is not", part.words()));
            }
        }
        odd
    }

    /// What something is called: `shirt`, `shirt.collar`.
    pub fn name(&self, of: Layered) -> String {
        match of {
            Layered::Garment(garment) => self.label(garment).to_owned(),
            Layered::Piece(id) => format!("{}.{}", self.label(id.garment), self.piece_name(id)),
        }
    }

    /// A fact in words.
    pub fn words(&self, fact: &Fact) -> String {
        let piece = |id: PieceId| self.name(Layered::Piece(id));
        match fact {
            Fact::PieceIs(id, class) => format!("{} is a {}", piece(*id), class.words()),
            Fact::LiesOn(id, part) => format!("{} lies on the {}", piece(*id), part.words()),
            Fact::LandmarkOn(id, landmark) => format!("{landmark} lies on {}", piece(*id)),
            Fact::SewnTo(one, other) => format!("{} is sewn to {}", piece(*one), piece(*other)),
            Fact::MirrorOf(one, other) => format!("{} is the mirror image of {}", piece(*one), piece(*other)),
            Fact::Has(garment, property) => format!("{} {}", self.label(*garment), property.words()),
            Fact::Covers(garment, part) => format!("{} covers the {}", self.label(*garment), part.words()),
            Fact::GarmentIs(garment, class) => {
                format!("{} is a kind of {}", self.label(*garment), class.words())
            }
            Fact::DressedAfter { outer, inner } => {
                format!("{} is worn over {}", self.label(*outer), self.label(*inner))
            }
            Fact::Outside { outer, inner } => {
                format!("{} lies outside of {}", self.name(*outer), self.name(*inner))
            }
        }
    }

    pub(super) fn unknown(&self, name: &str) -> OntologyError {
        let known = self.garments.iter().map(|garment| {
            let mut names: Vec<&str> = garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
            names.dedup();
            format!("{}, a kind of {} ({})", garment.label, garment.class.words(), names.join(", "))
        });
        OntologyError::Unknown { name: name.to_owned(), known: known.collect::<Vec<_>>().join("; ") }
    }
}

/// For each piece of a garment the smallest piece that it is sewn to, directly or over others.
fn components(garment: usize, count: usize, facts: &[Known]) -> Vec<usize> {
    let mut smallest: Vec<usize> = (0..count).collect();
    let seams: Vec<[usize; 2]> = facts
        .iter()
        .filter_map(|known| match known.fact {
            Fact::SewnTo(one, other) if one.garment == garment => Some([one.piece, other.piece]),
            _ => None,
        })
        .collect();
    for _ in 0..count {
        let before = smallest.clone();
        for &[one, other] in &seams {
            let least = smallest[one].min(smallest[other]);
            (smallest[one], smallest[other]) = (least, least);
        }
        if smallest == before {
            break;
        }
    }
    smallest
}
