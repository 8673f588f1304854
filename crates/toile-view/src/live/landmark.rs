//! Named points of a body, which go where the body goes.

use crate::scene::ViewScene;

/// A named point of a body, tied to a vertex of its skin.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveLandmark {
    /// Its name.
    pub name: String,
    /// The number of the body in the scene's objects.
    pub object: usize,
    /// The vertex it lies next to.
    pub vertex: u32,
    /// From that vertex to it, in metres: less than an edge is long.
    pub offset: [f32; 3],
}

impl LiveLandmark {
    /// The landmark at a place of a body whose vertices are at some positions; nothing of a body without any.
    pub fn at(
        name: impl Into<String>,
        place: [f32; 3],
        object: usize,
        positions: &[[f32; 3]],
    ) -> Option<Self> {
        let far = |p: &[f32; 3]| (0..3).map(|k| (p[k] - place[k]).powi(2)).sum::<f32>();
        let (vertex, nearest) = positions.iter().enumerate().min_by(|a, b| far(a.1).total_cmp(&far(b.1)))?;
        let offset = std::array::from_fn(|k| place[k] - nearest[k]);
        Some(Self { name: name.into(), object, vertex: vertex as u32, offset })
    }

    /// Where it is in a scene, if its body is seen there.
    pub fn place(&self, scene: &ViewScene) -> Option<[f32; 3]> {
        let body = scene.objects.get(self.object).filter(|object| object.visible)?;
        let vertex = body.positions.get(self.vertex as usize)?;
        Some(std::array::from_fn(|k| vertex[k] + self.offset[k]))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]
    use super::*;
    use crate::scene::Object;
    use std::sync::Arc;

    #[test]
    fn landmarks_go_along_with_the_body_and_hide_with_it() {
        let skin = vec![[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
        let waist = LiveLandmark::at("waist", [0.25, 1.0, 0.5], 0, &skin).unwrap();
        let body = |lift: f32| skin.iter().map(|p| [p[0], p[1] + lift, p[2]]).collect::<Vec<_>>();
        let scene = |lift: f32| ViewScene {
            objects: vec![Object::still("body", Arc::new(body(lift)))],
            ..ViewScene::default()
        };
        assert_eq!(waist.place(&scene(0.0)), Some([0.25, 1.0, 0.5]));
        assert_eq!(waist.place(&scene(2.0)), Some([0.25, 3.0, 0.5]));
        let mut hidden = scene(0.0);
        hidden.objects[0].visible = false;
        assert_eq!((waist.place(&hidden), waist.place(&ViewScene::default())), (None, None));
    }
}
