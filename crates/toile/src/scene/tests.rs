//! What scene files mean: places, regions, pins, threads, meshes.

use super::{OutputKind, SceneFile, SceneRun, Solid};
use glam::DVec3;
use std::fs;
use toile_contact::friction::{FrictionLaw, MaterialId};
use toile_contact::obstacle::ObstacleShape;
use toile_look::View;

const SHEET: &str =
    "[[cloth]]\nname = \"a\"\nsheet = { width = 2, height = 1, cells = 4 }\nfabric = \"linen\"\n";

fn scene(more: &str) -> SceneFile {
    SceneFile::parse("test.toml", &format!("{SHEET}{more}")).unwrap()
}

fn mistake(more: &str) -> String {
    SceneFile::parse("test.toml", &format!("{SHEET}{more}")).unwrap_err().to_string()
}

#[test]
fn defaults_are_sensible() {
    let scene = scene("");
    assert_eq!((scene.output.frames, scene.solver.fps, scene.solver.steps), (120, 60.0, 1));
    assert_eq!(scene.output.files, [OutputKind::Picture, OutputKind::Glb]);
    assert_eq!(scene.output.view, View::ThreeQuarter);
    assert_eq!(scene.world.gravity, DVec3::NEG_Y * 9.81);
    assert!(scene.world.air.is_some());
    assert_eq!(scene.cloths[0].mesh.triangles.len(), 16, "cells are square if only one number is given");
}

#[test]
fn a_sheet_faces_the_viewer_and_is_turned_and_moved() {
    let upright = scene("");
    assert!(upright.cloths[0].mesh.triangle_normals().iter().all(|n| n.z > 0.999));
    let placed = scene("position = [0, \"10 cm\", 1]\nrotation = [\"-90 deg\", \"90 deg\", 0]\n");
    let mesh = &placed.cloths[0].mesh;
    assert!(mesh.triangle_normals().iter().all(|n| n.y > 0.999), "first about x: it lies");
    let bounds = mesh.bounds();
    assert!((bounds.center() - DVec3::new(0.0, 0.1, 1.0)).length() < 1e-12);
    assert!(
        (bounds.size() - DVec3::new(1.0, 0.0, 2.0)).length() < 1e-12,
        "then about y: its length is along z"
    );
}

#[test]
fn pins_are_found_by_corner_edge_box_number_and_radius() {
    let scene = scene(
        "[[pin]]\ncorners = [\"top-left\", \"bottom-right\"]\n[[pin]]\nedges = \"left\"\n\
         [[pin]]\nbox = { min = [-0.1, -9, -9], max = [0.1, 9, 9] }\n\
         [[pin]]\nvertices = [3, 1]\nradius = \"51 cm\"\npath = [{ time = 1, move = [1, 0, 0] }]\n",
    );
    let positions = &scene.cloths[0].mesh.positions;
    let places = |pin: usize| -> Vec<DVec3> {
        scene.pins[pin].vertices.iter().map(|&v| positions[v as usize]).collect()
    };
    assert_eq!(places(0), [DVec3::new(-1.0, 0.5, 0.0), DVec3::new(1.0, -0.5, 0.0)]);
    assert!(places(1).len() == 3 && places(1).iter().all(|p| p.x == -1.0));
    assert!(places(2).len() == 3 && places(2).iter().all(|p| p.x == 0.0));
    assert_eq!(scene.pins[3].points, [1, 3]);
    assert_eq!(scene.pins[3].vertices, [0, 1, 2, 3, 4, 6, 8]);
    assert_eq!(scene.pins[3].path, [(0.0, DVec3::ZERO), (1.0, DVec3::X)], "it begins where it is");
    let simulation = scene.simulation().unwrap();
    assert_eq!(simulation.guides.len(), 7);
    assert!(simulation.cloth.pinned[6] && !simulation.cloth.pinned[13]);
}

#[test]
fn several_cloths_join_into_one_and_threads_tie_them() {
    let scene = scene(
        "[[cloth]]\nname = \"b\"\nsheet = { width = 1, height = 1, cells = 2 }\nfabric = \"denim\"\ngrain = \"45 deg\"\n\
         position = [5, 0, 0]\n\
         [[thread]]\nfrom = { cloth = \"a\", corner = \"top-right\" }\nto = { near = [4, 0.5, 0] }\nspring = true\n\
         [[grab]]\ncloth = \"b\"\nvertex = 0\ntarget = [0, 3, 0]\nstiffness = \"2 N/m\"\n",
    );
    let simulation = scene.simulation().unwrap();
    let cloth = &simulation.cloth;
    assert_eq!((cloth.vertex_count(), cloth.triangles.len(), cloth.fabrics.len()), (15 + 9, 16 + 8, 2));
    assert_eq!((cloth.fabric_of[15], cloth.fabric_of[16]), (0, 1));
    assert!((cloth.fabrics[1].grain - std::f64::consts::FRAC_PI_4).abs() < 1e-15);
    let mass = 2.0 * cloth.fabrics[0].fabric.density + cloth.fabrics[1].fabric.density;
    assert!((cloth.mass() - mass).abs() < 1e-12);
    let thread = &cloth.threads[0];
    assert!(
        thread.is_spring && (thread.length - 3.5).abs() < 1e-12,
        "as long as at first: {}",
        thread.length
    );
    assert_eq!(cloth.grabs[0].anchor.vertices[0], 15);
    let several = "[[cloth]]\nsheet = { width = 1, height = 1 }\nfabric = \"linen\"\n[[pin]]\nvertices = 0\n";
    assert!(
        mistake(several).contains("test.toml:8: [[pin]]: there are several cloths"),
        "{}",
        mistake(several)
    );
}

#[test]
fn regions_have_their_own_fabric_and_grain() {
    let scene = scene(
        "[[cloth.region]]\nbox = { min = [0, -9, -9], max = [9, 9, 9] }\nfabric = \"denim\"\n\
         [[cloth.region]]\nbox = { min = [0.5, -9, -9], max = [9, 9, 9] }\ngrain = \"90 deg\"\n",
    );
    let part = &scene.cloths[0];
    let count = |cut: u16| part.fabric_of.iter().filter(|&&of| of == cut).count();
    assert_eq!([count(0), count(1), count(2)], [8, 4, 4]);
    let names: Vec<&str> = part.fabrics.iter().map(|cut| cut.fabric.name.as_str()).collect();
    assert_eq!(names, ["linen", "denim", "linen"]);
    let empty = mistake("[[cloth.region]]\nbox = { min = [8, 8, 8], max = [9, 9, 9] }\n");
    assert!(empty.contains("test.toml:5: [[region]]: no triangle of the cloth is in the box"), "{empty}");
}

#[test]
fn meshes_take_their_rest_shape_from_texture_coordinates_or_from_themselves() {
    let folder = tempfile::tempdir().unwrap();
    // A roof of two squares; the texture is flat, the second half mirrored onto the first.
    let obj = "v 0 0 0\nv 1 0 0\nv 1 0.6 0.8\nv 0 0.6 0.8\nv 1 -0.6 0.8\nv 0 -0.6 0.8\n\
               vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\ng up\nusemtl wool\nf 1/1 2/2 3/3 4/4\ng down\nf 2/2 1/1 6/4 5/3\n";
    fs::write(folder.path().join("roof.obj"), obj).unwrap();
    let read = |more: &str| {
        let text = format!("[[cloth]]\nmesh = \"roof.obj\"\nfabric = \"felt\"\n{more}");
        fs::write(folder.path().join("scene.toml"), text).unwrap();
        SceneFile::read(&folder.path().join("scene.toml"))
    };
    for more in ["", "rest = \"mesh\"\n"] {
        let scene = read(more).unwrap();
        let part = &scene.cloths[0];
        let area: f64 = (0..4).map(|t| part.rest.area(t)).sum();
        assert!((area - 2.0).abs() < 1e-12, "{more}: {area}");
        assert!(scene.simulation().is_ok());
    }
    let larger =
        read("uv_scale = \"50 cm\"\nscale = 2\n[[cloth.region]]\ngroup = \"down\"\nfabric = \"denim\"\n")
            .unwrap();
    assert!((larger.cloths[0].rest.area(0) - 0.125).abs() < 1e-12);
    assert!((larger.cloths[0].mesh.area() - 8.0).abs() < 1e-12);
    assert_eq!(larger.cloths[0].fabric_of, [0, 0, 1, 1]);
    let no_group = read("[[cloth.region]]\ngroup = \"silk\"\n").unwrap_err().to_string();
    assert!(no_group.contains("in the group `silk`"), "{no_group}");
    let corners = read("rest = \"mesh\"\n[[pin]]\ncorners = \"top-left\"\n").unwrap_err().to_string();
    assert!(corners.contains("use `box` or vertex numbers"), "{corners}");
    fs::write(folder.path().join("roof.obj"), obj.replace("f 1/1 2/2 3/3 4/4", "f 1/1 2/2 3/9")).unwrap();
    let broken = read("").unwrap_err().to_string();
    assert!(broken.contains("scene.toml:2: mesh: ") && broken.contains("roof.obj, line"), "{broken}");
}

#[test]
fn colliders_move_and_spin() {
    let scene = scene(
        "[[collider]]\nshape = \"sphere\"\ncenter = [0, 1, 0]\nradius = \"20 cm\"\nspin = [0, \"90 deg/s\", 0]\n\
         velocity = [0, \"10 cm/s\", 0]\n[[collider]]\nshape = \"plane\"\nfriction = 0.2\n",
    );
    let [ball, floor] = &scene.colliders[..] else { panic!("{:?}", scene.colliders) };
    let friction = floor.obstacle.friction;
    let (ObstacleShape::Ball(ball), ObstacleShape::Plane(floor)) =
        (&ball.obstacle.shape, &floor.obstacle.shape)
    else {
        panic!("{:?}", scene.colliders)
    };
    assert!((ball.spin.y - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    assert!((ball.velocity.y - 0.1).abs() < 1e-12);
    assert_eq!((floor.normal, friction), (DVec3::Y, Some(0.2.into())));
    assert_eq!(scene.simulation().unwrap().world.obstacles.len(), 2);
}

#[test]
fn mistakes_name_the_line_and_the_remedy() {
    for (more, expected) in [
        ("[[pin]]\n", "test.toml:5: [[pin]]: say which vertices"),
        ("[[pin]]\nvertices = 99\n", "there is no vertex 99; the cloth has 15"),
        ("[[pin]]\ncloth = \"b\"\nedges = \"top\"\n", "test.toml:6: cloth: no cloth has the name `b`"),
        ("[[pin]]\nbox = { min = [0, 0, 0] }\n", "test.toml:6: box: give both"),
        ("[[thread]]\nfrom = { near = [0, 0, 0] }\n", "`to` is missing"),
        ("[[grab]]\nvertex = 1\n", "`target` is missing"),
        ("[[collider]]\nshape = \"sphere\"\n", "a sphere needs `center`"),
        ("[[collider]]\nshape = \"plane\"\nnormal = [0, 0, 0]\n", "test.toml:7: normal: it has no direction"),
        ("[world]\nair = false\nwind = { velocity = [1, 0, 0] }\n", "there is no air to blow"),
        ("[world]\ngravity = \"1 g\"\n", "test.toml:6: gravity: `1 g` measures kg"),
        ("[output]\nframes = 0\n", "test.toml:6: frames: 0 is not between 1 and 1000000"),
        ("[output]\nfps = -3\n", "test.toml:6: fps: -3.0; it must be from 1.0 to 10000.0"),
        (
            "[[pin]]\nedges = \"top\"\npath = [{ time = 2, move = [0, 0, 0] }, { time = 1, move = [0, 0, 0] }]\n",
            "times must grow",
        ),
        (
            "colour = \"red\"\n",
            "test.toml:5: there is no `colour` in [[cloth]]; there are name, label, sheet",
        ),
    ] {
        assert!(mistake(more).contains(expected), "{more}: {}", mistake(more));
    }
    let nothing = SceneFile::parse("test.toml", "").unwrap_err().to_string();
    assert!(nothing.contains("test.toml:1: there is no cloth; add a section [[cloth]]"), "{nothing}");
    let huge = SHEET.replace("cells = 4", "cells = [4096, 4096]");
    assert!(SceneFile::parse("test.toml", &huge).unwrap_err().to_string().contains("too many"));
}

#[test]
fn cloth_keeps_away_from_itself_by_its_own_friction_unless_told_otherwise() {
    let usual = scene("[[collider]]\nshape = \"plane\"\n");
    let contact = usual.contact.unwrap();
    assert_eq!(
        (contact.friction, usual.colliders[0].obstacle.friction),
        (None, None),
        "the fabrics rub as measured"
    );
    assert!(usual.counts_thickness && (contact.thickness - 1e-3).abs() < 1e-12);
    let thickness = usual.simulation().unwrap().world.fabric_thickness;
    assert_eq!(thickness, [toile_cloth::fabric::Fabric::named("linen").unwrap().thickness]);
    let off = scene("[contact]\nfabric_thickness = false\n");
    assert!(!off.counts_thickness && (off.contact.unwrap().thickness - 2e-3).abs() < 1e-12);
    assert!(!scene("[world]\nthickness = \"2 mm\"\n").counts_thickness, "what is said is what holds");
    let told = scene("[contact]\nthickness = \"4 mm\"\nfriction = 0.7\n").contact.unwrap();
    assert_eq!((told.thickness, told.friction), (4e-3, Some(0.7.into())));
    assert_eq!(scene("[contact]\nself = false\n").contact, None);
    let fine = SHEET.replace("width = 2, height = 1", "width = 0.008, height = 0.004");
    let fine = SceneFile::parse("test.toml", &fine).unwrap().contact.unwrap();
    assert!(fine.thickness < 1e-3, "a third of the shortest edge: {}", fine.thickness);
}

#[test]
fn cloth_that_is_finer_than_it_can_be_simulated_is_refused_in_words() {
    let strip = |width: &str, contact: &str| {
        let sheet = format!("width = \"{width}\", height = \"30 cm\", cells = 6");
        let text = SHEET.replace("width = 2, height = 1, cells = 4", &sheet) + contact;
        SceneFile::parse("test.toml", &text).unwrap().simulation().map_err(|error| error.to_string())
    };
    for fine in ["1 mm", "2 mm"] {
        let error = strip(fine, "").unwrap_err();
        assert!(error.contains("edges from 0.45 mm on") && error.contains("fewer cells"), "{error}");
    }
    let error = strip("6 mm", "[contact]\nthickness = \"6 mm\"\n").unwrap_err();
    assert!(error.contains("kept 6.00 mm from itself") && error.contains("of 5.00 mm or less"), "{error}");
    let fits = strip("6 mm", "").unwrap();
    assert!(fits.cloth.vertex_count() > 1000);
}

#[test]
fn friction_has_all_its_terms_and_pairs_their_own() {
    let text = "[contact]\nfriction = { static = 0.5, kinetic = 0.3, stribeck_speed = \"0.4 m/s\", stribeck_shape = 0.2, \
         drag = \"0.1 Pa\", across = 1.5 }\n[[collider]]\nname = \"head\"\nshape = \"sphere\"\ncenter = [0, -3, 0]\nradius = 1\n\
         subdivisions = 1\n[[friction]]\nbetween = [\"a\", \"head\"]\nfriction = 0.9\n";
    let world = scene(text).simulation().unwrap().world;
    let law = FrictionLaw::coulomb(0.3).with_static(0.5).with_stribeck(0.4, 0.2).with_viscous(0.1, 1.0);
    assert_eq!(world.cloth_contact.unwrap().friction, Some(law.with_across(1.5)));
    let pair = world.pair_friction.get(MaterialId::Obstacle(0), MaterialId::Cloth(0));
    assert_eq!(pair, Some(&0.9.into()));
    assert!(mistake("[contact]\nfriction = { static = 0.2, kinetic = 0.3 }\n").contains("raise the first"));
    let nobody = mistake("[[friction]]\nbetween = [\"a\", \"b\"]\nfriction = 0.9\n");
    assert!(nobody.contains("there is no cloth or collider `b`"), "{nobody}");
}

#[test]
fn meshes_are_placed_and_travel_and_turn() {
    let folder = tempfile::tempdir().unwrap();
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    fs::write(folder.path().join("corner.obj"), obj).unwrap();
    let read = |more: &str| {
        let text = format!("{SHEET}[[collider]]\nmesh = \"corner.obj\"\n{more}");
        fs::write(folder.path().join("scene.toml"), text).unwrap();
        SceneFile::read(&folder.path().join("scene.toml"))
    };
    let body = |more: &str| read(more).unwrap().simulation().unwrap().world.obstacles.remove(0);
    let placed =
        body("scale = 2\nrotation = [0, \"90 deg\", 0]\nposition = [0, \"10 cm\", 0]\nfriction = 0.9\n");
    assert!(placed.mesh_at(7.0).unwrap().positions[1].distance(DVec3::new(0.0, 0.1, -2.0)) < 1e-12);
    assert_eq!((placed.friction, placed.solid_mesh().unwrap().triangles.len()), (Some(0.9.into()), 4));
    let wheel =
        body("position = [1, 0, 0]\nspin = [0, 0, \"180 deg/s\"]\npath = [{ time = 2, move = [0, 2, 0] }]\n");
    assert!(
        wheel.mesh_at(1.0).unwrap().positions[1].distance(DVec3::new(0.0, 1.0, 0.0)) < 1e-9,
        "{:?}",
        wheel.mesh_at(1.0).unwrap()
    );
    let swing = body("spin = [0, 0, \"180 deg/s\"]\ncenter = [-1, 0, 0]\n");
    assert!(swing.mesh_at(1.0).unwrap().positions[0].distance(DVec3::NEG_X * 2.0) < 1e-9);
    let pushed = body("velocity = [0, 0, \"10 cm/s\"]\n");
    assert!(pushed.mesh_at(5.0).unwrap().positions[0].distance(DVec3::Z * 0.5) < 1e-9);
    for (more, expected) in [
        ("radius = 1\n", "scene.toml:7: there is no `radius` in [[collider]]"),
        ("shape = \"sphere\"\n", "[[collider]]: give either `shape"),
        (
            "velocity = [0, 0, 1]\npath = [{ time = 1, move = [0, 0, 0] }]\n",
            "give either `velocity` or `path`",
        ),
        ("animation = \"none.pc2\"\n", "scene.toml:7: animation: "),
        ("animation = \"corner.obj\"\n", "scene.toml:7: animation: "),
        ("spin = [0, 1, 0]\nanimation = \"a.pc2\"\n", "scene.toml:7: spin: the animation moves it already"),
        ("[world]\nthickness = 0\n", "nothing can lie on a mesh at no distance"),
    ] {
        let error = read(more).unwrap_err().to_string();
        assert!(error.contains(expected), "{more}: {error}");
    }
    let lost = mistake("[[collider]]\nmesh = \"nowhere.obj\"\n");
    assert!(lost.contains("test.toml:6: mesh: ") && lost.contains("nowhere.obj"), "{lost}");
    let form = scene("[[collider]]\nmesh = \"dress-form\"\n");
    assert!(form.colliders[0].obstacle.solid_mesh().unwrap().triangles.len() > 1000, "built in");
}

#[test]
fn a_ball_of_triangles_is_a_mesh_without_a_file() {
    let ball = "[[collider]]\nshape = \"sphere\"\ncenter = [0, 3, 0]\nradius = 0.5\nsubdivisions = 2\n";
    let turning = scene(&format!("{ball}spin = [0, 1, 0]\n"));
    let body = &turning.colliders[0].obstacle;
    assert_eq!(body.solid_mesh().unwrap().triangles.len(), 320);
    let [before, after] = [0.0, 1.0].map(|time| body.mesh_at(time).unwrap().positions);
    assert!(before.iter().chain(&after).all(|p| (p.distance(DVec3::Y * 3.0) - 0.5).abs() < 1e-12));
    let farthest = before.iter().zip(&after).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(farthest > 0.4, "it turns: {farthest}");
    assert!(mistake(&format!("{ball}position = [0, 0, 0]\n")).contains("there is no `position`"));
}

#[test]
fn a_mesh_can_be_met_through_its_field() {
    let form = "[[collider]]\nmesh = \"dress-form\"\n";
    let field = scene(&format!("{form}field = \"2 cm\"\nskin = \"2 mm\"\nspin = [0, 1, 0]\n"));
    let Solid { obstacle: body, field: Some(settings) } = &field.colliders[0] else {
        panic!("{:?}", field.colliders)
    };
    assert_eq!((settings.field.cell, settings.field.band, settings.skin), (0.02, 0.08, 2e-3));
    let simulation = field.simulation().unwrap();
    let world = &simulation.world;
    assert_eq!((world.obstacles.len(), world.obstacles[0].is_surface()), (1, true));
    let place = body.mesh_at(0.0).unwrap().positions[0];
    assert!((world.obstacles[0].nearest(place, 0.0).unwrap().distance + 2e-3).abs() < 5e-3);
    assert!(mistake(&format!("{form}skin = \"2 mm\"\n")).contains("add field = \"5 mm\""));
    let open = mistake("[[collider]]\nmesh = \"skirt\"\nfield = \"5 mm\"\n");
    assert!(open.contains("field: skirt is open at"), "{open}");
}

#[test]
fn animations_are_keys_of_a_body() {
    use toile_io::scene::{Interpolation, Scene};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let ball = toile_geom::shapes::icosphere(0.1, 1);
    let frames: Vec<Vec<DVec3>> = (0..4)
        .map(|k| ball.positions.iter().map(|p| *p + DVec3::Y * (0.5 * f64::from(k))).collect())
        .collect();
    let polygons: toile_io::PolyMesh = ball.clone().into();
    toile_io::write_mesh(&path("ball.obj"), &polygons).unwrap();
    let cache = toile_io::pc2::PointCache {
        start_frame: 0.0,
        sample_rate: 15.0,
        point_count: ball.positions.len(),
        positions: frames.concat(),
    };
    toile_io::file::write_point_cache(&path("ball.pc2"), &cache).unwrap();
    let moving = Scene::from_frames("ball", polygons, &frames, 4.0, Interpolation::Linear).unwrap();
    toile_io::gltf::write_file(&path("ball.glb"), &moving).unwrap();
    for (mesh, animation) in [("ball.obj", "ball.pc2"), ("ball.glb", "ball.glb")] {
        let text = format!(
            "{SHEET}[[collider]]\nmesh = \"{mesh}\"\nanimation = \"{animation}\"\nposition = [1, 0, 0]\n"
        );
        fs::write(path("scene.toml"), text).unwrap();
        let scene = SceneFile::read(&path("scene.toml")).unwrap();
        let body = &scene.colliders[0].obstacle;
        for (time, height) in [(0.0, 0.0), (0.25, 0.5), (0.6, 1.2), (9.0, 1.5)] {
            let mesh = body.mesh_at(time).unwrap();
            let middle = mesh.positions.iter().sum::<DVec3>() / mesh.positions.len() as f64;
            assert!(middle.distance(DVec3::new(1.0, height, 0.0)) < 1e-6, "{animation} {time}: {middle}");
        }
    }
    let text = format!("{SHEET}[[collider]]\nmesh = \"dress-form\"\nanimation = \"ball.pc2\"\n");
    fs::write(path("scene.toml"), text).unwrap();
    let error = SceneFile::read(&path("scene.toml")).unwrap_err().to_string();
    assert!(error.contains("ball.pc2 has 42 vertices and the mesh"), "{error}");
}

/// Two small sheets one above the other, the lower one first.
const PAIR: &str = "[output]\nfps = 60\nframes = 6\nfiles = [\"report\"]\n\
     [[cloth]]\nname = \"low\"\nsheet = { width = 0.1, height = 0.1, cells = 6 }\nfabric = \"linen\"\nrotation = [\"-90 deg\", 0, 0]\n\
     LOW\n[[cloth]]\nname = \"high\"\nsheet = { width = 0.1, height = 0.1, cells = 6 }\nfabric = \"linen\"\n\
     rotation = [\"-90 deg\", 0, 0]\nposition = [0, \"6 mm\", 0]\nHIGH\n";

fn pair(low: &str, high: &str, more: &str) -> Result<SceneFile, String> {
    let text = PAIR.replace("LOW", low).replace("HIGH", high) + more;
    SceneFile::parse("test.toml", &text).map_err(|error| error.to_string())
}

/// Whether the sheet that began below is above.
fn is_exchanged(run: &SceneRun) -> bool {
    let positions = &run.simulation().cloth.state.positions;
    positions[24].y > positions[24 + 49].y
}

#[test]
fn layers_are_put_in_order_and_changed_and_a_checkpoint_goes_on_with_the_same_bits() {
    let changes = "[contact]\noutward = [0, 1, 0]\n[[layer_change]]\nat = 0.06\ncloth = \"low\"\nlayer = 1\n\
                   [[layer_change]]\nat = 0.06\ncloth = \"high\"\nlayer = 2\n";
    let scene = || pair("layer = 2", "layer = 1", changes).unwrap();
    let mut run = SceneRun::new(scene()).unwrap();
    let start = run.layers.unwrap();
    assert!(start.wrong > 49 && start.left == 0 && start.moved > 6e-3, "{start:?}");
    assert!(is_exchanged(&run));
    let (mut checkpoint, mut misplaced) = (None, Vec::new());
    while !run.is_done() {
        let report = run.step().unwrap();
        assert_eq!((report.step.recovery.passing, run.intersections().count()), (0, 0));
        misplaced.push(report.step.recovery.misplaced > 0);
        checkpoint = checkpoint.or((report.frame == 2).then(|| run.checkpoint()));
    }
    assert_eq!(misplaced, [false, false, false, true, false, false]);
    assert!(!is_exchanged(&run));
    let mut again = SceneRun::resume(scene(), checkpoint.unwrap()).unwrap();
    while !again.is_done() {
        again.step().unwrap();
    }
    assert_eq!(again.simulation().cloth.state, run.simulation().cloth.state);
}

#[test]
fn layers_can_be_found_and_what_makes_no_sense_is_told() {
    let found = pair("", "", "[contact]\nlayers = \"find\"\noutward = [0, 1, 0]\n").unwrap();
    assert_eq!(found.simulation().unwrap().layers.unwrap().numbers, [Some(1), Some(2)]);
    assert!(pair("", "", "").unwrap().simulation().unwrap().layers.is_none());
    assert_eq!(pair("", "", "[contact]\nresponse = \"impulse\"\n").unwrap().response.name(), "impulse");
    for (low, more, expected) in [
        ("layer = 0", "", "layer: 0 is not between 1 and 1000"),
        ("layer = 1", "[contact]\nlayers = \"find\"\n", "give either `layer` with cloths or"),
        ("layer = 1", "[contact]\nself = false\n", "layers mean nothing if cloth passes through itself"),
        ("", "[contact]\noutward = [0, 0, 0]\n", "outward: it has no direction"),
        ("", "[contact]\nresponse = \"inpulse\"\n", "there is no `inpulse`, perhaps `impulse`"),
        (
            "",
            "[[layer_change]]\nat = 1\ncloth = \"lo\"\nlayer = 1\n",
            "no cloth has the name `lo`, perhaps `low`",
        ),
        ("", "[[layer_change]]\nat = 1\ncloth = \"low\"\n", "[[layer_change]]: `layer` is missing"),
    ] {
        let error = pair(low, "", more).unwrap_err();
        assert!(error.contains(expected), "{more}: {error}");
    }
}

/// What would run for ever or take all memory is refused with its line, its key and what can be written instead.
#[test]
fn numbers_that_no_scene_can_have_are_refused() {
    let ball = "[[collider]]\nshape = \"sphere\"\ncenter = [0, 0, 0]\n";
    for (text, key, words) in [
        ("[output]\nfps = 1e-9\n", "fps", "from 1.0 to 10000.0"),
        ("[output]\nfps = 1e9\n", "fps", "at most 1000000.0"),
        ("[output]\nseconds = 1e300\n", "seconds", "1e300 s is out of range; at most 100000.0 s"),
        ("[output]\nseconds = 90000\n", "seconds", "more than 1000000 frames"),
        ("[world]\nwind = { velocity = [1e9, 0, 0] }\n", "velocity", "at most 100.0 m/s"),
        ("[world]\nwind = { gust_length = 1e-30 }\n", "gust_length", "at least 1e-6 m"),
        ("[world]\ngravity = 1e9\n", "gravity", "at most 1000.0 m/s2"),
        ("[world]\nthickness = 1e9\n", "thickness", "at most 1000.0 m"),
        ("[world]\nthickness = 5\n", "thickness", "from 1e-6 m to 0.1 m"),
        ("[contact]\nthickness = 5\n", "thickness", "from 1e-6 m to 0.02 m"),
        ("[solver]\nstretch_limit = 1e6\n", "stretch_limit", "from 0.0001 to 10.0"),
        (&format!("{ball}radius = 1e20\n"), "radius", "at most 1000.0 m"),
        ("[[grab]]\nvertex = 0\ntarget = [0, \"-1e20 m\", 0]\n", "target", "at most 1000.0 m"),
        ("position = [1e20, 0, 0]\n", "position", "at most 1000.0 m"),
        ("position = [999.5, 0, 0]\n", "sheet", "it reaches as far as 1000.5 m"),
        ("rotation = [\"1e9 deg\", 0, 0]\n", "rotation", "mind the unit"),
    ] {
        let message = mistake(text);
        assert!(message.contains(&format!("{key}: ")) && message.contains(words), "{text}: {message}");
        assert!(message.len() < 200, "no hundreds of digits: {message}");
    }
    // Files that are read have places, too.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("far.obj"), "v 0 0 0\nv 1e20 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    for text in ["[[cloth]]\nmesh = \"far.obj\"\nfabric = \"linen\"\n", "[[collider]]\nmesh = \"far.obj\"\n"]
    {
        fs::write(folder.path().join("scene.toml"), format!("{SHEET}{text}")).unwrap();
        let message = SceneFile::read(&folder.path().join("scene.toml")).unwrap_err().to_string();
        assert!(message.contains("mesh: it reaches as far as 1e20 m"), "{message}");
    }
}

#[test]
fn damaged_scenes_are_no_trouble() {
    let text = format!(
        "{SHEET}position = [\"75 cm\", 0, 0]\nrotation = [\"90 deg\", 0, 0]\nlayer = 2\n[output]\nfps = 30\nseconds = 1.5\n\
         [world]\nthickness = \"2 mm\"\nwind = {{ velocity = [\"7 m/s\", 0, 0], gusts = \"30 %\" }}\n\
         [[pin]]\nedges = \"left\"\npath = [{{ time = 1, move = [1, 0, 0] }}]\n[[thread]]\nfrom = {{ corner = \"top-right\" }}\n\
         to = {{ near = [0, 0.5, 0] }}\n[[collider]]\nshape = \"sphere\"\ncenter = [0, 0, 1]\nradius = \"20 cm\"\n\
         [contact]\nthickness = \"1 mm\"\n[solver]\nsteps = 2\nmethod = \"newton\"\n"
    );
    assert!(SceneFile::parse("sound.toml", &text).is_ok());
    let mut random = toile_geom::random::Random::xorshift(0x5EED_CAFE);
    let mut read = 0;
    for _ in 0..2000 {
        let damaged = String::from_utf8_lossy(&random.damaged(text.as_bytes())).into_owned();
        match SceneFile::parse("damaged.toml", &damaged) {
            Ok(scene) => {
                read += 1;
                let time = scene.step_time();
                assert!(time.is_finite() && time > 0.0 && scene.output.frames > 0, "{damaged}");
            }
            Err(error) => assert!(error.to_string().starts_with("damaged.toml:"), "{error}"),
        }
    }
    assert!(read > 0, "some damage is harmless");
}

#[test]
fn the_scenes_that_fuzzing_starts_from_are_good_ones() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/read_scene");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    for file in files {
        let scene = SceneFile::read(&file);
        assert!(scene.is_ok_and(|scene| scene.simulation().is_ok()), "{}", file.display());
    }
}
