//! Lines and curves of all kinds.

use super::groups::{Entity, number};
use super::layers::Role;
use super::spline;
use crate::curve::Curve;
use glam::{DAffine2, DVec2};
use std::f64::consts::{PI, TAU};

/// A line or curve on a layer.
#[derive(Clone)]
pub(super) struct Shape {
    pub(super) role: Role,
    pub(super) curves: Vec<Curve>,
    pub(super) closed: bool,
}

impl Shape {
    /// Both ends.
    pub(super) fn ends(&self) -> Option<[DVec2; 2]> {
        Some([self.curves.first()?.from(), self.curves.last()?.to()])
    }

    pub(super) fn transformed(&self, map: &DAffine2) -> Self {
        let curves = self.curves.iter().map(|curve| curve.transformed(map)).collect();
        Self { curves, ..*self }
    }
}

/// What an entity draws, and whether it is closed; nothing if it draws no line, an error if it is broken.
pub(super) fn drawn(entity: &Entity<'_>) -> Result<Option<(Vec<Curve>, bool)>, &'static str> {
    let found = match entity.kind {
        "LINE" => {
            let (from, to) = entity.point(10).zip(entity.point(11)).ok_or("a line has no place")?;
            (vec![Curve::line(from, to)], false)
        }
        "ARC" => {
            let (from, to) = entity.number(50).zip(entity.number(51)).ok_or("an arc has no angles")?;
            (vec![part_of_circle(entity, from, (to - from).rem_euclid(360.0))?], false)
        }
        "CIRCLE" => {
            let half = |from| part_of_circle(entity, from, 180.0);
            (vec![half(0.0)?, half(180.0)?], true)
        }
        "ELLIPSE" => ellipse(entity)?,
        "SPLINE" => {
            let curve = spline::read(entity)?;
            let closed = curve.from().distance(curve.to()) <= 1e-9 * curve.length();
            (vec![curve], closed)
        }
        "LWPOLYLINE" => light_polyline(entity)?,
        _ => return Ok(None),
    };
    // Flat entities have a plane of their own, which may be seen from behind; the others are in space.
    let is_flat = matches!(entity.kind, "ARC" | "CIRCLE" | "LWPOLYLINE");
    Ok(Some(if is_flat && entity.is_turned_over() { (turned_over(&found.0), found.1) } else { found }))
}

/// Curves of a plane that is seen from behind.
pub(super) fn turned_over(curves: &[Curve]) -> Vec<Curve> {
    let map = DAffine2::from_scale(DVec2::new(-1.0, 1.0));
    curves.iter().map(|curve| curve.transformed(&map)).collect()
}

fn part_of_circle(entity: &Entity<'_>, from: f64, turn: f64) -> Result<Curve, &'static str> {
    let (centre, radius) = entity.point(10).zip(entity.number(40)).ok_or("an arc has no centre or radius")?;
    let turn = if turn == 0.0 { 360.0 } else { turn };
    let at = |angle: f64| centre + radius * DVec2::from_angle(angle.to_radians());
    let turn_in_radians = turn.to_radians();
    if turn_in_radians > 1.9 * PI {
        let axes = [DVec2::new(radius, 0.0), DVec2::new(0.0, radius)];
        return Ok(Curve::of_ellipse(centre, axes, from.to_radians(), turn_in_radians));
    }
    Ok(Curve::arc(at(from), at(from + turn), turn_in_radians))
}

fn ellipse(entity: &Entity<'_>) -> Result<(Vec<Curve>, bool), &'static str> {
    let (centre, major) = entity.point(10).zip(entity.point(11)).ok_or("an ellipse has no place")?;
    let ratio = entity.number(40).ok_or("an ellipse has no ratio of its axes")?;
    let (from, to) = (entity.number(41).unwrap_or(0.0), entity.number(42).unwrap_or(TAU));
    let turn = (to - from).rem_euclid(TAU);
    let turn = if turn < 1e-9 { TAU } else { turn };
    let minor = if entity.is_turned_over() { -ratio * major.perp() } else { ratio * major.perp() };
    Ok((vec![Curve::of_ellipse(centre, [major, minor], from, turn)], turn > TAU - 1e-6))
}

/// A curve between two points with DXF's bulge.
fn curve(from: DVec2, to: DVec2, bulge: f64) -> Curve {
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

fn light_polyline(entity: &Entity<'_>) -> Result<(Vec<Curve>, bool), &'static str> {
    let mut points: Vec<(DVec2, f64)> = Vec::new();
    for &(code, value) in &entity.pairs {
        if !matches!(code, 10 | 20 | 42) {
            continue;
        }
        let number = number(value).ok_or("a point of a polyline is no number")?;
        match (code, points.last_mut()) {
            (10, _) => points.push((DVec2::new(number, 0.0), 0.0)),
            (20, Some(last)) => last.0.y = number,
            (42, Some(last)) => last.1 = number,
            _ => {}
        }
    }
    let closed = entity.flags(70) & 1 == 1;
    Ok((polyline(&points, closed), closed))
}
