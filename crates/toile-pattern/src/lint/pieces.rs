//! What can be wrong with a piece by itself.

use super::{LintFinding, Rule, Severity};
use crate::garment::Garment;
use crate::mesh::first_crossing;
use crate::piece::{CutRule, Dart, Piece};
use glam::DVec2;

/// No piece of a garment is larger or smaller than this, in metres.
const LARGEST: f64 = 6.0;
const SMALLEST: f64 = 0.005;
/// How much the legs of a dart may differ, in metres.
const LEG_TOLERANCE: f64 = 0.003;

pub(super) fn check(garment: &Garment) -> Vec<LintFinding> {
    let mut findings = Vec::new();
    for (index, piece) in garment.pieces.iter().enumerate() {
        if garment.pieces[..index].iter().any(|other| other.name == piece.name) {
            let message = format!("there are two pieces `{}`", piece.name);
            let remedy = "give one of them another name";
            findings.push(LintFinding::new(Rule::Names, Severity::Error, message, remedy).on_piece(index));
        }
        check_outline(piece, index, &mut findings);
        check_size(piece, index, &mut findings);
        check_fold(garment, piece, index, &mut findings);
        check_sizes(garment, piece, index, &mut findings);
        check_inside(piece, index, &mut findings);
    }
    findings
}

fn check_outline(piece: &Piece, index: usize, findings: &mut Vec<LintFinding>) {
    let mut first = 0;
    for outline in piece.loops() {
        for (edge, gap) in outline.gaps() {
            let edge = first + edge;
            let message = format!(
                "after edge `{}` the outline of `{}` has a gap of {:.2} mm",
                piece.edge_name(edge),
                piece.name,
                1e3 * gap
            );
            let remedy = "let the edge end where the next one begins";
            findings.push(
                LintFinding::new(Rule::OutlineGap, Severity::Error, message, remedy).on_edge(index, edge),
            );
        }
        first += outline.edges.len();
    }
    let area = piece.outline.area();
    if area.is_nan() || area <= 1e-8 {
        let (message, remedy) = if area < -1e-8 {
            (
                format!("the outline of `{}` runs clockwise", piece.name),
                "draw it counter-clockwise as seen from the outer side of the cloth",
            )
        } else {
            (format!("`{}` encloses no cloth", piece.name), "check its points")
        };
        findings.push(LintFinding::new(Rule::Orientation, Severity::Error, message, remedy).on_piece(index));
        return;
    }
    let loops: Vec<Vec<DVec2>> = piece.loops().map(|outline| outline.flattened(1e-4)).collect();
    if let Some(at) = first_crossing(&loops) {
        let message = format!("the outline of `{}` crosses or touches itself", piece.name);
        let remedy = "move its edges apart there";
        findings.push(
            LintFinding::new(Rule::SelfCrossing, Severity::Error, message, remedy).on_piece(index).at(at),
        );
    }
}

fn check_size(piece: &Piece, index: usize, findings: &mut Vec<LintFinding>) {
    let [low, high] = piece.outline.bounds();
    let size = (high - low).max_element();
    if !(SMALLEST..=LARGEST).contains(&size) {
        let message = format!("`{}` is {size:.3} m large", piece.name);
        let guess = if size > LARGEST { "smaller" } else { "larger" };
        let remedy = format!("check the unit of the file: it should be {guess}");
        findings.push(LintFinding::new(Rule::WrongUnit, Severity::Warning, message, remedy).on_piece(index));
    }
}

fn check_fold(garment: &Garment, piece: &Piece, index: usize, findings: &mut Vec<LintFinding>) {
    let CutRule::OnFold(fold) = piece.cut else { return };
    let name = piece.edge_name(fold);
    if !piece.outline.edges.get(fold).is_some_and(|edge| edge.curve.is_straight()) {
        let message = format!("`{}` is cut on the fold at edge `{name}`, which is not straight", piece.name);
        let finding =
            LintFinding::new(Rule::Fold, Severity::Error, message, "name a straight edge of the outline");
        findings.push(finding.on_edge(index, fold));
    }
    for (number, seam) in garment.seams.iter().enumerate() {
        if seam.parts().any(|part| part.piece == index && part.edge == fold) {
            let message = format!(
                "seam `{}` sews the fold `{}.{name}`, which is no edge of the cut piece",
                seam.name, piece.name
            );
            let finding = LintFinding::new(
                Rule::Fold,
                Severity::Error,
                message,
                "cut the piece as a pair, or leave out the seam",
            );
            findings.push(finding.on_edge(index, fold).on_seam(number));
        }
    }
}

fn check_sizes(garment: &Garment, piece: &Piece, index: usize, findings: &mut Vec<LintFinding>) {
    for graded in &piece.sizes {
        let (expected, found) = (piece.edge_count(), graded.curves.len());
        let known = garment.sizes.iter().any(|size| size.name == graded.size);
        if expected != found || !known {
            let message = if known {
                format!("`{}` has {expected} edges, but {found} in size {}", piece.name, graded.size)
            } else {
                format!(
                    "`{}` has an outline in size {}, which the garment does not come in",
                    piece.name, graded.size
                )
            };
            let remedy = "draw it with the same edges in every size of the garment";
            findings.push(LintFinding::new(Rule::Sizes, Severity::Error, message, remedy).on_piece(index));
        }
    }
}

/// Darts, lines and points belong inside of the piece.
fn check_inside(piece: &Piece, index: usize, findings: &mut Vec<LintFinding>) {
    let polygon = piece.outline.flattened(1e-4);
    for dart in &piece.darts {
        let (tips, legs) = match dart {
            Dart::Edge { edge, at, width, tip, .. } => {
                let Some(mouth) = piece.dart_mouth(*edge, *at, *width) else { continue };
                (vec![*tip], mouth.map(|end| end.distance(*tip)))
            }
            Dart::Diamond { tips, sides, .. } => {
                (tips.to_vec(), [sides[0].distance(tips[0]), sides[1].distance(tips[0])])
            }
        };
        if let Some(tip) = tips.into_iter().find(|&tip| !contains(&polygon, tip)) {
            let message = format!("dart `{}` of `{}` ends outside of the piece", dart.name(), piece.name);
            let finding = LintFinding::new(Rule::Dart, Severity::Error, message, "move its tip");
            findings.push(finding.on_piece(index).at(tip));
        }
        if (legs[0] - legs[1]).abs() > LEG_TOLERANCE {
            let message = format!(
                "the legs of dart `{}` of `{}` differ by {:.1} mm",
                dart.name(),
                piece.name,
                1e3 * (legs[0] - legs[1]).abs()
            );
            let remedy = "move its tip above the middle of its opening";
            findings.push(LintFinding::new(Rule::Dart, Severity::Warning, message, remedy).on_piece(index));
        }
    }
    let middles = piece.lines.iter().map(|line| ("line", line.name.as_deref(), line.curve.point(0.5)));
    let drills = piece.drills.iter().map(|drill| ("point", drill.name.as_deref(), drill.at));
    for (what, name, at) in middles.chain(drills).filter(|&(.., at)| !contains(&polygon, at)) {
        let message = format!(
            "{what} `{}` of `{}` is outside of the piece",
            name.unwrap_or("without a name"),
            piece.name
        );
        let finding = LintFinding::new(
            Rule::Outside,
            Severity::Warning,
            message,
            "move it, or give it to the right piece",
        );
        findings.push(finding.on_piece(index).at(at));
    }
}

/// Whether a polygon contains a point.
pub(crate) fn contains(polygon: &[DVec2], point: DVec2) -> bool {
    let next = polygon.iter().cycle().skip(1);
    let crosses = |(a, b): &(&DVec2, &DVec2)| {
        (a.y > point.y) != (b.y > point.y) && a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) > point.x
    };
    polygon.iter().zip(next).filter(crosses).count() % 2 == 1
}
