//! Stretches of outlines that are too short for a mesh.

use super::{LintFinding, Rule, Severity};
use crate::garment::Garment;
use crate::mesh::{MeshSettings, short_stretches};

/// The length of edges that garments are usually meshed with, in metres.
const USUAL_EDGE: f64 = 0.015;
/// A piece that is smaller is in another unit than it seems, in metres.
const SMALLEST: f64 = 0.005;

pub(super) fn check(garment: &Garment) -> Vec<LintFinding> {
    let whole = garment.whole();
    let mut findings: Vec<LintFinding> = Vec::new();
    for stretch in short_stretches(&whole, &MeshSettings::with_edge_length(USUAL_EDGE)) {
        // Mirror images are as short.
        let Some(drawn) = garment.pieces.get(stretch.piece) else { continue };
        let [low, high] = drawn.outline.bounds();
        if (high - low).max_element() < SMALLEST {
            continue;
        }
        let message =
            format!("{stretch}, too short for a mesh with edges of 1.5 cm: its ends are taken for one point");
        let remedy =
            "join it to its neighbour, or move the ends of seams onto each other, if that is not meant";
        let finding = LintFinding::new(Rule::TooShort, Severity::Warning, message, remedy);
        let is_as_drawn = drawn.edge_count() == whole.pieces[stretch.piece].edge_count();
        let finding = if is_as_drawn {
            finding.on_edge(stretch.piece, stretch.edge)
        } else {
            finding.on_piece(stretch.piece)
        };
        if !findings.iter().any(|other| other.message == finding.message) {
            findings.push(finding);
        }
    }
    findings
}
