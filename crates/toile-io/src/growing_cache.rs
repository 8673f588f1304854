//! A point cache on disk that grows frame by frame, and from which any frame can be read back.

use crate::pc2::{HEADER_SIZE, Header, POINT_SIZE, Pc2Writer, SAMPLES_OFFSET};
use crate::{ReadError, WriteError};
use glam::Vec3;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A point cache that grows on disk while a simulation makes its frames, so that memory holds none of them.
///
/// It is a PC2 file, whose header counts the whole frames: a process that is killed leaves a file that can be read.
#[derive(Debug)]
pub struct GrowingCache {
    path: PathBuf,
    /// Reading moves the place in the file, so one thread reads at a time.
    file: Mutex<File>,
    point_count: usize,
    frames: usize,
}

impl GrowingCache {
    /// Begins an empty cache. What is there under that name is lost.
    ///
    /// # Errors
    /// If there are no points, or the file cannot be written; the path is part of it.
    pub fn create(path: &Path, point_count: usize) -> Result<Self, WriteError> {
        let begin = || -> Result<File, WriteError> {
            let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
            Pc2Writer::new(&file, point_count, 0.0, 1.0)?.finish()?;
            Ok(file)
        };
        let file = begin().map_err(|error| error.in_file(path))?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), point_count, frames: 0 })
    }

    /// Opens a cache that is there, to read it and to go on with it.
    ///
    /// # Errors
    /// If it cannot be read, is no point cache, or ends before the frames that it announces; the path is part of it.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let open = || -> Result<(File, Header), ReadError> {
            let file = File::options().read(true).write(true).open(path).map_err(cannot_read)?;
            let mut bytes = Vec::new();
            (&file).take(HEADER_SIZE as u64).read_to_end(&mut bytes).map_err(cannot_read)?;
            let header = Header::read(&bytes)?;
            let length = file.metadata().map_err(cannot_read)?.len();
            if u128::from(length) < HEADER_SIZE as u128 + header.size() {
                return Err(ReadError::byte(length, "the file ends before its last frame; it was cut off"));
            }
            Ok((file, header))
        };
        let (file, header) = open().map_err(|error| error.in_file(path))?;
        let Header { point_count, samples: frames, .. } = header;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), point_count, frames })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many points each frame has.
    pub fn point_count(&self) -> usize {
        self.point_count
    }

    /// How many frames there are.
    pub fn frame_count(&self) -> usize {
        self.frames
    }

    /// Adds a frame at the end.
    ///
    /// # Errors
    /// If it has another number of points, or the file cannot be written: the frames before stay as they are.
    pub fn append(&mut self, positions: &[Vec3]) -> Result<(), WriteError> {
        self.try_append(positions).map_err(|error| error.in_file(&self.path))
    }

    fn try_append(&mut self, positions: &[Vec3]) -> Result<(), WriteError> {
        if positions.len() != self.point_count {
            let (given, expected) = (positions.len(), self.point_count);
            return Err(WriteError::new(format!(
                "a frame of {given} points in a cache of {expected} points"
            )));
        }
        let coordinates = positions.iter().flat_map(|p| p.to_array().map(f32::to_le_bytes));
        let bytes: Vec<u8> = coordinates.flatten().collect();
        let place = self.place(self.frames);
        let file = self.file();
        file.seek(SeekFrom::Start(place))?;
        file.write_all(&bytes)?;
        self.count(self.frames + 1)
    }

    /// Forgets all frames but the first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn truncate(&mut self, frames: usize) -> Result<(), WriteError> {
        let frames = frames.min(self.frames);
        let length = self.place(frames);
        let cut = self.count(frames).and_then(|()| Ok(self.file().set_len(length)?));
        cut.map_err(|error| error.in_file(&self.path))
    }

    /// The positions of a frame, counted from 0.
    ///
    /// # Errors
    /// If there is no such frame, or the file cannot be read.
    pub fn frame(&self, frame: usize) -> Result<Vec<Vec3>, ReadError> {
        if frame >= self.frames {
            let cause = format!("there is no frame {frame}, only {} frames", self.frames);
            return Err(ReadError::file(cause).in_file(&self.path));
        }
        let mut bytes = vec![0; POINT_SIZE * self.point_count];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(self.place(frame))).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|error| cannot_read(error).in_file(&self.path))?;
        let coordinates: Vec<f32> = bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
        Ok(coordinates.as_chunks().0.iter().map(|p| Vec3::from_array(*p)).collect())
    }

    fn file(&mut self) -> &mut File {
        self.file.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a frame begins in the file.
    fn place(&self, frame: usize) -> u64 {
        HEADER_SIZE as u64 + frame as u64 * (POINT_SIZE * self.point_count) as u64
    }

    /// Writes the number of frames into the header.
    fn count(&mut self, frames: usize) -> Result<(), WriteError> {
        let samples = i32::try_from(frames)
            .map_err(|_| WriteError::new("a PC2 file cannot hold more than 2147483647 frames"))?;
        let file = self.file();
        file.seek(SeekFrom::Start(SAMPLES_OFFSET as u64))?;
        file.write_all(&samples.to_le_bytes())?;
        self.frames = frames;
        Ok(())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "that is how `map_err` gives it")]
fn cannot_read(error: io::Error) -> ReadError {
    ReadError::file(format!("cannot read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::read_point_cache;
    use std::fs;

    fn frame(k: usize) -> Vec<Vec3> {
        (0..3).map(|v| Vec3::new(k as f32, v as f32, -0.5)).collect()
    }

    #[test]
    fn frames_go_to_disk_and_come_back_and_others_can_read_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames.pc2");
        let mut cache = GrowingCache::create(&path, 3).unwrap();
        for k in 0..4 {
            cache.append(&frame(k)).unwrap();
            assert_eq!(read_point_cache(&path).unwrap().frame_count(), k + 1, "it can be read at any time");
        }
        assert_eq!((cache.frame(0).unwrap(), cache.frame(3).unwrap()), (frame(0), frame(3)));
        assert!(cache.frame(4).is_err() && cache.append(&frame(4)[..2]).is_err());
        drop(cache);

        let mut again = GrowingCache::open(&path).unwrap();
        assert_eq!((again.frame_count(), again.point_count()), (4, 3));
        again.truncate(2).unwrap();
        again.append(&frame(9)).unwrap();
        assert_eq!((again.frame(1).unwrap(), again.frame(2).unwrap()), (frame(1), frame(9)));
        assert_eq!(read_point_cache(&path).unwrap().frame_count(), 3);
    }

    #[test]
    fn half_a_frame_after_the_last_does_no_harm_and_a_missing_one_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames.pc2");
        let mut cache = GrowingCache::create(&path, 3).unwrap();
        (0..3).for_each(|k| cache.append(&frame(k)).unwrap());
        drop(cache);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, [&whole[..], &[7; 20]].concat()).unwrap();
        let mut cut_short = GrowingCache::open(&path).unwrap();
        cut_short.append(&frame(3)).unwrap();
        assert_eq!(cut_short.frame(3).unwrap(), frame(3));
        assert_eq!(read_point_cache(&path).unwrap().frame_count(), 4);

        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let words = GrowingCache::open(&path).unwrap_err().to_string();
        assert!(words.contains("frames.pc2") && words.contains("ends before its last frame"), "{words}");
        fs::write(&path, &whole[..20]).unwrap();
        assert!(GrowingCache::open(&path).is_err());
        assert!(GrowingCache::open(&folder.path().join("none.pc2")).is_err());
        assert!(GrowingCache::create(&path, 0).is_err());
    }
}
