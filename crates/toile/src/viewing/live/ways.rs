//! Remedies as buttons: what can be done about a failure, without a word of options.

use super::dressing::LiveDressing;
use super::flat::pattern_of;
use std::sync::Arc;
use toile_dress::{DressError, FoundGarment, Outfit, OutfitGaveUp, PassesThrough, Remedy};
use toile_view::live::{Again, Trouble, WayOut};

/// Edges are made no shorter than this, in metres.
const SHORTEST: f64 = 0.005;
/// How much longer edges become, and the longest that is tried, in metres.
const LONGER: f64 = 1.5;
const LONGEST: f64 = 0.05;
/// How many times more time there is.
const MORE: f64 = 4.0;

impl LiveDressing {
    /// Why it could not be dressed, what can be done about it, and the flat pieces that were found.
    pub(super) fn refused(&self, error: &DressError, garments: &[FoundGarment]) -> Trouble {
        Trouble {
            words: error.words(&Remedy::to_string),
            ways: self.ways(error.remedies()),
            pattern: Arc::new(pattern_of(garments)),
        }
    }

    /// Why it was given up, and what can be done about it.
    pub(super) fn given_up(&self, outfit: &Outfit, why: &OutfitGaveUp) -> Trouble {
        let mut words = why.words(&Remedy::to_string);
        let left_out = self.garments.len().saturating_sub(outfit.garments.len());
        if left_out > 0 {
            words =
                format!("{words}. Garments that would have been put on after that are missing: {left_out}");
        }
        Trouble { words, ways: self.ways(why.remedies()), ..Trouble::default() }
    }

    /// Where it passes through itself or the body, and what can be done about it.
    pub(super) fn passing(&self, why: &PassesThrough) -> Trouble {
        Trouble { words: why.to_string(), ways: self.ways(why.remedies()), ..Trouble::default() }
    }

    /// The remedies that a button can be for.
    fn ways(&self, remedies: &[Remedy]) -> Vec<WayOut> {
        remedies.iter().filter_map(|remedy| self.way(*remedy)).collect()
    }

    fn way(&self, remedy: Remedy) -> Option<WayOut> {
        let (label, help, next) = match remedy {
            Remedy::Force if !self.force => (
                "Dress it anyway",
                "Closes its seams by force: you see where it is too narrow, and by how much".to_owned(),
                Self { force: true, ..self.clone() },
            ),
            Remedy::LongerEdges if self.edge < LONGEST => {
                let edge = (LONGER * self.edge).min(LONGEST);
                let help = format!(
                    "Divides the cloth into triangles of {:.0} mm instead of {:.0} mm: quicker, with fewer folds",
                    1e3 * edge,
                    1e3 * self.edge
                );
                ("Longer edges", help, Self { edge, ..self.clone() })
            }
            Remedy::ShorterEdges if self.edge > SHORTEST => {
                let edge = (self.edge / LONGER).max(SHORTEST);
                let help = format!(
                    "Divides the cloth into triangles of {:.0} mm instead of {:.0} mm: slower, with finer folds",
                    1e3 * edge,
                    1e3 * self.edge
                );
                ("Shorter edges", help, Self { edge, ..self.clone() })
            }
            Remedy::MoreTime => {
                let time_limit = MORE * self.time_limit;
                let help = format!("Tries again from the beginning, for {time_limit:.0} s at most");
                ("More time", help, Self { time_limit, ..self.clone() })
            }
            _ => return None,
        };
        let again = Again::new(move |say| next.clone().make(say));
        Some(WayOut { label: label.to_owned(), help, again })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_cloth::run::GaveUp;

    fn labels(asked: &LiveDressing, remedies: &[Remedy]) -> Vec<String> {
        asked.ways(remedies).into_iter().map(|way| way.label).collect()
    }

    #[test]
    fn there_is_a_button_for_each_remedy_that_the_window_can_take() {
        let mut asked = LiveDressing::new("eu-38", vec!["t-shirt".into()]);
        let time = Remedy::of(&GaveUp::Time { seconds: 1.0, sewn: 0.5 });
        assert_eq!(labels(&asked, time), ["More time", "Longer edges"]);
        assert_eq!(labels(&asked, &[Remedy::Halves, Remedy::Force]), ["Dress it anyway"]);
        asked.force = true;
        asked.edge = LONGEST;
        assert_eq!(labels(&asked, &[Remedy::Force, Remedy::LongerEdges]), [""; 0]);
        assert!(asked.ways(Remedy::of(&GaveUp::Falls)).is_empty());
    }
}
