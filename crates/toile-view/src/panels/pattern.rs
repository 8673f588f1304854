//! The flat pattern beside the picture: seams in pairs of colours, and what is selected in both.

use crate::app::Desk;
use crate::live::State;
use crate::pattern::{Pattern, Selected};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui};

/// An edge nearer to the pointer than this is meant, in points.
const NEAR: f32 = 7.0;
/// Room between pieces, in metres.
const GAP: f32 = 0.06;

/// Where each piece lies on the sheet, and how large that is.
struct Layout {
    offsets: Vec<[f32; 2]>,
    size: [f32; 2],
}

/// Shows the pieces.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, state: &State) {
    let pattern = &state.offer.pattern;
    ui.horizontal(|ui| {
        ui.strong("Pattern");
        ui.weak(selected_words(pattern, desk.selected));
    });
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    if pattern.pieces.is_empty() {
        let words = match state.making {
            Some(_) => "The pattern is seen when it is sewn.",
            None => "What is shown has no pattern.",
        };
        painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            words,
            FontId::proportional(14.0),
            ui.visuals().weak_text_color(),
        );
        return;
    }
    let layout = lay_out(pattern, rect.size());
    let scale = (rect.width() / layout.size[0]).min(rect.height() / layout.size[1]) * 0.96;
    let corner = rect.center() - 0.5 * scale * egui::vec2(layout.size[0], -layout.size[1]);
    // The plane's y points up, the screen's down.
    let place = |piece: usize, point: [f32; 2]| -> Pos2 {
        let [x, y] = layout.offsets[piece];
        corner + scale * egui::vec2(point[0] + x, -(point[1] + y))
    };
    draw(&painter, ui, desk, pattern, &place);
    let pointed = response.hover_pos().and_then(|at| pointed(pattern, &place, at));
    if response.clicked() {
        desk.selected = pointed;
        if let Some(Selected::Piece(piece) | Selected::Edge(piece, _)) = pointed {
            desk.object = pattern.pieces[piece].object;
        }
    }
    if let Some(pointed) = pointed {
        response.on_hover_text_at_pointer(selected_words(pattern, Some(pointed)));
    }
}

fn draw(painter: &Painter, ui: &Ui, desk: &Desk, pattern: &Pattern, place: &dyn Fn(usize, [f32; 2]) -> Pos2) {
    let visuals = ui.visuals();
    for (number, piece) in pattern.pieces.iter().enumerate() {
        let is_selected = desk.selected == Some(Selected::Piece(number));
        let outline: Vec<Pos2> =
            piece.edges.iter().flat_map(|edge| &edge.points).map(|p| place(number, *p)).collect();
        let fill = if is_selected { crate::app::ACCENT.gamma_multiply(0.35) } else { visuals.faint_bg_color };
        if let Some(mesh) = filled(&outline, fill) {
            painter.add(mesh);
        }
        for (k, edge) in piece.edges.iter().enumerate() {
            let points: Vec<Pos2> = edge.points.iter().map(|p| place(number, *p)).collect();
            let seam = edge.seam.and_then(|seam| pattern.seams.get(seam));
            let color = seam.map_or(visuals.weak_text_color(), |seam| on(visuals.dark_mode, seam.color));
            if desk.selected == Some(Selected::Edge(number, k)) || is_partner(desk, pattern, edge.seam) {
                painter.add(Shape::line(
                    points.clone(),
                    Stroke::new(8.0, Color32::from_rgb(255, 190, 60).gamma_multiply(0.8)),
                ));
            }
            painter.add(Shape::line(points, Stroke::new(if seam.is_some() { 3.0 } else { 1.2 }, color)));
        }
        let middle = Rect::from_points(&outline).center();
        painter.text(
            middle,
            Align2::CENTER_CENTER,
            &piece.name,
            FontId::proportional(12.0),
            visuals.text_color(),
        );
    }
}

/// The colour of a seam on a light or a dark ground: deep blue on black is hardly seen.
fn on(is_dark: bool, color: [u8; 3]) -> Color32 {
    let lifted = if is_dark { color.map(|c| 80 + (u16::from(c) * 175 / 255) as u8) } else { color };
    Color32::from_rgb(lifted[0], lifted[1], lifted[2])
}

/// Whether an edge is sewn to the one that is selected.
fn is_partner(desk: &Desk, pattern: &Pattern, seam: Option<usize>) -> bool {
    let Some(Selected::Edge(piece, edge)) = desk.selected else { return false };
    let selected =
        pattern.pieces.get(piece).and_then(|piece| piece.edges.get(edge)).and_then(|edge| edge.seam);
    seam.is_some() && seam == selected
}

/// A filled outline, by cutting off ears: outlines are simple, and have a few hundred points.
fn filled(outline: &[Pos2], color: Color32) -> Option<Shape> {
    let mut points: Vec<Pos2> = outline.to_vec();
    points.dedup_by(|a, b| a.distance(*b) < 0.3);
    let mut left: Vec<usize> = (0..points.len()).collect();
    let cross = |a: Pos2, b: Pos2, c: Pos2| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let twice = |k: usize| {
        points[k].x * points[(k + 1) % points.len()].y - points[(k + 1) % points.len()].x * points[k].y
    };
    let sign = (0..points.len()).map(twice).sum::<f32>().signum();
    let mut mesh = egui::Mesh::default();
    for p in &points {
        mesh.colored_vertex(*p, color);
    }
    while left.len() > 2 {
        let count = left.len();
        let is_ear = |k: &usize| {
            let [a, b, c] = [(k + count - 1) % count, *k, (k + 1) % count].map(|n| left[n]);
            let inside = |n: &usize| {
                let p = points[*n];
                let turns = [(a, b), (b, c), (c, a)].map(|(i, j)| sign * cross(points[i], points[j], p));
                *n != a && *n != b && *n != c && turns.iter().all(|turn| *turn >= 0.0)
            };
            sign * cross(points[a], points[b], points[c]) >= 0.0 && !left.iter().any(inside)
        };
        let ear = (0..count).find(is_ear)?;
        let [a, b, c] = [(ear + count - 1) % count, ear, (ear + 1) % count].map(|n| left[n] as u32);
        mesh.add_triangle(a, b, c);
        left.remove(ear);
    }
    Some(Shape::mesh(mesh))
}

/// Puts pieces into rows on a sheet, so that they are as large as can be in some room.
fn lay_out(pattern: &Pattern, room: egui::Vec2) -> Layout {
    let boxes: Vec<[f32; 4]> = pattern.pieces.iter().map(|piece| bounds(&piece.edges)).collect();
    let area: f32 = boxes.iter().map(|b| (b[2] - b[0] + GAP) * (b[3] - b[1] + GAP)).sum();
    let scale = |layout: &Layout| (room.x / layout.size[0]).min(room.y / layout.size[1]);
    let widths = (3_u8..=20).map(|k| 0.2 * f32::from(k) * area.sqrt());
    let all = widths.map(|width| rows(pattern, &boxes, width));
    all.max_by(|a, b| scale(a).total_cmp(&scale(b))).unwrap_or(Layout { offsets: Vec::new(), size: [1.0; 2] })
}

/// Garment by garment, the tall pieces first, in rows of some width in metres.
fn rows(pattern: &Pattern, boxes: &[[f32; 4]], width: f32) -> Layout {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    let height = |k: usize| boxes[k][3] - boxes[k][1];
    order.sort_by(|&a, &b| {
        let objects = pattern.pieces[b].object.cmp(&pattern.pieces[a].object);
        objects.then(height(b).total_cmp(&height(a)))
    });
    let (mut x, mut y, mut row, mut widest) = (GAP, -GAP, 0.0_f32, 0.0_f32);
    let mut offsets = vec![[0.0; 2]; boxes.len()];
    for k in order {
        let b = boxes[k];
        let (w, h) = (b[2] - b[0], b[3] - b[1]);
        if x + w + GAP > width && x > GAP {
            (x, y, row) = (GAP, y - row - GAP, 0.0);
        }
        offsets[k] = [x - b[0], y - b[3]];
        x += w + GAP;
        row = row.max(h);
        widest = widest.max(x);
    }
    let tall = (row + GAP - y).max(0.1);
    // From the lower left corner up.
    for offset in &mut offsets {
        offset[1] += tall;
    }
    Layout { offsets, size: [widest.max(0.1), tall] }
}

/// The box around some edges: left, low, right, high.
fn bounds(edges: &[crate::pattern::Edge]) -> [f32; 4] {
    let points = edges.iter().flat_map(|edge| &edge.points);
    points.fold([f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY], |b, p| {
        [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])]
    })
}

/// The edge or piece at a point of the screen.
fn pointed(pattern: &Pattern, place: &dyn Fn(usize, [f32; 2]) -> Pos2, at: Pos2) -> Option<Selected> {
    let mut nearest: Option<(f32, Selected)> = None;
    for (number, piece) in pattern.pieces.iter().enumerate() {
        for (k, edge) in piece.edges.iter().enumerate() {
            for pair in edge.points.windows(2) {
                let distance = from_segment(at, place(number, pair[0]), place(number, pair[1]));
                if distance < nearest.map_or(NEAR, |(near, _)| near) {
                    nearest = Some((distance, Selected::Edge(number, k)));
                }
            }
        }
    }
    let inside = |number: &usize| {
        let edges = &pattern.pieces[*number].edges;
        let outline: Vec<Pos2> =
            edges.iter().flat_map(|edge| &edge.points).map(|p| place(*number, *p)).collect();
        contains(&outline, at)
    };
    nearest
        .map(|(_, selected)| selected)
        .or_else(|| (0..pattern.pieces.len()).find(inside).map(Selected::Piece))
}

fn from_segment(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let (along, to) = (b - a, p - a);
    let share = (to.dot(along) / along.length_sq().max(1e-9)).clamp(0.0, 1.0);
    (to - along * share).length()
}

/// Whether a point is inside of an outline: a ray from it crosses an odd number of sides.
fn contains(outline: &[Pos2], p: Pos2) -> bool {
    let crosses = |k: usize| {
        let (a, b) = (outline[k], outline[(k + 1) % outline.len()]);
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
    };
    (0..outline.len()).filter(|k| crosses(*k)).count() % 2 == 1
}

fn selected_words(pattern: &Pattern, selected: Option<Selected>) -> String {
    match selected {
        Some(Selected::Piece(piece)) => {
            pattern.pieces.get(piece).map(|piece| piece.name.clone()).unwrap_or_default()
        }
        Some(Selected::Edge(piece, edge)) => {
            let Some(piece) = pattern.pieces.get(piece) else { return String::new() };
            let Some(edge) = piece.edges.get(edge) else { return String::new() };
            match edge.seam.and_then(|seam| pattern.seams.get(seam)) {
                Some(seam) if !seam.name.is_empty() => {
                    format!("{}, {}: sewn by {}", piece.name, edge.name, seam.name)
                }
                Some(_) => format!("{}, {}: sewn", piece.name, edge.name),
                None => format!("{}, {}: not sewn", piece.name, edge.name),
            }
        }
        None => "Click an edge to see it on the body.".to_owned(),
    }
}
