//! All pieces of a garment that share a hull, and the hull fitted to them (Fuhrmann 2006, algorithm 1).

use super::card::Card;
use super::hull::{Hull, HullLimits, Spot};
use super::layout::{Fan, GAP, OPENS, fan, lay_out, upper_middle};
use super::links::Link;
use super::profile::{LEVELS, Profile, even_out, narrowest};
use super::region::points_between;
use super::section::RingSection;
use crate::frame::HullFrame;
use crate::infer::Limb;
use glam::DVec2;
use std::f64::consts::TAU;
use toile_body::segments::Segment;

/// Where a piece should lie, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wish {
    /// The angle around the axis of its middle, and how far its middle is to the right of that.
    pub(super) around: Option<(f64, f64)>,
    /// The height of its middle along the axis.
    pub(super) height: Option<f64>,
    /// Whether that is by a landmark of the body; if any piece of a hull knows one, the others follow it along their seams.
    pub(super) by_landmark: bool,
}

/// The pieces of one hull.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The segment.
    pub(super) segment: Segment,
    /// What kind it is.
    pub(super) limb: Limb,
    /// Its axis.
    pub(super) frame: HullFrame,
    /// The body's points that the hull encloses, seen along the axis, with their heights.
    pub(super) points: Vec<(DVec2, f64)>,
    /// Its pieces.
    pub(super) cards: Vec<Card>,
    /// What is known of where they go.
    pub(super) wishes: Vec<Wish>,
    /// Whether their height is known, and not only guessed.
    pub(super) is_told: bool,
    /// The seams among them.
    pub(super) links: Vec<Link>,
    /// How far the hull is from the body.
    pub(super) distance: f64,
    /// Whether it is a collar that is turned over.
    pub(super) is_turned: bool,
    /// How far all pieces are moved along the axis.
    pub(super) slide: f64,
    /// The least distance between pieces.
    pub(super) gap: f64,
    /// The smallest radius that pieces are bent by.
    pub(super) bend: f64,
    /// What limits the hull.
    pub(super) limits: HullLimits,
    /// The hull, once it is fitted.
    pub(super) hull: Option<Hull>,
    /// How often the hull was changed until it fitted.
    pub(super) iterations: usize,
}

/// Hulls reach this far beyond their pieces.
const HULL_MARGIN: f64 = 0.015;
/// How often a hull is changed at most.
const MOST_ITERATIONS: usize = 20;
/// Rings get this much more than they need, so that fitting comes to an end.
const SPARE: f64 = 1.002;
/// Sections are rounded over this angle in radians.
const SMOOTHING: f64 = 0.2;
/// Sleeves taper themselves, so that hulls around arms may open more than others by this factor.
const SLEEVE_TAPER: f64 = 1.4;
/// Collars that are turned over begin around this part of their hull, so that their ends do not meet.
const AROUND: f64 = 0.95;
/// How far apart points are from which the direction away from a hull is found, in metres.
const PROBE_DISTANCE: f64 = 1e-3;
/// Steps around sections in metres.
const SECTION_STEP: f64 = 0.006;

impl Group {
    /// Fits the hull and finds the spots of all pieces; false if there is no body to go around.
    pub(super) fn fit(&mut self) -> bool {
        let start = self.start();
        let middles = lay_out(&self.cards, &self.links, start, self.gap);
        self.set_heights(&middles);
        let [mut low, mut top] = self.heights();
        let Some(mut section) = self.section([low, top]) else { return false };
        self.set_turns(&middles, &section);
        let mut rings =
            self.cone_of_one(section.lengths, top - low).unwrap_or_else(|| self.first_rings(section.lengths));
        let mut hull = self.hull(&section, top, top - low, rings);
        self.iterations = 0;
        for round in 0..MOST_ITERATIONS {
            self.iterations = round + 1;
            let profiles = self.settle(start, &hull);
            // The hull reaches from the highest to the lowest piece, seen along the hull.
            let reach = profiles.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |reach, p| {
                [reach[0].min(p.across[0]), reach[1].max(p.across[1])]
            });
            let (above, below) =
                (reach[0] * hull.length - HULL_MARGIN, (reach[1] - 1.0) * hull.length + HULL_MARGIN);
            let cone = self.cone_of_one(section.lengths, top - low);
            // Around a cone the corners of a piece are as high as its middle, as far as the cone opens as the piece does.
            let moved = cone.is_none() && (above.abs() > 0.01 || below.abs() > 0.01);
            let lacking = self.lacking(&profiles, &hull);
            let needed = cone.unwrap_or_else(|| self.wanted_rings(&hull, &profiles, section.lengths));
            let too_wide = round < 3 && lacking == [0.0, 0.0] && (0..2).any(|r| needed[r] < 0.97 * rings[r]);
            let too_short = lacking != [0.0, 0.0] || (0..2).any(|r| needed[r] > 1.0005 * rings[r]);
            if !moved && !too_wide && !too_short {
                break;
            }
            if moved {
                (top, low) = (top - above, low - below);
                if let Some(better) = self.section([low, top]) {
                    section = better;
                }
            }
            for r in 0..2 {
                let least = if too_wide { 0.7 * rings[r] } else { rings[r] };
                let wanted = needed[r].clamp(least, 1.6 * rings[r]) + lacking[r];
                rings[r] =
                    if too_wide || too_short { SPARE * wanted } else { wanted }.max(section.lengths[r]);
            }
            hull = self.hull(&section, top, top - low, rings);
        }
        self.hull = Some(hull);
        true
    }

    fn hull(&self, section: &RingSection, top: f64, length: f64, rings: [f64; 2]) -> Hull {
        Hull::new(self.frame, section.clone(), top, length, rings, self.limits)
    }

    /// The piece that the others are laid against: the largest of those that know where they go.
    fn start(&self) -> usize {
        let size = |card: &Card| card.half.x * card.half.y;
        let knows = |i: usize| self.wishes[i].height.is_some() && self.wishes[i].around.is_some();
        (0..self.cards.len())
            .max_by(|&a, &b| {
                knows(a)
                    .cmp(&knows(b))
                    .then(size(&self.cards[a]).total_cmp(&size(&self.cards[b])))
                    .then(b.cmp(&a))
            })
            .unwrap_or(0)
    }

    /// Heights: as the pieces are laid against each other, all together as high as they wish to be.
    fn set_heights(&mut self, middles: &[Option<DVec2>]) {
        let (mut sum, mut weight) = (0.0, 0.0);
        for ((card, wish), middle) in self.cards.iter().zip(&self.wishes).zip(middles) {
            if let (Some(height), Some(middle)) = (wish.height, middle) {
                let size = card.half.x * card.half.y;
                sum += size * (height - middle.y);
                weight += size;
            }
        }
        let base = if weight > 0.0 { sum / weight } else { 0.0 };
        for ((card, wish), middle) in self.cards.iter_mut().zip(&self.wishes).zip(middles) {
            let height = middle.map(|middle| base + middle.y).or(wish.height).unwrap_or(base);
            card.spot.height = height + self.slide;
        }
    }

    /// From where to where along the axis the pieces reach.
    fn heights(&self) -> [f64; 2] {
        if let Some((card, _)) = self.fan_of_one() {
            let upper = upper_middle(card).unwrap_or(card.half.y);
            return [-card.half.y - HULL_MARGIN, upper + HULL_MARGIN].map(|y| card.spot.height + y);
        }
        let low = self.cards.iter().map(|c| c.spot.height - c.half.y).fold(f64::INFINITY, f64::min);
        let high = self.cards.iter().map(|c| c.spot.height + c.half.y).fold(f64::NEG_INFINITY, f64::max);
        [low - HULL_MARGIN, high + HULL_MARGIN]
    }

    /// The section around the body between two heights, or around what is nearest to them.
    fn section(&self, [low, high]: [f64; 2]) -> Option<RingSection> {
        // The wall between the legs is flat and upright.
        let (smoothing, taper) = match self.limb {
            Limb::Leg(_) => (0.0, 0.0),
            Limb::Arm(_) => (SMOOTHING, SLEEVE_TAPER * (high - low)),
            Limb::Trunk | Limb::Neck => (SMOOTHING, high - low),
        };
        let mut wider = 0.0;
        while wider < 1.0 {
            let points = points_between(self.limb, &self.points, [low - wider, high + wider], self.distance);
            if points.len() > 8 {
                let section = RingSection::around(&points, taper, self.distance, smoothing, SECTION_STEP)?;
                // A wider ring is as much rounder as it is wider.
                let lacking = self.bend - section.tightest;
                return if lacking > 0.0 {
                    let distance = self.distance + lacking;
                    let points =
                        points_between(self.limb, &self.points, [low - wider, high + wider], distance);
                    RingSection::around(&points, taper, distance, smoothing, SECTION_STEP)
                } else {
                    Some(section)
                };
            }
            wider += 0.05;
        }
        None
    }

    /// How far around the pieces are to begin with: as they are laid, all together turned to where they wish to be.
    fn set_turns(&mut self, middles: &[Option<DVec2>], section: &RingSection) {
        let laid =
            || self.cards.iter().zip(middles).filter_map(|(card, middle)| Some((card.half.x, (*middle)?.x)));
        let left = laid().map(|(half, x)| x - half).fold(f64::INFINITY, f64::min);
        let right = laid().map(|(half, x)| x + half).fold(f64::NEG_INFINITY, f64::max);
        let width = right - left + GAP;
        let length = width.max(section.mean_length());
        let wished: Vec<Option<f64>> = self
            .wishes
            .iter()
            .map(|wish| wish.around.map(|(angle, right)| section.share_at_angle(angle) + right / length))
            .collect();
        for ((card, middle), wished) in self.cards.iter_mut().zip(middles).zip(wished) {
            card.spot.turns = middle.map(|middle| middle.x / length).or(wished).unwrap_or(0.0);
        }
    }

    /// The lengths of the rings to begin with: what the sides of fans span, or else the section's.
    fn first_rings(&self, base: [f64; 2]) -> [f64; 2] {
        let fans: Vec<_> =
            (0..self.cards.len()).filter_map(|card| fan(card, &self.cards, &self.links)).collect();
        let angle: f64 = fans.iter().map(|fan| fan.angle.max(0.0)).sum();
        if angle < OPENS {
            return base;
        }
        [0, 1].map(|r| fans.iter().map(|fan| fan.widths[r] + GAP).sum::<f64>().max(base[r]))
    }

    /// A single piece whose sides are sewn to each other and that opens downwards, as that of a half circle; none if there is no such piece.
    fn fan_of_one(&self) -> Option<(&Card, Fan)> {
        let [card] = &self.cards[..] else { return None };
        fan(0, &self.cards, &self.links).filter(|fan| fan.angle > OPENS).map(|fan| (card, fan))
    }

    /// Whether it is a single piece that goes around like a cone.
    pub(super) fn is_cone(&self) -> bool {
        self.fan_of_one().is_some()
    }

    /// The lengths of the rings of a cone so long around which a single piece goes: it opens as the piece does, so that all of the piece's upper edge comes to lie at
    /// one height. Where the body is wider than that edge, the cone is wider by as much all the way down.
    fn cone_of_one(&self, base: [f64; 2], length: f64) -> Option<[f64; 2]> {
        let (_, fan) = self.fan_of_one()?;
        let upper = (fan.widths[0] + GAP - fan.angle * HULL_MARGIN).max(base[0]);
        Some([upper, (upper + fan.angle * length).max(base[1])])
    }

    /// Evens out the gaps, and tells how the pieces lie then: how wide they are in turns depends on where around the hull they are.
    fn settle(&mut self, start: usize, hull: &Hull) -> Vec<Profile> {
        let mut profiles: Vec<Profile> = self.cards.iter().map(|card| Profile::of(card, hull)).collect();
        for _ in 0..3 {
            self.even_out(&profiles, start, hull);
            self.turn_to_wishes(hull);
            profiles = self.cards.iter().map(|card| Profile::of(card, hull)).collect();
        }
        profiles
    }

    /// Pairs of cards that lie above each other.
    fn stacked(&self) -> Vec<[usize; 2]> {
        let upright = self.links.iter().filter(|link| !link.is_lateral());
        upright.map(|link| [link.cards[0].min(link.cards[1]), link.cards[0].max(link.cards[1])]).collect()
    }

    fn even_out(&mut self, profiles: &[Profile], start: usize, hull: &Hull) {
        let stacked = self.stacked();
        let length = hull.ring_lengths().into_iter().fold(f64::INFINITY, f64::min);
        let tied: Vec<Vec<(usize, f64)>> =
            (0..self.cards.len()).map(|card| self.ties(card, length)).collect();
        let askew = |card: usize, cards: &[Card]| {
            let ties = &tied[card];
            let sum: f64 = ties
                .iter()
                .map(|&(other, apart)| {
                    let away = cards[other].spot.turns + apart - cards[card].spot.turns;
                    away - away.round()
                })
                .sum();
            (!ties.is_empty()).then(|| sum / ties.len() as f64)
        };
        even_out(&mut self.cards, profiles, &stacked, start, askew, self.gap / length);
    }

    /// What a card hangs under or over, and how far its middle is to be from the other's, in turns.
    fn ties(&self, card: usize, length: f64) -> Vec<(usize, f64)> {
        let beside = self
            .links
            .iter()
            .any(|link| link.is_lateral() && link.cards[0] != link.cards[1] && link.cards.contains(&card));
        if beside {
            return Vec::new();
        }
        let of = |link: &Link| {
            let mean =
                link.pairs.iter().map(|[a, b]| a.x - b.x).sum::<f64>() / link.pairs.len().max(1) as f64;
            if link.cards[1] == card {
                (link.cards[0], mean / length)
            } else {
                (link.cards[1], -mean / length)
            }
        };
        let others =
            self.links.iter().filter(|link| link.cards[0] != link.cards[1] && link.cards.contains(&card));
        others.map(of).collect()
    }

    /// Turns all pieces together to where they wish to be.
    fn turn_to_wishes(&mut self, hull: &Hull) {
        let length = hull.ring_lengths()[0];
        let mut sum = DVec2::ZERO;
        for (card, wish) in self.cards.iter().zip(&self.wishes) {
            let Some((angle, right)) = wish.around else { continue };
            let away = hull.turns_at_angle(angle) + right / length - card.spot.turns;
            sum += DVec2::from_angle(TAU * away) * (card.half.x * card.half.y);
        }
        if sum.length() > 1e-12 {
            let turn = sum.to_angle() / TAU;
            self.cards.iter_mut().for_each(|card| card.spot.turns += turn);
        }
    }

    /// How many times as wide as they are cut collars that are turned over begin: a stand that is sewn to itself in front goes all around a wider hull. If it
    /// went around a part of it, its ends would meet behind the throat, and the neckline with them.
    pub(super) fn drawn_out(&self) -> f64 {
        let (true, Some(hull)) = (self.is_turned, self.hull.as_ref()) else { return 1.0 };
        let ring = AROUND * hull.ring_lengths().into_iter().fold(f64::INFINITY, f64::min);
        let closed = self.links.iter().filter(|link| link.is_lateral() && link.cards[0] == link.cards[1]);
        let width = closed.map(|link| 2.0 * self.cards[link.cards[0]].half.x).fold(0.0, f64::max);
        if width > 0.0 { (ring / width).max(1.0) } else { 1.0 }
    }

    /// Where a card's vertices are in space.
    pub(super) fn positions(&self, card: &Card) -> Vec<glam::DVec3> {
        let wider = DVec2::new(self.drawn_out(), 1.0);
        let locals = card.locals.iter().map(|&local| local * wider);
        let Some(hull) = self.hull.as_ref() else { return Vec::new() };
        let mut places = hull.place(card.spot, locals.clone());
        if !card.lifts.is_empty() {
            let moved = |way: DVec2| hull.place(card.spot, locals.clone().map(|local| local + way));
            let (right, up) =
                (moved(DVec2::new(PROBE_DISTANCE, 0.0)), moved(DVec2::new(0.0, PROBE_DISTANCE)));
            for (v, place) in places.iter_mut().enumerate() {
                let outward = (right[v] - *place).cross(up[v] - *place).normalize_or_zero();
                *place += outward * card.lifts[v];
            }
        }
        places
    }

    /// Where a vertex of a card is on the hull: turns around, and across.
    pub(super) fn coordinates(&self, card: &Card, vertex: u32) -> Option<DVec2> {
        let local = *card.locals.get(vertex as usize)? * DVec2::new(self.drawn_out(), 1.0);
        let spot: Spot = card.spot;
        let at = self.hull.as_ref()?.coordinates(spot, std::iter::once(local));
        at.first().map(|at| DVec2::new(at.x + spot.turns, at.y))
    }

    /// The lengths that the rings should have for all pieces to find room beside each other.
    fn wanted_rings(&self, hull: &Hull, profiles: &[Profile], base: [f64; 2]) -> [f64; 2] {
        let rings = hull.ring_lengths();
        let rows = self.rows();
        let at = |level: usize| (level as f64 + 0.5) / LEVELS as f64;
        let needed: Vec<f64> = (0..LEVELS)
            .map(|level| {
                let length = rings[0] + (rings[1] - rings[0]) * at(level);
                let width = |card: usize| {
                    let reach = profiles[card].reach[level]?;
                    let there = reach.across[0] <= at(level) && at(level) <= reach.across[1];
                    there.then(|| (reach.around[1] - reach.around[0]) * length + self.gap)
                };
                self.widest_rows(&rows, width)
            })
            .collect();
        if let Limb::Arm(_) = self.limb {
            return tightest_cone(&needed, base);
        }
        let upper = needed[..LEVELS / 6].iter().copied().fold(base[0], f64::max);
        let lower = (0..LEVELS)
            .map(|level| (needed[level] - (1.0 - at(level)) * upper) / at(level).max(0.2))
            .fold(base[1], f64::max);
        let most = needed.iter().copied().fold(base[0].max(base[1]), f64::max);
        if lower > 1.3 * most { [most, most] } else { [upper, lower] }
    }

    /// Cards that are sewn to each other side by side form a row: the number of the row of each card.
    fn rows(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.cards.len()).collect();
        for link in self.links.iter().filter(|link| link.is_lateral()) {
            let [one, other] = link.cards.map(|card| rows[card]);
            let joined = one.min(other);
            rows.iter_mut().filter(|row| **row == one || **row == other).for_each(|row| *row = joined);
        }
        rows
    }

    /// How wide all cards are together at a level. Rows that are sewn to each other lie one above the other; where a curved seam lets them reach
    /// the same level, only the widest of them counts.
    fn widest_rows(&self, rows: &[usize], width: impl Fn(usize) -> Option<f64>) -> f64 {
        let mut widths = vec![0.0; rows.len()];
        for card in 0..rows.len() {
            widths[rows[card]] += width(card).unwrap_or(0.0);
        }
        let mut stacks: Vec<usize> = rows.to_vec();
        for [one, other] in self.stacked() {
            let [one, other] = [stacks[one], stacks[other]];
            let joined = one.min(other);
            stacks.iter_mut().filter(|stack| **stack == one || **stack == other).for_each(|s| *s = joined);
        }
        let of_stack = |stack: usize| {
            let members = (0..rows.len()).filter(|&card| stacks[card] == stack);
            members.map(|card| widths[rows[card]]).fold(0.0, f64::max)
        };
        (0..rows.len()).filter(|&card| stacks[card] == card).map(of_stack).sum()
    }

    /// How much longer the rings have to be for the gaps between neighbours, which each have their narrowest place at another height.
    fn lacking(&self, profiles: &[Profile], hull: &Hull) -> [f64; 2] {
        let rings = hull.ring_lengths();
        let stacked = self.stacked();
        let mut worst = (0.0, 0.0);
        for card in 0..self.cards.len() {
            for (gap, level) in narrowest(card, &self.cards, profiles, &stacked) {
                let at = (level as f64 + 0.5) / LEVELS as f64;
                let lacking = 0.75 * self.gap - gap * (rings[0] + (rings[1] - rings[0]) * at);
                if lacking > worst.0 {
                    worst = (lacking, at);
                }
            }
        }
        let (missing, at) = (worst.0 * self.cards.len() as f64, worst.1);
        let weight = at * at + (1.0 - at) * (1.0 - at);
        [missing * (1.0 - at) / weight, missing * at / weight]
    }
}

/// The lengths of the rings of the tightest cone that is as wide as needed at every level, and at its ends at least as wide as the base. Of all
/// such cones it is the one with the least area, so that a sleeve lies around the arm all the way down.
fn tightest_cone(needed: &[f64], base: [f64; 2]) -> [f64; 2] {
    let at = |level: usize| (level as f64 + 0.5) / needed.len() as f64;
    let mut places: Vec<(f64, f64)> = needed.iter().enumerate().map(|(k, width)| (at(k), *width)).collect();
    places.extend([(0.0, base[0]), (1.0, base[1])]);
    // The best line passes through two of the places, one above the middle and one below it.
    let mut best = [f64::INFINITY; 2];
    for &(a, upper) in places.iter().filter(|place| place.0 <= 0.5) {
        for &(b, lower) in places.iter().filter(|place| place.0 > 0.5) {
            let slope = (lower - upper) / (b - a);
            let rings = [upper - slope * a, upper + slope * (1.0 - a)];
            let holds =
                places.iter().all(|(at, width)| rings[0] + (rings[1] - rings[0]) * at >= width - 1e-9);
            if holds && rings[0] + rings[1] < best[0] + best[1] {
                best = rings;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleeve_gets_a_cone() {
        // A cap that widens to the biceps, then narrows to the wrist.
        let needed: Vec<f64> = (0..40)
            .map(|k| {
                let at = (f64::from(k) + 0.5) / 40.0;
                if at < 0.25 { 0.2 + 0.8 * at } else { 0.4 - 0.2 * (at - 0.25) / 0.75 }
            })
            .collect();
        let [upper, lower] = tightest_cone(&needed, [0.2, 0.15]);
        assert!((upper - 0.467).abs() < 0.01 && (lower - 0.2).abs() < 0.01, "{upper} {lower}");
    }

    #[test]
    fn what_is_as_wide_everywhere_gets_a_cylinder() {
        let rings = tightest_cone(&[0.3; 12], [0.2, 0.1]);
        assert!(rings.iter().all(|ring| (ring - 0.3).abs() < 1e-9), "{rings:?}");
        assert_eq!(tightest_cone(&[0.0; 12], [0.2, 0.1]), [0.2, 0.1]);
    }
}
