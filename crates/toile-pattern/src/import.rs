//! Reads pattern files, whatever their format.

use crate::error::PatternError;
use crate::evidence::PieceMaterial;
use crate::foreign::refusal;
use crate::imported::Imported;
use crate::{dxf, file, free_sewing, garment_code, svg};
use std::borrow::Cow;
use std::path::Path;

toile_geom::named_enum! {
    /// The formats of pattern files.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PatternFormat: name {
        /// Toile's own `garment.toml`.
        Toile = "toile",
        /// GarmentCode and NeuralTailor JSON.
        GarmentCode = "garmentcode",
        /// A FreeSewing draft as JSON.
        FreeSewing = "freesewing",
        /// AAMA and ASTM DXF.
        Dxf = "dxf",
        /// SVG.
        Svg = "svg",
    }
}

impl PatternFormat {
    /// The format of a file, told by what is in it, whatever it is called.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(dxf::BINARY) {
            return Some(Self::Dxf);
        }
        let start = &bytes[..bytes.len().min(1 << 16)];
        let text = String::from_utf8_lossy(start);
        let trimmed = text.trim_start_matches('\u{feff}').trim_start();
        if trimmed.starts_with('<') {
            return text.contains("<svg").then_some(Self::Svg);
        }
        if trimmed.starts_with('{') || trimmed.starts_with("//") {
            let whole = String::from_utf8_lossy(bytes);
            return if whole.contains("\"panels\"") {
                Some(Self::GarmentCode)
            } else if whole.contains("\"parts\"") {
                Some(Self::FreeSewing)
            } else {
                None
            };
        }
        if text.contains("toile-garment") || trimmed.starts_with("[[piece]]") {
            return Some(Self::Toile);
        }
        let first = trimmed.lines().next().unwrap_or_default().trim();
        (first.parse::<i32>().is_ok() && text.contains("SECTION")).then_some(Self::Dxf)
    }
}

/// Reads a pattern of any format, or a garment's folder; formats that tell no seams get suggestions.
///
/// # Errors
/// If the file cannot be read, is of no known format, or something in it is wrong.
pub fn import(path: &Path) -> Result<Imported, PatternError> {
    if path.is_dir() {
        return file::read_imported_folder(path);
    }
    let bytes = std::fs::read(path).map_err(|error| {
        PatternError::file(format!("cannot read: {error}"), "check the name").in_file(path)
    })?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let beside =
        Beside { rules: rules_beside(path), extension: path.extension().and_then(|end| end.to_str()) };
    import_all(&name, &bytes, &beside).map_err(|error| error.in_file(path))
}

/// A text in characters of two bytes, as Windows writes it, in UTF-8.
fn in_bytes(bytes: &[u8]) -> Cow<'_, [u8]> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return Cow::Borrowed(bytes),
    };
    let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    Cow::Owned(String::from_utf16_lossy(&units).into_bytes())
}

/// The table of grade rules beside a DXF file.
fn rules_beside(path: &Path) -> Option<String> {
    path.extension().filter(|extension| extension.eq_ignore_ascii_case("dxf"))?;
    let read = |extension: &str| std::fs::read(path.with_extension(extension)).ok();
    let bytes = read("rul").or_else(|| read("RUL"))?;
    dxf::decoded(&bytes).ok()
}

/// Reads a pattern of any format from the bytes of a file; `name` is given to a garment that has none.
///
/// # Errors
/// As for [`import`].
pub fn import_bytes(name: &str, bytes: &[u8]) -> Result<Imported, PatternError> {
    import_all(name, bytes, &Beside::default())
}

/// The knitwear of the fabric library: ribbing stretches, and what is made of another cloth would not go around a hand.
const KNITWEAR: &str = "jersey";

/// Makes pieces of ribbing of knitwear where the file names no fabric.
fn use_materials(imported: &mut Imported) {
    let Imported { garment, evidence, .. } = imported;
    for (piece, told) in garment.pieces.iter_mut().zip(&evidence.pieces) {
        if told.material == PieceMaterial::Ribbing && piece.fabric.is_none() {
            piece.fabric = Some(KNITWEAR.to_owned());
        }
    }
}

/// What is known of a file beyond what is in it.
#[derive(Default)]
struct Beside<'a> {
    /// The table of grade rules that lies beside it.
    rules: Option<String>,
    extension: Option<&'a str>,
}

fn import_all(name: &str, bytes: &[u8], beside: &Beside<'_>) -> Result<Imported, PatternError> {
    let bytes = &*in_bytes(bytes);
    let format = PatternFormat::of(bytes).ok_or_else(|| refusal(bytes, beside.extension))?;
    let text = match format {
        PatternFormat::Dxf => Cow::Owned(dxf::decoded(bytes)?),
        _ => String::from_utf8_lossy(bytes),
    };
    let text = text.trim_start_matches('\u{feff}');
    let mut imported = match format {
        PatternFormat::Toile => file::read_imported(name, text)?,
        PatternFormat::GarmentCode => garment_code::read(name, text)?,
        PatternFormat::FreeSewing => free_sewing::read(name, text)?,
        PatternFormat::Dxf => dxf::read_with_rules(name, text, beside.rules.as_deref())?,
        PatternFormat::Svg => svg::read(name, text)?,
    };
    use_materials(&mut imported);
    // A garment file may have nothing but open questions.
    let is_asked = format == PatternFormat::Toile && !imported.questions().is_empty();
    if imported.garment.seams.is_empty() && imported.suggestions.is_empty() && !is_asked {
        imported.merge_layers();
        let too_many = imported.suggest();
        imported.warnings.extend(too_many);
        if matches!(format, PatternFormat::Dxf | PatternFormat::Svg) {
            imported.find_halves(None);
        }
    }
    Ok(imported)
}
