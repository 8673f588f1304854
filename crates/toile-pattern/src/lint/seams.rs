//! What can be wrong with a seam.

use super::{LintFinding, Rule, Severity};
use crate::garment::Garment;
use crate::intervals::{IntervalError, Intervals};
use crate::seam::EdgePart;

/// How far the lengths of two sides may be from the stated ease: a share, and a length in metres.
const EASE_SHARE: f64 = 0.01;
const EASE_LENGTH: f64 = 0.003;
/// Nobody gathers more than this.
const MOST_GATHER: f64 = 4.0;

pub(super) fn check(garment: &Garment) -> Vec<LintFinding> {
    let mut findings = Vec::new();
    for (number, seam) in garment.seams.iter().enumerate() {
        let broken = |message: String| {
            let remedy = "name two parts of edges that are there";
            LintFinding::new(Rule::BrokenSeam, Severity::Error, message, remedy).on_seam(number)
        };
        if seam.sides.iter().any(Vec::is_empty) {
            findings.push(broken(format!("a side of seam `{}` is empty", seam.name)));
            continue;
        }
        let missing = |part: &&EdgePart| {
            garment.pieces.get(part.piece).and_then(|piece| piece.edge(part.edge)).is_none()
        };
        if let Some(part) = seam.parts().find(missing) {
            let message = format!(
                "seam `{}` names edge {} of piece {}, which is not there",
                seam.name, part.edge, part.piece
            );
            findings.push(broken(message));
        }
    }
    if !findings.is_empty() {
        return findings;
    }
    // Of the cut pieces, so that darts are taken out of the edges they are in.
    let whole = garment.whole();
    let origin = origins(garment, whole.seams.len());
    check_lengths(&whole, &origin, &mut findings);
    check_twists(&whole, &origin, &mut findings);
    check_doubles(&whole, &origin, &mut findings);
    match Intervals::new(&whole, &[], 1e-3) {
        Ok(net) => check_chains(&whole, &net, &origin, &mut findings),
        Err(error) => findings.push(settled(&error)),
    }
    findings.dedup_by(|a, b| a.seam == b.seam && a.rule == b.rule && a.seam.is_some());
    findings
}

fn settled(error: &IntervalError) -> LintFinding {
    LintFinding::new(Rule::BrokenSeam, Severity::Error, error.to_string(), "check the seams named here")
}

/// The drawn seam that each seam of the whole garment comes from; none for those of darts.
fn origins(garment: &Garment, count: usize) -> Vec<Option<usize>> {
    let drawn = garment.seams.iter().enumerate();
    let mut origins: Vec<Option<usize>> = drawn
        .flat_map(|(number, seam)| std::iter::repeat_n(Some(number), if seam.both { 2 } else { 1 }))
        .collect();
    origins.resize(count, None);
    origins
}

fn on(finding: LintFinding, origin: Option<usize>) -> LintFinding {
    match origin {
        Some(seam) => finding.on_seam(seam),
        None => finding,
    }
}

fn check_lengths(whole: &Garment, origin: &[Option<usize>], findings: &mut Vec<LintFinding>) {
    for (seam, origin) in whole.seams.iter().zip(origin) {
        let [a, b] = whole.seam_lengths(seam);
        if a <= 0.0 || b <= 0.0 {
            let message = format!("a side of seam `{}` has no length", seam.name);
            let finding = LintFinding::new(
                Rule::BrokenSeam,
                Severity::Error,
                message,
                "sew to an edge, not to a point",
            );
            findings.push(on(finding, *origin));
            continue;
        }
        let expected = a * (1.0 + seam.ease);
        let off = (b - expected).abs();
        if off > EASE_LENGTH.max(EASE_SHARE * expected.abs()) {
            let message = format!(
                "the sides of seam `{}` are {:.1} and {:.1} cm long, an ease of {:.1} %, but {:.1} % is stated",
                seam.name,
                100.0 * a,
                100.0 * b,
                100.0 * (b / a - 1.0),
                100.0 * seam.ease
            );
            let remedy = format!("correct the edges, or write ease = {:.3}", b / a - 1.0);
            findings.push(on(LintFinding::new(Rule::Ease, Severity::Warning, message, remedy), *origin));
        } else if b / a > MOST_GATHER || a / b > MOST_GATHER {
            let message =
                format!("one side of seam `{}` is {:.1} times the other", seam.name, (b / a).max(a / b));
            let finding = LintFinding::new(
                Rule::Ease,
                Severity::Warning,
                message,
                "no cloth gathers that much; check the edges",
            );
            findings.push(on(finding, *origin));
        }
    }
}

/// Pieces are drawn from outside; sewn flat, one edge runs with its outline and its partner against.
fn check_twists(whole: &Garment, origin: &[Option<usize>], findings: &mut Vec<LintFinding>) {
    for (seam, origin) in whole.seams.iter().zip(origin) {
        let (Some(a), Some(b)) = (seam.sides[0].first(), seam.sides[1].first()) else { continue };
        let layer = |part: &EdgePart| whole.pieces.get(part.piece).map(|piece| piece.layer);
        let folded = seam.fold.abs() > 1.5 || layer(a) != layer(b);
        if a.is_along() == b.is_along() && !folded {
            let message = format!(
                "seam `{}` runs with the outline on both sides, which turns `{}` inside out or twists it",
                seam.name, whole.pieces[b.piece].name
            );
            let remedy = format!("turn one side round: `{}`", whole.part_name(&b.reversed()));
            findings.push(on(LintFinding::new(Rule::Twist, Severity::Warning, message, remedy), *origin));
        }
        let mixed = |side: &[EdgePart]| side.iter().any(|part| part.is_along() != side[0].is_along());
        if (mixed(&seam.sides[0]) || mixed(&seam.sides[1])) && !folded {
            let message = format!("a side of seam `{}` runs with one edge and against another", seam.name);
            let remedy = "turn the odd part round, or put it in its place";
            findings.push(on(LintFinding::new(Rule::Twist, Severity::Warning, message, remedy), *origin));
        }
    }
}

/// The same two stretches sewn by two seams.
fn check_doubles(whole: &Garment, origin: &[Option<usize>], findings: &mut Vec<LintFinding>) {
    let overlap = |a: &EdgePart, b: &EdgePart| {
        let range = |part: &EdgePart| (part.from.min(part.to), part.from.max(part.to));
        let ((al, ah), (bl, bh)) = (range(a), range(b));
        a.piece == b.piece && a.edge == b.edge && al.max(bl) + 1e-6 < ah.min(bh)
    };
    let any = |a: &[EdgePart], b: &[EdgePart]| a.iter().any(|a| b.iter().any(|b| overlap(a, b)));
    for (i, seam) in whole.seams.iter().enumerate() {
        for (j, other) in whole.seams.iter().enumerate().skip(i + 1) {
            let straight = any(&seam.sides[0], &other.sides[0]) && any(&seam.sides[1], &other.sides[1]);
            let crossed = any(&seam.sides[0], &other.sides[1]) && any(&seam.sides[1], &other.sides[0]);
            if straight || crossed {
                let message = format!("seams `{}` and `{}` sew the same edges", seam.name, other.name);
                let finding = LintFinding::new(
                    Rule::DuplicateSeam,
                    Severity::Warning,
                    message,
                    "leave out one of them",
                );
                findings.push(on(finding, origin[j].or(origin[i])));
            }
        }
    }
}

/// Where two parts of a chain follow each other, they must be one point: the same corner, or sewn together by other seams.
fn check_chains(whole: &Garment, net: &Intervals, origin: &[Option<usize>], findings: &mut Vec<LintFinding>) {
    for (number, (seam, origin)) in whole.seams.iter().zip(origin).enumerate() {
        if seam.sides.iter().all(|side| side.len() < 2) {
            continue;
        }
        // The seam itself would join anything.
        let mut joints = super::edges::Joints::new(whole, net, Some(number));
        for side in &seam.sides {
            for parts in side.windows(2) {
                let (end, start) = (joints.node(&parts[0], true), joints.node(&parts[1], false));
                let (Some(end), Some(start)) = (end, start) else { continue };
                if !joints.are_one(end, start) {
                    let message = format!(
                        "seam `{}` goes on from `{}` to `{}`, but these ends do not meet",
                        seam.name,
                        whole.part_name(&parts[0]),
                        whole.part_name(&parts[1])
                    );
                    let remedy =
                        "sew the pieces together there first, turn a part round, or put the parts in order";
                    findings.push(on(
                        LintFinding::new(Rule::SeamGap, Severity::Warning, message, remedy),
                        *origin,
                    ));
                }
            }
        }
    }
}
