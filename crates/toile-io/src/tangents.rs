//! Tangents: the direction of `u` on the surface, in which normal maps are understood.
//!
//! As in M. S. Mikkelsen, "Simulation of wrinkled surfaces revisited" (2008), which glTF asks for: the direction in which
//! `u` grows on each face, turned into the plane of the corner's normal, and the mean of these by angle over all corners
//! of a vertex that have the same normal, the same texture coordinates, and are not mirrored to each other. Unlike there,
//! faces share a tangent without being neighbours, and a face without an area in the picture adds nothing.

use crate::normals::angle_between;
use crate::weld::{Classes, position_bits};
use crate::{CornerAttribute, NO_INDEX, PolyMesh};
use glam::{DVec2, DVec3, DVec4};

impl PolyMesh {
    /// The tangent at each corner for a set of texture coordinates: of unit length, at a right angle to the normal, and
    /// with the sign in `w` that makes `w * normal x tangent` the direction of `v` upwards. Corners without a normal or
    /// without texture coordinates have none.
    ///
    /// ```
    /// use glam::{DVec2, DVec3, DVec4};
    /// use toile_io::{CornerAttribute, NormalSplit, PolyMesh};
    ///
    /// let mut mesh = PolyMesh {
    ///     positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
    ///     face_starts: vec![0, 3],
    ///     corners: vec![0, 1, 2],
    ///     uv_sets: vec![CornerAttribute { values: vec![DVec2::ZERO, DVec2::X, DVec2::Y], indices: vec![0, 1, 2] }],
    ///     ..PolyMesh::default()
    /// }
    /// .with_smooth_normals(NormalSplit::Nowhere);
    /// assert_eq!(mesh.tangents(0).values[0], DVec4::new(1.0, 0.0, 0.0, 1.0));
    /// ```
    pub fn tangents(&self, uv_set: usize) -> CornerAttribute<DVec4> {
        let uvs: Vec<Option<DVec2>> = match self.uv_sets.get(uv_set) {
            None => vec![None; self.corners.len()],
            Some(set) => (0..self.corners.len()).map(|corner| set.value(corner)).collect(),
        };
        tangents_along(self, &uvs)
    }
}

/// The tangent at each corner for the texture coordinates of the corners.
pub(crate) fn tangents_along(mesh: &PolyMesh, uvs: &[Option<DVec2>]) -> CornerAttribute<DVec4> {
    let corners = corner_tangents(mesh, uvs);
    let mut classes = Classes::by_index(&mesh.corners, mesh.positions.len());
    classes.refine(uvs.iter().map(|uv| uv.map(|uv| (uv + DVec2::ZERO).to_array().map(f64::to_bits))));
    classes.refine(corners.iter().map(|c| c.as_ref().map(|c| (position_bits(c.normal), c.mirrored))));
    let first = classes.first_members();
    let mut sums = vec![DVec3::ZERO; first.len()];
    for (class, corner) in classes.of.iter().zip(&corners) {
        sums[*class as usize] += corner.as_ref().map_or(DVec3::ZERO, |corner| corner.weighted);
    }
    let mut values = Vec::new();
    let mut index_of_class = Vec::with_capacity(first.len());
    for (sum, corner) in sums.into_iter().zip(first.into_iter().map(|corner| &corners[corner])) {
        index_of_class.push(corner.as_ref().map_or(NO_INDEX, |corner| {
            let tangent = sum.try_normalize().unwrap_or_else(|| corner.normal.any_orthonormal_vector());
            values.push(tangent.extend(if corner.mirrored { -1.0 } else { 1.0 }));
            values.len() as u32 - 1
        }));
    }
    let indices = classes.of.iter().map(|class| index_of_class[*class as usize]).collect();
    CornerAttribute { values, indices }
}

/// What a face says at one of its corners.
struct CornerTangent {
    /// The normal there, of unit length.
    normal: DVec3,
    /// The direction of `u` in the plane of the normal, times the angle of the face; zero if the face gives none.
    weighted: DVec3,
    /// Whether the picture is seen mirrored.
    mirrored: bool,
}

/// The tangent that each face gives its corners, where these have a normal and texture coordinates.
fn corner_tangents(mesh: &PolyMesh, uvs: &[Option<DVec2>]) -> Vec<Option<CornerTangent>> {
    let mut all = Vec::with_capacity(mesh.corners.len());
    for face in mesh.face_starts.windows(2) {
        let (start, count) = (face[0] as usize, (face[1] - face[0]) as usize);
        let around = |i: usize| start + i % count;
        for i in 0..count {
            let [corner, next, previous] = [start + i, around(i + 1), around(i + count - 1)];
            let normal = mesh.normals.as_ref().and_then(|normals| normals.value(corner));
            let normal = normal.and_then(DVec3::try_normalize);
            let (Some(normal), [Some(uv), Some(uv_next), Some(uv_previous)]) =
                (normal, [corner, next, previous].map(|c| uvs[c]))
            else {
                all.push(None);
                continue;
            };
            let at = |corner: usize| mesh.positions[mesh.corners[corner] as usize];
            let sides = [at(next) - at(corner), at(previous) - at(corner)];
            all.push(Some(corner_tangent(normal, sides, [uv_next - uv, uv_previous - uv])));
        }
    }
    all
}

/// The tangent of a corner with the given normal, from the sides of the face there and what they are in the picture.
///
/// With `e1 = p_u u1 + p_v v1` and `e2 = p_u u2 + p_v v2`, the direction of `u` is `p_u = (v2 e1 - v1 e2) / (u1 v2 - u2 v1)`;
/// the denominator is twice the area in the picture, negative if mirrored.
fn corner_tangent(normal: DVec3, [e1, e2]: [DVec3; 2], [d1, d2]: [DVec2; 2]) -> CornerTangent {
    let area = d1.perp_dot(d2);
    let along_u = (e1 * d2.y - e2 * d1.y) * area.signum();
    let in_plane = |v: DVec3| v - normal * normal.dot(v);
    let tangent = if area == 0.0 { DVec3::ZERO } else { in_plane(along_u).normalize_or_zero() };
    let weighted = tangent * angle_between(in_plane(e1), in_plane(e2));
    CornerTangent { normal, weighted, mirrored: area < 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NormalSplit;
    use toile_geom::shapes;

    /// A ball with texture coordinates made from its positions.
    fn ball(uv: impl Fn(DVec3) -> DVec2) -> PolyMesh {
        let mut mesh = PolyMesh::from(shapes::icosphere(1.0, 2)).with_smooth_normals(NormalSplit::Nowhere);
        let values = mesh.positions.iter().map(|p| uv(*p)).collect();
        mesh.uv_sets.push(CornerAttribute { values, indices: mesh.corners.clone() });
        mesh
    }

    #[test]
    fn they_are_of_unit_length_at_right_angles_to_the_normal_and_follow_u() {
        let mesh = ball(|p| DVec2::new(p.x + 0.2 * p.y, p.y));
        let tangents = mesh.tangents(0);
        let mut seen = [0; 2];
        for (corner, vertex) in mesh.corners.iter().enumerate() {
            let tangent = tangents.value(corner).expect("all have one");
            let (along, normal) = (tangent.truncate(), mesh.normals.as_ref().unwrap().value(corner).unwrap());
            assert!((along.length() - 1.0).abs() < 1e-12 && along.dot(normal).abs() < 1e-12);
            let p = mesh.positions[*vertex as usize];
            // Seen from the front the picture is the right way round, from the back it is mirrored.
            if p.z.abs() > 0.5 {
                assert_eq!(tangent.w, p.z.signum());
                assert!(along.x > 0.5, "{along}");
                assert!((tangent.w * normal.cross(along)).y > 0.5);
                seen[usize::from(p.z > 0.0)] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
    }

    #[test]
    fn the_larger_angle_counts_more() {
        // At vertex 0 meet a face of 90 degrees whose u goes along x, and one of 45 degrees whose u goes along y.
        let mesh = PolyMesh {
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(-1.0, 1.0, 0.0)],
            face_starts: vec![0, 3, 6],
            corners: vec![0, 1, 2, 0, 2, 3],
            uv_sets: vec![CornerAttribute {
                values: vec![DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE],
                indices: vec![0, 1, 2, 0, 1, 3],
            }],
            ..PolyMesh::default()
        }
        .with_smooth_normals(NormalSplit::Nowhere);
        let tangents = mesh.tangents(0);
        assert_eq!(tangents.indices[0], tangents.indices[3]);
        let along = tangents.value(0).expect("there is one");
        assert!(
            along.abs_diff_eq(DVec4::new(2.0, 1.0, 0.0, 5.0_f64.sqrt()) / 5.0_f64.sqrt(), 1e-12),
            "{along}"
        );
    }

    #[test]
    fn what_has_no_area_in_the_picture_still_gets_one() {
        let mesh = ball(|_| DVec2::ONE);
        let (tangents, normals) = (mesh.tangents(0), mesh.normals.as_ref().unwrap());
        for corner in 0..mesh.corners.len() {
            let tangent = tangents.value(corner).expect("all have one").truncate();
            assert!(tangent.is_normalized() && tangent.dot(normals.value(corner).unwrap()).abs() < 1e-12);
        }
        assert_eq!(mesh.tangents(1).indices, vec![NO_INDEX; mesh.corners.len()]);
    }
}
