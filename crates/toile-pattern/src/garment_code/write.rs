//! From a garment to a specification. Seams over several edges are split, as a stitch joins one edge to one edge.

use crate::curve::{Curve, Ruler, Span};
use crate::garment::Garment;
use crate::intervals::{Interval, IntervalError, Intervals};
use crate::piece::Piece;
use crate::placement::PiecePose;
use glam::{DQuat, DVec2, DVec3, EulerRot};
use serde_json::{Map, Value, json};

/// How many of GarmentCode's units make a metre.
const UNIT: f64 = 100.0;

/// Writes a specification in centimetres, its pieces whole and its closures closed. Holes, inner lines and fabrics have no place in it.
///
/// # Errors
/// If the seams cannot be split into pairs of edges.
pub fn write(garment: &Garment) -> Result<String, IntervalError> {
    let garment = garment.whole();
    let mut extra = Vec::new();
    for (p, piece) in garment.pieces.iter().enumerate() {
        for (e, edge) in piece.outline.edges.iter().enumerate() {
            extra.extend(joints(&edge.curve).into_iter().map(|share| (p, e, share)));
        }
    }
    let net = Intervals::new(&garment, &extra, 1e-4)?;
    let mut panels = Map::new();
    for (p, piece) in garment.pieces.iter().enumerate() {
        panels.insert(piece.name.clone(), panel(piece, &net.breaks[p]));
    }
    let number = |interval: Interval| {
        let before = &net.breaks[interval.piece][..interval.edge];
        before.iter().map(|breaks| breaks.len() - 1).sum::<usize>() + interval.index
    };
    let side = |interval: Interval| json!({ "panel": garment.pieces[interval.piece].name, "edge": number(interval) });
    let in_outline = |interval: &Interval| interval.edge < garment.pieces[interval.piece].outline.edges.len();
    let stitches: Vec<Value> = net
        .sewn
        .iter()
        .filter(|sewn| sewn.sides.iter().all(in_outline))
        .map(|sewn| {
            let mut stitch = vec![side(sewn.sides[0]), side(sewn.sides[1])];
            if sewn.along[0] == sewn.along[1] {
                stitch.push(json!("right_wrong"));
            }
            Value::Array(stitch)
        })
        .collect();
    let order: Vec<&str> = garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
    let file = json!({
        "pattern": { "panels": panels, "stitches": stitches, "panel_order": order },
        "parameters": {},
        "parameter_order": [],
        "properties": {
            "curvature_coords": "relative",
            "normalize_panel_translation": false,
            "normalized_edge_loops": true,
            "units_in_meter": UNIT,
        },
    });
    Ok(format!("{file:#}\n"))
}

/// Where a curve of several parts must be cut for GarmentCode, as shares of its length.
fn joints(curve: &Curve) -> Vec<f64> {
    let count = curve.spans().len();
    let ruler = Ruler::new(curve);
    (1..count).map(|joint| ruler.share(joint as f64 / count as f64)).collect()
}

fn panel(piece: &Piece, breaks: &[Vec<f64>]) -> Value {
    let mut vertices: Vec<Value> = Vec::new();
    let mut edges: Vec<Value> = Vec::new();
    let total: usize = breaks.iter().take(piece.outline.edges.len()).map(|breaks| breaks.len() - 1).sum();
    for (edge, breaks) in piece.outline.edges.iter().zip(breaks) {
        let ruler = Ruler::new(&edge.curve);
        for (index, ends) in breaks.windows(2).enumerate() {
            let curve = if breaks.len() == 2 {
                edge.curve.clone()
            } else {
                edge.curve.part(ruler.parameter(ends[0]), ruler.parameter(ends[1]))
            };
            let number = vertices.len();
            vertices.push(json!((curve.from() * UNIT).to_array()));
            let mut entry = Map::new();
            entry.insert("endpoints".into(), json!([number, (number + 1) % total]));
            if let Some(curvature) = curvature(&curve) {
                entry.insert("curvature".into(), curvature);
            }
            if let Some(name) = &edge.name {
                let label = if breaks.len() == 2 { name.clone() } else { format!("{name}-{}", index + 1) };
                entry.insert("label".into(), json!(label));
            }
            edges.push(Value::Object(entry));
        }
    }
    let pose =
        piece.placement.pose.unwrap_or(PiecePose { rotation: DQuat::IDENTITY, translation: DVec3::ZERO });
    let (x, y, z) = pose.rotation.to_euler(EulerRot::XYZ);
    let (translation, rotation) = ((pose.translation * UNIT).to_array(), [x, y, z].map(f64::to_degrees));
    json!({
        "translation": translation,
        "rotation": rotation,
        "vertices": vertices,
        "edges": edges,
    })
}

/// The curvature of an edge, relative to its chord; none for a straight one.
fn curvature(curve: &Curve) -> Option<Value> {
    let (from, along) = (curve.from(), curve.to() - curve.from());
    let relative = |control: DVec2| {
        let arm = control - from;
        let length = along.length_squared().max(f64::MIN_POSITIVE);
        json!([arm.dot(along) / length, along.perp_dot(arm) / length])
    };
    match curve {
        Curve::Quadratic { control, .. } => {
            Some(json!({ "type": "quadratic", "params": [relative(*control)] }))
        }
        Curve::Cubic { controls, .. } => Some(json!({ "type": "cubic", "params": controls.map(relative) })),
        Curve::Arc { bulge, .. } => {
            let turn = 4.0 * bulge.atan().abs();
            let radius = 0.5 * along.length() / (0.5 * turn).sin().abs().max(f64::MIN_POSITIVE);
            let flags = [turn > std::f64::consts::PI, *bulge > 0.0].map(i32::from);
            Some(json!({ "type": "circle", "params": [radius * UNIT, flags[0], flags[1]] }))
        }
        Curve::Line { .. } => None,
        // Cut at its joints, a spline, path or polyline is a single cubic curve or line.
        Curve::Spline { .. } | Curve::Path { .. } | Curve::Polyline { .. } => {
            let longest = curve.spans().into_iter().max_by(|a, b| a.length().total_cmp(&b.length()));
            match longest {
                Some(Span::Cubic([_, one, two, _])) => {
                    Some(json!({ "type": "cubic", "params": [relative(one), relative(two)] }))
                }
                _ => None,
            }
        }
    }
}
