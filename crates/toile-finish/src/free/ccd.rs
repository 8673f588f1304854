//! When the vertices and edges of close pairs meet on their way.

use glam::DVec3;
use rayon::prelude::*;
use toile_contact::narrow::ccd::{CcdSettings, StencilKind, impacts};

/// What is left of the way to an impact, so that the next test does not find it again.
const BEFORE: f64 = 0.98;

/// What is left where things were closer than the gap from the start.
const HALFWAY: f64 = 0.5;

/// Continuous tests of pairs of triangles; keeps its lists from call to call.
#[derive(Clone, Debug, Default)]
pub(super) struct Meetings {
    queries: [Vec<[u32; 4]>; 2],
    times: Vec<f64>,
    again: Vec<[u32; 4]>,
    /// What meets: its corners, and the part of their ways that they may go.
    pub(super) found: Vec<([u32; 4], f64)>,
}

impl Meetings {
    /// Finds what meets among the vertices and edges of some pairs of triangles.
    pub(super) fn find(
        &mut self,
        pairs: &[[u32; 2]],
        triangles: &[[u32; 3]],
        [start, end]: [&[DVec3]; 2],
        gap: f64,
    ) {
        self.found.clear();
        for (kind, queries) in StencilKind::BOTH.into_iter().zip(&mut self.queries) {
            queries.clear();
            queries.par_extend(pairs.par_iter().with_min_len(64).flat_map_iter(|pair| {
                let [a, b] = pair.map(|t| triangles[t as usize]);
                match kind {
                    StencilKind::VertexTriangle => Either::One(vertices_and_triangles(a, b)),
                    StencilKind::EdgeEdge => Either::Other(edges_and_edges(a, b)),
                }
            }));
            let times = &mut self.times;
            // Corners are those of triangles, so that all of them are there.
            let test = |queries: &[[u32; 4]], min_separation: f64, times: &mut Vec<f64>| {
                let settings = CcdSettings { min_separation, ..CcdSettings::default() };
                if impacts(kind, start, end, queries, &settings, times).is_err() {
                    times.clear();
                }
            };
            test(queries, gap, times);
            self.again.clear();
            for (query, &time) in queries.iter().zip(times.iter()).filter(|(_, time)| time.is_finite()) {
                if time > 0.0 {
                    self.found.push((*query, BEFORE * time));
                } else {
                    self.again.push(*query);
                }
            }
            test(&self.again, 0.0, times);
            let met = self.again.iter().zip(times.iter()).filter(|(_, time)| time.is_finite());
            self.found.extend(met.map(|(query, time)| (*query, HALFWAY * time)));
        }
    }
}

/// One of two iterators over the same things.
enum Either<A, B> {
    One(A),
    Other(B),
}

impl<T, A: Iterator<Item = T>, B: Iterator<Item = T>> Iterator for Either<A, B> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self {
            Self::One(one) => one.next(),
            Self::Other(other) => other.next(),
        }
    }
}

/// Each vertex of one triangle with the other triangle, unless they share it.
fn vertices_and_triangles(a: [u32; 3], b: [u32; 3]) -> impl Iterator<Item = [u32; 4]> {
    let of = |from: [u32; 3], [p, q, r]: [u32; 3]| {
        from.into_iter().filter(move |v| ![p, q, r].contains(v)).map(move |v| [v, p, q, r])
    };
    of(a, b).chain(of(b, a))
}

/// Each edge of one triangle with each of the other, unless they share a vertex.
fn edges_and_edges(a: [u32; 3], b: [u32; 3]) -> impl Iterator<Item = [u32; 4]> {
    let edge = |t: [u32; 3], n: usize| [t[n], t[(n + 1) % 3]];
    (0..9).filter_map(move |n| {
        let ([p, q], [r, s]) = (edge(a, n / 3), edge(b, n % 3));
        (p != r && p != s && q != r && q != s).then_some([p, q, r, s])
    })
}
