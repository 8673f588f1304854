//! Where pieces belong by where a file has put them: programs float pieces around a body of their own, near where they are worn.
//!
//! That body is another one than the one to dress. Its floor or its waist is at height 0, which the height of the garment tells; the rest is compared by
//! shares of a body's height.

use super::openings::SewnEdges;
use super::{Inference, PieceClass, sided};
use glam::DVec3;
use toile_body::segments::Segment;
use toile_pattern::Garment;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::piece::Piece;

/// The box around a piece in its pose.
#[derive(Clone, Copy)]
struct Posed {
    low: DVec3,
    high: DVec3,
    area: f64,
}

impl Posed {
    fn of(piece: &Piece) -> Option<Self> {
        let pose = piece.placement.pose?;
        let mut found = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY, area: piece.area() };
        for point in piece.outline.flattened(2e-3) {
            let place = pose.place(point);
            found = Self { low: found.low.min(place), high: found.high.max(place), ..found };
        }
        (found.low.x <= found.high.x).then_some(found)
    }

    /// The side it is on, if it does not reach across the middle; true for the left one.
    fn side(&self) -> Option<bool> {
        let across = 0.15 * (self.high.x - self.low.x) + 0.01;
        if self.low.x > -across { Some(true) } else { (self.high.x < across).then_some(false) }
    }

    /// How near to the middle of the body it begins.
    fn inner(&self) -> f64 {
        if self.low.x > 0.0 { self.low.x } else { (-self.high.x).max(0.0) }
    }

    /// How far from the middle of the body it ends.
    fn outer(&self) -> f64 {
        self.high.x.max(-self.low.x)
    }

    fn height(&self) -> f64 {
        self.high.y - self.low.y
    }
}

/// Heights of the body that a file has placed pieces around.
struct Heights {
    waist: f64,
    /// Below the armpits, and above what skirts that are laid out flat reach.
    chest: f64,
}

/// How tall people are that patterns are drawn for, if the body to dress is a child in a garment for adults, in metres.
const ADULT: f64 = 1.7;

impl Heights {
    fn of(top: f64, measures: &DraftMeasures) -> Self {
        // Nothing that is worn ends below the knees at the top: such heights are counted from the waist.
        let tall = if top > 0.95 * measures.height { ADULT } else { measures.height };
        let floor = if top > 0.4 * measures.height { 0.0 } else { -measures.waist_height };
        let share = |height: f64| floor + tall * height / measures.height;
        let chest = measures.waist_height + 0.75 * (measures.bust_height - measures.waist_height);
        Self { waist: share(measures.waist_height), chest: share(chest) }
    }
}

/// What the poses of a file tell; nothing of pieces without one, or if less than all that are sewn have one.
pub(super) fn by_placement(garment: &Garment, measures: &DraftMeasures) -> Vec<Option<Inference>> {
    let posed: Vec<Option<Posed>> = garment.pieces.iter().map(Posed::of).collect();
    let nothing = vec![None; posed.len()];
    let Some(all) = posed.iter().copied().collect::<Option<Vec<Posed>>>() else { return nothing };
    // Pieces that all lie at one place have not been placed at all.
    let spread = |of: fn(&Posed) -> f64| {
        let values = || all.iter().map(of);
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    if all.len() < 2 || spread(|p| p.low.z + p.high.z) < 0.05 && spread(|p| p.low.y + p.high.y) < 0.05 {
        return nothing;
    }
    let top = all.iter().map(|piece| piece.high.y).fold(f64::NEG_INFINITY, f64::max);
    let scene = Scene { all: &all, heights: Heights::of(top, measures), measures, legs: has_legs(garment) };
    (0..all.len()).map(|piece| Some(scene.tell(piece))).collect()
}

/// Whether a garment has two legs, by its openings: those of trousers are three, of a jumpsuit five.
fn has_legs(garment: &Garment) -> bool {
    let openings = SewnEdges::of(garment).map(|edges| edges.openings(&vec![true; garment.pieces.len()]));
    openings.is_some_and(|openings| openings.len() % 2 == 1)
}

/// All pieces where a file has put them.
struct Scene<'a> {
    all: &'a [Posed],
    heights: Heights,
    measures: &'a DraftMeasures,
    legs: bool,
}

impl Scene<'_> {
    fn tell(&self, piece: usize) -> Inference {
        let posed = &self.all[piece];
        let found = self.arm(posed).or_else(|| self.neck(piece)).or_else(|| self.band(piece));
        let (segment, class, what) = found.unwrap_or_else(|| self.body(posed));
        let cm = |metres: f64| 100.0 * metres;
        let reason = format!(
            "by its place in the file: {what}, {:.0} to {:.0} cm high where the waist is at {:.0}",
            cm(posed.low.y),
            cm(posed.high.y),
            cm(self.heights.waist)
        );
        Inference { segment, class, around: None, sure: true, reason }
    }

    /// A piece beside the chest that begins at the shoulder and reaches out.
    fn arm(&self, posed: &Posed) -> Option<(Segment, PieceClass, &'static str)> {
        let left = posed.side()?;
        let wide = (0.25 * self.measures.bust_girth + 0.05).max(0.3);
        let reaches_out = posed.outer() > wide && posed.high.x - posed.low.x > 0.45 * posed.height();
        let beside = posed.inner() > 0.18 || posed.inner() > 0.08 && reaches_out;
        let is_flat = posed.high.x - posed.low.x > 0.02;
        let is_arm = beside && is_flat && posed.high.y > self.heights.chest;
        is_arm.then(|| {
            let class = if posed.height() < 0.1 { PieceClass::Cuff } else { PieceClass::Sleeve };
            let what = sided(left, "beside the left arm", "beside the right arm");
            (sided(left, Segment::LeftArm, Segment::RightArm), class, what)
        })
    }

    /// A piece above all larger ones, if these reach the chest.
    fn neck(&self, piece: usize) -> Option<(Segment, PieceClass, &'static str)> {
        let posed = &self.all[piece];
        let larger =
            self.all.iter().filter(|other| other.area > 1.05 * posed.area && self.arm(other).is_none());
        let top = larger.map(|other| other.high.y).fold(f64::NEG_INFINITY, f64::max);
        let is_neck = top > self.heights.chest && posed.low.y > top - 0.06;
        let class = if posed.height() > 0.2 { PieceClass::Hood } else { PieceClass::Neckband };
        is_neck.then_some((Segment::Neck, class, "above the shoulders"))
    }

    /// A low piece at the waist, with larger ones below it.
    fn band(&self, piece: usize) -> Option<(Segment, PieceClass, &'static str)> {
        let posed = &self.all[piece];
        let middle = 0.5 * (posed.low.y + posed.high.y);
        let is_low = posed.height() < 0.16 && (middle - self.heights.waist).abs() < 0.15;
        let hangs =
            |other: &Posed| other.area > posed.area && 0.5 * (other.low.y + other.high.y) < posed.low.y;
        let is_wide =
            posed.high.x - posed.low.x > posed.height() || posed.high.z - posed.low.z > posed.height();
        let is_band = is_low && is_wide && self.all.iter().any(hangs);
        is_band.then_some((
            Segment::LowerTorso,
            PieceClass::Waistband,
            "a low piece at the waist, above others",
        ))
    }

    /// What is on no limb and is no band: on the trunk, or below it.
    fn body(&self, posed: &Posed) -> (Segment, PieceClass, &'static str) {
        if posed.high.y > self.heights.chest {
            return (Segment::Torso, PieceClass::Panel, "in front of, behind or beside the chest");
        }
        match posed.side().filter(|_| self.legs) {
            Some(left) => (
                sided(left, Segment::LeftLowerBody, Segment::RightLowerBody),
                PieceClass::LegPanel,
                sided(
                    left,
                    "beside the left leg of a garment with two",
                    "beside the right leg of a garment with two",
                ),
            ),
            None if self.is_hemband(posed) => {
                (Segment::Torso, PieceClass::Hemband, "below what is on the chest")
            }
            None => (Segment::LowerBody, PieceClass::SkirtPanel, "below the chest, around both legs"),
        }
    }

    /// Whether a low piece hangs at the end of a top.
    fn is_hemband(&self, posed: &Posed) -> bool {
        let is_above = |other: &Posed| {
            other.area > posed.area && other.high.y > self.heights.chest && other.low.y < posed.high.y + 0.1
        };
        posed.height() < 0.16 && self.all.iter().any(is_above)
    }
}
