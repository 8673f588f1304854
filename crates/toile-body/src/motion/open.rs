//! Motions by name: built-in ones and files.

use super::bvh::{self, BvhError};
use super::{MeshSequence, MovingBody, character, retarget, sit, turn, walk};
use crate::skeleton::Rig;
use std::path::{Path, PathBuf};
use toile_geom::TriMesh;
use toile_io::file::{read_bytes, read_point_cache};
use toile_io::scene::SceneError;
use toile_io::{ReadError, gltf, read_mesh};

/// The names of the motions that need no file.
pub const BUILT_IN: [&str; 3] = ["walk", "turn", "sit"];

/// How a motion is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playing {
    /// How long a built-in motion takes, or a recording that is repeated, in seconds.
    pub seconds: f64,
    /// Whether a recording that is shorter than that goes on with a stride that it has had ([`Motion::repeated`](super::Motion::repeated)).
    pub repeat: bool,
    /// Frames a second of point caches and folders of meshes, which do not tell it themselves.
    pub frames_per_second: f64,
    /// How much slower (above 1) or faster it is played.
    pub time_scale: f64,
    /// Seconds in which the body goes from the pose in which it was dressed to the first frame.
    pub lead_in: f64,
    /// The distance that limbs keep to the body, in metres, if bones move it ([`MovingBody::with_room`]); 0 leaves them as they were recorded.
    pub room: f64,
}

/// The distance that limbs keep to the body by default, in metres: the room that clothes take.
pub const ROOM: f64 = 0.05;

impl Default for Playing {
    fn default() -> Self {
        Self {
            seconds: 4.0,
            repeat: false,
            frames_per_second: 24.0,
            time_scale: 1.0,
            lead_in: 0.0,
            room: ROOM,
        }
    }
}

/// Why a body cannot be moved.
#[derive(Debug, thiserror::Error)]
pub enum MotionError {
    /// No such motion.
    #[error(
        "{0}: no such file or folder, and no built-in motion of that name (there are walk, turn and sit)"
    )]
    Unknown(String),
    /// A file could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A recording could not be read.
    #[error("{}: {error}", .path.display())]
    Bvh {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: BvhError,
    },
    /// A scene is broken.
    #[error("{}: {error}", .path.display())]
    Scene {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: SceneError,
    },
    /// The file has nothing that moves.
    #[error("{}: nothing moves in this file", .0.display())]
    Still(PathBuf),
    /// The motion needs bones.
    #[error(
        "{0}: this motion moves bones, and the body has none: give a rig, or a body in A- or T-pose whose landmarks can be found"
    )]
    NoBones(String),
    /// The frames belong to another mesh.
    #[error("{}: its frames do not have the {vertices} vertices of the body", .path.display())]
    OtherMesh {
        /// The file or folder.
        path: PathBuf,
        /// The body's vertices.
        vertices: usize,
    },
}

/// A body with a motion: `walk`, `turn`, `sit`, a BVH recording, a glTF character whose bones it shall follow, a PC2 point cache of
/// its vertices, or a folder of OBJ or PLY files in the order of their names.
///
/// # Errors
///
/// If there is no such motion, it cannot be read, or it does not fit the body.
pub fn open(
    name: &str,
    mesh: TriMesh,
    rig: Option<Rig>,
    playing: &Playing,
) -> Result<MovingBody, MotionError> {
    let path = Path::new(name);
    let frames = |mesh: TriMesh, sequence: MeshSequence| {
        let vertices = mesh.positions.len();
        let other = || MotionError::OtherMesh { path: path.into(), vertices };
        MovingBody::from_frames(mesh, sequence).ok_or_else(other)
    };
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    // A folder in the way that happens to have the name of a built-in motion is not meant.
    let moving = if path.is_dir() && !BUILT_IN.contains(&name) {
        frames(mesh, folder(path, playing.frames_per_second)?)?
    } else if extension == "pc2" {
        let cache = read_point_cache(path)?;
        frames(mesh, MeshSequence::from_point_cache(&cache, playing.frames_per_second))?
    } else {
        let rig = rig.ok_or_else(|| MotionError::NoBones(name.into()))?;
        by_bones(name, mesh, rig, playing)?
    };
    // On the way to the first frame feet are on the floor, too.
    Ok(moving.scaled(playing.time_scale).with_lead_in(playing.lead_in).on_the_floor())
}

/// A motion of bones.
fn by_bones(name: &str, mesh: TriMesh, rig: Rig, playing: &Playing) -> Result<MovingBody, MotionError> {
    let path = Path::new(name);
    let motion = match name {
        "walk" => walk(&rig.skeleton, playing.seconds),
        "turn" => turn(&rig.skeleton, playing.seconds),
        "sit" => sit(&rig.skeleton, playing.seconds),
        _ if !path.exists() => return Err(MotionError::Unknown(name.into())),
        _ if matches!(path.extension().and_then(|e| e.to_str()), Some("glb" | "gltf")) => {
            let model = open_character(path)?;
            let (model, motion) = model.bones().ok_or_else(|| MotionError::Still(path.into()))?;
            retarget(motion, &model.skeleton, &rig.skeleton)
        }
        _ => {
            let bytes = read_bytes(path)?;
            let recording = bvh::read(&String::from_utf8_lossy(&bytes))
                .map_err(|error| MotionError::Bvh { path: path.into(), error })?;
            let motion = recording.motion.without_reference_pose();
            retarget(&motion, &recording.skeleton, &rig.skeleton)
        }
    };
    let shorter = playing.repeat && !BUILT_IN.contains(&name);
    let motion = if shorter { motion.repeated(&rig.skeleton, playing.seconds) } else { motion };
    let moving = MovingBody::skinned(mesh, rig, motion);
    Ok(if playing.room > 0.0 { moving.with_room(playing.room) } else { moving })
}

/// The character of a glTF file with its first animation.
///
/// # Errors
///
/// If the file cannot be read or nothing moves in it.
pub fn open_character(path: &Path) -> Result<MovingBody, MotionError> {
    let scene = gltf::read_file(path)?;
    let found = character(&scene, None);
    let found = found.map_err(|error| MotionError::Scene { path: path.into(), error })?;
    found.ok_or_else(|| MotionError::Still(path.into()))
}

/// The meshes of a folder in the order of their names.
fn folder(path: &Path, frames_per_second: f64) -> Result<MeshSequence, MotionError> {
    let entries = std::fs::read_dir(path).map_err(|_| MotionError::Unknown(path.display().to_string()))?;
    let is_mesh = |file: &PathBuf| {
        file.extension().and_then(|e| e.to_str()).is_some_and(|e| ["obj", "ply"].contains(&e))
    };
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_mesh).collect();
    files.sort();
    let mut sequence = MeshSequence::default();
    for (i, file) in files.iter().enumerate() {
        sequence.times.push(i as f64 / frames_per_second.max(1e-9));
        sequence.frames.push(read_mesh(file)?.positions);
    }
    Ok(sequence)
}
