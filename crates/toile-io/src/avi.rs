//! Films: JPEG pictures one after the other in an AVI file (Motion JPEG), which every player opens.
//!
//! ```
//! use std::io::Cursor;
//! use toile_io::avi::Film;
//! use toile_io::png::Image;
//!
//! let mut film = Film::new(Cursor::new(Vec::new()), [32, 16], 25.0)?;
//! for grey in [0, 128, 255] {
//!     film.add(&Image { width: 32, height: 16, pixels: vec![[grey, grey, grey, 255]; 512] })?;
//! }
//! let file = film.finish()?.into_inner();
//! assert_eq!((&file[..4], &file[8..12]), (&b"RIFF"[..], &b"AVI "[..]));
//! # Ok::<(), toile_io::WriteError>(())
//! ```

use crate::WriteError;
use crate::jpeg::{JpegQuality, encode};
use crate::png::Image;
use std::io::{Seek, SeekFrom, Write};

/// Sizes are numbers of 32 bits, and some players take them as signed.
const MOST_BYTES: u64 = i32::MAX as u64 - (1 << 20);

/// Where the head ends and frames begin, in bytes: the lists, the heads of the file and of its stream, and the name of the frames' list.
const HEAD: u32 = 224;

/// A film that is being written, frame by frame.
#[derive(Debug)]
pub struct Film<W> {
    file: W,
    size: [u32; 2],
    rate: f64,
    quality: JpegQuality,
    /// Where each frame begins, from the name of the frames' list, and its length in bytes.
    frames: Vec<[u32; 2]>,
    /// How long the file is so far.
    written: u64,
}

impl<W: Write + Seek> Film<W> {
    /// A film of a width and height in pixels, with a number of frames a second.
    ///
    /// # Errors
    ///
    /// A side is 0 or longer than 65535, the rate is not between 0.01 and 1000, or the file cannot be written.
    pub fn new(file: W, size: [u32; 2], rate: f64) -> Result<Self, WriteError> {
        if size.iter().any(|side| !(1..=65535).contains(side)) {
            let [width, height] = size;
            return Err(WriteError::new(format!("a film cannot have {width} by {height} pixels")));
        }
        if !(0.01..=1000.0).contains(&rate) {
            return Err(WriteError::new(format!("a film cannot have {rate} frames a second; 25 is usual")));
        }
        let mut film = Self {
            file,
            size,
            rate,
            quality: JpegQuality::default(),
            frames: Vec::new(),
            written: u64::from(HEAD),
        };
        // Numbers that are not known yet are written again in the end.
        let head = film.head(0);
        film.file.write_all(&head)?;
        Ok(film)
    }

    /// The same with another quality of its pictures.
    #[must_use]
    pub fn with_quality(mut self, quality: JpegQuality) -> Self {
        self.quality = quality;
        self
    }

    /// How many frames there are.
    pub fn frame_count(&self) -> usize {
        self.frames.len()
    }

    /// Adds a frame.
    ///
    /// # Errors
    ///
    /// The picture has another size than the film, the file would be larger than 2 GB, or cannot be written.
    pub fn add(&mut self, image: &Image) -> Result<(), WriteError> {
        if [image.width, image.height] != self.size {
            let ([width, height], [columns, rows]) = (self.size, [image.width, image.height]);
            return Err(WriteError::new(format!(
                "a frame of {columns} by {rows} pixels does not fit into a film of {width} by {height}"
            )));
        }
        let mut picture = encode(image, self.quality)?;
        let length = picture.len() as u32;
        // Parts begin at even places.
        picture.resize(picture.len().next_multiple_of(2), 0);
        if self.written + picture.len() as u64 + 24 * (self.frames.len() as u64 + 1) > MOST_BYTES {
            return Err(WriteError::new(
                "a film cannot be larger than 2 GB; take smaller pictures or fewer frames",
            ));
        }
        self.file.write_all(b"00dc")?;
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(&picture)?;
        self.frames.push([(self.written - u64::from(HEAD)) as u32 + 4, length]);
        self.written += 8 + picture.len() as u64;
        Ok(())
    }

    /// Writes the index and the numbers of the head, and gives the file back.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<W, WriteError> {
        let mut index = Vec::with_capacity(16 * self.frames.len());
        for [offset, length] in &self.frames {
            // Each frame stands for itself.
            for number in [u32::from_le_bytes(*b"00dc"), 0x10, *offset, *length] {
                index.extend(number.to_le_bytes());
            }
        }
        self.file.write_all(&chunk(*b"idx1", &index))?;
        let head = self.head(8 + index.len() as u32);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&head)?;
        self.file.flush()?;
        Ok(self.file)
    }

    /// Everything before the frames, for a number of frames.
    fn head(&self, index: u32) -> Vec<u8> {
        let frames = self.frames.len() as u32;
        let longest = self.frames.iter().map(|frame| frame[1]).max().unwrap_or(0);
        let [width, height] = self.size;
        // Frames a second as a fraction.
        let (scale, rate) = (1000, (1000.0 * self.rate).round() as u32);
        let has_index = 0x10;
        let main = numbers(&[
            (1e6 / self.rate).round() as u32,
            (f64::from(longest) * self.rate).min(f64::from(u32::MAX)) as u32,
            0,
            has_index,
            frames,
            0,
            1,
            longest,
            width,
            height,
            0,
            0,
            0,
            0,
        ]);
        let mut stream = b"vidsMJPG".to_vec();
        stream.extend(numbers(&[0, 0, 0, scale, rate, 0, frames, longest, u32::MAX, 0]));
        stream.extend([0, 0, width as u16, height as u16].map(u16::to_le_bytes).as_flattened());
        let mut format = numbers(&[40, width, height]);
        format.extend([1_u16, 24].map(u16::to_le_bytes).as_flattened());
        format.extend(b"MJPG");
        format.extend(numbers(&[3 * width * height, 0, 0, 0, 0]));
        let of_stream = list(*b"strl", &[chunk(*b"strh", &stream), chunk(*b"strf", &format)].concat());
        let heads = list(*b"hdrl", &[chunk(*b"avih", &main), of_stream].concat());
        let mut head = b"RIFF".to_vec();
        head.extend(((self.written - 8) as u32 + index).to_le_bytes());
        head.extend(b"AVI ");
        head.extend(heads);
        head.extend(b"LIST");
        head.extend(((self.written - u64::from(HEAD)) as u32 + 4).to_le_bytes());
        head.extend(b"movi");
        head
    }
}

fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A part of the file: its name, its length, and what is in it.
fn chunk(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    [&name[..], &(content.len() as u32).to_le_bytes(), content].concat()
}

/// A part that has parts.
fn list(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    chunk(*b"LIST", &[&name[..], content].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn grey(size: [u32; 2], value: u8) -> Image {
        let count = (size[0] * size[1]) as usize;
        Image { width: size[0], height: size[1], pixels: vec![[value, value, value, 255]; count] }
    }

    fn number(file: &[u8], at: usize) -> usize {
        u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]) as usize
    }

    /// The parts between two places: names, and where what is in them begins and ends.
    fn parts(file: &[u8], mut at: usize, end: usize) -> Vec<(&[u8], usize, usize)> {
        let mut found = Vec::new();
        while at < end {
            let length = number(file, at + 4);
            found.push((&file[at..at + 4], at + 8, at + 8 + length));
            at += 8 + length.next_multiple_of(2);
        }
        assert_eq!(at, end, "parts fill the room exactly");
        found
    }

    #[test]
    fn a_player_finds_all_frames_by_lists_and_by_the_index() {
        let size = [40, 24];
        let mut film = Film::new(Cursor::new(Vec::new()), size, 29.97).unwrap();
        for value in [0, 77, 255] {
            film.add(&grey(size, value)).unwrap();
        }
        assert_eq!(film.frame_count(), 3);
        let file = film.finish().unwrap().into_inner();
        let all = parts(&file, 0, file.len());
        assert_eq!(all.len(), 1);
        let inside = parts(&file, 12, file.len());
        let names: Vec<&[u8]> = inside.iter().map(|part| part.0).collect();
        assert_eq!(names, [&b"LIST"[..], b"LIST", b"idx1"]);
        assert_eq!(inside[1].1 + 4, HEAD as usize);
        assert_eq!(&file[inside[1].1..inside[1].1 + 4], b"movi");
        let frames = parts(&file, inside[1].1 + 4, inside[1].2);
        assert_eq!(frames.len(), 3);
        for (k, (name, begin, end)) in frames.iter().enumerate() {
            assert_eq!(*name, b"00dc");
            assert_eq!(
                (&file[*begin..begin + 2], &file[end - 2..*end]),
                (&[0xFF, 0xD8][..], &[0xFF, 0xD9][..])
            );
            let entry = inside[2].1 + 16 * k;
            assert_eq!(number(&file, entry + 8) + inside[1].1, begin - 8, "from the name of the list");
            assert_eq!(number(&file, entry + 12), end - begin);
        }
        let heads = parts(&file, inside[0].1 + 4, inside[0].2);
        assert_eq!((heads[0].0, heads[0].2 - heads[0].1), (&b"avih"[..], 56));
        assert_eq!(number(&file, heads[0].1 + 16), 3);
        let stream = parts(&file, heads[1].1 + 4, heads[1].2);
        assert_eq!((stream[0].0, stream[0].2 - stream[0].1), (&b"strh"[..], 56));
        assert_eq!([20, 24, 32].map(|at| number(&file, stream[0].1 + at)), [1000, 29970, 3]);
        assert_eq!((stream[1].0, stream[1].2 - stream[1].1), (&b"strf"[..], 40));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let film = |size, rate| Film::new(Cursor::new(Vec::new()), size, rate);
        assert!(film([0, 2], 25.0).is_err());
        assert!(film([2, 2], f64::NAN).is_err());
        let error = film([16, 16], 25.0).unwrap().add(&grey([16, 8], 0)).unwrap_err();
        assert!(error.to_string().contains("16 by 8"), "{error}");
    }
}
