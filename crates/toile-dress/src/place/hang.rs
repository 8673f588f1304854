//! Bands go where what they are sewn to is: a note of a landmark may have been meant for another cut.

use super::group::Group;
use crate::infer::Limb;
use toile_body::segments::Segment;
use toile_pattern::mesh::MeshedGarment;

/// Bands farther than this from what they are sewn to are moved there, in metres.
const ASTRAY: f64 = 0.05;
/// The gap that is left, in metres.
const GAP: f64 = 0.01;

/// A group that was moved, and why.
pub(super) struct Moved {
    pub(super) group: usize,
    pub(super) why: &'static str,
}

/// Brings bands around the lower torso and what they are sewn to together. A band whose height the file tells, or its length, stays, because it holds the
/// garment where it is worn, and what hangs on it goes there; a band that only a landmark tells of goes to what it is sewn to.
pub(super) fn hang_bands(groups: &mut [Group], meshed: &MeshedGarment) -> Vec<Moved> {
    let bands: Vec<usize> = (0..groups.len()).filter(|&g| groups[g].segment == Segment::LowerTorso).collect();
    let mut moved = Vec::new();
    for band in bands {
        let Some(by) = astray(groups, band, meshed) else { continue };
        if groups[band].is_told {
            let hanging = partners(groups, band, meshed);
            moved.extend(hanging.iter().map(|&group| Moved { group, why: "moved to its band" }));
            for group in hanging {
                slide(&mut groups[group], -by);
            }
        } else {
            slide(&mut groups[band], by);
            moved.push(Moved { group: band, why: "moved to what it is sewn to" });
        }
    }
    moved
}

fn slide(group: &mut Group, by: f64) {
    group.slide += by;
    group.fit();
}

/// The groups around trunk and legs that are sewn to one.
fn partners(groups: &[Group], band: usize, meshed: &MeshedGarment) -> Vec<usize> {
    let has = |g: usize, piece: u32| groups[g].cards.iter().any(|card| card.piece == piece as usize);
    let is_partner = |g: &usize| {
        let mut pairs = meshed.seams.iter().flat_map(|seam| &seam.pairs);
        pairs.any(|[a, b]| {
            (has(band, a.piece) && has(*g, b.piece)) || (has(band, b.piece) && has(*g, a.piece))
        })
    };
    let upright = |g: &usize| *g != band && matches!(groups[*g].limb, Limb::Trunk | Limb::Leg(_));
    (0..groups.len()).filter(upright).filter(is_partner).collect()
}

/// Moves down what is sewn to the lower edge of a band but begins above it, as wide skirts do whose upper edge bulges: the band would come to lie
/// inside. Tells which groups were moved.
pub(super) fn hang_below_bands(groups: &mut [Group], meshed: &MeshedGarment) -> Vec<usize> {
    let bands: Vec<usize> = (0..groups.len()).filter(|&g| groups[g].segment == Segment::LowerTorso).collect();
    let mut moved = Vec::new();
    for band in bands {
        let others = (0..groups.len()).filter(|&h| h != band && matches!(groups[h].limb, Limb::Trunk));
        let moves: Vec<(usize, f64)> =
            others.map(|h| (h, above(&groups[band], &groups[h], meshed))).filter(|m| m.1 > 0.0).collect();
        for (h, by) in moves {
            groups[h].slide -= by + GAP;
            groups[h].fit();
            moved.push(h);
        }
    }
    moved
}

/// How high a vertex lies on its hull, and how far up the outward normal there points in its piece.
fn place(group: &Group, piece: u32, vertex: u32) -> Option<(f64, f64)> {
    let card = group.cards.iter().find(|card| card.piece == piece as usize)?;
    let local = *card.locals.get(vertex as usize)?;
    let place = group.hull.as_ref()?.place(card.spot, std::iter::once(local)).first().copied()?;
    Some((place.y, card.normals.get(vertex as usize)?.y))
}

/// How far what is sewn to the lower edge of a band is above it at most.
fn above(band: &Group, other: &Group, meshed: &MeshedGarment) -> f64 {
    let mut most = f64::NEG_INFINITY;
    for [a, b] in meshed.seams.iter().flat_map(|seam| &seam.pairs) {
        for (own, partner) in [(a, b), (b, a)] {
            let Some((height, normal)) = place(band, own.piece, own.vertex) else { continue };
            if let Some((partner, _)) = place(other, partner.piece, partner.vertex)
                && normal < -0.5
            {
                most = most.max(partner - height);
            }
        }
    }
    most
}

/// How far up a group has to be moved to meet its partners; none if it is near them already.
fn astray(groups: &[Group], g: usize, meshed: &MeshedGarment) -> Option<f64> {
    let height = |group: &Group, piece: u32, vertex: u32| {
        // The corners of what opens like a cone are drawn higher than they come to lie.
        if group.is_cone() {
            return place(group, piece, vertex);
        }
        let card = group.cards.iter().find(|card| card.piece == piece as usize)?;
        Some((card.spot.height + card.locals.get(vertex as usize)?.y, card.normals.get(vertex as usize)?.y))
    };
    let upright = |group: &&Group| matches!(group.limb, Limb::Trunk | Limb::Leg(_));
    let (mut apart, mut normals, mut count) = (0.0, 0.0, 0.0);
    for [a, b] in meshed.seams.iter().flat_map(|seam| &seam.pairs) {
        for (own, other) in [(a, b), (b, a)] {
            let Some((own, normal)) = height(&groups[g], own.piece, own.vertex) else { continue };
            let others = groups.iter().enumerate().filter(|(h, _)| *h != g).map(|(_, group)| group);
            let partner = others.filter(upright).find_map(|group| height(group, other.piece, other.vertex));
            if let Some((partner, _)) = partner {
                apart += partner - own;
                normals += normal;
                count += 1.0;
            }
        }
    }
    let apart = if count > 0.0 { apart / count } else { 0.0 };
    // An upper edge is sewn to what hangs above it.
    (apart.abs() > ASTRAY).then(|| apart - GAP * f64::signum(normals))
}
