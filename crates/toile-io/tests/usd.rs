//! What is written as USD: its structure here, its meaning by `OpenUSD` itself in `bench/usd/check.py`.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use glam::{DVec2, DVec3};
use std::cell::Cell;
use std::io::Cursor;
use toile_geom::TriMesh;
use toile_io::png::{Image, write_rgb8};
use toile_io::scene::{
    AlphaMode, Interpolation, Material, MaterialSheen, Node, Scene, SceneImage, SceneTexture, Transform,
    UvTransform,
};
use toile_io::usd::{UsdStage, write_file};
use toile_io::{CornerAttribute, Group, NormalSplit, Omission, PolyMesh, read_mesh, write_mesh};

/// A square of two pieces with texture coordinates and normals.
fn square() -> PolyMesh {
    let mesh = TriMesh {
        positions: vec![DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let mut mesh = PolyMesh::from(mesh).with_smooth_normals(NormalSplit::Nowhere);
    let values = mesh.positions.iter().map(|p| DVec2::new(p.x, p.y)).collect();
    mesh.uv_sets.push(CornerAttribute { values, indices: mesh.corners.clone() });
    let group = |name: &str, material: &str, faces| Group {
        name: name.into(),
        material: Some(material.into()),
        faces,
    };
    mesh.groups = vec![group("front \"left\"", "linen", 0..1), group("back", "1 silk", 1..2)];
    mesh
}

fn scene() -> Scene {
    let mut picture = Vec::new();
    write_rgb8(&mut picture, &Image { width: 1, height: 1, pixels: vec![[1, 2, 3, 255]] }).unwrap();
    let mut scene = Scene::from_mesh("the dress", square());
    scene.images.push(SceneImage::new("a weave", picture));
    let mut linen = Material { name: "linen".into(), alpha: AlphaMode::Mask(0.5), ..Material::default() };
    let half = UvTransform { scale: DVec2::splat(0.5), ..UvTransform::IDENTITY };
    linen.textures.base_color = Some(SceneTexture { transform: half, ..SceneTexture::of_image(0) });
    scene.materials.push(linen);
    scene
}

fn text(stage: &UsdStage<'_>) -> String {
    let mut out = Vec::new();
    stage.write_usda(&mut out, "pictures").unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_balanced(&text);
    text
}

/// Checks that every bracket outside of quotes has its partner.
#[track_caller]
fn assert_balanced(text: &str) {
    let mut open = Vec::new();
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            '"' if !escaped => quoted = !quoted,
            '(' | '[' | '{' if !quoted => open.push(c),
            ')' | ']' | '}' if !quoted => {
                let partner = open.pop();
                assert!(
                    matches!((partner, c), (Some('('), ')') | (Some('['), ']') | (Some('{'), '}')),
                    "{c}"
                );
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    assert!(open.is_empty() && !quoted);
}

/// The numbers of the list behind `head`.
#[track_caller]
fn numbers(text: &str, head: &str) -> Vec<f64> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(head));
    assert!(line.is_some(), "there is no `{head}`");
    let list = line.unwrap().split_once('[').unwrap().1.split_once(']').unwrap().0;
    list.split(|c: char| "(), ".contains(c)).filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect()
}

#[test]
fn a_mesh_has_all_that_it_had() {
    let scene = scene();
    let text = text(&UsdStage::new(&scene).named("outfit"));
    assert!(text.starts_with("#usda 1.0\n"));
    for line in ["defaultPrim = \"outfit\"", "metersPerUnit = 1", "upAxis = \"Y\""] {
        assert!(text.contains(line), "{line}");
    }
    assert!(!text.contains("timeSamples") && !text.contains("TimeCode"));
    assert_eq!(numbers(&text, "point3f[] points ="), [0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
    assert_eq!(numbers(&text, "float3[] extent ="), [0., 0., 0., 1., 1., 0.]);
    assert_eq!(numbers(&text, "int[] faceVertexCounts ="), [3., 3.]);
    assert_eq!(numbers(&text, "int[] faceVertexIndices ="), [0., 1., 2., 0., 2., 3.]);
    assert_eq!(numbers(&text, "normal3f[] normals ="), [0., 0., 1.].repeat(4));
    assert_eq!(numbers(&text, "texCoord2f[] primvars:st ="), [0., 0., 1., 0., 1., 1., 0., 1.]);
    assert_eq!(numbers(&text, "int[] primvars:st:indices ="), [0., 1., 2., 0., 2., 3.]);
}

#[test]
fn names_are_valid_and_shown_as_they_were_and_every_path_leads_somewhere() {
    let scene = scene();
    let text = text(&UsdStage::new(&scene).named("my outfit"));
    for line in [
        "def Xform \"my_outfit\" (",
        "displayName = \"my outfit\"",
        "def Mesh \"the_dress\" (",
        "def GeomSubset \"front__left_\" (",
        r#"displayName = "front \"left\"""#,
        "def Material \"_1_silk\" (",
    ] {
        assert!(text.contains(line), "{line}");
    }
    let targets = text.split('<').skip(1).map(|rest| rest.split_once('>').unwrap().0);
    let mut count = 0;
    for target in targets {
        let (prim, property) = target.split_once('.').unwrap_or((target, ""));
        assert!(prim.starts_with("/my_outfit/Materials/"));
        let name = prim.rsplit('/').next().unwrap();
        assert!(
            text.contains(&format!("def Material \"{name}\""))
                || text.contains(&format!("def Shader \"{name}\""))
        );
        assert!(property.is_empty() || text.contains(&format!(" {property}\n")), "{target}");
        count += 1;
    }
    assert!(count >= 7, "{count} paths");
}

#[test]
fn corners_that_differ_have_normals_of_their_own_and_those_without_coordinates_the_origin() {
    let mut mesh = square();
    let normals = mesh.normals.as_mut().unwrap();
    normals.values.push(DVec3::new(0.0, 0.0, -2.0));
    normals.indices[3] = normals.values.len() as u32 - 1;
    mesh.uv_sets[0].indices[5] = toile_io::NO_INDEX;
    let mut scene = Scene::from_mesh("square", mesh);
    scene.nodes[0].transform = Transform::from_translation(DVec3::new(0.0, 5.0, 0.0));
    let text = text(&UsdStage::new(&scene));
    let normals = numbers(&text, "normal3f[] normals =");
    assert_eq!(normals.len(), 18);
    assert_eq!(normals[9..12], [0.0, 0.0, -1.0]);
    assert!(text.contains("interpolation = \"faceVarying\""));
    let (values, indices) =
        (numbers(&text, "texCoord2f[] primvars:st ="), numbers(&text, "int[] primvars:st:indices ="));
    assert_eq!((values.len(), &values[8..], indices[5]), (10, &[0.0, 0.0][..], 4.0));
    assert_eq!(numbers(&text, "point3f[] points =")[1], 5.0, "the node's place counts");
}

#[test]
fn frames_are_asked_for_one_by_one_and_normals_turn_with_them() {
    let scene = scene();
    let flat = square().positions;
    let asked = Cell::new(0);
    let upright = |frame: usize| {
        asked.set(asked.get() + 1);
        let lean = |p: &DVec3| if frame == 0 { *p } else { DVec3::new(p.x, 0.0, p.y * frame as f64) };
        Ok(flat.iter().map(lean).collect())
    };
    let text = text(&UsdStage::new(&scene).with_rate(25.0).with_frames(0, 3, &upright));
    for line in ["startTimeCode = 0", "endTimeCode = 2", "timeCodesPerSecond = 25", "framesPerSecond = 25"] {
        assert!(text.contains(line), "{line}");
    }
    // Each frame has a line of points, one of the box and one of normals, in this order.
    let at: Vec<Vec<f64>> =
        text.lines().filter(|l| l.trim_start().starts_with("2: [")).map(|l| numbers(l, "2:")).collect();
    assert_eq!(at[0], [0., 0., 0., 1., 0., 0., 1., 0., 2., 0., 0., 2.]);
    assert_eq!(at[1], [0., 0., 0., 1., 0., 2.]);
    assert_eq!(at[2], [0., -1., 0.].repeat(4));
    assert!(asked.get() <= 8, "{} frames were asked for", asked.get());
}

#[test]
fn animations_of_a_scene_are_sampled_and_what_stands_still_is_not() {
    let flat = square();
    let risen: Vec<DVec3> = flat.positions.iter().map(|p| *p + DVec3::Z).collect();
    let frames = [flat.positions.clone(), risen];
    let mut scene = Scene::from_frames("cloth", flat, &frames, 2.0, Interpolation::Linear).unwrap();
    scene.add(Scene::from_mesh("floor", square()));
    let text = text(&UsdStage::new(&scene).with_rate(4.0));
    assert!(text.contains("endTimeCode = 2"));
    assert_eq!(text.matches("points.timeSamples").count(), 1);
    let middle = text.lines().find(|line| line.trim_start().starts_with("1: [")).unwrap();
    assert_eq!(numbers(middle, "1:")[2], 0.5, "between the keys");
}

#[test]
fn a_package_holds_the_stage_and_its_pictures() {
    let scene = scene();
    let mut file = Cursor::new(Vec::new());
    let left_out = UsdStage::new(&scene).named("my outfit").write_usdz(&mut file).unwrap();
    assert_eq!(left_out, []);
    let bytes = file.into_inner();
    assert_eq!((&bytes[..4], &bytes[30..44]), (&b"PK\x03\x04"[..], &b"my_outfit.usda"[..]));
    let at = bytes.windows(9).position(|w| w == b"#usda 1.0").unwrap();
    assert_eq!(at % 64, 0);
    let picture =
        bytes.windows(scene.images[0].bytes.len()).position(|w| w == &*scene.images[0].bytes).unwrap();
    assert_eq!(picture % 64, 0);
    let name = b"textures/0_a_weave.png";
    assert!(bytes.windows(name.len()).any(|w| w == name));
    let told = format!("@{}@", String::from_utf8_lossy(name));
    assert!(bytes.windows(told.len()).any(|w| w == told.as_bytes()), "the stage names it");
}

#[test]
fn text_in_a_file_has_its_pictures_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my dress.usda");
    let mut scene = scene();
    scene.materials[0].sheen = Some(MaterialSheen { color: [1.0; 3], roughness: 1.0 });
    assert_eq!(write_file(&path, &UsdStage::new(&scene)).unwrap(), [Omission::Sheen]);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("@my_dress_textures/0_a_weave.png@"));
    let picture = std::fs::read(folder.path().join("my_dress_textures/0_a_weave.png")).unwrap();
    assert_eq!(picture, &*scene.images[0].bytes);
}

#[test]
fn what_cannot_be_written_is_named() {
    let fail = |stage: &UsdStage<'_>| stage.write_usda(Vec::new(), "").unwrap_err().to_string();
    let scene = scene();
    let few = |_| Ok(vec![DVec3::ZERO]);
    assert_eq!(fail(&UsdStage::new(&scene).with_frames(0, 2, &few)), "frame 0: 1 positions for 4 vertices");
    let far = |_| Ok(vec![DVec3::splat(1e300); 4]);
    let words = fail(&UsdStage::new(&scene).with_frames(0, 2, &far));
    assert!(words.contains("the dress: vertex 0 does not fit"), "{words}");
    assert!(fail(&UsdStage::new(&scene).with_rate(0.0)).contains("0 frames a second"));
    assert!(
        fail(&UsdStage::new(&scene).with_frames(3, 2, &few)).contains("frames of node 3, which has no mesh")
    );
    let mut bare = scene.clone();
    bare.meshes[0].mesh.uv_sets.clear();
    assert!(fail(&UsdStage::new(&bare)).contains("wants UV set 0"));
    let mut lone = Scene::default();
    lone.add_node(Node::default(), None).unwrap();
    assert!(text(&UsdStage::new(&lone)).contains("def Xform \"outfit\""), "nothing to show is no error");
}

#[test]
fn meshes_are_written_by_their_name_and_not_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["square.usda", "square.usdz"] {
        let path = folder.path().join(name);
        assert_eq!(write_mesh(&path, &square()).unwrap(), []);
        let words = read_mesh(&path).unwrap_err().to_string();
        assert!(
            words.contains(name) && words.contains("USD is written, not read; export the mesh as GLB"),
            "{words}"
        );
    }
}
