//! The order of garments and pieces, and the numbers of their layers.

use super::fact::{Fact, Known, Layered, PieceId};
use super::knowledge::Ontology;
use super::precedence::Precedence;
use super::usual_order::usual;
use super::wish::{Meant, Wish, meant};
use super::{GarmentClass, OntologyError};
use toile_contact::layers::numbers_from_order;

/// In which order an outfit is worn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The garments from inside to outside.
    pub sequence: Vec<usize>,
    /// The garments in the order in which they are put on: as they lie, but what is tucked into skirts or trousers is put on after them and tucked in then.
    pub dressing: Vec<usize>,
    /// The layer number of each piece of each garment as cut: the body has 0, the larger number is outside.
    pub layers: Vec<Vec<i32>>,
    /// Whether each garment is worn back to front.
    pub back_to_front: Vec<bool>,
    /// The facts that the order follows from.
    pub facts: Vec<Known>,
    /// What would be usual, but contradicts other facts.
    pub set_aside: Vec<Known>,
}

impl Order {
    /// The layer number of a garment: that of its innermost pieces.
    pub(crate) fn number(&self, garment: usize) -> i32 {
        self.layers.get(garment).and_then(|pieces| pieces.iter().min().copied()).unwrap_or(1)
    }
}

impl Ontology {
    /// The order of the garments and pieces: what is wished holds, and what is usual wherever that leaves it open.
    ///
    /// # Errors
    /// If a wish names something that is not there, or wishes contradict each other: the error names them.
    pub fn order(&self, wishes: &[Wish]) -> Result<Order, OntologyError> {
        let mut sorting = Sorting::new(self);
        let mut back_to_front = vec![false; self.garment_count()];
        for wish in wishes {
            match wish {
                Wish::Over { outer, inner } => sorting.wish_garments(wish, outer, inner)?,
                Wish::BackToFront(name) => match meant(self, name)? {
                    Meant::Garments(garments) => garments.into_iter().for_each(|g| back_to_front[g] = true),
                    Meant::Pieces(_) => return Err(OntologyError::NoGarment { name: name.clone() }),
                },
                Wish::Out(_) => {}
            }
        }
        sorting.usual();
        let sequence = sorting.graph.sequence();
        let dressing = sorting.dressing(&sequence);
        sorting.own_layers()?;
        for wish in wishes {
            match wish {
                Wish::Over { outer, inner } => sorting.wish_pieces(wish, outer, inner)?,
                Wish::Out(name) => sorting.wish_out(wish, name)?,
                Wish::BackToFront(_) => {}
            }
        }
        sorting.usual_pieces();
        let layers = sorting.layers();
        let Sorting { facts, set_aside, .. } = sorting;
        Ok(Order { sequence, dressing, layers, back_to_front, facts, set_aside })
    }
}

/// Facts on their way into an order. Nodes are garments first, then pieces that have a place of their own.
struct Sorting<'a> {
    ontology: &'a Ontology,
    graph: Precedence,
    /// The pieces that are nodes.
    pieces: Vec<PieceId>,
    facts: Vec<Known>,
    set_aside: Vec<Known>,
}

impl<'a> Sorting<'a> {
    fn new(ontology: &'a Ontology) -> Self {
        let graph = Precedence::new(ontology.garment_count());
        Self { ontology, graph, pieces: Vec::new(), facts: Vec::new(), set_aside: Vec::new() }
    }

    fn node(&mut self, of: Layered) -> usize {
        match of {
            Layered::Garment(garment) => garment,
            Layered::Piece(id) => {
                let place = self.pieces.iter().position(|known| *known == id).unwrap_or_else(|| {
                    self.pieces.push(id);
                    self.graph.grow();
                    self.pieces.len() - 1
                });
                self.ontology.garment_count() + place
            }
        }
    }

    /// What facts say in words, for errors and reasons.
    fn told(&self, facts: &[usize]) -> Vec<String> {
        let words = |&fact: &usize| {
            let known: &Known = &self.facts[fact];
            format!("{} ({})", self.ontology.words(&known.fact), known.reason)
        };
        facts.iter().map(words).collect()
    }

    /// Adds a fact that must hold.
    fn insist(&mut self, outer: Layered, inner: Layered, reason: String) -> Result<(), OntologyError> {
        let known = Known { fact: fact(outer, inner), reason };
        if outer == inner {
            return Err(OntologyError::Cycle { facts: vec![self.ontology.words(&known.fact)] });
        }
        let [from, to] = [self.node(outer), self.node(inner)];
        if let Some(against) = self.graph.path(to, from) {
            let mut facts = self.told(&against);
            facts.push(format!("{} ({})", self.ontology.words(&known.fact), known.reason));
            return Err(OntologyError::Cycle { facts });
        }
        self.graph.add(from, to, self.facts.len());
        self.facts.push(known);
        Ok(())
    }

    /// Adds a fact unless it contradicts what is known.
    fn suggest(&mut self, outer: Layered, inner: Layered, reason: &str) {
        let [from, to] = [self.node(outer), self.node(inner)];
        if let Some(against) = self.graph.path(to, from) {
            let reason = format!("{reason}; but {}", self.told(&against).join(", and "));
            self.set_aside.push(Known { fact: fact(outer, inner), reason });
            return;
        }
        self.graph.add(from, to, self.facts.len());
        self.facts.push(Known { fact: fact(outer, inner), reason: reason.to_owned() });
    }

    fn wish_garments(&mut self, wish: &Wish, outer: &str, inner: &str) -> Result<(), OntologyError> {
        let (outer, inner) = (meant(self.ontology, outer)?, meant(self.ontology, inner)?);
        if let (Meant::Garments(outer), Meant::Garments(inner)) = (outer, inner) {
            for (&outer, &inner) in outer.iter().flat_map(|o| inner.iter().map(move |i| (o, i))) {
                self.insist(Layered::Garment(outer), Layered::Garment(inner), wished(wish))?;
            }
        }
        Ok(())
    }

    fn wish_pieces(&mut self, wish: &Wish, outer: &str, inner: &str) -> Result<(), OntologyError> {
        let (outer, inner) = (meant(self.ontology, outer)?, meant(self.ontology, inner)?);
        if matches!((&outer, &inner), (Meant::Garments(_), Meant::Garments(_))) {
            return Ok(());
        }
        let all = |meant: Meant| -> Vec<Layered> {
            match meant {
                Meant::Garments(garments) => garments.into_iter().map(Layered::Garment).collect(),
                Meant::Pieces(pieces) => pieces.into_iter().map(Layered::Piece).collect(),
            }
        };
        let inner = all(inner);
        for outer in all(outer) {
            for &inner in &inner {
                self.insist(outer, inner, wished(wish))?;
            }
        }
        Ok(())
    }

    /// A piece out of all that is worn over its garment.
    fn wish_out(&mut self, wish: &Wish, name: &str) -> Result<(), OntologyError> {
        let Meant::Pieces(pieces) = meant(self.ontology, name)? else {
            return Err(OntologyError::NoPiece { name: name.to_owned() });
        };
        for id in pieces {
            for garment in 0..self.ontology.garment_count() {
                if garment != id.garment && self.graph.path(garment, id.garment).is_some() {
                    for inner in self.with_pieces(garment) {
                        self.insist(Layered::Piece(id), inner, wished(wish))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A garment and those of its pieces that have a place of their own.
    fn with_pieces(&self, garment: usize) -> Vec<Layered> {
        let pieces = self.pieces.iter().filter(|id| id.garment == garment);
        std::iter::once(Layered::Garment(garment)).chain(pieces.map(|&id| Layered::Piece(id))).collect()
    }

    /// What is usual for two garments that cover the same part of the body; the order in which they were named if nothing is.
    fn usual(&mut self) {
        let count = self.ontology.garment_count();
        let pairs = || (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other]));
        let mut open = Vec::new();
        for [one, other] in pairs() {
            let told = self.graph.has(one, other) || self.graph.has(other, one);
            if told || !self.overlap(one, other) {
                continue;
            }
            let [first, second] = [one, other].map(|garment| self.ontology.class(garment));
            match usual(first, second) {
                Some((true, why)) => self.suggest(Layered::Garment(one), Layered::Garment(other), why),
                Some((false, why)) => self.suggest(Layered::Garment(other), Layered::Garment(one), why),
                None => open.push([one, other]),
            }
        }
        for [one, other] in open {
            let why = "neither is usual, so as they were named";
            self.suggest(Layered::Garment(other), Layered::Garment(one), why);
        }
    }

    /// In which order garments are put on that lie in some sequence. Trousers drawn over a wide shirt would have to close over its bulk; cloth that is tucked
    /// into closed trousers finds its folds.
    fn dressing(&self, sequence: &[usize]) -> Vec<usize> {
        let mut graph = Precedence::new(self.ontology.garment_count());
        for (number, known) in self.facts.iter().enumerate() {
            let Fact::DressedAfter { outer, inner } = known.fact else { continue };
            let [over, under] = [outer, inner].map(|garment| self.ontology.class(garment));
            let hung = [GarmentClass::Top, GarmentClass::OnePiece, GarmentClass::Outerwear];
            if over.is_a(GarmentClass::Bottom) && hung.iter().any(|class| under.is_a(*class)) {
                graph.add(inner, outer, number);
            } else {
                graph.add(outer, inner, number);
            }
        }
        let found = graph.sequence();
        if found.len() == sequence.len() { found } else { sequence.to_vec() }
    }

    fn overlap(&self, one: usize, other: usize) -> bool {
        let wearable = |garment: usize| self.ontology.class(garment) != GarmentClass::Sheet;
        let covered = |garment: usize| self.ontology.covered(garment);
        wearable(one)
            && wearable(other)
            && covered(one).iter().any(|part| covered(other).iter().any(|with| part.overlaps(*with)))
    }

    /// Pieces that the pattern itself puts into another layer than the rest of their garment.
    fn own_layers(&mut self) -> Result<(), OntologyError> {
        for garment in 0..self.ontology.garment_count() {
            let ids = (0..self.ontology.piece_count(garment)).map(|piece| PieceId { garment, piece });
            let layered: Vec<(PieceId, i32)> = ids.map(|id| (id, self.ontology.own_layer(id))).collect();
            for &(id, layer) in layered.iter().filter(|(_, layer)| *layer != 0) {
                let [piece, rest] = [Layered::Piece(id), Layered::Garment(garment)];
                let (outer, inner) = if layer > 0 { (piece, rest) } else { (rest, piece) };
                self.insist(outer, inner, format!("the pattern puts it into layer {layer}"))?;
            }
        }
        Ok(())
    }

    /// Pieces with a place of their own still lie as their garment does where nothing else is said.
    fn usual_pieces(&mut self) {
        let count = self.ontology.garment_count();
        for id in self.pieces.clone() {
            let (own, piece) = (id.garment, Layered::Piece(id));
            for other in (0..count).filter(|&other| other != own) {
                for with in self.with_pieces(other) {
                    let [one, two] = [self.node(piece), self.node(with)];
                    if self.graph.has(one, two) || self.graph.has(two, one) {
                        continue;
                    }
                    if self.graph.has(own, other) {
                        self.suggest(piece, with, "as its garment");
                    } else if self.graph.has(other, own) {
                        self.suggest(with, piece, "as its garment");
                    }
                }
            }
        }
    }

    fn layers(&self) -> Vec<Vec<i32>> {
        // There are no circles, so this does not fail.
        let numbers = numbers_from_order(self.graph.len(), &self.graph.inner_outer()).unwrap_or_default();
        let count = self.ontology.garment_count();
        let number = |node: usize| numbers.get(node).copied().unwrap_or(1);
        let of = |garment: usize| {
            let piece = |piece: usize| {
                let own = self.pieces.iter().position(|id| *id == PieceId { garment, piece });
                number(own.map_or(garment, |place| count + place))
            };
            (0..self.ontology.piece_count(garment)).map(piece).collect()
        };
        (0..count).map(of).collect()
    }
}

fn wished(wish: &Wish) -> String {
    format!("wished: {}", wish.words())
}

fn fact(outer: Layered, inner: Layered) -> Fact {
    match (outer, inner) {
        (Layered::Garment(outer), Layered::Garment(inner)) => Fact::DressedAfter { outer, inner },
        _ => Fact::Outside { outer, inner },
    }
}
