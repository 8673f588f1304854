//! Lattices of points with unit cells, and small random moves of them.

use crate::random::Random;
use glam::DVec2;

/// Points and the triangles between them.
pub(super) type Net = (Vec<DVec2>, Vec<[u32; 3]>);

/// Squares, each cut along the rising or the falling diagonal.
pub(super) fn squares([n, m]: [u32; 2], rising: impl Fn(u32, u32) -> bool) -> Net {
    let places = (0..=m).flat_map(|j| (0..=n).map(move |i| DVec2::new(f64::from(i), f64::from(j)))).collect();
    let mut triangles = Vec::with_capacity(2 * n as usize * m as usize);
    for j in 0..m {
        for i in 0..n {
            let [a, b] = [j * (n + 1) + i, j * (n + 1) + i + 1];
            let [d, c] = [a + n + 1, b + n + 1];
            triangles.extend(if rising(i, j) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
    (places, triangles)
}

/// Rows of nearly equilateral triangles that fill `n` by `m` cells. Odd rows are shifted by half a cell, with half cells at
/// their ends; the rows are squeezed or spread a little so that a whole number of them fits.
pub(super) fn triangles([n, m]: [u32; 2]) -> Net {
    let rows = (f64::from(m) / 0.75_f64.sqrt()).round() as u32;
    let (mut places, mut starts) = (Vec::new(), vec![0]);
    for j in 0..=rows {
        let y = if j == rows { f64::from(m) } else { f64::from(m) * f64::from(j) / f64::from(rows) };
        if j % 2 == 0 {
            places.extend((0..=n).map(|i| DVec2::new(f64::from(i), y)));
        } else {
            places.push(DVec2::new(0.0, y));
            places.extend((0..n).map(|i| DVec2::new(f64::from(i) + 0.5, y)));
            places.push(DVec2::new(f64::from(n), y));
        }
        starts.push(places.len() as u32);
    }
    let row = |j: usize| (starts[j]..starts[j + 1]).collect::<Vec<u32>>();
    let triangles = (0..rows as usize).flat_map(|j| between(&places, &row(j), &row(j + 1))).collect();
    (places, triangles)
}

/// Triangles between two rows of points, always along the shorter diagonal.
fn between(places: &[DVec2], low: &[u32], high: &[u32]) -> Vec<[u32; 3]> {
    let at = |v: u32| places[v as usize];
    let (mut i, mut j) = (0, 0);
    let mut triangles = Vec::new();
    while i + 1 < low.len() || j + 1 < high.len() {
        let next_low = (i + 1 < low.len()).then(|| at(low[i + 1]).distance(at(high[j])));
        let next_high = (j + 1 < high.len()).then(|| at(low[i]).distance(at(high[j + 1])));
        if next_high.is_none() || next_low.is_some_and(|a| next_high.is_none_or(|b| a <= b)) {
            triangles.push([low[i], low[i + 1], high[j]]);
            i += 1;
        } else {
            triangles.push([low[i], high[j + 1], high[j]]);
            j += 1;
        }
    }
    triangles
}

/// Moves the inner points by up to `amount` each way, always in the same way; with `border` also those of the border along it.
pub(super) fn jittered((places, triangles): Net, [n, m]: [u32; 2], amount: f64, border: bool) -> Net {
    let mut numbers = Random::congruential(0x9E37_79B9_7F4A_7C15);
    let mut random = || numbers.unit() * 2.0 - 1.0;
    let (n, m) = (f64::from(n), f64::from(m));
    let mut shaken = |p: DVec2| {
        let shake = DVec2::new(random(), random()) * amount;
        let at_side = [p.x == 0.0 || p.x == n, p.y == 0.0 || p.y == m];
        // Half cells at the ends of shifted rows leave less room on the border.
        match at_side {
            [false, false] => p + shake,
            [true, false] if border => p + DVec2::new(0.0, 0.5 * shake.y),
            [false, true] if border => p + DVec2::new(0.5 * shake.x, 0.0),
            _ => p,
        }
    };
    (places.into_iter().map(&mut shaken).collect(), triangles)
}
