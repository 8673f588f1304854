//! The picture at the top of the README: three moments of a walk in trousers and a T-shirt.
//!
//! `cargo run --release -p toile-lab --features gpu --example hero -- hero.png`

use glam::{DVec3, Vec3};
use std::error::Error;
use std::path::Path;
use toile::viewing::objects::positions;
use toile::viewing::{camera_for, outfit_scene};
use toile_body::motion::Playing;
use toile_dress::{DressedMotion, Dressing, Wearer};
use toile_io::file::write_png;
use toile_io::png::Image;
use toile_view::camera::OrbitCamera;
use toile_view::scene::{Object, ViewScene};
use toile_view::shot::{Offscreen, Picture};
use toile_view::view_settings::{ViewQuality, ViewSettings};

/// The frames that are shown, of 30 a second: the body walks from the thirtieth on.
const FRAMES: [usize; 3] = [49, 57, 65];
/// How far the bodies stand from each other, in metres.
const APART: f32 = 0.95;
/// Width and height in pixels.
const SIZE: [u32; 2] = [1200, 640];

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "hero.png".into());
    let playing = Playing { seconds: 1.2, lead_in: 1.0, frames_per_second: 30.0, ..Playing::default() };
    let wearer = Wearer::open("eu-38")?;
    let outfit = Dressing::on(&wearer).garments(["trousers", "t-shirt"]).edge_length(0.015).run(|_| ())?;
    let motion = outfit.follow(&wearer.moving("walk", &playing)?, &playing, &mut |_, _| ())?;

    let from = OrbitCamera { turn: 0.62, lift: 0.06, ..OrbitCamera::default() };
    let scene = side_by_side(&outfit_scene(&outfit), &motion, &from);
    let mut camera = camera_for(&scene, &from, SIZE);
    camera.zoom(1.12);
    let mut offscreen = Offscreen::new(Some(ViewQuality::High))?;
    let Picture { width, height, pixels } =
        offscreen.fine_shot(&scene, &camera, &ViewSettings::default(), SIZE)?;
    write_png(Path::new(&path), &Image { width, height, pixels })?;
    println!("Wrote {path}.");
    Ok(())
}

/// The dressed body in each of the frames, from left to right as the camera sees them.
fn side_by_side(dressed: &ViewScene, motion: &DressedMotion, camera: &OrbitCamera) -> ViewScene {
    let right = Vec3::new(camera.turn.cos(), 0.0, -camera.turn.sin());
    let mut scene = ViewScene::default();
    for (n, frame) in FRAMES.iter().filter_map(|&frame| motion.frames.get(frame)).enumerate() {
        let middle = frame.body.iter().sum::<DVec3>() / frame.body.len() as f64;
        let place = (right * (n as f32 - 1.0) * APART).as_dvec3() - middle.with_y(0.0);
        let shapes = std::iter::once(&frame.body).chain(&frame.garments);
        for (object, points) in dressed.objects.iter().zip(shapes) {
            let placed: Vec<DVec3> = points.iter().map(|p| *p + place).collect();
            scene.objects.push(Object { positions: positions(&placed), ..object.clone() });
        }
    }
    scene
}
