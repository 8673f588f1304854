//! Writes DXF as one likes: entity by entity, in any unit.

use std::fmt::Write;
use toile_pattern::curve::Curve;
use toile_pattern::glam::DVec2;
use toile_pattern::outline::Outline;

/// A file that is being written.
pub(crate) struct Dxf {
    head: String,
    blocks: String,
    entities: String,
    in_block: bool,
    /// How many of its units make a metre.
    unit: f64,
    moved: DVec2,
}

impl Dxf {
    pub(crate) fn new(unit: f64) -> Self {
        let empty = String::new;
        Self { head: empty(), blocks: empty(), entities: empty(), in_block: false, unit, moved: DVec2::ZERO }
    }

    pub(crate) fn header(&mut self, version: &str, variables: &[(&str, &str)]) -> &mut Self {
        let _ = write!(self.head, "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\n{version}\n");
        for (name, value) in variables {
            let _ = write!(self.head, "9\n{name}\n{value}\n");
        }
        self.head += "0\nENDSEC\n";
        self
    }

    pub(crate) fn file(&self) -> String {
        assert!(!self.in_block, "the block is ended");
        format!(
            "{}0\nSECTION\n2\nBLOCKS\n{}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n{}0\nENDSEC\n0\nEOF\n",
            self.head, self.blocks, self.entities
        )
    }

    /// All that follows is moved.
    pub(crate) fn moved(&mut self, by: DVec2) -> &mut Self {
        self.moved = by;
        self
    }

    pub(crate) fn pairs(&mut self, pairs: &str) -> &mut Self {
        let out = if self.in_block { &mut self.blocks } else { &mut self.entities };
        out.push_str(pairs);
        self
    }

    fn place(&mut self, code: i32, at: DVec2) -> &mut Self {
        let at = self.unit * (at + self.moved);
        self.pairs(&format!("{code}\n{:.6}\n{}\n{:.6}\n", at.x, code + 10, at.y))
    }

    fn start(&mut self, kind: &str, layer: &str) -> &mut Self {
        self.pairs(&format!("0\n{kind}\n8\n{layer}\n"))
    }

    pub(crate) fn block(&mut self, name: &str) -> &mut Self {
        self.in_block = true;
        self.pairs(&format!("0\nBLOCK\n8\n1\n2\n{name}\n70\n64\n10\n0.0\n20\n0.0\n"))
    }

    pub(crate) fn end(&mut self) -> &mut Self {
        self.pairs("0\nENDBLK\n8\n1\n");
        self.in_block = false;
        self
    }

    pub(crate) fn line(&mut self, layer: &str, from: DVec2, to: DVec2) -> &mut Self {
        self.start("LINE", layer).place(10, from).place(11, to)
    }

    pub(crate) fn point(&mut self, layer: &str, at: DVec2) -> &mut Self {
        self.start("POINT", layer).place(10, at)
    }

    pub(crate) fn insert(
        &mut self,
        layer: &str,
        name: &str,
        at: DVec2,
        scale: [f64; 2],
        angle: f64,
    ) -> &mut Self {
        self.start("INSERT", layer).pairs(&format!("2\n{name}\n")).place(10, at);
        self.pairs(&format!("41\n{}\n42\n{}\n50\n{angle}\n", scale[0], scale[1]))
    }

    pub(crate) fn text(&mut self, layer: &str, at: DVec2, words: &str) -> &mut Self {
        self.start("TEXT", layer).place(10, at).pairs(&format!("40\n3.0\n1\n{words}\n"))
    }

    pub(crate) fn mtext(&mut self, layer: &str, at: DVec2, chunks: &[&str]) -> &mut Self {
        self.start("MTEXT", layer).place(10, at);
        for (index, chunk) in chunks.iter().enumerate() {
            let code = if index + 1 < chunks.len() { 3 } else { 1 };
            self.pairs(&format!("{code}\n{chunk}\n"));
        }
        self
    }

    pub(crate) fn texts(&mut self, words: &[&str]) -> &mut Self {
        for words in words {
            self.text("1", DVec2::new(0.02, 0.02), words);
        }
        self
    }

    /// Words about the whole style, outside of blocks.
    pub(crate) fn style(&mut self, words: &[&str]) -> &mut Self {
        self.texts(words)
    }

    /// A polyline of R12, with the flag of closed ones and the first point once more, or not.
    pub(crate) fn polyline(
        &mut self,
        layer: &str,
        points: &[DVec2],
        closed: bool,
        repeated: bool,
    ) -> &mut Self {
        self.start("POLYLINE", layer).pairs(&format!("66\n1\n70\n{}\n", u8::from(closed)));
        for &point in points.iter().chain(points.first().filter(|_| repeated)) {
            self.start("VERTEX", layer).place(10, point);
        }
        self.start("SEQEND", layer)
    }

    /// A light polyline, closed, with its first point repeated.
    pub(crate) fn light(&mut self, layer: &str, points: &[DVec2], repeated: bool) -> &mut Self {
        self.start("LWPOLYLINE", layer)
            .pairs(&format!("90\n{}\n70\n1\n", points.len() + usize::from(repeated)));
        for &point in points.iter().chain(points.first().filter(|_| repeated)) {
            self.place(10, point);
        }
        self
    }

    /// Each edge a polyline of its own, every second one drawn the other way, the last one first.
    pub(crate) fn parts(&mut self, layer: &str, outline: &Outline) -> &mut Self {
        for (index, edge) in outline.edges.iter().enumerate().rev() {
            let mut points = edge.curve.flattened(2e-5);
            if index % 2 == 1 {
                points.reverse();
            }
            self.polyline(layer, &points, false, false);
        }
        self
    }

    /// Each edge as what it is: a line, an arc, a spline.
    pub(crate) fn exact(&mut self, layer: &str, outline: &Outline) -> &mut Self {
        for edge in &outline.edges {
            match &edge.curve {
                Curve::Line { from, to } => {
                    self.line(layer, *to, *from);
                }
                Curve::Arc { from, to, bulge } => self.arc(layer, *from, *to, *bulge),
                Curve::Cubic { from, controls: [one, two], to } => {
                    self.start("SPLINE", layer).pairs("70\n8\n71\n3\n72\n8\n73\n4\n");
                    self.pairs("40\n0.0\n40\n0.0\n40\n0.0\n40\n0.0\n40\n1.0\n40\n1.0\n40\n1.0\n40\n1.0\n");
                    self.place(10, *from).place(10, *one).place(10, *two).place(10, *to);
                }
                other => panic!("{other:?}"),
            }
        }
        self
    }

    /// An arc by its centre and angles, which run counter-clockwise.
    fn arc(&mut self, layer: &str, from: DVec2, to: DVec2, bulge: f64) {
        let (from, to, bulge) = if bulge < 0.0 { (to, from, -bulge) } else { (from, to, bulge) };
        let half = 0.5 * from.distance(to);
        // The centre is left of the chord, at `(1 - b^2) / 2b` half chords.
        let centre =
            0.5 * (from + to) + half * (1.0 - bulge * bulge) / (2.0 * bulge) * (to - from).normalize().perp();
        let angle = |at: DVec2| (at - centre).to_angle().to_degrees();
        self.start("ARC", layer).place(10, centre);
        self.pairs(&format!(
            "40\n{}\n50\n{}\n51\n{}\n",
            self.unit * centre.distance(from),
            angle(from),
            angle(to)
        ));
    }
}
