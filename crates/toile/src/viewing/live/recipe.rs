//! What is worn by whom, and how it is made.

use super::controls::body::measures_of;
use super::motion::STILL;
use super::outfit::LiveOutfit;
use super::preview::{GarmentLook, Preview};
use crate::dressing::{FoundGarment, find_garment};
use crate::viewing::Dye;
use crate::viewing::objects::body_object;
use std::path::Path;
use toile_body::measures::{Figure, Measure, Measures};
use toile_cloth::fabric::Fabric;
use toile_dress::drape::Phase;
use toile_dress::ontology::{Ontology, Order, Wish};
use toile_dress::{DressSettings, Stage, Wearer, dress_in_order};
use toile_pattern::Garment;
use toile_pattern::draft::Looseness;
use toile_pattern::mesh::MeshSettings;
use toile_view::live::{Live, Making, Say};
use toile_view::scene::ViewScene;

/// How long edges are where nothing else is asked for, in metres: fine enough for folds, and quick.
const EDGE: f64 = 0.02;

/// What is worn by whom.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The body: a size, a figure, or a file.
    pub body: String,
    /// Its figure and the measures that it is asked to have, if it is made from measures; others follow from these.
    pub measures: Option<(Figure, Vec<(Measure, f64)>)>,
    /// The garments, by name or file.
    pub garments: Vec<String>,
    /// Patterns that were drawn already, each with the name that it was drawn from.
    pub(super) drawn: Vec<(String, FoundGarment)>,
    /// Fabrics that were chosen by hand, each with the name of the garment.
    pub(super) fabrics: Vec<(String, Fabric)>,
    /// What garments are dyed and printed with, if not as usual, each with the name of the garment.
    pub dyes: Vec<(String, Dye)>,
    /// What shall lie over what, in words.
    pub wishes: Vec<String>,
    /// Whether patterns are drawn anew for changed measures.
    pub redraw: bool,
    /// How the body moves: `still`, `walk`, `turn`, or a recording.
    pub motion: String,
    /// How long the edges of the mesh are, in metres.
    pub edge: f64,
    /// A body that was made already, with the name and the measures that it has.
    pub(super) made: Option<Made>,
}

/// A body that was made, by its name and what was asked of it.
pub(super) type Made = (String, Option<(Figure, Vec<(Measure, f64)>)>, Wearer);

/// The garments as they were found, and the order in which they are worn.
pub(super) struct Ordered {
    pub(super) garments: Vec<Garment>,
    pub(super) ontology: Ontology,
    pub(super) order: Order,
}

impl Recipe {
    /// Garments on a body.
    pub fn new(body: &str, garments: Vec<String>) -> Self {
        Self {
            body: body.to_owned(),
            measures: None,
            garments,
            drawn: Vec::new(),
            fabrics: Vec::new(),
            dyes: Vec::new(),
            wishes: Vec::new(),
            redraw: false,
            motion: STILL.to_owned(),
            edge: EDGE,
            made: None,
        }
        .with_body(body)
    }

    /// The same garments on another body.
    pub(super) fn with_body(mut self, name: &str) -> Self {
        name.clone_into(&mut self.body);
        self.measures = if Path::new(name).is_file() { None } else { measures_of(name) };
        self
    }

    /// All garments of one fabric.
    #[must_use]
    pub fn of_fabric(mut self, fabric: &Fabric) -> Self {
        self.fabrics = self.garments.iter().map(|name| (name.clone(), fabric.clone())).collect();
        self
    }

    /// Makes it: body, patterns, dressing.
    ///
    /// # Errors
    /// If something of it cannot be found or made; in words, with the remedy.
    pub fn make(mut self, say: &Say<'_>) -> Result<Box<dyn Live>, String> {
        let body = self.body(say)?;
        let show = |words: String, preview: ViewScene| say(Making { words, preview: Some(preview) });
        let bare = ViewScene { objects: vec![body_object(body.mesh())], ..ViewScene::default() };
        show("Drawing the patterns".to_owned(), bare);
        let Ordered { garments, ontology, order } = self.ordered(&body)?;
        let mut preview = Preview::new(body.mesh(), self.looks(&garments), &order);
        let settings =
            DressSettings { mesh: MeshSettings::with_edge_length(self.edge), ..DressSettings::default() };
        let outfit = dress_in_order(&garments, &order, &body, &settings, &mut |n, stage| {
            preview.see(n, &stage);
            show(words(&named(&garments, &order, n), &stage), preview.scene());
        });
        let outfit = outfit.map_err(|error| error.to_string())?;
        let last = if self.motion == STILL { "Nearly done" } else { "Preparing the motion" };
        show(last.to_owned(), preview.scene());
        Ok(Box::new(LiveOutfit::new(self, body, outfit, ontology)?))
    }

    /// The body, made only if it is another than before.
    fn body(&mut self, say: &Say<'_>) -> Result<Wearer, String> {
        if let Some((name, measures, body)) = &self.made
            && (name, measures) == (&self.body, &self.measures)
        {
            return Ok(body.clone());
        }
        say(Making::words("Making the body"));
        let body = match &self.measures {
            Some((figure, asked)) => Wearer::of_measures(*figure, Measures::fill(*figure, asked)),
            None => Wearer::open(&self.body),
        };
        let body = body.map_err(|error| error.to_string())?;
        if self.redraw {
            self.drawn.retain(|(name, _)| Path::new(name).is_file());
        }
        self.made = Some((self.body.clone(), self.measures.clone(), body.clone()));
        Ok(body)
    }

    /// What garments are called and look like.
    fn looks(&self, garments: &[Garment]) -> Vec<GarmentLook> {
        let chosen = |source: &String| self.fabrics.iter().find(|(name, _)| name == source);
        let looks = garments.iter().zip(&self.garments);
        looks
            .map(|(garment, source)| GarmentLook {
                name: garment.name.clone(),
                fabric: chosen(source).map(|(_, fabric)| fabric.clone()),
                dye: self.dye_of(source),
            })
            .collect()
    }

    /// What a garment is dyed and printed with.
    pub(super) fn dye_of(&self, source: &str) -> Dye {
        self.dyes.iter().find(|(name, _)| name == source).map(|(_, dye)| *dye).unwrap_or_default()
    }

    /// A garment that was drawn already, by its name.
    fn found(&self, name: &str) -> Option<&FoundGarment> {
        self.drawn.iter().find(|(drawn, _)| drawn == name).map(|(_, found)| found)
    }

    /// What somebody should know of a garment, if there is anything.
    pub(super) fn note_on(&self, name: &str) -> Option<String> {
        let guessed = self.found(name).map_or(0, |found| found.guessed_seams);
        let words = format!(
            "Its file names no seams: {guessed} were guessed. Pattern shows them, both sides in one colour; `toile import` writes them to a file that you can change."
        );
        (guessed > 0).then_some(words)
    }

    /// The garments, drawn for the body where they were not drawn before, and their order.
    pub(super) fn ordered(&mut self, body: &Wearer) -> Result<Ordered, String> {
        let mut garments = Vec::with_capacity(self.garments.len());
        for name in &self.garments {
            if !self.drawn.iter().any(|(drawn, _)| drawn == name) {
                let found =
                    find_garment(name, body, Looseness::Regular).map_err(|error| error.to_string())?;
                self.drawn.push((name.clone(), found));
            }
            garments.extend(self.found(name).map(|found| found.garment.clone()));
        }
        let ontology = Ontology::of(&garments, body.measures());
        let order = order(&ontology, &self.wishes)?;
        Ok(Ordered { garments, ontology, order })
    }
}

/// The order that follows from wishes in words.
pub(super) fn order(ontology: &Ontology, wishes: &[String]) -> Result<Order, String> {
    let wishes: Result<Vec<Wish>, _> = wishes.iter().map(|wish| wish.parse()).collect();
    wishes.and_then(|wishes| ontology.order(&wishes)).map_err(|error| error.to_string())
}

/// What a garment is called while it is made: with several, also which one of them it is.
fn named(garments: &[Garment], order: &Order, number: usize) -> String {
    let Some(garment) = garments.get(number) else { return "All together".to_owned() };
    match order.dressing.iter().position(|n| *n == number) {
        Some(place) if garments.len() > 1 => {
            format!("{} ({} of {})", garment.name, place + 1, garments.len())
        }
        _ => garment.name.clone(),
    }
}

/// What is being done, in words.
fn words(garment: &str, stage: &Stage<'_>) -> String {
    match stage {
        Stage::Meshing => format!("{garment}: cutting the pieces"),
        Stage::Placing => format!("{garment}: laying the pieces around the body"),
        Stage::Joining => format!("{garment}: joining the seams"),
        Stage::Draping(now, _) => match now.phase {
            Phase::Sewing => format!("{garment}: sewing, {:.0} %", 100.0 * now.sewn),
            Phase::Turning => format!("{garment}: collars are turned over"),
            Phase::Growing => format!("{garment}: the body fills it"),
            _ => format!("{garment}: draping, {:.1} mm/s", 1e3 * (2.0 * now.motion).sqrt()),
        },
    }
}
