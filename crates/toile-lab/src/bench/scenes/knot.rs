//! An overhand knot that is pulled tight.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{FRICTION, THICKNESS, world};
use super::sheets::{placed, short_sides, woven};
use glam::DVec3;
use std::f64::consts::{PI, TAU};
use toile_cloth::simulation::Guide;
use toile_cloth::world::{ClothContact, World};
use toile_geom::TriMesh;
use toile_look::View;

pub(super) const SCENE: Scenario = Scenario {
    name: "knot",
    description: "a ribbon of 2 m by 2 cm with a loose overhand knot is pulled tight by its ends",
    grid: 4,
    size: [2.0, 0.02],
    view: View::Front,
    ..Scenario::of(start)
};

/// The knot is three times as large as this to each side of its middle.
const SCALE: f64 = 0.04;

/// How far the line goes to the front and to the back, and how far its ends are apart where they pass each other.
const DEPTH: f64 = 0.03;
const APART: f64 = 0.04;

/// How much nearer than the ribbon is long the ends are when they stop, and how long they are pulled, in seconds.
const TIGHT: f64 = 0.2;
const TIME: f64 = 3.0;

/// Pictures show so much to each side of the middle, in metres: the ends are pulled far away.
const CLOSE_UP: f64 = 0.15;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let line = CentreLine::new();
    let cloth = placed(flat, &woven(), |p| line.at(p.x, p.z))?;
    let way = 0.5 * (SCENE.size[0] - TIGHT) - line.tail;
    let mut guides = Vec::new();
    for (side, sign) in short_sides(flat).into_iter().zip([-1.0, 1.0]) {
        let pull = sign * way * tangent(if sign < 0.0 { PI } else { 3.0 * PI }).normalize();
        guides.extend(side.into_iter().map(|v| {
            let from = cloth.state.positions[v as usize];
            Guide { vertex: v, path: vec![(0.0, from), (TIME, from + pull)] }
        }));
    }
    let thickness = 0.5 * THICKNESS;
    let contact = ClothContact { thickness, friction: Some((0.5 * FRICTION).into()) };
    let world = World { obstacle_thickness: thickness, cloth_contact: Some(contact), ..world(Vec::new()) };
    Ok(Start { guides, close_up: Some(CLOSE_UP), ..Start::new(cloth, world) })
}

/// A point of the knot, from `π` to `3π`: the curve `(sin t + 2 sin 2t, cos t − 2 cos 2t)`, which is a trefoil if it goes up and down
/// with `sin 3t`. Cut at its outermost point it is an overhand knot; the cut ends pass each other there.
fn point(t: f64) -> DVec3 {
    let drift = APART * (1.0 - (t - PI) / TAU) - 0.5 * APART;
    let flat = DVec3::new(t.sin() + 2.0 * (2.0 * t).sin(), 2.0 * (2.0 * t).cos() - t.cos(), 0.0);
    SCALE * flat + DVec3::Z * (DEPTH * (3.0 * t).sin() + drift)
}

fn tangent(t: f64) -> DVec3 {
    let flat = DVec3::new(t.cos() + 4.0 * (2.0 * t).cos(), t.sin() - 4.0 * (2.0 * t).sin(), 0.0);
    SCALE * flat + DVec3::Z * (3.0 * DEPTH * (3.0 * t).cos() - APART / TAU)
}

/// Across the ribbon: the curve's binormal, so that the ribbon is bent and twisted, but not in its own plane.
fn across(t: f64) -> DVec3 {
    let flat = DVec3::new(-t.sin() - 8.0 * (2.0 * t).sin(), t.cos() - 8.0 * (2.0 * t).cos(), 0.0);
    let bend = SCALE * flat - DVec3::Z * (9.0 * DEPTH * (3.0 * t).sin());
    bend.cross(tangent(t)).normalize()
}

/// The line by its length, with straight tails.
struct CentreLine {
    /// The length of the line up to evenly distributed parameters.
    lengths: Vec<f64>,
    /// The length of each tail.
    tail: f64,
}

impl CentreLine {
    const PARTS: usize = 4000;

    fn new() -> Self {
        let mut lengths = vec![0.0];
        let mut sum = 0.0;
        for part in 1..=Self::PARTS {
            sum += point(Self::parameter(part as f64)).distance(point(Self::parameter(part as f64 - 1.0)));
            lengths.push(sum);
        }
        Self { lengths, tail: 0.5 * (SCENE.size[0] - sum) }
    }

    fn parameter(part: f64) -> f64 {
        PI + TAU * part / Self::PARTS as f64
    }

    /// The point of the ribbon so far from its middle, along and across.
    fn at(&self, along: f64, aside: f64) -> DVec3 {
        let length = along + 0.5 * SCENE.size[0] - self.tail;
        let after = self.lengths.partition_point(|&sum| sum <= length);
        let (t, beyond) = match (after.checked_sub(1), self.lengths.get(after)) {
            (None, _) => (PI, length),
            (Some(last), None) => (3.0 * PI, length - self.lengths[last]),
            (Some(last), Some(next)) => {
                let part = (length - self.lengths[last]) / (next - self.lengths[last]);
                (Self::parameter(last as f64 + part), 0.0)
            }
        };
        point(t) + beyond * tangent(t).normalize() + aside * across(t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_as_long_as_the_ribbon_and_comes_back_as_its_own_derivative() {
        let line = CentreLine::new();
        assert!(line.tail > 0.2, "{}", line.tail);
        for n in 0..400 {
            let along = -1.0 + 0.005 * f64::from(n);
            let length = line.at(along, 0.0).distance(line.at(along + 1e-4, 0.0));
            assert!((length / 1e-4 - 1.0).abs() < 1e-2, "{along}: {length}");
        }
        let t = 4.0;
        let difference = (point(t + 1e-6) - point(t - 1e-6)) / 2e-6;
        assert!(difference.distance(tangent(t)) < 1e-8);
    }
}
