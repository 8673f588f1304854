//! What is worn by whom, and how it is made.

use super::asking::LiveAsking;
use super::controls::body::measures_of;
use super::flat::pattern_of;
use super::motion::STILL;
use super::outfit::LiveOutfit;
use super::preview::{GarmentLook, Preview};
use crate::viewing::Dye;
use crate::viewing::objects::body_object;
use std::path::Path;
use std::sync::Arc;
use toile_body::measures::{Figure, Measure, Measures};
use toile_cloth::fabric::Fabric;
use toile_dress::ontology::{Ontology, Order, Wish};
use toile_dress::{
    DressError, DressSettings, DressStage, Dressing, DressingPlan, FoundGarment, GarmentChoice, Progress,
    Wearer,
};
use toile_view::live::{Live, Making, Say, Trouble};
use toile_view::scene::ViewScene;

/// What is worn by whom.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct LiveDressing {
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
    /// How the body moves: `still`, `walk`, `turn`, `sit`, or a recording.
    pub motion: String,
    /// How long the edges of the mesh are, in metres.
    pub edge: f64,
    /// Whether garments are dressed that are far too narrow for the body.
    pub force: bool,
    /// Whether patterns are sewn in the likeliest way where it is not sure how they are, instead of being asked about.
    pub accept_guesses: bool,
    /// Whether cloth remembers how it was bent when it is dressed.
    pub creases: bool,
    /// Whether there is air around it.
    pub air: bool,
    /// The longest that dressing may take, in seconds of the clock on the wall.
    pub time_limit: f64,
    /// A body that was made already, with the name and the measures that it has.
    pub(super) made: Option<Made>,
}

/// A body that was made, by its name and what was asked of it.
pub(super) type Made = (String, Option<(Figure, Vec<(Measure, f64)>)>, Wearer);

impl LiveDressing {
    /// Garments on a body.
    pub fn new(body: &str, garments: Vec<String>) -> Self {
        let usual = DressSettings::default();
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
            edge: usual.mesh.edge_length,
            force: usual.force,
            accept_guesses: false,
            creases: usual.drape.creases,
            air: usual.drape.air.is_some(),
            time_limit: usual.time_limit,
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

    /// The same with a garment under another name.
    pub(super) fn with_garment_renamed(mut self, before: &Path, name: &str) -> Self {
        let named = self.garments.iter_mut();
        let keys =
            self.fabrics.iter_mut().map(|(key, _)| key).chain(self.dyes.iter_mut().map(|(key, _)| key));
        for key in named.chain(keys).filter(|key| Path::new(key.as_str()) == before) {
            name.clone_into(key);
        }
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
    /// If something of it cannot be found or made, with what can be done about it.
    pub fn make(mut self, say: &Say<'_>) -> Result<Box<dyn Live>, Trouble> {
        let wearer = self.wearer(say)?;
        let bare = ViewScene { objects: vec![body_object(wearer.mesh())], ..ViewScene::default() };
        say(Making { preview: Some(bare.clone()), ..Making::words("Drawing the patterns") });
        let plan = match self.plan(&wearer) {
            Ok(plan) => plan,
            Err(error) => {
                return match error.unsure() {
                    Some(unsure) => Ok(Box::new(LiveAsking::new(self, unsure, bare))),
                    None => Err(self.refused(&error, &[])),
                };
            }
        };
        let garments = plan.garments.clone();
        let pattern = Arc::new(pattern_of(&garments));
        let show = |words: String, preview: ViewScene| {
            say(Making { words, preview: Some(preview), pattern: pattern.clone() });
        };
        let mut preview = Preview::new(wearer.mesh(), self.looks(&garments), &plan.order);
        let outfit = plan.run(|now| {
            preview.see(now);
            show(words_of(now), preview.scene());
        });
        let outfit = outfit.map_err(|error| self.refused(&error, &garments))?;
        let last = if self.motion == STILL { LAST } else { "Preparing the motion" };
        show(last.to_owned(), preview.scene());
        Ok(Box::new(LiveOutfit::new(self, outfit)?))
    }

    /// The body, made only if it is another than before.
    fn wearer(&mut self, say: &Say<'_>) -> Result<Wearer, String> {
        if let Some((name, measures, wearer)) = &self.made
            && (name, measures) == (&self.body, &self.measures)
        {
            return Ok(wearer.clone());
        }
        say(Making::words("Making the body"));
        let wearer = match &self.measures {
            Some((figure, asked)) => Wearer::of_measures(*figure, Measures::fill(*figure, asked)),
            None => Wearer::open(&self.body),
        };
        let wearer = wearer.map_err(|error| error.to_string())?.named(self.body.as_str());
        if self.redraw {
            self.drawn.retain(|(name, _)| Path::new(name).is_file());
        }
        self.made = Some((self.body.clone(), self.measures.clone(), wearer.clone()));
        Ok(wearer)
    }

    /// The garments, drawn for the body where they were not drawn before, and their order.
    pub(super) fn plan(&mut self, wearer: &Wearer) -> Result<DressingPlan, DressError> {
        let choice = |name: &String| match self.found(name) {
            Some(found) => GarmentChoice::from(found.clone()),
            None => GarmentChoice::from(name),
        };
        let garments: Vec<GarmentChoice> = self.garments.iter().map(choice).collect();
        let dressing = Dressing::on(wearer).garments(garments).edge_length(self.edge);
        let dressing =
            dressing.force(self.force).accept_guesses(self.accept_guesses).time_limit(self.time_limit);
        let dressing = dressing.with(|settings| {
            let drape = &mut settings.drape;
            drape.creases = self.creases;
            drape.air = drape.air.filter(|_| self.air);
        });
        let dressing = self.wishes.iter().fold(dressing, |dressing, wish| dressing.wish(wish));
        let plan = dressing.plan()?;
        self.drawn = self.garments.iter().cloned().zip(plan.garments.iter().cloned()).collect();
        Ok(plan)
    }

    /// What garments are called and look like.
    fn looks(&self, garments: &[FoundGarment]) -> Vec<GarmentLook> {
        let chosen = |source: &String| self.fabrics.iter().find(|(name, _)| name == source);
        let looks = garments.iter().zip(&self.garments);
        looks
            .map(|(garment, source)| GarmentLook {
                name: garment.garment.name.clone(),
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
            "Its file does not tell all seams: {guessed} were guessed. Pattern shows them, both sides in one colour; `toile import` writes them to a file that you can change."
        );
        (guessed > 0).then_some(words)
    }
}

/// What is said last, while the body is prepared for being touched.
const LAST: &str = "Getting it ready to be touched";

/// How far dressing is, in words: what is being done, and about which part of the whole is over.
fn words_of(now: &Progress<'_>) -> String {
    // Speeds say nothing to people: the slower, the nearer to rest.
    let what = match now.stage {
        DressStage::Draping(_) => "coming to rest".to_owned(),
        stage => stage.to_string(),
    };
    let whose = match now.garment {
        None => "All together".to_owned(),
        Some(_) if now.count > 1 => format!("{} ({} of {})", now.name, now.before + 1, now.count),
        Some(_) => now.name.to_owned(),
    };
    format!("{:.0} % · {whose}: {what}", 100.0 * now.fraction())
}

/// The order that follows from wishes in words.
pub(super) fn order(ontology: &Ontology, wishes: &[String]) -> Result<Order, String> {
    let wishes: Result<Vec<Wish>, _> = wishes.iter().map(|wish| wish.parse()).collect();
    wishes.and_then(|wishes| ontology.order(&wishes)).map_err(|error| error.to_string())
}
