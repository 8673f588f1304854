//! How much of a hull each piece takes up at each height, and pieces moved around the hull until the gaps between them are even.

use super::card::Card;
use super::hull::Hull;
use glam::DVec2;

/// Heights at which pieces are looked at, from the upper to the lower ring.
pub(super) const LEVELS: usize = 32;

/// How a piece lies within a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    /// From where to where around the hull, in turns from its middle.
    pub(super) around: [f64; 2],
    /// From where to where across the hull.
    pub(super) across: [f64; 2],
}

impl Reach {
    fn with(self, p: DVec2) -> Self {
        Self {
            around: [self.around[0].min(p.x), self.around[1].max(p.x)],
            across: [self.across[0].min(p.y), self.across[1].max(p.y)],
        }
    }

    /// Whether two pieces are at the same height somewhere in a level, and not one above the other.
    fn is_beside(&self, other: &Self) -> bool {
        self.across[0] < other.across[1] && other.across[0] < self.across[1]
    }
}

/// How a piece lies on a hull.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Profile {
    /// One for each level that it reaches.
    pub(super) reach: [Option<Reach>; LEVELS],
    /// From where to where it reaches across the hull.
    pub(super) across: [f64; 2],
}

impl Profile {
    /// Where a card lies on a hull.
    pub(super) fn of(card: &Card, hull: &Hull) -> Self {
        let line = hull.coordinates(card.spot, card.outline());
        let mut profile = Self { reach: [None; LEVELS], across: [f64::INFINITY, f64::NEG_INFINITY] };
        for (i, &a) in line.iter().enumerate() {
            let b = line[(i + 1) % line.len()];
            profile.across = [profile.across[0].min(a.y), profile.across[1].max(a.y)];
            let steps = ((b.y - a.y).abs() * LEVELS as f64 * 2.0).ceil().clamp(1.0, 200.0) as usize;
            for k in 0..=steps {
                let p = a.lerp(b, k as f64 / steps as f64);
                let level = (p.y * LEVELS as f64).clamp(0.0, LEVELS as f64 - 1.0) as usize;
                let here = Reach { around: [p.x; 2], across: [p.y; 2] };
                profile.reach[level] = Some(profile.reach[level].map_or(here, |reach| reach.with(p)));
            }
        }
        profile
    }
}

/// How far a card is from the next one to its left and to its right, in turns, and at which level; one whole turn if
/// there is none. Pairs that lie above each other by their seams are no neighbours.
pub(super) fn narrowest(
    card: usize,
    cards: &[Card],
    profiles: &[Profile],
    stacked: &[[usize; 2]],
) -> [(f64, usize); 2] {
    let mut free = [(1.0f64, 0); 2];
    let beside = |other: usize| !stacked.contains(&[card.min(other), card.max(other)]);
    for other in (0..cards.len()).filter(|&other| beside(other)) {
        let apart = (cards[other].spot.turns - cards[card].spot.turns).rem_euclid(1.0);
        for (level, (own, its)) in profiles[card].reach.iter().zip(&profiles[other].reach).enumerate() {
            let (Some(own), Some(its)) = (own, its) else { continue };
            if !own.is_beside(its) {
                continue;
            }
            let (own, its) = (own.around, its.around);
            let gaps = if other == card {
                [1.0 - (own[1] - own[0]); 2]
            } else {
                [(1.0 - apart) + own[0] - its[1], apart + its[0] - own[1]]
            };
            for (free, gap) in free.iter_mut().zip(gaps) {
                if gap < free.0 {
                    *free = (gap, level);
                }
            }
        }
    }
    free
}

/// Moves cards around the hull until the gaps to both sides of each are equal; `tied` tells by how far a card hangs askew under or over what it
/// is sewn to, for those cards that are.
pub(super) fn even_out(
    cards: &mut [Card],
    profiles: &[Profile],
    stacked: &[[usize; 2]],
    fixed: usize,
    tied: impl Fn(usize, &[Card]) -> Option<f64>,
    gap: f64,
) {
    for _ in 0..300 {
        let mut moved = 0.0f64;
        for card in (0..cards.len()).filter(|&card| card != fixed) {
            let [left, right] = narrowest(card, cards, profiles, stacked).map(|(gap, _)| gap);
            let even = 0.5 * (right - left);
            let shift = match tied(card, cards) {
                Some(askew) if left + right > 2.0 * gap => {
                    askew.clamp(gap.min(left) - left, right - gap.min(right))
                }
                _ => even,
            };
            let shift = 0.8 * shift;
            cards[card].spot.turns += shift;
            moved = moved.max(shift.abs());
        }
        if moved < 1e-5 {
            break;
        }
    }
}
