//! A picture by a graphics driver, or without one where there is none.

use crate::command::output::Output;
use glam::{DVec3, Vec3};
use toile::look::{Color, HeatValues, Image, Look, LookObject, LookScene, Surface, View, Wireframe};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_view::camera::Camera;
use toile_view::environment::Environment;
use toile_view::scene::{Kind, Object, Scene};
use toile_view::view_settings::{Mode, ViewSettings};

/// The name of the pictures that need no driver.
const WITHOUT: &str = "toile look";

/// Draws a scene, and says what drew it.
pub(super) fn draw(
    scene: &Scene,
    camera: &Camera,
    settings: &ViewSettings,
    sky: Option<&Environment>,
    size: [u32; 2],
    output: &Output,
) -> (Image, String) {
    match by_driver(scene, camera, settings, sky, size) {
        Ok(drawn) => drawn,
        Err(why) => {
            output.note(&format!("{why}; the picture is drawn without one, in a simpler way."));
            (by_processor(scene, camera, settings, size), WITHOUT.to_owned())
        }
    }
}

/// Draws with the best driver there is.
#[cfg(feature = "gpu")]
fn by_driver(
    scene: &Scene,
    camera: &Camera,
    settings: &ViewSettings,
    sky: Option<&Environment>,
    size: [u32; 2],
) -> Result<(Image, String), String> {
    use toile_view::shot::{Offscreen, Picture};
    use toile_view::view_settings::Quality;
    // A picture may take a second: it is drawn well even where the driver is slow.
    let mut offscreen = Offscreen::new(Some(Quality::High)).map_err(|error| error.to_string())?;
    if let Some(sky) = sky {
        offscreen.set_environment(sky);
    }
    let name = offscreen.name().to_owned();
    let picture = offscreen.fine_shot(scene, camera, settings, size).map_err(|error| error.to_string())?;
    let Picture { width, height, pixels } = picture;
    Ok((Image { width, height, pixels }, name))
}

#[cfg(not(feature = "gpu"))]
fn by_driver(
    _: &Scene,
    _: &Camera,
    _: &ViewSettings,
    _: Option<&Environment>,
    _: [u32; 2],
) -> Result<(Image, String), String> {
    Err("this toile was built without graphics drivers (cargo build --release --features gpu)".to_owned())
}

/// Draws on the processor: the same shapes from the same side, in plain colours.
fn by_processor(scene: &Scene, camera: &Camera, settings: &ViewSettings, size: [u32; 2]) -> Image {
    let shown: Vec<&Object> = scene.objects.iter().filter(|object| object.visible).collect();
    let meshes: Vec<TriMesh> = shown.iter().map(|object| mesh(object)).collect();
    let mut looks = LookScene::default();
    for (object, mesh) in shown.iter().zip(&meshes) {
        let look = if object.kind == Kind::Body { LookObject::body(mesh) } else { LookObject::cloth(mesh) };
        let surface = match &object.values {
            Some(values) if settings.mode == Mode::Values => {
                Surface::Heat { values: HeatValues::Vertex(values), range: settings.range, map: settings.map }
            }
            _ => Surface::Solid(Color(Vec3::from(object.material.color))),
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
