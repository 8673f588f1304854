//! What rough surfaces mirror: the surroundings, blurred more and more.

use super::Environment;
use glam::Vec3;

/// How many blurred pictures there are, from a mirror to chalk.
pub const LEVELS: usize = 5;

/// The size of the sharpest picture.
const SHARPEST: [usize; 2] = [128, 64];

/// The surroundings as surfaces of growing roughness mirror them, each half as large as the one before. The picture `k` is for
/// the roughness `k / (LEVELS - 1)`.
pub fn prefiltered(environment: &Environment) -> Vec<Environment> {
    let first = sharpest(environment);
    let source = first.reduced(SHARPEST[0] / 2, SHARPEST[1] / 2);
    let rays: Vec<(Vec3, Vec3, f32)> = source.rays().collect();
    let blurred = (1..LEVELS).map(|level| {
        let roughness = level as f32 / (LEVELS - 1) as f32;
        Environment::of(SHARPEST[0] >> level, SHARPEST[1] >> level, |mirrored| {
            blur(&rays, mirrored, roughness)
        })
    });
    std::iter::once(first.clone()).chain(blurred).collect()
}

/// The picture in the size of the first level.
fn sharpest(environment: &Environment) -> Environment {
    if environment.width >= SHARPEST[0] && environment.height >= SHARPEST[1] {
        return environment.reduced(SHARPEST[0], SHARPEST[1]);
    }
    let column = |x: usize| x * environment.width / SHARPEST[0];
    let row = |y: usize| y * environment.height / SHARPEST[1];
    let pixel = |n: usize| {
        let index = row(n / SHARPEST[0]) * environment.width + column(n % SHARPEST[0]);
        environment.pixels.get(index).copied().unwrap_or_default()
    };
    Environment {
        width: SHARPEST[0],
        height: SHARPEST[1],
        pixels: (0..SHARPEST[0] * SHARPEST[1]).map(pixel).collect(),
    }
}

/// The mean over the lobe of Trowbridge and Reitz around the mirrored direction, seen along the normal.
fn blur(rays: &[(Vec3, Vec3, f32)], mirrored: Vec3, roughness: f32) -> Vec3 {
    let alpha = (roughness * roughness).powi(2);
    let (mut sum, mut whole) = (Vec3::ZERO, 0.0);
    for &(toward, light, angle) in rays {
        let cosine = toward.dot(mirrored);
        if cosine <= 0.0 {
            continue;
        }
        // The half vector's cosine squared, from that of the whole angle.
        let half = 0.5 * (1.0 + cosine);
        let width = half * (alpha - 1.0) + 1.0;
        let weight = angle * cosine * alpha / (width * width);
        sum += light * weight;
        whole += weight;
    }
    sum / whole.max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_get_smaller_and_smoother_and_keep_a_plain_room() {
        let levels = prefiltered(&Environment::of(128, 64, |_| Vec3::splat(0.5)));
        assert_eq!(levels.len(), LEVELS);
        for (k, level) in levels.iter().enumerate() {
            assert_eq!((level.width, level.height), (128 >> k, 64 >> k));
            assert!(level.pixels.iter().all(|p| (p[0] - 0.5).abs() < 1e-3));
        }
        let spread = |e: &Environment| {
            let values = || e.pixels.iter().map(|p| p[0]);
            values().fold(0.0, f32::max) - values().fold(f32::MAX, f32::min)
        };
        let levels = prefiltered(&Environment::studio());
        assert!(levels.windows(2).all(|pair| spread(&pair[1]) < spread(&pair[0])));
    }
}
