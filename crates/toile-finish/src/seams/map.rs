//! Seam coordinates of triangles.

use super::look::SeamLook;
use super::parts::{SeamPart, SeamRun, seam_parts};
use super::passes::passes;
use crate::flat::{FlatCloth, FlatError, OnLine};
use glam::DVec2;
use rayon::prelude::*;
use toile_geom::bounds::Aabb;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;

/// What `r` is where there is no seam.
const MASKED: [f32; 3] = [0.0, 0.0, -1.0];

/// A triangle near a seam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeamTriangle {
    /// The triangle.
    pub triangle: u32,
    /// The number of the part of a seam.
    pub part: u32,
    /// `s`, `t` and `r` of each corner, in metres.
    pub corners: [[f64; 3]; 3],
}

/// The coordinates of all triangles near seams.
#[derive(Clone, Debug)]
pub struct SeamMap {
    parts: Vec<SeamPart>,
    passes: Vec<Vec<SeamTriangle>>,
    triangles: usize,
}

impl SeamMap {
    /// Finds the coordinates of cloth with some seams.
    ///
    /// # Errors
    /// If a seam goes where the mesh has no edge, or a measure is out of range.
    pub fn new(cloth: &FlatCloth, runs: &[SeamRun]) -> Result<Self, FlatError> {
        let parts = seam_parts(cloth, runs)?;
        let boxes: Vec<Aabb> =
            cloth.corners().iter().map(|places| places.iter().map(|p| p.extend(0.0)).collect()).collect();
        let tree = Bvh::new(&boxes);
        let band = |(n, part): (usize, &SeamPart)| {
            let look = &runs[part.run as usize].look;
            Band { cloth, part, number: n as u32, look }.triangles(&tree)
        };
        let bands: Vec<Vec<SeamTriangle>> = parts.par_iter().enumerate().map(band).collect();
        let numbers: Vec<Vec<u32>> =
            bands.iter().map(|band| band.iter().map(|near| near.triangle).collect()).collect();
        let pass = passes(&numbers);
        let mut passes = vec![Vec::new(); pass.iter().max().map_or(0, |&last| last + 1)];
        for (band, pass) in bands.into_iter().zip(pass) {
            passes[pass].extend(band);
        }
        for pass in &mut passes {
            pass.sort_by_key(|near: &SeamTriangle| near.triangle);
        }
        Ok(Self { parts, passes, triangles: cloth.triangles().len() })
    }

    /// The parts of all seams.
    pub fn parts(&self) -> &[SeamPart] {
        &self.parts
    }

    /// The triangles near seams, pass by pass, each in order: none is twice in a pass.
    pub fn passes(&self) -> &[Vec<SeamTriangle>] {
        &self.passes
    }

    /// The coordinates of a pass for all triangles, for a shader: where there is no seam, `r` is negative.
    pub fn coordinates(&self, pass: usize) -> Vec<[[f32; 3]; 3]> {
        let mut all = vec![[MASKED; 3]; self.triangles];
        for near in self.passes.get(pass).into_iter().flatten() {
            all[near.triangle as usize] = near.corners.map(|corner| corner.map(|x| x as f32));
        }
        all
    }
}

/// What lies near a part of a seam.
struct Band<'a> {
    cloth: &'a FlatCloth,
    part: &'a SeamPart,
    number: u32,
    look: &'a SeamLook,
}

impl Band<'_> {
    /// All triangles on which something of the seam is seen, in order.
    fn triangles(&self, tree: &Bvh) -> Vec<SeamTriangle> {
        let around: Aabb = self.part.line.points().iter().map(|p| p.extend(0.0)).collect();
        let mut near = Vec::new();
        tree.query(&around.inflated(self.look.width()), |t| {
            if self.cloth.pieces()[t as usize] == self.part.piece {
                near.push(t);
            }
        });
        near.sort_unstable();
        near.into_iter().filter_map(|t| self.near(t)).collect()
    }

    /// The coordinates of a triangle, unless it is too far away. A triangle that no edge of the line crosses is nearest to it at a corner of one of both.
    fn near(&self, triangle: u32) -> Option<SeamTriangle> {
        let places = self.cloth.corners()[triangle as usize];
        let on = places.map(|place| self.part.line.locate(place));
        let corners = places.map(|place| place.extend(0.0));
        let from_line = |p: &DVec2| point_triangle(p.extend(0.0), corners).distance_squared.sqrt();
        let distances = on.iter().map(|on| on.distance);
        let distance =
            distances.chain(self.part.line.points().iter().map(from_line)).fold(f64::INFINITY, f64::min);
        if distance > self.look.width() {
            return None;
        }
        let left = self.left(&on);
        let corners =
            [0, 1, 2].map(|n| [self.part.begin + on[n].along, on[n].across * self.part.inward, left[n]]);
        let is_seen = |axis: usize| corners.iter().any(|corner| corner[axis] > 0.0);
        (is_seen(1) && is_seen(2)).then_some(SeamTriangle { triangle, part: self.number, corners })
    }

    /// What is left until the end that is nearer: linear in each triangle, so that the seam stops exactly at its end. Only a triangle that reaches from
    /// one end to the other has the smaller of both, which is exact at its corners.
    fn left(&self, on: &[OnLine; 3]) -> [f64; 3] {
        let length = self.part.line.length();
        let ends = on.map(|on| [on.along, length - on.along]);
        let is_beyond = |end: usize| ends.iter().any(|left| left[end] < 0.0);
        let middle: f64 = on.iter().map(|on| on.along).sum::<f64>() / 3.0;
        match [is_beyond(0), is_beyond(1)] {
            [true, true] => ends.map(|left| left[0].min(left[1])),
            [true, false] => ends.map(|left| left[0]),
            [false, true] => ends.map(|left| left[1]),
            [false, false] => ends.map(|left| left[usize::from(middle > 0.5 * length)]),
        }
    }
}
