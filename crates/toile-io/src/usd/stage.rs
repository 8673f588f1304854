//! The stage: what is written, and the tree of its prims.

use super::material::{self, Textures};
use super::mesh;
use super::motion::{Placed, Positions, name_of};
use super::names::{PrimName, Siblings, identifier};
use super::package::Package;
use super::text::Text;
use crate::decimal::Decimal;
use crate::format::Format;
use crate::replace::replace_file;
use crate::scene::{Animation, Scene};
use crate::{Omission, WriteError};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Seek, Write};
use std::path::Path;

/// Time codes a second if nothing is said.
const RATE: f64 = 30.0;
/// The folder of pictures in a package.
const IN_PACKAGE: &str = "textures";

/// A scene as a stage that can be written, still or moving.
pub struct UsdStage<'a> {
    pub(super) scene: &'a Scene,
    name: String,
    rate: f64,
    given: BTreeMap<usize, Given<'a>>,
}

/// Frames of a node's mesh.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) count: usize,
    pub(super) positions: Positions<'a>,
}

/// How many meshes and pictures there are, and the name.
impl std::fmt::Debug for UsdStage<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, rate, moving) = (&self.name, self.rate, self.given.len());
        f.debug_struct("UsdStage").field("name", name).field("rate", &rate).field("moving", &moving).finish()
    }
}

impl<'a> UsdStage<'a> {
    /// The stage of a scene, playing its first animation if it has one.
    pub fn new(scene: &'a Scene) -> Self {
        Self { scene, name: "outfit".to_owned(), rate: RATE, given: BTreeMap::new() }
    }

    /// The same with another name of the root.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same with as many time codes a second; 30 if nothing is said.
    #[must_use]
    pub fn with_rate(self, rate: f64) -> Self {
        Self { rate, ..self }
    }

    /// The same with `count` frames of the mesh at a node: `positions` gives those of its vertices in the space of the
    /// node, frame by frame, and is asked for each more than once. Normals turn as the smooth normals of the surface do.
    #[must_use]
    pub fn with_frames(mut self, node: usize, count: usize, positions: Positions<'a>) -> Self {
        self.given.insert(node, Given { count, positions });
        self
    }

    /// Writes the stage as text, with pictures looked for in the folder `pictures` beside it. [`write_file`] writes these,
    /// too. Returns what USD has no place for.
    ///
    /// # Errors
    /// If the scene is not consistent, has a picture on faces without texture coordinates, or a number that does not fit
    /// into `f32`; if frames cannot be had or have another number of vertices; or if `out` fails.
    pub fn write_usda(&self, mut out: impl Write, pictures: &str) -> Result<Vec<Omission>, WriteError> {
        let textures = Textures::new(&self.scene.images, pictures);
        self.write_text(&mut out, &textures)
    }

    /// Writes the stage and its pictures as one package.
    ///
    /// # Errors
    /// As for [`write_usda`](Self::write_usda), and if the package would be larger than 4 GiB.
    pub fn write_usdz(&self, out: impl Write + Seek) -> Result<Vec<Omission>, WriteError> {
        let textures = Textures::new(&self.scene.images, IN_PACKAGE);
        let mut package = Package::new(BufWriter::with_capacity(1 << 16, out));
        let mut omissions = Vec::new();
        // The first file is the stage.
        package.add(&format!("{}.usda", self.root().valid), |out| {
            omissions = self.write_text(out, &textures)?;
            Ok(())
        })?;
        for (path, bytes) in textures.files() {
            package.add(path, |out| Ok(out.write_all(bytes)?))?;
        }
        package.finish()?;
        Ok(omissions)
    }

    /// The name of the root.
    fn root(&self) -> PrimName {
        Siblings::default().name(&self.name, "outfit")
    }

    pub(super) fn rate(&self) -> f64 {
        self.rate
    }

    pub(super) fn animation(&self) -> Option<&'a Animation> {
        self.scene.animations.first()
    }

    pub(super) fn frames_of(&self, node: usize) -> Option<Given<'a>> {
        self.given.get(&node).copied()
    }

    /// How many frames there are of the longest motion; none if nothing moves.
    pub fn frame_count(&self) -> usize {
        // A rounded end time must not lose a frame.
        let played = self.animation().map_or(0, |a| (a.duration() * self.rate + 1e-6).floor() as usize + 1);
        self.given.values().map(|given| given.count).max().unwrap_or(0).max(played)
    }

    fn check(&self) -> Result<(), WriteError> {
        self.scene.validate()?;
        self.scene.check_textured()?;
        if !(self.rate > 0.0 && self.rate.is_finite()) {
            return Err(WriteError::new(format!("{} frames a second are not a positive number", self.rate)));
        }
        match self.given.keys().find(|n| self.scene.nodes.get(**n).is_none_or(|node| node.mesh.is_none())) {
            Some(n) => Err(WriteError::new(format!("there are frames of node {n}, which has no mesh"))),
            None => Ok(()),
        }
    }

    fn write_text(&self, out: &mut dyn Write, textures: &Textures<'_>) -> Result<Vec<Omission>, WriteError> {
        self.check()?;
        let mut buffered = BufWriter::with_capacity(1 << 16, out);
        let mut text = Text::new(&mut buffered);
        let root = self.root();
        self.write_header(&mut text, &root)?;
        text.begin("Xform", &root, &["kind = \"component\""])?;
        let mut siblings = Siblings::default();
        let looks = siblings.name("Materials", "");
        let materials = self.scene.all_materials();
        let looks = material::Looks::new(format!("/{}/{}", root.valid, looks.valid), materials);
        for (node, mesh) in self.scene.shown_meshes() {
            let wanted = name_of(&self.scene.nodes[node], &self.scene.meshes[mesh]);
            let name = siblings.name(wanted, "mesh");
            let placed = Placed::new(self, node, mesh)?;
            mesh::write(&mut text, &name, &placed, &placed.at_rest()?, &looks)?;
        }
        looks.write(&mut text, textures)?;
        text.end()?;
        buffered.flush()?;
        Ok(self.omissions())
    }

    fn write_header(&self, text: &mut Text<'_>, root: &PrimName) -> Result<(), WriteError> {
        text.line(format_args!("#usda 1.0\n("))?;
        text.line(format_args!("    customLayerData = {{\n        string creator = \"Toile\"\n    }}"))?;
        text.line(format_args!("    defaultPrim = \"{}\"", root.valid))?;
        let frames = self.frame_count();
        if frames > 0 {
            text.line(format_args!("    endTimeCode = {}", frames - 1))?;
            text.line(format_args!("    framesPerSecond = {}", Decimal(self.rate)))?;
        }
        text.line(format_args!("    metersPerUnit = 1"))?;
        if frames > 0 {
            text.line(format_args!("    startTimeCode = 0"))?;
            text.line(format_args!("    timeCodesPerSecond = {}", Decimal(self.rate)))?;
        }
        text.line(format_args!("    upAxis = \"Y\"\n)\n"))
    }

    fn omissions(&self) -> Vec<Omission> {
        let meshes = || self.scene.meshes.iter().map(|mesh| &mesh.mesh);
        let candidates = [
            (Omission::Edges, meshes().any(|mesh| !mesh.edges.is_empty())),
            (Omission::Stitches, meshes().any(|mesh| !mesh.stitches.is_empty())),
            (Omission::Sheen, self.scene.materials.iter().any(|material| material.sheen.is_some())),
        ];
        candidates.into_iter().filter_map(|(omission, there)| there.then_some(omission)).collect()
    }
}

/// Writes a stage: as a package, or as text if the extension is `.usda`, with its pictures in a folder beside it that is
/// named as the file is. Returns what USD has no place for.
///
/// # Errors
/// As for [`UsdStage::write_usdz`]; the path is part of it. A file that was there before stays as it was.
pub fn write_file(path: &Path, stage: &UsdStage<'_>) -> Result<Vec<Omission>, WriteError> {
    if Format::from_path(path) != Some(Format::Usda) {
        return replace_file(path, |file| stage.write_usdz(file));
    }
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = format!("{}_textures", identifier(&stem));
    let textures = Textures::new(&stage.scene.images, &folder);
    let written = replace_file(path, |file| stage.write_text(file, &textures))?;
    if !stage.scene.images.is_empty() {
        let folder = path.with_file_name(&folder);
        fs::create_dir_all(&folder).map_err(|error| WriteError::from(error).in_file(&folder))?;
    }
    for (name, bytes) in textures.files() {
        replace_file(&path.with_file_name(name), |file| Ok(file.write_all(bytes)?))?;
    }
    Ok(written)
}
