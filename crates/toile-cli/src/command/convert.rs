//! `toile convert`: from one file format to another.

use super::error::CommandError;
use super::input::load_polygons;
use super::output::Output;
use super::within::within;
use serde::Serialize;
use std::path::{Path, PathBuf};
use toile_io::file::{read_point_cache, write_point_cache};
use toile_io::pc2::PointCache;
use toile_io::scene::{Interpolation, Scene};
use toile_io::{Format, PolyMesh, gltf, weld_positions, write_mesh};

/// Convert a mesh or animation between OBJ, PLY, STL, GLB, glTF and PC2.
///
/// Nothing is changed unless you ask for it: polygons stay polygons, units stay units. What the new format cannot hold is
/// listed. An animated glTF is kept whole when converted to glTF, and becomes its rest pose in a mesh format or its frames in
/// a PC2 cache.
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
    /// Add the motion in this PC2 cache, to be written as an animated GLB or glTF.
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
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let heading = format!("Converting {}", self.input);
        let written = progress.stage(&heading, || match Format::from_path(&self.output) {
            Some(Format::Pc2) => self.bake(),
            Some(Format::Glb | Format::Gltf) => self.write_scene(),
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
            return Err(CommandError::Input("motion can only be added to a GLB or glTF file".into()));
        }
        let mesh = self.mesh()?;
        let omissions = write_mesh(&self.output, &mesh)?;
        let left_out = omissions.iter().map(ToString::to_string).collect();
        Ok(Written::new(&self.output, &mesh, 0, left_out))
    }

    fn write_scene(&self) -> Result<Written, CommandError> {
        let unchanged = self.scale == 1.0 && self.up == Up::Y && !self.weld && self.motion.is_none();
        if let (true, Some(scene)) = (unchanged, self.input_scene()?) {
            // Nodes, skins and animations survive only if the scene is passed on as it is.
            gltf::write_file(&self.output, &scene)?;
            return Ok(Written::new(&self.output, &scene.merged()?, 0, Vec::new()));
        }
        let mesh = self.mesh()?;
        let name =
            self.output.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let (scene, frames) = match &self.motion {
            None => (Scene::from_mesh(name, mesh.clone()), 0),
            Some(path) => {
                let frames = self.frames(path, &mesh)?;
                let count = frames.len();
                (Scene::from_frames(name, mesh.clone(), &frames, self.fps, Interpolation::Linear)?, count)
            }
        };
        gltf::write_file(&self.output, &scene)?;
        let mut left_out = Vec::new();
        if !mesh.stitches.is_empty() {
            left_out.push("stitches".to_owned());
        }
        Ok(Written::new(&self.output, &mesh, frames, left_out))
    }

    /// The frames of a point cache, in the unit and axes of the output.
    fn frames(&self, path: &Path, mesh: &PolyMesh) -> Result<Vec<Vec<glam::DVec3>>, CommandError> {
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

    /// Samples the first animation of a glTF file into a point cache.
    fn bake(&self) -> Result<Written, CommandError> {
        let scene = self.input_scene()?.ok_or_else(|| {
            CommandError::Input(format!("{}: only an animated glTF file can become a PC2 cache", self.input))
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
        write_point_cache(&self.output, &cache)?;
        Ok(Written::new(&self.output, &mesh, frames, vec!["faces".to_owned()]))
    }

    /// The input as a scene, if it is a glTF file.
    fn input_scene(&self) -> Result<Option<Scene>, CommandError> {
        let path = Path::new(&self.input);
        match Format::from_path(path) {
            Some(Format::Glb | Format::Gltf) if path.exists() => Ok(Some(gltf::read_file(path)?)),
            _ => Ok(None),
        }
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
    fn placed(&self, p: glam::DVec3) -> glam::DVec3 {
        self.up.to_y(p) * self.scale
    }
}

impl Up {
    /// Turns the axis that points up into `y`, the right hand staying a right hand.
    fn to_y(self, v: glam::DVec3) -> glam::DVec3 {
        match self {
            Self::X => glam::DVec3::new(-v.y, v.x, v.z),
            Self::Y => v,
            Self::Z => glam::DVec3::new(v.x, v.z, -v.y),
        }
    }
}

impl Written {
    fn new(output: &Path, mesh: &PolyMesh, frames: usize, left_out: Vec<String>) -> Self {
        let (vertices, faces) = (mesh.positions.len(), mesh.face_count());
        Self { output: output.to_owned(), vertices, faces, frames, left_out }
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
        format!("Wrote {}: {}.\n{omitted}", self.output.display(), holds.join(", "))
    }
}
