//! Files on disk: finding the format, and attaching the name to errors.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::mdd::MddWriter;
use crate::pc2::PointCache;
use crate::png::Image;
use crate::scene::Scene;
use crate::usd::UsdStage;
use crate::{Omission, PolyMesh, ReadError, WriteError, gltf, jpeg, obj, pc2, ply, png, stl, usd};

pub use crate::format::{Format, PictureFormat};
pub use crate::replace::replace_file;

/// What an error about an unknown format suggests.
const KNOWN_FORMATS: &str =
    "give the file the extension .obj, .ply, .stl, .glb or .gltf (or .usda or .usdz to write)";

/// Reads a mesh of any format: that of the extension, or if it is none of ours, that of the content. A glTF scene becomes
/// one mesh in its rest pose.
///
/// # Errors
///
/// The file cannot be opened, its format is unknown or holds no mesh, or its content is bad; the path is part of it.
pub fn read_mesh(path: &Path) -> Result<PolyMesh, ReadError> {
    let bytes = read_bytes(path)?;
    let format = Format::from_path(path).or_else(|| Format::from_content(&bytes));
    match format {
        Some(Format::Obj) => obj::read(&bytes),
        Some(Format::Ply) => ply::read(&bytes),
        Some(Format::Stl) => stl::read(&bytes),
        Some(Format::Glb) => gltf::read_glb(&bytes).and_then(|scene| rest_pose(&scene)),
        // Text may refer to files beside it.
        Some(Format::Gltf) => gltf::read_file(path).and_then(|scene| rest_pose(&scene)),
        Some(Format::Pc2 | Format::Mdd) => Err(ReadError::file(
            "a point cache has positions over time but no faces; read its mesh from another file",
        )),
        Some(Format::Usda | Format::Usdz) => Err(ReadError::file(
            "USD is written, not read; export the mesh as GLB, OBJ or PLY where it was made",
        )),
        None => Err(ReadError::file(format!(
            "neither the name nor the content tells the format; {KNOWN_FORMATS}"
        ))),
    }
    .map_err(|error| error.in_file(path))
}

fn rest_pose(scene: &Scene) -> Result<PolyMesh, ReadError> {
    scene.merged().map_err(|error| ReadError::item(error.item, error.cause))
}

/// Writes a mesh in the format of the extension, with the default options of that format, and tells what it left out.
/// In formats of scenes it becomes one node, named after the file.
///
/// # Errors
///
/// The extension is unknown, the format cannot hold the mesh, or the file cannot be written; the path is part of it. A
/// file that was there before stays as it was.
pub fn write_mesh(path: &Path, mesh: &PolyMesh) -> Result<Vec<Omission>, WriteError> {
    match Format::from_path(path) {
        Some(Format::Obj) => replace_file(path, |file| obj::write(file, mesh)),
        Some(Format::Ply) => replace_file(path, |file| ply::write(file, mesh, ply::WriteOptions::default())),
        Some(Format::Stl) => replace_file(path, |file| stl::write(file, mesh)),
        _ => write_scene(path, &Scene::from_mesh(stem(path), mesh.clone())),
    }
}

/// Writes a scene in the format of the extension, and tells what it left out. Formats of single meshes get all meshes
/// at rest as one; OBJ gets its materials and pictures in files beside it, and so does USD as text its pictures. A moving
/// scene in USD has 30 frames a second: see [`UsdStage::with_rate`] for others.
///
/// # Errors
///
/// The extension is unknown, the format cannot hold the scene, or a file cannot be written; the path is part of it. A
/// file that was there before stays as it was.
pub fn write_scene(path: &Path, scene: &Scene) -> Result<Vec<Omission>, WriteError> {
    match Format::from_path(path) {
        Some(Format::Glb | Format::Gltf) => {
            gltf::write_file(path, scene)?;
            let stitched = scene.meshes.iter().any(|mesh| !mesh.mesh.stitches.is_empty());
            Ok(if stitched { vec![Omission::Stitches] } else { Vec::new() })
        }
        Some(Format::Usda | Format::Usdz) => usd::write_file(path, &UsdStage::new(scene).named(stem(path))),
        Some(Format::Obj) => obj::write_scene(path, scene),
        Some(Format::Ply | Format::Stl) => {
            let merged = scene.merged().map_err(|error| WriteError::from(error).in_file(path))?;
            let mut omissions = write_mesh(path, &merged)?;
            omissions.extend(scene.beyond_meshes());
            Ok(omissions)
        }
        Some(Format::Pc2 | Format::Mdd) => {
            Err(WriteError::new("a point cache holds no faces; write the mesh in another format")
                .in_file(path))
        }
        None => Err(WriteError::new(format!("the format is unknown; {KNOWN_FORMATS}")).in_file(path)),
    }
}

/// The name of a file without its extension.
fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads a PC2 file.
///
/// # Errors
///
/// As [`pc2::read`], and if the file cannot be opened; the path is part of it.
pub fn read_point_cache(path: &Path) -> Result<PointCache, ReadError> {
    pc2::read(&read_bytes(path)?).map_err(|error| error.in_file(path))
}

/// Writes a PC2 file.
///
/// # Errors
///
/// As [`pc2::write`], and if the file cannot be written; the path is part of it.
pub fn write_point_cache(path: &Path, cache: &PointCache) -> Result<(), WriteError> {
    replace_file(path, |file| pc2::write(file, cache))
}

/// Writes positions over time as MDD, at `rate` frames a second, the first at time 0.
///
/// # Errors
///
/// As [`MddWriter::append`], and if the file cannot be written; the path is part of it.
pub fn write_mdd(path: &Path, cache: &PointCache, rate: f64) -> Result<(), WriteError> {
    replace_file(path, |file| {
        let mut mdd = MddWriter::new(file, cache.point_count, cache.frame_count(), rate)?;
        cache.frames().try_for_each(|frame| mdd.append(frame))?;
        mdd.finish().map(drop)
    })
}

/// Reads a PNG file.
///
/// # Errors
///
/// As [`png::read`], and if the file cannot be opened; the path is part of it.
pub fn read_png(path: &Path) -> Result<Image, ReadError> {
    png::read(&read_bytes(path)?).map_err(|error| error.in_file(path))
}

/// Writes a PNG file, with alpha only if a pixel is not opaque.
///
/// # Errors
///
/// As [`png::write_rgba8`], and if the file cannot be written; the path is part of it.
pub fn write_png(path: &Path, image: &Image) -> Result<(), WriteError> {
    let opaque = image.pixels.iter().all(|&[.., alpha]| alpha == 255);
    replace_file(
        path,
        |file| if opaque { png::write_rgb8(file, image) } else { png::write_rgba8(file, image) },
    )
}

/// Writes a picture in the format of the extension: PNG, also if there is none, or JPEG.
///
/// # Errors
///
/// The extension is that of something else, or the file cannot be written; the path is part of it.
pub fn write_picture(path: &Path, image: &Image) -> Result<(), WriteError> {
    match PictureFormat::from_path(path)? {
        PictureFormat::Png => write_png(path, image),
        PictureFormat::Jpeg => {
            let bytes = jpeg::encode(image, jpeg::JpegQuality::default());
            let bytes = bytes.map_err(|error| error.in_file(path))?;
            replace_file(path, |file| Ok(file.write_all(&bytes)?))
        }
    }
}

/// Reads a whole file.
///
/// # Errors
///
/// The file cannot be read; the path is part of it.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    fs::read(path).map_err(|error| ReadError::file(format!("cannot read: {error}")).in_file(path))
}
