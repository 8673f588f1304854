//! Trims that ride on cloth.

use super::solids::{TrimMesh, TrimPart};
use crate::flat::{ClothSpot, FlatCloth, FlatError, SpotFrame, check_length};
use glam::{DVec2, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;

/// A place on an edge of the mesh, which a trim looks along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineSpot {
    /// The vertices of the edge.
    pub ends: [u32; 2],
    /// How far from the first to the second, from 0 to 1.
    pub part: f64,
}

impl LineSpot {
    /// The same place, looking back.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { ends: [self.ends[1], self.ends[0]], part: 1.0 - self.part }
    }

    fn mix(&self, values: &[DVec3]) -> DVec3 {
        let [a, b] = self.values(values);
        a.lerp(b, self.part)
    }

    fn values(&self, values: &[DVec3]) -> [DVec3; 2] {
        self.ends.map(|v| values.get(v as usize).copied().unwrap_or_default())
    }

    fn way(&self, positions: &[DVec3]) -> DVec3 {
        let [a, b] = self.values(positions);
        b - a
    }
}

/// What a trim is fastened to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrimAnchor {
    /// A spot on the cloth, and what direction of the pattern it looks along.
    Spot(ClothSpot, DVec2),
    /// An edge of the mesh: the trim is fastened to the edge itself, in the middle of its thickness.
    Line(LineSpot),
    /// The middle between two edges, along the first: sliders.
    Between([LineSpot; 2]),
}

/// A trim and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrimPlace {
    /// The number of its mesh.
    pub mesh: usize,
    /// What it is fastened to.
    pub anchor: TrimAnchor,
}

/// Trims on cloth: made once, placed each frame.
#[derive(Clone, Debug)]
pub struct Trims {
    cloth: FlatCloth,
    places: Vec<TrimPlace>,
    frames: Vec<SpotFrame>,
    /// Each vertex's trim, and where it is in the mesh of that.
    vertices: Vec<(u32, DVec3)>,
    parts: Vec<TrimPart>,
    trim: Vec<u32>,
    mesh: TriMesh,
}

impl Trims {
    /// Fastens trims to cloth.
    ///
    /// # Errors
    /// If a trim has no mesh, or is fastened to what is not there.
    pub fn new(cloth: &FlatCloth, meshes: &[TrimMesh], places: &[TrimPlace]) -> Result<Self, FlatError> {
        let frame = SpotFrame::new(DVec3::ZERO, DVec3::Y, DVec3::X);
        let mut trims = Self {
            cloth: cloth.clone(),
            places: places.to_vec(),
            frames: vec![frame; places.len()],
            vertices: Vec::new(),
            parts: Vec::new(),
            trim: Vec::new(),
            mesh: TriMesh::default(),
        };
        for (n, place) in places.iter().enumerate() {
            let vertices: &[u32] = match &place.anchor {
                TrimAnchor::Spot(spot, _) => &spot.vertices,
                TrimAnchor::Line(spot) => &spot.ends,
                TrimAnchor::Between(spots) => &[spots[0].ends, spots[1].ends].concat(),
            };
            if vertices.iter().any(|&v| v as usize >= cloth.vertices()) {
                return Err(FlatError::Number { what: "a vertex of the place of trim", index: n });
            }
            let found = meshes.len();
            let missing =
                FlatError::Length { what: "meshes of trims", expected: place.mesh.saturating_add(1), found };
            let TrimMesh { mesh, parts } = meshes.get(place.mesh).ok_or(missing)?;
            let base = trims.vertices.len() as u32;
            trims.vertices.extend(mesh.positions.iter().map(|&p| (n as u32, p)));
            trims.mesh.triangles.extend(mesh.triangles.iter().map(|t| t.map(|v| v + base)));
            trims.parts.extend(parts);
            trims.trim.extend(parts.iter().map(|_| n as u32));
        }
        trims.mesh.positions = trims.vertices.iter().map(|vertex| vertex.1).collect();
        Ok(trims)
    }

    /// The trims where they were placed last.
    pub fn mesh(&self) -> &TriMesh {
        &self.mesh
    }

    /// What each triangle is made of.
    pub fn parts(&self) -> &[TrimPart] {
        &self.parts
    }

    /// The number of each triangle's trim.
    pub fn trim(&self) -> &[u32] {
        &self.trim
    }

    /// Where each trim is.
    pub fn frames(&self) -> &[SpotFrame] {
        &self.frames
    }

    /// Moves the trims to where the cloth is. What lies on a spot lies as high as the cloth's outer side, if heights are given
    /// ([`ThickCloth::heights`](crate::thickness::ThickCloth::heights)); what is fastened to spots of negative height lies on the inner side, upside down.
    /// Takes no memory.
    ///
    /// # Errors
    /// If there is not one position, normal and, if any, height for each vertex of the cloth.
    pub fn place(
        &mut self,
        positions: &[DVec3],
        normals: &[DVec3],
        heights: &[[f64; 2]],
    ) -> Result<(), FlatError> {
        let expected = self.cloth.vertices();
        check_length("positions", expected, positions.len())?;
        check_length("normals", expected, normals.len())?;
        if !heights.is_empty() {
            check_length("heights", expected, heights.len())?;
        }
        let cloth = &self.cloth;
        for (frame, place) in self.frames.iter_mut().zip(&self.places) {
            *frame = match place.anchor {
                TrimAnchor::Spot(spot, direction) => {
                    let side = usize::from(spot.height.is_sign_negative());
                    let spot = spot.lifted(heights);
                    let frame = spot.frame(cloth, direction, positions, normals);
                    let up = if side == 1 { -frame.normal } else { frame.normal };
                    SpotFrame { normal: up, ..frame }
                }
                TrimAnchor::Line(spot) => {
                    SpotFrame::new(spot.mix(positions), spot.mix(normals), spot.way(positions))
                }
                TrimAnchor::Between([a, b]) => SpotFrame::new(
                    a.mix(positions).midpoint(b.mix(positions)),
                    a.mix(normals) + b.mix(normals),
                    a.way(positions),
                ),
            };
        }
        let frames = &self.frames;
        self.mesh
            .positions
            .par_iter_mut()
            .with_min_len(1024)
            .zip(&self.vertices)
            .for_each(|(position, &(trim, point))| *position = frames[trim as usize].lay(point));
        Ok(())
    }
}
