//! From a block to a piece.

use super::blocks::{Block, Drawn};
use super::boundary::{boundary, holes, mirror_line};
use super::layers::{Role, notch_named};
use super::shapes::Shape;
use super::words::rule;
use crate::corners::joined;
use crate::cutting::{Cutting, apply};
use crate::evidence::{NamedLine, PieceEvidence};
use crate::marking::{NOTCH_REACH, add_notch, fold_by_words, fold_edge};
use crate::names::clean_name;
use crate::piece::{Drill, InnerLine, LineKind, NotchKind, Piece};
use glam::{DAffine2, DVec2};

/// A piece in one size with all that its block tells.
pub(super) struct Made {
    pub(super) piece: Piece,
    pub(super) size: String,
    pub(super) evidence: PieceEvidence,
    pub(super) notes: Vec<(DVec2, String)>,
    /// Where rules of grading hold, and which.
    pub(super) rules: Vec<(DVec2, String)>,
    /// The direction of `x` in rules of grading, as an angle.
    pub(super) grade_axis: f64,
}

/// The piece in a block; `scale` is the file's unit in metres.
pub(super) fn made(drawn: &Drawn, scale: f64, warnings: &mut Vec<String>) -> Option<Made> {
    let block = drawn.block.mapped(&DAffine2::from_scale(DVec2::splat(scale)));
    let Some(found) = boundary(&block) else {
        if !block.shapes.is_empty() || !block.texts.is_empty() {
            warnings.push(format!("block `{}` has no closed boundary and was left out", block.name));
        }
        return None;
    };
    let (name, size) = name_and_size(&block);
    let mut piece = Piece::new(clean_name(&name), found.outline);
    if let Some(odd) = found.odd {
        warnings.push(format!("piece `{}`: {odd}", piece.name));
    }
    piece.allowance = found.allowance;
    piece.holes = holes(&block, &piece.outline);
    let mut evidence = PieceEvidence { words: words(&block, &name), ..PieceEvidence::default() };
    if let Some(line) = line_of(&block, Role::Grain) {
        piece.grain = (line[1] - line[0]).to_angle();
    }
    warnings.extend(cut(drawn, &block, &mut piece, &mut evidence));
    notches(&block, &mut piece);
    mark(&block, &mut piece);
    piece.fabric = block.told(&["material", "fabric", "fabrictype"]).map(str::to_owned);
    let rules = block.texts.iter().filter(|text| matches!(text.role, Role::Turn | Role::Bend));
    let rules = rules.filter_map(|text| Some((text.at, rule(&text.words)?.to_owned()))).collect();
    let axis = line_of(&block, Role::GradeLine).map_or(DVec2::X, |line| line[1] - line[0]);
    let notes = block.texts.iter().map(|text| (text.at, text.words.clone())).collect();
    Some(Made { piece, size, evidence, notes, rules, grade_axis: axis.to_angle() })
}

/// Both ends of the first line of a role that leads anywhere.
fn line_of(block: &Block, role: Role) -> Option<[DVec2; 2]> {
    let lines = block.shapes.iter().filter(|shape| shape.role == role);
    lines.filter_map(Shape::ends).find(|[from, to]| from != to)
}

/// The name and the size that its texts tell, else those in the name of the block: `FRONT_38` of the piece `FRONT`.
fn name_and_size(block: &Block) -> (String, String) {
    let label = || {
        let is_name = |words: &&str| {
            !words.contains(':')
                && words.chars().any(char::is_alphabetic)
                && Cutting::of_words(words).is_none()
        };
        block.annotations().find(is_name)
    };
    let told = block.told(&["piecename", "piece", "patternpiece", "name"]);
    let name = told.or_else(label).unwrap_or(&block.name);
    let behind = |told: &str| {
        let rest = block.name.strip_prefix(told)?.strip_prefix(['_', '-', '.', ' '])?;
        (!rest.is_empty()).then(|| rest.to_owned())
    };
    let size = block.told(&["size", "sizename"]).map(str::to_owned).or_else(|| told.and_then(behind));
    (name.to_owned(), size.unwrap_or_default())
}

/// Its names and annotations.
fn words(block: &Block, name: &str) -> Vec<String> {
    let mut words = vec![name.to_owned()];
    let category = block.told(&["category", "piecedescription", "description"]);
    let annotation = block.told(&["annotation"]);
    let plain = block.annotations().filter(|words| !words.contains(':') && words.chars().count() < 80);
    for more in category.into_iter().chain(annotation).chain([block.name.as_str()]).chain(plain) {
        if !words.iter().any(|known| known == more) {
            words.push(more.to_owned());
        }
    }
    words
}

/// How it is cut: by its mirror line, its texts, and how often it is drawn.
#[must_use]
fn cut(drawn: &Drawn, block: &Block, piece: &mut Piece, evidence: &mut PieceEvidence) -> Option<String> {
    let mirror = mirror_line(block);
    let fold = mirror.and_then(|[a, b]| fold_edge(piece, a, b));
    if let (Some([a, b]), None) = (mirror, fold) {
        let curve = crate::curve::Curve::line(a, b);
        evidence.lines.push(NamedLine { name: "mirror line".to_owned(), curve });
    }
    let mut lines = block.cutting();
    if drawn.count > 1 && lines.iter().all(|line| line.count.is_none()) {
        let count = u32::try_from(drawn.count).ok();
        lines.push(Cutting { count, mirrored: Some(drawn.mirrored), ..Cutting::default() });
    }
    // A half that says so in words only lies on the fold with the edge that fits best.
    let says_fold = mirror.is_none() && lines.iter().any(|line| line.on_fold);
    let fold = if fold.is_none() && says_fold { fold_by_words(piece) } else { fold };
    apply(&lines, fold, piece, evidence)
}

/// Notches, as points, words, blocks and small drawings; those on the line to cut belong to the line to sew beside it.
fn notches(block: &Block, piece: &mut Piece) {
    let reach = NOTCH_REACH + piece.allowance.unwrap_or(0.0);
    let points = block.points.iter().filter_map(|(role, at)| match role {
        Role::Notch(kind) => Some((*at, *kind)),
        _ => None,
    });
    let texts = block.texts.iter().filter_map(|text| match text.role {
        Role::Notch(_) => Some((text.at, notch_named(&text.words)?)),
        _ => None,
    });
    let shapes = block.shapes.iter().filter_map(|shape| match shape.role {
        Role::Notch(kind) => drawn_notch(shape, kind, piece),
        _ => None,
    });
    let found: Vec<(DVec2, NotchKind)> = points.chain(texts).chain(shapes).collect();
    let mut told: Vec<DVec2> = Vec::new();
    for (at, kind) in found {
        // A point and a drawing may tell of one notch.
        if told.iter().all(|other| other.distance(at) > 1e-3) {
            add_notch(piece, None, at, kind, reach);
            told.push(at);
        }
    }
}

/// A notch drawn with lines: one is a slit, two make a triangle, three a castle.
fn drawn_notch(shape: &Shape, usual: NotchKind, piece: &Piece) -> Option<(DVec2, NotchKind)> {
    let [from, to] = shape.ends()?;
    let kind = match (usual, shape.curves.len()) {
        (NotchKind::Slit, 2) => NotchKind::Vee,
        (NotchKind::Slit, 3) => {
            if shape.closed {
                NotchKind::Vee
            } else {
                NotchKind::Castle
            }
        }
        (usual, _) => usual,
    };
    if shape.curves.len() > 1 {
        return Some((0.5 * (from + to), kind));
    }
    let border = crate::border::Border::of(&piece.outline);
    // A slit begins at the edge, whichever way it is drawn.
    let nearer = if border.is_near(to, 1e-4) && !border.is_near(from, 1e-4) { to } else { from };
    Some((nearer, kind))
}

/// Drill holes and lines inside.
fn mark(block: &Block, piece: &mut Piece) {
    let drills = block.points.iter().filter(|(role, _)| *role == Role::Drill);
    piece.drills = drills.map(|(_, at)| Drill { name: None, at: *at }).collect();
    for shape in &block.shapes {
        match shape.role {
            Role::Inside => {
                let curve = joined(&shape.curves);
                piece.lines.push(InnerLine { name: None, kind: LineKind::Mark, curve });
            }
            // Drawn as a small circle or cross.
            Role::Drill if shape.curves.len() > 1 => {
                let points = shape.curves.iter().map(crate::curve::Curve::from);
                let at = points.sum::<DVec2>() / shape.curves.len() as f64;
                piece.drills.push(Drill { name: None, at });
            }
            _ => {}
        }
    }
}
