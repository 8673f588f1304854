//! Whether the arrays of a [`PolyMesh`] fit together.

use glam::{DVec2, DVec3};

use crate::{CornerAttribute, NO_INDEX, PolyMesh};

/// How the arrays of a [`PolyMesh`] contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the mesh is not valid: {0}")]
pub struct InvalidMesh(String);

impl InvalidMesh {
    /// The contradiction in words.
    pub fn cause(&self) -> &str {
        &self.0
    }
}

fn ensure(condition: bool, cause: impl FnOnce() -> String) -> Result<(), InvalidMesh> {
    if condition { Ok(()) } else { Err(InvalidMesh(cause())) }
}

impl PolyMesh {
    /// Checks that all indices are in range, all lengths agree and all numbers are finite.
    ///
    /// What the readers of this crate return is always valid, and its writers refuse what is not.
    ///
    /// # Errors
    ///
    /// The first contradiction found, in words.
    pub fn validate(&self) -> Result<(), InvalidMesh> {
        self.validate_faces()?;
        let finite = |p: &DVec3| p.is_finite();
        ensure_all(&self.positions, "position", finite)?;
        for (set, uvs) in self.uv_sets.iter().enumerate() {
            self.validate_attribute(uvs, &format!("UV set {set}"), DVec2::is_finite)?;
        }
        if let Some(normals) = &self.normals {
            self.validate_attribute(normals, "normals", DVec3::is_finite)?;
        }
        let (colors, positions) = (self.colors.len(), self.positions.len());
        ensure(colors == 0 || colors == positions, || format!("{colors} colours for {positions} vertices"))?;
        ensure_all(&self.colors, "colour", |color| color.iter().all(|c| c.is_finite()))?;
        self.validate_groups()?;
        let in_range = |vertex: u32| (vertex as usize) < positions;
        ensure_all(&self.edges, "edge", |&[a, b]| in_range(a) && in_range(b))?;
        ensure_all(&self.stitches, "stitch", |s| {
            in_range(s.vertex) && in_range(s.start) && in_range(s.end) && s.ratio.is_finite()
        })
    }

    fn validate_faces(&self) -> Result<(), InvalidMesh> {
        let starts = &self.face_starts;
        ensure(starts.first() == Some(&0), || "face_starts does not begin with 0".into())?;
        ensure(starts.is_sorted(), || "face_starts is not sorted".into())?;
        let (last, corners) = (starts[starts.len() - 1], self.corners.len());
        ensure(last as usize == corners, || {
            format!("face_starts ends with {last}, but there are {corners} corners")
        })?;
        let positions = self.positions.len();
        ensure(positions <= NO_INDEX as usize, || {
            format!("{positions} vertices are too many for 32-bit indices")
        })?;
        ensure_all(&self.corners, "corner", |&vertex| (vertex as usize) < positions)
    }

    fn validate_attribute<T: Copy>(
        &self,
        attribute: &CornerAttribute<T>,
        name: &str,
        is_finite: impl Fn(T) -> bool,
    ) -> Result<(), InvalidMesh> {
        let (indices, corners) = (attribute.indices.len(), self.corners.len());
        ensure(indices == corners, || format!("{name}: {indices} indices for {corners} corners"))?;
        let values = attribute.values.len();
        ensure(values <= NO_INDEX as usize, || {
            format!("{name}: {values} values are too many for 32-bit indices")
        })?;
        ensure_all(&attribute.indices, name, |&i| i == NO_INDEX || (i as usize) < values)?;
        ensure_all(&attribute.values, name, |&value| is_finite(value))
    }

    fn validate_groups(&self) -> Result<(), InvalidMesh> {
        let mut end = 0;
        for (index, group) in self.groups.iter().enumerate() {
            let faces = &group.faces;
            let fits =
                end <= faces.start && faces.start <= faces.end && faces.end as usize <= self.face_count();
            ensure(fits, || {
                format!(
                    "group {index} (faces {faces:?}) overlaps the one before it or has faces that do not exist"
                )
            })?;
            end = faces.end;
        }
        Ok(())
    }
}

fn ensure_all<T>(items: &[T], name: &str, is_good: impl Fn(&T) -> bool) -> Result<(), InvalidMesh> {
    let bad = items.iter().position(|item| !is_good(item));
    bad.map_or(Ok(()), |index| {
        Err(InvalidMesh(format!("{name} {index} (counted from 0) is out of range or not a finite number")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Group, Stitch};

    fn triangle() -> PolyMesh {
        PolyMesh {
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
            face_starts: vec![0, 3],
            corners: vec![0, 1, 2],
            ..PolyMesh::default()
        }
    }

    #[test]
    fn a_triangle_and_nothing_are_valid() {
        assert_eq!(triangle().validate(), Ok(()));
        assert_eq!(PolyMesh::default().validate(), Ok(()));
    }

    #[test]
    fn each_contradiction_is_found() {
        type Break = fn(&mut PolyMesh);
        let breaks: [(&str, Break); 12] = [
            ("begin with 0", |m| m.face_starts.clear()),
            ("begin with 0", |m| m.face_starts[0] = 1),
            ("not sorted", |m| m.face_starts = vec![0, 3, 2, 3]),
            ("ends with 2", |m| m.face_starts[1] = 2),
            ("corner 2", |m| m.corners[2] = 3),
            ("position 1", |m| m.positions[1].y = f64::NAN),
            ("UV set 0", |m| m.uv_sets.push(CornerAttribute::default())),
            ("normals 1", |m| {
                m.normals = Some(CornerAttribute { values: vec![DVec3::Z], indices: vec![0, 1, NO_INDEX] });
            }),
            ("1 colours for 3", |m| m.colors.push([0.0; 4])),
            ("group 0", |m| {
                m.groups.push(Group { faces: 0..2, ..Group::default() });
            }),
            ("edge 0", |m| m.edges.push([0, 3])),
            ("stitch 0", |m| {
                m.stitches.push(Stitch { vertex: 0, start: 1, end: 2, ratio: f64::INFINITY });
            }),
        ];
        for (cause, break_it) in breaks {
            let mut mesh = triangle();
            break_it(&mut mesh);
            let error = mesh.validate().unwrap_err().to_string();
            assert!(error.contains(cause), "expected `{cause}` in `{error}`");
        }
    }
}
