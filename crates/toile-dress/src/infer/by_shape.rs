//! Where pieces belong by what they are sewn to: the openings tell what the garment is, and how each piece lies between them tells the rest.

use super::around::{Sides, sides};
use super::kind::{Kind, kind_of};
use super::openings::{Opening, SewnEdges};
use super::{Inference, sided};
use crate::ontology::PieceClass;
use std::collections::{BTreeMap, BTreeSet};
use toile_body::segments::Segment;
use toile_pattern::Garment;
use toile_pattern::measures::Measures;
use toile_pattern::piece::LineKind;

/// A ring of pieces is a band if it is lower than this on average, in metres.
const BAND: f64 = 0.13;
/// What stands around the neck ends in an opening that turns less than this; a neckline in flat cloth turns more, in radians.
const STANDS: f64 = -2.3;
/// The same of a sleeve's end and a bare armhole.
const SLEEVE_END: f64 = -1.8;
/// Lower rings around the neck are collars, higher ones hoods, in metres.
const HOOD: f64 = 0.18;
/// Below a seam at the waist, less than this is a band at the hem rather than a skirt, in metres.
const SKIRT: f64 = 0.25;

/// What can be found out by shape alone.
pub(super) fn by_shape(garment: &Garment, measures: &Measures) -> Vec<Option<Inference>> {
    let mut found = vec![None; garment.pieces.len()];
    let Some(edges) = SewnEdges::of(garment) else { return found };
    let neighbours = edges.neighbours();
    for members in components(&neighbours) {
        let shape = Shape { garment, measures, edges: &edges, neighbours: &neighbours, members };
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
    pub(super) measures: &'a Measures,
    pub(super) edges: &'a SewnEdges,
    pub(super) neighbours: &'a [BTreeMap<usize, f64>],
    members: Vec<bool>,
}

/// What a piece is within its garment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
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
        let Some((kind, why)) = kind_of(&openings, self.area(&self.members), self.measures) else { return };
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
    fn without(&self, left_out: impl Fn(usize) -> bool) -> Vec<bool> {
        self.members.iter().enumerate().map(|(piece, member)| *member && !left_out(piece)).collect()
    }

    /// How high the ring of pieces at an opening is on average.
    fn ring_height(&self, opening: &Opening, ring: &BTreeSet<usize>) -> f64 {
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
        let sides =
            hem.map(|hem| self.centred(&rings[hem], &core)).unwrap_or_else(|| Sides::unknown(roles.len()));
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
    fn steps_from(&self, start: &BTreeSet<usize>, core: &[bool]) -> Vec<usize> {
        let mut steps = vec![usize::MAX; core.len()];
        let mut queue: std::collections::VecDeque<usize> =
            start.iter().copied().filter(|&p| core[p]).collect();
        queue.iter().for_each(|&piece| steps[piece] = 0);
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

    /// A top; where it is open in front, neck and hem are one line.
    fn top(
        &self,
        openings: &[Opening],
        neck: Option<usize>,
        arms: [usize; 2],
        hem: usize,
    ) -> (Vec<Role>, Sides) {
        let mut roles = vec![Role::Trunk; self.members.len()];
        let mut core = self.members.clone();
        let arms = arms.map(|arm| &openings[arm]);
        let hem = &openings[hem];
        for (which, arm) in arms.into_iter().enumerate() {
            self.take_sleeve(which, [arm, arms[1 - which]], hem, &mut roles, &core);
        }
        self.take_collars(neck.map(|neck| &openings[neck]), arms, hem, &mut roles, &mut core);
        let start = [0, 1].map(|which| {
            let own: BTreeSet<usize> =
                (0..roles.len()).filter(|&i| matches!(roles[i], Role::Arm(arm, _) if arm == which)).collect();
            if own.is_empty() { arms[which].pieces() } else { own }
        });
        let near = start.map(|start| self.steps_from(&start, &core));
        if neck.is_some() {
            self.take_hem(hem, &near, &mut roles);
        }
        let is_trunk: Vec<bool> = (0..roles.len()).map(|i| core[i] && roles[i] == Role::Trunk).collect();
        let rings = self.edges.openings(&is_trunk);
        let lowest = rings.iter().find(|ring| same_line(ring, hem)).or_else(|| self.below(&rings, &roles));
        let necks: Vec<&Opening> =
            rings.iter().filter(|ring| lowest.is_none_or(|hem| *ring != hem)).collect();
        let neckline = |pieces: &[usize]| {
            let bare = necks.iter().filter(|ring| !self.is_armhole(ring, &roles, arms));
            bare.map(|ring| pieces.iter().map(|&piece| ring.length_on(piece)).sum::<f64>()).sum::<f64>()
        };
        let sides = match (lowest, neck) {
            (Some(lowest), Some(_)) => {
                let frontness = |pieces: &[usize]| neckline(pieces) + self.closes(pieces);
                if lowest.pieces().iter().all(|&piece| near[0][piece] == near[1][piece]) {
                    let first = |piece: usize| self.first_arm(piece, lowest, arms, &roles);
                    super::around::sides_of_whole(lowest, roles.len(), frontness, first)
                } else {
                    sides(lowest, &near, false, frontness)
                }
            }
            (Some(lowest), None) => super::around::sides_of_open(lowest, &near),
            _ => Sides::unknown(roles.len()),
        };
        (roles, sides)
    }

    /// Rings that stand around the neck: bands, collars with their stands, hoods.
    fn take_collars(
        &self,
        neck: Option<&Opening>,
        arms: [&Opening; 2],
        hem: &Opening,
        roles: &mut [Role],
        core: &mut Vec<bool>,
    ) {
        let Some(neck) = neck else { return self.take_loose_collar(hem, arms, hem, roles, core) };
        let mut neck = neck.clone();
        for _ in 0..4 {
            let ring = neck.pieces();
            let reaches =
                |piece: &usize| [arms[0], arms[1], hem].iter().any(|other| other.length_on(*piece) > 0.02);
            if ring.iter().any(reaches) {
                return self.take_loose_collar(&neck, arms, hem, roles, core);
            }
            let rest: Vec<bool> = (0..core.len()).map(|i| core[i] && !ring.contains(&i)).collect();
            let left = self.edges.openings(&rest);
            let known =
                |opening: &&Opening| [arms[0], arms[1], hem].iter().any(|other| same_line(opening, other));
            let next: Vec<&Opening> = left.iter().filter(|opening| !known(opening)).collect();
            let [next] = next[..] else { return };
            // A hood is open at the face, which is longer than the neck; a panel below a neckline leaves more behind.
            if neck.turning < STANDS && next.length() > 0.85 * neck.length() {
                return;
            }
            let class = if self.ring_height(&neck, &ring) > HOOD {
                PieceClass::Hood
            } else {
                self.collar_class(&ring)
            };
            for &piece in &ring {
                roles[piece] = Role::Around(class);
            }
            (*core, neck) = (rest, next.clone());
        }
    }

    /// A collar between lapels, or of what is open in front: low pieces that end at the rim and are sewn along no more than a neck.
    fn take_loose_collar(
        &self,
        rim: &Opening,
        arms: [&Opening; 2],
        hem: &Opening,
        roles: &mut [Role],
        core: &mut [bool],
    ) {
        let is_sleeve = |piece: &usize| matches!(roles[*piece], Role::Arm(..));
        let is_collar = |piece: &usize| {
            let low = self.garment.pieces[*piece].area() / rim.length_on(*piece) < 0.5 * BAND;
            let sewn: f64 = self.neighbours[*piece].values().sum();
            let at_arm = arms.iter().any(|arm| arm.length_on(*piece) > 0.02)
                || self.neighbours[*piece].keys().any(is_sleeve);
            let at_hem = rim != hem && hem.length_on(*piece) > 0.02;
            low && sewn < self.measures.waist_girth && !at_arm && !at_hem && roles[*piece] == Role::Trunk
        };
        let collars: Vec<usize> = rim.pieces().into_iter().filter(is_collar).collect();
        for piece in collars {
            roles[piece] = Role::Around(self.collar_class(&BTreeSet::from([piece])));
            core[piece] = false;
        }
    }

    /// Collars are folded over, bands are not.
    fn collar_class(&self, ring: &BTreeSet<usize>) -> PieceClass {
        let folded = |kind: LineKind| matches!(kind, LineKind::Fold(angle) if angle.abs() > 1.5);
        let by_line = ring.iter().any(|&i| self.garment.pieces[i].lines.iter().any(|line| folded(line.kind)));
        let by_seam = self
            .garment
            .seams
            .iter()
            .any(|seam| seam.fold.abs() > 1.5 && seam.parts().any(|part| ring.contains(&part.piece)));
        if by_line || by_seam { PieceClass::Collar } else { PieceClass::Neckband }
    }

    /// The sleeve that ends at an opening, with its cuff, if it is not a bare armhole.
    fn take_sleeve(
        &self,
        which: usize,
        [arm, other]: [&Opening; 2],
        hem: &Opening,
        roles: &mut [Role],
        core: &[bool],
    ) {
        if arm.turning < SLEEVE_END {
            return;
        }
        let is_trunk = |piece: usize| other.length_on(piece) > 0.02 || hem.length_on(piece) > 0.02;
        let ring: BTreeSet<usize> = arm.pieces().into_iter().filter(|&i| core[i] && !is_trunk(i)).collect();
        let mut above = BTreeSet::new();
        if self.ring_height(arm, &ring) < BAND {
            let next = ring.iter().flat_map(|&piece| self.neighbours[piece].keys().copied());
            above = next.filter(|&i| core[i] && !is_trunk(i) && !ring.contains(&i)).collect();
        }
        let class = if above.is_empty() { PieceClass::Sleeve } else { PieceClass::Cuff };
        ring.iter().for_each(|&piece| roles[piece] = Role::Arm(which, class));
        above.iter().for_each(|&piece| roles[piece] = Role::Arm(which, PieceClass::Sleeve));
    }

    /// A band at the hem, or a skirt that is sewn on at the waist.
    fn take_hem(&self, hem: &Opening, near: &[Vec<usize>; 2], roles: &mut [Role]) {
        let ring = hem.pieces();
        let rest: Vec<usize> = (0..roles.len())
            .filter(|i| roles[*i] == Role::Trunk && self.members[*i] && !ring.contains(i))
            .collect();
        let reaches_up = ring.iter().any(|&i| roles[i] != Role::Trunk || near[0][i].min(near[1][i]) == 0);
        let to_sleeve =
            |i: &usize| self.neighbours[*i].keys().any(|other| matches!(roles[*other], Role::Arm(..)));
        if rest.is_empty() || reaches_up || ring.iter().any(to_sleeve) {
            return;
        }
        let height = self.ring_height(hem, &ring);
        let above = rest.iter().map(|&i| {
            let [low, high] = self.garment.pieces[i].outline.bounds();
            high.y - low.y
        });
        let to_waist = self.measures.cervicale_height - self.measures.waist_height;
        let is_skirt = height > SKIRT && above.fold(0.0, f64::max) > 0.8 * to_waist;
        if height < BAND || is_skirt {
            ring.iter().for_each(|&i| roles[i] = if is_skirt { Role::Skirt } else { Role::Hemband });
        }
    }

    /// Of the openings of a trunk the one that a skirt or a band is sewn to.
    fn below<'b>(&self, rings: &'b [Opening], roles: &[Role]) -> Option<&'b Opening> {
        let hangs = |piece: usize| {
            self.neighbours[piece].keys().any(|other| matches!(roles[*other], Role::Skirt | Role::Hemband))
        };
        let fitting = rings.iter().filter(|ring| ring.pieces().into_iter().all(hangs));
        fitting.max_by(|a, b| a.length().total_cmp(&b.length()))
    }

    /// Whether an opening of the trunk is one for an arm.
    fn is_armhole(&self, ring: &Opening, roles: &[Role], arms: [&Opening; 2]) -> bool {
        let to_sleeve = |interval| {
            self.edges.sewn_to(interval).is_some_and(|other| matches!(roles[other], Role::Arm(..)))
        };
        let sewn: f64 =
            ring.stretches.iter().filter(|stretch| to_sleeve(stretch.0)).map(|stretch| stretch.1).sum();
        sewn > 0.5 * ring.length() || arms.iter().any(|arm| same_line(ring, arm))
    }

    /// Which arm the outline of a piece comes to first after a hem.
    fn first_arm(&self, piece: usize, hem: &Opening, arms: [&Opening; 2], roles: &[Role]) -> Option<usize> {
        let at = |opening: &Opening, interval| opening.stretches.iter().any(|stretch| stretch.0 == interval);
        let arm_at = |interval| {
            let sleeve = self.edges.sewn_to(interval).map(|other| roles[other]);
            match sleeve {
                Some(Role::Arm(which, _)) => Some(which),
                _ => (0..2).find(|&which| at(arms[which], interval)),
            }
        };
        let outline: Vec<_> = self.edges.outline(piece).collect();
        let last = (0..outline.len())
            .find(|&i| at(hem, outline[i]) && !at(hem, outline[(i + 1) % outline.len()]))?;
        let after = outline.iter().cycle().skip(last + 1).take(outline.len());
        let met: Vec<usize> = after.filter_map(|&interval| arm_at(interval)).collect();
        (met.contains(&0) && met.contains(&1)).then(|| met[0])
    }

    /// Something if there is a closure among some pieces, which is in front.
    fn closes(&self, pieces: &[usize]) -> f64 {
        let inside = |seam: &toile_pattern::seam::Seam| seam.parts().all(|part| pieces.contains(&part.piece));
        let any = self.garment.seams.iter().any(|seam| seam.closure.is_some() && inside(seam));
        f64::from(u8::from(any))
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
fn same_line(one: &Opening, other: &Opening) -> bool {
    one.pieces() == other.pieces() && (one.length() - other.length()).abs() < 1e-6
}
