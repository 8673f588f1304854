//! Reading OBJ files in a single pass.

use glam::{DVec2, DVec3};

use super::groups::GroupRuns;
use super::references::References;
use crate::color::srgb_to_linear;
use crate::text::{Text, clean_name, quote};
use crate::{CornerAttribute, NO_INDEX, PolyMesh, ReadError, Stitch};

/// Reads an OBJ file. [The module](super) says what is understood.
///
/// # Errors
///
/// A line that cannot be understood, a number that is not finite, or an index of something that is never defined.
pub fn read(bytes: &[u8]) -> Result<PolyMesh, ReadError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = Reader::new(bytes);
    while !reader.text.is_at_end() {
        reader.read_line()?;
    }
    reader.finish()
}

struct Reader<'a> {
    text: Text<'a>,
    mesh: PolyMesh,
    uvs: CornerAttribute<DVec2>,
    normals: CornerAttribute<DVec3>,
    groups: GroupRuns,
    vertex_references: References,
    uv_references: References,
    normal_references: References,
}

const WHITE: [f32; 4] = [1.0; 4];

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            text: Text::new(bytes, 1).joining_lines(),
            mesh: PolyMesh::default(),
            uvs: CornerAttribute::default(),
            normals: CornerAttribute::default(),
            groups: GroupRuns::default(),
            vertex_references: References::new("vertex"),
            uv_references: References::new("texture coordinate"),
            normal_references: References::new("normal"),
        }
    }

    fn read_line(&mut self) -> Result<(), ReadError> {
        self.text.skip_blanks();
        let keyword_line = self.text.line();
        let keyword = self.text.word();
        match keyword {
            b"v" => self.read_vertex(),
            b"f" | b"fo" => self.read_face(),
            b"vt" => self.read_uv(),
            b"vn" => self.read_normal(),
            b"l" => self.read_edges(),
            b"stitch" => self.read_stitch(),
            b"g" | b"o" => {
                let name = self.read_name();
                self.groups.set_name(name, self.mesh.face_count());
                Ok(())
            }
            b"usemtl" => {
                let name = self.read_name();
                self.groups.set_material(name, self.mesh.face_count());
                Ok(())
            }
            [] => self.text.end_line(),
            [b'#', ..] => {
                self.text.skip_line();
                Ok(())
            }
            [first, ..] if first.is_ascii_alphabetic() => {
                self.text.rest_of_line();
                Ok(())
            }
            _ => Err(ReadError::line(
                keyword_line,
                format!(
                    "{} begins no line of an OBJ file; is this file damaged or of another format?",
                    quote(keyword)
                ),
            )),
        }
    }

    /// Ends a line of numbers, on which a comment may follow.
    #[inline]
    fn end_line(&mut self) -> Result<(), ReadError> {
        if self.has_comment() {
            self.text.skip_line();
            return Ok(());
        }
        self.text.end_line()
    }

    /// Whether the line holds nothing more to read.
    #[inline]
    fn is_line_done(&mut self) -> bool {
        self.text.is_line_done() || self.has_comment()
    }

    #[inline]
    fn has_comment(&mut self) -> bool {
        self.text.skip_blanks();
        self.text.peek() == Some(b'#')
    }

    fn read_name(&mut self) -> String {
        clean_name(&String::from_utf8_lossy(&self.text.rest_of_line()))
    }

    fn read_vector(&mut self) -> Result<DVec3, ReadError> {
        Ok(DVec3::new(self.text.number("x")?, self.text.number("y")?, self.text.number("z")?))
    }

    fn read_vertex(&mut self) -> Result<(), ReadError> {
        let position = self.read_vector()?;
        let color = if self.is_line_done() { None } else { self.read_color()? };
        if color.is_some() || !self.mesh.colors.is_empty() {
            // Vertices before the first coloured one have had no entry yet.
            self.mesh.colors.resize(self.mesh.positions.len(), WHITE);
            self.mesh.colors.push(color.unwrap_or(WHITE));
        }
        self.mesh.positions.push(position);
        self.end_line()
    }

    /// Reads what may follow the coordinates of a vertex: a weight, or a colour with or without alpha.
    fn read_color(&mut self) -> Result<Option<[f32; 4]>, ReadError> {
        let mut values = [0.0; 4];
        let mut count = 0;
        while count < 4 && !self.is_line_done() {
            values[count] = self.text.number("a colour or weight")?;
            count += 1;
        }
        let [r, g, b, alpha] = values;
        let alpha = match count {
            1 => return Ok(None),
            3 => 1.0,
            4 => alpha as f32,
            _ => {
                return Err(self.text.error("a vertex has 3 numbers, 4 with a weight, 6 or 7 with a colour"));
            }
        };
        let color = [srgb_to_linear(r), srgb_to_linear(g), srgb_to_linear(b), alpha];
        if color.iter().all(|channel| channel.is_finite()) {
            return Ok(Some(color));
        }
        Err(self.text.error("a colour is too large; colours are between 0 and 1"))
    }

    fn read_uv(&mut self) -> Result<(), ReadError> {
        let u = self.text.number("u")?;
        let v = if self.is_line_done() { 0.0 } else { self.text.number("v")? };
        if !self.is_line_done() {
            self.text.number("w")?;
        }
        self.uvs.values.push(DVec2::new(u, v));
        self.end_line()
    }

    fn read_normal(&mut self) -> Result<(), ReadError> {
        let normal = self.read_vector()?;
        self.normals.values.push(normal);
        self.end_line()
    }

    fn read_face(&mut self) -> Result<(), ReadError> {
        let start = self.mesh.corners.len();
        while !self.text.is_line_done() {
            if self.text.peek() == Some(b'#') {
                break;
            }
            self.read_corner()?;
        }
        let end = self.mesh.corners.len();
        if end == start {
            return Err(self
                .text
                .error("the face has no corners; write at least three vertex indices after `f`"));
        }
        if end > NO_INDEX as usize {
            return Err(self.text.error("the mesh has more than 4294967295 corners; split the file"));
        }
        self.mesh.face_starts.push(end as u32);
        self.end_line()
    }

    /// Reads one of `1`, `1/1`, `1//1`, `1/1/1`.
    #[inline]
    fn read_corner(&mut self) -> Result<(), ReadError> {
        let vertex = self.read_vertex_index()?;
        if self.text.accept(b'/') {
            let corner = self.mesh.corners.len();
            if self.text.peek() != Some(b'/')
                && let Some(number) = self.text.integer()
            {
                let index = self.uv_references.resolve(number, self.uvs.values.len(), &self.text)?;
                push_index(&mut self.uvs.indices, corner, index);
            }
            if self.text.accept(b'/')
                && let Some(number) = self.text.integer()
            {
                let index = self.normal_references.resolve(number, self.normals.values.len(), &self.text)?;
                push_index(&mut self.normals.indices, corner, index);
            }
        }
        self.mesh.corners.push(vertex);
        self.end_index()
    }

    fn read_vertex_index(&mut self) -> Result<u32, ReadError> {
        match self.text.integer() {
            Some(number) => self.vertex_references.resolve(number, self.mesh.positions.len(), &self.text),
            None => Err(self.index_error()),
        }
    }

    /// Expects that a blank, a line end or a joint of lines follows.
    #[inline]
    fn end_index(&mut self) -> Result<(), ReadError> {
        match self.text.peek() {
            None | Some(b' ' | b'\n' | b'\r' | b'\t' | b'\\' | 0x0b | 0x0c) => Ok(()),
            Some(_) => Err(self.index_error()),
        }
    }

    #[cold]
    fn index_error(&mut self) -> ReadError {
        let line = self.text.line();
        let word = self.text.word();
        let cause = if word.is_empty() {
            "the line ends where a vertex index was expected".to_string()
        } else {
            format!("{} is not an index; corners are written as 1, 1/2, 1//3 or 1/2/3", quote(word))
        };
        ReadError::line(line, cause)
    }

    fn read_edges(&mut self) -> Result<(), ReadError> {
        let mut previous = None;
        let mut count = 0;
        while !self.is_line_done() {
            let vertex = self.read_vertex_index()?;
            if self.text.accept(b'/') {
                // Texture coordinates along a line have no use here.
                self.text.integer();
            }
            self.end_index()?;
            if let Some(previous) = previous {
                self.mesh.edges.push([previous, vertex]);
            }
            previous = Some(vertex);
            count += 1;
        }
        if count < 2 {
            return Err(self.text.error("a line element needs at least two vertices"));
        }
        self.end_line()
    }

    fn read_stitch(&mut self) -> Result<(), ReadError> {
        let mut vertices = [0; 3];
        for vertex in &mut vertices {
            self.text.skip_blanks();
            let index = self.text.integer().and_then(|number| u32::try_from(number).ok());
            let Some(index) = index.filter(|&index| index != NO_INDEX) else {
                return Err(self
                    .text
                    .error("a stitch needs three vertex indices counted from 0, and a ratio"));
            };
            self.end_index()?;
            *vertex = self.vertex_references.note(index, self.mesh.positions.len(), &self.text);
        }
        let [vertex, start, end] = vertices;
        let ratio = self.text.number("the ratio of the stitch")?;
        self.mesh.stitches.push(Stitch { vertex, start, end, ratio });
        self.end_line()
    }

    fn finish(self) -> Result<PolyMesh, ReadError> {
        let Self { mut mesh, mut uvs, mut normals, .. } = self;
        for (references, defined) in [
            (&self.vertex_references, mesh.positions.len()),
            (&self.uv_references, uvs.values.len()),
            (&self.normal_references, normals.values.len()),
        ] {
            references.check(defined)?;
        }
        mesh.groups = self.groups.finish(mesh.face_count());
        if !uvs.values.is_empty() {
            uvs.indices.resize(mesh.corners.len(), NO_INDEX);
            mesh.uv_sets.push(uvs);
        }
        if !normals.values.is_empty() {
            normals.indices.resize(mesh.corners.len(), NO_INDEX);
            mesh.normals = Some(normals);
        }
        Ok(mesh)
    }
}

/// Sets the index of `corner`, the last one; earlier corners that had no value have had no entry yet.
#[inline]
fn push_index(indices: &mut Vec<u32>, corner: usize, index: u32) {
    if indices.len() < corner {
        indices.resize(corner, NO_INDEX);
    }
    indices.push(index);
}
