//! What cloth is dyed and printed with, as options.

use toile::viewing::{Dye, PrintFigure};
use toile_look::Color;

/// What cloth is dyed and printed with. Given several times, each is for a garment in the order in which they are named, and the last for the rest.
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct DyeArgs {
    /// Colour of the cloth, such as 2f4a6d; once for all garments, or once for each in the order in which they are named.
    #[arg(long, value_name = "RRGGBB", value_parser = parse_color)]
    color: Vec<Color>,
    /// What is printed on it along the grain: plain, stripes, checks or dots; once for all garments or for each.
    #[arg(long, value_name = "FIGURE", value_parser = parse_figure)]
    print: Vec<PrintFigure>,
    /// Colour of the print; once for all garments or for each.
    #[arg(long, value_name = "RRGGBB", value_parser = parse_color, requires = "print")]
    print_color: Vec<Color>,
    /// From one band or dot of the print to the next, in millimetres; once for all garments or for each.
    #[arg(long, value_name = "MM", value_parser = parse_repeat, requires = "print")]
    repeat: Vec<f64>,
}

impl DyeArgs {
    /// The dyes of the garments, in the order in which they are named; none if nothing was asked for.
    pub(super) fn dyes(&self) -> Vec<Dye> {
        let Self { color, print, print_color, repeat } = self;
        let count = color.len().max(print.len()).max(print_color.len()).max(repeat.len());
        let usual = Dye::default();
        let dye = |n: usize| Dye {
            ground: nth(color, n),
            figure: nth(print, n).unwrap_or(usual.figure),
            repeat: nth(repeat, n).unwrap_or(usual.repeat),
            print: nth(print_color, n).unwrap_or(usual.print),
        };
        (0..count).map(dye).collect()
    }

    /// Whether something is to be printed.
    pub(super) fn prints(&self) -> bool {
        self.print.iter().any(|figure| *figure != PrintFigure::Plain)
    }
}

/// What was given at a place, or last.
fn nth<T: Copy>(given: &[T], n: usize) -> Option<T> {
    given.get(n).or(given.last()).copied()
}

fn parse_color(text: &str) -> Result<Color, String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_color);
    number.map(Color::hex).ok_or_else(|| "expected six digits of red, green and blue, such as 2f4a6d".into())
}

fn parse_figure(text: &str) -> Result<PrintFigure, String> {
    PrintFigure::named(text).map_err(|error| error.to_string())
}

fn parse_repeat(text: &str) -> Result<f64, String> {
    let [least, most] = Dye::REPEATS.map(|metres| 1e3 * metres);
    let repeat = text.parse().ok().filter(|repeat| (least..=most).contains(repeat));
    repeat
        .map(|repeat: f64| 1e-3 * repeat)
        .ok_or_else(|| format!("expected millimetres from {least} to {most}"))
}
