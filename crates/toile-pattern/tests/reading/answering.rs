//! What comes of a reading once somebody who knows the truth has answered: all questions by their options, and what nobody asked as a user adds it, in the
//! words that `toile import --answer` takes.

use crate::compare::{Judge, Same, Verdict};
use crate::stitches::{Spot, Stitch};
use crate::truth::TrueSeam;
use toile_pattern::asking::{Decision, Question};
use toile_pattern::curve::Ruler;
use toile_pattern::garment::Garment;
use toile_pattern::imported::Imported;
use toile_pattern::piece::CutRule;
use toile_pattern::seam::{EdgePart, Seam};

/// More questions than this are asked of no pattern of the table.
const MOST_QUESTIONS: usize = 60;
/// How often is looked for what is missing: to sew one seam may take another one back.
const ROUNDS: usize = 3;

/// What comes of a file once all is answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answered {
    /// How many questions were asked.
    pub(crate) questions: usize,
    /// To how many of them the likeliest answer is the true one.
    pub(crate) likeliest: usize,
    /// How many answers had to be given that nobody had asked for.
    pub(crate) added: usize,
    /// How many of the true seams are sewn then.
    pub(crate) right: usize,
    /// How many seams are sewn that are none.
    pub(crate) wrong: usize,
    /// What is not as it should be, in words.
    pub(crate) words: Vec<String>,
}

/// Answers by the truth, which is told of another garment.
pub(crate) fn answered(mut imported: Imported, truth: &[TrueSeam], same: &Same, known: &Garment) -> Answered {
    let mut answered = Answered::default();
    cut_as_known(&mut imported, same, known, &mut answered);
    while let Some(question) = imported.questions().into_iter().next() {
        let words = answer(&imported, &question, truth, same, known);
        let likeliest = question.options.get(question.default);
        let is_likeliest =
            likeliest.is_some_and(|option| option.decision.in_words(&imported.garment) == words);
        answered.likeliest += usize::from(is_likeliest);
        answered.questions += 1;
        say(&mut imported, &words, &mut answered);
        if answered.questions > MOST_QUESTIONS {
            answered.words.push(format!("`{words}` is asked again and again"));
            break;
        }
    }
    sew_in(&mut imported, truth, same, &mut answered);
    for _ in 0..ROUNDS {
        let sewn = imported.clone().settled().garment;
        let missing: Vec<String> = Judge::new(&sewn, truth, same)
            .missing(&sewn.seams)
            .into_iter()
            .map(|stitches| in_words(&sewn, stitches))
            .collect();
        if missing.is_empty() {
            break;
        }
        for words in missing {
            answered.added += 1;
            say(&mut imported, &words, &mut answered);
        }
    }
    let garment = imported.settled().garment;
    let judge = Judge::new(&garment, truth, same);
    let missing = judge.missing(&garment.seams);
    answered
        .words
        .extend(missing.iter().map(|stitches| format!("not sewn: {}", in_words(&garment, stitches))));
    answered.right = judge.count() - missing.len();
    let wrong = garment.seams.iter().filter(|seam| judge.verdict(seam) == Verdict::Wrong);
    let wrong: Vec<String> = wrong.map(|seam| format!("sewn wrong: {}", seam.name)).collect();
    answered.wrong = wrong.len();
    answered.words.extend(wrong);
    answered
}

fn say(imported: &mut Imported, words: &str, answered: &mut Answered) {
    if let Err(error) = imported.answer_in_words(&[words]) {
        answered.words.push(error.to_string());
    }
}

/// Says how pieces are cut where the truth says otherwise and nobody asks.
fn cut_as_known(imported: &mut Imported, same: &Same, known: &Garment, answered: &mut Answered) {
    let asked: Vec<usize> = imported.halves.iter().map(|half| half.piece).collect();
    for (number, piece) in known.pieces.iter().enumerate() {
        let Some(read) = same.piece(number).filter(|read| !asked.contains(read)) else { continue };
        let is_fold = |cut: CutRule| matches!(cut, CutRule::OnFold(_));
        let cut = imported.garment.pieces[read].cut;
        if cut != piece.cut && !(is_fold(cut) && is_fold(piece.cut)) {
            answered.added += 1;
            let words = Decision::Cut(read, piece.cut).in_words(&imported.garment);
            say(imported, &words, answered);
        }
    }
}

/// Says of pieces that are surely left out that they are sewn in, if they are.
fn sew_in(imported: &mut Imported, truth: &[TrueSeam], same: &Same, answered: &mut Answered) {
    let left_out: Vec<usize> = imported.left_out.iter().map(|left| left.piece).collect();
    for piece in left_out {
        if Judge::new(&imported.garment, truth, same).is_sewn_in(piece) {
            answered.added += 1;
            let words = Decision::Use(piece, true).in_words(&imported.garment);
            say(imported, &words, answered);
        }
    }
}

/// The true answer to a question, in words.
fn answer(
    imported: &Imported,
    question: &Question,
    truth: &[TrueSeam],
    same: &Same,
    known: &Garment,
) -> String {
    let garment = &imported.garment;
    let judge = Judge::new(garment, truth, same);
    let cut_of = |piece: usize| {
        let number = (0..known.pieces.len()).find(|&number| same.piece(number) == Some(piece));
        number.map(|number| known.pieces[number].cut)
    };
    let worth = |decision: &Decision| match decision {
        Decision::Sew(seam) => match judge.verdict(seam) {
            Verdict::Right => 3,
            Verdict::Open => 2,
            Verdict::Wrong => 0,
        },
        Decision::Refuse(_) | Decision::StaysOpen(_) => 1,
        Decision::Cut(piece, cut) => {
            let is_fold = |cut: CutRule| matches!(cut, CutRule::OnFold(_));
            let told = cut_of(*piece).unwrap_or(CutRule::Once);
            usize::from(told == *cut || (is_fold(told) && is_fold(*cut)))
        }
        Decision::Use(piece, is_used) => usize::from(judge.is_sewn_in(*piece) == *is_used),
    };
    let best = question.options.iter().map(|option| &option.decision).max_by_key(|decision| worth(decision));
    best.map(|decision| decision.in_words(garment)).unwrap_or_default()
}

/// The seam with some stitches as a user writes it.
fn in_words(garment: &Garment, stitches: &[Stitch]) -> String {
    let side = |number: usize| {
        let spots: Vec<Spot> = stitches.iter().map(|stitch| stitch[number]).collect();
        parts(garment, &spots)
    };
    let seam = Seam::new("", side(0), side(1));
    let words = |side: usize| {
        let names: Vec<String> = seam.sides[side].iter().map(|part| garment.part_name(part)).collect();
        names.join(" + ")
    };
    format!("{} = {}", words(0), words(1))
}

/// The parts of edges along which some points lie.
fn parts(garment: &Garment, spots: &[Spot]) -> Vec<EdgePart> {
    let mut found: Vec<(EdgePart, Vec<f64>)> = Vec::new();
    for spot in spots {
        let (edge, share) = nearest(garment, spot);
        let here = EdgePart { mirrored: spot.image, ..EdgePart::along(spot.piece, edge) };
        match found.last_mut() {
            Some((part, shares)) if *part == here => shares.push(share),
            _ => found.push((here, vec![share])),
        }
    }
    found
        .into_iter()
        .filter_map(|(part, shares)| ends(&shares).map(|[from, to]| EdgePart { from, to, ..part }))
        .collect()
}

/// Where points begin and end that are spread evenly; nothing if there is but one.
fn ends(shares: &[f64]) -> Option<[f64; 2]> {
    let count = shares.len();
    if count < 2 {
        return None;
    }
    let half = |a: f64, b: f64| a + 0.5 * (a - b);
    let round = |share: f64| {
        let share = share.clamp(0.0, 1.0);
        if share < ROUND {
            0.0
        } else if share > 1.0 - ROUND {
            1.0
        } else {
            share
        }
    };
    Some([round(half(shares[0], shares[1])), round(half(shares[count - 1], shares[count - 2]))])
}

/// A part that begins nearer than this to the end of its edge begins there.
const ROUND: f64 = 0.02;

/// The edge that a point is nearest to, and its share of it.
fn nearest(garment: &Garment, spot: &Spot) -> (usize, f64) {
    let piece = &garment.pieces[spot.piece];
    let count = piece.edge_count();
    let edges =
        (0..count).filter_map(|edge| Some((edge, Ruler::new(&piece.edge(edge)?.curve).nearest(spot.at))));
    let best = edges.min_by(|a, b| a.1.1.total_cmp(&b.1.1));
    best.map_or((0, 0.0), |(edge, (share, _))| (edge, share))
}
