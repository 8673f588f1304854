//! `toile body`: makes, cleans and measures bodies.

mod animate;
mod make;
mod measure;
mod picture;

use super::error::CommandError;
use super::output::Output;

const EXAMPLES: &str = "\
Examples:
  toile body --size eu-38 -o body.obj                       a mannequin of a size (see toile list)
  toile body -m height=172cm -m bust=92cm -m waist=74cm -o body.obj
  toile body --figure man --pose t -o man.glb
  toile body scan.ply -o body.obj                           a scan: turned upright, in metres, closed
  toile body --size eu-38 --motion walk -o walk.pc2 --picture walk.png   a mannequin that walks
  toile body body.obj --motion 07_01.bvh --lead-in 0.5 -o frames.obj     a recording on any body
  toile body measure body.obj --json --picture body.png     girths, lengths and landmarks
  toile body measure us-12";

/// Make a body: a mannequin from measures or a size, or a clean one from a scan. With `measure`, measure one.
///
/// A mannequin is a smooth closed mesh that has the asked girths. Measures that are not given follow from those that are.
/// A scan or character may be in any unit and have any axis up; it must stand upright with its arms held away.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    make: make::Args,
}

#[derive(clap::Subcommand)]
enum Action {
    Measure(measure::Args),
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        match self.action {
            Some(Action::Measure(args)) => args.run(output),
            None => self.make.run(output),
        }
    }
}
