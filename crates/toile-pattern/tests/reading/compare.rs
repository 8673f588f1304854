//! How a reading compares with the true seams.

use crate::answering::Answered;
use crate::stitches::{Spot, Stitch, reflected, stitches, symmetries};
use crate::truth::TrueSeam;
use glam::DVec2;
use toile_pattern::asking::{SURE, UNSURE};
use toile_pattern::garment::Garment;
use toile_pattern::seam::Seam;
use toile_pattern::suggest::SuggestedSeam;

/// Points on both outlines that are nearer than this are the same, in metres.
const SAME: f64 = 6e-3;
/// Partners may be off by this share of the length of the seam, since ease is spread in several ways.
const SPREAD: f64 = 0.05;
/// The share of stitches that have to agree.
const AGREE: f64 = 0.85;

/// What became of a suggested seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    /// Some sew it and some do not.
    Open,
    Wrong,
}

/// How a file was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) file: String,
    pub(crate) design: String,
    /// How many true seams there are, images counted as one with what they are images of.
    pub(crate) seams: usize,
    pub(crate) sewn_right: usize,
    pub(crate) sewn_wrong: usize,
    pub(crate) asked: usize,
    pub(crate) missed: usize,
    /// What comes of it once all is answered.
    pub(crate) answered: Answered,
    /// Probabilities of suggestions, and whether they were right.
    pub(crate) chances: Vec<(f64, bool)>,
    /// What went wrong, in words.
    pub(crate) words: Vec<String>,
}

/// Pieces of one garment in terms of another one of the same pieces: the number, and how far it is moved.
pub(crate) struct Same(Vec<Option<(usize, DVec2)>>);

impl Same {
    /// Finds the pieces of the truth in what was read: by name, or else by the size.
    pub(crate) fn of(truth: &Garment, read: &Garment) -> Self {
        let size = |garment: &Garment, piece: usize| {
            let [low, high] = garment.pieces[piece].outline.bounds();
            (low, high - low)
        };
        let find = |piece: usize| {
            let (low, box_size) = size(truth, piece);
            let by_name = read.piece_named(&truth.pieces[piece].name);
            let alike = |other: &usize| {
                let off = (size(read, *other).1 - box_size).abs().max_element();
                let area = read.pieces[*other].outline.area() / truth.pieces[piece].outline.area();
                off < 0.01 * box_size.max_element() && (area - 1.0).abs() < 0.02
            };
            let other = by_name.filter(alike).or_else(|| (0..read.pieces.len()).find(alike))?;
            Some((other, size(read, other).0 - low))
        };
        Self((0..truth.pieces.len()).map(find).collect())
    }

    /// The piece that was read for one of the truth.
    pub(crate) fn piece(&self, piece: usize) -> Option<usize> {
        self.0[piece].map(|(piece, _)| piece)
    }

    fn spot(&self, spot: Spot) -> Option<Spot> {
        let (piece, by) = self.0[spot.piece]?;
        Some(Spot { piece, at: spot.at + by, ..spot })
    }

    /// A true seam in terms of what was read; nothing if a piece is not there.
    fn seam(&self, seam: &TrueSeam) -> Option<Vec<Vec<Stitch>>> {
        let run = |run: &Vec<Stitch>| -> Option<Vec<Stitch>> {
            run.iter().map(|[a, b]| Some([self.spot(*a)?, self.spot(*b)?])).collect()
        };
        seam.stitches.iter().map(run).collect()
    }
}

/// The true seams of a garment, in terms of what was read of it.
pub(crate) struct Judge<'a> {
    known: Known<'a>,
    /// The seams that have to be sewn, with their stitches.
    must: Vec<(&'a TrueSeam, Vec<Vec<Stitch>>)>,
    must_runs: Vec<Run>,
    /// Those, and what some sew and some do not.
    all: Vec<Run>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(garment: &'a Garment, truth: &'a [TrueSeam], same: &Same) -> Self {
        let lay = (0..garment.pieces.len()).map(|piece| symmetries(garment, piece)).collect();
        let mut must: Vec<(&TrueSeam, Vec<Vec<Stitch>>)> = Vec::new();
        let [mut must_runs, mut all] = [Vec::new(), Vec::new()];
        for seam in truth {
            let Some(runs) = same.seam(seam) else { continue };
            let judged = || runs.iter().map(|run| Run { stitches: run.clone(), is_ring: seam.is_ring });
            all.extend(judged());
            if seam.must {
                must_runs.extend(judged());
                must.push((seam, runs));
            }
        }
        Self { known: Known { garment, lay }, must, must_runs, all }
    }

    /// What becomes of a seam.
    pub(crate) fn verdict(&self, seam: &Seam) -> Verdict {
        let runs = stitches(self.known.garment, seam);
        match (self.known.holds(&runs, &self.must_runs), self.known.holds(&runs, &self.all)) {
            (true, _) => Verdict::Right,
            (false, true) => Verdict::Open,
            (false, false) => Verdict::Wrong,
        }
    }

    /// Whether the seam with some stitches is among some seams.
    fn is_among<'s>(&self, seams: impl Iterator<Item = &'s Seam>, number: usize) -> bool {
        let (seam, runs) = &self.must[number];
        let sewn: Vec<Run> = seams
            .flat_map(|seam| stitches(self.known.garment, seam))
            .map(|stitches| Run { stitches, is_ring: seam.is_ring })
            .collect();
        self.known.holds(runs, &sewn)
    }

    /// The stitches of the seams that have to be sewn and are not among some seams, without those of images.
    pub(crate) fn missing(&self, seams: &[Seam]) -> Vec<&[Stitch]> {
        let right: Vec<&Seam> = seams.iter().filter(|seam| self.verdict(seam) != Verdict::Wrong).collect();
        let numbers = (0..self.must.len()).filter(|&number| !self.is_among(right.iter().copied(), number));
        numbers.filter_map(|number| self.must[number].1.first().map(Vec::as_slice)).collect()
    }

    /// How many seams have to be sewn.
    pub(crate) fn count(&self) -> usize {
        self.must.len()
    }

    /// Whether a piece is sewn to anything.
    pub(crate) fn is_sewn_in(&self, piece: usize) -> bool {
        let runs = self.must.iter().flat_map(|(_, runs)| runs).flatten();
        runs.flatten().any(|spot| spot.piece == piece)
    }
}

/// Compares suggestions for a garment with its true seams.
pub(crate) fn compare(
    garment: &Garment,
    truth: &[TrueSeam],
    same: &Same,
    suggestions: &[SuggestedSeam],
) -> Outcome {
    let judge = Judge::new(garment, truth, same);
    let mut outcome = Outcome { seams: judge.must.len(), ..Outcome::default() };
    let verdicts: Vec<Verdict> = suggestions.iter().map(|known| judge.verdict(&known.seam)).collect();
    for (suggestion, verdict) in suggestions.iter().zip(&verdicts) {
        if *verdict != Verdict::Open {
            outcome.chances.push((suggestion.score, *verdict == Verdict::Right));
        }
        if *verdict == Verdict::Wrong && suggestion.score >= SURE {
            outcome.sewn_wrong += 1;
            outcome.words.push(format!(
                "WRONG {:.2} {} [{}]",
                suggestion.score,
                suggestion.seam.name,
                suggestion.reasons.join("; ")
            ));
        }
    }
    let of_score = |least: f64| {
        let right = suggestions
            .iter()
            .zip(&verdicts)
            .filter(move |(known, verdict)| known.score >= least && **verdict != Verdict::Wrong);
        right.map(|(known, _)| &known.seam)
    };
    for (number, (seam, _)) in judge.must.iter().enumerate() {
        if judge.is_among(of_score(SURE), number) {
            outcome.sewn_right += 1;
        } else if judge.is_among(of_score(UNSURE), number) {
            outcome.asked += 1;
            outcome.words.push(format!("asked {}", seam.name));
        } else {
            outcome.missed += 1;
            outcome.words.push(format!("MISSED {}", seam.name));
        }
    }
    outcome
}

/// What stitches are compared with.
struct Run {
    stitches: Vec<Stitch>,
    /// Whether it may begin anywhere.
    is_ring: bool,
}

struct Known<'a> {
    garment: &'a Garment,
    lay: Vec<Vec<[bool; 3]>>,
}

impl Known<'_> {
    /// Whether the stitches of all runs are among those of others.
    fn holds(&self, runs: &[Vec<Stitch>], others: &[Run]) -> bool {
        runs.iter().all(|run| self.holds_one(run, others))
    }

    /// Whether the stitches of a run are among those of others, once both pieces are laid on themselves in one of the ways that change nothing.
    fn holds_one(&self, run: &[Stitch], others: &[Run]) -> bool {
        let Some([a, b]) = run.first().map(|stitch| stitch.map(|spot| spot.piece)) else { return false };
        self.lay[a].iter().any(|first| {
            self.lay[b].iter().any(|second| {
                let moved: Vec<Stitch> = run
                    .iter()
                    .map(|stitch| {
                        stitch.map(|spot| {
                            self.laid(
                                self.laid(spot, a, *first),
                                if a == b { usize::MAX } else { b },
                                *second,
                            )
                        })
                    })
                    .collect();
                let met =
                    moved.iter().filter(|stitch| others.iter().any(|other| meets(stitch, other))).count();
                met as f64 >= AGREE * run.len() as f64
            })
        })
    }

    /// Whether two pieces are parts of one band: as wide as each other, and both can be laid on themselves in a way.
    fn is_part_of(&self, one: usize, other: usize, way: [bool; 3]) -> bool {
        let narrow = |piece: usize| {
            let [low, high] = self.garment.pieces[piece].outline.bounds();
            ((high - low).min_element(), (high - low).max_element())
        };
        let [(a, long), (b, _)] = [one, other].map(narrow);
        (a - b).abs() < 1e-3 && long > 3.0 * a && self.lay[other].contains(&way)
    }

    /// A spot once a piece is laid on itself, and with it all others of a band in parts.
    fn laid(&self, spot: Spot, piece: usize, way: [bool; 3]) -> Spot {
        let [x, y, image] = way;
        let is_other = piece == usize::MAX
            || (spot.piece != piece
                && !(way[..2] != [false, false] && self.is_part_of(piece, spot.piece, way)));
        if is_other {
            return spot;
        }
        let [low, high] = self.garment.pieces[piece].outline.bounds();
        Spot { at: reflected(spot.at, low, high, [x, y]), image: spot.image != image, ..spot }
    }
}

/// Whether a stitch is one of a run.
fn meets(stitch: &Stitch, run: &Run) -> bool {
    [[0, 1], [1, 0]].iter().any(|&sides| {
        if run.is_ring { lies_on(stitch, &run.stitches, sides) } else { is_in(stitch, &run.stitches, sides) }
    })
}

/// Whether both ends of a stitch are somewhere on the two sides of a run.
fn lies_on(stitch: &Stitch, run: &[Stitch], sides: [usize; 2]) -> bool {
    [0, 1].iter().all(|&end| {
        run.windows(2).any(|pair| {
            let [from, to] = [pair[0][sides[end]], pair[1][sides[end]]];
            from.piece == to.piece
                && from.piece == stitch[end].piece
                && along(stitch[end].at, from.at, to.at).1 < SAME
        })
    })
}

/// Where on a line, as a share that may lie a little beyond its ends, a point is, and how far from it.
fn along(point: DVec2, from: DVec2, to: DVec2) -> (f64, f64) {
    let way = to - from;
    let share = ((point - from).dot(way) / way.length_squared().max(1e-18)).clamp(-0.6, 1.6);
    (share, point.distance(from + way * share))
}

fn is_in(stitch: &Stitch, run: &[Stitch], [a, b]: [usize; 2]) -> bool {
    let length: f64 = run
        .windows(2)
        .filter(|pair| is_one_piece(pair, 0))
        .map(|pair| pair[0][0].at.distance(pair[1][0].at))
        .sum();
    run.windows(2).any(|pair| {
        let (share, off) = along(stitch[0].at, pair[0][a].at, pair[1][a].at);
        let partner = pair[0][b].at.lerp(pair[1][b].at, share);
        is_one_piece(pair, a)
            && is_one_piece(pair, b)
            && is_same_sheet(&stitch[0], &pair[0][a])
            && is_same_sheet(&stitch[1], &pair[0][b])
            && off < SAME
            && stitch[1].at.distance(partner) < (SPREAD * length).max(0.012)
    })
}

fn is_one_piece(pair: &[Stitch], side: usize) -> bool {
    is_same_sheet(&pair[0][side], &pair[1][side])
}

fn is_same_sheet(a: &Spot, b: &Spot) -> bool {
    a.piece == b.piece && a.image == b.image
}
