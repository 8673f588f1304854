//! Whatever a mesh holds comes back from a file, as far as the format can hold it.

use std::io::Cursor;

use glam::{DVec2, DVec3};
use proptest::prelude::*;
use toile_io::pc2::PointCache;
use toile_io::ply::{ColorType, Encoding, PlyPrecision, WriteOptions};
use toile_io::{CornerAttribute, Group, NO_INDEX, PolyMesh, Stitch, obj, pc2, ply, stl};

fn finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        -10.0..10.0_f64,
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()),
        (-1_000_000..1_000_000_i32).prop_map(|micro| f64::from(micro) / 1e6),
    ]
}

fn vector() -> impl Strategy<Value = DVec3> {
    [finite(), finite(), finite()].prop_map(DVec3::from)
}

fn color() -> impl Strategy<Value = [f32; 4]> {
    let channel = || prop_oneof![0.0..=1.0_f32, Just(1.0), -2.0..1e6_f32];
    let alpha = prop_oneof![Just(1.0), 0.0..=1.0_f32];
    (channel(), channel(), channel(), alpha).prop_map(<[f32; 4]>::from)
}

fn attribute<T: std::fmt::Debug + Clone>(
    value: impl Strategy<Value = T>,
    corners: usize,
) -> impl Strategy<Value = CornerAttribute<T>> {
    prop::collection::vec(value, 1..12).prop_flat_map(move |values| {
        let index = prop_oneof![4 => 0..values.len() as u32, 1 => Just(NO_INDEX)];
        prop::collection::vec(index, corners)
            .prop_map(move |indices| CornerAttribute { values: values.clone(), indices })
    })
}

/// Groups over some of the faces, none empty, no equal neighbours.
fn groups(faces: u32) -> impl Strategy<Value = Vec<Group>> {
    let name = "[a-zA-Z0-9_.#\\\\ é-]{0,9}[a-z]|";
    let cut = (0..=faces, name, prop::option::of("[a-z# ]{0,5}[a-z]"));
    prop::collection::vec(cut, 0..6).prop_map(move |mut cuts| {
        cuts.sort();
        let ends = cuts.iter().skip(1).map(|cut| cut.0).chain([faces]).collect::<Vec<_>>();
        let mut groups: Vec<Group> = Vec::new();
        for ((start, name, material), end) in cuts.into_iter().zip(ends) {
            let name = name.trim().to_string();
            let material = material.map(|material| material.trim().to_string());
            let same = groups
                .last()
                .is_some_and(|g| g.name == name && g.material == material && g.faces.end == start);
            if start < end && !(name.is_empty() && material.is_none()) && !same {
                groups.push(Group { name, material, faces: start..end });
            }
        }
        groups
    })
}

/// Meshes with everything that a `PolyMesh` can hold, in the form in which readers return it.
fn mesh() -> impl Strategy<Value = PolyMesh> {
    let sizes = prop::collection::vec(1..7_u32, 0..8);
    (prop::collection::vec(vector(), 1..10), sizes).prop_flat_map(|(positions, sizes)| {
        let count = positions.len() as u32;
        let face_starts: Vec<u32> = [0]
            .into_iter()
            .chain(sizes.iter().scan(0, |sum, size| {
                *sum += size;
                Some(*sum)
            }))
            .collect();
        let corner_count = face_starts[sizes.len()] as usize;
        let stitch = (0..count, 0..count, 0..count, finite());
        (
            prop::collection::vec(0..count, corner_count),
            prop::collection::vec(attribute([finite(), finite()].prop_map(DVec2::from), corner_count), 0..2),
            prop::option::of(attribute(vector(), corner_count)),
            prop_oneof![Just(Vec::new()), prop::collection::vec(color(), positions.len())],
            groups(sizes.len() as u32),
            prop::collection::vec([0..count, 0..count], 0..4),
            prop::collection::vec(stitch, 0..4),
        )
            .prop_map(move |(corners, uv_sets, normals, colors, groups, edges, stitches)| PolyMesh {
                positions: positions.clone(),
                face_starts: face_starts.clone(),
                corners,
                uv_sets,
                normals,
                colors,
                groups,
                edges,
                stitches: stitches
                    .into_iter()
                    .map(|(vertex, start, end, ratio)| Stitch { vertex, start, end, ratio })
                    .collect(),
            })
    })
}

/// What is left of a mesh in a PLY file.
fn in_ply(mut mesh: PolyMesh) -> PolyMesh {
    mesh.groups.clear();
    if let Some(uvs) = mesh.uv_sets.first_mut() {
        // A face with a gap has no texture coordinates at all; the rest is numbered as it appears, equal ones once.
        let mut values: Vec<DVec2> = Vec::new();
        let is_per_vertex = uvs.indices == mesh.corners && uvs.values.len() == mesh.positions.len();
        for face in mesh.face_starts.windows(2).filter(|_| !is_per_vertex) {
            let indices = &mut uvs.indices[face[0] as usize..face[1] as usize];
            let has_gap = indices.contains(&NO_INDEX);
            for index in indices {
                if has_gap {
                    *index = NO_INDEX;
                    continue;
                }
                let value = uvs.values[*index as usize];
                let place = values.iter().position(|&other| other == value).unwrap_or_else(|| {
                    values.push(value);
                    values.len() - 1
                });
                *index = place as u32;
            }
        }
        if !is_per_vertex {
            uvs.values = values;
        }
    }
    mesh.uv_sets.retain(|uvs| !uvs.values.is_empty());
    let (corners, count) = (&mesh.corners, mesh.positions.len());
    mesh.normals =
        mesh.normals.filter(|normals| normals.indices == *corners && normals.values.len() == count);
    mesh
}

fn exact(encoding: Encoding) -> WriteOptions {
    WriteOptions { encoding, precision: PlyPrecision::Double, colors: ColorType::LinearF32 }
}

proptest! {
    #[test]
    fn obj_gives_back_everything(mesh in mesh()) {
        prop_assert_eq!(mesh.validate(), Ok(()));
        let mut file = Vec::new();
        prop_assert_eq!(obj::write(&mut file, &mesh).unwrap(), []);
        prop_assert_eq!(obj::read(&file).unwrap(), mesh);
    }

    #[test]
    fn ply_gives_back_what_it_holds(mesh in mesh()) {
        for encoding in [Encoding::Ascii, Encoding::BinaryLittleEndian, Encoding::BinaryBigEndian] {
            let mut file = Vec::new();
            ply::write(&mut file, &mesh, exact(encoding)).unwrap();
            prop_assert_eq!(ply::read(&file).unwrap(), in_ply(mesh.clone()));
        }
    }

    #[test]
    fn stl_gives_back_triangles(corners in prop::collection::vec([-1.0..1.0_f32, -9.0..9.0_f32, 0.0..1e-3_f32], 0..30)) {
        let mut soup = PolyMesh::default();
        for corner in corners.as_chunks::<3>().0 {
            for c in corner {
                soup.corners.push(soup.positions.len() as u32);
                soup.positions.push(DVec3::from(c.map(f64::from)));
            }
            soup.face_starts.push(soup.corners.len() as u32);
        }
        let mut file = Vec::new();
        stl::write(&mut file, &soup).unwrap();
        let back = stl::read(&file).unwrap();
        let flat = |mesh: &PolyMesh| mesh.corners.iter().map(|&v| mesh.positions[v as usize]).collect::<Vec<_>>();
        prop_assert_eq!(flat(&back), flat(&soup));
        let mut again = Vec::new();
        stl::write(&mut again, &back).unwrap();
        prop_assert_eq!(again, file);
    }

    #[test]
    fn pc2_gives_back_frames(point_count in 1..5_usize, frames in 0..4_usize, seed: [f32; 3]) {
        prop_assume!(seed.iter().all(|x| x.is_finite()));
        let positions = (0..point_count * frames).map(|i| DVec3::from(seed.map(f64::from)) / f64::from(1 << i));
        let positions = positions.map(|p| p.as_vec3().as_dvec3()).collect();
        let cache = PointCache { start_frame: seed[0], sample_rate: 1.0, point_count, positions };
        let mut file = Cursor::new(Vec::new());
        pc2::write(&mut file, &cache).unwrap();
        prop_assert_eq!(pc2::read(&file.into_inner()).unwrap(), cache);
    }

    /// Random bytes after a good beginning: an answer or an error, never a panic, and answers are valid.
    #[test]
    fn garbage_is_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let ply = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                   element face 2\nproperty list uchar uchar vertex_indices\nend_header\n";
        for start in ["", "v 0 0 0\nf ", ply, "solid "] {
            let file = [start.as_bytes(), &bytes].concat();
            for mesh in [obj::read(&file), ply::read(&file), stl::read(&file)].into_iter().flatten() {
                prop_assert_eq!(mesh.validate(), Ok(()));
            }
        }
        let _ = pc2::read(&[b"POINTCACHE2\0\x01\0\0\0", &bytes[..]].concat());
        let _ = toile_io::png::read(&bytes);
    }
}
