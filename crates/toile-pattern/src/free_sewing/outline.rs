//! Which of a part's paths are its outline.

use super::document::{Part, Path};
use crate::chains::{chains, is_closed};
use crate::corners::outline_of;
use crate::curve::Curve;
use crate::outline::Outline;
use crate::spurs::without_spurs;
use glam::{DAffine2, DVec2};

/// How far apart the ends of paths may be that are joined, in metres.
const JOIN: f64 = 1e-4;
/// A gap wider than this is told when it is closed, in metres.
const GAP: f64 = 5e-3;
/// Words in classes of paths that are not cut out.
const MARKS: [&str; 8] = ["sa", "help", "note", "mark", "dashed", "dotted", "lashed", "hidden"];
/// Words in classes of paths that are cut out of something.
const CLOTHS: [&str; 6] = ["fabric", "lining", "interfacing", "canvas", "ribbing", "various"];
/// A second outline on a part is a piece if it is not smaller than this, as a share of the first one.
const SECOND: f64 = 0.2;

/// A closed run of paths that may be an outline.
pub(super) struct Loop {
    /// The name of its path, or of the first one.
    pub(super) name: String,
    pub(super) outline: Outline,
    /// How sure it is that it is one.
    rank: u8,
    /// Whether its class says that it is cut out of something.
    is_cloth: bool,
    /// How wide the gap was that has been closed, in metres.
    pub(super) gap: Option<f64>,
    /// How often it ran out and back along itself, which was left out.
    pub(super) spurs: usize,
}

/// The outlines of a part, the largest first: mostly one, several if pieces lie side by side.
pub(super) fn outlines(part: &Part, unit: f64) -> Vec<Loop> {
    let map = DAffine2::from_scale(DVec2::splat(1.0 / unit));
    let drawn = |path: &&Path| !path.hidden && !path.is_macro() && !MARKS.iter().any(|word| path.is(word));
    let mut loops: Vec<Loop> = Vec::new();
    for path in part.paths.iter().filter(drawn) {
        let rank = if path.name == "seam" { 4 } else { 3 };
        for run in path.runs.iter().filter(|run| is_closed(run, JOIN * unit)) {
            loops.extend(Loop::of(path, run, &map, rank));
        }
    }
    if loops.is_empty() {
        loops = joined(part.paths.iter().filter(drawn), unit, 2);
    }
    if loops.is_empty() {
        // Parts that draw nothing are switched off, but some draw their outline for the seam allowance only.
        let is_base = |path: &&Path| path.name == "seam" || path.name.ends_with("Base");
        let draws = part.paths.iter().any(|path| !path.hidden && !path.is_macro() && !path.runs.is_empty());
        let bases = part.paths.iter().filter(is_base);
        loops = if draws { joined(bases, unit, 1) } else { Vec::new() };
    }
    loops.sort_by(|a, b| b.rank.cmp(&a.rank).then(b.outline.area().total_cmp(&a.outline.area())));
    let mut loops = loops.into_iter();
    let mut chosen: Vec<Loop> = loops.next().into_iter().collect();
    for other in loops {
        let is_apart = |one: &Loop| are_apart(&one.outline, &other.outline);
        let is_piece = other.is_cloth && other.rank >= 3;
        if is_piece && other.outline.area() > SECOND * chosen[0].outline.area() && chosen.iter().all(is_apart)
        {
            chosen.push(other);
        }
    }
    chosen
}

/// Closed runs inside of the outline that are darts by their names.
pub(super) fn darts(part: &Part, unit: f64) -> impl Iterator<Item = (&str, Outline)> {
    let map = DAffine2::from_scale(DVec2::splat(1.0 / unit));
    let is_dart = |path: &&Path| {
        !path.hidden && !path.is_macro() && path.name.to_lowercase().contains("dart") && !path.is("sa")
    };
    part.paths.iter().filter(is_dart).flat_map(move |path| {
        let closed = path.runs.iter().filter(move |run| is_closed(run, JOIN * unit));
        closed.filter_map(move |run| Some((path.name.as_str(), Loop::of(path, run, &map, 0)?.outline)))
    })
}

impl Loop {
    fn of(path: &Path, run: &[Curve], map: &DAffine2, rank: u8) -> Option<Self> {
        let (curves, spurs) = without_spurs(run.iter().map(|curve| curve.transformed(map)).collect());
        let outline = outline_of(curves, &[])?;
        let is_cloth = CLOTHS.iter().any(|word| path.is(word));
        Some(Self { name: path.name.clone(), outline, rank, is_cloth, gap: None, spurs })
    }
}

/// The largest boundary that paths join to, closed with a straight line if it is open.
fn joined<'a>(paths: impl Iterator<Item = &'a Path>, unit: f64, rank: u8) -> Vec<Loop> {
    let map = DAffine2::from_scale(DVec2::splat(1.0 / unit));
    let paths: Vec<&Path> = paths.collect();
    let Some(first) = paths.first() else { return Vec::new() };
    let found = chains(paths.iter().flat_map(|path| path.runs.iter().cloned()), JOIN * unit);
    let closed: Vec<Loop> = found.closed.iter().filter_map(|run| Loop::of(first, run, &map, rank)).collect();
    if !closed.is_empty() {
        return closed;
    }
    let open = found.open.into_iter().filter(|run| run.len() > 1);
    open.filter_map(|mut run| {
        let (from, to) = (run.last()?.to(), run.first()?.from());
        let gap = from.distance(to) / unit;
        let length: f64 = run.iter().map(Curve::length).sum::<f64>() / unit;
        run.push(Curve::line(from, to));
        let found = Loop::of(first, &run, &map, rank)?;
        // Halves are drawn open at the fold, but no more than half of a boundary is left out.
        (gap < 0.5 * length).then(|| Loop { gap: Some(gap).filter(|&gap| gap > GAP), ..found })
    })
    .collect()
}

/// Whether two outlines lie beside each other.
fn are_apart(a: &Outline, b: &Outline) -> bool {
    let [low_a, high_a] = a.bounds();
    let [low_b, high_b] = b.bounds();
    if high_a.cmplt(low_b).any() || high_b.cmplt(low_a).any() {
        return true;
    }
    let (a, b) = (crate::border::Border::of(a), b.flattened(1e-3));
    !b.iter().any(|&point| a.contains(point))
}
