//! Tables of grade rules (`.rul`) beside a DXF file: how far points of the sample size move to become another one.
//!
//! A rule has a pair of numbers for each size, `x` along the grade reference line of the piece, counted from the sample size (ASTM D6673). Points on
//! the boundary name their rule with a text `# 12`; between them, what is moved follows by its share of the length.

use super::groups::number;
use crate::corners::{cubics, joined};
use crate::curve::{Curve, Ruler};
use crate::piece::{GradedOutline, Piece};
use glam::DVec2;
use std::collections::BTreeMap;

/// Points are on the outline if they are at most this far from it, in metres, plus the seam allowance.
const NEAR: f64 = 2e-3;

/// A table of grade rules.
#[derive(Debug, PartialEq)]
pub(super) struct Rules {
    pub(super) sizes: Vec<String>,
    pub(super) sample: Option<String>,
    /// For each rule a step for each size, in metres.
    steps: BTreeMap<String, Vec<DVec2>>,
}

impl Rules {
    /// Reads a table; what is broken in it costs its rule. `None` if it tells no sizes.
    pub(super) fn read(text: &str) -> Option<Self> {
        let value = |key: &str| {
            let line = text.lines().find(|line| line.trim_start().to_uppercase().starts_with(key));
            line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim())
        };
        let sizes: Vec<String> = value("SIZE LIST")?.split_whitespace().map(str::to_owned).collect();
        let is_english = value("UNITS").is_some_and(|unit| unit.to_uppercase().starts_with("ENG"));
        let unit = if is_english { 0.0254 } else { 0.001 };
        let mut rules =
            Self { sizes, sample: value("SAMPLE SIZE").map(str::to_owned), steps: BTreeMap::new() };
        let mut current: Option<(String, Vec<f64>)> = None;
        for line in text.lines().map(str::trim) {
            let upper = line.to_uppercase();
            if upper.starts_with("RULE") || upper == "END" {
                rules.keep(current.take(), unit);
                let name = upper.rsplit("DELTA").next().filter(|_| upper.contains("DELTA"));
                current = name.map(|name| (name.trim().to_owned(), Vec::new()));
            } else if let Some((_, numbers)) = &mut current {
                let told = line.split('#').next().unwrap_or_default();
                let words =
                    told.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
                numbers.extend(words.filter_map(number));
            }
        }
        rules.keep(current, unit);
        (rules.sizes.len() > 1 && !rules.steps.is_empty()).then_some(rules)
    }

    fn keep(&mut self, rule: Option<(String, Vec<f64>)>, unit: f64) {
        let Some((name, numbers)) = rule else { return };
        let steps: Vec<DVec2> =
            numbers.chunks_exact(2).map(|pair| unit * DVec2::new(pair[0], pair[1])).collect();
        if steps.len() == self.sizes.len() {
            self.steps.insert(name, steps);
        }
    }

    /// The outlines of a piece in all sizes but the drawn one; `axis` is the direction of `x` in the rules, `points` are those that name a rule.
    pub(super) fn graded(&self, piece: &Piece, points: &[(DVec2, String)], axis: f64) -> Vec<GradedOutline> {
        let tape = Tape::around(piece);
        let reach = NEAR + 1.5 * piece.allowance.unwrap_or(0.0);
        let mut fixed: Vec<(f64, &Vec<DVec2>)> = Vec::new();
        for (at, rule) in points {
            let (along, distance) = tape.nearest(*at);
            if let Some(steps) = self.steps.get(&rule.to_uppercase()).filter(|_| distance < reach) {
                fixed.push((along, steps));
            }
        }
        fixed.sort_by(|a, b| a.0.total_cmp(&b.0));
        fixed.dedup_by(|a, b| a.0 - b.0 < 1e-6);
        if fixed.len() < 2 || piece.edge_count() != piece.outline.edges.len() {
            return Vec::new();
        }
        let turn = DVec2::from_angle(axis);
        let sizes = self.sizes.iter().enumerate().filter(|(_, size)| Some(*size) != self.sample.as_ref());
        sizes
            .map(|(number, size)| {
                let moved =
                    |at: DVec2, along: f64| at + turn.rotate(step(&fixed, number, along, tape.length));
                let edges = piece.outline.edges.iter().zip(&tape.starts);
                let curves =
                    edges.map(|(edge, start)| graded(&edge.curve, *start, tape.length, &moved)).collect();
                GradedOutline { size: size.clone(), curves }
            })
            .collect()
    }
}

/// The step at a length along the outline, between those of the points around it.
fn step(fixed: &[(f64, &Vec<DVec2>)], size: usize, along: f64, length: f64) -> DVec2 {
    let after = fixed.partition_point(|point| point.0 <= along) % fixed.len();
    let before = (after + fixed.len() - 1) % fixed.len();
    let ((from, low), (to, high)) = (fixed[before], fixed[after]);
    let width = (to - from).rem_euclid(length);
    let share = if width > 0.0 { (along - from).rem_euclid(length) / width } else { 0.0 };
    low[size].lerp(high[size], share.clamp(0.0, 1.0))
}

/// A curve whose points are moved by their place along the outline.
fn graded(curve: &Curve, start: f64, around: f64, moved: &impl Fn(DVec2, f64) -> DVec2) -> Curve {
    let length = curve.length();
    // The end of the last edge is the start of the first one.
    let at = |share: f64| {
        let along = start + share * length;
        if along >= around - 1e-9 { 0.0 } else { along }
    };
    match curve {
        Curve::Line { from, to } => Curve::line(moved(*from, at(0.0)), moved(*to, at(1.0))),
        Curve::Polyline { points } => {
            let mut before = 0.0;
            let mut last = curve.from();
            let count = points.len();
            let place = |(index, point): (usize, &DVec2)| {
                before += last.distance(*point);
                last = *point;
                moved(*point, at(if index + 1 == count { 1.0 } else { before / length }))
            };
            Curve::Polyline { points: points.iter().enumerate().map(place).collect() }
        }
        other => {
            // Control points go with the curve below them.
            let ruler = Ruler::new(other);
            let mut points = vec![other.from()];
            points.extend(cubics(other));
            let last = points.len() - 1;
            let place = |(index, point): (usize, &DVec2)| {
                let share = if index == 0 {
                    0.0
                } else if index == last {
                    1.0
                } else {
                    ruler.nearest(*point).0
                };
                moved(*point, at(share))
            };
            joined(&[Curve::Path { points: points.iter().enumerate().map(place).collect() }])
        }
    }
}

/// A tape laid around an outline.
struct Tape {
    rulers: Vec<Ruler>,
    starts: Vec<f64>,
    length: f64,
}

impl Tape {
    fn around(piece: &Piece) -> Self {
        let rulers: Vec<Ruler> = piece.outline.edges.iter().map(|edge| Ruler::new(&edge.curve)).collect();
        let mut length = 0.0;
        let mut starts = Vec::new();
        for ruler in &rulers {
            starts.push(length);
            length += ruler.length();
        }
        Self { rulers, starts, length }
    }

    /// How far along the outline its point nearest to another one is, and the distance.
    fn nearest(&self, at: DVec2) -> (f64, f64) {
        let near = self.rulers.iter().zip(&self.starts).map(|(ruler, start)| {
            let (share, distance) = ruler.nearest(at);
            (start + share * ruler.length(), distance)
        });
        let (along, distance) = near.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0.0, f64::INFINITY));
        (if along >= self.length - 1e-6 { 0.0 } else { along }, distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Outline;

    const TABLE: &str = "ANSI/AAMA\nUNITS: METRIC\nNUMBER OF SIZES: 3\nSIZE LIST: S M L\nSAMPLE SIZE: M\nRULE: DELTA 1\n  -10.0, 0.0  0.0, 0.0  10.0, 0.0\n\
        RULE: DELTA 2\n  -10.0, -20.0 # S\n 0.0, 0.0 # M\n 10.0, 20.0 # L\nRULE: DELTA 3\n 0,0 0,0 0,0\nRULE: DELTA 4\n 1,1\nEND\n";

    #[test]
    fn a_rectangle_grows_by_its_rules() {
        let rules = Rules::read(TABLE).unwrap();
        assert_eq!(rules.steps.len(), 3, "a rule without a step for each size is left out");
        let corners = [(0.0, 0.0), (0.4, 0.0), (0.4, 0.6), (0.0, 0.6)].map(DVec2::from);
        let piece = Piece::new("front", Outline::polygon(&corners));
        let points = vec![
            (corners[0], "3".to_owned()),
            (corners[1], "1".to_owned()),
            (corners[2], "2".to_owned()),
            (corners[3], "3".to_owned()),
        ];
        let graded = rules.graded(&piece, &points, 0.0);
        assert_eq!(graded.iter().map(|outline| outline.size.as_str()).collect::<Vec<_>>(), ["S", "L"]);
        let large = Outline::of_curves(graded[1].curves.clone());
        assert!(large.gaps().is_empty());
        assert!(large.edges[1].curve.to().distance(DVec2::new(0.41, 0.62)) < 1e-12);
        assert!(large.edges[3].curve.to().distance(DVec2::ZERO) < 1e-12);
        // The grade line may stand upright: then `x` of the rules goes up.
        let upright = rules.graded(&piece, &points, std::f64::consts::FRAC_PI_2);
        assert!(upright[1].curves[0].to().distance(DVec2::new(0.4, 0.01)) < 1e-12);
    }

    #[test]
    fn nonsense_is_no_table() {
        assert_eq!(Rules::read(""), None);
        assert_eq!(Rules::read("SIZE LIST: 1 2\nRULE: DELTA 1\n x\n"), None);
    }
}
