//! How long edges shall be at each place of a piece.

use glam::DVec2;

/// Cells along a side of the largest grid.
const MOST_CELLS: f64 = 1024.0;

/// Wanted edge lengths on a grid over a piece.
pub(super) struct Sizing {
    low: DVec2,
    cell: f64,
    columns: usize,
    rows: usize,
    values: Vec<f64>,
}

impl Sizing {
    /// Edges of a length everywhere, except near points that ask for shorter ones; lengths grow by `growth` with the distance.
    pub(super) fn new(bounds: [DVec2; 2], length: f64, points: &[(DVec2, f64)], growth: f64) -> Self {
        let [low, high] = bounds;
        let size = (high - low).max(DVec2::splat(length));
        let cell = (0.5 * length).max(size.max_element() / MOST_CELLS);
        let count = |side: f64| (side / cell).ceil() as usize + 2;
        let (columns, rows) = (count(size.x), count(size.y));
        let mut sizing = Self { low: low - cell, cell, columns, rows, values: vec![length; columns * rows] };
        for &(point, wanted) in points {
            let (column, row) = sizing.cell_of(point);
            let value = &mut sizing.values[row * columns + column];
            *value = value.min(wanted);
        }
        sizing.grow(growth);
        sizing
    }

    /// Two sweeps carry short lengths to their neighbours (a chamfer distance).
    fn grow(&mut self, growth: f64) {
        let step = growth * self.cell;
        let (columns, rows) = (self.columns as isize, self.rows as isize);
        for (forward, sign) in [(true, -1), (false, 1)] {
            for k in 0..columns * rows {
                let index = if forward { k } else { columns * rows - 1 - k };
                let (column, row) = (index % columns, index / columns);
                let mut value = self.values[index as usize];
                for (dx, dy, cost) in
                    [(sign, 0, 1.0), (0, sign, 1.0), (sign, sign, 1.42), (-sign, sign, 1.42)]
                {
                    let (x, y) = (column + dx, row + dy);
                    if x >= 0 && y >= 0 && x < columns && y < rows {
                        value = value.min(self.values[(y * columns + x) as usize] + step * cost);
                    }
                }
                self.values[index as usize] = value;
            }
        }
    }

    fn cell_of(&self, point: DVec2) -> (usize, usize) {
        let at = (point - self.low) / self.cell;
        let clamp = |v: f64, count: usize| if v > 0.0 { (v as usize).min(count - 1) } else { 0 };
        (clamp(at.x, self.columns), clamp(at.y, self.rows))
    }

    /// The wanted length at a place.
    pub(super) fn at(&self, point: DVec2) -> f64 {
        let (column, row) = self.cell_of(point);
        self.values[row * self.columns + column]
    }

    /// The shortest wanted length.
    pub(super) fn least(&self) -> f64 {
        self.values.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_grow_with_the_distance() {
        let sizing = Sizing::new([DVec2::ZERO, DVec2::ONE], 0.05, &[(DVec2::ZERO, 0.01)], 0.2);
        assert!(sizing.at(DVec2::ZERO) <= 0.011);
        let near = sizing.at(DVec2::splat(0.05));
        assert!(near > 0.012 && near < 0.035, "{near}");
        assert!((sizing.at(DVec2::ONE) - 0.05).abs() < 1e-12);
        assert!((sizing.least() - 0.01).abs() < 1e-12);
        assert!(sizing.at(DVec2::splat(1e9)).is_finite() && sizing.at(DVec2::splat(-1e9)).is_finite());
    }
}
