//! The formats of meshes and pictures, told by the name of a file or by its content.

use crate::{WriteError, pc2, stl};
use std::path::Path;

/// A file format of meshes or their motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Wavefront OBJ, see [`obj`](crate::obj).
    Obj,
    /// Stanford PLY, see [`ply`](crate::ply).
    Ply,
    /// STL, see [`stl`](mod@crate::stl).
    Stl,
    /// glTF as text, see [`gltf`](crate::gltf).
    Gltf,
    /// glTF as one binary file, see [`gltf`](crate::gltf).
    Glb,
    /// A stage of USD as text, see [`usd`](crate::usd): written only.
    Usda,
    /// A package of USD, see [`usd`](crate::usd): written only.
    Usdz,
    /// Point Cache 2, see [`pc2`](mod@crate::pc2): vertex positions over time, without faces.
    Pc2,
    /// MDD, see [`mdd`](mod@crate::mdd): vertex positions over time, written only.
    Mdd,
}

impl Format {
    /// The format that the extension of a file name stands for, in capitals or not.
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "obj" => Some(Self::Obj),
            "ply" => Some(Self::Ply),
            "stl" => Some(Self::Stl),
            "gltf" => Some(Self::Gltf),
            "glb" => Some(Self::Glb),
            "usda" => Some(Self::Usda),
            "usdz" => Some(Self::Usdz),
            "pc2" => Some(Self::Pc2),
            "mdd" => Some(Self::Mdd),
            _ => None,
        }
    }

    /// The format that the content looks like. OBJ has no mark of its own: it is taken for text that nothing else claims.
    pub fn from_content(bytes: &[u8]) -> Option<Self> {
        if pc2::is_pc2(bytes) {
            Some(Self::Pc2)
        } else if bytes.starts_with(b"glTF") {
            Some(Self::Glb)
        } else if bytes.starts_with(b"#usda") {
            Some(Self::Usda)
        } else if bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r") {
            Some(Self::Ply)
        } else if stl::is_stl(bytes) {
            Some(Self::Stl)
        } else {
            let beginning = &bytes[..bytes.len().min(1024)];
            (!beginning.is_empty() && !beginning.contains(&0)).then_some(Self::Obj)
        }
    }
}

/// A file format that pictures are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// PNG, see [`png`](crate::png): every pixel as it is.
    Png,
    /// JPEG, see [`jpeg`](crate::jpeg): smaller, and nearly the same.
    Jpeg,
}

impl PictureFormat {
    /// The format that the content begins like.
    pub fn from_content(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if bytes.starts_with(b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else {
            None
        }
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
        }
    }

    /// Its media type (RFC 2046).
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    /// The format that the extension of a file name stands for, in capitals or not; PNG if there is none.
    ///
    /// # Errors
    ///
    /// The extension is that of something else; a file that says it is one thing and is another helps nobody.
    pub fn from_path(path: &Path) -> Result<Self, WriteError> {
        let Some(extension) = path.extension() else { return Ok(Self::Png) };
        match extension.to_string_lossy().to_ascii_lowercase().as_str() {
            "png" => Ok(Self::Png),
            "jpg" | "jpeg" => Ok(Self::Jpeg),
            _ => Err(WriteError::new("pictures are written as .png or .jpg").in_file(path)),
        }
    }
}
