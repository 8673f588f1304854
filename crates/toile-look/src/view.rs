//! From where the scene is seen, and how far the camera must stand away.

use glam::{DVec2, DVec3};
use toile_geom::bounds::Aabb;
use toile_geom::raster::{Camera, ImageSize, Projection};

/// From where a scene is seen. Bodies face +z, so that their left hand is at +x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View {
    /// From the front, a little from above.
    Front,
    /// From behind.
    Back,
    /// From the body's left.
    Left,
    /// From the body's right.
    Right,
    /// From above.
    Top,
    /// From the front, half way to the body's left, from a little higher.
    ThreeQuarter,
    /// Any other direction.
    Custom {
        /// Radians around the vertical from the front to the body's left.
        yaw: f64,
        /// Radians up from the horizontal.
        pitch: f64,
    },
}

impl View {
    /// All that have a name.
    pub const NAMED: [Self; 6] =
        [Self::Front, Self::Back, Self::Left, Self::Right, Self::Top, Self::ThreeQuarter];

    /// A word for labels.
    pub fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
            Self::Left => "left",
            Self::Right => "right",
            Self::Top => "top",
            Self::ThreeQuarter => "three-quarter",
            Self::Custom { .. } => "",
        }
    }

    /// Yaw and pitch in radians.
    pub fn angles(self) -> (f64, f64) {
        let level = 7.0_f64;
        let (yaw, pitch): (f64, f64) = match self {
            Self::Front => (0.0, level),
            Self::Back => (180.0, level),
            Self::Left => (90.0, level),
            Self::Right => (-90.0, level),
            Self::Top => (0.0, 89.0),
            Self::ThreeQuarter => (38.0, 14.0),
            Self::Custom { yaw, pitch } => return (yaw, pitch),
        };
        (yaw.to_radians(), pitch.to_radians())
    }

    /// Unit vector from the scene to the camera.
    pub fn direction(self) -> DVec3 {
        let (yaw, pitch) = self.angles();
        DVec3::new(yaw.sin() * pitch.cos(), pitch.sin(), yaw.cos() * pitch.cos())
    }
}

/// The angle of view: that of a long portrait lens, which keeps proportions.
const FOV_Y: f64 = 0.32;

/// One camera a view, all at the same distance so that sizes can be compared, and near enough that the points fill the
/// image up to a `margin` (a fraction of the image) on each side.
pub(super) fn frame(points: &[DVec3], views: &[View], size: ImageSize, margin: f64) -> Vec<Camera> {
    let half = (0.5 * FOV_Y).tan() * (1.0 - 2.0 * margin).max(0.1);
    let fits: Vec<Fit> =
        views.iter().map(|view| fit(points, view.direction(), half, size.aspect())).collect();
    let distance = fits.iter().map(|f| f.distance).fold(1e-3, f64::max);
    fits.iter()
        .zip(views)
        .map(|(fit, view)| {
            let eye = fit.target + view.direction() * distance;
            Camera::look_at(eye, fit.target, DVec3::Y, Projection::Perspective { fov_y: FOV_Y })
                .with_aspect(size.aspect())
                .with_range((distance - 1.5 * fit.radius).max(1e-3 * distance), distance + 1.5 * fit.radius)
        })
        .collect()
}

struct Fit {
    target: DVec3,
    distance: f64,
    radius: f64,
}

/// Where to look and from how far, so that all points lie inside of a frustum with the given slope.
fn fit(points: &[DVec3], toward_camera: DVec3, half: f64, aspect: f64) -> Fit {
    let probe =
        Camera::look_at(toward_camera, DVec3::ZERO, DVec3::Y, Projection::Orthographic { height: 1.0 });
    let (right, up) = (probe.right(), probe.up());
    let bounds: Aabb = points.iter().copied().filter(|p| p.is_finite()).collect();
    if bounds.is_empty() {
        return Fit { target: DVec3::ZERO, distance: 1.0, radius: 1.0 };
    }
    let mut target = bounds.center();
    let radius = (0.5 * bounds.size().length()).max(1e-6);
    let mut distance = radius / half;
    // Centring and distance depend on each other through perspective; a few rounds settle both.
    for _ in 0..4 {
        let mut low = DVec2::INFINITY;
        let mut high = DVec2::NEG_INFINITY;
        let mut needed = 0.0_f64;
        for p in points.iter().filter(|p| p.is_finite()) {
            let q = *p - target;
            let (x, y, z) = (right.dot(q), up.dot(q), toward_camera.dot(q));
            let slope = DVec2::new(x, y) / (distance - z).max(1e-9);
            low = low.min(slope);
            high = high.max(slope);
            needed = needed.max(z + x.abs() / (half * aspect)).max(z + y.abs() / half);
        }
        let offset = 0.5 * (low + high) * distance;
        target += right * offset.x + up * offset.y;
        distance = needed.max(1e-6);
    }
    Fit {
        target,
        distance: distance.max(radius * 1.05),
        radius: radius + (target - bounds.center()).length(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_are_in_the_image_and_one_view_fills_it() {
        let points: Vec<DVec3> = (0..200)
            .map(|k| {
                let a = f64::from(k) * 0.37;
                DVec3::new(0.4 * a.sin(), 0.9 * (a * 0.7).cos() + 1.0, 0.2 * (a * 1.3).sin() + 3.0)
            })
            .collect();
        let size = ImageSize { width: 300, height: 400 };
        let views = [View::Front, View::Left, View::Top, View::Custom { yaw: 1.0, pitch: -0.3 }];
        let mut fullest = 0.0_f64;
        for camera in frame(&points, &views, size, 0.05) {
            for &p in &points {
                let s = camera.project(p, size).unwrap();
                assert!(s.x > 0.0 && s.x < 300.0 && s.y > 0.0 && s.y < 400.0, "{s:?}");
                assert!(s.depth > camera.near() && s.depth < camera.far());
                fullest = fullest.max((s.x / 150.0 - 1.0).abs()).max((s.y / 200.0 - 1.0).abs());
            }
        }
        assert!(fullest > 0.85 && fullest < 0.95, "{fullest}");
    }

    #[test]
    fn the_left_view_shows_the_left_side() {
        assert!((View::Left.direction() - DVec3::X).length() < 0.2);
        assert!((View::Front.direction() - DVec3::Z).length() < 0.2);
        assert!(View::Top.direction().y > 0.99);
    }

    #[test]
    fn an_empty_scene_has_a_camera() {
        let size = ImageSize { width: 10, height: 10 };
        let cameras = frame(&[DVec3::NAN], &[View::Front], size, 0.05);
        assert!(cameras[0].eye().is_finite());
        let cameras = frame(&[DVec3::ONE], &[View::Front], size, 0.05);
        assert!(cameras[0].project(DVec3::ONE, size).is_some());
    }
}
