//! What a cloth is dyed and printed with.

use super::fabric_look::wrong_side;
use toile_look::Color;
use toile_view::scene::{Print, ViewMaterial};

toile_geom::named_enum! {
    /// The figure of a print. Bands and rows follow the grain of each piece.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum PrintFigure: name, named "print" {
        /// None.
        #[default]
        Plain = "plain",
        /// Bands across the grain.
        Stripes = "stripes",
        /// Bands across the grain and along it.
        Checks = "checks",
        /// Dots in rows.
        Dots = "dots",
    }
}

impl PrintFigure {
    /// What it looks like, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Plain => "one colour",
            Self::Stripes => "bands across the grain",
            Self::Checks => "bands across the grain and along it",
            Self::Dots => "dots in rows",
        }
    }
}

/// What a cloth is dyed and printed with, which fabrics do not have of themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dye {
    /// The colour of the ground, if not that which the cloth has by its place in the outfit.
    pub ground: Option<Color>,
    /// What is printed on it.
    pub figure: PrintFigure,
    /// From one band or dot to the next, in metres.
    pub repeat: f64,
    /// The colour of the print.
    pub print: Color,
}

impl Default for Dye {
    fn default() -> Self {
        Self { ground: None, figure: PrintFigure::Plain, repeat: 0.03, print: Color::hex(0xF4_F1_EA) }
    }
}

impl Dye {
    /// The least and the most repeat, in metres.
    pub const REPEATS: [f64; 2] = [0.002, 0.5];

    /// The dye of a garment by its number, where the last that was given holds for the rest.
    pub fn nth(given: &[Self], number: usize) -> Self {
        given.get(number).or(given.last()).copied().unwrap_or_default()
    }

    /// Dyes and prints a material.
    pub fn apply(&self, material: &mut ViewMaterial) {
        if let Some(ground) = self.ground {
            material.color = ground.0.to_array();
            material.inside = wrong_side(ground).0.to_array();
        }
        let (repeat, color) = (self.repeat as f32, self.print.0.to_array());
        material.print = match self.figure {
            PrintFigure::Plain => Print::Plain,
            PrintFigure::Stripes => Print::Stripes(repeat, color),
            PrintFigure::Checks => Print::Checks(repeat, color),
            PrintFigure::Dots => Print::Dots(repeat, color),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dye_changes_what_it_names_and_nothing_else() {
        let before = ViewMaterial { sheen: 0.4, ..ViewMaterial::default() };
        let mut printed = before.clone();
        let dye = Dye { figure: PrintFigure::Checks, repeat: 0.02, print: Color::WHITE, ..Dye::default() };
        dye.apply(&mut printed);
        assert_eq!(printed, ViewMaterial { print: Print::Checks(0.02, [1.0; 3]), ..before.clone() });
        let mut red = before.clone();
        Dye { ground: Some(Color::hex(0xB0_20_20)), ..Dye::default() }.apply(&mut red);
        assert_eq!(red.print, Print::Plain);
        assert_eq!(red.color, Color::hex(0xB0_20_20).0.to_array());
        assert_ne!(red.inside, before.inside);
        assert_eq!(
            PrintFigure::ALL.map(|figure| PrintFigure::named(figure.name())),
            PrintFigure::ALL.map(Ok)
        );
    }
}
