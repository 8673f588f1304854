//! From a scene to pictures: the passes over all samples of a pixel, the background and the tone curve.

use super::Color;
use super::assembly::Assembly;
use super::backdrop::Backdrop;
use super::canvas::Canvas;
use super::ground::GroundLight;
use super::light::{Lights, fill_direction, hemisphere, key_direction, key_disc};
use super::overlay::Overlay;
use super::scene::{LookGround, LookScene, Wireframe};
use super::shade::{Palettes, Studio};
use super::view::{View, frame};
use glam::{DVec2, DVec3, Vec3};
use rayon::prelude::*;
use toile_geom::bounds::Aabb;
use toile_geom::raster::{Camera, Cull, Fragment, ImageSize, VisibilityBuffer};
use toile_io::png::Image;

toile_geom::named_enum! {
    /// How much work goes into a picture.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum LookQuality: name {
        /// For a first glance.
        Draft = "draft",
        /// For reports.
        #[default]
        Good = "good",
        /// For a title page.
        Best = "best",
    }
}

/// What a quality means.
struct Effort {
    /// Samples of a pixel, and the step of the lattice they lie on.
    samples: u32,
    lattice: u32,
    sky_rays: u32,
    key_rays: u32,
    /// Texels of a depth map.
    texels: u32,
    ground_side: u32,
    ground_rays: u32,
}

impl LookQuality {
    fn effort(self) -> Effort {
        match self {
            Self::Draft => Effort {
                samples: 3,
                lattice: 2,
                sky_rays: 15,
                key_rays: 9,
                texels: 384 * 384,
                ground_side: 128,
                ground_rays: 24,
            },
            Self::Good => Effort {
                samples: 5,
                lattice: 2,
                sky_rays: 35,
                key_rays: 25,
                texels: 576 * 576,
                ground_side: 224,
                ground_rays: 40,
            },
            Self::Best => Effort {
                samples: 13,
                lattice: 5,
                sky_rays: 104,
                key_rays: 78,
                texels: 1024 * 1024,
                ground_side: 384,
                ground_rays: 160,
            },
        }
    }
}

/// How pictures are made. See the [module documentation](super) for an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Width of a picture in pixels.
    pub width: u32,
    /// Height of a picture in pixels.
    pub height: u32,
    /// How much work goes into it.
    pub quality: LookQuality,
    /// Free space on each side, as a fraction of the picture.
    pub margin: f64,
    /// A box to look at instead of the whole scene.
    pub focus: Option<Aabb>,
}

impl Default for Look {
    fn default() -> Self {
        Self { width: 700, height: 1000, quality: LookQuality::Good, margin: 0.06, focus: None }
    }
}

impl Look {
    /// A picture of a scene.
    pub fn render(&self, scene: &LookScene<'_>, view: View) -> Image {
        let empty = || Image::filled(self.width, self.height, Color::WHITE);
        self.render_views(scene, &[view]).pop().unwrap_or_else(empty)
    }

    /// Pictures of a scene from several sides at the same scale; cheaper than one by one, since they share most of the
    /// light.
    pub fn render_views(&self, scene: &LookScene<'_>, views: &[View]) -> Vec<Image> {
        let assembly = Assembly::new(scene);
        let cameras = self.cameras(&assembly, views);
        let effort = self.quality.effort();
        let sky = Lights::sky(&assembly, effort.sky_rays, effort.texels);
        let palettes = Palettes::new(scene);
        let height = match scene.ground {
            LookGround::Lowest => Some(assembly.bounds.min.y),
            LookGround::At(y) => Some(y),
            LookGround::None => None,
        };
        let sky_on_ground = height
            .map(|y| GroundLight::new(&assembly, y, &hemisphere(effort.ground_rays), effort.ground_side));
        cameras
            .iter()
            .map(|camera| {
                let toward_key = key_direction(camera);
                let key = Lights::key(&assembly, toward_key, effort.key_rays, effort.texels);
                let ground = sky_on_ground.as_ref().map(|sky| {
                    let lamps = key_disc(toward_key, effort.ground_rays);
                    let key = GroundLight::new(&assembly, sky.height(), &lamps, effort.ground_side);
                    sky.mixed(&key, 0.62)
                });
                let studio = Studio {
                    scene,
                    assembly: &assembly,
                    sky: &sky,
                    key: &key,
                    palettes: &palettes,
                    fill: fill_direction(camera),
                    eye: camera.eye(),
                    passes: effort.samples as usize,
                };
                self.expose(&studio, camera, ground.as_ref(), &effort)
            })
            .collect()
    }

    fn size(&self) -> ImageSize {
        ImageSize { width: self.width, height: self.height }
    }

    fn cameras(&self, assembly: &Assembly, views: &[View]) -> Vec<Camera> {
        let corners = self.focus.map(|focus| focus.corners());
        let points = corners.as_ref().map_or(assembly.mesh.positions.as_slice(), |corners| corners);
        let radius = 0.5 * assembly.bounds.size().length() + 1e-6;
        frame(points, views, self.size(), self.margin)
            .into_iter()
            .map(|camera| {
                let depth = camera.forward().dot(assembly.bounds.center() - camera.eye());
                camera.with_range((depth - 1.01 * radius).max(1e-3 * radius), depth + 1.01 * radius)
            })
            .collect()
    }

    /// Makes one picture: sums the passes, then tone curve, then what is drawn over it.
    fn expose(
        &self,
        studio: &Studio<'_>,
        camera: &Camera,
        ground: Option<&GroundLight>,
        effort: &Effort,
    ) -> Image {
        let size = self.size();
        let mut sum = vec![Vec3::ZERO; size.pixels()];
        let backdrop = Backdrop::new(camera, size, ground);
        let mut overlay = None;
        for pass in 0..effort.samples {
            // A lattice in which no two samples share a row or a column of the pixel.
            let place = |k: u32| (f64::from(k % effort.samples) + 0.5) / f64::from(effort.samples) - 0.5;
            let shift = DVec2::new(place(pass), place(pass * effort.lattice));
            let shifted =
                camera.with_shift(-shift.x / f64::from(size.width), -shift.y / f64::from(size.height));
            let buffer = VisibilityBuffer::render(&studio.assembly.mesh, &shifted, size, Cull::None);
            let shot =
                Shot { studio, camera: &shifted, backdrop: &backdrop, buffer: &buffer, pass: pass as usize };
            sum.par_chunks_mut(size.width.max(1) as usize).zip(0..size.height).for_each(|(row, y)| {
                for (pixel, x) in row.iter_mut().zip(0..) {
                    *pixel += shot.sample(x, y);
                }
            });
            overlay.get_or_insert_with(|| Overlay::new(*camera, buffer.depth));
        }
        let scale = 1.0 / effort.samples as f32;
        let to_bytes = |(index, c): (usize, &Vec3)| {
            let threshold = dither(index % size.width as usize, index / size.width as usize);
            let [r, g, b] = Color((*c * scale).map(tone)).to_srgb_dithered(threshold);
            [r, g, b, 255]
        };
        let pixels = sum.par_iter().enumerate().map(to_bytes).collect();
        let mut image = Image { width: self.width, height: self.height, pixels };
        if let Some(overlay) = overlay {
            overlay.draw(studio.scene, studio.assembly, &mut image);
        }
        image
    }
}

/// One pass over a picture.
struct Shot<'a> {
    studio: &'a Studio<'a>,
    camera: &'a Camera,
    backdrop: &'a Backdrop,
    buffer: &'a VisibilityBuffer,
    pass: usize,
}

impl Shot<'_> {
    fn sample(&self, x: u32, y: u32) -> Vec3 {
        let mesh = &self.studio.assembly.mesh;
        let shaded = self.buffer.fragment(mesh, self.camera, x, y).and_then(|fragment| {
            let color = self.studio.shade(&fragment, self.pass)?;
            Some(self.with_wire(&fragment, x, y, color))
        });
        shaded.unwrap_or_else(|| self.backdrop.at(x, y))
    }

    fn with_wire(&self, fragment: &Fragment, x: u32, y: u32, color: Vec3) -> Vec3 {
        let assembly = self.studio.assembly;
        let triangle = fragment.triangle as usize;
        let object = assembly.object.get(triangle).and_then(|&k| self.studio.scene.objects.get(k as usize));
        let Some(wire) = object.and_then(|object| object.wireframe) else {
            return color;
        };
        // Lines would hide what is red about a small marked triangle.
        if assembly.marked.get(triangle).copied().unwrap_or(false) {
            return color;
        }
        let covered = self.wire_coverage(fragment, wire, x, y).unwrap_or(0.0);
        color.lerp(wire.color.0, covered * wire.opacity)
    }

    /// How much of the sample an edge covers, by the distance to the triangle's sides in the picture.
    fn wire_coverage(&self, fragment: &Fragment, wire: Wireframe, x: u32, y: u32) -> Option<f32> {
        let [a, b, c] = self.studio.assembly.corners(fragment.triangle)?;
        let place = |p: DVec3| self.camera.project(p, self.buffer.size()).map(|s| DVec2::new(s.x, s.y));
        let corners = [place(a)?, place(b)?, place(c)?];
        let pixel = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let distance = |p: DVec2, q: DVec2| (q - p).perp_dot(pixel - p).abs() / (q - p).length().max(1e-9);
        let nearest = distance(corners[0], corners[1])
            .min(distance(corners[1], corners[2]))
            .min(distance(corners[2], corners[0]));
        // Where triangles get as small as the lines, lines fade instead of painting everything over.
        let area = (corners[1] - corners[0]).perp_dot(corners[2] - corners[0]).abs();
        let roomy = ((area.sqrt() as f32 / wire.width.max(0.1) - 2.0) / 5.0).clamp(0.0, 1.0);
        Some((0.5 * wire.width + 0.5 - nearest as f32).clamp(0.0, 1.0) * roomy)
    }
}

/// Where a pixel rounds up: an ordered pattern of 4 by 4 (Bayer 1973), which hides the steps of slow gradients and, unlike
/// noise, still compresses well.
fn dither(x: usize, y: usize) -> f32 {
    const PATTERN: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    (f32::from(PATTERN[y % 4][x % 4]) + 0.5) / 16.0
}

/// The tone curve: linear up to a knee, so that colours stay what they are, then a soft shoulder instead of clipping.
fn tone(c: f32) -> f32 {
    const KNEE: f32 = 0.72;
    if c <= KNEE {
        return c.max(0.0);
    }
    let room = 1.0 - KNEE;
    KNEE + room * (1.0 - (-(c - KNEE) / room).exp())
}
