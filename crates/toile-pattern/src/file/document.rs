//! The sections of a garment file, as they stand in it.

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GarmentSection {
    pub(super) format: Spanned<String>,
    pub(super) name: String,
    #[serde(default)]
    pub(super) description: String,
    pub(super) unit: Option<Spanned<String>>,
    pub(super) fabric: Option<String>,
    pub(super) base_size: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) size: Vec<SizeSection>,
    #[serde(default)]
    pub(super) piece: Vec<Spanned<PieceSection>>,
    #[serde(default)]
    pub(super) seam: Vec<Spanned<SeamSection>>,
    #[serde(default)]
    pub(super) unsure: Vec<Spanned<UnsureSection>>,
}

/// A statement that was not sure when it was written.
#[expect(clippy::struct_excessive_bools, reason = "keys of a file")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnsureSection {
    pub(super) name: Option<String>,
    pub(super) a: Option<Spanned<String>>,
    pub(super) b: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) both: bool,
    #[serde(default)]
    pub(super) ease: f64,
    #[serde(default)]
    pub(super) marks: Vec<[f64; 2]>,
    pub(super) open: Option<Spanned<String>>,
    pub(super) piece: Option<Spanned<String>>,
    pub(super) on_fold: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) pair: bool,
    #[serde(default)]
    pub(super) as_drawn: bool,
    #[serde(default)]
    pub(super) left_out: bool,
    pub(super) score: Option<Spanned<f64>>,
    #[serde(default)]
    pub(super) reasons: Vec<String>,
    pub(super) answer: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SizeSection {
    pub(super) name: String,
    pub(super) value: f64,
}

pub(super) type Point = [f64; 2];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceSection {
    pub(super) name: Spanned<String>,
    pub(super) outline: Vec<Spanned<EdgeEntry>>,
    #[serde(default)]
    pub(super) holes: Vec<Vec<Spanned<EdgeEntry>>>,
    #[serde(default)]
    pub(super) darts: Vec<Spanned<DartEntry>>,
    #[serde(default)]
    pub(super) notches: Vec<NotchEntry>,
    #[serde(default)]
    pub(super) lines: Vec<Spanned<LineEntry>>,
    #[serde(default)]
    pub(super) drills: Vec<DrillEntry>,
    pub(super) grain: Option<Spanned<AngleEntry>>,
    pub(super) on_fold: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) pair: bool,
    pub(super) allowance: Option<f64>,
    pub(super) fabric: Option<String>,
    #[serde(default)]
    pub(super) regions: Vec<RegionEntry>,
    #[serde(default)]
    pub(super) layer: i32,
    pub(super) segment: Option<String>,
    pub(super) up: Option<Point>,
    pub(super) landmark: Option<LandmarkEntry>,
    pub(super) pose: Option<PoseEntry>,
    #[serde(default)]
    pub(super) sizes: Vec<Spanned<GradedEntry>>,
}

/// Degrees as a number, or radians as a text such as `"1.25 rad"`, which loses no digit. Places are those of the whole entry: inside of a choice they are lost.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum AngleEntry {
    Degrees(f64),
    Text(String),
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EdgeEntry {
    pub(super) name: Option<Spanned<String>>,
    pub(super) from: Option<Point>,
    pub(super) to: Option<Point>,
    pub(super) control: Option<Point>,
    pub(super) controls: Option<[Point; 2]>,
    pub(super) bulge: Option<f64>,
    pub(super) radius: Option<f64>,
    pub(super) large: Option<bool>,
    pub(super) turn: Option<Spanned<String>>,
    pub(super) spline: Option<Vec<Point>>,
    pub(super) polyline: Option<Vec<Point>>,
    pub(super) path: Option<Vec<Point>>,
    pub(super) allowance: Option<f64>,
    pub(super) hem: Option<f64>,
    pub(super) elastic: Option<ElasticEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DartEntry {
    #[serde(default)]
    pub(super) name: String,
    pub(super) edge: Option<Spanned<String>>,
    pub(super) at: Option<f64>,
    pub(super) width: Option<f64>,
    pub(super) tip: Option<Point>,
    pub(super) tips: Option<[Point; 2]>,
    pub(super) sides: Option<[Point; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotchEntry {
    pub(super) name: Option<String>,
    pub(super) edge: Spanned<String>,
    pub(super) at: f64,
    pub(super) kind: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineEntry {
    pub(super) label: Option<String>,
    pub(super) kind: Option<Spanned<String>>,
    pub(super) angle: Option<Spanned<AngleEntry>>,
    pub(super) shape: EdgeEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DrillEntry {
    pub(super) name: Option<String>,
    pub(super) at: Point,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RegionEntry {
    pub(super) name: String,
    pub(super) fabric: String,
    pub(super) kind: Option<Spanned<String>>,
    pub(super) outline: Option<Vec<Spanned<EdgeEntry>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LandmarkEntry {
    pub(super) name: String,
    pub(super) at: Point,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoseEntry {
    pub(super) translation: [f64; 3],
    pub(super) rotation: Spanned<[f64; 4]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GradedEntry {
    pub(super) size: Spanned<String>,
    pub(super) edges: Vec<Spanned<EdgeEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeamSection {
    pub(super) name: Option<String>,
    pub(super) a: Spanned<String>,
    pub(super) b: Spanned<String>,
    #[serde(default)]
    pub(super) both: bool,
    #[serde(default)]
    pub(super) ease: f64,
    #[serde(default)]
    pub(super) marks: Vec<[f64; 2]>,
    pub(super) fold: Option<Spanned<AngleEntry>>,
    pub(super) kind: Option<Spanned<String>>,
    pub(super) elastic: Option<ElasticEntry>,
    pub(super) closure: Option<ClosureEntry>,
    pub(super) confidence: Option<Spanned<f64>>,
    #[serde(default)]
    pub(super) answered: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ElasticEntry {
    pub(super) ratio: Option<f64>,
    pub(super) length: Option<f64>,
    pub(super) stiffness: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClosureEntry {
    pub(super) kind: Spanned<String>,
    pub(super) count: Option<u32>,
    pub(super) closed: Option<bool>,
}
