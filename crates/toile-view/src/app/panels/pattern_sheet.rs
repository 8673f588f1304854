//! Where the flat pieces of a pattern lie on a sheet.

use crate::pattern::{FlatEdge, Pattern};

/// Room between pieces, in metres.
const GAP: f32 = 0.03;

/// Where each piece lies on the sheet, and how large that is.
pub(super) struct Layout {
    pub(super) offsets: Vec<[f32; 2]>,
    pub(super) size: [f32; 2],
}

impl Layout {
    /// How large a metre is if all of the sheet is seen in some room.
    pub(super) fn scale(&self, room: [f32; 2]) -> f32 {
        (room[0] / self.size[0]).min(room[1] / self.size[1])
    }
}

/// Lays pieces on a sheet so that they are as large as can be in some room.
pub(super) fn lay_out(pattern: &Pattern, room: [f32; 2]) -> Layout {
    let boxes: Vec<[f32; 4]> = pattern.pieces.iter().map(|piece| bounds(&piece.edges)).collect();
    let area: f32 = boxes.iter().map(|b| (b[2] - b[0] + GAP) * (b[3] - b[1] + GAP)).sum();
    let scale = |layout: &Layout| layout.scale(room);
    let widths = (4_u8..=48).map(|k| 0.08 * f32::from(k) * area.sqrt());
    let all = widths.map(|width| packed(pattern, &boxes, width));
    all.max_by(|a, b| scale(a).total_cmp(&scale(b))).unwrap_or(Layout { offsets: Vec::new(), size: [1.0; 2] })
}

/// Garment by garment, the tall pieces first, each as high up as there is room for it on a sheet of some width in metres.
fn packed(pattern: &Pattern, boxes: &[[f32; 4]], width: f32) -> Layout {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    let height = |k: usize| boxes[k][3] - boxes[k][1];
    order.sort_by(|&a, &b| {
        let objects = pattern.pieces[b].object.cmp(&pattern.pieces[a].object);
        objects.then(height(b).total_cmp(&height(a)))
    });
    let mut skyline = Skyline(vec![(GAP, GAP)]);
    let (mut right, mut tall) = (0.0_f32, 0.0_f32);
    let mut corners = vec![[0.0; 2]; boxes.len()];
    for k in order {
        let (w, h) = (boxes[k][2] - boxes[k][0], height(k));
        let [x, y] = skyline.place(w + GAP, h + GAP, width);
        corners[k] = [x, y];
        (right, tall) = (right.max(x + w + GAP), tall.max(y + h + GAP));
    }
    // From the lower left corner up.
    let offset = |(corner, b): (&[f32; 2], &[f32; 4])| [corner[0] - b[0], tall - corner[1] - b[3]];
    let offsets = corners.iter().zip(boxes).map(offset).collect();
    Layout { offsets, size: [right.max(0.1), tall.max(0.1)] }
}

/// How far down a sheet is covered: from each x on, down to y.
struct Skyline(Vec<(f32, f32)>);

impl Skyline {
    /// Covers a rectangle where it is highest up, or farthest left of several such places. Returns its upper left corner.
    fn place(&mut self, w: f32, h: f32, width: f32) -> [f32; 2] {
        let fits = |x: &f32| x + w <= width || *x <= GAP;
        let starts = self.0.iter().map(|(x, _)| *x).filter(fits);
        let best = starts.map(|x| [x, self.depth(x, x + w)]).min_by(|a, b| a[1].total_cmp(&b[1]));
        let [x, y] = best.unwrap_or([GAP, self.depth(GAP, GAP + w)]);
        let behind = self.at(x + w);
        self.0.retain(|(start, _)| *start < x || *start > x + w);
        self.0.extend([(x, y + h), (x + w, behind)]);
        self.0.sort_by(|a, b| a.0.total_cmp(&b.0));
        [x, y]
    }

    /// How far down it is covered somewhere between two places.
    fn depth(&self, from: f32, to: f32) -> f32 {
        let between = self.0.iter().filter(|(x, _)| *x > from && *x < to).map(|(_, y)| *y);
        between.fold(self.at(from), f32::max)
    }

    /// How far down it is covered just right of a place.
    fn at(&self, x: f32) -> f32 {
        self.0.iter().rfind(|(start, _)| *start <= x).map_or(GAP, |(_, y)| *y)
    }
}

/// The box around some edges: left, low, right, high.
fn bounds(edges: &[FlatEdge]) -> [f32; 4] {
    let points = edges.iter().flat_map(|edge| &edge.points);
    points.fold([f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY], |b, p| {
        [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::FlatPiece;

    /// A rectangle of a garment.
    fn piece(object: usize, w: f32, h: f32) -> FlatPiece {
        let points = vec![[1.0, 2.0], [1.0 + w, 2.0], [1.0 + w, 2.0 + h], [1.0, 2.0 + h]];
        FlatPiece { object, edges: vec![FlatEdge { points, ..FlatEdge::default() }], ..FlatPiece::default() }
    }

    /// Trousers and a T-shirt.
    fn outfit() -> Pattern {
        let legs = [(0.4, 1.05), (0.4, 1.05), (0.3, 1.0), (0.3, 1.0), (0.8, 0.05)];
        let shirt = [(0.55, 0.7), (0.55, 0.7), (0.4, 0.25), (0.4, 0.25)];
        let pieces = legs.map(|(w, h)| piece(0, w, h)).into_iter();
        Pattern { pieces: pieces.chain(shirt.map(|(w, h)| piece(1, w, h))).collect(), ..Pattern::default() }
    }

    #[test]
    fn pieces_fill_the_room_and_lie_beside_each_other() {
        let pattern = outfit();
        for room in [[283.0, 570.0], [600.0, 600.0], [900.0, 300.0]] {
            let layout = lay_out(&pattern, room);
            let placed: Vec<[f32; 4]> = pattern
                .pieces
                .iter()
                .zip(&layout.offsets)
                .map(|(piece, [x, y])| {
                    let b = bounds(&piece.edges);
                    [b[0] + x, b[1] + y, b[2] + x, b[3] + y]
                })
                .collect();
            let mut covered = 0.0;
            for (k, a) in placed.iter().enumerate() {
                assert!(a[0] > 0.0 && a[1] > 0.0 && a[2] < layout.size[0] && a[3] < layout.size[1]);
                covered += (a[2] - a[0]) * (a[3] - a[1]);
                let apart = |b: &[f32; 4]| a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
                assert!(placed[..k].iter().all(apart), "{room:?} {k}");
            }
            let share = covered * layout.scale(room).powi(2) / (room[0] * room[1]);
            assert!(share > 0.5, "{room:?}: {share}");
        }
    }
}
