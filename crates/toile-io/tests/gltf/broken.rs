//! Broken files: each must give an error with the place and the reason, and cost nothing.

use serde_json::{Value, json};
use toile_io::{FilePlace, ReadError, gltf};

use crate::support::{correct, glb};

#[test]
fn the_correct_document_is_correct() {
    let (document, data) = correct();
    let scene = gltf::read_glb(&glb(&document, &data)).expect("can be read");
    assert_eq!(scene.meshes[0].morph_targets.len(), 2);
}

fn fail(document: &Value, data: &[u8]) -> ReadError {
    gltf::read_glb(&glb(document, data)).expect_err("the file is broken")
}

/// Replaces one value of the correct document, and checks the place and a piece of the message.
#[track_caller]
fn check(pointer: &str, value: Value, place: &str, piece: &str) {
    let (mut document, data) = correct();
    set(&mut document, pointer, value);
    let error = fail(&document, &data);
    assert_eq!(error.place, FilePlace::Item(place.to_owned()), "{error}");
    assert!(error.cause.contains(piece), "{error}");
}

fn set(document: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = document.pointer_mut(parent).expect("the parent is there");
    match parent {
        Value::Array(items) => items[key.parse::<usize>().expect("an index")] = value,
        Value::Object(items) => drop(items.insert(key.to_owned(), value)),
        other => panic!("{other} has no items"),
    }
}

#[test]
fn accessors_that_do_not_fit_their_data() {
    let at = "accessors[0].bufferView";
    check("/accessors/0/count", json!(4), at, "4 elements of 12 bytes");
    check("/accessors/0/count", json!(u64::MAX), at, "do not fit into bufferViews[0]");
    check("/accessors/0/count", json!(10_000_000_000u64), at, "do not fit");
    check("/accessors/0/byteOffset", json!(4), at, "from byte 4 on");
    check("/accessors/0/byteOffset", json!(u64::MAX), at, "do not fit");
    check("/accessors/0/byteOffset", json!(u64::MAX - 35), at, "do not fit");
    check("/accessors/0/bufferView", json!(99), at, "buffer view 99 does not exist, there are 8");
    let stride = "bufferViews[0].byteStride";
    check("/bufferViews/0/byteStride", json!(8), stride, "8 is smaller than an element");
    check("/bufferViews/0/byteStride", json!(0), stride, "0 is smaller");
    check("/bufferViews/0/byteStride", json!(13), at, "13 apart");
    check("/bufferViews/0/byteStride", json!(u64::MAX), at, "do not fit");
    let view = "bufferViews[0].byteLength";
    check("/bufferViews/0/byteLength", json!(109), view, "109 bytes from byte 0 on");
    check("/bufferViews/0/byteOffset", json!(u64::MAX), view, "do not fit into buffers[0]");
    check("/bufferViews/0/buffer", json!(1), "bufferViews[0].buffer", "buffer 1 does not exist");
    let length = "buffers[0].byteLength";
    check("/buffers/0/byteLength", json!(10_000_000_000u64), length, "the data has 108");
    check("/buffers/0/byteLength", json!(u64::MAX), length, "are declared");
}

#[test]
fn accessors_of_the_wrong_kind() {
    check("/accessors/0/type", json!("VEC2"), "accessors[0].type", "must be VEC3, this is 'VEC2'");
    check("/accessors/0/type", json!("VEC9"), "accessors[0].type", "'VEC9'");
    check("/accessors/6/type", json!("MAT3"), "accessors[6].type", "must be VEC4");
    let format = "accessors[0].componentType";
    check("/accessors/0/componentType", json!(5125), format, "32-bit integers are stored");
    check("/accessors/0/componentType", json!(5124), format, "5124 is no number format");
    check("/accessors/1/componentType", json!(5122), "accessors[1].componentType", "expected bytes or");
    check("/accessors/1/normalized", json!(true), "accessors[1].normalized", "whole numbers");
    check("/accessors/5/componentType", json!(5126), "accessors[5].componentType", "floats are stored");
}

#[test]
fn sparse_accessors_that_lie() {
    let sparse = "accessors[4].sparse";
    check("/accessors/4/sparse/count", json!(4), &format!("{sparse}.count"), "4 elements are replaced");
    check("/accessors/4/sparse/count", json!(u64::MAX), &format!("{sparse}.count"), "there are 3");
    let indices = format!("{sparse}.indices.bufferView");
    check("/accessors/4/sparse/count", json!(2), &indices, "2 elements of 1 bytes");
    check("/accessors/4/sparse/indices/byteOffset", json!(9), &indices, "from byte 9 on");
    let values = format!("{sparse}.values.bufferView");
    check("/accessors/4/sparse/values/byteOffset", json!(4), &values, "do not fit");
    check("/accessors/4/sparse/values/bufferView", json!(50), &values, "buffer view 50");
    let format = format!("{sparse}.indices.componentType");
    check("/accessors/4/sparse/indices/componentType", json!(5126), &format, "floats are stored");
    let (document, mut data) = correct();
    data[68] = 3;
    let error = fail(&document, &data);
    assert_eq!(error.place, FilePlace::Item(format!("{sparse}.indices")));
    assert!(error.cause.contains("index 3 does not exist"), "{error}");
}

#[test]
fn zeros_without_end() {
    for count in [100_000_000u64, 10_000_000_000, u64::MAX] {
        check("/accessors/4/count", json!(count), "accessors[4]", "cannot justify");
    }
    // Many items that share the same large zeros must not add up either.
    let (mut document, data) = correct();
    document["accessors"][4] = json!({ "componentType": 5126, "count": 3_000_000, "type": "VEC3" });
    document["meshes"] =
        (0..100).map(|_| json!({ "primitives": [{ "attributes": { "POSITION": 4 } }] })).collect();
    let error = fail(&document, &data);
    assert!(error.cause.contains("cannot justify"), "{error}");
}

#[test]
fn primitives_that_lie() {
    let at = "meshes[0].primitives[0]";
    let primitive = "/meshes/0/primitives/0";
    check(
        &format!("{primitive}/attributes/POSITION"),
        json!(7),
        &format!("{at}.attributes.POSITION"),
        "accessor 7 does not exist, there are 7",
    );
    check(&format!("{primitive}/indices"), json!(70), &format!("{at}.indices"), "accessor 70 does not exist");
    check(
        &format!("{primitive}/targets/1/NORMAL"),
        json!(1),
        "accessors[1].type",
        "targets[1].NORMAL must be VEC3",
    );
}

#[test]
fn primitives_that_do_not_fit_together() {
    let at = "meshes[0].primitives[0]";
    let primitive = "/meshes/0/primitives/0";
    let (mut document, data) = correct();
    set(&mut document, "/accessors/0/count", json!(2));
    let error = fail(&document, &data);
    assert_eq!(error.place, FilePlace::Item(format!("{at}.attributes.JOINTS_0")));
    assert!(error.cause.contains("3 values for 2 vertices"), "{error}");
    check(&format!("{primitive}/mode"), json!(7), &format!("{at}.mode"), "mode 7 is unknown");
    check(&format!("{primitive}/material"), json!(1), &format!("{at}.material"), "material 1");
    let attributes = format!("{at}.attributes");
    check(&format!("{primitive}/attributes/TEXCOORD_1"), json!(0), &attributes, "TEXCOORD_0 is missing");
    check(&format!("{primitive}/attributes/JOINTS_1"), json!(5), &attributes, "as many JOINTS as WEIGHTS");
    let (document, mut data) = correct();
    data[40] = 3;
    let error = fail(&document, &data);
    assert_eq!(error.place, FilePlace::Item(format!("{at}.indices")));
    assert!(error.cause.contains("index 2 names vertex 3, there are 3"), "{error}");
    let (mut document, data) = correct();
    let other = json!({ "attributes": { "POSITION": 0 } });
    document["meshes"][0]["primitives"].as_array_mut().expect("a list").push(other);
    let error = fail(&document, &data);
    assert_eq!(error.place, FilePlace::Item("meshes[0].primitives[1].targets".to_owned()));
}

#[test]
fn numbers_that_are_none() {
    let (document, mut data) = correct();
    data[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
    let error = fail(&document, &data);
    assert_eq!(error.place, FilePlace::Item("accessors[0]".to_owned()));
    assert!(error.cause.contains("element 0 is NaN"), "{error}");
    let (document, mut data) = correct();
    data[80..84].copy_from_slice(&f32::INFINITY.to_le_bytes());
    let error = fail(&document, &data);
    assert!(error.cause.contains("element 1 is inf"), "{error}");
}

#[test]
fn nodes_that_form_no_trees() {
    check("/nodes/1/children", json!([0]), "nodes[0]", "its own ancestor");
    check("/nodes/0/children", json!([0]), "nodes[0]", "its own ancestor");
    check("/nodes/0/children", json!([1, 1]), "nodes[0].children[1]", "already a child of node 0");
    check("/nodes/0/children", json!([9]), "nodes[0].children[0]", "node 9 does not exist");
    check("/scenes/0/nodes", json!([1]), "scene.nodes[0]", "child of another node");
    check("/scenes/0/nodes", json!([0, 0]), "scene.nodes[1]", "listed twice");
    check("/scene", json!(1), "scene", "scene 1 does not exist");
    check("/nodes/1/mesh", json!(1), "nodes[1].mesh", "mesh 1 does not exist");
    check("/nodes/1/skin", json!(1), "nodes[1].skin", "skin 1 does not exist");
    check("/nodes/1/weights", json!([1.0]), "nodes[1].weights", "1 weights for 2 morph targets");
    check("/nodes/0/rotation", json!([0, 0, 0, 0]), "nodes[0].rotation", "length 0");
    let shear = json!([1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    check("/nodes/0/matrix", shear, "nodes[0].matrix", "shear or perspective");
}

#[test]
fn skins_and_animations_that_lie() {
    check("/skins/0/joints", json!([5]), "skins[0].joints[0]", "node 5 does not exist");
    check("/skins/0/joints", json!([]), "skins[0].joints", "at least one joint");
    check("/skins/0/inverseBindMatrices", json!(0), "accessors[0].type", "must be MAT4");
    let (document, mut data) = correct();
    data[84] = 200;
    let error = fail(&document, &data);
    assert_eq!(error.place, FilePlace::Item("nodes[1].skin".to_owned()));
    assert!(error.cause.contains("uses joint 200"), "{error}");
    let channel = "animations[0].channels[0]";
    let sampler = "/animations/0/samplers/0";
    check(&format!("{sampler}/input"), json!(0), "accessors[0].type", "must be SCALAR");
    check(
        &format!("{sampler}/output"),
        json!(2),
        &format!("{channel}.sampler.output"),
        "2 values for 2 keys, expected 4",
    );
    check(
        &format!("{sampler}/interpolation"),
        json!("SMOOTH"),
        "animations[0].samplers[0].interpolation",
        "'SMOOTH'",
    );
    check("/animations/0/channels/0/sampler", json!(3), &format!("{channel}.sampler"), "sampler 3");
    let target = "/animations/0/channels/0/target";
    check(&format!("{target}/node"), json!(8), &format!("{channel}.target.node"), "node 8");
    check(&format!("{target}/node"), json!(0), &format!("{channel}.target.path"), "no mesh with morph");
    check(&format!("{target}/path"), json!("color"), &format!("{channel}.target.path"), "'color'");
    let (document, mut data) = correct();
    data[44..48].copy_from_slice(&2.0f32.to_le_bytes());
    let error = fail(&document, &data);
    assert!(error.cause.contains("key 1 is earlier"), "{error}");
}

#[test]
fn versions_and_extensions_that_are_not_known() {
    check("/asset/version", json!("1.0"), "asset.version", "convert the file to glTF 2.0");
    check("/asset/minVersion", json!("2.1"), "asset.minVersion", "'2.1'");
    let required = "extensionsRequired[1]";
    let draco = json!(["KHR_materials_unlit", "KHR_draco_mesh_compression"]);
    check("/extensionsRequired", draco.clone(), required, "KHR_draco_mesh_compression is not supported");
    check("/extensionsRequired", draco, required, "without mesh compression");
    let meshopt = json!(["KHR_mesh_quantization", "EXT_meshopt_compression"]);
    check("/extensionsRequired", meshopt, required, "EXT_meshopt_compression");
    let instancing = json!(["EXT_mesh_gpu_instancing"]);
    check("/extensionsRequired", instancing, "extensionsRequired[0]", "nodes of their own");
    check("/extensionsRequired", json!(["ACME_x"]), "extensionsRequired[0]", "ACME_x");
}

#[test]
fn uris_that_hold_nothing() {
    let at = "buffers[0].uri";
    let uri = "/buffers/0/uri";
    check(uri, json!("data:;base64,AAA*"), at, "character 3 is not a base64 digit");
    check(uri, json!("data:;base64,AAAAA"), at, "cannot have 5 characters");
    check(uri, json!("data:;base64"), at, "no comma");
    check(uri, json!("data:text/plain,hello"), at, "not base64");
    check(uri, json!("data:;base64,AAAA"), "buffers[0].byteLength", "the data has 3");
    check(uri, json!("other.bin"), at, "pack both into one GLB");
    let (document, _) = correct();
    let text = document.to_string().into_bytes();
    let error = gltf::read_gltf(&text, |_| Ok(Vec::new())).expect_err("no data");
    assert_eq!(error.place, FilePlace::Item(at.to_owned()));
    assert!(error.cause.contains("neither a URI nor a binary chunk"), "{error}");
}
