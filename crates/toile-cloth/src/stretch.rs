//! How much longer the edges of a cloth are than at rest: the number by which solvers are judged.

use crate::cloth::Cloth;
use glam::DVec3;
use serde::Serialize;

/// An edge of a triangle and its length at rest.
///
/// Where two pieces are sewn together an edge has a length in each of them, and is listed for both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestEdge {
    /// Its ends, the smaller number first.
    pub ends: [u32; 2],
    /// Its length at rest in metres.
    pub length: f64,
}

impl RestEdge {
    /// How much longer it is than at rest: 0.05 for five percent, negative if it is shorter.
    pub fn stretch(&self, positions: &[DVec3]) -> f64 {
        let [a, b] = self.ends.map(|v| positions[v as usize]);
        a.distance(b) / self.length - 1.0
    }
}

/// All edges of a cloth at rest, in the order of their ends.
pub fn rest_edges(cloth: &Cloth) -> Vec<RestEdge> {
    let mut edges: Vec<RestEdge> = cloth
        .triangles
        .iter()
        .zip(&cloth.rest.corners)
        .flat_map(|(vertices, places)| {
            [(0, 1), (1, 2), (2, 0)].map(|(i, j)| {
                let (a, b) = (vertices[i], vertices[j]);
                RestEdge { ends: [a.min(b), a.max(b)], length: places[i].distance(places[j]) }
            })
        })
        .collect();
    edges.sort_by(|a, b| a.ends.cmp(&b.ends).then(a.length.total_cmp(&b.length)));
    // The two triangles of an inner edge give it the same length up to rounding.
    edges.dedup_by(|b, a| a.ends == b.ends && (a.length - b.length).abs() <= 1e-12 * a.length);
    edges
}

/// The largest stretch and the one that 99 of 100 edges stay below; `max_stretch` and `p99_stretch` in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StretchSummary {
    /// The largest: 0.05 for five percent.
    #[serde(rename = "max_stretch")]
    pub max: f64,
    /// The 99th percentile.
    #[serde(rename = "p99_stretch")]
    pub p99: f64,
}

impl StretchSummary {
    /// The stretch of some edges.
    pub fn of(edges: &[RestEdge], positions: &[DVec3]) -> Self {
        let mut stretches: Vec<f64> = edges.iter().map(|edge| edge.stretch(positions)).collect();
        stretches.sort_unstable_by(f64::total_cmp);
        let at = |index: usize| stretches.get(index).copied().unwrap_or(0.0);
        Self { max: at(stretches.len().saturating_sub(1)), p99: at(stretches.len() * 99 / 100) }
    }

    /// The larger of each of the two.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { max: self.max.max(other.max), p99: self.p99.max(other.p99) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::Fabric;
    use crate::rest::RestShape;
    use glam::DVec2;
    use toile_geom::shapes;

    #[test]
    fn a_sheet_pulled_along_x_is_longer_there_only() {
        let mesh = shapes::sheet(DVec2::ONE, [10, 10]);
        let rest = RestShape::of_lying(&mesh);
        let fabric = Fabric::isotropic("test", 0.2, 1e-3, 100.0, 0.0, 1e-5);
        let cloth = Cloth::of_fabric(&mesh, rest, &fabric).unwrap();
        let edges = rest_edges(&cloth);
        assert_eq!(edges.len(), 10 * 11 * 2 + 100);
        let pulled: Vec<DVec3> = mesh.positions.iter().map(|p| *p * DVec3::new(1.1, 1.0, 1.0)).collect();
        let summary = StretchSummary::of(&edges, &pulled);
        assert!((summary.max - 0.1).abs() < 1e-12 && (summary.p99 - 0.1).abs() < 1e-12);
        let across = |edge: &&RestEdge| {
            mesh.positions[edge.ends[0] as usize].x == mesh.positions[edge.ends[1] as usize].x
        };
        assert!(edges.iter().filter(across).all(|edge| edge.stretch(&pulled).abs() < 1e-12));
        assert_eq!(StretchSummary::of(&[], &pulled), StretchSummary::default());
    }
}
