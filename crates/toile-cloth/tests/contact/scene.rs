//! Small random scenes: a sheet that lies, hangs or is folded, pinned here and there, among bodies that push and pinch it.

use proptest::prelude::*;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{MethodSettings, Solver};
use toile_cloth::world::ClothContact;
use toile_cloth::world::World;
use toile_contact::obstacle::{Obstacle, RigidMotion};
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::{TriMesh, shapes};

const SIDE: f64 = 0.3;
const THICKNESS: f64 = 2e-3;

/// How the sheet begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Flat,
    Upright,
    /// In two layers one above the other.
    Folded,
    /// As a wave.
    Wavy,
}

/// A ball, from the middle of the sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    /// Where it begins, over the side of the sheet; it is moved out of the cloth along the vertical.
    pub(crate) place: [f64; 2],
    pub(crate) is_above: bool,
    pub(crate) radius: f64,
    /// In m/s, towards the cloth if the second is positive.
    pub(crate) velocity: [f64; 3],
    /// In radians a second.
    pub(crate) turn: f64,
}

/// A scene.
#[derive(Clone, Debug)]
pub(crate) struct RandomScene {
    pub(crate) cells: [u32; 2],
    pub(crate) shape: Shape,
    pub(crate) pins: Vec<f64>,
    pub(crate) balls: Vec<Ball>,
    pub(crate) floor: bool,
    pub(crate) fabric: &'static str,
    pub(crate) method: &'static str,
    pub(crate) throw: [f64; 3],
}

pub(crate) fn scenes(method: &'static str) -> impl Strategy<Value = RandomScene> {
    let shape = prop_oneof![Just(Shape::Flat), Just(Shape::Upright), Just(Shape::Folded), Just(Shape::Wavy)];
    let ball = (
        [-0.5..0.5_f64, -0.5..0.5],
        any::<bool>(),
        0.03..0.1_f64,
        [-0.5..0.5_f64, -0.3..2.0, -0.5..0.5],
        -10.0..10.0_f64,
    )
        .prop_map(|(place, is_above, radius, velocity, turn)| Ball {
            place,
            is_above,
            radius,
            velocity,
            turn,
        });
    let fabrics = prop_oneof![Just("cotton-poplin"), Just("chiffon"), Just("denim")];
    let pins = prop::collection::vec(0.0..1.0_f64, 0..4);
    let balls = prop::collection::vec(ball, 0..3);
    let whole = (
        [6..=10_u32, 6..=10],
        shape,
        pins,
        balls,
        any::<bool>(),
        fabrics,
        [-2.0..2.0_f64, -2.0..2.0, -2.0..2.0],
    );
    whole.prop_map(move |(cells, shape, pins, balls, floor, fabric, throw)| RandomScene {
        cells,
        shape,
        pins,
        balls,
        floor,
        fabric,
        method,
        throw,
    })
}

impl RandomScene {
    /// Two balls squeeze a folded sheet, and turn.
    pub(crate) fn pinched() -> Self {
        let ball = |is_above: bool| Ball {
            place: [0.0, 0.0],
            is_above,
            radius: 0.06,
            velocity: [0.0, 0.1, 0.0],
            turn: 3.0,
        };
        Self {
            cells: [10, 10],
            shape: Shape::Folded,
            pins: Vec::new(),
            balls: vec![ball(true), ball(false)],
            floor: false,
            fabric: "cotton-poplin",
            method: "newton",
            throw: [0.0; 3],
        }
    }

    pub(crate) fn simulation(&self) -> Simulation {
        let sheet = shapes::sheet(DVec2::splat(SIDE), self.cells);
        let places: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
        let rest = RestShape::from_flat(&places, &sheet.triangles);
        let positions: Vec<DVec3> = places.iter().map(|p| self.shape.place(*p)).collect();
        let mesh = TriMesh { positions, triangles: sheet.triangles };
        let mut cloth = Cloth::of_fabric(&mesh, rest, &Fabric::named(self.fabric).unwrap()).unwrap();
        cloth.state.velocities.fill(DVec3::from(self.throw));
        for pin in &self.pins {
            let v = (pin * cloth.vertex_count() as f64) as usize;
            cloth.pinned[v] = true;
            cloth.state.velocities[v] = DVec3::ZERO;
        }
        let bounds = mesh.bounds();
        let mut obstacles: Vec<Obstacle> =
            self.balls.iter().map(|ball| ball.body(bounds.min.y, bounds.max.y)).collect();
        if self.floor {
            let mut floor = shapes::sheet(DVec2::splat(2.0), [2, 2]);
            floor.positions.iter_mut().for_each(|p| p.y += bounds.min.y - 0.02);
            obstacles.push(Obstacle::mesh(&floor));
        }
        let contact = ClothContact { thickness: THICKNESS, ..ClothContact::default() };
        let world = World { obstacles, cloth_contact: Some(contact), ..World::default() };
        let solver = <dyn Solver>::named(self.method, &MethodSettings::default()).unwrap();
        Simulation::new(cloth, world, solver)
    }
}

impl RandomScene {
    /// Whether bodies and pins leave cloth between them no room: balls that come close to each other, to the floor, or to triangles that a pin holds. (Where a
    /// ball meets such a triangle near its pin, the other corners would have to go much farther than the ball.)
    pub(crate) fn has_no_room(&self, simulation: &Simulation) -> bool {
        const ROOM: f64 = 3.0 * THICKNESS;
        let time = simulation.world.time;
        let first = self.simulation();
        let bounds = first.cloth.mesh().bounds();
        let balls: Vec<(DVec3, f64)> = self
            .balls
            .iter()
            .map(|ball| (ball.centre(bounds.min.y, bounds.max.y, time), ball.radius))
            .collect();
        let floor = bounds.min.y - 0.02;
        let of_pins = SIDE * self.cells.map(|cells| 1.0 / f64::from(cells)).iter().sum::<f64>();
        let pins: Vec<DVec3> = (0..first.cloth.vertex_count())
            .filter(|&v| first.cloth.pinned[v])
            .map(|v| first.cloth.state.positions[v])
            .collect();
        balls.iter().enumerate().any(|(n, (centre, radius))| {
            let meets = |(other, r): &(DVec3, f64)| centre.distance(*other) < radius + r + ROOM;
            balls[..n].iter().any(meets)
                || self.floor && centre.y - radius < floor + ROOM
                || pins.iter().any(|pin| meets(&(*pin, of_pins)))
        }) || self.floor && pins.iter().any(|pin| pin.y < floor + ROOM)
    }
}

impl Shape {
    /// Where a point of the flat sheet begins.
    fn place(self, p: DVec2) -> DVec3 {
        match self {
            Self::Flat => DVec3::new(p.x, 0.0, p.y),
            Self::Upright => DVec3::new(p.x, p.y, 0.0),
            Self::Wavy => DVec3::new(0.8 * p.x, 0.03 * (p.x * 40.0).sin(), p.y),
            Self::Folded => {
                // A half circle of 2 cm height joins the layers.
                let radius = 0.01;
                let half_arc = 0.5 * std::f64::consts::PI * radius;
                if p.x.abs() <= half_arc {
                    let angle = p.x / radius;
                    DVec3::new(radius * angle.cos(), radius * angle.sin(), p.y)
                } else {
                    DVec3::new(half_arc - p.x.abs(), radius * p.x.signum(), p.y)
                }
            }
        }
    }
}

impl Ball {
    /// Where its centre is after a time in seconds.
    fn centre(&self, low: f64, high: f64, time: f64) -> DVec3 {
        let gap = self.radius + 2.0 * THICKNESS;
        let height = if self.is_above { high + gap } else { low - gap };
        let [x, towards, z] = self.velocity;
        let velocity = DVec3::new(x, if self.is_above { -towards } else { towards }, z);
        DVec3::new(self.place[0] * SIDE, height, self.place[1] * SIDE) + velocity * time
    }

    /// The ball just above or below what lies between two heights.
    fn body(&self, low: f64, high: f64) -> Obstacle {
        let center = self.centre(low, high, 0.0);
        let mut mesh = shapes::icosphere(self.radius, 1);
        mesh.positions.iter_mut().for_each(|p| *p += center);
        let velocity = self.centre(low, high, 1.0) - center;
        let mut ball = Obstacle::mesh(&mesh).turning(center, DVec3::new(0.3, 0.2, 1.0), self.turn);
        if let RigidMotion::Turning(turning) = &mut ball.motion {
            turning.path = vec![(0.0, DVec3::ZERO), (10.0, velocity * 10.0)];
        }
        ball
    }
}
