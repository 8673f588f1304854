//! Bodies in motion, by name or file.

use super::{Wearer, WearerError};
use std::path::{Path, PathBuf};
use toile_body::motion::{BUILT_IN, MotionError, MovingBody, Playing, open, open_character};
use toile_body::skeleton::{Rig, RigError};
use toile_io::file::read_bytes;
use toile_io::{ReadError, read_mesh};

/// Why there is no such body in motion.
#[derive(Debug, thiserror::Error)]
pub enum MovingWearerError {
    /// There is no such body, or it cannot be dressed.
    #[error(transparent)]
    Body(#[from] WearerError),
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
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

/// A body to dress, and the motion that it makes when it is dressed.
#[derive(Debug)]
pub struct MovingWearer {
    /// The body.
    pub wearer: Wearer,
    /// Its motion.
    pub motion: MovingBody,
}

impl Wearer {
    /// A motion of this body: `walk`, `turn`, `sit`, a BVH recording, or whatever else [`open`] takes.
    ///
    /// # Errors
    /// If there is no such motion, or it does not fit the body.
    pub fn moving(&self, motion: &str, playing: &Playing) -> Result<MovingBody, MotionError> {
        open(motion, self.mesh().clone(), self.rig().cloned(), playing)
    }
}

impl MovingWearer {
    /// A body to dress, by name or file, with a motion: `walk`, `turn`, `sit`, `own` for the animation of a GLB body, or whatever else [`open`] takes.
    ///
    /// # Errors
    /// If there is no such body or motion, they do not fit each other, or the body cannot be dressed.
    pub fn open(
        body: &str,
        motion: &str,
        rig: Option<&RigFiles>,
        playing: &Playing,
    ) -> Result<Self, MovingWearerError> {
        let (motion, wearer) = opened(body, motion, rig, playing)?;
        let found = || Wearer::of_mesh(motion.mesh().clone()).map_err(|error| error.of(body));
        let wearer = wearer.map_or_else(found, Ok)?;
        Ok(Self { wearer: wearer.named(body), motion })
    }
}

/// A body in motion that need not be dressed, as [`MovingWearer::open`] finds it.
///
/// # Errors
/// If there is no such body or motion, or they do not fit each other.
pub fn moving_body(
    body: &str,
    motion: &str,
    rig: Option<&RigFiles>,
    playing: &Playing,
) -> Result<MovingBody, MovingWearerError> {
    Ok(opened(body, motion, rig, playing)?.0)
}

/// A body in motion, and the wearer where its landmarks were needed for that.
fn opened(
    body: &str,
    motion: &str,
    rig: Option<&RigFiles>,
    playing: &Playing,
) -> Result<(MovingBody, Option<Wearer>), MovingWearerError> {
    let path = Path::new(body);
    if path.is_file() && (motion == "own" || Path::new(motion) == path) {
        let moving = open_character(path)?;
        return Ok((moving.scaled(playing.time_scale).with_lead_in(playing.lead_in), None));
    }
    if path.is_file() && (rig.is_some() || moves_by_vertex(motion)) {
        // Frames and weights count the vertices of the file, so these must stay as they are.
        let mesh = read_mesh(path)?.triangulate().mesh;
        let rig = rig.map(|files| read_rig(files, &mesh.positions)).transpose()?;
        return Ok((open(motion, mesh, rig, playing)?, None));
    }
    let wearer = Wearer::open(body)?;
    Ok((wearer.moving(motion, playing)?, Some(wearer)))
}

/// Whether a motion says where each vertex is.
fn moves_by_vertex(motion: &str) -> bool {
    let frames = Path::new(motion);
    (frames.is_dir() && !BUILT_IN.contains(&motion))
        || frames.extension().is_some_and(|e| e.eq_ignore_ascii_case("pc2"))
}

fn read_rig(files: &RigFiles, skin: &[glam::DVec3]) -> Result<Rig, MovingWearerError> {
    let rig = Rig::read(&read_bytes(&files.bones)?, &read_bytes(&files.weights)?, skin);
    rig.map_err(|error| MovingWearerError::Rig { path: files.bones.clone(), error })
}
