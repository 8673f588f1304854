//! Files of a dressed body: a picture, a GLB, a mesh of each garment, and how it fits.

use super::{closures, garment_mesh};
use crate::file_batch::FileBatch;
use crate::file_error::FileError;
use crate::finish::{ClothMaterials, FinishLevel, Finishing};
use crate::fit::report::{self, ReportEntry, ReportSettings};
use crate::fit::{MapSettings, Scale, heat_map, write_glb, write_json};
use glam::DVec2;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toile_dress::fit::FitQuantity;
use toile_dress::{Dressed, Fit, Outfit};
use toile_geom::TriMesh;
use toile_geom::allowance::Deadline;
use toile_io::file::write_png;
use toile_io::scene::{Material, Scene};
use toile_io::{Group, NormalSplit, PolyMesh, WriteError, gltf, write_mesh};
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
    /// Writes what [`OutfitFiles`] does, with smooth cloth.
    fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FileError> {
        OutfitFiles::of(self).write(folder)
    }
}

/// The files of an outfit, and what is done for the eye in them.
#[derive(Clone, Copy, Debug)]
pub struct OutfitFiles<'a> {
    outfit: &'a Outfit,
    finish: FinishLevel,
}

impl<'a> OutfitFiles<'a> {
    /// Those of an outfit, with smooth cloth.
    pub fn of(outfit: &'a Outfit) -> Self {
        Self { outfit, finish: FinishLevel::default() }
    }

    /// With another finish.
    #[must_use]
    pub fn finish(self, finish: FinishLevel) -> Self {
        Self { finish, ..self }
    }

    /// The finished cloth; none if it cannot be refined, as that of a garment that was given up may be.
    fn finished(&self) -> Option<Finishing> {
        Finishing::of_outfit(self.outfit, self.finish).ok()
    }
}

impl Export for OutfitFiles<'_> {
    /// Writes the meshes of the body and of each garment as they were simulated as OBJ, the dressed body with finished cloth as GLB, all values of how it fits as JSON,
    /// and each garment as a model with the tension as colours; then pictures, a map, and a report of each garment. A file that cannot be written keeps no other
    /// from being written. Pictures that have not begun when the [time limit](toile_dress::DressSettings::time_limit) is over are left out, which is an
    /// error; they have some seconds in any case. Cloth that cannot be refined is shown as it was simulated.
    fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FileError> {
        let outfit = self.outfit;
        let names: Vec<&str> = outfit.names().collect();
        let fit = outfit.fit();
        let entries = entries(outfit, &fit.fits);
        let finishing = self.finished();
        let mut batch = FileBatch::new(folder.as_ref())?.until(time_for_pictures(outfit));
        let finished = finishing.as_ref();
        add_meshes(&mut batch, outfit, finished, &names);
        add_numbers(&mut batch, &entries);
        batch.next_turn();
        let look = Look { width: 700, height: 1000, ..Look::default() };
        batch.add("look.png", move |path| {
            write_png(path, &picture(&look, outfit, finished, &VIEWS).title(names.join(" and ")).compose())
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
fn add_meshes<'a>(
    batch: &mut FileBatch<'a>,
    outfit: &'a Outfit,
    finishing: Option<&'a Finishing>,
    names: &[&str],
) {
    batch.add("body.obj", |path| write_mesh(path, &outfit.wearer.mesh().clone().into()).map(drop));
    for (n, garment) in outfit.garments.iter().enumerate() {
        batch.add(numbered("garment", n, names[n], "obj"), move |path| {
            write_mesh(path, &garment_mesh(garment, garment.name())).map(drop)
        });
    }
    batch.add("outfit.glb", move |path| gltf::write_file(path, &outfit_scene(outfit, finishing)?));
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

/// Pictures of the dressed body from some sides, with its finished cloth if there is some; with the simulated one if that passes through something, as the
/// places are marked on it.
pub fn picture(look: &Look, outfit: &Outfit, finishing: Option<&Finishing>, views: &[View]) -> Sheet {
    let body = outfit.wearer.mesh();
    let finishing = finishing.filter(|_| outfit.crossings.is_empty());
    let mesh = |(n, garment): (usize, &Dressed)| {
        finishing.map_or_else(|| garment.cloth.mesh(), |finishing| finishing.mesh(n))
    };
    let meshes: Vec<TriMesh> = outfit.garments.iter().enumerate().map(mesh).collect();
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

/// Body and garments, finished if there is finished cloth, as nodes of their own; the pieces of a garment are groups with the material of their fabric. The first texture coordinates lay its weave at its
/// real scale, the second are those of [`garment_mesh`]. [`toile_io::write_scene`] writes it in any format.
///
/// # Errors
/// If a picture of a fabric cannot be made, or the finished cloth is not that of the outfit.
pub fn outfit_scene(outfit: &Outfit, finishing: Option<&Finishing>) -> Result<Scene, WriteError> {
    let mut scene = Scene::default();
    let smooth = |name: &str, mesh: TriMesh| {
        PolyMesh::from(mesh).in_one_group("", name).with_smooth_normals(NormalSplit::Nowhere)
    };
    scene.materials.push(material("body", SKIN, 0.7));
    scene.add(Scene::from_mesh("body", smooth("body", outfit.wearer.mesh().clone())));
    let mut materials = ClothMaterials::default();
    let garments = outfit.garments.iter().zip(closures(outfit)).zip(CLOTH.iter().cycle());
    for (n, ((garment, buttons), color)) in garments.enumerate() {
        let name = format!("{} {}", n + 1, garment.name());
        let mut coarse = garment_mesh(garment, &name);
        lay_fabrics(&mut scene, &mut materials, &mut coarse, garment, (&name, Color::hex(*color)))?;
        let mesh = match finishing {
            Some(finishing) => finishing.dressed_up(n, &coarse),
            None => Ok(coarse),
        };
        let mesh = mesh.map_err(|error| WriteError::new(error.to_string()))?;
        scene.add(Scene::from_mesh(&name, mesh));
        if !buttons.triangles.is_empty() {
            let name = format!("{name} closures");
            scene.materials.push(material(&name, BUTTON, 0.4));
            scene.add(Scene::from_mesh(&name, smooth(&name, buttons)));
        }
    }
    Ok(scene)
}

/// Gives each piece of a garment the material of its fabric, and scales its texture coordinates to the pictures of that.
fn lay_fabrics(
    scene: &mut Scene,
    materials: &mut ClothMaterials,
    mesh: &mut PolyMesh,
    garment: &Dressed,
    (name, dye): (&str, Color),
) -> Result<(), WriteError> {
    let cloth = &garment.cloth;
    let fabric_of = |group: &Group| {
        let number = *cloth.fabric_of.get(group.faces.start as usize)?;
        Some(cloth.fabrics.get(usize::from(number))?.fabric.name.clone())
    };
    let mut sizes: BTreeMap<String, DVec2> = BTreeMap::new();
    for group in &mut mesh.groups {
        let Some(fabric) = fabric_of(group) else { continue };
        let material = format!("{name} {fabric}");
        let size = if let Some(size) = sizes.get(&fabric) {
            *size
        } else {
            let size = materials.add(scene, &material, &fabric, dye)?;
            *sizes.entry(fabric).or_insert(size)
        };
        group.material = Some(material);
        if let Some(set) = mesh.uv_sets.first_mut() {
            let corners = 3 * group.faces.start as usize..3 * group.faces.end as usize;
            let mut own: Vec<u32> = set.indices[corners].to_vec();
            own.sort_unstable();
            own.dedup();
            for value in own {
                set.values[value as usize] /= size;
            }
        }
    }
    Ok(())
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
