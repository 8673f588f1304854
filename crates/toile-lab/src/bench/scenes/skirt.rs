//! A skirt on a body that turns once around.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{FRICTION, world};
use super::mannequin::{Ring, joint, mannequin};
use super::sheets::{short_sides, woven};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use toile_cloth::cloth::Cloth;
use toile_cloth::rest::RestShape;
use toile_contact::obstacle::{FieldMeshSettings, Obstacle, Turning};
use toile_geom::TriMesh;

pub(super) const SCENE: Scenario = Scenario {
    name: "skirt",
    description: "a flared skirt on a mannequin that turns once around, met through its distance field",
    grid: 32,
    size: [1.2, 0.6],
    ..Scenario::of(start)
};

/// How much wider the cone gets for each metre along its side.
const FLARE: f64 = 0.3;
/// How far the skirt is from the body at first, at least, in metres.
const CLEAR: f64 = 8e-3;
/// Heights at which the body is measured, less one.
const RINGS: u32 = 96;
/// When the body begins to turn, and how long it takes, in seconds.
const BEGIN: f64 = 0.5;
const TIME: f64 = 2.5;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let body = mannequin()?;
    let waist = joint(&body, "waist");
    let cloth = skirt(flat, &body.mesh, waist)?;
    let turning = Turning { path: Vec::new(), centre: waist, axis: DVec3::Y, turn: turn() };
    let mut body = Obstacle::mesh(&body.mesh).moving(turning).with_friction(FRICTION);
    body.meet_by_field(&FieldMeshSettings::default())?;
    Ok(Start::new(cloth, world(vec![body])))
}

/// A part of a ring, sewn at the back to a cone that clears the body from a height downwards. It slides down until it is held by the hips.
fn skirt(flat: &TriMesh, body: &TriMesh, waist: DVec3) -> Result<Cloth, ScenarioError> {
    let [width, length] = SCENE.size;
    // A cone whose sides have this length is less high.
    let steep = (1.0 - FLARE * FLARE).sqrt();
    let along = |ring: u32| length * f64::from(ring) / f64::from(RINGS);
    let needed = |ring: u32| {
        let down = along(ring);
        Ring::new(body, waist.y - steep * down).radius(waist) + CLEAR - FLARE * down
    };
    let top = (0..=RINGS).map(needed).fold(0.0, f64::max);
    let parts = |p: &DVec3| [p.x / width, p.z + 0.5 * length];
    let place = |p: &DVec3| {
        let [around, down] = parts(p);
        DVec2::from_angle(around * TAU * FLARE - 0.25 * TAU) * (top / FLARE + down)
    };
    let put = |p: &DVec3| {
        let [around, down] = parts(p);
        let out = DVec2::from_angle(0.25 * TAU - around * TAU) * (top + FLARE * down);
        waist + DVec3::new(out.x, -steep * down, out.y)
    };
    let places: Vec<DVec2> = flat.positions.iter().map(place).collect();
    let positions: Vec<DVec3> = flat.positions.iter().map(put).collect();
    let rest = RestShape::from_flat(&places, &flat.triangles);
    let mesh = sewn(&TriMesh { positions, triangles: flat.triangles.clone() }, flat);
    Ok(Cloth::of_fabric(&mesh, rest, &woven())?)
}

/// The mesh with the vertices of its short sides joined, where they are equally far along them.
fn sewn(mesh: &TriMesh, flat: &TriMesh) -> TriMesh {
    let [first, last] = short_sides(flat);
    let across = |v: u32| flat.positions[v as usize].z;
    let mut joined: Vec<u32> = (0..mesh.positions.len() as u32).collect();
    for v in last {
        if let Some(&partner) = first.iter().find(|&&w| (across(v) - across(w)).abs() < 1e-9) {
            joined[v as usize] = partner;
        }
    }
    let triangles = mesh.triangles.iter().map(|corners| corners.map(|v| joined[v as usize])).collect();
    used(&TriMesh { positions: mesh.positions.clone(), triangles })
}

/// The mesh without vertices that no triangle has.
pub(super) fn used(mesh: &TriMesh) -> TriMesh {
    let mut numbers = vec![None; mesh.positions.len()];
    let mut positions = Vec::new();
    let mut number = |v: u32| {
        *numbers[v as usize].get_or_insert_with(|| {
            positions.push(mesh.positions[v as usize]);
            positions.len() as u32 - 1
        })
    };
    let triangles = mesh.triangles.iter().map(|corners| corners.map(&mut number)).collect();
    TriMesh { positions, triangles }
}

/// Keys of the angle: once around, from rest to rest.
fn turn() -> Vec<(f64, f64)> {
    const PARTS: u32 = 150;
    let key = |part: u32| {
        let t = f64::from(part) / f64::from(PARTS);
        (BEGIN + TIME * t, TAU * t * t * (3.0 - 2.0 * t))
    };
    (0..=PARTS).map(key).collect()
}
