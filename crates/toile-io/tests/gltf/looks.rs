//! Materials with pictures, tangents, and all attributes of corners together.

use crate::support::{corners, square};
use glam::{DVec2, DVec3};
use gltf::image::Source;
use proptest::prelude::*;
use serde_json::{Value, json};
use toile_io::png::{self, Image};
use toile_io::scene::{
    AlphaMode, Interpolation, Material, MaterialSheen, MaterialTextures, Scene, SceneImage, SceneTexture,
    TextureWrap, UvTransform,
};
use toile_io::{CornerAttribute, NormalSplit, PolyMesh, gltf as toile_gltf};

fn picture(name: &str, pixel: [u8; 4]) -> SceneImage {
    let mut file = Vec::new();
    png::write_rgba8(&mut file, &Image { width: 1, height: 1, pixels: vec![pixel] }).expect("a picture");
    SceneImage::new(name, file)
}

/// A square with two sets of texture coordinates, one material with everything and one with nothing.
fn dressed_up() -> Scene {
    let mut mesh = square();
    mesh.uv_sets.push(CornerAttribute {
        values: vec![DVec2::ZERO, DVec2::ONE, DVec2::X],
        indices: vec![0, 1, 2, 0, 2, 1],
    });
    let mut scene = Scene::from_mesh("square", mesh);
    scene.images = vec![picture("weave", [200, 10, 20, 255]), picture("bumps", [128, 128, 255, 255])];
    let print = SceneTexture {
        uv_set: 1,
        wrap: [TextureWrap::Clamp, TextureWrap::Mirror],
        ..SceneTexture::of_image(0)
    };
    let bumps = SceneTexture::of_image(1);
    let changed = UvTransform { offset: DVec2::new(0.25, -0.5), rotation: 0.0, scale: DVec2::new(4.0, 8.0) };
    let linen = Material {
        name: "linen".into(),
        base_color: [0.5, 0.25, 1.0, 0.75],
        roughness: 0.5,
        alpha: AlphaMode::Mask(0.25),
        sheen: Some(MaterialSheen { color: [0.5, 0.25, 0.125], roughness: 0.75 }),
        textures: MaterialTextures {
            base_color: Some(print),
            normal: Some(SceneTexture { transform: changed, ..bumps.clone() }),
            normal_scale: 0.5,
            metallic_roughness: Some(bumps.clone()),
            occlusion: Some(bumps),
            occlusion_strength: 0.25,
        },
        ..Material::default()
    };
    scene.materials =
        vec![linen, Material { name: "thread".into(), alpha: AlphaMode::Blend, ..Material::default() }];
    scene
}

fn glb(scene: &Scene) -> Vec<u8> {
    let mut file = Vec::new();
    toile_gltf::write_glb(scene, &mut file).expect("can be written");
    file
}

/// The JSON of a GLB file.
fn document(file: &[u8]) -> Value {
    let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&file[20..20 + length]).expect("JSON")
}

#[test]
fn looks_and_pictures_come_back_from_binary_and_from_text() {
    let scene = dressed_up();
    let again = toile_gltf::read_glb(&glb(&scene)).expect("can be read");
    assert_eq!((&again.materials, &again.images), (&scene.materials, &scene.images));
    assert_eq!(again.left_out, Vec::<String>::new());
    let mut text = Vec::new();
    toile_gltf::write_gltf(&scene, &mut text).expect("can be written");
    let from_text = toile_gltf::read_gltf(&text, |_| Err("all is inside".to_owned())).expect("can be read");
    assert_eq!(from_text, again);
}

#[test]
fn a_turned_picture_comes_back() {
    let mut scene = dressed_up();
    let turned = UvTransform { rotation: 0.7, offset: DVec2::new(0.1, 0.2), scale: DVec2::new(3.0, 5.0) };
    let texture = scene.materials[0].textures.base_color.as_mut().unwrap();
    texture.transform = turned;
    let again = toile_gltf::read_glb(&glb(&scene)).expect("can be read");
    let read = again.materials[0].textures.base_color.as_ref().unwrap().transform;
    assert_eq!((read.rotation, read.scale), (turned.rotation, turned.scale));
    assert!(read.offset.abs_diff_eq(turned.offset, 1e-12), "{}", read.offset);
}

#[test]
fn another_implementation_sees_the_same() {
    let file = glb(&dressed_up());
    let (document, buffers, images) = gltf::import_slice(&file).expect("the other implementation takes it");
    assert_eq!(images.len(), 2);
    assert_eq!(images[0].pixels[..3], [200, 10, 20]);
    let linen = document.materials().next().unwrap();
    assert_eq!(linen.alpha_mode(), gltf::material::AlphaMode::Mask);
    assert_eq!(linen.alpha_cutoff(), Some(0.25));
    let print = linen.pbr_metallic_roughness().base_color_texture().unwrap();
    assert_eq!(print.tex_coord(), 1);
    assert_eq!(print.texture().sampler().wrap_s(), gltf::texture::WrappingMode::ClampToEdge);
    assert_eq!(print.texture().sampler().wrap_t(), gltf::texture::WrappingMode::MirroredRepeat);
    assert!(matches!(print.texture().source().source(), Source::View { mime_type: "image/png", .. }));
    assert_eq!(linen.normal_texture().unwrap().scale(), 0.5);
    assert_eq!(linen.occlusion_texture().unwrap().strength(), 0.25);
    // The first primitive has the normal map, and so tangents; the second has not.
    let mesh = document.meshes().next().unwrap();
    let [linen, thread] = [0, 1].map(|p| mesh.primitives().nth(p).unwrap());
    let tangents: Vec<[f32; 4]> =
        linen.reader(|b| Some(&buffers[b.index()])).read_tangents().expect("they are there").collect();
    let indices = linen.reader(|b| Some(&buffers[b.index()])).read_indices().unwrap().into_u32();
    for index in indices {
        let [x, y, z, w] = tangents[index as usize];
        assert!((x * x + y * y + z * z - 1.0).abs() < 1e-6 && z.abs() < 1e-6 && w.abs() == 1.0);
    }
    assert!(thread.reader(|b| Some(&buffers[b.index()])).read_tangents().is_none());
}

#[test]
fn extensions_are_announced_only_where_they_are_used() {
    assert_eq!(
        document(&glb(&dressed_up()))["extensionsUsed"],
        json!(["KHR_materials_sheen", "KHR_texture_transform"])
    );
    assert_eq!(document(&glb(&Scene::from_mesh("square", square()))).get("extensionsUsed"), None);
}

#[test]
fn the_same_picture_is_written_once() {
    let written = document(&glb(&dressed_up()));
    assert_eq!(written["images"].as_array().unwrap().len(), 2);
    assert_eq!(written["textures"].as_array().unwrap().len(), 2);
    assert_eq!(written["samplers"], json!([{ "wrapS": 33071, "wrapT": 33648 }]));
}

#[test]
fn pictures_on_faces_without_coordinates_are_refused() {
    let mut scene = dressed_up();
    scene.meshes[0].mesh.uv_sets.pop();
    let error = toile_gltf::write_glb(&scene, Vec::new()).expect_err("set 1 is missing");
    assert!(error.to_string().contains("baseColorTexture of material `linen` wants UV set 1"), "{error}");
}

#[test]
fn a_missing_or_foreign_picture_costs_only_itself_and_is_told() {
    let mut scene = dressed_up();
    scene.images[1] = picture("bumps", [1, 2, 3, 4]);
    let mut text = Vec::new();
    toile_gltf::write_gltf(&scene, &mut text).expect("can be written");
    let mut json: Value = serde_json::from_slice(&text).unwrap();
    json["images"][0]["uri"] = json!("away.png");
    json["images"][1]["uri"] = json!("data:image/gif;base64,R0lGODlh");
    let read = |json: &Value| {
        toile_gltf::read_gltf(&serde_json::to_vec(json).unwrap(), |uri| Err(format!("there is no {uri}")))
    };
    let again = read(&json).expect("the mesh is there");
    assert_eq!(again.materials[0].textures.all().count(), 0);
    assert_eq!(again.materials[0].roughness, 0.5);
    let told = ["images[0]: there is no away.png", "images[1]: the picture is neither PNG nor JPEG"];
    assert_eq!(again.left_out, told);

    json["materials"][0]["normalTexture"]["index"] = json!(7);
    let error = read(&json).expect_err("there is no texture 7").to_string();
    assert!(error.contains("materials[0].normalTexture.index: texture 7 does not exist"), "{error}");
}

#[test]
fn moving_cloth_keeps_coordinates_normals_and_groups() {
    let mut mesh =
        PolyMesh { normals: None, colors: Vec::new(), ..square() }.with_smooth_normals(NormalSplit::Nowhere);
    for value in &mut mesh.uv_sets[0].values {
        *value = (*value * 0.3).as_vec2().as_dvec2();
    }
    let frames: Vec<Vec<DVec3>> = (0..3)
        .map(|f| mesh.positions.iter().map(|p| *p + DVec3::Z * (f64::from(f) * p.x * 0.5)).collect())
        .collect();
    let mut scene = Scene::from_frames("square", mesh.clone(), &frames, 24.0, Interpolation::Linear).unwrap();
    scene.images = dressed_up().images;
    scene.materials = dressed_up().materials;
    scene.materials[0].textures.base_color = Some(SceneTexture::of_image(0));
    let again = toile_gltf::read_glb(&glb(&scene)).expect("can be read");
    let read = &again.meshes[0];
    assert_eq!(read.mesh.groups, mesh.groups);
    assert_eq!(read.morph_targets.len(), 3);
    for (f, frame) in frames.iter().enumerate() {
        let posed = again.merged_at(&again.animations[0], f as f64 / 24.0).expect("valid");
        let flat =
            PolyMesh { positions: frame.clone(), ..mesh.clone() }.with_smooth_normals(NormalSplit::Nowhere);
        let expected = flat.normals.as_ref().unwrap();
        let normals = posed.normals.as_ref().unwrap();
        for corner in 0..mesh.corners.len() {
            let at = |m: &PolyMesh| m.positions[m.corners[corner] as usize];
            assert!(at(&posed).abs_diff_eq(at(&flat), 1e-6));
            assert!(normals.value(corner).unwrap().abs_diff_eq(expected.value(corner).unwrap(), 1e-6));
            let (read, written) =
                (posed.uv_sets[0].value(corner).unwrap(), mesh.uv_sets[0].value(corner).unwrap());
            assert!(read.x == written.x && (read.y - written.y).abs() < 6e-8, "{read} {written}");
        }
    }
}

/// Whatever is damaged in the description of looks, the answer is a scene that is valid, or an error.
#[test]
fn damaged_looks_do_no_harm() {
    let file = glb(&dressed_up());
    let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let (mut read, mut refused) = (0, 0);
    for place in 20..20 + length {
        for byte in [b'9', b'-', b'"'] {
            let mut damaged = file.clone();
            damaged[place] = byte;
            match toile_gltf::read_glb(&damaged) {
                Ok(scene) => {
                    assert_eq!(scene.validate(), Ok(()));
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

proptest! {
    /// Texture coordinates as a file has them pass through Toile bit by bit, and so do positions and normals.
    #[test]
    fn attributes_of_a_file_are_the_same_in_the_next(
        uvs in prop::collection::vec((-8.0f32..8.0, -8.0f32..8.0), 6),
        positions in prop::collection::vec(prop::array::uniform3(-2.0f32..2.0), 4),
    ) {
        let mut mesh = square();
        mesh.positions = positions.iter().map(|p| DVec3::from_array(p.map(f64::from))).collect();
        let values = uvs.iter().map(|(u, v)| DVec2::new(f64::from(*u), f64::from(*v))).collect();
        mesh.uv_sets[0] = CornerAttribute { values, indices: (0..6).collect() };
        let mesh = mesh.with_smooth_normals(NormalSplit::Nowhere);
        let first = toile_gltf::read_glb(&glb(&Scene::from_mesh("square", mesh.clone()))).unwrap();
        let second = toile_gltf::read_glb(&glb(&first)).unwrap();
        prop_assert_eq!(corners(&second.meshes[0].mesh), corners(&first.meshes[0].mesh));
        prop_assert_eq!(glb(&second), glb(&first));
        // `u` is exact the first time, too.
        for corner in 0..6 {
            let (read, given) = (&first.meshes[0].mesh.uv_sets[0], &mesh.uv_sets[0]);
            prop_assert_eq!(read.value(corner).unwrap().x, given.value(corner).unwrap().x);
        }
    }
}
