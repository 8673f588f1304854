//! MDD point caches: the positions of a mesh's vertices over time, as `LightWave`, Maya, Cinema 4D and Blender read them.
//! Written only; [PC2](mod@crate::pc2) is read as well.
//!
//! The file is, in big-endian numbers of 32 bits: the count of frames, the count of points, the time of each frame in
//! seconds, and the positions of all points for each frame. It knows no faces: keep the mesh beside it, with the vertices
//! in the same order.
//!
//! ```
//! use glam::DVec3;
//! use toile_io::mdd::MddWriter;
//!
//! let mut writer = MddWriter::new(Vec::new(), 2, 1, 24.0).unwrap();
//! writer.append(&[DVec3::ZERO, DVec3::X]).unwrap();
//! assert_eq!(writer.finish().unwrap().len(), 4 + 4 + 4 + 2 * 12);
//! ```

use crate::WriteError;
use glam::DVec3;
use std::io::{BufWriter, Write};

/// Writes a cache frame by frame, as a simulation makes them.
#[derive(Debug)]
pub struct MddWriter<W: Write> {
    out: BufWriter<W>,
    point_count: usize,
    frames_left: usize,
}

impl<W: Write> MddWriter<W> {
    /// Begins a cache of as many points and frames, at `rate` frames a second, the first at time 0. Both counts stand
    /// before everything else, so they must be known.
    ///
    /// # Errors
    ///
    /// A count that is 0 or more than 2^31 - 1, a rate that is not positive, or a failing writer.
    pub fn new(writer: W, point_count: usize, frame_count: usize, rate: f64) -> Result<Self, WriteError> {
        let count = |count: usize, what: &str| {
            let fits = i32::try_from(count).ok().filter(|count| *count > 0);
            fits.ok_or_else(|| WriteError::new(format!("an MDD file cannot hold {count} {what}")))
        };
        if !(rate > 0.0 && rate.is_finite()) {
            return Err(WriteError::new(format!("{rate} frames a second are not a positive number")));
        }
        let counts = [count(frame_count, "frames")?, count(point_count, "points")?];
        let mut out = BufWriter::with_capacity(1 << 16, writer);
        out.write_all(counts.map(i32::to_be_bytes).as_flattened())?;
        for frame in 0..frame_count {
            out.write_all(&((frame as f64 / rate) as f32).to_be_bytes())?;
        }
        Ok(Self { out, point_count, frames_left: frame_count })
    }

    /// Appends a frame.
    ///
    /// # Errors
    ///
    /// Another number of points than announced, more frames than announced, a coordinate that single precision cannot
    /// hold, or a failing writer. If it is not the writer that fails, the file stays as it was.
    pub fn append(&mut self, positions: &[DVec3]) -> Result<(), WriteError> {
        if positions.len() != self.point_count {
            let (given, expected) = (positions.len(), self.point_count);
            return Err(WriteError::new(format!(
                "a frame of {given} points in a cache of {expected} points"
            )));
        }
        if let Some(position) = positions.iter().find(|p| !p.as_vec3().is_finite()) {
            return Err(WriteError::new(format!(
                "the position {position} does not fit into single precision"
            )));
        }
        let Some(left) = self.frames_left.checked_sub(1) else {
            return Err(WriteError::new("one frame more than the cache was begun for"));
        };
        for position in positions {
            self.out.write_all(position.as_vec3().to_array().map(f32::to_be_bytes).as_flattened())?;
        }
        self.frames_left = left;
        Ok(())
    }

    /// Writes out what is still buffered, and returns the inner writer.
    ///
    /// # Errors
    ///
    /// Frames are missing, or the writer fails.
    pub fn finish(self) -> Result<W, WriteError> {
        if self.frames_left > 0 {
            let cause = format!("{} frames fewer than the cache was begun for", self.frames_left);
            return Err(WriteError::new(cause));
        }
        self.out.into_inner().map_err(|error| WriteError::from(error.into_error()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_times_and_positions_are_big_endian() {
        let mut writer = MddWriter::new(Vec::new(), 1, 2, 4.0).unwrap();
        writer.append(&[DVec3::new(1.0, -2.0, 0.5)]).unwrap();
        writer.append(&[DVec3::ZERO]).unwrap();
        let mut expected = vec![0, 0, 0, 2, 0, 0, 0, 1];
        for number in [0.0_f32, 0.25, 1.0, -2.0, 0.5, 0.0, 0.0, 0.0] {
            expected.extend(number.to_be_bytes());
        }
        assert_eq!(writer.finish().unwrap(), expected);
    }

    #[test]
    fn what_does_not_fit_is_refused_in_words() {
        let fail = |points, frames, rate| MddWriter::new(Vec::new(), points, frames, rate).unwrap_err().cause;
        assert!(fail(0, 1, 1.0).contains("0 points") && fail(1, 0, 1.0).contains("0 frames"));
        assert!(fail(1, 1, f64::NAN).contains("NaN frames a second"));
        let mut writer = MddWriter::new(Vec::new(), 1, 1, 1.0).unwrap();
        assert!(writer.append(&[]).unwrap_err().cause.contains("0 points in a cache of 1"));
        assert!(writer.append(&[DVec3::splat(1e300)]).unwrap_err().cause.contains("single precision"));
        writer.append(&[DVec3::ZERO]).unwrap();
        assert!(writer.append(&[DVec3::ZERO]).unwrap_err().cause.contains("one frame more"));
        writer.finish().unwrap();
        let short = MddWriter::new(Vec::new(), 1, 3, 1.0).unwrap();
        assert!(short.finish().unwrap_err().cause.contains("3 frames fewer"));
    }
}
