//! The fabrics that come with Toile, and fabrics by name or file.
//!
//! Each is a file in `fabrics/` that says of every number whether it was measured or estimated, and from what.

use super::{Fabric, FabricError};
use std::path::Path;
use std::sync::OnceLock;
use toile_geom::names::{UnknownName, find};

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../fabrics/", $name, ".toml")))),+]
    };
}

/// Name and file, in the order of the alphabet.
const FILES: &[(&str, &str)] = files![
    "canvas",
    "chiffon",
    "cotton-lawn",
    "cotton-plain",
    "cotton-poplin",
    "denim",
    "felt",
    "jersey",
    "leather",
    "linen",
    "organza",
    "polyester-faille",
    "silk-crepe",
    "silk-habotai",
    "wool-coating",
    "wool-suiting",
    "wool-tropical",
    "work-twill",
];

/// All fabrics of the library, by name.
pub fn library() -> &'static [Fabric] {
    static LIBRARY: OnceLock<Vec<Fabric>> = OnceLock::new();
    // The files are part of the program; a test reads every one of them.
    LIBRARY
        .get_or_init(|| FILES.iter().filter_map(|(name, text)| Fabric::from_toml(name, text).ok()).collect())
}

/// The names of all fabrics of the library.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(name, _)| name)
}

impl Fabric {
    /// The fabric of the library that has a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        find("fabric", name, library(), |fabric| fabric.name.as_str()).cloned()
    }

    /// A fabric of the library by its name, or of a file ending in `.toml`.
    ///
    /// # Errors
    /// If there is none, or the file is not that of a fabric.
    pub fn open(name: &str) -> Result<Self, FabricError> {
        Self::open_in(name, Path::new(""))
    }

    /// The same, where files are looked for in a folder.
    ///
    /// # Errors
    /// If there is none, or the file is not that of a fabric.
    pub fn open_in(name: &str, folder: &Path) -> Result<Self, FabricError> {
        if !Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
            return Ok(Self::named(name)?);
        }
        let path = folder.join(name);
        let origin = path.display().to_string();
        let text = std::fs::read_to_string(&path)
            .map_err(|error| FabricError::Read { origin: origin.clone(), message: error.to_string() })?;
        Self::from_toml(&origin, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read_and_named_after_its_fabric() {
        for (name, text) in FILES {
            match Fabric::from_toml(&format!("fabrics/{name}.toml"), text) {
                Ok(fabric) => assert_eq!(fabric.name, *name),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(library().len(), FILES.len());
    }
}
