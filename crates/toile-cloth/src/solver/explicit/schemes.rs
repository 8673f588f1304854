//! One explicit substep in each of the schemes.

use super::ExplicitScheme;
use crate::cloth::Cloth;
use crate::solver::guard::inverse_masses;
use crate::state::State;
use crate::world::World;
use glam::DVec3;

/// All forces on a cloth.
#[derive(Debug)]
pub(super) struct Forces<'a> {
    world: &'a World,
    /// Outer forces that do not change, where there is no air.
    steady: Option<Vec<DVec3>>,
    inverse_masses: Vec<f64>,
    damping: f64,
}

impl<'a> Forces<'a> {
    pub(super) fn new(cloth: &Cloth, world: &'a World, damping: f64) -> Self {
        let steady = world.air.is_none().then(|| world.forces(cloth).force);
        Self { world, steady, inverse_masses: inverse_masses(cloth), damping }
    }

    /// The acceleration of each vertex in the cloth's present state; zero for those that are pinned.
    ///
    /// Elastic forces are taken at the positions to which the velocity leads in the damping time: to first order that adds
    /// a resistance of stiffness times damping to the rate of strain, and it keeps the momentum.
    fn accelerations(&self, cloth: &Cloth) -> Vec<DVec3> {
        let state = &cloth.state;
        let mut gradient = vec![DVec3::ZERO; state.positions.len()];
        if self.damping == 0.0 {
            cloth.add_elastic_gradient(&state.positions, &mut gradient);
        } else {
            let ahead = |(x, v): (&DVec3, &DVec3)| *x + *v * self.damping;
            let later: Vec<DVec3> = state.positions.iter().zip(&state.velocities).map(ahead).collect();
            cloth.add_elastic_gradient(&later, &mut gradient);
        }
        let now;
        let outer = if let Some(steady) = &self.steady {
            steady
        } else {
            now = self.world.forces(cloth).force;
            &now
        };
        let of_vertex = |((pull, force), inverse): ((DVec3, &DVec3), &f64)| (*force - pull) * *inverse;
        gradient.into_iter().zip(outer).zip(&self.inverse_masses).map(of_vertex).collect()
    }
}

/// How positions and velocities change, at some state.
struct Slope {
    velocities: Vec<DVec3>,
    accelerations: Vec<DVec3>,
}

impl Slope {
    fn at(cloth: &Cloth, forces: &Forces<'_>) -> Self {
        Self { velocities: cloth.state.velocities.clone(), accelerations: forces.accelerations(cloth) }
    }
}

/// The state that lies so far along a slope from another one.
fn along(from: &State, slope: &Slope, time: f64) -> State {
    let step = |from: &[DVec3], slope: &[DVec3]| -> Vec<DVec3> {
        from.iter().zip(slope).map(|(start, rate)| *start + *rate * time).collect()
    };
    State {
        positions: step(&from.positions, &slope.velocities),
        velocities: step(&from.velocities, &slope.accelerations),
        earlier: None,
        history: from.history.clone(),
        sticks: from.sticks.clone(),
        passing: from.passing.clone(),
        tangle: from.tangle,
    }
}

/// Moves the cloth on by a substep, as if there were no colliders.
pub(super) fn advance(scheme: ExplicitScheme, cloth: &mut Cloth, forces: &Forces<'_>, time: f64) {
    match scheme {
        ExplicitScheme::Euler => {
            let slope = Slope::at(cloth, forces);
            cloth.state = along(&cloth.state, &slope, time);
        }
        ExplicitScheme::Midpoint => {
            let start = cloth.state.clone();
            cloth.state = along(&start, &Slope::at(cloth, forces), 0.5 * time);
            cloth.state = along(&start, &Slope::at(cloth, forces), time);
        }
        ExplicitScheme::RungeKutta4 => runge_kutta(cloth, forces, time),
        ExplicitScheme::Verlet | ExplicitScheme::MultiRate { .. } => verlet(cloth, forces, time),
    }
}

fn runge_kutta(cloth: &mut Cloth, forces: &Forces<'_>, time: f64) {
    let start = cloth.state.clone();
    let first = Slope::at(cloth, forces);
    let mut end = along(&start, &first, time / 6.0);
    cloth.state = along(&start, &first, 0.5 * time);
    let second = Slope::at(cloth, forces);
    end = along(&end, &second, time / 3.0);
    cloth.state = along(&start, &second, 0.5 * time);
    let third = Slope::at(cloth, forces);
    end = along(&end, &third, time / 3.0);
    cloth.state = along(&start, &third, time);
    cloth.state = along(&end, &Slope::at(cloth, forces), time / 6.0);
}

fn verlet(cloth: &mut Cloth, forces: &Forces<'_>, time: f64) {
    drift(&mut cloth.state, 0.5 * time);
    let accelerations = forces.accelerations(cloth);
    for (velocity, acceleration) in cloth.state.velocities.iter_mut().zip(accelerations) {
        *velocity += acceleration * time;
    }
    drift(&mut cloth.state, 0.5 * time);
}

fn drift(state: &mut State, time: f64) {
    for (place, velocity) in state.positions.iter_mut().zip(&state.velocities) {
        *place += *velocity * time;
    }
}
