//! Writing binary STL files.

use std::io::{BufWriter, Write};

use glam::DVec3;

use super::PREFIX;
use crate::{Omission, PolyMesh, WriteError};

/// What the free text at the start of the file says; it must not begin with `solid`, or programs take it for text.
const TITLE: &[u8] = b"Binary STL written by Toile";

/// Writes a triangle mesh as binary STL. Coordinates are rounded to single precision.
///
/// The writer is buffered here; hand over the file as it is. The answer lists what STL has no place for: everything but
/// triangles.
///
/// # Errors
///
/// A face is not a triangle ([`PolyMesh::triangulated`] helps), a coordinate is too large for single precision, the mesh
/// is not [valid](PolyMesh::validate), or the writer fails.
pub fn write(writer: impl Write, mesh: &PolyMesh) -> Result<Vec<Omission>, WriteError> {
    mesh.validate().map_err(|invalid| WriteError::new(invalid.to_string()))?;
    let sizes = mesh.face_starts.windows(2).map(|w| w[1] - w[0]);
    if let Some((face, size)) = sizes.enumerate().find(|(_, size)| *size != 3) {
        return Err(WriteError::new(format!(
            "face {face} (counted from 0) has {size} corners, but STL holds triangles only; triangulate the mesh first"
        )));
    }
    let mut out = BufWriter::with_capacity(1 << 16, writer);
    let mut prefix = [0; PREFIX];
    prefix[..TITLE.len()].copy_from_slice(TITLE);
    out.write_all(&prefix)?;
    out.write_all(&(mesh.face_count() as u32).to_le_bytes())?;
    for triangle in mesh.corners.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(|vertex| mesh.positions[vertex as usize]);
        // Too large an edge may give no finite normal; zero is the format's word for "unknown".
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for vector in [normal, a, b, c] {
            out.write_all(&single_precision(vector)?)?;
        }
        out.write_all(&[0; 2])?;
    }
    out.flush()?;
    Ok(omissions(mesh))
}

fn single_precision(vector: DVec3) -> Result<[u8; 12], WriteError> {
    let single = vector.as_vec3();
    if !single.is_finite() {
        return Err(WriteError::new(format!(
            "the coordinates {vector} are too large for the single precision of STL"
        )));
    }
    let mut bytes = [0; 12];
    for (target, coordinate) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(single.to_array()) {
        *target = coordinate.to_le_bytes();
    }
    Ok(bytes)
}

fn omissions(mesh: &PolyMesh) -> Vec<Omission> {
    let mut is_used = vec![false; mesh.positions.len()];
    mesh.corners.iter().for_each(|&vertex| is_used[vertex as usize] = true);
    let left_out = [
        (!mesh.uv_sets.is_empty(), Omission::TextureCoordinates),
        (mesh.normals.is_some(), Omission::Normals),
        (!mesh.colors.is_empty(), Omission::Colors),
        (!mesh.groups.is_empty(), Omission::Groups),
        (!mesh.edges.is_empty(), Omission::Edges),
        (!mesh.stitches.is_empty(), Omission::Stitches),
        (is_used.contains(&false), Omission::LooseVertices),
    ];
    left_out.into_iter().filter(|(applies, _)| *applies).map(|(_, omission)| omission).collect()
}
