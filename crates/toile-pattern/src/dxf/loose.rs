//! Pieces of a drawing that has no blocks: every closed outline that lies in no other one is a piece, with all that lies in it.

use super::blocks::{Block, Drawn};
use super::boundary::outlines;
use super::layers::Role;
use super::shapes::Shape;
use crate::border::Border;
use glam::{DAffine2, DVec2};

/// Splits what lies outside of blocks into pieces; `scale` is the file's unit in metres.
pub(super) fn loose_pieces(loose: &Block, scale: f64) -> Vec<Drawn> {
    let loose = loose.mapped(&DAffine2::from_scale(DVec2::splat(scale)));
    let found = outlines(&loose.shapes);
    let is_inside = |number: usize| {
        found.iter().enumerate().any(|(other, outer)| other != number && found[number].is_inside_of(outer))
    };
    let outer: Vec<usize> = (0..found.len()).filter(|&number| !is_inside(number)).collect();
    let borders: Vec<Border> = outer.iter().map(|&number| Border::of(&found[number].outline)).collect();
    let mut blocks: Vec<Block> = (0..outer.len())
        .map(|number| Block { name: format!("piece {}", number + 1), ..Block::default() })
        .collect();
    // The smallest outline around a point, or on it.
    let home = |at: DVec2| {
        let around = |number: &usize| borders[*number].contains(at) || borders[*number].is_near(at, 1e-3);
        (0..outer.len()).filter(around).min_by(|&a, &b| found[outer[a]].area.total_cmp(&found[outer[b]].area))
    };
    for shape in &loose.shapes {
        let at = shape.curves.get(shape.curves.len() / 2).map(|curve| curve.point(0.5));
        if let Some(number) = at.and_then(home) {
            let role = if shape.role == Role::Unknown && !is_boundary(shape, &borders[number]) {
                Role::Inside
            } else {
                shape.role
            };
            blocks[number].shapes.push(Shape { role, ..shape.clone() });
        }
    }
    for (role, at) in &loose.points {
        if let Some(number) = home(*at) {
            blocks[number].points.push((*role, *at));
        }
    }
    for text in &loose.texts {
        if let Some(number) = home(text.at) {
            blocks[number].texts.push(text.clone());
        }
    }
    // Back to the file's unit, in which blocks are read.
    let back = DAffine2::from_scale(DVec2::splat(1.0 / scale));
    let drawn = |block: Block| Drawn { block: block.mapped(&back), count: 1, mirrored: false };
    blocks.into_iter().map(drawn).collect()
}

/// Whether a line of unknown meaning is a part of the outline, or a closed line that may be the one to sew.
fn is_boundary(shape: &Shape, border: &Border) -> bool {
    shape.curves.iter().all(|curve| border.is_followed(curve, 1e-3))
}
