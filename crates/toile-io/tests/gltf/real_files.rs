//! Real animated characters: every value against the `gltf` crate, and skinning against a computation of its own.

use std::path::PathBuf;

use gltf::animation::util::ReadOutputs;
use gltf::buffer::Data;
use gltf::{Document, Node};
use toile_io::gltf as toile_gltf;
use toile_io::scene::{ChannelValues, Scene};

use crate::support::{corners, rounded};

type Matrix = [[f64; 4]; 4];

struct Character {
    ours: Scene,
    document: Document,
    data: Vec<Data>,
}

/// The characters, or none if the data are not there.
fn characters() -> Vec<Character> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/motion"));
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there", folder.display());
        return Vec::new();
    }
    let read = |name: &str| {
        let path = folder.join(name);
        let (document, data, _) = gltf::import(&path).expect("the other implementation reads it");
        let ours = toile_gltf::read_file(&path).expect("we read it");
        Character { ours, document, data }
    };
    vec![read("CesiumMan.glb"), read("RiggedFigure.glb")]
}

fn single(vector: glam::DVec3) -> [f32; 3] {
    vector.as_vec3().to_array()
}

#[test]
fn meshes_are_what_the_other_implementation_reads() {
    for Character { ours, document, data } in characters() {
        let mesh = document.meshes().next().expect("one mesh");
        let primitive = mesh.primitives().next().expect("one primitive");
        let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
        let found = &ours.meshes[0];
        let positions: Vec<_> = reader.read_positions().expect("has them").collect();
        assert!(found.mesh.positions.iter().map(|p| single(*p)).eq(positions));
        let indices: Vec<u32> = reader.read_indices().expect("indexed").into_u32().collect();
        assert_eq!(found.mesh.corners, indices);
        let normals = found.mesh.normals.as_ref().expect("has normals");
        assert!(normals.values.iter().map(|n| single(*n)).eq(reader.read_normals().expect("has them")));
        assert_eq!(normals.indices, indices);
        if let Some(uvs) = reader.read_tex_coords(0) {
            let set = &found.mesh.uv_sets[0];
            let flipped = set.values.iter().map(|uv| [uv.x as f32, (1.0 - uv.y) as f32]);
            assert!(flipped.eq(uvs.into_f32()));
        }
        let influences = found.influences.as_ref().expect("skinned");
        let joints = reader.read_joints(0).expect("skinned").into_u16().flatten();
        let weights: Vec<f32> = reader.read_weights(0).expect("skinned").into_f32().flatten().collect();
        assert_eq!(influences.weights, weights);
        for ((joint, weight), theirs) in influences.joints.iter().zip(&weights).zip(joints) {
            assert!(*joint == theirs || *weight == 0.0);
        }
        assert_eq!(found.mesh.groups.len(), 1);
        let material = primitive.material();
        assert_eq!(found.mesh.groups[0].material.as_deref(), material.name());
        assert_eq!(ours.materials[0].base_color, material.pbr_metallic_roughness().base_color_factor());
    }
}

#[test]
fn nodes_and_skins_are_what_the_other_implementation_reads() {
    for Character { ours, document, data } in characters() {
        assert_eq!(ours.nodes.len(), document.nodes().count());
        for (found, theirs) in ours.nodes.iter().zip(document.nodes()) {
            assert_eq!(found.name, theirs.name().unwrap_or_default());
            assert!(theirs.children().map(|c| c.index()).eq(found.children.iter().copied()));
            let matrix = found.transform.matrix().to_cols_array_2d();
            for (column, expected) in matrix.iter().zip(theirs.transform().matrix()) {
                for (x, y) in column.iter().zip(expected) {
                    assert!((x - f64::from(y)).abs() < 1e-6, "{}: {x} {y}", found.name);
                }
            }
        }
        for (found, theirs) in ours.skins.iter().zip(document.skins()) {
            assert!(theirs.joints().map(|j| j.index()).eq(found.joints.iter().copied()));
            assert_eq!(found.skeleton, theirs.skeleton().map(|s| s.index()));
            let reader = theirs.reader(|buffer| Some(&data[buffer.index()]));
            let matrices = reader.read_inverse_bind_matrices().expect("has them");
            let ours = found.inverse_bind_matrices.iter();
            assert!(ours.map(|m| m.as_mat4().to_cols_array_2d()).eq(matrices));
        }
    }
}

#[test]
fn animations_are_what_the_other_implementation_reads() {
    for Character { ours, document, data } in characters() {
        let theirs = document.animations().next().expect("one animation");
        assert_eq!(ours.animations[0].channels.len(), theirs.channels().count());
        for (found, theirs) in ours.animations[0].channels.iter().zip(theirs.channels()) {
            assert_eq!(found.node, theirs.target().node().index());
            let reader = theirs.reader(|buffer| Some(&data[buffer.index()]));
            assert!(found.times.iter().map(|t| *t as f32).eq(reader.read_inputs().expect("has keys")));
            match (&found.values, reader.read_outputs().expect("has values")) {
                (ChannelValues::Translation(v), ReadOutputs::Translations(theirs)) => {
                    assert!(v.iter().map(|x| single(*x)).eq(theirs));
                }
                (ChannelValues::Scale(v), ReadOutputs::Scales(theirs)) => {
                    assert!(v.iter().map(|x| single(*x)).eq(theirs));
                }
                (ChannelValues::Rotation(v), ReadOutputs::Rotations(theirs)) => {
                    assert!(v.iter().map(|q| q.as_quat().to_array()).eq(theirs.into_f32()));
                }
                (values, _) => panic!("{:?} of another kind", values.path()),
            }
        }
    }
}

/// The characters have all keys of all channels at the same times, so the pose at a key is that key of each channel.
#[test]
fn skinning_at_keys_is_what_the_formula_says() {
    for character in characters() {
        let animation = &character.ours.animations[0];
        let times = &animation.channels[0].times;
        assert!(animation.channels.iter().all(|c| c.times == *times));
        for key in [0, times.len() / 2, times.len() - 1] {
            // A time before the first key counts as the first key.
            let time = if key == 0 { 0.0 } else { times[key] };
            let merged = character.ours.merged_at(animation, time).expect("valid");
            let expected = skinned_by_hand(&character, key);
            assert_eq!(merged.positions.len(), expected.len());
            for (found, expected) in merged.positions.iter().zip(expected) {
                assert!(found.abs_diff_eq(expected.into(), 1e-9), "key {key}: {found} {expected:?}");
            }
        }
    }
}

#[test]
fn the_rest_pose_is_a_standing_person() {
    for Character { ours, .. } in characters() {
        let merged = ours.merged().expect("valid");
        let height = |p: &glam::DVec3| p.y;
        let low = merged.positions.iter().map(height).fold(f64::INFINITY, f64::min);
        let high = merged.positions.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        assert!(low.abs() < 0.1 && (1.0..2.5).contains(&high), "{low} {high}");
    }
}

#[test]
fn a_real_file_survives_writing() {
    for Character { ours, .. } in characters() {
        let mut file = Vec::new();
        toile_gltf::write_glb(&ours, &mut file).expect("can be written");
        let again = toile_gltf::read_glb(&file).expect("can be read");
        assert_eq!(corners(&again.meshes[0].mesh), corners(&ours.meshes[0].mesh));
        assert_eq!(rounded(&again), rounded(&ours));
    }
}

#[test]
fn welding_closes_the_seams() {
    for Character { mut ours, .. } in characters() {
        let before = ours.merged().expect("valid");
        let vertices = ours.meshes[0].mesh.positions.len();
        ours.weld();
        let welded = &ours.meshes[0].mesh;
        assert!(welded.positions.len() < vertices, "{vertices} vertices, none of them double");
        let after = ours.merged().expect("valid");
        assert_eq!(before.face_count(), after.face_count());
        for (a, b) in before.corners.iter().zip(&after.corners) {
            assert_eq!(before.positions[*a as usize], after.positions[*b as usize]);
        }
    }
}

/// Linear blend skinning written out with arrays, from the other implementation's numbers.
fn skinned_by_hand(character: &Character, key: usize) -> Vec<[f64; 3]> {
    let Character { document, data, .. } = character;
    let mut locals: Vec<Matrix> = document.nodes().map(|n| local_at(character, &n, key)).collect();
    let scene = document.default_scene().expect("one scene");
    for root in scene.nodes() {
        to_world(&root, &IDENTITY, &mut locals);
    }
    let skin = document.skins().next().expect("one skin");
    let reader = skin.reader(|buffer| Some(&data[buffer.index()]));
    let inverse: Vec<Matrix> = reader.read_inverse_bind_matrices().expect("has them").map(doubles).collect();
    let joints: Vec<Matrix> =
        skin.joints().zip(inverse).map(|(j, m)| product(&locals[j.index()], &m)).collect();
    let mesh = document.meshes().next().expect("one mesh");
    let primitive = mesh.primitives().next().expect("one primitive");
    let reader = primitive.reader(|buffer| Some(&data[buffer.index()]));
    let positions = reader.read_positions().expect("has them");
    let of_joints = reader.read_joints(0).expect("skinned").into_u16();
    let weights = reader.read_weights(0).expect("skinned").into_f32();
    let mut skinned = Vec::new();
    for ((p, joint), weight) in positions.zip(of_joints).zip(weights) {
        let total: f64 = weight.iter().map(|w| f64::from(*w)).sum();
        let mut point = [0.0; 3];
        for (j, w) in joint.iter().zip(weight) {
            let m = &joints[usize::from(*j)];
            for (row, x) in point.iter_mut().enumerate() {
                let moved: f64 = (0..3).map(|c| m[c][row] * f64::from(p[c])).sum::<f64>() + m[3][row];
                *x += f64::from(w) / total * moved;
            }
        }
        skinned.push(point);
    }
    skinned
}

const IDENTITY: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// A node's matrix at a key of the animation, by columns.
fn local_at(character: &Character, node: &Node<'_>, key: usize) -> Matrix {
    let animation = character.document.animations().next().expect("one animation");
    let (mut translation, mut rotation, mut scale) = node.transform().decomposed();
    let mut animated = false;
    for channel in animation.channels().filter(|c| c.target().node().index() == node.index()) {
        animated = true;
        let reader = channel.reader(|buffer| Some(&character.data[buffer.index()]));
        match reader.read_outputs().expect("has values") {
            ReadOutputs::Translations(mut v) => translation = v.nth(key).expect("has the key"),
            ReadOutputs::Rotations(v) => rotation = v.into_f32().nth(key).expect("has the key"),
            ReadOutputs::Scales(mut v) => scale = v.nth(key).expect("has the key"),
            ReadOutputs::MorphTargetWeights(_) => panic!("no morph targets here"),
        }
    }
    if !animated {
        return doubles(node.transform().matrix());
    }
    let length = rotation.iter().map(|q| f64::from(*q).powi(2)).sum::<f64>().sqrt();
    let [x, y, z, w] = rotation.map(|q| f64::from(q) / length);
    let axes = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let mut matrix = IDENTITY;
    for column in 0..3 {
        for row in 0..3 {
            matrix[column][row] = axes[column][row] * f64::from(scale[column]);
        }
        matrix[3][column] = f64::from(translation[column]);
    }
    matrix
}

fn to_world(node: &Node<'_>, parent: &Matrix, matrices: &mut [Matrix]) {
    let world = product(parent, &matrices[node.index()]);
    matrices[node.index()] = world;
    for child in node.children() {
        to_world(&child, &world, matrices);
    }
}

fn doubles(matrix: [[f32; 4]; 4]) -> Matrix {
    matrix.map(|column| column.map(f64::from))
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|c| std::array::from_fn(|r| (0..4).map(|k| a[k][r] * b[c][k]).sum()))
}
