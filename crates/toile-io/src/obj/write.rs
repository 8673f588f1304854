//! Writing OBJ files.

use std::fmt::Display;
use std::io::{BufWriter, Write};

use crate::color::linear_to_srgb_text;
use crate::decimal::Decimal;
use crate::text::clean_name;
use crate::{Group, NO_INDEX, Omission, PolyMesh, WriteError};

/// Writes a mesh as OBJ, exactly: [`read`](super::read) gives back an equal mesh.
///
/// The writer is buffered here; hand over the file as it is. Line breaks in names become blanks. The answer lists what
/// OBJ has no place for.
///
/// # Errors
///
/// The mesh is not [valid](PolyMesh::validate), has a face without any corner, or the writer fails.
pub fn write(writer: impl Write, mesh: &PolyMesh) -> Result<Vec<Omission>, WriteError> {
    write_with_library(writer, mesh, None)
}

/// Writes a mesh whose materials are described in another file, if that has a name.
pub(super) fn write_with_library(
    writer: impl Write,
    mesh: &PolyMesh,
    library: Option<&str>,
) -> Result<Vec<Omission>, WriteError> {
    mesh.validate().map_err(|invalid| WriteError::new(invalid.to_string()))?;
    if let Some(face) = (0..mesh.face_count()).find(|&face| mesh.face(face).is_empty()) {
        return Err(WriteError::new(format!(
            "face {face} (counted from 0) has no corners, which OBJ cannot hold"
        )));
    }
    let mut out = BufWriter::with_capacity(1 << 16, writer);
    if let Some(library) = library {
        writeln!(out, "mtllib {library}")?;
    }
    write_vertices(&mut out, mesh)?;
    if let Some(uvs) = mesh.uv_sets.first() {
        for uv in &uvs.values {
            write_numbers(&mut out, "vt", uv.to_array().map(Decimal))?;
        }
    }
    if let Some(normals) = &mesh.normals {
        for normal in &normals.values {
            write_numbers(&mut out, "vn", normal.to_array().map(Decimal))?;
        }
    }
    write_faces(&mut out, mesh)?;
    for edge in &mesh.edges {
        write_numbers(&mut out, "l", edge.map(|vertex| u64::from(vertex) + 1))?;
    }
    for stitch in &mesh.stitches {
        let vertices = [stitch.vertex, stitch.start, stitch.end];
        writeln!(out, "stitch {} {} {} {}", vertices[0], vertices[1], vertices[2], Decimal(stitch.ratio))?;
    }
    out.flush()?;
    Ok(if mesh.uv_sets.len() > 1 { vec![Omission::TextureCoordinates] } else { Vec::new() })
}

fn write_numbers<T: Display, const N: usize>(
    out: &mut impl Write,
    keyword: &str,
    numbers: [T; N],
) -> Result<(), WriteError> {
    out.write_all(keyword.as_bytes())?;
    for number in numbers {
        write!(out, " {number}")?;
    }
    out.write_all(b"\n")?;
    Ok(())
}

fn write_vertices(out: &mut impl Write, mesh: &PolyMesh) -> Result<(), WriteError> {
    let is_opaque = mesh.colors.iter().all(|color| color[3] == 1.0);
    for (index, position) in mesh.positions.iter().enumerate() {
        write!(out, "v {} {} {}", Decimal(position.x), Decimal(position.y), Decimal(position.z))?;
        if let Some(&[r, g, b, alpha]) = mesh.colors.get(index) {
            for channel in [r, g, b] {
                write!(out, " {}", Decimal(linear_to_srgb_text(channel)))?;
            }
            if !is_opaque {
                write!(out, " {}", Decimal(f64::from(alpha)))?;
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Writes the faces run by run: those of the groups, and those between and after them that have none.
fn write_faces(out: &mut impl Write, mesh: &PolyMesh) -> Result<(), WriteError> {
    let mut state = Group::default();
    let mut next = 0;
    for group in mesh.groups.iter().filter(|group| !group.faces.is_empty()) {
        write_run(out, mesh, &mut state, &Group { faces: next..group.faces.start, ..Group::default() })?;
        write_run(out, mesh, &mut state, group)?;
        next = group.faces.end;
    }
    write_run(out, mesh, &mut state, &Group { faces: next..mesh.face_count() as u32, ..Group::default() })
}

/// Writes one run of faces, after the lines that change the group and material from those in `state`.
fn write_run(
    out: &mut impl Write,
    mesh: &PolyMesh,
    state: &mut Group,
    run: &Group,
) -> Result<(), WriteError> {
    if run.faces.is_empty() {
        return Ok(());
    }
    let name = clean_name(&run.name);
    if name != state.name {
        writeln!(out, "{}", format!("g {name}").trim_end())?;
        state.name = name;
    }
    let material = run.material.as_deref().map(clean_name);
    if material != state.material {
        writeln!(out, "{}", format!("usemtl {}", material.as_deref().unwrap_or_default()).trim_end())?;
        state.material = material;
    }
    for face in run.faces.clone() {
        write_face(out, mesh, face as usize)?;
    }
    Ok(())
}

fn write_face(out: &mut impl Write, mesh: &PolyMesh, face: usize) -> Result<(), WriteError> {
    let index = |indices: &[u32], corner: usize| {
        Some(indices[corner]).filter(|&i| i != NO_INDEX).map(|i| u64::from(i) + 1)
    };
    out.write_all(b"f")?;
    for corner in mesh.face_starts[face] as usize..mesh.face_starts[face + 1] as usize {
        write!(out, " {}", u64::from(mesh.corners[corner]) + 1)?;
        let uv = mesh.uv_sets.first().and_then(|uvs| index(&uvs.indices, corner));
        let normal = mesh.normals.as_ref().and_then(|normals| index(&normals.indices, corner));
        match (uv, normal) {
            (None, None) => {}
            (Some(uv), None) => write!(out, "/{uv}")?,
            (None, Some(normal)) => write!(out, "//{normal}")?,
            (Some(uv), Some(normal)) => write!(out, "/{uv}/{normal}")?,
        }
    }
    out.write_all(b"\n")?;
    Ok(())
}
