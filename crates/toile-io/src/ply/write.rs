//! Writing PLY files.

use std::io::{BufWriter, Write};

use super::header::Encoding;
use crate::color::{linear_to_srgb8, unit_to_byte};
use crate::decimal::Decimal;
use crate::{CornerAttribute, NO_INDEX, Omission, PolyMesh, WriteError};

/// How positions, normals, texture coordinates and ratios are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlyPrecision {
    /// As `float`: half the size, about seven digits. A number too large for it is an error.
    Single,
    /// As `double`: exact.
    #[default]
    Double,
}

/// How colours are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorType {
    /// As `uchar` in sRGB, which all programs understand. Rounded to 256 steps and limited to 0 to 1.
    #[default]
    Srgb8,
    /// As linear `float`: exact.
    LinearF32,
}

/// How to write a PLY file. The default is what most programs read and loses nothing but digits of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Text or binary.
    pub encoding: Encoding,
    /// How positions, normals, texture coordinates and ratios are stored.
    pub precision: PlyPrecision,
    /// How colours are stored.
    pub colors: ColorType,
}

/// Writes a mesh as PLY. With [`PlyPrecision::Double`] all numbers but 8-bit colours read back exactly.
///
/// The writer is buffered here; hand over the file as it is. A UV set that is shared by all corners of each vertex
/// becomes properties `s t` of the vertices; the first that is not becomes a list `texcoord` of each face, which is empty
/// for faces where a corner has no value. The answer lists what PLY has no place for.
///
/// # Errors
///
/// The mesh is not [valid](PolyMesh::validate), a number is too large for [`PlyPrecision::Single`], or the writer fails.
pub fn write(
    writer: impl Write,
    mesh: &PolyMesh,
    options: WriteOptions,
) -> Result<Vec<Omission>, WriteError> {
    mesh.validate().map_err(|invalid| WriteError::new(invalid.to_string()))?;
    let plan = Plan::new(mesh, options);
    let mut out = BufWriter::with_capacity(1 << 16, writer);
    plan.write_header(&mut out)?;
    let mut row = Row { out, options, is_empty: true };
    plan.write_vertices(&mut row)?;
    plan.write_faces(&mut row)?;
    for edge in &mesh.edges {
        edge.iter().try_for_each(|&vertex| row.index(vertex))?;
        row.end()?;
    }
    for stitch in &mesh.stitches {
        [stitch.vertex, stitch.start, stitch.end].iter().try_for_each(|&vertex| row.index(vertex))?;
        row.real(stitch.ratio)?;
        row.end()?;
    }
    row.out.flush()?;
    Ok(plan.omissions())
}

/// Whether an attribute has one value for each vertex, shared by all its corners.
fn is_per_vertex<T>(attribute: &CornerAttribute<T>, mesh: &PolyMesh) -> bool {
    attribute.values.len() == mesh.positions.len() && attribute.indices == mesh.corners
}

/// Which parts of the mesh go where.
struct Plan<'a> {
    mesh: &'a PolyMesh,
    options: WriteOptions,
    normals: Option<&'a [glam::DVec3]>,
    vertex_uvs: Option<&'a [glam::DVec2]>,
    corner_uvs: Option<&'a CornerAttribute<glam::DVec2>>,
    /// The largest number of corners of a face.
    largest_face: u32,
}

impl<'a> Plan<'a> {
    fn new(mesh: &'a PolyMesh, options: WriteOptions) -> Self {
        let first = mesh.uv_sets.first();
        let vertex_set = first.filter(|set| is_per_vertex(set, mesh));
        let normals = mesh.normals.as_ref().filter(|normals| is_per_vertex(normals, mesh));
        Self {
            mesh,
            options,
            normals: normals.map(|normals| &normals.values[..]),
            vertex_uvs: vertex_set.map(|set| &set.values[..]),
            corner_uvs: mesh.uv_sets.get(usize::from(vertex_set.is_some())),
            largest_face: mesh.face_starts.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0),
        }
    }

    fn write_header(&self, out: &mut impl Write) -> Result<(), WriteError> {
        let mesh = self.mesh;
        let real = match self.options.precision {
            PlyPrecision::Single => "float",
            PlyPrecision::Double => "double",
        };
        let color = match self.options.colors {
            ColorType::Srgb8 => "uchar",
            ColorType::LinearF32 => "float",
        };
        let count = if self.has_short_lists() { "uchar" } else { "uint" };
        let when = |condition: bool, names: &'static [&'static str]| if condition { names } else { &[] };

        write!(out, "ply\nformat {} 1.0\n", self.options.encoding.name())?;
        declare_element(out, "vertex", mesh.positions.len())?;
        declare_properties(out, real, &["x", "y", "z"])?;
        declare_properties(out, real, when(self.normals.is_some(), &["nx", "ny", "nz"]))?;
        declare_properties(out, real, when(self.vertex_uvs.is_some(), &["s", "t"]))?;
        declare_properties(out, color, when(!mesh.colors.is_empty(), &["red", "green", "blue"]))?;
        declare_properties(out, color, when(self.has_alpha(), &["alpha"]))?;
        declare_element(out, "face", mesh.face_count())?;
        declare_properties(out, &format!("list {count} uint"), &["vertex_indices"])?;
        declare_properties(
            out,
            &format!("list {count} {real}"),
            when(self.corner_uvs.is_some(), &["texcoord"]),
        )?;
        if !mesh.edges.is_empty() {
            declare_element(out, "edge", mesh.edges.len())?;
            declare_properties(out, "uint", &["vertex1", "vertex2"])?;
        }
        if !mesh.stitches.is_empty() {
            declare_element(out, "stitch", mesh.stitches.len())?;
            declare_properties(out, "uint", &["vertex", "start", "end"])?;
            declare_properties(out, real, &["ratio"])?;
        }
        out.write_all(b"end_header\n")?;
        Ok(())
    }

    fn has_alpha(&self) -> bool {
        self.mesh.colors.iter().any(|color| color[3] != 1.0)
    }

    /// Whether the lengths of all lists fit into a byte.
    fn has_short_lists(&self) -> bool {
        u8::try_from(2 * u64::from(self.largest_face)).is_ok()
    }

    fn write_vertices(&self, row: &mut Row<impl Write>) -> Result<(), WriteError> {
        let has_alpha = self.has_alpha();
        for (vertex, position) in self.mesh.positions.iter().enumerate() {
            row.reals(&position.to_array())?;
            if let Some(normals) = self.normals {
                row.reals(&normals[vertex].to_array())?;
            }
            if let Some(uvs) = self.vertex_uvs {
                row.reals(&uvs[vertex].to_array())?;
            }
            if let Some(color) = self.mesh.colors.get(vertex) {
                row.color(*color, has_alpha)?;
            }
            row.end()?;
        }
        Ok(())
    }

    fn write_faces(&self, row: &mut Row<impl Write>) -> Result<(), WriteError> {
        let short = self.has_short_lists();
        for (face, bounds) in self.mesh.face_starts.windows(2).enumerate() {
            let corners = self.mesh.face(face);
            row.length(corners.len(), short)?;
            corners.iter().try_for_each(|&vertex| row.index(vertex))?;
            if let Some(uvs) = self.corner_uvs {
                let indices = &uvs.indices[bounds[0] as usize..bounds[1] as usize];
                let indices = if indices.contains(&NO_INDEX) { &[] } else { indices };
                row.length(2 * indices.len(), short)?;
                for &index in indices {
                    row.reals(&uvs.values[index as usize].to_array())?;
                }
            }
            row.end()?;
        }
        Ok(())
    }

    fn omissions(&self) -> Vec<Omission> {
        let mesh = self.mesh;
        let written_sets = usize::from(self.vertex_uvs.is_some()) + usize::from(self.corner_uvs.is_some());
        let is_limited = self.options.colors == ColorType::Srgb8
            && mesh.colors.iter().flatten().any(|c| !(0.0..=1.0).contains(c));
        let left_out = [
            (mesh.uv_sets.len() > written_sets, Omission::TextureCoordinates),
            (mesh.normals.is_some() && self.normals.is_none(), Omission::Normals),
            (is_limited, Omission::ColorRange),
            (!mesh.groups.is_empty(), Omission::Groups),
        ];
        left_out.into_iter().filter(|(applies, _)| *applies).map(|(_, omission)| omission).collect()
    }
}

fn declare_element(out: &mut impl Write, name: &str, count: usize) -> Result<(), WriteError> {
    writeln!(out, "element {name} {count}")?;
    Ok(())
}

fn declare_properties(out: &mut impl Write, kind: &str, names: &[&str]) -> Result<(), WriteError> {
    for name in names {
        writeln!(out, "property {kind} {name}")?;
    }
    Ok(())
}

/// Writes the numbers of one element after the other.
struct Row<W> {
    out: W,
    options: WriteOptions,
    is_empty: bool,
}

impl<W: Write> Row<W> {
    fn reals(&mut self, values: &[f64]) -> Result<(), WriteError> {
        values.iter().try_for_each(|&value| self.real(value))
    }

    fn real(&mut self, value: f64) -> Result<(), WriteError> {
        if self.options.precision == PlyPrecision::Double {
            return self.put(value.to_le_bytes(), Decimal(value));
        }
        let single = value as f32;
        if !single.is_finite() {
            let cause =
                format!("{value} is too large for single precision; write the file in double precision");
            return Err(WriteError::new(cause));
        }
        self.single(single)
    }

    fn single(&mut self, value: f32) -> Result<(), WriteError> {
        // The shortest digits for the `f32`, not for its value as `f64`.
        self.put(value.to_le_bytes(), format_args!("{value:?}"))
    }

    fn index(&mut self, index: u32) -> Result<(), WriteError> {
        self.put(index.to_le_bytes(), index)
    }

    fn length(&mut self, length: usize, short: bool) -> Result<(), WriteError> {
        if short { self.byte(length as u8) } else { self.index(length as u32) }
    }

    fn byte(&mut self, byte: u8) -> Result<(), WriteError> {
        self.put([byte], byte)
    }

    fn color(&mut self, [r, g, b, alpha]: [f32; 4], has_alpha: bool) -> Result<(), WriteError> {
        let is_srgb = self.options.colors == ColorType::Srgb8;
        for channel in [r, g, b] {
            if is_srgb {
                self.byte(linear_to_srgb8(channel))?;
            } else {
                self.single(channel)?;
            }
        }
        match (has_alpha, is_srgb) {
            (false, _) => Ok(()),
            (true, true) => self.byte(unit_to_byte(f64::from(alpha))),
            (true, false) => self.single(alpha),
        }
    }

    /// Writes a number, given as little-endian bytes and as text.
    #[inline]
    fn put<const N: usize>(
        &mut self,
        mut bytes: [u8; N],
        text: impl std::fmt::Display,
    ) -> Result<(), WriteError> {
        match self.options.encoding {
            Encoding::Ascii => {
                let separator = if self.is_empty { "" } else { " " };
                write!(self.out, "{separator}{text}")?;
                self.is_empty = false;
            }
            Encoding::BinaryLittleEndian => self.out.write_all(&bytes)?,
            Encoding::BinaryBigEndian => {
                bytes.reverse();
                self.out.write_all(&bytes)?;
            }
        }
        Ok(())
    }

    /// Ends an element.
    fn end(&mut self) -> Result<(), WriteError> {
        if self.options.encoding == Encoding::Ascii {
            self.out.write_all(b"\n")?;
            self.is_empty = true;
        }
        Ok(())
    }
}
