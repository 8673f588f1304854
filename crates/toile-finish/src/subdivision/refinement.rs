//! A mesh and what it becomes level by level.

use super::star::{Place, Star};
use super::{Blend, MarkedEdge, Marks, RefinementError, Stencils, SubdivisionSettings, masks};
use rayon::prelude::*;

/// The topology of a coarse mesh, refined; made once, and used for the positions of every frame.
#[derive(Clone, Debug)]
pub struct Refinement {
    triangles: Vec<[u32; 3]>,
    vertices: usize,
    marks: Marks,
    settings: SubdivisionSettings,
    levels: Vec<RefinementLevel>,
}

/// What a mesh becomes in one level.
#[derive(Clone, Debug)]
pub struct RefinementLevel {
    /// The fine triangles: triangle `t` before is `4 t` to `4 t + 3` now, the last in the middle.
    pub triangles: Vec<[u32; 3]>,
    /// The edges before, whose middles are the new vertices.
    pub split: Vec<[u32; 2]>,
    /// The marks: both halves of edges, and the same corners.
    pub marks: Marks,
    /// What each fine vertex is mixed from.
    pub stencils: Stencils,
}

impl Refinement {
    /// Refines the topology of a mesh with some vertices and marked edges.
    ///
    /// # Errors
    /// If a triangle names a vertex that is not there or one twice, a mark is of no edge or vertex, or the fine mesh would be too large.
    pub fn new(
        triangles: &[[u32; 3]],
        vertices: usize,
        marks: &Marks,
        settings: &SubdivisionSettings,
    ) -> Result<Self, RefinementError> {
        let too_large = RefinementError::TooLarge { levels: settings.levels, triangles: triangles.len() };
        // A fine mesh has at most three times as many edges as triangles, and each becomes a vertex.
        let most = u32::try_from(settings.levels)
            .ok()
            .and_then(|levels| 4_u64.checked_pow(levels)?.checked_mul(3 * triangles.len() as u64 + 1));
        if most.is_none_or(|most| most + vertices as u64 > u64::from(u32::MAX)) {
            return Err(too_large);
        }
        let mut levels: Vec<RefinementLevel> = Vec::with_capacity(settings.levels);
        let mut count = vertices;
        for _ in 0..settings.levels {
            let level = match levels.last() {
                None => RefinementLevel::new(triangles, count, marks, settings)?,
                Some(last) => RefinementLevel::new(&last.triangles, count, &last.marks, settings)?,
            };
            count = level.stencils.len();
            levels.push(level);
        }
        Ok(Self {
            triangles: triangles.to_vec(),
            vertices,
            marks: marks.clone(),
            settings: *settings,
            levels,
        })
    }

    /// Which vertices of the coarse mesh stay where they are in any scheme, since lines end or meet there.
    pub(super) fn fixed_vertices(&self) -> Vec<bool> {
        let Ok(star) = Star::new(&self.triangles, self.vertices, &self.marks, &self.settings) else {
            return vec![false; self.vertices];
        };
        (0..self.vertices as u32).map(|v| star.place(v) == Place::Corner).collect()
    }

    /// The triangles of the coarse mesh.
    pub fn coarse_triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// How many vertices the coarse mesh has.
    pub fn coarse_vertices(&self) -> usize {
        self.vertices
    }

    /// The marks of the coarse mesh.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// How it is refined.
    pub fn settings(&self) -> &SubdivisionSettings {
        &self.settings
    }

    /// All levels, the coarsest first.
    pub fn levels(&self) -> &[RefinementLevel] {
        &self.levels
    }

    /// The triangles of the finest level.
    pub fn triangles(&self) -> &[[u32; 3]] {
        self.levels.last().map_or(&self.triangles, |level| &level.triangles)
    }

    /// How many vertices the finest level has.
    pub fn vertices(&self) -> usize {
        self.levels.last().map_or(self.vertices, |level| level.stencils.len())
    }

    /// The coarse triangle that a triangle of the finest level is part of.
    pub fn origin(&self, fine_triangle: usize) -> usize {
        fine_triangle >> (2 * self.levels.len())
    }

    /// The values of the finest vertices by the scheme, from those of the coarse ones.
    ///
    /// # Errors
    /// If there is not one value for each coarse vertex.
    pub fn refine<T: Blend>(&self, coarse: &[T]) -> Result<Vec<T>, RefinementError> {
        if coarse.len() != self.vertices {
            return Err(RefinementError::Length { expected: self.vertices, found: coarse.len() });
        }
        let mut values = coarse.to_vec();
        for level in &self.levels {
            let mut fine = vec![T::default(); level.stencils.len()];
            level.place(&values, &mut fine);
            values = fine;
        }
        Ok(values)
    }
}

impl RefinementLevel {
    fn new(
        triangles: &[[u32; 3]],
        vertices: usize,
        marks: &Marks,
        settings: &SubdivisionSettings,
    ) -> Result<Self, RefinementError> {
        let star = Star::new(triangles, vertices, marks, settings)?;
        let stencils = masks::stencils(&star, vertices, settings);
        let middle = |edge: u32| vertices as u32 + edge;
        let split_in_four = |(&[a, b, c], &edges): (&[u32; 3], &[u32; 3])| {
            let [ab, bc, ca] = edges.map(middle);
            [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        };
        let halves = |marked: &MarkedEdge| {
            let [a, b] = marked.edge;
            let edge = super::star::edge_between(&star.topology, marked.edge)?;
            let between = middle(edge as u32);
            Some([[a, between], [between, b]].map(|edge| MarkedEdge { edge, mark: marked.mark }))
        };
        let marks = Marks {
            edges: marks.edges.iter().filter_map(halves).flatten().collect(),
            corners: marks.corners.clone(),
        };
        Ok(Self {
            triangles: triangles.iter().zip(&star.topology.triangle_edges).flat_map(split_in_four).collect(),
            marks,
            stencils,
            split: star.topology.edges,
        })
    }

    /// How many vertices there were before.
    pub fn vertices_before(&self) -> usize {
        self.stencils.len() - self.split.len()
    }

    /// Where the scheme places the fine vertices. Does nothing unless there is one value for each vertex before, and one place for each now.
    pub fn place<T: Blend>(&self, before: &[T], fine: &mut [T]) {
        if before.len() == self.vertices_before() && fine.len() == self.stencils.len() {
            self.stencils.mix(before, fine);
        }
    }

    /// Where the fine vertices are on the mesh as it was: new ones in the middles of edges. Does nothing if lengths do not fit, as above.
    pub fn place_on_coarse<T: Blend>(&self, before: &[T], fine: &mut [T]) {
        if before.len() != self.vertices_before() || fine.len() != self.stencils.len() {
            return;
        }
        let (even, odd) = fine.split_at_mut(before.len());
        even.copy_from_slice(before);
        odd.par_iter_mut().with_min_len(1024).zip(&self.split).for_each(|(place, &[a, b])| {
            *place = before[a as usize].middle(before[b as usize]);
        });
    }
}
