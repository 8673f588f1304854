//! A dressed body as a scene.

use super::objects::{body_object, cloth_object};
use crate::dressing::files::CLOTH;
use crate::fit::Scale;
use std::sync::Arc;
use toile_dress::fit::FitQuantity;
use toile_dress::{Dressed, Fit, Outfit};
use toile_look::Color;
use toile_view::scene::{Object, ViewScene};
use toile_view::view_settings::{ColorMode, ViewSettings};

/// A body and all that it wears: the first object is the body, the others are the garments from inside to outside.
pub fn outfit_scene(outfit: &Outfit) -> ViewScene {
    let mut scene = ViewScene { objects: vec![body_object(outfit.wearer.mesh())], ..ViewScene::default() };
    for (n, garment) in outfit.garments.iter().enumerate() {
        let layers = outfit.layers.get(n).map_or(&[][..], Vec::as_slice);
        scene.objects.push(garment_object(garment, layers, Color::hex(CLOTH[n % CLOTH.len()])));
    }
    scene
}

/// A garment with stitches along its seams; `layers` has a number for each piece.
pub(super) fn garment_object(garment: &Dressed, layers: &[i32], color: Color) -> Object {
    let name = garment.meshed.garment.name.clone();
    let of_vertex = vertex_layers(garment, layers);
    cloth_object(name, &garment.cloth, garment.sewn.seams.clone(), of_vertex, color)
}

/// The layer of each vertex of a garment; where pieces meet, the outer one.
pub(super) fn vertex_layers(garment: &Dressed, layers: &[i32]) -> Vec<u16> {
    let mut of_vertex = vec![0_u16; garment.cloth.vertex_count()];
    for (triangle, &piece) in garment.cloth.triangles.iter().zip(&garment.sewn.piece_of) {
        let number = layers.get(piece as usize).map_or(0, |layer| (*layer).clamp(0, 1 << 15) as u16);
        for &v in triangle {
            of_vertex[v as usize] = of_vertex[v as usize].max(number);
        }
    }
    of_vertex
}

/// Puts a quantity of fit on the garments of an outfit's scene and sets the view to show it. Returns its scale, for a legend.
pub fn show_fit(
    scene: &mut ViewScene,
    settings: &mut ViewSettings,
    quantity: FitQuantity,
    fits: &[Fit],
) -> Scale {
    let scale = Scale::of(quantity, &fits.iter().collect::<Vec<_>>());
    for (object, fit) in scene.objects.iter_mut().skip(1).zip(fits) {
        object.values = Some(Arc::new(scale.values(fit)));
    }
    settings.mode = ColorMode::Values;
    settings.range = scale.range;
    settings.map = scale.map;
    scale
}
