//! Trims: sound meshes that ride on cloth.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

use glam::{DVec2, DVec3, Vec3Swizzles};
use toile_finish::flat::{FlatCloth, FlatError, PieceMap};
use toile_finish::trims::{Button, Hook, Snap, TrimAnchor, TrimMesh, TrimPart, TrimPlace, Trims, Zip};
use toile_geom::topology::Topology;
use toile_geom::{TriMesh, intersect, shapes};

fn flat(mesh: &TriMesh) -> FlatCloth {
    let corners = mesh.triangles.iter().map(|t| t.map(|v| mesh.positions[v as usize].xz())).collect();
    FlatCloth::new(mesh.triangles.clone(), mesh.positions.len(), corners).unwrap()
}

/// Each solid is closed and faces outwards.
fn check_solids(trim: &TrimMesh, name: &str) {
    let surface = Topology::new(&trim.mesh).surface();
    assert!(surface.is_closed_manifold(), "{name}: {surface:?}");
    assert!(surface.inconsistent_edges.is_empty() && surface.non_manifold_vertices.is_empty(), "{name}");
    assert!(trim.mesh.volume() > 0.0, "{name}");
    assert_eq!(trim.parts.len(), trim.mesh.triangles.len());
    assert!(intersect::degenerate_triangles(&trim.mesh).is_empty(), "{name}");
}

#[test]
fn all_trims_are_sound() {
    for holes in 2..=6 {
        check_solids(&Button { holes, ..Button::default() }.mesh().unwrap(), &format!("{holes} holes"));
    }
    for stud in [false, true] {
        check_solids(&Snap { stud, ..Snap::default() }.mesh().unwrap(), "snap");
    }
    check_solids(&Hook::default().hook().unwrap(), "hook");
    check_solids(&Hook::default().eye().unwrap(), "eye");
    let meshes = Zip::along(Vec::new(), Vec::new()).meshes();
    check_solids(&meshes.tooth, "tooth");
    check_solids(&meshes.slider, "slider");
}

#[test]
fn a_button_is_as_large_as_told_and_one_can_look_through_its_holes() {
    let button = Button { diameter: 0.02, thickness: 0.003, holes: 4, shank: 0.001 };
    let trim = button.mesh().unwrap();
    let plate: Vec<[DVec3; 3]> = (0..trim.parts.len())
        .filter(|&t| trim.parts[t] == TrimPart::Body)
        .map(|t| trim.mesh.corners(t))
        .collect();
    let points = || plate.iter().flatten();
    let wide = points().map(|p| p.xz().length()).fold(0.0, f64::max);
    assert!((wide - 0.01).abs() < 1e-12);
    let heights = points().map(|p| p.y).fold((1.0_f64, 0.0_f64), |(low, high), y| (low.min(y), high.max(y)));
    assert!((heights.0 - 0.001).abs() < 1e-12 && (heights.1 - 0.004).abs() < 1e-12);
    let through = |p: DVec2| {
        let ray = [DVec3::new(p.x, -1.0, p.y), DVec3::new(p.x, 1.0, p.y)];
        plate.iter().filter(|&&t| intersect::segment_triangle(ray, t)).count()
    };
    for turn in [0.25, 0.75, 1.25, 1.75] {
        assert_eq!(through(DVec2::from_angle(std::f64::consts::PI * turn) * 0.003), 0);
    }
    assert_eq!(through(DVec2::new(0.0071, 0.0003)), 2);
    // Without its holes and bevels it is a cylinder.
    let body = TriMesh {
        positions: plate.iter().flatten().copied().collect(),
        triangles: (0..plate.len() as u32).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect(),
    };
    let cylinder = std::f64::consts::PI * 0.01 * 0.01 * 0.003;
    assert!(body.volume() > 0.85 * cylinder && body.volume() < 0.95 * cylinder);
}

#[test]
fn a_button_rides_on_cloth() {
    let sheet = shapes::regular_sheet(DVec2::splat(0.2), [10, 10]);
    let cloth = flat(&sheet);
    let spot = PieceMap::new(&cloth, 0).spot(DVec2::new(0.031, -0.044), 0.01).unwrap();
    let place = TrimPlace { mesh: 0, anchor: TrimAnchor::Spot(spot, DVec2::Y) };
    let button = Button::default().mesh().unwrap();
    let mut trims = Trims::new(&cloth, &[button], &[place]).unwrap();
    trims.place(&sheet.positions, &sheet.vertex_normals(), &[]).unwrap();
    let frame = trims.frames()[0];
    assert!(frame.place.distance(DVec3::new(0.031, 0.0, -0.044)) < 1e-12);
    assert!(frame.normal.distance(DVec3::Y) < 1e-12 && frame.along.distance(DVec3::Z) < 1e-12);
    // Turned, moved and stretched: the button is not stretched.
    let volume = trims.mesh().volume();
    let moved: Vec<DVec3> =
        sheet.positions.iter().map(|p| DVec3::new(2.0 * p.z, 1.0 + p.x, 3.0 * p.y)).collect();
    let normals = TriMesh { positions: moved.clone(), triangles: sheet.triangles.clone() }.vertex_normals();
    let heights = vec![[0.002, 0.001]; moved.len()];
    trims.place(&moved, &normals, &heights).unwrap();
    let frame = trims.frames()[0];
    assert!(frame.along.distance(DVec3::X) < 1e-12);
    assert!((frame.place.z.abs() - 0.002).abs() < 1e-12, "on the outer side");
    assert!((trims.mesh().volume() / volume - 1.0).abs() < 1e-9);
}

#[test]
fn a_closed_zip_meshes_and_an_open_one_parts() {
    let sheet = shapes::regular_sheet(DVec2::new(0.04, 0.2), [4, 20]);
    let cloth = flat(&sheet);
    let mut line: Vec<u32> =
        (0..sheet.positions.len() as u32).filter(|&v| sheet.positions[v as usize].x.abs() < 1e-9).collect();
    // Seen from above with z down, up is towards smaller z.
    line.sort_by(|&a, &b| sheet.positions[b as usize].z.total_cmp(&sheet.positions[a as usize].z));
    let zip = Zip { open: 0.25, ..Zip::along(line.clone(), line) };
    let meshes = zip.meshes();
    let places = zip.places(&cloth, 0).unwrap();
    assert_eq!(places.len(), 2 * 80 + 1);
    let mut trims = Trims::new(&cloth, &[meshes.tooth.clone(), meshes.slider.clone()], &places).unwrap();
    trims.place(&sheet.positions, &sheet.vertex_normals(), &[]).unwrap();
    let slider = trims.frames()[160];
    assert!((slider.place.z - (0.1 - 0.15)).abs() < 1e-9, "{}", slider.place.z);
    // Teeth of the left side reach to the right, those of the right one to the left; none meets another.
    let reach = |n: usize| trims.frames()[n].lay(DVec3::Z * zip.reach).x;
    assert!(reach(3) > 0.0024 && reach(83) < -0.0024, "{} {}", reach(3), reach(83));
    for (n, m) in [(3, 83), (3, 82), (3, 4)] {
        let tooth = |n: usize| {
            let mut tooth = meshes.tooth.mesh.clone();
            tooth.positions.iter_mut().for_each(|p| *p = trims.frames()[n].lay(*p));
            tooth
        };
        assert!(intersect::mesh_intersections(&tooth(n), &tooth(m)).is_empty(), "{n} {m}");
    }
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let sheet = shapes::regular_sheet(DVec2::splat(0.2), [4, 4]);
    let cloth = flat(&sheet);
    let button = Button { diameter: f64::NAN, ..Button::default() };
    assert!(matches!(button.mesh(), Err(FlatError::Range { .. })));
    assert!(matches!(Button { holes: 1, ..Button::default() }.mesh(), Err(FlatError::Range { .. })));
    assert!(matches!(Hook { length: 0.01, wire: 0.01 }.hook(), Err(FlatError::Range { .. })));
    let zip = Zip::along(vec![0, 24], vec![0, 24]);
    assert!(matches!(zip.places(&cloth, 0), Err(FlatError::NoEdge { .. })));
    let spot = PieceMap::new(&cloth, 0).spot(DVec2::ZERO, 0.01).unwrap();
    let place = TrimPlace { mesh: 1, anchor: TrimAnchor::Spot(spot, DVec2::X) };
    let refused = Trims::new(&cloth, &[Button::default().mesh().unwrap()], &[place]);
    assert!(matches!(refused, Err(FlatError::Length { expected: 2, found: 1, .. })));
    assert!(PieceMap::new(&cloth, 0).spot(DVec2::splat(3.0), 0.01).is_none());
}
