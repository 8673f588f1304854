//! Pictures that must stay as they are.
//!
//! They are drawn by the driver that is there and compared, with a tolerance, with those in `tests/golden`, which Mesa's
//! lavapipe has drawn. Without any driver the tests say so and pass, unless `TOILE_NEEDS_GPU=1` asks for one. After a change
//! that was meant, `TOILE_UPDATE_GOLDEN=1 cargo test -p toile-view --features gpu --test golden` draws them anew: look at them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what it expects by failing")]

mod common;

use common::{camera, cloth, draped, over_a_ball};
use glam::Vec3;
use std::path::Path;
use std::sync::Arc;
use toile_io::png::{self, Image};
use toile_look::color_map::ColorMap;
use toile_view::camera::OrbitCamera;
use toile_view::environment::Environment;
use toile_view::scene::{Print, ViewScene, Weave};
use toile_view::shot::{Offscreen, Picture, ShotError};
use toile_view::view_settings::{ColorMode, Ground, ViewQuality, ViewSettings};

const SIZE: [u32; 2] = [320, 240];

/// A device, or nothing where there is none and none is asked for.
fn offscreen(quality: ViewQuality) -> Option<Offscreen> {
    match Offscreen::new(Some(quality)) {
        Ok(offscreen) => Some(offscreen),
        Err(error) if std::env::var_os("TOILE_NEEDS_GPU").is_none() => {
            eprintln!("skipped: {error}; TOILE_NEEDS_GPU=1 makes this a failure");
            None
        }
        Err(error) => panic!("TOILE_NEEDS_GPU is set, but {error}"),
    }
}

/// How two pictures differ: the mean over all channels, and the share of pixels that are clearly different.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Difference {
    mean: f64,
    clear: f64,
}

impl Difference {
    /// Other versions of a driver round otherwise; nobody sees that.
    const TOLERATED: Self = Self { mean: 0.6, clear: 0.0015 };

    fn between(a: &Picture, b: &Image) -> Self {
        assert_eq!((a.width, a.height), (b.width, b.height));
        let far = |(a, b): (&[u8; 4], &[u8; 4])| [0, 1, 2].map(|k| f64::from(a[k].abs_diff(b[k])));
        let all: Vec<[f64; 3]> = a.pixels.iter().zip(&b.pixels).map(far).collect();
        let count = all.len() as f64;
        let clear = all.iter().filter(|d| d.iter().any(|far| *far > 20.0)).count() as f64 / count;
        Self { mean: all.iter().flatten().sum::<f64>() / (3.0 * count), clear }
    }

    fn is_tolerated(self) -> bool {
        self.mean <= Self::TOLERATED.mean && self.clear <= Self::TOLERATED.clear
    }
}

fn golden(name: &str) -> Image {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"));
    png::read(&std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).unwrap()
}

fn write(folder: &str, name: &str, picture: &Picture) {
    let image = Image { width: picture.width, height: picture.height, pixels: picture.pixels.clone() };
    let path = Path::new(folder).join(format!("{name}.png"));
    toile_io::file::write_png(&path, &image).unwrap();
    eprintln!("wrote {}", path.display());
}

/// Compares a picture with the one that is kept under a name.
fn check(name: &str, picture: &Picture) {
    if std::env::var_os("TOILE_UPDATE_GOLDEN").is_some() {
        write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"), name, picture);
        return;
    }
    let difference = Difference::between(picture, &golden(name));
    if !difference.is_tolerated() {
        write(env!("CARGO_TARGET_TMPDIR"), name, picture);
        panic!("{name} is not what it was: {difference:?}, tolerated {:?}", Difference::TOLERATED);
    }
}

/// Draws a scene and compares it.
fn draw(name: &str, quality: ViewQuality, scene: &ViewScene, camera: &OrbitCamera, settings: &ViewSettings) {
    if let Some(mut offscreen) = offscreen(quality) {
        check(name, &offscreen.shot(scene, camera, settings, SIZE).unwrap());
    }
}

/// Cloth over a ball, with values that grow with the height.
fn warm() -> ViewScene {
    let mut scene = draped();
    let values = scene.objects[1].positions.iter().map(|p| 100.0 * p[1]).collect();
    scene.objects[1].values = Some(Arc::new(values));
    scene
}

fn heat() -> ViewSettings {
    let (mode, range, map) = (ColorMode::Values, [0.0, 80.0], ColorMap::Warm);
    ViewSettings { mode, range, map, ..ViewSettings::default() }
}

/// Near to the stitches.
fn close() -> OrbitCamera {
    OrbitCamera { target: Vec3::new(0.0, 0.68, 0.19), distance: 0.06, turn: 0.2, lift: 0.7, field: 0.5 }
}

#[test]
fn material() {
    draw("material", ViewQuality::High, &draped(), &camera(), &ViewSettings::default());
}

#[test]
fn material_where_the_processor_draws() {
    draw("material-low", ViewQuality::Low, &draped(), &camera(), &ViewSettings::default());
}

#[test]
fn heat_maps() {
    draw("heat", ViewQuality::High, &warm(), &camera(), &heat());
    draw("heat-low", ViewQuality::Low, &warm(), &camera(), &heat());
}

#[test]
fn wires_and_layers() {
    let settings =
        ViewSettings { wireframe: true, layers: true, ground: Ground::Hidden, ..ViewSettings::default() };
    let mut scene = draped();
    scene.objects[1] = cloth(0.5, 32, over_a_ball);
    draw("layers", ViewQuality::High, &scene, &camera(), &settings);
}

#[test]
fn twill_and_stitches_from_near() {
    let mut scene = draped();
    scene.objects[1].mesh = Arc::new({
        let mut mesh = (*scene.objects[1].mesh).clone();
        let side = 161;
        mesh.stitches = vec![(0..side).map(|k| k * side + side / 2).collect()];
        mesh
    });
    draw("twill", ViewQuality::High, &scene, &close(), &ViewSettings::default());
}

#[test]
fn prints_and_the_inside() {
    let mut scene = ViewScene::default();
    let prints = [
        Print::Stripes(0.05, [0.7, 0.1, 0.1]),
        Print::Checks(0.08, [0.05, 0.2, 0.1]),
        Print::Dots(0.06, [0.9, 0.8, 0.3]),
    ];
    for (print, across) in prints.into_iter().zip([-0.62, 0.0, 0.62]) {
        // The upper half of the last one is turned over.
        let wave = |x: f32, y: f32| {
            let over = if across > 0.5 { (y - 0.05).max(0.0) } else { 0.0 };
            Vec3::new(x + across, 0.45 + y - 1.9 * over, 0.06 * (12.0 * x).sin() - 0.15 * y + 0.3 * over)
        };
        let mut object = cloth(0.28, 40, wave);
        object.material.print = print;
        object.material.color = [0.7, 0.68, 0.62];
        object.material.weave = Weave::Knit;
        scene.objects.push(object);
    }
    let camera = OrbitCamera { turn: 0.15, lift: 0.2, ..camera() };
    draw("prints", ViewQuality::High, &scene, &camera, &ViewSettings::default());
}

#[test]
fn light_from_other_surroundings() {
    let Some(mut offscreen) = offscreen(ViewQuality::High) else { return };
    let sunset = |d: Vec3| if d.x > 0.0 { Vec3::new(2.0, 0.7, 0.2) } else { Vec3::new(0.05, 0.1, 0.3) };
    offscreen.set_environment(&Environment::of(128, 64, sunset));
    let settings = ViewSettings { lights: Vec::new(), ..ViewSettings::default() };
    check("sunset", &offscreen.shot(&draped(), &camera(), &settings, SIZE).unwrap());
}

#[test]
fn what_is_not_in_numbers_is_left_out_and_comes_back() {
    let Some(mut offscreen) = offscreen(ViewQuality::High) else { return };
    let whole = draped();
    let mut broken = whole.clone();
    let mut positions = (*whole.objects[1].positions).clone();
    for (n, point) in positions.iter_mut().enumerate().filter(|(n, _)| n % 161 > 110) {
        *point = if n % 2 == 0 { [f32::NAN; 3] } else { [1e30, f32::INFINITY, 0.0] };
    }
    broken.objects[1].positions = Arc::new(positions);
    let mut shot =
        |scene: &ViewScene| offscreen.shot(scene, &camera(), &ViewSettings::default(), SIZE).unwrap();
    check("broken", &shot(&broken));
    check("material", &shot(&whole));
}

#[test]
fn only_what_moves_moves() {
    let Some(mut offscreen) = offscreen(ViewQuality::Low) else { return };
    let scene = draped();
    let mut moved = scene.clone();
    let lifted = scene.objects[1].positions.iter().map(|&[x, y, z]| [x, y + 0.3, z]).collect();
    moved.objects[1].positions = Arc::new(lifted);
    let mut shot =
        |scene: &ViewScene| offscreen.shot(scene, &camera(), &ViewSettings::default(), SIZE).unwrap();
    let (first, second, third) = (shot(&scene), shot(&moved), shot(&scene));
    assert_eq!(first, third, "the same scene gives the same bytes, whatever was drawn between");
    assert_ne!(first, second);
}

#[test]
fn a_wrong_picture_is_told_from_a_right_one() {
    if std::env::var_os("TOILE_UPDATE_GOLDEN").is_some() {
        return;
    }
    let Some(mut offscreen) = offscreen(ViewQuality::High) else { return };
    let mut far = |scene: &ViewScene, settings: &ViewSettings, name: &str| {
        Difference::between(&offscreen.shot(scene, &camera(), settings, SIZE).unwrap(), &golden(name))
    };
    let usual = ViewSettings::default;
    assert!(far(&draped(), &usual(), "material").is_tolerated());
    for (what, settings) in [
        ("no shadows", ViewSettings { shadows: false, ..usual() }),
        ("brighter", ViewSettings { exposure: 1.1, ..usual() }),
        ("no marks", ViewSettings { marks: false, ..usual() }),
    ] {
        assert!(!far(&draped(), &settings, "material").is_tolerated(), "{what}");
    }
    let mut red = draped();
    red.objects[1].material.color = [0.17, 0.22, 0.42];
    assert!(!far(&red, &usual(), "material").is_tolerated(), "another colour");
    let mut inside_out = draped();
    inside_out.objects[1].mesh = Arc::new({
        let mut mesh = (*inside_out.objects[1].mesh).clone();
        mesh.triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
        mesh
    });
    assert!(!far(&inside_out, &usual(), "material").is_tolerated(), "inside out");
    let shifted = ViewSettings { range: [0.0, 84.0], ..heat() };
    assert!(!far(&warm(), &shifted, "heat").is_tolerated(), "another range");
}

#[test]
fn corners_are_dark() {
    let Some(mut offscreen) = offscreen(ViewQuality::High) else { return };
    let mut sum = |occlusion: bool| {
        let settings = ViewSettings { occlusion, ..ViewSettings::default() };
        let picture = offscreen.shot(&draped(), &camera(), &settings, SIZE).unwrap();
        picture.pixels.iter().map(|pixel| u64::from(pixel[1])).sum::<u64>()
    };
    let (open, dark) = (sum(false), sum(true));
    assert!(dark * 10_000 < open * 9_993, "{dark} {open}");
}

#[test]
fn pictures_without_pixels_are_refused() {
    let Some(mut offscreen) = offscreen(ViewQuality::Low) else { return };
    let mut shot = |size| offscreen.shot(&ViewScene::default(), &camera(), &ViewSettings::default(), size);
    assert!(matches!(shot([0, 10]), Err(ShotError::Size(0, 10, _))));
    assert!(matches!(shot([1 << 20, 10]), Err(ShotError::Size(..))));
    assert!(shot([1, 1]).is_ok(), "an empty scene in one pixel");
}

#[test]
fn the_cloth_of_the_tests_hangs_over_its_ball() {
    let middle = over_a_ball(0.0, 0.0);
    assert!((middle.y - 0.755).abs() < 1e-4 && over_a_ball(0.5, 0.0).y < 0.45);
}
