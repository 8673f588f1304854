//! From a drawing to a garment.

use super::path::{Subpath, subpaths};
use super::transform::{length, numbers, transform};
use super::xml::{Event, events};
use crate::closed::Closed;
use crate::corners::outline_of;
use crate::curve::Curve;
use crate::error::PatternError;
use crate::garment::Garment;
use crate::imported::Imported;
use crate::lint::contains;
use crate::marking::{NOTCH_REACH, add_notch, fold_edge};
use crate::names::{clean_name, free_name_among};
use crate::note::Note;
use crate::piece::{CutRule, InnerLine, LineKind, NotchKind, Piece};
use glam::{DAffine2, DVec2};

/// Closed outlines smaller than this are marks, in square metres.
const SMALLEST: f64 = 2e-4;
/// Tags whose content is not drawn.
const HIDDEN: [&str; 8] =
    ["defs", "marker", "symbol", "clipPath", "mask", "pattern", "style", "sodipodi:namedview"];
/// Words in classes of lines that are no pieces.
const MARKS: [&str; 7] = ["logo", "scalebox", "note", "mark", "hidden", "help", "fill-note"];

/// Reads a drawing; `name` is the garment's.
///
/// # Errors
/// If it is no SVG, or has no closed outline that could be a piece.
pub fn read(name: &str, text: &str) -> Result<Imported, PatternError> {
    let mut drawing = Drawing::default();
    for event in events(text)? {
        drawing.take(event);
    }
    if !drawing.seen {
        return Err(PatternError::file("there is no <svg> in the file", "give an SVG drawing"));
    }
    let mut imported = Imported::of(Garment::new(name));
    imported.warnings.append(&mut drawing.warnings);
    drawing.find_pieces(&mut imported);
    if imported.garment.pieces.is_empty() {
        let remedy = "draw each piece as one closed path, to scale";
        return Err(PatternError::file("the drawing has no closed outline that could be a piece", remedy));
    }
    imported.notes = drawing.notes(&imported.garment);
    Ok(imported)
}

/// A group that is open.
struct Group {
    tag: String,
    map: DAffine2,
    label: Option<String>,
    hidden: bool,
}

/// A run of curves in metres, `y` up.
struct Shape {
    path: Subpath,
    label: Option<String>,
    class: String,
    markers: String,
    /// Which element it comes from: holes come from the same one as their outline.
    element: usize,
}

#[derive(Default)]
struct Drawing {
    groups: Vec<Group>,
    shapes: Vec<Shape>,
    texts: Vec<(DVec2, String)>,
    /// The place of the text that is being read.
    text_at: Option<DVec2>,
    notches: Vec<(DVec2, NotchKind)>,
    warnings: Vec<String>,
    elements: usize,
    seen: bool,
}

impl Drawing {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Open { name, attributes, closed } => self.open(name, &attributes, closed),
            Event::Close(name) => {
                if self.groups.last().is_some_and(|group| group.tag == name) {
                    self.groups.pop();
                } else if let Some(at) = self.groups.iter().rposition(|group| group.tag == name) {
                    self.groups.truncate(at);
                }
                if name == "text" {
                    self.text_at = None;
                }
            }
            Event::Text(words) => {
                if let (Some(at), false) = (self.text_at, self.is_hidden()) {
                    self.texts.push((at, words));
                }
            }
        }
    }

    fn is_hidden(&self) -> bool {
        self.groups.iter().any(|group| group.hidden)
    }

    fn map(&self) -> DAffine2 {
        self.groups.last().map_or(DAffine2::IDENTITY, |group| group.map)
    }

    fn open(&mut self, name: &str, attributes: &[(&str, String)], closed: bool) {
        let get =
            |key: &str| attributes.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str());
        let number = |key: &str| get(key).and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0);
        self.elements += 1;
        let mut map = self.map();
        if name == "svg" && !self.seen {
            map = self.document_map(get("width"), get("height"), get("viewBox"));
            self.seen = true;
        }
        if let Some(own) = get("transform") {
            map *= transform(own);
        }
        let style = get("style").unwrap_or_default().replace(' ', "");
        let hidden =
            HIDDEN.contains(&name) || style.contains("display:none") || get("display") == Some("none");
        if !hidden && !self.is_hidden() {
            self.draw(name, &get, &number, &map);
        }
        let label = get("inkscape:label").or_else(|| get("id")).map(str::to_owned);
        if !closed {
            self.groups.push(Group { tag: name.to_owned(), map, label, hidden });
        }
    }

    fn draw<'a>(
        &mut self,
        name: &str,
        get: &impl Fn(&str) -> Option<&'a str>,
        number: &impl Fn(&str) -> f64,
        map: &DAffine2,
    ) {
        let paths = match name {
            "path" => subpaths(get("d").unwrap_or_default()),
            "polygon" | "polyline" => {
                let n = numbers(get("points").unwrap_or_default());
                let points: Vec<DVec2> = n.chunks_exact(2).map(|pair| DVec2::new(pair[0], pair[1])).collect();
                vec![through(&points, name == "polygon")]
            }
            "line" => {
                vec![through(
                    &[DVec2::new(number("x1"), number("y1")), DVec2::new(number("x2"), number("y2"))],
                    false,
                )]
            }
            "rect" => {
                let (low, size) =
                    (DVec2::new(number("x"), number("y")), DVec2::new(number("width"), number("height")));
                let (across, down) = (DVec2::new(size.x, 0.0), DVec2::new(0.0, size.y));
                vec![through(&[low, low + across, low + size, low + down], true)]
            }
            "circle" | "ellipse" => {
                let (centre, radius) = (DVec2::new(number("cx"), number("cy")), number("r"));
                let radii = DVec2::new(number("rx") + radius, number("ry") + radius);
                let data = format!(
                    "M{} {}a{} {} 0 1 1 {} 0a{} {} 0 1 1 {} 0z",
                    centre.x - radii.x,
                    centre.y,
                    radii.x,
                    radii.y,
                    2.0 * radii.x,
                    radii.x,
                    radii.y,
                    -2.0 * radii.x
                );
                subpaths(&data)
            }
            "text" => {
                self.text_at = Some(map.transform_point2(DVec2::new(number("x"), number("y"))));
                return;
            }
            "use" => {
                let at = map.transform_point2(DVec2::new(number("x"), number("y")));
                match get("xlink:href").or_else(|| get("href")) {
                    Some("#notch") => self.notches.push((at, NotchKind::Slit)),
                    Some("#bnotch") => self.notches.push((at, NotchKind::Double)),
                    _ => {}
                }
                return;
            }
            _ => return,
        };
        let own = get("inkscape:label")
            .or_else(|| get("id").filter(|id| !id.starts_with("fs-") && !id.starts_with("path")));
        let above = || self.groups.iter().rev().find_map(|group| group.label.clone());
        let label = own.map(str::to_owned).or_else(above);
        let class = get("class").unwrap_or_default().to_owned();
        let markers =
            format!("{} {}", get("marker-start").unwrap_or_default(), get("marker-end").unwrap_or_default());
        for path in paths.into_iter().filter(|path| !path.curves.is_empty()) {
            let curves = path.curves.iter().map(|curve| curve.transformed(map)).collect();
            self.shapes.push(Shape {
                path: Subpath { curves, closed: path.closed },
                label: label.clone(),
                class: class.clone(),
                markers: markers.clone(),
                element: self.elements,
            });
        }
    }

    /// From the document's coordinates to metres with `y` up.
    fn document_map(&mut self, width: Option<&str>, height: Option<&str>, view: Option<&str>) -> DAffine2 {
        let view = view.map(numbers).filter(|view| view.len() == 4 && view[2] > 0.0 && view[3] > 0.0);
        let (width, height) = (width.and_then(length), height.and_then(length));
        let scale = match (&view, width, height) {
            (Some(view), Some(width), _) => width / view[2],
            (Some(view), None, Some(height)) => height / view[3],
            _ => 0.0254 / 96.0,
        };
        if width.is_none() && height.is_none() {
            self.warnings.push(
                "the drawing does not tell its size; its units were taken for pixels, 96 to an inch".into(),
            );
        }
        DAffine2::from_scale(DVec2::new(scale, -scale))
    }

    fn find_pieces(&mut self, imported: &mut Imported) {
        let all = self.candidates();
        let is_cut_line = |i: usize| all.iter().enumerate().any(|(j, other)| i != j && all[i].follows(other));
        let sewn: Vec<usize> = (0..all.len()).filter(|&i| !is_cut_line(i)).collect();
        for &i in &sewn {
            let closed = &all[i];
            // What lies inside of a piece is no piece: a hole, if it comes from the same path, else a mark.
            if sewn.iter().any(|&j| j != i && closed.is_inside_of(&all[j])) {
                continue;
            }
            let mut piece = Piece::new(self.name_of(closed, imported), closed.outline.clone());
            let element = self.shapes[closed.shape].element;
            let holes = sewn
                .iter()
                .map(|&j| &all[j])
                .filter(|inner| self.shapes[inner.shape].element == element && inner.is_inside_of(closed));
            piece.holes = holes.map(|inner| inner.outline.reversed()).collect();
            piece.allowance = all.iter().find(|outer| outer.follows(closed)).map(|outer| outer.gap(closed));
            self.add_marks(&mut piece);
            imported.garment.pieces.push(piece);
        }
    }

    /// Closed outlines that could be pieces.
    fn candidates(&self) -> Vec<Closed> {
        let mut candidates = Vec::new();
        for (index, shape) in self.shapes.iter().enumerate() {
            let mut words = shape.class.split_whitespace();
            if words.any(|word| MARKS.contains(&word) || word == "sa") {
                continue;
            }
            let curves = &shape.path.curves;
            let ends = curves.first().map(Curve::from).zip(curves.last().map(Curve::to));
            let closed = shape.path.closed || ends.is_some_and(|(from, to)| from.distance(to) < 1e-4);
            if !closed || curves.iter().any(|curve| !curve.is_finite()) {
                continue;
            }
            if let Some(outline) = outline_of(curves.clone(), &[]).filter(|outline| outline.area() > SMALLEST)
            {
                candidates.push(Closed::new(index, outline));
            }
        }
        candidates
    }

    fn name_of(&self, closed: &Closed, imported: &Imported) -> String {
        let polygon = closed.outline.flattened(1e-3);
        let label = self.shapes[closed.shape].label.as_deref().map(|label| {
            let part = label.rsplit("-part-").next().unwrap_or(label);
            part.rsplit('.').next().unwrap_or(part).to_owned()
        });
        let useful = |label: &String| {
            let plain = label.trim_end_matches(|c: char| c.is_ascii_digit());
            !["path", "g", "svg", "rect", "polygon", "layer", "Layer ", "fs-", "fs-container", "polyline", ""]
                .contains(&plain)
        };
        let inside = || {
            let words = self
                .texts
                .iter()
                .filter(|(at, text)| contains(&polygon, *at) && text.chars().any(char::is_alphabetic));
            words.map(|(_, text)| text.trim().to_owned()).find(|text| text.len() < 40 && !text.contains(':'))
        };
        let name = label.filter(useful).or_else(inside).unwrap_or_else(|| "piece".to_owned());
        free_name_among(&clean_name(&name), imported.garment.pieces.iter().map(|piece| piece.name.as_str()))
    }

    /// Words inside of pieces.
    fn notes(&self, garment: &Garment) -> Vec<Note> {
        let mut notes = Vec::new();
        for (piece, drawn) in garment.pieces.iter().enumerate() {
            let polygon = drawn.outline.flattened(1e-3);
            let inside = self.texts.iter().filter(|(at, _)| contains(&polygon, *at));
            notes.extend(inside.map(|(at, words)| Note { piece, at: *at, words: words.clone() }));
        }
        notes
    }

    /// Folds, grain, notches and lines inside.
    fn add_marks(&self, piece: &mut Piece) {
        let polygon = piece.outline.flattened(1e-3);
        let finite = |shape: &&Shape| shape.path.curves.iter().all(Curve::is_finite);
        for shape in self.shapes.iter().filter(finite) {
            let (Some(first), Some(last)) = (shape.path.curves.first(), shape.path.curves.last()) else {
                continue;
            };
            let (from, to) = (first.from(), last.to());
            let middle = first.point(0.5);
            if shape.markers.contains("cutonfold")
                && contains(&polygon, shape.path.curves[shape.path.curves.len() / 2].point(0.5))
            {
                if let Some(edge) = fold_edge(piece, from, to) {
                    piece.cut = CutRule::OnFold(edge);
                    piece.grain = (to - from).to_angle();
                }
            } else if shape.markers.contains("grainline") && contains(&polygon, middle) && from != to {
                piece.grain = (to - from).to_angle();
            } else if !shape.path.closed && shape.class.is_empty() && contains(&polygon, middle) && from != to
            {
                let inner = shape.path.curves.iter();
                piece.lines.extend(inner.map(|curve| InnerLine {
                    name: None,
                    kind: LineKind::Mark,
                    curve: curve.clone(),
                }));
            }
        }
        for &(at, kind) in &self.notches {
            add_notch(piece, None, at, kind, NOTCH_REACH);
        }
        let pair = |text: &str| {
            text.contains("mirrored") || text.contains("cut,2") || text.eq_ignore_ascii_case("cut 2")
        };
        if piece.cut == CutRule::Once
            && self.texts.iter().any(|(at, text)| contains(&polygon, *at) && pair(text))
        {
            piece.cut = CutRule::Pair;
        }
    }
}

fn through(points: &[DVec2], closed: bool) -> Subpath {
    let mut curves: Vec<Curve> = points.windows(2).map(|ends| Curve::line(ends[0], ends[1])).collect();
    if let (true, Some(&first), Some(&last)) = (closed, points.first(), points.last())
        && first != last
    {
        curves.push(Curve::line(last, first));
    }
    Subpath { curves, closed }
}
