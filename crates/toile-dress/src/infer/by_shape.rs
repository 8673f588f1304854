//! Where pieces belong by what they are sewn to: the openings tell what the garment is, and how each piece lies between them tells the rest.

use super::around::{Sides, sides};
use super::kind::{Kind, kind_of};
use super::openings::{Opening, SewnEdges};
use super::{Inference, PieceClass, sided};
use std::collections::{BTreeMap, BTreeSet};
use toile_body::segments::Segment;
use toile_pattern::Garment;
use toile_pattern::measures::DraftMeasures;

/// A ring of pieces is a band if it is lower than this on average, in metres.
pub(super) const BAND: f64 = 0.13;

/// What can be found out by shape alone.
pub(super) fn by_shape(garment: &Garment, measures: &DraftMeasures) -> Vec<Option<Inference>> {
    let mut found = vec![None; garment.pieces.len()];
    let Some(edges) = SewnEdges::of(garment) else { return found };
    let neighbours = edges.neighbours();
    for members in components(&neighbours) {
        let whole = Shape { garment, measures, edges: &edges, neighbours: &neighbours, members };
        let core = whole.without_waistbands();
        // A waistband that is sewn on in part leaves one opening more, but what hangs on it has two legs all the same.
        let shape = if !whole.is_trousers() && core.is_trousers() { core } else { whole };
        shape.tell(&mut found);
    }
    found
}

/// Pieces that hang together, from those of the smallest number on.
fn components(neighbours: &[BTreeMap<usize, f64>]) -> Vec<Vec<bool>> {
    let mut rest: BTreeSet<usize> = (0..neighbours.len()).collect();
    let mut found = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut members = vec![false; neighbours.len()];
        let mut open = vec![first];
        while let Some(piece) = open.pop() {
            members[piece] = true;
            open.extend(neighbours[piece].keys().copied().filter(|other| rest.remove(other)));
        }
        found.push(members);
    }
    found
}

/// Pieces that hang together.
pub(super) struct Shape<'a> {
    pub(super) garment: &'a Garment,
    pub(super) measures: &'a DraftMeasures,
    pub(super) edges: &'a SewnEdges,
    pub(super) neighbours: &'a [BTreeMap<usize, f64>],
    pub(super) members: Vec<bool>,
}

/// What a piece is within its garment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Trunk,
    Skirt,
    Waistband,
    Hemband,
    Around(PieceClass),
    /// On an arm: the first or the second one.
    Arm(usize, PieceClass),
    /// On a leg: the first or the second one.
    Leg(usize),
}

impl Shape<'_> {
    fn tell(&self, found: &mut [Option<Inference>]) {
        if !(0..self.members.len()).any(|piece| self.members[piece] && self.edges.is_sewn(piece)) {
            return;
        }
        let openings = self.edges.openings(&self.members);
        let Some((kind, why)) = self.kind(&openings) else { return };
        let (roles, sides) = match kind {
            Kind::Skirt { top, hem } => self.skirt(&openings, top, hem, Role::Skirt),
            Kind::Tube { top, hem } => self.skirt(&openings, top, hem, Role::Trunk),
            Kind::Trousers { waist, legs } => self.trousers(&openings, waist, legs),
            Kind::Top { neck, arms, hem } => self.top(&openings, Some(neck), arms, hem),
            Kind::OpenTop { rim, arms } => self.top(&openings, None, arms, rim),
        };
        for (piece, found) in found.iter_mut().enumerate().filter(|(piece, _)| self.members[*piece]) {
            let left = |which: usize| (which == 0) != sides.swapped;
            let (segment, class, what) = match roles[piece] {
                Role::Trunk => (Segment::Torso, PieceClass::Panel, "between neck and hem"),
                Role::Skirt => (Segment::LowerBody, PieceClass::SkirtPanel, "around both legs"),
                Role::Waistband => {
                    (Segment::LowerTorso, PieceClass::Waistband, "a band around the upper opening")
                }
                Role::Hemband => {
                    (Segment::LowerTorso, PieceClass::Hemband, "a band around the lower opening")
                }
                Role::Around(class) => (Segment::Neck, class, "around the opening of the neck"),
                Role::Arm(which, class) => (
                    sided(left(which), Segment::LeftArm, Segment::RightArm),
                    class,
                    "at the opening of an arm",
                ),
                Role::Leg(which) => (
                    sided(left(which), Segment::LeftLowerBody, Segment::RightLowerBody),
                    PieceClass::LegPanel,
                    "at the opening of a leg",
                ),
            };
            let reason = format!("by shape, {what}: {why}");
            let around = sides.around[piece];
            let sure = match kind {
                Kind::Skirt { .. } | Kind::Tube { .. } => false,
                // What is neither sleeve nor collar is the trunk, surely so only if it reaches the hem.
                Kind::Top { hem, .. } | Kind::OpenTop { rim: hem, .. } => {
                    roles[piece] != Role::Trunk || openings[hem].length_on(piece) > 0.02
                }
                Kind::Trousers { .. } => true,
            };
            *found = Some(Inference { segment, class, around, sure, reason });
        }
    }

    fn kind(&self, openings: &[Opening]) -> Option<(Kind, String)> {
        kind_of(openings, self.area(&self.members), self.measures)
    }

    fn is_trousers(&self) -> bool {
        matches!(self.kind(&self.edges.openings(&self.members)), Some((Kind::Trousers { .. }, _)))
    }

    /// The same pieces but for those whose names say that they are waistbands.
    fn without_waistbands(&self) -> Self {
        let class = |piece: usize| PieceClass::of_name(&self.garment.pieces[piece].name);
        let is_band = |piece| class(piece).is_some_and(|(class, _)| class == PieceClass::Waistband);
        Self { members: self.without(is_band), ..*self }
    }

    fn area(&self, wanted: &[bool]) -> f64 {
        self.garment
            .pieces
            .iter()
            .zip(wanted)
            .filter(|(_, wanted)| **wanted)
            .map(|(piece, _)| piece.area())
            .sum()
    }

    /// The members but for some pieces.
    pub(super) fn without(&self, left_out: impl Fn(usize) -> bool) -> Vec<bool> {
        self.members.iter().enumerate().map(|(piece, member)| *member && !left_out(piece)).collect()
    }

    /// How high the ring of pieces at an opening is on average.
    pub(super) fn ring_height(&self, opening: &Opening, ring: &BTreeSet<usize>) -> f64 {
        let area: f64 = ring.iter().map(|&piece| self.garment.pieces[piece].area()).sum();
        let length: f64 = ring.iter().map(|&piece| opening.length_on(piece)).sum();
        area / length.max(1e-9)
    }

    /// The pieces of a band along an opening, none of which reaches another one.
    fn band(&self, openings: &[Opening], which: usize) -> Option<BTreeSet<usize>> {
        let ring = openings[which].pieces();
        let elsewhere = |piece: &usize| {
            openings.iter().enumerate().any(|(i, opening)| i != which && opening.length_on(*piece) > 0.02)
        };
        let rest = self.without(|piece| ring.contains(&piece));
        let is_band = !ring.iter().any(elsewhere)
            && self.ring_height(&openings[which], &ring) < BAND
            && rest.contains(&true);
        is_band.then_some(ring)
    }

    fn skirt(&self, openings: &[Opening], top: usize, hem: usize, role: Role) -> (Vec<Role>, Sides) {
        let mut roles = vec![role; self.members.len()];
        let mut core = self.members.clone();
        if let Some(band) = self.band(openings, top) {
            for &piece in &band {
                roles[piece] = if role == Role::Skirt { Role::Waistband } else { Role::Trunk };
            }
            core = self.without(|piece| band.contains(&piece));
        }
        let rings = self.edges.openings(&core);
        let hem = rings.iter().position(|ring| same_line(ring, &openings[hem]));
        let sides = hem.map_or_else(|| Sides::unknown(roles.len()), |hem| self.centred(&rings[hem], &core));
        (roles, sides)
    }

    fn trousers(&self, openings: &[Opening], waist: usize, legs: [usize; 2]) -> (Vec<Role>, Sides) {
        let mut roles = vec![Role::Skirt; self.members.len()];
        let mut core = self.members.clone();
        if let Some(band) = self.band(openings, waist) {
            for &piece in &band {
                roles[piece] = Role::Waistband;
            }
            core = self.without(|piece| band.contains(&piece));
        }
        let near = legs.map(|leg| self.steps_from(&openings[leg].pieces(), &core));
        for piece in (0..roles.len()).filter(|&piece| core[piece]) {
            match near[0][piece].cmp(&near[1][piece]) {
                std::cmp::Ordering::Less => roles[piece] = Role::Leg(0),
                std::cmp::Ordering::Greater => roles[piece] = Role::Leg(1),
                std::cmp::Ordering::Equal => {}
            }
        }
        let rings = self.edges.openings(&core);
        let legs = legs.map(|leg| &openings[leg]);
        let waist = rings.iter().find(|ring| !legs.iter().any(|leg| same_line(ring, leg)));
        // The seam of the seat is longer than that of the front.
        let sides = waist.map(|waist| sides(waist, &near, true, |pieces| -self.seams_among(pieces)));
        let mut sides = sides.unwrap_or_else(|| Sides::unknown(roles.len()));
        for angle in sides.around.iter_mut().flatten() {
            *angle = if angle.cos() > 0.0 { 0.0 } else { std::f64::consts::PI };
        }
        (roles, sides)
    }

    /// How long the seams between some pieces are.
    fn seams_among(&self, pieces: &[usize]) -> f64 {
        let of =
            |piece: &usize| pieces.iter().filter_map(|other| self.neighbours[*piece].get(other)).sum::<f64>();
        pieces.iter().map(of).sum()
    }

    /// How many seams each piece of a core is away from some.
    pub(super) fn steps_from(&self, start: &BTreeSet<usize>, core: &[bool]) -> Vec<usize> {
        let mut steps = vec![usize::MAX; core.len()];
        let mut queue: std::collections::VecDeque<usize> =
            start.iter().copied().filter(|&p| core[p]).collect();
        for &piece in &queue {
            steps[piece] = 0;
        }
        while let Some(piece) = queue.pop_front() {
            for &other in self.neighbours[piece].keys().filter(|&&other| core[other]) {
                if steps[other] == usize::MAX {
                    steps[other] = steps[piece] + 1;
                    queue.push_back(other);
                }
            }
        }
        steps
    }

    /// A tube that is the same all around: its first piece is in front, or the seam between two that are alike.
    fn centred(&self, hem: &Opening, core: &[bool]) -> Sides {
        let size = |piece: usize| self.garment.pieces[piece].area();
        let alike = |a: usize, b: usize| a != b && (size(a) - size(b)).abs() < 0.01 * size(a);
        let pieces: Vec<usize> = hem.pieces().into_iter().filter(|&i| core[i]).collect();
        let single = pieces.iter().copied().find(|&i| !pieces.iter().any(|&other| alike(i, other)));
        super::around::centred(
            hem,
            core.len(),
            single.or_else(|| pieces.first().copied().filter(|_| pieces.len() < 3)),
            alike,
        )
    }
}

/// Whether two openings are the same line, of a whole garment and of a part of it.
pub(super) fn same_line(one: &Opening, other: &Opening) -> bool {
    one.pieces() == other.pieces() && (one.length() - other.length()).abs() < 1e-6
}
