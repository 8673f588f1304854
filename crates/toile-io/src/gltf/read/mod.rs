//! Reading glTF: from the file to the document, and from the document to the scene.

mod animation;
mod extension;
mod items;
mod materials;
mod mesh;
mod primitive;

use std::fs;
use std::path::Path;

use super::document::{Document, Header};
use super::glb;
use super::source::{Resolve, Source};
use super::uri::relative_path;
use crate::ReadError;
use crate::scene::{Scene, SceneError};

/// Reads a `.glb` or `.gltf` file, whichever it is by its content. Buffers in other files are looked for beside it;
/// a URI that leads out of the file's folder is refused.
///
/// # Errors
/// If a file cannot be read, or is not what glTF 2.0 says; the error names the file and the place.
pub fn read_file(path: impl AsRef<Path>) -> Result<Scene, ReadError> {
    let path = path.as_ref();
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = |uri: &str| {
        let other = folder.join(relative_path(uri)?);
        // Reading anything but a plain file could wait for ever.
        match fs::metadata(&other) {
            Ok(found) if !found.is_file() => Err(format!("{} is not a file", other.display())),
            _ => fs::read(&other).map_err(|e| format!("{} cannot be read: {e}", other.display())),
        }
    };
    let bytes = fs::read(path).map_err(|e| ReadError::file(format!("cannot be read: {e}")).in_file(path))?;
    let scene = if glb::is_glb(&bytes) { read_chunks(&bytes, &beside) } else { read_gltf(&bytes, beside) };
    scene.map_err(|e| e.in_file(path))
}

/// Reads a GLB file that needs no other files.
///
/// # Errors
/// If the bytes are not what glTF 2.0 says, or need another file.
pub fn read_glb(bytes: &[u8]) -> Result<Scene, ReadError> {
    let alone = |uri: &str| {
        Err(format!(
            "the data are in another file, '{uri}'; read this one from its folder or pack both into one GLB"
        ))
    };
    read_chunks(bytes, &alone)
}

/// Reads the JSON text of a `.gltf` file. `resolve` gets the URI of each buffer that is not in the text, as it stands
/// there, and returns its bytes or why it cannot.
///
/// # Errors
/// If the text is not what glTF 2.0 says, or `resolve` returns an error.
pub fn read_gltf(json: &[u8], resolve: impl Fn(&str) -> Result<Vec<u8>, String>) -> Result<Scene, ReadError> {
    if glb::is_glb(json) {
        return Err(ReadError::file("this is a binary GLB file, not JSON text"));
    }
    // A byte order mark does not belong there, but some editors leave one.
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    let at_line = |error: &serde_json::Error| ReadError::line(error.line() as u64, describe(error));
    read_document(json, None, &resolve, &at_line)
}

fn read_chunks(bytes: &[u8], resolve: Resolve<'_>) -> Result<Scene, ReadError> {
    let chunks = glb::split(bytes)?;
    let at_byte = |error: &serde_json::Error| {
        let lines = chunks.json.split_inclusive(|b| *b == b'\n');
        let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
        let offset = before + error.column().saturating_sub(1);
        ReadError::byte(chunks.json_start + offset as u64, describe(error))
    };
    read_document(chunks.json, chunks.binary, resolve, &at_byte)
}

/// What the JSON parser says, without the line and column that it appends.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    format!("column {}: {message}", error.column())
}

fn read_document(
    json: &[u8],
    binary: Option<&[u8]>,
    resolve: Resolve<'_>,
    locate: &dyn Fn(&serde_json::Error) -> ReadError,
) -> Result<Scene, ReadError> {
    // The header first: a file of another version or with foreign extensions may not even have the same structure.
    let header: Header = serde_json::from_slice(json).map_err(|e| locate(&e))?;
    extension::check(&header)?;
    let document: Document = serde_json::from_slice(json).map_err(|e| locate(&e))?;
    let source = Source::new(&document, json.len(), binary, resolve);
    let mut scene = Scene { nodes: items::nodes(&document)?, ..Scene::default() };
    scene.roots = items::roots(&document, &scene.nodes)?;
    materials::read(&source, &mut scene)?;
    for (m, item) in document.meshes.iter().enumerate() {
        scene.meshes.push(mesh::read(&source, &scene.materials, m, item)?);
    }
    scene.skins = items::skins(&source)?;
    for (a, item) in document.animations.iter().enumerate() {
        scene.animations.push(animation::read(&source, a, item)?);
    }
    scene.validate()?;
    Ok(scene)
}

impl From<SceneError> for ReadError {
    fn from(error: SceneError) -> Self {
        Self::item(error.item, error.cause)
    }
}
