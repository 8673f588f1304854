//! What is asked about a pattern, drawn over its flat pieces: proposed seams by how sure they are, the edges of a question with their letters, and a legend.

use super::super::Desk;
use crate::asking::{FlatStretch, PatternQuestions, SeamStanding};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui};

const TOLD: Color32 = Color32::from_rgb(0x5B, 0x8D, 0xC9);
const SURE: Color32 = Color32::from_rgb(0x4C, 0x9F, 0x5A);
const OPEN: Color32 = Color32::from_rgb(0xE0, 0x8A, 0x1E);
/// The edges of the question that is open.
const ASKED: Color32 = Color32::from_rgb(0xD4, 0x2F, 0x62);
const PICKED: Color32 = Color32::from_rgb(255, 190, 60);
/// The radius of the disc of a letter, in points.
const DISC: f32 = 9.0;

/// Where a point of a piece is on the screen.
pub(super) type Place<'a> = dyn Fn(usize, [f32; 2]) -> Pos2 + 'a;

/// Draws what is asked over the pieces of a pattern.
pub(super) fn draw(desk: &Desk, painter: &Painter, ui: &Ui, asked: &PatternQuestions, place: &Place<'_>) {
    for seam in &asked.proposals {
        for stretch in seam.sides.iter().flatten() {
            draw_stretch(painter, stretch, seam.standing, place);
        }
    }
    let open = desk.question.as_ref();
    let open = asked.questions.iter().find(|question| Some(&question.text) == open);
    let Some(question) = open.or(asked.questions.first()) else { return legend(painter, ui, false) };
    for edges in &question.edges {
        for stretch in &edges.stretches {
            painter.add(Shape::line(points(stretch, place), Stroke::new(4.0, ASKED)));
        }
    }
    // Letters lie over all lines.
    for edges in &question.edges {
        let longest = edges.stretches.iter().max_by_key(|stretch| stretch.points.len());
        let Some(at) = longest.and_then(|stretch| middle(&points(stretch, place))) else { continue };
        painter.circle(at, DISC, ASKED, Stroke::new(1.5, Color32::WHITE));
        painter.text(at, Align2::CENTER_CENTER, &edges.letter, FontId::proportional(12.0), Color32::WHITE);
    }
    legend(painter, ui, true);
}

/// Draws the edges that were clicked, under everything else.
pub(super) fn draw_picked(painter: &Painter, stretches: &[FlatStretch], place: &Place<'_>) {
    for stretch in stretches {
        painter.add(Shape::line(points(stretch, place), Stroke::new(9.0, PICKED.gamma_multiply(0.8))));
    }
}

/// Draws lines from the middle of one side to that of the other of the seams at an edge.
pub(super) fn draw_links(
    painter: &Painter,
    asked: &PatternQuestions,
    edge: (usize, usize),
    place: &Place<'_>,
) {
    for seam in asked.seams_at(edge).filter_map(|number| asked.proposals.get(number)) {
        let [a, b] = seam.sides.each_ref().map(|side| middle(&points(side.first()?, place)));
        if let (Some(a), Some(b)) = (a, b) {
            painter.line_segment([a, b], Stroke::new(1.5, color(seam.standing)));
        }
    }
}

fn color(standing: SeamStanding) -> Color32 {
    match standing {
        SeamStanding::Told | SeamStanding::Answered => TOLD,
        SeamStanding::Sure(_) => SURE,
        SeamStanding::Open(_) => OPEN,
    }
}

/// What is sewn is a full line, what is open a dashed one with its probability: the likelier, the longer its dashes.
fn draw_stretch(painter: &Painter, stretch: &FlatStretch, standing: SeamStanding, place: &Place<'_>) {
    let (points, stroke) = (points(stretch, place), Stroke::new(3.0, color(standing)));
    let SeamStanding::Open(probability) = standing else {
        painter.add(Shape::line(points, stroke));
        return;
    };
    let dash = 2.0 + 8.0 * probability as f32;
    painter.extend(Shape::dashed_line(&points, stroke, dash, 5.0));
    if let Some(at) = middle(&points) {
        let words = format!("{:.0} %", 100.0 * probability);
        let galley = painter.layout_no_wrap(words, FontId::proportional(11.0), Color32::WHITE);
        let ground = Rect::from_center_size(at, galley.size());
        painter.rect_filled(ground.expand2(egui::vec2(3.0, 1.0)), 3.0, OPEN);
        painter.galley(ground.min, galley, Color32::WHITE);
    }
}

fn points(stretch: &FlatStretch, place: &Place<'_>) -> Vec<Pos2> {
    stretch.points.iter().map(|point| place(stretch.piece, *point)).collect()
}

/// The middle of a line, by its length.
pub(super) fn middle(points: &[Pos2]) -> Option<Pos2> {
    let length: f32 = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let mut left = 0.5 * length;
    for ends in points.windows(2) {
        let next = ends[0].distance(ends[1]);
        if left <= next {
            return Some(ends[0].lerp(ends[1], left / next.max(1e-6)));
        }
        left -= next;
    }
    points.last().copied()
}

/// What the lines mean, at the lower left.
fn legend(painter: &Painter, ui: &Ui, is_open: bool) {
    let kinds = [
        (TOLD, false, "told or answered"),
        (SURE, false, "sure: sewn without asking"),
        (OPEN, true, "not sure: not sewn"),
        (ASKED, false, "the question that is open"),
    ];
    let rows = &kinds[..if is_open { 4 } else { 2 }];
    let corner = painter.clip_rect().left_bottom() + egui::vec2(10.0, -10.0 - 17.0 * rows.len() as f32);
    let ground = Rect::from_min_size(corner, egui::vec2(200.0, 17.0 * rows.len() as f32)).expand(5.0);
    painter.rect_filled(ground, 4.0, ui.visuals().panel_fill.gamma_multiply(0.9));
    for (row, (color, is_dashed, words)) in rows.iter().enumerate() {
        let from = corner + egui::vec2(0.0, 17.0 * row as f32 + 8.0);
        let line = [from, from + egui::vec2(26.0, 0.0)];
        let stroke = Stroke::new(3.0, *color);
        if *is_dashed {
            painter.extend(Shape::dashed_line(&line, stroke, 6.0, 4.0));
        } else {
            painter.line_segment(line, stroke);
        }
        let at = from + egui::vec2(34.0, 0.0);
        painter.text(at, Align2::LEFT_CENTER, words, FontId::proportional(12.0), ui.visuals().text_color());
    }
}
