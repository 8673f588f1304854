//! `toile dress`: pattern and body in, dressed body out.

use super::cloth_args::{ClothArgs, WindArgs};
use super::dressing_args::{DressingArgs, not_planned, plan};
use super::error::CommandError;
use super::interrupt;
use super::output::Output;
use super::remedy;
use super::within::{edge_length, one_of, within};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use toile::dressing::{Comparison, Export, OutfitFiles, TriedSize, WrittenFiles, compare_sizes};
use toile::finish::FinishLevel;
use toile::{DressSettings, Dressing, Fabric, Outfit, Playing, Wearer};
use toile_body::motion::{MovingBody, ROOM};
use toile_cloth::run::CancelToken;
use toile_dress::body::{MovingWearer, RigFiles};
use toile_dress::{
    DressError, DressedMotion, DressingPlan, MotionSummary, OutfitSummary, StageSeconds, timed,
};
use toile_io::FolderLock;

const EXAMPLES: &str = "\
Examples:
  toile dress t-shirt -b eu-38                        a built-in garment, drawn for the body's own measures
  toile dress t-shirt trousers -b eu-50-men -o out    what goes over what is known
  toile dress t-shirt trousers --order \"t-shirt in trousers\"
  toile dress dress --order \"dress back to front\"
  toile dress pattern.json -b scan.obj -f denim       your own pattern and body, in another fabric
  toile dress trousers t-shirt --motion walk          the dressed body walks, and the cloth follows
  toile dress t-shirt -b eu-40 --sizes eu-38,eu-40,eu-42   which size fits best?";

/// Dress a body: place the pieces of patterns around it, sew them, and let the cloth come to rest.
///
/// Nothing is done by hand. The result passes neither through itself nor through the body, which is checked in exact arithmetic.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    dressing: DressingArgs,
    /// The fabric of all pieces, instead of what the patterns say or such garments are usually made of: a name (see toile list) or a file.
    #[arg(short, long, value_name = "FABRIC")]
    fabric: Option<String>,
    /// How long the edges of the mesh are, in metres: 0.01 is fine, 0.03 quick.
    #[arg(long, value_name = "METRES", default_value_t = DressSettings::default().mesh.edge_length, value_parser = edge_length)]
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
    /// The most memory that dressing may take, in gigabytes; what would need more is given up.
    #[arg(long, value_name = "GB", default_value_t = 1e-9 * DressSettings::default().memory_limit, value_parser = within(0.1, 1e4, "gigabytes"))]
    memory_limit: f64,
    /// Dress a garment even if it is far too narrow for the body, or the edges of the mesh are too long for it.
    #[arg(long, alias = "anyway")]
    force: bool,
    /// What is done for the eye in pictures and in the GLB: none leaves the mesh that was simulated, smooth puts sixteen triangles in place of each, fine adds folds where
    /// the cloth is compressed. Nothing passes through anything afterwards that did not before. Motion is
    /// written as it was simulated.
    #[arg(long, value_name = "FINISH", default_value = "smooth", conflicts_with = "sizes", value_parser = one_of(&FinishLevel::ALL, FinishLevel::name))]
    finish: FinishLevel,
    /// Say of each piece where it was placed, and how that is known.
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    moving: MotionArgs,
    #[command(flatten)]
    cloth: ClothArgs,
    #[command(flatten)]
    wind: WindArgs,
}

/// How the dressed body moves.
#[derive(clap::Args, Default)]
#[group(skip)]
struct MotionArgs {
    /// Let the dressed body move: walk, turn, sit, own (the animation of a GLB body), a BVH recording, another GLB character, a PC2
    /// point cache of the body's vertices, or a folder of OBJ or PLY frames.
    #[arg(long, value_name = "MOTION")]
    motion: Option<String>,
    /// How long walk, turn and sit take, and how much of other motions is played.
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
    /// How the motion is played.
    fn playing(&self) -> Playing {
        Playing {
            seconds: self.seconds,
            frames_per_second: self.fps,
            lead_in: self.lead_in,
            room: self.room,
            repeat: self.repeat,
            ..Playing::default()
        }
    }

    /// The body, and its motion if it is to move.
    fn open(&self, body: &str) -> Result<(Option<MovingBody>, Wearer), CommandError> {
        let Some(motion) = &self.motion else { return Ok((None, Wearer::open(body)?)) };
        let rig = self.rig.clone().zip(self.weights.clone());
        let rig = rig.map(|(bones, weights)| RigFiles { bones, weights });
        let MovingWearer { wearer, motion } =
            MovingWearer::open(body, motion, rig.as_ref(), &self.playing())?;
        Ok((Some(motion), wearer))
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    summary: OutfitSummary,
    motion: Option<MotionSummary>,
}

impl Args {
    /// Some garments on a body, everything else as usual.
    pub(crate) fn new(garments: Vec<String>, body: String, edge: f64, output: PathBuf) -> Self {
        Self {
            dressing: DressingArgs::new(garments, body),
            fabric: None,
            edge,
            output,
            sizes: Vec::new(),
            time_limit: DressSettings::default().time_limit,
            memory_limit: 1e-9 * DressSettings::default().memory_limit,
            force: false,
            finish: FinishLevel::default(),
            verbose: false,
            moving: MotionArgs::default(),
            cloth: ClothArgs::default(),
            wind: WindArgs::default(),
        }
    }

    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        if !self.sizes.is_empty() {
            return self.compare(output);
        }
        let progress = output.progress();
        let mut stages = StageSeconds::default();
        let (moving, wearer) = timed(&mut stages.body, || {
            progress.stage("Making the body", || self.moving.open(&self.dressing.body))
        })?;
        let cancel = CancelToken::default();
        let plan = plan(self.dressing(&wearer)?.cancelled_by(&cancel), &self.output, output)?;
        interrupt::cancel_on_interrupt(&cancel, output);
        let _lock = FolderLock::take(&self.output)?;
        let outfit = progress
            .share("Dressing", &self.limit(), |say| plan.run(|now| say(now.fraction(), &now.to_string())))?;
        let mut is_cut = cancel.is_cancelled();
        let mut summary = outfit.summary();
        summary.gave_up = outfit.gave_up.as_ref().map(|why| why.words(&remedy::say));
        let mut files = WrittenFiles::default();
        timed(&mut stages.write, || {
            files.add(
                progress
                    .stage("Writing", || OutfitFiles::of(&outfit).finish(self.finish).write(&self.output)),
            )
        })?;
        let motion = match &moving {
            // What was given up is not fit to be moved.
            Some(moving) if outfit.gave_up.is_none() => {
                let moved = timed(&mut stages.motion, || self.follow(&outfit, moving, output))?;
                is_cut |= cancel.is_cancelled();
                timed(&mut stages.write, || {
                    files.add(progress.stage("Writing", || moved.write(&self.output)))
                })?;
                Some(moved.summary)
            }
            _ => None,
        };
        summary.files.clone_from(&files.written);
        summary.add_seconds(&stages);
        let result = Report { summary, motion };
        output.result(&result, || text(&result, self.verbose))?;
        files.complete()?;
        end(is_cut)?;
        passes_through(&outfit, result.motion.as_ref())
    }

    /// What ends dressing that gets no further.
    fn limit(&self) -> String {
        format!("it ends after {:.0} s (--time-limit), or with Ctrl-C", self.time_limit)
    }

    /// What is asked for, on a body that was made already.
    fn dressing(&self, wearer: &Wearer) -> Result<Dressing, CommandError> {
        let dressing = self.dressing.on(wearer).edge_length(self.edge).force(self.force);
        let dressing = dressing.time_limit(self.time_limit).memory_limit(1e9 * self.memory_limit);
        let dressing = self.wind.apply(self.cloth.apply(dressing));
        Ok(match &self.fabric {
            Some(name) => dressing.fabric(Fabric::open(name)?),
            None => dressing,
        })
    }

    /// Lets the dressed body move.
    fn follow(
        &self,
        outfit: &Outfit,
        moving: &MovingBody,
        output: &Output,
    ) -> Result<DressedMotion, CommandError> {
        let moved = output.progress().share("Moving", "Ctrl-C stops it and keeps what is done", |say| {
            let (mut done, mut bad) = (0, 0);
            outfit.follow(moving, &self.moving.playing(), &mut |all, check| {
                done += 1;
                bad += usize::from(check.has_intersections());
                let words = format!("frame {done} of {all}, {:.1} s, intersections in {bad}", check.seconds);
                say(f64::from(done) / all.max(1) as f64, &words);
            })
        })?;
        Ok(moved)
    }

    /// Dresses the body in several sizes of one garment and says which fits best.
    fn compare(&self, output: &Output) -> Result<(), CommandError> {
        let [garment] = self.dressing.garments().collect::<Vec<_>>()[..] else {
            return Err(CommandError::Input("--sizes compares sizes of one garment: name only one".into()));
        };
        let clock = Instant::now();
        let wearer = Wearer::open(&self.dressing.body)?;
        let cancel = CancelToken::default();
        let dressing = self.dressing(&wearer)?.cancelled_by(&cancel);
        let in_size = |size: &String| Ok((size.clone(), dressing.clone().in_size(size)?.plan()?));
        let plans: Vec<(String, DressingPlan)> = self
            .sizes
            .iter()
            .map(in_size)
            .collect::<Result<_, DressError>>()
            .map_err(|error| not_planned(error, &self.output))?;
        interrupt::cancel_on_interrupt(&cancel, output);
        let _lock = FolderLock::take(&self.output)?;
        let progress = output.progress();
        let try_on = |(name, plan): (String, DressingPlan)| {
            let outfit = progress.share("Dressing", &self.limit(), |say| {
                plan.run(|now| say(now.fraction(), &format!("{name}, {now}")))
            });
            TriedSize { outfit, name }
        };
        let wanted = plans.into_iter().take_while(|_| !cancel.is_cancelled());
        let tried: Vec<TriedSize> = wanted.map(try_on).collect();
        let is_cut = cancel.is_cancelled();
        let comparison =
            progress.stage("Writing", || compare_sizes(&self.output, garment, &wearer, &tried))?;
        let comparison = Comparison { seconds: clock.elapsed().as_secs_f64(), ..comparison };
        output.result(&comparison, || comparison.text())?;
        WrittenFiles { written: comparison.files, failed: comparison.failed }.complete()?;
        end(is_cut)
    }
}

/// How the command ends, after the result was told.
fn end(is_cut: bool) -> Result<(), CommandError> {
    if is_cut {
        let words = "Stopped by Ctrl-C: what there was by then is written.";
        return Err(CommandError::Interrupted(words.to_owned()));
    }
    Ok(())
}

/// A result that passes through itself or the body is none.
fn passes_through(outfit: &Outfit, motion: Option<&MotionSummary>) -> Result<(), CommandError> {
    if let Some(why) = outfit.passes_through() {
        let words = why.words(&remedy::say);
        return Err(CommandError::Faulty(format!(
            "{words}. What there is was kept; rings in look.png show where"
        )));
    }
    let bad = motion.map_or(0, |motion| motion.frames_with_intersections);
    if bad > 0 {
        return Err(CommandError::Faulty(format!(
            "cloth passes through something in {bad} frames of the motion"
        )));
    }
    Ok(())
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
        summary.intersections.itself,
        summary.intersections.bodies,
        100.0 * summary.stretch.max,
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
            100.0 * motion.stretch.max
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
