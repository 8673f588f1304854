//! Pictures of questions about a pattern: the edges that are meant, in colours and with letters.

use super::Color;
use super::canvas::Canvas;
use super::pattern::{BACKGROUND, DrawnPiece, TALLEST, is_inside};
use super::stroke::Coverage;
use super::text::{Align, TextStyle};
use glam::Vec2;
use toile_io::png::Image;
use toile_pattern::Garment;
use toile_pattern::asking::{MarkedEdges, Question};
use toile_pattern::curve::{Curve, Ruler};
use toile_pattern::seam::Seam;
use toile_pattern::svg::Layout;

/// What is sewn already.
const SEWN: u32 = 0x5B_8D_C9;
const SEWN_WIDTH: f32 = 2.0;
const ASKED_WIDTH: f32 = 5.0;
/// The disc of a letter, and how far its middle is from its edge, in pixels.
const DISC: f32 = 10.0;
const AWAY: f32 = 15.0;
/// Where along an edge its letter may stand, the best place first.
const SHARES: [f64; 7] = [0.5, 0.4, 0.6, 0.25, 0.75, 0.12, 0.88];
/// The caption: the height of its letters and of its lines, and its margin.
const TEXT: f32 = 10.0;
const LINE: f32 = 20.0;
const MARGIN: f32 = 14.0;
/// So many questions are written above the pieces.
const MOST_WRITTEN: usize = 12;
/// Hues of questions are so far apart, in degrees: a golden section of a circle.
const HUE_STEP: f32 = 137.5;
const FIRST_HUE: f32 = 25.0;

/// Draws a pattern with the edges that questions are about, on a sheet of some width in pixels: all edges of a question have one colour, and the letters
/// that they have in its text. Edges that are sewn already are thin and blue. Beside each edge
/// stands what answers call it.
pub fn question_picture(garment: &Garment, questions: &[Question], width: u32) -> Image {
    let layout = Layout::new(garment);
    let scale = f64::from(width) / layout.size.x;
    let caption = Caption::new(questions, width);
    let height = (layout.size.y * scale).ceil() as u32 + caption.height() as u32;
    let mut image = Image::filled(width, height.clamp(16, TALLEST), Color::hex(BACKGROUND));
    caption.draw(&mut image);
    let mut discs: Vec<Disc<'_>> = Vec::new();
    for (index, (piece, offset)) in garment.pieces.iter().zip(&layout.offsets).enumerate() {
        let mut drawn = DrawnPiece::new(&mut image, scale, *offset);
        let loops = drawn.cloth(piece);
        for part in garment.seams.iter().flat_map(Seam::parts).filter(|part| part.piece == index) {
            if let Some(curve) = piece.part_curve(part) {
                drawn.curve(&curve, Color::hex(SEWN), SEWN_WIDTH);
            }
        }
        for (number, question) in questions.iter().enumerate() {
            for mark in &question.marks {
                let curves = marked(garment, index, mark);
                for curve in &curves {
                    drawn.curve(curve, color(number), ASKED_WIDTH);
                }
                let is_there = |disc: &Disc<'_>| disc.letter == mark.letter && disc.piece == index;
                if !curves.is_empty() && !discs.iter().any(is_there) {
                    let places = places(&drawn, &curves, &loops);
                    let letter = &mark.letter;
                    discs.push(Disc {
                        letter,
                        piece: index,
                        color: color(number),
                        at: free(&places, &discs),
                    });
                }
            }
        }
        drawn.edge_names(piece, &loops);
        drawn.name(piece, &loops);
    }
    for disc in &discs {
        disc.draw(&mut image);
    }
    image
}

/// The colour of a question by its number.
fn color(question: usize) -> Color {
    Color::oklch(0.58, 0.19, FIRST_HUE + HUE_STEP * question as f32)
}

/// The curves of a mark on a piece: its edges, or all of them if the piece as a whole is meant.
fn marked(garment: &Garment, piece: usize, mark: &MarkedEdges) -> Vec<Curve> {
    let Some(drawn) = garment.pieces.get(piece) else { return Vec::new() };
    if mark.parts.is_empty() {
        let edges = drawn.outline.edges.iter().filter(|_| mark.piece == piece);
        return edges.map(|edge| edge.curve.clone()).collect();
    }
    let parts = mark.parts.iter().filter(|part| part.piece == piece);
    parts.filter_map(|part| drawn.part_curve(part)).collect()
}

/// Where the letter of some curves may stand: beside the longest one, outside of the piece.
fn places(drawn: &DrawnPiece<'_>, curves: &[Curve], loops: &[Vec<Vec2>]) -> Vec<Vec2> {
    let longest = curves.iter().max_by(|a, b| a.length().total_cmp(&b.length()));
    let Some(ruler) = longest.map(Ruler::new) else { return Vec::new() };
    let place = |share: f64| {
        let at = |share: f64| drawn.at(ruler.point(share));
        let (middle, along) = (at(share), at(share + 0.02) - at(share - 0.02));
        let beside = AWAY * along.normalize_or(Vec2::X).perp();
        if is_inside(loops, middle + beside) { middle - beside } else { middle + beside }
    };
    SHARES.map(place).to_vec()
}

/// A letter on a disc.
struct Disc<'a> {
    letter: &'a str,
    piece: usize,
    color: Color,
    at: Vec2,
}

/// The first place that is free of other letters.
fn free(places: &[Vec2], others: &[Disc<'_>]) -> Vec2 {
    let is_free = |at: &&Vec2| others.iter().all(|other| other.at.distance(**at) > 2.2 * DISC);
    places.iter().find(is_free).or(places.first()).copied().unwrap_or_default()
}

impl Disc<'_> {
    fn draw(&self, image: &mut Image) {
        let reach = Vec2::splat(DISC + 2.0);
        for (radius, color) in [(DISC + 1.5, Color::WHITE), (DISC, self.color)] {
            let mut coverage = Coverage::new(self.at - reach, self.at + reach, image);
            coverage.disc(self.at, radius);
            coverage.paint(image, color, |_, _| 1.0);
        }
        let size = if self.letter.len() > 1 { 7.0 } else { 10.0 };
        let style = TextStyle { color: Color::WHITE, weight: 1.6, ..TextStyle::new(size) };
        style.draw(image, self.letter, self.at.x, self.at.y + 0.5 * size, Align::Center);
    }
}

/// The questions above the pieces.
struct Caption {
    /// Lines, each with the number of its question if that begins there.
    lines: Vec<(Option<usize>, String)>,
}

impl Caption {
    fn new(questions: &[Question], width: u32) -> Self {
        let style = TextStyle::new(TEXT);
        let room = width as f32 - 3.0 * MARGIN;
        let mut lines = Vec::new();
        for (number, question) in questions.iter().enumerate().take(MOST_WRITTEN) {
            let wrapped = wrapped(&question.text, |line| style.width(line) <= room);
            let first = |line: usize| (line == 0).then_some(number);
            lines.extend(wrapped.into_iter().enumerate().map(|(line, words)| (first(line), words)));
        }
        let more = questions.len().saturating_sub(MOST_WRITTEN);
        if more > 0 {
            lines.push((None, format!("and {more} more")));
        }
        Self { lines }
    }

    fn height(&self) -> f32 {
        self.lines.len() as f32 * LINE + MARGIN
    }

    fn draw(&self, image: &mut Image) {
        for (line, (question, words)) in self.lines.iter().enumerate() {
            let base = MARGIN + LINE * line as f32 + TEXT;
            if let Some(question) = question {
                let at = Vec2::new(MARGIN, base - 0.5 * TEXT);
                let mut coverage = Coverage::new(at - 6.0, at + 6.0, image);
                coverage.disc(at, 5.0);
                coverage.paint(image, color(*question), |_, _| 1.0);
            }
            TextStyle::new(TEXT).draw(image, words, 2.0 * MARGIN, base, Align::Left);
        }
    }
}

/// Words in lines that fit.
fn wrapped(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}")).filter(|line| fits(line));
        match (longer, lines.last_mut()) {
            (Some(longer), Some(last)) => *last = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_pattern::draft::{Draft, Looseness};
    use toile_pattern::imported::Imported;
    use toile_pattern::measures::DraftMeasures;
    use toile_pattern::suggest::SuggestedSeam;

    #[test]
    fn what_is_asked_about_stands_out() {
        let mut garment =
            Draft::named("straight-skirt").unwrap().draft(&DraftMeasures::default(), Looseness::Regular);
        let seam = garment.seams.pop().unwrap();
        let mut imported = Imported::of(garment);
        imported.suggestions.push(SuggestedSeam { seam, score: 0.5, reasons: Vec::new() });
        let questions = imported.questions();
        assert_eq!(questions.len(), 1);
        let [asked, plain] =
            [&questions[..], &[]].map(|questions| question_picture(&imported.garment, questions, 800));
        let count = |image: &Image, color: Color| {
            image.pixels.iter().filter(|pixel| pixel[..3] == color.to_srgb()).count()
        };
        assert!(count(&asked, color(0)) > 500, "{}", count(&asked, color(0)));
        assert_eq!(count(&plain, color(0)), 0);
        assert!(count(&plain, Color::hex(SEWN)) > 100);
        assert!(asked.height > plain.height, "the question is written above the pieces");
    }

    #[test]
    fn letters_do_not_hide_each_other() {
        let places = [Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(40.0, 0.0)];
        let first = Disc { letter: "A", piece: 0, color: Color::BLACK, at: free(&places, &[]) };
        assert_eq!((first.at, free(&places, std::slice::from_ref(&first))), (places[0], places[2]));
    }

    #[test]
    fn captions_are_wrapped() {
        let lines = wrapped("one two three four", |line| line.len() <= 9);
        assert_eq!(lines, ["one two", "three", "four"]);
    }
}
