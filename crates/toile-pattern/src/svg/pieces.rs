//! Which lines of a drawing are pieces, and what belongs to each.

use super::drawing::{Drawing, Shape, Text};
use super::labels::{Meaning, about_piece, is_made_up, meaning};
use super::marks::mark;
use crate::border::Border;
use crate::chains::chains;
use crate::closed::Closed;
use crate::corners::outline_of;
use crate::curve::Curve;
use crate::imported::Imported;
use crate::names::{clean_name, free_name};
use crate::note::Note;
use crate::outline::Outline;
use crate::piece::Piece;
use crate::spurs::without_spurs;
use glam::DVec2;
use std::collections::{BTreeMap, HashSet};

/// Closed outlines smaller than this are marks, in square metres.
const SMALLEST: f64 = 2e-4;
/// Lines whose ends are so near to each other are joined, in metres.
const JOIN: f64 = 2e-4;
/// Words in classes of lines that are no pieces.
const MARKS: [&str; 11] =
    ["logo", "scalebox", "note", "mark", "hidden", "help", "fill-note", "dashed", "dotted", "lashed", "sa"];
/// Words in classes of lines that are cut out of something.
const CLOTHS: [&str; 6] = ["fabric", "lining", "interfacing", "canvas", "ribbing", "various"];
/// Words on squares that show whether a print is to scale.
const SCALE_BOXES: [&str; 7] = [
    "test square",
    "scale box",
    "scalebox",
    "control square",
    "testquadrat",
    "kontrollquadrat",
    "carré de test",
];

/// Finds the pieces of a drawing.
pub(super) struct Finder<'a> {
    pub(super) drawing: &'a Drawing,
    /// The number of pieces of each layer or group that has a name.
    crowds: Vec<usize>,
    taken: HashSet<String>,
    /// Open lines that have become parts of outlines.
    pub(super) joined: HashSet<usize>,
}

/// Whether a word of a class is one of some words.
fn is_one_of(class: &str, words: &[&str]) -> bool {
    class.split_whitespace().any(|word| words.contains(&word))
}

/// Outlines without those that are drawn twice.
fn distinct(candidates: Vec<Closed>) -> Vec<Closed> {
    let key = |closed: &Closed| {
        let [low, high] = closed.outline.bounds();
        [low.x, low.y, high.x, high.y, closed.area.sqrt()].map(|number| (1e4 * number).round() as i64)
    };
    let mut seen = HashSet::new();
    candidates.into_iter().filter(|closed| seen.insert(key(closed))).collect()
}

impl<'a> Finder<'a> {
    pub(super) fn new(drawing: &'a Drawing) -> Self {
        Self { drawing, crowds: vec![0; drawing.groups.len()], taken: HashSet::new(), joined: HashSet::new() }
    }

    /// Adds all pieces with their marks and words.
    pub(super) fn find(mut self, imported: &mut Imported) {
        let all = self.candidates();
        let is_cut_line = |i: usize| all.iter().enumerate().any(|(j, other)| i != j && all[i].follows(other));
        let sewn: Vec<usize> = (0..all.len()).filter(|&i| !is_cut_line(i)).collect();
        // What lies inside of a piece is no piece: a hole, if it comes from the same path, else a mark.
        let is_inner = |&i: &usize| sewn.iter().any(|&j| j != i && all[i].is_inside_of(&all[j]));
        let outer: Vec<usize> = sewn.iter().copied().filter(|i| !is_inner(i)).collect();
        for &i in &outer {
            let mut group = self.drawing.shapes[all[i].shape].group;
            while let Some(number) = group {
                self.crowds[number] += 1;
                group = self.drawing.groups[number].outer;
            }
        }
        for &i in &outer {
            let closed = &all[i];
            let border = Border::of(&closed.outline);
            if self.is_scale_box(&border) {
                imported.warnings.push("a square that shows the scale of the print was left out".into());
                continue;
            }
            let mut piece = Piece::new(self.name_of(closed, &border), closed.outline.clone());
            let element = self.drawing.shapes[closed.shape].element;
            let holes = sewn.iter().map(|&j| &all[j]).filter(|inner| {
                self.drawing.shapes[inner.shape].element == element && inner.is_inside_of(closed)
            });
            piece.holes = holes.map(|inner| inner.outline.reversed()).collect();
            piece.allowance = all.iter().find(|outer| outer.follows(closed)).map(|outer| outer.gap(closed));
            let number = imported.garment.pieces.len();
            let evidence = mark(&self, closed.shape, &border, &mut piece, &mut imported.warnings);
            let texts = self.texts(closed.shape, &border);
            imported.notes.extend(texts.map(|text| Note {
                piece: number,
                at: text.at,
                words: text.words.clone(),
            }));
            *imported.evidence.of_mut(number) = evidence;
            imported.garment.pieces.push(piece);
        }
    }

    /// Closed outlines that could be pieces: closed paths, then open ones that join, of one group before those of all.
    fn candidates(&mut self) -> Vec<Closed> {
        let mut candidates: Vec<Closed> = Vec::new();
        let mut open: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for (index, shape) in self.drawing.shapes.iter().enumerate() {
            if self.is_beside(shape) {
                continue;
            }
            let curves = &shape.path.curves;
            let ends = curves.first().map(Curve::from).zip(curves.last().map(Curve::to));
            if shape.path.closed || ends.is_some_and(|(from, to)| from.distance(to) < 1e-4) {
                candidates.extend(self.candidate(index, curves.clone()));
            } else if self.meaning(shape).is_none() {
                open.entry(shape.group).or_default().push(index);
            }
        }
        let has_closed: HashSet<Option<usize>> =
            candidates.iter().map(|closed| self.drawing.shapes[closed.shape].group).collect();
        let mut left = Vec::new();
        for (group, open) in open {
            // A group that is a part of a draft has its outline, or draws it in parts.
            let is_part = group.is_some_and(|number| self.drawing.groups[number].label.contains("-part-"));
            if is_part && has_closed.contains(&group) {
                continue;
            }
            let class = |index: &usize| self.drawing.shapes[*index].class.as_str();
            let (cloth, other): (Vec<usize>, Vec<usize>) =
                open.into_iter().partition(|index| is_one_of(class(index), &CLOTHS));
            let mut rest = self.join(&cloth, &mut candidates);
            rest.extend(other.into_iter().filter(|index| class(index).is_empty()));
            left.extend(self.join(&rest, &mut candidates));
        }
        self.join(&left, &mut candidates);
        distinct(candidates)
    }

    /// Joins open lines to outlines; those that are left.
    fn join(&mut self, shapes: &[usize], candidates: &mut Vec<Closed>) -> Vec<usize> {
        let runs = shapes.iter().map(|&index| self.drawing.shapes[index].path.curves.clone());
        let closed = chains(runs, JOIN).closed;
        let mut used = HashSet::new();
        for run in closed {
            let ends: Vec<DVec2> = run.iter().map(Curve::from).collect();
            // Which lines these are: both ends of them are corners of the run.
            let is_part = |index: &&usize| {
                let curves = &self.drawing.shapes[**index].path.curves;
                let ends_of = curves.first().map(Curve::from).into_iter().chain(curves.last().map(Curve::to));
                ends_of.into_iter().all(|at| ends.iter().any(|end| end.distance(at) <= JOIN))
            };
            let parts: Vec<usize> = shapes.iter().filter(is_part).copied().collect();
            let first = parts.first().copied();
            if let Some(candidate) = first.and_then(|first| self.candidate(first, run)) {
                used.extend(parts);
                candidates.push(candidate);
            }
        }
        self.joined.extend(used.iter().copied());
        shapes.iter().copied().filter(|index| !used.contains(index)).collect()
    }

    fn candidate(&self, shape: usize, curves: Vec<Curve>) -> Option<Closed> {
        let outline = outline_of(without_spurs(curves).0, &[]).filter(|outline| outline.area() > SMALLEST)?;
        (!self.is_page(&outline)).then(|| Closed::new(shape, outline))
    }

    /// Whether an outline is that of the sheet.
    fn is_page(&self, outline: &Outline) -> bool {
        let [low, high] = outline.bounds();
        let size = high - low;
        let is_sheet =
            self.drawing.sheet.is_some_and(|sheet| (size - sheet).abs().cmple(0.005 * sheet).all());
        is_sheet
            && outline.edges.len() == 4
            && outline.area() > 0.999 * size.x * size.y
            && self.drawing.shapes.len() > 1
    }

    /// Whether a shape is said to be something else than a piece.
    fn is_beside(&self, shape: &Shape) -> bool {
        is_one_of(&shape.class, &MARKS) || self.meaning(shape) == Some(Meaning::Beside)
    }

    /// What the names of a shape and of its groups mean for it.
    pub(super) fn meaning(&self, shape: &Shape) -> Option<Meaning> {
        let groups = self.groups(shape.group);
        shape.label.as_deref().into_iter().chain(groups).find_map(meaning)
    }

    /// The names of the groups around, the nearest one first.
    pub(super) fn groups(&self, group: Option<usize>) -> impl Iterator<Item = &'a str> {
        let groups = &self.drawing.groups;
        let outer = std::iter::successors(group, |&number| groups[number].outer);
        outer.map(|number| groups[number].label.as_str())
    }

    /// The words on a piece: those of a group that it has for itself, and those inside of it that are no other piece's.
    pub(super) fn texts(&self, own: usize, border: &Border) -> impl Iterator<Item = &'a Text> {
        let groups = &self.drawing.groups;
        let home = |group: Option<usize>| {
            let mut outer = std::iter::successors(group, |&number| groups[number].outer);
            outer.find(|&number| self.crowds[number] > 0).filter(|&number| self.crowds[number] == 1)
        };
        let of_piece = home(self.drawing.shapes[own].group);
        let is_told = move |text: &&Text| match home(text.group) {
            Some(home) => of_piece == Some(home),
            None => border.contains(text.at),
        };
        self.drawing.texts.iter().filter(is_told)
    }

    fn is_scale_box(&self, border: &Border) -> bool {
        let size = border.high - border.low;
        let says = |text: &Text| {
            let words = text.words.to_lowercase();
            SCALE_BOXES.iter().any(|word| words.contains(word))
        };
        size.max_element() < 0.21
            && self.drawing.texts.iter().any(|text| border.contains(text.at) && says(text))
    }

    /// What a piece is called: by its path, by a group of its own, by words inside, by a layer that it shares.
    fn name_of(&mut self, closed: &Closed, border: &Border) -> String {
        let shape = &self.drawing.shapes[closed.shape];
        let own = shape.label.as_deref().map(about_piece).filter(|label| !is_made_up(label));
        let outer = std::iter::successors(shape.group, |&number| self.drawing.groups[number].outer);
        let groups: Vec<usize> = outer.collect();
        let label = |number: usize| {
            Some(about_piece(&self.drawing.groups[number].label)).filter(|label| !is_made_up(label))
        };
        let alone =
            groups.iter().filter(|&&number| self.crowds[number] == 1).find_map(|&number| label(number));
        let group = groups
            .iter()
            .filter(|&&number| !self.drawing.groups[number].is_layer)
            .find_map(|&number| label(number));
        let layer = groups.iter().find_map(|&number| label(number));
        let words = || {
            let is_name = |words: &&str| {
                words.len() < 40
                    && !words.contains(':')
                    && words.chars().any(char::is_alphabetic)
                    && crate::cutting::Cutting::of_words(words).is_none()
            };
            self.texts(closed.shape, border).map(|text| text.words.trim()).find(is_name)
        };
        let name = own
            .or(alone)
            .or_else(|| if group.is_some() { group } else { words() })
            .or(layer)
            .unwrap_or("piece");
        let name = free_name(&clean_name(name), |name| self.taken.contains(name));
        self.taken.insert(name.clone());
        name
    }
}
