//! What the pieces of a top are: sleeves and cuffs, collars and hoods, what hangs on at the waist or the hem, and the trunk.

use super::PieceClass;
use super::around::{Sides, sides, sides_of_open, sides_of_whole};
use super::by_shape::{BAND, Role, Shape, same_line};
use super::openings::Opening;
use std::collections::BTreeSet;
use toile_pattern::piece::LineKind;

/// What stands around the neck ends in an opening that turns less than this; a neckline in flat cloth turns more, in radians.
const STANDS: f64 = -2.3;
/// The same of a sleeve's end and a bare armhole.
const SLEEVE_END: f64 = -1.8;
/// Lower rings around the neck are collars, higher ones hoods, in metres.
const HOOD: f64 = 0.18;
/// Below a seam at the waist, less than this is a band at the hem rather than a skirt, in metres.
const SKIRT: f64 = 0.25;

impl Shape<'_> {
    /// A top; where it is open in front, neck and hem are one line.
    pub(super) fn top(
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
                    sides_of_whole(lowest, roles.len(), frontness, first)
                } else {
                    sides(lowest, &near, false, frontness)
                }
            }
            (Some(lowest), None) => sides_of_open(lowest, &near),
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
        for piece in ring {
            roles[piece] = Role::Arm(which, class);
        }
        for piece in above {
            roles[piece] = Role::Arm(which, PieceClass::Sleeve);
        }
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
            for piece in ring {
                roles[piece] = if is_skirt { Role::Skirt } else { Role::Hemband };
            }
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
}
