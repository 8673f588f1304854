//! What PLY files may contain, feature by feature.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use glam::{DVec2, DVec3};
use toile_io::ply::{self, ColorType, Encoding, PlyPrecision, WriteOptions};
use toile_io::{CornerAttribute, Group, NO_INDEX, Omission, PolyMesh, Stitch};

const XYZ: &str = "property float x\nproperty float y\nproperty float z\n";
const FACES: &str = "property list uchar int vertex_indices\n";

fn read(bytes: &[u8]) -> PolyMesh {
    let mesh = ply::read(bytes).unwrap();
    assert_eq!(mesh.validate(), Ok(()));
    mesh
}

#[test]
fn properties_in_any_order_and_unknown_ones() {
    let mesh = read(
        b"ply\r\nformat ascii 1.0\r\ncomment made by hand\r\nobj_info x\r\nelement camera 1\r\nproperty list uchar float pose\r\n\
          element vertex 3\r\nproperty uchar red\r\nproperty double z\r\nproperty list uint8 int32 tags\r\n\
          property int16 y\r\nproperty uchar green\r\nproperty float32 x\r\nproperty uchar blue\r\n\
          element face 2\r\nproperty int flags\r\nproperty list uchar uint vertex_index\r\nelement nothing 7\r\nend_header\r\n\
          2 0.5 nan\r\n\r\n255 1e-1 0 2 0 3 0\r\n0 0 2 7 8 0 255 1.5 0\r\n 0 0 1 9 1 0 0 255\r\n-1 3 0 1 2\r\n7 2 0 2",
    );
    assert_eq!(
        mesh.positions,
        [DVec3::new(3.0, 2.0, 0.1), DVec3::new(1.5, 0.0, 0.0), DVec3::new(0.0, 1.0, 0.0)]
    );
    assert_eq!(mesh.colors, [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]]);
    assert_eq!(mesh.face_starts, [0, 3, 5]);
    assert_eq!(mesh.corners, [0, 1, 2, 0, 2]);
    assert!(mesh.uv_sets.is_empty() && mesh.normals.is_none());
}

#[test]
fn normals_and_all_spellings_of_texture_coordinates() {
    for (u, v) in [("s", "t"), ("u", "v"), ("texture_u", "texture_v")] {
        let text = format!(
            "ply\nformat ascii 1.0\nelement vertex 2\n{XYZ}property float nx\nproperty float ny\nproperty float nz\n\
             property float {v}\nproperty float {u}\nelement face 1\n{FACES}end_header\n0 0 0 0 0 1 0.5 0.25\n1 0 0 0 1 0 1 0\n2 1 0\n"
        );
        let mesh = read(text.as_bytes());
        assert_eq!(
            mesh.uv_sets,
            [CornerAttribute {
                values: vec![DVec2::new(0.25, 0.5), DVec2::new(0.0, 1.0)],
                indices: vec![1, 0]
            }]
        );
        assert_eq!(
            mesh.normals,
            Some(CornerAttribute { values: vec![DVec3::Z, DVec3::Y], indices: vec![1, 0] })
        );
    }
}

#[test]
fn texture_coordinates_of_corners_edges_and_stitches() {
    let text = format!(
        "ply\nformat ascii 1.0\nelement edge 1\nproperty int vertex1\nproperty int vertex2\nelement vertex 3\n{XYZ}\
         element face 3\n{FACES}property list uchar float texcoord\nelement stitch 1\nproperty int vertex\nproperty int start\n\
         property int end\nproperty float ratio\nend_header\n2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 6 0 0 1 0 0 1\n\
         3 0 2 1 0\n3 2 1 0 6 0 1 -0 0 5 5\n2 0 1 0.125\n"
    );
    let mesh = read(text.as_bytes());
    assert_eq!(mesh.uv_sets[0].values, [DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::splat(5.0)]);
    assert_eq!(mesh.uv_sets[0].indices, [0, 1, 2, NO_INDEX, NO_INDEX, NO_INDEX, 2, 0, 3]);
    assert_eq!(mesh.edges, [[2, 0]]);
    assert_eq!(mesh.stitches, [Stitch { vertex: 2, start: 0, end: 1, ratio: 0.125 }]);
}

#[test]
fn colours_of_all_types() {
    let color = |kind: &str, values: &str| {
        let text = format!(
            "ply\nformat ascii 1.0\nelement vertex 1\n{XYZ}property {kind} red\nproperty {kind} green\nproperty {kind} blue\n\
             property {kind} alpha\nend_header\n0 0 0 {values}\n"
        );
        read(text.as_bytes()).colors[0]
    };
    let [r, g, b, a] = color("uchar", "188 0 255 51");
    assert!((r - 0.502_886).abs() < 1e-5, "{r}");
    assert_eq!([g, b, a], [0.0, 1.0, 0.2]);
    assert_eq!(color("int", "255 0 255 255"), [1.0, 0.0, 1.0, 1.0]);
    let [r, _, b, a] = color("ushort", "32768 0 65535 32768");
    assert!((r - 0.214_05).abs() < 1e-4 && b == 1.0 && (a - 0.5).abs() < 1e-4, "{r} {b} {a}");
    assert_eq!(color("float", "0.5 0.25 2 0.75"), [0.5, 0.25, 2.0, 0.75]);
}

/// A header with all scalar types, and its data in both byte orders.
#[test]
fn binary_numbers_of_all_types_in_both_orders() {
    let header = |encoding: &str| {
        format!(
            "ply\nformat {encoding} 1.0\nelement vertex 1\nproperty short x\nproperty double y\nproperty float z\nproperty char a\n\
             property list ushort double b\nproperty uint c\nelement face 1\nproperty list int ushort vertex_indices\n\
             property uchar d\nend_header\n"
        )
        .into_bytes()
    };
    let mut little = header("binary_little_endian");
    little.extend((-2_i16).to_le_bytes());
    little.extend(0.1_f64.to_le_bytes());
    little.extend(0.5_f32.to_le_bytes());
    little.push(200);
    little.extend(2_u16.to_le_bytes());
    little.extend(f64::NAN.to_le_bytes());
    little.extend(0_f64.to_le_bytes());
    little.extend(7_u32.to_le_bytes());
    little.extend(3_i32.to_le_bytes());
    little.extend([0; 6]);
    little.push(9);
    let mut big = header("binary_big_endian");
    big.extend((-2_i16).to_be_bytes());
    big.extend(0.1_f64.to_be_bytes());
    big.extend(0.5_f32.to_be_bytes());
    big.push(200);
    big.extend(2_u16.to_be_bytes());
    big.extend(f64::NAN.to_be_bytes());
    big.extend(0_f64.to_be_bytes());
    big.extend(7_u32.to_be_bytes());
    big.extend(3_i32.to_be_bytes());
    big.extend([0; 6]);
    big.push(9);
    // A line end after the data does no harm.
    big.push(b'\n');
    for file in [little, big] {
        let mesh = read(&file);
        assert_eq!(mesh.positions, [DVec3::new(-2.0, 0.1, 0.5)]);
        assert_eq!(mesh.corners, [0, 0, 0]);
    }
}

#[test]
fn an_element_without_properties_takes_no_time() {
    let text =
        format!("ply\nformat ascii 1.0\nelement vertex 0\n{XYZ}element x 18446744073709551615\nend_header\n");
    assert_eq!(read(text.as_bytes()), PolyMesh::default());
}

fn sample() -> PolyMesh {
    PolyMesh {
        positions: vec![DVec3::ZERO, DVec3::new(0.1, 0.2, 0.3), DVec3::Y, DVec3::Z],
        face_starts: vec![0, 3, 7],
        corners: vec![0, 1, 2, 3, 2, 1, 0],
        uv_sets: vec![CornerAttribute {
            values: vec![DVec2::ZERO, DVec2::X, DVec2::Y],
            indices: vec![0, 1, 2, 0, 0, 1, 1],
        }],
        normals: Some(CornerAttribute { values: vec![DVec3::Z; 4], indices: vec![0, 1, 2, 3, 2, 1, 0] }),
        colors: vec![[1.0, 0.0, 0.5, 0.25]; 4],
        groups: Vec::new(),
        edges: vec![[0, 3]],
        stitches: vec![Stitch { vertex: 3, start: 0, end: 1, ratio: 0.3 }],
    }
}

fn write(mesh: &PolyMesh, options: WriteOptions) -> (Vec<u8>, Vec<Omission>) {
    let mut out = Vec::new();
    let omissions = ply::write(&mut out, mesh, options).unwrap();
    (out, omissions)
}

#[test]
fn all_encodings_hold_the_same() {
    let mesh = sample();
    for encoding in [Encoding::Ascii, Encoding::BinaryLittleEndian, Encoding::BinaryBigEndian] {
        let exact = WriteOptions { encoding, colors: ColorType::LinearF32, ..WriteOptions::default() };
        let (file, omissions) = write(&mesh, exact);
        assert_eq!(omissions, []);
        assert_eq!(read(&file), mesh);

        let single = WriteOptions { precision: PlyPrecision::Single, ..exact };
        let back = read(&write(&mesh, single).0);
        // Text of single precision reads as the decimal number, binary as the rounded one.
        assert!(back.positions[1].distance(mesh.positions[1]) < 1e-7);
        assert_eq!(back.corners, mesh.corners);

        let srgb = WriteOptions { encoding, ..WriteOptions::default() };
        let back = read(&write(&mesh, srgb).0);
        assert!((back.colors[0][2] - 0.5).abs() < 0.005);
        assert_eq!(write(&back, srgb), write(&mesh, srgb));
    }
}

#[test]
fn the_default_is_little_endian_double_and_bytes() {
    let (file, _) = write(&sample(), WriteOptions::default());
    let header =
        String::from_utf8_lossy(&file[..file.windows(11).position(|w| w == b"end_header\n").unwrap()])
            .into_owned();
    assert_eq!(
        header,
        "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty double z\n\
         property double nx\nproperty double ny\nproperty double nz\nproperty uchar red\nproperty uchar green\n\
         property uchar blue\nproperty uchar alpha\nelement face 2\nproperty list uchar uint vertex_indices\n\
         property list uchar double texcoord\nelement edge 1\nproperty uint vertex1\nproperty uint vertex2\n\
         element stitch 1\nproperty uint vertex\nproperty uint start\nproperty uint end\nproperty double ratio\n"
    );
}

#[test]
fn faces_of_many_corners() {
    let count = 200_u32;
    let mesh = PolyMesh {
        positions: (0..count).map(|i| DVec3::splat(f64::from(i))).collect(),
        face_starts: vec![0, 0, count],
        corners: (0..count).collect(),
        ..PolyMesh::default()
    };
    assert_eq!(read(&write(&mesh, WriteOptions::default()).0), mesh);
}

#[test]
fn what_has_no_place_is_reported() {
    let mut mesh = sample();
    mesh.groups.push(Group { name: "a".into(), material: None, faces: 0..1 });
    mesh.uv_sets.push(mesh.uv_sets[0].clone());
    mesh.colors[0][0] = 1.5;
    if let Some(normals) = &mut mesh.normals {
        normals.indices[0] = 1;
    }
    let (_, omissions) = write(&mesh, WriteOptions::default());
    assert_eq!(
        omissions,
        [Omission::TextureCoordinates, Omission::Normals, Omission::ColorRange, Omission::Groups]
    );
}

#[test]
fn a_number_too_large_for_single_precision_is_an_error() {
    let mut mesh = sample();
    mesh.positions[0].x = 1e39;
    let options = WriteOptions { precision: PlyPrecision::Single, ..WriteOptions::default() };
    let error = ply::write(std::io::sink(), &mesh, options).unwrap_err();
    assert!(error.to_string().contains("too large for single precision"), "{error}");
}
