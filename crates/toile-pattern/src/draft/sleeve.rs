//! Sleeves: drawn for the left arm, seen from outside, the front of the body to the left.
//!
//! The cap is as long as the armhole it is sewn to plus a stated ease, half by half: height and peak are found by bisection.

use super::band::rectangle;
use super::bodice::Bodice;
use super::pen::{Pen, add_hem, length_of, pair, solve};
use super::place::note;
use crate::curve::Curve;
use crate::outline::Outline;
use crate::piece::Piece;
use crate::placement::PiecePose;
use glam::{DQuat, DVec2, DVec3};

/// What a sleeve is drawn by, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sleeve {
    /// Around the upper arm, ease included.
    pub(super) width: f64,
    /// From the shoulder tip to the hem.
    pub(super) length: f64,
    /// Around the hem.
    pub(super) hem: f64,
    /// How much longer the cap is than the armhole, as a share.
    pub(super) ease: f64,
    /// How wide the hem is that is turned in; nothing if a cuff follows.
    pub(super) turned: Option<f64>,
}

/// The two halves of a cap around the origin: from the back underarm up to the peak, and down to the front underarm.
fn cap(width: f64, height: f64, peak: f64) -> [Curve; 2] {
    let half = 0.5 * width;
    let half_cap = |side: f64| {
        let from = DVec2::new(side * half, 0.0);
        let to = DVec2::new(peak, height);
        let reach = side * half - peak;
        Curve::cubic(
            from,
            DVec2::new(side * half - 0.42 * reach, 0.02 * height),
            DVec2::new(peak + 0.48 * reach, height),
            to,
        )
    };
    [half_cap(1.0), half_cap(-1.0).reversed()]
}

impl Sleeve {
    /// The outline for armholes of two lengths, front and back: hem, under-back, cap-back, cap-front, under-front. The origin is the middle
    /// of the upper arm at the height of the underarm. Also the peak of the cap.
    fn outline(&self, armholes: [f64; 2]) -> (Outline, DVec2) {
        let [front, back] = armholes.map(|length| length * (1.0 + self.ease));
        let width = self.width.min(0.92 * (front + back));
        let (mut height, mut peak) = (0.1, 0.0);
        for _ in 0..30 {
            let before = peak;
            let total = |height: f64| cap(width, height, peak).iter().map(Curve::length).sum();
            height = solve(1e-4, 2.0 * (front + back), front + back, total);
            let limit = 0.45 * width;
            peak = solve(-limit, limit, front, |peak| cap(width, height, peak)[1].length());
            if (peak - before).abs() < 1e-8 {
                break;
            }
        }
        let [cap_back, cap_front] = cap(width, height, peak);
        let down = -(self.length - height).max(0.02);
        let (half, hem) = (0.5 * width, 0.5 * self.hem);
        let pen = Pen::at(-hem, down).line("hem", hem, down);
        let pen = if let Some(turned) = self.turned { pen.hem(turned) } else { pen };
        let outline = pen
            .line("under-back", half, 0.0)
            .curve("cap-back", cap_back)
            .curve("cap-front", cap_front)
            .close("under-front");
        (outline, DVec2::new(peak, height))
    }

    /// A pair of sleeves for a bodice, placed along the arms.
    pub(super) fn piece(&self, bodice: &Bodice) -> Piece {
        let armholes = [length_of(&bodice.front(), "armhole"), length_of(&bodice.back(), "armhole")];
        let (outline, peak) = self.outline(armholes);
        let mut piece = pair("sleeve", outline);
        piece.placement.segment = Some("left_arm".into());
        piece.placement.up = Some(DVec2::Y);
        note(&mut piece, "left_shoulder", peak.x, peak.y);
        // Seen from the wearer's left, hanging at 45 degrees from the shoulder.
        let hang = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        let rotation = hang * DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
        let shoulder = DVec3::new(bodice.tip.x + 0.12, bodice.tip.y, 0.0);
        piece.placement.pose = Some(PiecePose { rotation, translation: shoulder - hang * DVec3::Y * peak.y });
        piece
    }
}

/// A pair of cuffs so long around, for sleeves that end above them: drawn 2 cm below the sleeve, the wrist 1 cm above their lower edge. Their
/// ends meet below the arm, where the landmark of the wrist is.
pub(super) fn cuffs(sleeve: &Piece, girth: f64, height: f64) -> Piece {
    let low = sleeve.outline.bounds()[0].y - 0.02 - height;
    let mut cuff = pair("cuff", rectangle(DVec2::new(-0.5 * girth, low), girth, height));
    cuff.placement.clone_from(&sleeve.placement);
    note(&mut cuff, "left_wrist", -0.5 * girth, low + 0.01);
    cuff.grain = 0.0;
    add_hem(&mut cuff, &["bottom"], 0.01);
    cuff
}
