//! Files to open, and what is saved.

use super::opener::{file_kind, is_other_json};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use toile_geom::TriMesh;
use toile_geom::glam::DVec3;
use toile_io::avi::Film;
use toile_io::file::{read_bytes, write_png};
use toile_io::png::Image;
use toile_io::scene::{Material, Scene};
use toile_io::{Group, PolyMesh, gltf, write_mesh};
use toile_view::environment::Environment;
use toile_view::host::{Drawn, FilmFile, FoundFile, Host, Listing, ModelKind, ViewFileKind};
use toile_view::scene::{Object, ViewScene};

/// The files of this machine.
#[derive(Clone, Debug)]
pub struct Files {
    /// Where things are saved.
    pub output: PathBuf,
}

/// How files end that can be opened.
const KNOWN: [&str; 12] =
    ["hdr", "bvh", "toml", "json", "dxf", "svg", "zip", "obj", "ply", "stl", "glb", "gltf"];

impl Host for Files {
    fn list(&self, folder: Option<&str>) -> Result<Listing, String> {
        let folder = PathBuf::from(folder.unwrap_or("."));
        let folder = folder.canonicalize().unwrap_or(folder);
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut listing = Listing {
            folder: folder.display().to_string(),
            parent: folder.parent().map(|parent| parent.display().to_string()),
            ..Listing::default()
        };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let entry = (name, path.display().to_string());
            if entry.0.starts_with('.') {
                continue;
            }
            if path.is_dir() {
                listing.folders.push(entry);
            } else if is_known(&path) && !is_other_json(&path) {
                let (name, path) = entry;
                let kind = self.kind(&path);
                listing.files.push(FoundFile { name, path, kind });
            }
        }
        listing.folders.sort();
        listing.files.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(listing)
    }

    fn kind(&self, name: &str) -> Option<ViewFileKind> {
        file_kind(name)
    }

    fn surroundings(&self, name: &str) -> Result<Environment, String> {
        let bytes = read_bytes(Path::new(name)).map_err(|error| error.to_string())?;
        Environment::from_radiance(&bytes).map_err(|error| format!("{name}: {error}"))
    }

    fn save_picture(&self, name: &str, picture: &Drawn) -> Result<String, String> {
        let path = self.place(name, "png")?;
        write_png(&path, &image(picture)).map_err(|error| error.to_string())?;
        Ok(path.display().to_string())
    }

    fn begin_film(&self, name: &str, size: [u32; 2], rate: f64) -> Result<Box<dyn FilmFile>, String> {
        let path = self.place(name, "avi")?;
        let words = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = File::create(&path).map_err(|error| words(&error))?;
        let film = Film::new(BufWriter::new(file), size, rate).map_err(|error| words(&error))?;
        Ok(Box::new(SavedFilm { path, film }))
    }

    fn save_model(&self, name: &str, kind: ModelKind, scene: &ViewScene) -> Result<String, String> {
        let path = self.place(name, kind.extension())?;
        match kind {
            ModelKind::Glb => gltf::write_file(&path, &model(scene)),
            ModelKind::Obj => write_mesh(&path, &joined(scene)).map(|_| ()),
        }
        .map_err(|error| error.to_string())?;
        Ok(path.display().to_string())
    }
}

/// A picture as it is saved, with the legend of its colours.
fn image(drawn: &Drawn) -> Image {
    let [width, height] = drawn.size;
    let mut image = Image { width, height, pixels: drawn.pixels.clone() };
    if let Some(legend) = &drawn.legend {
        legend.draw_in_corner(&mut image);
    }
    image
}

/// A film on its way to a file.
struct SavedFilm {
    path: PathBuf,
    film: Film<BufWriter<File>>,
}

impl FilmFile for SavedFilm {
    fn add(&mut self, frame: &Drawn) -> Result<(), String> {
        self.film.add(&image(frame)).map_err(|error| error.in_file(&self.path).to_string())
    }

    fn finish(self: Box<Self>) -> Result<String, String> {
        let Self { path, film, .. } = *self;
        film.finish().map_err(|error| error.in_file(&path).to_string())?;
        Ok(path.display().to_string())
    }
}

impl Files {
    /// A file of a name in the folder for what is saved. One alone does not take the place of one that is there; numbered ones do.
    fn place(&self, name: &str, extension: &str) -> Result<PathBuf, String> {
        std::fs::create_dir_all(&self.output)
            .map_err(|error| format!("{}: {error}", self.output.display()))?;
        let first = self.output.join(format!("{name}.{extension}"));
        if name.contains('_') || !first.exists() {
            return Ok(first);
        }
        let numbered = |n: u32| self.output.join(format!("{name}-{n}.{extension}"));
        (2..10_000)
            .map(numbered)
            .find(|path| !path.exists())
            .ok_or_else(|| format!("{} is full of files of that name", self.output.display()))
    }
}

fn is_known(path: &Path) -> bool {
    let extension =
        path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_lowercase();
    KNOWN.contains(&extension.as_str())
}

fn mesh_of(object: &Object) -> TriMesh {
    let positions = object.positions.iter().map(|p| DVec3::from(p.map(f64::from))).collect();
    TriMesh { positions, triangles: object.mesh.triangles.clone() }
}

fn visible(scene: &ViewScene) -> impl Iterator<Item = &Object> {
    scene.objects.iter().filter(|object| object.visible)
}

/// All objects as one mesh, a group each.
fn joined(scene: &ViewScene) -> PolyMesh {
    let (mut all, mut groups) = (TriMesh::default(), Vec::new());
    for object in visible(scene) {
        let first = all.triangles.len() as u32;
        all.append(&mesh_of(object));
        let faces = first..all.triangles.len() as u32;
        groups.push(Group { name: object.name.clone(), material: None, faces });
    }
    PolyMesh { groups, ..PolyMesh::from(all) }
}

/// All objects as nodes of their own, each with its colour.
fn model(scene: &ViewScene) -> Scene {
    let mut model = Scene::default();
    for object in visible(scene) {
        let (name, material) = (object.name.as_str(), &object.material);
        model.materials.push(Material::of_color(name, material.color, material.roughness));
        model.add(Scene::from_mesh(name, PolyMesh::from(mesh_of(object)).in_one_group("", name)));
    }
    model
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]
    use super::*;
    use std::sync::Arc;
    use toile_geom::shapes;
    use toile_view::scene::ObjectKind;

    fn ball() -> ViewScene {
        let object = crate::viewing::objects::mesh_object(
            "ball",
            ObjectKind::Solid,
            &shapes::icosphere(0.5, 2),
            toile_view::scene::ViewMaterial::default(),
        );
        let hidden =
            Object { visible: false, name: "hidden".into(), positions: Arc::default(), ..object.clone() };
        ViewScene { objects: vec![object, hidden], ..ViewScene::default() }
    }

    #[test]
    fn what_is_saved_can_be_read_again_and_takes_nobodys_place() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files { output: folder.path().join("new") };
        for kind in [ModelKind::Glb, ModelKind::Obj] {
            let first = files.save_model("toile", kind, &ball()).unwrap();
            let second = files.save_model("toile", kind, &ball()).unwrap();
            assert_ne!(first, second);
            let read = toile_io::read_mesh(Path::new(&second)).unwrap();
            assert_eq!(read.face_count(), ball().objects[0].mesh.triangles.len());
        }
        let drawn = |size: [u32; 2]| {
            let pixels = vec![[9, 9, 9, 255]; (size[0] * size[1]) as usize];
            Drawn { size, pixels, legend: None }
        };
        let picture = files.save_picture("toile", &drawn([2, 1])).unwrap();
        assert!(Path::new(&picture).is_file());
        let mut film = files.begin_film("toile", [2, 2], 25.0).unwrap();
        assert!(film.add(&drawn([3, 1])).is_err());
        film.add(&drawn([2, 2])).unwrap();
        assert!(std::fs::read(film.finish().unwrap()).unwrap().starts_with(b"RIFF"));
        let listing = files.list(Some(files.output.to_str().unwrap())).unwrap();
        assert_eq!(listing.files.len(), 4, "pictures cannot be opened: {listing:?}");
        assert!(listing.parent.is_some());
        assert!(files.list(Some("/no/such/folder")).is_err());
        let sky = folder.path().join("sky.HDR");
        std::fs::write(&sky, b"#?RADIANCE\n\n-Y 1 +X 2\n\x80\x80\x80\x81\x00\x80\x80\x81").unwrap();
        let sky = sky.to_str().unwrap();
        assert_eq!(files.kind(sky), Some(ViewFileKind::Surroundings));
        assert_eq!(files.surroundings(sky).unwrap().width, 2);
        let trouble = files.surroundings(&picture).unwrap_err();
        assert!(trouble.contains("not a Radiance picture") && trouble.contains("toile.png"), "{trouble}");
    }

    #[test]
    fn the_legend_of_a_heat_map_is_saved_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files { output: folder.path().to_owned() };
        let (map, range) = (toile_look::ColorMap::Warm, [0.0, 50.0]);
        let legend = toile_look::Legend { title: "Tension".into(), unit: "N/m".into(), range, map };
        let pixels = vec![[200, 200, 200, 255]; 400 * 300];
        let mut picture = Drawn { size: [400, 300], pixels, legend: Some(legend) };
        let saved = files.save_picture("heat", &picture).unwrap();
        picture.legend = None;
        let plain = files.save_picture("plain", &picture).unwrap();
        let read = |path: &str| toile_io::file::read_png(Path::new(path)).unwrap().pixels;
        let changed = read(&saved).iter().zip(&read(&plain)).filter(|(a, b)| a != b).count();
        assert!(changed > 1000, "{changed}");
    }
}
