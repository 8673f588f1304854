//! From DXF to a garment.

use super::groups::{Entity, Shape, entities, polyline};
use super::sizes::{add_sizes, order_sizes};
use crate::corners::outline_of;
use crate::curve::Curve;
use crate::error::{PatternError, PatternPlace};
use crate::free_sewing::{add_notch, fold_edge};
use crate::garment::Garment;
use crate::imported::Imported;
use crate::names::{clean_name, free_name_among};
use crate::note::Note;
use crate::outline::Outline;
use crate::piece::{CutRule, Drill, InnerLine, LineKind, NotchKind, Piece};
use crate::whole::{can_unfold, cannot_unfold};
use glam::{DAffine2, DVec2};
use std::collections::BTreeMap;

/// How far apart the ends of parts of a boundary may be, in the file's millimetres.
const JOIN: f64 = 0.5;

/// Reads a pattern; `name` is the garment's if the file does not tell.
///
/// # Errors
/// If the file is cut short or holds no closed boundary.
pub fn read(name: &str, text: &str) -> Result<Imported, PatternError> {
    let entities = entities(text)?;
    let (blocks, loose) = blocks(text, &entities)?;
    let unit = unit(&blocks, &loose);
    let mut imported =
        Imported::of(Garment::new(style_name(&blocks, &loose).unwrap_or_else(|| name.to_owned())));
    if unit.is_none() {
        imported.warnings.push("the file does not tell its unit; millimetres were taken".into());
    }
    let scale = unit.unwrap_or(0.001);
    let sample = style_text(&blocks, &loose, "sample size");
    let mut sized: BTreeMap<String, Vec<(String, Piece)>> = BTreeMap::new();
    let mut order = Vec::new();
    let mut notes: Vec<(String, DVec2, String)> = Vec::new();
    for block in &blocks {
        let Some((piece, size)) = piece_of(block, scale, &mut imported.warnings) else { continue };
        let key = if size.is_empty() { numbered(&piece.name, &order) } else { piece.name.clone() };
        let piece = Piece { name: key.clone(), ..piece };
        if sized.get(&key).is_none_or(Vec::is_empty) {
            notes.extend(block.texts.iter().map(|(_, at, words)| (key.clone(), *at * scale, words.clone())));
        }
        if !order.contains(&key) {
            order.push(key.clone());
        }
        sized.entry(key).or_default().push((size, piece));
    }
    if blocks.is_empty() || order.is_empty() {
        for piece in loose_pieces(&loose, scale) {
            let key = numbered(&piece.name, &order);
            order.push(key.clone());
            sized.entry(key.clone()).or_default().push((String::new(), Piece { name: key, ..piece }));
        }
    }
    if order.is_empty() {
        let remedy = "export the pieces as AAMA or ASTM with their boundaries on layer 1";
        return Err(PatternError::file("the file holds no closed boundary of a piece", remedy));
    }
    for key in order {
        if let Some(group) = sized.remove(&key) {
            add_sizes(&mut imported, group, sample.as_deref());
        }
    }
    order_sizes(&mut imported.garment, sample.as_deref());
    let place = |(name, at, words): (String, DVec2, String)| {
        Some(Note { piece: imported.garment.piece_named(&name)?, at, words })
    };
    imported.notes = notes.into_iter().filter_map(place).collect();
    Ok(imported)
}

/// What a block holds, or what lies outside of blocks.
#[derive(Default)]
struct Block {
    name: String,
    shapes: Vec<Shape>,
    points: Vec<(String, DVec2)>,
    /// Layer, place and words.
    texts: Vec<(String, DVec2, String)>,
}

impl Block {
    /// The value of a style text such as `Piece Name: FRONT`.
    fn style(&self, key: &str) -> Option<String> {
        self.texts.iter().find_map(|(_, _, text)| {
            let (found, value) = text.split_once(':')?;
            (found.trim().eq_ignore_ascii_case(key))
                .then(|| value.trim().to_owned())
                .filter(|value| !value.is_empty())
        })
    }
}

/// Sorts entities into blocks.
fn blocks(text: &str, entities: &[Entity<'_>]) -> Result<(Vec<Block>, Block), PatternError> {
    let mut blocks = Vec::new();
    let mut loose = Block::default();
    let mut current: Option<Block> = None;
    let mut in_header = false;
    let mut i = 0;
    while i < entities.len() {
        let entity = &entities[i];
        let target = current.as_mut().unwrap_or(&mut loose);
        match entity.kind {
            "SECTION" => {
                in_header = matches!(entity.text(2), Some("HEADER" | "TABLES" | "CLASSES" | "OBJECTS"));
            }
            _ if in_header => {}
            "BLOCK" => {
                let name = entity.text(2).unwrap_or_default().to_owned();
                current = Some(Block { name, ..Block::default() });
            }
            "ENDBLK" => blocks.extend(current.take()),
            "POLYLINE" => i += add_polyline(text, &entities[i..], target)?,
            "LWPOLYLINE" => add_light_polyline(entity, target),
            "LINE" => {
                if let (Some(a), Some(b)) = (entity.point(10), entity.point(11)) {
                    let curves = vec![Curve::line(a, b)];
                    target.shapes.push(Shape { layer: entity.layer().to_owned(), curves, closed: false });
                }
            }
            "POINT" => target.points.extend(entity.point(10).map(|at| (entity.layer().to_owned(), at))),
            "TEXT" | "MTEXT" => {
                if let Some(words) = entity.text(1) {
                    let at = entity.point(10).unwrap_or_default();
                    target.texts.push((entity.layer().to_owned(), at, words.to_owned()));
                }
            }
            _ => {}
        }
        i += 1;
    }
    blocks.extend(current);
    Ok((blocks, loose))
}

/// Adds a polyline and its vertices; how many entities to skip.
fn add_polyline(text: &str, entities: &[Entity<'_>], block: &mut Block) -> Result<usize, PatternError> {
    let head = &entities[0];
    let closed = head.number(70).is_some_and(|flag| flag as i64 & 1 == 1);
    let mut points = Vec::new();
    let mut used = 0;
    for entity in &entities[1..] {
        match entity.kind {
            "VERTEX" => {
                let Some(at) = entity.point(10) else {
                    let place = PatternPlace::at_line(text, entity.line);
                    let remedy = "write its x and y as numbers under the codes 10 and 20";
                    return Err(PatternError::new(place, "a vertex has no place", remedy));
                };
                points.push((at, entity.number(42).unwrap_or(0.0)));
                used += 1;
            }
            "SEQEND" => {
                used += 1;
                break;
            }
            _ => break,
        }
    }
    let curves = polyline(&points, closed);
    let layer =
        head.text(8).or_else(|| entities.get(1).and_then(|vertex| vertex.text(8))).unwrap_or("0").to_owned();
    block.shapes.push(Shape { layer, curves, closed });
    Ok(used)
}

fn add_light_polyline(entity: &Entity<'_>, block: &mut Block) {
    let mut points: Vec<(DVec2, f64)> = Vec::new();
    for &(code, value) in &entity.pairs {
        let number: f64 = value.parse().unwrap_or(0.0);
        match (code, points.last_mut()) {
            (10, _) => points.push((DVec2::new(number, 0.0), 0.0)),
            (20, Some(last)) => last.0.y = number,
            (42, Some(last)) => last.1 = number,
            _ => {}
        }
    }
    points.retain(|(point, bulge)| point.is_finite() && bulge.is_finite());
    let closed = entity.number(70).is_some_and(|flag| flag as i64 & 1 == 1);
    let curves = polyline(&points, closed);
    block.shapes.push(Shape { layer: entity.layer().to_owned(), curves, closed });
}

fn style_text(blocks: &[Block], loose: &Block, key: &str) -> Option<String> {
    std::iter::once(loose).chain(blocks).find_map(|block| block.style(key))
}

fn style_name(blocks: &[Block], loose: &Block) -> Option<String> {
    style_text(blocks, loose, "style name")
}

/// How long the file's unit is in metres.
fn unit(blocks: &[Block], loose: &Block) -> Option<f64> {
    let unit = style_text(blocks, loose, "units")?.to_uppercase();
    Some(match unit.as_str() {
        "ENGLISH" | "INCH" | "INCHES" | "IMPERIAL" | "IN" => 0.0254,
        "CM" | "CENTIMETER" | "CENTIMETERS" | "CENTIMETRE" => 0.01,
        "M" | "METER" | "METRE" => 1.0,
        _ => 0.001,
    })
}

/// A name that is not taken yet.
fn numbered(name: &str, taken: &[String]) -> String {
    free_name_among(name, taken.iter().map(String::as_str))
}

/// Joins the parts of a boundary, end to end; closed runs only.
fn chains(shapes: &[&Shape], join: f64) -> Vec<Vec<Curve>> {
    let mut closed: Vec<Vec<Curve>> = Vec::new();
    let mut open: Vec<Vec<Curve>> = Vec::new();
    let ends = |curves: &[Curve]| Some((curves.first()?.from(), curves.last()?.to()));
    for shape in shapes {
        match ends(&shape.curves) {
            Some((from, to)) if shape.closed || (from.distance(to) <= join && shape.curves.len() > 2) => {
                closed.push(shape.curves.clone());
            }
            Some(_) => open.push(shape.curves.clone()),
            None => {}
        }
    }
    while !open.is_empty() {
        let mut chain = open.remove(0);
        while let Some((start, end)) = ends(&chain) {
            if start.distance(end) <= join && chain.len() > 2 {
                break;
            }
            let next = open.iter().position(|other| {
                ends(other).is_some_and(|(from, to)| from.distance(end) <= join || to.distance(end) <= join)
            });
            let Some(next) = next else { break };
            let mut other = open.remove(next);
            if ends(&other).is_some_and(|(from, _)| from.distance(end) > join) {
                other = other.iter().rev().map(Curve::reversed).collect();
            }
            chain.append(&mut other);
        }
        if ends(&chain).is_some_and(|(start, end)| start.distance(end) <= join) && chain.len() > 2 {
            closed.push(chain);
        }
    }
    closed
}

/// The largest closed run of curves on a layer, in metres.
fn boundary(block: &Block, layer: &str, scale: f64, corners: &[DVec2]) -> Option<Outline> {
    let shapes: Vec<&Shape> = block.shapes.iter().filter(|shape| shape.layer == layer).collect();
    let map = DAffine2::from_scale(DVec2::splat(scale));
    let join = JOIN * 0.001 / scale;
    chains(&shapes, join)
        .into_iter()
        .filter_map(|curves| {
            outline_of(curves.iter().map(|curve| curve.transformed(&map)).collect(), corners)
        })
        .max_by(|a, b| a.area().total_cmp(&b.area()))
}

/// The piece in a block, and its size.
fn piece_of(block: &Block, scale: f64, warnings: &mut Vec<String>) -> Option<(Piece, String)> {
    let at_layer = |layer: &'static str| {
        block.points.iter().filter(move |point| point.0 == layer).map(|point| point.1 * scale)
    };
    let corners: Vec<DVec2> = at_layer("2").collect();
    let outline = boundary(block, "14", scale, &corners)
        .or_else(|| boundary(block, "1", scale, &corners))
        .or_else(|| boundary(block, "0", scale, &corners));
    let Some(outline) = outline else {
        if !block.shapes.is_empty() {
            warnings.push(format!("block `{}` has no closed boundary and was left out", block.name));
        }
        return None;
    };
    let label = || {
        let plain = block.texts.iter().find(|(_, _, text)| !text.contains(':') && !text.trim().is_empty());
        plain.map(|text| text.2.trim().to_owned())
    };
    let name = block.style("piece name").or_else(label).unwrap_or_else(|| block.name.clone());
    let mut piece = Piece::new(clean_name(&name), outline);
    let line_at = |layer: &str| {
        let shape = block.shapes.iter().find(|shape| shape.layer == layer)?;
        Some((shape.curves.first()?.from() * scale, shape.curves.last()?.to() * scale))
    };
    if let Some((from, to)) = line_at("7").filter(|(from, to)| from != to) {
        piece.grain = (to - from).to_angle();
    }
    if let Some((a, b)) = line_at("6")
        && let Some(edge) = fold_edge(&piece, a, b)
    {
        if can_unfold(&piece, edge) {
            piece.cut = CutRule::OnFold(edge);
        } else {
            warnings.push(cannot_unfold(&piece, edge));
        }
    } else if is_pair(&block.style("quantity").unwrap_or_default()) {
        piece.cut = CutRule::Pair;
    }
    for at in at_layer("4") {
        add_notch(&mut piece, None, at, NotchKind::Slit);
    }
    piece.drills = at_layer("13").map(|at| Drill { name: None, at }).collect();
    let map = DAffine2::from_scale(DVec2::splat(scale));
    for curves in block.shapes.iter().filter(|shape| shape.layer == "8").map(|shape| &shape.curves) {
        let mut points: Vec<DVec2> = curves.iter().map(Curve::from).collect();
        points.extend(curves.last().map(Curve::to));
        let curve = match &curves[..] {
            [] => continue,
            [curve] => curve.transformed(&map),
            _ => Curve::Polyline { points: points.iter().map(|&point| point * scale).collect() },
        };
        piece.lines.push(InnerLine { name: None, kind: LineKind::Mark, curve });
    }
    piece.fabric = block.style("material").or_else(|| block.style("fabric"));
    Some((piece, block.style("size").unwrap_or_default()))
}

/// `2` and `1,1` are pairs: ASTM counts those as drawn and those mirrored.
fn is_pair(quantity: &str) -> bool {
    let counts: Vec<u32> = quantity.split(',').filter_map(|count| count.trim().parse().ok()).collect();
    matches!(counts[..], [2] | [1, 1])
}

/// Closed shapes outside of blocks, each a piece; named by the text inside of it.
fn loose_pieces(loose: &Block, scale: f64) -> Vec<Piece> {
    let map = DAffine2::from_scale(DVec2::splat(scale));
    let shapes: Vec<&Shape> = loose.shapes.iter().collect();
    let outlines = chains(&shapes, JOIN * 0.001 / scale)
        .into_iter()
        .filter_map(|curves| outline_of(curves.iter().map(|curve| curve.transformed(&map)).collect(), &[]));
    outlines
        .enumerate()
        .map(|(index, outline)| {
            let polygon = outline.flattened(1e-4);
            let inside = loose.texts.iter().find(|(_, at, _)| crate::lint::contains(&polygon, *at * scale));
            let name = inside.map_or_else(|| format!("piece {}", index + 1), |text| text.2.clone());
            Piece::new(clean_name(&name), outline)
        })
        .collect()
}
