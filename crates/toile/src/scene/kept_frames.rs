//! The frames of a run so far, on disk: memory and checkpoints stay as small as they were in the first frame.

use super::checkpoint::{Fingerprint, Sum};
use glam::{DVec3, Vec3};
use std::path::Path;
use toile_io::{GrowingCache, ReadError, WriteError};

/// The frames of a run so far in a file, and a sum over them by which a checkpoint knows them again.
///
/// They hold single precision, as the files that are made of them do: a run that was resumed writes the same bytes as one that was not.
#[derive(Debug)]
pub struct KeptFrames {
    cache: GrowingCache,
    sum: Sum,
}

/// Why frames cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum FramesError {
    /// They cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// They cannot be written.
    #[error("{0}")]
    Write(#[from] WriteError),
    /// There are fewer than the run has done.
    #[error("it has {found} frames, and the checkpoint goes on after {expected}")]
    Few {
        /// How many there are, the first state included.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// They are others than those of the checkpoint.
    #[error("its frames are not those of the checkpoint")]
    Others,
}

impl KeptFrames {
    /// Begins with no frames.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(path: &Path, vertices: usize) -> Result<Self, WriteError> {
        Ok(Self { cache: GrowingCache::create(path, vertices)?, sum: Sum::default() })
    }

    /// Goes on after some frames, which must be those that a mark was made of; later ones are forgotten.
    ///
    /// # Errors
    /// If frames are missing or are others, or the file cannot be read and written.
    pub fn go_on(
        path: &Path,
        vertices: usize,
        frames: usize,
        mark: Fingerprint,
    ) -> Result<Self, FramesError> {
        let mut cache = GrowingCache::open(path)?;
        if cache.frame_count() < frames {
            return Err(FramesError::Few { found: cache.frame_count(), expected: frames });
        }
        if cache.point_count() != vertices {
            return Err(FramesError::Others);
        }
        let mut sum = Sum::default();
        for frame in 0..frames {
            sum.add_places(&cache.frame(frame)?);
        }
        if Fingerprint::of_sum(&sum) != mark {
            return Err(FramesError::Others);
        }
        cache.truncate(frames)?;
        Ok(Self { cache, sum })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, positions: &[DVec3]) -> Result<(), WriteError> {
        let places: Vec<Vec3> = positions.iter().map(|p| p.as_vec3()).collect();
        self.cache.append(&places)?;
        self.sum.add_places(&places);
        Ok(())
    }

    /// What tells these frames from others.
    pub fn mark(&self) -> Fingerprint {
        Fingerprint::of_sum(&self.sum)
    }

    /// How many there are, the first state included.
    pub fn count(&self) -> usize {
        self.cache.frame_count()
    }

    /// Where they are.
    pub fn path(&self) -> &Path {
        self.cache.path()
    }

    /// The positions of a frame; 0 is the first state.
    ///
    /// # Errors
    /// If there is no such frame, or the file cannot be read.
    pub fn get(&self, frame: usize) -> Result<Vec<DVec3>, ReadError> {
        Ok(self.cache.frame(frame)?.iter().map(|p| p.as_dvec3()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_gone_on_with_only_if_they_are_those_of_the_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames.pc2");
        let frame = |k: usize| vec![DVec3::splat(k as f64 / 3.0), DVec3::X];
        let mut kept = KeptFrames::begin(&path, 2).unwrap();
        let marks: Vec<Fingerprint> = (0..4)
            .map(|k| {
                kept.append(&frame(k)).unwrap();
                kept.mark()
            })
            .collect();
        drop(kept);
        assert!(matches!(
            KeptFrames::go_on(&path, 2, 5, marks[3]),
            Err(FramesError::Few { found: 4, expected: 5 })
        ));
        assert!(matches!(KeptFrames::go_on(&path, 2, 2, marks[3]), Err(FramesError::Others)));
        assert!(matches!(KeptFrames::go_on(&path, 3, 4, marks[3]), Err(FramesError::Others)));
        let mut again = KeptFrames::go_on(&path, 2, 2, marks[1]).unwrap();
        assert_eq!(again.count(), 2, "later ones are forgotten");
        again.append(&frame(2)).unwrap();
        assert_eq!(again.mark(), marks[2]);
        assert_eq!(again.get(1).unwrap()[0].as_vec3(), frame(1)[0].as_vec3());
    }
}
