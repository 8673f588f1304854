//! Which triangle covers a place in a piece.

use super::{ClothSpot, FlatCloth};
use glam::{DVec2, DVec3};
use toile_geom::bounds::Aabb;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;

/// The triangles of one piece, to be asked what lies where.
#[derive(Clone, Debug)]
pub struct PieceMap<'a> {
    cloth: &'a FlatCloth,
    triangles: Vec<u32>,
    tree: Bvh,
}

impl<'a> PieceMap<'a> {
    /// Prepares a piece.
    pub fn new(cloth: &'a FlatCloth, piece: u32) -> Self {
        let numbers = 0..cloth.triangles().len() as u32;
        let triangles: Vec<u32> = numbers.filter(|&t| cloth.pieces()[t as usize] == piece).collect();
        let bounds = |t: &u32| cloth.corners()[*t as usize].iter().map(|p| p.extend(0.0)).collect();
        let boxes: Vec<Aabb> = triangles.iter().map(bounds).collect();
        Self { cloth, tree: Bvh::new(&boxes), triangles }
    }

    /// The spot of the piece at a place in the pattern, or the nearest one not farther than `within`.
    pub fn spot(&self, place: DVec2, within: f64) -> Option<ClothSpot> {
        let near = |item: u32| {
            let corners = self.cloth.corners()[self.triangles[item as usize] as usize];
            point_triangle(place.extend(0.0), corners.map(|p| p.extend(0.0)))
        };
        let (item, _) =
            self.tree.nearest(DVec3::from((place, 0.0)), within, |item| near(item).distance_squared)?;
        let vertices = self.cloth.triangles()[self.triangles[item as usize] as usize];
        Some(ClothSpot {
            triangle: self.triangles[item as usize],
            vertices,
            weights: near(item).barycentric,
            height: 0.0,
        })
    }
}
