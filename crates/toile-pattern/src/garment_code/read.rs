//! From a specification to a garment.

use super::document::{Panel, PanelEdge, Specification};
use super::segment::segment_of;
use crate::curve::Curve;
use crate::error::PatternError;
use crate::garment::Garment;
use crate::imported::Imported;
use crate::json::{mistake, without_comments};
use crate::names::{clean_name, free_name};
use crate::outline::{Edge, Outline};
use crate::piece::Piece;
use crate::placement::PiecePose;
use crate::seam::{EdgePart, Seam};
use glam::{DAffine2, DQuat, DVec2, DVec3, EulerRot};
use serde_json::Value;
use std::collections::HashSet;
use toile_geom::names::did_you_mean;

/// Reads a specification; `name` is the garment's.
///
/// # Errors
/// If it is no JSON, or no panel makes sense: broken panels and stitches are left out.
pub fn read(name: &str, text: &str) -> Result<Imported, PatternError> {
    let clean = without_comments(text);
    let file: Specification = serde_json::from_str(&clean).map_err(|error| mistake(text, &error))?;
    let unit = file.properties.units_in_meter.unwrap_or(100.0);
    if !(unit.is_finite() && unit > 0.0) {
        let remedy = "write how many of the file's units make a metre, 100 for centimetres";
        return Err(PatternError::item(
            "properties.units_in_meter",
            format!("{unit} units make no metre"),
            remedy,
        ));
    }
    let relative = match file.properties.curvature_coords.as_deref() {
        None | Some("relative") => true,
        Some("absolute") => false,
        Some(other) => {
            let cause = format!("`{other}` is no way to give control points");
            let remedy = "write \"relative\" or \"absolute\"";
            return Err(PatternError::item("properties.curvature_coords", cause, remedy));
        }
    };
    let scale = Scale { unit, relative };
    let mut imported = Imported::of(Garment::new(name));
    let mut broken = None;
    let mut angles = Vec::new();
    let mut places = Vec::new();
    let mut taken = HashSet::new();
    for (name, panel) in &file.pattern.panels.0 {
        match panel_of(name, panel).and_then(|panel| Ok((panel, scale.piece(name, panel)?))) {
            Ok((panel, mut piece)) => {
                piece.name = free_name(&piece.name, |name| taken.contains(name));
                taken.insert(piece.name.clone());
                imported.garment.pieces.push(piece);
                angles.push(panel.rotation.unwrap_or_default());
                places.push((panel.translation, panel.rotation));
            }
            Err(error) => {
                imported.warnings.push(format!("panel `{name}` was left out: {error}"));
                broken.get_or_insert(error);
            }
        }
    }
    if let (Some(error), true) = (broken, imported.garment.pieces.is_empty()) {
        return Err(error);
    }
    for (number, stitch) in file.pattern.stitches.iter().enumerate() {
        match seam(&imported.garment, number, stitch) {
            Ok(seam) => imported.garment.seams.push(seam),
            Err(error) => imported.warnings.push(format!("a stitch was left out: {error}")),
        }
    }
    choose_rotations(&mut imported, &angles);
    if imported.garment.pieces.len() > 1 && all_equal(places.into_iter()) {
        // Panels that all lie at one place have not been placed around a body.
        imported.garment.pieces.iter_mut().for_each(|piece| piece.placement.pose = None);
    }
    Ok(imported)
}

fn all_equal<T: PartialEq>(mut values: impl Iterator<Item = T>) -> bool {
    let first = values.next();
    values.all(|value| Some(&value) == first.as_ref())
}

/// A panel, if it is one.
fn panel_of<'a>(name: &str, panel: &'a Result<Panel, String>) -> Result<&'a Panel, PatternError> {
    let remedy = "compare with a file that its program has written";
    panel.as_ref().map_err(|cause| PatternError::item(format!("panels.{name}"), cause.clone(), remedy))
}

struct Scale {
    unit: f64,
    relative: bool,
}

impl Scale {
    fn piece(&self, name: &str, panel: &Panel) -> Result<Piece, PatternError> {
        let place = format!("panels.{name}");
        if panel.edges.len() < 2 {
            let cause = format!("a panel of {} edges encloses nothing", panel.edges.len());
            return Err(PatternError::item(place, cause, "give the edges of its outline in order"));
        }
        let mut edges = Vec::new();
        for (index, edge) in panel.edges.iter().enumerate() {
            let next = &panel.edges[(index + 1) % panel.edges.len()];
            let place = format!("{place}.edges[{index}]");
            if edge.endpoints[1] != next.endpoints[0] {
                let cause = format!(
                    "the edge ends at vertex {}, but the next one begins at {}",
                    edge.endpoints[1], next.endpoints[0]
                );
                return Err(PatternError::item(place, cause, "list the edges in order, head to tail"));
            }
            edges.push(self.edge(panel, edge, &place)?);
        }
        unique_names(&mut edges);
        let mut piece = Piece::new(clean_name(name), Outline { edges });
        let [x, y, z] = panel.translation.unwrap_or_default();
        let translation = DVec3::new(x, y, z) / self.unit;
        let mut rotation = rotation_of(panel.rotation.unwrap_or_default(), EulerRot::XYZ);
        if piece.outline.area() < 0.0 {
            let mirror = DAffine2::from_scale(DVec2::new(-1.0, 1.0));
            for edge in &mut piece.outline.edges {
                edge.curve = edge.curve.transformed(&mirror);
            }
            rotation *= HALF_TURN;
        }
        piece.placement.pose = Some(PiecePose { rotation, translation });
        let segment = panel.label.as_deref().and_then(|label| segment_of(label, &piece));
        piece.placement.segment = segment.map(str::to_owned);
        Ok(piece)
    }

    fn edge(&self, panel: &Panel, edge: &PanelEdge, place: &str) -> Result<Edge, PatternError> {
        let vertex = |index: usize| {
            let Some(&[x, y]) = panel.vertices.get(index) else {
                let cause = format!("there is no vertex {index}, the panel has {}", panel.vertices.len());
                return Err(PatternError::item(place, cause, "vertices are counted from 0"));
            };
            Ok(DVec2::new(x, y) / self.unit)
        };
        let ends = [vertex(edge.endpoints[0])?, vertex(edge.endpoints[1])?];
        let curve = match &edge.curvature {
            None | Some(Value::Null) => Curve::line(ends[0], ends[1]),
            Some(curvature) => self.curve(curvature, ends).ok_or_else(|| {
                let remedy = "write [x, y], or a type of quadratic, cubic or circle with its params";
                PatternError::item(format!("{place}.curvature"), format!("`{curvature}` is no curve"), remedy)
            })?,
        };
        if !curve.is_finite() {
            return Err(PatternError::item(place, "a coordinate is no number", "write finite numbers"));
        }
        Ok(Edge {
            name: edge.label.as_deref().map(|label| clean_name(&label.replace('.', "-"))),
            ..Edge::new(curve)
        })
    }

    fn curve(&self, curvature: &Value, [from, to]: [DVec2; 2]) -> Option<Curve> {
        let number = |value: &Value| value.as_f64();
        let pair = |value: &Value| Some(DVec2::new(number(value.get(0)?)?, number(value.get(1)?)?));
        let control = |value: &Value| pair(value).map(|c| self.control(c, from, to));
        if curvature.is_array() {
            return Some(Curve::Quadratic { from, control: control(curvature)?, to });
        }
        let params = curvature.get("params")?;
        match curvature.get("type")?.as_str()? {
            "quadratic" => Some(Curve::Quadratic { from, control: control(params.get(0)?)?, to }),
            "cubic" => Some(Curve::cubic(from, control(params.get(0)?)?, control(params.get(1)?)?, to)),
            "circle" => {
                let radius = number(params.get(0)?)? / self.unit;
                let flag = |index: usize| {
                    let value = params.get(index)?;
                    value.as_bool().or_else(|| number(value).map(|number| number != 0.0))
                };
                let [large, right] = [flag(1)?, flag(2)?];
                // In coordinates with y up, SVG's sweep flag turns the arc to the left.
                Some(Curve::arc_of_radius(from, to, radius, large, right))
            }
            _ => None,
        }
    }

    /// A control point: along and across the edge, or as it is.
    fn control(&self, control: DVec2, from: DVec2, to: DVec2) -> DVec2 {
        if self.relative {
            let along = to - from;
            from + along * control.x + along.perp() * control.y
        } else {
            control / self.unit
        }
    }
}

/// Half a turn about `y`.
const HALF_TURN: DQuat = DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0);

fn rotation_of([x, y, z]: [f64; 3], order: EulerRot) -> DQuat {
    let [x, y, z] = [x, y, z].map(f64::to_radians);
    match order {
        EulerRot::ZYX => DQuat::from_euler(order, z, y, x),
        _ => DQuat::from_euler(order, x, y, z),
    }
}

/// Edges of the same label get numbers.
fn unique_names(edges: &mut [Edge]) {
    let names: Vec<Option<String>> = edges.iter().map(|edge| edge.name.clone()).collect();
    for (index, edge) in edges.iter_mut().enumerate() {
        let Some(name) = &edge.name else { continue };
        let same = |other: &&Option<String>| other.as_ref() == Some(name);
        let (count, before) = (names.iter().filter(same).count(), names[..index].iter().filter(same).count());
        let looks_like_number = name.parse::<usize>().is_ok();
        if count > 1 || looks_like_number {
            edge.name = Some(format!("{name}-{}", before + 1));
        }
    }
}

fn seam(garment: &Garment, number: usize, stitch: &Value) -> Result<Seam, PatternError> {
    let place = format!("stitches[{number}]");
    let wrong = |cause: String, remedy: &str| PatternError::item(place.clone(), cause, remedy);
    let side = |index: usize| {
        let entry = stitch.get(index);
        let panel = entry.and_then(|entry| entry.get("panel")).and_then(Value::as_str);
        let edge = entry.and_then(|entry| entry.get("edge")).and_then(Value::as_u64);
        let (Some(panel), Some(edge)) = (panel, edge) else {
            return Err(wrong(
                format!("side {} names no edge", index + 1),
                "write {\"panel\": name, \"edge\": number} for both sides",
            ));
        };
        let Some(piece) = garment.piece_named(&clean_name(panel)) else {
            let names = garment.pieces.iter().map(|piece| piece.name.as_str());
            let hint = did_you_mean(panel, names);
            return Err(wrong(format!("there is no panel `{panel}`{hint}"), "name a panel of the pattern"));
        };
        let count = garment.pieces[piece].edge_count();
        if edge >= count as u64 {
            let cause = format!("panel `{panel}` has no edge {edge}, it has {count}");
            return Err(wrong(cause, "edges are counted from 0"));
        }
        Ok((piece, edge as usize))
    };
    let ((a, from), (b, to)) = (side(0)?, side(1)?);
    if (a, from) == (b, to) {
        return Err(wrong("an edge is sewn to itself".into(), "name two edges"));
    }
    let straight = match stitch.get(2).map(|third| (third, third.as_str())) {
        None => false,
        Some((_, Some("right_wrong"))) => true,
        Some((other, _)) => {
            return Err(wrong(format!("`{other}` is not known"), "write \"right_wrong\", or leave it out"));
        }
    };
    let second = if straight { EdgePart::along(b, to) } else { EdgePart::against(b, to) };
    let first = EdgePart::along(a, from);
    let name = format!("{} to {}", garment.part_name(&first), garment.part_name(&EdgePart::along(b, to)));
    let mut seam = Seam::new(name, vec![first], vec![second]);
    let [one, two] = garment.seam_lengths(&seam);
    if one > 0.0 && two > 0.0 {
        // What differs by more than a hair is meant: gathers and ease.
        let ease = two / one - 1.0;
        seam.ease = if ease.abs() > 0.005 { (ease * 1e4).round() / 1e4 } else { 0.0 };
    }
    Ok(seam)
}

/// Panels turned about several axes: the two programs that write such files turn in opposite orders. The order that brings the
/// stitched edges nearer to each other is kept.
fn choose_rotations(imported: &mut Imported, angles: &[[f64; 3]]) {
    let other = |angles: &[f64; 3]| rotation_of(*angles, EulerRot::ZYX);
    let same = |angles: &[f64; 3]| other(angles).dot(rotation_of(*angles, EulerRot::XYZ)).abs() > 1.0 - 1e-9;
    if angles.iter().all(same) {
        return;
    }
    let mut turned = imported.garment.clone();
    for (piece, angles) in turned.pieces.iter_mut().zip(angles) {
        if let Some(pose) = &mut piece.placement.pose {
            let was_mirrored = rotation_of(*angles, EulerRot::XYZ).dot(pose.rotation).abs() < 1.0 - 1e-9;
            pose.rotation = if was_mirrored { other(angles) * HALF_TURN } else { other(angles) };
        }
    }
    let (kept, tried) = (stitch_gap(&imported.garment), stitch_gap(&turned));
    if tried < kept {
        imported.garment = turned;
        imported.warnings.push(format!(
            "panels are turned about z, y, x: that leaves stitches {:.1} cm apart, about x, y, z {:.1} cm",
            100.0 * tried,
            100.0 * kept
        ));
    }
}

/// How far stitched edges are from each other in space, on average.
pub(crate) fn stitch_gap(garment: &Garment) -> f64 {
    let place = |part: &EdgePart, share: f64| {
        let piece = garment.pieces.get(part.piece)?;
        let curve = &piece.edge(part.edge)?.curve;
        let t = part.from + (part.to - part.from) * share;
        Some(piece.placement.pose.as_ref()?.place(curve.point(t)))
    };
    let mut gaps = Vec::new();
    for seam in &garment.seams {
        let [Some(a), Some(b)] = [seam.sides[0].first(), seam.sides[1].first()] else { continue };
        for share in [0.0, 0.5, 1.0] {
            if let (Some(a), Some(b)) = (place(a, share), place(b, share)) {
                gaps.push(a.distance(b));
            }
        }
    }
    gaps.iter().sum::<f64>() / gaps.len().max(1) as f64
}
