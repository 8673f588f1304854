//! `toile view --turntable`: a film of a turn around what is seen, without a window.

use super::Args;
use super::picture::{Care, Painter};
use super::shot::Seen;
use crate::command::error::CommandError;
use crate::command::output::Output;
use serde::Serialize;
use std::f32::consts::TAU;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use toile_io::WriteError;
use toile_io::avi::Film;
use toile_io::file::write_png;
use toile_look::Image;
use toile_view::camera::OrbitCamera;

/// Frames of a turn.
const FRAMES: u16 = 120;
/// Frames a second.
const FRAMES_PER_SECOND: f64 = 25.0;

/// What was written.
#[derive(Serialize)]
struct Written {
    output: PathBuf,
    width: u32,
    height: u32,
    frames: u16,
    frames_a_second: f64,
    /// What drew it: the name of a graphics device, or `toile look` for the pictures without one.
    drawn_by: String,
}

/// Where frames go.
enum Reel {
    Film(Film<BufWriter<File>>),
    /// Pictures with numbers before the ending.
    Pictures(PathBuf, usize),
}

impl Args {
    /// Turns once around what is seen, against the clock as seen from above.
    pub(super) fn film_turn(&self, path: &Path, output: &Output) -> Result<(), CommandError> {
        let mut reel = Reel::begin(path, self.size)?;
        let Seen { scene, settings, legend, sky } = self.seen(output)?;
        let from = self.camera(&scene);
        let mut painter = Painter::new(Care::Quick, sky.as_ref(), output);
        output.progress().steps("Drawing", u64::from(FRAMES), "", |done| {
            for frame in 0..FRAMES {
                let turn = from.turn + TAU * f32::from(frame) / f32::from(FRAMES);
                let mut image = painter.draw(&scene, &OrbitCamera { turn, ..from }, &settings, self.size);
                if let Some(legend) = &legend {
                    legend.draw_in_corner(&mut image);
                }
                reel.add(&image)?;
                done();
            }
            Ok::<(), CommandError>(())
        })?;
        reel.finish().map_err(|error| error.in_file(path))?;
        let written = Written {
            output: path.to_owned(),
            width: self.size[0],
            height: self.size[1],
            frames: FRAMES,
            frames_a_second: FRAMES_PER_SECOND,
            drawn_by: painter.name().to_owned(),
        };
        output.result(&written, || {
            let Written { output, width, height, frames, drawn_by, .. } = &written;
            format!(
                "Wrote {} ({frames} frames of {width} × {height} pixels, drawn by {drawn_by}).\n",
                output.display()
            )
        })
    }
}

impl Reel {
    /// A film, or pictures for a name that ends with `.png`.
    fn begin(path: &Path, size: [u32; 2]) -> Result<Self, CommandError> {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str() {
            Some("png") => Ok(Self::Pictures(path.with_extension(""), 0)),
            Some("avi") => {
                let failed = |error: WriteError| error.in_file(path);
                let file = File::create(path).map_err(|error| failed(error.into()))?;
                Ok(Self::Film(Film::new(BufWriter::new(file), size, FRAMES_PER_SECOND).map_err(failed)?))
            }
            _ => Err(CommandError::Input(format!(
                "{}: a film ends with .avi, pictures end with .png",
                path.display()
            ))),
        }
    }

    fn add(&mut self, image: &Image) -> Result<(), CommandError> {
        match self {
            Self::Film(film) => film.add(image)?,
            Self::Pictures(name, next) => {
                let mut numbered = name.as_os_str().to_owned();
                numbered.push(format!("_{next:04}.png"));
                *next += 1;
                write_png(Path::new(&numbered), image)?;
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(), WriteError> {
        match self {
            Self::Film(film) => film.finish().map(|_| ()),
            Self::Pictures(..) => Ok(()),
        }
    }
}
