//! Strips whose squares stand on their corners: the sides of triangles lie at 45° to the fold.

use glam::DVec2;
use std::collections::BTreeMap;
use toile_geom::sheets::{FlatSheet, SheetKind};

toile_geom::named_enum! {
    /// How the squares are cut.
    #[derive(Clone, Copy, Debug)]
    pub(super) enum Cut: name {
        Along = "cut along",
        Across = "cut across",
        Alternating = "cut by turns",
    }
}

impl Cut {
    fn is_along(self, row: i64) -> bool {
        match self {
            Self::Along => true,
            Self::Across => false,
            Self::Alternating => row % 2 == 0,
        }
    }
}

/// A strip of a length with an even number of half diagonals of squares along and across.
pub(super) fn sheet(cut: Cut, length: f64, cells: [u32; 2]) -> FlatSheet {
    let [along, across] = cells.map(i64::from);
    let size = DVec2::new(length, length * across as f64 / along as f64);
    let grid: Vec<(i64, i64)> = (0..=along).flat_map(|i| (0..=across).map(move |j| (i, j))).collect();
    // Every other point of a grid is a corner of squares, the others are their centres.
    let (corners, centres): (Vec<_>, Vec<_>) = grid.into_iter().partition(|(i, j)| (i + j) % 2 == 0);
    let number: BTreeMap<(i64, i64), u32> = corners.iter().copied().zip(0..).collect();
    let share = |at: i64, whole: i64| if at == whole { 1.0 } else { at as f64 / whole as f64 };
    let place = |&(i, j): &(i64, i64)| size * DVec2::new(share(i, along), share(j, across));
    let triangles = centres.iter().flat_map(|&(i, j)| {
        let around = [(i - 1, j), (i, j - 1), (i + 1, j), (i, j + 1)].map(|at| number.get(&at).copied());
        match around {
            [Some(w), Some(s), Some(e), Some(n)] if cut.is_along(j) => vec![[w, s, e], [w, e, n]],
            [Some(w), Some(s), Some(e), Some(n)] => vec![[w, s, n], [s, e, n]],
            // Half squares at the border.
            _ => <[u32; 3]>::try_from(around.into_iter().flatten().collect::<Vec<_>>()).into_iter().collect(),
        }
    });
    let triangles = triangles.collect();
    FlatSheet { kind: SheetKind::Alternating, size, places: corners.iter().map(place).collect(), triangles }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_strips_are_whole_rectangles_of_counter_clockwise_triangles() {
        for cut in Cut::ALL {
            let strip = sheet(cut, 2.0, [12, 6]);
            let areas = strip.triangles.iter().map(|t| {
                let [a, b, c] = t.map(|v| strip.places[v as usize]);
                0.5 * (b - a).perp_dot(c - a)
            });
            let areas: Vec<f64> = areas.collect();
            assert!(areas.iter().all(|area| *area > 0.0), "{}", cut.name());
            assert!((areas.iter().sum::<f64>() - 2.0).abs() < 1e-12, "{}", cut.name());
            assert_eq!(strip.edges(|p| p.x == 2.0).len(), 3, "{}", cut.name());
        }
    }
}
