//! Files of a dressed body: a picture, a GLB, and a mesh of each garment.

use crate::look::{Color, ColorMap, HeatValues, Legend, Look, LookObject, LookScene, Sheet, Surface, View};
use std::fs;
use std::path::{Path, PathBuf};
use toile_dress::{Body, DressedOutfit};
use toile_geom::TriMesh;
use toile_geom::distance::points_to_mesh;
use toile_io::file::write_png;
use toile_io::gltf;
use toile_io::scene::{Material, Node, Scene, SceneError, SceneMesh};
use toile_io::{Group, PolyMesh, WriteError, write_mesh};

/// Colours of garments, from inside to outside.
const CLOTH: [u32; 5] = [0x4A_62_8A, 0xC4_8F_86, 0x7C_8F_6B, 0xB8_9A_5E, 0x8A_6F_8E];
const SKIN: u32 = 0xDD_CB_BA;
/// The distance to the skin at the end of the legend, in mm.
const FAR: f32 = 60.0;
const VIEWS: [View; 3] = [View::Front, View::ThreeQuarter, View::Back];

/// Why files could not be written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A folder could not be made.
    #[error("{}: cannot create: {error}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The scene does not hold together.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

/// Writes a picture, another with how far cloth is from the skin, the dressed body as GLB, and each garment and the body as OBJ. Returns the files.
///
/// # Errors
/// If the folder cannot be written to.
pub fn write_files(folder: &Path, body: &Body, outfit: &DressedOutfit) -> Result<Vec<PathBuf>, FileError> {
    fs::create_dir_all(folder).map_err(|error| FileError::Folder { path: folder.to_owned(), error })?;
    let mut files = Vec::new();
    let look = Look { width: 700, height: 1000, ..Look::default() };
    let names: Vec<&str> =
        outfit.garments.iter().map(|garment| garment.meshed.garment.name.as_str()).collect();
    let path = folder.join("look.png");
    write_png(&path, &picture(&look, &body.mesh, outfit).title(names.join(" and ")).compose())?;
    files.push(path);
    let path = folder.join("fit.png");
    write_png(&path, &ease(&look, &body.mesh, outfit).compose())?;
    files.push(path);
    let path = folder.join("outfit.glb");
    gltf::write_file(&path, &scene(body, outfit)?)?;
    files.push(path);
    let mut write = |name: String, mesh: TriMesh| -> Result<(), FileError> {
        let path = folder.join(name);
        write_mesh(&path, &mesh.into())?;
        files.push(path);
        Ok(())
    };
    write("body.obj".into(), body.mesh.clone())?;
    for (n, garment) in outfit.garments.iter().enumerate() {
        write(
            format!("garment_{}_{}.obj", n + 1, plain(&garment.meshed.garment.name)),
            garment.cloth.mesh(),
        )?;
    }
    Ok(files)
}

/// Pictures of the dressed body from several sides.
pub fn picture(look: &Look, body: &TriMesh, outfit: &DressedOutfit) -> Sheet {
    let meshes: Vec<TriMesh> = outfit.garments.iter().map(|garment| garment.cloth.mesh()).collect();
    let mut scene = LookScene::of(LookObject::body(body).with_surface(Surface::Solid(Color::hex(SKIN))));
    for (mesh, color) in meshes.iter().zip(CLOTH.iter().cycle()) {
        scene.objects.push(LookObject::cloth(mesh).with_surface(Surface::Solid(Color::hex(*color))));
    }
    Sheet::of_views(look, &scene, &VIEWS)
}

/// How far the outermost cloth stands off the skin, as colours.
fn ease(look: &Look, body: &TriMesh, outfit: &DressedOutfit) -> Sheet {
    let meshes: Vec<TriMesh> = outfit.garments.iter().map(|garment| garment.cloth.mesh()).collect();
    let off = |mesh: &TriMesh| -> Vec<f32> {
        points_to_mesh(&mesh.positions, body).into_iter().map(|metres| 1e3 * metres as f32).collect()
    };
    let values: Vec<Vec<f32>> = meshes.iter().map(off).collect();
    let (range, map) = ([0.0, FAR], ColorMap::Sequential);
    let mut scene = LookScene::of(LookObject::body(body).with_surface(Surface::Solid(Color::hex(SKIN))));
    for (mesh, values) in meshes.iter().zip(&values) {
        let surface = Surface::Heat { values: HeatValues::Vertex(values), range, map };
        scene.objects.push(LookObject::cloth(mesh).with_surface(surface));
    }
    let legend = Legend::new("distance to the skin", "mm", range, map);
    Sheet::of_views(look, &scene, &VIEWS).title("Ease").legend(legend)
}

/// A name that is a file's on every system.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// Body and garments as nodes of their own, each with its colour.
fn scene(body: &Body, outfit: &DressedOutfit) -> Result<Scene, SceneError> {
    let mut scene = Scene::default();
    let mut add = |name: String, mesh: TriMesh, color: u32, roughness: f32| {
        let faces = 0..mesh.triangles.len() as u32;
        let mut mesh = PolyMesh::from(mesh);
        mesh.groups = vec![Group { name: String::new(), material: Some(name.clone()), faces }];
        let [red, green, blue] = Color::hex(color).0.to_array();
        scene.materials.push(Material {
            name: name.clone(),
            base_color: [red, green, blue, 1.0],
            roughness,
            ..Material::default()
        });
        let index = scene.meshes.len();
        scene.meshes.push(SceneMesh { name: name.clone(), mesh, ..SceneMesh::default() });
        scene.add_node(Node { name, mesh: Some(index), ..Node::default() }, None).map(|_| ())
    };
    add("body".into(), body.mesh.clone(), SKIN, 0.7)?;
    for (n, (garment, color)) in outfit.garments.iter().zip(CLOTH.iter().cycle()).enumerate() {
        let name = format!("{} {}", n + 1, garment.meshed.garment.name);
        add(name, garment.cloth.mesh(), *color, 1.0)?;
    }
    Ok(scene)
}
