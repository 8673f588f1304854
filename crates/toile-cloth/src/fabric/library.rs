//! The fabrics that come with Toile.
//!
//! Each is a file in `fabrics/` that says of every number whether it was measured or estimated, and from what.

use std::sync::OnceLock;

use super::properties::Fabric;
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
