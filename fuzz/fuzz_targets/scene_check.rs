//! What must hold for every scene that was read.

use toile_io::gltf;
use toile_io::scene::{Scene, SceneMesh};

/// Scenes with more vertices than this are only validated, so that the fuzzer gets through many small ones.
const VERTICES: usize = 20_000;

/// Validates, poses, writes and reads again.
pub fn check(scene: &Scene) {
    scene.validate().expect("what is read is valid");
    if work(scene) > VERTICES {
        return;
    }
    scene.merged().expect("what is read can be merged");
    for animation in &scene.animations {
        let middle = animation.duration() / 2.0;
        scene.merged_at(animation, middle).expect("what is read can be posed");
    }
    let mut welded = scene.clone();
    welded.weld();
    welded.validate().expect("welding keeps what is valid");

    let mut file = Vec::new();
    match gltf::write_glb(scene, &mut file) {
        Ok(()) => {}
        // Numbers in the text may be larger than the data can hold.
        Err(error) if error.cause.contains("does not fit") => return,
        Err(error) => panic!("what is read can be written: {error}"),
    }
    let again = gltf::read_glb(&file).expect("what is written can be read");
    let shown = scene.meshes.iter().filter(|m| m.mesh.face_count() + m.mesh.edges.len() > 0);
    assert_eq!(shown.clone().count(), again.meshes.len());
    for (before, after) in shown.zip(&again.meshes) {
        compare(before, after);
    }
    assert_eq!(scene.nodes.len(), again.nodes.len());
    assert_eq!(scene.skins.len(), again.skins.len());
}

/// How much there is to compute: each mesh at each of its nodes, with each morph target.
fn work(scene: &Scene) -> usize {
    let size = |m: &SceneMesh| (m.mesh.positions.len() + m.mesh.corners.len()) * (1 + m.morph_targets.len());
    let placed = scene.nodes.iter().filter_map(|n| n.mesh).map(|m| size(&scene.meshes[m]));
    let passes = scene.animations.len() + 1;
    placed.chain(scene.meshes.iter().map(size)).fold(0, usize::saturating_add).saturating_mul(passes)
}

/// Positions, normals, colours and groups are the same to single precision, texture coordinates nearly: their `v` is
/// flipped in double precision and rounded after that.
fn compare(before: &SceneMesh, after: &SceneMesh) {
    let (a, b) = (&before.mesh, &after.mesh);
    assert_eq!(before.name, after.name);
    assert_eq!(a.face_starts, b.face_starts);
    assert_eq!(a.groups, b.groups);
    assert_eq!(a.edges.len(), b.edges.len());
    let edges = |m: &SceneMesh| -> Vec<_> {
        let ends = m.mesh.edges.as_flattened().iter();
        ends.map(|v| m.mesh.positions[*v as usize].as_vec3()).collect()
    };
    assert_eq!(edges(before), edges(after));
    for c in 0..a.corners.len() {
        let (v, w) = (a.corners[c] as usize, b.corners[c] as usize);
        assert_eq!(a.positions[v].as_vec3(), b.positions[w].as_vec3());
        assert_eq!(a.colors.get(v), b.colors.get(w));
        if let (Some(x), Some(y)) = (&before.influences, &after.influences) {
            assert!(x.of(v).eq(y.of(w)));
        }
        let normal = |m: &SceneMesh| {
            let normals = m.mesh.normals.as_ref()?;
            Some(normals.values.get(normals.indices[c] as usize)?.as_vec3())
        };
        assert_eq!(normal(before), normal(after));
        for (x, y) in a.uv_sets.iter().zip(&b.uv_sets) {
            let x = x.values.get(x.indices[c] as usize);
            let y = y.values.get(y.indices[c] as usize);
            assert_eq!(x.is_some(), y.is_some());
            if let (Some(x), Some(y)) = (x, y) {
                let scale = 1.0 + x.abs().max_element();
                assert!(x.abs_diff_eq(*y, 1e-6 * scale), "{x} {y}");
            }
        }
    }
}
