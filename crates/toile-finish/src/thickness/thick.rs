//! Cloth with a thickness: made once, placed each frame.

use super::cut::CutCloth;
use super::rim::{Column, Skin};
use super::room::Near;
use super::settings::{HemEdge, ThickSettings, Thickness};
use super::sheets::{SheetVertex, Sheets};
use crate::flat::{FlatCloth, FlatError, check_length};
use glam::{DVec2, DVec3};
use rayon::prelude::*;
use std::f64::consts::PI;
use toile_geom::TriMesh;

toile_geom::named_enum! {
    /// What a triangle of a thick mesh is part of.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ThickPart: name {
        /// The side that normals point away from the cloth on.
        Outer = "outer",
        /// The other side.
        Inner = "inner",
        /// The other side where cloth is folded in.
        Hem = "hem",
        /// What goes around a free edge.
        Rim = "rim",
        /// A wall where the thickness changes.
        Step = "step",
    }
}

/// Cloth with a thickness.
#[derive(Clone, Debug)]
pub struct ThickCloth {
    pub(super) settings: ThickSettings,
    pub(super) cloth: FlatCloth,
    pub(super) parents: Vec<([u32; 2], f64)>,
    pub(super) sheet: Vec<SheetVertex>,
    columns: Vec<Column>,
    parts: Vec<ThickPart>,
    origin: Vec<u32>,
    corners: Vec<[DVec2; 3]>,
    /// How far the cloth's vertices reach off the cloth, on the outer and the inner side, in metres.
    pub(super) reach: Vec<[f64; 2]>,
    /// The part of that for which there is room.
    pub(super) room: Vec<[f64; 2]>,
    normals: Vec<DVec3>,
    /// Places and normals of the vertices of the cut cloth.
    cut: Vec<(DVec3, DVec3)>,
    pub(super) mesh: TriMesh,
    pub(super) near: Near,
}

impl ThickCloth {
    /// Prepares for frames of a cloth with some hemmed edges.
    ///
    /// # Errors
    /// If a thickness, depth or setting is out of range, or a hem is no free edge.
    pub fn new(
        cloth: &FlatCloth,
        thickness: &Thickness,
        hems: &[HemEdge],
        settings: &ThickSettings,
    ) -> Result<Self, FlatError> {
        thickness.check(cloth)?;
        settings.check()?;
        let cut = CutCloth::new(cloth, hems)?;
        let sheets = Sheets::new(&cut, thickness, settings.cover);
        let skin = Skin::new(&cut, &sheets, settings.segments);
        let mut reach = vec![[0.0_f64; 2]; cloth.vertices()];
        for vertex in &sheets.vertices {
            for v in cut.parents[vertex.vertex as usize].0 {
                let reach = &mut reach[v as usize][usize::from(vertex.side)];
                *reach = reach.max(vertex.offset.abs());
            }
        }
        let positions = vec![DVec3::ZERO; skin.vertices()];
        Ok(Self {
            settings: *settings,
            cloth: cloth.clone(),
            cut: vec![(DVec3::ZERO, DVec3::ZERO); cut.parents.len()],
            parents: cut.parents,
            sheet: sheets.vertices,
            columns: skin.columns,
            parts: skin.parts,
            origin: skin.origin,
            corners: skin.corners,
            room: vec![[1.0; 2]; reach.len()],
            normals: vec![DVec3::ZERO; reach.len()],
            reach,
            mesh: TriMesh { positions, triangles: skin.triangles },
            near: Near::default(),
        })
    }

    /// The thick mesh as it was placed last.
    pub fn mesh(&self) -> &TriMesh {
        &self.mesh
    }

    /// What each triangle is part of.
    pub fn parts(&self) -> &[ThickPart] {
        &self.parts
    }

    /// The triangle of the cloth that each belongs to.
    pub fn origin(&self) -> &[u32] {
        &self.origin
    }

    /// The places of each triangle's corners in the pattern, in metres. They go on over rims and into hems.
    pub fn corners(&self) -> &[[DVec2; 3]] {
        &self.corners
    }

    /// How far the cloth's vertices reach off the cloth on the outer and on the inner side in the last frame, in metres: what lies on the cloth lies so high.
    pub fn heights(&self) -> Vec<[f64; 2]> {
        self.reach
            .iter()
            .zip(&self.room)
            .map(|(reach, room)| [0, 1].map(|side| reach[side] * room[side]))
            .collect()
    }

    /// Moves the mesh to where the cloth is, as thick as there was room for in the last frame that was finished: at first the full thickness. Takes no
    /// memory.
    ///
    /// # Errors
    /// If there is not one position for each vertex of the cloth, or one is no number.
    pub fn place(&mut self, positions: &[DVec3]) -> Result<(), FlatError> {
        check_length("positions", self.cloth.vertices(), positions.len())?;
        if let Some(index) = positions.iter().position(|p| !p.is_finite()) {
            return Err(FlatError::Number { what: "the position of vertex", index });
        }
        self.set_normals(positions);
        self.set_positions(positions);
        Ok(())
    }

    /// The normals of the last frame, one for each vertex of the cloth.
    pub fn normals(&self) -> &[DVec3] {
        &self.normals
    }

    /// The mean of the triangles' normals at each vertex, weighted by area.
    fn set_normals(&mut self, positions: &[DVec3]) {
        let (cloth, normals) = (&self.cloth, &mut self.normals);
        normals.par_iter_mut().with_min_len(1024).enumerate().for_each(|(v, normal)| {
            let area = |&t: &u32| {
                let [a, b, c] = cloth.triangles()[t as usize].map(|v| positions[v as usize]);
                (b - a).cross(c - a)
            };
            *normal =
                cloth.topology().vertex_triangles.row(v).iter().map(area).sum::<DVec3>().normalize_or_zero();
        });
    }

    /// Vertices of the sides lie off the cloth, those of rims on half ellipses between them.
    pub(super) fn set_positions(&mut self, positions: &[DVec3]) {
        let Self { parents, normals, cut, sheet, room, columns, mesh, settings, .. } = self;
        cut.par_iter_mut().with_min_len(1024).zip(&*parents).for_each(|(at, &([a, b], part))| {
            let mix = |values: &[DVec3]| values[a as usize].lerp(values[b as usize], part);
            *at = (mix(positions), mix(normals).normalize_or_zero());
        });
        let (sides, rims) = mesh.positions.split_at_mut(sheet.len());
        sides.par_iter_mut().with_min_len(1024).zip(&*sheet).for_each(|(place, vertex)| {
            let ([a, b], part) = parents[vertex.vertex as usize];
            let [from, to] = [a, b].map(|v| room[v as usize][usize::from(vertex.side)]);
            let (on, normal) = cut[vertex.vertex as usize];
            *place = on + normal * (vertex.offset * (from + (to - from) * part));
        });
        let between = settings.segments - 1;
        if between == 0 {
            return;
        }
        rims.par_chunks_mut(between).with_min_len(256).zip(&*columns).for_each(|(places, column)| {
            let [outer, inner] = column.ends.map(|v| sides[v as usize]);
            let vertex = sheet[column.ends[0] as usize].vertex;
            let (on, normal) = cut[vertex as usize];
            let [before, after] = column.around.map(|v| cut[v as usize].0);
            let along = (on - before).normalize_or_zero() + (after - on).normalize_or_zero();
            let (middle, half) = (outer.midpoint(inner), 0.5 * (outer - inner));
            let out =
                along.cross(normal).normalize_or_zero() * (settings.roundness * stands_out(half.length()));
            for (i, place) in places.iter_mut().enumerate() {
                let (sin, cos) = (PI * (i + 1) as f64 / settings.segments as f64).sin_cos();
                *place = middle + half * cos + out * sin;
            }
        });
    }
}

/// How far a rim stands out that is half so high, in metres.
///
/// Where a hem ends, a high and a low rim begin in the same point. If one were only the other enlarged, that point and two others would lie on one line.
/// Higher rims are therefore a little rounder.
fn stands_out(half: f64) -> f64 {
    half * (half / 0.001).powf(0.1)
}
