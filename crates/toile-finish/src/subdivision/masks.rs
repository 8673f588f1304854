//! The row of each fine vertex: which mask applies.

use super::star::{Place, Star};
use super::{Stencils, SubdivisionScheme, SubdivisionSettings, butterfly, loop_masks};

/// The neighbours of a regular vertex.
const REGULAR: usize = 6;

/// The table of one level.
pub(super) fn stencils(star: &Star<'_>, vertices: usize, settings: &SubdivisionSettings) -> Stencils {
    let edges = star.topology.edges.len();
    let mut table = Stencils::with_capacity(vertices + edges);
    let places: Vec<Place> = (0..vertices as u32).map(|v| star.place(v)).collect();
    let mut row = Vec::new();
    for (v, place) in (0..).zip(&places) {
        row.clear();
        even(v, place, settings, &mut row);
        table.push(&row);
    }
    for edge in 0..edges {
        row.clear();
        if star.is_sharp(edge) {
            on_line(star, edge, settings.scheme, &mut row);
        } else {
            inside(star, edge, &places, settings.scheme, &mut row);
        }
        table.push(&row);
    }
    table
}

/// A vertex that was there before.
fn even(vertex: u32, place: &Place, settings: &SubdivisionSettings, row: &mut Vec<(u32, f64)>) {
    match place {
        _ if settings.scheme.interpolates() => row.push((vertex, 1.0)),
        Place::Inside(ring) => {
            let total = loop_masks::from_neighbours(settings.vertex_mask, ring.len());
            row.push((vertex, 1.0 - total));
            row.extend(ring.iter().map(|&u| (u, total / ring.len() as f64)));
        }
        &Place::Line([before, after]) => row.extend([(before, 0.125), (vertex, 0.75), (after, 0.125)]),
        Place::Corner => row.push((vertex, 1.0)),
    }
}

/// The middle of an edge of a line.
fn on_line(star: &Star<'_>, edge: usize, scheme: SubdivisionScheme, row: &mut Vec<(u32, f64)>) {
    if scheme.interpolates() {
        butterfly::four_point(star, edge, row);
    } else {
        row.extend(star.topology.edges[edge].map(|v| (v, 0.5)));
    }
}

/// The middle of a smooth edge: the regular mask, or that of its irregular end, or the mean of both.
fn inside(
    star: &Star<'_>,
    edge: usize,
    places: &[Place],
    scheme: SubdivisionScheme,
    row: &mut Vec<(u32, f64)>,
) {
    let [p, q] = star.topology.edges[edge];
    let modified = matches!(scheme, SubdivisionScheme::ModifiedButterfly | SubdivisionScheme::ModifiedLoop);
    let irregular_ring = |v: u32| match &places[v as usize] {
        Place::Inside(ring) if modified && ring.len() != REGULAR => Some(ring),
        _ => None,
    };
    let ends = [(p, q, irregular_ring(p)), (q, p, irregular_ring(q))];
    let part = match ends.iter().filter(|end| end.2.is_some()).count() {
        0 if scheme.interpolates() => return butterfly::eight_point(star, edge, row),
        0 => return loop_masks::four_vertices(star, edge, row),
        count => 1.0 / count as f64,
    };
    for (vertex, other, ring) in ends {
        let Some(ring) = ring else { continue };
        let first = ring.iter().position(|&v| v == other).unwrap_or(0);
        let share = |i: usize, weight: f64| row.push((ring[(first + i) % ring.len()], part * weight));
        let own = if scheme.interpolates() {
            butterfly::irregular(ring.len(), share)
        } else {
            loop_masks::irregular(ring.len(), share)
        };
        row.push((vertex, part * own));
    }
}
