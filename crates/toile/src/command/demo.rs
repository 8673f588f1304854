//! `toile` alone, or `toile demo`: shows what Toile can do, on things it makes itself.

use super::drape::drape;
use super::error::CommandError;
use super::look::parse_size;
use super::output::Output;
use serde::Serialize;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toile::check::Check;
use toile::look::{Color, ColorMap, HeatValues, Legend, Look, LookObject, LookScene, Sheet, Surface, View};
use toile::samples::{Skirt, dress_form, skirt, tangled_skirt};
use toile_geom::TriMesh;
use toile_geom::distance::points_to_mesh;
use toile_io::file::write_png;
use toile_io::gltf;
use toile_io::scene::{Interpolation, Scene};

/// Give a demonstration: what toile does when it is run alone.
///
/// It draws a dress form in a skirt, measures the ease, finds what is wrong with a tangled skirt, writes an animation, and lets a
/// napkin fall over a ball.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder for the results.
    #[arg(short, long, value_name = "DIR", default_value = "toile-out")]
    output: PathBuf,
    /// Width and height of each view in pixels.
    #[arg(long, value_name = "WxH", default_value = "700x1000", value_parser = parse_size)]
    size: [u32; 2],
}

impl Default for Args {
    fn default() -> Self {
        Self { output: PathBuf::from("toile-out"), size: [700, 1000] }
    }
}

const LINEN: u32 = 0xDD_D3_C0;
const ROSE: u32 = 0xC4_8F_86;
const WHITE: u32 = 0xF1_EE_E8;
const VIEWS: [View; 3] = [View::Front, View::ThreeQuarter, View::Back];
/// One swing of the skirt to and fro.
const FRAMES: u32 = 24;
const FRAMES_A_SECOND: f64 = 12.0;

/// What is written, and what it shows.
const NOTES: [(&str, &str); 6] = [
    ("look.png", "the skirt on the form"),
    ("fit.png", "the ease, as colours"),
    ("check.png", "what is wrong with the tangled skirt"),
    ("skirt.glb", "the skirt swinging"),
    ("drape.png", "the napkin on the ball"),
    ("drape.glb", "how it fell"),
];

/// What the demonstration did.
#[derive(Serialize)]
struct Summary {
    seconds: f64,
    form_triangles: usize,
    form_closed_manifold: bool,
    skirt_triangles: usize,
    skirt_self_intersections: usize,
    skirt_form_intersections: usize,
    ease_mm: [f64; 2],
    tangled_self_intersections: usize,
    tangled_form_intersections: usize,
    drape_triangles: usize,
    drape_frames: usize,
    drape_max_stretch: f64,
    drape_self_intersections: usize,
    files: Vec<PathBuf>,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let start = Instant::now();
        fs::create_dir_all(&self.output).map_err(|error| {
            CommandError::Input(format!("{}: cannot create: {error}", self.output.display()))
        })?;
        let (form, cloth, tangled) = (dress_form(), skirt(&Skirt::default()), tangled_skirt());
        let look = Look { width: self.size[0], height: self.size[1], ..Look::default() };
        let progress = output.progress();
        let path = |name: &str| self.output.join(name);
        progress.steps("Demonstration", 6, |done| {
            draw_look(&look, &form, &cloth, &path("look.png"))?;
            done();
            let ease = draw_fit(&look, &form, &cloth, &path("fit.png"))?;
            done();
            let clean = checked(&cloth, &form);
            let wrong = checked(&tangled, &form);
            done();
            draw_check(&look, &form, &tangled, &wrong, &path("check.png"))?;
            done();
            write_animation(&path("skirt.glb"))?;
            done();
            let drape = drape(&look, &path("drape.png"), &path("drape.glb"))?;
            done();
            let summary = Summary {
                seconds: start.elapsed().as_secs_f64(),
                form_triangles: form.triangles.len(),
                form_closed_manifold: Check::of(&form).surface.is_closed_manifold(),
                skirt_triangles: cloth.triangles.len(),
                skirt_self_intersections: clean.self_intersections.len(),
                skirt_form_intersections: clean.against.as_ref().map_or(0, Vec::len),
                ease_mm: ease,
                tangled_self_intersections: wrong.self_intersections.len(),
                tangled_form_intersections: wrong.against.as_ref().map_or(0, Vec::len),
                drape_triangles: drape.triangles,
                drape_frames: drape.frames,
                drape_max_stretch: drape.stretch,
                drape_self_intersections: drape.self_intersections,
                files: NOTES.map(|(name, _)| path(name)).to_vec(),
            };
            output.result(&summary, || summary.text())
        })
    }
}

impl Summary {
    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |words: String| {
            let _ = writeln!(text, "{words}");
        };
        line(format!(
            "A dress form of {} triangles ({}), wearing a skirt of {}.",
            self.form_triangles,
            if self.form_closed_manifold { "closed manifold" } else { "not closed" },
            self.skirt_triangles
        ));
        line(format!(
            "The skirt passes through itself in {} places and through the form in {}; its ease is {:.0} to {:.0} mm.",
            self.skirt_self_intersections, self.skirt_form_intersections, self.ease_mm[0], self.ease_mm[1]
        ));
        line(format!(
            "A tangled skirt has {} pairs of triangles that pass through each other and {} through the form.",
            self.tangled_self_intersections, self.tangled_form_intersections
        ));
        line(format!(
            "A linen napkin of {} triangles fell over a ball in {} frames; it is stretched by at most {:.1} % and passes through itself in {} places.",
            self.drape_triangles,
            self.drape_frames,
            100.0 * self.drape_max_stretch,
            self.drape_self_intersections
        ));
        line(format!("\nWritten in {:.1} s:", self.seconds));
        for (file, (_, note)) in self.files.iter().zip(NOTES) {
            line(format!("  {:<22} {note}", file.display()));
        }
        line("\nTry next:".into());
        line("  toile check tangled-skirt --against dress-form --picture problems.png".into());
        line("  toile look YOUR.obj -o picture.png --heat curvature".into());
        line("  toile --help".into());
        text
    }
}

fn checked<'a>(cloth: &'a TriMesh, form: &TriMesh) -> Check<'a> {
    let mut check = Check::of(cloth);
    check.compare(form);
    check
}

fn body(form: &TriMesh) -> LookObject<'_> {
    LookObject::body(form).with_surface(Surface::Solid(Color::hex(LINEN)))
}

fn draw_look(look: &Look, form: &TriMesh, cloth: &TriMesh, path: &Path) -> Result<(), CommandError> {
    let mut scene = LookScene::of(body(form));
    scene.objects.push(LookObject::cloth(cloth).with_surface(Surface::Solid(Color::hex(ROSE))));
    let sheet = Sheet::of_views(look, &scene, &VIEWS);
    Ok(write_png(path, &sheet.compose())?)
}

/// Draws how far the cloth is from the form, and returns the least and the most in millimetres.
fn draw_fit(look: &Look, form: &TriMesh, cloth: &TriMesh, path: &Path) -> Result<[f64; 2], CommandError> {
    let ease: Vec<f64> = points_to_mesh(&cloth.positions, form).iter().map(|metres| 1e3 * metres).collect();
    let values: Vec<f32> = ease.iter().map(|&mm| mm as f32).collect();
    let range = [0.0, 300.0];
    let map = ColorMap::Sequential;
    let mut scene = LookScene::of(body(form));
    let surface = Surface::Heat { values: HeatValues::Vertex(&values), range, map };
    scene.objects.push(LookObject::cloth(cloth).with_surface(surface));
    let sheet = Sheet::of_views(look, &scene, &VIEWS).title("Ease").legend(Legend::new(
        "distance to the form",
        "mm",
        range,
        map,
    ));
    write_png(path, &sheet.compose())?;
    Ok([ease.iter().copied().fold(f64::INFINITY, f64::min), ease.iter().copied().fold(0.0, f64::max)])
}

fn draw_check(
    look: &Look,
    form: &TriMesh,
    cloth: &TriMesh,
    check: &Check<'_>,
    path: &Path,
) -> Result<(), CommandError> {
    let troubled = check.troubled_triangles();
    let mut scene = LookScene::of(body(form));
    let white = Surface::Solid(Color::hex(WHITE));
    scene.objects.push(LookObject::cloth(cloth).with_surface(white).with_marked(&troubled));
    let sheet = Sheet::of_views(look, &scene, &VIEWS)
        .title("A tangled skirt")
        .caption(format!("{} triangles pass through others", troubled.len()));
    Ok(write_png(path, &sheet.compose())?)
}

fn write_animation(path: &Path) -> Result<(), CommandError> {
    let at = |frame: u32| Skirt { swing: f64::from(frame) / f64::from(FRAMES), ..Skirt::default() };
    let frames: Vec<_> = (0..=FRAMES).map(|frame| skirt(&at(frame)).positions).collect();
    let scene =
        Scene::from_frames("skirt", skirt(&at(0)).into(), &frames, FRAMES_A_SECOND, Interpolation::Linear)?;
    Ok(gltf::write_file(path, &scene)?)
}
