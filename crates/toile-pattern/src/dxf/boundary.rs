//! Which lines of a block are the outline of its piece.

use super::blocks::Block;
use super::layers::Role;
use super::shapes::Shape;
use crate::border::Border;
use crate::chains::chains;
use crate::closed::Closed;
use crate::corners::outline_of;
use crate::curve::Curve;
use crate::outline::Outline;
use glam::DVec2;

/// How far apart the ends of parts of a boundary may be, in metres.
const JOIN: f64 = 5e-4;
/// An open boundary is closed with a straight line if the gap is no larger than this share of its length.
const WIDEST_GAP: f64 = 0.1;
/// How far the ends of a boundary may be from the mirror line that closes it, in metres.
const ON_LINE: f64 = 1e-3;
/// Lines to sew and to cut of one size are one line: their areas differ by less than this share.
const SAME: f64 = 1e-3;

/// The outline of a piece.
pub(super) struct Boundary {
    pub(super) outline: Outline,
    /// How far the line to cut is from it, if both are drawn.
    pub(super) allowance: Option<f64>,
    /// What was odd.
    pub(super) odd: Option<String>,
}

/// The line to sew of a block in metres, else the line to cut, else the largest closed line of unknown meaning.
pub(super) fn boundary(block: &Block) -> Option<Boundary> {
    let sewn = around(block, Role::Sew).or_else(|| around(block, Role::SewAgain));
    let cut = around(block, Role::Cut).or_else(|| around(block, Role::CutAgain));
    let (Some(sewn), Some(cut)) = (&sewn, &cut) else {
        let sew_lines = sewn.is_none() && block.shapes.iter().any(|shape| shape.role == Role::Sew);
        let mut found = sewn.or(cut).or_else(|| around(block, Role::Unknown))?;
        if sew_lines {
            found.odd.get_or_insert_with(|| {
                "its sew line is not closed: the line to cut was taken, seam allowance and all".to_owned()
            });
        }
        return Some(found);
    };
    let [inner, outer] = [sewn, cut].map(|line| Closed::new(0, line.outline.clone()));
    if (inner.area - outer.area).abs() < SAME * outer.area {
        return Some(Boundary { outline: sewn.outline.clone(), allowance: None, odd: sewn.odd.clone() });
    }
    if outer.follows(&inner) {
        let allowance = Some(outer.gap(&inner));
        return Some(Boundary { outline: sewn.outline.clone(), allowance, odd: sewn.odd.clone() });
    }
    let odd =
        "its sew line does not follow its line to cut, which was taken, seam allowance and all".to_owned();
    Some(Boundary { outline: cut.outline.clone(), allowance: None, odd: Some(odd) })
}

/// The largest boundary that the lines of a role make.
fn around(block: &Block, role: Role) -> Option<Boundary> {
    let runs =
        || block.shapes.iter().filter(move |shape| shape.role == role).map(|shape| shape.curves.clone());
    let whole = |outline| Boundary { outline, allowance: None, odd: None };
    let found = chains(runs(), JOIN);
    if let Some(outline) = largest(block, &found.closed) {
        return Some(whole(outline));
    }
    // Halves may be open at the line where they are mirrored.
    let mirror = mirror_line(block);
    if let Some([a, b]) = mirror {
        let closed = chains(runs().chain([vec![Curve::line(a, b)]]), JOIN).closed;
        if let Some(outline) = largest(block, &closed) {
            return Some(whole(outline));
        }
    }
    let length = |run: &Vec<Curve>| run.iter().map(Curve::length).sum::<f64>();
    let mut longest = found.open.into_iter().max_by(|a, b| length(a).total_cmp(&length(b)))?;
    let (from, to) = (longest.last()?.to(), longest.first()?.from());
    let gap = from.distance(to);
    let at_mirror = mirror.is_some_and(|line| is_on(line, from) && is_on(line, to));
    if longest.len() < 2 || !(at_mirror || gap < WIDEST_GAP * length(&longest)) {
        return None;
    }
    longest.push(Curve::line(from, to));
    let outline = largest(block, &[longest])?;
    let odd = (!at_mirror).then(|| {
        format!("its outline was open by {:.1} mm and was closed with a straight line", 1000.0 * gap)
    });
    Some(Boundary { odd, ..whole(outline) })
}

/// The largest outline of closed runs.
fn largest(block: &Block, closed: &[Vec<Curve>]) -> Option<Outline> {
    let outlines = closed.iter().filter_map(|run| outline_of(run.clone(), &corners(block, run)));
    outlines.max_by(|a, b| a.area().total_cmp(&b.area()))
}

/// The points of the block at which a boundary turns; none if they are on another line.
fn corners(block: &Block, run: &[Curve]) -> Vec<DVec2> {
    let points = block.points.iter().filter(|(role, _)| *role == Role::Turn).map(|(_, at)| *at);
    let on_run = |at: &DVec2| run.iter().any(|curve| curve.from().distance(*at) < ON_LINE);
    let corners: Vec<DVec2> = points.filter(on_run).collect();
    if corners.len() < 2 { Vec::new() } else { corners }
}

fn is_on([a, b]: [DVec2; 2], point: DVec2) -> bool {
    (b - a).normalize_or_zero().perp_dot(point - a).abs() < ON_LINE
}

/// Both ends of the line at which a half is mirrored.
pub(super) fn mirror_line(block: &Block) -> Option<[DVec2; 2]> {
    let line = block.shapes.iter().find(|shape| shape.role == Role::Mirror);
    line.and_then(Shape::ends).filter(|[a, b]| a.distance(*b) > ON_LINE)
}

/// Openings inside of an outline.
pub(super) fn holes(block: &Block, outline: &Outline) -> Vec<Outline> {
    let border = Border::of(outline);
    let cut =
        block.shapes.iter().filter(|shape| shape.role == Role::Cutout).map(|shape| shape.curves.clone());
    let closed = chains(cut, JOIN).closed.into_iter().filter_map(|run| outline_of(run, &[]));
    let inside = closed.filter(|hole| hole.flattened(1e-3).iter().all(|&point| border.contains(point)));
    inside.map(|hole| hole.reversed()).collect()
}

/// A piece of a drawing without blocks: its outline, and the lines that lie in it.
pub(super) fn outlines(shapes: &[Shape]) -> Vec<Closed> {
    let is_outline = |shape: &&Shape| {
        matches!(shape.role, Role::Cut | Role::Sew | Role::CutAgain | Role::SewAgain | Role::Unknown)
    };
    let runs = shapes.iter().filter(is_outline).map(|shape| shape.curves.clone());
    let closed = chains(runs, JOIN).closed.into_iter().filter_map(|run| outline_of(run, &[]));
    closed.enumerate().map(|(number, outline)| Closed::new(number, outline)).collect()
}
