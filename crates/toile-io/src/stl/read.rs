//! Reading STL files.

use glam::DVec3;

use super::{PREFIX, TRIANGLE_SIZE, TRIANGLES_START};
use crate::text::{Text, clean_name, quote};
use crate::welder::Welder;
use crate::{Group, NO_INDEX, PolyMesh, ReadError};

/// Reads an STL file, text or binary, and joins equal corners. [The module](super) has the details.
///
/// # Errors
///
/// Text that does not follow the format, a file whose size contradicts its triangle count, or a coordinate that is not
/// finite. The place is a line for text, a byte for binary data.
pub fn read(bytes: &[u8]) -> Result<PolyMesh, ReadError> {
    if !has_binary_size(bytes) && looks_like_text(bytes) { read_text(bytes) } else { read_binary(bytes) }
}

/// Whether the bytes are probably an STL file.
pub(crate) fn is_stl(bytes: &[u8]) -> bool {
    has_binary_size(bytes) || looks_like_text(bytes)
}

fn triangle_count(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(PREFIX..)?.first_chunk()?))
}

/// The size of a binary file with `count` triangles.
fn binary_size(count: u32) -> u64 {
    TRIANGLES_START as u64 + TRIANGLE_SIZE as u64 * u64::from(count)
}

fn has_binary_size(bytes: &[u8]) -> bool {
    triangle_count(bytes).is_some_and(|count| binary_size(count) == bytes.len() as u64)
}

/// Whether the file begins with `solid` and the part where a binary file has its count holds no zero byte.
fn looks_like_text(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let beginning = &bytes[..bytes.len().min(2 * TRIANGLES_START)];
    start.len() >= 5 && start[..5].eq_ignore_ascii_case(b"solid") && !beginning.contains(&0)
}

/// Builds the mesh corner by corner.
#[derive(Default)]
struct Builder {
    mesh: PolyMesh,
    welder: Welder<3>,
}

impl Builder {
    fn push_corner(&mut self, position: DVec3) {
        let (index, is_new) = self.welder.index(position.to_array());
        if is_new {
            self.mesh.positions.push(position);
        }
        self.mesh.corners.push(index);
    }

    fn end_face(&mut self) {
        self.mesh.face_starts.push(self.mesh.corners.len() as u32);
    }
}

fn read_binary(bytes: &[u8]) -> Result<PolyMesh, ReadError> {
    let Some(count) = triangle_count(bytes) else {
        return Err(ReadError::file("too short for a binary STL file, and text would begin with `solid`"));
    };
    let (needed, size) = (binary_size(count), bytes.len() as u64);
    if size < needed {
        let cause = format!("{count} triangles need {needed} bytes, but the file has {size}; is it cut off?");
        return Err(ReadError::byte(PREFIX as u64, cause));
    }
    if size >= needed + TRIANGLE_SIZE as u64 {
        let cause = format!(
            "the file has {size} bytes, but its {count} triangles need only {needed}; is it really STL?"
        );
        return Err(ReadError::byte(PREFIX as u64, cause));
    }
    if count > NO_INDEX / 3 {
        return Err(ReadError::byte(
            PREFIX as u64,
            format!("{count} triangles are too many for 32-bit indices"),
        ));
    }
    let mut builder = Builder::default();
    builder.mesh.corners.reserve_exact(3 * count as usize);
    builder.mesh.face_starts.reserve_exact(count as usize);
    let triangles = bytes[TRIANGLES_START..].as_chunks::<TRIANGLE_SIZE>().0;
    for (index, triangle) in triangles.iter().enumerate() {
        // The first twelve bytes are the normal, the last two the attribute.
        for corner in triangle[12..48].as_chunks::<12>().0 {
            let position = read_position(corner);
            if !position.is_finite() {
                let offset = TRIANGLES_START + index * TRIANGLE_SIZE;
                let cause =
                    format!("a corner of triangle {index} is not finite; repair the mesh where it was made");
                return Err(ReadError::byte(offset as u64, cause));
            }
            builder.push_corner(position);
        }
        builder.end_face();
    }
    Ok(builder.mesh)
}

fn read_position(bytes: &[u8; 12]) -> DVec3 {
    let mut coordinates = bytes.as_chunks::<4>().0.iter().map(|&c| f64::from(f32::from_le_bytes(c)));
    let mut next = || coordinates.next().unwrap_or_default();
    DVec3::new(next(), next(), next())
}

fn read_text(bytes: &[u8]) -> Result<PolyMesh, ReadError> {
    let mut text = Text::new(bytes, 1);
    let mut builder = Builder::default();
    text.skip_blank_lines();
    while !text.is_at_end() {
        expect(&mut text, "solid")?;
        let name = clean_name(&String::from_utf8_lossy(&text.rest_of_line()));
        let start = builder.mesh.face_count() as u32;
        read_solid(&mut text, &mut builder)?;
        let faces = start..builder.mesh.face_count() as u32;
        if !name.is_empty() && !faces.is_empty() {
            builder.mesh.groups.push(Group { name, material: None, faces });
        }
        text.skip_blank_lines();
    }
    Ok(builder.mesh)
}

/// Reads facets up to and with the line `endsolid`.
fn read_solid(text: &mut Text<'_>, builder: &mut Builder) -> Result<(), ReadError> {
    loop {
        text.skip_blank_lines();
        let word = text.word();
        if word.eq_ignore_ascii_case(b"endsolid") {
            text.rest_of_line();
            return Ok(());
        }
        if !word.eq_ignore_ascii_case(b"facet") {
            return Err(unexpected(text, word, "`facet` or `endsolid`"));
        }
        // The normal follows from the corners, and programs that do not know it write anything here.
        text.rest_of_line();
        expect(text, "outer")?;
        expect(text, "loop")?;
        for _ in 0..3 {
            expect(text, "vertex")?;
            builder.push_corner(DVec3::new(text.number("x")?, text.number("y")?, text.number("z")?));
            text.end_line()?;
        }
        if builder.mesh.corners.len() > NO_INDEX as usize {
            return Err(text.error("the mesh has more than 4294967295 corners; split the file"));
        }
        builder.end_face();
        expect(text, "endloop")?;
        expect(text, "endfacet")?;
    }
}

/// Reads `keyword`, on this line or a later one.
fn expect(text: &mut Text<'_>, keyword: &str) -> Result<(), ReadError> {
    text.skip_blank_lines();
    let word = text.word();
    if word.eq_ignore_ascii_case(keyword.as_bytes()) {
        return Ok(());
    }
    Err(unexpected(text, word, &format!("`{keyword}`")))
}

fn unexpected(text: &Text<'_>, word: &[u8], expected: &str) -> ReadError {
    text.error(if word.is_empty() {
        format!("the file ends where {expected} was expected; is it cut off?")
    } else {
        format!("expected {expected}, found {}", quote(word))
    })
}
