//! Files of a dressed body: a picture, a GLB, a mesh of each garment, and how it fits.

use super::{closures, garment_mesh};
use crate::file_batch::FileBatch;
use crate::file_error::FileError;
use crate::fit::report::{self, ReportEntry, ReportSettings};
use crate::fit::{MapSettings, Scale, heat_map, write_glb, write_json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toile_dress::fit::FitQuantity;
use toile_dress::{Fit, Outfit};
use toile_geom::TriMesh;
use toile_geom::allowance::Deadline;
use toile_io::file::write_png;
use toile_io::scene::{Material, Scene};
use toile_io::{NormalSplit, PolyMesh, gltf, write_mesh};
use toile_look::{Color, Look, LookObject, LookScene, LookSurface, Sheet, View};

/// Colours of garments, from inside to outside.
pub(crate) const CLOTH: [u32; 5] = [0x4A_62_8A, 0xC4_8F_86, 0x7C_8F_6B, 0xB8_9A_5E, 0x8A_6F_8E];
pub(crate) const SKIN: u32 = 0xDD_CB_BA;
/// Buttons, zips and hooks.
const BUTTON: u32 = 0xE9_E6_DF;
const VIEWS: [View; 3] = [View::Front, View::ThreeQuarter, View::Back];

/// What can be written into a folder as pictures, models and numbers.
pub trait Export {
    /// Writes all of it, what matters most first. Returns the files.
    ///
    /// # Errors
    /// If the folder cannot be made, or some of the files cannot be written: all others are.
    fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FileError>;
}

impl Export for Outfit {
    /// Writes the meshes of the body and of each garment as OBJ, the dressed body as GLB, all values of how it fits as JSON, and each garment as a model
    /// with the tension as colours; then pictures, a map, and a report of each garment. A file that cannot be written keeps no other from being written.
    /// Pictures that have not begun when the [time limit](toile_dress::DressSettings::time_limit) is over are left out, which is an error; they have
    /// some seconds in any case.
    fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FileError> {
        let names: Vec<&str> = self.names().collect();
        let fit = self.fit();
        let entries = entries(self, &fit.fits);
        let mut batch = FileBatch::new(folder.as_ref())?.until(time_for_pictures(self));
        add_meshes(&mut batch, self, &names);
        add_numbers(&mut batch, &entries);
        batch.next_turn();
        let look = Look { width: 700, height: 1000, ..Look::default() };
        batch.add("look.png", move |path| {
            write_png(path, &picture(&look, self, &VIEWS).title(names.join(" and ")).compose())
        });
        add_pictures(&mut batch, &entries);
        batch.write()
    }
}

/// The least time that pictures have, in seconds.
const LEAST_TIME: f64 = 20.0;

/// When it is too late for pictures.
fn time_for_pictures(outfit: &Outfit) -> Deadline {
    Deadline::after((outfit.settings.time_limit - outfit.seconds.total()).max(LEAST_TIME))
}

/// Each garment of an outfit with how it fits.
fn entries<'a>(outfit: &'a Outfit, fits: &'a [Fit]) -> Vec<ReportEntry<'a>> {
    let (body, pairs) = (&outfit.wearer, outfit.garments.iter().zip(fits));
    pairs.map(|(dressed, fit)| ReportEntry { name: dressed.name().to_owned(), dressed, fit, body }).collect()
}

/// The body, each garment, and all of them together.
fn add_meshes<'a>(batch: &mut FileBatch<'a>, outfit: &'a Outfit, names: &[&str]) {
    batch.add("body.obj", |path| write_mesh(path, &outfit.wearer.mesh().clone().into()).map(drop));
    for (n, garment) in outfit.garments.iter().enumerate() {
        batch.add(numbered("garment", n, names[n], "obj"), move |path| {
            write_mesh(path, &garment_mesh(garment, garment.name())).map(drop)
        });
    }
    batch.add("outfit.glb", |path| gltf::write_file(path, &outfit_scene(outfit)));
}

/// How garments fit, as numbers and as models with colours.
fn add_numbers<'a>(batch: &mut FileBatch<'a>, entries: &'a [ReportEntry<'a>]) {
    batch.add("fit.json", |path| write_json(path, entries));
    let fits: Vec<&Fit> = entries.iter().map(|entry| entry.fit).collect();
    let scale = Arc::new(Scale::of(FitQuantity::Tension, &fits));
    for (n, entry) in entries.iter().enumerate() {
        let scale = Arc::clone(&scale);
        batch.add(numbered("fit", n, &entry.name, "glb"), move |path| write_glb(path, entry, &scale));
    }
}

/// How garments fit, as a map and as reports.
fn add_pictures<'a>(batch: &mut FileBatch<'a>, entries: &'a [ReportEntry<'a>]) {
    batch.add("fit.png", |path| {
        let settings = MapSettings { width: 500, height: 700, ..MapSettings::default() };
        write_png(path, &heat_map(entries, FitQuantity::Tension, &settings))
    });
    for (n, entry) in entries.iter().enumerate() {
        batch.add(numbered("fit", n, &entry.name, "html"), move |path| {
            report::write(path, std::slice::from_ref(entry), &ReportSettings::default())
        });
    }
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
    let mut batch = FileBatch::new(folder)?;
    batch.add(numbered("size", n, size, "obj"), |path| write_mesh(path, &outfit.mesh().into()).map(drop));
    batch.write()
}

/// Writes the comparison of several sizes of a garment: all numbers, maps of tension and distance, and a report; and `refused`, what is to be said of sizes that could
/// not be dressed. Returns the files; none if no size could.
///
/// # Errors
/// If the folder or one of the files cannot be written to; the others are written then.
pub fn write_comparison(
    folder: &Path,
    title: &str,
    entries: &[ReportEntry<'_>],
    refused: Vec<String>,
) -> Result<Vec<PathBuf>, FileError> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let mut batch = FileBatch::new(folder)?;
    batch.add("sizes.json", |path| write_json(path, entries));
    batch.next_turn();
    for quantity in [FitQuantity::Tension, FitQuantity::Distance] {
        batch.add(format!("sizes_{}.png", quantity.name()), move |path| {
            write_png(path, &heat_map(entries, quantity, &MapSettings::default()))
        });
    }
    let settings = ReportSettings { title: title.to_owned(), remarks: refused, ..ReportSettings::default() };
    batch.add("sizes.html", move |path| report::write(path, entries, &settings));
    batch.write()
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
    let marked = crossing_triangles(outfit);
    for ((mesh, marked), color) in meshes.iter().zip(&marked).zip(CLOTH.iter().cycle()) {
        let cloth = LookObject::cloth(mesh).with_surface(LookSurface::Solid(Color::hex(*color)));
        scene.objects.push(cloth.with_marked(marked));
    }
    for mesh in buttons.iter().filter(|mesh| !mesh.triangles.is_empty()) {
        scene.objects.push(LookObject::body(mesh).with_surface(LookSurface::Solid(Color::hex(BUTTON))));
    }
    Sheet::of_views(look, &scene, views)
}

/// The triangles of each garment that pass through something.
fn crossing_triangles(outfit: &Outfit) -> Vec<Vec<u32>> {
    let mut marked = vec![Vec::new(); outfit.garments.len()];
    for (garment, triangle) in outfit.crossings.iter().flat_map(|crossing| &crossing.triangles) {
        marked[*garment].push(*triangle);
    }
    marked
}

/// A name that is a file's on every system.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// Body and garments as nodes of their own, each with its colour; the pieces of a garment are groups, with texture
/// coordinates as [`garment_mesh`] makes them. [`toile_io::write_scene`] writes it in any format.
pub fn outfit_scene(outfit: &Outfit) -> Scene {
    let mut scene = Scene::default();
    let mut add = |name: &str, mesh: PolyMesh, color: u32, roughness: f32| {
        scene.materials.push(material(name, color, roughness));
        scene.add(Scene::from_mesh(name, mesh));
    };
    let smooth = |name: &str, mesh: TriMesh| {
        PolyMesh::from(mesh).in_one_group("", name).with_smooth_normals(NormalSplit::Nowhere)
    };
    add("body", smooth("body", outfit.wearer.mesh().clone()), SKIN, 0.7);
    let garments = outfit.garments.iter().zip(closures(outfit)).zip(CLOTH.iter().cycle());
    for (n, ((garment, buttons), color)) in garments.enumerate() {
        let name = format!("{} {}", n + 1, garment.name());
        add(&name, garment_mesh(garment, &name), *color, 1.0);
        if !buttons.triangles.is_empty() {
            let name = format!("{name} closures");
            add(&name, smooth(&name, buttons), BUTTON, 0.4);
        }
    }
    scene
}

/// A mesh of one colour, whose material a scene gets.
pub(super) fn colored(scene: &mut Scene, name: &str, mesh: TriMesh, color: u32, roughness: f32) -> PolyMesh {
    scene.materials.push(material(name, color, roughness));
    PolyMesh::from(mesh).in_one_group("", name)
}

/// A material of one colour.
fn material(name: &str, color: u32, roughness: f32) -> Material {
    Material::of_color(name, Color::hex(color).0.to_array(), roughness)
}
