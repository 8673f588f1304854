//! A dressed outfit.

use super::crossing::Crossing;
use crate::body::Wearer;
use crate::dressed::{DressSettings, Dressed, StageSeconds};
use crate::fit::{Fit, OutfitFit};
use crate::ontology::{Ontology, Order};
use crate::remedy::Remedy;
use std::fmt;
use toile_cloth::run::{GaveUp, Intersections};
use toile_geom::TriMesh;

/// A dressed outfit: what came of a [`Dressing`](crate::Dressing).
#[derive(Clone, Debug)]
pub struct Outfit {
    /// The body that wears it.
    pub wearer: Wearer,
    /// Its garments, from inside to outside, each with its cloth in the end.
    pub garments: Vec<Dressed>,
    /// Which of the garments asked for each of them is.
    pub numbers: Vec<usize>,
    /// The layer number of each piece of each of them; the body has 0.
    pub layers: Vec<Vec<i32>>,
    /// What is known of the garments asked for.
    pub ontology: Ontology,
    /// What was guessed about garments from files, and why.
    pub notes: Vec<String>,
    /// How it was dressed.
    pub settings: DressSettings,
    /// Whether all of it came to rest.
    pub at_rest: bool,
    /// Why it was given up, if it was. Garments that would have come after that are missing.
    pub gave_up: Option<OutfitGaveUp>,
    /// Pairs of triangles that pass through each other, of one garment, of two, or of cloth and body.
    pub intersections: Intersections,
    /// Where that is; empty if nothing passes through anything.
    pub crossings: Vec<Crossing>,
    /// Places where pieces are not in the order of their layers.
    pub misplaced: usize,
    /// How many steps it took to come to rest together.
    pub steps_together: usize,
    /// How long each stage took.
    pub seconds: StageSeconds,
}

/// Why an outfit was given up.
#[derive(Clone, Debug, PartialEq)]
pub struct OutfitGaveUp {
    /// The garment with which that happened; none if it happened to all of them together.
    pub garment: Option<String>,
    /// Why.
    pub reason: GaveUp,
    /// Whether garments are left as they were when each was put on by itself.
    pub is_taken_back: bool,
}

impl OutfitGaveUp {
    /// What can be done about it.
    pub fn remedies(&self) -> &'static [Remedy] {
        Remedy::of(&self.reason)
    }

    /// What happened and what can be done about it, each remedy in the words of `say`.
    pub fn words(&self, say: &dyn Fn(&Remedy) -> String) -> String {
        let garment = self.garment.as_deref().unwrap_or("all together");
        let words = Remedy::advise(&format!("{garment}: {}", self.reason), self.remedies(), say);
        if self.is_taken_back { words + "; garments are as they were put on one by one" } else { words }
    }
}

impl fmt::Display for OutfitGaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&Remedy::to_string))
    }
}

impl Outfit {
    /// An outfit of which nothing is put on yet.
    pub(crate) fn new(wearer: Wearer, ontology: Ontology, settings: DressSettings) -> Self {
        Self {
            wearer,
            garments: Vec::new(),
            numbers: Vec::new(),
            layers: Vec::new(),
            ontology,
            notes: Vec::new(),
            settings,
            at_rest: false,
            gave_up: None,
            intersections: Intersections::default(),
            crossings: Vec::new(),
            misplaced: 0,
            steps_together: 0,
            seconds: StageSeconds::default(),
        }
    }

    /// Adds a garment where it belongs between the others: what is tucked in is put on after what it is in.
    pub(super) fn add(&mut self, number: usize, garment: Dressed, order: &Order) {
        let rank = |n: usize| order.sequence.iter().position(|other| *other == n);
        let place = self.numbers.partition_point(|other| rank(*other) < rank(number));
        self.garments.insert(place, garment);
        self.numbers.insert(place, number);
        self.layers.insert(place, order.layers.get(number).cloned().unwrap_or_default());
    }

    /// The names of the garments, from inside to outside.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.garments.iter().map(Dressed::name)
    }

    /// All cloth as one mesh, garment after garment.
    pub fn mesh(&self) -> TriMesh {
        let mut all = TriMesh::default();
        for garment in &self.garments {
            all.append(&garment.cloth.mesh());
        }
        all
    }

    /// How it fits. Of a garment that passes through itself, another one or the body nothing is said.
    pub fn fit(&self) -> OutfitFit {
        let mut fits = Fit::of_all(&self.garments, &self.wearer);
        for garment in self.crossings.iter().flat_map(|crossing| &crossing.garments) {
            fits[*garment].say_nothing("it passes through itself, another garment or the body");
        }
        OutfitFit { names: self.names().map(str::to_owned).collect(), fits }
    }
}
