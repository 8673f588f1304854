//! Chance that is the same on every computer, and that repeats.

/// A number from 0 to 1 for some whole numbers, by the finaliser of `SplitMix64` (Steele, Lea and Flood 2014, *Fast Splittable Pseudorandom Number
/// Generators*).
pub(super) fn chance(seed: u64, x: i64, y: i64) -> f64 {
    let mut z = seed
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add((x as u64).wrapping_mul(0xD1B5_4A32_D192_ED03))
        .wrapping_add((y as u64).wrapping_mul(0x8CB9_2BA7_2F3D_8DD7));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Smooth noise from 0 to 1 that repeats after so many cells in both directions: values of chance at the corners of cells, blended.
pub(super) fn smooth(seed: u64, [x, y]: [f64; 2], period: [i64; 2]) -> f64 {
    let (i, j) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (s, t) = (ease(x - i), ease(y - j));
    let at = |di: i64, dj: i64| {
        chance(seed, (i as i64 + di).rem_euclid(period[0]), (j as i64 + dj).rem_euclid(period[1]))
    };
    let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
    mix(mix(at(0, 0), at(1, 0), s), mix(at(0, 1), at(1, 1), s), t)
}

/// The distances to the nearest and the second nearest of points that lie by chance in each cell, and the number of the cell of the nearest; it repeats after so many
/// cells (Worley 1996, *A Cellular Texture Basis Function*).
pub(super) fn cells(seed: u64, [x, y]: [f64; 2], period: [i64; 2]) -> ([f64; 2], i64) {
    let (i, j) = (x.floor() as i64, y.floor() as i64);
    let mut nearest = ([f64::INFINITY; 2], 0);
    for cell in (-1..=1).flat_map(|dj| (-1..=1).map(move |di| [i + di, j + dj])) {
        let [a, b] = [0, 1].map(|k| cell[k].rem_euclid(period[k]));
        let point = [cell[0] as f64 + chance(seed, a, b), cell[1] as f64 + chance(seed + 1, a, b)];
        let distance = (point[0] - x).hypot(point[1] - y);
        if distance < nearest.0[0] {
            nearest = ([distance, nearest.0[0]], b * period[0] + a);
        } else if distance < nearest.0[1] {
            nearest.0[1] = distance;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_repeats_and_stays_within_bounds() {
        for k in 0..500 {
            let place = [chance(1, k, 0) * 7.0, chance(2, k, 0) * 5.0];
            let other = [place[0] + 7.0, place[1] - 5.0];
            let value = smooth(3, place, [7, 5]);
            assert!((0.0..=1.0).contains(&value));
            assert!((value - smooth(3, other, [7, 5])).abs() < 1e-9);
            let ([near, next], cell) = cells(4, place, [7, 5]);
            let ([other_near, _], other_cell) = cells(4, other, [7, 5]);
            assert!(near <= next && (near - other_near).abs() < 1e-9 && cell == other_cell);
        }
    }

    #[test]
    fn chance_is_even() {
        let mean = (0..10_000).map(|k| chance(5, k % 100, k / 100)).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}
