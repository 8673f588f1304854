//! Threads and springs between any two points of a cloth: sewing pulls pieces together with them.

use glam::{DMat3, DVec3};
use toile_geom::outer;

/// A point of a cloth: a weighted mean of vertices. Unused vertices have weight 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The vertices.
    pub vertices: [u32; 3],
    /// Their weights, summing to 1.
    pub weights: [f64; 3],
}

impl Anchor {
    /// A vertex.
    pub fn vertex(vertex: u32) -> Self {
        Self { vertices: [vertex; 3], weights: [1.0, 0.0, 0.0] }
    }

    /// A point of an edge: 0 at its start, 1 at its end.
    pub fn on_edge([start, end]: [u32; 2], t: f64) -> Self {
        Self { vertices: [start, end, end], weights: [1.0 - t, t, 0.0] }
    }

    /// Where it is.
    pub fn position(&self, positions: &[DVec3]) -> DVec3 {
        self.parts().map(|(v, weight)| positions[v as usize] * weight).sum()
    }

    /// The vertices that matter, with their weights.
    pub fn parts(&self) -> impl Iterator<Item = (u32, f64)> {
        self.vertices.into_iter().zip(self.weights).filter(|part| part.1 != 0.0)
    }
}

/// An elastic thread. Energy `½ k (L - l)²` when it is longer than `l`, and also when it is shorter if it is a spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thread {
    /// What it joins.
    pub ends: [Anchor; 2],
    /// Its length without load, in metres.
    pub length: f64,
    /// Its stiffness in N/m.
    pub stiffness: f64,
    /// Whether it also pushes.
    pub is_spring: bool,
}

impl Thread {
    /// The vector from its second end to its first, and by how much it is too long.
    fn stretch(&self, positions: &[DVec3]) -> (DVec3, f64) {
        let span = self.ends[0].position(positions) - self.ends[1].position(positions);
        let excess = span.length() - self.length;
        (span, if self.is_spring { excess } else { excess.max(0.0) })
    }

    /// The tension in newtons; negative if it pushes.
    pub fn tension(&self, positions: &[DVec3]) -> f64 {
        self.stiffness * self.stretch(positions).1
    }

    /// The energy in joules.
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        let (_, excess) = self.stretch(positions);
        // ½ k (l - l₀)²
        0.5 * self.stiffness * excess * excess
    }

    /// Adds the gradient of the energy: minus the forces, in newtons.
    pub fn add_gradient(&self, positions: &[DVec3], gradient: &mut [DVec3]) {
        let (span, excess) = self.stretch(positions);
        // A thread of no length has no direction, and pulls nowhere.
        let pull = span.normalize_or_zero() * (self.stiffness * excess);
        for (v, weight) in self.signed_parts() {
            gradient[v as usize] += pull * weight;
        }
    }

    /// Calls `add` with the 3 × 3 blocks `(i, j)` of the second derivative, without the part that a push takes away, so that it is
    /// positive semidefinite.
    pub fn hessian(&self, positions: &[DVec3], mut add: impl FnMut(u32, u32, DMat3)) {
        let (span, excess) = self.stretch(positions);
        let length = span.length();
        if length == 0.0 || (excess == 0.0 && !self.is_spring) {
            return;
        }
        // k [d dᵀ + max(0, 1 - l₀/l) (I - d dᵀ)]
        let direction = span / length;
        let along = outer(direction, direction);
        let sideways = (excess / length).max(0.0);
        let block = (along + (DMat3::IDENTITY - along) * sideways) * self.stiffness;
        for (i, a) in self.signed_parts() {
            for (j, b) in self.signed_parts() {
                add(i, j, block * (a * b));
            }
        }
    }

    /// The vertices of both ends, those of the second with negative weights.
    fn signed_parts(&self) -> impl Iterator<Item = (u32, f64)> {
        let [first, second] = &self.ends;
        first.parts().chain(second.parts().map(|(v, weight)| (v, -weight)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions() -> Vec<DVec3> {
        vec![DVec3::ZERO, DVec3::new(1.0, 0.2, 0.0), DVec3::new(0.1, 0.9, 0.3), DVec3::new(0.4, -0.6, 1.2)]
    }

    fn thread(length: f64, is_spring: bool) -> Thread {
        let face = Anchor { vertices: [0, 1, 2], weights: [0.2, 0.3, 0.5] };
        Thread { ends: [face, Anchor::on_edge([3, 1], 0.25)], length, stiffness: 40.0, is_spring }
    }

    #[test]
    fn gradient_and_second_derivative_match_differences() {
        let x = positions();
        let thread = thread(0.3, false);
        assert!(thread.tension(&x) > 0.0);
        let gradient_at = |x: &[DVec3]| {
            let mut gradient = vec![DVec3::ZERO; x.len()];
            thread.add_gradient(x, &mut gradient);
            gradient
        };
        let gradient = gradient_at(&x);
        assert!(gradient.iter().sum::<DVec3>().length() < 1e-12, "the ends pull equally");
        let mut blocks = Vec::new();
        thread.hessian(&x, |i, j, block| blocks.push((i, j, block)));
        for v in 0..x.len() {
            for axis in DVec3::AXES {
                let moved = |step: f64| {
                    let mut y = x.clone();
                    y[v] += axis * step;
                    y
                };
                let (plus, minus) = (moved(1e-6), moved(-1e-6));
                let slope = (thread.energy(&plus) - thread.energy(&minus)) / 2e-6;
                assert!((slope - gradient[v].dot(axis)).abs() < 1e-7);
                for (i, (p, m)) in gradient_at(&plus).into_iter().zip(gradient_at(&minus)).enumerate() {
                    let column: DVec3 = blocks
                        .iter()
                        .filter(|(a, b, _)| (*a as usize, *b as usize) == (i, v))
                        .map(|(_, _, block)| *block * axis)
                        .sum();
                    assert!(((p - m) / 2e-6 - column).length() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn a_slack_thread_does_nothing_and_a_spring_pushes() {
        let x = positions();
        let mut gradient = vec![DVec3::ZERO; x.len()];
        thread(5.0, false).add_gradient(&x, &mut gradient);
        assert!(gradient.iter().all(|g| *g == DVec3::ZERO));
        assert!(thread(5.0, true).tension(&x) < 0.0);
        let probe = |v: u32| DVec3::new(1.0, -0.5, 0.3) * f64::from(v) + DVec3::Y;
        let mut curvature = 0.0;
        thread(5.0, true).hessian(&x, |i, j, block| curvature += probe(i).dot(block * probe(j)));
        assert!(curvature >= 0.0);
    }
}
