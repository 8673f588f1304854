//! The pairs of lines that a DXF file is made of, and the entities that they make.

use crate::curve::Curve;
use crate::error::{PatternError, PatternPlace};
use glam::DVec2;

/// An entity: its kind, and its pairs of code and value.
pub(super) struct Entity<'a> {
    pub(super) kind: &'a str,
    pub(super) line: usize,
    pub(super) pairs: Vec<(i32, &'a str)>,
}

impl Entity<'_> {
    /// The first value of a code.
    pub(super) fn text(&self, code: i32) -> Option<&str> {
        self.pairs.iter().find(|pair| pair.0 == code).map(|pair| pair.1)
    }

    pub(super) fn number(&self, code: i32) -> Option<f64> {
        // Some write a comma for the point.
        self.text(code)?.replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
    }

    pub(super) fn point(&self, code: i32) -> Option<DVec2> {
        Some(DVec2::new(self.number(code)?, self.number(code + 10)?))
    }

    pub(super) fn layer(&self) -> &str {
        self.text(8).unwrap_or("0")
    }
}

/// Splits a file into entities.
pub(super) fn entities(text: &str) -> Result<Vec<Entity<'_>>, PatternError> {
    let mut entities: Vec<Entity<'_>> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, code)) = lines.next() {
        let code = code.trim();
        if code.is_empty() && lines.clone().all(|(_, rest)| rest.trim().is_empty()) {
            break;
        }
        let Ok(code) = code.parse::<i32>() else {
            let cause = format!("`{}` is no group code", code.chars().take(40).collect::<String>());
            let remedy = "codes and values take turns, line by line; look for a line that is missing above";
            return Err(PatternError::new(PatternPlace::at_line(text, index + 1), cause, remedy));
        };
        let Some((_, value)) = lines.next() else {
            let place = PatternPlace::at_line(text, index + 1);
            return Err(PatternError::new(
                place,
                "the file ends in the middle of a pair",
                "copy the whole file again",
            ));
        };
        let value = value.trim();
        if code == 0 {
            entities.push(Entity { kind: value, line: index + 1, pairs: Vec::new() });
        } else if let Some(entity) = entities.last_mut() {
            entity.pairs.push((code, value));
        }
    }
    Ok(entities)
}

/// A line or curve on a layer.
pub(super) struct Shape {
    pub(super) layer: String,
    pub(super) curves: Vec<Curve>,
    pub(super) closed: bool,
}

/// A curve between two points with DXF's bulge.
pub(super) fn curve(from: DVec2, to: DVec2, bulge: f64) -> Curve {
    if bulge == 0.0 { Curve::line(from, to) } else { Curve::Arc { from, to, bulge } }
}

/// The curves through points, each with the bulge of the curve that follows it.
pub(super) fn polyline(points: &[(DVec2, f64)], closed: bool) -> Vec<Curve> {
    let mut curves: Vec<Curve> =
        points.windows(2).map(|ends| curve(ends[0].0, ends[1].0, ends[0].1)).collect();
    if let (true, Some(first), Some(last)) = (closed, points.first(), points.last())
        && first.0 != last.0
    {
        curves.push(curve(last.0, first.0, last.1));
    }
    curves
}
