//! Cloth with a thickness: volumes, hems, steps, room.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

mod meshes;

use glam::{DVec2, DVec3, Vec3Swizzles};
use std::collections::BTreeSet;
use toile_finish::flat::{FlatCloth, FlatError};
use toile_finish::thickness::{HemEdge, ThickCloth, ThickCover, ThickPart, ThickSettings, Thickness};
use toile_geom::topology::Topology;
use toile_geom::{TriMesh, intersect, shapes};

/// A sheet that lies as it was cut.
fn flat(mesh: &TriMesh) -> FlatCloth {
    let corners = mesh.triangles.iter().map(|t| t.map(|v| mesh.positions[v as usize].xz())).collect();
    FlatCloth::new(mesh.triangles.clone(), mesh.positions.len(), corners).unwrap()
}

/// A tube of cloth: its corners in the pattern are by angle and height, so that it is cut open at one side.
fn tube(radius: f64, height: f64, around: u32, along: u32) -> (TriMesh, FlatCloth) {
    let mesh = shapes::tube(radius, height, around, along);
    let angle = |v: u32| {
        let p = mesh.positions[v as usize];
        p.z.atan2(p.x)
    };
    let corners = mesh.triangles.iter().map(|t| {
        t.map(|v| {
            let turn = (angle(v) - angle(t[0]) + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU);
            let angle = angle(t[0]) + turn - std::f64::consts::PI;
            DVec2::new(radius * angle, mesh.positions[v as usize].y)
        })
    });
    let cloth = FlatCloth::new(mesh.triangles.clone(), mesh.positions.len(), corners.collect()).unwrap();
    (mesh, cloth)
}

fn border(cloth: &FlatCloth) -> Vec<[u32; 2]> {
    let topology = cloth.topology();
    topology.boundary_edges().map(|e| topology.edges[e as usize]).collect()
}

fn check_closed(thick: &ThickCloth) {
    let surface = Topology::new(thick.mesh()).surface();
    assert!(surface.is_closed_manifold(), "{surface:?}");
    assert_eq!(surface.inconsistent_edges.len(), 0);
    assert_eq!(surface.non_manifold_vertices.len(), 0);
    assert_eq!(surface.lone_vertices.len(), 0);
    assert!(intersect::self_intersections(thick.mesh()).is_empty());
    assert!(thick.mesh().volume() > 0.0);
}

#[test]
fn a_thick_sheet_is_closed_and_as_large_as_area_times_thickness() {
    let sheet = shapes::sheet(DVec2::new(0.3, 0.2), [15, 10]);
    let cloth = flat(&sheet);
    for thickness in [0.0003, 0.004] {
        let settings = ThickSettings::default();
        let mut thick = ThickCloth::new(&cloth, &Thickness::Even(thickness), &[], &settings).unwrap();
        let report = thick.finish(&sheet.positions, &[]).unwrap();
        assert_eq!((report.intersections, report.thinned, report.corrected), (0, 0, 0));
        check_closed(&thick);
        let ratio = thick.mesh().volume() / (0.06 * thickness);
        assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    }
}

#[test]
fn thickness_of_curved_cloth_is_measured_across_it() {
    let (mesh, cloth) = tube(0.1, 0.3, 48, 20);
    let mut thick = ThickCloth::new(&cloth, &Thickness::Even(0.002), &[], &ThickSettings::default()).unwrap();
    thick.finish(&mesh.positions, &[]).unwrap();
    check_closed(&thick);
    assert!((thick.mesh().volume() / (mesh.area() * 0.002) - 1.0).abs() < 0.02);
    // Outside is where the normals of the tube point.
    let distance = |n: usize| thick.mesh().positions[n].xz().length();
    let outer = thick.parts().iter().position(|&part| part == ThickPart::Outer).unwrap();
    let corner = thick.mesh().triangles[outer][0] as usize;
    assert!((distance(corner) - 0.101).abs() < 1e-5, "{}", distance(corner));
}

#[test]
fn a_hem_is_as_deep_as_told_and_twice_as_thick() {
    let sheet = shapes::sheet(DVec2::new(0.3, 0.2), [15, 10]);
    let cloth = flat(&sheet);
    // The near edge, along which x grows; 27 mm is no multiple of the edges.
    let near = sheet.positions.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    let is_near = |edge: &[u32; 2]| edge.iter().all(|&v| sheet.positions[v as usize].z == near);
    for (layers, depth) in [(2, 0.027), (3, 0.0413)] {
        let hems: Vec<HemEdge> =
            border(&cloth).into_iter().filter(is_near).map(|edge| HemEdge { edge, depth, layers }).collect();
        assert_eq!(hems.len(), 15);
        let mut thick =
            ThickCloth::new(&cloth, &Thickness::Even(0.001), &hems, &ThickSettings::default()).unwrap();
        // Where the hem comes to the border its rim goes around that of the single cloth: both must not touch.
        let report = thick.finish(&sheet.positions, &[]).unwrap();
        assert_eq!((report.thinned, report.corrected), (0, 0));
        check_closed(&thick);
        let mesh = thick.mesh();
        let hem = || (0..mesh.triangles.len()).filter(|&t| thick.parts()[t] == ThickPart::Hem);
        let area: f64 = hem().map(|t| mesh.triangle_area(t)).sum();
        assert!((area / (0.3 * depth) - 1.0).abs() < 1e-3, "{area}");
        // Below: half of the cloth and the layers folded in.
        let low = 0.0005 + 0.001 * f64::from(layers - 1);
        assert!(hem().flat_map(|t| mesh.corners(t)).all(|p| (p.y + low).abs() < 1e-12));
        let volume = 0.001 * 0.3 * (0.2 + depth * f64::from(layers - 1));
        assert!((mesh.volume() / volume - 1.0).abs() < 0.03, "{}", mesh.volume() / volume);
    }
}

#[test]
fn a_hem_that_ends_in_the_middle_of_an_edge_ends_square() {
    let sheet = shapes::sheet(DVec2::new(0.3, 0.2), [15, 10]);
    let cloth = flat(&sheet);
    let near = sheet.positions.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    let left = sheet.positions.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
    let is_in = |edge: &[u32; 2]| {
        edge.iter().all(|&v| {
            let p = sheet.positions[v as usize];
            p.z == near && p.x < left + 0.12 + 1e-9
        })
    };
    let hems: Vec<HemEdge> =
        border(&cloth).into_iter().filter(is_in).map(|edge| HemEdge::double(edge, 0.03)).collect();
    assert_eq!(hems.len(), 6);
    let mut thick =
        ThickCloth::new(&cloth, &Thickness::Even(0.001), &hems, &ThickSettings::default()).unwrap();
    assert_eq!(thick.finish(&sheet.positions, &[]).unwrap().corrected, 0);
    check_closed(&thick);
    let mesh = thick.mesh();
    let hem = (0..mesh.triangles.len()).filter(|&t| thick.parts()[t] == ThickPart::Hem);
    let corners: Vec<DVec3> = hem.flat_map(|t| mesh.corners(t)).collect();
    let end = corners.iter().map(|p| p.x - left).fold(0.0, f64::max);
    assert!((end - 0.12).abs() < 0.002, "{end}");
}

#[test]
fn hems_all_around_and_thick_pieces_stay_closed() {
    let sheet = shapes::sheet(DVec2::new(0.3, 0.2), [15, 10]);
    let cloth = flat(&sheet);
    let hems: Vec<HemEdge> = border(&cloth).into_iter().map(|edge| HemEdge::double(edge, 0.017)).collect();
    // A quarter has an interlining: its border meets the hem, where three thicknesses come together.
    let middle = |t: usize| sheet.corners(t).iter().sum::<DVec3>() / 3.0;
    let center = sheet.bounds().center();
    let values = (0..sheet.triangles.len())
        .map(|t| if middle(t).x < center.x && middle(t).z < center.z { 0.0016 } else { 0.0007 })
        .collect();
    let mut thick =
        ThickCloth::new(&cloth, &Thickness::OfTriangles(values), &hems, &ThickSettings::default()).unwrap();
    let report = thick.finish(&sheet.positions, &[]).unwrap();
    assert_eq!((report.intersections, report.corrected), (0, 0));
    check_closed(&thick);
    assert!(thick.parts().contains(&ThickPart::Step));
    let high = thick.mesh().positions.iter().map(|p| p.y).fold(0.0, f64::max);
    assert!((high - 0.0008).abs() < 1e-12);
}

#[test]
fn hems_go_on_over_seams() {
    let (mesh, cloth) = tube(0.1, 0.3, 30, 20);
    let lowest = |edge: &[u32; 2]| edge.iter().all(|&v| mesh.positions[v as usize].y == mesh.bounds().min.y);
    let hems: Vec<HemEdge> =
        border(&cloth).into_iter().filter(lowest).map(|edge| HemEdge::double(edge, 0.02)).collect();
    let mut thick =
        ThickCloth::new(&cloth, &Thickness::Even(0.001), &hems, &ThickSettings::default()).unwrap();
    let report = thick.finish(&mesh.positions, &[]).unwrap();
    assert_eq!((report.intersections, report.corrected), (0, 0));
    check_closed(&thick);
    let hem = (0..thick.parts().len()).filter(|&t| thick.parts()[t] == ThickPart::Hem);
    let area: f64 = hem.map(|t| thick.mesh().triangle_area(t)).sum();
    // Inside of a tube of chords, 1.5 mm nearer to the axis.
    let expected = mesh.area() / 0.3 * 0.02 * (0.1 - 0.0015) / 0.1;
    assert!((area / expected - 1.0).abs() < 1e-3, "{}", area / expected);
}

#[test]
fn prints_go_around_rims_and_into_hems_without_a_gap() {
    let sheet = shapes::sheet(DVec2::new(0.3, 0.2), [15, 10]);
    let cloth = flat(&sheet);
    let near = sheet.positions.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    let is_near = |edge: &[u32; 2]| edge.iter().all(|&v| sheet.positions[v as usize].z == near);
    let hems: Vec<HemEdge> =
        border(&cloth).into_iter().filter(is_near).map(|edge| HemEdge::double(edge, 0.025)).collect();
    let thick = ThickCloth::new(&cloth, &Thickness::Even(0.001), &hems, &ThickSettings::default()).unwrap();
    let topology = Topology::new(thick.mesh());
    let place = |t: u32, v: u32| {
        let corner = thick.mesh().triangles[t as usize].iter().position(|&w| w == v).unwrap();
        thick.corners()[t as usize][corner]
    };
    // Between sides and rims places are continuous: except at the corners of the sheet, where the rim turns.
    let is_smooth = |t: u32| !matches!(thick.parts()[t as usize], ThickPart::Step);
    let mut jumps = 0;
    for (e, ends) in topology.edges.iter().enumerate() {
        let &[t, u] = topology.edge_triangles.row(e) else { panic!("closed") };
        if is_smooth(t) && is_smooth(u) && ends.iter().any(|&v| place(t, v).distance(place(u, v)) > 1e-9) {
            jumps += 1;
        }
    }
    assert!(jumps <= 4 * 4 + 20, "{jumps}");
    // The far end of the hem is cloth from beyond the edge: the fold's length and the depth away.
    let hem = (0..thick.parts().len()).filter(|&t| thick.parts()[t] == ThickPart::Hem);
    let farthest = hem.flat_map(|t| thick.corners()[t]).map(|p| near - p.y).fold(0.0, f64::max);
    assert!((farthest - 0.025 - std::f64::consts::PI * 0.001).abs() < 1e-6, "{farthest}");
}

#[test]
fn thickness_goes_only_so_far_as_there_is_room() {
    let sheet = shapes::sheet(DVec2::splat(0.2), [16, 16]);
    let cloth = flat(&sheet);
    let body = {
        let mut ball = shapes::icosphere(0.3, 5);
        let top = ball.bounds().max.y;
        ball.positions.iter_mut().for_each(|p| p.y -= top + 0.0005);
        ball
    };
    let mut thick = ThickCloth::new(&cloth, &Thickness::Even(0.004), &[], &ThickSettings::default()).unwrap();
    let report = thick.finish(&sheet.positions, &[&body]).unwrap();
    assert_eq!(report.intersections, 0);
    assert!(report.thinned > 10 && report.thinned < 120, "{report:?}");
    assert!(intersect::mesh_intersections(thick.mesh(), &body).is_empty());
    check_closed(&thick);
    // Above the ball nothing is in the way.
    assert!(thick.heights().iter().all(|height| (height[0] - 0.002).abs() < 1e-12));
    assert!(thick.heights().iter().any(|height| height[1] < 0.0006));
    // Far away all of the thickness is back.
    let away: Vec<DVec3> = sheet.positions.iter().map(|p| p + DVec3::Y).collect();
    assert_eq!(thick.finish(&away, &[&body]).unwrap().thinned, 0);
}

#[test]
fn two_layers_share_the_room_between_them() {
    let mut pair = shapes::sheet(DVec2::splat(0.2), [10, 10]);
    let mut above = pair.clone();
    above.positions.iter_mut().for_each(|p| *p += DVec3::new(0.003, 0.001, 0.002));
    pair.append(&above);
    let cloth = flat(&pair);
    let mut thick = ThickCloth::new(&cloth, &Thickness::Even(0.005), &[], &ThickSettings::default()).unwrap();
    let report = thick.finish(&pair.positions, &[]).unwrap();
    assert_eq!(report.intersections, 0);
    assert!(intersect::self_intersections(thick.mesh()).is_empty());
    let middle = |n: usize| thick.heights()[n];
    assert!((middle(60)[0] - 0.00045).abs() < 2e-5, "{:?}", middle(60));
    assert!((middle(60)[1] - 0.0025).abs() < 1e-9);
}

/// A roll of cloth whose turns are nearer than it is thick.
#[test]
fn a_tight_roll_is_thin_and_clean() {
    let mut mesh = shapes::sheet(DVec2::new(1.0, 0.05), [300, 10]);
    let cloth = flat(&mesh);
    for p in &mut mesh.positions {
        let angle = 25.0 * (p.x + 0.5);
        let radius = 0.03 + 0.0004 * angle;
        *p = DVec3::new(radius * angle.cos(), radius * angle.sin(), p.z);
    }
    assert!(intersect::self_intersections(&mesh).is_empty());
    let mut thick = ThickCloth::new(&cloth, &Thickness::Even(0.006), &[], &ThickSettings::default()).unwrap();
    let report = thick.finish(&mesh.positions, &[]).unwrap();
    assert!(report.thinned > 1000, "{report:?}");
    assert_eq!(report.intersections, 0, "{report:?}");
    check_closed(&thick);
}

#[test]
fn rims_alone_have_far_fewer_triangles() {
    let sheet = shapes::sheet(DVec2::splat(0.4), [40, 40]);
    let cloth = flat(&sheet);
    let settings = ThickSettings { cover: ThickCover::Borders, ..ThickSettings::default() };
    let mut rims = ThickCloth::new(&cloth, &Thickness::Even(0.001), &[], &settings).unwrap();
    rims.place(&sheet.positions).unwrap();
    let closed = ThickCloth::new(&cloth, &Thickness::Even(0.001), &[], &ThickSettings::default()).unwrap();
    let count = |thick: &ThickCloth, part| thick.parts().iter().filter(|&&p| p == part).count();
    assert_eq!(count(&rims, ThickPart::Rim), count(&closed, ThickPart::Rim));
    assert!(4 * count(&rims, ThickPart::Inner) < count(&closed, ThickPart::Inner));
    let surface = Topology::new(rims.mesh()).surface();
    assert!(
        surface.boundary_edges.is_empty() && surface.duplicate_triangles.is_empty(),
        "the band ends at the outer side"
    );
    assert!(intersect::self_intersections(rims.mesh()).is_empty());
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let (mesh, cloth) = tube(0.05, 0.2, 24, 16);
    let hems: Vec<HemEdge> = border(&cloth).into_iter().map(|edge| HemEdge::double(edge, 0.02)).collect();
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut thick =
                ThickCloth::new(&cloth, &Thickness::Even(0.003), &hems, &ThickSettings::default()).unwrap();
            thick.finish(&mesh.positions, &[]).unwrap();
            thick.mesh().clone()
        })
    };
    assert!(run(1) == run(2) && run(1) == run(5));
}

#[test]
fn bow_ties_and_thick_vertices_stay_closed() {
    let mut mesh = shapes::sheet(DVec2::splat(0.2), [4, 4]);
    let center = mesh.bounds().center();
    let is_off = |t: &[u32; 3]| {
        let middle = t.iter().map(|&v| mesh.positions[v as usize]).sum::<DVec3>() / 3.0;
        (middle.x - center.x) * (middle.z - center.z) < 0.0
    };
    let left: Vec<[u32; 3]> = mesh.triangles.iter().copied().filter(|t| !is_off(t)).collect();
    let used: BTreeSet<u32> = left.as_flattened().iter().copied().collect();
    let number = |v: u32| used.range(..v).count() as u32;
    let positions = used.iter().map(|&v| mesh.positions[v as usize]).collect();
    mesh = TriMesh { positions, triangles: left.iter().map(|t| t.map(number)).collect() };
    let cloth = flat(&mesh);
    let values = (0..mesh.positions.len()).map(|v| 0.001 + 1e-5 * v as f64).collect();
    let mut thick =
        ThickCloth::new(&cloth, &Thickness::OfVertices(values), &[], &ThickSettings::default()).unwrap();
    thick.finish(&mesh.positions, &[]).unwrap();
    let surface = Topology::new(thick.mesh()).surface();
    assert!(surface.is_closed_manifold(), "{surface:?}");
    assert_eq!(surface.components, 2);
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let sheet = shapes::sheet(DVec2::splat(0.2), [2, 2]);
    let cloth = flat(&sheet);
    let make = |thickness: f64, hems: &[HemEdge]| {
        ThickCloth::new(&cloth, &Thickness::Even(thickness), hems, &ThickSettings::default()).map(|_| ())
    };
    for thickness in [0.0, -1.0, f64::NAN, 1.0] {
        assert!(matches!(make(thickness, &[]), Err(FlatError::Range { .. })));
    }
    let topology = cloth.topology();
    let inner = (0..topology.edges.len()).find(|&e| topology.edge_valence(e) == 2).unwrap();
    let inner = topology.edges[inner];
    assert_eq!(make(0.001, &[HemEdge::double(inner, 0.01)]), Err(FlatError::NotFree { edge: inner }));
    assert!(matches!(make(0.001, &[HemEdge::double([7, 99], 0.01)]), Err(FlatError::NotFree { .. })));
    let free = border(&cloth)[0];
    assert!(matches!(make(0.001, &[HemEdge::double(free, f64::NAN)]), Err(FlatError::Range { .. })));
    let mut thick = ThickCloth::new(&cloth, &Thickness::Even(0.001), &[], &ThickSettings::default()).unwrap();
    assert!(matches!(thick.place(&[]), Err(FlatError::Length { .. })));
    let nowhere = vec![DVec3::NAN; sheet.positions.len()];
    assert!(matches!(thick.finish(&nowhere, &[]), Err(FlatError::Number { .. })));
}

/// Folds deeper than there is room for thick cloth, with a leg between them, frame by frame.
#[test]
fn a_folded_skirt_on_a_leg_is_clean_in_every_frame() {
    let rest = meshes::skirt(96, 24, 1.0, 0.0);
    let corners = rest.triangles.iter().map(|t| {
        let angle = |v: u32| rest.positions[v as usize].x.atan2(rest.positions[v as usize].z);
        let first = angle(t[0]);
        t.map(|v| {
            let turn = (angle(v) - first + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU);
            DVec2::new(0.3 * (first + turn - std::f64::consts::PI), rest.positions[v as usize].y)
        })
    });
    let cloth = FlatCloth::new(rest.triangles.clone(), rest.positions.len(), corners.collect()).unwrap();
    let hems: Vec<HemEdge> = border(&cloth).into_iter().map(|edge| HemEdge::double(edge, 0.03)).collect();
    let leg = shapes::tube(0.196, 0.8, 64, 20);
    let mut thick =
        ThickCloth::new(&cloth, &Thickness::Even(0.012), &hems, &ThickSettings::default()).unwrap();
    let mut thinned = 0;
    for frame in 0..4 {
        let skirt = meshes::skirt(96, 24, 12.0, 0.03 * f64::from(frame));
        let clean =
            intersect::self_intersections(&skirt).len() + intersect::mesh_intersections(&skirt, &leg).len();
        assert_eq!(clean, 0, "frame {frame}: the thin cloth passes through nothing");
        let report = thick.finish(&skirt.positions, &[&leg]).unwrap();
        assert_eq!(report.intersections, 0, "frame {frame}: {report:?}");
        assert!(intersect::mesh_intersections(thick.mesh(), &leg).is_empty());
        check_closed(&thick);
        thinned += report.thinned;
    }
    assert!(thinned > 100);
}
