//! Smooth normals of polygon meshes.

use crate::{CornerAttribute, PolyMesh};
use glam::DVec3;
use std::collections::BTreeMap;

/// Where a surface that is smooth elsewhere has an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NormalSplit {
    /// Nowhere: one normal a vertex.
    #[default]
    Nowhere,
    /// Where groups of faces meet: each has normals of its own, as pieces with a crisp seam between them.
    Groups,
}

impl PolyMesh {
    /// The mesh with smooth normals in place of those it has: at each corner the mean of the normals of the faces around
    /// its vertex, weighted by their angles there (Thürmer and Wüthrich 1998), so that they do not depend on how the
    /// surface is cut into faces. Vertices around which no face has an area get none.
    #[must_use]
    pub fn with_smooth_normals(mut self, split: NormalSplit) -> Self {
        self.normals = Some(match split {
            NormalSplit::Nowhere => {
                let values = smooth_normals(&self, &self.positions);
                attribute(&self, values, |corner, _| self.corners[corner])
            }
            NormalSplit::Groups => split_at_groups(&self),
        });
        self
    }
}

/// The normal of each vertex of a mesh whose vertices are at `positions`; zero where no face has an area.
pub(crate) fn smooth_normals(mesh: &PolyMesh, positions: &[DVec3]) -> Vec<DVec3> {
    let mut sums = vec![DVec3::ZERO; positions.len()];
    for_each_corner(mesh, positions, |_, corner, normal| sums[mesh.corners[corner] as usize] += normal);
    sums.into_iter().map(DVec3::normalize_or_zero).collect()
}

/// A normal for each pair of a vertex and a group that it is a corner of.
fn split_at_groups(mesh: &PolyMesh) -> CornerAttribute<DVec3> {
    let group_of = group_of_faces(mesh);
    let mut index_of: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut sums = Vec::new();
    for_each_corner(mesh, &mesh.positions, |face, corner, normal| {
        let index = *index_of.entry((mesh.corners[corner], group_of[face])).or_insert(sums.len() as u32);
        if index as usize == sums.len() {
            sums.push(DVec3::ZERO);
        }
        sums[index as usize] += normal;
    });
    let values = sums.into_iter().map(DVec3::normalize_or_zero).collect();
    attribute(mesh, values, |corner, face| index_of[&(mesh.corners[corner], group_of[face])])
}

/// The values at the corners, without those that are zero.
fn attribute(
    mesh: &PolyMesh,
    values: Vec<DVec3>,
    index: impl Fn(usize, usize) -> u32,
) -> CornerAttribute<DVec3> {
    let mut indices = Vec::with_capacity(mesh.corners.len());
    for face in 0..mesh.face_count() {
        for corner in mesh.face_starts[face] as usize..mesh.face_starts[face + 1] as usize {
            let index = index(corner, face);
            let there = values[index as usize] != DVec3::ZERO;
            indices.push(if there { index } else { crate::NO_INDEX });
        }
    }
    CornerAttribute { values, indices }
}

/// The number of each face's group; those in none share a number of their own.
fn group_of_faces(mesh: &PolyMesh) -> Vec<u32> {
    let mut group_of = vec![u32::MAX; mesh.face_count()];
    for (g, group) in (0..).zip(&mesh.groups) {
        group_of[group.faces.start as usize..group.faces.end as usize].fill(g);
    }
    group_of
}

/// Hands out each face's normal, times its angle there, for each of its corners. The normal of a polygon is Newell's.
fn for_each_corner(mesh: &PolyMesh, positions: &[DVec3], mut add: impl FnMut(usize, usize, DVec3)) {
    for face in 0..mesh.face_count() {
        let ring = mesh.face(face);
        let at = |i: usize| positions[ring[i % ring.len()] as usize];
        let area: DVec3 = (0..ring.len()).map(|i| (at(i) - at(0)).cross(at(i + 1) - at(0))).sum();
        let normal = area.normalize_or_zero();
        for i in 0..ring.len() {
            let angle = angle_between(at(i + 1) - at(i), at(i + ring.len() - 1) - at(i));
            add(face, mesh.face_starts[face] as usize + i, normal * angle);
        }
    }
}

/// The angle between two vectors: accurate for small ones, too, and 0 if one of them is.
pub(crate) fn angle_between(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Group, NO_INDEX};
    use toile_geom::shapes;

    #[test]
    fn they_are_those_of_the_triangle_mesh() {
        let ball = shapes::icosphere(1.0, 2);
        let mesh = PolyMesh::from(ball.clone()).with_smooth_normals(NormalSplit::Nowhere);
        let normals = mesh.normals.expect("made");
        assert_eq!(normals.indices, mesh.corners);
        for (ours, theirs) in normals.values.iter().zip(ball.vertex_normals()) {
            assert!(ours.abs_diff_eq(theirs, 1e-12));
        }
    }

    /// Two squares that meet at a right angle along the edge between vertices 1 and 2.
    fn fold() -> PolyMesh {
        PolyMesh {
            positions: vec![
                DVec3::ZERO,
                DVec3::X,
                DVec3::X + DVec3::Y,
                DVec3::Y,
                DVec3::new(1.0, 0.0, -1.0),
                DVec3::new(1.0, 1.0, -1.0),
            ],
            face_starts: vec![0, 4, 8],
            corners: vec![0, 1, 2, 3, 1, 4, 5, 2],
            groups: vec![
                Group { name: "front".into(), faces: 0..1, ..Group::default() },
                Group { name: "side".into(), faces: 1..2, ..Group::default() },
            ],
            ..PolyMesh::default()
        }
    }

    #[test]
    fn groups_have_a_crisp_edge_only_if_asked() {
        let at = |mesh: &PolyMesh, corner: usize| {
            let normals = mesh.normals.as_ref().expect("made");
            normals.values[normals.indices[corner] as usize]
        };
        let smooth = fold().with_smooth_normals(NormalSplit::Nowhere);
        let between = (DVec3::X + DVec3::Z).normalize();
        assert!(at(&smooth, 1).abs_diff_eq(between, 1e-12) && at(&smooth, 4).abs_diff_eq(between, 1e-12));
        let crisp = fold().with_smooth_normals(NormalSplit::Groups);
        assert!((0..4).all(|corner| at(&crisp, corner).abs_diff_eq(DVec3::Z, 1e-12)));
        assert!((4..8).all(|corner| at(&crisp, corner).abs_diff_eq(DVec3::X, 1e-12)));
        assert_eq!(crisp.validate(), Ok(()));
    }

    #[test]
    fn faces_without_an_area_give_no_normal() {
        let mut mesh = fold();
        mesh.positions = vec![DVec3::ONE; 6];
        for split in [NormalSplit::Nowhere, NormalSplit::Groups] {
            let normals = mesh.clone().with_smooth_normals(split).normals.expect("made");
            assert_eq!(normals.indices, [NO_INDEX; 8]);
        }
    }
}
