//! Which files can be read at all: the version and the extensions that they require.

use crate::ReadError;
use crate::gltf::document::Header;

/// Extensions that say something about what is not read here (textures, lights), or that the reader understands.
const HARMLESS: &[&str] = &[
    "KHR_mesh_quantization",
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_dds",
    "KHR_lights_",
    "EXT_lights_",
    "KHR_xmp",
];

/// Checks the version and the required extensions.
pub(super) fn check(header: &Header) -> Result<(), ReadError> {
    let asset = &header.asset;
    if !is_version_2(&asset.version) {
        let cause = format!("version '{}' is not supported; convert the file to glTF 2.0", asset.version);
        return Err(ReadError::item("asset.version", cause));
    }
    if let Some(minimum) = &asset.min_version
        && minimum != "2.0"
    {
        let cause = format!("the file needs a reader of version '{minimum}', this one knows 2.0");
        return Err(ReadError::item("asset.minVersion", cause));
    }
    let required = header.extensions_required.iter();
    for (e, name) in required.enumerate() {
        if !HARMLESS.iter().any(|known| name.starts_with(known)) {
            let place = format!("extensionsRequired[{e}]");
            let cause = format!("the extension {name} is not supported; {}", remedy(name));
            return Err(ReadError::item(place, cause));
        }
    }
    Ok(())
}

fn is_version_2(version: &str) -> bool {
    version == "2" || version.starts_with("2.")
}

/// What to do about an extension that cannot be read.
fn remedy(name: &str) -> &'static str {
    if name.contains("draco") || name.contains("meshopt") {
        "export the file again without mesh compression, or decompress it with a glTF converter"
    } else if name.contains("instancing") {
        "export the file again with the instances as nodes of their own"
    } else {
        "export the file again without it"
    }
}
