//! Lines in a piece: how far along and across them a place is.

use glam::DVec2;

/// Below this width of a sector, in metres, places are projected on the edge alone.
const THINNEST_SECTOR: f64 = 1e-9;
/// The most by which the line that bisects a corner is longer than the distance that it covers.
const LONGEST_MITRE: f64 = 4.0;

/// A chain of straight edges in the pattern.
///
/// Lines that bisect its corners divide the piece into one sector an edge (Fuhrmann 2006, section 6.2). In the sector of edge `k` of length `e`, with `x`
/// along the edge, `t` across it to the left and the sector reaching from `x0(t)` to `x1(t)`, a place has
///
/// ```text
/// s = S_k + e (x - x0) / (x1 - x0)
/// ```
///
/// so that `s` does not jump from one sector to the next, as it does if `x` is only added up. Beyond both ends it goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatLine {
    points: Vec<DVec2>,
    /// How far along each point is, and at the end how long the line is.
    along: Vec<f64>,
    /// At each point the way across the line for one metre of distance.
    mitres: Vec<DVec2>,
}

/// Where something is, seen from a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnLine {
    /// How far along the line, in metres; below 0 before its begin, more than its length after its end.
    pub along: f64,
    /// How far from the line that its edge is part of, in metres; positive to its left.
    pub across: f64,
    /// How far from the line itself, in metres.
    pub distance: f64,
    /// The nearest point of the line.
    pub foot: DVec2,
    /// The number of the edge.
    pub edge: usize,
}

impl FlatLine {
    /// A line through some points; `closed` if the first is the last as well, and its corner is one like the others. None if it has no length.
    pub fn new(mut points: Vec<DVec2>, closed: bool) -> Option<Self> {
        points.dedup();
        let mut along = vec![0.0];
        for ends in points.windows(2) {
            along.push(along[along.len() - 1] + ends[0].distance(ends[1]));
        }
        if !along.last().is_some_and(|&length| length > 0.0 && length.is_finite()) {
            return None;
        }
        let edges = points.len() - 1;
        let normals: Vec<DVec2> = points.windows(2).map(|w| (w[1] - w[0]).normalize().perp()).collect();
        let mitre = |n: usize| {
            let before = if n > 0 { Some(n - 1) } else { closed.then_some(edges - 1) };
            let after = if n < edges { Some(n) } else { closed.then_some(0) };
            let (a, b) = match (before, after) {
                (Some(a), Some(b)) => (normals[a], normals[b]),
                (Some(one), None) | (None, Some(one)) => (normals[one], normals[one]),
                (None, None) => (DVec2::ZERO, DVec2::ZERO),
            };
            ((a + b) / (1.0 + a.dot(b)).max(1e-6)).clamp_length_max(LONGEST_MITRE)
        };
        let mitres = (0..points.len()).map(mitre).collect();
        Some(Self { points, along, mitres })
    }

    /// How long it is.
    pub fn length(&self) -> f64 {
        self.along[self.along.len() - 1]
    }

    /// The points.
    pub fn points(&self) -> &[DVec2] {
        &self.points
    }

    /// Where a place is, seen from the line.
    pub fn locate(&self, place: DVec2) -> OnLine {
        let mut best = (f64::INFINITY, 0, DVec2::ZERO);
        for (k, ends) in self.points.windows(2).enumerate() {
            let way = ends[1] - ends[0];
            let part = ((place - ends[0]).dot(way) / way.length_squared()).clamp(0.0, 1.0);
            let foot = if part < 1.0 { ends[0] + way * part } else { ends[1] };
            let distance = place.distance_squared(foot);
            // At a corner both edges are equally far: what lies beyond the bisector belongs to the second.
            let beyond = distance == best.0 && foot == ends[0] && self.is_beyond(k, place);
            if distance < best.0 || beyond {
                best = (distance, k, foot);
            }
        }
        let (distance, edge, foot) = best;
        let (along, across) = self.in_sector(edge, place);
        OnLine { along, across, distance: distance.sqrt(), foot, edge }
    }

    /// Whether a place lies after the line that bisects the corner at a point.
    fn is_beyond(&self, point: usize, place: DVec2) -> bool {
        let forward = self.points[point + 1] - self.points[point];
        let across = self.mitres[point];
        across.perp_dot(place - self.points[point]) * across.perp_dot(forward) >= 0.0
    }

    fn in_sector(&self, edge: usize, place: DVec2) -> (f64, f64) {
        let [a, b] = [self.points[edge], self.points[edge + 1]];
        let length = self.along[edge + 1] - self.along[edge];
        let forward = (b - a) / length;
        let (x, across) = (forward.dot(place - a), forward.perp_dot(place - a));
        let begin = across * self.mitres[edge].dot(forward);
        let end = length + across * self.mitres[edge + 1].dot(forward);
        let part = if end - begin > THINNEST_SECTOR { (x - begin) / (end - begin) } else { x / length };
        (self.along[edge] + length * part, across)
    }

    /// The place so far along and across the line: what [`FlatLine::locate`] finds again.
    pub fn at(&self, along: f64, across: f64) -> DVec2 {
        let last = self.points.len() - 2;
        let edge = self.along.partition_point(|&s| s <= along).saturating_sub(1).min(last);
        let part = (along - self.along[edge]) / (self.along[edge + 1] - self.along[edge]);
        let [a, b] = [edge, edge + 1].map(|n| self.points[n] + across * self.mitres[n]);
        a.lerp(b, part)
    }

    /// The direction of the edge so far along the line.
    pub fn direction(&self, along: f64) -> DVec2 {
        let last = self.points.len() - 2;
        let edge = self.along.partition_point(|&s| s <= along).saturating_sub(1).min(last);
        (self.points[edge + 1] - self.points[edge]).normalize_or_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bent() -> FlatLine {
        let points = [(0.0, 0.0), (0.1, 0.0), (0.18, 0.06), (0.2, 0.16)];
        FlatLine::new(points.map(DVec2::from).to_vec(), false).unwrap()
    }

    #[test]
    fn what_is_placed_is_found_again_on_both_sides() {
        let line = bent();
        for step in 0..=40 {
            let along = line.length() * f64::from(step) / 40.0;
            for across in [-0.02, -0.004, 0.0, 0.003, 0.02] {
                let found = line.locate(line.at(along, across));
                assert!((found.along - along).abs() < 1e-9, "{along} {across}: {found:?}");
                assert!((found.across - across).abs() < 1e-9, "{along} {across}: {found:?}");
            }
        }
    }

    #[test]
    fn beyond_its_ends_a_line_goes_on_straight() {
        let line = bent();
        assert!((line.locate(DVec2::new(-0.03, 0.0)).along + 0.03).abs() < 1e-12);
        let beyond = line.locate(DVec2::new(-0.03, 0.04));
        assert!((beyond.distance - 0.05).abs() < 1e-12 && beyond.foot == DVec2::ZERO);
    }

    #[test]
    fn a_closed_line_has_no_ends() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)].map(DVec2::from);
        let line = FlatLine::new(square.to_vec(), true).unwrap();
        assert!(line.at(0.0, 0.1).distance(DVec2::splat(0.1)) < 1e-12);
        assert!(line.at(4.0, 0.1).distance(DVec2::splat(0.1)) < 1e-12);
    }

    #[test]
    fn a_point_is_no_line() {
        assert_eq!(FlatLine::new(vec![DVec2::ONE; 3], false), None);
        assert_eq!(FlatLine::new(Vec::new(), false), None);
    }
}
