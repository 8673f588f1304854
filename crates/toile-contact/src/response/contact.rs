//! A close pair as a response sees it.

use super::ResponseInput;
use crate::friction::{FrictionLaw, MaterialId, StickOrSlip};
use crate::guard::NearPair;
use crate::narrow::StencilKind;
use crate::narrow::proximity::Proximity;
use glam::DVec3;
use std::ops::Range;

/// Two closest points by their vertices, and the direction between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contact {
    /// The vertices.
    pub(super) corners: [u32; 4],
    /// Their weights in the difference of the closest points, the first minus the second.
    pub(super) weights: [f64; 4],
    /// The unit direction from the second to the first.
    pub(super) normal: DVec3,
    /// One over the mass of each vertex, 0 for those that are kinematic.
    pub(super) mobilities: [f64; 4],
    /// How much an impulse between the points changes their relative velocity, in 1/kg.
    pub(super) mobility: f64,
    /// How far apart the two should be, in metres.
    pub(super) thickness: f64,
    /// How the two rub against each other.
    pub(super) law: FrictionLaw,
    /// The grain of the first side and of the second; zero where there is none.
    pub(super) grain: [DVec3; 2],
}

impl Contact {
    /// The contact of a pair; none if it has no direction or all its vertices are kinematic.
    pub(super) fn new(input: &ResponseInput<'_>, pair: &NearPair) -> Option<Self> {
        Self::from_proximity(input, pair.kind, pair.corners, &pair.close)
    }

    /// The contacts of all close pairs.
    pub(super) fn all(input: &ResponseInput<'_>) -> Vec<Self> {
        input.near.iter().filter_map(|pair| Self::new(input, pair)).collect()
    }

    /// The contact of four vertices that are known to exist.
    pub(super) fn from_proximity(
        input: &ResponseInput<'_>,
        kind: StencilKind,
        corners: [u32; 4],
        close: &Proximity,
    ) -> Option<Self> {
        let mobilities = corners.map(|v| input.mobility(v));
        let mobility: f64 = close.weights.iter().zip(mobilities).map(|(w, m)| w * w * m).sum();
        let unit = (close.normal.length_squared() - 1.0).abs() < 1e-6;
        if !(unit && mobility > 0.0 && mobility.is_finite()) {
            return None;
        }
        // The vertices that weigh most speak for their sides.
        let heaviest = |side: Range<usize>| {
            let start = side.start;
            side.fold(
                start,
                |best, i| if close.weights[i].abs() > close.weights[best].abs() { i } else { best },
            )
        };
        let vertices =
            [heaviest(0..kind.first_side()), heaviest(kind.first_side()..4)].map(|i| corners[i] as usize);
        let [one, other] = vertices.map(|v| input.materials.get(v).copied().unwrap_or_default());
        let on_body = [one, other].iter().any(|material| matches!(material, MaterialId::Obstacle(_)));
        Some(Self {
            corners,
            weights: close.weights,
            normal: close.normal,
            mobilities,
            mobility,
            thickness: input.thickness[usize::from(on_body)],
            law: *input.friction.between(one, other),
            grain: vertices.map(|v| input.grain.get(v).copied().unwrap_or_default()),
        })
    }

    /// The difference of the closest points, or of anything else that vertices have, like velocities.
    pub(super) fn difference(&self, of: &[DVec3]) -> DVec3 {
        let [a, b, c, d] = self.corners.map(|v| of[v as usize]);
        self.weights[0] * a + self.weights[1] * b + self.weights[2] * c + self.weights[3] * d
    }

    /// Changes the difference by `change` in the way an impulse between the points does: each vertex by its weight over its mass.
    pub(super) fn change(&self, of: &mut [DVec3], change: DVec3) {
        let impulse = change / self.mobility;
        for i in 0..4 {
            if self.mobilities[i] > 0.0 {
                of[self.corners[i] as usize] += self.weights[i] * self.mobilities[i] * impulse;
            }
        }
    }

    /// Lets friction act on a slip, after the normal velocity was changed by `pushed`; `time` is that for which drag acts, in seconds.
    ///
    /// Returns what is left.
    pub(super) fn rub(&self, velocities: &mut [DVec3], slip: DVec3, pushed: f64, time: f64) -> StickOrSlip {
        let speed = slip.length();
        let left = self.law_towards(slip).slow(pushed, speed, time * self.mobility);
        if left.value < speed {
            self.change(velocities, slip * (left.value / speed - 1.0));
        }
        left
    }

    /// The law for slips in a direction.
    pub(super) fn law_towards(&self, slip: DVec3) -> FrictionLaw {
        if self.law.across == 1.0 {
            return self.law;
        }
        let mut factor = 1.0;
        let mut grains = 0;
        for grain in self.grain {
            // The grain lies in the surface, so that what leaves it is the mesh's roughness.
            let flat = grain - self.normal * self.normal.dot(grain);
            if let (Some(flat), Some(slip)) = (flat.try_normalize(), slip.try_normalize()) {
                let towards = self.law.towards(flat.dot(slip));
                factor *= if self.law.static_ > 0.0 { towards.static_ / self.law.static_ } else { 1.0 };
                grains += 1;
            }
        }
        self.law.scaled(if grains == 2 { f64::sqrt(factor) } else { factor })
    }

    /// What is left of a vector along the surface.
    pub(super) fn along_surface(&self, vector: DVec3) -> DVec3 {
        vector - self.normal * self.normal.dot(vector)
    }
}
