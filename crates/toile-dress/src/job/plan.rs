//! Garments that were found, and the order in which they are worn.

use super::dressing::Dressing;
use super::error::DressError;
use super::garment_source::FoundGarment;
use super::outfit_facts::OutfitFacts;
use super::progress::Progress;
use crate::body::Wearer;
use crate::dressed::DressSettings;
use crate::ontology::{Ontology, Order, Wish};
use crate::outfit::{Outfit, PutOn, PutOnError};
use std::time::Instant;
use toile_geom::allowance::{Allowance, Deadline, MemoryLimit};
use toile_pattern::Garment;
use toile_pattern::mesh::{MeshSettings, short_stretches};

/// Garments that were found, what is known of them, and the order in which they are worn.
#[derive(Clone, Debug)]
pub struct DressingPlan {
    wearer: Wearer,
    settings: DressSettings,
    /// The garments, in the order in which they were named.
    pub garments: Vec<FoundGarment>,
    /// The same as cut.
    whole: Vec<Garment>,
    /// What of them is too short for the mesh, in words.
    short: Vec<String>,
    /// What is known of them.
    pub ontology: Ontology,
    /// The order in which they are put on, and their layers.
    pub order: Order,
    /// How long finding them took.
    seconds: f64,
}

impl DressingPlan {
    pub(super) fn new(dressing: Dressing) -> Result<Self, DressError> {
        let clock = Instant::now();
        let Dressing { wearer, garments, wishes, looseness, accept_guesses, settings } = dressing;
        let wishes: Vec<Wish> = wishes.into_iter().collect::<Result<_, _>>()?;
        let found = garments.into_iter().map(|choice| choice.find(&wearer, looseness, accept_guesses));
        let garments: Vec<FoundGarment> = found.collect::<Result<_, _>>()?;
        let whole = |found: &FoundGarment| {
            #[cfg(test)]
            crate::counts::count(|counts| counts.whole += 1);
            found.garment.whole()
        };
        let whole: Vec<Garment> = garments.iter().map(whole).collect();
        let short = whole.iter().flat_map(|garment| short(garment, &settings)).collect();
        let ontology = Ontology::of_whole(&whole, wearer.measures());
        let order = ontology.order(&wishes)?;
        let seconds = clock.elapsed().as_secs_f64();
        Ok(Self { wearer, settings, garments, whole, short, ontology, order, seconds })
    }

    /// What was guessed about garments from files, and why, and what of them is too short for the mesh.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.garments.iter().flat_map(|found| &found.notes).chain(&self.short).map(String::as_str)
    }

    /// What is known of the garments and their order, in words.
    pub fn facts(&self) -> OutfitFacts {
        OutfitFacts::of(&self.ontology, &self.order)
    }

    /// Dresses the body, as [`Dressing::run`] does.
    ///
    /// # Errors
    /// If a pattern cannot be meshed, placed or sewn, or is far too narrow.
    pub fn run(self, mut progress: impl FnMut(&Progress<'_>)) -> Result<Outfit, DressError> {
        let notes = self.notes().map(str::to_owned).collect();
        let Self { wearer, settings, whole, ontology, order, seconds, .. } = self;
        let mut outfit = Outfit { notes, ..Outfit::new(wearer, ontology, settings) };
        let allowance = Allowance {
            deadline: Deadline::after(outfit.settings.time_limit).or_cancelled(&outfit.settings.cancel),
            memory: MemoryLimit::more_than_now(outfit.settings.memory_limit),
        };
        let put_on = PutOn { garments: &whole, order: &order, allowance };
        let place = |number: usize| order.dressing.iter().position(|other| *other == number);
        put_on
            .run(&mut outfit, &mut |garment, stage, simulation| {
                progress(&Progress {
                    garment,
                    name: garment.and_then(|number| whole.get(number)).map_or("", |garment| &garment.name),
                    before: garment.map_or(whole.len(), |number| place(number).unwrap_or(0)),
                    count: whole.len(),
                    stage,
                    simulation,
                });
            })
            .map_err(|error| match error {
                PutOnError::Garment(number, error) => {
                    let garment = whole.get(number).map(|garment| garment.name.clone()).unwrap_or_default();
                    DressError::Garment { garment, error: Box::new(error) }
                }
                PutOnError::Together(error) => error.into(),
            })?;
        outfit.seconds.pattern = seconds;
        Ok(outfit)
    }
}

/// How many stretches that are too short are told one by one.
const MOST_TOLD: usize = 5;

/// What of a garment is too short for the mesh, in words.
fn short(garment: &Garment, settings: &DressSettings) -> Vec<String> {
    let mesh = MeshSettings { thickness: settings.drape.usual_distance(), ..settings.mesh };
    let stretches = short_stretches(garment, &mesh);
    let told = stretches.iter().take(MOST_TOLD).map(|stretch| {
        format!("{}: {stretch}, too short for the mesh; its ends are taken for one point", garment.name)
    });
    let rest = stretches.len().saturating_sub(MOST_TOLD);
    let more =
        (rest > 0).then(|| format!("{}: {rest} more stretches are too short for the mesh", garment.name));
    told.chain(more).collect()
}
