//! What comes out of a pattern file, whatever its format.

use crate::curve::Curve;
use crate::dxf;
use crate::error::PatternError;
use crate::garment::Garment;
use crate::halves::{Half, is_nearly_straight, probable_halves};
use crate::piece::CutRule;
use crate::suggest::{SuggestedSeam, suggest_seams};
use crate::{file, free_sewing, garment_code, svg};
use glam::DVec2;
use std::path::Path;

/// A pattern read from a file of any format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The pattern.
    pub garment: Garment,
    /// What was odd, and what was made of it.
    pub warnings: Vec<String>,
    /// Seams that the file does not tell but the pieces suggest, the likeliest first.
    pub suggestions: Vec<SuggestedSeam>,
    /// Words on the drawing that belong to pieces.
    pub notes: Vec<Note>,
    /// Pieces that are probably halves though the file does not say so. Nothing is made of them until [`Imported::make_whole`].
    pub halves: Vec<Half>,
}

/// Words that are written on a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The piece.
    pub piece: usize,
    /// Where they stand.
    pub at: DVec2,
    /// What they say.
    pub words: String,
}

impl Imported {
    /// A pattern without anything odd.
    pub fn of(garment: Garment) -> Self {
        Self { garment, ..Self::default() }
    }

    /// Takes pieces for halves from a score on, and suggests seams again. Returns those.
    pub fn make_whole(&mut self, accept: f64) -> Vec<Half> {
        let (taken, left) =
            std::mem::take(&mut self.halves).into_iter().partition(|half| half.score >= accept);
        self.halves = left;
        for half in &taken {
            self.cut(half.piece, half.cut);
            // Files that do not tell halves often name no pieces either.
            let placement = self.garment.pieces.get_mut(half.piece).map(|piece| &mut piece.placement);
            if let Some(placement) =
                placement.filter(|placement| half.is_sleeve && placement.segment.is_none())
            {
                placement.segment = Some("left_arm".to_owned());
            }
        }
        taken
    }

    /// Says how a piece is cut, and suggests seams again.
    pub fn cut(&mut self, piece: usize, cut: CutRule) {
        if let Some(piece) = self.garment.pieces.get_mut(piece) {
            piece.cut = cut;
            // Other programs write straight lines as curves, too.
            if let CutRule::OnFold(edge) = cut
                && let Some(edge) = piece.outline.edges.get_mut(edge)
                && is_nearly_straight(&edge.curve)
            {
                edge.curve = Curve::line(edge.curve.from(), edge.curve.to());
            }
        }
        self.halves.retain(|half| half.piece != piece);
        if self.garment.seams.is_empty() {
            self.suggestions = suggest_seams(&self.garment);
        }
    }

    /// Looks for halves among the pieces of a file that tells no seams; `girth` is that of the body, if it is known. A file that says of one piece that it
    /// lies on the fold says so of all.
    pub fn find_halves(&mut self, girth: Option<f64>) {
        let told = self.garment.pieces.iter().any(|piece| matches!(piece.cut, CutRule::OnFold(_)));
        if self.garment.seams.is_empty() && !told {
            self.halves = probable_halves(&self.garment, &self.notes, girth);
        }
    }
}

/// The formats of pattern files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternFormat {
    /// Toile's own `garment.toml`.
    Toile,
    /// GarmentCode and NeuralTailor JSON.
    GarmentCode,
    /// A FreeSewing draft as JSON.
    FreeSewing,
    /// AAMA and ASTM DXF.
    Dxf,
    /// SVG.
    Svg,
}

impl PatternFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Toile, Self::GarmentCode, Self::FreeSewing, Self::Dxf, Self::Svg];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Toile => "toile",
            Self::GarmentCode => "garmentcode",
            Self::FreeSewing => "freesewing",
            Self::Dxf => "dxf",
            Self::Svg => "svg",
        }
    }

    /// The format of a file, told by what is in it, whatever it is called.
    pub fn of(bytes: &[u8]) -> Option<Self> {
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
        return Ok(Imported::of(file::read_folder(path)?.0));
    }
    let bytes = std::fs::read(path).map_err(|error| {
        PatternError::file(format!("cannot read: {error}"), "check the name").in_file(path)
    })?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    import_bytes(&name, &bytes).map_err(|error| error.in_file(path))
}

/// Reads a pattern of any format from the bytes of a file; `name` is given to a garment that has none.
///
/// # Errors
/// As for [`import`].
pub fn import_bytes(name: &str, bytes: &[u8]) -> Result<Imported, PatternError> {
    let format = PatternFormat::of(bytes).ok_or_else(|| {
        let remedy = "give a garment.toml, GarmentCode or FreeSewing JSON, DXF-AAMA or ASTM, or SVG file";
        PatternError::file("this is no pattern in a known format", remedy)
    })?;
    // Old DXF files are in one of many eight-bit codes; only names suffer.
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut imported = match format {
        PatternFormat::Toile => Imported::of(file::read(name, text)?.0),
        PatternFormat::GarmentCode => garment_code::read(name, text)?,
        PatternFormat::FreeSewing => free_sewing::read(name, text)?,
        PatternFormat::Dxf => dxf::read(name, text)?,
        PatternFormat::Svg => svg::read(name, text)?,
    };
    if imported.garment.seams.is_empty() {
        imported.suggestions = suggest_seams(&imported.garment);
        if matches!(format, PatternFormat::Dxf | PatternFormat::Svg) {
            imported.find_halves(None);
        }
    }
    Ok(imported)
}
