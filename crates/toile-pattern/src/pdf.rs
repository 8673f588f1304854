//! Patterns as PDF, to scale, on sheets of paper to be glued together.
//!
//! The drawing is stored once and shown on every sheet that a piece reaches, through a window the size of the sheet without its margins.
//! Sheets are called by row and column: `A1` is at the upper left. A square of 5 cm on the first one tells whether the printer has kept the scale.
//!
//! ```
//! use toile_pattern::draft::{Draft, Looseness};
//! use toile_pattern::measures::DraftMeasures;
//! use toile_pattern::pdf::{self, Paper};
//!
//! let skirt = Draft::named("straight-skirt")?.draft(&DraftMeasures::default(), Looseness::Regular);
//! let sheets = pdf::write(&skirt, &Paper::A4);
//! assert!(sheets.starts_with(b"%PDF-1.4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::corners::cubics;
use crate::curve::Curve;
use crate::garment::Garment;
use crate::piece::{CutRule, Piece};
use crate::svg::Layout;
use glam::DVec2;
use std::fmt::Write;

/// Points, of which 72 make an inch, in a metre.
const POINTS: f64 = 72.0 / 0.0254;
/// No printer is fed with more sheets than this in a row or a column.
const MOST_SHEETS: f64 = 100.0;

/// The paper to print on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Width and height in metres.
    pub size: DVec2,
    /// How wide the margin is that stays white on each side, in metres.
    pub margin: f64,
}

impl Paper {
    /// A4 with margins of 1 cm.
    pub const A4: Self = Self { size: DVec2::new(0.21, 0.297), margin: 0.01 };
    /// A0, as copy shops have it, with margins of 1 cm.
    pub const A0: Self = Self { size: DVec2::new(0.841, 1.189), margin: 0.01 };
    /// US letter with margins of 1 cm.
    pub const LETTER: Self = Self { size: DVec2::new(0.2159, 0.2794), margin: 0.01 };

    /// What can be printed on.
    fn window(&self) -> DVec2 {
        (self.size - 2.0 * self.margin).max(DVec2::splat(0.02))
    }
}

/// Draws a pattern on as many sheets as it needs.
pub fn write(garment: &Garment, paper: &Paper) -> Vec<u8> {
    let layout = Layout::new(garment);
    let window = paper.window();
    let sheets = sheets(garment, &layout, window);
    let mut file = File::default();
    // Numbers of objects: catalogue, pages, font, drawing, then two for each sheet.
    let first = 5;
    let kids: Vec<String> = (0..sheets.len()).map(|sheet| format!("{} 0 R", first + 2 * sheet)).collect();
    file.object("<< /Type /Catalog /Pages 2 0 R >>");
    file.object(&format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), sheets.len()));
    file.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
    let size = layout.size * POINTS;
    let form = format!(
        "/Type /XObject /Subtype /Form /BBox [0 0 {:.2} {:.2}] /Resources << /Font << /F 3 0 R >> >>",
        size.x, size.y
    );
    file.stream(&form, &drawing(garment, &layout));
    for (index, &sheet) in sheets.iter().enumerate() {
        let paper_size = paper.size * POINTS;
        file.object(&format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.2} {:.2}] /Contents {} 0 R \
             /Resources << /Font << /F 3 0 R >> /XObject << /D 4 0 R >> >> >>",
            paper_size.x,
            paper_size.y,
            first + 2 * index + 1
        ));
        file.stream("", &page(sheet, paper, window, layout.size, index == 0));
    }
    file.finish()
}

/// A sheet by its row and column, counted from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sheet {
    row: u32,
    column: u32,
}

impl Sheet {
    /// `A1`, `B3`; rows beyond the alphabet are numbered.
    fn name(self) -> String {
        match char::from_u32(u32::from('A') + self.row).filter(|_| self.row < 26) {
            Some(letter) => format!("{letter}{}", self.column + 1),
            None => format!("{}-{}", self.row + 1, self.column + 1),
        }
    }

    /// Where its lower left corner is in the drawing, in metres.
    fn low(self, window: DVec2, size: DVec2) -> DVec2 {
        DVec2::new(f64::from(self.column) * window.x, size.y - f64::from(self.row + 1) * window.y)
    }
}

/// The sheets that the box around a piece reaches.
fn sheets(garment: &Garment, layout: &Layout, window: DVec2) -> Vec<Sheet> {
    let boxes: Vec<[DVec2; 2]> = garment
        .pieces
        .iter()
        .zip(&layout.offsets)
        .map(|(piece, &offset)| piece.outline.bounds().map(|corner| corner + offset))
        .collect();
    let count = (layout.size / window).ceil().clamp(DVec2::ONE, DVec2::splat(MOST_SHEETS));
    let mut sheets = Vec::new();
    for row in 0..count.y as u32 {
        for column in 0..count.x as u32 {
            let sheet = Sheet { row, column };
            let low = sheet.low(window, layout.size);
            let is_reached = |[a, b]: &[DVec2; 2]| a.cmple(low + window).all() && b.cmpge(low).all();
            if boxes.iter().any(is_reached) {
                sheets.push(sheet);
            }
        }
    }
    if sheets.is_empty() {
        sheets.push(Sheet { row: 0, column: 0 });
    }
    sheets
}

/// What is on a sheet: its part of the drawing, a frame to cut and glue along, and its name.
fn page(sheet: Sheet, paper: &Paper, window: DVec2, size: DVec2, is_first: bool) -> String {
    let (margin, w) = (paper.margin * POINTS, window * POINTS);
    let shift = DVec2::splat(margin) - sheet.low(window, size) * POINTS;
    let mut page = format!("q {margin:.2} {margin:.2} {:.2} {:.2} re W n ", w.x, w.y);
    let _ = write!(page, "1 0 0 1 {:.3} {:.3} cm /D Do Q\n0.6 G 0.4 w [2 2] 0 d ", shift.x, shift.y);
    let _ = writeln!(page, "{margin:.2} {margin:.2} {:.2} {:.2} re S", w.x, w.y);
    let at = margin + 6.0;
    let _ = writeln!(page, "0.4 g BT /F 14 Tf {at:.2} {at:.2} Td ({}) Tj ET", sheet.name());
    if is_first {
        let side = 0.05 * POINTS;
        let _ = writeln!(page, "0 G [] 0 d {at:.2} {:.2} {side:.3} {side:.3} re S", at + 20.0);
        let _ = writeln!(page, "BT /F 9 Tf {:.2} {:.2} Td (5 cm) Tj ET", at + 4.0, at + 24.0);
    }
    page
}

/// All pieces.
fn drawing(garment: &Garment, layout: &Layout) -> String {
    let mut text = String::from("1 J 1 j 0 G\n");
    for (piece, &offset) in garment.pieces.iter().zip(&layout.offsets) {
        let pen = Pen { offset };
        text.push_str("1 w [] 0 d\n");
        for outline in piece.loops() {
            pen.path(&mut text, outline.edges.iter().map(|edge| &edge.curve));
        }
        text.push_str("0.5 w [4 3] 0 d\n");
        for line in &piece.lines {
            pen.path(&mut text, [&line.curve]);
        }
        pen.marks(&mut text, piece);
        pen.words(&mut text, piece);
    }
    text
}

/// Draws a piece moved to its place.
struct Pen {
    offset: DVec2,
}

impl Pen {
    fn at(&self, point: DVec2) -> String {
        let p = (point + self.offset) * POINTS;
        format!("{:.3} {:.3}", p.x, p.y)
    }

    /// Strokes curves that follow each other.
    fn path<'a>(&self, text: &mut String, curves: impl IntoIterator<Item = &'a Curve>) {
        let mut begun = false;
        for curve in curves {
            if !begun {
                let _ = write!(text, "{} m ", self.at(curve.from()));
                begun = true;
            }
            if let Curve::Line { to, .. } = curve {
                let _ = write!(text, "{} l ", self.at(*to));
                continue;
            }
            for three in cubics(curve).chunks_exact(3) {
                let _ = write!(text, "{} {} {} c ", self.at(three[0]), self.at(three[1]), self.at(three[2]));
            }
        }
        if begun {
            text.push_str("S\n");
        }
    }

    /// Darts, notches, drill points and the grain.
    fn marks(&self, text: &mut String, piece: &Piece) {
        for line in piece.dart_lines() {
            self.path(text, [&line]);
        }
        text.push_str("0.8 w [] 0 d\n");
        for line in piece.notch_lines(0.006) {
            self.path(text, [&line]);
        }
        for drill in &piece.drills {
            for across in [DVec2::new(0.003, 0.003), DVec2::new(0.003, -0.003)] {
                self.path(text, [&Curve::line(drill.at - across, drill.at + across)]);
            }
        }
        self.path(text, [&piece.grain_line()]);
    }

    fn words(&self, text: &mut String, piece: &Piece) {
        let [low, high] = piece.outline.bounds();
        let cut = match piece.cut {
            CutRule::Once => "",
            CutRule::Pair => ", cut 2",
            CutRule::OnFold(_) => ", on fold",
        };
        let words = escaped(&format!("{}{cut}", piece.name));
        let at = self.at(0.5 * (low + high));
        let _ = writeln!(text, "BT /F 12 Tf {at} Td ({words}) Tj ET");
    }
}

/// A text for a PDF; what its plain fonts do not have becomes a question mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '(' | ')' | '\\' => escaped.extend(['\\', letter]),
            ' '..='~' => escaped.push(letter),
            '\u{a0}'..='\u{ff}' => {
                let _ = write!(escaped, "\\{:03o}", u32::from(letter));
            }
            _ => escaped.push('?'),
        }
    }
    escaped
}

/// The objects of a file and where they begin.
struct File {
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

impl Default for File {
    fn default() -> Self {
        Self { bytes: b"%PDF-1.4\n".to_vec(), starts: Vec::new() }
    }
}

impl File {
    fn object(&mut self, body: &str) {
        self.starts.push(self.bytes.len());
        self.bytes.extend(format!("{} 0 obj\n{body}\nendobj\n", self.starts.len()).bytes());
    }

    fn stream(&mut self, entries: &str, content: &str) {
        self.object(&format!("<< {entries} /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }

    fn finish(mut self) -> Vec<u8> {
        let (table, count) = (self.bytes.len(), self.starts.len() + 1);
        let mut end = format!("xref\n0 {count}\n0000000000 65535 f \n");
        for start in &self.starts {
            let _ = writeln!(end, "{start:010} 00000 n ");
        }
        let _ = write!(end, "trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n");
        self.bytes.extend(end.bytes());
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Outline;

    #[test]
    fn sheets_cover_the_pieces_to_scale() {
        let side = 0.45;
        let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(DVec2::from);
        let piece = Piece::new("Rücken (hinten)", Outline::polygon(&corners));
        let garment = Garment { pieces: vec![piece], ..Garment::new("x") };
        // With its gaps the drawing is 53 cm wide and high: three sheets of 19 cm by two of 27.7 cm.
        let bytes = write(&garment, &Paper::A4);
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text.matches("/Type /Page /Parent").count(), 6);
        assert!(text.contains("(A1)") && text.contains("(B3)") && !text.contains("(C1)"));
        assert!(text.contains("(R\\374cken \\(hinten\\))"), "names are escaped");
        let points: Vec<f64> = text
            .split("1 w [] 0 d\n")
            .nth(1)
            .and_then(|rest| rest.lines().next())
            .unwrap()
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        assert!((points[2] - points[0] - side * 72.0 / 0.0254).abs() < 2e-3, "45 cm: {points:?}");
        assert_eq!(write(&garment, &Paper::A0).windows(5).filter(|w| w == b"/Page").count(), 3, "one sheet");
    }

    #[test]
    fn the_table_points_to_the_objects() {
        let bytes = write(&Garment::new("nothing"), &Paper::LETTER);
        let text = String::from_utf8(bytes).unwrap();
        let table = text.find("xref\n").unwrap();
        assert!(text.contains(&format!("startxref\n{table}\n")));
        for (number, entry) in
            text[table..].lines().skip(3).take_while(|line| line.ends_with("n ")).enumerate()
        {
            let start: usize = entry[..10].parse().unwrap();
            assert!(text[start..].starts_with(&format!("{} 0 obj", number + 1)));
        }
    }
}
