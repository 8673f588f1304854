//! Text and binary STL files.

use glam::DVec3;
use toile_io::{Group, Omission, PolyMesh, obj, stl};

fn facet(corners: [[f32; 3]; 3]) -> Vec<u8> {
    let mut bytes = vec![0; 12];
    bytes.extend(corners.iter().flatten().flat_map(|c| c.to_le_bytes()));
    bytes.extend([0xab, 0xcd]);
    bytes
}

fn binary(title: &[u8], facets: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut file = title.to_vec();
    file.resize(80, b' ');
    file.extend((facets.len() as u32).to_le_bytes());
    for &corners in facets {
        file.extend(facet(corners));
    }
    file
}

const TWO: [[[f32; 3]; 3]; 2] = [
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    [[1.0, -0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, -0.0]],
];

#[test]
fn binary_files_are_welded_even_if_they_begin_with_solid() {
    for title in [&b"made by a scanner"[..], b"solid part"] {
        let mesh = stl::read(&binary(title, &TWO)).unwrap();
        assert_eq!(mesh.positions, [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)]);
        assert_eq!(mesh.corners, [0, 1, 2, 1, 3, 2]);
        assert_eq!(mesh.face_starts, [0, 3, 6]);
        assert_eq!(mesh.validate(), Ok(()));
    }
}

#[test]
fn a_few_bytes_after_the_triangles_do_no_harm() {
    let mut file = binary(b"x", &TWO);
    file.extend([0; 20]);
    assert_eq!(stl::read(&file).unwrap().face_count(), 2);
}

#[test]
fn text_files_may_have_several_solids() {
    let solid = |name: &str, z: &str| {
        format!(
            "solid {name}\n FACET normal nan nan nan\r\n  outer loop\n   vertex 0 0 {z}\n\tvertex 1e0 0 {z}\n   vertex 0 1 {z}\n  \
             endloop\n endfacet\nendsolid {name}\n"
        )
    };
    let mesh =
        stl::read((solid("front piece", "0") + &solid("", "1") + &solid("back", "0.0")).as_bytes()).unwrap();
    assert_eq!(mesh.face_count(), 3);
    assert_eq!(mesh.positions.len(), 6);
    assert_eq!(mesh.corners, [0, 1, 2, 3, 4, 5, 0, 1, 2]);
    assert_eq!(
        mesh.groups,
        [
            Group { name: "front piece".into(), material: None, faces: 0..1 },
            Group { name: "back".into(), material: None, faces: 2..3 },
        ]
    );
}

#[test]
fn an_empty_solid_is_an_empty_mesh() {
    assert_eq!(stl::read(b"  solid\nendsolid").unwrap(), PolyMesh::default());
}

#[test]
fn nearly_equal_corners_stay_apart() {
    let mut facets = TWO;
    facets[1][0][0] = 1.0 + f32::EPSILON;
    assert_eq!(stl::read(&binary(b"", &facets)).unwrap().positions.len(), 5);
}

#[test]
fn written_files_read_back() {
    let mesh = obj::read(b"v 0 0 0\nv 0.5 0 0\nv 0 0.25 0\nv 9 9 9\ng a\nf 1 2 3\nf 3 2 1\n").unwrap();
    let mut file = Vec::new();
    assert_eq!(stl::write(&mut file, &mesh).unwrap(), [Omission::Groups, Omission::LooseVertices]);
    assert_eq!(file.len(), 84 + 2 * 50);
    assert_eq!(file[84..96], [0.0_f32, 0.0, 1.0].map(f32::to_le_bytes).concat());
    let back = stl::read(&file).unwrap();
    assert_eq!(back.positions, mesh.positions[..3]);
    assert_eq!(back.corners, mesh.corners);
}

#[test]
fn polygons_and_huge_coordinates_are_refused() {
    let quad = obj::read(b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 2 3 4\n").unwrap();
    let error = stl::write(std::io::sink(), &quad).unwrap_err();
    assert!(error.to_string().contains("face 1 (counted from 0) has 4 corners"), "{error}");
    assert_eq!(stl::write(std::io::sink(), &quad.triangulated()).unwrap(), []);
    let huge = obj::read(b"v 0 0 0\nv 1e39 0 0\nv 1 1 0\nf 1 2 3\n").unwrap();
    assert!(stl::write(std::io::sink(), &huge).unwrap_err().to_string().contains("single precision"));
}
