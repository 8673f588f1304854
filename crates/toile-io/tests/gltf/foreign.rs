//! What Toile writes, read by the `gltf` crate.

use gltf::animation::Interpolation;
use gltf::animation::util::ReadOutputs;
use gltf::buffer::Data;
use gltf::{Document, Mesh, Primitive};
use toile_io::gltf as toile_gltf;
use toile_io::scene::Scene;

use crate::support::{puppet, square};

fn imported(scene: &Scene) -> (Document, Vec<Data>) {
    let mut file = Vec::new();
    toile_gltf::write_glb(scene, &mut file).expect("can be written");
    let (document, buffers, _) = gltf::import_slice(&file).expect("the other implementation takes it");
    (document, buffers)
}

fn vertices<'a>(primitive: &Primitive<'a>, data: &'a [Data]) -> Vec<[f32; 3]> {
    let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
    reader.read_positions().expect("has positions").collect()
}

fn only_mesh(document: &Document) -> Mesh<'_> {
    document.meshes().next().expect("one mesh")
}

#[test]
fn geometry_is_the_same() {
    let (document, data) = imported(&puppet());
    let mesh = only_mesh(&document);
    assert_eq!(mesh.name(), Some("square"));
    let primitives: Vec<_> = mesh.primitives().collect();
    assert_eq!(primitives.len(), 2);
    // Vertex 0 has another UV in the second face, vertex 2 the same.
    let expected = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.5, 0.0], [0.0, 1.5, 0.25]];
    let indices = [[0, 2, 3], [1, 3, 4]];
    for (primitive, indices) in primitives.iter().zip(indices) {
        let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
        assert_eq!(vertices(primitive, &data), expected);
        let found: Vec<u32> = reader.read_indices().expect("indexed").into_u32().collect();
        assert_eq!(found, indices);
        let uvs: Vec<_> = reader.read_tex_coords(0).expect("has UVs").into_f32().collect();
        // v is down there.
        assert_eq!(uvs, [[0.0, 1.0], [0.75, 1.0], [0.5, 0.75], [0.5, 0.0], [1.0, 0.0]]);
        let normals: Vec<_> = reader.read_normals().expect("has normals").collect();
        assert_eq!(normals, [[0.0, 0.0, 1.0]; 5]);
        let colors: Vec<_> = reader.read_colors(0).expect("has colours").into_rgba_f32().collect();
        let ours = square().colors;
        assert_eq!(colors, [ours[0], ours[0], ours[1], ours[2], ours[3]]);
        let bounds = primitive.bounding_box();
        assert_eq!((bounds.min, bounds.max), ([0.0; 3], [1.0, 1.5, 0.25]));
    }
}

#[test]
fn materials_are_the_same() {
    let (document, _) = imported(&puppet());
    let mesh = only_mesh(&document);
    let names: Vec<_> = mesh.primitives().map(|p| p.material().name().map(str::to_owned)).collect();
    assert_eq!(names, [Some("linen".to_owned()), Some("thread".to_owned())]);
    let materials: Vec<_> = document.materials().collect();
    let linen = materials[0].pbr_metallic_roughness();
    assert_eq!(linen.base_color_factor(), [0.8, 0.7, 0.6, 1.0]);
    assert!(materials[0].double_sided() && !materials[1].double_sided());
    let thread = materials[1].pbr_metallic_roughness();
    assert_eq!((thread.metallic_factor(), thread.roughness_factor()), (0.25, 0.5));
}

#[test]
fn morph_targets_are_the_same() {
    let (document, data) = imported(&puppet());
    let mesh = only_mesh(&document);
    assert_eq!(mesh.weights(), Some(&[0.0, 0.25][..]));
    let primitive = mesh.primitives().next().expect("two of them");
    let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
    let targets: Vec<_> = reader
        .read_morph_targets()
        .map(|(positions, normals, _)| {
            let positions: Vec<[f32; 3]> = positions.expect("moves positions").collect();
            let normals: Option<Vec<[f32; 3]>> = normals.map(Iterator::collect);
            (positions, normals)
        })
        .collect();
    assert_eq!(targets.len(), 2);
    assert_eq!(targets[0], (vec![[0.0, 0.0, 1.0]; 5], Some(vec![[0.5, 0.0, -0.5]; 5])));
    let lift = [0.0, 0.0, 1.0, 2.0, 3.0].map(|y| [0.0, y, 0.0]).to_vec();
    assert_eq!(targets[1], (lift, None));
}

#[test]
fn nodes_and_skins_are_the_same() {
    let scene = puppet();
    let (document, data) = imported(&scene);
    let roots: Vec<usize> = document.default_scene().expect("one scene").nodes().map(|n| n.index()).collect();
    assert_eq!(roots, scene.roots);
    for (ours, theirs) in scene.nodes.iter().zip(document.nodes()) {
        assert_eq!(theirs.name(), Some(ours.name.as_str()));
        let children: Vec<usize> = theirs.children().map(|c| c.index()).collect();
        assert_eq!(children, ours.children);
        let (translation, rotation, scale) = theirs.transform().decomposed();
        assert_eq!(translation, ours.transform.translation.as_vec3().to_array());
        assert_eq!(rotation, ours.transform.rotation.as_quat().to_array());
        assert_eq!(scale, ours.transform.scale.as_vec3().to_array());
        assert_eq!(theirs.mesh().map(|m| m.index()), ours.mesh);
        assert_eq!(theirs.skin().map(|s| s.index()), ours.skin);
    }
    let skin = document.skins().next().expect("one skin");
    assert_eq!(skin.name(), Some("bones"));
    assert_eq!(skin.skeleton().map(|n| n.index()), Some(0));
    assert_eq!(skin.joints().map(|n| n.index()).collect::<Vec<_>>(), [1, 2]);
    let matrices: Vec<_> = skin
        .reader(|buffer| Some(&data[buffer.index()]))
        .read_inverse_bind_matrices()
        .expect("has them")
        .collect();
    let ours: Vec<_> =
        scene.skins[0].inverse_bind_matrices.iter().map(|m| m.as_mat4().to_cols_array_2d()).collect();
    assert_eq!(matrices, ours);
    let primitive = only_mesh(&document).primitives().next().expect("two of them");
    let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
    let joints: Vec<_> = reader.read_joints(0).expect("skinned").into_u16().collect();
    // Joints without weight are written as 0.
    assert_eq!(joints[..3], [[0; 4]; 3]);
    assert_eq!(joints[3..], [[0, 1, 0, 0]; 2]);
    let weights: Vec<_> = reader.read_weights(0).expect("skinned").into_f32().collect();
    assert_eq!(weights[3], [0.25, 0.75, 0.0, 0.0]);
}

#[test]
fn animations_are_the_same() {
    let scene = puppet();
    let (document, data) = imported(&scene);
    let animation = document.animations().next().expect("one animation");
    assert_eq!(animation.name(), Some("walk"));
    let channels: Vec<_> = animation.channels().collect();
    assert_eq!(channels.len(), 4);
    let interpolations: Vec<_> = channels.iter().map(|c| c.sampler().interpolation()).collect();
    assert_eq!(
        interpolations,
        [Interpolation::Linear, Interpolation::Linear, Interpolation::CubicSpline, Interpolation::Step]
    );
    for (ours, theirs) in scene.animations[0].channels.iter().zip(&channels) {
        assert_eq!(theirs.target().node().index(), ours.node);
        let reader = theirs.reader(|buffer| Some(&data[buffer.index()]));
        let times: Vec<f64> = reader.read_inputs().expect("has keys").map(f64::from).collect();
        assert_eq!(times, ours.times);
    }
    // The first two channels have the same times, which are there once.
    let input = |c: usize| channels[c].sampler().input().index();
    assert_eq!(input(0), input(1));
    let outputs = |c: usize| {
        let reader = channels[c].reader(|buffer| Some(&data[buffer.index()]));
        reader.read_outputs().expect("has values")
    };
    let ReadOutputs::Translations(translations) = outputs(0) else { panic!("channel 0 moves") };
    assert_eq!(translations.collect::<Vec<_>>(), [[0.0; 3], [0.0, 0.0, 2.0]]);
    let ReadOutputs::Rotations(rotations) = outputs(1) else { panic!("channel 1 turns") };
    let bend = glam::DQuat::from_rotation_x(0.5).as_quat().to_array();
    assert_eq!(rotations.into_f32().collect::<Vec<_>>(), [[0.0, 0.0, 0.0, 1.0], bend]);
    let ReadOutputs::Scales(scales) = outputs(2) else { panic!("channel 2 scales") };
    assert_eq!(scales.collect::<Vec<_>>()[4], [2.0; 3]);
    let ReadOutputs::MorphTargetWeights(weights) = outputs(3) else { panic!("channel 3 morphs") };
    assert_eq!(weights.into_f32().collect::<Vec<_>>(), [0.0, 1.0, 0.5, 0.5, 1.0, 0.0]);
}

#[test]
fn a_cloth_cache_has_one_target_for_each_frame() {
    let mesh = square();
    let frames: Vec<Vec<_>> =
        (0..5).map(|f| mesh.positions.iter().map(|p| *p * (1.0 + f64::from(f))).collect()).collect();
    let mut file = Vec::new();
    toile_gltf::write_glb_animated(&mesh, &frames, 24.0, &mut file).expect("can be written");
    let (document, data, _) = gltf::import_slice(&file).expect("the other implementation takes it");
    let primitive = only_mesh(&document).primitives().next().expect("two of them");
    let base = vertices(&primitive, &data);
    let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
    let targets: Vec<Vec<[f32; 3]>> = reader
        .read_morph_targets()
        .map(|(positions, ..)| positions.expect("moves positions").collect())
        .collect();
    assert_eq!(targets.len(), 5);
    // Vertex 3 of the file is vertex 2 of the mesh.
    for (frame, target) in frames.iter().zip(&targets) {
        let moved = glam::Vec3::from(base[3]) + glam::Vec3::from(target[3]);
        assert_eq!(moved, frame[2].as_vec3());
    }
    let animation = document.animations().next().expect("one animation");
    let channel = animation.channels().next().expect("one channel");
    let reader = channel.reader(|buffer| Some(&data[buffer.index()]));
    let times: Vec<f32> = reader.read_inputs().expect("has keys").collect();
    assert_eq!(times, [0.0, 1.0 / 24.0, 2.0 / 24.0, 3.0 / 24.0, 4.0 / 24.0]);
    let Some(ReadOutputs::MorphTargetWeights(weights)) = reader.read_outputs() else { panic!("morphs") };
    let weights: Vec<f32> = weights.into_f32().collect();
    let identity: Vec<f32> = (0..25).map(|i| if i % 6 == 0 { 1.0 } else { 0.0 }).collect();
    assert_eq!(weights, identity);
}

#[test]
fn text_with_data_inside_is_taken_too() {
    let mut file = Vec::new();
    toile_gltf::write_gltf(&puppet(), &mut file).expect("can be written");
    let (document, data, _) = gltf::import_slice(&file).expect("the other implementation takes it");
    let primitive = only_mesh(&document).primitives().next().expect("two of them");
    assert_eq!(vertices(&primitive, &data)[3], [1.0, 1.5, 0.0]);
}

#[test]
fn many_vertices_have_wide_indices_and_many_joints_wide_numbers() {
    let strip = |vertices: u32| toile_geom::TriMesh {
        positions: (0..vertices).map(|v| glam::DVec3::splat(f64::from(v))).collect(),
        triangles: vec![[0, 1, vertices - 1]],
    };
    let kind = |vertices: u32| {
        let (document, data) = imported(&Scene::from_mesh("strip", strip(vertices).into()));
        let primitive = only_mesh(&document).primitives().next().expect("one");
        let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
        let last = reader.read_indices().expect("indexed").into_u32().last();
        assert_eq!(last, Some(vertices - 1));
        primitive.indices().expect("indexed").data_type()
    };
    assert_eq!(kind(65_535), gltf::accessor::DataType::U16);
    assert_eq!(kind(65_536), gltf::accessor::DataType::U32);

    let mut scene = puppet();
    let skin = &mut scene.skins[0];
    skin.joints = vec![1; 300];
    skin.inverse_bind_matrices = vec![glam::DMat4::IDENTITY; 300];
    let influences = scene.meshes[0].influences.as_mut().expect("skinned");
    influences.joints[9] = 299;
    let (document, data) = imported(&scene);
    let primitive = only_mesh(&document).primitives().next().expect("two of them");
    let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
    let joints: Vec<_> = reader.read_joints(0).expect("skinned").into_u16().collect();
    assert_eq!(joints[3], [0, 299, 0, 0]);
}

#[test]
fn everything_begins_at_a_multiple_of_four_bytes() {
    let mut scene = puppet();
    // An odd number of 16-bit indices for each group, so that what follows needs filling.
    scene.meshes[0].mesh.groups[0].name = "an odd name".to_owned();
    let mut file = Vec::new();
    toile_gltf::write_glb(&scene, &mut file).expect("can be written");
    let (document, _) = imported(&scene);
    let lengths: Vec<_> = document.views().map(|view| view.length() % 4).collect();
    assert!(lengths.contains(&2), "nothing here needs filling: {lengths:?}");
    assert!(document.views().all(|view| view.offset() % 4 == 0));
    let chunk = |start: usize| u32::from_le_bytes(file[start..start + 4].try_into().expect("four")) as usize;
    assert_eq!(chunk(8), file.len());
    let json = chunk(12);
    assert_eq!(json % 4, 0);
    assert_eq!(chunk(20 + json), file.len() - json - 28);
    let text = std::str::from_utf8(&file[20..20 + json]).expect("JSON is text");
    assert!(text.trim_end_matches(' ').ends_with('}'), "JSON is filled up with spaces");
}
