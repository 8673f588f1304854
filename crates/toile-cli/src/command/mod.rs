//! The command line: one file a subcommand, each with its arguments and what it does.
//!
//! Results go to standard output, as text or with `--json` as one JSON document; progress and errors go to standard
//! error. The exit code is 0 when done, 2 for bad input, 1 for an internal error, and 1 also if what was to be checked or made has faults; 130 for
//! what was interrupted.

mod asking;
mod bench;
mod body;
mod check;
mod cloth_args;
mod completions;
mod convert;
mod demo;
mod dress;
mod dressing_args;
mod error;
mod estimate;
mod import;
mod input;
mod interrupt;
mod list;
mod look;
mod outfit;
mod output;
mod pattern;
mod progress;
mod remedy;
mod simulate;
mod validate;
mod verdict;
mod view;
mod wardrobe;
mod wardrobe_data;
mod within;
mod words;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use error::CommandError;
use output::Output;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  toile                                     dresses the built-in mannequin; writes pictures and a GLB to toile-out/
  toile dress trousers t-shirt -b eu-38     dresses a mannequin: pictures, GLB and meshes
  toile outfit shirt trousers               what each garment is and what is worn over what
  toile check body.obj                      is it closed, clean, free of self-intersections?
  toile check skirt.obj --against body.obj --picture problems.png
  toile look body.obj -o body.png           a picture, no GPU needed
  toile view                                a window: pull at the cloth, change fabric and measures
  toile view --shot outfit.png              the default outfit, drawn by a graphics driver
  toile convert scan.ply scan.glb           between OBJ, PLY, STL, GLB, glTF and PC2
  toile simulate scenes/flag.toml           moves the cloth of a scene file
  toile import shirt.dxf -o shirt.toml      a pattern of any format to Toile's own
  toile import shirt.svg --ask              asks how it is sewn where that is not sure
  toile pattern show shirt -o shirt.png     pieces with their seams in colours
  toile body --size eu-38 -o body.obj       a mannequin; toile body measure body.obj
  toile bench hang --grid 64                how fast cloth moves, and how right
  toile validate                            does cloth do what mechanics says?
  toile list                                meshes that are built in

A MESH is a file or the name of a built-in mesh.";

/// The heading in help texts for the options that every subcommand has.
const EVERYWHERE: &str = "Options of every command";

/// Virtual garments: from sewing pattern to draped, intersection-free, measured cloth.
///
/// Run alone, toile dresses the built-in mannequin in trousers and a T-shirt and writes the results to the folder toile-out.
#[derive(Parser)]
#[command(name = "toile", version, after_help = EXAMPLES, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: Options,
}

/// Options that every subcommand has.
#[derive(clap::Args)]
struct Options {
    /// Print the result as one JSON document on standard output.
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    json: bool,
    /// Print no progress, and no text but the result.
    #[arg(short, long, global = true, help_heading = EVERYWHERE)]
    quiet: bool,
    /// How many threads to use; all cores if not given. Results do not depend on it.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Subcommand)]
enum Command {
    Dress(dress::Args),
    Outfit(outfit::Args),
    Check(check::Args),
    Simulate(simulate::Args),
    Import(import::Args),
    Pattern(pattern::Args),
    Body(body::Args),
    Look(look::Args),
    View(view::Args),
    Convert(convert::Args),
    Bench(bench::Args),
    Validate(validate::Args),
    List(list::Args),
    Demo(demo::Args),
    Completions(completions::Args),
}

/// The command line. A negative number is the value of the option before it and no option of its own, so that it is refused with the
/// range that the option has.
fn command_line() -> clap::Command {
    with_negative_values(Cli::command())
}

fn with_negative_values(command: clap::Command) -> clap::Command {
    let takes_number = |arg: clap::Arg| {
        let is_option = !arg.is_positional() && arg.get_action().takes_values();
        if is_option && !arg.is_allow_hyphen_values_set() { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(takes_number).mut_subcommands(with_negative_values)
}

/// Runs the command line and tells how it went.
pub(crate) fn run() -> ExitCode {
    // The derived parser fits the derived command.
    let cli = Cli::from_arg_matches(&command_line().get_matches()).unwrap_or_else(|error| error.exit());
    let output = Output::new(cli.options.json, cli.options.quiet);
    let is_window = matches!(&cli.command, Some(Command::View(args)) if args.is_window());
    let work = || match cli.command {
        None => demo::Args::default().run(&output),
        Some(Command::Dress(args)) => args.run(&output),
        Some(Command::Outfit(args)) => args.run(&output),
        Some(Command::Check(args)) => args.run(&output),
        Some(Command::Simulate(args)) => args.run(&output),
        Some(Command::Import(args)) => args.run(&output),
        Some(Command::Pattern(args)) => args.run(&output),
        Some(Command::Body(args)) => args.run(&output),
        Some(Command::Look(args)) => args.run(&output),
        Some(Command::View(args)) => args.run(&output),
        Some(Command::Convert(args)) => args.run(&output),
        Some(Command::Bench(args)) => args.run(&output),
        Some(Command::Validate(args)) => args.run(&output),
        Some(Command::List(args)) => args.run(&output),
        Some(Command::Demo(args)) => args.run(&output),
        Some(Command::Completions(args)) => args.run(&output),
    };
    // Systems give windows to the main thread only.
    let result = if is_window { work() } else { on_threads(cli.options.threads, work) };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.say();
            error.exit_code()
        }
    }
}

/// Runs work on one of the threads that share it. From outside them each parallel loop would wake a thread and sleep
/// until that is done, hundreds of times a frame: a fifth of the time of a hanging sheet of 64 x 64 cells.
fn on_threads(
    threads: Option<u16>,
    work: impl FnOnce() -> Result<(), CommandError> + Send,
) -> Result<(), CommandError> {
    const STACK: usize = 8 << 20;
    let threads = threads.map_or(0, usize::from);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .build()
        .map_err(|error| CommandError::Internal(format!("cannot start {threads} threads: {error}")))?
        .install(work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::any::TypeId;

    #[test]
    fn the_command_line_is_well_formed() {
        command_line().debug_assert();
    }

    /// All subcommands, each with the words that call it.
    fn subcommands(command: &clap::Command, words: &[String]) -> Vec<(Vec<String>, clap::Command)> {
        let words = [words, &[command.get_name().to_owned()]].concat();
        let inner = command.get_subcommands().flat_map(|inner| subcommands(inner, &words));
        inner.chain([(words.clone(), command.clone())]).collect()
    }

    /// The long names of the options that read numbers.
    fn numeric_options(command: &clap::Command) -> Vec<String> {
        let types = [
            TypeId::of::<f64>(),
            TypeId::of::<f32>(),
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<i32>(),
            TypeId::of::<i64>(),
        ];
        let reads_number = |arg: &&clap::Arg| {
            arg.get_action().takes_values() && types.iter().any(|of| arg.get_value_parser().type_id() == *of)
        };
        let options = command.get_arguments().filter(reads_number);
        options.filter_map(|arg| arg.get_long()).map(str::to_owned).collect()
    }

    #[test]
    fn every_number_has_a_range_and_is_refused_beyond_it() {
        // These may be negative.
        let either_sign = ["turn", "lift", "wind-from"];
        let mut tried = 0;
        for (words, command) in subcommands(&command_line(), &[]) {
            for option in numeric_options(&command) {
                for wrong in ["-1e9", "-1", "1e300", "nan", "99999999999999999999"] {
                    if wrong == "-1" && either_sign.contains(&option.as_str()) {
                        continue;
                    }
                    let line = words.iter().cloned().chain([format!("--{option}"), wrong.to_owned()]);
                    let error = command_line().try_get_matches_from(line).unwrap_err();
                    let text = error.to_string();
                    let told = text.contains(&format!("'{wrong}' for '--{option}"));
                    assert!(told && text.len() < 300, "{words:?} --{option} {wrong}: {text}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }
}
