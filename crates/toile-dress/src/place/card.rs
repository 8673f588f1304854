//! Pieces as they lie on a hull: turned so that up is up, seen from their middle.

use super::hull::Spot;
use super::pleats::Pleats;
use glam::{DMat2, DVec2};
use toile_pattern::mesh::MeshedPiece;
use toile_pattern::piece::Piece;

/// A piece in its hull's chart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Card {
    /// The piece.
    pub(super) piece: usize,
    /// Where each vertex is, from the middle of the box around the piece, up turned to `y`; pleats are folded.
    pub(super) locals: Vec<DVec2>,
    /// How far each vertex is from the hull, in metres; none if the piece has no pleats.
    pub(super) lifts: Vec<f64>,
    /// The outward normal at each vertex of the boundary; zero inside.
    pub(super) normals: Vec<DVec2>,
    /// The vertices along the boundary, counter-clockwise; holes follow.
    pub(super) boundary: Vec<Vec<u32>>,
    /// Half the size of the box.
    pub(super) half: DVec2,
    /// Where the middle lies on the hull.
    pub(super) spot: Spot,
    turn: DMat2,
    middle: DVec2,
    pleats: Option<Pleats>,
}

impl Card {
    /// A meshed piece of a number, with an up direction.
    pub(super) fn new(number: usize, piece: &Piece, mesh: &MeshedPiece, up: DVec2) -> Self {
        // The rotation that takes `up` to `y`.
        let turn = DMat2::from_cols(DVec2::new(up.y, up.x), DVec2::new(-up.x, up.y));
        let pleats = Pleats::of(piece, mesh, turn);
        let flat: Vec<DVec2> = mesh.places.iter().map(|&p| turn * p).collect();
        let (turned, lifts): (Vec<DVec2>, Vec<f64>) = match &pleats {
            Some(pleats) => {
                flat.iter().map(|p| pleats.fold(*p)).map(|folded| (folded.at, folded.lift)).unzip()
            }
            None => (flat.clone(), Vec::new()),
        };
        let (low, high) = turned
            .iter()
            .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), &p| (low.min(p), high.max(p)));
        let middle = if turned.is_empty() { DVec2::ZERO } else { low.midpoint(high) };
        let locals: Vec<DVec2> = turned.iter().map(|&p| p - middle).collect();
        let boundary = loops(mesh, piece.outline.edges.len());
        let normals = normals(&flat, &boundary);
        let half = if turned.is_empty() { DVec2::ZERO } else { 0.5 * (high - low) };
        let spot = Spot::default();
        Self { piece: number, locals, lifts, normals, boundary, half, spot, turn, middle, pleats }
    }

    /// Whether it has pleats.
    pub(super) fn is_pleated(&self) -> bool {
        self.pleats.is_some()
    }

    /// Where a point of the piece is from its middle.
    pub(super) fn local(&self, place: DVec2) -> DVec2 {
        let turned = self.turn * place;
        self.pleats.as_ref().map_or(turned, |pleats| pleats.fold(turned).at) - self.middle
    }

    /// The point of the piece in its middle.
    pub(super) fn middle_place(&self) -> DVec2 {
        self.turn.transpose() * self.middle
    }

    /// The outline from the middle.
    pub(super) fn outline(&self) -> impl Iterator<Item = DVec2> + '_ {
        self.boundary.first().into_iter().flatten().map(|&v| self.locals[v as usize])
    }
}

/// The loops of a mesh's boundary by its edges, each of which has its vertices in order.
fn loops(mesh: &MeshedPiece, outer: usize) -> Vec<Vec<u32>> {
    let chain = |edges: &[Vec<u32>]| -> Vec<u32> {
        edges.iter().flat_map(|edge| edge.iter().take(edge.len().saturating_sub(1)).copied()).collect()
    };
    let outer = outer.min(mesh.edges.len());
    let mut loops = vec![chain(&mesh.edges[..outer])];
    let mut start = outer;
    for end in outer + 1..=mesh.edges.len() {
        let first = mesh.edges[start].first();
        if mesh.edges[end - 1].last() == first {
            loops.push(chain(&mesh.edges[start..end]));
            start = end;
            if start == mesh.edges.len() {
                break;
            }
        }
    }
    loops
}

fn normals(locals: &[DVec2], boundary: &[Vec<u32>]) -> Vec<DVec2> {
    let mut normals = vec![DVec2::ZERO; locals.len()];
    for line in boundary {
        for (i, &v) in line.iter().enumerate() {
            let w = line[(i + 1) % line.len()];
            // To the right of the way around is outside.
            let normal = -(locals[w as usize] - locals[v as usize]).perp().normalize_or_zero();
            normals[v as usize] += normal;
            normals[w as usize] += normal;
        }
    }
    normals.into_iter().map(DVec2::normalize_or_zero).collect()
}
