//! `toile dress`: pattern and body in, dressed body out.

use super::error::CommandError;
use super::output::Output;
use clap::ValueEnum;
use std::fmt::Write;
use std::path::PathBuf;
use toile::dressing::{Summary, body_named, garment_named, write_files};
use toile_cloth::fabric::{self, Fabric};
use toile_dress::drape::Phase;
use toile_dress::ontology::{Ontology, Order, Wish};
use toile_dress::{Body, DressSettings, OutfitError, Stage, dress_in_order, measures};
use toile_pattern::Garment;
use toile_pattern::draft;
use toile_pattern::mesh::MeshSettings;

const EXAMPLES: &str = "\
Examples:
  toile dress -g t-shirt -b eu-38                     a built-in garment, drawn for the body's own measures
  toile dress -g t-shirt trousers -b eu-50-men -o out    what goes over what is known
  toile dress -g t-shirt trousers --order \"t-shirt in trousers\"
  toile dress -g dress --order \"dress back to front\"
  toile dress -g pattern.json -b scan.obj -f denim    your own pattern and body, in another fabric";

/// Dress a body: place the pieces of patterns around it, sew them, and let the cloth come to rest.
///
/// Nothing is done by hand. The result passes neither through itself nor through the body, which is checked in exact arithmetic.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// The fabric of all pieces, instead of what the patterns say; toile list names them.
    #[arg(short, long, value_name = "FABRIC")]
    fabric: Option<String>,
    /// How long the edges of the mesh are, in metres: 0.01 is fine, 0.03 quick.
    #[arg(long, value_name = "METRES", default_value_t = 0.015)]
    edge: f64,
    /// The folder for the results.
    #[arg(short, long, value_name = "DIR", default_value = "toile-out")]
    output: PathBuf,
}

/// What is worn, by whom, and in which order.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// A garment: a pattern file of any format, or the name of a built-in one. Several in any order.
    #[arg(short, long = "garment", value_name = "GARMENT", required = true, num_args = 1..)]
    garments: Vec<String>,
    /// The body: a file, a size such as eu-38, or woman, man, child.
    #[arg(short, long, value_name = "BODY", default_value = "eu-38")]
    pub(crate) body: String,
    /// How wide built-in garments are drawn.
    #[arg(long, value_enum, default_value_t = Fit::Regular)]
    fit: Fit,
    /// What lies over what, if not as usual: "shirt in trousers", "shirt over pullover", "collar out"; or how it is worn: "dress back to front".
    #[arg(long = "order", value_name = "WISH", num_args = 1..)]
    wishes: Vec<Wish>,
}

impl Choice {
    /// The garments, what is known of them, and their order.
    pub(crate) fn ordered(&self, body: &Body) -> Result<(Vec<Garment>, Ontology, Order), CommandError> {
        let named = |name: &String| garment_named(name, body, self.fit.into());
        let garments = self.garments.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        let ontology = Ontology::of(&garments, &measures(body));
        let order = ontology.order(&self.wishes)?;
        Ok((garments, ontology, order))
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Fit {
    Slim,
    Regular,
    Loose,
}

impl From<Fit> for draft::Fit {
    fn from(fit: Fit) -> Self {
        match fit {
            Fit::Slim => Self::Slim,
            Fit::Regular => Self::Regular,
            Fit::Loose => Self::Loose,
        }
    }
}

impl Args {
    /// Some garments on a body, everything else as usual.
    pub(crate) fn new(garments: Vec<String>, body: String, edge: f64, output: PathBuf) -> Self {
        let choice = Choice { garments, body, fit: Fit::Regular, wishes: Vec::new() };
        Self { choice, fabric: None, edge, output }
    }

    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let body = progress.stage("Making the body", || body_at(&self.choice.body))?;
        let (garments, _, order) = self.choice.ordered(&body)?;
        let settings = DressSettings {
            mesh: MeshSettings::with_edge_length(self.edge),
            fabric: self.fabric.as_deref().map(fabric_named).transpose()?,
            ..DressSettings::default()
        };
        let outfit = progress.words("Dressing", |say| {
            dress_in_order(&garments, &order, &body, &settings, &mut |n, stage| {
                let name = garments.get(n).map_or("all together", |garment| garment.name.as_str());
                say(&words(name, &stage));
            })
        })?;
        let files = progress.stage("Writing", || write_files(&self.output, &body, &outfit))?;
        let summary = Summary::of(&self.choice.body, &body, &outfit, files);
        output.result(&summary, || text(&summary))
    }
}

/// A body with its landmarks.
pub(crate) fn body_at(name: &str) -> Result<Body, CommandError> {
    Body::new(body_named(name)?.mesh).map_err(|error| CommandError::Input(format!("{name}: {error}")))
}

/// A fabric by name or file.
fn fabric_named(name: &str) -> Result<Fabric, CommandError> {
    fabric::named(name).map_err(|error| CommandError::Input(error.to_string()))
}

impl From<OutfitError> for CommandError {
    fn from(error: OutfitError) -> Self {
        Self::Input(error.to_string())
    }
}

/// What is being done, in words.
fn words(garment: &str, stage: &Stage<'_>) -> String {
    match stage {
        Stage::Meshing => format!("{garment}: meshing"),
        Stage::Placing => format!("{garment}: placing pieces around the body"),
        Stage::Joining => format!("{garment}: joining seams"),
        Stage::Draping(now) if now.phase == Phase::Sewing => {
            format!("{garment}: sewing, {:.0} %", 100.0 * now.sewn)
        }
        Stage::Draping(now) => {
            format!("{garment}: draping, {:.1} mm/s", 1e3 * (2.0 * now.motion).sqrt())
        }
    }
}

fn text(summary: &Summary) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        let _ = writeln!(text, "{words}");
    };
    let stages = summary.stage_seconds;
    line(format!("{} on {}: {} triangles", summary.garments.join(", "), summary.body, summary.triangles));
    line(format!(
        "  {:.1} s: meshing {:.2}, placing {:.2}, joining {:.2}, draping {:.1} ({} steps){}",
        summary.seconds,
        stages.mesh,
        stages.place,
        stages.sew,
        stages.drape,
        summary.steps,
        if stages.together > 0.0 { format!(", together {:.1}", stages.together) } else { String::new() }
    ));
    line(format!(
        "  seams {} of {} closed; intersections {} with itself, {} with the body; largest strain {:.1} %; {}",
        summary.seams_total - summary.seams_open,
        summary.seams_total,
        summary.self_intersections,
        summary.body_intersections,
        100.0 * summary.max_strain,
        if summary.at_rest { "at rest" } else { "not at rest" }
    ));
    if let Some(complaint) = summary.complaint() {
        line(format!("  But: {complaint}."));
    }
    for file in &summary.files {
        line(format!("  wrote {}", file.display()));
    }
    text
}
