//! `toile convert`: from one file format to another.

use super::error::CommandError;
use super::input::load_polygons;
use super::output::Output;
use super::within::within;
use glam::DVec3;
use serde::Serialize;
use std::path::{Path, PathBuf};
use toile_io::file::{read_point_cache, write_mdd, write_point_cache};
use toile_io::pc2::PointCache;
use toile_io::scene::{Interpolation, Scene};
use toile_io::usd::{self, UsdStage};
use toile_io::{Format, PolyMesh, gltf, weld_positions, write_mesh, write_scene};

/// Convert a mesh or animation between OBJ, PLY, STL, GLB, glTF and PC2, or to USD and MDD.
///
/// Nothing is changed unless you ask for it: polygons stay polygons, units stay units. What the new format cannot hold is
/// listed. An animated glTF is kept whole when converted to glTF, has its frames as time samples in USD, and becomes its rest
/// pose in a mesh format or its frames in a PC2 or MDD cache. Materials and their pictures go along wherever there is a place.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to read, or a built-in mesh (see toile list).
    input: String,
    /// The file to write; its extension tells the format.
    output: PathBuf,
    /// Cut polygons into triangles (needed for STL and glTF).
    #[arg(long)]
    triangulate: bool,
    /// Join vertices at exactly the same place.
    #[arg(long)]
    weld: bool,
    /// Multiply all lengths by this, such as 0.01 for centimetres to metres.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = within(1e-9, 1e9, ""))]
    scale: f64,
    /// The axis that points up in the input; the output has y up.
    #[arg(long, value_enum, default_value_t)]
    up: Up,
    /// Add the motion in this PC2 cache, to be written as an animated GLB, glTF or USD.
    #[arg(long, value_name = "PC2")]
    motion: Option<PathBuf>,
    /// Frames a second of the motion that is added, or of the frames that are taken from an animated glTF.
    #[arg(long, value_name = "RATE", default_value_t = 30.0, value_parser = within(0.1, 1000.0, "frames a second"))]
    fps: f64,
}

/// The axis that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Up {
    X,
    #[default]
    Y,
    Z,
}

/// What was written.
#[derive(Serialize)]
struct Written {
    output: PathBuf,
    vertices: usize,
    faces: usize,
    frames: usize,
    left_out: Vec<String>,
    /// What the input has and could not be read, such as pictures that are missing.
    not_read: Vec<String>,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let heading = format!("Converting {}", self.input);
        let written = progress.stage(&heading, || match Format::from_path(&self.output) {
            Some(Format::Pc2 | Format::Mdd) => self.bake(),
            Some(Format::Glb | Format::Gltf | Format::Usda | Format::Usdz) => self.write_scene(),
            // Only glTF brings materials along.
            Some(Format::Obj) if self.motion.is_none() && self.is_from_scene() => self.write_scene(),
            _ => self.write_polygons(),
        })?;
        output.result(&written, || written.text())
    }

    /// The input as one mesh, changed as asked.
    fn mesh(&self) -> Result<PolyMesh, CommandError> {
        let mut mesh = load_polygons(&self.input)?;
        self.transform(&mut mesh);
        if self.weld {
            mesh = weld_positions(&mesh);
        }
        Ok(if self.triangulate { mesh.triangulated() } else { mesh })
    }

    fn write_polygons(&self) -> Result<Written, CommandError> {
        if self.motion.is_some() {
            return Err(CommandError::Input("motion can only be added to a GLB, glTF or USD file".into()));
        }
        let mesh = self.mesh()?;
        let omissions = write_mesh(&self.output, &mesh)?;
        let left_out = omissions.iter().map(ToString::to_string).collect();
        Ok(Written::new(&self.output, &mesh, 0, left_out))
    }

    fn write_scene(&self) -> Result<Written, CommandError> {
        let input = self.input_scene()?;
        let unchanged =
            self.scale == 1.0 && self.up == Up::Y && !self.weld && !self.triangulate && self.motion.is_none();
        if let (true, Some(scene)) = (unchanged, &input) {
            // Nodes, skins and animations survive only if the scene is passed on as it is.
            let left_out = self.write(scene, None)?;
            let frames = if self.is_usd() { self.stage(scene).frame_count() } else { 0 };
            let written = Written::new(&self.output, &scene.merged()?, frames, left_out);
            return Ok(Written { not_read: scene.left_out.clone(), ..written });
        }
        let mesh = self.mesh()?;
        let mut scene = Scene::from_mesh(self.name(), mesh.clone());
        let input = input.unwrap_or_default();
        (scene.materials, scene.images) = (input.materials, input.images);
        let frames = match &self.motion {
            None => Vec::new(),
            Some(path) => self.frames(path, &mesh)?,
        };
        let left_out = self.write(&scene, self.motion.is_some().then_some(frames.as_slice()))?;
        let written = Written::new(&self.output, &mesh, frames.len(), left_out);
        Ok(Written { not_read: input.left_out, ..written })
    }

    /// Writes a scene, whose one mesh has the given frames if there are some. Returns what is left out.
    fn write(&self, scene: &Scene, frames: Option<&[Vec<DVec3>]>) -> Result<Vec<String>, CommandError> {
        let left_out = match frames {
            _ if self.is_usd() => {
                let stage = self.stage(scene);
                let positions = |frame: usize| Ok(frames.map_or_else(Vec::new, |all| all[frame].clone()));
                let count = frames.map_or(0, <[_]>::len);
                let moving = if count > 0 { stage.with_frames(0, count, &positions) } else { stage };
                usd::write_file(&self.output, &moving)?
            }
            Some(frames) => {
                let mesh = scene.meshes[0].mesh.clone();
                let moving = Scene::from_frames(self.name(), mesh, frames, self.fps, Interpolation::Linear)?;
                let (materials, images) = (scene.materials.clone(), scene.images.clone());
                write_scene(&self.output, &Scene { materials, images, ..moving })?
            }
            None => write_scene(&self.output, scene)?,
        };
        Ok(left_out.iter().map(ToString::to_string).collect())
    }

    /// A scene as USD is to show it.
    fn stage<'a>(&self, scene: &'a Scene) -> UsdStage<'a> {
        UsdStage::new(scene).named(self.name()).with_rate(self.fps)
    }

    fn is_usd(&self) -> bool {
        matches!(Format::from_path(&self.output), Some(Format::Usda | Format::Usdz))
    }

    /// The name of the output without its extension.
    fn name(&self) -> String {
        self.output.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// The frames of a point cache, in the unit and axes of the output.
    fn frames(&self, path: &Path, mesh: &PolyMesh) -> Result<Vec<Vec<DVec3>>, CommandError> {
        let cache = read_point_cache(path)?;
        if cache.point_count != mesh.positions.len() {
            return Err(CommandError::Input(format!(
                "{}: the cache has {} points, but {} has {} vertices",
                path.display(),
                cache.point_count,
                self.input,
                mesh.positions.len()
            )));
        }
        let frame = |f: usize| cache.frame(f).iter().map(|&p| self.placed(p)).collect();
        Ok((0..cache.frame_count()).map(frame).collect())
    }

    /// Samples the first animation of a glTF file into a PC2 or MDD cache.
    fn bake(&self) -> Result<Written, CommandError> {
        let scene = self.input_scene()?.ok_or_else(|| {
            CommandError::Input(format!(
                "{}: only an animated glTF file can become a point cache",
                self.input
            ))
        })?;
        let animation = scene
            .animations
            .first()
            .ok_or_else(|| CommandError::Input(format!("{}: there is no animation in it", self.input)))?;
        let mesh = scene.merged()?;
        // The animation's own frames and its end; the small allowance keeps a rounded end time from losing a frame.
        let frames = (animation.duration() * self.fps + 1e-6).floor() as usize + 1;
        let mut positions = Vec::with_capacity(frames * mesh.positions.len());
        for frame in 0..frames {
            let posed = scene.merged_at(animation, frame as f64 / self.fps)?;
            positions.extend(posed.positions.iter().map(|&p| self.placed(p)));
        }
        let cache =
            PointCache { start_frame: 0.0, sample_rate: 1.0, point_count: mesh.positions.len(), positions };
        match Format::from_path(&self.output) {
            Some(Format::Mdd) => write_mdd(&self.output, &cache, self.fps)?,
            _ => write_point_cache(&self.output, &cache)?,
        }
        Ok(Written::new(&self.output, &mesh, frames, vec!["faces".to_owned()]))
    }

    /// The input as a scene, if it is a glTF file.
    fn input_scene(&self) -> Result<Option<Scene>, CommandError> {
        self.is_from_scene().then(|| Ok(gltf::read_file(&self.input)?)).transpose()
    }

    /// Whether the input is a glTF file.
    fn is_from_scene(&self) -> bool {
        let path = Path::new(&self.input);
        matches!(Format::from_path(path), Some(Format::Glb | Format::Gltf)) && path.exists()
    }

    fn transform(&self, mesh: &mut PolyMesh) {
        for p in &mut mesh.positions {
            *p = self.placed(*p);
        }
        for n in mesh.normals.iter_mut().flat_map(|normals| &mut normals.values) {
            *n = self.up.to_y(*n);
        }
    }

    /// A point in the unit and axes of the output.
    fn placed(&self, p: DVec3) -> DVec3 {
        self.up.to_y(p) * self.scale
    }
}

impl Up {
    /// Turns the axis that points up into `y`, the right hand staying a right hand.
    fn to_y(self, v: DVec3) -> DVec3 {
        match self {
            Self::X => DVec3::new(-v.y, v.x, v.z),
            Self::Y => v,
            Self::Z => DVec3::new(v.x, v.z, -v.y),
        }
    }
}

impl Written {
    fn new(output: &Path, mesh: &PolyMesh, frames: usize, left_out: Vec<String>) -> Self {
        let (vertices, faces) = (mesh.positions.len(), mesh.face_count());
        Self { output: output.to_owned(), vertices, faces, frames, left_out, not_read: Vec::new() }
    }

    fn text(&self) -> String {
        let mut holds = vec![format!("{} vertices", self.vertices)];
        if !self.left_out.iter().any(|thing| thing == "faces") {
            holds.push(format!("{} faces", self.faces));
        }
        if self.frames > 0 {
            holds.push(format!("{} frames", self.frames));
        }
        let omitted = match self.left_out.as_slice() {
            [] => String::new(),
            things => format!("Left out, because the format has no place for it: {}.\n", things.join(", ")),
        };
        let lost = match self.not_read.as_slice() {
            [] => String::new(),
            things => format!("Not read: {}.\n", things.join("; ")),
        };
        format!("Wrote {}: {}.\n{omitted}{lost}", self.output.display(), holds.join(", "))
    }
}
