//! Cards on a slope, each with one more term of a law of friction (Wong 2014, 7.5).

use super::super::figure::{Figure, Measure};
use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{THICKNESS, moved, vacuum};
use super::sheets::{limp, several};
use crate::look::View;
use glam::{DQuat, DVec2, DVec3};
use toile_cloth::contact::Body;
use toile_cloth::simulation::Simulation;
use toile_contact::friction::experiments::card::Card;
use toile_contact::friction::{FrictionLaw, FrictionModel};
use toile_geom::{TriMesh, shapes};

pub(super) const SCENE: Scenario = Scenario {
    name: "card",
    description: "four cards on a slope of 0.3: friction of sliding alone, with that of rest, with Stribeck's fall, with drag",
    frames: 90,
    grid: 6,
    size: [0.2, 0.15],
    sheets: 4,
    view: View::Custom { yaw: 0.5, pitch: 0.35 },
    start,
};

/// The tangent of the slope's angle; its length and width, and how far from its upper end the cards begin.
const TANGENT: f64 = 0.3;
const SLOPE: DVec2 = DVec2::new(3.0, 0.3);
const FROM_TOP: f64 = 0.2;

/// All terms: those of the source, but for the drag, which is so many newtons a square metre at 1 m/s here.
const LAW: FrictionLaw =
    FrictionLaw::coulomb(0.1).with_static(0.2).with_stribeck(0.4, 0.2).with_viscous(0.1, 1.0);

const NAMES: [&str; 4] = ["way, C", "way, CS", "way, CSS", "way, CSSV"];

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let tilt = DQuat::from_rotation_z(-TANGENT.atan());
    let aside = |n: usize| DVec3::Z * (n as f64 - 1.5) * 1.1 * SLOPE.y;
    let above = DVec3::new(FROM_TOP - 0.5 * SLOPE.x, THICKNESS, 0.0);
    let cloth = several(flat, &limp(), 4, |n, p| tilt * (p + above) + aside(usize::from(n)))?;
    let bodies = FrictionModel::ALL.into_iter().enumerate().map(|(n, model)| {
        let mut slope = shapes::regular_sheet(SLOPE, [20, 2]);
        slope.positions.iter_mut().for_each(|p| *p = tilt * *p);
        Body::still(&moved(slope, aside(n)), model.of(&LAW))
    });
    let begin = cloth.state.positions.clone();
    let measure = Ways { downhill: tilt * DVec3::X, begin, now: Vec::new(), time: 0.0 };
    Ok(Start { measure: Some(Box::new(measure)), ..Start::new(cloth, vacuum(bodies.collect())) })
}

/// How far the cards have slid.
#[derive(Debug)]
struct Ways {
    downhill: DVec3,
    begin: Vec<DVec3>,
    now: Vec<DVec3>,
    time: f64,
}

impl Measure for Ways {
    fn look_at(&mut self, simulation: &Simulation) {
        self.now.clone_from(&simulation.cloth.state.positions);
        self.time = simulation.world.time;
    }

    fn figures(&self) -> Vec<Figure> {
        let each = self.begin.len() / FrictionModel::ALL.len();
        let point = Card { slope: TANGENT, mass: limp().density, ..Card::default() };
        let steps = (self.time / point.step).round() as usize;
        let figure = |(n, model): (usize, FrictionModel)| {
            let own = n * each..(n + 1) * each;
            let moved =
                self.now.get(own.clone())?.iter().zip(self.begin.get(own)?).map(|(to, from)| *to - *from);
            let measured = moved.map(|way| way.dot(self.downhill)).sum::<f64>() / each as f64;
            let expected = point.slide(&model.of(&LAW), steps).last()?.distance;
            Some(Figure { name: NAMES[n], measured, expected, unit: "m" })
        };
        FrictionModel::ALL.into_iter().enumerate().filter_map(figure).collect()
    }
}
