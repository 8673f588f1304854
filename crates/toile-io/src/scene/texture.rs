//! Pictures of a scene, and how a surface wears them.

use crate::format::PictureFormat;
use glam::DVec2;
use std::sync::Arc;

/// A picture of a scene as the bytes of a PNG or JPEG file, so that it is never decoded only to be passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneImage {
    /// The name, empty if the file has none; it becomes part of file names where a format keeps pictures in files.
    pub name: String,
    /// The file's content.
    pub bytes: Arc<[u8]>,
}

impl SceneImage {
    /// A picture from the content of a PNG or JPEG file.
    pub fn new(name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { name: name.into(), bytes: bytes.into() }
    }

    /// Which format its content has; `None` if neither PNG nor JPEG.
    pub fn format(&self) -> Option<PictureFormat> {
        PictureFormat::from_content(&self.bytes)
    }

    /// The name of a file for picture `number` of a scene, whose own name becomes part of it as `plain` makes it.
    pub(crate) fn file_name(&self, number: usize, plain: impl Fn(&str) -> String) -> String {
        let own = if self.name.is_empty() { String::new() } else { format!("_{}", plain(&self.name)) };
        let extension = self.format().map_or("png", PictureFormat::extension);
        format!("{number}{own}.{extension}")
    }
}

/// A picture laid on a surface by a set of texture coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneTexture {
    /// The picture, an index into [`Scene::images`](super::Scene::images).
    pub image: usize,
    /// Which of the mesh's [`uv_sets`](crate::PolyMesh::uv_sets) lays it.
    pub uv_set: usize,
    /// What is seen beyond the picture's sides, along `u` and along `v`.
    pub wrap: [TextureWrap; 2],
    /// What becomes of the texture coordinates before they look into the picture.
    pub transform: UvTransform,
}

impl SceneTexture {
    /// A picture on the first set of texture coordinates, repeated on all sides.
    pub fn of_image(image: usize) -> Self {
        Self { image, ..Self::default() }
    }

    /// The same picture, `size` large in the unit of the texture coordinates: `0.2` by `0.1` metres where these are places on the cloth.
    #[must_use]
    pub fn of_size(self, size: DVec2) -> Self {
        Self { transform: UvTransform { scale: size.recip(), ..self.transform }, ..self }
    }
}

/// What is seen beyond the sides of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextureWrap {
    /// The picture again.
    #[default]
    Repeat,
    /// The picture again, each one mirrored to its neighbours.
    Mirror,
    /// The colours of its edge.
    Clamp,
}

/// A change of texture coordinates: `uv' = offset + R(rotation) (scale * uv)`, with `v` up and `R` anticlockwise, as
/// `UsdTransform2d` has it.
///
/// `KHR_texture_transform` of glTF says the same with `v` down: `offset` is another then, rotation and scale are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvTransform {
    /// Added last.
    pub offset: DVec2,
    /// Anticlockwise about the origin, in radians.
    pub rotation: f64,
    /// Multiplied first.
    pub scale: DVec2,
}

impl UvTransform {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self { offset: DVec2::ZERO, rotation: 0.0, scale: DVec2::ONE };

    /// Where in the picture the texture coordinates `uv` look.
    pub fn apply(&self, uv: DVec2) -> DVec2 {
        self.offset + DVec2::from_angle(self.rotation).rotate(self.scale * uv)
    }

    /// Whether all numbers are finite.
    pub(super) fn is_finite(&self) -> bool {
        self.offset.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }

    /// The same change where `v` points down, or back: with `flip(u, v) = (u, 1 - v)`, it is `flip * self * flip`, whose
    /// rotation is then clockwise by the same angle.
    ///
    /// With `uv' = o + R S uv`: `u' = o.x + cos sx u - sin sy v` and `v' = o.y + sin sx u + cos sy v`. Both flipped,
    /// `u' = (o.x - sin sy) + ...` and `v' = (1 - o.y - cos sy) + ...`.
    pub(crate) fn with_v_down(self) -> Self {
        let (sin, cos) = self.rotation.sin_cos();
        let [x, y] = self.offset.to_array();
        Self { offset: DVec2::new(x - sin * self.scale.y, 1.0 - y - cos * self.scale.y), ..self }
    }

    /// The change that [`with_v_down`](Self::with_v_down) came from.
    pub(crate) fn with_v_up(self) -> Self {
        let (sin, cos) = self.rotation.sin_cos();
        let [x, y] = self.offset.to_array();
        Self { offset: DVec2::new(x + sin * self.scale.y, 1.0 - y - cos * self.scale.y), ..self }
    }
}

impl Default for UvTransform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_comes_before_the_turn_and_the_turn_before_the_offset() {
        let change = UvTransform {
            offset: DVec2::new(10.0, 20.0),
            rotation: std::f64::consts::FRAC_PI_2,
            scale: DVec2::new(2.0, 3.0),
        };
        assert!(change.apply(DVec2::X).abs_diff_eq(DVec2::new(10.0, 22.0), 1e-12));
        assert!(change.apply(DVec2::Y).abs_diff_eq(DVec2::new(7.0, 20.0), 1e-12));
    }

    #[test]
    fn with_v_down_the_same_pixel_is_seen() {
        let change =
            UvTransform { offset: DVec2::new(0.3, -0.2), rotation: 0.7, scale: DVec2::new(2.0, 5.0) };
        let down = change.with_v_down();
        // The example of KHR_texture_transform: its matrix has the columns (cos, -sin) and (sin, cos).
        let (sin, cos) = down.rotation.sin_cos();
        let uv = DVec2::new(0.4, 0.9);
        let [u, v] = (down.scale * DVec2::new(uv.x, 1.0 - uv.y)).to_array();
        let seen = down.offset + DVec2::new(cos * u + sin * v, cos * v - sin * u);
        assert!(DVec2::new(seen.x, 1.0 - seen.y).abs_diff_eq(change.apply(uv), 1e-12));
        assert!(down.with_v_up().offset.abs_diff_eq(change.offset, 1e-12));
        assert_eq!(UvTransform::IDENTITY.with_v_down(), UvTransform::IDENTITY);
    }

    #[test]
    fn a_picture_of_a_size_is_seen_once_in_it() {
        let texture = SceneTexture::of_image(0).of_size(DVec2::new(0.2, 0.5));
        assert!(texture.transform.apply(DVec2::new(0.2, 0.5)).abs_diff_eq(DVec2::ONE, 1e-12));
    }
}
