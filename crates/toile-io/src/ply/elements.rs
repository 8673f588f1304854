//! What the rows of each PLY element become.

use glam::{DVec2, DVec3};

use super::header::{Element, Kind, Scalar};
use super::read::RowReader;
use super::source::{Source, exact_u32};
use crate::color::{srgb_to_linear, srgb8_to_linear};
use crate::welder::Welder;
use crate::{CornerAttribute, NO_INDEX, ReadError, Stitch};

/// The places of a vertex's numbers in a row: position, normal, texture coordinate, colour.
const SLOTS: usize = 12;
const NORMAL: usize = 3;
const UV: usize = 6;
const COLOR: usize = 8;
const ALPHA: usize = 11;

fn vertex_slot(name: &str) -> Option<usize> {
    Some(match name {
        "x" => 0,
        "y" => 1,
        "z" => 2,
        "nx" => NORMAL,
        "ny" => NORMAL + 1,
        "nz" => NORMAL + 2,
        "s" | "u" | "texture_u" => UV,
        "t" | "v" | "texture_v" => UV + 1,
        "red" => COLOR,
        "green" => COLOR + 1,
        "blue" => COLOR + 2,
        "alpha" => ALPHA,
        _ => return None,
    })
}

/// One property of an element: how it is stored, and where in the row it goes, if it is wanted.
struct Column {
    name: String,
    kind: Kind,
    slot: Option<usize>,
}

/// The columns of an element with the type of each slot that is filled; a slot is filled once.
fn columns<const N: usize>(
    element: &Element,
    slot_of: impl Fn(&str) -> Option<usize>,
) -> (Vec<Column>, [Option<Scalar>; N]) {
    let mut filled = [None; N];
    let columns = element.properties.iter().map(|property| {
        let mut slot = None;
        if let (Kind::Scalar(scalar), Some(wanted)) = (property.kind, slot_of(&property.name))
            && filled[wanted].is_none()
        {
            filled[wanted] = Some(scalar);
            slot = Some(wanted);
        }
        Column { name: property.name.clone(), kind: property.kind, slot }
    });
    (columns.collect(), filled)
}

#[inline]
fn read_columns<const N: usize>(columns: &[Column], source: &mut impl Source) -> Result<[f64; N], ReadError> {
    let mut row = [0.0; N];
    for column in columns {
        match (column.slot, column.kind) {
            (Some(slot), Kind::Scalar(scalar)) => row[slot] = source.number(scalar, &column.name)?,
            (_, kind) => source.skip_property(kind)?,
        }
    }
    Ok(row)
}

fn missing(element: &Element, properties: &str) -> ReadError {
    ReadError::line(element.line, format!("the element `{}` lacks {properties}", element.name))
}

/// A number from the file as the index of one of `count` vertices.
#[inline]
fn vertex_index(number: f64, count: u64, source: &impl Source) -> Result<u32, ReadError> {
    match exact_u32(number).filter(|&index| u64::from(index) < count) {
        Some(index) => Ok(index),
        None => Err(bad_index(number, count, source)),
    }
}

#[cold]
fn bad_index(number: f64, count: u64, source: &impl Source) -> ReadError {
    source.error(format!("vertex {number} does not exist, the file has {count}, counted from 0"))
}

pub(super) struct VertexReader {
    columns: Vec<Column>,
    /// The types of red, green and blue; `None` if there is no colour.
    color_types: Option<[Scalar; 3]>,
    alpha_type: Option<Scalar>,
    has_normals: bool,
    has_uvs: bool,
    pub(super) positions: Vec<DVec3>,
    pub(super) normals: Vec<DVec3>,
    pub(super) uvs: Vec<DVec2>,
    pub(super) colors: Vec<[f32; 4]>,
}

impl VertexReader {
    pub(super) fn new(element: &Element) -> Result<Self, ReadError> {
        let (columns, filled) = columns::<SLOTS>(element, vertex_slot);
        let has = |slots: std::ops::Range<usize>| filled[slots].iter().all(Option::is_some);
        if !has(0..NORMAL) {
            return Err(missing(element, "the properties `x`, `y`, `z`"));
        }
        let color_types = match filled[COLOR..ALPHA] {
            [Some(red), Some(green), Some(blue)] => Some([red, green, blue]),
            _ => None,
        };
        Ok(Self {
            columns,
            color_types,
            alpha_type: filled[ALPHA],
            has_normals: has(NORMAL..UV),
            has_uvs: has(UV..COLOR),
            positions: Vec::new(),
            normals: Vec::new(),
            uvs: Vec::new(),
            colors: Vec::new(),
        })
    }

    fn push_color(
        &mut self,
        values: &[f64],
        types: [Scalar; 3],
        source: &impl Source,
    ) -> Result<(), ReadError> {
        let mut color = [1.0; 4];
        for channel in 0..3 {
            color[channel] = read_color(values[channel], types[channel], source)?;
        }
        if let Some(scalar) = self.alpha_type {
            color[3] = read_alpha(values[3], scalar, source)?;
        }
        if !color.iter().all(|channel| channel.is_finite()) {
            return Err(
                source.error("a colour is too large; floating-point colours are between 0 and 1".into())
            );
        }
        self.colors.push(color);
        Ok(())
    }
}

impl RowReader for VertexReader {
    fn reserve(&mut self, rows: usize) {
        self.positions.reserve_exact(rows);
    }

    #[inline]
    fn read_row(&mut self, source: &mut impl Source) -> Result<(), ReadError> {
        let row: [f64; SLOTS] = read_columns(&self.columns, source)?;
        self.positions.push(DVec3::from_slice(&row[..NORMAL]));
        if self.has_normals {
            self.normals.push(DVec3::from_slice(&row[NORMAL..UV]));
        }
        if self.has_uvs {
            self.uvs.push(DVec2::from_slice(&row[UV..COLOR]));
        }
        if let Some(types) = self.color_types {
            self.push_color(&row[COLOR..], types, source)?;
        }
        Ok(())
    }
}

/// The largest value of an integer colour channel.
fn color_maximum(scalar: Scalar) -> f64 {
    if scalar == Scalar::U16 { 65535.0 } else { 255.0 }
}

fn integer_color(value: f64, scalar: Scalar, source: &impl Source) -> Result<f64, ReadError> {
    let maximum = color_maximum(scalar);
    if (0.0..=maximum).contains(&value) {
        return Ok(value / maximum);
    }
    Err(source.error(format!("{value} is no colour; integer colours are between 0 and {maximum}")))
}

fn read_color(value: f64, scalar: Scalar, source: &impl Source) -> Result<f32, ReadError> {
    if scalar.is_float() {
        return Ok(value as f32);
    }
    let unit = integer_color(value, scalar, source)?;
    let is_byte = color_maximum(scalar) == 255.0 && value.fract() == 0.0;
    Ok(if is_byte { srgb8_to_linear(value as u8) } else { srgb_to_linear(unit) })
}

fn read_alpha(value: f64, scalar: Scalar, source: &impl Source) -> Result<f32, ReadError> {
    Ok(if scalar.is_float() { value } else { integer_color(value, scalar, source)? } as f32)
}

/// What a property of a face is for.
#[derive(Clone, Copy, PartialEq)]
enum FaceRole {
    Corners,
    TextureCoordinates,
    Nothing,
}

pub(super) struct FaceReader {
    columns: Vec<(Kind, FaceRole)>,
    vertex_count: u64,
    pub(super) face_starts: Vec<u32>,
    pub(super) corners: Vec<u32>,
    pub(super) uvs: CornerAttribute<DVec2>,
    has_uvs: bool,
    /// The texture coordinates of the current face.
    row_uvs: Vec<f64>,
    welder: Welder<2>,
}

impl Default for FaceReader {
    fn default() -> Self {
        Self {
            columns: Vec::new(),
            vertex_count: 0,
            face_starts: vec![0],
            corners: Vec::new(),
            uvs: CornerAttribute::default(),
            has_uvs: false,
            row_uvs: Vec::new(),
            welder: Welder::default(),
        }
    }
}

impl FaceReader {
    pub(super) fn new(element: &Element, vertex_count: u64) -> Result<Self, ReadError> {
        let role = |name: &str, kind: Kind| match (name, kind) {
            ("vertex_indices" | "vertex_index", Kind::List { .. }) => FaceRole::Corners,
            ("texcoord", Kind::List { .. }) => FaceRole::TextureCoordinates,
            _ => FaceRole::Nothing,
        };
        let mut columns: Vec<_> = element
            .properties
            .iter()
            .map(|property| (property.kind, role(&property.name, property.kind)))
            .collect();
        let mut corner_lists = columns.iter_mut().filter(|(_, role)| *role == FaceRole::Corners);
        if corner_lists.next().is_none() {
            return Err(missing(element, "a list property `vertex_indices`"));
        }
        // Both spellings at once: the first one counts.
        corner_lists.for_each(|(_, role)| *role = FaceRole::Nothing);
        let has_uvs = columns.iter().any(|(_, role)| *role == FaceRole::TextureCoordinates);
        Ok(Self { columns, vertex_count, has_uvs, ..Self::default() })
    }

    #[inline]
    fn read_corners(
        &mut self,
        count: Scalar,
        item: Scalar,
        source: &mut impl Source,
    ) -> Result<(), ReadError> {
        for _ in 0..source.list_length(count)? {
            let number = source.integer(item, "a vertex index")?;
            self.corners.push(vertex_index(number, self.vertex_count, source)?);
        }
        if self.corners.len() > NO_INDEX as usize {
            return Err(source.error("the mesh has more than 4294967295 corners; split the file".into()));
        }
        Ok(())
    }

    /// Gives the corners of the face just read the texture coordinates of the row.
    fn push_uvs(&mut self, source: &impl Source) -> Result<(), ReadError> {
        let corners = self.corners.len() - self.uvs.indices.len();
        if self.row_uvs.is_empty() {
            self.uvs.indices.resize(self.corners.len(), NO_INDEX);
            return Ok(());
        }
        if self.row_uvs.len() != 2 * corners {
            let numbers = self.row_uvs.len();
            return Err(source.error(format!(
                "`texcoord` has {numbers} numbers for {corners} corners, two each are needed"
            )));
        }
        for uv in self.row_uvs.as_chunks().0 {
            let (index, is_new) = self.welder.index(*uv);
            if is_new {
                self.uvs.values.push(DVec2::from(*uv));
            }
            self.uvs.indices.push(index);
        }
        Ok(())
    }
}

impl RowReader for FaceReader {
    fn reserve(&mut self, rows: usize) {
        self.face_starts.reserve_exact(rows);
        // Most meshes are triangles; polygons of more corners make the list grow.
        self.corners.reserve_exact(3 * rows);
    }

    #[inline]
    fn read_row(&mut self, source: &mut impl Source) -> Result<(), ReadError> {
        self.row_uvs.clear();
        for column in 0..self.columns.len() {
            match self.columns[column] {
                (Kind::List { count, item }, FaceRole::Corners) => self.read_corners(count, item, source)?,
                (Kind::List { count, item }, FaceRole::TextureCoordinates) => {
                    for _ in 0..source.list_length(count)? {
                        self.row_uvs.push(source.number(item, "a texture coordinate")?);
                    }
                }
                (kind, _) => source.skip_property(kind)?,
            }
        }
        self.face_starts.push(self.corners.len() as u32);
        if self.has_uvs { self.push_uvs(source) } else { Ok(()) }
    }
}

#[derive(Default)]
pub(super) struct EdgeReader {
    columns: Vec<Column>,
    vertex_count: u64,
    pub(super) edges: Vec<[u32; 2]>,
}

impl EdgeReader {
    pub(super) fn new(element: &Element, vertex_count: u64) -> Result<Self, ReadError> {
        let slot = |name: &str| ["vertex1", "vertex2"].iter().position(|&wanted| wanted == name);
        let (columns, filled) = columns::<2>(element, slot);
        if filled.contains(&None) {
            return Err(missing(element, "the properties `vertex1`, `vertex2`"));
        }
        Ok(Self { columns, vertex_count, edges: Vec::new() })
    }
}

impl RowReader for EdgeReader {
    fn read_row(&mut self, source: &mut impl Source) -> Result<(), ReadError> {
        let [a, b] = read_columns(&self.columns, source)?;
        self.edges
            .push([vertex_index(a, self.vertex_count, source)?, vertex_index(b, self.vertex_count, source)?]);
        Ok(())
    }
}

#[derive(Default)]
pub(super) struct StitchReader {
    columns: Vec<Column>,
    vertex_count: u64,
    pub(super) stitches: Vec<Stitch>,
}

impl StitchReader {
    pub(super) fn new(element: &Element, vertex_count: u64) -> Result<Self, ReadError> {
        let slot = |name: &str| ["vertex", "start", "end", "ratio"].iter().position(|&wanted| wanted == name);
        let (columns, filled) = columns::<4>(element, slot);
        if filled.contains(&None) {
            return Err(missing(element, "the properties `vertex`, `start`, `end`, `ratio`"));
        }
        Ok(Self { columns, vertex_count, stitches: Vec::new() })
    }
}

impl RowReader for StitchReader {
    fn read_row(&mut self, source: &mut impl Source) -> Result<(), ReadError> {
        let [vertex, start, end, ratio] = read_columns(&self.columns, source)?;
        let index = |number| vertex_index(number, self.vertex_count, source);
        self.stitches.push(Stitch { vertex: index(vertex)?, start: index(start)?, end: index(end)?, ratio });
        Ok(())
    }
}
