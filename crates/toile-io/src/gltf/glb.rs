//! The GLB container: a header, a chunk of JSON, a chunk of binary data (glTF 2.0, section 4.4).

use std::io::{self, Write};

use crate::ReadError;

const MAGIC: &[u8; 4] = b"glTF";
const VERSION: u32 = 2;
const HEADER_LENGTH: usize = 12;
const CHUNK_HEADER_LENGTH: usize = 8;
const JSON_CHUNK: u32 = 0x4E4F_534A;
const BINARY_CHUNK: u32 = 0x004E_4942;

/// What a GLB file contains.
pub(super) struct Chunks<'a> {
    /// The JSON text.
    pub(super) json: &'a [u8],
    /// Where the JSON text begins in the file.
    pub(super) json_start: u64,
    /// The binary data, if there are any.
    pub(super) binary: Option<&'a [u8]>,
}

/// Whether the bytes begin like a GLB file.
pub(super) fn is_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Splits a GLB file into its chunks.
pub(super) fn split(bytes: &[u8]) -> Result<Chunks<'_>, ReadError> {
    let length = check_header(bytes)?;
    let bytes = &bytes[..length];
    let (kind, json, mut next) = chunk(bytes, HEADER_LENGTH)?;
    if kind != JSON_CHUNK {
        let place = HEADER_LENGTH as u64 + 4;
        return Err(ReadError::byte(place, "the first chunk of a GLB file must be JSON"));
    }
    let mut binary = None;
    // Chunks of unknown kinds are to be skipped.
    while binary.is_none() && next < bytes.len() {
        let (kind, data, after) = chunk(bytes, next)?;
        binary = (kind == BINARY_CHUNK).then_some(data);
        next = after;
    }
    Ok(Chunks { json, json_start: (HEADER_LENGTH + CHUNK_HEADER_LENGTH) as u64, binary })
}

/// Checks the file's header and returns the length that it gives.
fn check_header(bytes: &[u8]) -> Result<usize, ReadError> {
    if !is_glb(bytes) {
        let hint = if bytes.first() == Some(&b'{') {
            "; it looks like JSON text, which is a .gltf file"
        } else {
            ""
        };
        return Err(ReadError::byte(0, format!("not a GLB file: it does not begin with 'glTF'{hint}")));
    }
    let (Some(version), Some(length)) = (number(bytes, 4), number(bytes, 8)) else {
        return Err(ReadError::byte(bytes.len() as u64, "the file ends within its header"));
    };
    if version != VERSION {
        let cause =
            format!("GLB version {version} is not supported, only version 2; convert the file to glTF 2.0");
        return Err(ReadError::byte(4, cause));
    }
    let length = length as usize;
    if length > bytes.len() {
        let cause =
            format!("the header says {length} bytes, but the file has {}; it is cut off", bytes.len());
        return Err(ReadError::byte(8, cause));
    }
    if length < HEADER_LENGTH {
        return Err(ReadError::byte(8, format!("a GLB file cannot have {length} bytes")));
    }
    Ok(length)
}

/// The kind and the data of the chunk at an offset, and the offset after it.
fn chunk(bytes: &[u8], start: usize) -> Result<(u32, &[u8], usize), ReadError> {
    let (Some(length), Some(kind)) = (number(bytes, start), number(bytes, start + 4)) else {
        return Err(ReadError::byte(start as u64, "the file ends within a chunk's header"));
    };
    let data = start + CHUNK_HEADER_LENGTH;
    let left = bytes.len() - data;
    if length as usize > left {
        let cause = format!("the chunk says {length} bytes, but only {left} follow");
        return Err(ReadError::byte(start as u64, cause));
    }
    let end = data + length as usize;
    Ok((kind, &bytes[data..end], end))
}

/// The little-endian number at an offset.
fn number(bytes: &[u8], offset: usize) -> Option<u32> {
    let digits = bytes.get(offset..offset + 4)?;
    Some(u32::from_le_bytes(digits.try_into().ok()?))
}

/// Writes a GLB file; `None` without writing anything if it would be larger than the format allows (4 GiB).
pub(super) fn write(out: &mut impl Write, json: &[u8], binary: &[u8]) -> Option<io::Result<()>> {
    let chunk_length = |data: &[u8]| CHUNK_HEADER_LENGTH + data.len().next_multiple_of(4);
    let binary = (!binary.is_empty()).then_some(binary);
    let length = HEADER_LENGTH + chunk_length(json) + binary.map_or(0, chunk_length);
    let length = u32::try_from(length).ok()?;
    let mut write_all = || {
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&length.to_le_bytes())?;
        write_chunk(out, JSON_CHUNK, json, b' ')?;
        match binary {
            Some(binary) => write_chunk(out, BINARY_CHUNK, binary, 0),
            None => Ok(()),
        }
    };
    Some(write_all())
}

/// Writes a chunk, filled up to a multiple of four bytes; the length counts the filling.
fn write_chunk(out: &mut impl Write, kind: u32, data: &[u8], filling: u8) -> io::Result<()> {
    let padded = data.len().next_multiple_of(4);
    out.write_all(&(padded as u32).to_le_bytes())?;
    out.write_all(&kind.to_le_bytes())?;
    out.write_all(data)?;
    out.write_all(&[filling; 3][..padded - data.len()])
}
