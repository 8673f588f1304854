//! Some vertices and pairs of them, and what became of them.

use glam::DVec3;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::friction::{FrictionLaw, FrictionTable};
use toile_contact::guard::NearPair;
use toile_contact::narrow::StencilKind;
use toile_contact::narrow::proximity::proximity;
use toile_contact::response::{Response, ResponseError, ResponseInput, ResponseReport, StepMotion};

pub(crate) const STEP: f64 = 0.01;

/// A scene without meshes: vertices and pairs.
#[derive(Debug)]
pub(crate) struct Pairs {
    pub(crate) start: Vec<DVec3>,
    pub(crate) velocities: Vec<DVec3>,
    pub(crate) masses: Vec<f64>,
    pub(crate) kinematic: Vec<bool>,
    pub(crate) near: Vec<NearPair>,
    pub(crate) thickness: f64,
    pub(crate) friction: FrictionTable,
    pub(crate) grain: Vec<DVec3>,
}

impl Pairs {
    pub(crate) fn new(start: Vec<DVec3>, velocities: Vec<DVec3>) -> Self {
        let count = start.len();
        Self {
            start,
            velocities,
            masses: vec![1.0; count],
            kinematic: vec![false; count],
            near: Vec::new(),
            thickness: 0.0,
            friction: FrictionTable::uniform(0.0),
            grain: Vec::new(),
        }
    }

    pub(crate) fn with_pair(mut self, kind: StencilKind, corners: [u32; 4]) -> Self {
        let at = corners.map(|v| self.start[v as usize]);
        // At any distance, so that there always is one.
        self.near.extend(proximity(kind, at, f64::INFINITY).map(|close| NearPair { kind, corners, close }));
        self
    }

    pub(crate) fn with_friction(mut self, law: impl Into<FrictionLaw>) -> Self {
        self.friction = FrictionTable::uniform(law);
        self
    }

    pub(crate) fn respond(
        &self,
        response: &mut dyn Response,
    ) -> Result<(StepMotion, ResponseReport), ResponseError> {
        let mut features = Features::default();
        features.add(&[], self.start.len());
        let inverse_masses: Vec<f64> = self.masses.iter().map(|m| m.recip()).collect();
        let mut motion = StepMotion::from_velocities(&self.start, self.velocities.clone(), STEP);
        let input = ResponseInput {
            features: &features,
            filter: &Filter::new(),
            start: &self.start,
            inverse_masses: &inverse_masses,
            kinematic: &self.kinematic,
            near: &self.near,
            step: STEP,
            thickness: [self.thickness; 2],
            friction: &self.friction,
            materials: &[],
            grain: &self.grain,
        };
        let report = response.respond(&input, &mut motion)?;
        Ok((motion, report))
    }

    /// The difference of a pair's closest points, or of anything else vertices have.
    pub(crate) fn difference(&self, pair: usize, of: &[DVec3]) -> DVec3 {
        let NearPair { corners, close, .. } = &self.near[pair];
        corners.iter().zip(close.weights).map(|(v, w)| w * of[*v as usize]).sum()
    }

    /// The momentum and the angular momentum about the origin, at the start.
    pub(crate) fn momenta(&self, velocities: &[DVec3]) -> [DVec3; 2] {
        let mut sums = [DVec3::ZERO; 2];
        for ((mass, place), velocity) in self.masses.iter().zip(&self.start).zip(velocities) {
            sums[0] += *mass * *velocity;
            sums[1] += *mass * place.cross(*velocity);
        }
        sums
    }

    pub(crate) fn energy(&self, velocities: &[DVec3]) -> f64 {
        velocities.iter().zip(&self.masses).map(|(v, m)| 0.5 * m * v.length_squared()).sum()
    }
}
