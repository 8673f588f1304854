//! Seam coordinates, passes, stitches.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

use glam::{DVec2, DVec3, Vec3Swizzles};
use std::collections::BTreeSet;
use toile_finish::flat::{FlatCloth, FlatError};
use toile_finish::seams::{SeamLook, SeamMap, SeamRun, SeamStyle, Stitches};
use toile_geom::{TriMesh, shapes};

/// A sheet that lies as it was cut: its outer side is seen from above.
fn flat(mesh: &TriMesh) -> FlatCloth {
    let corners = mesh.triangles.iter().map(|t| t.map(|v| mesh.positions[v as usize].xz())).collect();
    FlatCloth::new(mesh.triangles.clone(), mesh.positions.len(), corners).unwrap()
}

/// Two pieces that are sewn along x = 0: the right one lies 1 m away in the pattern.
fn sewn(mesh: &TriMesh) -> FlatCloth {
    let corners = mesh.triangles.iter().enumerate().map(|(n, t)| {
        let middle: DVec3 = mesh.corners(n).iter().sum::<DVec3>() / 3.0;
        let shift = if middle.x > 0.0 { DVec2::new(1.0, 0.3) } else { DVec2::ZERO };
        t.map(|v| mesh.positions[v as usize].xz() + shift)
    });
    FlatCloth::new(mesh.triangles.clone(), mesh.positions.len(), corners.collect()).unwrap()
}

/// The vertices along x = 0, from far to near.
fn middle_line(mesh: &TriMesh) -> Vec<u32> {
    let mut line: Vec<u32> =
        (0..mesh.positions.len() as u32).filter(|&v| mesh.positions[v as usize].x.abs() < 1e-9).collect();
    line.sort_by(|&a, &b| mesh.positions[a as usize].z.total_cmp(&mesh.positions[b as usize].z));
    line
}

fn run(chain: Vec<u32>, style: SeamStyle) -> SeamRun {
    SeamRun { chain, look: SeamLook::of(style), sides: [true; 2] }
}

/// Where a point of a triangle is, and its coordinates.
fn points(map: &SeamMap, pass: usize, cloth: &FlatCloth) -> Vec<(DVec2, [f64; 3], u32)> {
    let weights = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.3, 0.3, 0.4], [0.1, 0.7, 0.2]];
    let mix = |near: &toile_finish::seams::SeamTriangle| {
        weights.map(|w| {
            let places = cloth.corners()[near.triangle as usize];
            let place = (0..3).map(|n| places[n] * w[n]).sum();
            let values = [0, 1, 2].map(|axis| (0..3).map(|n| near.corners[n][axis] * w[n]).sum());
            (place, values, near.part)
        })
    };
    map.passes()[pass].iter().flat_map(mix).collect()
}

#[test]
fn coordinates_along_a_straight_seam_are_exact_on_both_sides() {
    let sheet = shapes::regular_sheet(DVec2::new(0.2, 0.3), [20, 30]);
    let cloth = sewn(&sheet);
    let line = middle_line(&sheet);
    assert_eq!(line.len(), 31);
    // It begins and ends within the pieces.
    let map = SeamMap::new(&cloth, &[run(line[5..=25].to_vec(), SeamStyle::Topstitch)]).unwrap();
    assert_eq!((map.parts().len(), map.passes().len()), (2, 1), "two pieces are never in each other's way");
    let begin = sheet.positions[line[5] as usize].z;
    for (place, [s, t, r], part) in points(&map, 0, &cloth) {
        let shift = if place.x > 0.5 { DVec2::new(1.0, 0.3) } else { DVec2::ZERO };
        let place = place - shift;
        assert!((s - (place.y - begin)).abs() < 1e-9, "{place} {s}");
        assert!((t - place.x.abs()).abs() < 1e-9, "{place} {t}");
        let left = (place.y - begin).min(begin + 0.2 - place.y);
        assert!((r - left).abs() < 1e-9 || left > 0.02, "{place} {r} {left}");
        assert_eq!(map.parts()[part as usize].side == 0, shift != DVec2::ZERO);
    }
    // All that is seen of it: no triangle within its width and its ends is missing.
    let near: BTreeSet<u32> = map.passes()[0].iter().map(|near| near.triangle).collect();
    let width = SeamLook::of(SeamStyle::Topstitch).width();
    for t in 0..sheet.triangles.len() {
        let corners = sheet.corners(t);
        let is_near = corners.iter().any(|p| p.x.abs() < width)
            && corners.iter().any(|p| p.z > begin + 1e-9)
            && corners.iter().any(|p| p.z < begin + 0.2 - 1e-9);
        assert!(!is_near || near.contains(&(t as u32)), "{t}: {corners:?}");
    }
}

#[test]
fn along_bends_nothing_jumps() {
    // A seam around a disc: neighbours agree at the vertices that they share.
    let mut sheet = shapes::sheet(DVec2::splat(0.2), [24, 24]);
    for p in &mut sheet.positions {
        let largest = p.x.abs().max(p.z.abs());
        if largest > 0.0 {
            *p *= largest / p.xz().length();
        }
    }
    let cloth = flat(&sheet);
    let border = cloth.topology().boundary_loops()[0].vertices.clone();
    let map = SeamMap::new(&cloth, &[run(border[..60].to_vec(), SeamStyle::Topstitch)]).unwrap();
    assert_eq!(map.parts().len(), 1);
    let mut of_vertex = vec![None; sheet.positions.len()];
    for near in &map.passes()[0] {
        for (&v, corner) in cloth.triangles()[near.triangle as usize].iter().zip(near.corners) {
            if corner[2] < 0.0 {
                continue; // Beyond the ends the line goes on straight.
            }
            let radius = sheet.positions[v as usize].length();
            assert!((corner[1] - (0.1 - radius)).abs() < 0.0005, "{corner:?} {radius}");
            let before = of_vertex[v as usize].replace(corner[0]);
            assert!(before.is_none_or(|before: f64| before == corner[0]));
        }
    }
    assert!(of_vertex.iter().flatten().count() > 100);
}

#[test]
fn a_shader_gets_three_numbers_a_corner() {
    let sheet = shapes::regular_sheet(DVec2::splat(0.2), [10, 10]);
    let cloth = sewn(&sheet);
    let map = SeamMap::new(&cloth, &[run(middle_line(&sheet), SeamStyle::Plain)]).unwrap();
    let all = map.coordinates(0);
    assert_eq!(all.len(), sheet.triangles.len());
    let seen = all.iter().filter(|corners| corners.iter().any(|corner| corner[2] > 0.0)).count();
    assert_eq!(seen, map.passes()[0].len());
    assert!(map.coordinates(7).as_flattened().iter().all(|corner| corner[2] < 0.0));
}

#[test]
fn a_pointed_corner_interrupts_a_seam_and_its_sides_take_turns() {
    let sheet = shapes::regular_sheet(DVec2::splat(0.12), [12, 12]);
    let cloth = flat(&sheet);
    let mut border = cloth.topology().boundary_loops()[0].vertices.clone();
    border.push(border[0]);
    let map = SeamMap::new(&cloth, &[run(border, SeamStyle::Topstitch)]).unwrap();
    assert_eq!((map.parts().len(), map.passes().len()), (4, 2), "no side is cut where the chain begins");
    for pass in map.passes() {
        let mut triangles: Vec<u32> = pass.iter().map(|near| near.triangle).collect();
        assert!(triangles.is_sorted());
        triangles.dedup();
        assert_eq!(triangles.len(), pass.len(), "no triangle is in two seams of a pass");
    }
    // The way along goes on from part to part.
    let total: f64 = map.parts().iter().map(|part| part.line.length()).sum();
    assert!((total - 0.48).abs() < 1e-9);
    let mut ends = map.parts()[0].begin;
    for part in map.parts() {
        let apart = (part.begin - ends).rem_euclid(0.48);
        assert!(apart.min(0.48 - apart) < 1e-9);
        ends += part.line.length();
    }
}

#[test]
fn each_style_has_its_stitches_where_they_belong() {
    let sheet = shapes::regular_sheet(DVec2::new(0.2, 0.3), [20, 30]);
    let cloth = sewn(&sheet);
    let normals = sheet.vertex_normals();
    assert!(normals[40].y > 0.99);
    for style in SeamStyle::ALL {
        let runs = [run(middle_line(&sheet), style)];
        let look = runs[0].look;
        let map = SeamMap::new(&cloth, &runs).unwrap();
        let mut stitches = Stitches::new(&cloth, &runs, &map).unwrap();
        stitches.place(&sheet.positions, &normals, &[]).unwrap();
        let rows: usize = (0..2).map(|side| look.rows(side).len()).sum();
        let count = (0.3 / look.stitch_length).round() as usize;
        assert_eq!(stitches.left_out(), 0, "{style:?}");
        assert!(stitches.count() >= rows * count, "{style:?}: {} of {rows} rows", stitches.count());
        let mesh = stitches.mesh();
        let outside = mesh.positions.iter().any(|p| p.y > 0.5 * look.thread);
        let inside = mesh.positions.iter().any(|p| p.y < -0.5 * look.thread);
        let is_seen = !matches!(style, SeamStyle::Plain | SeamStyle::Overlock);
        assert_eq!((outside, inside), (is_seen, true), "{style:?}");
        assert!(mesh.positions.iter().all(|p| p.x.abs() <= look.width() + 1e-9), "{style:?}");
        let sides = [-1.0, 1.0].map(|side| mesh.positions.iter().any(|p| side * p.x > look.thread));
        let is_double = style == SeamStyle::Topstitch;
        assert_eq!(
            sides,
            [is_double, style != SeamStyle::Plain],
            "{style:?}: on the left of a seam towards us"
        );
        // Threads face away from the cloth.
        for t in 0..mesh.triangles.len() {
            let middle: DVec3 = mesh.corners(t).iter().sum::<DVec3>() / 3.0;
            assert!(mesh.area_vector(t).y * middle.y > -1e-18, "{style:?} {t}");
        }
    }
}

#[test]
fn stitches_ride_on_cloth_as_high_as_it_is() {
    let sheet = shapes::regular_sheet(DVec2::splat(0.2), [20, 20]);
    let cloth = sewn(&sheet);
    let runs = [run(middle_line(&sheet), SeamStyle::Topstitch)];
    let map = SeamMap::new(&cloth, &runs).unwrap();
    let mut stitches = Stitches::new(&cloth, &runs, &map).unwrap();
    let heights = vec![[0.001, 0.003]; sheet.positions.len()];
    stitches.place(&sheet.positions, &sheet.vertex_normals(), &heights).unwrap();
    let outer = stitches.mesh().positions.iter().filter(|p| p.y > 0.0).map(|p| p.y);
    assert!(outer.fold(f64::INFINITY, f64::min) >= 0.001 - 1e-12);
    let inner = stitches.mesh().positions.iter().filter(|p| p.y < 0.0).map(|p| p.y);
    assert!(inner.fold(f64::NEG_INFINITY, f64::max) <= -0.003 + 1e-12);
    // Turned over and away, all goes along.
    let before = stitches.mesh().positions.clone();
    let turned: Vec<DVec3> = sheet.positions.iter().map(|p| DVec3::new(p.x, -p.y + 2.0, -p.z)).collect();
    let moved = TriMesh { positions: turned, triangles: sheet.triangles.clone() };
    stitches.place(&moved.positions, &moved.vertex_normals(), &heights).unwrap();
    for (p, q) in before.iter().zip(&stitches.mesh().positions) {
        assert!(DVec3::new(p.x, -p.y + 2.0, -p.z).distance(*q) < 1e-12);
    }
    assert!(stitches.place(&[], &[], &[]).is_err());
}

#[test]
fn what_cannot_be_sewn_is_refused_in_words() {
    let sheet = shapes::regular_sheet(DVec2::splat(0.2), [4, 4]);
    let cloth = flat(&sheet);
    let refused = SeamMap::new(&cloth, &[run(vec![0, 24], SeamStyle::Plain)]).unwrap_err();
    assert_eq!(refused, FlatError::NoEdge { line: 0, edge: [0, 24] });
    assert!(refused.to_string().contains("which no edge joins"));
    let mut seam = run(middle_line(&sheet), SeamStyle::Chain);
    seam.look.stitch_length = 0.0;
    assert!(matches!(SeamMap::new(&cloth, &[seam]), Err(FlatError::Range { .. })));
    // Nothing to sew is nothing.
    let map = SeamMap::new(&cloth, &[run(vec![3], SeamStyle::Plain)]).unwrap();
    assert!(map.parts().is_empty() && map.passes().iter().all(Vec::is_empty));
}

/// Rows went on to the border at corners, across each other.
#[test]
fn rows_meet_at_corners() {
    let sheet = shapes::regular_sheet(DVec2::splat(0.12), [12, 12]);
    let cloth = flat(&sheet);
    let mut border = cloth.topology().boundary_loops()[0].vertices.clone();
    border.push(border[0]);
    let runs = [run(border, SeamStyle::Topstitch)];
    let map = SeamMap::new(&cloth, &runs).unwrap();
    let mut stitches = Stitches::new(&cloth, &runs, &map).unwrap();
    stitches.place(&sheet.positions, &sheet.vertex_normals(), &[]).unwrap();
    let outer = stitches.mesh().positions.iter().filter(|p| p.y > 0.0);
    let farthest = outer.map(|p| p.x.abs().max(p.z.abs())).fold(0.0, f64::max);
    assert!((farthest - 0.054).abs() < 0.0005, "{farthest}");
    assert_eq!(stitches.left_out(), 0);
    // Nothing is sewn together at a free edge: inside are the same rows, and none at the edge itself.
    let farthest = stitches.mesh().positions.iter().map(|p| p.x.abs().max(p.z.abs())).fold(0.0, f64::max);
    assert!((farthest - 0.054).abs() < 0.0005, "{farthest}");
}
