//! The block for the upper body that tops, shirts, dresses and jackets are cut from.
//!
//! With girths in metres: a quarter of the bust and its ease is the width at the underarm. The neck is `neck/5 - 2 mm` wide on either side
//! and as deep in front plus 1 cm, 2 cm deep at the back; shoulders fall by 4.5 cm from the neck to the tip. The underarm lies
//! `bust/8 + 10.5 cm` below the nape, plus what the fit drops it by. These are the proportions of metric block drafting
//! as it is taught everywhere, rounded.

use super::pen::{Pen, mirrored, on_fold};
use crate::measures::Measures;
use crate::outline::Outline;
use crate::piece::Piece;
use crate::placement::{LandmarkNote, Pose};
use glam::{DQuat, DVec2, DVec3};

/// How far in front of and behind the body's axis pieces float, in metres.
pub(super) const APART: f64 = 0.3;

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
    /// A quarter of the girth at the hem, and its height.
    pub(super) hem: DVec2,
    /// Where the centre is: 0, or the half of a placket's width.
    pub(super) centre: f64,
}

impl Bodice {
    /// A block with so much ease around the bust, and the underarm dropped by so much.
    pub(super) fn new(body: &Measures, ease: f64, drop: f64) -> Self {
        let neck_width = body.neck_girth / 5.0 - 0.002;
        let neck_height = body.cervicale_height + 0.02;
        let tip = DVec2::new(0.5 * body.shoulder_width + 0.01, neck_height - 0.045);
        let underarm = body.cervicale_height - (body.bust_girth / 8.0 + 0.105) - drop;
        let chest = 0.25 * (body.bust_girth + ease);
        Self {
            neck_width,
            neck_height,
            neck_depths: [neck_width + 0.01, 0.02],
            tip,
            chest: DVec2::new(chest, underarm),
            waist: DVec2::new(chest, body.waist_height),
            hem: DVec2::new(chest.max(0.25 * (body.hip_girth + 0.5 * ease)), body.hip_height),
            centre: 0.0,
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
        let Self { chest, waist, hem, tip, .. } = *self;
        let depth = tip.y - chest.y;
        let neckline = self.neck_height - neck_depth;
        let pen = Pen::at(self.centre, hem.y).line("hem", hem.x, hem.y).hem(0.02);
        let pen = if (waist.x - chest.x).abs() < 1e-9 && (hem.x - chest.x).abs() < 1e-9 {
            pen.line("side", chest.x, chest.y)
        } else {
            let (up, down) = (0.4 * (chest.y - waist.y), 0.4 * (waist.y - hem.y));
            // Through the waist, upright there.
            let lower = crate::curve::Curve::cubic(
                hem,
                DVec2::new(hem.x, hem.y + down),
                DVec2::new(waist.x, waist.y - down),
                waist,
            );
            let upper = [
                DVec2::new(waist.x, waist.y + up),
                DVec2::new(chest.x - 0.3 * (chest.x - waist.x), chest.y - up),
                chest,
            ];
            let points = lower.control_points().into_iter().chain(upper).collect();
            pen.curve("side", crate::curve::Curve::Path { points })
        };
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

    /// Front and back on the fold, placed around the torso.
    pub(super) fn pieces(&self) -> [Piece; 2] {
        let mut front = on_fold("front", self.front(), "centre");
        let mut back = on_fold("back", self.back(), "centre");
        self.place(&mut front, &mut back);
        [front, back]
    }

    /// Notes where both go on the body.
    pub(super) fn place(&self, front: &mut Piece, back: &mut Piece) {
        let at = |depth: f64| DVec2::new(0.0, self.neck_height - depth);
        place_around(front, "torso", false);
        place_around(back, "torso", true);
        front.placement.landmark =
            Some(LandmarkNote { name: "neck-front".into(), at: at(self.neck_depths[0]) });
        back.placement.landmark =
            Some(LandmarkNote { name: "neck-back".into(), at: at(self.neck_depths[1]) });
    }
}

/// A piece that is laid around a segment and floats in front of the body, or behind it.
pub(super) fn place_around(piece: &mut Piece, segment: &str, behind: bool) {
    piece.placement.segment = Some(segment.to_owned());
    piece.placement.up = Some(DVec2::Y);
    let rotation = if behind { DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0) } else { DQuat::IDENTITY };
    let translation = DVec3::new(0.0, 0.0, if behind { -APART } else { APART });
    piece.placement.pose = Some(Pose { rotation, translation });
}
