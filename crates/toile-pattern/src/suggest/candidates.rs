//! Possible seams and how likely they are.

use super::runs::{Role, Run};
use super::{Candidate, directed};
use crate::garment::Garment;
use crate::piece::CutRule;
use crate::seam::EdgePart;

/// How well two lengths agree: 1 if equal, 0 if they differ by a share or more.
fn agreement(a: f64, b: f64, most: f64) -> f64 {
    (1.0 - (a - b).abs() / a.max(b).max(f64::MIN_POSITIVE) / most).max(0.0)
}

/// A bell that is 1 at 0 and falls to a third at 1.
fn bell(x: f64) -> f64 {
    (-x * x).exp()
}

/// What a seam may be made of, by the numbers of runs. There are as many as pairs of edges, and more, so that they are kept as numbers,
/// and what is said of them is worked out again for the few that are taken.
#[derive(Clone, Copy, Debug)]
pub(super) enum Guess {
    Pair([u32; 2]),
    Tube([u32; 2]),
    OwnImage([u32; 1]),
    Sleeve([u32; 3]),
    /// An edge, and the band.
    BandOfOne([u32; 2]),
    /// Two edges, and the band.
    BandOfTwo([u32; 3]),
}

impl Guess {
    /// The runs that it uses up.
    pub(super) fn runs(&self) -> &[u32] {
        match self {
            Self::Pair(runs) | Self::Tube(runs) | Self::BandOfOne(runs) => runs,
            Self::OwnImage(runs) => runs,
            Self::Sleeve(runs) | Self::BandOfTwo(runs) => runs,
        }
    }

    /// The possible seam, if it is one at all.
    pub(super) fn candidate(self, garment: &Garment, runs: &[Run]) -> Option<Candidate> {
        match self {
            Self::Pair(of) => {
                let [i, j] = of.map(|run| run as usize);
                pair(garment, runs, i, j)
            }
            Self::Tube(of) => {
                let [i, j] = of.map(|run| run as usize);
                tube(garment, runs, i, j)
            }
            Self::OwnImage([i]) => own_image(garment, runs, i as usize),
            Self::Sleeve(of) => sleeve(garment, runs, of.map(|run| run as usize)),
            Self::BandOfOne(of) => {
                let [i, band] = of.map(|run| run as usize);
                band_to(garment, runs, band, &[i])
            }
            Self::BandOfTwo(of) => {
                let [i, j, band] = of.map(|run| run as usize);
                band_to(garment, runs, band, &[i, j])
            }
        }
    }
}

/// A guess and how likely it is.
pub(super) struct Scored {
    pub(super) guess: Guess,
    pub(super) score: f64,
}

/// Guesses while they are made.
struct Guesses<'a> {
    garment: &'a Garment,
    runs: &'a [Run],
    least: f64,
    found: Vec<Scored>,
}

impl Guesses<'_> {
    /// Keeps a guess if it is likely enough.
    fn try_out(&mut self, guess: Guess) {
        let candidate = guess.candidate(self.garment, self.runs);
        let score = candidate.map(|candidate| candidate.score).filter(|score| *score >= self.least);
        self.found.extend(score.map(|score| Scored { guess, score }));
    }
}

/// All guesses of at least a score, in an order that depends on the pieces alone.
pub(super) fn candidates(garment: &Garment, runs: &[Run], least: f64) -> Vec<Scored> {
    let mut guesses = Guesses { garment, runs, least, found: Vec::new() };
    for i in 0..runs.len() {
        for j in i + 1..runs.len() {
            let both = [i as u32, j as u32];
            let is_tube = runs[i].piece == runs[j].piece;
            guesses.try_out(if is_tube { Guess::Tube(both) } else { Guess::Pair(both) });
        }
        guesses.try_out(Guess::OwnImage([i as u32]));
    }
    sleeves(&mut guesses);
    bands(&mut guesses);
    guesses.found
}

/// How many guesses there are to be tried at most.
pub(super) fn guess_count(garment: &Garment, runs: &[Run]) -> u64 {
    let square = |count: usize| (count as u64).pow(2) / 2;
    let caps = runs.iter().filter(|run| is_cap(garment, run)).count() as u64;
    let bands = runs.iter().filter(|run| is_band(garment, run)).count() as u64;
    let curved = runs.iter().filter(|run| is_curved(run)).count();
    square(runs.len()) + caps * square(curved) + bands * square(runs.len())
}

fn percent(a: f64, b: f64) -> String {
    format!("lengths {:.1} and {:.1} cm", 100.0 * a, 100.0 * b)
}

fn is_double(garment: &Garment, runs: &[&Run]) -> bool {
    runs.iter().all(|run| garment.pieces[run.piece].cut != CutRule::Once)
}

/// An edge of one piece to an edge of another.
fn pair(garment: &Garment, runs: &[Run], i: usize, j: usize) -> Option<Candidate> {
    let (a, b) = (&runs[i], &runs[j]);
    let length = agreement(a.length, b.length, 0.06);
    if length <= 0.0 || a.is_hem() || b.is_hem() || a.length < 0.015 {
        return None;
    }
    let height = a.size.y.max(b.size.y);
    let comparable = a.size.y.min(b.size.y) > 0.7 * height;
    let [al, ah] = a.heights();
    let [bl, bh] = b.heights();
    let level = if comparable { bell(((al - bl).abs() + (ah - bh).abs()) / (0.12 * height)) } else { 0.25 };
    let shape = agreement(a.straightness, b.straightness, 0.12);
    let roles = [a, b].map(|run| Role::of(&garment.pieces[run.piece]));
    // Two fronts meet in the middle, where they are straight and upright, and never at armholes or shoulders.
    let is_middle =
        |run: &Run| run.straightness > 0.98 && (run.ends[1].y - run.ends[0].y).abs() > 0.9 * run.length;
    let odd_fronts = roles == [Role::Front; 2] && !(is_middle(a) && is_middle(b));
    // Necks and waists of two halves are the upper borders of the garment, however equal they are.
    let is_top =
        |run: &Run| run.touches_fold(&garment.pieces[run.piece]) && run.heights()[0] > 0.7 * run.size.y;
    if roles.contains(&Role::Placket) || odd_fronts || (is_top(a) && is_top(b)) {
        return None;
    }
    let names = match roles {
        [Role::Front, Role::Back] | [Role::Back, Role::Front] => 1.0,
        [Role::Sleeve, Role::Band] | [Role::Band, Role::Sleeve] | [Role::Collar, Role::Collar] => 0.8,
        [x, y] if x == y && x != Role::Unknown => 0.3,
        [Role::Sleeve, _] | [_, Role::Sleeve] => 0.1,
        _ => 0.5,
    };
    let notches = if a.notches.len() == b.notches.len() { 0.05 } else { 0.0 };
    let score =
        (0.40 * length + 0.30 * level + 0.10 * shape + 0.15 * names + notches).min(1.0) * length.sqrt();
    let mut reasons = vec![percent(a.length, b.length)];
    if comparable && level > 0.7 {
        reasons.push("at one height".into());
    }
    if names > 0.7 {
        reasons.push("by their names".into());
    }
    // Ends at one height meet: if both run up, one of them is taken from the mirror image.
    let same_way = a.runs_up() == b.runs_up() && comparable;
    let second = directed(garment, b, same_way);
    let sides = [a.parts.clone(), second];
    Some(Candidate { sides, both: is_double(garment, &[a, b]), score, reasons, band: None })
}

/// Two edges of one piece, which make it a tube.
fn tube(garment: &Garment, runs: &[Run], i: usize, j: usize) -> Option<Candidate> {
    let (a, b) = (&runs[i], &runs[j]);
    let piece = &garment.pieces[a.piece];
    let length = agreement(a.length, b.length, 0.04);
    let touching = a.ends[1] == b.ends[0] || b.ends[1] == a.ends[0];
    if length <= 0.0 || matches!(piece.cut, CutRule::OnFold(_)) || touching {
        return None;
    }
    // Mirror images of each other about the middle of the piece.
    let middle = a.low.x + 0.5 * a.size.x;
    let image = |p: glam::DVec2| glam::DVec2::new(2.0 * middle - p.x, p.y);
    let apart = a.ends[0].distance(image(b.ends[1])) + a.ends[1].distance(image(b.ends[0]));
    let symmetric = bell(apart / (0.25 * a.size.max_element()));
    let level = bell((a.heights()[0] - b.heights()[0]).abs() / (0.15 * a.size.y.max(1e-6)));
    let facing = (a.ends[1] - a.ends[0]).normalize_or_zero().dot((b.ends[1] - b.ends[0]).normalize_or_zero());
    let role = match Role::of(piece) {
        Role::Sleeve => 1.0,
        Role::Band => 0.7,
        Role::Unknown => 0.5,
        Role::Front | Role::Back => 0.0,
        // Their ends stay open, or are sewn to something else.
        Role::Collar | Role::Placket | Role::Yoke => return None,
    };
    let upright = (a.ends[1].y - a.ends[0].y).abs() > 0.6 * a.length || a.is_of_band();
    if facing > -0.3 || !upright {
        return None;
    }
    let straight = a.straightness.min(b.straightness);
    let score = 0.35 * length + 0.25 * symmetric + 0.15 * level + 0.20 * role + 0.05 * straight;
    let reasons = vec![percent(a.length, b.length), "mirror images in one piece".into()];
    let sides = [a.parts.clone(), directed_plain(b)];
    let both = piece.cut == CutRule::Pair;
    Some(Candidate { sides, both, score: score * 0.97, reasons, band: None })
}

fn directed_plain(run: &Run) -> Vec<EdgePart> {
    run.parts.iter().rev().map(|part| part.reversed()).collect()
}

/// A straight edge of a half piece or a pair to its own mirror image: a seam in the middle.
fn own_image(garment: &Garment, runs: &[Run], i: usize) -> Option<Candidate> {
    let run = &runs[i];
    if garment.pieces[run.piece].cut == CutRule::Once || run.is_hem() || run.is_of_band() {
        return None;
    }
    let upright = (run.ends[1].y - run.ends[0].y).abs() > 0.9 * run.length;
    let piece = &garment.pieces[run.piece];
    // What begins at the fold goes on beyond it: it is one edge, not two.
    let ring =
        matches!(piece.cut, CutRule::OnFold(_)) && run.straightness > 0.999 && !run.touches_fold(piece);
    if run.length < 0.15
        || run.straightness < 0.98
        || !(upright || ring)
        || Role::of(&garment.pieces[run.piece]) == Role::Sleeve
    {
        return None;
    }
    // The other end of a ring that lies on the fold has nothing else to be sewn to.
    let score = if ring { 0.66 } else { 0.42 };
    let mirror = run.parts.iter().map(|part| part.mirror_image()).collect();
    let reasons = vec!["a straight edge in the middle, sewn to its mirror image".into()];
    Some(Candidate { sides: [run.parts.clone(), mirror], both: false, score, reasons, band: None })
}

fn is_curved(run: &Run) -> bool {
    run.straightness < 0.985 && run.length > 0.12
}

/// Whether it may be the cap of a sleeve.
fn is_cap(garment: &Garment, run: &Run) -> bool {
    let role = Role::of(&garment.pieces[run.piece]);
    is_curved(run)
        && matches!(role, Role::Sleeve | Role::Unknown)
        && run.length >= 0.25
        && run.size.x >= 0.7 * run.ends[0].distance(run.ends[1])
}

/// One curve to two armholes.
fn sleeves(guesses: &mut Guesses<'_>) {
    let runs = guesses.runs;
    let curved: Vec<usize> = (0..runs.len()).filter(|&run| is_curved(&runs[run])).collect();
    for &c in &curved {
        if !is_cap(guesses.garment, &runs[c]) {
            continue;
        }
        for (place, &i) in curved.iter().enumerate().filter(|&(_, &i)| runs[i].piece != runs[c].piece) {
            for &j in &curved[place + 1..] {
                if runs[j].piece != runs[i].piece && runs[j].piece != runs[c].piece {
                    guesses.try_out(Guess::Sleeve([c, i, j].map(|run| run as u32)));
                }
            }
        }
    }
}

fn sleeve(garment: &Garment, runs: &[Run], [c, i, j]: [usize; 3]) -> Option<Candidate> {
    let (cap, a, b) = (&runs[c], &runs[i], &runs[j]);
    let length = agreement(cap.length, a.length + b.length, 0.12);
    let alike = agreement(a.length, b.length, 0.2);
    if length <= 0.0 || alike <= 0.0 {
        return None;
    }
    let roles = [cap, a, b].map(|run| Role::of(&garment.pieces[run.piece]));
    // An armhole has a front and a back.
    if roles[1] == roles[2] && roles[1] != Role::Unknown {
        return None;
    }
    let names = match roles {
        [Role::Sleeve, Role::Front, Role::Back] | [Role::Sleeve, Role::Back, Role::Front] => 1.0,
        [Role::Unknown, Role::Unknown, Role::Unknown] => 0.6,
        _ => 0.3,
    };
    let height = a.size.y.max(b.size.y);
    let level = bell(
        ((a.heights()[0] - b.heights()[0]).abs() + (a.heights()[1] - b.heights()[1]).abs()) / (0.12 * height),
    );
    // Armholes are steep, necklines and waists flat.
    let steep = |run: &Run| ((run.ends[1].y - run.ends[0].y).abs() / run.length).clamp(0.0, 1.0);
    let score = 0.3 * length + 0.15 * alike + 0.2 * names + 0.2 * level + 0.15 * steep(a).min(steep(b));
    // A double notch tells the back half of the cap.
    let back_first = cap.notches.iter().find(|notch| notch.1).is_none_or(|notch| notch.0 < 0.5);
    let a_is_back = Role::of(&garment.pieces[a.piece]) == Role::Back;
    let (first, second) = if a_is_back == back_first { (a, b) } else { (b, a) };
    // From the underarm up, then down again.
    let armholes =
        [directed(garment, first, first.runs_up()), directed(garment, second, !second.runs_up())].concat();
    let reasons = vec![percent(a.length + b.length, cap.length), "a curve as long as two".into()];
    let both = is_double(garment, &[cap, a, b]);
    Some(Candidate { sides: [armholes, cap.parts.clone()], both, score, reasons, band: None })
}

/// Whether it is a long straight edge of a strip.
fn is_band(garment: &Garment, run: &Run) -> bool {
    run.is_of_band()
        && run.straightness > 0.99
        && run.length >= 0.6 * run.size.max_element()
        && Role::of(&garment.pieces[run.piece]) != Role::Placket
}

/// A long straight edge of a strip to all that it goes around.
fn bands(guesses: &mut Guesses<'_>) {
    let (garment, runs) = (guesses.garment, guesses.runs);
    for (c, band) in runs.iter().enumerate().filter(|(_, run)| is_band(garment, run)) {
        let others: Vec<usize> = (0..runs.len()).filter(|&i| may_hold(garment, band, &runs[i])).collect();
        for (k, &i) in others.iter().enumerate() {
            guesses.try_out(Guess::BandOfOne([i, c].map(|run| run as u32)));
            for &j in &others[k + 1..] {
                if runs[i].piece != runs[j].piece {
                    guesses.try_out(Guess::BandOfTwo([i, j, c].map(|run| run as u32)));
                }
            }
        }
    }
}

/// Whether an edge may be one of those that a band is sewn to: not a hem, nor a placket's; and where a collar has a stand, it is sewn to that.
fn may_hold(garment: &Garment, band: &Run, run: &Run) -> bool {
    let role = |run: &Run| Role::of(&garment.pieces[run.piece]);
    let is_stand = |name: &str| name.to_lowercase().contains("stand");
    let has_stand = garment.pieces.iter().any(|piece| is_stand(&piece.name));
    let of_collar = role(band) == Role::Collar && !is_stand(&garment.pieces[band.piece].name);
    let wrong_collar = of_collar && has_stand && !is_stand(&garment.pieces[run.piece].name);
    run.piece != band.piece && !run.is_hem() && role(run) != Role::Placket && !wrong_collar
}

/// A band to one or two edges, and to their mirror images if these are half pieces.
fn band_to(garment: &Garment, runs: &[Run], c: usize, others: &[usize]) -> Option<Candidate> {
    let band = &runs[c];
    let half = matches!(garment.pieces[band.piece].cut, CutRule::OnFold(_));
    let sum: f64 = others.iter().map(|&i| runs[i].length).sum();
    let all_double = others.iter().all(|&i| garment.pieces[runs[i].piece].cut != CutRule::Once);
    let (length, twice) = if all_double && !half {
        (agreement(band.length, 2.0 * sum, 0.08), true)
    } else {
        let whole = agreement(band.length, sum, 0.05);
        let folded = agreement(0.5 * band.length, sum, 0.03);
        if folded > whole { (folded, false) } else { (whole, false) }
    };
    // Waists and necks are near the top, and rather level.
    let top = others.iter().map(|&i| runs[i].heights()[1] / runs[i].size.y.max(1e-6)).fold(1.0, f64::min);
    let flat = others.iter().map(|&i| {
        let run = &runs[i];
        1.0 - ((run.ends[1].y - run.ends[0].y).abs() / run.length).clamp(0.0, 1.0)
    });
    let flat = flat.fold(1.0, f64::min);
    if length <= 0.2 || top < 0.75 {
        return None;
    }
    let names = if Role::of(&garment.pieces[band.piece]) == Role::Band { 1.0 } else { 0.4 };
    let halved = !twice && !half && band.length > 1.5 * sum;
    let complete = if others.len() > 1 || garment.pieces.len() == 2 { 0.05 } else { 0.0 };
    let score = (0.45 * length + 0.2 * names + 0.15 * top + 0.15 * flat + complete).min(0.98);
    // From the middle to the side, and on from the side to the middle. Of two pieces that are drawn the same way round, the second is
    // taken from its mirror image.
    let same_hand = others.len() == 2 && is_drawn_alike(garment, runs, others[0], others[1]);
    let along = |place: usize| place == 1 && same_hand;
    let place = |(place, &i): (usize, &usize), back: bool| directed(garment, &runs[i], along(place) != back);
    let mut parts: Vec<EdgePart> = others.iter().enumerate().flat_map(|other| place(other, false)).collect();
    if twice {
        parts.extend(others.iter().enumerate().rev().flat_map(|other| place(other, true)));
    }
    let first = if halved { vec![EdgePart { to: 0.5, ..band.parts[0] }] } else { band.parts.clone() };
    let reasons = vec![
        percent(band.length, if twice { 2.0 * sum } else { sum }),
        "a band and what it goes around".into(),
    ];
    let both = half && all_double;
    Some(Candidate { sides: [first, parts], both, score, reasons, band: Some(band.piece) })
}

/// Whether the sides of two half pieces are both to the right of their middles, or both to the left.
fn is_drawn_alike(garment: &Garment, runs: &[Run], i: usize, j: usize) -> bool {
    let side = |run: &Run| {
        let piece = &garment.pieces[run.piece];
        let middle = run.low.x + 0.5 * run.size.x;
        if let CutRule::OnFold(fold) = piece.cut
            && let Some(edge) = piece.edge(fold)
        {
            return edge.curve.point(0.5).x < middle;
        }
        // Of the upright edges the side is the one that is least straight.
        let upright = runs.iter().filter(|other| {
            other.piece == run.piece && (other.ends[1].y - other.ends[0].y).abs() > 0.5 * run.size.y
        });
        let side = upright.min_by(|a, b| a.straightness.total_cmp(&b.straightness));
        side.is_none_or(|side| 0.5 * (side.ends[0].x + side.ends[1].x) > middle)
    };
    side(&runs[i]) == side(&runs[j])
}
