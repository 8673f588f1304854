//! A bound on stretch, imposed after a step.
//!
//! Woven cloth stretches easily by a little and hardly more. A solver with a linear stiffness, or one that ran out of time, lets
//! it go further; this filter brings triangles back. It changes positions until each principal stretch is within the limits,
//! and takes away the part of the velocities that would lead out of them again. Both keep the momentum, as far as no vertex is
//! held (X. Provot, "Deformation constraints in a mass-spring model", 1995, did the same with edges).

use crate::cloth::Cloth;
use crate::colouring::Colouring;
use glam::{DMat2, DVec2, DVec3};
use rayon::prelude::*;

/// How far triangles may be stretched and compressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrainLimit {
    /// The least stretch: length over length at rest; 0 to let cloth crumple freely.
    pub least: f64,
    /// The largest stretch: 1.1 for cloth that gets no longer than by a tenth.
    pub most: f64,
    /// The most sweeps over all triangles. A correction travels by one triangle in a sweep.
    pub sweeps: usize,
}

impl Default for StrainLimit {
    fn default() -> Self {
        Self { least: 0.0, most: 1.1, sweeps: 20 }
    }
}

/// A stretch may miss its limit by this part.
const TOLERANCE: f64 = 1e-4;
/// A direction in which a triangle has become shorter than this part of its length has none that it could be drawn out to.
const COLLAPSED: f64 = 1e-6;
/// Fewer triangles than this are not worth another thread.
const SMALLEST_SHARE: usize = 256;

/// Brings the stretch of a cloth's triangles within limits. Returns the number of triangles that were beyond them.
///
/// Held vertices stay where they are. If anything was changed the [earlier state](crate::cloth::State::earlier) is dropped,
/// because the cloth has not come straight from there.
pub fn limit_strain(cloth: &mut Cloth, limit: &StrainLimit) -> usize {
    let triangles: Vec<Triangle> = (0..cloth.triangles.len()).map(|t| Triangle::new(cloth, t)).collect();
    let is_beyond = |triangle: &Triangle| triangle.is_beyond(&cloth.state.positions, limit);
    let mut limited: Vec<bool> = triangles.par_iter().map(is_beyond).collect();
    if !limited.contains(&true) {
        return 0;
    }
    let colouring = Colouring::new(cloth.vertex_count(), &cloth.triangles);
    for _ in 0..limit.sweeps {
        let correct = |triangle: &Triangle, state: &Motion<'_>| triangle.position_moves(state, limit);
        if !sweep(&colouring, &triangles, &mut cloth.state.positions, &[], &mut limited, correct) {
            break;
        }
    }
    for _ in 0..limit.sweeps {
        let positions = &cloth.state.positions;
        let mut ignored = vec![false; limited.len()];
        let correct = |triangle: &Triangle, state: &Motion<'_>| triangle.velocity_moves(state, limit);
        if !sweep(&colouring, &triangles, &mut cloth.state.velocities, positions, &mut ignored, correct) {
            break;
        }
    }
    cloth.state.earlier = None;
    limited.iter().filter(|&&limited| limited).count()
}

/// What a correction sees: the vectors it changes, and others that it only reads.
struct Motion<'a> {
    changing: &'a [DVec3],
    fixed: &'a [DVec3],
}

/// Corrects all triangles once, colour by colour, and marks those that needed it. Returns whether any did.
fn sweep(
    colouring: &Colouring,
    triangles: &[Triangle],
    changing: &mut [DVec3],
    fixed: &[DVec3],
    marks: &mut [bool],
    correct: impl Fn(&Triangle, &Motion<'_>) -> Option<[DVec3; 3]> + Sync,
) -> bool {
    let mut any = false;
    for colour in colouring.colours() {
        let numbers = &colouring.order()[colour.clone()];
        let motion = Motion { changing, fixed };
        let of_triangle = |&t: &u32| correct(&triangles[t as usize], &motion);
        let moves: Vec<Option<[DVec3; 3]>> =
            numbers.par_iter().with_min_len(SMALLEST_SHARE).map(of_triangle).collect();
        for (&t, moves) in numbers.iter().zip(moves) {
            let Some(moves) = moves else { continue };
            any = true;
            marks[t as usize] = true;
            for (v, by) in triangles[t as usize].vertices.into_iter().zip(moves) {
                changing[v as usize] += by;
            }
        }
    }
    any
}

/// A triangle at rest.
struct Triangle {
    vertices: [u32; 3],
    corners: [DVec2; 3],
    inverse_edges: DMat2,
    /// The part of each corner in what the triangle moves about: its mass, or all of it if it is held.
    shares: [f64; 3],
    held: [bool; 3],
}

impl Triangle {
    fn new(cloth: &Cloth, t: usize) -> Self {
        let vertices = cloth.triangles[t];
        let held = vertices.map(|v| cloth.held[v as usize]);
        let weights: [f64; 3] = std::array::from_fn(|i| match (held.contains(&true), held[i]) {
            (true, held) => f64::from(u8::from(held)),
            (false, _) => cloth.masses[vertices[i] as usize],
        });
        let sum: f64 = weights.iter().sum();
        Self {
            vertices,
            corners: cloth.rest.corners[t],
            inverse_edges: cloth.rest.edges(t).inverse(),
            shares: weights.map(|weight| weight / sum),
            held,
        }
    }

    /// How a field of vectors at the vertices changes along warp and weft.
    fn gradient(&self, field: &[DVec3]) -> [DVec3; 2] {
        let [a, b, c] = self.vertices.map(|v| field[v as usize]);
        let columns = |column: DVec2| (b - a) * column.x + (c - a) * column.y;
        [columns(self.inverse_edges.x_axis), columns(self.inverse_edges.y_axis)]
    }

    fn is_beyond(&self, positions: &[DVec3], limit: &StrainLimit) -> bool {
        let (stretches, _) = principal(self.gradient(positions));
        stretches.iter().any(|&stretch| missing(stretch, limit).abs() > TOLERANCE)
    }

    /// How to move the corners so that the stretches are within limits, if they are not.
    fn position_moves(&self, motion: &Motion<'_>, limit: &StrainLimit) -> Option<[DVec3; 3]> {
        if !self.is_beyond(motion.changing, limit) {
            return None;
        }
        let gradient = self.gradient(motion.changing);
        let (stretches, directions) = principal(gradient);
        let mut change = [DVec3::ZERO; 2];
        for (stretch, direction) in stretches.into_iter().zip(directions) {
            let along = gradient[0] * direction.x + gradient[1] * direction.y;
            let by = along * missing(stretch, limit);
            change[0] += by * direction.x;
            change[1] += by * direction.y;
        }
        self.moves(change)
    }

    /// How to change the velocities of the corners so that a stretch at its limit does not go on, if it does.
    fn velocity_moves(&self, motion: &Motion<'_>, limit: &StrainLimit) -> Option<[DVec3; 3]> {
        let (gradient, rate) = (self.gradient(motion.fixed), self.gradient(motion.changing));
        let (stretches, directions) = principal(gradient);
        let mut change = [DVec3::ZERO; 2];
        let mut any = false;
        for (stretch, direction) in stretches.into_iter().zip(directions) {
            let along = (gradient[0] * direction.x + gradient[1] * direction.y) / stretch;
            let speed = along.dot(rate[0] * direction.x + rate[1] * direction.y);
            let at_most = stretch > limit.most * (1.0 - 2.0 * TOLERANCE) && speed > TOLERANCE;
            let at_least = stretch < limit.least * (1.0 + 2.0 * TOLERANCE) && speed < -TOLERANCE;
            if stretch > COLLAPSED && (at_most || at_least) {
                any = true;
                change[0] -= along * (speed * direction.x);
                change[1] -= along * (speed * direction.y);
            }
        }
        if any { self.moves(change) } else { None }
    }

    /// How to move the corners so that the gradient changes by so much: about the centre of mass, or about what is held.
    fn moves(&self, change: [DVec3; 2]) -> Option<[DVec3; 3]> {
        if self.held == [true; 3] {
            return None;
        }
        let by = self.corners.map(|corner| change[0] * corner.x + change[1] * corner.y);
        let middle: DVec3 = by.iter().zip(self.shares).map(|(by, share)| *by * share).sum();
        Some(std::array::from_fn(|i| if self.held[i] { DVec3::ZERO } else { by[i] - middle }))
    }
}

/// By what part of itself a stretch has to grow to be within limits.
fn missing(stretch: f64, limit: &StrainLimit) -> f64 {
    if stretch > limit.most {
        limit.most / stretch - 1.0
    } else if stretch < limit.least && stretch > COLLAPSED {
        limit.least / stretch - 1.0
    } else {
        0.0
    }
}

/// The stretches along and across the direction of the largest one, and these directions in the rest plane.
fn principal([fx, fy]: [DVec3; 2]) -> ([f64; 2], [DVec2; 2]) {
    let (xx, yy, xy) = (fx.length_squared(), fy.length_squared(), fx.dot(fy));
    let (mean, half) = (0.5 * (xx + yy), 0.5 * (xx - yy));
    let radius = half.hypot(xy);
    let direction = DVec2::from_angle(0.5 * xy.atan2(half));
    ([(mean + radius).sqrt(), (mean - radius).max(0.0).sqrt()], [direction, direction.perp()])
}
