//! Tiles of colour, normals and roughness.

use super::look::FabricLook;
use glam::DVec3;
use rayon::prelude::*;
use toile_io::png::Image;

/// Pictures of a tile of a fabric that can be laid side by side. Rows run from the upper edge down; warp yarns run upwards.
#[derive(Clone, Debug, PartialEq)]
pub struct FabricMaps {
    /// How much cloth a tile shows, across and along the warp, in metres.
    pub size: [f64; 2],
    /// The colour, in sRGB.
    pub color: Image,
    /// Normals of the surface in the tile: red to the right, green upwards, blue towards the eye; 128 is none.
    pub normal: Image,
    /// What glTF calls metallic-roughness: occlusion in red, roughness in green, metal (none) in blue.
    pub roughness: Image,
}

/// A tile shows about so many yarns: enough that its repeat is not seen at once, and few enough that each has some pixels.
const YARNS: u32 = 64;
/// How many pixels a yarn has at least, where the number of pixels is too small for all yarns.
const LEAST_PIXELS: f64 = 6.0;
/// The colour of yarns that are not dyed: raw cotton, in linear light.
const UNDYED: [f64; 3] = [0.72, 0.68, 0.58];
/// How much of the light is lost deep between yarns.
const SHADOW: f64 = 0.65;
/// How much rougher it is there.
const ROUGHER: f64 = 0.15;

/// What a pixel shows.
#[derive(Clone, Copy)]
struct Pixel {
    color: [f64; 3],
    height: f64,
    roughness: f64,
    occlusion: f64,
}

impl FabricLook {
    /// Makes tiles of a fabric that is dyed in a colour (linear light, 0 to 1), so many pixels wide and high.
    pub fn maps(&self, dye: [f64; 3], pixels: u32) -> FabricMaps {
        let pixels = pixels.clamp(16, 4096);
        let count = self.count(pixels);
        let size = [f64::from(count[0]) * self.warp_spacing, f64::from(count[1]) * self.weft_spacing];
        let all: Vec<Pixel> = (0..pixels * pixels)
            .into_par_iter()
            .map(|k| self.pixel([k % pixels, pixels - 1 - k / pixels], pixels, count, dye))
            .collect();
        let picture = |of: &(dyn Fn(usize) -> [u8; 3] + Sync)| Image {
            width: pixels,
            height: pixels,
            pixels: (0..all.len())
                .into_par_iter()
                .map(|k| {
                    let [r, g, b] = of(k);
                    [r, g, b, 255]
                })
                .collect(),
        };
        let byte = |value: f64| (255.0 * value.clamp(0.0, 1.0)).round() as u8;
        FabricMaps {
            size,
            color: picture(&|k| all[k].color.map(|c| byte(to_srgb(c)))),
            normal: picture(&|k| normal(&all, k, pixels, size).to_array().map(|c| byte(0.5 + 0.5 * c))),
            roughness: picture(&|k| [byte(all[k].occlusion), byte(all[k].roughness), 0]),
        }
    }

    /// How many warp and weft yarns a tile shows: as many as make it about square, in whole repeats.
    fn count(&self, pixels: u32) -> [u32; 2] {
        let repeat = self.structure.repeat();
        let wanted = f64::from(YARNS).min(f64::from(pixels) / LEAST_PIXELS);
        // Noise that blurs yarns repeats after a multiple of four of them.
        let whole = |wanted: f64, repeat: u32| {
            let step = if repeat.is_multiple_of(4) {
                repeat
            } else if repeat.is_multiple_of(2) {
                2 * repeat
            } else {
                4 * repeat
            };
            ((wanted / f64::from(step)).round() as u32).max(1) * step
        };
        let across = whole(wanted, repeat[0]);
        let along = f64::from(across) * self.warp_spacing / self.weft_spacing;
        [across, whole(along, repeat[1])]
    }

    fn pixel(&self, [column, row]: [u32; 2], pixels: u32, count: [u32; 2], dye: [f64; 3]) -> Pixel {
        let at = |k: u32, of: u32| (f64::from(k) + 0.5) / f64::from(pixels) * f64::from(of);
        let seen = self.surface([at(column, count[0]), at(row, count[1])], count);
        let share = if seen.is_weft { self.weft_dye } else { 1.0 };
        let light = seen.lightness.max(0.0) * (1.0 - SHADOW * seen.cavity);
        Pixel {
            color: [0, 1, 2].map(|c| ((dye[c] * share + UNDYED[c] * (1.0 - share)) * light).clamp(0.0, 1.0)),
            height: seen.height,
            roughness: (self.roughness + ROUGHER * seen.cavity).min(1.0),
            occlusion: 1.0 - SHADOW * seen.cavity,
        }
    }
}

/// The normal of the heights around a pixel, by central differences around the edges of the tile.
fn normal(all: &[Pixel], k: usize, pixels: u32, size: [f64; 2]) -> DVec3 {
    let n = pixels as usize;
    let (column, row) = (k % n, k / n);
    let height = |column: usize, row: usize| all[(row % n) * n + column % n].height;
    let across = height(column + 1, row) - height(column + n - 1, row);
    // Rows run down.
    let along = height(column, row + n - 1) - height(column, row + 1);
    let step = size.map(|size| 2.0 * size / f64::from(pixels));
    DVec3::new(-across / step[0], -along / step[1], 1.0).normalize()
}

fn to_srgb(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::Structure;

    const BLUE: [f64; 3] = [0.05, 0.1, 0.3];
    const NAMES: [&str; 10] = [
        "denim",
        "jersey",
        "silk-habotai",
        "linen",
        "felt",
        "leather",
        "canvas",
        "organza",
        "satin",
        "polyester-faille",
    ];

    fn mean(image: &Image) -> [f64; 3] {
        let sum = |c: usize| image.pixels.iter().map(|p| f64::from(p[c])).sum::<f64>();
        [0, 1, 2].map(|c| sum(c) / image.pixels.len() as f64)
    }

    /// Over the border of a tile neighbours differ as much as inside.
    #[test]
    fn tiles_have_no_seam() {
        for name in NAMES {
            let maps = FabricLook::of_fabric(name).maps(BLUE, 128);
            for image in [&maps.color, &maps.normal, &maps.roughness] {
                let apart = |a: [u32; 2], b: [u32; 2]| {
                    let [p, q] = [a, b].map(|[x, y]| image.pixel(x % 128, y % 128).unwrap());
                    (0..3).map(|c| f64::from(p[c].abs_diff(q[c]))).sum::<f64>()
                };
                let column = |x: u32| (0..128).map(|y| apart([x, y], [x + 1, y])).sum::<f64>();
                let row = |y: u32| (0..128).map(|x| apart([x, y], [x, y + 1])).sum::<f64>();
                let most = (0..127).map(|k| column(k).max(row(k))).fold(0.0, f64::max);
                assert!(column(127) <= 1.3 * most && row(127) <= 1.3 * most, "{name}");
            }
        }
    }

    #[test]
    fn a_dye_is_seen_and_denim_is_paler_where_weft_is() {
        let [red, _, blue] = mean(&FabricLook::of_fabric("cotton-lawn").maps(BLUE, 128).color);
        assert!(blue > 1.5 * red);
        let denim = FabricLook::of_fabric("denim");
        let light = |look: &FabricLook| mean(&look.maps([0.02, 0.03, 0.08], 128).color)[0];
        assert!(light(&denim) > 1.2 * light(&FabricLook { weft_dye: 1.0, ..denim }));
    }

    /// The diagonals of twill rise to the right: what is seen is alike along one diagonal and not along the other.
    #[test]
    fn twill_has_a_diagonal() {
        let look = FabricLook {
            structure: Structure::Twill { over: 2 },
            hair: 0.0,
            unevenness: 0.0,
            ..FabricLook::of_fabric("canvas")
        };
        let count = [12, 12];
        let change = |way: f64| {
            (0..400)
                .map(|k| {
                    let at = [f64::from(k % 20) * 0.6 + 0.01, f64::from(k / 20) * 0.6 + 0.01];
                    let next = [at[0] + 1.0, at[1] + way];
                    let over = |p: [f64; 2]| f64::from(look.surface(p, count).is_weft);
                    (over(at) - over(next)).abs()
                })
                .sum::<f64>()
        };
        assert!(change(1.0) < 0.2 * change(-1.0), "{} {}", change(-1.0), change(1.0));
    }

    #[test]
    fn normals_point_outwards_and_level_out() {
        for name in NAMES {
            let maps = FabricLook::of_fabric(name).maps(BLUE, 128);
            assert!(maps.normal.pixels.iter().all(|p| p[2] > 128), "{name}");
            let [right, up, _] = mean(&maps.normal);
            assert!((right - 127.5).abs() < 3.0 && (up - 127.5).abs() < 3.0, "{name} {right} {up}");
        }
    }

    /// Pictures of one look are of one size whatever the number of pixels, as long as each yarn has some.
    #[test]
    fn the_scale_is_that_of_the_loom() {
        for name in NAMES {
            let look = FabricLook::of_fabric(name);
            let maps = look.maps(BLUE, 512);
            let yarns = maps.size[0] / look.warp_spacing;
            assert!((yarns - yarns.round()).abs() < 1e-9 && (40.0..100.0).contains(&yarns), "{name} {yarns}");
            assert!((maps.size[0] / maps.size[1] - 1.0).abs() < 0.25, "{name} {:?}", maps.size);
        }
    }

    #[test]
    fn tiles_are_the_same_every_time() {
        let look = FabricLook::of_fabric("denim");
        assert_eq!(look.maps(BLUE, 64), look.maps(BLUE, 64));
    }
}
