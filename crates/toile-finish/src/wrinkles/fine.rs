//! Wrinkles at the vertices of a refined mesh.

use super::Wrinkles;
use crate::free::{FreeLevelReport, FreeSettings, Obstacles, PullBack};
use crate::subdivision::{Refinement, RefinementError};
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;

/// Heights of wrinkles over the vertices of a refined mesh, and the mesh moved by them.
#[derive(Clone, Debug)]
pub struct FineWrinkles {
    /// The height of each layer at each fine vertex. Where a seam is, the mean of both sides, so that it stays closed.
    layers: Vec<Vec<f32>>,
    heights: Vec<f64>,
    /// How much of a layer there is, at the vertices of each level.
    amounts: Vec<Vec<f64>>,
    pull_back: PullBack,
}

impl FineWrinkles {
    /// Prepares for frames. Wrinkles and refinement are those of the same mesh.
    ///
    /// # Errors
    /// If they are not.
    pub fn new(wrinkles: &Wrinkles, refinement: &Refinement) -> Result<Self, RefinementError> {
        let (expected, found) = (refinement.coarse_triangles(), wrinkles.triangles());
        if expected != found {
            return Err(RefinementError::Length { expected: expected.len(), found: found.len() });
        }
        let triangles = refinement.triangles();
        let mut places = wrinkles.rest().to_vec();
        for _ in refinement.levels() {
            places = crate::subdivision::in_four(&places);
        }
        let vertices = refinement.vertices();
        let mut counts = vec![0_u32; vertices];
        triangles.as_flattened().iter().for_each(|&v| counts[v as usize] += 1);
        let mut layers = vec![vec![0.0_f32; vertices]; wrinkles.layers.len()];
        for (triangle, places) in triangles.iter().zip(&places) {
            for (&v, &place) in triangle.iter().zip(places) {
                let share = 1.0 / f64::from(counts[v as usize]);
                for (layer, (height, _)) in layers.iter_mut().zip(wrinkles.layers.at(place)) {
                    layer[v as usize] += (share * height) as f32;
                }
            }
        }
        let levels = refinement.levels();
        Ok(Self {
            layers,
            heights: vec![0.0; vertices],
            amounts: levels.iter().map(|level| vec![0.0; level.stencils.len()]).collect(),
            pull_back: match levels.split_last() {
                Some((last, before)) => {
                    let before =
                        before.last().map_or(refinement.coarse_triangles(), |level| &level.triangles);
                    PullBack::of_level(before, last)
                }
                None => PullBack::of_mesh(triangles, vertices),
            },
        })
    }

    /// How high wrinkles are over each fine vertex in the frame that was followed last, in metres.
    pub fn heights(&mut self, wrinkles: &Wrinkles, refinement: &Refinement) -> &[f64] {
        let Self { layers, heights, amounts, .. } = self;
        heights.fill(0.0);
        for (n, layer) in layers.iter().enumerate() {
            let mut before = wrinkles.of_layer(n);
            for (level, amounts) in refinement.levels().iter().zip(amounts.iter_mut()) {
                level.place_on_coarse(before, amounts);
                before = amounts;
            }
            let size = wrinkles.settings().height;
            heights
                .par_iter_mut()
                .with_min_len(1024)
                .zip(before)
                .zip(layer)
                .for_each(|((height, amount), layer)| *height += size * amount * f64::from(*layer));
        }
        heights
    }

    /// Raises the wrinkles of the frame that was followed last over a fine mesh, along its normals, free of collisions.
    ///
    /// # Errors
    /// If there is not one position for each fine vertex, or a vertex is nowhere.
    pub fn raise(
        &mut self,
        wrinkles: &Wrinkles,
        refinement: &Refinement,
        fine: &mut Vec<DVec3>,
        around: &Obstacles,
        settings: &FreeSettings,
    ) -> Result<FreeLevelReport, RefinementError> {
        let (expected, found) = (refinement.vertices(), fine.len());
        if expected != found {
            return Err(RefinementError::Length { expected, found });
        }
        self.heights(wrinkles, refinement);
        let mesh = TriMesh { positions: std::mem::take(fine), triangles: refinement.triangles().to_vec() };
        let normals = mesh.vertex_normals();
        let raised = mesh.positions.par_iter().zip(&normals).zip(&self.heights).map(|((p, n), h)| p + *h * n);
        *fine = raised.collect();
        self.pull_back.hold(&mesh.positions, fine, around, settings)
    }
}
