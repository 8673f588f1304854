//! Where the thick mesh is in the pattern: prints go around rims and into hems.

use super::cut::CutCloth;
use super::sheets::{INNER, OUTER, Sheets};
use glam::DVec2;
use std::f64::consts::PI;

/// What places are computed from.
pub(super) struct Texture<'a> {
    pub(super) cut: &'a CutCloth,
    pub(super) sheets: &'a Sheets,
}

impl Texture<'_> {
    fn offset(&self, vertex: u32) -> f64 {
        self.sheets.vertices[vertex as usize].offset
    }

    /// Half of how thick the cloth is between two vertices of its sides.
    fn half(&self, [outer, inner]: [u32; 2]) -> f64 {
        0.5 * (self.offset(outer) - self.offset(inner))
    }

    /// The place of a corner on the inner side. That of a hem is cloth folded in: it goes on beyond the edge, after the way around the fold.
    pub(super) fn inside(&self, triangle: usize, corner: usize) -> DVec2 {
        let place = self.cut.cloth.corners()[triangle][corner];
        let Some(hem) = self.cut.lines.get(self.cut.hem[triangle] as usize) else { return place };
        let on = hem.line.locate(place);
        let ends = [on.edge, on.edge + 1].map(|n| hem.line.points()[n]);
        let out = (ends[1] - ends[0]).normalize_or_zero().perp() * hem.outward;
        let half = self.half([OUTER, INNER].map(|side| self.sheets.corners[side][triangle][corner]));
        on.foot + (on.foot - place) + out * PI * half
    }

    /// What points out of a triangle over one of its edges, in the pattern.
    fn out(&self, triangle: u32, ends: [u32; 2]) -> DVec2 {
        let [a, b] = ends.map(|v| self.cut.cloth.place(triangle, v).unwrap_or_default());
        (b - a).normalize_or_zero().perp() * -self.cut.cloth.handedness(triangle)
    }

    /// The place of a part of the way around a rim, at an end of an edge. Rims of hems go on into the hem; others turn back half-way, since the inner side
    /// is the back of the same place.
    pub(super) fn rim(
        &self,
        triangle: u32,
        ends: [u32; 2],
        end: usize,
        column: [u32; 2],
        part: f64,
    ) -> DVec2 {
        let place = self.cut.cloth.place(triangle, ends[end]).unwrap_or_default();
        let is_hem = self.cut.layers(triangle as usize) > 1;
        let part = if is_hem { part } else { part.min(1.0 - part) };
        place + self.out(triangle, ends) * (PI * self.half(column) * part)
    }

    /// The places of a wall around its four vertices, the first two of which belong to the triangle: it stands on the edge.
    pub(super) fn wall(&self, triangle: u32, ends: [u32; 2], round: [u32; 4]) -> [DVec2; 4] {
        let [a, b] = ends.map(|v| self.cut.cloth.place(triangle, v).unwrap_or_default());
        let out = self.out(triangle, ends);
        let [at, bt, bu, au] = round.map(|v| self.offset(v));
        [a, b, b + out * (bt - bu).abs(), a + out * (at - au).abs()]
    }
}
