//! Files made by hand, one feature of the format at a time.

use std::fs;

use glam::{DVec2, DVec3};
use serde_json::{Value, json};
use toile_io::scene::{ChannelValues, Scene};
use toile_io::{NO_INDEX, gltf};

use crate::support::{floats, glb};

/// A document with one mesh at one node.
fn document(primitives: &Value, accessors: &Value, views: &Value, length: usize) -> Value {
    json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "name": "m", "primitives": primitives }],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{ "byteLength": length }],
    })
}

fn read(json: &Value, binary: &[u8]) -> Scene {
    gltf::read_glb(&glb(json, binary)).expect("can be read")
}

fn view(offset: usize, length: usize) -> Value {
    json!({ "buffer": 0, "byteOffset": offset, "byteLength": length })
}

const SQUARE: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0];

#[test]
fn interleaved_vertices_are_taken_apart() {
    let mut binary = Vec::new();
    for v in 0..3u8 {
        let x = f32::from(v);
        binary.extend(floats(&[x, 2.0 * x, 0.0]));
        binary.extend([127, 0, 0x80, 99]); // a normal in signed bytes, and filling
        binary.extend([51 * v, 255, 0, 255]); // a colour in bytes
    }
    let json = document(
        &json!([{ "attributes": { "POSITION": 0, "NORMAL": 1, "COLOR_0": 2 } }]),
        &json!([
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
            { "bufferView": 0, "byteOffset": 12, "componentType": 5120, "normalized": true, "count": 3,
              "type": "VEC3" },
            { "bufferView": 0, "byteOffset": 16, "componentType": 5121, "normalized": true, "count": 3,
              "type": "VEC3" },
        ]),
        &json!([{ "buffer": 0, "byteLength": 60, "byteStride": 20 }]),
        60,
    );
    let mesh = &read(&json, &binary).meshes[0].mesh;
    assert_eq!(mesh.positions[2], DVec3::new(2.0, 4.0, 0.0));
    assert_eq!(mesh.corners, [0, 1, 2]);
    let normals = mesh.normals.as_ref().expect("has normals");
    assert_eq!(normals.values, [DVec3::new(1.0, 0.0, -1.0); 3]);
    assert_eq!(mesh.colors[2], [0.4, 1.0, 0.0, 1.0]);
}

#[test]
fn quantised_positions_are_read_as_they_stand() {
    let positions: [i16; 12] = [-5, 7, 32767, 0, 0, 0, 0, 0, -32768, 0, 0, 0];
    let mut binary: Vec<u8> = positions.iter().flat_map(|x| x.to_le_bytes()).collect();
    binary.extend([255, 0, 0, 255, 51, 102]);
    let mut json = document(
        &json!([{ "attributes": { "POSITION": 0, "TEXCOORD_0": 1 } }]),
        &json!([
            { "bufferView": 0, "componentType": 5122, "count": 3, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC2" },
        ]),
        &json!([
            { "buffer": 0, "byteLength": 24, "byteStride": 8 },
            { "buffer": 0, "byteOffset": 24, "byteLength": 6 },
        ]),
        30,
    );
    json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let mesh = &read(&json, &binary).meshes[0].mesh;
    assert_eq!(mesh.positions[0], DVec3::new(-5.0, 7.0, 32767.0));
    assert_eq!(mesh.positions[1], DVec3::ZERO);
    assert_eq!(mesh.uv_sets[0].values[0], DVec2::new(1.0, 1.0));
    assert!(mesh.uv_sets[0].values[2].abs_diff_eq(DVec2::new(0.2, 0.6), 1e-15));
}

#[test]
fn sparse_accessors_replace_values_of_data_or_of_zeros() {
    let mut binary = floats(&SQUARE);
    binary.extend([1, 3, 0, 0]);
    binary.extend(floats(&[0.0, 0.0, 5.0, 0.0, 0.0, 6.0]));
    let sparse = json!({
        "count": 2,
        "indices": { "bufferView": 1, "componentType": 5121 },
        "values": { "bufferView": 2 },
    });
    let json = document(
        &json!([{ "attributes": { "POSITION": 0 }, "mode": 5, "targets": [{ "POSITION": 1 }] }]),
        &json!([
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "sparse": sparse },
            { "componentType": 5126, "count": 4, "type": "VEC3", "sparse": sparse },
        ]),
        &json!([view(0, 48), view(48, 2), view(52, 24)]),
        76,
    );
    let scene = read(&json, &binary);
    let mesh = &scene.meshes[0].mesh;
    assert_eq!(mesh.positions[0], DVec3::ZERO);
    assert_eq!(mesh.positions[1], DVec3::new(0.0, 0.0, 5.0));
    assert_eq!(mesh.positions[3], DVec3::new(0.0, 0.0, 6.0));
    assert_eq!(mesh.corners, [0, 1, 2, 1, 3, 2]);
    let target = &scene.meshes[0].morph_targets[0];
    assert_eq!(target.positions[1..], [DVec3::Z * 5.0, DVec3::ZERO, DVec3::Z * 6.0]);
}

#[test]
fn primitives_share_vertices_and_lack_attributes() {
    let mut binary = floats(&SQUARE);
    binary.extend([0, 1, 2, 1, 3, 2]);
    let json = document(
        &json!([
            { "attributes": { "POSITION": 0 }, "indices": 1 },
            { "attributes": { "POSITION": 0 }, "indices": 2, "material": 1, "extras": { "name": "collar" } },
            { "attributes": { "POSITION": 0, "NORMAL": 0, "TEXCOORD_0": 3 }, "indices": 2, "material": 0 },
            { "attributes": { "POSITION": 0 }, "indices": 1, "mode": 2 },
            { "attributes": { "POSITION": 0 }, "mode": 0 },
        ]),
        &json!([
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR" },
            { "bufferView": 1, "byteOffset": 3, "componentType": 5121, "count": 3, "type": "SCALAR" },
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC2" },
        ]),
        &json!([view(0, 48), view(48, 6)]),
        54,
    );
    let mut json = json;
    json["materials"] = json!([{ "name": "silk" }, { "name": "silk" }, {}]);
    let scene = read(&json, &binary);
    let mesh = &scene.meshes[0].mesh;
    assert_eq!(mesh.positions.len(), 8);
    assert_eq!(mesh.corners, [0, 1, 2, 1, 3, 2, 5, 7, 6]);
    assert_eq!(mesh.edges, [[0, 1], [1, 2], [2, 0]]);
    assert_eq!(mesh.uv_sets[0].indices, [[NO_INDEX; 6].as_slice(), &[1, 3, 2]].concat());
    let normals = mesh.normals.as_ref().expect("one primitive has them");
    assert_eq!(normals.indices, mesh.uv_sets[0].indices);
    let materials: Vec<_> = scene.materials.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(materials, ["silk", "silk 1", "material 2"]);
    let groups: Vec<_> =
        mesh.groups.iter().map(|g| (g.name.as_str(), g.material.as_deref(), g.faces.clone())).collect();
    assert_eq!(groups, [("m", None, 0..1), ("collar", Some("silk 1"), 1..2), ("m", Some("silk"), 2..3)]);
}

#[test]
fn eight_influences_come_in_two_sets() {
    let mut binary = floats(&SQUARE[..9]);
    binary.extend((0..12u16).flat_map(|j| (j % 4).to_le_bytes()));
    binary.extend([255, 0, 0, 0].repeat(3));
    binary.extend([0, 51, 0, 0].repeat(3));
    let mut json = document(
        &json!([
            { "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2, "JOINTS_1": 1, "WEIGHTS_1": 3 } },
            { "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2 } },
        ]),
        &json!([
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5123, "count": 3, "type": "VEC4" },
            { "bufferView": 2, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4" },
            { "bufferView": 3, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4" },
        ]),
        &json!([view(0, 36), view(36, 24), view(60, 12), view(72, 12)]),
        84,
    );
    json["skins"] = json!([{ "joints": [0, 0, 0, 0] }]);
    let scene = read(&json, &binary);
    let influences = scene.meshes[0].influences.as_ref().expect("skinned");
    assert_eq!(influences.per_vertex, 8);
    let used = |v| influences.of(v).filter(|(_, w)| *w > 0.0).collect::<Vec<_>>();
    assert_eq!(used(1), [(0, 1.0), (1, 0.2)]);
    assert_eq!(used(4), [(0, 1.0)]);
    assert_eq!(scene.skins[0].inverse_bind_matrices.len(), 4);
}

#[test]
fn rotations_may_be_quantised_and_channels_of_extensions_are_skipped() {
    let mut binary = floats(&[0.0, 1.0]);
    binary.extend([0, 0, 0, 127, 127, 0, 0, 0]);
    let json = json!({
        "asset": { "version": "2.0", "minVersion": "2.0" },
        "nodes": [{}],
        "animations": [{
            "channels": [
                { "sampler": 0, "target": { "path": "pointer" } },
                { "sampler": 0, "target": { "node": 0, "path": "rotation" } },
            ],
            "samplers": [{ "input": 0, "output": 1 }],
        }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR" },
            { "bufferView": 1, "componentType": 5120, "normalized": true, "count": 2, "type": "VEC4" },
        ],
        "bufferViews": [view(0, 8), view(8, 8)],
        "buffers": [{ "byteLength": 16 }],
    });
    let scene = read(&json, &binary);
    let channels = &scene.animations[0].channels;
    assert_eq!(channels.len(), 1);
    let ChannelValues::Rotation(rotations) = &channels[0].values else {
        panic!("turns");
    };
    assert_eq!(rotations[1], glam::DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    assert_eq!(scene.roots, [0]);
}

/// A document whose buffer is elsewhere.
fn triangle_at(uri: &str) -> Vec<u8> {
    let mut json = document(
        &json!([{ "attributes": { "POSITION": 0 } }]),
        &json!([{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }]),
        &json!([view(0, 36)]),
        36,
    );
    json["buffers"][0]["uri"] = uri.into();
    json.to_string().into_bytes()
}

#[test]
fn buffers_come_from_data_uris_and_from_files() {
    let nowhere = |uri: &str| Err(format!("asked for {uri}"));
    // 36 bytes of zeros are 48 letters A.
    let inside = triangle_at(&format!("data:application/gltf-buffer;base64,{}", "A".repeat(48)));
    let scene = gltf::read_gltf(&inside, nowhere).expect("the data are inside");
    assert_eq!(scene.meshes[0].mesh.positions, [DVec3::ZERO; 3]);
    let with_mark = [b"\xef\xbb\xbf".as_slice(), &inside].concat();
    assert!(gltf::read_gltf(&with_mark, nowhere).is_ok());

    let outside = triangle_at("my%20data/a.bin");
    let error = gltf::read_gltf(&outside, nowhere).expect_err("nothing there");
    assert_eq!(error.to_string(), "buffers[0].uri: asked for my%20data/a.bin");
    assert!(gltf::read_gltf(&outside, |_| Ok(floats(&SQUARE))).is_ok());

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("triangle.gltf");
    fs::write(&file, &outside).expect("written");
    let error = gltf::read_file(&file).expect_err("no such file");
    assert_eq!(error.path.as_deref(), Some(file.as_path()));
    assert!(error.cause.contains("cannot be read"), "{error}");
    fs::create_dir(folder.path().join("my data")).expect("made");
    fs::write(folder.path().join("my data/a.bin"), floats(&SQUARE)).expect("written");
    let scene = gltf::read_file(&file).expect("the buffer is beside it");
    assert_eq!(scene.meshes[0].mesh.positions[1], DVec3::X);

    fs::write(&file, triangle_at("my%20data")).expect("written");
    let error = gltf::read_file(&file).expect_err("a folder");
    assert!(error.cause.contains("is not a file"), "{error}");
    fs::write(&file, triangle_at("../a.bin")).expect("written");
    let error = gltf::read_file(&file).expect_err("outside");
    assert!(error.cause.contains("leads out of"), "{error}");
}

#[test]
fn a_glb_file_is_known_by_its_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scene.gltf");
    let mut bytes = Vec::new();
    gltf::write_glb(&crate::support::puppet(), &mut bytes).expect("can be written");
    fs::write(&file, bytes).expect("written");
    assert!(gltf::read_file(&file).is_ok());
    let missing = gltf::read_file(folder.path().join("none.glb")).expect_err("not there");
    assert!(missing.to_string().contains("none.glb: cannot be read"), "{missing}");
}
