//! Packages (`.usdz`): a ZIP archive in which nothing is compressed and all data begin at multiples of 64 bytes.
//!
//! PKWARE's APPNOTE 6.3 for the archive, the USDZ specification for the alignment: bytes of an extra field fill up.

use crate::WriteError;
use std::io::{self, Seek, SeekFrom, Write};

/// Data begin at multiples of this.
const ALIGNMENT: u64 = 64;
/// Bytes of a header before a file, without name and extra field.
const HEADER: u64 = 30;
/// Where such a header has the checksum and the two sizes.
const SUM_PLACE: u64 = 14;
/// The extra field that fills up, as the field's own tools number it, and its size without the filling.
const FILLING: (u16, u64) = (0x1986, 4);
/// Version 1.0 of the format, in which nothing is compressed.
const VERSION: u16 = 10;
/// 1 January 1980, the first day that the format knows, so that the same content gives the same bytes.
const DATE: u16 = 0x21;

const TOO_LARGE: &str =
    "the package would be larger than 4 GiB, the most that USDZ can hold; write fewer frames";

/// An archive that is being written.
pub(super) struct Package<W> {
    out: W,
    files: Vec<Packed>,
}

/// A file in an archive.
struct Packed {
    name: String,
    offset: u32,
    length: u32,
    sum: u32,
}

impl<W: Write + Seek> Package<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, files: Vec::new() }
    }

    /// Adds a file that `write` fills. Its size need not be known before.
    pub(super) fn add(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let start = self.out.stream_position()?;
        let mut packed = Packed { name: name.to_owned(), offset: small(start)?, length: 0, sum: 0 };
        let filling = (start + HEADER + name.len() as u64 + FILLING.1).wrapping_neg() % ALIGNMENT;
        self.out.write_all(&packed.header(filling as u16))?;
        let mut summed = Summed { out: &mut self.out, sum: !0, length: 0 };
        write(&mut summed)?;
        (packed.sum, packed.length) = (!summed.sum, small(summed.length)?);
        let end = self.out.stream_position()?;
        self.out.seek(SeekFrom::Start(start + SUM_PLACE))?;
        self.out.write_all(&packed.sums())?;
        self.out.seek(SeekFrom::Start(end))?;
        self.files.push(packed);
        Ok(())
    }

    /// Writes the list of all files.
    pub(super) fn finish(mut self) -> Result<(), WriteError> {
        let start = small(self.out.stream_position()?)?;
        for packed in &self.files {
            self.out.write_all(&packed.entry())?;
        }
        let length = small(self.out.stream_position()?)? - start;
        let count = u16::try_from(self.files.len())
            .map_err(|_| WriteError::new("too many pictures for a package"))?;
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        end.extend([count, count].map(u16::to_le_bytes).as_flattened());
        end.extend([length, start].map(u32::to_le_bytes).as_flattened());
        end.extend([0; 2]);
        self.out.write_all(&end)?;
        Ok(self.out.flush()?)
    }
}

impl Packed {
    /// The header before the file, with as many bytes of filling.
    fn header(&self, filling: u16) -> Vec<u8> {
        let mut bytes = b"PK\x03\x04".to_vec();
        // No flags, no compression, no time of day.
        bytes.extend([VERSION, 0, 0, 0, DATE].map(u16::to_le_bytes).as_flattened());
        bytes.extend(self.sums());
        let extra = FILLING.1 as u16 + filling;
        bytes.extend([self.name.len() as u16, extra].map(u16::to_le_bytes).as_flattened());
        bytes.extend(self.name.as_bytes());
        bytes.extend([FILLING.0, filling].map(u16::to_le_bytes).as_flattened());
        bytes.resize(bytes.len() + usize::from(filling), 0);
        bytes
    }

    /// The checksum and the sizes, compressed and not.
    fn sums(&self) -> Vec<u8> {
        [self.sum, self.length, self.length].map(u32::to_le_bytes).concat()
    }

    /// The entry in the list of files.
    fn entry(&self) -> Vec<u8> {
        let mut bytes = b"PK\x01\x02".to_vec();
        bytes.extend([VERSION, VERSION, 0, 0, 0, DATE].map(u16::to_le_bytes).as_flattened());
        bytes.extend(self.sums());
        // No extra field and no comment, on disk 0, with no attributes.
        bytes.extend([self.name.len() as u16, 0, 0, 0, 0].map(u16::to_le_bytes).as_flattened());
        bytes.extend([0; 4]);
        bytes.extend(self.offset.to_le_bytes());
        bytes.extend(self.name.as_bytes());
        bytes
    }
}

fn small(number: u64) -> Result<u32, WriteError> {
    u32::try_from(number).map_err(|_| WriteError::new(TOO_LARGE))
}

/// A writer that sums up what goes through it: CRC-32 of ISO 3309, the polynomial `0xEDB88320` in reflected bits.
struct Summed<'a, W> {
    out: &'a mut W,
    sum: u32,
    length: u64,
}

impl<W: Write> Write for Summed<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum = bytes[..written]
            .iter()
            .fold(self.sum, |sum, byte| SUMS[usize::from(sum as u8 ^ byte)] ^ (sum >> 8));
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The checksum of each byte.
const SUMS: [u32; 256] = {
    let mut sums = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
            bit += 1;
        }
        sums[byte] = sum;
        byte += 1;
    }
    sums
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        let mut nothing = Vec::new();
        let mut summed = Summed { out: &mut nothing, sum: !0, length: 0 };
        summed.write_all(b"123456789").unwrap();
        assert_eq!((!summed.sum, summed.length), (0xCBF4_3926, 9));
    }

    #[test]
    fn data_begin_at_multiples_of_64_whatever_the_names() {
        let mut file = Cursor::new(Vec::new());
        let mut package = Package::new(&mut file);
        let names = ["a.usda", "textures/0.png", "textures/a much longer name than the others have.jpg"];
        for (n, name) in names.into_iter().enumerate() {
            package.add(name, |out| Ok(out.write_all(&vec![b'A' + n as u8; 70 * n + 1])?)).unwrap();
        }
        package.finish().unwrap();
        let bytes = file.into_inner();
        let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let mut at = 0;
        for (n, name) in names.into_iter().enumerate() {
            assert_eq!(&bytes[at..at + 4], b"PK\x03\x04");
            assert_eq!(number(at + 8), 0, "not compressed");
            let data = at + 30 + number(at + 26) + number(at + 28);
            assert_eq!(&bytes[at + 30..at + 30 + name.len()], name.as_bytes());
            assert_eq!(data % 64, 0);
            let length = number(at + 18);
            assert_eq!(length, 70 * n + 1);
            assert!(bytes[data..data + length].iter().all(|byte| *byte == b'A' + n as u8));
            at = data + length;
        }
        assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
        let end = bytes.len() - 22;
        assert_eq!(
            (&bytes[end..end + 4], number(end + 10), number(end + 16)),
            (&b"PK\x05\x06"[..], 3, at & 0xFFFF)
        );
    }
}
