//! Splitting vertices: glTF has one set of attributes for each vertex, a [`PolyMesh`] may have one for each corner.

use crate::weld::Classes;
use crate::{CornerAttribute, NO_INDEX, PolyMesh};
use glam::DVec4;

/// Which attributes a face has. Faces that differ here cannot share vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// Whether every corner has a normal.
    pub(super) normals: bool,
    /// Whether every corner has a tangent.
    pub(super) tangents: bool,
    /// How many UV sets there are, up to the last one that any corner has a value in.
    pub(super) uv_sets: usize,
}

/// A vertex of the file: a position, and the corner whose attributes it has, unless no face uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vertex {
    pub(super) position: u32,
    pub(super) corner: Option<u32>,
}

/// Vertices with the same attributes, by position.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) layout: Layout,
    pub(super) vertices: Vec<Vertex>,
}

/// A mesh's vertices as the file has them.
pub(super) struct Split {
    /// The vertices, by the attributes they have. The first part also has the vertices of edges and those that nothing
    /// uses.
    pub(super) parts: Vec<Part>,
    /// The part of each face.
    pub(super) part_of_face: Vec<usize>,
    /// For each corner, the index of its vertex in the part.
    pub(super) vertex_of_corner: Vec<u32>,
}

impl Split {
    /// Splits the vertices of a mesh. Nothing depends on anything but the order of the mesh.
    pub(super) fn new(mesh: &PolyMesh, tangents: Option<&CornerAttribute<DVec4>>) -> Self {
        let mut layouts: Vec<Layout> = Vec::new();
        let mut part_of_face = Vec::with_capacity(mesh.face_count());
        for face in 0..mesh.face_count() {
            let layout = layout(mesh, tangents, face);
            let part = layouts.iter().position(|l| *l == layout).unwrap_or(layouts.len());
            if part == layouts.len() {
                layouts.push(layout);
            }
            part_of_face.push(part);
        }
        if layouts.is_empty() {
            layouts.push(Layout::default());
        }
        let mut split = Self {
            parts: Vec::with_capacity(layouts.len()),
            part_of_face,
            vertex_of_corner: vec![0; mesh.corners.len()],
        };
        for (part, layout) in layouts.into_iter().enumerate() {
            split.add_part(mesh, tangents, part, layout);
        }
        split
    }

    fn add_part(
        &mut self,
        mesh: &PolyMesh,
        tangents: Option<&CornerAttribute<DVec4>>,
        part: usize,
        layout: Layout,
    ) {
        let faces = self.part_of_face.iter().enumerate().filter(|(_, p)| **p == part);
        let corners: Vec<u32> =
            faces.flat_map(|(face, _)| mesh.face_starts[face]..mesh.face_starts[face + 1]).collect();
        let classes = classes(mesh, tangents, layout, &corners);
        let mut vertices: Vec<(Vertex, Option<usize>)> = classes
            .first_members()
            .into_iter()
            .enumerate()
            .map(|(class, member)| {
                let corner = corners[member];
                let position = mesh.corners[corner as usize];
                let corner = Some(corner);
                (Vertex { position, corner }, Some(class))
            })
            .collect();
        let variants = vertices.len();
        if part == 0 {
            let loose = |position| (Vertex { position, corner: None }, None);
            vertices.extend(loose_vertices(mesh, &corners).into_iter().map(loose));
        }
        // Stable, so the variants of one vertex stay in the order in which faces use them.
        vertices.sort_by_key(|(vertex, _)| vertex.position);
        let mut index_of_class = vec![0; variants];
        for (index, (_, class)) in vertices.iter().enumerate() {
            if let Some(class) = class {
                index_of_class[*class] = index as u32;
            }
        }
        for (corner, class) in corners.iter().zip(&classes.of) {
            self.vertex_of_corner[*corner as usize] = index_of_class[*class as usize];
        }
        self.parts.push(Part { layout, vertices: vertices.into_iter().map(|(vertex, _)| vertex).collect() });
    }
}

impl Part {
    /// The index of the first vertex at a position.
    pub(super) fn vertex_at(&self, position: u32) -> u32 {
        self.vertices.partition_point(|v| v.position < position) as u32
    }
}

fn layout(mesh: &PolyMesh, tangents: Option<&CornerAttribute<DVec4>>, face: usize) -> Layout {
    let corners = mesh.face_starts[face] as usize..mesh.face_starts[face + 1] as usize;
    let present = |index: &u32| *index != NO_INDEX;
    let normals = mesh.normals.as_ref().map(|n| &n.indices[corners.clone()]);
    let last = mesh.uv_sets.iter().rposition(|set| set.indices[corners.clone()].iter().any(present));
    let normals = normals.is_some_and(|indices| indices.iter().all(present));
    let tangents = tangents.map(|t| &t.indices[corners]);
    Layout {
        normals,
        tangents: normals && tangents.is_some_and(|indices| indices.iter().all(present)),
        uv_sets: last.map_or(0, |last| last + 1),
    }
}

/// Which of these corners can share a vertex: those of one vertex with the same attributes as the file will hold them.
fn classes(
    mesh: &PolyMesh,
    tangents: Option<&CornerAttribute<DVec4>>,
    layout: Layout,
    corners: &[u32],
) -> Classes {
    let vertices: Vec<u32> = corners.iter().map(|c| mesh.corners[*c as usize]).collect();
    let mut classes = Classes::by_index(&vertices, mesh.positions.len());
    if layout.normals
        && let Some(normals) = &mesh.normals
    {
        let bits = |c: &u32| normals.value(*c as usize).map(|n| n.as_vec3().to_array().map(f32::to_bits));
        classes.refine(corners.iter().map(bits));
    }
    if layout.tangents
        && let Some(tangents) = tangents
    {
        classes.refine(corners.iter().map(|c| tangents.indices[*c as usize]));
    }
    for set in &mesh.uv_sets[..layout.uv_sets] {
        let bits = |c: &u32| set.value(*c as usize).map(|uv| uv.as_vec2().to_array().map(f32::to_bits));
        classes.refine(corners.iter().map(bits));
    }
    classes
}

/// The vertices that must be there although the corners of the first part do not use them: those of edges, and those
/// that no face uses.
fn loose_vertices(mesh: &PolyMesh, corners: &[u32]) -> Vec<u32> {
    let mut wanted = vec![true; mesh.positions.len()];
    for vertex in &mesh.corners {
        wanted[*vertex as usize] = false;
    }
    for vertex in mesh.edges.as_flattened() {
        wanted[*vertex as usize] = true;
    }
    for corner in corners {
        wanted[mesh.corners[*corner as usize] as usize] = false;
    }
    (0..mesh.positions.len() as u32).filter(|v| wanted[*v as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    /// Two triangles that share the edge 1-2, and a vertex that nothing uses.
    fn quad() -> PolyMesh {
        PolyMesh {
            positions: (0..5).map(|x| DVec3::X * f64::from(x)).collect(),
            face_starts: vec![0, 3, 6],
            corners: vec![0, 1, 2, 3, 2, 1],
            ..PolyMesh::default()
        }
    }

    fn positions(part: &Part) -> Vec<u32> {
        part.vertices.iter().map(|v| v.position).collect()
    }

    #[test]
    fn without_seams_the_numbering_stays() {
        let split = Split::new(&quad(), None);
        assert_eq!(positions(&split.parts[0]), [0, 1, 2, 3, 4]);
        assert_eq!(split.vertex_of_corner, quad().corners);
        assert_eq!(split.parts[0].vertices[4].corner, None);
    }

    #[test]
    fn a_seam_splits_only_the_vertices_on_it() {
        let mut mesh = quad();
        let values = vec![DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE, DVec2::X];
        // Vertex 2 has different UVs in the two faces; vertex 1 has two equal values.
        mesh.uv_sets.push(CornerAttribute { values, indices: vec![0, 1, 2, 0, 3, 4] });
        let split = Split::new(&mesh, None);
        assert_eq!(positions(&split.parts[0]), [0, 1, 2, 2, 3, 4]);
        assert_eq!(split.vertex_of_corner, [0, 1, 2, 4, 3, 1]);
    }

    #[test]
    fn faces_without_normals_get_vertices_of_their_own() {
        let mut mesh = quad();
        mesh.normals =
            Some(CornerAttribute { values: vec![DVec3::Z], indices: vec![0, 0, 0, 0, NO_INDEX, 0] });
        mesh.edges.push([3, 4]);
        let split = Split::new(&mesh, None);
        assert_eq!(split.part_of_face, [0, 1]);
        assert_eq!(positions(&split.parts[0]), [0, 1, 2, 3, 4]);
        assert_eq!(positions(&split.parts[1]), [1, 2, 3]);
        assert_eq!(split.vertex_of_corner, [0, 1, 2, 2, 1, 0]);
        assert_eq!(split.parts[0].vertex_at(3), 3);
    }
}
