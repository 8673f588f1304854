//! What dressing gave, measured; its fields are a contract.

use super::plausible_strain::overstretch;
use crate::body::Wearer;
use crate::dressed::{Dressed, StageSeconds, timed, worn_pieces};
use crate::fit::{FitWords, OutfitFit};
use crate::outfit::{Crossing, Outfit};
use serde::{Serialize, Serializer};
use std::path::PathBuf;
use toile_cloth::run::Intersections;
use toile_cloth::stretch::{StretchSummary, rest_edges};

/// A hull that pieces were laid on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HullSummary {
    /// The garment.
    pub garment: String,
    /// The part of the body that it goes around.
    pub segment: &'static str,
    /// How often it was changed until its pieces fitted.
    pub iterations: usize,
    /// How long that took, in seconds.
    pub seconds: f64,
    /// How many triangles it has.
    pub triangles: usize,
    /// How many waves its lower ring has, as those of wide skirts do.
    pub waves: usize,
}

impl HullSummary {
    fn of(garment: &Dressed) -> impl Iterator<Item = Self> + '_ {
        garment.placed.hulls.iter().map(|hull| Self {
            garment: garment.meshed.garment.name.clone(),
            segment: hull.segment.name(),
            iterations: hull.iterations,
            seconds: hull.seconds,
            triangles: hull.triangles,
            waves: hull.waves,
        })
    }
}

/// Where a piece was placed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceSummary {
    /// The garment.
    pub garment: String,
    /// The piece.
    pub piece: String,
    /// The part of the body that it goes around.
    pub segment: &'static str,
    /// The landmark of the body that the pattern notes for it.
    pub landmark: Option<String>,
    /// How all of this is known, in words.
    pub reason: String,
}

impl PieceSummary {
    fn of(garment: &Dressed) -> impl Iterator<Item = Self> + '_ {
        let pattern = &garment.meshed.garment;
        pattern.pieces.iter().zip(&garment.placed.pieces).map(|(piece, placed)| Self {
            garment: pattern.name.clone(),
            piece: piece.name.clone(),
            segment: placed.segment.name(),
            landmark: piece.placement.landmark.as_ref().map(|note| note.name.clone()),
            reason: placed.reason.clone(),
        })
    }
}

/// What dressing gave. The names of the fields are a contract.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OutfitSummary {
    /// The names of the garments, from inside to outside.
    pub garments: Vec<String>,
    /// The body.
    pub body: String,
    /// How long all of it took.
    pub seconds: f64,
    /// How long each stage took.
    pub stage_seconds: StageSeconds,
    /// The hulls that pieces were laid on, garment after garment.
    pub hulls: Vec<HullSummary>,
    /// Where each piece was placed, and why, garment after garment.
    pub pieces: Vec<PieceSummary>,
    /// Triangles of all garments.
    pub triangles: usize,
    /// How many steps of 1/60 s there were until rest, of each garment and of all together.
    pub steps: usize,
    /// How many seams there are, but for closures that are left open.
    pub seams_total: usize,
    /// How many of them are open: those of a garment that was given up while its seams were closing.
    pub seams_open: usize,
    /// What passes through what, by the exact test.
    #[serde(flatten)]
    pub intersections: Intersections,
    /// Where that is.
    pub crossings: Vec<Crossing>,
    /// How often the garment was dressed that took most tries to pass through nothing.
    pub tries: usize,
    /// Places where a piece is not in the layer in which it is to be worn.
    pub misplaced: usize,
    /// How much longer the edges are than they were cut: the most, and what 99 of 100 edges of each garment stay below.
    #[serde(flatten, serialize_with = "with_max_strain")]
    pub stretch: StretchSummary,
    /// The strain as a share of what is plausible for the garment's fabric, of the worst edge or of the worst hundredth of them: more than 1 no cloth bears.
    pub overstretch: f64,
    /// Whether it came to rest.
    pub at_rest: bool,
    /// Why it was given up, if it was, and what to do.
    pub gave_up: Option<String>,
    /// Pieces whose right side looks at the skin.
    pub inside_out: Vec<String>,
    /// Pieces that ended on another part of the body.
    pub astray: Vec<String>,
    /// How each garment fits.
    pub fit: Vec<FitWords>,
    /// Files that were written.
    pub files: Vec<PathBuf>,
}

/// The stretch with `max_strain`, another name of `max_stretch` that scripts rely on.
fn with_max_strain<S: Serializer>(stretch: &StretchSummary, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Named {
        #[serde(flatten)]
        stretch: StretchSummary,
        max_strain: f64,
    }
    Named { stretch: *stretch, max_strain: stretch.max }.serialize(serializer)
}

impl Outfit {
    /// What dressing gave, as values and words. The caller adds files and stages beside dressing.
    pub fn summary(&self) -> OutfitSummary {
        let mut seconds = StageSeconds::default();
        let fit = timed(&mut seconds.fit, || self.fit());
        let mut summary = OutfitSummary::of(self, &fit);
        summary.add_seconds(&seconds);
        summary
    }
}

impl OutfitSummary {
    /// Sums up a dressed outfit and how it fits.
    fn of(outfit: &Outfit, fit: &OutfitFit) -> Self {
        let mut summary = Self {
            hulls: outfit.garments.iter().flat_map(HullSummary::of).collect(),
            pieces: outfit.garments.iter().flat_map(PieceSummary::of).collect(),
            steps: outfit.steps_together,
            intersections: outfit.intersections,
            crossings: outfit.crossings.clone(),
            tries: outfit.garments.iter().map(|garment| garment.tries).max().unwrap_or(0),
            misplaced: outfit.misplaced,
            at_rest: outfit.at_rest,
            gave_up: outfit.gave_up.as_ref().map(ToString::to_string),
            fit: fit.words(),
            garments: fit.names.clone(),
            body: outfit.wearer.name().to_owned(),
            ..Self::default()
        };
        for garment in &outfit.garments {
            summary.add(garment, &outfit.wearer);
        }
        summary.add_seconds(&outfit.seconds);
        summary
    }

    /// Garments that could not be dressed, and why. All numbers are 0.
    pub fn refused(garments: Vec<String>, body: &str, why: String) -> Self {
        Self { garments, body: body.to_owned(), gave_up: Some(why), ..Self::default() }
    }

    /// Adds what can be said of a garment by itself.
    fn add(&mut self, garment: &Dressed, body: &Wearer) {
        self.triangles += garment.cloth.triangles.len();
        self.steps += garment.steps;
        self.seams_total += garment.meshed.seams.iter().filter(|seam| seam.closed).count();
        self.seams_open += garment.open_seams().len();
        let strain = StretchSummary::of(&rest_edges(&garment.cloth), &garment.cloth.state.positions);
        self.stretch = self.stretch.max(strain);
        self.overstretch = self.overstretch.max(overstretch(&strain, &garment.cloth.fabrics));
        for piece in worn_pieces(garment, body) {
            let name = format!("{}: {}", garment.meshed.garment.name, piece.name);
            if piece.is_inside_out() {
                self.inside_out.push(name.clone());
            }
            if piece.is_astray() {
                self.astray.push(name);
            }
        }
    }

    /// Adds how long stages took.
    pub fn add_seconds(&mut self, stages: &StageSeconds) {
        self.stage_seconds.add(stages);
        self.seconds = self.stage_seconds.total();
    }

    /// What of the fit explains that cloth is torn, and which size would be better.
    fn misfits(&self) -> Vec<String> {
        let words = |fit: &FitWords| {
            let better = fit.better.as_ref().map(|better| format!("take {better}"));
            fit.findings.first().cloned().into_iter().chain(better)
        };
        self.fit.iter().filter(|fit| fit.is_misfit).flat_map(words).collect()
    }

    /// What is wrong with it, in words; nothing if all is well.
    pub fn complaint(&self) -> Option<String> {
        let mut faults = Vec::new();
        if self.seams_open > 0 {
            faults.push(format!("{} of {} seams are open", self.seams_open, self.seams_total));
        }
        if self.intersections.itself > 0 {
            faults.push(format!("cloth passes through cloth in {} places", self.intersections.itself));
        }
        if self.intersections.bodies > 0 {
            faults.push(format!("cloth passes through the body in {} places", self.intersections.bodies));
        }
        if self.misplaced > 0 {
            faults.push(format!("pieces are in the wrong layer in {} places", self.misplaced));
        }
        // What is drawn out to reach an open seam is no fault of the cloth.
        if self.overstretch > 1.0 && self.seams_open == 0 && self.intersections.count() == 0 {
            faults.push(format!(
                "stretched by up to {:.0} %, one of a hundred edges by more than {:.0} %: more than its fabric bears",
                100.0 * self.stretch.max,
                100.0 * self.stretch.p99
            ));
            faults.extend(self.misfits());
        }
        if let Some(reason) = &self.gave_up {
            faults.push(reason.clone());
        } else if !self.at_rest {
            faults.push("it did not come to rest".to_owned());
        }
        if !self.inside_out.is_empty() {
            faults.push(format!("inside out: {}", self.inside_out.join(", ")));
        }
        if !self.astray.is_empty() {
            faults.push(format!("slipped off: {}", self.astray.join(", ")));
        }
        (!faults.is_empty()).then(|| faults.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> OutfitSummary {
        OutfitSummary {
            at_rest: true,
            seams_total: 10,
            stretch: StretchSummary { max: 0.1, p99: 0.05 },
            overstretch: 0.5,
            ..OutfitSummary::default()
        }
    }

    fn complaint(change: impl FnOnce(&mut OutfitSummary)) -> String {
        let mut summary = good();
        change(&mut summary);
        summary.complaint().unwrap_or_default()
    }

    #[test]
    fn what_is_well_is_not_complained_of() {
        assert_eq!(good().complaint(), None);
        let words = FitWords::refused("skirt", "too small", "14 cm are missing".into());
        assert_eq!(OutfitSummary { fit: vec![words], ..good() }.complaint(), None, "it is only tight");
    }

    #[test]
    fn every_fault_is_said() {
        assert_eq!(complaint(|s| s.seams_open = 2), "2 of 10 seams are open");
        assert!(complaint(|s| s.intersections.itself = 3).contains("cloth in 3 places"));
        assert!(complaint(|s| s.intersections.bodies = 4).contains("the body in 4 places"));
        assert!(complaint(|s| s.misplaced = 1).contains("wrong layer"));
        assert!(complaint(|s| s.at_rest = false).contains("did not come to rest"));
        assert_eq!(complaint(|s| s.gave_up = Some("given up: it falls".into())), "given up: it falls");
        assert!(complaint(|s| s.inside_out = vec!["shirt: cuff".into()]).contains("inside out: shirt: cuff"));
        assert!(complaint(|s| s.astray = vec!["shirt: cuff".into()]).contains("slipped off: shirt: cuff"));
    }

    #[test]
    fn torn_cloth_is_explained_by_its_size_and_not_said_of_open_seams() {
        let torn = |s: &mut OutfitSummary| {
            (s.overstretch, s.stretch.max) = (1.2, 0.3);
            s.fit = vec![FitWords::refused("skirt", "too small", "14 cm are missing".into())];
        };
        let words = complaint(torn);
        assert!(words.contains("up to 30 %") && words.contains("14 cm are missing"), "{words}");
        let words = complaint(|s| {
            torn(s);
            s.seams_open = 1;
        });
        assert_eq!(words, "1 of 10 seams are open");
    }

    #[test]
    fn what_was_refused_has_all_fields() {
        let refused = OutfitSummary::refused(vec!["skirt".into()], "eu-38", "too narrow".into());
        assert_eq!(refused.complaint().as_deref(), Some("too narrow"));
        assert_eq!((refused.seams_total, refused.at_rest, refused.seconds), (0, false, 0.0));
    }
}
