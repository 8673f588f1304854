//! Scenes and files that several tests use.

use std::f64::consts::FRAC_PI_2;

use glam::{DMat4, DQuat, DVec2, DVec3};
use serde_json::{Value, json};
use toile_io::scene::{
    Animation, Channel, ChannelValues, Influences, Interpolation, Material, MorphTarget, Node, Scene,
    SceneMesh, Skin, Transform,
};
use toile_io::{CornerAttribute, Group, PolyMesh};

/// A GLB file of a document and its data, put together by hand.
pub(crate) fn glb(json: &Value, binary: &[u8]) -> Vec<u8> {
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut binary = binary.to_vec();
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length = 12 + 8 + json.len() + 8 + binary.len();
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend((length as u32).to_le_bytes());
    file.extend((json.len() as u32).to_le_bytes());
    file.extend(b"JSON");
    file.extend(json);
    file.extend((binary.len() as u32).to_le_bytes());
    file.extend(b"BIN\0");
    file.extend(binary);
    file
}

/// The bytes of some floats.
pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// A correct document with most features, and its data.
pub(crate) fn correct() -> (Value, Vec<u8>) {
    let mut data = floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]); // 0..36 positions
    data.extend([0, 0, 1, 0, 2, 0, 0, 0]); // 36..44 indices and filling
    data.extend(floats(&[0.0, 1.0])); // 44..52 times
    data.extend(floats(&[0.0, 1.0, 1.0, 0.0])); // 52..68 weights
    data.extend([1, 0, 0, 0]); // 68..72 sparse index
    data.extend(floats(&[0.0, 0.0, 1.0])); // 72..84 sparse value
    data.extend([0; 12]); // 84..96 joints
    data.extend([255, 0, 0, 0].repeat(3)); // 96..108 joint weights
    let view =
        |offset: usize, length: usize| json!({ "buffer": 0, "byteOffset": offset, "byteLength": length });
    let sparse = json!({
        "count": 1,
        "indices": { "bufferView": 4, "componentType": 5121 },
        "values": { "bufferView": 5 },
    });
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "children": [1] }, { "mesh": 0, "skin": 0 }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0, "JOINTS_0": 5, "WEIGHTS_0": 6 },
            "indices": 1,
            "material": 0,
            "targets": [{ "POSITION": 4 }, { "POSITION": 4 }],
        }]}],
        "materials": [{}],
        "skins": [{ "joints": [0] }],
        "animations": [{
            "channels": [{ "sampler": 0, "target": { "node": 1, "path": "weights" } }],
            "samplers": [{ "input": 2, "output": 3 }],
        }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR" },
            { "bufferView": 2, "componentType": 5126, "count": 2, "type": "SCALAR" },
            { "bufferView": 3, "componentType": 5126, "count": 4, "type": "SCALAR" },
            { "componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse },
            { "bufferView": 6, "componentType": 5121, "count": 3, "type": "VEC4" },
            { "bufferView": 7, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4" },
        ],
        "bufferViews": [
            view(0, 36), view(36, 6), view(44, 8), view(52, 16), view(68, 1), view(72, 12), view(84, 12),
            view(96, 12),
        ],
        "buffers": [{ "byteLength": 108 }],
    });
    (document, data)
}

/// A square of two triangles with a UV seam along the diagonal, normals, colours, and two groups.
pub(crate) fn square() -> PolyMesh {
    let uv = |u: f64, v: f64| DVec2::new(u, v);
    PolyMesh {
        positions: vec![DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.5, 0.0), DVec3::new(0.0, 1.5, 0.25)],
        face_starts: vec![0, 3, 6],
        corners: vec![0, 1, 2, 0, 2, 3],
        uv_sets: vec![CornerAttribute {
            values: vec![uv(0.0, 0.0), uv(0.5, 0.25), uv(0.5, 1.0), uv(0.75, 0.0), uv(1.0, 1.0)],
            indices: vec![0, 1, 2, 3, 2, 4],
        }],
        normals: Some(CornerAttribute { values: vec![DVec3::Z], indices: vec![0; 6] }),
        colors: vec![[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.5], [0.25; 4]],
        groups: vec![
            Group { name: "front".to_owned(), material: Some("linen".to_owned()), faces: 0..1 },
            Group { name: "square".to_owned(), material: Some("thread".to_owned()), faces: 1..2 },
        ],
        ..PolyMesh::default()
    }
}

/// A scene with everything that can be written: a skinned, morphed, animated square below a turned root.
pub(crate) fn puppet() -> Scene {
    let weights = [[1.0, 0.0], [1.0, 0.0], [0.25, 0.75], [0.5, 0.5]];
    let mesh = SceneMesh {
        name: "square".to_owned(),
        mesh: square(),
        influences: Some(Influences {
            per_vertex: 4,
            joints: [[0, 1, 0, 0]; 4].concat(),
            weights: weights.iter().flat_map(|[a, b]| [*a, *b, 0.0, 0.0]).collect(),
        }),
        morph_targets: vec![
            MorphTarget {
                name: "puff".to_owned(),
                positions: vec![DVec3::Z; 4],
                normals: vec![DVec3::new(0.5, 0.0, -0.5); 4],
            },
            MorphTarget {
                name: "lift".to_owned(),
                positions: (0..4).map(|i| DVec3::Y * f64::from(i)).collect(),
                normals: Vec::new(),
            },
        ],
        weights: vec![0.0, 0.25],
    };
    let mut scene = Scene {
        meshes: vec![mesh],
        materials: vec![
            Material { name: "linen".to_owned(), base_color: [0.8, 0.7, 0.6, 1.0], ..Material::default() },
            Material {
                name: "thread".to_owned(),
                roughness: 0.5,
                metallic: 0.25,
                double_sided: false,
                ..Material::default()
            },
        ],
        ..Scene::default()
    };
    add_puppet_nodes(&mut scene);
    scene.animations.push(puppet_animation());
    scene
}

fn add_puppet_nodes(scene: &mut Scene) {
    let node = |name: &str, transform| Node { name: name.to_owned(), transform, ..Node::default() };
    let turned = Transform {
        translation: DVec3::new(0.0, 0.5, 0.0),
        rotation: DQuat::from_rotation_y(FRAC_PI_2),
        scale: DVec3::new(1.0, 2.0, 1.0),
    };
    let root = scene.add_node(node("root", turned), None).expect("a root");
    let hip = Transform::from_translation(DVec3::new(0.0, 0.25, 0.0));
    let hip = scene.add_node(node("hip", hip), Some(root)).expect("below");
    let knee = Transform::from_translation(DVec3::new(0.0, -1.0, 0.125));
    let knee = scene.add_node(node("knee", knee), Some(hip)).expect("below");
    let shown =
        Node { mesh: Some(0), skin: Some(0), weights: vec![0.5, 0.0], ..node("shown", Transform::IDENTITY) };
    scene.add_node(shown, Some(root)).expect("below");
    scene.skins.push(Skin {
        name: "bones".to_owned(),
        joints: vec![hip, knee],
        inverse_bind_matrices: vec![DMat4::IDENTITY, DMat4::from_translation(DVec3::new(0.0, 1.0, 0.0))],
        skeleton: Some(root),
    });
}

fn puppet_animation() -> Animation {
    let channel = |node, times: &[f64], interpolation, values| Channel {
        node,
        times: times.to_vec(),
        interpolation,
        values,
    };
    let bend = DQuat::from_rotation_x(0.5);
    Animation {
        name: "walk".to_owned(),
        channels: vec![
            channel(
                1,
                &[0.0, 1.0],
                Interpolation::Linear,
                ChannelValues::Translation(vec![DVec3::ZERO, DVec3::new(0.0, 0.0, 2.0)]),
            ),
            channel(
                2,
                &[0.0, 1.0],
                Interpolation::Linear,
                ChannelValues::Rotation(vec![DQuat::IDENTITY, bend]),
            ),
            channel(
                1,
                &[0.5, 1.0],
                Interpolation::CubicSpline,
                ChannelValues::Scale(vec![
                    DVec3::ZERO,
                    DVec3::ONE,
                    DVec3::Y,
                    DVec3::X,
                    DVec3::splat(2.0),
                    DVec3::ZERO,
                ]),
            ),
            channel(
                3,
                &[0.0, 0.25, 1.0],
                Interpolation::Step,
                ChannelValues::Weights(vec![0.0, 1.0, 0.5, 0.5, 1.0, 0.0]),
            ),
        ],
    }
}

/// A scene as a file holds it: every number rounded to `f32`.
pub(crate) fn rounded(scene: &Scene) -> Scene {
    let number = |x: &mut f64| *x = f64::from(*x as f32);
    let vectors = |all: &mut Vec<DVec3>| all.iter_mut().for_each(|v| *v = v.as_vec3().as_dvec3());
    let rotation = |q: &mut DQuat| *q = q.as_quat().as_dquat();
    let mut scene = scene.clone();
    for node in &mut scene.nodes {
        let transform = &mut node.transform;
        transform.translation = transform.translation.as_vec3().as_dvec3();
        transform.scale = transform.scale.as_vec3().as_dvec3();
        rotation(&mut transform.rotation);
        node.weights.iter_mut().for_each(number);
    }
    for mesh in &mut scene.meshes {
        vectors(&mut mesh.mesh.positions);
        for target in &mut mesh.morph_targets {
            vectors(&mut target.positions);
            vectors(&mut target.normals);
        }
        for set in &mut mesh.mesh.uv_sets {
            set.values.iter_mut().for_each(|uv| *uv = uv.as_vec2().as_dvec2());
        }
        if let Some(normals) = &mut mesh.mesh.normals {
            vectors(&mut normals.values);
        }
        mesh.weights.iter_mut().for_each(number);
    }
    for skin in &mut scene.skins {
        for matrix in &mut skin.inverse_bind_matrices {
            *matrix = matrix.as_mat4().as_dmat4();
        }
    }
    for channel in scene.animations.iter_mut().flat_map(|a| &mut a.channels) {
        channel.times.iter_mut().for_each(number);
        match &mut channel.values {
            ChannelValues::Translation(v) | ChannelValues::Scale(v) => vectors(v),
            ChannelValues::Rotation(v) => v.iter_mut().for_each(rotation),
            ChannelValues::Weights(v) => v.iter_mut().for_each(number),
        }
    }
    scene
}

/// The attributes of every corner, face by face, with the groups' names and materials: what a file must keep,
/// however it splits and numbers its vertices.
pub(crate) fn corners(mesh: &PolyMesh) -> Vec<String> {
    let value = |set: &CornerAttribute<DVec2>, c: usize| set.values.get(set.indices[c] as usize).copied();
    (0..mesh.corners.len())
        .map(|c| {
            let vertex = mesh.corners[c] as usize;
            let normals = mesh.normals.as_ref();
            let normal = normals.and_then(|n| n.values.get(n.indices[c] as usize));
            let uvs: Vec<_> = mesh.uv_sets.iter().map(|set| value(set, c)).collect();
            let face = mesh.face_starts.partition_point(|s| *s as usize <= c) as u32 - 1;
            let group = mesh.groups.iter().find(|g| g.faces.contains(&face));
            let group = group.map(|g| (&g.name, &g.material));
            let color = mesh.colors.get(vertex);
            format!("{:?} {normal:?} {uvs:?} {color:?} {group:?}", mesh.positions[vertex])
        })
        .collect()
}
