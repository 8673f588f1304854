//! A closest pair as a weighted sum of its corners, and its derivatives.

use crate::outer;
use glam::{DMat3, DVec3};

/// The vector between two closest points as a weighted sum of the corners that determine them, `r = Σ wᵢ xᵢ`.
///
/// The first closest point is the part with positive weights, the second the part with negative ones: for a point
/// and a triangle the weights are `1, -λ₀, -λ₁, -λ₂`, for two edges `1 - s, s, t - 1, -t`, for a point and an edge
/// `1, t - 1, -t, 0` (the fourth corner is unused and repeats the first).
///
/// **Derivatives.** The closest points minimise `|r|²` over the weights that are free to change. At a minimum a small
/// change of the weights does not matter, so the gradient is `∂|r|²/∂xᵢ = 2 wᵢ r`, without any division: it is
/// well-behaved for slivers, parallel edges and points on the surface alike. The second derivative follows from the
/// implicit function theorem; there the weights' own motion enters through the inverse of a 2 × 2 matrix, which
/// is singular for slivers and parallel edges. A direction in which it is (nearly) singular is one in which the
/// closest point is free to slide at no cost, and is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The corners.
    pub corners: [DVec3; 4],
    /// Their weights, summing to zero.
    pub weights: [f64; 4],
    /// The directions in which the weights may move; the first `free_count` are used.
    free: [[f64; 4]; 2],
    free_count: usize,
}

/// Below this share of the larger eigenvalue, a direction counts as singular.
const SINGULAR: f64 = 1e-10;

impl Pair {
    pub(super) fn new(corners: [DVec3; 4], weights: [f64; 4], free: &[[f64; 4]]) -> Self {
        let mut directions = [[0.0; 4]; 2];
        directions[..free.len()].copy_from_slice(free);
        Self { corners, weights, free: directions, free_count: free.len() }
    }

    /// The vector from the second closest point to the first.
    pub fn difference(&self) -> DVec3 {
        self.weighted(&self.weights)
    }

    /// The derivative of the squared distance with respect to each corner.
    pub fn gradient(&self) -> [DVec3; 4] {
        let r = self.difference();
        self.weights.map(|w| 2.0 * w * r)
    }

    /// The derivative of the distance with respect to each corner.
    ///
    /// Where the two points coincide the distance has a kink; the derivative is then that of moving apart along
    /// [`Pair::direction`].
    pub fn distance_gradient(&self) -> [DVec3; 4] {
        let n = self.direction();
        self.weights.map(|w| w * n)
    }

    /// The unit vector from the second closest point to the first. If they coincide, a unit normal of the features that
    /// meet there (of either sign), or failing that an arbitrary one; never zero.
    pub fn direction(&self) -> DVec3 {
        let r = self.difference();
        let scale = self.corners.iter().map(|x| x.distance_squared(self.corners[0])).fold(0.0, f64::max);
        // Below rounding level the direction of the difference is noise.
        if r.length_squared() > 1e-28 * scale && r != DVec3::ZERO {
            return r.normalize();
        }
        let [a, b] = self.free.map(|direction| self.weighted(&direction));
        let normal = if self.free_count == 2 { a.cross(b) } else { a.any_orthogonal_vector() };
        normal.try_normalize().unwrap_or(DVec3::Y)
    }

    /// The second derivative of the squared distance, in 3 × 3 blocks: `[i][j]` is with respect to corners `i`, `j`.
    pub fn hessian(&self) -> [[DMat3; 4]; 4] {
        let r = self.difference();
        let w = self.weights;
        let mut blocks: [[DMat3; 4]; 4] = std::array::from_fn(|i| {
            std::array::from_fn(|j| DMat3::from_diagonal(DVec3::splat(2.0 * w[i] * w[j])))
        });
        for (direction, curvature) in self.free_modes() {
            // How the slope along this direction of the weights changes with each corner.
            let along = self.weighted(&direction);
            let slope: [DVec3; 4] = std::array::from_fn(|i| 2.0 * (direction[i] * r + w[i] * along));
            for i in 0..4 {
                for j in 0..4 {
                    blocks[i][j] -= outer(slope[i], slope[j]) * (1.0 / curvature);
                }
            }
        }
        blocks
    }

    /// The free directions of the weights made independent of each other, with the second derivative of `|r|²` along
    /// each; singular ones are left out.
    fn free_modes(&self) -> impl Iterator<Item = ([f64; 4], f64)> {
        let [a, b] = self.free.map(|direction| self.weighted(&direction));
        let (aa, ab, bb) = (a.dot(a), a.dot(b), b.dot(b));
        // One Jacobi rotation diagonalises the 2 × 2 matrix of inner products.
        let (sin, cos) = (0.5 * (2.0 * ab).atan2(aa - bb)).sin_cos();
        let mix = |x: f64, y: f64| std::array::from_fn(|i| x * self.free[0][i] + y * self.free[1][i]);
        let modes = [
            (mix(cos, sin), cos * cos * aa + 2.0 * sin * cos * ab + sin * sin * bb),
            (mix(-sin, cos), sin * sin * aa - 2.0 * sin * cos * ab + cos * cos * bb),
        ];
        let largest = modes[0].1.max(modes[1].1);
        modes
            .into_iter()
            .filter(move |mode| mode.1 > SINGULAR * largest)
            .map(|(direction, length)| (direction, 2.0 * length))
    }

    /// `Σ wᵢ xᵢ` for weights that sum to zero. Measured from the first corner, so that no digits are lost far from the
    /// origin.
    fn weighted(&self, weights: &[f64; 4]) -> DVec3 {
        (1..4).map(|i| weights[i] * (self.corners[i] - self.corners[0])).sum()
    }
}
