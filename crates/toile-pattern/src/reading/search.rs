//! All seams of a garment together: first those that make bodies, legs and sleeves of pieces, then what is sewn around their openings.

use super::assign::{Wants, assign};
use super::cloth::{Cloth, Cut};
use super::join::{Join, JoinKind};
use super::kind::{EdgeRole, PieceKind};
use super::line::lines;
use super::pairs::pairs;
use super::rings::rings;
use super::sewn::{Border, Sewn};
use std::collections::BTreeSet;

/// Sets that are kept while one is sought.
const WIDTH: usize = 160;
/// The best ones of these are sewn on.
const TRIED: usize = 16;
/// The same where one seam is forbidden.
const TRIED_AGAIN: usize = 6;
/// How often a better set is taken that is found while seams are compared.
const IMPROVED: usize = 4;
/// More seams than this between pieces are many.
const MANY: usize = 30;
/// Candidates that a stretch may have.
const MOST_OF_A_CUT: usize = 14;
/// Rounds in which lines are sewn to lines: a collar comes to its stand after that to the neck.
const ROUNDS: usize = 2;

/// All seams of a garment.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) seams: Vec<Found>,
    pub(super) score: f64,
    pub(super) shape: Shape,
}

/// A seam, and by how much the best set without it is worse.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) join: Join,
    pub(super) margin: f64,
    /// What would be sewn instead.
    pub(super) rivals: Vec<Join>,
    /// The odds, as a logarithm, of the likeliest seam of one of its edges to something else.
    pub(super) best_rival: f64,
}

/// What the sewn garment is like.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    /// Its handles, of which a garment has none.
    pub(super) handles: f64,
    /// In how many parts it falls.
    pub(super) parts: usize,
    /// How far that is from the openings of a garment of such pieces.
    pub(super) odd: usize,
}

/// The most likely set of seams; nothing if there are too many edges to compare.
pub(super) fn search(cloth: &Cloth) -> Option<Whole> {
    let candidates = few(cloth, pairs(cloth)?);
    let wants = wants(cloth, want_of_piece_seams);
    let Some((mut whole, mut chosen)) = best_whole(cloth, &candidates, &wants, WIDTH, TRIED, &[]) else {
        return Some(Whole { seams: Vec::new(), score: 0.0, shape: Shape::default() });
    };
    // What is sewn of very many pieces is compared less thoroughly.
    let is_large = chosen.len() > MANY;
    let (width, tried) = if is_large { (WIDTH / 16, 1) } else { (WIDTH / 4, TRIED_AGAIN) };
    for _ in 0..IMPROVED {
        let Some((better, without)) =
            compared(cloth, &candidates, &wants, (&mut whole, &chosen), (width, tried))
        else {
            break;
        };
        (whole, chosen) = (better, without);
    }
    Some(whole)
}

/// Says of each seam by how much the best set without it is worse; gives such a set if it is better.
fn compared(
    cloth: &Cloth,
    candidates: &[Join],
    wants: &Wants,
    (whole, chosen): (&mut Whole, &[usize]),
    (width, tried): (usize, usize),
) -> Option<(Whole, Vec<usize>)> {
    let mut better: Option<(Whole, Vec<usize>)> = None;
    for (place, &index) in chosen.iter().enumerate() {
        // Without it all else may change, what is sewn around openings too.
        let alike = alike(cloth, candidates, index);
        let Some((other, instead)) = best_whole(cloth, candidates, wants, width, tried, &alike) else {
            continue;
        };
        let found = &mut whole.seams[place];
        found.margin = whole.score - other.score;
        found.best_rival = best_rival(candidates, index, &alike);
        let cuts: BTreeSet<Cut> = candidates[index].all_cuts(cloth).into_iter().collect();
        let rivals =
            instead.iter().filter(|other| !chosen.contains(other)).map(|&other| candidates[other].clone());
        found.rivals =
            rivals.filter(|join| join.all_cuts(cloth).iter().any(|cut| cuts.contains(cut))).collect();
        if other.score > better.as_ref().map_or(whole.score, |(better, _)| better.score) + 1e-9 {
            better = Some((other, instead));
        }
    }
    better
}

/// The best of all sets of candidates, once it is sewn on, and which candidates are in it.
fn best_whole(
    cloth: &Cloth,
    candidates: &[Join],
    wants: &Wants,
    width: usize,
    tried: usize,
    forbidden: &[usize],
) -> Option<(Whole, Vec<usize>)> {
    let mut best: Option<(Whole, Vec<usize>)> = None;
    for choice in assign(cloth, candidates, wants, width, forbidden).into_iter().take(tried) {
        let joins: Vec<Join> = choice.chosen.iter().map(|&index| candidates[index].clone()).collect();
        let whole = sewn_on(cloth, joins, choice.score);
        if best.as_ref().is_none_or(|(best, _)| whole.score > best.score) {
            best = Some((whole, choice.chosen));
        }
    }
    best
}

/// Of each chosen candidate: by how much the best set without it is worse, and what that has in its place.
fn margins(cloth: &Cloth, candidates: &[Join], wants: &Wants, chosen: &[usize]) -> Vec<(f64, Vec<Join>)> {
    let score = |set: &[usize]| -> f64 {
        let sewn: BTreeSet<Cut> = set.iter().flat_map(|&index| candidates[index].all_cuts(cloth)).collect();
        let open: f64 = candidates_cuts(cloth, candidates)
            .iter()
            .filter(|cut| !sewn.contains(cut))
            .filter_map(|cut| wants.get(cut))
            .sum();
        set.iter().map(|&index| candidates[index].logit()).sum::<f64>() - open
    };
    let own = score(chosen);
    chosen
        .iter()
        .map(|&index| {
            let alike = alike(cloth, candidates, index);
            let Some(other) = assign(cloth, candidates, wants, WIDTH / 8, &alike).into_iter().next() else {
                return (9.0, Vec::new());
            };
            let cuts: BTreeSet<Cut> = candidates[index].all_cuts(cloth).into_iter().collect();
            let instead = other
                .chosen
                .iter()
                .filter(|other| !chosen.contains(other))
                .map(|&other| candidates[other].clone());
            let rivals =
                instead.filter(|join| join.all_cuts(cloth).iter().any(|cut| cuts.contains(cut))).collect();
            (own - other.score, rivals)
        })
        .collect()
}

/// A candidate and all that are the same but for a piece that is laid on itself before.
fn alike(cloth: &Cloth, candidates: &[Join], index: usize) -> Vec<usize> {
    let cuts: Vec<Cut> = candidates[index].cuts().collect();
    let sets: Vec<BTreeSet<Cut>> =
        cloth.equivalents(&cuts).into_iter().map(|cuts| cuts.into_iter().collect()).collect();
    let is_alike = |join: &Join| {
        let own: BTreeSet<Cut> = join.cuts().collect();
        let image: Option<BTreeSet<Cut>> = join.image(cloth).map(|image| image.cuts().collect());
        sets.contains(&own) || image.is_some_and(|image| sets.contains(&image))
    };
    let own = &candidates[index];
    (0..candidates.len())
        .filter(|&other| {
            other == index
                || is_alike(&candidates[other])
                || is_band_turned(cloth, own, &candidates[other])
                || is_part(own, &candidates[other])
        })
        .collect()
}

/// Whether a seam in the middle is a part of another one: it says the same of less.
fn is_part(whole: &Join, part: &Join) -> bool {
    whole.kind == JoinKind::Middle
        && part.kind == JoinKind::Middle
        && part.sides[0].iter().all(|cut| whole.sides[0].contains(cut))
}

/// Whether two seams sew the same line to the two long edges of one symmetric band.
fn is_band_turned(cloth: &Cloth, one: &Join, other: &Join) -> bool {
    let is_long = |side: &[Cut]| {
        let own: f64 =
            side.iter().filter(|&&cut| cloth.role(cut) == EdgeRole::Long).map(|&cut| cloth.length(cut)).sum();
        own > 0.8 * cloth.length_of(side)
    };
    let band = |join: &Join| join.sides.iter().position(|side| is_long(side));
    let (Some(a), Some(b)) = (band(one), band(other)) else { return false };
    let pieces = |side: &[Cut]| side.iter().map(|cut| cut.piece).collect::<BTreeSet<_>>();
    let set = |side: &[Cut]| side.iter().copied().collect::<BTreeSet<_>>();
    let [first, second] = [&one.sides[a], &other.sides[b]];
    let ratio = cloth.length_of(first) / cloth.length_of(second).max(1e-9);
    pieces(first) == pieces(second)
        && (0.93..1.07).contains(&ratio)
        && pieces(first).into_iter().all(|piece| cloth.is_symmetric(piece))
        && set(&one.sides[1 - a]) == set(&other.sides[1 - b])
}

fn candidates_cuts(cloth: &Cloth, candidates: &[Join]) -> BTreeSet<Cut> {
    candidates.iter().flat_map(|join| join.all_cuts(cloth)).collect()
}

/// The likeliest candidates of each stretch.
fn few(cloth: &Cloth, mut candidates: Vec<Join>) -> Vec<Join> {
    candidates.sort_by(|a, b| b.logit().total_cmp(&a.logit()).then_with(|| a.sides.cmp(&b.sides)));
    let mut counts: std::collections::BTreeMap<Cut, usize> = std::collections::BTreeMap::new();
    candidates.retain(|join| {
        let cuts = join.all_cuts(cloth);
        let is_wanted = cuts.iter().any(|cut| counts.get(cut).copied().unwrap_or_default() < MOST_OF_A_CUT);
        if is_wanted {
            for cut in cuts {
                *counts.entry(cut).or_default() += 1;
            }
        }
        is_wanted
    });
    candidates
}

/// Sews what goes around the openings of pieces that are sewn together already.
fn sewn_on(cloth: &Cloth, joins: Vec<Join>, score: f64) -> Whole {
    let mut sewn = Sewn::new(cloth);
    for join in &joins {
        sewn.sew(join);
    }
    let mut score = score;
    let mut seams: Vec<Found> = joins
        .into_iter()
        .map(|join| Found { join, margin: 0.0, rivals: Vec::new(), best_rival: f64::NEG_INFINITY })
        .collect();
    for _ in 0..ROUNDS {
        let borders = sewn.borders();
        let candidates = few(cloth, rings(cloth, &lines(&sewn, &borders)));
        let wants = wants(cloth, want_of_lines);
        let Some(choice) = assign(cloth, &candidates, &wants, WIDTH / 2, &[]).into_iter().next() else {
            break;
        };
        if choice.chosen.is_empty() {
            break;
        }
        let margins = margins(cloth, &candidates, &wants, &choice.chosen);
        for (&index, (margin, rivals)) in choice.chosen.iter().zip(margins) {
            if is_second_edge(cloth, &candidates, &choice.chosen, index) {
                continue;
            }
            sewn.sew(&candidates[index]);
            score += candidates[index].logit();
            seams.push(Found {
                join: candidates[index].clone(),
                margin,
                rivals,
                best_rival: f64::NEG_INFINITY,
            });
        }
    }
    let borders = sewn.borders();
    let open = borders.iter().flat_map(|border| &border.cuts);
    let wants = wants(cloth, want_of_lines);
    score -= open.filter_map(|cut| wants.get(cut)).sum::<f64>();
    let shape = shape(cloth, &sewn, &borders);
    score -= HANDLE * shape.handles + 2.5 * (shape.parts.saturating_sub(1)) as f64 + 1.2 * shape.odd as f64;
    Whole { seams, score, shape }
}

/// Whether a seam is less likely than not and sews a band whose other long edge is sewn by a likelier one: one of both is enough.
fn is_second_edge(cloth: &Cloth, candidates: &[Join], chosen: &[usize], index: usize) -> bool {
    let own = &candidates[index];
    let bands = |join: &Join| -> BTreeSet<usize> {
        let long = join.cuts().filter(|&cut| {
            cloth.role(cut) == EdgeRole::Long
                && matches!(cloth.view(cut).kind(), PieceKind::Band | PieceKind::Collar)
        });
        long.map(|cut| cut.piece).collect()
    };
    let pieces = bands(own);
    let is_better = |&other: &usize| {
        other != index
            && candidates[other].logit() > own.logit()
            && !bands(&candidates[other]).is_disjoint(&pieces)
    };
    own.logit() < 0.0 && chosen.iter().any(is_better)
}

/// The odds of the likeliest candidate that sews just one side of another one to something else; `alike` are the same seam.
fn best_rival(candidates: &[Join], index: usize, alike: &[usize]) -> f64 {
    let own = &candidates[index];
    let meets = |one: &[Cut], other: &[Cut]| one.iter().any(|cut| other.contains(cut));
    let is_rival = |other: &Join| {
        // Both edges of a symmetric piece are alike whether they are sewn to each other or not.
        if other.kind != JoinKind::Pair {
            return false;
        }
        let shared = |side: usize| other.sides.iter().filter(|there| meets(&own.sides[side], there)).count();
        (shared(0) == 0) != (shared(1) == 0)
    };
    let rivals =
        candidates.iter().enumerate().filter(|(number, join)| !alike.contains(number) && is_rival(join));
    rivals.map(|(_, join)| join.logit()).fold(f64::NEG_INFINITY, f64::max)
}

/// What it costs if the surface has a handle, as a cup has one.
const HANDLE: f64 = 4.0;

/// What the sewn garment is like.
fn shape(cloth: &Cloth, sewn: &Sewn<'_>, borders: &[Border]) -> Shape {
    let bodies = sewn.bodies();
    let worn = |piece: usize| cloth.views[piece].left_out.is_none();
    let parts: BTreeSet<usize> =
        bodies.iter().filter(|(sheet, _)| worn(sheet.0)).map(|entry| *entry.1).collect();
    let has = |kinds: &[PieceKind]| {
        cloth.views.iter().any(|view| view.left_out.is_none() && kinds.contains(&view.kind()))
    };
    let legs = has(&[PieceKind::Trousers]);
    let top = has(&[PieceKind::Body, PieceKind::BodyWhole, PieceKind::RaglanBody]);
    // A waist and two hems; a neck, a hem and two arms, fewer if it is open in front; a tube.
    let usual: &[usize] = match (legs, top) {
        (true, true) => &[5, 4],
        (true, false) => &[3, 2],
        (false, true) => &[4, 3],
        (false, false) => &[2],
    };
    let openings = borders.iter().filter(|border| border.is_whole).count();
    let odd = usual.iter().map(|&usual| usual.abs_diff(openings)).min().unwrap_or_default();
    Shape { handles: sewn.handles(borders), parts: parts.len(), odd }
}

/// What it costs to leave each stretch unsewn.
fn wants(cloth: &Cloth, want: fn(PieceKind, EdgeRole) -> f64) -> Wants {
    let mut wants = Wants::new();
    for cut in cloth.cuts() {
        let view = cloth.view(cut);
        if view.left_out.is_some() {
            continue;
        }
        let cost: f64 = view
            .readings
            .iter()
            .map(|(reading, weight)| {
                let role = reading.roles[cut.stretch];
                let of_role = (0..view.boundary.count())
                    .filter(|&other| reading.roles[other] == role && view.boundary.fold != Some(other));
                let all: f64 = of_role.map(|other| view.boundary.stretches[other].length).sum();
                weight * want(reading.kind, role) * cloth.length(cut) / all.max(1e-9)
            })
            .sum();
        // A mirror image shares the cost.
        let share = if view.has_image() { 0.5 } else { 1.0 };
        wants.insert(cut, cost * share);
    }
    wants
}

#[expect(clippy::match_same_arms, reason = "a table is read row by row")]
fn want_of_piece_seams(kind: PieceKind, role: EdgeRole) -> f64 {
    match role {
        // A skirt has to be closed.
        EdgeRole::Centre if kind == PieceKind::Skirt => 3.0,
        EdgeRole::Shoulder => 3.0,
        EdgeRole::Panel => 4.0,
        EdgeRole::Side | EdgeRole::Underarm => 5.0,
        EdgeRole::Inseam | EdgeRole::Rise | EdgeRole::Raglan | EdgeRole::Crown => 4.0,
        EdgeRole::Centre => 0.8,
        EdgeRole::End => 0.4,
        _ => 0.0,
    }
}

#[expect(clippy::match_same_arms, reason = "a table is read row by row")]
fn want_of_lines(kind: PieceKind, role: EdgeRole) -> f64 {
    match (kind, role) {
        (PieceKind::Sleeve, EdgeRole::Cap) => 4.0,
        (PieceKind::Hood, EdgeRole::Neck) | (_, EdgeRole::YokeLine) => 3.0,
        // One of two long edges is enough, but both together count as one and a half.
        (PieceKind::Band | PieceKind::Collar, EdgeRole::Long) => 3.0,
        _ => 0.0,
    }
}
