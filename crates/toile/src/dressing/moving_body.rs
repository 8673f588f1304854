//! Bodies in motion, by name or file.

use super::{BodySourceError, mannequin_named, read_scan};
use std::path::{Path, PathBuf};
use toile_body::landmarks::{self, PoseError};
use toile_body::motion::{BUILT_IN, MotionError, MovingBody, Playing, open, open_character};
use toile_body::skeleton::{Rig, RigError};
use toile_geom::TriMesh;
use toile_io::file::read_bytes;
use toile_io::{ReadError, read_mesh};

/// Why there is no such body in motion.
#[derive(Debug, thiserror::Error)]
pub enum MovingBodyError {
    /// There is no such body.
    #[error(transparent)]
    Body(#[from] BodySourceError),
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A body from a file stands so that its bones cannot be found.
    #[error("{}: {error}", .path.display())]
    Pose {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: PoseError,
    },
    /// The files of a rig do not hold one.
    #[error("{}: {error}", .path.display())]
    Rig {
        /// The file of the bones.
        path: PathBuf,
        /// Why not.
        error: RigError,
    },
    /// There is no such motion, or it does not fit the body.
    #[error(transparent)]
    Motion(#[from] MotionError),
}

/// The files of a rig.
#[derive(Clone, Debug)]
pub struct RigFiles {
    /// The bones.
    pub bones: PathBuf,
    /// The weights that bind vertices to them.
    pub weights: PathBuf,
}

/// A body, by name or file, with a motion: `walk`, `turn`, `own` for the animation of a GLB body, or whatever [`open`] takes.
///
/// # Errors
/// If there is no such body or motion, or they do not fit each other.
pub fn moving_body(
    body: &str,
    motion: &str,
    rig: Option<&RigFiles>,
    playing: &Playing,
) -> Result<MovingBody, MovingBodyError> {
    let path = Path::new(body);
    if !path.is_file() {
        let built = mannequin_named(body)?;
        let rig = built.rig();
        return Ok(open(motion, built.mesh, Some(rig), playing)?);
    }
    if motion == "own" || Path::new(motion) == path {
        let moving = open_character(path)?;
        return Ok(moving.scaled(playing.time_scale).with_lead_in(playing.lead_in));
    }
    let (mesh, rig) = rigged(path, motion, rig)?;
    Ok(open(motion, mesh, rig, playing)?)
}

/// A body from a file with its bones. Frames and weights count its vertices, so these must stay as they are in the file.
fn rigged(
    path: &Path,
    motion: &str,
    rig: Option<&RigFiles>,
) -> Result<(TriMesh, Option<Rig>), MovingBodyError> {
    let frames = Path::new(motion);
    let by_vertex = (frames.is_dir() && !BUILT_IN.contains(&motion))
        || frames.extension().is_some_and(|e| e.eq_ignore_ascii_case("pc2"));
    if let Some(files) = rig {
        let mesh = read_mesh(path)?.triangulate().mesh;
        let rig = Rig::read(&read_bytes(&files.bones)?, &read_bytes(&files.weights)?, &mesh.positions);
        let rig = rig.map_err(|error| MovingBodyError::Rig { path: files.bones.clone(), error })?;
        return Ok((mesh, Some(rig)));
    }
    if by_vertex {
        return Ok((read_mesh(path)?.triangulate().mesh, None));
    }
    let mesh = read_scan(path, None)?.mesh;
    let found = landmarks::find(&mesh);
    let found = found.map_err(|error| MovingBodyError::Pose { path: path.to_owned(), error })?;
    let rig = Rig::automatic(&mesh, &found);
    Ok((mesh, rig))
}
