//! What a piece is and what its edges are, by the order, the places and the shapes of its edges.
//!
//! Tailors draw a front as hem, side, armhole, shoulder, neck and middle, in this order; a sleeve as hem, side, cap, side. Each kind of piece has such a
//! cyclic sequence, with the place, the direction and the bulge that each edge has in a piece of unit size. A boundary is laid along each of them
//! by dynamic programming, the right way round and mirrored, upright and turned; what fits best says kind and edges, and the others how sure that is.

use super::boundary::{Boundary, Joint};
use super::kind::EdgeRole::{
    self, Armhole, Cap, Centre, Crown, End, Hem, Inseam, Neck, Panel, Raglan, Rise, Shoulder, Side, Waist,
    YokeLine,
};
use super::kind::PieceKind;
use super::templates::{Expected, TEMPLATES, Template};
use super::words::roles_of_token;
use glam::DVec2;

/// What a boundary may be: a kind, a role for each stretch, and how well that fits.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) kind: PieceKind,
    pub(super) roles: Vec<EdgeRole>,
    /// The logarithm of how likely it is, up to a constant that all readings of a piece share.
    pub(super) score: f64,
    /// The turn and mirroring under which it was seen: where points of the piece lie in a box of unit size.
    pub(super) frame: Frame,
}

/// A piece in a box of unit size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    across: DVec2,
    up: DVec2,
    low: DVec2,
    size: DVec2,
    mirrored: bool,
}

impl Frame {
    fn new(boundary: &Boundary, up: DVec2, mirrored: bool) -> Self {
        let across = -up.perp();
        let points = || boundary.stretches.iter().flat_map(|stretch| &stretch.points);
        let along = |way: DVec2| {
            let low = points().map(|point| point.dot(way)).fold(f64::INFINITY, f64::min);
            let high = points().map(|point| point.dot(way)).fold(f64::NEG_INFINITY, f64::max);
            (low, (high - low).max(1e-9))
        };
        let ((x, width), (y, height)) = (along(across), along(up));
        Self { across, up, low: DVec2::new(x, y), size: DVec2::new(width, height), mirrored }
    }

    /// Where a point lies in the box.
    pub(super) fn place(&self, point: DVec2) -> DVec2 {
        let at = (DVec2::new(point.dot(self.across), point.dot(self.up)) - self.low) / self.size;
        if self.mirrored { DVec2::new(1.0 - at.x, at.y) } else { at }
    }

    /// How high a point lies above the lower end of the piece, in metres.
    pub(super) fn height(&self, point: DVec2) -> f64 {
        point.dot(self.up) - self.low.y
    }

    fn way(&self, way: DVec2) -> DVec2 {
        let way = DVec2::new(way.dot(self.across), way.dot(self.up));
        if self.mirrored { DVec2::new(-way.x, way.y) } else { way }
    }

    /// Width and height in metres.
    pub(super) fn size(&self) -> DVec2 {
        self.size
    }
}

/// A stretch in a frame.
struct Seen {
    at: DVec2,
    way: DVec2,
    bulge: f64,
    weight: f64,
    words: Vec<&'static [EdgeRole]>,
    is_fold: bool,
}

/// All readings of a boundary worth keeping, the best first. `hint` is what words tell of its kind, `garment`
/// what the name of the garment tells, `up` where its grain or its drawing says that up is.
pub(super) fn readings(
    boundary: &Boundary,
    hint: Option<PieceKind>,
    garment: Option<PieceKind>,
    is_half: bool,
    up: DVec2,
) -> Vec<Reading> {
    let mut found: Vec<Reading> = Vec::new();
    for template in TEMPLATES {
        let mut best: Option<Reading> = None;
        for (quarter, turned) in [(0, 0.0), (2, 2.2), (1, 2.8), (3, 2.8)] {
            let up = (0..quarter).fold(up, |up, _| up.perp());
            for mirrored in [false, true] {
                if mirrored && !template.is_half {
                    continue;
                }
                // A strip has no upper side.
                let free = matches!(template.kind, PieceKind::Band | PieceKind::Collar);
                let turned = if free { 0.3 * f64::from(quarter.min(1)) } else { turned };
                let frame = Frame::new(boundary, up, mirrored);
                let Some((roles, fit)) = laid_along(boundary, &frame, template) else { continue };
                let score = -fit - turned - template.cost
                    + by_hint(template.kind, hint)
                    + by_garment(template.kind, hint, garment)
                    - whole_of_a_half(template, is_half);
                if best.as_ref().is_none_or(|best| score > best.score) {
                    best = Some(Reading { kind: template.kind, roles, score, frame });
                }
            }
        }
        found.extend(best);
    }
    let frame = Frame::new(boundary, up, false);
    let of_no_kind = |kind: PieceKind, score: f64| Reading {
        kind,
        roles: vec![EdgeRole::Other; boundary.count()],
        score,
        frame,
    };
    found.push(of_no_kind(PieceKind::Other, -9.0));
    if hint == Some(PieceKind::Detail) {
        found.push(of_no_kind(PieceKind::Detail, 8.0));
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found
}

/// What words are worth.
#[expect(clippy::match_same_arms, reason = "a table is read row by row")]
fn by_hint(kind: PieceKind, hint: Option<PieceKind>) -> f64 {
    use PieceKind::{
        Band, Body, BodyWhole, Collar, Detail, Hood, Other, RaglanBody, RaglanSleeve, Skirt, Sleeve, Yoke,
    };
    match (hint, kind) {
        (None, _) => 0.0,
        (Some(hint), kind) if hint == kind => 5.0,
        (Some(Sleeve), RaglanSleeve) | (Some(Collar), Band) | (Some(Yoke), BodyWhole) => 3.0,
        (Some(Body), BodyWhole | RaglanBody | Skirt) => 3.0,
        (Some(Band), Collar) => 2.5,
        (Some(Skirt), Band) => 1.0,
        (Some(Detail | Other), _) => -4.0,
        (Some(Hood), _) => -1.5,
        _ => -3.0,
    }
}

/// What is cut twice is seldom drawn whole, but for gores.
fn whole_of_a_half(template: &Template, is_half: bool) -> f64 {
    if is_half && !template.is_half && template.kind == PieceKind::Skirt { 1.8 } else { 0.0 }
}

/// What the name of the garment is worth where the piece has none: trousers are of legs, skirts of panels.
fn by_garment(kind: PieceKind, hint: Option<PieceKind>, garment: Option<PieceKind>) -> f64 {
    use PieceKind::{Body, BodyWhole, RaglanBody, Skirt, Sleeve, Trousers};
    let is_large = matches!(kind, Body | BodyWhole | RaglanBody | Skirt | Sleeve | Trousers);
    match garment {
        Some(Trousers | Skirt) if hint.is_none() && is_large => {
            if Some(kind) == garment {
                3.0
            } else {
                -2.0
            }
        }
        Some(Body) if kind == Trousers => -2.0,
        Some(Body) if kind == Skirt && hint.is_none() => -0.8,
        _ => 0.0,
    }
}

/// Lays a boundary along the edges of a kind: the role of each stretch, and what it costs.
fn laid_along(boundary: &Boundary, frame: &Frame, template: &Template) -> Option<(Vec<EdgeRole>, f64)> {
    // What lies on the fold is twice as wide once it is unfolded; bands lie with an end on it.
    let is_band = matches!(template.kind, PieceKind::Band | PieceKind::Collar);
    let shape = frame.size.x / frame.size.y * if is_band && boundary.fold.is_some() { 2.0 } else { 1.0 };
    let off = (template.shape[0] / shape).max(shape / template.shape[1]).max(1.0).ln() * 4.0;
    if off > 6.0 {
        return None;
    }
    let order: Vec<usize> = (0..boundary.count()).filter(|&stretch| !boundary.is_leg(stretch)).collect();
    let order: Vec<usize> = if frame.mirrored { order.into_iter().rev().collect() } else { order };
    let (count, kinds) = (order.len(), template.edges.len());
    if !(2..=60).contains(&count) {
        return None;
    }
    let whole = boundary.length();
    let seen: Vec<Seen> = order.iter().map(|&stretch| seen(boundary, frame, stretch, whole)).collect();
    let own: Vec<Vec<f64>> =
        seen.iter().map(|seen| template.edges.iter().map(|edge| misfit(seen, edge)).collect()).collect();
    // The words at the joint before each stretch, in the order of the walk.
    let joint = |place: usize| -> &Joint {
        if frame.mirrored {
            &boundary.joints[boundary.next(order[place])]
        } else {
            &boundary.joints[order[place]]
        }
    };
    let meeting: Vec<Vec<&'static [EdgeRole]>> = (0..count)
        .map(|place| {
            joint(place)
                .words
                .iter()
                .map(|word| roles_of_token(word))
                .filter(|roles| !roles.is_empty())
                .collect()
        })
        .collect();
    let between = |place: usize, before: usize, after: usize| -> f64 {
        // Over a closed dart an edge goes on.
        let own_stretch = order[place];
        let beside = if frame.mirrored { boundary.next(own_stretch) } else { boundary.before(own_stretch) };
        if boundary.is_leg(beside) {
            return if before == after { 0.0 } else { 1.5 };
        }
        let here = &meeting[place];
        let pair = [template.edges[before].role, template.edges[after].role];
        let of_names: f64 = here
            .iter()
            .map(|roles| if roles.iter().any(|role| pair.contains(role)) { -1.0 } else { 0.6 })
            .sum();
        // A change of roles wants a corner, and a sharp corner a change of roles.
        let turn = joint(place).turn.abs();
        let of_corner =
            if before == after { (turn - 0.6).clamp(0.0, 1.0) * 1.2 } else { (0.35 - turn).max(0.0) * 1.5 };
        // A notch on an edge of the drawing does not end what the edge is.
        let edge = |stretch: usize| boundary.stretches[stretch].part.edge;
        let on_edge = if before != after && edge(beside) == edge(own_stretch) { WITHIN_AN_EDGE } else { 0.0 };
        of_names.clamp(-3.0, 2.0) + of_corner + on_edge
    };
    let skipped =
        |from: usize, to: usize| -> f64 { (from + 1..to).map(|edge| template.edges[edge].missing).sum() };
    let mut best: Option<(Vec<usize>, f64)> = None;
    for offset in 0..count {
        // Cost and previous edge for each place and edge.
        let mut costs = vec![vec![(f64::INFINITY, 0_usize); kinds]; count];
        for edge in 0..kinds {
            let missing: f64 = template.edges[..edge].iter().map(|edge| edge.missing).sum();
            costs[0][edge] = (own[offset][edge] + missing, edge);
        }
        for step in 1..count {
            let place = (offset + step) % count;
            for edge in 0..kinds {
                let from = (0..=edge).map(|before| {
                    (costs[step - 1][before].0 + skipped(before, edge) + between(place, before, edge), before)
                });
                let (cost, before) = from.min_by(|a, b| a.0.total_cmp(&b.0))?;
                costs[step][edge] = (cost + own[place][edge], before);
            }
        }
        for last in 0..kinds {
            let missing: f64 = template.edges[last + 1..].iter().map(|edge| edge.missing).sum();
            // Back to the first stretch.
            let mut walk = vec![last];
            for step in (1..count).rev() {
                walk.push(costs[step][walk[walk.len() - 1]].1);
            }
            let first = walk[walk.len() - 1];
            let cost = costs[count - 1][last].0 + missing + between(offset, last, first);
            if best.as_ref().is_none_or(|best| cost < best.1) {
                walk.reverse();
                let mut edges = vec![0; count];
                for (step, edge) in walk.into_iter().enumerate() {
                    edges[(offset + step) % count] = edge;
                }
                best = Some((edges, cost));
            }
        }
    }
    let (edges, cost) = best?;
    let mut roles = vec![EdgeRole::Other; boundary.count()];
    let mut shares = vec![0.0; kinds];
    for (place, edge) in edges.into_iter().enumerate() {
        roles[order[place]] = template.edges[edge].role;
        shares[edge] += boundary.stretches[order[place]].length / whole;
    }
    Some((roles, cost + off + too_short(template, &shares)))
}

/// What it costs that edges are shorter than theirs are: an armhole of two centimetres is none.
fn too_short(template: &Template, shares: &[f64]) -> f64 {
    let short = |(edge, share): (&Expected, &f64)| {
        let least = least_share(edge.role);
        if *share > 0.0 && *share < least { 0.8 * edge.missing * (1.0 - share / least) } else { 0.0 }
    };
    template.edges.iter().zip(shares).map(short).sum()
}

/// What it costs if an edge of the drawing has two roles.
const WITHIN_AN_EDGE: f64 = 2.0;

/// The least share of the whole outline that an edge has.
#[expect(clippy::match_same_arms, reason = "a table is read row by row")]
fn least_share(role: EdgeRole) -> f64 {
    match role {
        Armhole | Raglan => 0.07,
        Side | Inseam | Panel | Hem => 0.06,
        Cap | Crown => 0.12,
        Rise => 0.07,
        Neck | Waist => 0.04,
        Shoulder | YokeLine => 0.025,
        _ => 0.0,
    }
}

fn seen(boundary: &Boundary, frame: &Frame, stretch: usize, whole: f64) -> Seen {
    let own = &boundary.stretches[stretch];
    let mut way = frame.way(own.to() - own.from()).normalize_or_zero();
    if frame.mirrored {
        way = -way;
    }
    Seen {
        at: frame.place(own.middle()),
        way,
        bulge: own.bulge(),
        weight: (own.length / (0.12 * whole)).clamp(0.15, 1.6),
        words: own.words.iter().map(|word| roles_of_token(word)).filter(|roles| !roles.is_empty()).collect(),
        is_fold: boundary.fold == Some(stretch),
    }
}

/// How badly a stretch fits an edge.
fn misfit(seen: &Seen, edge: &Expected) -> f64 {
    let off = (seen.at - DVec2::from(edge.at)) / 0.28;
    let turned = 1.0 - seen.way.dot(DVec2::from_angle(edge.way.to_radians()));
    let bulge = ((seen.bulge - edge.bulge) / 0.12).powi(2).min(3.0);
    // A middle is straight, a side follows the hip.
    let bent = if edge.role == Centre { 0.7 * (seen.bulge / 0.012).powi(2).min(1.0) } else { 0.0 };
    let shape = off.length_squared().min(6.0) + 2.5 * turned + 0.6 * bulge + bent;
    let named = !seen.words.is_empty();
    let of_name = if !named {
        0.0
    } else if seen.words.iter().any(|roles| roles.contains(&edge.role)) {
        -1.5
    } else {
        1.0
    };
    let of_fold = match (seen.is_fold, edge.role) {
        (true, Centre) => -2.0,
        (true, End) => -1.0,
        (true, _) => 4.0,
        _ => 0.0,
    };
    seen.weight * shape + of_name + of_fold
}
