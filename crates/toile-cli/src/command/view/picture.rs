//! A picture by a graphics driver, or without one where there is none.

use crate::command::output::Output;
use glam::{DVec3, Vec3};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_look::{Color, HeatValues, Image, Look, LookObject, LookScene, LookSurface, View, Wireframe};
use toile_view::camera::OrbitCamera;
use toile_view::environment::Environment;
use toile_view::scene::{Object, ObjectKind, ViewScene};
#[cfg(feature = "gpu")]
use toile_view::shot::{Offscreen, Picture};
#[cfg(feature = "gpu")]
use toile_view::view_settings::ViewQuality;
use toile_view::view_settings::{ColorMode, ViewSettings};

/// The name of the pictures that need no driver.
const WITHOUT: &str = "toile look";

/// How much work goes into pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// One picture, which may take a second.
    Fine,
    /// One of many.
    Quick,
}

/// What draws pictures: a graphics driver, or the processor where there is none.
pub(super) struct Painter<'a> {
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "drivers may fail on the way"))]
    output: &'a Output,
    #[cfg(feature = "gpu")]
    offscreen: Option<Offscreen>,
    #[cfg(feature = "gpu")]
    care: Care,
}

impl<'a> Painter<'a> {
    /// Draws with the best driver there is, in the light of some surroundings.
    #[cfg(feature = "gpu")]
    pub(super) fn new(care: Care, sky: Option<&Environment>, output: &'a Output) -> Self {
        // A single picture is drawn well even where the driver is slow.
        let quality = (care == Care::Fine).then_some(ViewQuality::High);
        let mut offscreen = Offscreen::new(quality).map_err(|error| note(output, &error)).ok();
        if let (Some(offscreen), Some(sky)) = (&mut offscreen, sky) {
            offscreen.set_environment(sky);
        }
        Self { output, offscreen, care }
    }

    #[cfg(not(feature = "gpu"))]
    pub(super) fn new(_: Care, _: Option<&Environment>, output: &'a Output) -> Self {
        note(output, &"this toile was built without graphics drivers (cargo build --release --features gpu)");
        Self { output }
    }

    /// What draws: the name of a graphics device, or `toile look`.
    #[cfg_attr(not(feature = "gpu"), expect(clippy::unused_self, reason = "there is no driver to ask"))]
    pub(super) fn name(&self) -> &str {
        #[cfg(feature = "gpu")]
        if let Some(offscreen) = &self.offscreen {
            return offscreen.name();
        }
        WITHOUT
    }

    /// Draws a scene.
    #[cfg_attr(not(feature = "gpu"), expect(clippy::unused_self, reason = "there is no driver to ask"))]
    pub(super) fn draw(
        &mut self,
        scene: &ViewScene,
        camera: &OrbitCamera,
        settings: &ViewSettings,
        size: [u32; 2],
    ) -> Image {
        #[cfg(feature = "gpu")]
        if let Some(offscreen) = &mut self.offscreen {
            let drawn = match self.care {
                Care::Fine => offscreen.fine_shot(scene, camera, settings, size),
                Care::Quick => offscreen.shot(scene, camera, settings, size),
            };
            match drawn {
                Ok(Picture { width, height, pixels }) => return Image { width, height, pixels },
                Err(error) => note(self.output, &error),
            }
            self.offscreen = None;
        }
        by_processor(scene, camera, settings, size)
    }
}

/// Says why there is no driver.
fn note(output: &Output, why: &dyn std::fmt::Display) {
    output.note(&format!("{why}; the picture is drawn without one, in a simpler way."));
}

/// Draws on the processor: the same shapes from the same side, in plain colours.
fn by_processor(scene: &ViewScene, camera: &OrbitCamera, settings: &ViewSettings, size: [u32; 2]) -> Image {
    let shown: Vec<&Object> = scene.objects.iter().filter(|object| object.visible).collect();
    let meshes: Vec<TriMesh> = shown.iter().map(|object| mesh(object)).collect();
    let mut looks = LookScene::default();
    for (object, mesh) in shown.iter().zip(&meshes) {
        let look =
            if object.kind == ObjectKind::Body { LookObject::body(mesh) } else { LookObject::cloth(mesh) };
        let surface = match &object.values {
            Some(values) if settings.mode == ColorMode::Values => LookSurface::Heat {
                values: HeatValues::Vertex(values),
                range: settings.range,
                map: settings.map,
            },
            _ => LookSurface::Solid(Color(Vec3::from(object.material.color))),
        };
        let mut look = look.with_surface(surface);
        if settings.wireframe {
            look = look.with_wireframe(Wireframe::default());
        }
        looks.objects.push(look);
    }
    let reach = f64::from(camera.distance * (camera.field / 2.0).tan());
    let (middle, half) = (camera.target.as_dvec3(), DVec3::splat(0.8 * reach));
    let look = Look {
        width: size[0],
        height: size[1],
        focus: Some([middle - half, middle + half].into_iter().collect::<Aabb>()),
        ..Look::default()
    };
    look.render(&looks, View::Custom { yaw: f64::from(camera.turn), pitch: f64::from(camera.lift) })
}

fn mesh(object: &Object) -> TriMesh {
    TriMesh {
        positions: object.positions.iter().map(|&p| Vec3::from(p).as_dvec3()).collect(),
        triangles: object.mesh.triangles.clone(),
    }
}
