//! What is read off a draped specimen: the shadow that it casts on the paper below, and its folds.

use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use toile_geom::TriMesh;
use toile_geom::raster::{Camera, Cull, EMPTY, ImageSize, Projection, VisibilityBuffer};

/// Pixels of the shadow's picture each way: a quarter of a millimetre each.
const PIXELS: u32 = 1280;
/// The picture is so much wider than the specimen was when it was flat.
const ROOM: f64 = 1.05;
/// Of the way from the lowest to the highest reach of the border, a fold goes at least this share.
const SHARE_OF_FOLD: f64 = 0.2;

/// A shadow from parallel light from above, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Shadow {
    /// How many pixels it has each way.
    pub pixels: u32,
    /// The side of a pixel in metres.
    pub side: f64,
    /// Whether there is shadow, row by row.
    pub dark: Vec<bool>,
}

impl Shadow {
    /// The shadow of cloth, and of a disc of a radius around the origin. Nothing further from the origin than `reach` is seen.
    pub fn new(mesh: &TriMesh, disc: f64, reach: f64) -> Self {
        let height = 2.0 * ROOM * reach;
        let camera = Camera::look_at(
            DVec3::Y * 4.0 * reach,
            DVec3::ZERO,
            DVec3::NEG_Z,
            Projection::Orthographic { height },
        );
        let size = ImageSize { width: PIXELS, height: PIXELS };
        let seen = VisibilityBuffer::render(mesh, &camera, size, Cull::None);
        let side = height / f64::from(PIXELS);
        let middle = |k: usize| (k as f64 + 0.5) * side - 0.5 * height;
        let is_dark = |(pixel, &id): (usize, &u32)| {
            let place = DVec2::new(middle(pixel % PIXELS as usize), middle(pixel / PIXELS as usize));
            id != EMPTY || place.length() < disc
        };
        Self { pixels: PIXELS, side, dark: seen.ids.iter().enumerate().map(is_dark).collect() }
    }

    /// Its area in m².
    pub fn area(&self) -> f64 {
        self.dark.iter().filter(|dark| **dark).count() as f64 * self.side * self.side
    }

    /// The part of the hanging ring that the shadow still covers: Cusick's drape coefficient, 0 to 1.
    pub fn coefficient(&self, disc: f64, specimen: f64) -> f64 {
        let (small, large) = (PI * disc * disc, PI * specimen * specimen);
        (self.area() - small) / (large - small)
    }
}

/// The folds of a border.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Folds {
    /// How many there are.
    pub count: usize,
    /// How much further from the axis their crests are than the hollows between them, in metres, on average.
    pub depth: f64,
}

impl Folds {
    /// The folds of a closed border around the vertical axis through the origin.
    pub fn of(border: &[DVec3]) -> Self {
        let reaches: Vec<f64> = border.iter().map(|p| DVec2::new(p.x, p.z).length()).collect();
        let low = reaches.iter().copied().fold(f64::INFINITY, f64::min);
        let high = reaches.iter().copied().fold(0.0, f64::max);
        let turns = turns(&reaches, SHARE_OF_FOLD * (high - low));
        let mean = |side: usize| {
            let some = turns.iter().skip(side).step_by(2);
            some.clone().sum::<f64>() / some.count().max(1) as f64
        };
        Self { count: turns.len() / 2, depth: (mean(0) - mean(1)).abs() }
    }
}

/// The values at which a closed sequence turns round, going at least some way in between: highs and lows in turn.
fn turns(values: &[f64], way: f64) -> Vec<f64> {
    let Some(start) = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])) else {
        return Vec::new();
    };
    // From the highest value once round and back to it, which is then met twice.
    let mut found = Vec::new();
    let (mut extreme, mut falls) = (values[start], true);
    for k in 1..=values.len() {
        let value = values[(start + k) % values.len()];
        let beyond = if falls { value - extreme } else { extreme - value };
        if beyond >= 0.0 {
            extreme = value;
        } else if -beyond >= way && way > 0.0 {
            found.push(extreme);
            (extreme, falls) = (value, !falls);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// A border with waves, and a ripple too small to count.
    fn border(waves: f64) -> Vec<DVec3> {
        let at = |k: u32| {
            let angle = TAU * f64::from(k) / 360.0;
            let reach = 0.12 + 0.02 * (waves * angle + 0.3).cos() + 0.002 * (31.0 * angle).cos();
            DVec3::new(reach * angle.cos(), -0.03, reach * angle.sin())
        };
        (0..360).map(at).collect()
    }

    #[test]
    fn folds_are_counted_and_ripples_are_not() {
        for count in 2..10 {
            let folds = Folds::of(&border(f64::from(count)));
            assert_eq!(folds.count, count as usize);
            assert!((folds.depth - 0.04).abs() < 0.005, "{folds:?}");
        }
        assert_eq!(Folds::of(&[]), Folds::default());
        assert_eq!(Folds::of(&[DVec3::X; 5]).count, 0);
    }

    #[test]
    fn a_flat_specimen_covers_all_of_the_ring_and_none_covers_nothing() {
        let (disc, specimen) = (0.09, 0.15);
        let count = 720;
        let corner = |radius: f64, k: u32| {
            let angle = TAU * f64::from(k % count) / f64::from(count);
            DVec3::new(radius * angle.cos(), 0.0, -radius * angle.sin())
        };
        let mesh = TriMesh {
            positions: (0..count).flat_map(|k| [corner(0.5 * disc, k), corner(specimen, k)]).collect(),
            triangles: (0..count)
                .flat_map(|k| {
                    let [a, b, c, d] = [2 * k, 2 * k + 1, 2 * ((k + 1) % count), 2 * ((k + 1) % count) + 1];
                    [[a, b, d], [a, d, c]]
                })
                .collect(),
        };
        let flat = Shadow::new(&mesh, disc, specimen);
        assert!(
            (flat.coefficient(disc, specimen) - 1.0).abs() < 1e-3,
            "{}",
            flat.coefficient(disc, specimen)
        );
        let none = Shadow::new(&TriMesh::default(), disc, specimen);
        assert!(none.coefficient(disc, specimen).abs() < 1e-3);
    }
}
