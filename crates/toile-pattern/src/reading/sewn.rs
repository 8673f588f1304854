//! The surface that some seams make of the pieces: its free border, walked along from piece to piece.

use super::cloth::{Cloth, Cut, Vertex};
use super::join::{Join, JoinKind};
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

/// Walks around a point that take longer than this have gone astray.
const MOST_STEPS: usize = 64;

/// Where a stretch is sewn: the seam, its side, and its place in that side.
#[derive(Clone, Copy, Debug)]
struct Place {
    join: usize,
    side: usize,
    at: usize,
}

/// Pieces with seams between them.
#[derive(Clone, Debug)]
pub(super) struct Sewn<'a> {
    pub(super) cloth: &'a Cloth,
    /// All seams, mirror images among them.
    joins: Vec<Join>,
    places: BTreeMap<Cut, Place>,
    /// Points that have become one: each tells another one of its kind, the last one tells itself.
    same: BTreeMap<Vertex, Vertex>,
    /// How much the seams take from the Euler characteristic of the loose pieces.
    lines: i32,
}

/// What lies between a free stretch and the next one along the border.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    /// The next free stretch.
    pub(super) to: Cut,
    /// How much the border turns there, in radians; positive at corners that stick out.
    pub(super) turn: f64,
    /// The seams that end there, by number.
    pub(super) seams: Vec<usize>,
    /// The points of pieces there.
    pub(super) corners: Vec<Vertex>,
}

impl<'a> Sewn<'a> {
    pub(super) fn new(cloth: &'a Cloth) -> Self {
        Self { cloth, joins: Vec::new(), places: BTreeMap::new(), same: BTreeMap::new(), lines: 0 }
    }

    /// Sews a seam and its mirror image.
    pub(super) fn sew(&mut self, join: &Join) {
        let image = join.image(self.cloth);
        for join in std::iter::once(join.clone()).chain(image) {
            let number = self.joins.len();
            self.join_points(&join);
            for (side, cuts) in join.sides.iter().enumerate() {
                for (at, &cut) in cuts.iter().enumerate() {
                    self.places.insert(cut, Place { join: number, side, at });
                }
            }
            self.joins.push(join);
        }
    }

    /// To sew along a line takes 1 from the Euler characteristic, or less where its ends are one already; to close a ring on a ring nothing.
    fn join_points(&mut self, join: &Join) {
        let ends = |run: &[Cut]| Some([self.cloth.ends(*run.first()?)[0], self.cloth.ends(*run.last()?)[1]]);
        let [Some([a, b]), Some([c, d])] = [ends(&join.sides[0]), ends(&join.sides[1])] else { return };
        let known = i32::from(self.unite(a, d)) + i32::from(self.unite(b, c));
        if join.kind != JoinKind::Ring {
            self.lines += 1 - known;
        }
    }

    fn root(&self, mut point: Vertex) -> Vertex {
        while let Some(&next) = self.same.get(&point) {
            if next == point {
                break;
            }
            point = next;
        }
        point
    }

    /// Makes two points one; whether they were already.
    fn unite(&mut self, a: Vertex, b: Vertex) -> bool {
        let [a, b] = [self.root(a), self.root(b)];
        self.same.insert(a, b);
        a == b
    }

    pub(super) fn join(&self, number: usize) -> &Join {
        &self.joins[number]
    }

    pub(super) fn is_free(&self, cut: Cut) -> bool {
        !self.places.contains_key(&cut)
    }

    /// What follows a free stretch along the border; nothing if seams end in the middle of others there.
    pub(super) fn passage(&self, from: Cut) -> Option<Passage> {
        let mut passage = Passage { to: from, turn: PI, seams: Vec::new(), corners: Vec::new() };
        let mut at = from;
        for _ in 0..MOST_STEPS {
            let (inside, corner) = self.corner_after(at);
            passage.turn -= inside;
            passage.corners.push(corner);
            let next = self.cloth.next(at);
            let Some(place) = self.places.get(&next) else {
                passage.to = next;
                return Some(passage);
            };
            let join = &self.joins[place.join];
            if place.at > 0 {
                return None;
            }
            passage.seams.push(place.join);
            at = *join.sides[1 - place.side].last()?;
        }
        None
    }

    /// The angle inside of the piece at the end of a stretch, and the point there.
    fn corner_after(&self, cut: Cut) -> (f64, Vertex) {
        let boundary = &self.cloth.view(cut).boundary;
        let joint = if cut.image { cut.stretch } else { boundary.next(cut.stretch) };
        let inside = PI - boundary.joints[joint].turn;
        let on_fold = boundary.fold.is_some_and(|fold| joint == fold || joint == boundary.next(fold));
        (if on_fold { 2.0 * inside } else { inside }, self.cloth.ends(cut)[1])
    }

    /// All free borders: stretches with what follows each of them.
    pub(super) fn borders(&self) -> Vec<Border> {
        let mut seen: BTreeSet<Cut> = BTreeSet::new();
        let mut found = Vec::new();
        for start in self.cloth.cuts() {
            if seen.contains(&start) || !self.is_free(start) || self.cloth.view(start).left_out.is_some() {
                continue;
            }
            let mut border = Border::default();
            let mut at = start;
            loop {
                if !seen.insert(at) {
                    border.is_whole = at == start;
                    break;
                }
                let Some(passage) = self.passage(at) else { break };
                let to = passage.to;
                border.cuts.push(at);
                border.passages.push(passage);
                at = to;
            }
            if !border.cuts.is_empty() {
                found.push(border);
            }
        }
        found
    }

    /// Which pieces hang together: a number for each piece and its image.
    pub(super) fn bodies(&self) -> BTreeMap<(usize, bool), usize> {
        let mut body: BTreeMap<(usize, bool), usize> = BTreeMap::new();
        for cut in self.cloth.cuts() {
            let count = body.len();
            body.entry(self.cloth.sheet(cut)).or_insert(count);
        }
        // Few pieces: each seam renames one of both bodies.
        for join in self.joins.iter().filter(|join| join.kind != JoinKind::Dart) {
            let mut all =
                join.cuts().filter_map(|cut| body.get(&self.cloth.sheet(cut)).copied()).collect::<Vec<_>>();
            all.sort_unstable();
            if let Some((&first, rest)) = all.split_first() {
                for number in body.values_mut() {
                    if rest.contains(number) {
                        *number = first;
                    }
                }
            }
        }
        body
    }

    /// How many handles the surface has in all, as a cup has one: garments have none. `borders` are its own.
    pub(super) fn handles(&self, borders: &[Border]) -> f64 {
        let bodies = self.bodies();
        let mut numbers: Vec<usize> = bodies
            .iter()
            .filter(|(sheet, _)| self.cloth.views[sheet.0].left_out.is_none())
            .map(|entry| *entry.1)
            .collect();
        let sheets = numbers.len() as f64;
        numbers.sort_unstable();
        numbers.dedup();
        // The Euler characteristic is 2 for each body, less its openings and 2 for each handle.
        let openings = borders.iter().filter(|border| border.is_whole).count() as f64;
        (numbers.len() as f64 - 0.5 * (sheets - f64::from(self.lines) + openings)).max(0.0)
    }
}

/// A free border of the sewn surface.
#[derive(Clone, Debug, Default)]
pub(super) struct Border {
    pub(super) cuts: Vec<Cut>,
    /// What follows each stretch.
    pub(super) passages: Vec<Passage>,
    /// Whether it comes back to its beginning.
    pub(super) is_whole: bool,
}
