//! Reading PLY files.

use super::elements::{EdgeReader, FaceReader, StitchReader, VertexReader};
use super::header::{Element, Encoding, Header};
use super::source::{Binary, Source};
use crate::text::Text;
use crate::{CornerAttribute, NO_INDEX, PolyMesh, ReadError};

/// Reads a PLY file of any encoding. [The module](super) says what is understood.
///
/// # Errors
///
/// A header that cannot be understood, data that do not match it, a number that is not finite, or an index of a vertex
/// that does not exist. The place is a line for text, a byte for binary data.
pub fn read(bytes: &[u8]) -> Result<PolyMesh, ReadError> {
    let mut text = Text::new(bytes, 1);
    let header = Header::read(&mut text)?;
    let data = text.rest();
    let offset = bytes.len() - data.len();
    match header.encoding {
        Encoding::Ascii => read_elements(&header, &mut text),
        Encoding::BinaryLittleEndian => read_elements(&header, &mut Binary::<false>::new(data, offset)),
        Encoding::BinaryBigEndian => read_elements(&header, &mut Binary::<true>::new(data, offset)),
    }
}

/// What can read an element, row by row.
pub(super) trait RowReader {
    fn reserve(&mut self, _rows: usize) {}

    fn read_row(&mut self, source: &mut impl Source) -> Result<(), ReadError>;
}

fn read_elements(header: &Header, source: &mut impl Source) -> Result<PolyMesh, ReadError> {
    let vertex =
        header.element("vertex").ok_or_else(|| ReadError::file("the header declares no element `vertex`"))?;
    if vertex.count >= u64::from(NO_INDEX) {
        let cause =
            format!("{} vertices are more than 32-bit indices can name; split the file", vertex.count);
        return Err(ReadError::line(vertex.line, cause));
    }
    let mut vertices = VertexReader::new(vertex)?;
    let mut faces = FaceReader::default();
    let mut edges = EdgeReader::default();
    let mut stitches = StitchReader::default();
    for element in &header.elements {
        match element.name.as_str() {
            "vertex" => read_rows(element, source, &mut vertices)?,
            "face" => {
                faces = FaceReader::new(element, vertex.count)?;
                read_rows(element, source, &mut faces)?;
            }
            "edge" => {
                edges = EdgeReader::new(element, vertex.count)?;
                read_rows(element, source, &mut edges)?;
            }
            "stitch" => {
                stitches = StitchReader::new(element, vertex.count)?;
                read_rows(element, source, &mut stitches)?;
            }
            "tristrips" => {
                let cause = "triangle strips are not supported; save the mesh with an element `face` instead";
                return Err(ReadError::line(element.line, cause));
            }
            _ => skip_rows(element, source)?,
        }
    }
    source.end()?;
    Ok(assemble(vertices, faces, edges, stitches))
}

fn read_rows(
    element: &Element,
    source: &mut impl Source,
    reader: &mut impl RowReader,
) -> Result<(), ReadError> {
    let count = usize::try_from(element.count).unwrap_or(usize::MAX);
    reader.reserve(count.min(source.most_rows(element)));
    for _ in 0..element.count {
        source.begin_row(element)?;
        reader.read_row(source)?;
        source.end_row()?;
    }
    Ok(())
}

fn skip_rows(element: &Element, source: &mut impl Source) -> Result<(), ReadError> {
    // Elements without properties take no space, whatever their number.
    let rows = if element.properties.is_empty() { 0 } else { element.count };
    for _ in 0..rows {
        source.begin_row(element)?;
        for property in &element.properties {
            source.skip_property(property.kind)?;
        }
        source.end_row()?;
    }
    Ok(())
}

fn assemble(
    vertices: VertexReader,
    faces: FaceReader,
    edges: EdgeReader,
    stitches: StitchReader,
) -> PolyMesh {
    // A value for each vertex is a value for each of its corners.
    let per_vertex = |indices: &[u32]| indices.to_vec();
    let mut uv_sets = Vec::new();
    if !vertices.uvs.is_empty() {
        uv_sets.push(CornerAttribute { values: vertices.uvs, indices: per_vertex(&faces.corners) });
    }
    if !faces.uvs.values.is_empty() {
        uv_sets.push(faces.uvs);
    }
    let has_normals = !vertices.normals.is_empty();
    let normals = has_normals
        .then(|| CornerAttribute { values: vertices.normals, indices: per_vertex(&faces.corners) });
    PolyMesh {
        positions: vertices.positions,
        face_starts: faces.face_starts,
        corners: faces.corners,
        uv_sets,
        normals,
        colors: vertices.colors,
        groups: Vec::new(),
        edges: edges.edges,
        stitches: stitches.stitches,
    }
}
