//! From a garment to the text of a file. Lengths are written in metres, with all their digits.

use super::FORMAT;
use super::read::NOTCHES;
use super::unsure::write_unsure;
use crate::curve::Curve;
use crate::garment::Garment;
use crate::imported::Imported;
use crate::outline::{Edge, Outline};
use crate::piece::{CutRule, Dart, LineKind, Piece, RegionKind};
use crate::seam::{EdgePart, Elastic, Seam, SeamKind, SeamSource};
use glam::DVec2;
use std::f64::consts::FRAC_PI_2;
use std::fmt::Write;

/// Writes a garment; reading the text gives the same garment again, to the last bit.
pub fn write(garment: &Garment) -> String {
    let mut text = write_head(garment);
    for piece in &garment.pieces {
        write_piece(&mut text, piece);
    }
    for seam in &garment.seams {
        write_seam(&mut text, garment, seam);
    }
    text
}

/// Writes a garment with all that is unsure or was answered; reading the text gives the same again.
pub fn write_imported(imported: &Imported) -> String {
    let mut text = write(&imported.garment);
    write_unsure(&mut text, imported);
    text
}

/// What stands before the pieces and seams.
pub(super) fn write_head(garment: &Garment) -> String {
    let mut text = format!("format = {}\nname = {}\n", quoted(FORMAT), quoted(&garment.name));
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "{key} = {value}");
    };
    if !garment.description.is_empty() {
        line("description", quoted(&garment.description));
    }
    line("unit", quoted("m"));
    if let Some(fabric) = &garment.fabric {
        line("fabric", quoted(fabric));
    }
    if let Some(size) = &garment.base_size {
        line("base_size", quoted(size));
    }
    for size in &garment.sizes {
        let _ = write!(text, "\n[[size]]\nname = {}\nvalue = {}\n", quoted(&size.name), number(size.value));
    }
    text
}

pub(super) fn write_piece(text: &mut String, piece: &Piece) {
    let _ = writeln!(text, "\n[[piece]]\nname = {}", quoted(&piece.name));
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "{key} = {value}");
    };
    match piece.cut {
        CutRule::Once => {}
        CutRule::Pair => line("pair", "true".into()),
        CutRule::OnFold(edge) => line("on_fold", quoted(&piece.edge_name(edge))),
    }
    if piece.grain != FRAC_PI_2 {
        line("grain", angle(piece.grain));
    }
    if let Some(width) = piece.allowance {
        line("allowance", number(width));
    }
    if let Some(fabric) = &piece.fabric {
        line("fabric", quoted(fabric));
    }
    if piece.layer != 0 {
        line("layer", piece.layer.to_string());
    }
    if let Some(segment) = &piece.placement.segment {
        line("segment", quoted(segment));
    }
    if let Some(up) = piece.placement.up {
        line("up", point(up));
    }
    if let Some(note) = &piece.placement.landmark {
        line("landmark", format!("{{ name = {}, at = {} }}", quoted(&note.name), point(note.at)));
    }
    if let Some(pose) = &piece.placement.pose {
        let [t, r] = [&pose.translation.to_array()[..], &pose.rotation.to_array()[..]].map(numbers);
        line("pose", format!("{{ translation = {t}, rotation = {r} }}"));
    }
    line("outline", outline(&piece.outline, ""));
    if !piece.holes.is_empty() {
        line("holes", list(piece.holes.iter().map(|hole| outline(hole, "    "))));
    }
    write_marks(text, piece);
}

fn write_marks(text: &mut String, piece: &Piece) {
    let mut line = |key: &str, entries: Vec<String>| {
        if !entries.is_empty() {
            let _ = writeln!(text, "{key} = {}", list(entries.into_iter()));
        }
    };
    line("darts", piece.darts.iter().map(|dart| dart_entry(piece, dart)).collect());
    let notch = |notch: &crate::piece::Notch| {
        let kind = NOTCHES.iter().find(|(_, kind)| *kind == notch.kind).map_or("slit", |(name, _)| name);
        let name = named("name", notch.name.as_ref());
        let (edge, at) = (quoted(&piece.edge_name(notch.edge)), number(notch.at));
        format!("{{ {name}edge = {edge}, at = {at}, kind = {} }}", quoted(kind))
    };
    line("notches", piece.notches.iter().map(notch).collect());
    let inner = |line: &crate::piece::InnerLine| {
        let (kind, angle) = match line.kind {
            LineKind::Mark => ("mark", String::new()),
            LineKind::Stitch => ("stitch", String::new()),
            LineKind::Slit => ("slit", String::new()),
            LineKind::Fold(by) => ("fold", format!(", angle = {}", angle(by))),
            LineKind::Pleat(by) => ("pleat", format!(", angle = {}", angle(by))),
        };
        let (label, shape) = (named("label", line.name.as_ref()), shape(&line.curve, true));
        format!("{{ {label}kind = {}{angle}, shape = {{ {shape} }} }}", quoted(kind))
    };
    line("lines", piece.lines.iter().map(inner).collect());
    let drill = |drill: &crate::piece::Drill| {
        format!("{{ {}at = {} }}", named("name", drill.name.as_ref()), point(drill.at))
    };
    line("drills", piece.drills.iter().map(drill).collect());
    let region = |region: &crate::piece::Region| {
        let (name, fabric) = (quoted(&region.name), quoted(&region.fabric));
        let mut text = format!("{{ name = {name}, fabric = {fabric}");
        if region.kind != RegionKind::default() {
            let _ = write!(text, ", kind = {}", quoted(region.kind.name()));
        }
        if let Some(shape) = &region.outline {
            let _ = write!(text, ", outline = {}", outline(shape, "    "));
        }
        text + " }"
    };
    line("regions", piece.regions.iter().map(region).collect());
    let graded = |graded: &crate::piece::GradedOutline| {
        let mut curves = graded.curves.iter();
        let mut edges = Vec::new();
        for outline in piece.loops() {
            let of_loop: Vec<Edge> =
                curves.by_ref().take(outline.edges.len()).map(|curve| Edge::new(curve.clone())).collect();
            edges.extend(edge_entries(&Outline { edges: of_loop }));
        }
        format!("{{ size = {}, edges = {} }}", quoted(&graded.size), list(edges.into_iter()))
    };
    line("sizes", piece.sizes.iter().map(graded).collect());
}

fn dart_entry(piece: &Piece, dart: &Dart) -> String {
    let name = quoted(dart.name());
    match dart {
        Dart::Edge { edge, at, width, tip, .. } => format!(
            "{{ name = {name}, edge = {}, at = {}, width = {}, tip = {} }}",
            quoted(&piece.edge_name(*edge)),
            number(*at),
            number(*width),
            point(*tip)
        ),
        Dart::Diamond { tips, sides, .. } => {
            format!("{{ name = {name}, tips = {}, sides = {} }}", points(tips), points(sides))
        }
    }
}

/// A side of a seam.
pub(super) fn side_text(garment: &Garment, side: &[EdgePart]) -> String {
    side.iter().map(|part| garment.part_name(part)).collect::<Vec<_>>().join(" + ")
}

pub(super) fn write_seam(text: &mut String, garment: &Garment, seam: &Seam) {
    let side = |side: usize| quoted(&side_text(garment, &seam.sides[side]));
    let _ = write!(text, "\n[[seam]]\nname = {}\na = {}\nb = {}\n", quoted(&seam.name), side(0), side(1));
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "{key} = {value}");
    };
    if seam.both {
        line("both", "true".into());
    }
    if seam.ease != 0.0 {
        line("ease", number(seam.ease));
    }
    if !seam.marks.is_empty() {
        let marks = seam.marks.iter().map(|mark| numbers(mark)).collect::<Vec<_>>();
        line("marks", format!("[{}]", marks.join(", ")));
    }
    if seam.fold != 0.0 {
        line("fold", angle(seam.fold));
    }
    if seam.kind != SeamKind::default() {
        line("kind", quoted(seam.kind.name()));
    }
    if let Some(elastic) = seam.elastic {
        line("elastic", elastic_entry(&elastic));
    }
    match seam.source {
        SeamSource::Told => {}
        SeamSource::Inferred { probability } => line("confidence", number(probability)),
        SeamSource::Answered => line("answered", "true".into()),
    }
    if let Some(closure) = seam.closure {
        let kind = quoted(closure.kind.name());
        line(
            "closure",
            format!("{{ kind = {kind}, count = {}, closed = {} }}", closure.count, closure.closed),
        );
    }
}

fn elastic_entry(elastic: &Elastic) -> String {
    let stiffness = number(elastic.stiffness);
    match elastic.length {
        Some(length) => format!("{{ length = {}, stiffness = {stiffness} }}", number(length)),
        None => format!("{{ ratio = {}, stiffness = {stiffness} }}", number(elastic.ratio)),
    }
}

fn outline(outline: &Outline, indent: &str) -> String {
    let entries = edge_entries(outline);
    let mut text = "[\n".to_owned();
    for entry in entries {
        let _ = writeln!(text, "{indent}    {entry},");
    }
    text + indent + "]"
}

/// The edges of an outline; one that does not begin where the one before it ends says so.
fn edge_entries(outline: &Outline) -> Vec<String> {
    let before = outline.edges.iter().cycle().skip(outline.edges.len().saturating_sub(1));
    let entry = |(edge, before): (&Edge, &Edge)| {
        let joined = same(edge.curve.from(), before.curve.to());
        let mut text = format!("{{ {}{}", named("name", edge.name.as_ref()), shape(&edge.curve, !joined));
        for (key, width) in [("allowance", edge.allowance), ("hem", edge.hem)] {
            if let Some(width) = width {
                let _ = write!(text, ", {key} = {}", number(width));
            }
        }
        if let Some(elastic) = &edge.elastic {
            let _ = write!(text, ", elastic = {}", elastic_entry(elastic));
        }
        text + " }"
    };
    outline.edges.iter().zip(before).map(entry).collect()
}

/// Whether two points are the same, bit for bit.
fn same(a: DVec2, b: DVec2) -> bool {
    a.to_array().map(f64::to_bits) == b.to_array().map(f64::to_bits)
}

fn shape(curve: &Curve, with_start: bool) -> String {
    let mut text = if with_start { format!("from = {}, ", point(curve.from())) } else { String::new() };
    let _ = write!(text, "to = {}", point(curve.to()));
    let inner = |points: &[DVec2]| points.get(1..points.len().saturating_sub(1)).unwrap_or_default().to_vec();
    let (key, value) = match curve {
        Curve::Line { .. } => return text,
        Curve::Quadratic { control, .. } => ("control", point(*control)),
        Curve::Cubic { controls, .. } => ("controls", points(controls)),
        Curve::Arc { bulge, .. } => ("bulge", number(*bulge)),
        Curve::Spline { points: all } => ("spline", points(&inner(all))),
        Curve::Polyline { points: all } => ("polyline", points(&inner(all))),
        Curve::Path { points: all } => ("path", points(&inner(all))),
    };
    let _ = write!(text, ", {key} = {value}");
    text
}

fn list(entries: impl Iterator<Item = String>) -> String {
    let mut text = "[\n".to_owned();
    for entry in entries {
        let _ = writeln!(text, "    {entry},");
    }
    text + "]"
}

fn named(key: &str, name: Option<&String>) -> String {
    name.map(|name| format!("{key} = {}, ", quoted(name))).unwrap_or_default()
}

/// A number with all its digits, which TOML takes for a float.
pub(super) fn number(value: f64) -> String {
    if value.is_nan() { "nan".to_owned() } else { format!("{value:?}") }
}

pub(super) fn numbers(values: &[f64]) -> String {
    format!("[{}]", values.iter().map(|&value| number(value)).collect::<Vec<_>>().join(", "))
}

fn point(point: DVec2) -> String {
    numbers(&point.to_array())
}

fn points(all: &[DVec2]) -> String {
    format!("[{}]", all.iter().map(|&one| point(one)).collect::<Vec<_>>().join(", "))
}

/// Degrees if they come back as the same angle, else radians.
fn angle(radians: f64) -> String {
    let degrees = radians.to_degrees();
    let round = (degrees * 1e6).round() / 1e6;
    match [round, degrees].into_iter().find(|degrees| degrees.to_radians() == radians) {
        Some(degrees) => number(degrees),
        None => quoted(&format!("{radians:?} rad")),
    }
}

/// A basic TOML string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}
