//! Tests of whole pictures.

use super::*;
use glam::{DVec3, Vec2};
use toile_geom::TriMesh;

fn quick() -> Look {
    Look { width: 120, height: 120, quality: LookQuality::Draft, ..Look::default() }
}

/// A square in the plane z = 0 that faces the front view.
fn square() -> TriMesh {
    TriMesh {
        positions: [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [-1.0, 2.0, 0.0]]
            .map(DVec3::from_array)
            .to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}

/// A sphere of `rings` by `2 rings` quads.
fn sphere(rings: u32, centre: DVec3, radius: f64) -> TriMesh {
    let around = 2 * rings;
    let at = |k: u32| {
        let (i, j) = (k / around, k % around);
        let polar = std::f64::consts::PI * f64::from(i) / f64::from(rings);
        let turn = std::f64::consts::TAU * f64::from(j) / f64::from(around);
        centre + radius * DVec3::new(polar.sin() * turn.sin(), polar.cos(), polar.sin() * turn.cos())
    };
    let quad = |k: u32| {
        let (i, j) = (k / around, k % around);
        let [a, b] = [i * around + j, i * around + (j + 1) % around];
        [[a, a + around, b + around], [a, b + around, b]]
    };
    TriMesh {
        positions: (0..(rings + 1) * around).map(at).collect(),
        triangles: (0..rings * around).flat_map(quad).collect(),
    }
}

fn at(image: &Image, x: u32, y: u32) -> [i32; 3] {
    let [r, g, b, _] = image.pixel(x, y).unwrap();
    [r, g, b].map(i32::from)
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let ball = sphere(24, DVec3::Y, 0.7);
    let sheet = square();
    let marked = [1];
    let mut scene = LookScene {
        objects: vec![
            LookObject::body(&ball),
            LookObject::cloth(&sheet).with_wireframe(Wireframe::default()).with_marked(&marked),
        ],
        ..LookScene::default()
    };
    scene.lines.push(LookLine::new(vec![DVec3::ZERO, DVec3::ONE], Color::BLACK));
    let render = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| quick().render_views(&scene, &[View::ThreeQuarter, View::Back]))
    };
    let one = render(1);
    assert!(one == render(1));
    assert!(one == render(2));
    assert!(one == render(5));
}

#[test]
fn backs_are_tinted() {
    let mesh = square();
    let object = LookObject::cloth(&mesh).with_surface(LookSurface::Solid(Color::hex(0xA0_A0_A0)));
    let scene = LookScene { ground: LookGround::None, ..LookScene::of(object) };
    let images = quick().render_views(&scene, &[View::Front, View::Back]);
    let [front, back] = [&images[0], &images[1]].map(|image| at(image, 60, 60));
    assert!((front[0] - front[2]).abs() < 12, "{front:?}");
    assert!(back[2] - back[0] > 12, "{back:?}");
}

#[test]
fn the_ground_is_darker_under_an_object() {
    let ball = sphere(20, DVec3::new(0.0, 1.0, 0.0), 1.0);
    let scene = LookScene::of(LookObject::body(&ball));
    let bare = LookScene { ground: LookGround::None, ..scene.clone() };
    let view = View::Custom { yaw: 0.0, pitch: 0.6 };
    let look = Look { margin: 0.2, ..quick() };
    let (with, without) = (look.render(&scene, view), look.render(&bare, view));
    let darkest = |y: u32| (0..120).map(|x| at(&without, x, y)[1] - at(&with, x, y)[1]).max().unwrap();
    assert!(darkest(100) > 15, "{}", darkest(100));
    assert!(darkest(2) <= 1);
    let brighter = with.pixels.iter().zip(&without.pixels).filter(|(a, b)| a[1] > b[1] + 1).count();
    assert_eq!(brighter, 0);
}

#[test]
fn an_object_shades_what_lies_behind_it() {
    let wall = square();
    let ball = sphere(16, DVec3::new(0.0, 1.0, 0.25), 0.2);
    let lone = LookScene::of(LookObject::cloth(&wall));
    let both = LookScene { objects: vec![LookObject::cloth(&wall), LookObject::body(&ball)], ..lone.clone() };
    let (before, after) = (quick().render(&lone, View::Front), quick().render(&both, View::Front));
    // The key light comes from the upper left: the shadow falls to the lower right of the ball in the middle.
    let change = |x, y| at(&before, x, y)[1] - at(&after, x, y)[1];
    assert!(change(72, 74) > 10, "{}", change(72, 74));
    assert!(change(30, 30) < 4, "{}", change(30, 30));
}

#[test]
fn a_smooth_sphere_has_no_speckles() {
    let ball = sphere(64, DVec3::ZERO, 1.0);
    let scene = LookScene { ground: LookGround::None, ..LookScene::of(LookObject::cloth(&ball)) };
    let image = quick().render(&scene, View::Front);
    // Second differences along rows inside of the disc stay small: light changes slowly everywhere.
    for y in 20..100 {
        for x in 1..119 {
            let inside = |x: u32| (f64::from(x) - 59.5).hypot(f64::from(y) - 59.5) < 44.0;
            if inside(x - 1) && inside(x + 1) {
                let bend = at(&image, x - 1, y)[1] + at(&image, x + 1, y)[1] - 2 * at(&image, x, y)[1];
                assert!(bend.abs() <= 9, "{bend} at {x} {y}");
            }
        }
    }
}

#[test]
fn marked_triangles_are_red_and_ringed() {
    let ball = sphere(60, DVec3::ZERO, 1.0);
    let is_red = |p: &&[u8; 4]| p[0] > 180 && p[1] < 90 && p[2] < 90;
    let reds = |marked: &[u32]| {
        let scene = LookScene::of(LookObject::cloth(&ball).with_marked(marked));
        quick().render(&scene, View::Front).pixels.iter().filter(is_red).count()
    };
    assert_eq!(reds(&[]), 0);
    // One triangle of about two pixels, found by its ring.
    let seen = 2 * (30 * 120) + 1;
    assert!(reds(&[seen]) > 60, "{}", reds(&[seen]));
    assert_eq!(reds(&[u32::MAX]), 0);
}

#[test]
fn lines_are_hidden_by_surfaces() {
    let mesh = square();
    let line = |z: f64, hidden_opacity: f32| {
        let points = vec![DVec3::new(-0.5, 1.0, z), DVec3::new(0.5, 1.0, z)];
        let line = LookLine { hidden_opacity, ..LookLine::new(points, Color::hex(0x00_00_FF)) };
        let scene = LookScene { lines: vec![line], ..LookScene::of(LookObject::cloth(&mesh)) };
        let image = quick().render(&scene, View::Front);
        (50..70).map(|y| at(&image, 60, y)).map(|[r, _, b]| b - r).max().unwrap()
    };
    assert!(line(0.3, 0.0) > 150);
    assert!(line(0.0, 0.0) > 150, "a line on the surface is seen");
    assert!(line(-0.3, 0.0) < 20);
    let dimmed = line(-0.3, 0.4);
    assert!(dimmed > 30 && dimmed < 150, "{dimmed}");
}

#[test]
fn heat_maps_show_the_colours_of_their_legend() {
    let mesh = square();
    let values = [0.0, 1.0, 1.0, 0.0];
    let heat = |values| LookSurface::Heat { values, range: [0.0, 1.0], map: ColorMap::Sequential };
    let picture = |surface| {
        let scene = LookScene::of(LookObject::cloth(&mesh).with_surface(surface));
        quick().render(&scene, View::Front)
    };
    let image = picture(heat(HeatValues::Vertex(&values)));
    let (low, high) = (at(&image, 16, 60), at(&image, 103, 60));
    assert!(low[2] > low[1] && high[1] > high[2] + 60, "{low:?} {high:?}");
    // Missing values are grey.
    let [r, g, b] = at(&picture(heat(HeatValues::Triangle(&[]))), 60, 60);
    assert!((r - g).abs() < 6 && (g - b).abs() < 6);
}

#[test]
fn checkers_follow_texture_coordinates() {
    let mesh = square();
    let uvs = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0), Vec2::new(0.0, 4.0)];
    let checker = LookSurface::Checker { a: Color::WHITE, b: Color::hex(0x20_20_20), size: 1.0 };
    let object = LookObject::cloth(&mesh).with_surface(checker).with_uvs(Uvs::Vertex(&uvs));
    let image = quick().render(&LookScene::of(object), View::Front);
    let row: Vec<bool> = (12..108).map(|x| at(&image, x, 50)[1] > 128).collect();
    let changes = row.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(changes, 3);
}

#[test]
fn edges_are_anti_aliased() {
    let mesh = square();
    let object = LookObject::cloth(&mesh).with_surface(LookSurface::Solid(Color::BLACK));
    let scene = LookScene { ground: LookGround::None, ..LookScene::of(object) };
    let image =
        Look { quality: LookQuality::Good, ..quick() }.render(&scene, View::Custom { yaw: 0.5, pitch: 0.2 });
    let (low, high) = (at(&image, 60, 60)[1], at(&image, 2, 60)[1]);
    let between =
        image.pixels.iter().filter(|p| i32::from(p[1]) > low + 25 && i32::from(p[1]) < high - 25).count();
    assert!(between > 150, "{between}");
}

#[test]
fn broken_and_empty_scenes_make_pictures() {
    let empty = TriMesh::default();
    let broken = TriMesh {
        positions: vec![DVec3::NAN, DVec3::ZERO, DVec3::X, DVec3::Y],
        triangles: vec![[0, 1, 2], [1, 2, 9], [1, 1, 1], [1, 2, 3]],
    };
    let scene = LookScene {
        objects: vec![LookObject::cloth(&empty), LookObject::body(&broken)],
        ..LookScene::default()
    };
    assert_eq!(quick().render(&scene, View::Front).pixels.len(), 120 * 120);
    assert_eq!(quick().render(&LookScene::default(), View::Top).pixels.len(), 120 * 120);
    let nothing = Look { width: 0, height: 5, ..quick() };
    assert!(nothing.render(&scene, View::Front).pixels.is_empty());
}
