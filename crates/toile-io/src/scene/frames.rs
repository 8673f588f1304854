//! A cloth cache as a scene: one morph target for each frame.

use glam::DVec3;

use super::{Animation, Channel, ChannelValues, Interpolation, MorphTarget, Scene, SceneError};
use crate::PolyMesh;
use crate::normals::smooth_normals;

impl Scene {
    /// A mesh that plays the given positions at `fps` frames a second: one morph target for each frame, and an
    /// animation of their weights. [`Interpolation::Linear`] blends from frame to frame, [`Interpolation::Step`]
    /// shows each frame until the next.
    ///
    /// If the mesh has normals, each frame turns them as the smooth normals of the surface turn.
    ///
    /// # Errors
    /// If a frame has another number of positions than the mesh, if there are no frames, if `fps` is not positive, or
    /// if the mesh is not consistent.
    pub fn from_frames(
        name: impl Into<String>,
        mesh: PolyMesh,
        frames: &[Vec<DVec3>],
        fps: f64,
        interpolation: Interpolation,
    ) -> Result<Self, SceneError> {
        if !(fps > 0.0 && fps.is_finite()) {
            return Err(SceneError::new("fps", format!("{fps} is not a positive number")));
        }
        if frames.is_empty() || interpolation == Interpolation::CubicSpline {
            let cause = "expected at least one frame, and linear or step interpolation";
            return Err(SceneError::new("frames", cause));
        }
        let mut scene = Self::from_mesh(name, mesh);
        scene.validate()?;
        let base = &scene.meshes[0].mesh;
        let base_normals = base.normals.as_ref().map(|_| smooth_normals(base, &base.positions));
        let mut targets = Vec::with_capacity(frames.len());
        for (f, frame) in frames.iter().enumerate() {
            if frame.len() != base.positions.len() {
                let cause = format!("{} positions for {} vertices", frame.len(), base.positions.len());
                return Err(SceneError::new(format!("frames[{f}]"), cause));
            }
            targets.push(MorphTarget {
                name: format!("frame {f}"),
                positions: differences(frame, &base.positions),
                normals: match &base_normals {
                    Some(normals) => differences(&smooth_normals(base, frame), normals),
                    None => Vec::new(),
                },
            });
        }
        scene.animations.push(Animation {
            name: scene.nodes[0].name.clone(),
            channels: vec![Channel {
                node: 0,
                times: (0..frames.len()).map(|f| f as f64 / fps).collect(),
                interpolation,
                values: ChannelValues::Weights(one_after_the_other(frames.len())),
            }],
        });
        // A viewer that does not animate shows the first frame.
        scene.meshes[0].weights = vec![0.0; frames.len()];
        scene.meshes[0].weights[0] = 1.0;
        scene.meshes[0].morph_targets = targets;
        Ok(scene)
    }
}

/// For each frame all weights: 1 for its own target and 0 for the others.
fn one_after_the_other(frames: usize) -> Vec<f64> {
    let weight = |f: usize, target: usize| if f == target { 1.0 } else { 0.0 };
    (0..frames).flat_map(|f| (0..frames).map(move |target| weight(f, target))).collect()
}

fn differences(to: &[DVec3], from: &[DVec3]) -> Vec<DVec3> {
    to.iter().zip(from).map(|(to, from)| *to - *from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CornerAttribute;
    use toile_geom::TriMesh;

    fn triangle() -> PolyMesh {
        let mut mesh = PolyMesh::from(TriMesh {
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
            triangles: vec![[0, 1, 2]],
        });
        mesh.normals = Some(CornerAttribute { values: vec![DVec3::Z], indices: vec![0; 3] });
        mesh
    }

    #[test]
    fn frames_play_back_with_turned_normals() {
        let upright = vec![DVec3::ZERO, DVec3::X, DVec3::Z];
        let frames = [triangle().positions, upright.clone()];
        let scene =
            Scene::from_frames("cloth", triangle(), &frames, 10.0, Interpolation::Linear).expect("valid");
        let animation = &scene.animations[0];
        assert_eq!(animation.duration(), 0.1);
        let last = scene.merged_at(animation, 0.1).expect("valid");
        assert_eq!(last.positions, upright);
        let normals = last.normals.expect("kept");
        assert!(normals.values.iter().all(|n| n.abs_diff_eq(DVec3::NEG_Y, 1e-12)), "{normals:?}");
        let between = scene.merged_at(animation, 0.05).expect("valid");
        assert!(between.positions[2].abs_diff_eq(DVec3::new(0.0, 0.5, 0.5), 1e-12));
        assert_eq!(scene.merged().expect("valid").positions, frames[0]);
    }

    #[test]
    fn frames_that_do_not_fit_are_refused() {
        let make = |frames: &[Vec<DVec3>], fps| {
            Scene::from_frames("cloth", triangle(), frames, fps, Interpolation::Step).map_err(|e| e.item)
        };
        assert_eq!(make(&[vec![DVec3::ZERO]], 25.0), Err("frames[0]".to_owned()));
        assert_eq!(make(&[], 25.0), Err("frames".to_owned()));
        assert_eq!(make(&[triangle().positions], 0.0), Err("fps".to_owned()));
        assert!(make(&[triangle().positions], 25.0).is_ok());
    }
}
