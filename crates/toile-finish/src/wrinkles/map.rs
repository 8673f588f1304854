//! Wrinkles as pictures over the pattern: heights, and normals to shade with.

use super::Wrinkles;
use glam::{DVec2, Vec3};
use rayon::prelude::*;
use toile_geom::bounds::Aabb;

/// No triangle.
const NONE: u32 = u32::MAX;

/// Heights and normals of wrinkles over the pattern. Pieces must not lie on top of each other there; where they do, one of them is drawn.
#[derive(Clone, Debug)]
pub struct WrinkleMap {
    side: usize,
    low: DVec2,
    pixel: f64,
    texels: Vec<Texel>,
    /// For each texel and layer: the height, and the slopes by metres.
    layers: Vec<[f32; 3]>,
    heights: Vec<f32>,
    normals: Vec<Vec3>,
}

/// Where a texel is on the cloth.
#[derive(Clone, Copy, Debug)]
struct Texel {
    triangle: u32,
    weights: [f32; 3],
    /// How the weights of the corners grow in both directions of the pattern.
    slopes: [[f32; 2]; 3],
}

impl WrinkleMap {
    /// Prepares a square map with a number of texels on each side, which covers the whole pattern. The source used 256, and found that more do not
    /// help.
    pub fn new(wrinkles: &Wrinkles, side: usize) -> Self {
        let side = side.max(1);
        let corners = wrinkles.rest().as_flattened().iter().filter(|p| p.is_finite());
        let bounds: Aabb = corners.map(|p| p.extend(0.0)).collect();
        let low = if bounds.is_empty() { DVec2::ZERO } else { bounds.min.truncate() };
        let pixel = (bounds.size().max_element() / side as f64).max(f64::MIN_POSITIVE);
        let empty = Texel { triangle: NONE, weights: [0.0; 3], slopes: [[0.0; 2]; 3] };
        let mut map = Self {
            side,
            low,
            pixel,
            texels: vec![empty; side * side],
            layers: Vec::new(),
            heights: vec![0.0; side * side],
            normals: vec![Vec3::Z; side * side],
        };
        for (t, corners) in wrinkles.rest().iter().enumerate() {
            map.cover(t as u32, *corners);
        }
        let on_layers = map.texels.par_iter().enumerate().flat_map_iter(|(n, texel)| {
            let place = map.place(n);
            // Nothing is drawn where there is no cloth, but the texel has its place in the list.
            let covered = if texel.triangle == NONE { 0.0 } else { 1.0 };
            wrinkles
                .layers
                .at(place)
                .map(move |(height, slope)| [height, slope.x, slope.y].map(|value| (covered * value) as f32))
        });
        map.layers = on_layers.collect();
        map
    }

    /// Draws the wrinkles of the frame that was followed last.
    pub fn draw(&mut self, wrinkles: &Wrinkles) {
        let count = wrinkles.layers.len().max(1);
        let size = wrinkles.settings().height as f32;
        let Self { texels, layers, heights, normals, .. } = self;
        let places = heights.par_iter_mut().zip(normals.par_iter_mut()).with_min_len(512);
        places.zip(&*texels).zip(layers.par_chunks(count)).for_each(|(((height, normal), texel), layers)| {
            if texel.triangle == NONE {
                return;
            }
            let corners = wrinkles.triangles()[texel.triangle as usize];
            let [mut sum, mut along, mut across] = [0.0_f32; 3];
            for (n, [value, by_x, by_y]) in layers.iter().enumerate() {
                let amounts = corners.map(|v| wrinkles.of_layer(n)[v as usize] as f32);
                let [mut amount, mut rise_x, mut rise_y] = [0.0_f32; 3];
                for ((one, weight), slope) in amounts.into_iter().zip(texel.weights).zip(texel.slopes) {
                    amount += one * weight;
                    rise_x += one * slope[0];
                    rise_y += one * slope[1];
                }
                sum += amount * value;
                along += amount * by_x + rise_x * value;
                across += amount * by_y + rise_y * value;
            }
            *height = size * sum;
            *normal = Vec3::new(-size * along, -size * across, 1.0).normalize();
        });
    }

    /// How many texels are on a side.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Heights in metres, row after row from the lowest second coordinate on.
    pub fn heights(&self) -> &[f32] {
        &self.heights
    }

    /// Normals in the frame of the pattern: its first and second direction, and out of the cloth. `(0, 0, 1)` where the cloth is flat.
    pub fn normals(&self) -> &[Vec3] {
        &self.normals
    }

    /// Whether there is cloth at a texel.
    pub fn is_covered(&self, texel: usize) -> bool {
        self.texels[texel].triangle != NONE
    }

    /// The texel at a place of the pattern; the nearest one for places outside.
    pub(super) fn texel(&self, place: DVec2) -> [usize; 2] {
        let at = (place - self.low) / self.pixel;
        [at.x, at.y].map(|x| (x.max(0.0) as usize).min(self.side - 1))
    }

    /// The place of the middle of a texel in the pattern.
    fn place(&self, texel: usize) -> DVec2 {
        let (x, y) = (texel % self.side, texel / self.side);
        self.low + self.pixel * (DVec2::new(x as f64, y as f64) + 0.5)
    }

    /// Notes which texels have their middle in a triangle.
    fn cover(&mut self, triangle: u32, [a, b, c]: [DVec2; 3]) {
        let double = (b - a).perp_dot(c - a);
        if !(double.abs() > 0.0 && double.is_finite()) {
            return;
        }
        let (low, high) = (self.texel(a.min(b).min(c)), self.texel(a.max(b).max(c)));
        // The weight of a corner grows across from the opposite edge.
        let slope = |from: DVec2, to: DVec2| (to - from).perp() / double;
        let slopes = [slope(b, c), slope(c, a), slope(a, b)];
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                let texel = y * self.side + x;
                let p = self.place(texel);
                let weights = [slopes[0].dot(p - b), slopes[1].dot(p - c), slopes[2].dot(p - a)];
                if weights.iter().all(|&w| w >= 0.0) {
                    self.texels[texel] = Texel {
                        triangle,
                        weights: weights.map(|w| w as f32),
                        slopes: slopes.map(|s| s.as_vec2().to_array()),
                    };
                }
            }
        }
    }
}
