//! Seams between lines: sleeves into armholes, bands and collars around openings, skirts on bodices.

use super::cloth::{Cloth, Cut};
use super::join::{Features, Join, JoinKind, by_length, lengths};
use super::kind::{EdgeRole, PieceKind};
use super::line::{Line, Mark, MarkKind};
use super::pose::of_pose;
use super::words::places_of;

/// Candidates below these odds are not kept.
const LEAST: f64 = -3.0;
/// Words of stands, which collars sit on.
const STANDS: [&str; 5] = ["stand", "collarstand", "steg", "kragensteg", "pied"];
/// Marks that meet are no further apart than this share of the length.
const MEET: f64 = 0.015;

/// All seams between two lines that are worth a look.
pub(super) fn rings(cloth: &Cloth, lines: &[Line]) -> Vec<Join> {
    let mut found = Vec::new();
    for (index, one) in lines.iter().enumerate() {
        for other in &lines[index + 1..] {
            // An open band goes around a whole opening, too.
            let fits = one.is_ring == other.is_ring
                || one.role.1 == EdgeRole::Long
                || other.role.1 == EdgeRole::Long;
            if one.border != other.border && fits {
                found.extend(ring(cloth, one, other));
            }
        }
    }
    found
}

/// How a line and what is sewn to it go together: how likely, and by how much the second may be longer or shorter, as logarithms.
struct Match {
    odds: f64,
    ease: [f64; 2],
    /// The odds that it is gathered: up to two and a half times as long.
    gathers: f64,
}

/// What two roles are worth, the first being that of the longer or sewn-on line.
fn of_roles(one: (PieceKind, EdgeRole), other: (PieceKind, EdgeRole)) -> Match {
    use EdgeRole::{Armhole, Cap, Centre, Crown, Face, Hem, Long, Neck, Other, Shoulder, Waist, YokeLine};
    use PieceKind::{Band, Collar, Hood, Skirt, Sleeve, Trousers};
    let plain = |odds: f64| Match { odds, ease: [-0.05, 0.05], gathers: 0.0 };
    let strip = |kind: PieceKind| matches!(kind, Band | Collar);
    match ((one.0, one.1), (other.0, other.1)) {
        ((_, Cap), (_, Armhole)) => Match { odds: 3.5, ease: [-0.09, 0.14], gathers: 0.01 },
        ((kind, Long), (_, Neck)) if strip(kind) => Match { odds: 2.4, ease: [-0.4, 0.06], gathers: 0.0 },
        ((Band, Long), (_, Waist)) => Match { odds: 2.4, ease: [-0.5, 0.1], gathers: 0.03 },
        ((Band, Long), (Sleeve, Hem)) => Match { odds: 2.2, ease: [-0.6, 0.1], gathers: 0.1 },
        ((Band, Long), (Trousers, Hem)) => Match { odds: 1.2, ease: [-0.5, 0.1], gathers: 0.1 },
        ((Band, Long), (_, Hem)) => Match { odds: 1.4, ease: [-0.35, 0.08], gathers: 0.02 },
        ((Band, Long), (_, Armhole)) => Match { odds: 0.8, ease: [-0.25, 0.05], gathers: 0.0 },
        ((Collar, Long), (kind, Long)) if strip(kind) => {
            Match { odds: 1.0, ease: [-0.14, 0.04], gathers: 0.0 }
        }
        ((Band, Long), (_, Face)) => plain(0.8),
        ((Band, Long), (_, Centre)) => plain(-0.5),
        ((Hood, Neck), (kind, Neck)) if kind != Hood => Match { odds: 3.0, ease: [-0.2, 0.15], gathers: 0.0 },
        ((Skirt, Waist), (_, Hem)) => Match { odds: 1.5, ease: [-0.06, 0.1], gathers: 0.25 },
        ((Trousers, Waist), (_, Hem)) => plain(1.0),
        ((PieceKind::Yoke, YokeLine), (_, YokeLine)) => {
            Match { odds: 3.0, ease: [-0.1, 0.02], gathers: 0.03 }
        }
        ((_, YokeLine), (_, Neck | Shoulder | Waist | Hem | Long | Centre)) => {
            Match { odds: 1.5, ease: [-0.1, 0.05], gathers: 0.05 }
        }
        ((_, Long), (_, Crown)) => plain(1.5),
        ((_, Cap | Face), _) | ((_, Armhole), (_, Armhole)) => plain(-5.0),
        ((_, Hem), (_, Hem)) | ((_, Neck), (_, Neck)) => plain(-4.0),
        ((_, Waist), (_, Waist)) => plain(-2.0),
        ((_, Other), (_, Other)) => plain(-1.2),
        ((_, Other), _) => Match { odds: -1.4, ease: [-0.1, 0.1], gathers: 0.03 },
        _ => plain(-3.6),
    }
}

/// The front of a sleeve cap is scooped more than its back, as is the armhole.
fn of_scoops(cloth: &Cloth, cap: &[Cut], armhole: &[Cut], role: EdgeRole) -> f64 {
    if role != EdgeRole::Cap {
        return 0.0;
    }
    let [one, other] = [halves(cloth, cap, false), halves(cloth, armhole, true)];
    let [a, b] = [one, other].map(|[first, second]| first - second);
    // Both say the same, or they do not.
    if a.abs() < 0.004 || b.abs() < 0.004 {
        0.0
    } else {
        (a * b).signum() * (60.0 * a.abs().min(b.abs())).min(1.2)
    }
}

/// How far both halves of a line bulge out; the second one begins where a ring was begun.
fn halves(cloth: &Cloth, cuts: &[Cut], back: bool) -> [f64; 2] {
    let whole = cloth.length_of(cuts);
    let mut sums = [0.0; 2];
    let mut at = 0.0;
    for &cut in cuts {
        let length = cloth.length(cut);
        let share = (at + 0.5 * length) / whole.max(1e-9);
        let stretch = &cloth.view(cut).boundary.stretches[cut.stretch];
        let parts: Vec<f64> = stretch.halves_bulge();
        let half = usize::from(share > 0.5);
        if share > 0.3 && share < 0.7 && length > 0.6 * whole {
            // One curve over all of it.
            let [first, second] = if cut.image { [parts[1], parts[0]] } else { [parts[0], parts[1]] };
            sums[0] += first;
            sums[1] += second;
        } else {
            sums[half] += stretch.bulge() * length / whole;
        }
        at += length;
    }
    if back { [sums[1], sums[0]] } else { sums }
}

/// A line to another one, at the best of all turns.
fn ring(cloth: &Cloth, one: &Line, other: &Line) -> Option<Join> {
    let [forth, back] = [of_roles(one.role, other.role), of_roles(other.role, one.role)];
    let (one, other, found) = if forth.odds >= back.odds { (one, other, forth) } else { (other, one, back) };
    let ratio = one.length / other.length;
    if !(0.4..3.0).contains(&ratio) || found.odds < -4.5 {
        return None;
    }
    // A sleeve belongs to one side of the body.
    let is_one_sided =
        matches!(one.role.1, EdgeRole::Cap) || matches!(other.role.1, EdgeRole::Cap | EdgeRole::Armhole);
    if is_one_sided && (covers_both_sides(cloth, &one.cuts) || covers_both_sides(cloth, &other.cuts)) {
        return None;
    }
    let by_length = gathered(by_length(other.length, one.length, found.ease), ratio, found.gathers);
    let mut features = Features { length: by_length, roles: found.odds, ..Features::default() };
    features.whole =
        -1.6 * (2.0 - one.purity - other.purity) - 1.6 * (one.missing.min(1.0) + other.missing.min(1.0));
    features.shape = of_corners(one) + of_corners(other);
    // Of two whole openings all is sewn.
    if one.is_part_of_ring && other.is_part_of_ring {
        features.shape -= PART_OF_RINGS;
    }
    if one.body == other.body {
        features.shape -= 2.5;
    }
    features.names = of_names(cloth, one, other);
    let kind = if one.is_ring && other.is_ring { JoinKind::Ring } else { JoinKind::Arc };
    let ceiling = features.logit(kind) + 4.0;
    if ceiling < LEAST {
        return None;
    }
    let turn = best_turn(cloth, one, other)?;
    features.notches =
        turn.worth + of_scoops(cloth, &turned(one, turn.first), &turned(other, turn.second), one.role.1);
    // Sleeves float far from the body.
    features.pose = of_pose(cloth, &turned(one, turn.first), &turned(other, turn.second)).max(-1.5);
    if is_alike_anyway(one, other) {
        features = features.without_likeness();
    }
    let mut reasons = vec![
        format!(
            "{} of {} to {} of {}",
            one.role.1.name(),
            one.role.0.name(),
            other.role.1.name(),
            other.role.0.name()
        ),
        lengths(one.length, other.length),
    ];
    if turn.met > 0 {
        reasons.push(format!("{} of its marks meet", turn.met));
    }
    let join = Join { kind, sides: [turned(one, turn.first), turned(other, turn.second)], features, reasons };
    (join.logit() > LEAST).then_some(join)
}

/// Bands are called by what they are sewn to.
fn of_names(cloth: &Cloth, one: &Line, other: &Line) -> f64 {
    let of_band = |band: &Line, line: &Line| {
        let view = cloth.view(band.cuts[0]);
        if !matches!(view.kind(), PieceKind::Band | PieceKind::Collar) || band.role.1 != EdgeRole::Long {
            return 0.0;
        }
        let mut places = places_of(&view.words);
        // Where there is a stand, the collar sits on it.
        let is_stand = |words: &[String]| words.iter().any(|word| STANDS.contains(&word.as_str()));
        if !is_stand(&view.words)
            && cloth.views.iter().any(|view| view.left_out.is_none() && is_stand(&view.words))
        {
            let is_collar = view.words.iter().any(|word| word.ends_with("collar") || word == "kragen");
            places.retain(|(_, role)| !is_collar || *role != EdgeRole::Neck);
        }
        if places.is_empty() {
            return 0.0;
        }
        let is_there = places_hold(&places, line);
        if is_there { 2.2 + of_height(cloth, band, line, is_stand(&view.words)) } else { -2.2 }
    };
    of_band(one, other) + of_band(other, one)
}

fn places_hold(places: &[(Option<PieceKind>, EdgeRole)], line: &Line) -> bool {
    places.iter().any(|(kind, role)| *role == line.role.1 && kind.is_none_or(|kind| kind == line.role.0))
}

/// Collars and stands are drawn as they stand: the lower edge goes to the neck, and the upper edge of a stand to the collar.
fn of_height(cloth: &Cloth, band: &Line, line: &Line, is_stand: bool) -> f64 {
    let is_collar =
        cloth.view(band.cuts[0]).words.iter().any(|word| word.ends_with("collar") || word == "kragen");
    if !is_collar && !is_stand {
        return 0.0;
    }
    let is_low = height(cloth, band) < 0.5;
    let wants_low = !(is_stand && line.role.1 == EdgeRole::Long);
    if is_low == wants_low { 1.5 } else { -4.0 }
}

/// How high a line lies on its piece, as a share of the piece's height.
fn height(cloth: &Cloth, line: &Line) -> f64 {
    let at = |cut: &Cut| {
        let view = cloth.view(*cut);
        view.readings[0].0.frame.place(view.boundary.stretches[cut.stretch].middle()).y * cloth.length(*cut)
    };
    line.cuts.iter().map(at).sum::<f64>() / line.length.max(1e-9)
}

/// What runs around two equal openings, or around both ends of one strip, is alike whether it is sewn or not.
fn is_alike_anyway(one: &Line, other: &Line) -> bool {
    let pieces = |line: &Line| {
        let mut pieces: Vec<usize> = line.cuts.iter().map(|cut| cut.piece).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    };
    one.role == other.role || pieces(one) == pieces(other)
}

/// Whether a line has stretches of both sides of the body.
fn covers_both_sides(cloth: &Cloth, cuts: &[Cut]) -> bool {
    cuts.iter().any(|&cut| cloth.mirrored(cut).is_some_and(|image| image != cut && cuts.contains(&image)))
}

/// What it costs to sew a part of one opening to a part of another one.
const PART_OF_RINGS: f64 = 3.0;

/// Lengths that may be gathered.
fn gathered(by_length: f64, ratio: f64, share: f64) -> f64 {
    if (1.05..2.6).contains(&ratio) { (by_length.exp() + share * 2.2).ln() } else { by_length }
}

/// A line around a corner is seldom sewn as one.
fn of_corners(line: &Line) -> f64 {
    -1.5 * (line.sharpest - 0.5).clamp(0.0, 1.5)
}

/// How two lines are laid on each other.
struct Turn {
    worth: f64,
    /// How many marks meet.
    met: usize,
    /// The marks at which both begin.
    first: usize,
    second: usize,
}

/// The turn at which most marks meet.
fn best_turn(cloth: &Cloth, one: &Line, other: &Line) -> Option<Turn> {
    if !one.is_ring && !other.is_ring {
        let [a, b] = [shares(one, 0, false), shares(other, 0, true)];
        let (worth, met) = worth(&a, &b);
        return Some(Turn { worth, met, first: 0, second: 0 });
    }
    let mut best: Option<Turn> = None;
    for first in begins(one) {
        let a = shares(one, first, false);
        for second in begins(other) {
            let is_marked =
                |line: &Line, mark: usize| line.marks[mark].kinds.iter().any(|kind| *kind != MarkKind::Break);
            if !is_marked(one, first) && !is_marked(other, second) {
                continue;
            }
            let (mut worth, met) = worth(&a, &shares(other, second, true));
            let sides = [turned(one, first), turned(other, second)];
            worth += of_symmetry(cloth, &sides) + of_faces(cloth, &sides);
            if best.as_ref().is_none_or(|best| worth > best.worth + 1e-9) {
                best = Some(Turn { worth, met, first, second });
            }
        }
    }
    best
}

/// A ring is tried from so many of its marks at most: all of them with all of another ring's would be the fourth power of their number.
const MOST_BEGINS: usize = 16;

/// The marks at which a line may begin: all of a ring, or of one with many those that are more than corners, and as many of them as are tried.
fn begins(line: &Line) -> Vec<usize> {
    if !line.is_ring {
        return vec![0];
    }
    let all: Vec<usize> = (0..line.marks.len()).collect();
    if all.len() <= MOST_BEGINS {
        return all;
    }
    let telling: Vec<usize> = all.iter().copied().filter(|mark| weight(&line.marks[*mark]) > 0.0).collect();
    let from = if telling.is_empty() { all } else { telling };
    let every = from.len().div_ceil(MOST_BEGINS);
    from.into_iter().step_by(every).collect()
}

/// A line that begins at another of its marks; only rings do.
fn turned(line: &Line, mark: usize) -> Vec<Cut> {
    let mut cuts = line.cuts.clone();
    let count = cuts.len();
    cuts.rotate_left(line.marks[mark].before % count);
    cuts
}

/// Where the marks of a line are, as shares of its length from one of them on, or back from there.
fn shares(line: &Line, from: usize, back: bool) -> Vec<(f64, &Mark)> {
    let start = line.marks[from].at;
    let along = |mark: &Mark| {
        let share = if line.is_ring {
            ((mark.at - start) / line.length).rem_euclid(1.0)
        } else {
            mark.at / line.length
        };
        match (back, line.is_ring) {
            (false, _) => share,
            (true, true) => (1.0 - share).rem_euclid(1.0),
            (true, false) => 1.0 - share,
        }
    };
    line.marks.iter().map(|mark| (along(mark), mark)).collect()
}

/// What it is worth that marks meet or do not.
fn worth(a: &[(f64, &Mark)], b: &[(f64, &Mark)]) -> (f64, usize) {
    let mut sum = 0.0;
    let mut met = 0;
    let mut lonely = 0.0;
    for (share, mark) in a {
        if mark.kinds.is_empty() {
            continue;
        }
        let near = b.iter().filter(|(other, mark)| !mark.kinds.is_empty() && distance(*share, *other) < MEET);
        // The nearer the better: a sleeve that is turned about is off by little.
        let worth = |(other, mark_there): &(f64, &Mark)| {
            of_marks(mark, mark_there) * (1.0 - 0.4 * distance(*share, *other) / MEET)
        };
        let best = near.map(worth).max_by(f64::total_cmp);
        match best {
            Some(worth) => {
                sum += worth;
                met += usize::from(worth > 0.0);
            }
            None => lonely += weight(mark),
        }
    }
    for (share, mark) in b {
        let is_met = a.iter().any(|(other, mark)| !mark.kinds.is_empty() && distance(*share, *other) < MEET);
        if !is_met {
            lonely += weight(mark);
        }
    }
    ((sum - 0.2 * lonely).clamp(-2.0, 5.0), met)
}

/// How much it counts that a mark meets none.
fn weight(mark: &Mark) -> f64 {
    f64::from(u8::from(mark.kinds.iter().any(|kind| !matches!(kind, MarkKind::Corner | MarkKind::Break))))
}

fn distance(a: f64, b: f64) -> f64 {
    let off = (a - b).abs();
    off.min(1.0 - off)
}

fn of_marks(one: &Mark, other: &Mark) -> f64 {
    let pairs = one.kinds.iter().flat_map(|a| other.kinds.iter().map(move |b| of_two_marks(*a, *b)));
    pairs.max_by(f64::total_cmp).unwrap_or(0.0)
}

#[expect(clippy::match_same_arms, reason = "a table is read row by row")]
fn of_two_marks(one: MarkKind, other: MarkKind) -> f64 {
    use EdgeRole::{End, Inseam, Side, Underarm};
    use MarkKind::{Break, Corner, Middle, Notch, Seam};
    match (one, other) {
        (Notch(a), Notch(b)) => {
            if a == b {
                1.0
            } else {
                -0.8
            }
        }
        (Seam(Underarm), Seam(Side)) | (Seam(Side), Seam(Underarm)) => 1.4,
        (Seam(End), Seam(Underarm | Inseam)) | (Seam(Underarm | Inseam), Seam(End)) => 0.8,
        (Seam(End), Middle) | (Middle, Seam(End)) => 0.5,
        (Seam(a), Seam(b)) => {
            if a == b {
                1.0
            } else {
                0.0
            }
        }
        (Middle, Middle) => 0.9,
        (Notch(_), Seam(_) | Middle) | (Seam(_) | Middle, Notch(_)) => 0.6,
        (Corner, Corner) => 0.3,
        (Break, Seam(_) | Middle | Notch(_) | Break) | (Seam(_) | Middle | Notch(_), Break) => 0.8,
        (Corner, _) | (_, Corner) => 0.1,
        (Middle, Seam(_)) | (Seam(_), Middle) => -0.6,
    }
}

/// The front of a band lies on the front of the body.
fn of_faces(cloth: &Cloth, sides: &[Vec<Cut>; 2]) -> f64 {
    let at = |side: &[Cut], share: f64| {
        let mut left = share * cloth.length_of(side);
        let mut cuts = side.iter().copied();
        cuts.find(|&cut| {
            left -= cloth.length(cut);
            left <= 0.0
        })
    };
    let opposed = |sample: u32| {
        let share = (f64::from(sample) + 0.5) / f64::from(SAMPLES);
        let [Some(one), Some(other)] = [at(&sides[0], share), at(&sides[1], 1.0 - share)] else { return 0.0 };
        cloth.view(one).face.opposes(cloth.view(other).face)
    };
    -FACES * (0..SAMPLES).map(opposed).sum::<f64>() / f64::from(SAMPLES)
}

/// At how many places it is asked which faces meet, and what it counts if all agree.
const SAMPLES: u32 = 12;
const FACES: f64 = 1.0;

/// What is its own mirror image is sewn so that left and right are alike.
fn of_symmetry(cloth: &Cloth, sides: &[Vec<Cut>; 2]) -> f64 {
    let [Some(one), Some(other)] = sides.each_ref().map(|side| cloth.mirrored_run(side)) else { return 0.0 };
    let place = |side: &[Cut], image: &[Cut]| -> Option<f64> {
        let start = side.iter().position(|cut| cut == &image[0])?;
        Some(cloth.length_of(&side[..start]) / cloth.length_of(side))
    };
    let [Some(a), Some(b)] = [place(&sides[0], &one), place(&sides[1], &other)] else { return 0.0 };
    // The image of the beginning of one side has to meet the image of the end of the other.
    if distance(a, 1.0 - b) < 2.0 * MEET { 0.4 } else { -4.0 }
}
