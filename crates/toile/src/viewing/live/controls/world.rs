//! Gravity, wind, and how the motion is computed.

use super::{choice, chosen, number, number_in, switch, switched};
use glam::DVec3;
use toile_cloth::air::Air;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{ClothProperty, METHODS, MethodSettings, Solver};
use toile_cloth::world::{ClothContact, ResponseKind, World};
use toile_contact::friction::FrictionLaw;
use toile_view::live::{Control, Panel, Value};

/// What of a simulation cannot be read back from it.
#[derive(Clone, Debug)]
pub(in super::super) struct Chosen {
    pub(in super::super) method: String,
    /// How cloth keeps away from itself when that is switched on again.
    pub(in super::super) contact: ClothContact,
    /// The direction that the wind blows to, in degrees around the vertical: 0 towards the front.
    direction: f64,
}

impl Chosen {
    pub(in super::super) fn of(simulation: &Simulation, method: &str) -> Self {
        let wind = simulation.world.wind.velocity;
        let direction =
            if wind == DVec3::ZERO { 180.0 } else { wind.x.atan2(wind.z).to_degrees().rem_euclid(360.0) };
        let contact = simulation.world.cloth_contact.unwrap_or_default();
        Self { method: method.to_owned(), contact, direction }
    }
}

const GRAVITY: [f64; 2] = [-5.0, 30.0];
const WIND: [f64; 2] = [0.0, 20.0];
const DIRECTION: [f64; 2] = [0.0, 360.0];
const GUSTS: [f64; 2] = [0.0, 1.0];
const GUST_LENGTH: [f64; 2] = [0.1, 10.0];
const THICKNESS: [f64; 2] = [0.2, 8.0];
const FRICTION: [f64; 2] = [0.0, 1.5];
/// The friction of cloth without a fabric.
const ANY_FRICTION: f64 = 0.4;

/// The controls of a simulation.
pub(in super::super) fn controls(simulation: &Simulation, chosen: &Chosen) -> Vec<Control> {
    let mut controls = of_the_air(&simulation.world, chosen);
    controls.extend(of_the_solver(simulation, chosen));
    controls.extend(of_friction(simulation, chosen));
    controls
}

fn of_the_air(world: &World, chosen: &Chosen) -> Vec<Control> {
    let wind = world.wind;
    vec![
        number(
            Panel::Air,
            "gravity",
            "Gravity",
            "m/s²",
            GRAVITY,
            -world.gravity.y,
            "The earth has 9.81, the moon 1.62.",
        ),
        switch(
            Panel::Air,
            "air",
            "Air",
            world.air.is_some(),
            "Without air there is no wind, and cloth falls like stone.",
        ),
        number(
            Panel::Air,
            "wind",
            "Wind",
            "m/s",
            WIND,
            wind.velocity.length(),
            "The mean speed of the wind. 3 m/s moves leaves, 10 m/s makes umbrellas hard to hold.",
        ),
        number(
            Panel::Air,
            "wind_direction",
            "Blows to",
            "°",
            DIRECTION,
            chosen.direction,
            "The direction around the vertical: 0° to the front of the body, 90° to its left, 180° to its back.",
        ),
        number(
            Panel::Air,
            "gusts",
            "Gusts",
            "",
            GUSTS,
            wind.gusts,
            "How much stronger and weaker the wind becomes, as a share of its mean.",
        ),
        number(
            Panel::Air,
            "gust_length",
            "Gust length",
            "m",
            GUST_LENGTH,
            wind.gust_length.clamp(0.1, 10.0),
            "The length of a gust.",
        ),
    ]
}

fn of_the_solver(simulation: &Simulation, chosen: &Chosen) -> Vec<Control> {
    let world = &simulation.world;
    vec![
        choice(Panel::Solver, "method", "Method", methods(), &chosen.method, "How the motion is computed."),
        switch(
            Panel::Solver,
            "creases",
            "Creases",
            simulation.cloth.remembers_bending(),
            "Cloth remembers how it was bent, as far as its fabric does. Switched off it forgets; switched on again it begins flat.",
        ),
        switch(
            Panel::Solver,
            "self_contact",
            "Cloth keeps off cloth",
            world.cloth_contact.is_some(),
            "Switched off, cloth passes through itself. Switched on again it begins where the cloth is: what is tangled stays so until it is pulled out.",
        ),
        choice(
            Panel::Solver,
            "response",
            "Contacts",
            responses(),
            world.response.name(),
            "What becomes of cloth that is close to itself or to a body.",
        ),
        number(
            Panel::Solver,
            "thickness",
            "Gap between layers",
            "mm",
            THICKNESS,
            1e3 * chosen.contact.thickness,
            "How far layers of cloth stay apart, and off the body.",
        ),
    ]
}

/// Friction as it was measured of the fabrics, or the same for all of them.
fn of_friction(simulation: &Simulation, chosen: &Chosen) -> Vec<Control> {
    let world = &simulation.world;
    let of_fabric = simulation.cloth.fabrics.first().map(|cut| cut.fabric.friction);
    let [on_cloth, on_skin] = of_fabric.map_or([ANY_FRICTION; 2], |own| [own.cloth_static, own.skin_static]);
    let of_body = world.obstacles.first().and_then(|body| body.friction);
    let mut controls = vec![
        switch(
            Panel::Solver,
            "fabric_friction",
            "Friction of the fabrics",
            chosen.contact.friction.is_none() && of_body.is_none(),
            "Each fabric rubs as it was measured. Switched off, all rub by the two numbers below.",
        ),
        number(
            Panel::Solver,
            "cloth_friction",
            "Friction, cloth on cloth",
            "",
            FRICTION,
            chosen.contact.friction.map_or(on_cloth, |law| law.static_),
            "Coulomb's coefficient of all cloth on cloth, whatever it is made of.",
        ),
    ];
    if !world.obstacles.is_empty() {
        controls.push(number(
            Panel::Solver,
            "body_friction",
            "Friction, cloth on body",
            "",
            FRICTION,
            of_body.map_or(on_skin, |law| law.static_),
            "Coulomb's coefficient of all cloth on the body, whatever it is made of.",
        ));
    }
    controls
}

fn methods() -> Vec<(String, String)> {
    METHODS.iter().map(|method| (method.name.to_owned(), method.description.to_owned())).collect()
}

fn responses() -> Vec<(String, String)> {
    let words = |kind| match kind {
        ResponseKind::Soft => "the method's own: close things push each other away",
        ResponseKind::Constraint => "the forces of all pairs at once",
        ResponseKind::Impulse => "inelastic impulses, pair after pair",
        ResponseKind::Filter => "gentle springs, impulses for impacts, rigid zones for what is left",
        ResponseKind::Shift => "ends moved apart",
    };
    ResponseKind::ALL.map(|kind| (kind.name().to_owned(), words(kind).to_owned())).to_vec()
}

/// Sets a control; `false` if there is none of that key.
pub(in super::super) fn set(
    simulation: &mut Simulation,
    kept: &mut Chosen,
    key: &str,
    value: &Value,
) -> Result<bool, String> {
    let world = &mut simulation.world;
    match key {
        "gravity" => world.gravity = DVec3::NEG_Y * number_in(value, GRAVITY)?,
        "air" => world.air = switched(value)?.then(|| world.air.unwrap_or_default()),
        "wind" => {
            blow(simulation, number_in(value, WIND)?, kept.direction);
        }
        "wind_direction" => {
            kept.direction = number_in(value, DIRECTION)?;
            let speed = world.wind.velocity.length();
            blow(simulation, speed, kept.direction);
        }
        "gusts" => world.wind.gusts = number_in(value, GUSTS)?,
        "gust_length" => world.wind.gust_length = number_in(value, GUST_LENGTH)?,
        "method" => {
            let solver = <dyn Solver>::named(chosen(value)?, &MethodSettings::default());
            let solver = solver.map_err(|error| error.to_string())?;
            if simulation.cloth.remembers_bending() && !solver.honours(ClothProperty::Creases) {
                return Err(format!("{} knows no creases: switch them off first", solver.name()));
            }
            simulation.solver = solver;
            chosen(value)?.clone_into(&mut kept.method);
            simulation.cloth.state.earlier = None;
        }
        "creases" if switched(value)? => {
            if !simulation.solver.honours(ClothProperty::Creases) {
                return Err(format!("{} knows no creases", simulation.solver.name()));
            }
            simulation.cloth.remember_bending();
        }
        "creases" => simulation.cloth.forget_bending(),
        "self_contact" => world.cloth_contact = switched(value)?.then_some(kept.contact),
        "response" => {
            let name = chosen(value)?;
            world.response = ResponseKind::named(name).map_err(|error| error.to_string())?;
        }
        "thickness" => {
            let thickness = 1e-3 * number_in(value, THICKNESS)?;
            (kept.contact.thickness, world.obstacle_thickness) = (thickness, thickness);
            world.cloth_contact = world.cloth_contact.map(|_| kept.contact);
        }
        "cloth_friction" => {
            rub_by(world, kept, Some(number_in(value, FRICTION)?.into()));
        }
        "body_friction" => {
            let friction = Some(number_in(value, FRICTION)?.into());
            world.obstacles.iter_mut().for_each(|obstacle| obstacle.friction = friction);
        }
        "fabric_friction" => {
            let is_own = switched(value)?;
            let own = simulation.cloth.fabrics.first().filter(|_| !is_own).map(|cut| cut.fabric.friction);
            rub_by(world, kept, own.map(|own| own.on_cloth()));
            let on_skin = own.map(|own| own.on_skin());
            world.obstacles.iter_mut().for_each(|obstacle| obstacle.friction = on_skin);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Gives all cloth on cloth a friction, or each fabric its own.
fn rub_by(world: &mut World, kept: &mut Chosen, friction: Option<FrictionLaw>) {
    kept.contact.friction = friction;
    world.cloth_contact = world.cloth_contact.map(|_| kept.contact);
}

/// Lets a wind blow; wind needs air.
fn blow(simulation: &mut Simulation, speed: f64, degrees: f64) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let world = &mut simulation.world;
    world.wind.velocity = DVec3::new(sin, 0.0, cos) * speed;
    if speed > 0.0 && world.air.is_none() {
        world.air = Some(Air::default());
    }
}
