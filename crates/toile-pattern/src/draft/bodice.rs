//! The block for the upper body that tops, shirts, dresses and jackets are cut from.
//!
//! With girths in metres: a quarter of the bust and its ease is the width at the underarm. The neck is `neck/5 - 2 mm` wide on either side
//! and as deep in front plus 1 cm, 2 cm deep at the back; shoulders fall by 4.5 cm from the neck to the tip. The underarm lies
//! `bust/8 + 10.5 cm` below the nape, plus what the fit drops it by. These are the proportions of metric block drafting
//! as it is taught everywhere, rounded.

use super::pen::{Pen, mirrored, on_fold};
use super::place::{Side, note, place_around};
use crate::curve::Curve;
use crate::measures::DraftMeasures;
use crate::outline::Outline;
use crate::piece::Piece;
use glam::DVec2;

/// What a bodice is drawn by, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bodice {
    /// Half of the neck's width.
    pub(super) neck_width: f64,
    /// Height of the shoulder seam at the neck.
    pub(super) neck_height: f64,
    /// How far below that the neckline is at the centre, in front and at the back.
    pub(super) neck_depths: [f64; 2],
    /// The tip of the shoulder.
    pub(super) tip: DVec2,
    /// A quarter of the girth at the underarm, and its height.
    pub(super) chest: DVec2,
    /// A quarter of the girth at the waist, and its height.
    pub(super) waist: DVec2,
    /// The same at the hip, for garments that go beyond it.
    pub(super) hip: Option<DVec2>,
    /// A quarter of the girth at the hem, and its height.
    pub(super) hem: DVec2,
    /// Where the centre is: 0, or the half of a placket's width.
    pub(super) centre: f64,
    /// The heights of the body's neck in front and at the back, wherever the neckline is.
    pub(super) neck_points: [f64; 2],
}

impl Bodice {
    /// A block with so much ease around the bust, and the underarm dropped by so much.
    pub(super) fn new(body: &DraftMeasures, ease: f64, drop: f64) -> Self {
        let neck_width = body.neck_girth / 5.0 - 0.002;
        let neck_height = body.cervicale_height + 0.02;
        let tip = DVec2::new(0.5 * body.shoulder_width + 0.01, neck_height - 0.045);
        let underarm = body.cervicale_height - (body.bust_girth / 8.0 + 0.105) - drop;
        let chest = 0.25 * (body.bust_girth + ease);
        let neck_depths = [neck_width + 0.01, 0.02];
        Self {
            neck_width,
            neck_height,
            neck_depths,
            tip,
            chest: DVec2::new(chest, underarm),
            waist: DVec2::new(chest, body.waist_height),
            hip: None,
            hem: DVec2::new(chest.max(0.25 * (body.hip_girth + 0.5 * ease)), body.hip_height),
            centre: 0.0,
            neck_points: neck_depths.map(|depth| neck_height - depth),
        }
    }

    /// The outline of half the front, drawn at `x > 0`.
    pub(super) fn front(&self) -> Outline {
        self.half(self.neck_depths[0], 0.025)
    }

    /// The outline of half the back, drawn at `x < 0`.
    pub(super) fn back(&self) -> Outline {
        mirrored(&self.half(self.neck_depths[1], 0.015))
    }

    /// Hem, side, armhole, shoulder, neck, centre; `scoop` is how far the armhole goes in beyond the shoulder tip.
    fn half(&self, neck_depth: f64, scoop: f64) -> Outline {
        let Self { chest, hem, tip, .. } = *self;
        let depth = tip.y - chest.y;
        let neckline = self.neck_height - neck_depth;
        let pen = Pen::at(self.centre, hem.y).line("hem", hem.x, hem.y).hem(0.02);
        let pen = pen.curve("side", self.side());
        let narrow = tip.x - scoop;
        pen.cubic(
            "armhole",
            [narrow + 0.35 * (chest.x - narrow), chest.y],
            [narrow, tip.y - 0.62 * depth],
            [tip.x, tip.y],
        )
        .line("shoulder", self.neck_width, self.neck_height)
        .cubic(
            "neck",
            [self.neck_width - 0.1 * neck_depth, neckline + 0.42 * neck_depth],
            [self.centre + 0.55 * (self.neck_width - self.centre), neckline],
            [self.centre, neckline],
        )
        .close("centre")
    }

    /// The side seam, from the hem to the underarm: upright at the hip and at the waist.
    fn side(&self) -> Curve {
        let Self { chest, waist, hip, hem, .. } = *self;
        let below = hip.unwrap_or(hem);
        if [waist, below, hem].iter().all(|point| (point.x - chest.x).abs() < 1e-9) {
            return Curve::line(hem, chest);
        }
        let mut points = vec![hem];
        if let Some(hip) = hip {
            // Straight down from the hip, or a little flared.
            points.extend([hem.lerp(hip, 1.0 / 3.0), DVec2::new(hip.x, hip.y - (hip.y - hem.y) / 3.0), hip]);
        }
        let (up, down) = (0.4 * (chest.y - waist.y), 0.4 * (waist.y - below.y));
        points.extend([below + DVec2::Y * down, waist - DVec2::Y * down, waist]);
        let slope = 0.3 * (chest.x - waist.x);
        points.extend([waist + DVec2::Y * up, DVec2::new(chest.x - slope, chest.y - up), chest]);
        Curve::Path { points }
    }

    /// Front and back on the fold, placed around the torso.
    pub(super) fn pieces(&self) -> [Piece; 2] {
        let mut front = on_fold("front", self.front(), "centre");
        let mut back = on_fold("back", self.back(), "centre");
        self.place(&mut front, &mut back);
        [front, back]
    }

    /// Notes where both go on the body.
    pub(super) fn place(&self, front: &mut Piece, back: &mut Piece) {
        place_around(front, "torso", Side::Front);
        place_around(back, "torso", Side::Back);
        note(front, "neck_front", 0.0, self.neck_points[0]);
        note(back, "neck_back", 0.0, self.neck_points[1]);
    }
}
