//! How likely a seam is.

use super::cloth::{Cloth, Cut, View};
use super::godets::{are_let_in, is_godet};
use super::join::JoinKind;
use super::kind::{EdgeRole, PieceKind};
use super::search::{Found, Whole};
use super::soundness::Soundness;
use super::words::{Face, places_of};
use crate::certainty::{SURE, UNSURE};
use crate::piece::CutRule;

/// That of two sides of an opening that has the shape of a dart.
pub(super) const DART: f64 = 0.95;

/// What is told of a probability that is estimated: below [`SURE`], what was measured to come true of it.
///
/// Of 193 patterns with 1,287 true seams (`tests/reading`) this share was right of what was estimated so. The last column is of nine designs whose seams were
/// compared only after all but the rules of [`Soundness`] were made; before those, 40 of 65 of their sure seams were right.
///
/// | estimated | 52 designs | nine designs |
/// |---|---|---|
/// | 10 to 50 % | 18 of 85 | 31 of 125 |
/// | 50 to 80 % | 23 of 50 | 15 of 55 |
/// | 80 to 90 % | 66 of 102 | 58 of 91 |
/// | 90 to 100 % | 878 of 878 | 26 of 26 |
///
/// Fitted by isotonic regression with one of the 61 designs left out at a time, it sews of that design what is right (precision 100 %) and 76.1 % of what is
/// true. That says that the map is not fitted too closely; it does not say how well a design is read whose seams nobody has looked at, since the rules
/// were made with all of these in sight. Below 10 % nothing is told.
pub(super) fn told(estimate: f64) -> f64 {
    if !(UNSURE..SURE).contains(&estimate) {
        return estimate;
    }
    let place = CALIBRATION.partition_point(|knot| knot[0] <= estimate).clamp(1, CALIBRATION.len() - 1);
    let ([a, low], [b, high]) = (CALIBRATION[place - 1], CALIBRATION[place]);
    low + (high - low) * (estimate - a) / (b - a)
}

/// Estimates below [`SURE`](crate::asking::SURE) and the share of them that came true; monotone. Between them it is told as on straight lines.
pub const CALIBRATION: [[f64; 2]; 7] =
    [[0.1, 0.15], [0.2, 0.21], [0.4, 0.28], [0.65, 0.31], [0.79, 0.42], [0.8, 0.58], [0.9, 0.85]];

/// The probability of each seam of the best set: first looked at one by one, then in the light of what the sure ones leave unexplained.
pub(super) fn all(cloth: &Cloth, whole: &Whole) -> Vec<f64> {
    let alone: Vec<f64> = whole.seams.iter().map(|found| of(cloth, found, whole)).collect();
    let soundness = Soundness::of(cloth, whole, &alone);
    let mut chances: Vec<f64> = whole
        .seams
        .iter()
        .zip(&alone)
        .map(|(found, &chance)| {
            let is_borne = found.join.kind == JoinKind::Dart || soundness.bears(cloth, found);
            if is_borne { chance } else { chance.min(UNSOUND_AT_BEST) }
        })
        .collect();
    for number in 0..chances.len() {
        if is_loose_band(cloth, number, whole, &chances) {
            chances[number] = chances[number].min(UNSURE_AT_BEST);
        }
    }
    chances
}

/// The probability that a seam of the best set is right, looked at alone.
fn of(cloth: &Cloth, found: &Found, whole: &Whole) -> f64 {
    let shape = &whole.shape;
    if found.join.kind == JoinKind::Dart {
        return DART;
    }
    let (margin, own, role) = (found.margin, found.join.logit(), found.join.role(cloth, 0));
    let odds = match found.join.kind {
        // What else may go around an opening is mostly the same seam turned about: how good it is itself counts more.
        JoinKind::Ring | JoinKind::Arc => 0.35 * margin.min(5.0) + 0.55 * own - 0.6,
        // Ends of bands, rises, and the only two sides that there are.
        JoinKind::Tube if role == EdgeRole::End => 0.5 * margin + 0.25 * own + 1.2,
        JoinKind::Middle if matches!(role, EdgeRole::End | EdgeRole::Rise | EdgeRole::Side) => {
            0.5 * margin + 0.25 * own + 1.7
        }
        _ => 0.5 * margin + 0.25 * own,
    } + of_band(cloth, found)
        + of_back(cloth, found)
        - 0.5 * shape.handles
        - 0.3 * shape.odd as f64;
    let chance = 1.0 / (1.0 + (-odds).exp());
    let is_unsure = lets_in_godets(cloth, found, whole)
        || is_of_strange_pieces(cloth, found)
        || has_a_better_rival(found)
        || is_eased_band(cloth, found)
        || is_opening(found)
        || closes_a_body(cloth, found)
        || is_rolled_askew(cloth, found)
        || has_a_middle_elsewhere(cloth, found)
        || goes_around_an_end(cloth, found)
        || is_of_one_face(cloth, found)
        || is_by_length_alone(cloth, found)
        || is_gathered(cloth, found);
    if is_unsure { chance.min(UNSURE_AT_BEST) } else { chance }
}

/// A band that surely goes around nothing is a strap or a tie as often as a tube.
fn is_loose_band(cloth: &Cloth, number: usize, whole: &Whole, chances: &[f64]) -> bool {
    let found = &whole.seams[number];
    let piece = found.join.sides[0][0].piece;
    let goes_around = |(other, chance): (&Found, &f64)| {
        *chance >= LIKELY
            && matches!(other.join.kind, JoinKind::Ring | JoinKind::Arc)
            && other.join.cuts().any(|cut| cut.piece == piece)
    };
    found.join.kind == JoinKind::Tube
        && found.join.role(cloth, 0) == EdgeRole::End
        && matches!(cloth.views[piece].kind(), PieceKind::Band | PieceKind::Collar)
        && !whole.seams.iter().zip(chances).any(goes_around)
}

/// What a band goes around is told from this probability on, though it may not be sure at which of its edges.
const LIKELY: f64 = 0.5;

/// Skirts are closed behind; a body of one piece is as often an apron or a bib.
fn closes_a_body(cloth: &Cloth, found: &Found) -> bool {
    let kind = cloth.view(found.join.sides[0][0]).kind();
    found.join.kind == JoinKind::Middle
        && found.join.role(cloth, 0) == EdgeRole::Side
        && matches!(kind, PieceKind::Body | PieceKind::BodyWhole | PieceKind::RaglanBody)
}

/// Two edges of one piece that are of different kinds are as long as each other by chance.
fn is_rolled_askew(cloth: &Cloth, found: &Found) -> bool {
    found.join.kind == JoinKind::Tube && found.join.role(cloth, 0) != found.join.role(cloth, 1)
}

/// Where another piece of the same side of the body lies on the fold, the middle is there, and a panel beside it is sewn to that.
fn has_a_middle_elsewhere(cloth: &Cloth, found: &Found) -> bool {
    let own = cloth.view(found.join.sides[0][0]);
    let is_middle = |view: &View| {
        view.left_out.is_none()
            && matches!(view.cut, CutRule::OnFold(_))
            && own.face.opposes(view.face) < 0.0
            && !matches!(view.kind(), PieceKind::Yoke | PieceKind::Band | PieceKind::Collar)
    };
    found.join.kind == JoinKind::Middle
        && found.join.role(cloth, 0) == EdgeRole::Centre
        && cloth.views.iter().any(is_middle)
}

/// A band is sewn along its long edges; a length that is met only with one of its ends is met by chance.
fn goes_around_an_end(cloth: &Cloth, found: &Found) -> bool {
    let has = |side: &[Cut], role: EdgeRole| side.iter().any(|&cut| cloth.role(cut) == role);
    let is_bent = |side: &Vec<Cut>| has(side, EdgeRole::Long) && has(side, EdgeRole::End);
    matches!(found.join.kind, JoinKind::Ring | JoinKind::Arc) && found.join.sides.iter().any(is_bent)
}

/// Two fronts are sewn to each other in their middle only.
fn is_of_one_face(cloth: &Cloth, found: &Found) -> bool {
    let [one, other] = found.join.sides.each_ref().map(|side| cloth.view(side[0]).face);
    found.join.kind == JoinKind::Pair
        && one.opposes(other) < 0.0
        && [0, 1].map(|side| found.join.role(cloth, side)) == [EdgeRole::Side; 2]
}

/// How what is no band is gathered or pleated into what is much shorter, nothing tells.
fn is_gathered(cloth: &Cloth, found: &Found) -> bool {
    let [a, b] = found.join.sides.each_ref().map(|side| cloth.length_of(side));
    let is_band = [0, 1].iter().any(|&side| found.join.role(cloth, side) == EdgeRole::Long);
    !is_band && a.min(b) < GATHERED * a.max(b)
}

/// What is shorter than this share of its partner is gathered or pleated.
const GATHERED: f64 = 0.75;

/// Nothing but its length speaks for it: chance alone finds such pairs among many edges.
fn is_by_length_alone(cloth: &Cloth, found: &Found) -> bool {
    let features = &found.join.features;
    found.join.kind == JoinKind::Pair
        && features.names + features.notches <= 0.3
        && features.pose <= 0.0
        && found.join.role(cloth, 0) != found.join.role(cloth, 1)
}

/// Bands around hems, waists and necks hardly go anywhere else.
fn of_band(cloth: &Cloth, found: &Found) -> f64 {
    let roles = [0, 1].map(|side| found.join.role(cloth, side));
    let is_opening = |role: EdgeRole| matches!(role, EdgeRole::Hem | EdgeRole::Waist | EdgeRole::Neck);
    let is_band = roles.contains(&EdgeRole::Long) && roles.into_iter().any(is_opening);
    let by_place = if is_where_it_is_called(cloth, found) { 1.8 } else { 0.0 };
    by_place + if is_band && found.join.kind == JoinKind::Ring { 1.1 } else { 0.0 }
}

/// A band that is shorter than this share of its opening is gathered by much.
const LEAST_OF_OPENING: f64 = 0.85;

/// Whether one side is a band whose name says where it goes, all around, and the other side is there.
fn is_where_it_is_called(cloth: &Cloth, found: &Found) -> bool {
    let goes = |band: usize| {
        let (cuts, other) = (&found.join.sides[band], found.join.sides[1 - band][0]);
        let there = (cloth.view(other).kind(), found.join.role(cloth, 1 - band));
        let is_called = |cut: &Cut| {
            let mut places = places_of(&cloth.view(*cut).words).into_iter();
            cloth.role(*cut) == EdgeRole::Long
                && places.any(|(kind, role)| role == there.1 && kind.is_none_or(|kind| kind == there.0))
        };
        cuts.iter().all(is_called)
    };
    let [a, b] = found.join.sides.each_ref().map(|side| cloth.length_of(side));
    // What is pulled in by more than that may leave out something short.
    found.join.kind == JoinKind::Ring && (goes(0) || goes(1)) && a.min(b) > LEAST_OF_OPENING * a.max(b)
}

/// A back that is cut twice is sewn together in its middle: it would hang open otherwise.
fn of_back(cloth: &Cloth, found: &Found) -> f64 {
    let view = cloth.view(found.join.sides[0][0]);
    let is_middle = found.join.kind == JoinKind::Middle && found.join.role(cloth, 0) == EdgeRole::Centre;
    if is_middle && view.face == Face::Back && view.cut == CutRule::Pair { 1.8 } else { 0.0 }
}

/// What is good alone, in a reading that does not explain the whole pattern.
const UNSOUND_AT_BEST: f64 = 0.87;

/// What nothing in the file speaks of is not sewn without asking.
const UNSURE_AT_BEST: f64 = 0.8;

/// A cuff below a placket, a collar: a band that opens.
fn is_opening(found: &Found) -> bool {
    found.join.kind == JoinKind::Tube && found.join.features.faces < -3.0
}

/// A collar that is shorter than its stand: over which part of it, nothing tells.
fn is_eased_band(cloth: &Cloth, found: &Found) -> bool {
    let is_band = |side: &[super::cloth::Cut]| {
        side.iter().all(|&cut| matches!(cloth.view(cut).kind(), PieceKind::Band | PieceKind::Collar))
    };
    let [a, b] = found.join.sides.each_ref().map(|side| cloth.length_of(side));
    let is_uneven = (a - b).abs() > 0.02 * a.max(b);
    is_uneven
        && !matches!(found.join.kind, JoinKind::Tube | JoinKind::Middle)
        && found.join.sides.iter().all(|side| is_band(side))
}

/// Godets are let into slits that are not told, unless all of them go into edges that end there.
fn lets_in_godets(cloth: &Cloth, found: &Found, whole: &Whole) -> bool {
    let is_long = !matches!(found.join.role(cloth, 0), EdgeRole::End | EdgeRole::Long);
    let sewn = || whole.seams.iter().flat_map(|found| found.join.all_cuts(cloth)).collect::<Vec<_>>();
    is_long && cloth.views.iter().any(is_godet) && !are_let_in(cloth, &sewn())
}

/// Where pieces do not look like what they are, and neither names at both ends nor places in space speak for the seam, its ends may be those of others.
fn is_of_strange_pieces(cloth: &Cloth, found: &Found) -> bool {
    let features = &found.join.features;
    let is_strange = |side: &Vec<Cut>| cloth.view(side[0]).certainty() < STRANGE;
    found.join.kind == JoinKind::Pair
        && features.names < 2.0
        && features.pose <= 0.0
        && found.join.sides.iter().any(is_strange)
}

/// Pieces are strange whose kind is less probable than this.
const STRANGE: f64 = 0.55;

/// Whether another seam of one of its edges is likelier, looked at alone: what speaks against that one is the rest of the reading.
fn has_a_better_rival(found: &Found) -> bool {
    found.join.kind == JoinKind::Pair && found.best_rival > found.join.logit() - CLOSE
}

/// Odds, as a logarithm, that are nearer than this are much alike.
const CLOSE: f64 = 0.3;
