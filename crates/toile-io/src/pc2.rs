//! Point Cache 2: the positions of a mesh's vertices over time, which Blender, 3ds Max and others play back.
//!
//! The file is a header of 32 bytes (the name `POINTCACHE2`, the version 1, the number of points, the first frame, the
//! distance of samples in frames, the number of samples) and the positions of all points for each sample, as
//! little-endian `f32`. It knows no faces: keep the mesh beside it, with the vertices in the same order.
//!
//! ```
//! use std::io::Cursor;
//! use glam::DVec3;
//! use toile_io::pc2;
//!
//! let mut writer = pc2::Pc2Writer::new(Cursor::new(Vec::new()), 2, 0.0, 1.0).unwrap();
//! writer.append(&[DVec3::ZERO, DVec3::X]).unwrap();
//! writer.append(&[DVec3::Y, DVec3::ONE]).unwrap();
//! let file = writer.finish().unwrap().into_inner();
//!
//! let cache = pc2::read(&file)?;
//! assert_eq!(cache.frame_count(), 2);
//! assert_eq!(cache.frame(1), [DVec3::Y, DVec3::ONE]);
//! # Ok::<(), toile_io::ReadError>(())
//! ```

use std::io::{BufWriter, Seek, SeekFrom, Write};

use glam::DVec3;

use crate::{ReadError, WriteError};

const NAME: &[u8; 12] = b"POINTCACHE2\0";
const VERSION: i32 = 1;
pub(crate) const HEADER_SIZE: usize = 32;
/// Where the header has the number of points and the number of samples.
const POINTS_OFFSET: usize = 16;
pub(crate) const SAMPLES_OFFSET: usize = 28;
pub(crate) const POINT_SIZE: usize = 12;

/// The positions of points over time.
#[derive(Clone, Debug, PartialEq)]
pub struct PointCache {
    /// The frame of the first sample.
    pub start_frame: f32,
    /// The distance between samples, in frames.
    pub sample_rate: f32,
    /// How many points each frame has; at least one.
    pub point_count: usize,
    /// The positions of all points of the first frame, then those of the second, and so on.
    pub positions: Vec<DVec3>,
}

impl PointCache {
    /// How many frames (samples) there are.
    pub fn frame_count(&self) -> usize {
        self.positions.len().checked_div(self.point_count).unwrap_or(0)
    }

    /// The positions of all points in one frame, counted from 0 whatever `start_frame` says.
    ///
    /// # Panics
    ///
    /// If there is no such frame.
    pub fn frame(&self, frame: usize) -> &[DVec3] {
        &self.positions[frame * self.point_count..(frame + 1) * self.point_count]
    }

    /// All frames in order.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &[DVec3]> {
        self.positions.chunks_exact(self.point_count.max(1))
    }
}

/// Whether the bytes begin like a point cache.
pub(crate) fn is_pc2(bytes: &[u8]) -> bool {
    bytes.starts_with(NAME)
}

fn header_bytes(bytes: &[u8], offset: usize) -> [u8; 4] {
    bytes.get(offset..).and_then(<[u8]>::first_chunk).copied().unwrap_or_default()
}

fn header_count(bytes: &[u8], offset: usize, what: &str) -> Result<usize, ReadError> {
    let count = i32::from_le_bytes(header_bytes(bytes, offset));
    usize::try_from(count).map_err(|_| {
        ReadError::byte(offset as u64, format!("the header gives a negative number of {what}, {count}"))
    })
}

fn header_float(bytes: &[u8], offset: usize, what: &str) -> Result<f32, ReadError> {
    let value = f32::from_le_bytes(header_bytes(bytes, offset));
    if value.is_finite() {
        return Ok(value);
    }
    Err(ReadError::byte(offset as u64, format!("the {what} is {value}, which is not a finite number")))
}

/// What a point cache says of itself before its first frame.
pub(crate) struct Header {
    pub(crate) point_count: usize,
    pub(crate) samples: usize,
    start_frame: f32,
    sample_rate: f32,
}

impl Header {
    /// Reads the header at the begin of some bytes.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        if !is_pc2(bytes) {
            return Err(ReadError::byte(
                0,
                "the file does not begin with `POINTCACHE2`; is it really a PC2 file?",
            ));
        }
        if bytes.len() < HEADER_SIZE {
            return Err(ReadError::byte(
                bytes.len() as u64,
                "the file ends inside the header; is it cut off?",
            ));
        }
        let version = i32::from_le_bytes(header_bytes(bytes, 12));
        if version != VERSION {
            return Err(ReadError::byte(12, format!("version {version} of PC2 is unknown, there is only 1")));
        }
        let point_count = header_count(bytes, POINTS_OFFSET, "points")?;
        if point_count == 0 {
            return Err(ReadError::byte(POINTS_OFFSET as u64, "the cache has no points"));
        }
        Ok(Self {
            point_count,
            samples: header_count(bytes, SAMPLES_OFFSET, "samples")?,
            start_frame: header_float(bytes, 20, "start frame")?,
            sample_rate: header_float(bytes, 24, "sample rate")?,
        })
    }

    /// How many bytes all frames take. Two numbers below 2^31 and a 12 always fit into 128 bits.
    pub(crate) fn size(&self) -> u128 {
        self.point_count as u128 * self.samples as u128 * POINT_SIZE as u128
    }
}

/// Reads a point cache.
///
/// # Errors
///
/// Not a point cache, a size that contradicts the header, or a coordinate that is not finite.
pub fn read(bytes: &[u8]) -> Result<PointCache, ReadError> {
    let header = Header::read(bytes)?;
    check_size(bytes.len() - HEADER_SIZE, &header)?;
    let Header { point_count, start_frame, sample_rate, .. } = header;
    Ok(PointCache {
        start_frame,
        sample_rate,
        point_count,
        positions: read_positions(&bytes[HEADER_SIZE..])?,
    })
}

fn check_size(size: usize, header: &Header) -> Result<(), ReadError> {
    let Header { point_count: points, samples, .. } = *header;
    let needed = header.size();
    if size as u128 == needed {
        return Ok(());
    }
    let whole = size / POINT_SIZE / points;
    Err(ReadError::byte(
        SAMPLES_OFFSET as u64,
        format!(
            "the header announces {samples} samples of {points} points, {needed} bytes, but {size} bytes follow, \
             which is enough for {whole}; was the program that wrote it interrupted?"
        ),
    ))
}

fn read_positions(data: &[u8]) -> Result<Vec<DVec3>, ReadError> {
    let mut positions = Vec::with_capacity(data.len() / POINT_SIZE);
    for (index, point) in data.as_chunks::<POINT_SIZE>().0.iter().enumerate() {
        let [x, y, z] =
            std::array::from_fn(|axis| f64::from(f32::from_le_bytes(header_bytes(point, 4 * axis))));
        let position = DVec3::new(x, y, z);
        if !position.is_finite() {
            let offset = HEADER_SIZE + index * POINT_SIZE;
            return Err(ReadError::byte(offset as u64, format!("the position {position} is not finite")));
        }
        positions.push(position);
    }
    Ok(positions)
}

/// Writes a point cache. Coordinates are rounded to single precision.
///
/// # Errors
///
/// A coordinate that single precision cannot hold, positions that are no whole number of frames, or a failing writer.
pub fn write(writer: impl Write + Seek, cache: &PointCache) -> Result<(), WriteError> {
    let mut pc2 = Pc2Writer::new(writer, cache.point_count, cache.start_frame, cache.sample_rate)?;
    if !cache.positions.len().is_multiple_of(cache.point_count) {
        let (positions, points) = (cache.positions.len(), cache.point_count);
        return Err(WriteError::new(format!(
            "{positions} positions are no whole number of frames of {points} points"
        )));
    }
    cache.frames().try_for_each(|frame| pc2.append(frame))?;
    pc2.finish()?;
    Ok(())
}

/// Writes a point cache frame by frame, as a simulation makes them.
///
/// The number of samples in the header is set after every frame, so a run that is interrupted leaves a file that can be
/// read.
#[derive(Debug)]
pub struct Pc2Writer<W: Write + Seek> {
    out: BufWriter<W>,
    /// Where the header begins in `out`.
    start: u64,
    point_count: usize,
    samples: i32,
}

impl<W: Write + Seek> Pc2Writer<W> {
    /// Begins a cache of `point_count` points at the present position of `writer`, with the frame of the first sample
    /// and the distance of samples in frames.
    ///
    /// # Errors
    ///
    /// No points, or more than 2^31 - 1, a number that is not finite, or a failing writer.
    pub fn new(
        writer: W,
        point_count: usize,
        start_frame: f32,
        sample_rate: f32,
    ) -> Result<Self, WriteError> {
        let points = i32::try_from(point_count).ok().filter(|&points| points > 0);
        let points =
            points.ok_or_else(|| WriteError::new(format!("a PC2 file cannot hold {point_count} points")))?;
        if !(start_frame.is_finite() && sample_rate.is_finite()) {
            return Err(WriteError::new("the start frame and the sample rate must be finite numbers"));
        }
        let mut out = BufWriter::with_capacity(1 << 16, writer);
        let start = out.stream_position()?;
        out.write_all(NAME)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&points.to_le_bytes())?;
        out.write_all(&start_frame.to_le_bytes())?;
        out.write_all(&sample_rate.to_le_bytes())?;
        out.write_all(&0_i32.to_le_bytes())?;
        Ok(Self { out, start, point_count, samples: 0 })
    }

    /// How many frames are written so far.
    pub fn frame_count(&self) -> usize {
        self.samples as usize
    }

    /// Appends a frame.
    ///
    /// # Errors
    ///
    /// Another number of points than announced, a coordinate that single precision cannot hold, too many frames, or a
    /// failing writer. If it is not the writer that fails, the file stays as it was.
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
        let samples = self.samples.checked_add(1);
        let samples =
            samples.ok_or_else(|| WriteError::new("a PC2 file cannot hold more than 2147483647 frames"))?;
        for position in positions {
            for coordinate in position.as_vec3().to_array() {
                self.out.write_all(&coordinate.to_le_bytes())?;
            }
        }
        let end = self.out.stream_position()?;
        self.out.seek(SeekFrom::Start(self.start + SAMPLES_OFFSET as u64))?;
        self.out.write_all(&samples.to_le_bytes())?;
        self.out.seek(SeekFrom::Start(end))?;
        self.samples = samples;
        Ok(())
    }

    /// Writes out what is still buffered, and returns the inner writer.
    ///
    /// # Errors
    ///
    /// The writer fails.
    pub fn finish(self) -> Result<W, WriteError> {
        self.out.into_inner().map_err(|error| WriteError::from(error.into_error()))
    }
}
