//! The pattern beside the cloth: pieces as they were cut, and where their edges are in space.

use toile_dress::{Dressed, FoundGarment};
use toile_pattern::Garment;
use toile_pattern::curve::Curve;
use toile_pattern::seam::EdgePart;
use toile_pattern::svg::seam_color;
use toile_view::asking::FlatStretch;
use toile_view::pattern::{FlatEdge, FlatPiece, FlatSeam, Pattern};

/// Curves are drawn as straight lines no farther from them than this, in metres.
const TOLERANCE: f64 = 5e-4;

/// The pieces of garments that are not sewn yet, as cut, with their seams.
pub(super) fn pattern_of(garments: &[FoundGarment]) -> Pattern {
    let mut pattern = Pattern::default();
    for (object, found) in garments.iter().enumerate() {
        add_flat(&mut pattern, object, &found.garment.whole());
    }
    pattern
}

/// The pieces of a garment as they are drawn, without its seams.
pub(super) fn pattern_as_drawn(garment: &Garment) -> Pattern {
    let mut pattern = Pattern::default();
    add_flat(&mut pattern, 0, &Garment { seams: Vec::new(), ..garment.clone() });
    pattern
}

/// A part of an edge as it is drawn.
pub(super) fn stretch(garment: &Garment, part: &EdgePart) -> Option<FlatStretch> {
    let curve = garment.pieces.get(part.piece)?.part_curve(part)?;
    Some(FlatStretch { piece: part.piece, edge: part.edge, points: points(&curve) })
}

/// Where a curve runs.
fn points(curve: &Curve) -> Vec<[f32; 2]> {
    curve.flattened(TOLERANCE).iter().map(|point| point.as_vec2().to_array()).collect()
}

fn add_flat(pattern: &mut Pattern, object: usize, garment: &Garment) {
    let first = pattern.seams.len();
    pattern.seams.extend(garment.seams.iter().enumerate().map(|(n, seam)| FlatSeam {
        name: seam.name.clone(),
        color: seam_color(first + n),
        object,
        vertices: Vec::new(),
    }));
    for (p, piece) in garment.pieces.iter().enumerate() {
        let seam = |edge: usize| {
            let is_of = |seam: &toile_pattern::seam::Seam| {
                seam.parts().any(|part| (part.piece, part.edge) == (p, edge))
            };
            garment.seams.iter().position(is_of).map(|seam| first + seam)
        };
        let edges = piece.outline.edges.iter().enumerate().map(|(e, edge)| FlatEdge {
            name: piece.edge_name(e),
            points: points(&edge.curve),
            vertices: Vec::new(),
            seam: seam(e),
        });
        pattern.pieces.push(FlatPiece {
            name: piece.name.clone(),
            object,
            edges: edges.collect(),
            grain: [piece.grain.cos() as f32, piece.grain.sin() as f32],
            triangles: 0..0,
        });
    }
}

/// Adds the pieces and seams of a garment, which is an object of the scene.
pub(super) fn add_garment(pattern: &mut Pattern, object: usize, dressed: &Dressed) {
    let (meshed, sewn) = (&dressed.meshed, &dressed.sewn);
    let first_seam = pattern.seams.len();
    for (n, (seam, particles)) in meshed.seams.iter().zip(&sewn.seams).enumerate() {
        pattern.seams.push(FlatSeam {
            name: meshed.garment.seams.get(seam.seam).map(|seam| seam.name.clone()).unwrap_or_default(),
            color: seam_color(first_seam + n),
            object,
            vertices: particles.clone(),
        });
    }
    for (p, (piece, mesh)) in meshed.garment.pieces.iter().zip(&meshed.pieces).enumerate() {
        let particle = |v: &u32| sewn.vertex_of[p][*v as usize];
        let edges = mesh.edges.iter().enumerate().map(|(e, vertices)| FlatEdge {
            name: piece.edge_name(e),
            points: vertices.iter().map(|v| mesh.places[*v as usize].as_vec2().to_array()).collect(),
            vertices: vertices.iter().map(particle).collect(),
            seam: seam_of(dressed, p, e).map(|seam| first_seam + seam),
        });
        let first = sewn.piece_of.iter().position(|of| *of as usize == p).unwrap_or(0) as u32;
        let count = sewn.piece_of.iter().filter(|of| **of as usize == p).count() as u32;
        pattern.pieces.push(FlatPiece {
            name: piece.name.clone(),
            object,
            edges: edges.collect(),
            grain: mesh.warp.as_vec2().to_array(),
            triangles: first..first + count,
        });
    }
}

/// The seam that most of an edge is sewn by.
fn seam_of(dressed: &Dressed, piece: usize, edge: usize) -> Option<usize> {
    let parts = |n: &usize| {
        let seam = dressed.meshed.garment.seams.get(dressed.meshed.seams[*n].seam)?;
        let shares = seam.parts().filter(|part| part.piece == piece && part.edge == edge);
        Some(shares.map(|part| part.share().abs()).sum::<f64>()).filter(|share| *share > 0.0)
    };
    (0..dressed.meshed.seams.len())
        .filter_map(|n| Some((n, parts(&n)?)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(n, _)| n)
}
