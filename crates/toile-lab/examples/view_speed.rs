//! How fast a moving outfit is drawn, without a window.
//!
//!     cargo run --release -p toile-lab --features gpu --example view_speed -- --tris 200000 --size 1280x720 --frames 300
//!
//! A wavy cloth, half of the triangles, moves in every frame around a body that stands: all of its positions are sent, all of its normals computed, and all
//! shadow maps drawn anew. Frames are handed to the device as fast as it takes them, at most three ahead; the clock stops when the last one is
//! done. Nothing is read back. Prints JSON.
//!
//! `--quality low` or `high` (by itself the one that fits the device), `--still` leaves the cloth where it is,
//! `--warm-up N` frames before the clock starts (10).

use glam::Vec3;
use std::collections::VecDeque;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;
use toile_view::camera::OrbitCamera;
use toile_view::render::Renderer;
use toile_view::scene::{Mesh, Object, ObjectKind, ViewMaterial, ViewScene, Weave};
use toile_view::shot::fitting;
use toile_view::view_settings::{ViewQuality, ViewSettings};

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// The number of frames that may wait for the device.
const AHEAD: usize = 3;

struct Options {
    tris: u32,
    size: [u32; 2],
    frames: u32,
    warm_up: u32,
    quality: Option<ViewQuality>,
    still: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    pollster::block_on(measure(&options()?))
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options =
        Options { tris: 200_000, size: [1280, 720], frames: 300, warm_up: 10, quality: None, still: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--tris" => options.tris = value()?.parse()?,
            "--frames" => options.frames = value()?.parse()?,
            "--warm-up" => options.warm_up = value()?.parse()?,
            "--size" => {
                let value = value()?;
                let (width, height) = value.split_once('x').ok_or("--size WIDTHxHEIGHT")?;
                options.size = [width.parse()?, height.parse()?];
            }
            "--quality" => {
                options.quality = Some(if value()? == "low" { ViewQuality::Low } else { ViewQuality::High });
            }
            "--still" => options.still = true,
            _ => return Err(format!("no option {word}").into()),
        }
    }
    Ok(options)
}

/// A tube with folds, as wide as a coat: half of the triangles; the rest is the body inside.
struct Outfit {
    scene: ViewScene,
    around: u32,
    rows: u32,
}

impl Outfit {
    fn new(tris: u32) -> Self {
        let around = f64::from(tris / 4).sqrt() as u32;
        let rows = (tris / 4).div_ceil(around.max(1));
        let body = tube(around, rows, "body", ObjectKind::Body);
        let cloth = tube(around, rows, "coat", ObjectKind::Cloth);
        let mut outfit =
            Self { scene: ViewScene { objects: vec![body, cloth], ..ViewScene::default() }, around, rows };
        outfit.scene.objects[0].positions = Arc::new(outfit.points(0.0, 0.14, 0.0));
        outfit.move_to(0.0);
        outfit
    }

    fn move_to(&mut self, time: f32) {
        self.scene.objects[1].positions = Arc::new(self.points(time, 0.19, 0.05));
    }

    fn points(&self, time: f32, radius: f32, folds: f32) -> Vec<[f32; 3]> {
        let [around, rows] = [self.around as f32, self.rows as f32];
        let point = |n: u32| {
            let angle = (n % self.around) as f32 / around * std::f32::consts::TAU;
            let up = (n / self.around) as f32 / rows;
            let fold = folds * (1.0 - up) * (9.0 * angle + 2.0 * time + 4.0 * up).sin();
            let out = radius * (1.0 + 0.25 * (up * 9.0).sin() * 0.4) + fold;
            Vec3::new(out * angle.cos() * 1.3, 1.7 * up, out * angle.sin()).to_array()
        };
        (0..self.around * (self.rows + 1)).map(point).collect()
    }
}

fn tube(around: u32, rows: u32, name: &str, kind: ObjectKind) -> Object {
    let vertex = |k: u32, row: u32| row * around + k % around;
    let cells = (0..rows).flat_map(|row| (0..around).map(move |k| (k, row)));
    let triangles = cells
        .flat_map(|(k, row)| {
            let [a, b, c, d] =
                [vertex(k, row), vertex(k + 1, row), vertex(k + 1, row + 1), vertex(k, row + 1)];
            [[a, c, b], [a, d, c]]
        })
        .collect();
    let places = (0..around * (rows + 1))
        .map(|n| [1.2 * (n % around) as f32 / around as f32, 1.7 * (n / around) as f32 / rows as f32])
        .collect();
    Object {
        name: name.into(),
        kind,
        mesh: Arc::new(Mesh { triangles, places, ..Mesh::default() }),
        positions: Arc::new(Vec::new()),
        values: None,
        material: ViewMaterial {
            color: [0.2, 0.3, 0.5],
            sheen: 0.3,
            weave: Weave::Twill,
            ..ViewMaterial::default()
        },
        visible: true,
    }
}

async fn measure(options: &Options) -> Result<(), Box<dyn Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::PRIMARY,
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    });
    let wanted = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..wgpu::RequestAdapterOptions::default()
    };
    let adapter = instance.request_adapter(&wanted).await?;
    let info = adapter.get_info();
    let (device, queue) = adapter.request_device(&wgpu::DeviceDescriptor::default()).await?;
    let quality = options.quality.unwrap_or(fitting(&info));
    let mut renderer = Renderer::new(&device, &queue, FORMAT, quality);
    let [width, height] = options.size;
    let target = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let mut outfit = Outfit::new(options.tris);
    let settings = ViewSettings::default();
    let camera = OrbitCamera::default();
    // What the simulation would hand over is made before the clock starts.
    let states: Vec<_> = (0..8_u8)
        .map(|k| {
            outfit.move_to(0.1 * f32::from(k));
            outfit.scene.clone()
        })
        .collect();
    let mut waiting = VecDeque::new();
    let mut clock = Instant::now();
    for frame in 0..options.warm_up + options.frames {
        if frame == options.warm_up {
            device.poll(wgpu::PollType::wait_indefinitely())?;
            waiting.clear();
            clock = Instant::now();
        }
        let state = if options.still { 0 } else { frame as usize % states.len() };
        renderer.update(&device, &queue, &states[state]);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        renderer.draw(&device, &queue, &mut encoder, &view, options.size, &camera, &settings);
        waiting.push_back(queue.submit([encoder.finish()]));
        if waiting.len() > AHEAD {
            let submission_index = waiting.pop_front();
            device.poll(wgpu::PollType::Wait { submission_index, timeout: None })?;
        }
    }
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let seconds = clock.elapsed().as_secs_f64();
    let triangles: usize = outfit.scene.objects.iter().map(|object| object.mesh.triangles.len()).sum();
    let quality = if quality == ViewQuality::High { "high" } else { "low" };
    println!(
        "{{\"device\": \"{}\", \"quality\": \"{quality}\", \"tris\": {triangles}, \"width\": {width}, \"height\": {height}, \
         \"frames\": {}, \"moving\": {}, \"seconds\": {seconds:.3}, \"fps\": {:.1}, \
         \"how\": \"positions of all cloth sent, normals and shadow maps computed each frame; at most {AHEAD} frames ahead, waited \
         for the last; nothing read back\"}}",
        info.name,
        options.frames,
        !options.still,
        f64::from(options.frames) / seconds
    );
    Ok(())
}
