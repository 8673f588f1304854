//! Texture coordinates: each corner of a triangle has its own, so that both sides of a seam keep theirs.

use super::{MarkedEdge, Marks, Refinement, RefinementError};
use glam::DVec2;
use std::collections::BTreeMap;

toile_geom::named_enum! {
    /// How texture coordinates of fine corners are found.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum TextureRule: name, named "rule for texture coordinates" {
        /// Linearly within each coarse triangle: exact for flat pieces, whose coordinates are their places.
        #[default]
        Linear = "linear",
        /// By the scheme within each part that has continuous coordinates: prints flow as smoothly as the surface does.
        Scheme = "scheme",
    }
}

/// Refines texture coordinates that stand at corners; made once a mesh.
#[derive(Clone, Debug)]
pub struct TextureRefinement {
    coarse: usize,
    levels: usize,
    by_scheme: Option<Parts>,
}

/// The mesh cut open where coordinates are not continuous.
#[derive(Clone, Debug)]
struct Parts {
    /// The texture vertex of each corner of each coarse triangle.
    corners: Vec<[u32; 3]>,
    count: usize,
    refinement: Refinement,
}

impl TextureRefinement {
    /// Prepares for coordinates that are continuous where these are: two corners at a vertex belong together if they are equal here.
    ///
    /// # Errors
    /// If there are not three coordinates for each triangle.
    pub fn new(
        refinement: &Refinement,
        corners: &[[DVec2; 3]],
        rule: TextureRule,
    ) -> Result<Self, RefinementError> {
        let (triangles, levels) = (refinement.coarse_triangles(), refinement.levels().len());
        check_length(triangles.len(), corners.len())?;
        let by_scheme = match rule {
            TextureRule::Linear => None,
            TextureRule::Scheme => Some(Parts::new(refinement, corners)?),
        };
        Ok(Self { coarse: triangles.len(), levels, by_scheme })
    }

    /// The coordinates of all corners of the finest triangles.
    ///
    /// # Errors
    /// If there are not three coordinates for each coarse triangle.
    pub fn refine(&self, corners: &[[DVec2; 3]]) -> Result<Vec<[DVec2; 3]>, RefinementError> {
        check_length(self.coarse, corners.len())?;
        match &self.by_scheme {
            None => Ok((0..self.levels).fold(corners.to_vec(), |corners, _| in_four(&corners))),
            Some(parts) => parts.refine(corners),
        }
    }
}

impl Parts {
    fn new(refinement: &Refinement, corners: &[[DVec2; 3]]) -> Result<Self, RefinementError> {
        let mut numbers: BTreeMap<(u32, [u64; 2]), u32> = BTreeMap::new();
        let mut texture_corners = Vec::with_capacity(corners.len());
        for (triangle, places) in refinement.coarse_triangles().iter().zip(corners) {
            let number = |i: usize| {
                // Equal numbers have equal bits once zero has no sign.
                let key = (triangle[i], (places[i] + DVec2::ZERO).to_array().map(f64::to_bits));
                let next = numbers.len() as u32;
                *numbers.entry(key).or_insert(next)
            };
            texture_corners.push([0, 1, 2].map(number));
        }
        let count = numbers.len();
        let marks = cut_marks(refinement, &texture_corners);
        let refinement = Refinement::new(&texture_corners, count, &marks, refinement.settings())?;
        Ok(Self { corners: texture_corners, count, refinement })
    }

    fn refine(&self, corners: &[[DVec2; 3]]) -> Result<Vec<[DVec2; 3]>, RefinementError> {
        let mut coarse = vec![DVec2::ZERO; self.count];
        for (numbers, places) in self.corners.iter().zip(corners) {
            for (&number, &place) in numbers.iter().zip(places) {
                coarse[number as usize] = place;
            }
        }
        let fine = self.refinement.refine(&coarse)?;
        Ok(self.refinement.triangles().iter().map(|t| t.map(|v| fine[v as usize])).collect())
    }
}

/// The marks of the mesh that is cut open: those of the mesh, and a corner wherever that has one, so that borders of the parts become what
/// the lines of the mesh do.
fn cut_marks(refinement: &Refinement, texture_corners: &[[u32; 3]]) -> Marks {
    let mut by_vertices = BTreeMap::new();
    let mut corners = Vec::new();
    let kept = refinement.fixed_vertices();
    for (triangle, texture) in refinement.coarse_triangles().iter().zip(texture_corners) {
        for i in 0..3 {
            let j = (i + 1) % 3;
            by_vertices.insert([triangle[i], triangle[j]], [texture[i], texture[j]]);
            if kept[triangle[i] as usize] {
                corners.push(texture[i]);
            }
        }
    }
    let find = |&[a, b]: &[u32; 2]| by_vertices.get(&[a, b]).or_else(|| by_vertices.get(&[b, a]));
    let marks = refinement.marks().edges.iter();
    let edges = marks.filter_map(|m| Some(MarkedEdge { edge: *find(&m.edge)?, mark: m.mark })).collect();
    Marks { edges, corners }
}

/// The corners of four triangles for each one, in the order of the fine triangles.
pub(crate) fn in_four(corners: &[[DVec2; 3]]) -> Vec<[DVec2; 3]> {
    let split = |&[a, b, c]: &[DVec2; 3]| {
        let [ab, bc, ca] = [a.midpoint(b), b.midpoint(c), c.midpoint(a)];
        [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
    };
    corners.iter().flat_map(split).collect()
}

fn check_length(expected: usize, found: usize) -> Result<(), RefinementError> {
    if expected == found { Ok(()) } else { Err(RefinementError::Length { expected, found }) }
}
