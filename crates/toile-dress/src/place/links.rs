//! Seams between pieces on one hull: which piece lies beside which, and which above which.

use super::card::Card;
use glam::DVec2;
use toile_pattern::mesh::MeshedGarment;

/// How two pieces that are sewn together lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The second is to the right of the first.
    Right,
    /// The second is to the left of the first.
    Left,
    /// The second is above the first.
    Above,
    /// The second is below the first.
    Below,
}

/// A seam between two pieces of a hull, or two sides of one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    /// The cards.
    pub(super) cards: [usize; 2],
    /// The places of partners, each from the middle of its card.
    pub(super) pairs: Vec<[DVec2; 2]>,
    /// Vertices of the partners.
    pub(super) vertices: Vec<[u32; 2]>,
    /// How the second lies to the first.
    pub(super) side: Side,
    /// How much it says about where the pieces lie: its length, less for edges that do not face each other.
    pub(super) weight: f64,
}

impl Link {
    /// The same link seen from the other card.
    pub(super) fn reversed(&self) -> Self {
        let side = match self.side {
            Side::Right => Side::Left,
            Side::Left => Side::Right,
            Side::Above => Side::Below,
            Side::Below => Side::Above,
        };
        Self {
            cards: [self.cards[1], self.cards[0]],
            pairs: self.pairs.iter().map(|&[a, b]| [b, a]).collect(),
            vertices: self.vertices.iter().map(|&[a, b]| [b, a]).collect(),
            side,
            weight: self.weight,
        }
    }

    /// Whether the cards lie side by side.
    pub(super) fn is_lateral(&self) -> bool {
        matches!(self.side, Side::Left | Side::Right)
    }
}

/// Edges that do not face each other, such as those of shoulders, say this much about where pieces lie.
const TURNED_AWAY: f64 = 0.05;

/// All seams between the cards of a hull.
pub(super) fn links(meshed: &MeshedGarment, cards: &[Card]) -> Vec<Link> {
    let card_of = |piece: u32| cards.iter().position(|card| card.piece == piece as usize);
    let mut links = Vec::new();
    for seam in &meshed.seams {
        // A seam may run over several pieces: one link for each pair of them.
        let mut runs: Vec<([usize; 2], Vec<[u32; 2]>)> = Vec::new();
        for [a, b] in &seam.pairs {
            let (Some(i), Some(j)) = (card_of(a.piece), card_of(b.piece)) else { continue };
            // What is sewn together within a pleat says nothing about what is beside it.
            if i == j && cards[i].is_pleated() {
                continue;
            }
            match runs.last_mut() {
                Some((cards, run)) if *cards == [i, j] => run.push([a.vertex, b.vertex]),
                _ => runs.push(([i, j], vec![[a.vertex, b.vertex]])),
            }
        }
        links.extend(runs.into_iter().filter_map(|(pair, vertices)| link(cards, pair, vertices)));
    }
    links
}

fn link(cards: &[Card], pair: [usize; 2], vertices: Vec<[u32; 2]>) -> Option<Link> {
    let [a, b] = pair.map(|card| &cards[card]);
    let pairs: Vec<[DVec2; 2]> =
        vertices.iter().map(|&[v, w]| [a.locals[v as usize], b.locals[w as usize]]).collect();
    // Corners belong to two edges.
    let inner = if vertices.len() > 4 { &vertices[1..vertices.len() - 1] } else { &vertices[..] };
    let normal = |side: usize| {
        let card = [a, b][side];
        inner.iter().map(|v| card.normals[v[side] as usize]).sum::<DVec2>().normalize_or_zero()
    };
    let [m, n] = [normal(0), normal(1)];
    let length: f64 =
        pairs.windows(2).map(|w| 0.5 * (w[0][0].distance(w[1][0]) + w[0][1].distance(w[1][1]))).sum();
    let facing = m.dot(n) < 0.3;
    let apart = if facing {
        m - n
    } else {
        // Both edges look the same way, as those of shoulders and of whole circles: where they are on their pieces counts.
        let middle = |side: usize| pairs.iter().map(|p| p[side]).sum::<DVec2>() / pairs.len().max(1) as f64;
        DVec2::new(
            (middle(0) / a.half.max(DVec2::splat(1e-9))).x - (middle(1) / b.half.max(DVec2::splat(1e-9))).x,
            0.0,
        )
    };
    if pairs.is_empty() || apart.length() < 1e-6 {
        return None;
    }
    let side = match (apart.x.abs() >= apart.y.abs(), apart.x > 0.0, apart.y > 0.0) {
        (true, true, _) => Side::Right,
        (true, false, _) => Side::Left,
        (false, _, true) => Side::Above,
        (false, _, false) => Side::Below,
    };
    let weight = length.max(1e-6) * if facing { 1.0 } else { TURNED_AWAY };
    Some(Link { cards: pair, pairs, vertices, side, weight })
}
