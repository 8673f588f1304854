//! Sewing: a sheet cut in two and sewn is the sheet it was.

use crate::sheet::flat;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::fabric::FabricCut;
use toile_cloth::rest::RestShape;
use toile_geom::TriMesh;
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::join::{JoinedMesh, PieceMesh, PieceVertex, Weld, join};

const CELLS: u32 = 8;

/// A piece that owns its mesh.
struct Piece {
    places: Vec<DVec2>,
    positions: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Piece {
    fn mesh(&self) -> PieceMesh<'_> {
        PieceMesh { places: &self.places, positions: &self.positions, triangles: &self.triangles }
    }
}

/// A sheet with an irregular inside.
fn sheet() -> (TriMesh, Vec<DVec2>) {
    let (mut mesh, _) = flat(CELLS);
    for (i, p) in mesh.positions.iter_mut().enumerate() {
        let inside = |c: f64| c > 1e-6 && c < 1.0 - 1e-6;
        if inside(p.x) && inside(p.y) && (p.x - 0.5).abs() > 1e-6 {
            *p += DVec3::new((3.0 * i as f64).sin(), (7.0 * i as f64).cos(), 0.0) * 0.02;
        }
    }
    let places = mesh.positions.iter().map(|p| p.truncate()).collect();
    (mesh, places)
}

/// One side of the sheet as a piece that lies elsewhere in the pattern, and the sheet's number for each of its vertices.
fn cut(mesh: &TriMesh, places: &[DVec2], right: bool, angle: f64, shift: DVec2) -> (Piece, Vec<u32>) {
    let is_here = |t: &&[u32; 3]| (t.iter().map(|&v| places[v as usize].x).sum::<f64>() > 1.5) == right;
    let mut numbers: Vec<u32> = mesh.triangles.iter().filter(is_here).flatten().copied().collect();
    numbers.sort_unstable();
    numbers.dedup();
    let local = |v: u32| numbers.binary_search(&v).unwrap() as u32;
    let lay = |&v: &u32| DVec2::from_angle(angle).rotate(places[v as usize]) + shift;
    let piece = Piece {
        places: numbers.iter().map(lay).collect(),
        positions: numbers.iter().map(|&v| mesh.positions[v as usize]).collect(),
        triangles: mesh.triangles.iter().filter(is_here).map(|t| t.map(local)).collect(),
    };
    (piece, numbers)
}

fn seam(numbers: &[Vec<u32>; 2]) -> Vec<Weld> {
    let pair = |(i, v): (usize, &u32)| {
        let j = numbers[1].binary_search(v).ok()?;
        let at = |piece, vertex: usize| PieceVertex { piece, vertex: vertex as u32 };
        Some([at(0, i), at(1, j)])
    };
    numbers[0].iter().enumerate().filter_map(pair).collect()
}

/// The sheet cut in two, each piece turned and moved, and sewn; with the sheet's number for each particle.
fn cut_and_sewn(angles: [f64; 2]) -> (JoinedMesh, Vec<usize>) {
    let (mesh, places) = sheet();
    let (left, left_numbers) = cut(&mesh, &places, false, angles[0], DVec2::new(-3.0, 1.0));
    let (right, right_numbers) = cut(&mesh, &places, true, angles[1], DVec2::new(20.0, -7.0));
    let numbers = [left_numbers, right_numbers];
    let seam = seam(&numbers);
    assert_eq!(seam.len(), CELLS as usize + 1);
    let sewn = join(&[left.mesh(), right.mesh()], &seam).unwrap();
    let mut original = vec![0; sewn.mesh.positions.len()];
    for (numbers, particles) in numbers.iter().zip(&sewn.vertex_of) {
        for (&number, &particle) in numbers.iter().zip(particles) {
            original[particle as usize] = number as usize;
        }
    }
    (sewn, original)
}

#[test]
fn two_pieces_laid_anyhow_and_sewn_are_the_sheet_cut_in_one() {
    let (mesh, places) = sheet();
    let denim = Fabric::named("denim").unwrap();
    let whole = Cloth::of_fabric(&mesh, RestShape::from_flat(&places, &mesh.triangles), &denim).unwrap();
    for angles in [[0.0, 0.0], [0.9, 0.0], [-2.1, 1.3], [3.0, -0.4]] {
        let (sewn, original) = cut_and_sewn(angles);
        assert_eq!(sewn.mesh.positions.len(), mesh.positions.len());
        assert_eq!(sewn.mesh.triangles.len(), mesh.triangles.len());
        // The fabric turns with the piece: its warp is at the angle by which the piece is turned.
        let cuts = angles.map(|grain| FabricCut::new(denim.clone(), grain)).to_vec();
        let sewn_cloth = Cloth::of_cuts(&sewn.mesh, RestShape { corners: sewn.corners }, cuts, |t| {
            sewn.piece_of[t] as u16
        })
        .unwrap();
        let Cloth { membrane, bending, masses, .. } = sewn_cloth;
        let bump = |(i, p): (usize, &DVec3)| {
            let i = i as f64;
            let rough = DVec3::new((7.0 * i).sin(), (5.0 * i).cos(), (3.0 * i).sin()) * 0.005;
            *p + rough + DVec3::Z * (0.1 * (6.0 * p.x).sin() + 0.05 * (8.0 * p.y).cos())
        };
        let bent: Vec<DVec3> = mesh.positions.iter().enumerate().map(bump).collect();
        let also_bent: Vec<DVec3> = original.iter().map(|&v| bent[v]).collect();
        let (mut forces, mut sewn_forces) = (vec![DVec3::ZERO; bent.len()], vec![DVec3::ZERO; bent.len()]);
        let energies = [
            (whole.membrane.energy(&bent), membrane.energy(&also_bent)),
            (whole.bending.energy(&bent), bending.energy(&also_bent)),
        ];
        for (one, two) in energies {
            assert!((one / two - 1.0).abs() < 1e-9, "{angles:?}: {one} {two}");
        }
        whole.bending.add_gradient(&bent, &mut forces);
        bending.add_gradient(&also_bent, &mut sewn_forces);
        whole.membrane.add_gradient(&bent, &mut forces);
        membrane.add_gradient(&also_bent, &mut sewn_forces);
        let scale = forces.iter().map(|f| f.length()).fold(0.0, f64::max);
        for (particle, &v) in original.iter().enumerate() {
            let off = (sewn_forces[particle] - forces[v]).length() / scale;
            assert!(off < 1e-9, "{angles:?}, vertex {v}: {off}");
            assert!((whole.masses[v] - masses[particle]).abs() < 1e-12);
        }
    }
}
