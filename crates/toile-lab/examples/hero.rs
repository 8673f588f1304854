//! The picture at the top of the README: three moments of a walk in trousers and a T-shirt.
//!
//! `cargo run --release -p toile-lab --features gpu --example hero -- hero.png`

use glam::{DVec3, Vec3};
use std::error::Error;
use std::path::Path;
use toile::dressing::garment_named;
use toile::viewing::objects::positions;
use toile::viewing::{camera_for, outfit_scene};
use toile_body::motion::{MovingBody, Playing};
use toile_dress::ontology::Ontology;
use toile_dress::{DressSettings, Following, Wearer, dress_in_order};
use toile_io::file::write_png;
use toile_io::png::Image;
use toile_pattern::draft::Looseness;
use toile_pattern::mesh::MeshSettings;
use toile_view::camera::OrbitCamera;
use toile_view::scene::{Object, ViewScene};
use toile_view::shot::{Offscreen, Picture};
use toile_view::view_settings::{ViewQuality, ViewSettings};

/// The length of edges, in metres.
const EDGE: f64 = 0.015;
/// The moments, in seconds: a second goes by until the body is in step.
const MOMENTS: [f64; 3] = [1.63, 1.90, 2.17];
/// Body keys a second.
const KEYS: f64 = 60.0;
/// How far the bodies stand from each other, in metres.
const APART: f32 = 0.95;
/// Width and height in pixels.
const SIZE: [u32; 2] = [1200, 640];

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "hero.png".into());
    let playing = Playing { seconds: 4.0, lead_in: 1.0, ..Playing::default() };
    let wearer = Wearer::open("eu-38")?;
    let moving = wearer.moving("walk", &playing)?;
    let from = OrbitCamera { turn: 0.62, lift: 0.06, ..OrbitCamera::default() };
    let scene = moments(&wearer, &moving, &from)?;
    let mut camera = camera_for(&scene, &from, SIZE);
    camera.zoom(1.12);
    let mut offscreen = Offscreen::new(Some(ViewQuality::High))?;
    let Picture { width, height, pixels } =
        offscreen.fine_shot(&scene, &camera, &ViewSettings::default(), SIZE)?;
    write_png(Path::new(&path), &Image { width, height, pixels })?;
    println!("Wrote {path}.");
    Ok(())
}

/// The dressed body at each of the moments, side by side as the camera sees them.
fn moments(wearer: &Wearer, moving: &MovingBody, camera: &OrbitCamera) -> Result<ViewScene, Box<dyn Error>> {
    let garments = ["trousers", "t-shirt"].map(|name| garment_named(name, wearer, Looseness::Regular));
    let garments = garments.into_iter().collect::<Result<Vec<_>, _>>()?;
    let order = Ontology::of(&garments, wearer.measures()).order(&[])?;
    let settings = DressSettings { mesh: MeshSettings::with_edge_length(EDGE), ..DressSettings::default() };
    let outfit = dress_in_order(&garments, &order, wearer, &settings, &mut |_, _| ())?;
    let dressed = outfit_scene(wearer.mesh(), &outfit);
    let last = MOMENTS.into_iter().fold(0.0, f64::max) + 0.1;
    let key = |k: usize| (k as f64 / KEYS, moving.positions(k as f64 / KEYS));
    let keys = (0..=(last * KEYS) as usize).map(key).collect();
    let mut following = Following::new(&outfit, moving.mesh(), keys, &settings.drape)?;
    let right = Vec3::new(camera.turn.cos(), 0.0, -camera.turn.sin());
    let mut scene = ViewScene::default();
    let mut time = 0.0;
    for (n, moment) in MOMENTS.into_iter().enumerate() {
        while time < moment - 1e-9 {
            following.advance(1.0 / KEYS)?;
            time += 1.0 / KEYS;
        }
        println!("{time:.2} s");
        let skin = moving.positions(time);
        let middle = skin.iter().sum::<DVec3>() / skin.len() as f64;
        let place = (right * (n as f32 - 1.0) * APART).as_dvec3() - middle.with_y(0.0);
        let shapes = std::iter::once(skin).chain(following.positions());
        for (object, points) in dressed.objects.iter().zip(shapes) {
            let placed: Vec<DVec3> = points.iter().map(|p| *p + place).collect();
            scene.objects.push(Object { positions: positions(&placed), ..object.clone() });
        }
    }
    Ok(scene)
}
