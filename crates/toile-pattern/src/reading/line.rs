//! Lines along the free border of the sewn surface: what sleeves, bands, collars and skirts are sewn to.

use super::cloth::Cut;
use super::join::JoinKind;
use super::kind::{EdgeRole, PieceKind};
use super::sewn::{Border, Passage, Sewn};

/// The border turns a corner where it turns by more than this, in radians.
const CORNER: f64 = 0.75;
/// Lines have no more parts between breaks than this.
const MOST_PARTS: usize = 10;
/// Lines that are shorter than this are not looked at, in metres.
const SHORTEST: f64 = 0.03;

/// What is at a point of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkKind {
    /// A seam ends there that joins edges of this role.
    Seam(EdgeRole),
    /// A seam in the middle of front or back ends there, or the fold.
    Middle,
    /// A notch: 1 for a plain one, 2 for a double one.
    Notch(u8),
    /// A corner that no seam ends at.
    Corner,
    /// An edge ends there without a corner: drawn so, perhaps to meet something.
    Break,
}

/// A point of a line, before one of its stretches.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// The number of the stretch that begins there; that of all stretches for the end of the line.
    pub(super) before: usize,
    /// How far along the line it is, in metres.
    pub(super) at: f64,
    pub(super) kinds: Vec<MarkKind>,
}

/// A part of the free border, counter-clockwise.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) cuts: Vec<Cut>,
    pub(super) length: f64,
    /// Whether it is all of its border, a ring.
    pub(super) is_ring: bool,
    /// What most of it is, of which kind of piece.
    pub(super) role: (PieceKind, EdgeRole),
    /// The share of it that has this role.
    pub(super) purity: f64,
    /// How far the role goes on beyond its ends, as a share of its length.
    pub(super) missing: f64,
    /// Whether it is a part of a ring all of which has its role.
    pub(super) is_part_of_ring: bool,
    /// The sharpest corner inside of it.
    pub(super) sharpest: f64,
    /// The border that it is of.
    pub(super) border: usize,
    /// The cloth that hangs together with it.
    pub(super) body: usize,
    pub(super) marks: Vec<Mark>,
}

/// All lines worth a look.
pub(super) fn lines(sewn: &Sewn<'_>, borders: &[Border]) -> Vec<Line> {
    let bodies = sewn.bodies();
    let mut found = Vec::new();
    for (number, border) in borders.iter().enumerate() {
        let Some(body) = bodies.get(&sewn.cloth.sheet(border.cuts[0])).copied() else { continue };
        let count = border.cuts.len();
        if border.is_whole {
            found.extend(line(sewn, border, number, body, 0, count, true));
        }
        let breaks: Vec<usize> = (0..count).filter(|&at| is_break(sewn, border, at)).collect();
        for (index, &start) in breaks.iter().enumerate() {
            for parts in 1..=MOST_PARTS.min(breaks.len()) {
                let wraps = index + parts >= breaks.len();
                if wraps && !border.is_whole {
                    break;
                }
                let end = breaks[(index + parts) % breaks.len()] + if wraps { count } else { 0 };
                if end - start >= count {
                    break;
                }
                let Some(line) = line(sewn, border, number, body, start, end - start, false) else {
                    continue;
                };
                // Around a corner goes another line.
                let is_bent = line.sharpest > CORNER;
                found.push(line);
                if is_bent {
                    break;
                }
            }
        }
    }
    found.retain(|line| line.length > SHORTEST);
    found
}

/// The passage that leads to a stretch of a border.
fn before(border: &Border, at: usize) -> Option<&Passage> {
    let count = border.cuts.len();
    if at.is_multiple_of(count) && !border.is_whole {
        None
    } else {
        border.passages.get((at + count - 1) % count)
    }
}

/// Whether a line may begin at a stretch of a border.
fn is_break(sewn: &Sewn<'_>, border: &Border, at: usize) -> bool {
    let Some(passage) = before(border, at) else { return true };
    let count = border.cuts.len();
    let [own, other] = [border.cuts[at % count], border.cuts[(at + count - 1) % count]];
    let joint = |cut: Cut| {
        let boundary = &sewn.cloth.view(cut).boundary;
        &boundary.joints[if cut.image { boundary.next(cut.stretch) } else { cut.stretch }]
    };
    passage.turn.abs() > 0.4 || sewn.cloth.role(own) != sewn.cloth.role(other) || joint(own).notch > 0
}

fn line(
    sewn: &Sewn<'_>,
    border: &Border,
    number: usize,
    body: usize,
    start: usize,
    count: usize,
    is_ring: bool,
) -> Option<Line> {
    let cloth = sewn.cloth;
    let all = border.cuts.len();
    let cuts: Vec<Cut> = (start..start + count).map(|at| border.cuts[at % all]).collect();
    let length = cloth.length_of(&cuts);
    let role = main_role(sewn, &cuts)?;
    let own: f64 = cuts.iter().filter(|&&cut| cloth.role(cut) == role.1).map(|&cut| cloth.length(cut)).sum();
    let mut sharpest: f64 = 0.0;
    let mut at = 0.0;
    let mut marks = Vec::new();
    for (index, &cut) in cuts.iter().enumerate() {
        let passage = before(border, start + index);
        if let Some(passage) = passage.filter(|_| index > 0 || is_ring) {
            sharpest = sharpest.max(passage.turn.abs());
        }
        marks.push(Mark { before: index, at, kinds: kinds_at(sewn, passage, cut) });
        at += cloth.length(cut);
    }
    if !is_ring {
        let next = border.cuts[(start + count) % all];
        marks.push(Mark { before: count, at, kinds: kinds_at(sewn, before(border, start + count), next) });
    }
    let beyond = |mut at: usize, forward: bool| {
        let mut sum = 0.0;
        for _ in 0..all.saturating_sub(count) {
            let passage = before(border, if forward { at } else { at + 1 });
            let cut = border.cuts[at % all];
            if cloth.role(cut) != role.1 || passage.is_none_or(|passage| passage.turn.abs() > CORNER) {
                break;
            }
            sum += cloth.length(cut);
            at = if forward { at + 1 } else { (at + all - 1) % all };
        }
        sum
    };
    let missing =
        if is_ring { 0.0 } else { beyond(start + count, true) + beyond((start + all - 1) % all, false) };
    let is_part_of_ring =
        !is_ring && border.is_whole && border.cuts.iter().all(|&cut| cloth.role(cut) == role.1);
    Some(Line {
        length,
        is_ring,
        is_part_of_ring,
        role,
        purity: own / length.max(1e-9),
        missing: missing / length.max(1e-9),
        sharpest,
        border: number,
        body,
        marks,
        cuts,
    })
}

/// What most of the length of a line is.
fn main_role(sewn: &Sewn<'_>, cuts: &[Cut]) -> Option<(PieceKind, EdgeRole)> {
    let mut sums: Vec<((PieceKind, EdgeRole), f64)> = Vec::new();
    for &cut in cuts {
        let role = (sewn.cloth.view(cut).kind(), sewn.cloth.role(cut));
        match sums.iter_mut().find(|sum| sum.0 == role) {
            Some(sum) => sum.1 += sewn.cloth.length(cut),
            None => sums.push((role, sewn.cloth.length(cut))),
        }
    }
    sums.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|sum| sum.0)
}

/// What is at the point before a stretch.
fn kinds_at(sewn: &Sewn<'_>, passage: Option<&Passage>, cut: Cut) -> Vec<MarkKind> {
    let mut kinds = Vec::new();
    let view = sewn.cloth.view(cut);
    let boundary = &view.boundary;
    let joint = if cut.image { boundary.next(cut.stretch) } else { cut.stretch };
    let own = &boundary.joints[joint];
    if own.notch > 0 {
        kinds.push(MarkKind::Notch(own.notch));
    }
    let Some(passage) = passage else { return kinds };
    for &number in &passage.seams {
        let join = sewn.join(number);
        kinds.push(match (join.kind, join.role(sewn.cloth, 0)) {
            (JoinKind::Dart, _) => continue,
            (JoinKind::Middle, _) | (_, EdgeRole::Centre | EdgeRole::Rise) => MarkKind::Middle,
            (_, role) => MarkKind::Seam(role),
        });
    }
    let on_fold = boundary.fold.is_some_and(|fold| joint == fold || joint == boundary.next(fold));
    if on_fold {
        kinds.push(MarkKind::Middle);
    }
    if kinds.is_empty() {
        kinds.push(if passage.turn.abs() > 0.4 { MarkKind::Corner } else { MarkKind::Break });
    }
    kinds
}
