//! Pictures of patterns: pieces side by side, seams coloured in pairs.

use super::Color;
use super::canvas::Canvas;
use super::stroke::Coverage;
use super::text::{Align, TextStyle};
use glam::{DVec2, Vec2, Vec2Swizzles};
use toile_io::png::Image;
use toile_pattern::Garment;
use toile_pattern::curve::{Curve, Ruler};
use toile_pattern::piece::{CutRule, LineKind, Piece};
use toile_pattern::svg::{Layout, seam_color};

pub(super) const BACKGROUND: u32 = 0xFB_FB_FA;
const CLOTH: u32 = 0xFF_FF_FF;
const INK: u32 = 0x33_36_3B;
const FAINT: u32 = 0x9A_9E_A6;
/// Lines of a pixel's height on which a filled outline is tested.
const SUBLINES: u32 = 4;
/// The height of a picture is limited for patterns of long strips.
pub(super) const TALLEST: u32 = 8192;
/// Pixels that a name should be away from lines.
const NAME_ROOM: f32 = 3.0;
/// Pixels between points on lines that names keep away from.
const INK_STEP: f32 = 3.0;
/// The height of the names of edges, and how far their middles are from the edges, in pixels.
const EDGE_TEXT: f32 = 7.5;
const EDGE_AWAY: f32 = 9.0;
/// Edges that are shorter than so many pixels are not named.
const NAMED_EDGE: f32 = 14.0;
/// Places that are tried for a name, along each side of the piece.
const PLACES: u32 = 24;

/// Draws a pattern on a sheet of some width in pixels.
///
/// Both sides of a seam have one colour; edges that are not sewn are dark. A fold is dashed, darts and lines inside are thin. Beside each edge stands what
/// seams call it.
pub fn pattern_picture(garment: &Garment, width: u32) -> Image {
    let layout = Layout::new(garment);
    let scale = f64::from(width) / layout.size.x;
    let height = ((layout.size.y * scale).ceil() as u32).clamp(16, TALLEST);
    let mut image = Image::filled(width, height, Color::hex(BACKGROUND));
    for (index, (piece, offset)) in garment.pieces.iter().zip(&layout.offsets).enumerate() {
        let mut drawn = DrawnPiece::new(&mut image, scale, *offset);
        let loops = drawn.cloth(piece);
        for (number, seam) in garment.seams.iter().enumerate() {
            for part in seam.parts().filter(|part| part.piece == index) {
                let Some(curve) = piece.part_curve(part) else { continue };
                drawn.curve(&curve, Color::srgb(seam_color(number)), 3.2);
            }
        }
        drawn.edge_names(piece, &loops);
        drawn.name(piece, &loops);
    }
    image
}

/// A piece in its place on a picture. The sheet lies at the lower left.
pub(super) struct DrawnPiece<'a> {
    pub(super) image: &'a mut Image,
    scale: f64,
    offset: DVec2,
    /// Points on all lines of the piece, a few pixels apart.
    ink: Vec<Vec2>,
}

impl<'a> DrawnPiece<'a> {
    /// A piece that is moved by an offset in metres on a sheet; `scale` is pixels a metre.
    pub(super) fn new(image: &'a mut Image, scale: f64, offset: DVec2) -> Self {
        Self { image, scale, offset, ink: Vec::new() }
    }
}

impl DrawnPiece<'_> {
    /// Where a point of the piece is in the picture.
    pub(super) fn at(&self, point: DVec2) -> Vec2 {
        let place = (point + self.offset) * self.scale;
        Vec2::new(place.x as f32, self.image.height as f32 - place.y as f32)
    }

    /// Draws its cloth, its edges and what is marked on it. Returns its outlines in the picture.
    pub(super) fn cloth(&mut self, piece: &Piece) -> Vec<Vec<Vec2>> {
        let tolerance = 0.2 / self.scale;
        let loops: Vec<Vec<Vec2>> = piece
            .loops()
            .map(|outline| outline.flattened(tolerance).into_iter().map(|point| self.at(point)).collect())
            .collect();
        fill(self.image, &loops, Color::hex(CLOTH));
        for (number, edge) in piece.edges().enumerate() {
            // A fold is dashed, which does not show on a line.
            if piece.cut != CutRule::OnFold(number) {
                self.curve(&edge.curve, Color::hex(INK), 1.3);
            }
        }
        self.marks(piece);
        loops
    }

    /// Writes the name of a piece where there is most room for it, upwards if it is too long for that.
    pub(super) fn name(&mut self, piece: &Piece, loops: &[Vec<Vec2>]) {
        let cut = match piece.cut {
            CutRule::Once => "",
            CutRule::Pair => " ×2",
            CutRule::OnFold(_) => ", on the fold",
        };
        let name = &format!("{}{cut}", piece.name);
        let style = TextStyle { halo: Some(Color::hex(CLOTH)), ..TextStyle::new(9.0) };
        let half = 0.5 * Vec2::new(style.width(name), style.size);
        let (level, room) = roomiest(loops, &self.ink, half);
        let (upward, room_upward) = roomiest(loops, &self.ink, half.yx());
        if room < NAME_ROOM && room_upward > room {
            style.draw_upward(self.image, name, upward.x + half.y, upward.y);
        } else {
            style.draw(self.image, name, level.x, level.y + half.y, Align::Center);
        }
    }

    /// Writes what seams and answers call the edges, faint, inside of the piece at their middles.
    pub(super) fn edge_names(&mut self, piece: &Piece, loops: &[Vec<Vec2>]) {
        let style = TextStyle {
            color: Color::hex(FAINT),
            halo: Some(Color::hex(CLOTH)),
            ..TextStyle::new(EDGE_TEXT)
        };
        for (number, edge) in piece.edges().enumerate() {
            let ruler = Ruler::new(&edge.curve);
            if ruler.length() * self.scale < f64::from(NAMED_EDGE) {
                continue;
            }
            let [before, middle, after] = [0.48, 0.5, 0.52].map(|share| self.at(ruler.point(share)));
            let name = &piece.edge_name(number);
            // A long name stands beside an upright edge, not on it.
            let beside = (after - before).normalize_or(Vec2::X).perp();
            let away = EDGE_AWAY + 0.5 * style.width(name) * beside.x.abs();
            let at = if is_inside(loops, middle + EDGE_AWAY * beside) {
                middle + away * beside
            } else {
                middle - away * beside
            };
            style.draw(self.image, name, at.x, at.y + 0.5 * EDGE_TEXT, Align::Center);
            self.ink.push(at);
        }
    }

    fn marks(&mut self, piece: &Piece) {
        for line in &piece.lines {
            let color = if matches!(line.kind, LineKind::Fold(_) | LineKind::Pleat(_)) { INK } else { FAINT };
            self.dashes(&line.curve, color);
        }
        if let CutRule::OnFold(fold) = piece.cut
            && let Some(edge) = piece.edge(fold)
        {
            self.dashes(&edge.curve, INK);
        }
        for line in piece.dart_lines() {
            self.curve(&line, Color::hex(FAINT), 1.0);
        }
        for line in piece.notch_lines(0.008) {
            self.curve(&line, Color::hex(INK), 1.3);
        }
        for drill in &piece.drills {
            let centre = self.at(drill.at);
            let mut coverage = Coverage::new(centre - 4.0, centre + 4.0, self.image);
            coverage.ring(centre, 2.5, 1.0);
            coverage.paint(self.image, Color::hex(INK), |_, _| 1.0);
        }
    }

    /// Draws a curve of the piece, so many pixels wide.
    pub(super) fn curve(&mut self, curve: &Curve, color: Color, width: f32) {
        let points: Vec<Vec2> = curve.flattened(0.2 / self.scale).into_iter().map(|p| self.at(p)).collect();
        self.polyline(&points, color, width);
    }

    fn dashes(&mut self, curve: &Curve, color: u32) {
        let ruler = Ruler::new(curve);
        let count = (ruler.length() * self.scale / 10.0).ceil().clamp(1.0, 1e4) as u32;
        for dash in 0..count {
            let [from, to] = [0.2, 0.8].map(|part| (f64::from(dash) + part) / f64::from(count));
            let ends = [self.at(ruler.point(from)), self.at(ruler.point(to))];
            self.polyline(&ends, Color::hex(color), 1.2);
        }
    }

    fn polyline(&mut self, points: &[Vec2], color: Color, width: f32) {
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for &point in points {
            (low, high) = (low.min(point), high.max(point));
        }
        let mut coverage = Coverage::new(low - width, high + width, self.image);
        for ends in points.windows(2) {
            coverage.segment(ends[0], ends[1], width);
        }
        coverage.paint(self.image, color, |_, _| 1.0);
        for ends in points.windows(2) {
            let steps = (ends[0].distance(ends[1]) / INK_STEP).ceil().max(1.0);
            self.ink.extend((0..=steps as u32).map(|k| ends[0].lerp(ends[1], k as f32 / steps)));
        }
    }
}

/// Where in a piece a box with these half sides is farthest from all lines, and how far it is; of places with room enough, the one nearest to
/// the middle of the piece.
fn roomiest(loops: &[Vec<Vec2>], ink: &[Vec2], half: Vec2) -> (Vec2, f32) {
    let points = || loops.iter().flatten().copied();
    let (low, high) =
        (points().fold(Vec2::INFINITY, Vec2::min), points().fold(Vec2::NEG_INFINITY, Vec2::max));
    let (middle, size) = (low.midpoint(high), (high - low).max_element().max(1.0));
    let room = |at: Vec2| {
        let distances = ink.iter().map(|point| ((*point - at).abs() - half).max(Vec2::ZERO).length());
        if is_inside(loops, at) { distances.fold(f32::INFINITY, f32::min) } else { -1.0 }
    };
    let share = |k: u32| (k as f32 + 0.5) / PLACES as f32;
    let places = (0..PLACES * PLACES)
        .map(|k| low + (high - low) * Vec2::new(share(k % PLACES), share(k / PLACES)))
        .chain([middle]);
    let rated = places.map(|at| {
        let room = room(at);
        (at, room, room.min(2.0 * NAME_ROOM) - NAME_ROOM * at.distance(middle) / size)
    });
    let best = rated.max_by(|a, b| a.2.total_cmp(&b.2));
    best.map_or((middle, -1.0), |(at, room, _)| (at, room))
}

/// Whether a point lies in closed polygons, holes left out.
pub(super) fn is_inside(loops: &[Vec<Vec2>], at: Vec2) -> bool {
    let sides = loops.iter().flat_map(|points| points.iter().zip(points.iter().cycle().skip(1)));
    let crossed = sides.filter(|(a, b)| {
        (a.y > at.y) != (b.y > at.y) && a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y) > at.x
    });
    crossed.count() % 2 == 1
}

/// Fills closed polygons, holes left open.
fn fill(image: &mut Image, loops: &[Vec<Vec2>], color: Color) {
    let (low, high) = loops
        .iter()
        .flatten()
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), point| (low.min(point.y), high.max(point.y)));
    let rows = (low.max(0.0) as u32)..(high.max(0.0).ceil() as u32).min(image.height);
    let mut covered = vec![0.0_f32; image.width as usize];
    for row in rows {
        covered.fill(0.0);
        for subline in 0..SUBLINES {
            let y = row as f32 + (subline as f32 + 0.5) / SUBLINES as f32;
            let mut crossings: Vec<f32> = Vec::new();
            for points in loops {
                let next = points.iter().cycle().skip(1);
                for (a, b) in points.iter().zip(next).filter(|(a, b)| (a.y > y) != (b.y > y)) {
                    crossings.push(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
                }
            }
            crossings.sort_by(f32::total_cmp);
            for span in crossings.chunks_exact(2) {
                let columns =
                    (span[0].max(0.0) as usize)..(span[1].max(0.0).ceil() as usize).min(covered.len());
                for column in columns {
                    let share =
                        (span[1].min(column as f32 + 1.0) - span[0].max(column as f32)).clamp(0.0, 1.0);
                    covered[column] += share / SUBLINES as f32;
                }
            }
        }
        for (column, &share) in covered.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            image.blend(column as i32, row as i32, color, share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_pattern::draft::{Draft, Looseness};
    use toile_pattern::measures::DraftMeasures;

    #[test]
    fn both_sides_of_a_seam_have_one_colour() {
        let skirt =
            Draft::named("circle-skirt").unwrap().draft(&DraftMeasures::default(), Looseness::Regular);
        let image = pattern_picture(&skirt, 600);
        assert_eq!(image.width, 600);
        for seam in 0..skirt.seams.len() {
            let [r, g, b] = seam_color(seam);
            let count = image.pixels.iter().filter(|p| **p == [r, g, b, 255]).count();
            assert!(count > 50, "seam {seam}: {count} pixels");
        }
        assert!(
            image.pixels.iter().filter(|p| p[..3] == [255, 255, 255]).count() > 20_000,
            "cloth is filled"
        );
    }

    #[test]
    fn names_keep_away_from_lines() {
        let outline = [(0.0, 0.0), (200.0, 0.0), (200.0, 30.0), (40.0, 30.0), (40.0, 200.0), (0.0, 200.0)];
        let outline = outline.map(Vec2::from).to_vec();
        let sides = outline.iter().zip(outline.iter().cycle().skip(1));
        let ink: Vec<Vec2> =
            sides.flat_map(|(a, b)| (0..=100).map(|k| a.lerp(*b, k as f32 / 100.0))).collect();
        let (at, room) = roomiest(std::slice::from_ref(&outline), &ink, Vec2::new(40.0, 5.0));
        assert!(room > NAME_ROOM && at.y < 30.0, "{at} {room}");
        let (at, room) = roomiest(&[outline], &ink, Vec2::new(5.0, 60.0));
        assert!(room > NAME_ROOM && at.x < 40.0, "{at} {room}");
    }

    #[test]
    fn holes_stay_open() {
        let square = |low: f32, high: f32| {
            [(low, low), (high, low), (high, high), (low, high)].map(Vec2::from).to_vec()
        };
        let mut image = Image::filled(40, 40, Color::BLACK);
        fill(&mut image, &[square(5.0, 35.0), square(15.0, 25.0)], Color::WHITE);
        let white = image.pixels.iter().filter(|p| p[0] == 255).count();
        assert_eq!(white, 30 * 30 - 10 * 10);
    }
}
