//! Wrinkles lie across what is compressed, and only there; they come and go smoothly, and pass through nothing.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

use glam::{DMat2, DQuat, DVec2, DVec3, EulerRot, Vec3};
use toile_finish::free::{CollisionFree, FreeSettings, Obstacles, PullBack};
use toile_finish::subdivision::{Marks, Refinement, RefinementError, SubdivisionSettings};
use toile_finish::wrinkles::{
    DeformMeasure, EdgeOracle, FineWrinkles, LayerPick, WrinkleMap, WrinkleSettings, Wrinkles, tessellate,
};
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_geom::topology::Topology;
use toile_geom::{TriMesh, shapes};

/// A sheet of 40 cm, and its rest shape.
fn sheet(cells: u32) -> (TriMesh, Vec<[DVec2; 3]>) {
    let mesh = shapes::sheet(DVec2::splat(0.4), [cells, cells]);
    let rest = mesh.triangles.iter().map(|t| t.map(|v| mesh.positions[v as usize].xz())).collect();
    (mesh, rest)
}

trait FromAbove {
    fn xz(self) -> DVec2;
}

impl FromAbove for DVec3 {
    fn xz(self) -> DVec2 {
        DVec2::new(self.x, self.z)
    }
}

fn wrinkles(mesh: &TriMesh, rest: &[[DVec2; 3]], settings: &WrinkleSettings) -> Wrinkles {
    Wrinkles::new(&mesh.triangles, mesh.positions.len(), rest, settings).unwrap()
}

/// The sheet deformed in its plane, then turned in space.
fn deformed(mesh: &TriMesh, by: DMat2) -> Vec<DVec3> {
    let turn = DQuat::from_euler(EulerRot::XYZ, 0.3, 1.2, -0.5);
    let flat = mesh.positions.iter().map(|p| by * p.xz());
    flat.map(|p| turn * DVec3::new(p.x, 0.0, p.y) + DVec3::ONE).collect()
}

fn compressed(direction: DVec2, part: f64) -> DMat2 {
    let outer = DMat2::from_cols(direction * direction.x, direction * direction.y);
    DMat2::IDENTITY - outer * part
}

/// The matrix of mean products of slopes: its strongest direction is the one across the folds.
fn slopes(map: &WrinkleMap) -> DMat2 {
    let mut sum = DMat2::ZERO;
    for n in map.normals() {
        let slope = DVec2::new(f64::from(-n.x / n.z), f64::from(-n.y / n.z));
        sum += DMat2::from_cols(slope * slope.x, slope * slope.y);
    }
    sum * (1.0 / map.normals().len() as f64)
}

fn drawn(wrinkles: &mut Wrinkles, positions: &[DVec3]) -> WrinkleMap {
    wrinkles.follow(positions).unwrap();
    let mut map = WrinkleMap::new(wrinkles, 128);
    map.draw(wrinkles);
    map
}

#[test]
fn crests_lie_across_the_compression() {
    let (mesh, rest) = sheet(16);
    for measure in DeformMeasure::ALL {
        for pick in LayerPick::ALL {
            let settings = WrinkleSettings { measure, pick, ..WrinkleSettings::default() };
            let mut wrinkles = wrinkles(&mesh, &rest, &settings);
            let squeezed = deformed(&mesh, compressed(DVec2::X, 0.05));
            let slopes = slopes(&drawn(&mut wrinkles, &squeezed));
            let [along, across] = [slopes.x_axis.x, slopes.y_axis.y];
            let ratio = along / across;
            // What the source writes prefers layers that take up least, so that folds lie in all directions.
            let is_right = match pick {
                LayerPick::PrincipalCompression => ratio > 20.0,
                LayerPick::MinH => ratio > 2.5,
                LayerPick::MaxH => ratio < 2.0,
            };
            assert!(is_right, "{measure:?} {pick:?}: {ratio}");
        }
    }
}

#[test]
fn folds_follow_any_direction() {
    // Kimmerle's square of 32 triangles, eight layers of ten folds.
    let (mesh, rest) = sheet(4);
    let settings = WrinkleSettings {
        layers: 8,
        folds: 10.0,
        texture: 0.4,
        variation: 0.0,
        ..WrinkleSettings::default()
    };
    let mut wrinkles = wrinkles(&mesh, &rest, &settings);
    for degrees in (0..180).step_by(15) {
        let direction = DVec2::from_angle(f64::from(degrees).to_radians());
        let slopes = slopes(&drawn(&mut wrinkles, &deformed(&mesh, compressed(direction, 0.08))));
        let part = direction.dot(slopes * direction) / (slopes.x_axis.x + slopes.y_axis.y);
        assert!(part > 0.93, "{degrees} degrees: {part}");
    }
}

#[test]
fn cloth_that_is_still_or_stretched_is_flat() {
    let (mesh, rest) = sheet(8);
    let refinement = Refinement::new(
        &mesh.triangles,
        mesh.positions.len(),
        &Marks::default(),
        &SubdivisionSettings::default(),
    )
    .unwrap();
    let mut wrinkles = wrinkles(&mesh, &rest, &WrinkleSettings::default());
    let mut fine = FineWrinkles::new(&wrinkles, &refinement).unwrap();
    for by in [
        DMat2::IDENTITY,
        DMat2::from_diagonal(DVec2::new(1.1, 1.0)),
        DMat2::from_diagonal(DVec2::splat(1.05)),
    ] {
        wrinkles.follow(&deformed(&mesh, by)).unwrap();
        let highest = fine.heights(&wrinkles, &refinement).iter().copied().fold(0.0, f64::max);
        assert!(highest < 1e-9, "{by}: {highest}");
    }
    let mut map = WrinkleMap::new(&wrinkles, 32);
    map.draw(&wrinkles);
    assert!(map.normals().iter().all(|n| n.distance(Vec3::Z) < 1e-6));
}

/// The strongest change of a normal between two frames.
fn change(one: &[Vec3], other: &[Vec3]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(a.distance(*b))).fold(0.0, f64::max)
}

/// Compression that turns, comes and goes: however fine the steps, normals change by no more than in proportion to the strain.
#[test]
fn wrinkles_do_not_flicker() {
    let (mesh, rest) = sheet(6);
    for pick in LayerPick::ALL {
        let settings = WrinkleSettings { pick, ..WrinkleSettings::default() };
        let mut wrinkles = wrinkles(&mesh, &rest, &settings);
        let mut map = WrinkleMap::new(&wrinkles, 64);
        let mut worst = Vec::new();
        for steps in [60, 240] {
            let strain = |n: u32| {
                let part = f64::from(n) / f64::from(steps);
                let direction = DVec2::from_angle(3.0 * part);
                compressed(direction, 0.06 * (9.0 * part).sin()) * (1.0 - 0.02 * (5.0 * part).sin())
            };
            let mut draw = |by: DMat2| {
                wrinkles.follow(&deformed(&mesh, by)).unwrap();
                map.draw(&wrinkles);
                map.normals().to_vec()
            };
            let mut before = draw(strain(0));
            let mut ratio = 0.0_f64;
            for n in 1..steps {
                let now = draw(strain(n));
                let difference = strain(n) - strain(n - 1);
                let size = (difference.x_axis.length_squared() + difference.y_axis.length_squared()).sqrt();
                ratio = ratio.max(change(&before, &now) / size);
                before = now;
            }
            worst.push(ratio);
        }
        assert!(worst[1] < 60.0 && worst[1] < 1.8 * worst[0], "{pick:?}: {worst:?}");
    }
}

#[test]
fn a_map_holds_the_slopes_of_its_heights() {
    let (mesh, rest) = sheet(8);
    let mut wrinkles = wrinkles(&mesh, &rest, &WrinkleSettings::default());
    let bent: Vec<DVec3> = mesh
        .positions
        .iter()
        .map(|p| DVec3::new(p.x * (0.93 + 0.1 * p.z), 0.0, p.z * (1.0 - 0.1 * p.x)))
        .collect();
    wrinkles.follow(&bent).unwrap();
    let mut map = WrinkleMap::new(&wrinkles, 800);
    map.draw(&wrinkles);
    let (side, pixel) = (map.side(), 0.4 / 800.0_f32);
    let mut off = Vec::new();
    for y in 1..side - 1 {
        for x in 1..side - 1 {
            let at = |x: usize, y: usize| map.heights()[y * side + x];
            let slope =
                [(at(x + 1, y) - at(x - 1, y)), (at(x, y + 1) - at(x, y - 1))].map(|d| d / (2.0 * pixel));
            let n = map.normals()[y * side + x];
            off.push((slope[0] + n.x / n.z).abs().max((slope[1] + n.y / n.z).abs()));
        }
    }
    off.sort_unstable_by(f32::total_cmp);
    // Across the edges of triangles the amounts have kinks.
    assert!(off[off.len() * 95 / 100] < 0.02, "{:?}", off[off.len() * 95 / 100]);
    assert!(map.heights().iter().copied().fold(0.0, f32::max) > 0.002);
}

#[test]
fn raised_wrinkles_pass_through_nothing() {
    let (mesh, rest) = sheet(16);
    // Squeezed from all sides between two plates that leave less room than the folds need.
    let squeezed: Vec<DVec3> = mesh.positions.iter().map(|p| *p * 0.95).collect();
    let mut plates = shapes::cuboid(DVec3::new(0.5, 0.01, 0.5));
    plates.positions.iter_mut().for_each(|p| p.y -= 0.006);
    let mut upper = plates.clone();
    upper.positions.iter_mut().for_each(|p| p.y += 0.0125);
    plates.append(&upper);
    let refinement = Refinement::new(
        &mesh.triangles,
        mesh.positions.len(),
        &Marks::default(),
        &SubdivisionSettings::default(),
    )
    .unwrap();
    let mut wrinkles = wrinkles(&mesh, &rest, &WrinkleSettings::default());
    let mut fine = FineWrinkles::new(&wrinkles, &refinement).unwrap();
    let mut finish = CollisionFree::new(refinement, FreeSettings::default());
    finish.finish(&squeezed, &[&plates]).unwrap();
    wrinkles.follow(&squeezed).unwrap();
    let (refinement, around) = (finish.refinement(), finish.obstacles());
    let mut positions = finish.positions().to_vec();
    let report = fine.raise(&wrinkles, refinement, &mut positions, around, &FreeSettings::default()).unwrap();
    let raised = TriMesh { positions, triangles: refinement.triangles().to_vec() };
    assert!(report.max_displacement > 0.003 && report.corrected > 200, "{report:?}");
    assert!(self_intersections(&raised).is_empty() && mesh_intersections(&raised, &plates).is_empty());
    assert!(raised.bounds().max.y > 5e-4, "there is some room for folds");
    let error = fine.raise(
        &wrinkles,
        refinement,
        &mut vec![DVec3::ZERO],
        &Obstacles::default(),
        &FreeSettings::default(),
    );
    assert!(matches!(error, Err(RefinementError::Length { .. })));
}

#[test]
fn triangles_are_cut_where_wrinkles_are_and_without_cracks() {
    let (mesh, rest) = sheet(10);
    let mut wrinkles = wrinkles(&mesh, &rest, &WrinkleSettings::default());
    // Only one half is squeezed.
    let squeeze = |p: &DVec3| DVec3::new(if p.x > 0.0 { 0.94 * p.x } else { p.x }, 0.0, p.z);
    let positions: Vec<DVec3> = mesh.positions.iter().map(squeeze).collect();
    wrinkles.follow(&positions).unwrap();
    let mut map = WrinkleMap::new(&wrinkles, 256);
    map.draw(&wrinkles);
    let coarse = tessellate(&wrinkles, &map, &positions, 1.0, 3);
    assert_eq!(coarse.mesh.triangles, mesh.triangles, "no height differs by a metre");
    let cut = tessellate(&wrinkles, &map, &positions, 1e-3, 3);
    let count = |right: bool| {
        let of = |t: &usize| (cut.mesh.corners(*t).iter().sum::<DVec3>().x > 0.0) == right;
        (0..cut.mesh.triangles.len()).filter(of).count()
    };
    assert!(count(true) > 4 * count(false), "{} {}", count(true), count(false));
    let topology = Topology::new(&cut.mesh);
    let surface = topology.surface();
    assert!(surface.non_manifold_edges.is_empty() && surface.inconsistent_edges.is_empty());
    assert_eq!(topology.boundary_loops().len(), 1, "no cracks");
    let before = TriMesh { positions: positions.clone(), triangles: mesh.triangles.clone() };
    assert!((cut.mesh.area() - before.area()).abs() < 1e-12);

    // The heights are those of the map, and the raised mesh is free.
    let oracle = EdgeOracle::new(&map);
    for (places, triangle) in cut.rest.iter().zip(&cut.mesh.triangles) {
        let range = f64::from(oracle.range(&map, [places[0], places[1]]));
        let [a, b] = [triangle[0], triangle[1]].map(|v| cut.heights[v as usize]);
        assert!((a - b).abs() <= range + 2e-4, "{a} {b} {range}");
    }
    let normals = cut.mesh.vertex_normals();
    let mut end: Vec<DVec3> =
        cut.mesh.positions.iter().zip(&normals).zip(&cut.heights).map(|((p, n), h)| p + *n * *h).collect();
    let mut pull_back = PullBack::of_mesh(&cut.mesh.triangles, end.len());
    pull_back.hold(&cut.mesh.positions, &mut end, &Obstacles::default(), &FreeSettings::default()).unwrap();
    let raised = TriMesh { positions: end, triangles: cut.mesh.triangles.clone() };
    assert!(self_intersections(&raised).is_empty() && raised.bounds().max.y > 0.002);
}

#[test]
fn broken_input_is_refused_or_harmless() {
    let (mesh, mut rest) = sheet(2);
    let count = mesh.positions.len();
    let new = |rest: &[[DVec2; 3]], settings: &WrinkleSettings| {
        Wrinkles::new(&mesh.triangles, count, rest, settings)
    };
    let usual = WrinkleSettings::default();
    assert_eq!(new(&rest[1..], &usual).unwrap_err(), RefinementError::Length { expected: 8, found: 7 });
    assert!(Wrinkles::new(&[[0, 1, 9]], 3, &rest[..1], &usual).unwrap_err().to_string().contains("vertex 9"));
    let bad = new(&rest, &WrinkleSettings { texture: 0.0, ..usual }).unwrap_err();
    assert!(bad.to_string().starts_with("the texture of wrinkles"));
    assert!(new(&rest, &WrinkleSettings { height: f64::NAN, ..usual }).is_err());
    // Triangles without a rest shape have no wrinkles.
    rest.fill([DVec2::ZERO; 3]);
    let mut flat = new(&rest, &usual).unwrap();
    assert!(flat.follow(&mesh.positions[1..]).is_err());
    flat.follow(&mesh.positions).unwrap();
    assert!((0..6).all(|n| flat.of_layer(n).iter().all(|amount| *amount == 0.0)));
    WrinkleMap::new(&flat, 0).draw(&flat);
    let none = new(&rest, &WrinkleSettings { layers: 0, ..usual }).map(|mut w| w.follow(&mesh.positions));
    assert!(none.unwrap().is_ok());
}
