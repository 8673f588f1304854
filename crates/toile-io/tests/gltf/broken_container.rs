//! Files that are broken before their content matters: JSON of another structure, containers that lie.

use serde_json::json;
use toile_io::{FilePlace, ReadError, gltf};

use crate::support::{correct, glb, puppet};

/// JSON that does not have the structure of glTF is reported by its line, or its byte in a GLB file.
#[test]
fn json_of_another_structure() {
    let read = |text: &str| gltf::read_gltf(text.as_bytes(), |_| Err(String::new())).expect_err("broken");
    let wrap = |items: &str| format!("{{\"asset\": {{\"version\": \"2.0\"}},\n{items}}}");
    for (items, piece) in [
        ("\"nodes\": [{\"mesh\": -1}]", "integer `-1`"),
        ("\"nodes\": [{\"mesh\": \"0\"}]", "invalid type: string"),
        ("\"nodes\": [{\"mesh\": 1e99}]", "floating point"),
        ("\"nodes\": [{\"translation\": [0, 1]}]", "invalid length 2"),
        ("\"nodes\": [{\"translation\": [0, 1, 1e999]}]", "out of range"),
        ("\"nodes\": {}", "expected a sequence"),
        ("\"accessors\": [{\"count\": 1, \"type\": \"VEC3\"}]", "missing field `componentType`"),
        ("\"bufferViews\": [{\"buffer\": 0}]", "missing field `byteLength`"),
        ("\"nodes\": [", "expected value"),
    ] {
        let error = read(&wrap(items));
        assert_eq!(error.place, FilePlace::Line(2), "{error}");
        assert!(error.cause.contains(piece), "{error}");
    }
    assert_eq!(read("").place, FilePlace::Line(1));
    assert!(read("{}").cause.contains("missing field `asset`"));
    assert!(read("[]").cause.contains("missing field `asset`") || read("[]").place == FilePlace::Line(1));
    assert!(read("glTF").cause.contains("binary GLB"));
    let mut file = glb(&json!({ "asset": { "version": "2.0" }, "nodes": [{ "mesh": -1 }] }), &[]);
    let error = gltf::read_glb(&file).expect_err("a negative number");
    let minus = file.windows(2).position(|w| w == b"-1").expect("it is there") as u64;
    assert_eq!(error.place, FilePlace::Byte(minus + 1), "{error}");
    file[20] = 0xff;
    assert!(gltf::read_glb(&file).is_err());
}

#[test]
fn json_that_is_deep() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(1_000_000), close.repeat(1_000_000));
        for field in ["nodes", "extras", "unknown"] {
            let text = format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"{field}\": {deep}}}");
            // Refused or skipped, but neither may use up the stack.
            let _ = gltf::read_gltf(text.as_bytes(), |_| Err(String::new()));
        }
        let extras = format!(
            "{{\"asset\": {{\"version\": \"2.0\"}}, \"meshes\": [{{\"primitives\": [], \"extras\": {deep}}}]}}"
        );
        let error = gltf::read_gltf(extras.as_bytes(), |_| Err(String::new())).expect_err("too deep");
        assert!(error.cause.contains("recursion limit"), "{error}");
    }
}

#[test]
fn containers_that_lie() {
    let (document, data) = correct();
    let file = glb(&document, &data);
    let json_length = u32::from_le_bytes(file[12..16].try_into().expect("four")) as usize;
    let patched = |offset: usize, value: u32| {
        let mut file = file.clone();
        file[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
        gltf::read_glb(&file).expect_err("the file is broken")
    };
    let check = |error: &ReadError, place: u64, piece: &str| {
        assert_eq!(error.place, FilePlace::Byte(place), "{error}");
        assert!(error.cause.contains(piece), "{error}");
    };
    check(&patched(0, 0), 0, "does not begin with 'glTF'");
    check(&patched(4, 1), 4, "version 1 is not supported");
    check(&patched(8, u32::MAX), 8, "cut off");
    check(&patched(8, 5), 8, "cannot have 5 bytes");
    check(&patched(8, 16), 12, "within a chunk's header");
    check(&patched(12, u32::MAX), 12, "only");
    check(&patched(12, file.len() as u32), 12, "the chunk says");
    check(&patched(16, 7), 16, "must be JSON");
    check(&patched(20 + json_length, u32::MAX), 20 + json_length as u64, "only 108 follow");
    let error = patched(20 + json_length + 4, 7);
    assert_eq!(error.place, FilePlace::Item("buffers[0].uri".to_owned()), "an unknown chunk is skipped");
    let text = document.to_string().into_bytes();
    let error = gltf::read_glb(&text).expect_err("not a GLB file");
    assert!(error.cause.contains("looks like JSON text"), "{error}");
    assert!(gltf::read_glb(b"glTF\x02").expect_err("short").cause.contains("within its header"));
    assert!(gltf::read_glb(b"").is_err());
}

#[test]
fn cutting_and_flipping_anywhere_never_panics() {
    let mut file = Vec::new();
    gltf::write_glb(&puppet(), &mut file).expect("can be written");
    for length in 0..file.len() {
        assert!(gltf::read_glb(&file[..length]).is_err());
    }
    for byte in 0..file.len() {
        for bit in [0, 3, 7] {
            let mut broken = file.clone();
            broken[byte] ^= 1 << bit;
            if let Ok(scene) = gltf::read_glb(&broken) {
                assert_eq!(scene.validate(), Ok(()));
            }
        }
    }
}
