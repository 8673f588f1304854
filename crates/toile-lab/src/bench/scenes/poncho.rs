//! A poncho on a body that walks.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{FRICTION, world};
use super::mannequin::{Ring, joint, mannequin};
use super::sheets::woven;
use super::skirt::used;
use glam::{DVec2, DVec3};
use toile_body::mannequin::BuiltMannequin;
use toile_body::motion::walk;
use toile_body::skeleton::Skinning;
use toile_cloth::cloth::Cloth;
use toile_cloth::rest::RestShape;
use toile_contact::obstacle::{FieldMeshSettings, Obstacle};
use toile_geom::TriMesh;

pub(super) const SCENE: Scenario = Scenario {
    name: "poncho",
    description: "a square with a hole falls on the shoulders of a mannequin, which then walks; met through distance fields of its keyframes",
    frames: 180,
    grid: 46,
    size: [1.2, 1.2],
    ..Scenario::of(start)
};

/// How far above the root of the neck the poncho begins, and how far its hole is from the neck.
const ABOVE: f64 = 0.03;
const HOLE: f64 = 0.025;
/// When the body begins to move, how long it takes to the first pose of its walk, and how long it walks, in seconds.
const BEGIN: f64 = 0.6;
const LEAD_IN: f64 = 0.7;
const WALK: f64 = 1.8;
/// One of this number of frames of the walk is a key.
const KEYS: usize = 5;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let body = mannequin()?;
    let height = joint(&body, "neck").y + ABOVE;
    let cloth = poncho(flat, &Ring::new(&body.mesh, height), height)?;
    let keys = walking(&body);
    let mut body = Obstacle::animated(body.mesh.triangles, keys).with_friction(FRICTION);
    body.meet_by_field(&FieldMeshSettings::default())?;
    Ok(Start::new(cloth, world(vec![body])))
}

/// The sheet at a height, without what is within the neck's own ring.
fn poncho(flat: &TriMesh, neck: &Ring, height: f64) -> Result<Cloth, ScenarioError> {
    let is_free =
        |corners: &&[u32; 3]| !corners.iter().any(|&v| neck.encloses(flat.positions[v as usize], HOLE));
    let triangles = flat.triangles.iter().filter(is_free).copied().collect();
    let mut mesh = used(&TriMesh { positions: flat.positions.clone(), triangles });
    let places: Vec<DVec2> = mesh.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    mesh.positions.iter_mut().for_each(|p| p.y = height);
    let rest = RestShape::from_flat(&places, &mesh.triangles);
    Ok(Cloth::of_fabric(&mesh, rest, &woven())?)
}

/// The skin at the keys of a walk.
fn walking(body: &BuiltMannequin) -> Vec<(f64, Vec<DVec3>)> {
    let rig = body.rig();
    let mut motion = walk(&rig.skeleton, WALK).with_lead_in(&rig.skeleton, LEAD_IN);
    motion.frames = motion.frames.into_iter().step_by(KEYS).collect();
    motion.frame_seconds *= KEYS as f64;
    let skinned = motion.skinned(&rig.skeleton, &body.mesh.positions, &rig.skin, Skinning::DualQuaternion);
    skinned.times.into_iter().map(|time| BEGIN + time).zip(skinned.frames).collect()
}
