//! From a name to something that lives.

use super::mesh::LiveMesh;
use super::objects::solid_object;
use super::recipe::Recipe;
use super::scene::LiveScene;
use crate::samples::sample;
use crate::scene::Scene as Description;
use std::path::Path;
use toile_body::measures::{Figure, size};
use toile_geom::TriMesh;
use toile_io::{Format, read_mesh, weld_positions};
use toile_pattern::draft;
use toile_view::live::{Live, Making, Opener, Opening, Say};
use toile_view::scene::Scene;

/// What the mannequin wears if nothing else is asked for, from inside to outside.
const OUTFIT: [&str; 2] = ["trousers", "t-shirt"];
/// Who wears it.
const BODY: &str = "eu-38";

/// Opens everything that Toile knows: built-in garments, bodies and meshes by name, and files.
#[derive(Debug, Default)]
pub struct Wardrobe {
    /// The length of the edges of cloth in metres, if not the usual one.
    pub edge: Option<f64>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meant {
    Garment,
    Body,
    Scene,
    Mesh,
}

impl Opener for Wardrobe {
    fn open(&self, opening: &Opening, say: &Say<'_>) -> Result<Box<dyn Live>, String> {
        let mut recipe = Recipe::new(BODY, OUTFIT.map(str::to_owned).to_vec());
        recipe.edge = self.edge.unwrap_or(recipe.edge);
        let Some(first) = opening.names.first() else { return recipe.make(say) };
        if let Some(recipe) = with_outfit(&Recipe { garments: Vec::new(), ..recipe.clone() }, opening) {
            let recipe = if recipe.garments.is_empty() {
                Recipe { garments: OUTFIT.map(str::to_owned).to_vec(), ..recipe }
            } else {
                recipe
            };
            return recipe.make(say);
        }
        say(Making::words(format!("Reading {first}")));
        match meant(first)? {
            Meant::Scene => open_scene(first),
            _ => open_meshes(&opening.names),
        }
    }

    fn first_words(&self) -> Making {
        Making::words("Opening")
    }
}

/// An outfit in which something that was opened has its place; nothing if it is no garment and no body.
pub(super) fn with_outfit(now: &Recipe, opening: &Opening) -> Option<Recipe> {
    let kinds: Vec<Meant> = opening.names.iter().map(|name| meant(name).ok()).collect::<Option<_>>()?;
    let mut next = now.clone();
    let mut garments = if opening.add { next.garments.clone() } else { Vec::new() };
    for (name, kind) in opening.names.iter().zip(kinds) {
        match kind {
            Meant::Garment => garments.push(name.clone()),
            Meant::Body => next = next.with_body(name),
            Meant::Mesh if opening.as_body => next = next.with_body(name),
            Meant::Mesh | Meant::Scene => return None,
        }
    }
    if !garments.is_empty() {
        // A file may have changed since it was drawn.
        next.drawn.retain(|(name, _)| !(opening.names.contains(name) && Path::new(name).is_file()));
        next.garments = garments;
        next.wishes.clear();
    }
    Some(next)
}

/// What a name stands for: a file by its content where names are not enough, a built-in thing otherwise.
fn meant(name: &str) -> Result<Meant, String> {
    let path = Path::new(name);
    if path.is_file() {
        let is_mesh = Format::from_path(path).is_some();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        return Ok(match extension.to_lowercase().as_str() {
            "toml" if is_scene(path) => Meant::Scene,
            _ if is_mesh => Meant::Mesh,
            _ => Meant::Garment,
        });
    }
    let is_figure = Figure::ALL.iter().any(|figure| figure.name() == name);
    if draft::named(name).is_some() {
        Ok(Meant::Garment)
    } else if size(name).is_some() || is_figure {
        Ok(Meant::Body)
    } else if sample(name).is_some() {
        Ok(Meant::Mesh)
    } else {
        Err(format!(
            "{name}: no such file, and nothing built in has that name. There are the garments {}, sizes such as eu-38, and the meshes that `toile list` names.",
            draft::DRAFTS.iter().map(|draft| draft.name).collect::<Vec<_>>().join(", ")
        ))
    }
}

/// Whether a TOML file is a scene: those have cloths, garments have a format.
fn is_scene(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line.trim() == "[[cloth]]"))
}

fn open_scene(name: &str) -> Result<Box<dyn Live>, String> {
    let description = Description::read(Path::new(name)).map_err(|error| error.to_string())?;
    let title = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Box::new(LiveScene::new(title, description)?))
}

fn open_meshes(names: &[String]) -> Result<Box<dyn Live>, String> {
    let mut scene = Scene::default();
    for name in names {
        let title = Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned();
        scene.objects.push(solid_object(&title, &read(name)?));
    }
    Ok(Box::new(LiveMesh::new(names.join(", "), scene)))
}

fn read(name: &str) -> Result<TriMesh, String> {
    match sample(name) {
        Some(sample) if !Path::new(name).exists() => Ok((sample.build)()),
        _ => {
            let mesh = read_mesh(Path::new(name)).map_err(|error| error.to_string())?;
            Ok(weld_positions(&mesh).triangulate().mesh)
        }
    }
}
