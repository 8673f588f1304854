//! From a name to something that lives.

use super::dressing::LiveDressing;
use super::mesh::LiveMesh;
use super::motion::is_motion;
use super::scene::LiveScene;
use crate::samples::SampleMesh;
use crate::scene::SceneFile;
use crate::viewing::objects::mesh_object;
use crate::viewing::{DEFAULT_OUTFIT, Dye, Subject};
use std::path::Path;
use toile_body::measures::{BodySize, Figure};
use toile_cloth::fabric::Fabric;
use toile_geom::TriMesh;
use toile_io::{read_mesh, weld_positions};
use toile_look::Color;
use toile_pattern::draft::{self, Draft};
use toile_pattern::import::PatternFormat;
use toile_view::host::ViewFileKind;
use toile_view::live::{Live, Making, Opener, Opening, Say, Trouble};
use toile_view::scene::{ObjectKind, ViewMaterial, ViewScene};

/// Who wears it if nobody else is asked for.
const BODY: &str = "eu-38";
/// Colours of meshes that have none.
const PALETTE: [u32; 5] = [0xEC_E7_DD, 0x7F_98_A8, 0xC4_8F_86, 0x8F_A8_8B, 0xD3_BE_7A];

/// Opens everything that Toile knows: built-in garments, bodies and meshes by name, and files.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct WardrobeOpener {
    /// The length of the edges of cloth in metres, if not the usual one.
    pub edge: Option<f64>,
    /// Whether garments are dressed that are far too narrow for the body.
    pub force: bool,
    /// Whether patterns are sewn in the likeliest way where it is not sure how they are, instead of being asked about.
    pub accept_guesses: bool,
    /// The longest that dressing may take, in seconds, if not as usual.
    pub time_limit: Option<f64>,
    /// Whether cloth forgets how it was bent, until that is switched on by hand.
    pub no_creases: bool,
    /// Whether there is no air.
    pub no_air: bool,
    /// Who wears it, if not the usual mannequin.
    pub body: Option<String>,
    /// What all of it is made of, if not what the patterns say.
    pub fabric: Option<Fabric>,
    /// What garments are dyed and printed with, in the order in which they are named; the last holds for the rest.
    pub dyes: Vec<Dye>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meant {
    Garment,
    Body,
    Scene,
    Mesh,
    Motion,
}

impl Opener for WardrobeOpener {
    fn open(&self, opening: &Opening, say: &Say<'_>) -> Result<Box<dyn Live>, Trouble> {
        let mut nothing = LiveDressing::new(self.body.as_deref().unwrap_or(BODY), Vec::new());
        nothing.edge = self.edge.unwrap_or(nothing.edge);
        nothing.time_limit = self.time_limit.unwrap_or(nothing.time_limit);
        nothing.force = self.force;
        nothing.accept_guesses = self.accept_guesses;
        (nothing.creases, nothing.air) = (!self.no_creases, !self.no_air);
        let usual = || DEFAULT_OUTFIT.map(str::to_owned).to_vec();
        if let Some(mut asked) = with_outfit(&nothing, opening) {
            if asked.garments.is_empty() {
                asked.garments = usual();
            }
            let dyed = |(n, name): (usize, &String)| (name.clone(), Dye::nth(&self.dyes, n));
            asked.dyes = asked.garments.iter().enumerate().map(dyed).collect();
            return match &self.fabric {
                Some(fabric) => asked.of_fabric(fabric),
                None => asked,
            }
            .make(say);
        }
        if opening.names.len() > 1
            && let Some(scene) =
                opening.names.iter().find(|name| file_kind(name) == Some(ViewFileKind::Scene))
        {
            return Err(
                format!("{scene}: a scene is opened by itself, and other things came with it.").into()
            );
        }
        let first = opening.names.first().cloned().unwrap_or_default();
        say(Making::words(format!("Reading {first}")));
        match Subject::named(&opening.names) {
            Subject::Scene(path) => Ok(open_scene(&path, &self.dyes)?),
            _ => Ok(open_meshes(&opening.names)?),
        }
    }

    fn wardrobe(&self) -> Vec<String> {
        wardrobe()
    }

    fn first_words(&self) -> Making {
        Making::words("Opening")
    }
}

/// An outfit in which something that was opened has its place; nothing if it is no garment and no body.
pub(super) fn with_outfit(now: &LiveDressing, opening: &Opening) -> Option<LiveDressing> {
    // A name that nobody knows is that of a garment: looking for it gives the error with all names.
    let kind = |name: &String| meant(name).unwrap_or(Meant::Garment);
    let kinds: Vec<Meant> = opening.names.iter().map(kind).collect();
    let mut next = now.clone();
    let mut garments = if opening.add { next.garments.clone() } else { Vec::new() };
    for (name, kind) in opening.names.iter().zip(kinds) {
        match kind {
            Meant::Garment => garments.push(name.clone()),
            Meant::Motion => name.clone_into(&mut next.motion),
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

/// What a name stands for.
fn meant(name: &str) -> Result<Meant, String> {
    let path = Path::new(name);
    let is_body = BodySize::named(name).is_ok() || Figure::ALL.iter().any(|figure| figure.name() == name);
    match Subject::named(&[name.to_owned()]) {
        _ if is_motion(path) => Ok(Meant::Motion),
        Subject::Scene(_) => Ok(Meant::Scene),
        Subject::Meshes(_) => Ok(Meant::Mesh),
        Subject::Garments(_) if !path.is_file() && is_body => Ok(Meant::Body),
        Subject::Garments(_) if path.is_file() || Draft::named(name).is_ok() => Ok(Meant::Garment),
        Subject::Garments(_) => {
            let garments = draft::DRAFTS.iter().map(|draft| draft.name).collect::<Vec<_>>().join(", ");
            Err(format!(
                "{name}: no such file, and nothing built in has that name. There are the garments {garments}, sizes such as eu-38, and the meshes that `toile list` names."
            ))
        }
    }
}

/// Drafts that are shapes for tests, which nobody looks for in a wardrobe.
const SHAPES: [&str; 2] = ["tube", "flag"];

/// The names of built-in garments.
pub(super) fn wardrobe() -> Vec<String> {
    let to_wear = draft::DRAFTS.iter().filter(|draft| !SHAPES.contains(&draft.name));
    to_wear.map(|draft| draft.name.to_owned()).collect()
}

/// Whether a file is a picture of surroundings.
fn is_surroundings(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("hdr"))
}

/// Whether a file is JSON of something else than a pattern, such as the joints of a body.
pub(super) fn is_other_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
        && std::fs::read(path).is_ok_and(|bytes| PatternFormat::of(&bytes).is_none())
}

/// What a file is; nothing of what is no file.
pub(super) fn file_kind(name: &str) -> Option<ViewFileKind> {
    if is_surroundings(Path::new(name)) {
        return Some(ViewFileKind::Surroundings);
    }
    match meant(name).ok().filter(|_| Path::new(name).is_file())? {
        Meant::Garment if is_other_json(Path::new(name)) => None,
        Meant::Garment => Some(ViewFileKind::Pattern),
        Meant::Scene => Some(ViewFileKind::Scene),
        Meant::Mesh => Some(ViewFileKind::Mesh),
        Meant::Motion => Some(ViewFileKind::Motion),
        Meant::Body => None,
    }
}

fn open_scene(path: &Path, dyes: &[Dye]) -> Result<Box<dyn Live>, String> {
    let description = SceneFile::read(path).map_err(|error| error.to_string())?;
    let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Box::new(LiveScene::new(title, description, dyes)?))
}

fn open_meshes(names: &[String]) -> Result<Box<dyn Live>, String> {
    let mut scene = ViewScene::default();
    for (n, name) in names.iter().enumerate() {
        let title = Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let color = Color::hex(PALETTE[n % PALETTE.len()]).0.to_array();
        let material = ViewMaterial { color, inside: color.map(|c| 0.6 * c), ..ViewMaterial::default() };
        scene.objects.push(mesh_object(title, ObjectKind::Cloth, &read(name)?, material));
    }
    Ok(Box::new(LiveMesh::new(names.join(", "), scene)))
}

fn read(name: &str) -> Result<TriMesh, String> {
    match SampleMesh::named(name) {
        Ok(sample) if !Path::new(name).exists() => Ok((sample.build)()),
        _ => {
            let mesh = read_mesh(Path::new(name)).map_err(|error| error.to_string())?;
            Ok(weld_positions(&mesh).triangulate().mesh)
        }
    }
}
