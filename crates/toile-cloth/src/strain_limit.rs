//! Strain limiting: a bound on stretch, imposed after a step.
//!
//! Woven cloth stretches easily by a little and hardly more. A solver with a linear stiffness, or one that ran out of time, lets
//! it go further; this filter brings triangles back. It changes positions until each principal stretch is within the limits,
//! and takes away the part of the velocities that would lead out of them again. Both keep the momentum, as far as no vertex is
//! pinned (X. Provot, "Deformation constraints in a mass-spring model", 1995, did the same with edges).

use crate::cloth::Cloth;
use crate::colouring::Colouring;
use glam::{DVec2, DVec3};
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
/// Held vertices stay where they are. If anything was changed the [earlier state](crate::state::State::earlier) is dropped,
/// because the cloth has not come straight from there.
pub fn limit_strain(cloth: &mut Cloth, limit: &StrainLimit) -> usize {
    let triangles: Vec<Triangle> = (0..cloth.triangles.len()).map(|t| Triangle::new(cloth, t)).collect();
    let beyond = |triangle: &Triangle| triangle.beyond(&cloth.state.positions, limit);
    let mut limited: Vec<Beyond> = triangles.par_iter().map(beyond).collect();
    if !limited.iter().any(|beyond| beyond.any()) {
        return 0;
    }
    let colouring = Colouring::new(cloth.vertex_count(), &cloth.triangles);
    for _ in 0..limit.sweeps {
        let correct = |t: usize, positions: &[DVec3]| triangles[t].position_moves(positions, limit);
        let done = |t: usize, found: Beyond| limited[t].add(found);
        if !sweep(&colouring, &cloth.triangles, &mut cloth.state.positions, correct, done) {
            break;
        }
    }
    let positions = &cloth.state.positions;
    for _ in 0..limit.sweeps {
        let correct =
            |t: usize, velocities: &[DVec3]| triangles[t].velocity_moves(positions, velocities, limited[t]);
        if !sweep(&colouring, &cloth.triangles, &mut cloth.state.velocities, correct, |_, ()| ()) {
            break;
        }
    }
    cloth.state.earlier = None;
    limited.iter().filter(|limited| limited.any()).count()
}

/// Which limits a triangle was beyond.
#[derive(Clone, Copy, Default)]
struct Beyond {
    least: bool,
    most: bool,
}

impl Beyond {
    fn any(self) -> bool {
        self.least || self.most
    }

    fn add(&mut self, other: Self) {
        self.least |= other.least;
        self.most |= other.most;
    }
}

/// Corrects all triangles once, colour by colour, and calls `done` for those that needed it. Returns whether any did.
fn sweep<T: Send>(
    colouring: &Colouring,
    triangles: &[[u32; 3]],
    field: &mut [DVec3],
    correct: impl Fn(usize, &[DVec3]) -> Option<([DVec3; 3], T)> + Sync,
    mut done: impl FnMut(usize, T),
) -> bool {
    let mut any = false;
    for colour in colouring.colours() {
        let numbers = &colouring.order()[colour.clone()];
        let now = &*field;
        let found: Vec<Option<([DVec3; 3], T)>> =
            numbers.par_iter().with_min_len(SMALLEST_SHARE).map(|&t| correct(t as usize, now)).collect();
        for (&t, found) in numbers.iter().zip(found) {
            let Some((moves, what)) = found else { continue };
            any = true;
            done(t as usize, what);
            for (v, by) in triangles[t as usize].into_iter().zip(moves) {
                field[v as usize] += by;
            }
        }
    }
    any
}

/// A triangle at rest.
struct Triangle {
    vertices: [u32; 3],
    /// How the deformation gradient depends on the corners: `F = Σ xᵢ ⊗ slopesᵢ`.
    slopes: [DVec2; 3],
    /// One over the mass of each corner; 0 for one that is pinned.
    inverse_masses: [f64; 3],
}

impl Triangle {
    fn new(cloth: &Cloth, t: usize) -> Self {
        let vertices = cloth.triangles[t];
        let inverse = cloth.rest.edges(t).inverse();
        let [b, c] = [inverse.row(0), inverse.row(1)];
        let inverse_mass = |v: u32| {
            let (mass, pinned) = (cloth.masses[v as usize], cloth.pinned[v as usize]);
            if pinned || mass == 0.0 { 0.0 } else { 1.0 / mass }
        };
        Self { vertices, slopes: [-b - c, b, c], inverse_masses: vertices.map(inverse_mass) }
    }

    /// How a field of vectors at the vertices changes along warp and weft.
    fn gradient(&self, field: &[DVec3]) -> [DVec3; 2] {
        let mut columns = [DVec3::ZERO; 2];
        for (v, slope) in self.vertices.into_iter().zip(self.slopes) {
            columns[0] += field[v as usize] * slope.x;
            columns[1] += field[v as usize] * slope.y;
        }
        columns
    }

    fn beyond(&self, positions: &[DVec3], limit: &StrainLimit) -> Beyond {
        let (stretches, _) = principal(self.gradient(positions));
        let missing = stretches.map(|stretch| missing(stretch, limit));
        Beyond {
            least: missing.iter().any(|part| *part > TOLERANCE),
            most: missing.iter().any(|part| *part < -TOLERANCE),
        }
    }

    /// How to move the corners so that the stretches are within limits, if they are not.
    fn position_moves(&self, positions: &[DVec3], limit: &StrainLimit) -> Option<([DVec3; 3], Beyond)> {
        let beyond = self.beyond(positions, limit);
        if !beyond.any() {
            return None;
        }
        let gradient = self.gradient(positions);
        let (stretches, directions) = principal(gradient);
        let mut moves = [DVec3::ZERO; 3];
        for (stretch, direction) in stretches.into_iter().zip(directions) {
            self.add_moves(along(gradient, direction) * missing(stretch, limit), direction, &mut moves);
        }
        Some((moves, beyond))
    }

    /// How to change the velocities of the corners so that what was beyond a limit does not go on that way, if it does.
    fn velocity_moves(
        &self,
        positions: &[DVec3],
        velocities: &[DVec3],
        beyond: Beyond,
    ) -> Option<([DVec3; 3], ())> {
        if !beyond.any() {
            return None;
        }
        let (gradient, rate) = (self.gradient(positions), self.gradient(velocities));
        let (_, directions) = principal(gradient);
        let mut moves = [DVec3::ZERO; 3];
        // The first direction is that of the largest stretch, the second that of the least.
        for (direction, was_beyond, outwards) in
            [(directions[0], beyond.most, 1.0), (directions[1], beyond.least, -1.0)]
        {
            let unit = along(gradient, direction).normalize_or_zero();
            let speed = unit.dot(along(rate, direction));
            if was_beyond && outwards * speed > TOLERANCE {
                self.add_moves(unit * -speed, direction, &mut moves);
            }
        }
        if moves == [DVec3::ZERO; 3] { None } else { Some((moves, ())) }
    }

    /// Changes the derivative along a direction by the smallest displacements, each weighed with its mass. They keep the
    /// momentum, and the angular momentum if the change is parallel to the derivative itself. Changes along the two
    /// principal directions do not disturb each other, because their derivatives are at right angles.
    fn add_moves(&self, change: DVec3, direction: DVec2, moves: &mut [DVec3; 3]) {
        let rates = self.slopes.map(|slope| slope.dot(direction));
        let give: f64 = rates.iter().zip(self.inverse_masses).map(|(rate, w)| w * rate * rate).sum();
        if give > 0.0 {
            for (i, by) in moves.iter_mut().enumerate() {
                *by += change * (self.inverse_masses[i] * rates[i] / give);
            }
        }
    }
}

/// The derivative along a direction.
fn along(gradient: [DVec3; 2], direction: DVec2) -> DVec3 {
    gradient[0] * direction.x + gradient[1] * direction.y
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
