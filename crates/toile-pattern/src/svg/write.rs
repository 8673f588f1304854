//! Patterns as SVG, to scale: exact curves, seams coloured in pairs.

use super::layout::{Layout, seam_color};
use crate::curve::Curve;
use crate::garment::Garment;
use crate::piece::{CutRule, LineKind, Piece};
use crate::seam::EdgePart;
use glam::{DAffine2, DVec2};
use std::fmt::Write;

/// What to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SvgSettings {
    /// Whether seams are drawn in colours, the same on both sides.
    pub seams: bool,
    /// Whether pieces are drawn whole, halves unfolded and pairs doubled.
    pub whole: bool,
}

impl Default for SvgSettings {
    fn default() -> Self {
        Self { seams: true, whole: false }
    }
}

/// Draws a pattern in millimetres.
pub fn write(garment: &Garment, settings: &SvgSettings) -> String {
    let whole = settings.whole.then(|| garment.whole());
    let garment = whole.as_ref().unwrap_or(garment);
    let layout = Layout::new(garment);
    let size = 1000.0 * layout.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.2}mm\" height=\"{1:.2}mm\" viewBox=\"0 0 {0:.2} {1:.2}\" \
         font-family=\"sans-serif\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfbfa\"/>\n",
        size.x, size.y
    );
    for (index, (piece, offset)) in garment.pieces.iter().zip(&layout.offsets).enumerate() {
        let sheet = Sheet {
            map: DAffine2::from_scale_angle_translation(
                DVec2::new(1000.0, -1000.0),
                0.0,
                DVec2::new(1000.0 * offset.x, size.y - 1000.0 * offset.y),
            ),
        };
        sheet.piece(&mut svg, garment, index, piece, settings.seams);
    }
    svg + "</svg>\n"
}

struct Sheet {
    map: DAffine2,
}

impl Sheet {
    fn piece(&self, svg: &mut String, garment: &Garment, index: usize, piece: &Piece, seams: bool) {
        let _ = writeln!(svg, "<g id=\"{}\">", escaped(&piece.name));
        let loops: String =
            piece.loops().map(|outline| self.data(outline.edges.iter().map(|e| &e.curve)) + "Z").collect();
        let _ = writeln!(
            svg,
            "<path d=\"{loops}\" fill=\"#ffffff\" fill-rule=\"evenodd\" stroke=\"#33363b\" stroke-width=\"1\"/>"
        );
        self.marks(svg, piece);
        if seams {
            for (number, seam) in garment.seams.iter().enumerate() {
                for part in seam.parts().filter(|part| part.piece == index) {
                    self.seam(svg, piece, part, number);
                }
            }
        }
        let [low, high] = piece.outline.bounds();
        let at = self.map.transform_point2(0.5 * (low + high));
        let cut = match piece.cut {
            CutRule::Once => "",
            CutRule::Pair => " (pair)",
            CutRule::OnFold(_) => " (on fold)",
        };
        let words = escaped(&format!("{}{cut}", piece.name));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#5a5e66\">{words}</text>",
            at.x, at.y
        );
        svg.push_str("</g>\n");
    }

    fn marks(&self, svg: &mut String, piece: &Piece) {
        for line in &piece.lines {
            let dashes =
                if matches!(line.kind, LineKind::Fold(_) | LineKind::Pleat(_)) { "8 4" } else { "2 3" };
            stroke(svg, &self.data([&line.curve]), "#7a7e86", 0.8, dashes);
        }
        for line in piece.dart_lines() {
            stroke(svg, &self.data([&line]), "#7a7e86", 0.8, "none");
        }
        for line in piece.notch_lines(0.006) {
            stroke(svg, &self.data([&line]), "#33363b", 1.2, "none");
        }
        for drill in &piece.drills {
            let at = self.map.transform_point2(drill.at);
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"2\" fill=\"none\" stroke=\"#33363b\"/>",
                at.x, at.y
            );
        }
        if let CutRule::OnFold(fold) = piece.cut
            && let Some(edge) = piece.edge(fold)
        {
            stroke(svg, &self.data([&edge.curve]), "#33363b", 2.0, "12 4 2 4");
        }
        stroke(svg, &self.data([&piece.grain_line()]), "#b4b7bd", 0.8, "none");
    }

    fn seam(&self, svg: &mut String, piece: &Piece, part: &EdgePart, number: usize) {
        let Some(curve) = piece.part_curve(part) else { return };
        let [r, g, b] = seam_color(number);
        stroke(svg, &self.data([&curve]), &format!("#{r:02x}{g:02x}{b:02x}"), 3.5, "none");
    }

    /// Path data of curves that follow each other.
    fn data<'a>(&self, curves: impl IntoIterator<Item = &'a Curve>) -> String {
        let mut data = String::new();
        let at = |point: DVec2| {
            let p = self.map.transform_point2(point);
            format!("{:.3} {:.3}", p.x, p.y)
        };
        for (index, curve) in curves.into_iter().enumerate() {
            if index == 0 {
                let _ = write!(data, "M{}", at(curve.from()));
            }
            for span in curve.spans() {
                let _ = match span {
                    crate::curve::Span::Line([_, to]) => write!(data, "L{}", at(to)),
                    crate::curve::Span::Quadratic([_, c, to]) => write!(data, "Q{} {}", at(c), at(to)),
                    crate::curve::Span::Cubic([_, c, d, to]) => {
                        write!(data, "C{} {} {}", at(c), at(d), at(to))
                    }
                    crate::curve::Span::Arc { ends, centre, turn } => {
                        let radius = 1000.0 * ends[0].distance(centre);
                        let flags = (u8::from(turn.abs() > std::f64::consts::PI), u8::from(turn < 0.0));
                        write!(data, "A{radius:.3} {radius:.3} 0 {} {} {}", flags.0, flags.1, at(ends[1]))
                    }
                };
            }
        }
        data
    }
}

fn stroke(svg: &mut String, data: &str, color: &str, width: f64, dashes: &str) {
    let _ = writeln!(
        svg,
        "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\"/>"
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
