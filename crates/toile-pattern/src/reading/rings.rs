//! Seams between lines: sleeves into armholes, bands and collars around openings, skirts on bodices.

use super::cloth::{Cloth, Cut};
use super::join::{Features, Join, JoinKind, by_length, lengths};
use super::kind::{EdgeRole, PieceKind};
use super::line::{Line, Mark, MarkKind};

/// Candidates below these odds are not kept.
const LEAST: f64 = -3.0;
/// Marks that meet are no further apart than this share of the length.
const MEET: f64 = 0.015;

/// All seams between two lines that are worth a look.
pub(super) fn rings(cloth: &Cloth, lines: &[Line]) -> Vec<Join> {
    let mut found = Vec::new();
    for (index, one) in lines.iter().enumerate() {
        for other in &lines[index + 1..] {
            if one.border != other.border && one.is_ring == other.is_ring {
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
        ((_, Cap), (_, Armhole)) => Match { odds: 3.5, ease: [-0.02, 0.14], gathers: 0.01 },
        ((kind, Long), (_, Neck)) if strip(kind) => Match { odds: 2.4, ease: [-0.4, 0.06], gathers: 0.0 },
        ((Band, Long), (_, Waist)) => Match { odds: 2.4, ease: [-0.35, 0.1], gathers: 0.03 },
        ((Band, Long), (Sleeve, Hem)) => Match { odds: 2.2, ease: [-0.6, 0.1], gathers: 0.1 },
        ((Band, Long), (Trousers, Hem)) => Match { odds: 1.2, ease: [-0.5, 0.1], gathers: 0.1 },
        ((Band, Long), (_, Hem)) => Match { odds: 1.4, ease: [-0.35, 0.08], gathers: 0.02 },
        ((Band, Long), (_, Armhole)) => Match { odds: 0.8, ease: [-0.25, 0.05], gathers: 0.0 },
        ((Collar, Long), (kind, Long)) if strip(kind) => {
            Match { odds: 1.0, ease: [-0.06, 0.06], gathers: 0.0 }
        }
        ((Band, Long), (_, Face)) => plain(0.8),
        ((Band, Long), (_, Centre)) => plain(-0.5),
        ((Hood, Neck), (kind, Neck)) if kind != Hood => Match { odds: 3.0, ease: [-0.2, 0.15], gathers: 0.0 },
        ((Skirt, Waist), (_, Hem)) => Match { odds: 1.5, ease: [-0.06, 0.1], gathers: 0.25 },
        ((Trousers, Waist), (_, Hem)) => plain(1.0),
        ((_, YokeLine), (_, Neck | Shoulder | Waist | Hem | Long | Centre)) => {
            Match { odds: 1.5, ease: [-0.1, 0.05], gathers: 0.05 }
        }
        ((_, Long), (_, Crown)) => plain(1.5),
        ((_, Cap), _) | ((_, Armhole), (_, Armhole)) | ((_, Face), _) => plain(-5.0),
        ((_, Hem), (_, Hem)) | ((_, Neck), (_, Neck)) => plain(-4.0),
        ((_, Waist), (_, Waist)) => plain(-2.0),
        ((_, Other), (_, Other)) => plain(-1.2),
        ((_, Other), _) => Match { odds: -1.4, ease: [-0.1, 0.1], gathers: 0.03 },
        _ => plain(-3.6),
    }
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
    if one.body == other.body {
        features.shape -= 2.5;
    }
    let kind = if one.is_ring { JoinKind::Ring } else { JoinKind::Arc };
    let ceiling = features.logit(kind) + 4.0;
    if ceiling < LEAST {
        return None;
    }
    let turn = best_turn(cloth, one, other)?;
    features.notches = turn.worth;
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
    if !one.is_ring {
        let [a, b] = [shares(one, 0, false), shares(other, 0, true)];
        let (worth, met) = worth(&a, &b);
        return Some(Turn { worth, met, first: 0, second: 0 });
    }
    let mut best: Option<Turn> = None;
    for first in 0..one.marks.len() {
        let a = shares(one, first, false);
        for second in 0..other.marks.len() {
            if one.marks[first].kinds.is_empty() && other.marks[second].kinds.is_empty() {
                continue;
            }
            let (mut worth, met) = worth(&a, &shares(other, second, true));
            let sides = [turned(one, first), turned(other, second)];
            worth += of_symmetry(cloth, &sides);
            if best.as_ref().is_none_or(|best| worth > best.worth + 1e-9) {
                best = Some(Turn { worth, met, first, second });
            }
        }
    }
    best
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
        let best = near.map(|(_, other)| of_marks(mark, other)).max_by(f64::total_cmp);
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
    ((sum - 0.2 * lonely).clamp(-2.0, 4.0), met)
}

/// How much it counts that a mark meets none.
fn weight(mark: &Mark) -> f64 {
    f64::from(u8::from(mark.kinds.iter().any(|kind| !matches!(kind, MarkKind::Corner))))
}

fn distance(a: f64, b: f64) -> f64 {
    let off = (a - b).abs();
    off.min(1.0 - off)
}

fn of_marks(one: &Mark, other: &Mark) -> f64 {
    let pairs = one.kinds.iter().flat_map(|a| other.kinds.iter().map(move |b| of_two_marks(*a, *b)));
    pairs.max_by(f64::total_cmp).unwrap_or(0.0)
}

fn of_two_marks(one: MarkKind, other: MarkKind) -> f64 {
    use EdgeRole::{End, Inseam, Side, Underarm};
    use MarkKind::{Corner, Middle, Notch, Seam};
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
        (Corner, _) | (_, Corner) => 0.1,
        (Middle, Seam(_)) | (Seam(_), Middle) => -0.6,
    }
}

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
