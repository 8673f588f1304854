//! What is asked of dressing.

use super::error::DressError;
use super::garment_source::{FoundGarment, GarmentChoice};
use super::plan::DressingPlan;
use super::progress::Progress;
use crate::body::Wearer;
use crate::dressed::DressSettings;
use crate::ontology::{OntologyError, Wish};
use crate::outfit::Outfit;
use toile_cloth::fabric::Fabric;
use toile_cloth::run::CancelToken;
use toile_pattern::draft::Looseness;

/// What is asked of dressing: who wears what, how, and made of what. Nothing is found or made until it [runs](Self::run).
///
/// ```no_run
/// use toile_dress::{Dressing, Wearer};
///
/// let wearer = Wearer::open("eu-38")?;
/// let outfit = Dressing::on(&wearer)
///     .garments(["trousers", "shirt"])
///     .wish("shirt in trousers")
///     .edge_length(0.02)
///     .run(|now| eprintln!("{:3.0} % {now}", 100.0 * now.fraction()))?;
/// println!("{}", outfit.fit());
/// toile_io::write_mesh("outfit.obj".as_ref(), &outfit.mesh().into())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is dressed until it runs"]
pub struct Dressing {
    pub(super) wearer: Wearer,
    pub(super) garments: Vec<GarmentChoice>,
    pub(super) wishes: Vec<Result<Wish, OntologyError>>,
    pub(super) looseness: Looseness,
    pub(super) accept_guesses: bool,
    pub(super) settings: DressSettings,
}

impl Dressing {
    /// Dresses a body; in nothing, until garments are named.
    pub fn on(wearer: &Wearer) -> Self {
        Self {
            wearer: wearer.clone(),
            garments: Vec::new(),
            wishes: Vec::new(),
            looseness: Looseness::Regular,
            accept_guesses: false,
            settings: DressSettings::default(),
        }
    }

    /// A garment: the name of a built-in one, which is drafted for the measures of the body, the file of a pattern in any format, or a pattern that is
    /// there already. What goes over what does not depend on the order in which garments are named.
    pub fn garment(mut self, garment: impl Into<GarmentChoice>) -> Self {
        self.garments.push(garment.into());
        self
    }

    /// Several garments.
    pub fn garments<G: Into<GarmentChoice>>(mut self, garments: impl IntoIterator<Item = G>) -> Self {
        self.garments.extend(garments.into_iter().map(Into::into));
        self
    }

    /// What all garments are made of, whatever their patterns say.
    pub fn fabric(mut self, fabric: Fabric) -> Self {
        self.settings.fabric = Some(fabric);
        self
    }

    /// What lies over what, if not as usual, or how it is worn, as a sentence: "shirt in trousers", "shirt over pullover", "collar out", "dress back to
    /// front".
    pub fn wish(mut self, sentence: &str) -> Self {
        self.wishes.push(sentence.parse());
        self
    }

    /// Several wishes.
    pub fn wishes(mut self, wishes: impl IntoIterator<Item = Wish>) -> Self {
        self.wishes.extend(wishes.into_iter().map(Ok));
        self
    }

    /// How long the edges of the mesh are, in metres: 0.01 is fine, 0.03 quick; 0.015 if nothing else is asked for.
    pub fn edge_length(mut self, metres: f64) -> Self {
        self.settings.mesh.edge_length = metres;
        self
    }

    /// How wide built-in garments are drafted.
    pub fn looseness(mut self, looseness: Looseness) -> Self {
        self.looseness = looseness;
        self
    }

    /// Whether patterns are sewn in the likeliest way where it is not sure how they are, instead of being [refused](crate::GarmentSourceError::Unsure)
    /// with questions.
    pub fn accept_guesses(mut self, accept_guesses: bool) -> Self {
        self.accept_guesses = accept_guesses;
        self
    }

    /// The longest that dressing may take, in seconds of the clock on the wall. What is there then is the result, with the reason.
    pub fn time_limit(mut self, seconds: f64) -> Self {
        self.settings.time_limit = seconds;
        self
    }

    /// How much more memory than at its beginning dressing may take, in bytes; 1.6 GB if nothing else is said. What would need more is given up.
    pub fn memory_limit(mut self, bytes: f64) -> Self {
        self.settings.memory_limit = bytes;
        self
    }

    /// What ends dressing early, from another thread. What is there then is the result, with the reason.
    pub fn cancelled_by(mut self, token: &CancelToken) -> Self {
        self.settings.cancel = token.clone();
        self
    }

    /// Whether garments are dressed that are far too narrow for the body, or whose meshes are too coarse.
    pub fn force(mut self, force: bool) -> Self {
        self.settings.force = force;
        self
    }

    /// Changes any other setting.
    pub fn with(mut self, change: impl FnOnce(&mut DressSettings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// The same in a size of its garments: one of a graded pattern file, or for a built-in garment any size that is a body.
    ///
    /// # Errors
    /// If a garment does not have that size.
    pub fn in_size(mut self, size: &str) -> Result<Self, DressError> {
        for garment in &mut self.garments {
            *garment = GarmentChoice::Found(match garment {
                GarmentChoice::Named(name) => {
                    FoundGarment::find_size(name, size, self.looseness, self.accept_guesses)?
                }
                GarmentChoice::Found(found) => found.clone().graded_to(size)?,
            });
        }
        Ok(self)
    }

    /// Finds the garments and the order in which they are worn, and dresses nothing yet.
    ///
    /// # Errors
    /// If a garment is not found, it is not sure how one is sewn, or a wish is not understood or cannot be met.
    pub fn plan(self) -> Result<DressingPlan, DressError> {
        DressingPlan::new(self)
    }

    /// Dresses the body. A garment that does not come to rest, or takes too long, is no error: [`Outfit::gave_up`] says why.
    ///
    /// # Errors
    /// If a garment is not found, a wish cannot be met, or a pattern cannot be meshed, placed or sewn, or is far too narrow.
    pub fn run(self, progress: impl FnMut(&Progress<'_>)) -> Result<Outfit, DressError> {
        self.plan()?.run(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Counts, counted};

    /// What is counted while a body is opened and dressed in a garment.
    fn counts_of(garment: &str) -> Counts {
        let (outfit, counts) = counted(|| {
            let wearer = Wearer::open("eu-38").unwrap();
            // Edges that long are refused for a pullover, unless it is to be dressed nevertheless.
            let dressing = Dressing::on(&wearer).garment(garment).edge_length(0.05).force(true);
            // What is counted has been done long before it is at rest.
            dressing.with(|settings| settings.drape.max_settle_time = 0.05).run(|_| ()).unwrap()
        });
        assert_eq!(outfit.garments.len(), 1);
        counts
    }

    #[test]
    fn what_is_costly_is_done_once() {
        let once = Counts { landmarks: 1, measured: 1, whole: 1, ontologies: 1, placed: 1 };
        assert_eq!(counts_of("tank-top"), once);
        // It is seen where pieces are placed whether they have to go over a hand or the head: then they are placed again.
        let pullover = counts_of("pullover");
        assert!(pullover.placed > 1);
        assert_eq!(Counts { placed: 1, ..pullover }, once);
    }

    #[test]
    fn a_wish_that_is_not_understood_says_what_can_be_said() {
        let wearer = Wearer::open("eu-38").unwrap();
        let error = Dressing::on(&wearer).garment("t-shirt").wish("t-shirt trousers").plan().unwrap_err();
        assert!(
            error.to_string().contains("\"t-shirt trousers\" is not understood: say `A over B`"),
            "{error}"
        );
        let error = Dressing::on(&wearer).garment("t-shirt").wish("t-shirt in trousers").plan().unwrap_err();
        assert!(error.to_string().contains("there is no `trousers` in the outfit"), "{error}");
    }
}
