//! The scenes, one a file. Lengths are in metres; `y` is up.

mod ball;
mod bodies;
mod capstan;
mod card;
mod crumple;
mod drop;
mod flag;
mod funnel;
mod hang;
mod incline;
mod knot;
mod mannequin;
mod poncho;
mod ribbon;
mod sheets;
mod skirt;
mod stack;
mod stickslip;
#[cfg(test)]
mod tests;
mod twist;

use super::scenario::Scenario;

/// All scenes.
pub const SCENARIOS: &[Scenario] = &[
    hang::SCENE,
    flag::SCENE,
    drop::SCENE,
    crumple::SCENE,
    ball::SCENE,
    funnel::SCENE,
    twist::SCENE,
    stack::SCENE,
    ribbon::SCENE,
    knot::SCENE,
    incline::SCENE,
    capstan::SCENE,
    card::SCENE,
    stickslip::SCENE,
    skirt::SCENE,
    poncho::SCENE,
];
