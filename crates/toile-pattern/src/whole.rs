//! From the pattern as drawn to the pieces as cut: darts opened, halves unfolded, pairs doubled.

use crate::curve::{Curve, Ruler};
use crate::garment::Garment;
use crate::mesh::first_crossing;
use crate::outline::{Edge, Outline};
use crate::piece::{CutRule, Dart, Drill, GradedOutline, InnerLine, Notch, Piece, Region};
use crate::seam::{EdgePart, Seam};
use glam::{DAffine2, DMat2, DVec2};
use std::collections::BTreeMap;

/// Where a stretch of an old edge has gone: it was from one share of the length to another, and is a whole edge now.
#[derive(Clone, Copy, Debug)]
struct Moved {
    from: f64,
    to: f64,
    edge: usize,
}

impl Garment {
    /// The garment as it lies on the table before sewing: every piece whole and drawn once, every dart an opening with a seam.
    ///
    /// Mirror images are called by the name of what was drawn with a prime: `sleeve'`, `side'`. Graded outlines follow.
    #[must_use]
    pub fn whole(&self) -> Self {
        self.with_darts_opened().unfolded()
    }

    /// Marked darts become part of the outline, or holes, with seams between their legs.
    #[must_use]
    pub fn with_darts_opened(&self) -> Self {
        let mut garment = self.clone();
        let mut moves: Vec<Vec<Vec<Moved>>> = Vec::new();
        let mut sewn = Vec::new();
        for (index, piece) in garment.pieces.iter_mut().enumerate() {
            let (opened, moved, legs) = open_darts(piece);
            let both = opened.cut != CutRule::Once;
            for (name, [one, two]) in legs {
                let parts = [vec![EdgePart::along(index, one)], vec![EdgePart::against(index, two)]];
                let [first, second] = parts;
                let name = format!("{} of {}", name, opened.name);
                sewn.push(Seam { both, ..Seam::new(name, first, second) });
            }
            *piece = opened;
            moves.push(moved);
        }
        for seam in &mut garment.seams {
            for side in &mut seam.sides {
                *side = side.iter().flat_map(|part| moved_parts(part, &moves)).collect();
            }
        }
        garment.seams.append(&mut sewn);
        garment
    }

    /// Halves on the fold become whole, pairs become two pieces, seams on both sides two seams.
    #[must_use]
    pub fn unfolded(&self) -> Self {
        let mut garment = Self { pieces: Vec::new(), seams: Vec::new(), ..self.clone() };
        let mut doubles = BTreeMap::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            garment.pieces.push(if let CutRule::OnFold(fold) = piece.cut {
                unfold(piece, fold)
            } else {
                Piece { cut: CutRule::Once, ..piece.clone() }
            });
            doubles.insert(index, index);
        }
        for (index, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| piece.cut == CutRule::Pair) {
            doubles.insert(index, garment.pieces.len());
            garment.pieces.push(mirror_piece(piece));
        }
        let place = |part: &EdgePart| unfolded_part(&self.pieces, &doubles, *part);
        for seam in &self.seams {
            let copy = |mirror: bool| {
                let sides = seam.sides.each_ref().map(|side| {
                    side.iter().map(|part| place(&if mirror { part.mirror_image() } else { *part })).collect()
                });
                let name = if mirror { format!("{}'", seam.name) } else { seam.name.clone() };
                Seam { name, sides, both: false, ..seam.clone() }
            };
            garment.seams.push(copy(false));
            if seam.both {
                garment.seams.push(copy(true));
            }
        }
        garment
    }
}

/// Where a part of an edge is once halves and pairs are whole.
fn unfolded_part(pieces: &[Piece], doubles: &BTreeMap<usize, usize>, part: EdgePart) -> EdgePart {
    let Some(piece) = pieces.get(part.piece) else { return part };
    let (count, outer) = (piece.edge_count(), piece.outline.edges.len());
    let turned =
        |part: EdgePart| EdgePart { mirrored: false, from: 1.0 - part.from, to: 1.0 - part.to, ..part };
    if part.edge >= count || matches!(piece.cut, CutRule::OnFold(fold) if fold >= outer) {
        // There is no such edge, or no such fold: nothing is unfolded.
        return EdgePart { mirrored: false, ..part };
    }
    match piece.cut {
        CutRule::OnFold(fold) if part.edge < outer => {
            // The edge after the fold comes first, the mirror images follow in reverse.
            let half = outer - 1;
            let place = (part.edge + outer - fold - 1) % outer;
            if part.mirrored {
                EdgePart { edge: (2 * half).saturating_sub(1 + place), ..turned(part) }
            } else {
                EdgePart { edge: place, ..part }
            }
        }
        CutRule::OnFold(_) => {
            let inner = part.edge - outer;
            let start = 2 * (outer - 1);
            if part.mirrored {
                EdgePart { edge: start + 2 * (count - outer) - 1 - inner, ..turned(part) }
            } else {
                EdgePart { edge: start + inner, ..part }
            }
        }
        CutRule::Pair if part.mirrored => {
            let piece = doubles.get(&part.piece).copied().unwrap_or(part.piece);
            EdgePart { piece, edge: mirrored_edge(&pieces[part.piece], part.edge), ..turned(part) }
        }
        _ => EdgePart { mirrored: false, ..part },
    }
}

/// The number of an edge in the mirror image of its piece, whose loops run the other way.
fn mirrored_edge(piece: &Piece, edge: usize) -> usize {
    let mut start = 0;
    for outline in piece.loops() {
        let count = outline.edges.len();
        if edge < start + count {
            return start + (count - 1 - (edge - start));
        }
        start += count;
    }
    edge
}

fn mirror_outline(outline: &Outline, map: &DAffine2) -> Outline {
    let turned = |edge: &Edge| Edge {
        name: edge.name.as_ref().map(|name| format!("{name}'")),
        curve: edge.curve.transformed(map).reversed(),
        ..edge.clone()
    };
    Outline { edges: outline.edges.iter().rev().map(turned).collect() }
}

/// The second piece of a pair.
fn mirror_piece(piece: &Piece) -> Piece {
    let map = DAffine2::from_scale(DVec2::new(-1.0, 1.0));
    let unprimed = |outline: &Outline| {
        let mirrored = mirror_outline(outline, &map);
        let names = outline.edges.iter().rev().map(|edge| edge.name.clone());
        Outline {
            edges: mirrored.edges.into_iter().zip(names).map(|(edge, name)| Edge { name, ..edge }).collect(),
        }
    };
    let graded = |graded: &GradedOutline| {
        let mut curves = Vec::new();
        let mut start = 0;
        for outline in piece.loops() {
            let end = (start + outline.edges.len()).min(graded.curves.len());
            let of_loop = graded.curves.get(start..end).unwrap_or_default();
            curves.extend(of_loop.iter().rev().map(|curve| curve.transformed(&map).reversed()));
            start = end;
        }
        GradedOutline { size: graded.size.clone(), curves }
    };
    Piece {
        name: format!("{}'", piece.name),
        outline: unprimed(&piece.outline),
        holes: piece.holes.iter().map(unprimed).collect(),
        darts: Vec::new(),
        notches: piece
            .notches
            .iter()
            .map(|n| Notch { edge: mirrored_edge(piece, n.edge), at: 1.0 - n.at, ..n.clone() })
            .collect(),
        lines: mirrored_lines(piece, &map),
        drills: piece.drills.iter().map(|d| Drill { at: map.transform_point2(d.at), ..d.clone() }).collect(),
        grain: std::f64::consts::PI - piece.grain,
        cut: CutRule::Once,
        regions: mirrored_regions(piece, &map),
        placement: piece.placement.mirrored(),
        sizes: piece.sizes.iter().map(graded).collect(),
        ..piece.clone()
    }
}

fn mirrored_lines(piece: &Piece, map: &DAffine2) -> Vec<InnerLine> {
    let lines = piece.lines.iter();
    lines.map(|line| InnerLine { curve: line.curve.transformed(map), ..line.clone() }).collect()
}

fn mirrored_regions(piece: &Piece, map: &DAffine2) -> Vec<Region> {
    let mirrored = |region: &Region| Region {
        outline: region.outline.as_ref().map(|outline| mirror_outline(outline, map)),
        ..region.clone()
    };
    piece.regions.iter().map(mirrored).collect()
}

/// The reflection in a line through two points.
fn reflection(a: DVec2, b: DVec2) -> DAffine2 {
    let d = (b - a).normalize_or(DVec2::Y);
    let matrix = DMat2::from_cols(
        DVec2::new(2.0 * d.x * d.x - 1.0, 2.0 * d.x * d.y),
        DVec2::new(2.0 * d.x * d.y, 2.0 * d.y * d.y - 1.0),
    );
    DAffine2::from_mat2_translation(matrix, a - matrix * a)
}

/// Whether a piece can lie on the fold at an edge: the half and its mirror image must not cross. What crosses itself before says nothing of that.
pub(crate) fn can_unfold(piece: &Piece, fold: usize) -> bool {
    let loops =
        |piece: &Piece| -> Vec<Vec<DVec2>> { piece.loops().map(|outline| outline.flattened(FLAT)).collect() };
    first_crossing(&loops(&unfold(piece, fold))).is_none() || first_crossing(&loops(piece)).is_some()
}

/// That a piece cannot lie on the fold where its file says so.
pub(crate) fn cannot_unfold(piece: &Piece, fold: usize) -> String {
    format!(
        "piece `{}` cannot lie on the fold at `{}`, as its mirror image would cross it; it was left as it is drawn: draw it whole",
        piece.name,
        piece.edge_name(fold)
    )
}

/// How finely outlines are followed when it is asked whether they cross, in metres.
const FLAT: f64 = 1e-4;

/// A piece on the fold, opened: the drawn edges from the fold's end on, then their mirror images in reverse.
fn unfold(piece: &Piece, fold: usize) -> Piece {
    let count = piece.outline.edges.len();
    let Some(line) = piece.outline.edges.get(fold).map(|edge| edge.curve.clone()) else {
        return Piece { cut: CutRule::Once, ..piece.clone() };
    };
    let map = reflection(line.from(), line.to());
    let order: Vec<usize> = (1..count).map(|i| (fold + i) % count).collect();
    let drawn: Vec<Edge> = order.iter().map(|&edge| piece.outline.edges[edge].clone()).collect();
    let mirrored = mirror_outline(&Outline { edges: drawn.clone() }, &map);
    let mut whole = Piece {
        outline: Outline { edges: drawn.into_iter().chain(mirrored.edges).collect() },
        cut: CutRule::Once,
        ..piece.clone()
    };
    whole.holes.extend(piece.holes.iter().rev().map(|hole| mirror_outline(hole, &map)));
    whole.lines.extend(mirrored_lines(piece, &map));
    let parts = mirrored_regions(piece, &map).into_iter().filter(|region| region.outline.is_some());
    whole.regions.extend(parts);
    let drills = piece.drills.iter();
    whole.drills.extend(drills.map(|drill| Drill { at: map.transform_point2(drill.at), ..drill.clone() }));
    let doubles = BTreeMap::new();
    whole.notches.clear();
    for notch in piece.notches.iter().filter(|notch| notch.edge != fold) {
        for mirrored in [false, true] {
            let part = EdgePart { piece: 0, edge: notch.edge, mirrored, from: notch.at, to: notch.at };
            let part = unfolded_part(std::slice::from_ref(piece), &doubles, part);
            whole.notches.push(Notch { edge: part.edge, at: part.from, ..notch.clone() });
        }
    }
    for graded in &mut whole.sizes {
        unfold_graded(graded, &order, fold, count);
    }
    whole
}

fn unfold_graded(graded: &mut GradedOutline, order: &[usize], fold: usize, count: usize) {
    let Some(line) = graded.curves.get(fold) else { return };
    let map = reflection(line.from(), line.to());
    let drawn: Vec<Curve> = order.iter().filter_map(|&edge| graded.curves.get(edge).cloned()).collect();
    let inner: Vec<Curve> = graded.curves.get(count..).unwrap_or_default().to_vec();
    let image = |curves: &[Curve]| -> Vec<Curve> {
        curves.iter().rev().map(|curve| curve.transformed(&map).reversed()).collect()
    };
    let mirrored = [image(&drawn), inner.clone(), image(&inner)].concat();
    graded.curves = drawn.into_iter().chain(mirrored).collect();
}

/// The parts that a part of an edge has become; what a dart has taken away is left out.
fn moved_parts(part: &EdgePart, moves: &[Vec<Vec<Moved>>]) -> Vec<EdgePart> {
    let Some(moved) = moves.get(part.piece).and_then(|edges| edges.get(part.edge)) else {
        return vec![*part];
    };
    let (low, high) = (part.from.min(part.to), part.from.max(part.to));
    let mut parts: Vec<EdgePart> = moved
        .iter()
        .filter_map(|stretch| {
            let (from, to) = (low.max(stretch.from), high.min(stretch.to));
            let inside = |share: f64| (share - stretch.from) / (stretch.to - stretch.from);
            (to - from > 1e-9).then(|| EdgePart {
                edge: stretch.edge,
                from: inside(from),
                to: inside(to),
                ..*part
            })
        })
        .collect();
    if !part.is_along() {
        parts.reverse();
        parts = parts.into_iter().map(EdgePart::reversed).collect();
    }
    parts
}

/// The legs of a dart by their edges, and the name of the dart.
type Legs = (String, [usize; 2]);

/// A piece with its darts opened, where its edges have gone, and the legs to be sewn.
fn open_darts(piece: &Piece) -> (Piece, Vec<Vec<Moved>>, Vec<Legs>) {
    let mut opened = Piece { darts: Vec::new(), outline: Outline::default(), ..piece.clone() };
    let mut moves = Vec::new();
    let mut legs = Vec::new();
    for (number, edge) in piece.outline.edges.iter().enumerate() {
        let (edges, moved, new_legs) = open_edge(piece, number, edge, opened.outline.edges.len());
        opened.outline.edges.extend(edges);
        moves.push(moved);
        legs.extend(new_legs);
    }
    let (outer, old) = (opened.outline.edges.len(), piece.outline.edges.len());
    let inner = piece.edge_count() - old;
    moves.extend((0..inner).map(|hole| vec![Moved { from: 0.0, to: 1.0, edge: outer + hole }]));
    let mut number = outer + inner;
    for dart in &piece.darts {
        let Dart::Diamond { name, tips: [a, b], sides: [left, right] } = dart else { continue };
        // A hole of four edges; opposite sides of each tip are sewn.
        opened.holes.push(Outline::polygon(&[*a, *left, *b, *right]));
        legs.push((name.clone(), [number, number + 3]));
        legs.push((name.clone(), [number + 1, number + 2]));
        number += 4;
    }
    if let CutRule::OnFold(fold) = piece.cut
        && let Some(moved) = moves.get(fold).and_then(|moved| moved.first())
    {
        opened.cut = CutRule::OnFold(moved.edge);
    }
    opened.notches = piece.notches.iter().filter_map(|notch| moved_notch(notch, &moves)).collect();
    if opened.edge_count() != piece.edge_count() {
        // Outlines in other sizes have no place for the new edges.
        opened.sizes.clear();
    }
    (opened, moves, legs)
}

fn moved_notch(notch: &Notch, moves: &[Vec<Moved>]) -> Option<Notch> {
    let stretch = moves.get(notch.edge)?.iter().find(|m| m.from <= notch.at && notch.at <= m.to)?;
    let at = (notch.at - stretch.from) / (stretch.to - stretch.from).max(f64::MIN_POSITIVE);
    Some(Notch { edge: stretch.edge, at, ..notch.clone() })
}

/// An edge cut open at its darts.
fn open_edge(piece: &Piece, number: usize, edge: &Edge, first: usize) -> (Vec<Edge>, Vec<Moved>, Vec<Legs>) {
    let ruler = Ruler::new(&edge.curve);
    let length = ruler.length().max(f64::MIN_POSITIVE);
    let mut openings: Vec<(f64, f64, DVec2, &str)> = piece
        .darts
        .iter()
        .filter_map(|dart| match dart {
            Dart::Edge { name, edge, at, width, tip } if *edge == number => {
                let half = 0.5 * width / length;
                Some((at - half, at + half, *tip, name.as_str()))
            }
            _ => None,
        })
        .collect();
    openings.retain(|&(low, high, tip, _)| low.is_finite() && high.is_finite() && tip.is_finite());
    openings.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut edges, mut moved, mut legs) = (Vec::new(), Vec::new(), Vec::new());
    let mut from = 0.0;
    let stretch = |from: f64, to: f64, edges: &mut Vec<Edge>, moved: &mut Vec<Moved>| {
        let curve = edge.curve.part(ruler.parameter(from), ruler.parameter(to));
        let name = match (&edge.name, moved.len()) {
            (Some(name), 0) => Some(name.clone()),
            (Some(name), count) => Some(format!("{name}-{}", count + 1)),
            (None, _) => None,
        };
        moved.push(Moved { from, to, edge: first + edges.len() });
        edges.push(Edge { name, curve, ..edge.clone() });
    };
    for (low, high, tip, name) in openings {
        let (low, high) = (low.clamp(from, 1.0), high.clamp(from, 1.0));
        if high - low <= 0.0 {
            continue;
        }
        if low > from {
            stretch(from, low, &mut edges, &mut moved);
        }
        legs.push((name.to_owned(), [first + edges.len(), first + edges.len() + 1]));
        edges.push(Edge::named(format!("{name}-leg-1"), Curve::line(ruler.point(low), tip)));
        edges.push(Edge::named(format!("{name}-leg-2"), Curve::line(tip, ruler.point(high))));
        from = high;
    }
    if from < 1.0 {
        stretch(from, 1.0, &mut edges, &mut moved);
    }
    (edges, moved, legs)
}

#[cfg(test)]
mod tests;
