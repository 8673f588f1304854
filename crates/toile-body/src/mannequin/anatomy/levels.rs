//! Heights of a typical body carried to those of another one.

use crate::measures::{Figure, Measures};

/// A map of heights: from the tables, which describe a typical body, to the asked body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Levels {
    /// Pairs of heights, typical and asked, going up.
    pairs: Vec<[f64; 2]>,
}

impl Levels {
    pub(crate) fn new(figure: Figure, asked: &Measures) -> Self {
        let typical = Measures::typical(figure);
        let heights = |m: &Measures| {
            [
                0.0,
                m.knee_height,
                m.inside_leg_height,
                m.hip_height,
                m.waist_height,
                m.bust_height,
                m.cervicale_height,
                m.height - m.head_height,
                m.height,
            ]
        };
        let pairs = heights(&typical).into_iter().zip(heights(asked)).map(|(a, b)| [a, b]).collect();
        Self { pairs }
    }

    /// The height on the asked body of a height on the typical one.
    pub(crate) fn height(&self, typical: f64) -> f64 {
        self.carry(typical, 0, 1)
    }

    /// The height on the typical body of a height on the asked one.
    pub(crate) fn typical(&self, height: f64) -> f64 {
        self.carry(height, 1, 0)
    }

    fn carry(&self, height: f64, from: usize, to: usize) -> f64 {
        let upper = self.pairs.partition_point(|pair| pair[from] < height).clamp(1, self.pairs.len() - 1);
        let [a, b] = [self.pairs[upper - 1], self.pairs[upper]];
        let t = (height - a[from]) / (b[from] - a[from]).max(1e-9);
        a[to] + t * (b[to] - a[to])
    }
}

/// A value between those given at heights, going smoothly from one to the next and constant beyond both ends.
pub(crate) fn between(height: f64, given: &[(f64, f64)]) -> f64 {
    let upper = given.partition_point(|(at, _)| *at < height);
    match (upper.checked_sub(1).and_then(|lower| given.get(lower)), given.get(upper)) {
        (Some(&(low, a)), Some(&(high, b))) => {
            let t = (height - low) / (high - low).max(1e-9);
            a + (b - a) * t * t * (3.0 - 2.0 * t)
        }
        (Some(&(_, value)), None) | (None, Some(&(_, value))) => value,
        (None, None) => 1.0,
    }
}
