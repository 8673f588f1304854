//! Cards on a slope, each with one more term of a law of friction (Wong 2014, 7.5).

use super::super::figure::{KeyFigure, Measure};
use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{THICKNESS, moved, vacuum};
use super::sheets::{limp, several};
use crate::experiments::friction::card::Card;
use glam::{DQuat, DVec2, DVec3};
use toile_cloth::simulation::Simulation;
use toile_contact::friction::{FrictionLaw, FrictionModel};
use toile_contact::obstacle::Obstacle;
use toile_geom::{TriMesh, shapes};
use toile_look::View;

pub(super) const SCENE: Scenario = Scenario {
    name: "card",
    description: "four cards on a slope of 0.3: friction of sliding alone, with that of rest, with Stribeck's fall, with drag",
    frames: 90,
    grid: 6,
    size: [0.2, 0.15],
    sheets: 4,
    view: View::Custom { yaw: 0.5, pitch: 0.35 },
    ..Scenario::of(start)
};

/// The tangent of the slope's angle; its length and width, and how far from its upper end the cards begin.
const TANGENT: f64 = 0.3;
const SLOPE: DVec2 = DVec2::new(3.0, 0.3);
const FROM_TOP: f64 = 0.2;

/// All terms: those of the source, but for the drag, which is this many newtons a square metre at 1 m/s here.
const LAW: FrictionLaw =
    FrictionLaw::coulomb(0.1).with_static(0.2).with_stribeck(0.4, 0.2).with_viscous(0.1, 1.0);

const CARDS: usize = 4;

const NAMES: [&str; CARDS] = ["way, C", "way, CS", "way, CSS", "way, CSSV"];

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let tilt = DQuat::from_rotation_z(-TANGENT.atan());
    let aside = |n: usize| DVec3::Z * (n as f64 - 1.5) * 1.1 * SLOPE.y;
    let above = DVec3::new(FROM_TOP - 0.5 * SLOPE.x, THICKNESS, 0.0);
    let cloth = several(flat, &limp(), CARDS as u16, |n, p| tilt * (p + above) + aside(usize::from(n)))?;
    let bodies = FrictionModel::ALL.into_iter().enumerate().map(|(n, model)| {
        let mut slope = shapes::regular_sheet(SLOPE, [20, 2]);
        slope.positions.iter_mut().for_each(|p| *p = tilt * *p);
        Obstacle::mesh(&moved(slope, aside(n))).with_friction(model.of(&LAW))
    });
    let begin = cloth.state.positions.clone();
    let measure = Ways { downhill: tilt * DVec3::X, begin, slid: [None; CARDS] };
    Ok(Start { measure: Some(Box::new(measure)), ..Start::new(cloth, vacuum(bodies.collect())) })
}

/// How far the cards have slid.
#[derive(Debug)]
struct Ways {
    downhill: DVec3,
    begin: Vec<DVec3>,
    /// When each card was last seen wholly on its slope, and how far it had slid by then.
    slid: [Option<(f64, f64)>; CARDS],
}

impl Ways {
    /// How far a card has slid, in the mean, and whether it is still wholly on the slope.
    fn look_at_card(&self, card: usize, positions: &[DVec3]) -> (f64, bool) {
        let each = self.begin.len() / CARDS;
        let own = || positions.iter().skip(card * each).take(each);
        let ways =
            own().zip(self.begin.iter().skip(card * each)).map(|(to, from)| (*to - *from).dot(self.downhill));
        let lowest = own().map(|place| place.dot(self.downhill)).fold(f64::NEG_INFINITY, f64::max);
        (ways.sum::<f64>() / each as f64, lowest < 0.5 * SLOPE.x)
    }
}

impl Measure for Ways {
    fn look_at(&mut self, simulation: &Simulation) {
        for card in 0..CARDS {
            let (way, is_on_slope) = self.look_at_card(card, &simulation.cloth.state.positions);
            if is_on_slope {
                self.slid[card] = Some((simulation.world.time, way));
            }
        }
    }

    fn figures(&self) -> Vec<KeyFigure> {
        let point = Card { slope: TANGENT, mass: limp().density, ..Card::default() };
        let figure = |(card, model): (usize, FrictionModel)| {
            let (time, measured) = self.slid[card]?;
            let steps = (time / point.step).round() as usize;
            let expected = point.slide(&model.of(&LAW), steps).last()?.distance;
            Some(KeyFigure { name: NAMES[card], measured, expected, unit: "m" })
        };
        FrictionModel::ALL.into_iter().enumerate().filter_map(figure).collect()
    }
}
