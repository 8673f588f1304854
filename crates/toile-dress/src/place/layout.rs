//! Pieces laid against each other along their seams, breadth first from the one in the middle of things (Fuhrmann 2006, §3.4).

use super::card::Card;
use super::links::{Link, Side};
use glam::DVec2;
use std::f64::consts::TAU;

/// The least distance between pieces to begin with, in metres.
pub(super) const GAP: f64 = 0.008;

/// Lays cards against each other in the plane: where the middle of each is. Cards that hang on nothing are `None`.
pub(super) fn lay_out(cards: &[Card], links: &[Link], start: usize, gap: f64) -> Vec<Option<DVec2>> {
    let mut middles: Vec<Option<DVec2>> = vec![None; cards.len()];
    if start >= cards.len() {
        return middles;
    }
    middles[start] = Some(DVec2::ZERO);
    let both_ways: Vec<Link> = links
        .iter()
        .filter(|link| link.cards[0] != link.cards[1])
        .flat_map(|link| [link.clone(), link.reversed()])
        .collect();
    // One ring of neighbours after the other.
    loop {
        let placed: Vec<bool> = middles.iter().map(Option::is_some).collect();
        let mut next: Vec<(usize, &Link)> = Vec::new();
        for (card, _) in cards.iter().enumerate().filter(|(card, _)| !placed[*card]) {
            let known = both_ways.iter().filter(|link| link.cards[1] == card && placed[link.cards[0]]);
            if let Some(best) = known.max_by(|a, b| a.weight.total_cmp(&b.weight)) {
                next.push((card, best));
            }
        }
        if next.is_empty() {
            return middles;
        }
        for (card, link) in next {
            middles[card] = middles[link.cards[0]].map(|middle| middle + offset(link, cards, gap));
        }
    }
}

/// Where the middle of a link's second card lies as seen from the first one's.
fn offset(link: &Link, cards: &[Card], gap: f64) -> DVec2 {
    let apart: Vec<DVec2> = link.pairs.iter().map(|&[a, b]| a - b).collect();
    let mean = apart.iter().sum::<DVec2>() / apart.len().max(1) as f64;
    let widths = cards[link.cards[0]].half.x + cards[link.cards[1]].half.x;
    let most = |f: fn(&DVec2) -> f64| apart.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
    match link.side {
        Side::Right => DVec2::new(most(|d| d.x).clamp(0.0, widths) + gap, mean.y),
        Side::Left => DVec2::new(-(most(|d| -d.x).clamp(0.0, widths) + gap), mean.y),
        Side::Above => DVec2::new(mean.x, most(|d| d.y) + gap),
        Side::Below => DVec2::new(mean.x, -most(|d| -d.y) - gap),
    }
}

/// A piece that widens by more than this angle opens like a cone, in radians.
pub(super) const OPENS: f64 = 0.5;

/// The ends of the sides of a piece that it is sewn to its neighbours with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fan {
    /// The distance between its sides above and below, along arcs.
    pub(super) widths: [f64; 2],
    /// The angle between its sides; positive if it is wider below.
    pub(super) angle: f64,
}

/// How a piece widens from above to below between the seams at its sides; `None` if it lacks one of them.
pub(super) fn fan(card: usize, cards: &[Card], links: &[Link]) -> Option<Fan> {
    let vertices = |wanted: Side| -> Vec<u32> {
        let of = |link: &Link| -> Vec<u32> {
            let mut found = Vec::new();
            if link.cards[0] == card && link.side == wanted {
                found.extend(link.vertices.iter().map(|v| v[0]));
            }
            if link.cards[1] == card && link.reversed().side == wanted {
                found.extend(link.vertices.iter().map(|v| v[1]));
            }
            found
        };
        links.iter().flat_map(of).collect()
    };
    let ends = |wanted: Side| -> Option<[DVec2; 2]> {
        let vertices = vertices(wanted);
        let outline = cards[card].boundary.first()?;
        let on: Vec<bool> = outline.iter().map(|v| vertices.contains(v)).collect();
        let count = on.len();
        // The run starts after the longest stretch without.
        let start = (0..count)
            .filter(|&i| on[i] && !on[(i + count - 1) % count])
            .max_by_key(|&i| (1..=count).take_while(|&k| !on[(i + count - k) % count]).count())?;
        let last = (0..count).rev().map(|k| (start + k) % count).find(|&i| on[i])?;
        Some([start, last].map(|i| cards[card].locals[outline[i] as usize]))
    };
    // Counter-clockwise the right side runs upwards and the left side downwards.
    let [right_low, right_high] = ends(Side::Right)?;
    let [left_high, left_low] = ends(Side::Left)?;
    let angle = -(right_high - right_low).angle_to(left_high - left_low);
    // A half circle has sides on one line; nothing narrows by nearly half a turn.
    let angle = if angle < -2.5 { angle + TAU } else { angle };
    let arc = |chord: f64| {
        let half = 0.5 * angle.abs();
        if half > 1e-3 { chord * half / half.sin().max(0.1) } else { chord }
    };
    Some(Fan { widths: [arc(right_high.distance(left_high)), arc(right_low.distance(left_low))], angle })
}

/// How high the upper edge of a piece is in its middle, seen from the middle of its box.
pub(super) fn upper_middle(card: &Card) -> Option<f64> {
    let outline: Vec<DVec2> = card.outline().collect();
    let next = outline.iter().cycle().skip(1);
    let crossing = |(a, b): (&DVec2, &DVec2)| {
        let is_across = (a.x <= 0.0) != (b.x <= 0.0);
        is_across.then(|| a.y + (b.y - a.y) * a.x / (a.x - b.x))
    };
    outline.iter().zip(next).filter_map(crossing).reduce(f64::max)
}
