//! Merging vertices that lie at the same place.

use std::collections::HashMap;
use std::hash::Hash;

use glam::DVec3;

use crate::{PolyMesh, Stitch};

/// The mesh with vertices at bitwise equal positions (-0 counts as 0) merged into one.
///
/// Formats with one set of attributes for each vertex, such as glTF, duplicate vertices where the UV or the normal
/// jumps. Welding restores the surface that was meant: UVs and normals stay with the corners, so nothing of them is
/// lost. A merged vertex keeps the colour of its first copy. Faces and edges stay as they are, even those that
/// connect a vertex with itself afterwards.
///
/// ```
/// use glam::DVec3;
/// use toile_geom::TriMesh;
/// use toile_io::{PolyMesh, weld_positions};
///
/// let two_triangles = PolyMesh::from(TriMesh {
///     positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X, DVec3::ONE, DVec3::Y],
///     triangles: vec![[0, 1, 2], [3, 4, 5]],
/// });
/// let welded = weld_positions(&two_triangles);
/// assert_eq!(welded.positions.len(), 4);
/// assert_eq!(welded.face(1), [1, 3, 2]);
/// ```
pub fn weld_positions(mesh: &PolyMesh) -> PolyMesh {
    keep_classes(mesh, &Classes::by(mesh.positions.iter().map(|p| position_bits(*p))))
}

/// The bits of a vector's components. Adding zero turns -0 into 0 and changes nothing else.
pub(crate) fn position_bits(p: DVec3) -> [u64; 3] {
    (p + DVec3::ZERO).to_array().map(f64::to_bits)
}

/// Elements sorted into classes of equals. Classes are numbered in the order in which they first appear, so the
/// result does not depend on any hash.
pub(crate) struct Classes {
    /// The class of each element.
    pub(crate) of: Vec<u32>,
    /// How many classes there are.
    count: u32,
}

impl Classes {
    /// Elements with equal keys share a class.
    pub(crate) fn by<K: Hash + Eq>(keys: impl ExactSizeIterator<Item = K>) -> Self {
        let mut classes = Self { of: vec![0; keys.len()], count: 1 };
        classes.refine(keys);
        classes
    }

    /// Elements with equal indices share a class; all indices must be less than `bound`. Much quicker than by keys.
    pub(crate) fn by_index(indices: &[u32], bound: usize) -> Self {
        let mut class_of_index = vec![None; bound];
        let mut count = 0;
        let class = |index: &u32| {
            *class_of_index[*index as usize].get_or_insert_with(|| {
                count += 1;
                count - 1
            })
        };
        let of = indices.iter().map(class).collect();
        Self { of, count }
    }

    /// Splits the classes: elements stay together only if these keys agree too. Takes one key for each element;
    /// elements beyond the last key count as having equal ones.
    pub(crate) fn refine<K: Hash + Eq>(&mut self, keys: impl Iterator<Item = K>) {
        // Most classes are not split: the first key of each is kept aside, and only others cost a look into a table.
        let mut first: Vec<_> = (0..self.count).map(|_| None).collect();
        let mut others = HashMap::new();
        let mut count = 0;
        let mut new_class = || {
            count += 1;
            count - 1
        };
        let keys = keys.map(Some).chain(std::iter::repeat_with(|| None));
        for (class, key) in self.of.iter_mut().zip(keys) {
            let slot = &mut first[*class as usize];
            *class = match slot {
                None => slot.insert((key, new_class())).1,
                Some((known, number)) if *known == key => *number,
                Some(_) => *others.entry((*class, key)).or_insert_with(&mut new_class),
            };
        }
        self.count = count;
    }

    /// The first element of each class.
    pub(crate) fn first_members(&self) -> Vec<usize> {
        let mut first = Vec::with_capacity(self.count as usize);
        for (element, class) in self.of.iter().enumerate() {
            if *class as usize == first.len() {
                first.push(element);
            }
        }
        first
    }
}

/// The mesh with one vertex for each class of its vertices.
pub(crate) fn keep_classes(mesh: &PolyMesh, classes: &Classes) -> PolyMesh {
    let first = classes.first_members();
    // An index that names no vertex is left alone: welding is no check.
    let map = |v: u32| classes.of.get(v as usize).copied().unwrap_or(v);
    PolyMesh {
        positions: first.iter().map(|v| mesh.positions[*v]).collect(),
        face_starts: mesh.face_starts.clone(),
        corners: mesh.corners.iter().map(|v| map(*v)).collect(),
        uv_sets: mesh.uv_sets.clone(),
        normals: mesh.normals.clone(),
        colors: first.iter().filter_map(|v| mesh.colors.get(*v).copied()).collect(),
        groups: mesh.groups.clone(),
        edges: mesh.edges.iter().map(|edge| edge.map(map)).collect(),
        stitches: mesh
            .stitches
            .iter()
            .map(|stitch| Stitch {
                vertex: map(stitch.vertex),
                start: map(stitch.start),
                end: map(stitch.end),
                ratio: stitch.ratio,
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CornerAttribute;
    use glam::DVec2;

    #[test]
    fn corners_keep_their_uvs_when_vertices_merge() {
        let mesh = PolyMesh {
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(-0.0, 0.0, 0.0), DVec3::NEG_X],
            face_starts: vec![0, 3, 6],
            corners: vec![0, 1, 2, 3, 2, 4],
            uv_sets: vec![CornerAttribute {
                values: (0..6).map(|i| DVec2::splat(f64::from(i))).collect(),
                indices: vec![0, 1, 2, 3, 4, 5],
            }],
            colors: vec![[0.0; 4], [1.0; 4], [2.0; 4], [3.0; 4], [4.0; 4]],
            edges: vec![[3, 4]],
            ..PolyMesh::default()
        };
        let welded = weld_positions(&mesh);
        assert_eq!(welded.positions, [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::NEG_X]);
        assert_eq!(welded.corners, [0, 1, 2, 0, 2, 3]);
        assert_eq!(welded.uv_sets, mesh.uv_sets);
        assert_eq!(welded.colors, [[0.0; 4], [1.0; 4], [2.0; 4], [4.0; 4]]);
        assert_eq!(welded.edges, [[0, 3]]);
        assert_eq!(weld_positions(&welded), welded);
    }

    #[test]
    fn refining_splits_classes_and_numbers_them_by_appearance() {
        let mut classes = Classes::by(["b", "a", "b", "a"].into_iter());
        assert_eq!(classes.of, [0, 1, 0, 1]);
        classes.refine([7, 8, 9, 8].into_iter());
        assert_eq!(classes.of, [0, 1, 2, 1]);
        assert_eq!(classes.first_members(), [0, 1, 2]);
        // Having no key is different from having one.
        classes.refine([0, 0].into_iter());
        assert_eq!(classes.of, [0, 1, 2, 3]);
        let mut indexed = Classes::by_index(&[5, 2, 5, 2, 5], 6);
        assert_eq!(indexed.of, [0, 1, 0, 1, 0]);
        indexed.refine([1, 1, 2, 1, 2].into_iter());
        assert_eq!(indexed.of, [0, 1, 2, 1, 2]);
        assert_eq!(indexed.first_members(), [0, 1, 2]);
        assert!(Classes::by(std::iter::empty::<u8>()).first_members().is_empty());
    }
}
