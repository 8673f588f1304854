//! What OBJ files may contain, feature by feature.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use glam::{DVec2, DVec3};
use toile_io::{CornerAttribute, Group, NO_INDEX, Omission, PolyMesh, Stitch, obj};

fn read(text: &str) -> PolyMesh {
    let mesh = obj::read(text.as_bytes()).unwrap();
    assert_eq!(mesh.validate(), Ok(()));
    mesh
}

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

#[test]
fn an_empty_file_is_an_empty_mesh() {
    for text in ["", "\n", "# nothing\n", "\u{feff}# with a byte order mark", "   \r\n\t\n"] {
        assert_eq!(read(text), PolyMesh::default());
    }
}

#[test]
fn all_forms_of_corners() {
    let definitions = format!("{SQUARE}vt 0 0\nvt 1 0\nvt 0.5\nvn 0 0 1\nvn 0 0 -1 # down\n");
    let mesh =
        read(&format!("{definitions}f 1 2 3 4\nf 1/1 2/2 3/3\nf 1//1 2//2 3//1\nf 1/3/2 2/2/2 -1/-3/-2\n"));
    assert_eq!(mesh.face_starts, [0, 4, 7, 10, 13]);
    assert_eq!(mesh.corners, [0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 0, 1, 3]);
    let no = NO_INDEX;
    assert_eq!(
        mesh.uv_sets,
        [CornerAttribute {
            values: vec![DVec2::ZERO, DVec2::X, DVec2::new(0.5, 0.0)],
            indices: vec![no, no, no, no, 0, 1, 2, no, no, no, 2, 1, 0],
        }]
    );
    let normals = mesh.normals.unwrap();
    assert_eq!(normals.values, [DVec3::Z, DVec3::NEG_Z]);
    assert_eq!(normals.indices, [no, no, no, no, no, no, no, 0, 1, 0, 1, 1, 0]);
}

#[test]
fn values_that_no_corner_uses_are_kept() {
    let mesh = read(&format!("{SQUARE}vt 1 2\nf 1 2 3\n"));
    assert_eq!(mesh.uv_sets[0].values, [DVec2::new(1.0, 2.0)]);
    assert_eq!(mesh.uv_sets[0].indices, [NO_INDEX; 3]);
}

#[test]
fn negative_indices_count_from_the_last_definition_so_far() {
    let mesh = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -2 -1\n");
    assert_eq!(mesh.corners, [0, 1, 2, 0, 2, 3]);
}

#[test]
fn vertices_may_be_defined_after_the_faces() {
    assert_eq!(read(&format!("f 1 2 4\n{SQUARE}")).corners, [0, 1, 3]);
}

#[test]
fn windows_lines_tabs_joints_and_comments() {
    let mesh = read(
        "\t# c\\\r\nv\t0 0\t0 # first\r\nv 1 \\\r\n 0 0\r\n  v 0 1 0\r\n\r\nf 1 \\  \n2\\\n 3 # face\r\nf 3 2 1",
    );
    assert_eq!(mesh.positions, [DVec3::ZERO, DVec3::X, DVec3::Y]);
    assert_eq!(mesh.corners, [0, 1, 2, 2, 1, 0]);
}

#[test]
fn weights_are_ignored_and_colours_become_linear() {
    let mesh = read("v 0 0 0\nv 0 0 1 0.5\nv 0 0 2 1 0.5 0\nv 0 0 3 0 0 0 0.25\nv 0 0 4\n");
    assert_eq!(mesh.positions.len(), 5);
    assert_eq!(mesh.colors[0], [1.0; 4]);
    assert_eq!(mesh.colors[1], [1.0; 4]);
    assert_eq!(mesh.colors[2][0], 1.0);
    assert!((mesh.colors[2][1] - 0.214_041).abs() < 1e-6);
    assert_eq!(mesh.colors[2][2..], [0.0, 1.0]);
    assert_eq!(mesh.colors[3], [0.0, 0.0, 0.0, 0.25]);
    assert_eq!(mesh.colors[4], [1.0; 4]);
    assert!(read("v 0 0 1 0.5\n").colors.is_empty());
}

#[test]
fn groups_objects_and_materials() {
    let face = "f 1 2 3\n";
    let text = format!(
        "{SQUARE}{face}g front left\n{face}usemtl linen\n{face}usemtl linen\n{face}o back\ng back\n{face}\
         g empty\ng\nusemtl\n{face}g back\nusemtl linen\n{face}usemtl silk\nusemtl linen\n{face}"
    );
    let group = |name: &str, material: Option<&str>, faces| Group {
        name: name.into(),
        material: material.map(Into::into),
        faces,
    };
    assert_eq!(
        read(&text).groups,
        [
            group("front left", None, 1..2),
            group("front left", Some("linen"), 2..4),
            group("back", Some("linen"), 4..5),
            group("back", Some("linen"), 6..8),
        ]
    );
    assert_eq!(read(&format!("{SQUARE}usemtl wool\n{face}")).groups, [group("", Some("wool"), 0..1)]);
}

#[test]
fn lines_become_edges() {
    assert_eq!(read(&format!("{SQUARE}l 1 2 -1\nl 3/1 4/2\nvt 0 0\n")).edges, [[0, 1], [1, 3], [2, 3]]);
}

#[test]
fn stitches_count_from_zero() {
    let mesh = read(&format!("seam 1\nstitch 0 1 3 2.5e-001\n{SQUARE}"));
    assert_eq!(mesh.stitches, [Stitch { vertex: 0, start: 1, end: 3, ratio: 0.25 }]);
}

#[test]
fn other_keywords_are_skipped() {
    let text = format!("mtllib a.mtl\ns off\n{SQUARE}vp 1 2\ncurv 0 1 \\\n 2 3\np 1\nf 1 2 3\n");
    assert_eq!(read(&text).face_count(), 1);
    assert_eq!(read(&format!("{SQUARE}fo 1 2 3\n")).face_count(), 1);
}

#[test]
fn writes_what_it_says() {
    let text = "v 0 -0.5 1e-9 1 0 1\nv 1 0 0 0 0 0\nv 0 1 0 1 1 1\nvt 0 0.25\nvn 0 0 1\nf 1 2 3\ng hem\nusemtl silk\n\
                f 1/1/1 2//1 3/1\ng\nusemtl\nf 2 1 3\nl 1 3\nstitch 0 1 2 0.5\n";
    let mut out = Vec::new();
    assert_eq!(obj::write(&mut out, &read(text)).unwrap(), []);
    assert_eq!(String::from_utf8(out).unwrap(), text);
}

#[test]
fn odd_names_stay_on_their_line() {
    let mut mesh = read(&format!("{SQUARE}g x\nf 1 2 3\n"));
    mesh.groups[0].name = "two\nlines \\".into();
    let mut out = Vec::new();
    obj::write(&mut out, &mesh).unwrap();
    assert_eq!(obj::read(&out).unwrap().groups[0].name, "two lines");
}

#[test]
fn a_second_uv_set_is_reported_as_left_out() {
    let mut mesh = read(&format!("{SQUARE}vt 0 0\nf 1/1 2/1 3/1\n"));
    mesh.uv_sets.push(mesh.uv_sets[0].clone());
    assert_eq!(obj::write(std::io::sink(), &mesh).unwrap(), [Omission::TextureCoordinates]);
}

#[test]
fn an_invalid_mesh_is_not_written() {
    let mut mesh = read(&format!("{SQUARE}f 1 2 3\n"));
    mesh.corners[1] = 4;
    let error = obj::write(std::io::sink(), &mesh).unwrap_err();
    assert!(error.to_string().contains("corner 1"), "{error}");
    mesh.corners.clear();
    mesh.face_starts = vec![0, 0];
    let error = obj::write(std::io::sink(), &mesh).unwrap_err();
    assert!(error.to_string().contains("face 0 (counted from 0) has no corners"), "{error}");
}
