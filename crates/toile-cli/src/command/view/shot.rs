//! `toile view --shot`: a picture without a window.

use super::Args;
use super::load::Loaded;
use super::picture::{Care, Painter};
use crate::command::error::CommandError;
use crate::command::output::Output;
use serde::Serialize;
use std::path::{Path, PathBuf};
use toile::viewing::{camera_for, show_fit};
use toile_io::file::{read_bytes, write_picture};
use toile_look::Legend;
use toile_view::camera::OrbitCamera;
use toile_view::environment::Environment;
use toile_view::scene::ViewScene;
use toile_view::view_settings::ViewSettings;

/// What was written.
#[derive(Serialize)]
struct Written {
    output: PathBuf,
    width: u32,
    height: u32,
    /// What drew it: the name of a graphics device, or `toile look` for the pictures without one.
    drawn_by: String,
}

/// What is to be seen, and how.
pub(super) struct Seen {
    pub(super) scene: ViewScene,
    pub(super) settings: ViewSettings,
    pub(super) legend: Option<Legend>,
    pub(super) sky: Option<Environment>,
}

impl Args {
    pub(super) fn take_shot(&self, path: &Path, output: &Output) -> Result<(), CommandError> {
        let Seen { scene, settings, legend, sky } = self.seen(output)?;
        let camera = self.camera(&scene);
        let (mut image, drawn_by) = output.progress().stage("Drawing", || {
            let mut painter = Painter::new(Care::Fine, sky.as_ref(), output);
            let image = painter.draw(&scene, &camera, &settings, self.size);
            (image, painter.name().to_owned())
        });
        if let Some(legend) = legend {
            legend.draw_in_corner(&mut image);
        }
        write_picture(path, &image)?;
        let written = Written { output: path.to_owned(), width: image.width, height: image.height, drawn_by };
        output.result(&written, || {
            let Written { output, width, height, drawn_by } = &written;
            format!("Wrote {} ({width} × {height} pixels, drawn by {drawn_by}).\n", output.display())
        })
    }

    /// Reads and dresses what is to be seen.
    pub(super) fn seen(&self, output: &Output) -> Result<Seen, CommandError> {
        let sky = self.look.sky.as_deref().map(environment).transpose()?;
        let Loaded { mut scene, fits } = self.load(output)?;
        let mut settings =
            ViewSettings { wireframe: self.look.wire, layers: self.look.layers, ..ViewSettings::default() };
        let legend = match self.mode.quantity() {
            None => None,
            Some(_) if fits.is_empty() => {
                return Err(CommandError::Input("how something fits is known of garments only".into()));
            }
            Some(quantity) => Some(show_fit(&mut scene, &mut settings, quantity, &fits).legend()),
        };
        Ok(Seen { scene, settings, legend, sky })
    }

    pub(super) fn camera(&self, scene: &ViewScene) -> OrbitCamera {
        let from = OrbitCamera {
            turn: self.look.turn.to_radians(),
            lift: self.look.lift.to_radians(),
            ..OrbitCamera::default()
        };
        let mut camera = camera_for(scene, &from, self.size);
        if let Some(target) = self.look.look_at {
            camera.target = target.as_vec3();
        }
        camera.zoom(self.look.zoom);
        camera
    }
}

/// Surroundings from a file.
pub(super) fn environment(path: &Path) -> Result<Environment, CommandError> {
    let bytes = read_bytes(path)?;
    Environment::from_radiance(&bytes)
        .map_err(|error| CommandError::Input(format!("{}: {error}", path.display())))
}
