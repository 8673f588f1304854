//! The part of the demonstration that moves cloth: a napkin falls over a ball, and is drawn where it comes to rest.

use super::error::CommandError;
use std::path::Path;
use toile::check::Check;
use toile::look::{Color, Look, LookObject, LookScene, Surface, View};
use toile::scene::{Run, Scene, Solid, animation};
use toile_geom::shapes;
use toile_io::file::write_png;
use toile_io::gltf;

const SCENE: &str = include_str!("../../../../scenes/draped-ball.toml");
const INDIGO: u32 = 0x5B_74_9B;
const STONE: u32 = 0xC9_C3_BA;
const VIEW: View = View::Custom { yaw: 0.45, pitch: 0.32 };

/// What became of the napkin.
pub(super) struct Drape {
    pub(super) triangles: usize,
    pub(super) frames: usize,
    /// The most that an edge is longer than at rest, in the end.
    pub(super) stretch: f64,
    /// Pairs of triangles that pass through each other, in the end.
    pub(super) self_intersections: usize,
}

/// Lets the napkin fall, and writes a picture of the end and an animation of the way there.
pub(super) fn drape(look: &Look, picture: &Path, file: &Path) -> Result<Drape, CommandError> {
    let mut run = Run::new(Scene::parse("draped-ball.toml", SCENE)?)?;
    let mut stretch = 0.0;
    while !run.is_done() {
        stretch = run.step()?.max_stretch;
    }
    let cloth = run.simulation.cloth.mesh();
    let mut scene = LookScene::of(LookObject::cloth(&cloth).with_surface(Surface::Solid(Color::hex(INDIGO))));
    let balls: Vec<_> =
        run.scene.colliders.iter().filter_map(|solid| ball(solid, run.simulation.world.time)).collect();
    let stone = |mesh| LookObject::body(mesh).with_surface(Surface::Solid(Color::hex(STONE)));
    scene.objects.extend(balls.iter().map(stone));
    // The cloth is wider than high, unlike a body.
    let side = look.width.max(look.height);
    let look = Look { width: side, height: side, margin: 0.1, ..*look };
    write_png(picture, &look.render(&scene, VIEW))?;
    gltf::write_file(file, &animation(&run)?)?;
    Ok(Drape {
        triangles: cloth.triangles.len(),
        frames: run.frame(),
        stretch,
        self_intersections: Check::of(&cloth).self_intersections.len(),
    })
}

fn ball(solid: &Solid, time: f64) -> Option<toile_geom::TriMesh> {
    let ball = match solid {
        Solid::Mesh(body) | Solid::Field(body, _) => return Some(body.mesh(time)),
        Solid::Plane(_) => return None,
        Solid::Sphere(ball) => ball,
    };
    let mut mesh = shapes::icosphere(ball.radius, 5);
    for position in &mut mesh.positions {
        *position += ball.center;
    }
    Some(mesh)
}
