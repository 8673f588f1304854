//! What is known of an outfit, in words: the JSON and the text of `toile outfit`.

use crate::ontology::{Fact, Known, Ontology, Order, PieceId};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What is known of an outfit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutfitFacts {
    /// The garments, from inside to outside.
    pub garments: Vec<GarmentFacts>,
    /// In which order they are put on.
    pub dressing: Vec<String>,
    /// What lies over what, and why.
    pub order: Vec<Statement>,
    /// What would be usual but contradicts the rest.
    pub set_aside: Vec<Statement>,
    /// Everything else that is known of garments and pieces, and why.
    pub facts: Vec<Statement>,
    /// What is odd.
    pub oddities: Vec<String>,
}

/// A garment of an outfit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GarmentFacts {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub class: String,
    /// Why it is that.
    pub reason: String,
    /// The parts of the body that it covers.
    pub covers: Vec<String>,
    /// Whether it is worn back to front.
    pub back_to_front: bool,
    /// The layer of most of its pieces; the body has 0.
    pub layer: i32,
    /// The layers of pieces that lie elsewhere.
    pub pieces_elsewhere: BTreeMap<String, i32>,
}

/// A fact and its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// The fact in words.
    pub fact: String,
    /// Why it holds.
    pub reason: String,
}

impl OutfitFacts {
    /// Puts what is known into words.
    pub fn of(ontology: &Ontology, order: &Order) -> Self {
        let say =
            |known: &Known| Statement { fact: ontology.words(&known.fact), reason: known.reason.clone() };
        let classes = |known: &&Known| !matches!(known.fact, Fact::GarmentIs(..));
        Self {
            garments: order
                .sequence
                .iter()
                .map(|&garment| GarmentFacts::of(ontology, order, garment))
                .collect(),
            dressing: order.dressing.iter().map(|&garment| ontology.label(garment).to_owned()).collect(),
            order: order.facts.iter().map(say).collect(),
            set_aside: order.set_aside.iter().map(say).collect(),
            facts: ontology.facts().iter().filter(classes).map(say).collect(),
            oddities: ontology.oddities(),
        }
    }
}

impl fmt::Display for OutfitFacts {
    /// A table of the garments, and their order with its reasons; with `{:#}` what is known of pieces, too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![row("layer", "garment", "is a", "covers", "because")];
        for garment in &self.garments {
            let name =
                format!("{}{}", garment.name, if garment.back_to_front { " (back to front)" } else { "" });
            let (layer, covers) = (garment.layer.to_string(), garment.covers.join(", "));
            lines.push(row(&layer, &name, &garment.class, &covers, &garment.reason));
            lines.extend(
                garment.pieces_elsewhere.iter().map(|(piece, layer)| format!("{layer:<6}   {piece}")),
            );
        }
        lines.push(format!("\nPut on in the order: {}", self.dressing.join(", ")));
        let mut list = |heading: &str, statements: &[Statement]| {
            if !statements.is_empty() {
                lines.push(format!("\n{heading}"));
                lines.extend(statements.iter().map(|said| format!("  {:<44} {}", said.fact, said.reason)));
            }
        };
        list("Order:", &self.order);
        list("Usual, but not here:", &self.set_aside);
        if f.alternate() {
            list("Pieces:", &self.facts);
        }
        lines.extend(self.oddities.iter().map(|odd| format!("\nOdd: {odd}.")));
        lines.iter().try_for_each(|line| writeln!(f, "{}", line.trim_end()))
    }
}

/// A row of the table of garments.
fn row(layer: &str, name: &str, class: &str, covers: &str, reason: &str) -> String {
    format!("{layer:<6} {name:<18} {class:<12} {covers:<34} {reason}")
}

impl GarmentFacts {
    fn of(ontology: &Ontology, order: &Order, garment: usize) -> Self {
        let layers = &order.layers[garment];
        let count = |layer: i32| layers.iter().filter(|own| **own == layer).count();
        let layer = layers.iter().copied().max_by_key(|&layer| (count(layer), -layer)).unwrap_or(1);
        let elsewhere = layers.iter().enumerate().filter(|(_, own)| **own != layer);
        let name = |piece: usize| ontology.piece_name(PieceId { garment, piece }).to_owned();
        Self {
            name: ontology.label(garment).to_owned(),
            class: ontology.class(garment).words().to_owned(),
            reason: ontology.class_reason(garment).to_owned(),
            covers: ontology.covered(garment).iter().map(|part| part.words().to_owned()).collect(),
            back_to_front: order.back_to_front[garment],
            layer,
            pieces_elsewhere: elsewhere.map(|(piece, own)| (name(piece), *own)).collect(),
        }
    }
}
