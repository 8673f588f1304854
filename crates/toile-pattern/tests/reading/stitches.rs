//! Seams as what they do: which point of which piece comes to lie on which.

use glam::DVec2;
use toile_pattern::curve::Ruler;
use toile_pattern::garment::Garment;
use toile_pattern::piece::CutRule;
use toile_pattern::seam::{EdgePart, Seam};

/// How many stitches stand for a seam, about.
const STITCHES: usize = 49;
/// How many stand for each part of it at least, however short it is.
const LEAST_STITCHES: usize = 4;

/// A point of a piece as it is cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) piece: usize,
    /// Whether it is of the mirror image; the point is told as on the drawing all the same.
    pub(crate) image: bool,
    pub(crate) at: DVec2,
}

/// Points of two pieces that come to lie on each other.
pub(crate) type Stitch = [Spot; 2];

/// The stitches of a seam, and those of its mirror image if it has one.
pub(crate) fn stitches(garment: &Garment, seam: &Seam) -> Vec<Vec<Stitch>> {
    let own = along(garment, &seam.sides);
    let mirrored = |stitch: &Stitch| {
        stitch.map(|spot| Spot { image: has_image(garment, spot.piece) && !spot.image, ..spot })
    };
    let image = own.iter().map(mirrored).collect();
    if seam.both { vec![own, image] } else { vec![own] }
}

fn has_image(garment: &Garment, piece: usize) -> bool {
    garment.pieces[piece].cut != CutRule::Once
}

fn along(garment: &Garment, sides: &[Vec<EdgePart>; 2]) -> Vec<Stitch> {
    let shares = shares(garment, sides);
    let [one, other] = sides.each_ref().map(|side| spots(garment, side, &shares));
    one.into_iter().zip(other).map(|(a, b)| [a, b]).collect()
}

/// Where the stitches are, as shares of the seam: even between the ends of the parts of both sides. Not on the very ends, which lie on other edges as well.
fn shares(garment: &Garment, sides: &[Vec<EdgePart>; 2]) -> Vec<f64> {
    let mut ends: Vec<f64> = sides.iter().flat_map(|side| ends(garment, side)).collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup_by(|b, a| *b - *a < 1e-3);
    let between = ends.windows(2).flat_map(|ends| {
        let long = ends[1] - ends[0];
        let count = ((long * STITCHES as f64).round() as usize).max(LEAST_STITCHES);
        (0..count).map(move |k| ends[0] + long * (k as f64 + 0.5) / count as f64).collect::<Vec<_>>()
    });
    between.collect()
}

/// Where the parts of a side begin and end, as shares of its length.
fn ends(garment: &Garment, side: &[EdgePart]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut ends = vec![0.0];
    for part in side {
        sum += garment.part_length(part);
        ends.push(sum);
    }
    ends.iter().map(|end| end / sum.max(1e-12)).collect()
}

/// Points at some shares of a side.
fn spots(garment: &Garment, side: &[EdgePart], shares: &[f64]) -> Vec<Spot> {
    let lengths: Vec<f64> = side.iter().map(|part| garment.part_length(part)).collect();
    let whole: f64 = lengths.iter().sum();
    let at = |share: f64| {
        let mut left = share * whole;
        let mut number = 0;
        while number + 1 < side.len() && left > lengths[number] {
            left -= lengths[number];
            number += 1;
        }
        let part = &side[number];
        let share = part.from + (part.to - part.from) * (left / lengths[number].max(1e-12)).clamp(0.0, 1.0);
        let edge =
            garment.pieces[part.piece].edge(part.edge).map(|edge| Ruler::new(&edge.curve).point(share));
        Spot { piece: part.piece, image: part.mirrored, at: edge.unwrap_or_default() }
    };
    shares.iter().map(|&share| at(share)).collect()
}

/// Ways in which a piece can be laid on itself: mirrored across, mirrored along, and whether that makes the other one of a pair of it.
pub(crate) fn symmetries(garment: &Garment, piece: usize) -> Vec<[bool; 3]> {
    let own = &garment.pieces[piece];
    let points = own.outline.flattened(1e-3);
    let [low, high] = own.outline.bounds();
    let tolerance = 0.012 * (high - low).max_element();
    let fits = |[x, y]: [bool; 2]| {
        let moved = |p: DVec2| reflected(p, low, high, [x, y]);
        let near = |p: DVec2| {
            let sides = points.iter().zip(points.iter().cycle().skip(1));
            sides.map(|(a, b)| from_segment(p, *a, *b)).fold(f64::INFINITY, f64::min)
        };
        points.iter().all(|&p| near(moved(p)) < tolerance)
    };
    let mut found = vec![[false, false, false]];
    for [x, y] in [[true, false], [false, true], [true, true]] {
        if fits([x, y]) {
            let is_flip = x != y;
            match own.cut {
                CutRule::Once => found.push([x, y, false]),
                CutRule::Pair => found.push([x, y, is_flip]),
                CutRule::OnFold(_) => found.push([x, y, true]),
            }
        }
    }
    found
}

/// A point of a piece that is mirrored in its box.
pub(crate) fn reflected(p: DVec2, low: DVec2, high: DVec2, [x, y]: [bool; 2]) -> DVec2 {
    DVec2::new(if x { low.x + high.x - p.x } else { p.x }, if y { low.y + high.y - p.y } else { p.y })
}

fn from_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let way = b - a;
    let share = ((p - a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    p.distance(a + way * share)
}
