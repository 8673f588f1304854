//! What is seen of a document: lines, words and marks, in metres with `y` up.

use super::figures::{rectangle, through};
use super::path::{Subpath, subpaths};
use super::style::{Look, Rules};
use super::transform::{Pixels, length, numbers, transform};
use super::tree::{Node, Tree};
use crate::curve::Curve;
use crate::piece::NotchKind;
use glam::{DAffine2, DVec2};

/// Tags whose content is not drawn where it stands.
const UNDRAWN: [&str; 12] = [
    "defs",
    "marker",
    "symbol",
    "clipPath",
    "mask",
    "pattern",
    "style",
    "metadata",
    "sodipodi:namedview",
    "title",
    "desc",
    "filter",
];
/// What is drawn once more may come to so many times the elements of the document, and at least to so many.
const MOST_USED: [usize; 2] = [20, 1000];
/// What is drawn once more may hold such again, so deep.
const DEEPEST_USE: usize = 8;

/// So many broken paths are told one by one.
const TOLD: usize = 20;
/// What is further away is no drawing, in metres.
const FARTHEST: f64 = 1e4;

/// A run of curves.
pub(super) struct Shape {
    pub(super) path: Subpath,
    /// What the element itself is called.
    pub(super) label: Option<String>,
    pub(super) class: String,
    /// The markers at its start and its end.
    pub(super) markers: [String; 2],
    /// Which element it comes from: holes come from the same one as their outline.
    pub(super) element: usize,
    /// The group that it is in.
    pub(super) group: Option<usize>,
}

/// Words at a place.
pub(super) struct Text {
    pub(super) at: DVec2,
    pub(super) words: String,
    /// The group that they are in.
    pub(super) group: Option<usize>,
}

/// A group that has a name.
pub(super) struct Group {
    pub(super) label: String,
    pub(super) is_layer: bool,
    pub(super) outer: Option<usize>,
}

#[derive(Default)]
pub(super) struct Drawing {
    pub(super) groups: Vec<Group>,
    pub(super) shapes: Vec<Shape>,
    pub(super) texts: Vec<Text>,
    pub(super) notches: Vec<(DVec2, NotchKind)>,
    pub(super) drills: Vec<(DVec2, String)>,
    pub(super) warnings: Vec<String>,
    /// The size of the sheet.
    pub(super) sheet: Option<DVec2>,
    elements: usize,
}

/// What holds where an element is drawn.
#[derive(Clone, Copy)]
struct Place {
    map: DAffine2,
    look: Look,
    group: Option<usize>,
    /// How deep it is in what is drawn once more.
    used: usize,
    /// The group that stands for the name of what is drawn once more.
    called: Option<usize>,
}

/// Draws a document; nothing if there is no drawing in it.
pub(super) fn drawing(tree: &Tree<'_>, text: &str) -> Option<Drawing> {
    let root = tree.nodes.iter().position(|node| node.tag == "svg")?;
    let mut drawing = Drawing::default();
    let pixels = Pixels::of(text);
    let map = drawing.sheet(&tree.nodes[root], pixels);
    let room = (MOST_USED[0] * tree.nodes.len()).max(MOST_USED[1]);
    let mut pen = Pen { tree, rules: Rules::of(tree), pixels, drawing, room, lost: 0 };
    let place =
        Place { map, look: pen.rules.look(tree, root, Look::default()), group: None, used: 0, called: None };
    for &child in &tree.nodes[root].children {
        pen.draw(child, place);
    }
    if pen.lost > TOLD {
        pen.drawing.warnings.push(format!("{} more paths lead nowhere", pen.lost - TOLD));
    }
    if pen.room == 0 {
        pen.drawing.warnings.push("what is drawn once more is too much, and was left out in part".into());
    }
    if tree.too_deep > 0 {
        pen.drawing
            .warnings
            .push(format!("{} elements are nested too deep and were left out", tree.too_deep));
    }
    Some(pen.drawing)
}

impl Drawing {
    /// From the document's coordinates to metres with `y` up.
    fn sheet(&mut self, root: &Node<'_>, pixels: Pixels) -> DAffine2 {
        let view = view_of(root);
        let [width, height] =
            ["width", "height"].map(|key| root.get(key).and_then(|value| length(value, pixels)));
        let scale = match (view, width, height) {
            (Some([_, size]), Some(width), Some(height)) => (width / size.x).min(height / size.y),
            (Some([_, size]), Some(width), None) => width / size.x,
            (Some([_, size]), None, Some(height)) => height / size.y,
            _ => pixels.metres(),
        };
        if width.is_none() && height.is_none() {
            self.warnings.push(
                "the drawing does not tell its size; its units were taken for pixels, 96 to an inch".into(),
            );
        }
        self.sheet = view.map(|[_, size]| scale * size).or(width.zip(height).map(DVec2::from));
        let corner = view.map_or(DVec2::ZERO, |[low, _]| low);
        DAffine2::from_scale(DVec2::new(scale, -scale)) * DAffine2::from_translation(-corner)
    }
}

/// The corner and the size of a view box.
fn view_of(node: &Node<'_>) -> Option<[DVec2; 2]> {
    let view = numbers(node.get("viewBox")?);
    let &[x, y, width, height] = &view[..] else { return None };
    (width > 0.0 && height > 0.0 && x.is_finite() && y.is_finite())
        .then(|| [DVec2::new(x, y), DVec2::new(width, height)])
}

struct Pen<'a, 'b> {
    tree: &'a Tree<'b>,
    rules: Rules,
    pixels: Pixels,
    drawing: Drawing,
    /// How many elements more may be drawn once more.
    room: usize,
    /// How many paths lead nowhere.
    lost: usize,
}

impl<'a> Pen<'a, '_> {
    fn draw(&mut self, number: usize, outer: Place) {
        let node = &self.tree.nodes[number];
        if node.tag.is_empty() || UNDRAWN.contains(&node.tag) {
            return;
        }
        self.draw_inside(number, node, outer);
    }

    /// Draws an element, one that is not drawn where it stands too.
    fn draw_inside(&mut self, number: usize, node: &'a Node<'_>, outer: Place) {
        let look = self.rules.look(self.tree, number, outer.look);
        if look.gone {
            return;
        }
        if outer.used > 0 {
            let Some(room) = self.room.checked_sub(1) else { return };
            self.room = room;
        }
        self.drawing.elements += 1;
        let map = node.get("transform").map_or(outer.map, |own| outer.map * transform(own));
        let mut place = Place { map, look, ..outer };
        match node.tag {
            "text" => self.text(number, place),
            "use" => self.once_more(number, node, place),
            "g" | "svg" | "a" | "switch" | "symbol" => {
                if node.tag == "svg" {
                    place.map *= self.nested(node);
                }
                place.group = self.group(number, outer.group);
                for &child in &node.children {
                    self.draw(child, place);
                }
            }
            _ if look.is_seen() => self.line(number, node, place),
            _ => {}
        }
    }

    /// From the coordinates in an inner drawing to those around it.
    fn nested(&self, node: &Node<'_>) -> DAffine2 {
        let corner = DAffine2::from_translation(DVec2::new(self.number(node, "x"), self.number(node, "y")));
        let Some([low, size]) = view_of(node) else { return corner };
        let [width, height] = ["width", "height"].map(|key| self.number(node, key));
        let scale = if width > 0.0 && height > 0.0 { (width / size.x).min(height / size.y) } else { 1.0 };
        corner * DAffine2::from_scale(DVec2::splat(scale)) * DAffine2::from_translation(-low)
    }

    /// The group that an element makes, if it has a name.
    fn group(&mut self, number: usize, outer: Option<usize>) -> Option<usize> {
        let node = &self.tree.nodes[number];
        let Some(label) = self.label(number) else { return outer };
        let is_layer = node.get("inkscape:groupmode") == Some("layer");
        self.drawing.groups.push(Group { label, is_layer, outer });
        Some(self.drawing.groups.len() - 1)
    }

    /// What an element is called: by its title, its label, its id.
    fn label(&self, number: usize) -> Option<String> {
        let node = &self.tree.nodes[number];
        let title = || self.tree.child(number, "title").map(|title| self.tree.words(title));
        let own = [node.get("inkscape:label").map(str::to_owned), title(), node.get("id").map(str::to_owned)];
        own.into_iter()
            .flatten()
            .map(|label| label.trim().to_owned())
            .find(|label| !super::labels::is_made_up(label))
    }

    /// A number of an attribute in the units of the document.
    fn number(&self, node: &Node<'_>, key: &str) -> f64 {
        let Some(text) = node.get(key) else { return 0.0 };
        let number =
            text.trim().parse().ok().or_else(|| Some(length(text, self.pixels)? / self.pixels.metres()));
        number.filter(|number: &f64| number.is_finite()).unwrap_or(0.0)
    }

    fn point(&self, node: &Node<'_>, x: &str, y: &str) -> DVec2 {
        DVec2::new(self.number(node, x), self.number(node, y))
    }

    /// What is defined elsewhere: notches and buttons by their names, everything else as it is drawn.
    fn once_more(&mut self, number: usize, node: &Node<'_>, place: Place) {
        let Some(id) = node.target() else { return };
        let at = self.point(node, "x", "y");
        let lower = id.to_lowercase();
        if lower.contains("notch") {
            let kind = if lower == "bnotch" { NotchKind::Double } else { NotchKind::Slit };
            self.drawing.notches.push((place.map.transform_point2(at), kind));
        } else if ["button", "snap", "eyelet"].iter().any(|word| lower.starts_with(word)) {
            self.drawing.drills.push((place.map.transform_point2(at), id.to_owned()));
        } else if !lower.contains("logo")
            && place.used < DEEPEST_USE
            && let Some(target) = self.tree.find(id)
        {
            let map = place.map * DAffine2::from_translation(at);
            let group = self.group(number, place.group);
            let called = if group == place.group { place.called } else { group };
            let inner = Place { map, group, called, used: place.used + 1, ..place };
            self.draw_inside(target, &self.tree.nodes[target], inner);
        }
    }

    /// Words; lines of a text with places of their own are texts of their own.
    fn text(&mut self, number: usize, place: Place) {
        let node = &self.tree.nodes[number];
        if !place.look.shows_words() {
            return;
        }
        let mut at = place.map.transform_point2(self.first_point(node).unwrap_or_default());
        let mut words = String::new();
        for &child in &node.children {
            let inner = &self.tree.nodes[child];
            let told = self.first_point(inner).map(|own| place.map.transform_point2(own));
            let own = match inner.tag {
                // A step down is a line of its own, too; what only looks different is not.
                "tspan" if inner.get("dy").is_some() || inner.get("style").is_none() => told.or(Some(at)),
                "tspan" => told,
                "textPath" => self.on_path(inner, place),
                _ => None,
            };
            if let Some(own) = own {
                self.say(at, &words, place);
                words.clear();
                at = own;
            }
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(&self.tree.words(child));
        }
        self.say(at, &words, place);
    }

    fn say(&mut self, at: DVec2, words: &str, place: Place) {
        let words = words.trim();
        if !words.is_empty() && at.is_finite() {
            self.drawing.texts.push(Text { at, words: words.to_owned(), group: place.group });
        }
    }

    /// The place of words, if it is told; there may be one for each letter.
    fn first_point(&self, node: &Node<'_>) -> Option<DVec2> {
        let first = |key: &str| {
            let value = node.get(key)?.split([',', ' ']).find(|word| !word.is_empty())?;
            value.parse().ok().or_else(|| Some(length(value, self.pixels)? / self.pixels.metres()))
        };
        let (x, y): (Option<f64>, Option<f64>) = (first("x"), first("y"));
        (x.is_some() || y.is_some()).then(|| DVec2::new(x.unwrap_or(0.0), y.unwrap_or(0.0)))
    }

    /// The middle of the path that words follow.
    fn on_path(&self, node: &Node<'_>, place: Place) -> Option<DVec2> {
        let path = &self.tree.nodes[self.tree.find(node.target()?)?];
        let paths = subpaths(path.get("d")?);
        let curves = &paths.first()?.curves;
        let middle = curves.get(curves.len() / 2)?.point(0.5);
        Some(place.map.transform_point2(middle))
    }

    fn line(&mut self, number: usize, node: &Node<'_>, place: Place) {
        let paths = self.paths(node);
        if paths.iter().all(|path| path.curves.is_empty()) {
            return;
        }
        let called = place.called.map(|group| self.drawing.groups[group].label.clone());
        let label = called.or_else(|| self.label(number));
        let marker = |key: &str| node.get(key).unwrap_or_default().to_owned();
        for path in paths.into_iter().filter(|path| !path.curves.is_empty()) {
            let curves: Vec<Curve> = path.curves.iter().map(|curve| curve.transformed(&place.map)).collect();
            let is_far =
                |curve: &Curve| curve.control_points().iter().any(|at| at.abs().max_element() > FARTHEST);
            if curves.iter().any(|curve| !curve.is_finite() || is_far(curve)) {
                self.lost += 1;
                if self.lost <= TOLD {
                    let id = node.get("id").unwrap_or("without id");
                    self.drawing.warnings.push(format!("path `{id}` leads nowhere and was left out"));
                }
                continue;
            }
            self.drawing.shapes.push(Shape {
                path: Subpath { curves, closed: path.closed },
                label: label.clone(),
                class: node.get("class").unwrap_or_default().to_owned(),
                markers: [marker("marker-start"), marker("marker-end")],
                element: self.drawing.elements,
                group: place.group,
            });
        }
    }

    fn paths(&self, node: &Node<'_>) -> Vec<Subpath> {
        match node.tag {
            "path" => subpaths(node.get("d").unwrap_or_default()),
            "polygon" | "polyline" => {
                let n = numbers(node.get("points").unwrap_or_default());
                let points: Vec<DVec2> = n.chunks_exact(2).map(|pair| DVec2::new(pair[0], pair[1])).collect();
                vec![through(&points, node.tag == "polygon")]
            }
            "line" => vec![through(&[self.point(node, "x1", "y1"), self.point(node, "x2", "y2")], false)],
            "rect" => {
                let size = self.point(node, "width", "height");
                let radii = self.point(node, "rx", "ry");
                // One radius stands for both.
                let radii = DVec2::new(
                    radii.x.max(if radii.x > 0.0 { 0.0 } else { radii.y }),
                    radii.y.max(if radii.y > 0.0 { 0.0 } else { radii.x }),
                );
                vec![rectangle(
                    self.point(node, "x", "y"),
                    size,
                    radii.clamp(DVec2::ZERO, (0.5 * size).max(DVec2::ZERO)),
                )]
            }
            "circle" | "ellipse" => {
                let (centre, radius) = (self.point(node, "cx", "cy"), self.number(node, "r"));
                let radii = self.point(node, "rx", "ry") + DVec2::splat(radius);
                if radii.min_element() <= 0.0 {
                    return Vec::new();
                }
                vec![rectangle(centre - radii, 2.0 * radii, radii)]
            }
            _ => Vec::new(),
        }
    }
}
