//! A body to dress: its skin, landmarks and segments, with a tree for questions about the skin.

use glam::DVec3;
use toile_body::landmarks::{self, Landmarks, PoseError};
use toile_body::segments::{Part, Segmentation};
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;

/// A body to dress.
#[derive(Clone, Debug)]
pub struct Body {
    /// The skin, closed, its normals pointing outwards.
    pub mesh: TriMesh,
    /// Named points.
    pub landmarks: Landmarks,
    /// The part of the body that each triangle belongs to.
    pub segments: Segmentation,
    tree: Bvh,
    normals: Vec<DVec3>,
}

/// Why a mesh cannot be dressed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BodyError {
    /// Its landmarks were not found.
    #[error(transparent)]
    Pose(#[from] PoseError),
    /// Landmarks that the segments are cut at are missing.
    #[error(
        "the body has no segments, because a landmark of neck, armpits, elbows, waist or crotch is missing: name it in the landmarks"
    )]
    Segments,
}

impl Body {
    /// A body from its skin alone; landmarks and segments are found.
    ///
    /// # Errors
    /// If the pose hides landmarks.
    pub fn new(mesh: TriMesh) -> Result<Self, BodyError> {
        let landmarks = landmarks::find(&mesh)?;
        Self::with_landmarks(mesh, landmarks)
    }

    /// A body whose landmarks are known.
    ///
    /// # Errors
    /// If landmarks are missing that segments are cut at.
    pub fn with_landmarks(mesh: TriMesh, landmarks: Landmarks) -> Result<Self, BodyError> {
        let segments = Segmentation::new(&mesh, &landmarks).ok_or(BodyError::Segments)?;
        let tree = Bvh::over_triangles(&mesh);
        let normals = mesh.vertex_normals();
        Ok(Self { mesh, landmarks, segments, tree, normals })
    }

    /// The same body with its skin elsewhere.
    pub(crate) fn with_skin(&self, positions: Vec<DVec3>) -> Self {
        let mesh = TriMesh { positions, triangles: self.mesh.triangles.clone() };
        let (tree, normals) = (Bvh::over_triangles(&mesh), mesh.vertex_normals());
        Self { landmarks: self.landmarks.clone(), segments: self.segments.clone(), mesh, tree, normals }
    }

    /// A tree over the triangles of the skin.
    pub fn tree(&self) -> &Bvh {
        &self.tree
    }

    /// The outward normal at each vertex of the skin.
    pub fn normals(&self) -> &[DVec3] {
        &self.normals
    }

    /// The point of the skin nearest to a point, and the outward normal there.
    pub fn nearest(&self, point: DVec3) -> Option<(DVec3, DVec3)> {
        let corners = |t: u32| self.mesh.corners(t as usize);
        let distance = |t: u32| point_triangle(point, corners(t)).distance_squared;
        let (triangle, _) = self.tree.nearest(point, f64::INFINITY, distance)?;
        let weights = point_triangle(point, corners(triangle)).barycentric;
        let blend = |values: [DVec3; 3]| (0..3).map(|i| values[i] * weights[i]).sum::<DVec3>();
        let normals = self.mesh.triangles[triangle as usize].map(|v| self.normals[v as usize]);
        Some((blend(corners(triangle)), blend(normals).normalize_or(DVec3::Y)))
    }

    /// A point, or if it is nearer to the skin than a distance or inside of it, a place that far outside; nearer where there is no such room, as
    /// between the legs.
    pub fn kept_outside(&self, point: DVec3, distance: f64) -> DVec3 {
        let mut best = point;
        for step in 0..6 {
            let distance = distance * 0.5f64.powi(step);
            for _ in 0..4 {
                let Some((foot, normal)) = self.nearest(best) else { return best };
                let away = best - foot;
                let outside = away.dot(normal) > 0.0;
                if outside && away.length() >= 0.99 * distance {
                    return best;
                }
                let direction = if outside { away.normalize_or(normal) } else { normal };
                best = foot + direction * distance;
            }
        }
        best
    }

    /// The vertices of some parts, each once.
    pub(crate) fn points_of(&self, parts: &[Part]) -> Vec<DVec3> {
        let mut wanted = vec![false; self.mesh.positions.len()];
        for (triangle, part) in self.mesh.triangles.iter().zip(&self.segments.parts) {
            if parts.contains(part) {
                for v in triangle {
                    wanted[*v as usize] = true;
                }
            }
        }
        let all = self.mesh.positions.iter().zip(wanted);
        all.filter(|(_, wanted)| *wanted).map(|(p, _)| *p).collect()
    }
}
