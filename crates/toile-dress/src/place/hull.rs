//! Hulls: developable surfaces around a segment of the body that pieces are laid on without stretching.
//!
//! A hull is a band between two rings around the segment, both smooth and convex. They may be longer than the body asks for, which makes the
//! hull a cone, and where that would reach too far they wind to and fro (Fuhrmann 2006, §3.3).

use super::section::RingSection;
use super::strip::Strip;
use super::wave::Wave;
use crate::frame::HullFrame;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// Where a piece lies on a hull.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// How far around, in turns.
    pub turns: f64,
    /// How far up the axis; on a cone, what it would be if the hull were a cylinder hanging from its upper ring.
    pub height: f64,
}

/// A hull around a segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// Its axis.
    pub frame: HullFrame,
    /// Its cross-section.
    pub section: RingSection,
    /// The height of its upper ring.
    pub top: f64,
    /// How long it is from ring to ring.
    pub length: f64,
    /// The waves of the upper and the lower ring, where they have any.
    pub waves: [Option<Wave>; 2],
    strip: Strip,
}

/// What limits a hull's shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullLimits {
    /// How much longer than the section a ring may be before it winds.
    pub widest: f64,
    /// The smallest radius of waves.
    pub bend: f64,
}

impl Hull {
    /// A hull whose rings have at least the given lengths, those of the section otherwise.
    pub fn new(
        frame: HullFrame,
        section: RingSection,
        top: f64,
        length: f64,
        rings: [f64; 2],
        limits: HullLimits,
    ) -> Self {
        let length = length.max(0.01);
        let (plain, waves) = plain_and_waves(&section, length, rings, limits);
        let grown = [0, 1].map(|r| (plain[r] - section.lengths[r]).max(0.0) / TAU);
        let slope = (plain[1] - plain[0]) / TAU;
        let drop = (length * length - slope * slope).max(0.0).sqrt();
        let heights = [top, top - drop];
        let samples = section.normals.len();
        let ring = |r: usize| -> Vec<DVec3> {
            (0..samples)
                .map(|k| frame.point(ring_point(&section, r, grown[r], waves[r], k), heights[r]))
                .collect()
        };
        let strip = Strip::new(ring(0), ring(1));
        Self { frame, section, top, length, waves, strip }
    }

    /// The lengths of the upper and the lower ring.
    pub fn ring_lengths(&self) -> [f64; 2] {
        self.strip.lengths()
    }

    /// How many triangles it has.
    pub fn triangle_count(&self) -> usize {
        2 * self.strip.count()
    }

    /// How far around the hull an angle around its axis is, in turns.
    pub fn turns_at_angle(&self, angle: f64) -> f64 {
        self.section.share_at_angle(angle)
    }

    /// A point of a piece in the unrolled hull; the point is given from the piece's middle, which lies at the spot.
    pub fn unrolled(&self, spot: Spot, local: DVec2) -> DVec2 {
        self.lay(spot)(local)
    }

    /// How the points of a piece come to lie in the unrolled hull.
    pub fn lay(&self, spot: Spot) -> impl Fn(DVec2) -> DVec2 + use<> {
        let turns = spot.turns - spot.turns.floor();
        let over = self.waves.iter().flatten().map(|wave| 1.0 / wave.count as f64).fold(0.0, f64::max);
        let up = self.strip.upward(turns, over);
        let [above, below] = self.strip.ruling(turns);
        let down = (below - above).normalize_or(-up);
        let middle = above + down * (self.top - spot.height);
        let right = -up.perp();
        move |local| middle + right * local.x + up * local.y
    }

    /// Where in space the points of a piece lie: the map ψ.
    pub fn place(&self, spot: Spot, locals: impl Iterator<Item = DVec2>) -> Vec<DVec3> {
        let lay = self.lay(spot);
        let turns = spot.turns - spot.turns.floor();
        locals.map(|local| self.strip.lift(lay(local), turns)).collect()
    }

    /// Where the points of a piece lie around the hull in turns from its spot, and across it from 0 above to 1 below.
    pub fn coordinates(&self, spot: Spot, locals: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
        let lay = self.lay(spot);
        let turns = spot.turns - spot.turns.floor();
        let at = |local| {
            let (around, across) = self.strip.coordinates(lay(local), turns);
            DVec2::new(around - turns, across)
        };
        locals.map(at).collect()
    }

    /// The point half way between two points of the hull, the shorter way around: each is given by turns and the way across.
    pub fn between(&self, a: DVec2, b: DVec2) -> DVec3 {
        let start = a.x - a.x.floor();
        let apart = b.x - a.x;
        let apart = apart - apart.round();
        let [from, to] = [self.strip.point(start, a.y), self.strip.point(start + apart, b.y)];
        self.strip.lift(from.midpoint(to), start + 0.5 * apart)
    }
}

/// How far a cone may open: the difference of its rings' radii over its length.
const STEEPEST_CONE: f64 = 0.94;

/// The lengths of rings without waves, and the waves that make them as long as wanted.
///
/// Both rings wind by the same angle at the same places as far as they can. Their tangents are parallel then along the lines that join them, which
/// keeps the band free of twists: a band from a plain ring to one with waves would have to crumple by up to a third of its width in between.
/// Only what a cone cannot hold even if it opens to a disc is left to waves of one ring alone.
fn plain_and_waves(
    section: &RingSection,
    length: f64,
    rings: [f64; 2],
    limits: HullLimits,
) -> ([f64; 2], [Option<Wave>; 2]) {
    let longer = [0, 1].map(|r| rings[r] / (limits.widest * section.lengths[r]));
    let common = longer[0].min(longer[1]).max(1.0);
    let plain = [0, 1].map(|r| (rings[r] / common).max(section.lengths[r]));
    let widest = plain[0].min(plain[1]) + TAU * STEEPEST_CONE * length;
    let wave = |r: usize| {
        let factor = common * (plain[r] / widest).max(1.0);
        (factor > 1.001).then(|| Wave::longer_by(factor, plain[r].min(widest), limits.bend))
    };
    let waves = [wave(0), wave(1)];
    let count = waves.iter().flatten().map(|wave| wave.count).min();
    let waves = waves.map(|wave| wave.map(|wave| Wave { count: count.unwrap_or(wave.count), ..wave }));
    (plain.map(|ring| ring.min(widest)), waves)
}

/// A point of a ring that is a distance outside of the section, with waves beyond that.
fn ring_point(section: &RingSection, ring: usize, grown: f64, wave: Option<Wave>, k: usize) -> DVec2 {
    let (points, normals) = (&section.points[ring], &section.normals);
    let count = points.len();
    let Some(wave) = wave else { return points[k] + normals[k] * grown };
    let (share, out) = wave.at(k as f64 / count as f64);
    let place = share.rem_euclid(1.0) * count as f64;
    let (i, part) = (place as usize % count, place.fract());
    let j = (i + 1) % count;
    let normal = normals[i].lerp(normals[j], part).normalize_or(normals[i]);
    let length = section.lengths[ring] + TAU * grown;
    points[i].lerp(points[j], part) + normal * (grown + out * length)
}
