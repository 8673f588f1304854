//! Sizes: outlines of the same pieces, and everything between and beyond them.
//!
//! Between two sizes every control point moves in proportion, and beyond the last one it goes on in the same way (Fuhrmann 2006, §5.5).
//! Notches and seams follow as they go by shares of an edge's length; what lies inside of a piece is moved by the affine map that best
//! takes the corners of the drawn outline to those of the new one.

use crate::curve::{Curve, Ruler};
use crate::garment::Garment;
use crate::piece::{Dart, Piece};
use glam::{DAffine2, DMat2, DMat3, DVec2, DVec3};
use toile_geom::outer;

/// How many points stand for a curve whose kind differs from size to size.
const SAMPLES: usize = 24;

/// Why a garment cannot be had in a size.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GradingError {
    /// It comes in one size only.
    #[error("`{garment}` comes in one size only; add `[[size]]` sections and graded outlines to its pieces")]
    OneSize {
        /// The garment.
        garment: String,
    },
    /// No size of that name.
    #[error("there is no size `{size}`; the sizes are {known}")]
    NoSuchSize {
        /// The size asked for.
        size: String,
        /// Those that there are.
        known: String,
    },
    /// An outline has the wrong number of edges.
    #[error(
        "piece `{piece}` has {expected} edges, but {found} in size {size}; draw it with the same edges in every size"
    )]
    EdgeCount {
        /// The piece.
        piece: String,
        /// The size.
        size: String,
        /// The edges of the drawn outline.
        expected: usize,
        /// Those in that size.
        found: usize,
    },
}

impl Garment {
    /// The garment in a size by its name.
    ///
    /// # Errors
    /// If there is no such size, or a piece has another number of edges in it.
    pub fn in_size(&self, name: &str) -> Result<Self, GradingError> {
        let size =
            self.sizes.iter().find(|size| size.name == name).ok_or_else(|| GradingError::NoSuchSize {
                size: name.to_owned(),
                known: self.sizes.iter().map(|size| size.name.as_str()).collect::<Vec<_>>().join(", "),
            })?;
        self.at_size(size.value)
    }

    /// The garment at any point of the scale of its sizes, between them or beyond.
    ///
    /// # Errors
    /// If it has only one size, or a piece has another number of edges in a size that is needed.
    pub fn at_size(&self, value: f64) -> Result<Self, GradingError> {
        let mut sizes: Vec<_> = self.sizes.iter().collect();
        sizes.sort_by(|a, b| a.value.total_cmp(&b.value));
        if sizes.len() < 2 {
            return Err(GradingError::OneSize { garment: self.name.clone() });
        }
        let upper = sizes.partition_point(|size| size.value < value).clamp(1, sizes.len() - 1);
        let [low, high] = [sizes[upper - 1], sizes[upper]];
        let span = high.value - low.value;
        let alpha = if span > 0.0 { (value - low.value) / span } else { 0.0 };
        let mut garment = Self { sizes: Vec::new(), base_size: None, ..self.clone() };
        for piece in &mut garment.pieces {
            let [a, b] = [&low.name, &high.name].map(|size| self.curves_in(piece, size));
            let (a, b) = (a?, b?);
            let curves: Vec<Curve> = a.iter().zip(&b).map(|(a, b)| blend(a, b, alpha)).collect();
            regrade(piece, &curves);
        }
        Ok(garment)
    }

    /// The curves of all edges of a piece in a size; as drawn if the piece does not change.
    fn curves_in(&self, piece: &Piece, size: &str) -> Result<Vec<Curve>, GradingError> {
        let drawn = || piece.edges().map(|edge| edge.curve.clone()).collect();
        if self.base_size.as_deref() == Some(size) {
            return Ok(drawn());
        }
        let Some(graded) = piece.sizes.iter().find(|graded| graded.size == size) else { return Ok(drawn()) };
        let (expected, found) = (piece.edge_count(), graded.curves.len());
        if expected != found {
            let (piece, size) = (piece.name.clone(), size.to_owned());
            return Err(GradingError::EdgeCount { piece, size, expected, found });
        }
        Ok(graded.curves.clone())
    }
}

/// Puts new curves in the place of a piece's own, and moves what is inside.
fn regrade(piece: &mut Piece, curves: &[Curve]) {
    let corners: Vec<[DVec2; 2]> = piece
        .outline
        .edges
        .iter()
        .zip(curves)
        .map(|(edge, curve)| [edge.curve.from(), curve.from()])
        .collect();
    let map = best_affine(&corners);
    for (edge, curve) in piece.edges_mut().zip(curves) {
        edge.curve = curve.clone();
    }
    let place = |point: &mut DVec2| *point = map.transform_point2(*point);
    for dart in &mut piece.darts {
        match dart {
            Dart::Edge { tip, .. } => place(tip),
            Dart::Diamond { tips, sides, .. } => tips.iter_mut().chain(sides).for_each(place),
        }
    }
    piece.drills.iter_mut().for_each(|drill| place(&mut drill.at));
    piece.lines.iter_mut().for_each(|line| line.curve = line.curve.transformed(&map));
    let outlines = piece.regions.iter_mut().filter_map(|region| region.outline.as_mut());
    for edge in outlines.flat_map(|outline| &mut outline.edges) {
        edge.curve = edge.curve.transformed(&map);
    }
    if let Some(note) = &mut piece.placement.landmark {
        place(&mut note.at);
    }
    piece.sizes.clear();
}

/// The affine map that takes the first points of pairs nearest to the second ones (least squares).
fn best_affine(pairs: &[[DVec2; 2]]) -> DAffine2 {
    let mut normal = DMat3::ZERO;
    let (mut x, mut y) = (DVec3::ZERO, DVec3::ZERO);
    for [from, to] in pairs {
        let row = from.extend(1.0);
        normal += outer(row, row);
        x += row * to.x;
        y += row * to.y;
    }
    if normal.determinant().abs() < 1e-18 {
        let shift = pairs.iter().map(|[from, to]| *to - *from).sum::<DVec2>() / pairs.len().max(1) as f64;
        return DAffine2::from_translation(shift);
    }
    let inverse = normal.inverse();
    let (x, y) = (inverse * x, inverse * y);
    let matrix = DMat2::from_cols(DVec2::new(x.x, y.x), DVec2::new(x.y, y.y));
    DAffine2::from_mat2_translation(matrix, DVec2::new(x.z, y.z))
}

/// A curve between two others: each control point on the line through both. Curves of different kinds meet as polylines.
fn blend(a: &Curve, b: &Curve, alpha: f64) -> Curve {
    // A size that is drawn is had as it is drawn, however others are.
    if alpha == 0.0 || alpha == 1.0 {
        return if alpha == 0.0 { a.clone() } else { b.clone() };
    }
    let mix = |a: DVec2, b: DVec2| a + (b - a) * alpha;
    let all = |a: &[DVec2], b: &[DVec2]| a.iter().zip(b).map(|(&a, &b)| mix(a, b)).collect();
    match (a, b) {
        (Curve::Line { .. }, Curve::Line { .. }) => Curve::line(mix(a.from(), b.from()), mix(a.to(), b.to())),
        (Curve::Quadratic { control, .. }, Curve::Quadratic { control: other, .. }) => Curve::Quadratic {
            from: mix(a.from(), b.from()),
            control: mix(*control, *other),
            to: mix(a.to(), b.to()),
        },
        (Curve::Cubic { controls, .. }, Curve::Cubic { controls: others, .. }) => Curve::Cubic {
            from: mix(a.from(), b.from()),
            controls: [mix(controls[0], others[0]), mix(controls[1], others[1])],
            to: mix(a.to(), b.to()),
        },
        (Curve::Arc { bulge, .. }, Curve::Arc { bulge: other, .. }) => Curve::Arc {
            from: mix(a.from(), b.from()),
            to: mix(a.to(), b.to()),
            bulge: bulge + (other - bulge) * alpha,
        },
        (Curve::Spline { points }, Curve::Spline { points: others }) if points.len() == others.len() => {
            Curve::Spline { points: all(points, others) }
        }
        (Curve::Polyline { points }, Curve::Polyline { points: others }) if points.len() == others.len() => {
            Curve::Polyline { points: all(points, others) }
        }
        (Curve::Path { points }, Curve::Path { points: others }) if points.len() == others.len() => {
            Curve::Path { points: all(points, others) }
        }
        _ => {
            let rulers = [Ruler::new(a), Ruler::new(b)];
            let at = |i: usize| {
                let share = i as f64 / SAMPLES as f64;
                mix(rulers[0].point(share), rulers[1].point(share))
            };
            Curve::Polyline { points: (0..=SAMPLES).map(at).collect() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::garment::GarmentSize;
    use crate::outline::Outline;
    use crate::piece::{Drill, GradedOutline};

    fn rectangle(width: f64, height: f64) -> Outline {
        Outline::polygon(&[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(DVec2::from))
    }

    fn garment() -> Garment {
        let mut piece = Piece::new("front", rectangle(0.5, 0.7));
        piece.drills.push(Drill { name: None, at: DVec2::new(0.25, 0.35) });
        let curves = |outline: &Outline| outline.edges.iter().map(|edge| edge.curve.clone()).collect();
        piece.sizes.push(GradedOutline { size: "42".into(), curves: curves(&rectangle(0.6, 0.72)) });
        Garment {
            pieces: vec![piece],
            sizes: vec![
                GarmentSize { name: "38".into(), value: 38.0 },
                GarmentSize { name: "42".into(), value: 42.0 },
            ],
            base_size: Some("38".into()),
            ..Garment::new("skirt")
        }
    }

    #[test]
    fn sizes_between_and_beyond() {
        for (value, width, height) in
            [(38.0, 0.5, 0.7), (40.0, 0.55, 0.71), (42.0, 0.6, 0.72), (44.0, 0.65, 0.73)]
        {
            let graded = garment().at_size(value).unwrap();
            assert!((graded.pieces[0].area() - width * height).abs() < 1e-12, "{value}");
            let drill = graded.pieces[0].drills[0].at;
            assert!(
                drill.distance(DVec2::new(0.5 * width, 0.5 * height)) < 1e-12,
                "the middle stays in the middle"
            );
        }
        assert_eq!(garment().in_size("42").unwrap().pieces[0].outline.bounds()[1], DVec2::new(0.6, 0.72));
    }

    #[test]
    fn curves_of_different_kinds_meet() {
        let line = Curve::line(DVec2::ZERO, DVec2::X);
        let arc = Curve::arc(DVec2::ZERO, DVec2::X, 1.0);
        let middle = blend(&line, &arc, 0.5);
        assert!((middle.point(0.5).y - 0.5 * arc.point(0.5).y).abs() < 1e-9);
        assert_eq!((middle.from(), middle.to()), (DVec2::ZERO, DVec2::X));
    }

    #[test]
    fn what_cannot_be_graded_says_so() {
        let mut bad = garment();
        bad.pieces[0].sizes[0].curves.pop();
        assert!(matches!(bad.in_size("42"), Err(GradingError::EdgeCount { expected: 4, found: 3, .. })));
        assert!(matches!(garment().in_size("50"), Err(GradingError::NoSuchSize { .. })));
        assert!(matches!(Garment::new("x").at_size(1.0), Err(GradingError::OneSize { .. })));
    }
}
