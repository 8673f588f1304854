//! What dressing gave, in numbers: the JSON of `toile dress`.

use serde::Serialize;
use std::path::PathBuf;
use toile_cloth::cloth::Cut;
use toile_cloth::stretch::{StretchSummary, rest_edges};
use toile_dress::fit::Verdict;
use toile_dress::{Body, Dressed, DressedOutfit, Fit, worn_pieces};

/// How long each stage took, in seconds, for all garments together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StageSeconds {
    /// Meshing the pieces.
    pub mesh: f64,
    /// Placing them around the body.
    pub place: f64,
    /// Joining seams, and taking the start out of the body.
    pub sew: f64,
    /// Closing seams and coming to rest.
    pub drape: f64,
    /// Coming to rest together.
    pub together: f64,
}

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

/// How a garment fits, in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitWords {
    /// The garment.
    pub garment: String,
    /// In one word.
    pub verdict: String,
    /// What is tight and what is loose, the tightest first.
    pub findings: Vec<String>,
    /// A better size, if it does not fit.
    pub better: Option<String>,
    /// Whether it cannot be worn: some of it is too tight, or it falls off.
    #[serde(skip)]
    misfit: bool,
}

impl FitWords {
    /// How a garment fits.
    pub fn of(garment: &str, fit: &Fit) -> Self {
        Self {
            garment: garment.to_owned(),
            verdict: fit.verdict.words().to_owned(),
            findings: fit.findings.iter().map(|finding| finding.words.clone()).collect(),
            better: fit.suggestion.as_ref().map(toile_dress::fit::Suggestion::words),
            misfit: matches!(fit.verdict, Verdict::TooTight | Verdict::FallsOff),
        }
    }
}

/// What dressing gave. The names of the fields are a contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
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
    /// How many steps of 1/60 s there were until rest.
    pub steps: usize,
    /// How many seams there are, but for closures that are left open.
    pub seams_total: usize,
    /// How many of them have a gap.
    pub seams_open: usize,
    /// Pairs of triangles of cloth that pass through each other, by the exact test.
    pub self_intersections: usize,
    /// Pairs of triangles of cloth and body that pass through each other.
    pub body_intersections: usize,
    /// Places where a piece is not in the layer in which it is to be worn.
    pub misplaced: usize,
    /// The most that an edge is longer than it was cut, 0.05 for five percent.
    pub max_strain: f64,
    /// The largest strain as a share of what is plausible for the garment's fabric: more than 1 no cloth bears.
    pub overstretch: f64,
    /// What 99 of 100 edges stay below.
    pub p99_strain: f64,
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

/// The load in N/m at which what a fabric gives is looked up: the largest one of FAST, 100 gf/cm.
const LOAD: f64 = 98.0;
/// More strain than the first is not plausible for woven cloth that is worn, more than the second for any.
const MOST_STRAIN: [f64; 2] = [0.25, 0.6];

/// The most strain that is plausible for a garment that is worn: what the stretchiest of its fabrics gives under a load, within limits.
fn plausible_strain(fabrics: &[Cut]) -> f64 {
    let stiffness = fabrics.iter().flat_map(|cut| [cut.fabric.membrane.warp, cut.fabric.membrane.weft]);
    (LOAD / stiffness.fold(f64::INFINITY, f64::min)).clamp(MOST_STRAIN[0], MOST_STRAIN[1])
}

impl Summary {
    /// Sums up a dressed outfit.
    pub fn of(
        body_name: &str,
        body: &Body,
        outfit: &DressedOutfit,
        fits: &[Fit],
        files: Vec<PathBuf>,
    ) -> Self {
        let mut seconds = StageSeconds { together: outfit.seconds_together, ..StageSeconds::default() };
        let (mut strain, mut inside_out, mut astray) = (StretchSummary::default(), Vec::new(), Vec::new());
        let (mut seams_total, mut seams_open, mut overstretch) = (0, 0, 0.0_f64);
        for garment in &outfit.garments {
            seconds.mesh += garment.seconds.mesh;
            seconds.place += garment.seconds.place;
            seconds.sew += garment.seconds.sew;
            seconds.drape += garment.seconds.drape;
            let own = StretchSummary::of(&rest_edges(&garment.cloth), &garment.cloth.state.positions);
            strain = StretchSummary { max: strain.max.max(own.max), p99: strain.p99.max(own.p99) };
            overstretch = overstretch.max(own.max / plausible_strain(&garment.cloth.fabrics));
            for piece in worn_pieces(garment, body) {
                let name = format!("{}: {}", garment.meshed.garment.name, piece.name);
                if piece.is_inside_out() {
                    inside_out.push(name.clone());
                }
                if piece.is_astray() {
                    astray.push(name);
                }
            }
            let wanted = garment.meshed.seams.iter().filter(|seam| seam.closed);
            for seam in wanted {
                seams_total += 1;
                let joined = seam.pairs.iter().all(|pair| {
                    let [a, b] = pair.map(|v| garment.sewn.vertex_of[v.piece as usize][v.vertex as usize]);
                    a == b
                });
                seams_open += usize::from(!joined || seam.pairs.is_empty());
            }
        }
        Self {
            garments: outfit.garments.iter().map(|garment| garment.meshed.garment.name.clone()).collect(),
            body: body_name.to_owned(),
            seconds: seconds.mesh + seconds.place + seconds.sew + seconds.drape + seconds.together,
            stage_seconds: seconds,
            hulls: outfit.garments.iter().flat_map(HullSummary::of).collect(),
            pieces: outfit.garments.iter().flat_map(PieceSummary::of).collect(),
            triangles: outfit.garments.iter().map(|garment| garment.cloth.triangles.len()).sum(),
            steps: outfit.garments.iter().map(|garment| garment.steps).sum(),
            seams_total,
            seams_open,
            self_intersections: outfit.self_intersections,
            body_intersections: outfit.body_intersections,
            misplaced: outfit.misplaced,
            max_strain: strain.max,
            overstretch,
            p99_strain: strain.p99,
            at_rest: outfit.at_rest,
            gave_up: outfit.gave_up.clone(),
            inside_out,
            astray,
            fit: outfit
                .garments
                .iter()
                .zip(fits)
                .map(|(dressed, fit)| FitWords::of(&dressed.meshed.garment.name, fit))
                .collect(),
            files,
        }
    }

    /// What of the fit explains that cloth is torn, and which size would be better.
    fn misfits(&self) -> Vec<String> {
        let words = |fit: &FitWords| {
            let better = fit.better.as_ref().map(|better| format!("take {better}"));
            fit.findings.first().cloned().into_iter().chain(better)
        };
        self.fit.iter().filter(|fit| fit.misfit).flat_map(words).collect()
    }

    /// What is wrong with it, in words; nothing if all is well.
    pub fn complaint(&self) -> Option<String> {
        let mut faults = Vec::new();
        if self.seams_open > 0 {
            faults.push(format!("{} of {} seams are open", self.seams_open, self.seams_total));
        }
        if self.self_intersections > 0 {
            faults.push(format!("cloth passes through cloth in {} places", self.self_intersections));
        }
        if self.body_intersections > 0 {
            faults.push(format!("cloth passes through the body in {} places", self.body_intersections));
        }
        if self.misplaced > 0 {
            faults.push(format!("pieces are in the wrong layer in {} places", self.misplaced));
        }
        if self.overstretch > 1.0 {
            faults.push(format!("stretched by {:.0} %, which no cloth bears", 100.0 * self.max_strain));
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
