//! Points of outlines that lie too near to each other become one vertex.
//!
//! A real pattern may have an edge of a millimetre, and seams whose ends miss each other by less: elements of that size cost time and memory, and are
//! finer than cloth can be kept apart. As in mesh generators that end for certain (gmsh, Triangle, CGAL), there is a shortest distance of vertices: where
//! a stretch between two breaks is shorter, both its ends become one vertex, and so do those of all stretches that it is sewn to. Of the points that
//! become one the sharpest corner stays where it is.

use super::boundary::for_each_interval;
use crate::curve::Ruler;
use crate::garment::Garment;
use crate::intervals::{Interval, Intervals};
use glam::DVec2;
use std::collections::{BTreeMap, BTreeSet};

/// Stretches that are sewn to one that is too short are gathered to a point with it up to this multiple of the shortest distance ...
const MOST_GATHERED: f64 = 2.0;
/// A loop of fewer vertices encloses nothing.
const LEAST_VERTICES: usize = 3;

/// A break of an edge, by the piece, the edge and its number along the edge.
type BreakNumber = (usize, usize, usize);

/// Which points of outlines become one vertex.
#[derive(Debug, Default)]
pub(super) struct Snapping {
    /// For each break of each edge the first point of its vertex, by which all breaks of that vertex are known.
    groups: Vec<Vec<Vec<usize>>>,
    /// For each point its edge and the number of the break that it is the beginning of.
    homes: Vec<BreakNumber>,
    /// For each vertex, known by its first point, the point that stays where it is.
    kept: Vec<usize>,
    /// Which classes of stretches have both ends in one vertex.
    collapsed: Vec<bool>,
}

/// What snapping goes by.
struct Snapper<'a> {
    net: &'a Intervals,
    /// The members of each class of stretches.
    members: BTreeMap<usize, Vec<Interval>>,
    points: Vec<DVec2>,
    /// How much the outline turns at each point, seen from some distance.
    turns: Vec<f64>,
    /// The points of each edge's breaks.
    numbers: Vec<Vec<Vec<usize>>>,
    /// The vertex that each point belongs to, known by its first point, and for those the point that stays.
    parents: Vec<usize>,
    kept: Vec<usize>,
    /// The loop of each edge, and how many vertices each loop has.
    loops: Vec<Vec<usize>>,
    vertices: Vec<usize>,
    shortest: f64,
}

impl Snapping {
    /// Finds the points that are nearer to each other than `shortest`. Pieces in `as_drawn` keep all their points.
    pub(super) fn new(
        garment: &Garment,
        net: &Intervals,
        rulers: &[Vec<Ruler>],
        classes: &[Vec<Vec<usize>>],
        counts: &[u32],
        shortest: f64,
        as_drawn: &BTreeSet<usize>,
    ) -> Self {
        let mut members: BTreeMap<usize, Vec<Interval>> = BTreeMap::new();
        for_each_interval(net, |interval| {
            let class = classes[interval.piece][interval.edge][interval.index];
            members.entry(class).or_default().push(interval);
        });
        members.retain(|_, members| !members.iter().any(|member| as_drawn.contains(&member.piece)));
        let (numbers, homes) = number_points(garment, net);
        let points: Vec<DVec2> = homes
            .iter()
            .map(|&(piece, edge, index)| rulers[piece][edge].point(net.breaks[piece][edge][index]))
            .collect();
        let (loops, vertices) = count_vertices(garment, classes, counts);
        let all: Vec<usize> = (0..points.len()).collect();
        let mut snapper = Snapper {
            net,
            members,
            turns: vec![0.0; points.len()],
            points,
            numbers,
            parents: all.clone(),
            kept: all,
            loops,
            vertices,
            shortest,
        };
        let mut collapsed = vec![false; counts.len()];
        if snapper.has_short() {
            snapper.turns = homes.iter().map(|home| turn_at(garment, net, rulers, *home, shortest)).collect();
            snapper.collapse(counts, &mut collapsed);
        }
        let groups = snapper.numbers.clone().into_iter().map(|edges| {
            let of_edge = |points: Vec<usize>| points.into_iter().map(|point| snapper.root(point)).collect();
            edges.into_iter().map(of_edge).collect()
        });
        Self { groups: groups.collect(), homes, kept: snapper.kept.clone(), collapsed }
    }

    /// Whether both ends of the stretches of a class are one vertex.
    pub(super) fn is_collapsed(&self, class: usize) -> bool {
        self.collapsed[class]
    }

    /// The vertex at a break, known by a number.
    pub(super) fn vertex(&self, piece: usize, edge: usize, index: usize) -> usize {
        self.groups[piece][edge][index]
    }

    /// The edge of the vertex's piece on which it lies, and the break there.
    pub(super) fn home(&self, vertex: usize) -> (usize, usize) {
        let (_, edge, index) = self.homes[self.kept[vertex]];
        (edge, index)
    }

    /// At which break of an edge the vertex of another break lies, or nearest to which end if it lies on another edge.
    pub(super) fn nearest_break(&self, piece: usize, edge: usize, index: usize) -> usize {
        let groups = &self.groups[piece][edge];
        let same = |other: &usize| groups[*other] == groups[index];
        let first = (0..=index).rev().take_while(same).last().unwrap_or(index);
        let last = (index..groups.len()).take_while(same).last().unwrap_or(index);
        let home = self.home(groups[index]);
        if home.0 == edge && (first..=last).contains(&home.1) {
            home.1
        } else if first > 0 && last + 1 == groups.len() {
            last
        } else {
            first
        }
    }

    /// The edges of pieces of which both ends, and all between, have become one vertex.
    pub(super) fn snapped_pieces(&self, classes: &[Vec<Vec<usize>>]) -> BTreeSet<usize> {
        let is_snapped = |edges: &Vec<Vec<usize>>| edges.iter().flatten().any(|class| self.collapsed[*class]);
        (0..classes.len()).filter(|piece| is_snapped(&classes[*piece])).collect()
    }
}

impl Snapper<'_> {
    fn has_short(&self) -> bool {
        self.members.values().flatten().any(|member| self.net.length(*member) < self.shortest)
    }

    fn root(&self, mut point: usize) -> usize {
        while self.parents[point] != point {
            point = self.parents[point];
        }
        point
    }

    /// The points at both ends of a stretch.
    fn ends(&self, of: Interval) -> [usize; 2] {
        let numbers = &self.numbers[of.piece][of.edge];
        [numbers[of.index], numbers[of.index + 1]]
    }

    /// How far apart the vertices at both ends of a stretch are: along it, or straight where points have moved.
    fn apart(&self, of: Interval) -> f64 {
        let ends = self.ends(of);
        let places = ends.map(|end| self.points[self.kept[self.root(end)]]);
        let moved = ends[0] != ends[1];
        let shift: f64 = (0..2).map(|i| places[i].distance(self.points[ends[i]])).sum();
        let along = self.net.length(of) - shift;
        if moved { along.max(places[0].distance(places[1])) } else { along }
    }

    /// The least and the largest distance of the ends of a class.
    fn range(&self, class: usize) -> [f64; 2] {
        let members = self.members.get(&class).into_iter().flatten().map(|member| self.apart(*member));
        members.fold([f64::INFINITY, 0.0], |[least, most], apart| [least.min(apart), most.max(apart)])
    }

    /// Collapses what is too short, the shortest first, until nothing is left that can be.
    fn collapse(&mut self, counts: &[u32], collapsed: &mut [bool]) {
        loop {
            let classes = self.members.keys().copied().filter(|class| !collapsed[*class]);
            let mut short: Vec<(f64, usize)> = classes
                .map(|class| (self.range(class)[0], class))
                .filter(|(least, _)| *least < self.shortest)
                .collect();
            short.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let before = collapsed.iter().filter(|collapsed| **collapsed).count();
            for (_, class) in short {
                collapsed[class] = self.try_collapse(class, counts[class]);
            }
            if collapsed.iter().filter(|collapsed| **collapsed).count() == before {
                break;
            }
        }
    }

    /// Lets both ends of all stretches of a class become one vertex, if that leaves loops that enclose something.
    fn try_collapse(&mut self, class: usize, count: u32) -> bool {
        let [least, most] = self.range(class);
        if least >= self.shortest || most >= MOST_GATHERED * self.shortest {
            return false;
        }
        let Some(members) = self.members.get(&class).cloned() else { return false };
        let mut left = self.vertices.clone();
        for member in &members {
            let [a, b] = self.ends(*member).map(|end| self.root(end));
            let vertices = &mut left[self.loops[member.piece][member.edge]];
            if a == b || *vertices < LEAST_VERTICES + count as usize {
                return false;
            }
            *vertices -= count as usize;
        }
        self.vertices = left;
        for member in members {
            let [a, b] = self.ends(member).map(|end| self.root(end));
            let (first, second) = (a.min(b), a.max(b));
            let (one, two) = (self.kept[first], self.kept[second]);
            // What the outline turns by is known to some digits only; of corners as sharp as each other the first one stays.
            self.kept[first] = if self.turns[two] > self.turns[one] + 1e-6 { two } else { one };
            self.parents[second] = first;
        }
        true
    }
}

/// Numbers for the breaks of all edges; the last one of an edge is the first one of the next. Returns for each number the break that it is of, too.
fn number_points(garment: &Garment, net: &Intervals) -> (Vec<Vec<Vec<usize>>>, Vec<BreakNumber>) {
    let (mut numbers, mut homes): (Vec<Vec<Vec<usize>>>, Vec<BreakNumber>) = (Vec::new(), Vec::new());
    for (p, piece) in garment.pieces.iter().enumerate() {
        let mut of_piece: Vec<Vec<usize>> = Vec::new();
        for outline in piece.loops() {
            let (begin, first) = (of_piece.len(), homes.len());
            for edge in begin..begin + outline.edges.len() {
                let count = net.breaks[p][edge].len() - 1;
                let mut of_edge: Vec<usize> = (homes.len()..homes.len() + count).collect();
                homes.extend((0..count).map(|index| (p, edge, index)));
                let is_last = edge + 1 == begin + outline.edges.len();
                of_edge.push(if is_last { first } else { homes.len() });
                of_piece.push(of_edge);
            }
        }
        numbers.push(of_piece);
    }
    (numbers, homes)
}

/// The loop that each edge is of, and how many vertices each loop has.
fn count_vertices(
    garment: &Garment,
    classes: &[Vec<Vec<usize>>],
    counts: &[u32],
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let (mut loops, mut vertices): (Vec<Vec<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
    for (piece, classes) in garment.pieces.iter().zip(classes) {
        let mut of_piece = Vec::new();
        for outline in piece.loops() {
            let first = of_piece.len();
            of_piece.extend(outline.edges.iter().map(|_| vertices.len()));
            let of_loop = classes.get(first..of_piece.len()).unwrap_or_default();
            vertices.push(of_loop.iter().flatten().map(|class| counts[*class] as usize).sum());
        }
        loops.push(of_piece);
    }
    (loops, vertices)
}

/// By how much an outline turns at a break, in radians, seen from a distance: an edge that is much shorter has no say in it.
fn turn_at(
    garment: &Garment,
    net: &Intervals,
    rulers: &[Vec<Ruler>],
    (piece, edge, index): BreakNumber,
    distance: f64,
) -> f64 {
    let lengths = &net.lengths[piece];
    let range = loop_of(garment, piece, edge);
    let at = net.breaks[piece][edge][index] * lengths[edge];
    let place = |way: f64| {
        let mut edge = edge;
        let mut at = at + way;
        // Once around is enough to find any place.
        for _ in range.clone() {
            if at < 0.0 {
                edge = if edge == range.start { range.end - 1 } else { edge - 1 };
                at += lengths[edge];
            } else if at > lengths[edge] {
                at -= lengths[edge];
                edge = if edge + 1 == range.end { range.start } else { edge + 1 };
            } else {
                break;
            }
        }
        rulers[piece][edge].point((at / lengths[edge]).clamp(0.0, 1.0))
    };
    let [before, here, after] = [place(-distance), place(0.0), place(distance)];
    let turn = (here - before).angle_to(after - here).abs();
    if turn.is_finite() { turn } else { 0.0 }
}

/// The edges of the loop that an edge is of.
fn loop_of(garment: &Garment, piece: usize, edge: usize) -> std::ops::Range<usize> {
    let mut first = 0;
    for outline in garment.pieces[piece].loops() {
        let end = first + outline.edges.len();
        if edge < end {
            return first..end;
        }
        first = end;
    }
    edge..edge + 1
}
