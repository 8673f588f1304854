//! The camera: where it stands, how it projects, and the way between the world and pixels.

use crate::bounds::Aabb;
use glam::{DVec2, DVec3, DVec4};

/// Width and height of an image in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageSize {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl ImageSize {
    /// Number of pixels.
    pub fn pixels(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Width over height; 1 for an empty image.
    pub fn aspect(self) -> f64 {
        if self.width == 0 || self.height == 0 { 1.0 } else { f64::from(self.width) / f64::from(self.height) }
    }
}

/// How the camera projects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// Parallel rays; the image shows `height` metres from its bottom to its top.
    Orthographic {
        /// Metres from the bottom edge to the top edge of the image.
        height: f64,
    },
    /// Rays through the eye.
    Perspective {
        /// Angle in radians between the bottom and the top of the image.
        fov_y: f64,
    },
}

impl Projection {
    fn half(self) -> f64 {
        match self {
            Self::Orthographic { height } => 0.5 * height,
            Self::Perspective { fov_y } => (0.5 * fov_y).tan(),
        }
    }
}

/// A point in the image: pixel coordinates with the origin at the top left *corner* of the image, so that the centre of
/// the first pixel is at (0.5, 0.5), and the depth in metres along the view axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenPoint {
    /// Pixels from the left edge.
    pub x: f64,
    /// Pixels from the top edge.
    pub y: f64,
    /// Metres from the camera along the view axis.
    pub depth: f64,
}

/// A half line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins.
    pub origin: DVec3,
    /// Where it goes; a unit vector.
    pub direction: DVec3,
}

/// An orthographic or perspective camera.
///
/// Depth is measured from the eye along the view axis in metres, for both projections. Only what lies between `near` and
/// `far` is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    eye: DVec3,
    right: DVec3,
    up: DVec3,
    forward: DVec3,
    projection: Projection,
    /// Half the image's height: in metres without perspective, for each metre of depth with it.
    half: f64,
    near: f64,
    far: f64,
    aspect: f64,
    shift: DVec2,
}

/// The smallest near distance of a perspective camera: a plane through the eye cannot be projected.
const SMALLEST_NEAR: f64 = 1e-6;

impl Camera {
    /// A camera at `eye` that looks at `target`, with `up` upwards in the image and an aspect of one.
    ///
    /// A target equal to the eye is taken to lie in the direction of -z, and an `up` along the view axis is replaced by
    /// another axis, so that there is always an image.
    pub fn look_at(eye: DVec3, target: DVec3, up: DVec3, projection: Projection) -> Self {
        let forward = (target - eye).normalize_or(DVec3::NEG_Z);
        let [right, up] = image_axes(forward, up);
        let near = match projection {
            Projection::Orthographic { .. } => 0.0,
            Projection::Perspective { .. } => 1e-3,
        };
        Self {
            eye,
            right,
            up,
            forward,
            projection,
            half: projection.half(),
            near,
            far: 1e6,
            aspect: 1.0,
            shift: DVec2::ZERO,
        }
    }

    /// An orthographic camera that looks along `direction` and sees exactly the given box, widened on all sides by
    /// `margin` (a fraction of the larger side of the image).
    pub fn fit(bounds: &Aabb, direction: DVec3, margin: f64) -> Self {
        Self::fit_points(bounds.corners(), direction, margin)
    }

    /// Like [`Camera::fit`], for a set of points: often a much tighter image than that of their bounding box.
    pub fn fit_points(points: impl IntoIterator<Item = DVec3>, direction: DVec3, margin: f64) -> Self {
        let forward = direction.normalize_or(DVec3::NEG_Z);
        let [right, up] = image_axes(forward, DVec3::Y);
        let along_axes = |p: DVec3| DVec3::new(right.dot(p), up.dot(p), forward.dot(p));
        let mut image: Aabb = points.into_iter().map(along_axes).filter(|q| q.is_finite()).collect();
        if image.is_empty() {
            image = Aabb { min: DVec3::ZERO, max: DVec3::ZERO };
        }
        let extent = image.size();
        // A flat or empty set still needs an image of some size.
        let side = extent.x.max(extent.y).max(1e-9);
        let width = extent.x.max(1e-6 * side) + 2.0 * margin * side;
        let height = extent.y.max(1e-6 * side) + 2.0 * margin * side;
        let slack = 1e-3 * (side + extent.z);
        let centre = image.center();
        Self {
            eye: right * centre.x + up * centre.y + forward * (image.min.z - slack),
            right,
            up,
            forward,
            projection: Projection::Orthographic { height },
            half: 0.5 * height,
            near: 0.0,
            far: extent.z + 2.0 * slack,
            aspect: width / height,
            shift: DVec2::ZERO,
        }
    }

    /// The same camera with other near and far distances.
    #[must_use]
    pub fn with_range(mut self, near: f64, far: f64) -> Self {
        self.near = match self.projection {
            Projection::Orthographic { .. } => near,
            Projection::Perspective { .. } => near.max(SMALLEST_NEAR),
        };
        self.far = far;
        self
    }

    /// The same camera for images of another aspect, width over height.
    #[must_use]
    pub fn with_aspect(mut self, aspect: f64) -> Self {
        self.aspect = aspect;
        self
    }

    /// The same camera with its picture moved to the right by `right` widths and down by `down` heights of the image,
    /// as a shift lens does. Moves by fractions of a pixel give the samples of an anti-aliased picture.
    #[must_use]
    pub fn with_shift(mut self, right: f64, down: f64) -> Self {
        self.shift = DVec2::new(right, down);
        self
    }

    /// Where the camera stands.
    pub fn eye(&self) -> DVec3 {
        self.eye
    }

    /// The view axis, a unit vector.
    pub fn forward(&self) -> DVec3 {
        self.forward
    }

    /// The unit vector to the right of the image.
    pub fn right(&self) -> DVec3 {
        self.right
    }

    /// The unit vector to the top of the image.
    pub fn up(&self) -> DVec3 {
        self.up
    }

    /// The projection.
    pub fn projection(&self) -> Projection {
        self.projection
    }

    /// Depth at which drawing begins.
    pub fn near(&self) -> f64 {
        self.near
    }

    /// Depth at which drawing ends.
    pub fn far(&self) -> f64 {
        self.far
    }

    /// Width over height of the image.
    pub fn aspect(&self) -> f64 {
        self.aspect
    }

    /// The point of the image where `point` is seen, which may lie outside the image; `None` if it lies behind a
    /// perspective camera's eye.
    pub fn project(&self, point: DVec3, size: ImageSize) -> Option<ScreenPoint> {
        let q = ScreenTransform::new(self, size).apply(point);
        (q.w > 0.0).then(|| ScreenPoint { x: q.x / q.w, y: q.y / q.w, depth: q.depth })
    }

    /// The point of space seen at the pixel coordinates (`x`, `y`) at a depth: the inverse of [`Camera::project`].
    pub fn unproject(&self, x: f64, y: f64, depth: f64, size: ImageSize) -> DVec3 {
        let [origin, step] = self.sight_line(x, y, size);
        origin + step * depth
    }

    /// The ray through the pixel coordinates (`x`, `y`); the centre of pixel (i, j) is (i + 0.5, j + 0.5).
    pub fn ray(&self, x: f64, y: f64, size: ImageSize) -> Ray {
        let [origin, step] = self.sight_line(x, y, size);
        Ray { origin, direction: step.normalize() }
    }

    /// Where the sight line of a pixel begins, and how far it goes for one metre of depth.
    pub(super) fn sight_line(&self, x: f64, y: f64, size: ImageSize) -> [DVec3; 2] {
        let u = 2.0 * (x / f64::from(size.width) - self.shift.x) - 1.0;
        let v = 1.0 - 2.0 * (y / f64::from(size.height) - self.shift.y);
        let aside = self.right * (u * self.half * self.aspect) + self.up * (v * self.half);
        match self.projection {
            Projection::Orthographic { .. } => [self.eye + aside, self.forward],
            Projection::Perspective { .. } => [self.eye, self.forward + aside],
        }
    }
}

/// The two image axes for a unit view direction.
fn image_axes(forward: DVec3, up: DVec3) -> [DVec3; 2] {
    let candidates = [up, DVec3::Y, DVec3::NEG_Z];
    let right = candidates
        .into_iter()
        .map(|axis| forward.cross(axis))
        .find(|side| side.length_squared() > 1e-12)
        .unwrap_or(DVec3::X)
        .normalize_or(DVec3::X);
    [right, right.cross(forward)]
}

/// A point before the division by `w`: pixel coordinates are `x / w` and `y / w`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homogeneous {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) w: f64,
    pub(super) depth: f64,
}

/// The camera for one image size, as four affine functions of the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenTransform {
    x: DVec4,
    y: DVec4,
    w: DVec4,
    depth: DVec4,
    pub(super) perspective: bool,
    pub(super) near: f64,
    pub(super) far: f64,
}

impl ScreenTransform {
    pub(super) fn new(camera: &Camera, size: ImageSize) -> Self {
        let along = |axis: DVec3| axis.extend(-axis.dot(camera.eye));
        let depth = along(camera.forward);
        let half = camera.half;
        let (w, perspective) = match camera.projection {
            Projection::Orthographic { .. } => (DVec4::W, false),
            Projection::Perspective { .. } => (depth, true),
        };
        let (half_width, half_height) = (0.5 * f64::from(size.width), 0.5 * f64::from(size.height));
        let centre_x = half_width * (1.0 + 2.0 * camera.shift.x);
        let centre_y = half_height * (1.0 + 2.0 * camera.shift.y);
        Self {
            x: along(camera.right) * (half_width / (half * camera.aspect)) + w * centre_x,
            y: w * centre_y - along(camera.up) * (half_height / half),
            w,
            depth,
            perspective,
            near: camera.near,
            far: camera.far,
        }
    }

    pub(super) fn apply(&self, p: DVec3) -> Homogeneous {
        let affine = |row: DVec4| row.x * p.x + row.y * p.y + row.z * p.z + row.w;
        Homogeneous { x: affine(self.x), y: affine(self.y), w: affine(self.w), depth: affine(self.depth) }
    }
}
