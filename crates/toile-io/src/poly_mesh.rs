//! A mesh as files hold it: polygons, several UVs, normals, colours, groups.

use glam::{DVec2, DVec3};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;

/// The index that stands for "this corner has no value" in a [`CornerAttribute`].
pub const NO_INDEX: u32 = u32::MAX;

/// A mesh as files hold it: polygons of any size, and attributes that may differ between the corners of one vertex.
///
/// Face `f` has the corners `face_starts[f] .. face_starts[f + 1]`; each corner names a position. Nothing is
/// triangulated behind the user's back: ask for [`PolyMesh::triangulate`].
#[derive(Clone, Debug, PartialEq)]
pub struct PolyMesh {
    /// Vertex positions, in the unit and axes of the file.
    pub positions: Vec<DVec3>,
    /// Where each face's corners begin, with one entry more than there are faces; never empty, starts with 0.
    pub face_starts: Vec<u32>,
    /// The position index of each corner.
    pub corners: Vec<u32>,
    /// Texture coordinate sets (`v` up), possibly none.
    pub uv_sets: Vec<CornerAttribute<DVec2>>,
    /// Normals as the file gives them, if it does.
    pub normals: Option<CornerAttribute<DVec3>>,
    /// Linear RGBA colour of each vertex; empty if the file has none.
    pub colors: Vec<[f32; 4]>,
    /// Named runs of faces, in file order, not overlapping; faces outside every group are possible.
    pub groups: Vec<Group>,
    /// Free edges (`l` elements of OBJ, edges of PLY) as pairs of position indices.
    pub edges: Vec<[u32; 2]>,
    /// Sewing instructions (`stitch` lines that some simulators write into OBJ).
    pub stitches: Vec<Stitch>,
}

/// Values that belong to corners: a pool of values, and for each corner of the mesh an index into it or [`NO_INDEX`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CornerAttribute<T> {
    /// The distinct values.
    pub values: Vec<T>,
    /// One index for each corner of the mesh.
    pub indices: Vec<u32>,
}

impl<T> CornerAttribute<T> {
    /// The value at a corner, if it has one there.
    pub fn value(&self, corner: usize) -> Option<T>
    where
        T: Copy,
    {
        let index = self.indices.get(corner)?;
        self.values.get(*index as usize).copied()
    }

    /// An attribute that none of the mesh's corners has.
    pub fn absent(corners: usize) -> Self {
        Self { values: Vec::new(), indices: vec![NO_INDEX; corners] }
    }
}

/// A named run of faces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The object's or group's name, empty if only the material is named.
    pub name: String,
    /// The material's name, if any.
    pub material: Option<String>,
    /// First face and one past the last.
    pub faces: std::ops::Range<u32>,
}

/// Sew vertex `vertex` to the point `(1 - ratio) * start + ratio * end` of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stitch {
    /// The vertex that is sewn.
    pub vertex: u32,
    /// The edge's first vertex.
    pub start: u32,
    /// The edge's second vertex.
    pub end: u32,
    /// Where on the edge, 0 at `start`, 1 at `end`.
    pub ratio: f64,
}

impl Default for PolyMesh {
    fn default() -> Self {
        Self {
            positions: Vec::new(),
            face_starts: vec![0],
            corners: Vec::new(),
            uv_sets: Vec::new(),
            normals: None,
            colors: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
            stitches: Vec::new(),
        }
    }
}

impl PolyMesh {
    /// The mesh with all its faces in one group of a material.
    #[must_use]
    pub fn in_one_group(self, name: impl Into<String>, material: impl Into<String>) -> Self {
        let faces = 0..self.face_count() as u32;
        let groups = vec![Group { name: name.into(), material: Some(material.into()), faces }];
        Self { groups, ..self }
    }

    /// How many faces there are.
    pub fn face_count(&self) -> usize {
        self.face_starts.len() - 1
    }

    /// The position indices of one face.
    pub fn face(&self, face: usize) -> &[u32] {
        &self.corners[self.face_starts[face] as usize..self.face_starts[face + 1] as usize]
    }

    /// Whether every face is a triangle.
    pub fn is_triangulated(&self) -> bool {
        self.face_starts.windows(2).all(|w| w[1] - w[0] == 3)
    }

    /// The box around all vertices.
    pub fn bounds(&self) -> Aabb {
        self.positions.iter().copied().collect()
    }
}

impl From<TriMesh> for PolyMesh {
    fn from(mesh: TriMesh) -> Self {
        let corners = mesh.triangles.into_flattened();
        Self {
            positions: mesh.positions,
            face_starts: (0..=corners.len() as u32 / 3).map(|f| 3 * f).collect(),
            corners,
            ..Self::default()
        }
    }
}
