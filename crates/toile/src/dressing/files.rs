//! Files of a dressed body: a picture, a GLB, a mesh of each garment, and how it fits.

use super::closures;
use crate::fit::report::{self, ReportEntry, ReportSettings};
use crate::fit::{MapSettings, Scale, heat_map, write_glb, write_json};
use std::fs;
use std::path::{Path, PathBuf};
use toile_dress::fit::FitQuantity;
use toile_dress::{Fit, Outfit};
use toile_geom::TriMesh;
use toile_io::file::write_png;
use toile_io::scene::{Material, Scene, SceneError};
use toile_io::{PolyMesh, WriteError, gltf, write_mesh};
use toile_look::{Color, Look, LookObject, LookScene, LookSurface, Sheet, View};

/// Colours of garments, from inside to outside.
pub(crate) const CLOTH: [u32; 5] = [0x4A_62_8A, 0xC4_8F_86, 0x7C_8F_6B, 0xB8_9A_5E, 0x8A_6F_8E];
pub(crate) const SKIN: u32 = 0xDD_CB_BA;
/// Buttons, zips and hooks.
const BUTTON: u32 = 0xE9_E6_DF;
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

/// What can be written into a folder as pictures, models and numbers.
pub trait Export {
    /// Writes all of it. Returns the files.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FileError>;
}

impl Export for Outfit {
    /// Writes pictures, the dressed body as GLB, the body and each garment as OBJ, and how each garment fits: as a map, as a report, as a model with the
    /// tension as colours, and all values as JSON.
    fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FileError> {
        let folder = folder.as_ref();
        make(folder)?;
        let mut files = Vec::new();
        let mut file = |name: String| {
            let path = folder.join(name);
            files.push(path.clone());
            path
        };
        let look = Look { width: 700, height: 1000, ..Look::default() };
        let names: Vec<&str> = self.names().collect();
        write_png(
            &file("look.png".into()),
            &picture(&look, self, &VIEWS).title(names.join(" and ")).compose(),
        )?;
        gltf::write_file(&file("outfit.glb".into()), &scene(self))?;
        write_mesh(&file("body.obj".into()), &self.wearer.mesh().clone().into())?;
        for (n, garment) in self.garments.iter().enumerate() {
            write_mesh(&file(numbered("garment", n, names[n], "obj")), &garment.cloth.mesh().into())?;
        }
        write_fit(&entries(self, &self.fit().fits), &mut file)?;
        Ok(files)
    }
}

/// Makes a folder, if it is not there yet.
pub(super) fn make(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|error| FileError::Folder { path: folder.to_owned(), error })
}

/// Each garment of an outfit with how it fits.
fn entries<'a>(outfit: &'a Outfit, fits: &'a [Fit]) -> Vec<ReportEntry<'a>> {
    let (body, pairs) = (&outfit.wearer, outfit.garments.iter().zip(fits));
    pairs.map(|(dressed, fit)| ReportEntry { name: dressed.name().to_owned(), dressed, fit, body }).collect()
}

fn write_fit(entries: &[ReportEntry<'_>], file: &mut dyn FnMut(String) -> PathBuf) -> Result<(), FileError> {
    let settings = MapSettings { width: 500, height: 700, ..MapSettings::default() };
    write_png(&file("fit.png".into()), &heat_map(entries, FitQuantity::Tension, &settings))?;
    write_json(&file("fit.json".into()), entries)?;
    let fits: Vec<&Fit> = entries.iter().map(|entry| entry.fit).collect();
    let scale = Scale::of(FitQuantity::Tension, &fits);
    for (n, entry) in entries.iter().enumerate() {
        write_glb(&file(numbered("fit", n, &entry.name, "glb")), entry, &scale)?;
        let report = file(numbered("fit", n, &entry.name, "html"));
        report::write(&report, std::slice::from_ref(entry), &ReportSettings::default())?;
    }
    Ok(())
}

/// Writes the mesh of one of several sizes. Returns the file.
///
/// # Errors
/// If the folder cannot be written to.
pub(super) fn write_size(
    folder: &Path,
    n: usize,
    size: &str,
    outfit: &Outfit,
) -> Result<Vec<PathBuf>, FileError> {
    make(folder)?;
    let path = folder.join(numbered("size", n, size, "obj"));
    write_mesh(&path, &outfit.mesh().into())?;
    Ok(vec![path])
}

/// Writes the comparison of several sizes of a garment: a report, maps of tension and distance, and all numbers; and `refused`, what is to be said of sizes that could
/// not be dressed. Returns the files; none if no size could.
///
/// # Errors
/// If the folder cannot be written to.
pub fn write_comparison(
    folder: &Path,
    title: &str,
    entries: &[ReportEntry<'_>],
    refused: Vec<String>,
) -> Result<Vec<PathBuf>, FileError> {
    let mut files = Vec::new();
    if entries.is_empty() {
        return Ok(files);
    }
    make(folder)?;
    let settings = MapSettings::default();
    for quantity in [FitQuantity::Tension, FitQuantity::Distance] {
        let path = folder.join(format!("sizes_{}.png", quantity.name()));
        write_png(&path, &heat_map(entries, quantity, &settings))?;
        files.push(path);
    }
    let path = folder.join("sizes.json");
    write_json(&path, entries)?;
    files.push(path);
    let path = folder.join("sizes.html");
    let settings = ReportSettings { title: title.to_owned(), remarks: refused, ..ReportSettings::default() };
    report::write(&path, entries, &settings)?;
    files.push(path);
    Ok(files)
}

/// The name of a file of one garment of an outfit.
pub(super) fn numbered(what: &str, n: usize, garment: &str, extension: &str) -> String {
    format!("{what}_{}_{}.{extension}", n + 1, plain(garment))
}

/// Pictures of the dressed body from some sides.
pub fn picture(look: &Look, outfit: &Outfit, views: &[View]) -> Sheet {
    let body = outfit.wearer.mesh();
    let meshes: Vec<TriMesh> = outfit.garments.iter().map(|garment| garment.cloth.mesh()).collect();
    let buttons: Vec<TriMesh> = closures(outfit);
    let mut scene = LookScene::of(LookObject::body(body).with_surface(LookSurface::Solid(Color::hex(SKIN))));
    for (mesh, color) in meshes.iter().zip(CLOTH.iter().cycle()) {
        scene.objects.push(LookObject::cloth(mesh).with_surface(LookSurface::Solid(Color::hex(*color))));
    }
    for mesh in buttons.iter().filter(|mesh| !mesh.triangles.is_empty()) {
        scene.objects.push(LookObject::body(mesh).with_surface(LookSurface::Solid(Color::hex(BUTTON))));
    }
    Sheet::of_views(look, &scene, views)
}

/// A name that is a file's on every system.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// Body and garments as nodes of their own, each with its colour.
fn scene(outfit: &Outfit) -> Scene {
    let mut scene = Scene::default();
    let mut add = |name: String, mesh: TriMesh, color: u32, roughness: f32| {
        let mesh = colored(&mut scene, &name, mesh, color, roughness);
        scene.add(Scene::from_mesh(name, mesh));
    };
    add("body".into(), outfit.wearer.mesh().clone(), SKIN, 0.7);
    let garments = outfit.garments.iter().zip(closures(outfit)).zip(CLOTH.iter().cycle());
    for (n, ((garment, buttons), color)) in garments.enumerate() {
        let name = format!("{} {}", n + 1, garment.name());
        add(name.clone(), garment.cloth.mesh(), *color, 1.0);
        if !buttons.triangles.is_empty() {
            add(format!("{name} closures"), buttons, BUTTON, 0.4);
        }
    }
    scene
}

/// A mesh of one colour, whose material a scene gets.
pub(super) fn colored(scene: &mut Scene, name: &str, mesh: TriMesh, color: u32, roughness: f32) -> PolyMesh {
    scene.materials.push(Material::of_color(name, Color::hex(color).0.to_array(), roughness));
    PolyMesh::from(mesh).in_one_group("", name)
}
