//! `toile view`: what cloth looks like and how it fits, in a window, as a picture or as a film.

mod dye;
mod load;
mod picture;
mod shot;
mod turntable;
#[cfg(feature = "view")]
mod window;

use super::cloth_args::ClothArgs;
use super::error::CommandError;
use super::look::parse_size;
use super::output::Output;
use super::within::{ZOOM, edge_length, picture_file, point, within, within_drawn};
use clap::ValueEnum;
use glam::DVec3;
use std::path::PathBuf;
use toile_dress::fit::FitQuantity;

const EXAMPLES: &str = "\
Examples:
  toile view                                          the default outfit in a window: pull at it, change it
  toile view pattern.dxf -b scan.obj                  your own pattern on your own body
  toile view scenes/flag.toml                         a scene that runs
  toile view --shot outfit.png                        the default outfit
  toile view shirt trousers -b eu-42 --shot outfit.png --size 900x1200
  toile view t-shirt -f jersey --shot knit.png --look-at 0,1.25,0.1 --zoom 6
  toile view t-shirt --shot tight.png --mode tension
  toile view straight-skirt --shot checks.png --print checks --color 8a2f2f --repeat 40
  toile view scenes/draped-ball.toml --shot ball.png
  toile view body.obj skirt.obj --shot both.png --wire
  toile view shirt --turntable shirt.avi              a film of a turn around it

The window needs a toile that was built with `--features view`. Press ? in it for what mouse and keys do.
The picture is drawn by a graphics driver if toile was built with `--features gpu` and there is one, else without.";

/// Look at garments, scenes or meshes, in a window, as a picture or as a film.
///
/// In the window cloth can be grabbed, pinned and changed while it moves; files can be dropped on it. For pictures garments are
/// dressed first, and scenes run to their end.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Garments (pattern files or built-in names), one scene file, or meshes; the default outfit if nothing is named.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Write a picture instead of opening a window.
    #[arg(long, value_name = "PICTURE", value_parser = picture_file, group = "drawn")]
    shot: Option<PathBuf>,
    /// Write a film of a turn around it: AVI, or numbered pictures for a name that ends with .png.
    #[arg(long, value_name = "AVI", group = "drawn")]
    turntable: Option<PathBuf>,
    /// Width and height of the picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1000x1000", value_parser = parse_size)]
    size: [u32; 2],
    /// What colours tell: the material, or a quantity of fit.
    #[arg(long, value_enum, default_value_t = Mode::Material)]
    mode: Mode,
    /// The body that wears the garments: a file, a size such as eu-38, or woman, man, child.
    #[arg(short, long, value_name = "BODY", default_value = "eu-38")]
    body: String,
    /// The fabric of all pieces, instead of what the patterns say.
    #[arg(short, long, value_name = "FABRIC")]
    fabric: Option<String>,
    /// How long the edges of the mesh are, in metres; 0.015 if not given.
    #[arg(long, value_name = "METRES", value_parser = edge_length)]
    edge: Option<f64>,
    /// The longest that dressing may take, in seconds; what is there then is shown, with the reason.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = within(0.0, 1e6, "seconds"))]
    time_limit: f64,
    /// Dress a garment even if it is far too narrow for the body.
    #[arg(long, alias = "anyway")]
    force: bool,
    /// Sew patterns in the likeliest way where it is not sure how they are sewn, instead of asking.
    #[arg(long)]
    accept_guesses: bool,
    #[command(flatten)]
    cloth: ClothArgs,
    /// The folder for what is saved from the window.
    #[arg(short, long, value_name = "DIR", default_value = "toile-out", conflicts_with = "drawn")]
    output: PathBuf,
    #[command(flatten)]
    dye: dye::DyeArgs,
    #[command(flatten)]
    look: LookArgs,
}

/// From where and how a picture is taken.
#[derive(clap::Args)]
#[group(skip)]
struct LookArgs {
    /// From where: degrees around the vertical, 0 from the front, 90 from the body's left.
    #[arg(long, value_name = "DEGREES", default_value_t = 24.0, value_parser = within_drawn(-360.0, 360.0, "degrees"), requires = "drawn")]
    turn: f32,
    /// Degrees above the horizon.
    #[arg(long, value_name = "DEGREES", default_value_t = 6.0, value_parser = within_drawn(-90.0, 90.0, "degrees"), requires = "drawn")]
    lift: f32,
    /// How much nearer than needed to see everything.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = within_drawn(ZOOM[0], ZOOM[1], ""), requires = "drawn")]
    zoom: f32,
    /// The point in the middle of the picture, in metres, instead of that of everything.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, requires = "drawn")]
    look_at: Option<DVec3>,
    /// Surroundings that light the scene: a Radiance picture (.hdr) of the whole sphere.
    #[arg(long, value_name = "HDR")]
    sky: Option<PathBuf>,
    /// Draw the edges of the triangles.
    #[arg(long, requires = "drawn")]
    wire: bool,
    /// Mark the landmarks that were found on the body; pale where cloth hides them.
    #[arg(long, requires = "drawn")]
    landmarks: bool,
    /// Give each layer of cloth a colour of its own.
    #[arg(long, requires = "drawn")]
    layers: bool,
}

/// What colours tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    Material,
    Tension,
    Pressure,
    Distance,
    WarpStrain,
    WeftStrain,
    Shear,
    PrincipalStrain,
}

impl Mode {
    /// The quantity of fit that is shown, if it is one.
    fn quantity(self) -> Option<FitQuantity> {
        match self {
            Self::Material => None,
            Self::Tension => Some(FitQuantity::Tension),
            Self::Pressure => Some(FitQuantity::Pressure),
            Self::Distance => Some(FitQuantity::Distance),
            Self::WarpStrain => Some(FitQuantity::WarpStrain),
            Self::WeftStrain => Some(FitQuantity::WeftStrain),
            Self::Shear => Some(FitQuantity::Shear),
            Self::PrincipalStrain => Some(FitQuantity::PrincipalStrain),
        }
    }
}

impl Args {
    /// Whether a window is to be opened, which must happen on the main thread.
    pub(crate) fn is_window(&self) -> bool {
        self.shot.is_none() && self.turntable.is_none()
    }

    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        match (&self.shot, &self.turntable) {
            (Some(path), _) => self.take_shot(path, output),
            (None, Some(path)) => self.film_turn(path, output),
            (None, None) => self.open_window(),
        }
    }

    #[cfg(not(feature = "view"))]
    #[expect(clippy::unused_self, reason = "with a window it is needed")]
    fn open_window(&self) -> Result<(), CommandError> {
        Err(CommandError::Input(
            "this toile was built without a window: `cargo install --path crates/toile-cli --features view` builds one that has it; \
             `toile view --shot picture.png` writes a picture"
                .into(),
        ))
    }
}
