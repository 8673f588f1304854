//! What the pattern says of the lines of a sewn garment: seams, and the corners of its borders.

use glam::DVec2;
use std::collections::BTreeSet;
use toile_dress::Dressed;
use toile_finish::subdivision::{EdgeMark, MarkedEdge, Marks};

/// A border has a corner where it turns by more than this, in radians: the point of a collar, but not the run of a hem.
const CORNER: f64 = 0.6;

/// The marks of a garment, whose vertices are numbered from `first` on.
pub(super) fn pattern_marks(dressed: &Dressed, first: u32) -> Marks {
    let seams = dressed.sewn.seams.iter();
    let mut sewn = BTreeSet::new();
    let mut edges = Vec::new();
    for seam in seams {
        sewn.extend(seam.iter().copied());
        let pairs = seam.windows(2).filter(|ends| ends[0] != ends[1]);
        edges.extend(
            pairs.map(|ends| MarkedEdge { edge: [first + ends[0], first + ends[1]], mark: EdgeMark::Seam }),
        );
    }
    let own_edges = own_edges(dressed);
    edges.retain(|marked| own_edges.contains(&sorted(marked.edge.map(|v| v - first))));
    let corners = corners(dressed).into_iter().filter(|v| !sewn.contains(v)).map(|v| first + v).collect();
    Marks { edges, corners }
}

/// The edges of the mesh: particles that follow each other along a seam may have none between them where pieces of a chain meet.
fn own_edges(dressed: &Dressed) -> BTreeSet<[u32; 2]> {
    let sides = |[a, b, c]: &[u32; 3]| [[*a, *b], [*b, *c], [*c, *a]].map(sorted);
    dressed.cloth.triangles.iter().flat_map(sides).collect()
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// The particles at which the outlines of pieces have corners.
fn corners(dressed: &Dressed) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for (piece, particles) in dressed.meshed.pieces.iter().zip(&dressed.sewn.vertex_of) {
        let place = |v: u32| piece.places[v as usize];
        for (n, edge) in piece.edges.iter().enumerate() {
            let next = piece.edges.iter().cycle().skip(n + 1).take(piece.edges.len());
            let Some(next) = next.filter(|next| next.first() == edge.last()).find(|next| next.len() > 1)
            else {
                continue;
            };
            let (&[.., before, at], &[_, after, ..]) = (&edge[..], &next[..]) else { continue };
            if turns(place(at) - place(before), place(after) - place(at)) {
                found.insert(particles[at as usize]);
            }
        }
    }
    found
}

fn turns(before: DVec2, after: DVec2) -> bool {
    before.angle_to(after).abs() > CORNER
}
