//! Fabrics by name or file.

use super::{Fabric, FabricError};
use std::path::Path;

impl Fabric {
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
