//! The flat pattern beside the picture: seams in pairs of colours, and what is selected in both.

use super::super::Desk;
use super::pattern_asked;
use super::pattern_sheet::lay_out;
use crate::asking::FlatStretch;
use crate::live::LiveState;
use crate::pattern::{Pattern, Selected};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui};
use std::sync::Arc;

/// An edge nearer to the pointer than this is meant, in points.
const EDGE_PICK_DISTANCE: f32 = 7.0;
/// A name is written on a ground that reaches so far beyond it, in points.
const GROUND: f32 = 1.5;

/// Shows the pieces.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    let (pattern, title) = shown(desk, state);
    // Pieces that are not sewn are to be looked at: there is nothing in space to select.
    let is_sewn = Arc::ptr_eq(pattern, &state.offer.pattern);
    let selected = desk.selected.filter(|_| is_sewn);
    ui.horizontal(|ui| {
        ui.strong(title);
        if is_sewn && state.offer.asked.is_none() {
            ui.weak(selected_words(pattern, selected));
        }
    });
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    if pattern.pieces.is_empty() {
        let words = match state.making {
            Some(_) => "The pattern is seen when it is drawn or read.",
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
    let layout = lay_out(pattern, [rect.width(), rect.height()]);
    let scale = layout.scale([rect.width(), rect.height()]);
    let corner = rect.center() - 0.5 * scale * egui::vec2(layout.size[0], -layout.size[1]);
    // The plane's y points up, the screen's down.
    let place = |piece: usize, point: [f32; 2]| -> Pos2 {
        let [x, y] = layout.offsets[piece];
        corner + scale * egui::vec2(point[0] + x, -(point[1] + y))
    };
    let pointed = response.hover_pos().and_then(|at| pointed(pattern, &place, at));
    if let Some(asked) = state.offer.asked.as_ref().filter(|_| is_sewn) {
        let stretch = |&(piece, edge): &(usize, usize)| {
            let points = pattern.pieces.get(piece)?.edges.get(edge)?.points.clone();
            Some(FlatStretch { piece, edge, points })
        };
        let picked: Vec<FlatStretch> = desk.picked.iter().filter_map(stretch).collect();
        pattern_asked::draw_picked(&painter, &picked, &place);
        draw(&painter, ui, None, pattern, &place);
        pattern_asked::draw(desk, &painter, ui, asked, &place);
        let edge = match pointed {
            Some(Selected::Edge(piece, edge)) => Some((piece, edge)),
            _ => None,
        };
        if let Some(edge) = edge.or(desk.picked.last().copied()) {
            pattern_asked::draw_links(&painter, asked, edge, &place);
        }
        desk.edge_places = edge_places(pattern, &place);
        if response.clicked() {
            desk.pick(edge);
        }
    } else {
        draw(&painter, ui, selected, pattern, &place);
        desk.edge_places.clear();
    }
    if response.clicked() && is_sewn && state.offer.asked.is_none() {
        desk.selected = pointed;
        if let Some(Selected::Piece(piece) | Selected::Edge(piece, _)) = pointed {
            desk.object = pattern.pieces[piece].object;
        }
    }
    if let Some(pointed) = pointed {
        response.on_hover_text_at_pointer(selected_words(pattern, Some(pointed)));
    }
}

/// Where the middles of all edges are on the screen.
fn edge_places(pattern: &Pattern, place: &dyn Fn(usize, [f32; 2]) -> Pos2) -> Vec<Vec<Pos2>> {
    let middle = |piece: usize, points: &[[f32; 2]]| {
        let points: Vec<Pos2> = points.iter().map(|point| place(piece, *point)).collect();
        pattern_asked::middle(&points).unwrap_or_default()
    };
    let pieces = pattern.pieces.iter().enumerate();
    pieces.map(|(p, piece)| piece.edges.iter().map(|edge| middle(p, &edge.points)).collect()).collect()
}

/// The pattern that is looked at, and what it is called: that of what is made or could not be made, or of what is there.
fn shown<'a>(desk: &Desk, state: &'a LiveState) -> (&'a Arc<Pattern>, &'static str) {
    let of_trouble = state.trouble.as_ref().map(|trouble| &trouble.pattern);
    match (&state.making, of_trouble) {
        (Some(making), _) if desk.awaits(state) => (&making.pattern, "Pattern of what is made"),
        (None, Some(pattern)) if !pattern.pieces.is_empty() => (pattern, "Pattern of what is not dressed"),
        _ => (&state.offer.pattern, "Pattern"),
    }
}

fn draw(
    painter: &Painter,
    ui: &Ui,
    selected: Option<Selected>,
    pattern: &Pattern,
    place: &dyn Fn(usize, [f32; 2]) -> Pos2,
) {
    let visuals = ui.visuals();
    for (number, piece) in pattern.pieces.iter().enumerate() {
        let is_selected = selected == Some(Selected::Piece(number));
        let outline: Vec<Pos2> =
            piece.edges.iter().flat_map(|edge| &edge.points).map(|p| place(number, *p)).collect();
        let fill =
            if is_selected { super::super::ACCENT.gamma_multiply(0.35) } else { visuals.faint_bg_color };
        if let Some(mesh) = filled(&outline, fill) {
            painter.add(mesh);
        }
        for (k, edge) in piece.edges.iter().enumerate() {
            let points: Vec<Pos2> = edge.points.iter().map(|p| place(number, *p)).collect();
            let seam = edge.seam.and_then(|seam| pattern.seams.get(seam));
            let color = seam.map_or(visuals.weak_text_color(), |seam| on(visuals.dark_mode, seam.color));
            if selected == Some(Selected::Edge(number, k)) || is_partner(selected, pattern, edge.seam) {
                painter.add(Shape::line(
                    points.clone(),
                    Stroke::new(8.0, Color32::from_rgb(255, 190, 60).gamma_multiply(0.8)),
                ));
            }
            painter.add(Shape::line(points, Stroke::new(if seam.is_some() { 3.0 } else { 1.2 }, color)));
        }
    }
    draw_names(painter, ui, pattern, place);
}

/// Writes the name of each piece where it has most room, over all lines.
fn draw_names(painter: &Painter, ui: &Ui, pattern: &Pattern, place: &dyn Fn(usize, [f32; 2]) -> Pos2) {
    let visuals = ui.visuals();
    for (number, piece) in pattern.pieces.iter().enumerate() {
        let outline: Vec<Pos2> =
            piece.edges.iter().flat_map(|edge| &edge.points).map(|p| place(number, *p)).collect();
        let font = FontId::proportional(12.0);
        let galley = painter.layout_no_wrap(piece.name.clone(), font, visuals.text_color());
        let name = Rect::from_center_size(roomiest(&outline), galley.size());
        painter.rect_filled(name.expand(GROUND), 2.0, visuals.extreme_bg_color.gamma_multiply(0.85));
        painter.galley(name.min, galley, visuals.text_color());
    }
}

/// The point inside of an outline that is farthest from it, of some that are tried; near its middle where many are as far.
fn roomiest(outline: &[Pos2]) -> Pos2 {
    const TRIED: u8 = 15;
    let around = Rect::from_points(outline);
    let share = |k: u8| (f32::from(k) + 0.5) / f32::from(TRIED);
    let points = (0..TRIED).flat_map(|y| (0..TRIED).map(move |x| egui::vec2(share(x), share(y))));
    let points = points.map(|at| around.min + at * around.size()).filter(|at| contains(outline, *at));
    let room = |at: &Pos2| {
        let sides = (0..outline.len()).map(|k| (outline[k], outline[(k + 1) % outline.len()]));
        sides.map(|(a, b)| from_segment(*at, a, b)).fold(f32::INFINITY, f32::min)
    };
    let best = points
        .map(|at| (at, room(&at) - 0.05 * at.distance(around.center())))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(around.center(), |(at, _)| at)
}

/// The colour of a seam on a light or a dark ground: deep blue on black is hardly seen.
fn on(is_dark: bool, color: [u8; 3]) -> Color32 {
    let lifted = if is_dark { color.map(|c| 80 + (u16::from(c) * 175 / 255) as u8) } else { color };
    Color32::from_rgb(lifted[0], lifted[1], lifted[2])
}

/// Whether an edge is sewn to the one that is selected.
fn is_partner(selected: Option<Selected>, pattern: &Pattern, seam: Option<usize>) -> bool {
    let Some(Selected::Edge(piece, edge)) = selected else { return false };
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

/// The edge or piece at a point of the screen.
fn pointed(pattern: &Pattern, place: &dyn Fn(usize, [f32; 2]) -> Pos2, at: Pos2) -> Option<Selected> {
    let mut nearest: Option<(f32, Selected)> = None;
    for (number, piece) in pattern.pieces.iter().enumerate() {
        for (k, edge) in piece.edges.iter().enumerate() {
            for pair in edge.points.windows(2) {
                let distance = from_segment(at, place(number, pair[0]), place(number, pair[1]));
                if distance < nearest.map_or(EDGE_PICK_DISTANCE, |(near, _)| near) {
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
