//! The finished cloth of an outfit, for one frame after another.

use super::level::FinishLevel;
use super::pattern_marks::pattern_marks;
use glam::{DVec2, DVec3};
use std::ops::Range;
use toile_dress::Outfit;
use toile_finish::free::{CollisionFree, FreeSettings};
use toile_finish::subdivision::{
    Marks, Refinement, RefinementError, SubdivisionSettings, TextureRefinement, TextureRule,
};
use toile_finish::wrinkles::{FineWrinkles, WrinkleSettings, Wrinkles};
use toile_geom::TriMesh;
use toile_io::{CornerAttribute, Group, NormalSplit, PolyMesh};

/// The finished cloth of all garments of an outfit. They are finished together, so that none passes through another.
#[derive(Clone, Debug)]
pub struct Finishing {
    level: FinishLevel,
    free: CollisionFree,
    folds: Option<Folds>,
    garments: Vec<GarmentRange>,
    /// The finest positions of the last frame.
    positions: Vec<DVec3>,
    intersections: usize,
}

/// Fine folds, and what they are raised from.
#[derive(Clone, Debug)]
struct Folds {
    wrinkles: Wrinkles,
    fine: FineWrinkles,
}

/// What a garment has of the joint mesh.
#[derive(Clone, Debug)]
struct GarmentRange {
    triangles: Range<usize>,
    fine_triangles: Range<usize>,
    /// The number in the joint mesh of each of its fine vertices.
    vertices: Vec<u32>,
    /// Its fine triangles by its own vertices.
    own_triangles: Vec<[u32; 3]>,
}

impl Finishing {
    /// Finishes an outfit as it hangs.
    ///
    /// # Errors
    /// If its cloth is no surface that can be refined.
    pub fn of_outfit(outfit: &Outfit, level: FinishLevel) -> Result<Self, RefinementError> {
        let mut finishing = Self::new(outfit, level)?;
        let positions: Vec<DVec3> =
            outfit.garments.iter().flat_map(|garment| &garment.cloth.state.positions).copied().collect();
        finishing.follow(&positions, outfit.wearer.mesh())?;
        Ok(finishing)
    }

    /// Prepares for the frames of an outfit.
    ///
    /// # Errors
    /// If its cloth is no surface that can be refined.
    pub fn new(outfit: &Outfit, level: FinishLevel) -> Result<Self, RefinementError> {
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        let mut rest: Vec<[DVec2; 3]> = Vec::new();
        let mut marks = Marks::default();
        let mut ranges = Vec::new();
        let mut vertices = 0;
        for garment in &outfit.garments {
            let (first, cloth) = (vertices as u32, &garment.cloth);
            let start = triangles.len();
            triangles.extend(cloth.triangles.iter().map(|triangle| triangle.map(|v| v + first)));
            rest.extend(&cloth.rest.corners);
            let own = pattern_marks(garment, first);
            marks.edges.extend(own.edges);
            marks.corners.extend(own.corners);
            ranges.push(start..triangles.len());
            vertices += cloth.vertex_count();
        }
        let levels = if level == FinishLevel::None { 0 } else { SubdivisionSettings::default().levels };
        let settings = SubdivisionSettings { levels, ..SubdivisionSettings::default() };
        let refinement = Refinement::new(&triangles, vertices, &marks, &settings)?;
        let folds = match level {
            FinishLevel::Fine => Some(Folds::new(&refinement, &rest)?),
            FinishLevel::None | FinishLevel::Smooth => None,
        };
        let garments = ranges.into_iter().map(|range| GarmentRange::new(range, &refinement)).collect();
        let free = CollisionFree::new(refinement, FreeSettings::default());
        Ok(Self { level, free, folds, garments, positions: Vec::new(), intersections: 0 })
    }

    /// Finishes a frame: where all garments are, one after the other, and the body.
    ///
    /// # Errors
    /// If these are not the vertices of the outfit, or one is nowhere.
    pub fn follow(&mut self, coarse: &[DVec3], body: &TriMesh) -> Result<(), RefinementError> {
        let report = self.free.finish(coarse, &[body])?;
        self.intersections = report.intersections();
        self.positions.clear();
        self.positions.extend_from_slice(if report.levels.is_empty() {
            coarse
        } else {
            self.free.positions()
        });
        if let Some(folds) = &mut self.folds {
            folds.wrinkles.follow(coarse)?;
            let (refinement, around) = (self.free.refinement(), self.free.obstacles());
            let raised = folds.fine.raise(
                &folds.wrinkles,
                refinement,
                &mut self.positions,
                around,
                &FreeSettings::default(),
            )?;
            self.intersections = raised.intersections;
        }
        Ok(())
    }

    /// How much is done.
    pub fn level(&self) -> FinishLevel {
        self.level
    }

    /// How many triangles the finished cloth has.
    pub fn triangle_count(&self) -> usize {
        self.free.refinement().triangles().len()
    }

    /// How many pairs of triangles of the last frame pass through each other or through the body: none if the simulated cloth passes through nothing.
    pub fn intersections(&self) -> usize {
        self.intersections
    }

    /// The finished mesh of a garment in the last frame.
    pub fn mesh(&self, garment: usize) -> TriMesh {
        let range = &self.garments[garment];
        let positions = range.vertices.iter().map(|&v| self.positions[v as usize]).collect();
        TriMesh { positions, triangles: range.own_triangles.clone() }
    }

    /// The finished mesh of a garment with what its simulated mesh has for other programs: groups and texture coordinates; its normals are made anew.
    ///
    /// # Errors
    /// If `coarse` is not the mesh of that garment.
    pub fn dressed_up(&self, garment: usize, coarse: &PolyMesh) -> Result<PolyMesh, RefinementError> {
        let range = &self.garments[garment];
        let children = (range.fine_triangles.len() / range.triangles.len().max(1)) as u32;
        let mut mesh = PolyMesh::from(self.mesh(garment));
        for set in &coarse.uv_sets {
            mesh.uv_sets.push(self.texture(range, set)?);
        }
        let finer = |group: &Group| Group {
            faces: group.faces.start * children..group.faces.end * children,
            ..group.clone()
        };
        mesh.groups = coarse.groups.iter().map(finer).collect();
        Ok(mesh.with_smooth_normals(NormalSplit::Nowhere))
    }

    /// Texture coordinates of the fine corners of a garment: linear within its coarse triangles.
    fn texture(
        &self,
        range: &GarmentRange,
        coarse: &CornerAttribute<DVec2>,
    ) -> Result<CornerAttribute<DVec2>, RefinementError> {
        let refinement = self.free.refinement();
        let mut corners = vec![[DVec2::ZERO; 3]; refinement.coarse_triangles().len()];
        for (triangle, own) in corners[range.triangles.clone()].iter_mut().enumerate() {
            *own = [0, 1, 2].map(|corner| coarse.value(3 * triangle + corner).unwrap_or_default());
        }
        let fine = TextureRefinement::new(refinement, &corners, TextureRule::Linear)?.refine(&corners)?;
        let values = fine[range.fine_triangles.clone()].as_flattened().to_vec();
        Ok(CornerAttribute { indices: (0..values.len() as u32).collect(), values })
    }
}

impl Folds {
    fn new(refinement: &Refinement, rest: &[[DVec2; 3]]) -> Result<Self, RefinementError> {
        let settings = WrinkleSettings::default();
        let wrinkles =
            Wrinkles::new(refinement.coarse_triangles(), refinement.coarse_vertices(), rest, &settings)?;
        Ok(Self { fine: FineWrinkles::new(&wrinkles, refinement)?, wrinkles })
    }
}

impl GarmentRange {
    fn new(triangles: Range<usize>, refinement: &Refinement) -> Self {
        let children = refinement.triangles().len() / refinement.coarse_triangles().len().max(1);
        let fine_triangles = triangles.start * children..triangles.end * children;
        let own = &refinement.triangles()[fine_triangles.clone()];
        let mut vertices: Vec<u32> = own.as_flattened().to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        let number = |v: u32| vertices.partition_point(|&other| other < v) as u32;
        let own_triangles = own.iter().map(|triangle| triangle.map(number)).collect();
        Self { triangles, fine_triangles, vertices, own_triangles }
    }
}
