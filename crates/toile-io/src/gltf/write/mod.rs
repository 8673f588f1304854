//! Writing glTF: from the scene to the document and its binary data, and from these to the file.

mod animation;
mod binary;
mod items;
mod materials;
mod mesh;
mod vertices;

use std::io::{BufWriter, Write};
use std::path::Path;

use glam::DVec3;

use super::document::{Buffer, Document};
use super::glb;
use crate::format::Format;
use crate::replace::replace_file;
use crate::scene::{Interpolation, Scene};
use crate::{PolyMesh, WriteError, base64};

const TOO_LARGE: &str =
    "the file would be larger than 4 GiB, the most that GLB can hold; write fewer frames or a coarser mesh";

/// Where the pictures of a scene go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pictures {
    /// Into the binary data.
    InData,
    /// Into the text, as `data:` URIs.
    InText,
}

/// Writes a scene to a file: as GLB, or as text if the extension is `.gltf`.
///
/// # Errors
/// As for [`write_glb`]; the path is part of it. A file that was there before stays as it was.
pub fn write_file(path: &Path, scene: &Scene) -> Result<(), WriteError> {
    let is_text = Format::from_path(path) == Some(Format::Gltf);
    replace_file(path, |file| {
        let mut out = BufWriter::new(file);
        if is_text {
            write_gltf(scene, &mut out)?;
        } else {
            write_glb(scene, &mut out)?;
        }
        Ok(out.flush()?)
    })
}

/// Writes a scene as GLB: the document and the data in one file.
///
/// All numbers in the data are `f32`. Faces must be triangles. Vertices are split where the UVs or normals of their
/// corners differ, in the order of the vertices, so a mesh without seams keeps its numbering. Each group becomes a
/// primitive; a normal is written for faces that have one at every corner. Groups that name a material which the scene
/// does not have get a white one of that name. Faces with a normal map get tangents, at the corners, for the texture
/// coordinates as the material changes them; morph targets do not turn these. Meshes without faces and edges are left
/// out, and so are stitches.
///
/// # Errors
/// If the scene is not consistent, has a picture on faces without texture coordinates, a face that is no triangle, a number that does not fit into `f32`, or more data
/// than GLB can hold; or if `out` fails.
pub fn write_glb(scene: &Scene, mut out: impl Write) -> Result<(), WriteError> {
    let (mut document, data) = items::document(scene, Pictures::InData)?;
    if !data.is_empty() {
        document.buffers.push(Buffer { byte_length: data.len() as u64, uri: None });
    }
    let json = json(&document)?;
    glb::write(&mut out, &json, &data).ok_or_else(|| WriteError::new(TOO_LARGE))??;
    Ok(())
}

/// Writes a scene as the text of a `.gltf` file with the data inside it: larger than [`write_glb`] by a third, but
/// readable. The same rules hold.
///
/// # Errors
/// As for [`write_glb`].
pub fn write_gltf(scene: &Scene, mut out: impl Write) -> Result<(), WriteError> {
    let (mut document, data) = items::document(scene, Pictures::InText)?;
    if !data.is_empty() {
        document.buffers.push(Buffer {
            byte_length: data.len() as u64,
            uri: Some(format!("data:application/octet-stream;base64,{}", base64::encode(&data))),
        });
    }
    out.write_all(&json(&document)?)?;
    Ok(())
}

/// Writes a mesh that plays the given positions at `fps` frames a second, blending from frame to frame.
///
/// Each frame is a morph target: 12 bytes for each vertex, and 12 more if the mesh has normals; the weights add
/// 4 bytes for each pair of frames. A garment of 10 000 vertices takes 12 MB for 100 frames. For stepped playback, or
/// to add a body, make the scene with [`Scene::from_frames`] and write it with [`write_glb`].
///
/// # Errors
/// As for [`Scene::from_frames`] and [`write_glb`].
pub fn write_glb_animated(
    mesh: &PolyMesh,
    frames: &[Vec<DVec3>],
    fps: f64,
    out: impl Write,
) -> Result<(), WriteError> {
    let scene = Scene::from_frames("cloth", mesh.clone(), frames, fps, Interpolation::Linear)?;
    write_glb(&scene, out)
}

fn json(document: &Document) -> Result<Vec<u8>, WriteError> {
    serde_json::to_vec(document)
        .map_err(|error| WriteError::new(format!("cannot write the document: {error}")))
}
