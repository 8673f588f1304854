//! Bodies in motion: frames in files and a contact sheet.

use crate::command::error::CommandError;
use crate::command::within::{picture_file, within};
use std::path::{Path, PathBuf};
use toile_body::motion::{BUILT_IN, MeshSequence, MovingBody, Playing, ROOM, open};
use toile_dress::body::{MovingWearerError, RigFiles, moving_body};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_io::file::{write_mdd, write_picture, write_point_cache};
use toile_io::pc2::PointCache;
use toile_io::scene::{Interpolation, Scene};
use toile_io::usd::{self, UsdStage};
use toile_io::{Format, NormalSplit, PolyMesh, gltf, write_mesh};
use toile_look::{Look, LookGround, LookObject, LookScene, Sheet, View};

/// How a body is moved.
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct MotionArgs {
    /// Move the body: walk, turn, sit, own (the animation of a GLB body), a BVH recording, another GLB character, a PC2 point
    /// cache of the body's vertices, or a folder of OBJ or PLY frames.
    #[arg(long, value_name = "MOTION")]
    motion: Option<String>,
    /// How long walk, turn and sit take, and recordings that are repeated.
    #[arg(long, value_name = "SECONDS", default_value_t = 4.0, value_parser = within(0.0, 600.0, "seconds"), requires = "motion")]
    seconds: f64,
    /// Frames a second to write, and of point caches and folders that are read.
    #[arg(long, value_name = "RATE", default_value_t = 24.0, value_parser = within(1.0, 240.0, "frames a second"), requires = "motion")]
    fps: f64,
    /// Write at most this number of frames.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=100_000), requires = "motion")]
    frames: Option<u32>,
    /// How much slower the motion is played; below 1 it is faster.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = within(0.01, 100.0, ""), requires = "motion")]
    slower: f64,
    /// Seconds in which the body goes from the pose for dressing to the first frame.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = within(0.0, 60.0, "seconds"), requires = "motion")]
    lead_in: f64,
    /// The distance that arms keep to trunk and legs, in metres, held out as far as that takes, and legs in part to each other; 0 leaves them as they were recorded.
    #[arg(long, value_name = "METRES", default_value_t = ROOM, value_parser = within(0.0, 0.5, "metres"), requires = "motion")]
    room: f64,
    /// Let a recording that is shorter than --seconds go on with a stride that it has had.
    #[arg(long, requires = "motion")]
    repeat: bool,
    /// Bones of the body, in JSON; without it they are found.
    #[arg(long, value_name = "JSON", requires_all = ["motion", "body", "weights"])]
    rig: Option<PathBuf>,
    /// Weights that bind the body's vertices to these bones, in JSON.
    #[arg(long, value_name = "JSON", requires = "rig")]
    weights: Option<PathBuf>,
    /// Write a picture of twelve moments.
    #[arg(long, value_name = "PICTURE", value_parser = picture_file, requires = "motion")]
    picture: Option<PathBuf>,
}

/// Moments of a contact sheet.
const MOMENTS: usize = 12;

impl MotionArgs {
    /// Whether a motion was asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.motion.is_some()
    }

    /// The picture that was asked for.
    pub(super) fn picture(&self) -> Option<&Path> {
        self.picture.as_deref()
    }

    fn playing(&self) -> Playing {
        Playing {
            seconds: self.seconds,
            frames_per_second: self.fps,
            time_scale: self.slower,
            lead_in: self.lead_in,
            room: self.room,
            repeat: self.repeat,
        }
    }

    /// A mannequin or a body from a file in motion.
    pub(super) fn moving(
        &self,
        body: Option<&str>,
        mannequin: Mannequin<'_>,
    ) -> Result<MovingBody, CommandError> {
        let motion = self.motion.as_deref().unwrap_or(BUILT_IN[0]);
        let playing = self.playing();
        let Some(body) = body else {
            let built = mannequin()?;
            let rig = built.rig();
            return Ok(open(motion, built.mesh, Some(rig), &playing).map_err(MovingWearerError::from)?);
        };
        let rig = self.rig.clone().zip(self.weights.clone());
        let rig = rig.map(|(bones, weights)| RigFiles { bones, weights });
        Ok(moving_body(body, motion, rig.as_ref(), &playing)?)
    }

    /// The frames to write.
    pub(super) fn frames(&self, moving: &MovingBody) -> MeshSequence {
        let mut sequence = moving.frames(self.playing().frames_per_second);
        if let Some(count) = self.frames {
            sequence.frames.truncate(count as usize);
            sequence.times.truncate(count as usize);
        }
        sequence
    }

    /// Writes the frames: a point cache beside the mesh, an animated GLB or USD, or a file for each frame.
    pub(super) fn write(
        &self,
        moving: &MovingBody,
        sequence: &MeshSequence,
        path: &Path,
    ) -> Result<(), CommandError> {
        let mesh = PolyMesh::from(moving.mesh().clone());
        let fps = self.playing().frames_per_second;
        match Format::from_path(path) {
            Some(format @ (Format::Pc2 | Format::Mdd)) => {
                write_mesh(&path.with_extension("obj"), &mesh)?;
                let cache = PointCache {
                    start_frame: 0.0,
                    sample_rate: 1.0,
                    point_count: mesh.positions.len(),
                    positions: sequence.frames.concat(),
                };
                match format {
                    Format::Mdd => write_mdd(path, &cache, fps)?,
                    _ => write_point_cache(path, &cache)?,
                }
            }
            Some(Format::Glb | Format::Gltf) => {
                let scene = Scene::from_frames("body", mesh, &sequence.frames, fps, Interpolation::Linear)?;
                gltf::write_file(path, &scene)?;
            }
            Some(Format::Usda | Format::Usdz) => {
                let scene = Scene::from_mesh("body", mesh.with_smooth_normals(NormalSplit::Nowhere));
                let positions = |frame: usize| Ok(sequence.frames[frame].clone());
                let stage = UsdStage::new(&scene).named("body").with_rate(fps);
                usd::write_file(path, &stage.with_frames(0, sequence.frames.len(), &positions))?;
            }
            _ => {
                let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("obj");
                for (i, frame) in sequence.frames.iter().enumerate() {
                    let mesh = PolyMesh { positions: frame.clone(), ..mesh.clone() };
                    write_mesh(&path.with_extension(format!("{i:04}.{extension}")), &mesh)?;
                }
            }
        }
        Ok(())
    }
}

/// Makes the mannequin that was asked for, if it is needed.
type Mannequin<'a> = &'a dyn Fn() -> Result<toile_body::mannequin::BuiltMannequin, CommandError>;

/// Twelve moments of a motion side by side, all from the same distance, from the side and a little from the front.
pub(super) fn contact_sheet(moving: &MovingBody, title: &str, path: &Path) -> Result<(), CommandError> {
    let last = moving.seconds();
    let meshes: Vec<(f64, TriMesh)> = (0..MOMENTS)
        .map(|i| last * i as f64 / (MOMENTS - 1) as f64)
        .map(|time| (time, moving.mesh_at(time)))
        .collect();
    let mut sheet = Sheet::default().title(title).columns(MOMENTS / 2);
    let tallest = meshes.iter().map(|(_, mesh)| mesh.bounds().size().y).fold(0.0, f64::max);
    for (time, mesh) in &meshes {
        let center = mesh.bounds().center();
        let reach = glam::DVec3::new(0.22, 0.5, 0.22) * tallest;
        let focus =
            Aabb { min: center.with_y(0.5 * tallest) - reach, max: center.with_y(0.5 * tallest) + reach };
        let look = Look { width: 300, height: 420, focus: Some(focus), ..Look::default() };
        let scene = LookScene { ground: LookGround::At(0.0), ..LookScene::of(LookObject::body(mesh)) };
        let image = look.render(&scene, View::ThreeQuarter);
        sheet = sheet.panel(image, format!("{time:.2} s"));
    }
    Ok(write_picture(path, &sheet.compose())?)
}
