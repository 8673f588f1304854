//! One piece in several sizes.

use crate::corners::joined;
use crate::curve::{Curve, Ruler};
use crate::garment::{Garment, GarmentSize};
use crate::imported::Imported;
use crate::outline::Outline;
use crate::piece::{GradedOutline, Piece};
use glam::DVec2;

/// Corners are partners if they are nearer than this, as a share of the size of the piece.
const PARTNER_DISTANCE: f64 = 0.08;
/// Corners are partners if they turn alike, in radians.
const ALIKE: f64 = 0.6;

/// Puts a piece in all its sizes into the garment; the sample size is drawn, the others are graded. Which one of the group is drawn.
pub(super) fn add_sizes(imported: &mut Imported, group: Vec<(String, Piece)>, sample: Option<&str>) -> usize {
    let base = group.iter().position(|(size, _)| Some(size.as_str()) == sample).unwrap_or(group.len() / 2);
    let (base_size, mut piece) = group[base].clone();
    for (index, (size, other)) in group.into_iter().enumerate() {
        if !size.is_empty() && !imported.garment.sizes.iter().any(|known| known.name == size) {
            imported.garment.sizes.push(GarmentSize { name: size.clone(), value: 0.0 });
        }
        if index == base {
            continue;
        }
        let (here, there) = (piece.edge_count(), other.edge_count());
        let curves = if here == there { Some(aligned(&piece, &other)) } else { matched(&piece, &other) };
        match curves.filter(|_| size != base_size) {
            Some(curves) => {
                if here != there {
                    imported.warnings.push(format!(
                        "`{}` has {there} edges in size {size} and {here} in size {base_size}: corners were matched by their places",
                        piece.name
                    ));
                }
                piece.sizes.push(GradedOutline { size, curves });
            }
            None => imported.warnings.push(format!(
                "`{}` in size {size}, with {there} edges, does not match size {base_size}, with {here}: it was left out",
                piece.name
            )),
        }
    }
    if !base_size.is_empty() {
        imported.garment.base_size.get_or_insert(base_size);
    }
    imported.garment.pieces.push(piece);
    base
}

/// The edges of an outline in the order that fits the drawn one best: some programs begin elsewhere in every size.
fn aligned(piece: &Piece, other: &Piece) -> Vec<Curve> {
    let curves: Vec<Curve> = other.outline.edges.iter().map(|edge| edge.curve.clone()).collect();
    let count = curves.len();
    let middle = |outline: &Outline| {
        let [low, high] = outline.bounds();
        0.5 * (low + high)
    };
    let (here, there) = (middle(&piece.outline), middle(&other.outline));
    let misfit = |shift: usize| -> f64 {
        let pairs = piece.outline.edges.iter().enumerate();
        pairs
            .map(|(i, edge)| (edge.curve.from() - here).distance(curves[(i + shift) % count].from() - there))
            .sum()
    };
    let best = (0..count).min_by(|&a, &b| misfit(a).total_cmp(&misfit(b))).unwrap_or(0);
    (0..count).map(|i| curves[(i + best) % count].clone()).collect()
}

/// A corner of an outline.
struct Corner {
    /// Where it is in the box around the outline, from 0 to 1.
    at: DVec2,
    /// By how much the outline turns there.
    turn: f64,
    /// How far along the outline it is.
    along: f64,
}

fn corners(outline: &Outline) -> (Vec<Corner>, f64) {
    let [low, high] = outline.bounds();
    let size = (high - low).max(DVec2::splat(f64::MIN_POSITIVE));
    let mut along = 0.0;
    let before = outline.edges.iter().cycle().skip(outline.edges.len().saturating_sub(1));
    let corners = outline.edges.iter().zip(before).map(|(edge, before)| {
        let corner = Corner {
            at: (edge.curve.from() - low) / size,
            turn: before.curve.tangent(1.0).angle_to(edge.curve.tangent(0.0)),
            along,
        };
        along += edge.curve.length();
        corner
    });
    (corners.collect(), along)
}

/// The outline of another size divided as the drawn one is (Fuhrmann 2006, §5.5): corners near to each other that turn alike are partners, and
/// the drawn corners between them get their places by their share of the length. `None` if fewer than three corners match.
fn matched(piece: &Piece, other: &Piece) -> Option<Vec<Curve>> {
    let ((here, length), (there, total)) = (corners(&piece.outline), corners(&other.outline));
    if piece.edge_count() != here.len() || other.edge_count() != there.len() || here.len() < 2 {
        return None;
    }
    let partner = |corner: &Corner| {
        let distance = |j: &usize| there[*j].at.distance(corner.at);
        (0..there.len())
            .filter(|&j| distance(&j) < PARTNER_DISTANCE && (there[j].turn - corner.turn).abs() < ALIKE)
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let pairs: Vec<(usize, usize)> =
        here.iter().enumerate().filter_map(|(i, corner)| Some((i, partner(corner)?))).collect();
    let &(first, start) = pairs.first()?;
    // Places along the other outline, counted from the first partner, in order.
    let mut fixed: Vec<(usize, f64)> = Vec::new();
    for &(i, j) in &pairs {
        let along = (there[j].along - there[start].along).rem_euclid(total);
        if fixed.last().is_none_or(|last| along > last.1) {
            fixed.push((i, along));
        }
    }
    if fixed.len() < 3 {
        return None;
    }
    let count = here.len();
    fixed.push((first + count, total));
    let along_here = |i: usize| here[i % count].along + if i >= count { length } else { 0.0 };
    let mut cuts = vec![0.0; count + 1];
    for span in fixed.windows(2) {
        let [(i, from), (k, to)] = [span[0], span[1]];
        for between in i..=k {
            let share = (along_here(between) - along_here(i)) / (along_here(k) - along_here(i));
            cuts[between - first] = from + (to - from) * share;
        }
    }
    let around = Around::new(&other.outline, start);
    let mut curves: Vec<Curve> =
        cuts.windows(2).map(|cut| around.between(cut[0], cut[1])).collect::<Option<_>>()?;
    curves.rotate_right(first % count);
    Some(curves)
}

/// An outline as one long curve from one of its corners around to it.
struct Around {
    curves: Vec<(Curve, Ruler)>,
}

impl Around {
    fn new(outline: &Outline, start: usize) -> Self {
        let edges = outline.edges.iter().cycle().skip(start).take(outline.edges.len());
        Self { curves: edges.map(|edge| (edge.curve.clone(), Ruler::new(&edge.curve))).collect() }
    }

    /// The part between two lengths from the start; `None` if there is nothing between.
    fn between(&self, from: f64, to: f64) -> Option<Curve> {
        let mut parts = Vec::new();
        let mut behind = 0.0;
        for (curve, ruler) in &self.curves {
            let length = ruler.length();
            let [low, high] = [from, to].map(|at| ((at - behind) / length).clamp(0.0, 1.0));
            if (high - low) * length > 1e-6 {
                let whole = low <= 0.0 && high >= 1.0;
                let part = || curve.part(ruler.parameter(low), ruler.parameter(high));
                parts.push(if whole { curve.clone() } else { part() });
            }
            behind += length;
        }
        (!parts.is_empty()).then(|| joined(&parts))
    }
}

/// Numbers the sizes: by their names if these are numbers, else in the order of S, M, L, or of the file.
pub(super) fn order_sizes(garment: &mut Garment, sample: Option<&str>) {
    const LETTERS: [&str; 8] = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL"];
    for (index, size) in garment.sizes.iter_mut().enumerate() {
        let letter = LETTERS.iter().position(|letter| size.name.eq_ignore_ascii_case(letter));
        let number = size.name.parse().ok().filter(|number: &f64| number.is_finite());
        size.value = number.or(letter.map(|letter| letter as f64)).unwrap_or(index as f64);
    }
    garment.sizes.sort_by(|a, b| a.value.total_cmp(&b.value));
    if garment.sizes.len() < 2 {
        garment.sizes.clear();
        garment.base_size = None;
        garment.pieces.iter_mut().for_each(|piece| piece.sizes.clear());
    } else if let Some(sample) = sample.filter(|sample| garment.sizes.iter().any(|size| size.name == *sample))
    {
        garment.base_size = Some(sample.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_with_another_corner_is_matched() {
        let polygon = |corners: &[(f64, f64)]| {
            let corners: Vec<DVec2> = corners.iter().map(|&corner| DVec2::from(corner)).collect();
            Piece::new("front", Outline::polygon(&corners))
        };
        let drawn = polygon(&[(0.0, 0.0), (0.4, 0.0), (0.4, 0.3), (0.3, 0.6), (0.0, 0.6)]);
        // Ten per cent larger, begun elsewhere, with a corner more in the hem and none at the bust.
        let other = polygon(&[(0.44, 0.0), (0.33, 0.66), (0.0, 0.66), (0.0, 0.0), (0.21, -0.001)]);
        let more = polygon(&[(0.44, 0.0), (0.44, 0.33), (0.33, 0.66), (0.0, 0.66), (0.0, 0.0), (0.21, 0.0)]);
        let curves = matched(&drawn, &more).unwrap();
        assert_eq!(curves.len(), 5);
        for (edge, curve) in drawn.outline.edges.iter().zip(&curves) {
            assert!(curve.from().distance(1.1 * edge.curve.from()) < 1e-9, "{curve:?}");
            assert!(curve.to().distance(1.1 * edge.curve.to()) < 1e-9, "{curve:?}");
        }
        let curves = matched(&drawn, &other).unwrap();
        let bust = curves[2].from();
        let share = 0.3 / (0.3 + 0.1_f64.hypot(0.3));
        let expected = DVec2::new(0.44, 0.0).lerp(DVec2::new(0.33, 0.66), share);
        assert!(bust.distance(expected) < 1e-9, "by its share of the side: {bust}");
        let outline = Outline::of_curves(curves);
        assert!(outline.gaps().is_empty() && (outline.area() - other.area()).abs() < 1e-9);
        assert!(matched(&drawn, &polygon(&[(0.0, 0.0), (1.0, 0.0), (0.5, 0.9)])).is_none());
    }
}
