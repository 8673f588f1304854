//! `toile dress`: pattern and body in, dressed body out.

use super::error::CommandError;
use super::output::Output;
use super::within::{edge_length, within};
use clap::ValueEnum;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toile::dressing::motion::{self, DressedMotion, DressedMotionError, MotionSummary, Pace};
use toile::dressing::{
    Comparison, FoundGarment, StageSeconds, Summary, TriedSize, compare_sizes, find_garment, garment_in_size,
    timed, write_files,
};
use toile::scene::fabric_in;
use toile_body::motion::{MovingBody, Playing, ROOM};
use toile_cloth::fabric::Fabric;
use toile_dress::body::{MovingWearer, RigFiles};
use toile_dress::drape::{Patience, Phase};
use toile_dress::ontology::{Ontology, Order, Wish};
use toile_dress::{DressSettings, DressedOutfit, OutfitError, Stage, Wearer, dress_in_order};
use toile_pattern::Garment;
use toile_pattern::draft;
use toile_pattern::mesh::MeshSettings;

const EXAMPLES: &str = "\
Examples:
  toile dress -g t-shirt -b eu-38                     a built-in garment, drawn for the body's own measures
  toile dress -g t-shirt trousers -b eu-50-men -o out    what goes over what is known
  toile dress -g t-shirt trousers --order \"t-shirt in trousers\"
  toile dress -g dress --order \"dress back to front\"
  toile dress -g pattern.json -b scan.obj -f denim    your own pattern and body, in another fabric
  toile dress -g trousers t-shirt --motion walk       the dressed body walks, and the cloth follows
  toile dress -g t-shirt -b eu-40 --sizes eu-38,eu-40,eu-42   which size fits best?";

/// Dress a body: place the pieces of patterns around it, sew them, and let the cloth come to rest.
///
/// Nothing is done by hand. The result passes neither through itself nor through the body, which is checked in exact arithmetic.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// The fabric of all pieces, instead of what the patterns say or such garments are usually made of: a name (see toile list) or a file.
    #[arg(short, long, value_name = "FABRIC")]
    fabric: Option<String>,
    /// How long the edges of the mesh are, in metres: 0.01 is fine, 0.03 quick.
    #[arg(long, value_name = "METRES", default_value_t = 0.015, value_parser = edge_length)]
    edge: f64,
    /// The folder for the results.
    #[arg(short, long, value_name = "DIR", default_value = "toile-out")]
    output: PathBuf,
    /// Compare sizes of one garment on the body, built-in sizes such as eu-38 or those of a graded pattern.
    #[arg(long, value_name = "SIZE,SIZE", value_delimiter = ',', conflicts_with = "motion")]
    sizes: Vec<String>,
    /// The longest that dressing may take, in seconds; what is there then is written, with the reason.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = within(0.0, 1e6, "seconds"))]
    time_limit: f64,
    /// Dress garments, too, that are far too narrow for the body.
    #[arg(long)]
    anyway: bool,
    /// Say of each piece where it was placed, and how that is known.
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    moving: MotionArgs,
}

/// How the dressed body moves.
#[derive(clap::Args, Default)]
#[group(skip)]
struct MotionArgs {
    /// Let the dressed body move: walk, turn, own (the animation of a GLB body), a BVH recording, another GLB character, a PC2
    /// point cache of the body's vertices, or a folder of OBJ or PLY frames.
    #[arg(long, value_name = "MOTION")]
    motion: Option<String>,
    /// How long walk and turn take, and how much of other motions is played.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = within(0.0, 600.0, "seconds"), requires = "motion")]
    seconds: f64,
    /// Frames a second.
    #[arg(long, value_name = "RATE", default_value_t = 30.0, value_parser = within(1.0, 240.0, "frames a second"), requires = "motion")]
    fps: f64,
    /// Seconds in which the body goes from the pose in which it is dressed to the first frame.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = within(0.0, 60.0, "seconds"), requires = "motion")]
    lead_in: f64,
    /// The distance that arms keep to trunk and legs, in metres, held out as far as that takes, and legs in part to each other; 0 leaves them as they were recorded.
    #[arg(long, value_name = "METRES", default_value_t = ROOM, value_parser = within(0.0, 0.5, "metres"), requires = "motion")]
    room: f64,
    /// Let a recording that is shorter than --seconds go on with a stride that it has had.
    #[arg(long, requires = "motion")]
    repeat: bool,
    /// Bones of a body from a file, in JSON; without it they are found.
    #[arg(long, value_name = "JSON", requires_all = ["motion", "weights"])]
    rig: Option<PathBuf>,
    /// Weights that bind the body's vertices to these bones, in JSON.
    #[arg(long, value_name = "JSON", requires = "rig")]
    weights: Option<PathBuf>,
}

impl MotionArgs {
    /// The body, and its motion if it is to move.
    fn open(&self, body: &str) -> Result<(Option<MovingBody>, Wearer), CommandError> {
        let Some(motion) = &self.motion else { return Ok((None, Wearer::open(body)?)) };
        let playing = Playing {
            seconds: self.seconds,
            frames_per_second: self.fps,
            lead_in: self.lead_in,
            room: self.room,
            repeat: self.repeat,
            ..Playing::default()
        };
        let rig = self.rig.clone().zip(self.weights.clone());
        let rig = rig.map(|(bones, weights)| RigFiles { bones, weights });
        let MovingWearer { wearer, motion } = MovingWearer::open(body, motion, rig.as_ref(), &playing)?;
        Ok((Some(motion), wearer))
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    summary: Summary,
    motion: Option<MotionSummary>,
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
    pub(crate) fn ordered(
        &self,
        body: &Wearer,
        output: &Output,
    ) -> Result<(Vec<Garment>, Ontology, Order), CommandError> {
        let mut garments = Vec::with_capacity(self.garments.len());
        for name in &self.garments {
            let FoundGarment { garment, notes, .. } = find_garment(name, body, self.fit.into())?;
            for note in &notes {
                output.note(note);
            }
            garments.push(garment);
        }
        let ontology = Ontology::of(&garments, body.measures());
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

impl From<Fit> for draft::Looseness {
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
        let (sizes, moving) = (Vec::new(), MotionArgs::default());
        let time_limit = Patience::default().seconds;
        Self { choice, fabric: None, edge, output, sizes, time_limit, anyway: false, verbose: false, moving }
    }

    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let mut settings = DressSettings {
            mesh: MeshSettings::with_edge_length(self.edge),
            fabric: self.fabric.as_deref().map(fabric_named).transpose()?,
            anyway: self.anyway,
            ..DressSettings::default()
        };
        settings.drape.patience.seconds = self.time_limit;
        if !self.sizes.is_empty() {
            return self.compare(&settings, output);
        }
        let mut stages = StageSeconds::default();
        let (moving, body) = timed(&mut stages.body, || {
            progress.stage("Making the body", || self.moving.open(&self.choice.body))
        })?;
        let (garments, _, order) = timed(&mut stages.pattern, || self.choice.ordered(&body, output))?;
        let outfit = progress.words("Dressing", |say| {
            dress_in_order(&garments, &order, &body, &settings, &mut |n, stage| {
                let name = garments.get(n).map_or("all together", |garment| garment.name.as_str());
                say(&words(name, &stage));
            })
        })?;
        let (fits, mut summary) = timed(&mut stages.fit, || {
            let fit = |garment| toile_dress::Fit::of(garment, &body);
            let fits: Vec<toile_dress::Fit> = outfit.garments.iter().map(fit).collect();
            let summary = Summary::of(&self.choice.body, &body, &outfit, &fits);
            (fits, summary)
        });
        let mut files = timed(&mut stages.write, || {
            progress.stage("Writing", || write_files(&self.output, &body, &outfit, &fits))
        })?;
        let motion = match &moving {
            // What was given up is not fit to be moved.
            Some(moving) if outfit.gave_up.is_none() => {
                let moved = timed(&mut stages.motion, || self.follow(&outfit, moving, &settings, output))?;
                files.extend(timed(&mut stages.write, || {
                    progress.stage("Writing", || moved.write_files(&self.output, &summary.garments))
                })?);
                Some(moved.summary)
            }
            _ => None,
        };
        summary.files = files;
        summary.add_seconds(&stages);
        let result = Report { summary, motion };
        output.result(&result, || text(&result, self.verbose))
    }

    /// Lets the dressed body move.
    fn follow(
        &self,
        outfit: &DressedOutfit,
        moving: &MovingBody,
        settings: &DressSettings,
        output: &Output,
    ) -> Result<DressedMotion, CommandError> {
        let args = &self.moving;
        let pace = Pace { seconds: args.lead_in + args.seconds, fps: args.fps };
        let moved = output.progress().words("Moving", |say| {
            let (mut done, mut bad) = (0, 0);
            motion::follow(outfit, moving, pace, &settings.drape, &mut |all, check| {
                done += 1;
                bad += usize::from(check.has_intersections());
                say(&format!("frame {done} of {all}, {:.1} s, intersections in {bad}", check.seconds));
            })
        })?;
        Ok(moved)
    }

    /// Dresses the body in several sizes of one garment and says which fits best.
    fn compare(&self, settings: &DressSettings, output: &Output) -> Result<(), CommandError> {
        let [garment] = &self.choice.garments[..] else {
            return Err(CommandError::Input("--sizes compares sizes of one garment: name only one".into()));
        };
        let clock = Instant::now();
        let body = Wearer::open(&self.choice.body)?;
        let mut drawn = Vec::with_capacity(self.sizes.len());
        for size in &self.sizes {
            let mut seconds = 0.0;
            let found = timed(&mut seconds, || self.in_size(garment, size, &body))?;
            drawn.push((size, found, seconds));
        }
        let try_on =
            |(size, (garment, order), pattern_seconds): (&String, (Garment, Order), f64)| TriedSize {
                name: size.clone(),
                outfit: output.progress().words("Dressing", |say| {
                    let mut progress = |_, stage: Stage<'_>| say(&words(size, &stage));
                    dress_in_order(std::slice::from_ref(&garment), &order, &body, settings, &mut progress)
                }),
                pattern_seconds,
            };
        let tried: Vec<TriedSize> = drawn.into_iter().map(try_on).collect();
        let comparison = output
            .progress()
            .stage("Writing", || compare_sizes(&self.output, garment, &self.choice.body, &body, &tried))?;
        let comparison = Comparison { seconds: clock.elapsed().as_secs_f64(), ..comparison };
        output.result(&comparison, || comparison.text())
    }

    /// A garment in a size, and how it is worn.
    fn in_size(&self, garment: &str, size: &str, body: &Wearer) -> Result<(Garment, Order), CommandError> {
        let garment = garment_in_size(garment, size, self.choice.fit.into())?;
        let ontology = Ontology::of(std::slice::from_ref(&garment), body.measures());
        let order = ontology.order(&self.choice.wishes)?;
        Ok((garment, order))
    }
}

/// A fabric by name or file.
pub(crate) fn fabric_named(name: &str) -> Result<Fabric, CommandError> {
    fabric_in(name, Path::new("")).map_err(CommandError::Input)
}

impl From<DressedMotionError> for CommandError {
    fn from(error: DressedMotionError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<OutfitError> for CommandError {
    fn from(error: OutfitError) -> Self {
        Self::Input(error.to_string())
    }
}

/// What is being done, in words.
pub(crate) fn words(garment: &str, stage: &Stage<'_>) -> String {
    match stage {
        Stage::Meshing => format!("{garment}: meshing"),
        Stage::Placing => format!("{garment}: placing pieces around the body"),
        Stage::Joining => format!("{garment}: joining seams"),
        Stage::Draping(now, _) if now.phase == Phase::Sewing => {
            format!("{garment}: sewing, {:.0} %", 100.0 * now.sewn)
        }
        Stage::Draping(now, _) if now.phase == Phase::Turning => {
            format!("{garment}: collars are turned over")
        }
        Stage::Draping(now, _) if now.phase == Phase::Growing => {
            format!("{garment}: the body fills it")
        }
        Stage::Draping(now, _) => {
            format!("{garment}: draping, {:.1} mm/s", 1e3 * (2.0 * now.motion).sqrt())
        }
    }
}

/// The stages that took long enough to be worth saying, in seconds.
fn stages(seconds: &StageSeconds) -> String {
    let said = seconds.by_name().into_iter().filter(|(_, seconds)| *seconds >= 0.005);
    said.map(|(name, seconds)| format!("{name} {seconds:.2}")).collect::<Vec<_>>().join(", ")
}

/// So much is said of a fit; the rest is in the report.
const FINDINGS: usize = 4;

fn text(Report { summary, motion }: &Report, verbose: bool) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        let _ = writeln!(text, "{words}");
    };
    line(format!("{} on {}: {} triangles", summary.garments.join(", "), summary.body, summary.triangles));
    line(format!("  {:.1} s: {} ({} steps)", summary.seconds, stages(&summary.stage_seconds), summary.steps));
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
    if verbose {
        for piece in &summary.pieces {
            line(format!("  {}.{}: {}", piece.garment, piece.piece, piece.reason));
        }
    }
    for fit in &summary.fit {
        line(format!("  {}: {}", fit.garment, fit.verdict));
        for finding in fit.findings.iter().take(FINDINGS) {
            line(format!("    {finding}"));
        }
        if let Some(better) = &fit.better {
            line(format!("    better: {better}"));
        }
    }
    if let Some(motion) = motion {
        line(format!(
            "  {} frames at {} a second, {:.2} s each ({:.2} at worst); intersections in {} of them; largest strain {:.1} %",
            motion.frames,
            motion.fps,
            motion.seconds_per_frame[0],
            motion.seconds_per_frame[1],
            motion.frames_with_intersections,
            100.0 * motion.max_strain
        ));
        for (garment, [farthest, _]) in summary.garments.iter().zip(&motion.slipped) {
            line(format!(
                "    {garment}: its upper edge went {:.1} cm along the skin at most",
                100.0 * farthest
            ));
        }
    }
    for file in &summary.files {
        line(format!("  wrote {}", file.display()));
    }
    text
}
