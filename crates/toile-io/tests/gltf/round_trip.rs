//! What Toile writes, read again by Toile.

use glam::{DMat4, DQuat, DVec2, DVec3};
use proptest::collection::vec;
use proptest::prelude::*;
use toile_geom::TriMesh;
use toile_io::scene::{
    Animation, Channel, ChannelValues, Influences, Interpolation, Material, MorphTarget, Node, Scene,
    SceneMesh, Skin, Transform,
};
use toile_io::{CornerAttribute, Group, NO_INDEX, PolyMesh, gltf, weld_positions};

use crate::support::{corners, puppet, rounded, square};

fn through_glb(scene: &Scene) -> Scene {
    let mut file = Vec::new();
    gltf::write_glb(scene, &mut file).expect("can be written");
    assert_eq!(file.len() % 4, 0);
    gltf::read_glb(&file).expect("can be read")
}

/// Numbers that `f32` holds, and for which `1 - v` is exact.
fn number() -> impl Strategy<Value = f64> {
    (-4096i32..4096).prop_map(|n| f64::from(n) / 64.0)
}

fn vector() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(number()).prop_map(DVec3::from)
}

fn rotation() -> impl Strategy<Value = DQuat> {
    prop::array::uniform4(-1.0..1.0f64)
        .prop_map(DQuat::from_array)
        .prop_filter("a rotation has a direction", |q| q.length() > 0.1)
        .prop_map(|q| q.normalize().as_quat().as_dquat())
}

fn transform() -> impl Strategy<Value = Transform> {
    (vector(), rotation(), vector()).prop_map(|(translation, rotation, scale)| Transform {
        translation,
        rotation,
        scale,
    })
}

/// A mesh as the reader makes it: attributes by vertex, all faces in groups.
fn mesh(joints: u16) -> impl Strategy<Value = SceneMesh> {
    (3usize..8, 1usize..6, 0usize..3, 0usize..3, 0usize..3).prop_flat_map(
        move |(vertices, faces, uv_sets, targets, influence_sets)| {
            let deltas = move || prop_oneof![vec(vector(), vertices), Just(Vec::new())];
            let target = (deltas(), vec(vector(), vertices)).prop_map(|(normals, positions)| MorphTarget {
                name: format!("target {}", positions[0].x),
                positions,
                normals,
            });
            let per_vertex = 4 * influence_sets;
            let influences = vec((0..joints, (1u16..255).prop_map(f32::from)), vertices * per_vertex);
            let shape = (
                vec(vector(), vertices),
                vec(prop::array::uniform3(0..vertices as u32), faces),
                vec(vec(prop::array::uniform2(number()).prop_map(DVec2::from), vertices), uv_sets),
                any::<bool>(),
                vec(prop::array::uniform4(0.0..1.0f32), if vertices % 2 == 0 { vertices } else { 0 }),
                vec(prop::array::uniform2(0..vertices as u32), 0..3),
                0..=faces as u32,
            )
                .prop_map(poly_mesh);
            (shape, vec(target, targets), influences, vec(number(), targets)).prop_map(
                move |(mesh, mut morph_targets, influences, weights)| {
                    if mesh.normals.is_none() {
                        for target in &mut morph_targets {
                            target.normals.clear();
                        }
                    }
                    SceneMesh {
                        name: "mesh".to_owned(),
                        mesh,
                        influences: (per_vertex > 0).then(|| Influences {
                            per_vertex,
                            joints: influences.iter().map(|(j, _)| *j).collect(),
                            weights: influences.iter().map(|(_, w)| *w).collect(),
                        }),
                        morph_targets,
                        weights,
                    }
                },
            )
        },
    )
}

type Shape = (Vec<DVec3>, Vec<[u32; 3]>, Vec<Vec<DVec2>>, bool, Vec<[f32; 4]>, Vec<[u32; 2]>, u32);

fn poly_mesh((positions, triangles, uv_sets, normals, colors, edges, cut): Shape) -> PolyMesh {
    let vertices = positions.len();
    let faces = triangles.len() as u32;
    let mesh = PolyMesh::from(TriMesh { positions, triangles });
    // The order in which the writer numbers values is that of the vertices; those that no face uses get a fixed one.
    let used = |v: usize| mesh.corners.contains(&(v as u32));
    let by_vertex = |values: Vec<DVec2>| CornerAttribute {
        values: values.into_iter().enumerate().map(|(v, uv)| if used(v) { uv } else { DVec2::Y }).collect(),
        indices: mesh.corners.clone(),
    };
    let group = |name: &str, material: Option<&str>, faces| Group {
        name: name.to_owned(),
        material: material.map(str::to_owned),
        faces,
    };
    let groups = [group("front", Some("linen"), 0..cut), group("mesh", None, cut..faces)];
    PolyMesh {
        uv_sets: uv_sets.into_iter().map(by_vertex).collect(),
        normals: normals.then(|| CornerAttribute {
            values: (0..vertices).map(|v| if used(v) { DVec3::X } else { DVec3::Z }).collect(),
            indices: mesh.corners.clone(),
        }),
        colors,
        groups: groups.into_iter().filter(|g| !g.faces.is_empty()).collect(),
        edges,
        ..mesh
    }
}

fn channel(node: usize, targets: usize) -> impl Strategy<Value = Channel> {
    let interpolation =
        prop_oneof![Just(Interpolation::Step), Just(Interpolation::Linear), Just(Interpolation::CubicSpline)];
    (1usize..4, interpolation).prop_flat_map(move |(keys, interpolation)| {
        let count = keys * interpolation.values_per_key();
        let weights = vec(number(), count * targets).prop_map(ChannelValues::Weights);
        let values = prop_oneof![
            vec(vector(), count).prop_map(ChannelValues::Translation),
            vec(vector(), count).prop_map(ChannelValues::Scale),
            vec(rotation(), count).prop_map(ChannelValues::Rotation),
        ];
        let values = if targets > 0 { prop_oneof![values, weights].boxed() } else { values.boxed() };
        let times = vec(number(), keys).prop_map(|mut times| {
            times.sort_by(f64::total_cmp);
            times
        });
        (times, values).prop_map(move |(times, values)| Channel { node, times, interpolation, values })
    })
}

/// A scene of a chain of nodes that all are joints, with a mesh at the last but one.
fn scene() -> impl Strategy<Value = Scene> {
    (2usize..5)
        .prop_flat_map(|nodes| (vec(transform(), nodes), mesh(nodes as u16), any::<bool>()))
        .prop_flat_map(|(transforms, mesh, skinned)| {
            let nodes = transforms.len();
            let shown = nodes - 2;
            let targets = mesh.morph_targets.len();
            let channels = prop_oneof![vec(channel(shown, targets), 1..4), vec(channel(nodes - 1, 0), 1..4),];
            let matrices =
                vec(prop::array::uniform16(number()).prop_map(|m| DMat4::from_cols_array(&m)), nodes);
            (Just((transforms, mesh, skinned)), vec(channels, 0..3), matrices)
        })
        .prop_map(|((transforms, mesh, skinned), channels, matrices)| {
            let mut scene = Scene::default();
            let nodes = transforms.len();
            for (n, transform) in transforms.into_iter().enumerate() {
                let shown = n + 2 == nodes;
                let node = Node {
                    name: if shown { String::new() } else { format!("node {n}") },
                    transform,
                    mesh: shown.then_some(0),
                    skin: (shown && skinned).then_some(0),
                    ..Node::default()
                };
                scene.add_node(node, n.checked_sub(1)).expect("the parent is there");
            }
            scene.meshes.push(mesh);
            scene.materials.push(Material { name: "linen".to_owned(), ..Material::default() });
            scene.skins.push(Skin {
                name: "skin".to_owned(),
                joints: (0..nodes).collect(),
                inverse_bind_matrices: matrices,
                skeleton: skinned.then_some(0),
            });
            scene.animations = channels
                .into_iter()
                .map(|channels| Animation { name: "move".to_owned(), channels })
                .collect();
            scene
        })
}

/// A mesh with attributes at corners, seams, holes in them, polygons of three, and faces in no group.
fn seamed_mesh() -> impl Strategy<Value = PolyMesh> {
    (2usize..6, 1usize..8).prop_flat_map(|(vertices, faces)| {
        let index = prop_oneof![0u32..4, Just(NO_INDEX)];
        (
            vec(vector(), vertices),
            vec(prop::array::uniform3(0..vertices as u32), faces),
            vec(vec(index.clone(), 3 * faces), 0..3),
            prop::option::of(vec(index, 3 * faces)),
            vec(prop::array::uniform2(number()).prop_map(DVec2::from), 4),
        )
            .prop_map(|(positions, triangles, uv_sets, normals, values)| {
                let normal_values = vec![DVec3::X, DVec3::Y, DVec3::Z, DVec3::X];
                PolyMesh {
                    uv_sets: uv_sets
                        .into_iter()
                        .map(|indices| CornerAttribute { values: values.clone(), indices })
                        .collect(),
                    normals: normals.map(|indices| CornerAttribute { values: normal_values, indices }),
                    ..PolyMesh::from(TriMesh { positions, triangles })
                }
            })
    })
}

/// Corners by face, sorted: the writer may put faces with other attributes elsewhere.
fn faces(mesh: &PolyMesh) -> Vec<Vec<String>> {
    let mut faces: Vec<_> = corners(mesh).chunks(3).map(<[String]>::to_vec).collect();
    faces.sort();
    faces
}

/// What a file can hold of a mesh's corners: a normal only where a whole face has them, and in place of a missing UV
/// the origin of the image, in every set up to the last that the face uses.
fn storable(mesh: &PolyMesh) -> PolyMesh {
    let mut mesh = mesh.clone();
    let absent = |i: &u32| *i == NO_INDEX;
    for face in 0..mesh.face_count() {
        let corners = 3 * face..3 * face + 3;
        if let Some(normals) = &mut mesh.normals
            && normals.indices[corners.clone()].iter().any(absent)
        {
            normals.indices[corners.clone()].fill(NO_INDEX);
        }
        let used = mesh.uv_sets.iter().rposition(|set| !set.indices[corners.clone()].iter().all(absent));
        for set in mesh.uv_sets.iter_mut().take(used.map_or(0, |last| last + 1)) {
            set.values.push(DVec2::Y);
            let filler = set.values.len() as u32 - 1;
            for index in set.indices[corners.clone()].iter_mut().filter(|i| absent(i)) {
                *index = filler;
            }
        }
    }
    // A set that no corner uses is not in the file.
    while mesh.uv_sets.last().is_some_and(|set| set.indices.iter().all(absent)) {
        mesh.uv_sets.pop();
    }
    if mesh.normals.as_ref().is_some_and(|n| n.indices.iter().all(absent)) {
        mesh.normals = None;
    }
    mesh.groups =
        vec![Group { name: "seamed".to_owned(), material: None, faces: 0..mesh.face_count() as u32 }];
    mesh
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn scenes_come_back(scene in scene()) {
        prop_assert_eq!(scene.validate(), Ok(()));
        prop_assert_eq!(rounded(&through_glb(&scene)), scene);
    }

    #[test]
    fn corners_come_back(mesh in seamed_mesh()) {
        let again = through_glb(&Scene::from_mesh("seamed", mesh.clone()));
        prop_assert_eq!(faces(&again.meshes[0].mesh), faces(&storable(&mesh)));
    }

    #[test]
    fn welding_undoes_the_splitting(mesh in seamed_mesh()) {
        let distinct = weld_positions(&mesh);
        let again = through_glb(&Scene::from_mesh("seamed", distinct.clone()));
        let welded = weld_positions(&again.meshes[0].mesh);
        prop_assert_eq!(welded.positions.len(), distinct.positions.len());
    }
}

#[test]
fn a_puppet_moves_the_same_after_a_round_trip() {
    let before = puppet();
    let after = through_glb(&before);
    for time in [0.0, 0.3, 0.75, 1.0] {
        let a = before.merged_at(&before.animations[0], time).expect("valid");
        let b = after.merged_at(&after.animations[0], time).expect("valid");
        let (a, b) = (weld_positions(&a), weld_positions(&b));
        assert_eq!(a.positions.len(), b.positions.len());
        for (p, q) in a.positions.iter().zip(&b.positions) {
            assert!(p.abs_diff_eq(*q, 1e-6), "{p} {q}");
        }
    }
}

#[test]
fn text_holds_the_same_as_binary() {
    let mut text = Vec::new();
    gltf::write_gltf(&puppet(), &mut text).expect("can be written");
    let from_text = gltf::read_gltf(&text, |_| Err("nothing is outside".to_owned())).expect("can be read");
    assert_eq!(from_text, through_glb(&puppet()));
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let write = || {
        let mut file = Vec::new();
        gltf::write_glb(&puppet(), &mut file).expect("can be written");
        file
    };
    assert_eq!(write(), write());
}

#[test]
fn frames_are_exact_to_single_precision() {
    // Neither the mesh nor the frames are representable; the error of the one must not add to that of the other.
    let mut mesh = square();
    mesh.positions.iter_mut().for_each(|p| *p += DVec3::splat(1.0 / 3.0));
    let frame: Vec<DVec3> = mesh.positions.iter().map(|p| *p + DVec3::new(1e-5, 0.1, 0.0)).collect();
    let mut file = Vec::new();
    gltf::write_glb_animated(&mesh, std::slice::from_ref(&frame), 25.0, &mut file).expect("can be written");
    let scene = gltf::read_glb(&file).expect("can be read");
    let played = weld_positions(&scene.merged().expect("valid"));
    for (found, expected) in played.positions.iter().zip(frame) {
        assert!(found.abs_diff_eq(expected, 1e-8), "{found} {expected}");
    }
}

#[test]
fn what_cannot_be_written_is_named() {
    let fail = |scene: &Scene| gltf::write_glb(scene, Vec::new()).expect_err("cannot be written").to_string();
    let mut polygon = square();
    polygon.face_starts = vec![0, 6];
    polygon.groups.clear();
    assert_eq!(
        fail(&Scene::from_mesh("quad", polygon)),
        "meshes[0]: face 0 has 6 corners; triangulate the mesh first"
    );
    let mut far = square();
    far.positions[1].x = 1e300;
    assert_eq!(fail(&Scene::from_mesh("far", far)), "meshes[0]: 1e300 does not fit into a 32-bit float");
    let mut broken = puppet();
    broken.nodes[0].children.push(77);
    assert!(fail(&broken).starts_with("nodes[0].children[2]: node 77 does not exist"));
}

#[test]
fn a_material_that_only_a_group_names_is_made() {
    let scene = through_glb(&Scene::from_mesh("square", square()));
    let names: Vec<_> = scene.materials.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["linen", "thread"]);
    assert_eq!(scene.meshes[0].mesh.groups, square().groups);
}

#[test]
fn meshes_without_shape_are_left_out() {
    let mut scene = puppet();
    scene.meshes.insert(
        0,
        SceneMesh {
            name: "nothing".to_owned(),
            morph_targets: vec![MorphTarget::default()],
            ..SceneMesh::default()
        },
    );
    scene.nodes[3].mesh = Some(1);
    let empty = Node { mesh: Some(0), weights: vec![1.0], ..Node::default() };
    let node = scene.add_node(empty, None).expect("a root");
    scene.animations.push(Animation {
        name: "of nothing".to_owned(),
        channels: vec![Channel {
            node,
            times: vec![0.0],
            interpolation: Interpolation::Step,
            values: ChannelValues::Weights(vec![0.0]),
        }],
    });
    let again = through_glb(&scene);
    assert_eq!(again.meshes.len(), 1);
    assert_eq!(again.nodes[3].mesh, Some(0));
    assert_eq!(again.nodes[node].mesh, None);
    assert_eq!(again.animations.len(), 1);
    assert!(
        gltf::read_glb(&{
            let mut file = Vec::new();
            gltf::write_glb(&Scene::default(), &mut file).expect("nothing can be written");
            file
        })
        .is_ok()
    );
}
