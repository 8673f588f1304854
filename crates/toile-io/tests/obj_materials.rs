//! OBJ files with libraries of materials.

use glam::DVec2;
use std::fs;
use toile_geom::shapes;
use toile_io::scene::{AlphaMode, Interpolation, Material, Scene, SceneImage, SceneTexture, UvTransform};
use toile_io::{CornerAttribute, Omission, PolyMesh, obj, read_mesh, write_scene};

/// What a PNG file begins with.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

fn scene() -> Scene {
    let mut mesh = PolyMesh::from(shapes::sheet(DVec2::ONE, [2, 2])).in_one_group("left front", "blue wool");
    let values = mesh.positions.iter().map(|p| DVec2::new(p.x, p.z)).collect();
    mesh.uv_sets.push(CornerAttribute { values, indices: mesh.corners.clone() });
    let mut scene = Scene::from_mesh("sheet", mesh);
    scene.images = vec![SceneImage::new("my weave", PNG), SceneImage::new("", PNG)];
    let mut wool =
        Material { alpha: AlphaMode::Blend, ..Material::of_color("blue wool", [0.0, 0.0, 1.0], 0.5) };
    let small = UvTransform { scale: DVec2::splat(20.0), offset: DVec2::new(0.5, 0.0), rotation: 0.0 };
    wool.textures.base_color = Some(SceneTexture { transform: small, ..SceneTexture::of_image(0) });
    wool.textures.normal = Some(SceneTexture::of_image(1));
    wool.textures.normal_scale = 0.25;
    scene.materials.push(wool);
    scene
}

#[test]
fn materials_and_pictures_lie_beside_the_mesh_in_files_without_blanks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my dress.obj");
    let scene = scene();
    assert_eq!(write_scene(&path, &scene).unwrap(), []);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("mtllib my_dress.mtl\n"));
    assert!(text.contains("\ng left front\nusemtl blue wool\n"));
    let library = fs::read_to_string(folder.path().join("my_dress.mtl")).unwrap();
    let expected = "newmtl blue wool\nKd 0 0 1\nPr 0.5\nPm 0\nmap_Kd -o 0.5 0 1 -s 20 20 1 my_dress_0_my_weave.png\n\
                    map_d -imfchan m -o 0.5 0 1 -s 20 20 1 my_dress_0_my_weave.png\nmap_Bump -bm 0.25 my_dress_1.png\n\
                    norm -bm 0.25 my_dress_1.png\nd 1\n";
    assert_eq!(library, expected);
    for name in ["my_dress_0_my_weave.png", "my_dress_1.png"] {
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), PNG);
    }
    let again = read_mesh(&path).unwrap();
    assert_eq!(again, scene.meshes[0].mesh);
}

#[test]
fn what_has_no_place_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut turned = scene();
    turned.materials[0].textures.base_color.as_mut().unwrap().transform.rotation = 1.0;
    assert_eq!(write_scene(&folder.path().join("a.obj"), &turned).unwrap(), [Omission::Pictures]);
    let mesh = turned.meshes.remove(0).mesh;
    let frames = [mesh.positions.clone()];
    let moving = Scene::from_frames("sheet", mesh, &frames, 24.0, Interpolation::Step).unwrap();
    assert_eq!(obj::write_scene(&folder.path().join("b.obj"), &moving).unwrap(), [Omission::Motion]);
    assert!(!folder.path().join("b.mtl").exists(), "there are no materials");
    assert_eq!(
        write_scene(&folder.path().join("c.ply"), &scene()).unwrap(),
        [Omission::Groups, Omission::Pictures]
    );
}

#[test]
fn pictures_without_coordinates_are_refused_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut bare = scene();
    bare.meshes[0].mesh.uv_sets.clear();
    let words = write_scene(&folder.path().join("bare.obj"), &bare).unwrap_err().to_string();
    assert!(words.contains("bare.obj: meshes[0]: `sheet`: the baseColorTexture"), "{words}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}
