//! The whole of placing: pieces to segments, segments to hulls, hulls clear of each other.

use super::assign::{Assignment, assign};
use super::card::Card;
use super::clear::clear;
use super::flat::{is_flat, lay_flat};
use super::group::{Group, Wish};
use super::hang::{hang_bands, hang_below_bands};
use super::helpers::helpers;
use super::hull::HullLimits;
use super::layout::{GAP, OPENS, fan, lay_out, upper_middle};
use super::links::links;
use super::placed::{PlaceError, Placed, PlacedHull, PlacedPiece};
use super::region::enclosed_points;
use super::waistband::lower_edge;
use super::wishes::{angle_of_partners, usual_height, wish};
use crate::body::Wearer;
use crate::frame::HullFrame;
use crate::infer::Limb;
use glam::{DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;
use std::time::Instant;
use toile_body::segments::Segment;
use toile_geom::allowance::Allowance;
use toile_pattern::mesh::MeshedGarment;
use toile_pattern::piece::LineKind;

/// Places a meshed garment around a body.
///
/// # Errors
/// If the body lacks a segment that the garment needs.
pub fn place(meshed: &MeshedGarment, body: &Wearer) -> Result<Placed, PlaceError> {
    place_within(meshed, body, &Allowance::UNLIMITED)
}

/// Places a meshed garment around a body with what it may take.
///
/// # Errors
/// If the body lacks a segment that the garment needs, or the allowance is used up.
pub fn place_within(
    meshed: &MeshedGarment,
    body: &Wearer,
    allowance: &Allowance,
) -> Result<Placed, PlaceError> {
    #[cfg(test)]
    crate::counts::count(|counts| counts.placed += 1);
    let start = Instant::now();
    let mut assignments = assign(meshed, body);
    let flat = flat_pieces(meshed, body, &mut assignments);
    let mut groups = groups(meshed, body, &mut assignments, &flat)?;
    lift_collars(&mut groups, meshed);
    let mut seconds = Vec::new();
    for g in 0..groups.len() {
        allowance.check()?;
        let start = Instant::now();
        find_partners(&mut groups, g, meshed);
        if !groups[g].fit() {
            let piece = groups[g].cards.first().map_or(0, |card| card.piece);
            let piece = meshed.garment.pieces[piece].name.clone();
            return Err(PlaceError::NoSkin { segment: groups[g].segment, piece });
        }
        seconds.push(start.elapsed().as_secs_f64());
    }
    for moved in hang_bands(&mut groups, meshed) {
        for card in &groups[moved.group].cards {
            let reason = &mut assignments[card.piece].reason;
            *reason = format!("{reason}; {}", moved.why);
        }
    }
    for g in hang_below_bands(&mut groups, meshed) {
        for card in &groups[g].cards {
            assignments[card.piece].reason += "; moved below its band";
        }
    }
    let cleared = clear(&mut groups, meshed, body);
    let mut pieces: Vec<PlacedPiece> = assignments
        .into_iter()
        .map(|a| PlacedPiece {
            positions: Vec::new(),
            segment: a.segment,
            up: a.up,
            hull: None,
            reason: a.reason,
        })
        .collect();
    for (piece, positions) in pieces.iter_mut().zip(flat) {
        piece.positions = positions.unwrap_or_default();
    }
    for (g, group) in groups.iter().enumerate() {
        for card in &group.cards {
            pieces[card.piece].positions = group.positions(card);
            pieces[card.piece].hull = Some(g);
        }
    }
    let positions: Vec<Vec<DVec3>> = pieces.iter().map(|piece| piece.positions.clone()).collect();
    let helpers = helpers(meshed, &groups, &positions, body);
    let hulls = groups.iter().zip(seconds).filter_map(|(group, seconds)| summary(group, seconds)).collect();
    Ok(Placed {
        pieces,
        hulls,
        helpers,
        seconds: start.elapsed().as_secs_f64(),
        clearing_rounds: cleared.rounds,
        crossings_with_body: cleared.with_body,
        crossings_among_pieces: cleared.among_pieces,
    })
}

/// Collars that are turned over begin this much higher, in metres, so that there is room below them: those that are sewn to a stand, and those that are folded
/// along a line of their own, which fall with the lapels beside them.
const ON_STAND: f64 = 0.06;
const FOLDED: f64 = 0.03;

/// Finds what goes around the neck and is folded over, and moves it up.
fn lift_collars(groups: &mut [Group], meshed: &MeshedGarment) {
    for group in groups.iter_mut().filter(|group| group.limb == Limb::Neck) {
        let has = |piece: usize| group.cards.iter().any(|card| card.piece == piece);
        let seam = meshed.seams.iter().any(|seam| {
            let folded = meshed.garment.seams[seam.seam].fold.abs() >= FRAC_PI_2;
            folded && seam.pairs.first().is_some_and(|pair| pair.iter().all(|v| has(v.piece as usize)))
        });
        let is_fold = |kind: LineKind| matches!(kind, LineKind::Fold(angle) if angle.abs() >= FRAC_PI_2);
        let line = meshed
            .garment
            .pieces
            .iter()
            .enumerate()
            .any(|(p, piece)| has(p) && piece.lines.iter().any(|line| is_fold(line.kind)));
        group.is_turned = seam || line;
        group.slide += match (seam, line) {
            (true, _) => ON_STAND,
            (false, true) => FOLDED,
            (false, false) => 0.0,
        };
    }
}

/// The positions of pieces that lie flat around the neck; none for all others.
fn flat_pieces(
    meshed: &MeshedGarment,
    body: &Wearer,
    assignments: &mut [Assignment],
) -> Vec<Option<Vec<DVec3>>> {
    let sewn = |i: usize| {
        let mut pairs = meshed.seams.iter().flat_map(|seam| &seam.pairs);
        pairs.any(|pair| pair.iter().any(|v| v.piece as usize == i) && pair[0].piece != pair[1].piece)
    };
    let mut flat = Vec::new();
    for (i, (piece, mesh)) in meshed.garment.pieces.iter().zip(&meshed.pieces).enumerate() {
        let lies = is_flat(piece, &assignments[i], sewn(i));
        let laid = if lies { lay_flat(piece, mesh, &assignments[i], body) } else { None };
        if laid.is_some() {
            "flat above the shoulders, the neck through its hole".clone_into(&mut assignments[i].reason);
        }
        flat.push(laid);
    }
    flat
}

fn summary(group: &Group, seconds: f64) -> Option<PlacedHull> {
    let hull = group.hull.as_ref()?;
    Some(PlacedHull {
        segment: group.segment,
        iterations: group.iterations,
        seconds,
        rings: hull.ring_lengths(),
        waves: hull.waves[1].map_or(0, |wave| wave.count),
        distance: group.distance,
        slide: group.slide,
        drawn_out: group.drawn_out(),
        triangles: hull.triangle_count(),
    })
}

/// The radius of bends in lengths of the longest edge: an edge of length l on a bend of radius r is too short by l²/24r².
const TIGHTEST: f64 = 1.6;
/// The same around arms, which are thin: cuffs have to go all the way around, and begin without tension anyway.
const TIGHTEST_SLEEVE: f64 = 1.3;

/// How far hulls are from the body at first.
fn first_distance(limb: Limb) -> f64 {
    match limb {
        Limb::Trunk => 0.012,
        Limb::Arm(_) | Limb::Neck => 0.010,
        Limb::Leg(_) => 0.025,
    }
}

/// The length of the longest edge.
fn longest_edge(meshed: &MeshedGarment) -> f64 {
    let mut longest = 0.0f64;
    for piece in &meshed.pieces {
        for triangle in &piece.triangles {
            let [a, b, c] = triangle.map(|v| piece.places[v as usize]);
            longest = longest.max(a.distance(b)).max(b.distance(c)).max(c.distance(a));
        }
    }
    longest
}

/// The pieces by segments, with all that is known of where they go. Those that know where they go come first.
fn groups(
    meshed: &MeshedGarment,
    body: &Wearer,
    assignments: &mut [Assignment],
    flat: &[Option<Vec<DVec3>>],
) -> Result<Vec<Group>, PlaceError> {
    let edge = longest_edge(meshed);
    let mut groups = Vec::new();
    for segment in Segment::ALL {
        let members: Vec<usize> = (0..assignments.len())
            .filter(|&i| assignments[i].segment == segment && flat[i].is_none())
            .collect();
        if members.is_empty() {
            continue;
        }
        let limb = Limb::of(segment);
        let frame = limb.frame(body).ok_or(PlaceError::NoSegment { segment })?;
        let card = |&i: &usize| Card::new(i, &meshed.garment.pieces[i], &meshed.pieces[i], assignments[i].up);
        let cards: Vec<Card> = members.iter().map(card).collect();
        let mut wishes = Vec::new();
        for card in &cards {
            let piece = &meshed.garment.pieces[card.piece];
            let (wish, how) = wish(card, piece, &assignments[card.piece], &frame, body);
            let reason = &mut assignments[card.piece].reason;
            *reason = format!("{reason}; {how}");
            wishes.push(wish);
        }
        let links = links(meshed, &cards);
        follow_landmarks(&mut wishes);
        let points = enclosed_points(limb, body, &frame);
        let mut is_told = wishes.iter().any(|wish| wish.height.is_some() && !wish.by_landmark);
        if wishes.iter().all(|wish| wish.height.is_none()) {
            let is_waistband = segment == Segment::LowerTorso && !covers_torso(assignments);
            let shift =
                |reach| if is_waistband { waistband(&points, &frame, body, &cards, reach) } else { None };
            is_told = usual_heights(&cards, &mut wishes, &links, |reach| {
                shift(reach).ok_or_else(|| usual_height(segment, &frame, body, reach))
            });
        }
        groups.push(Group {
            segment,
            limb,
            frame,
            points,
            is_told,
            cards,
            wishes,
            links,
            distance: first_distance(limb),
            is_turned: false,
            slide: 0.0,
            bend: if let Limb::Arm(_) = limb { TIGHTEST_SLEEVE } else { TIGHTEST } * edge,
            gap: GAP,
            limits: HullLimits { widest: 1.35, bend: (TIGHTEST * edge).max(0.035) },
            hull: None,
            iterations: 0,
        });
    }
    groups.sort_by_key(|group| group.wishes.iter().all(|wish| wish.around.is_none()));
    Ok(groups)
}

/// Where some pieces of a hull know a landmark, what others would like does not count.
fn follow_landmarks(wishes: &mut [Wish]) {
    if wishes.iter().any(|wish| wish.by_landmark && wish.around.is_some()) {
        for wish in wishes.iter_mut().filter(|wish| !wish.by_landmark) {
            *wish = Wish::default();
        }
    }
}

/// Whether any piece goes around the trunk above the waist.
fn covers_torso(assignments: &[Assignment]) -> bool {
    assignments.iter().any(|assignment| matches!(assignment.segment, Segment::Torso | Segment::UpperTorso))
}

/// How far up pieces that reach from a height to another have to go to be a waistband.
fn waistband(
    points: &[(DVec2, f64)],
    frame: &HullFrame,
    body: &Wearer,
    cards: &[Card],
    [low, high]: [f64; 2],
) -> Option<f64> {
    let length = cards.iter().map(|card| 2.0 * card.half.x).sum();
    Some(lower_edge(points, frame, body, [length, high - low])? - low)
}

/// Heights where garments usually are, for the piece that the others hang on: `shift` tells how far up they go from how they are laid out, and whether that is
/// known or only guessed. Returns whether it is known.
fn usual_heights(
    cards: &[Card],
    wishes: &mut [Wish],
    links: &[super::links::Link],
    shift: impl Fn([f64; 2]) -> Result<f64, f64>,
) -> bool {
    let middles = lay_out(cards, links, 0, GAP);
    let height = |i: usize| middles[i].map_or(0.0, |middle| middle.y);
    let low = (0..cards.len()).map(|i| height(i) - cards[i].half.y).fold(f64::INFINITY, f64::min);
    let high = (0..cards.len()).map(|i| height(i) + cards[i].half.y).fold(f64::NEG_INFINITY, f64::max);
    // What goes around by itself and opens downwards hangs on the middle of its upper edge; its corners come to lie behind, as high.
    let opens = |card| fan(0, cards, links).filter(|fan| fan.angle > OPENS).and_then(|_| upper_middle(card));
    let high = if let [card] = cards { opens(card).unwrap_or(high) } else { high };
    let shift = shift([low, high]);
    let (is_known, shift) = (shift.is_ok(), shift.unwrap_or_else(|guess| guess));
    for (i, wish) in wishes.iter_mut().enumerate() {
        wish.height = Some(height(i) + shift);
    }
    is_known
}

/// Turns a group that does not know which way towards what it is sewn to on hulls that are fitted already.
fn find_partners(groups: &mut [Group], g: usize, meshed: &MeshedGarment) {
    if groups[g].wishes.iter().any(|wish| wish.around.is_some()) {
        return;
    }
    let mut angles = Vec::new();
    for card in &groups[g].cards {
        let mut pairs: Vec<(DVec2, DVec3)> = Vec::new();
        for [a, b] in meshed.seams.iter().flat_map(|seam| &seam.pairs) {
            for (own, other) in [(a, b), (b, a)] {
                if own.piece as usize != card.piece {
                    continue;
                }
                let partner = groups[..g].iter().find_map(|group| {
                    let card = group.cards.iter().find(|card| card.piece == other.piece as usize)?;
                    let local = *card.locals.get(other.vertex as usize)?;
                    group.hull.as_ref()?.place(card.spot, std::iter::once(local)).first().copied()
                });
                if let (Some(&local), Some(partner)) = (card.locals.get(own.vertex as usize), partner) {
                    pairs.push((local, partner));
                }
            }
        }
        let width = 2.0 * groups[g].cards.iter().map(|card| card.half.x).sum::<f64>();
        angles.push(angle_of_partners(&pairs, &groups[g].frame, width));
    }
    for (wish, angle) in groups[g].wishes.iter_mut().zip(angles) {
        wish.around = angle.map(|angle| (angle, 0.0));
    }
}
