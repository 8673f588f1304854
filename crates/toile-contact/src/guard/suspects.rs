//! Which candidates are near, and which of them could meet in this step.

use super::GuardInput;
use super::far::{Candidate, Changed, Strayed};
use super::gap::{gap_below, widest_gap};
use super::regions::Regions;
use super::slide::HalfSpace;
use crate::narrow::proximity::{Proximity, proximity};
use crate::narrow::{StencilKind, ccd};
use crate::touch::Touch;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use toile_geom::allowance::{Allowance, Room};

/// Candidates that one thread takes at a time.
const CHUNK: usize = 4096;

/// Closest points of nearly parallel edges are found to this part of the size of the pair.
const DISTANCE_ERROR: f64 = 1e-7;

/// How far a pair is on its way to being held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hold {
    /// Nothing keeps it apart; it needs nothing.
    Free,
    /// One side follows the other, which gives way; that was put right once.
    Following,
    /// It was put right once more.
    FollowingAgain,
    /// Each side has its plane, whatever the other does.
    Planes,
    /// Its vertices stay at their anchors.
    Stopped,
}

/// A pair that could meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspect {
    pub(super) kind: StencilKind,
    pub(super) corners: [u32; 4],
    pub(super) weights: [f64; 4],
    pub(super) distance: f64,
    pub(super) normal: DVec3,
    /// Where heights along the normal are measured from.
    pub(super) origin: DVec3,
    /// The gap at the start, rounded down.
    pub(super) start_gap: f64,
    /// The gap that is to be left at the end.
    pub(super) wanted: f64,
    pub(super) hold: Hold,
    /// No plane separates it at the start and at its anchors.
    pub(super) lost: bool,
    /// All its vertices are kinematic, and meet: nothing can be done about it but to tell.
    pub(super) kinematic: bool,
    /// The first side stays above `planes[0]`, the second below `planes[1]`.
    pub(super) planes: [f64; 2],
    /// The round in which the planes were last changed.
    pub(super) changed: u32,
}

impl Suspect {
    fn new(kind: StencilKind, corners: [u32; 4], at: &[DVec3; 4], close: &Proximity, floor: f64) -> Self {
        let (normal, start_gap) = widest_gap(kind, at, close);
        Self {
            kind,
            corners,
            weights: close.weights,
            distance: close.distance,
            normal,
            origin: at[0],
            start_gap,
            wanted: start_gap.min(floor),
            hold: Hold::Free,
            lost: start_gap <= 0.0,
            kinematic: false,
            planes: [f64::NEG_INFINITY, f64::INFINITY],
            changed: 0,
        }
    }

    #[inline]
    pub(super) fn at(&self, positions: &[DVec3]) -> [DVec3; 4] {
        self.corners.map(|v| positions[v as usize])
    }

    /// Whether a vertex of the pair is on its first side.
    #[inline]
    pub(super) fn is_first(&self, vertex: u32) -> bool {
        self.corners[..self.kind.first_side()].contains(&vertex)
    }

    /// The corners of the side on which a vertex is not, with their weights.
    pub(super) fn other_side(&self, vertex: u32) -> impl Iterator<Item = (u32, f64)> {
        let middle = self.kind.first_side();
        let range = if self.is_first(vertex) { middle..4 } else { 0..middle };
        range.map(|i| (self.corners[i], self.weights[i].abs()))
    }

    /// Where a vertex of the pair has to stay.
    #[inline]
    pub(super) fn half_space(&self, vertex: u32) -> HalfSpace {
        let Self { normal, origin, planes: [low, high], .. } = *self;
        if self.is_first(vertex) {
            HalfSpace { normal, origin, offset: low }
        } else {
            HalfSpace { normal: -normal, origin, offset: -high }
        }
    }

    /// The lowest of the first side and the highest of the second.
    pub(super) fn heights(&self, positions: &[DVec3]) -> [f64; 2] {
        let at = self.at(positions).map(|p| self.normal.dot(p - self.origin));
        let (first, second) = at.split_at(self.kind.first_side());
        [
            first.iter().copied().fold(f64::INFINITY, f64::min),
            second.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        ]
    }

    /// What rounding of positions may take from the gap.
    fn tolerance(&self) -> f64 {
        (8.0 * f64::EPSILON * self.origin.abs().max_element()).min(0.5 * self.wanted.max(0.0))
    }

    /// Whether the gap at some positions is wide enough.
    pub(super) fn has_gap(&self, positions: &[DVec3]) -> bool {
        self.is_enough(gap_below(self.kind, &self.at(positions), self.normal))
    }

    /// Whether a gap is wide enough.
    pub(super) fn is_enough(&self, gap: f64) -> bool {
        gap > 0.0 && gap >= self.wanted - self.tolerance()
    }

    /// The direction with the widest gap at the end among those that come into question and separate the pair well enough
    /// at the start and at the anchors; all its gaps are returned with it.
    ///
    /// The way from one closest point to the other is the best direction for small motions. For larger ones it is not: an
    /// edge that slides above another one is beside it first, and in its way only if asked along that direction. The
    /// normals of triangles, and of two edges, know that one is above.
    pub(super) fn direction(&self, start: &[DVec3], anchors: &[DVec3], end: &[DVec3]) -> Direction {
        let [from, over, to] = [start, anchors, end].map(|positions| self.at(positions));
        let gaps = |normal| self.along(normal, &from, &over, &to);
        let mut best = gaps(self.normal);
        let turned = proximity(self.kind, to, f64::INFINITY).map_or(self.normal, |close| close.normal);
        let [across, across_at_end] = [from, to].map(|corners| self.across(&corners));
        let others = [turned, turned + self.normal, across, -across, across_at_end, -across_at_end];
        for normal in others.into_iter().filter_map(DVec3::try_normalize) {
            let other = gaps(normal);
            if other.end > best.end && self.is_enough(other.start) && self.is_enough(other.anchors) {
                best = other;
            }
        }
        best
    }

    fn along(&self, normal: DVec3, start: &[DVec3; 4], anchors: &[DVec3; 4], end: &[DVec3; 4]) -> Direction {
        let [start, anchors, end] =
            [start, anchors, end].map(|corners| gap_below(self.kind, corners, normal));
        Direction { normal, start, anchors, end }
    }

    /// Whether the pair touches on its way.
    fn meets(&self, start: &[DVec3], end: &[DVec3]) -> bool {
        self.impact_within(0.0, start, end).is_some()
    }

    /// When the pair first comes closer than is wanted; nothing if it is proved that it does not.
    pub(super) fn impact(&self, start: &[DVec3], end: &[DVec3]) -> Option<f64> {
        self.impact_within(self.wanted - self.tolerance(), start, end)
    }

    fn impact_within(&self, min_separation: f64, start: &[DVec3], end: &[DVec3]) -> Option<f64> {
        let settings = ccd::CcdSettings { min_separation, tolerance: 1e-3 };
        let (start, end) = (self.at(start), self.at(end));
        let impact = match self.kind {
            StencilKind::VertexTriangle => ccd::vertex_triangle(start, end, &settings),
            StencilKind::EdgeEdge => ccd::edge_edge(start, end, &settings),
        };
        impact.map(|impact| impact.time)
    }

    /// The direction between the closest points at a time, if it separates the pair well enough at the start and at the
    /// anchors. At the time of impact it is the one that best tells what is in whose way.
    pub(super) fn direction_at(
        &self,
        time: f64,
        start: &[DVec3],
        anchors: &[DVec3],
        end: &[DVec3],
    ) -> Option<Direction> {
        let [from, over, to] = [start, anchors, end].map(|positions| self.at(positions));
        let then = std::array::from_fn(|i| from[i].lerp(to[i], time));
        let normal = proximity(self.kind, then, f64::INFINITY)?.normal;
        let direction = self.along(normal, &from, &over, &to);
        (self.is_enough(direction.start) && self.is_enough(direction.anchors)).then_some(direction)
    }

    /// The normal of the triangle, or of both edges, of any length.
    fn across(&self, [a, b, c, d]: &[DVec3; 4]) -> DVec3 {
        match self.kind {
            StencilKind::VertexTriangle => (*c - *b).cross(*d - *b),
            StencilKind::EdgeEdge => (*b - *a).cross(*d - *c),
        }
    }
}

/// A direction and the gaps along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    pub(super) normal: DVec3,
    pub(super) start: f64,
    pub(super) anchors: f64,
    pub(super) end: f64,
}

/// Suspects, and which of them each vertex is in.
#[derive(Debug, Default)]
pub(super) struct Suspects {
    pub(super) pairs: Vec<Suspect>,
    parts: Vec<Vec<Suspect>>,
    /// Which candidates are suspects: of vertices and triangles first, then of edges.
    suspected: Vec<bool>,
    /// Where the pairs of each vertex begin in `of_vertex`.
    first: Vec<u32>,
    of_vertex: Vec<u32>,
    /// The least gap of the pairs of each vertex.
    least: Vec<f64>,
}

/// What decides whether a candidate is a suspect.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) input: &'a GuardInput<'a>,
    /// The candidates, and how far features get from the middles of their regions on their ways to the ends that they were first to have.
    pub(super) regions: &'a Regions,
    /// Which vertices kinematic things could push.
    pub(super) exposed: &'a [AtomicBool],
    /// How far each vertex may move at most.
    pub(super) reach: &'a [f64],
    pub(super) floor: f64,
    /// Half-spaces that single vertices stay out of, in the order of the vertices.
    pub(super) walls: &'a [Touch],
    /// Memory that is left for suspects, and time for finding what keeps them apart.
    pub(super) room: &'a Room,
    pub(super) allowance: &'a Allowance,
}

impl Suspects {
    /// Finds the pairs among the candidates that could come closer than the floor on the way to `ends`.
    pub(super) fn find(&mut self, bounds: &Bounds<'_>, ends: &[DVec3]) {
        self.pairs.clear();
        self.suspected.clear();
        self.suspected.resize(bounds.regions.found.len(), false);
        self.least.clear();
        self.least.resize(ends.len(), bounds.floor);
        self.add(bounds, ends, |candidate, kind| {
            !bounds.regions.strayed.is_far(kind, candidate, bounds.floor)
        });
        if self.pairs.iter().any(|pair| pair.start_gap < bounds.floor) {
            self.lower_floors(bounds.floor);
        }
    }

    /// Adds the pairs that are suspects now that some vertices have new ends; returns whether there are any.
    pub(super) fn find_more(
        &mut self,
        bounds: &Bounds<'_>,
        ends: &[DVec3],
        changed: &Changed,
        strayed: &Strayed,
    ) -> bool {
        let before = self.pairs.len();
        self.add(bounds, ends, |candidate, kind| {
            changed.has(kind, candidate.pair) && !strayed.is_far(kind, candidate, bounds.floor)
        });
        let least = &self.least;
        for pair in &mut self.pairs[before..] {
            pair.wanted = pair.corners.iter().map(|&v| least[v as usize]).fold(pair.wanted, f64::min);
        }
        self.pairs.len() > before
    }

    /// Adds the suspects among the candidates that come into question and are none yet.
    fn add(
        &mut self,
        bounds: &Bounds<'_>,
        ends: &[DVec3],
        is_near: impl Fn(&Candidate, StencilKind) -> bool + Sync,
    ) {
        let lists = StencilKind::BOTH.map(|kind| (kind, bounds.regions.found.of(kind)));
        let chunks = lists.map(|(_, list)| list.len().div_ceil(CHUNK));
        self.parts.resize_with((chunks[0] + chunks[1]).max(self.parts.len()), Vec::new);
        let (front, back) = self.parts[..chunks[0] + chunks[1]].split_at_mut(chunks[0]);
        let (first, second) = self.suspected.split_at_mut(lists[0].1.len());
        for (((kind, list), parts), suspected) in lists.into_iter().zip([front, back]).zip([first, second]) {
            let flags = suspected.par_chunks_mut(CHUNK);
            list.par_chunks(CHUNK).zip(parts).zip(flags).for_each(|((list, part), flags)| {
                part.clear();
                if bounds.room.is_spent() {
                    return;
                }
                let near = list.iter().zip(flags).filter(|(one, flag)| !**flag && is_near(one, kind));
                for (&Candidate { pair, .. }, flag) in near {
                    let corners = bounds.input.features.corners(kind, pair);
                    if let Some(suspect) = bounds.suspect(kind, corners, ends) {
                        *flag = true;
                        part.push(suspect);
                    }
                }
                // They are there twice: in their part and in the whole.
                bounds.room.take::<[Suspect; 2]>(part.len());
            });
        }
        let before = self.pairs.len();
        if bounds.room.is_spent() {
            return;
        }
        for part in &self.parts[..chunks[0] + chunks[1]] {
            self.pairs.extend_from_slice(part);
        }
        if before == 0 || self.pairs.len() > before {
            self.sort_by_vertex(bounds.input.start.len());
        }
    }

    /// Where layers are closer than the floor already, other pairs of the same vertices may come as close. A layer that
    /// slides along another would else be stopped by the floor of each edge it comes to.
    fn lower_floors(&mut self, floor: f64) {
        let mut least = std::mem::take(&mut self.least);
        least.par_iter_mut().enumerate().for_each(|(v, least)| {
            *least = self.of(v).map(|pair| pair.start_gap).filter(|gap| *gap > 0.0).fold(floor, f64::min);
        });
        self.pairs.par_iter_mut().for_each(|pair| {
            pair.wanted = pair.corners.iter().map(|&v| least[v as usize]).fold(pair.wanted, f64::min);
        });
        self.least = least;
    }

    fn sort_by_vertex(&mut self, vertex_count: usize) {
        self.first.clear();
        self.first.resize(vertex_count + 1, 0);
        for pair in &self.pairs {
            for v in pair.corners {
                self.first[v as usize] += 1;
            }
        }
        let mut total = 0;
        for place in &mut self.first {
            total += *place;
            *place = total;
        }
        self.of_vertex.resize(total as usize, 0);
        for (n, pair) in self.pairs.iter().enumerate().rev() {
            for v in pair.corners {
                self.first[v as usize] -= 1;
                self.of_vertex[self.first[v as usize] as usize] = n as u32;
            }
        }
    }

    /// The pairs a vertex is in, in order.
    pub(super) fn of(&self, vertex: usize) -> impl Iterator<Item = &Suspect> {
        let range = self.first[vertex] as usize..self.first[vertex + 1] as usize;
        self.of_vertex[range].iter().map(|&n| &self.pairs[n as usize])
    }
}

impl Bounds<'_> {
    /// Whether kinematic things could push a vertex.
    #[inline]
    pub(super) fn is_exposed(&self, v: usize) -> bool {
        self.exposed[v].load(Ordering::Relaxed)
    }

    /// The suspect that a candidate is if its vertices go to `ends`, or if kinematic things push them.
    #[inline]
    fn suspect(&self, kind: StencilKind, corners: [u32; 4], ends: &[DVec3]) -> Option<Suspect> {
        let at = corners.map(|v| self.input.start[v as usize]);
        let pushed = corners.iter().any(|&v| self.is_exposed(v as usize));
        let within = if pushed {
            let reach = corners.map(|v| self.reach[v as usize]);
            let (first, second) = reach.split_at(kind.first_side());
            let farthest = |side: &[f64]| side.iter().copied().fold(0.0, f64::max);
            let within = farthest(first) + farthest(second) + self.floor;
            if gap_of_boxes(kind, &at) > within * (1.0 + 1e-12) {
                return None;
            }
            within
        } else {
            let to = corners.map(|v| ends[v as usize]);
            let (start, end) = (gaps_of_boxes(kind, &at), gaps_of_boxes(kind, &to));
            // An axis separates them at the beginning and at the end, the same side first, and so at all times between.
            let kept = start[0].min(end[0]).max(start[1].min(end[1]));
            if kept.max_element() > self.floor * (1.0 + 1e-12)
                || apart_along_centres(kind, &at, &to, self.floor)
            {
                return None;
            }
            closing(kind, &at, &to) + self.floor
        };
        let close = proximity(kind, at, within + DISTANCE_ERROR * size(&at))?;
        let mut suspect = Suspect::new(kind, corners, &at, &close, self.floor);
        if corners.iter().all(|&v| self.input.kinematic[v as usize]) {
            suspect.kinematic = true;
            return suspect.meets(self.input.start, ends).then_some(suspect);
        }
        Some(suspect)
    }
}

/// Whether two sides are farther apart than a distance along the line between their centres at the beginning, both then and at
/// the end: so they are at all times between. Finds in little time that most neighbours in a sheet do not meet.
#[inline]
pub(super) fn apart_along_centres(
    kind: StencilKind,
    from: &[DVec3; 4],
    to: &[DVec3; 4],
    distance: f64,
) -> bool {
    let [a, b, c, d] = *from;
    let direction = match kind {
        StencilKind::VertexTriangle => 3.0 * a - (b + c + d),
        StencilKind::EdgeEdge => a + b - (c + d),
    };
    let least = distance * direction.length() * (1.0 + 1e-9);
    gap_along(kind, from, direction) > least && gap_along(kind, to, direction) > least
}

/// How far the first side is beyond the second along a direction of any length, but for rounding.
#[inline]
fn gap_along(kind: StencilKind, corners: &[DVec3; 4], direction: DVec3) -> f64 {
    // Counted from one of the corners, so that rounding does not depend on where the origin is.
    let [a, b, c, d] = corners.map(|p| direction.dot(p - corners[3]));
    match kind {
        StencilKind::VertexTriangle => a - b.max(c).max(d),
        StencilKind::EdgeEdge => a.min(b) - c.max(d),
    }
}

/// How much closer two sides can come, at most: as far as their corners move against each other.
#[inline]
fn closing(kind: StencilKind, from: &[DVec3; 4], to: &[DVec3; 4]) -> f64 {
    let motion: [DVec3; 4] = std::array::from_fn(|i| to[i] - from[i]);
    let (first, second) = motion.split_at(kind.first_side());
    let squared = first.iter().flat_map(|a| second.iter().map(|b| a.distance_squared(*b)));
    squared.fold(0.0, f64::max).sqrt() * (1.0 + 1e-9)
}

/// How far the box of the first side is beyond that of the second along each axis, and the second beyond the first.
#[inline]
fn gaps_of_boxes(kind: StencilKind, [a, b, c, d]: &[DVec3; 4]) -> [DVec3; 2] {
    let (low, high, other_low, other_high) = match kind {
        StencilKind::VertexTriangle => (*a, *a, b.min(*c).min(*d), b.max(*c).max(*d)),
        StencilKind::EdgeEdge => (a.min(*b), a.max(*b), c.min(*d), c.max(*d)),
    };
    [low - other_high, other_low - high]
}

/// How far the boxes of both sides are apart along some axis.
#[inline]
pub(super) fn gap_of_boxes(kind: StencilKind, corners: &[DVec3; 4]) -> f64 {
    let [above, below] = gaps_of_boxes(kind, corners);
    above.max(below).max_element()
}

/// The size of a pair: no smaller than what rounding of its distance is a part of.
#[inline]
fn size([a, b, c, d]: &[DVec3; 4]) -> f64 {
    (a.max(*b).max(c.max(*d)) - a.min(*b).min(c.min(*d))).element_sum()
}
