//! What pieces are and where on the body they belong: by their notes and names, by where a file has put them in space, or else by the shape of what
//! they are sewn to.
//!
//! Placing and the ontology ask here, and so agree.

mod around;
mod body_part;
mod by_notes;
mod by_placement;
mod by_shape;
mod kind;
mod limb;
mod openings;
mod piece_class;
mod top;

pub use body_part::{BodyPart, LANDMARKS};
pub(crate) use by_notes::{Notes, angle_of_name, inferred, is_side_guessed, side_of};
pub(crate) use limb::Limb;
pub use piece_class::PieceClass;

use std::f64::consts::PI;
use toile_body::segments::Segment;
use toile_pattern::Garment;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::piece::Piece;

/// What was found out about a piece.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inference {
    /// The segment of the body that it goes around.
    pub(crate) segment: Segment,
    /// What it is.
    pub(crate) class: PieceClass,
    /// Where its middle lies around the body, as an angle from the front towards the left, if the shape tells.
    pub(crate) around: Option<f64>,
    /// Whether there is hardly any doubt. A tube may be a skirt or a top; what has two legs or two arms and a neck has them.
    sure: bool,
    /// Why, in words that follow the name of the segment.
    pub(crate) reason: String,
}

/// What notes and names tell of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Told {
    /// The segment of the body that it goes around.
    pub(crate) segment: Segment,
    /// Whether they tell left from right.
    side_is_known: bool,
}

impl Told {
    /// Whether there is nothing to be found out.
    fn is_all(self) -> bool {
        self.side_is_known || mirrored(self.segment) == self.segment
    }
}

/// What can be found out about the pieces of a garment as cut that notes and names do not say, or not on which side. What they do say counts: shapes that
/// contradict it are not believed. `all` is where the whole garment belongs, if its name tells.
fn infer_rest(
    garment: &Garment,
    measures: &DraftMeasures,
    told: &[Option<Told>],
    all: Option<Segment>,
) -> Vec<Option<Inference>> {
    let placed = by_placement::by_placement(garment, measures);
    let mut shapes = by_shape::by_shape(garment, measures);
    if garment.pieces.iter().any(|piece| piece.placement.back_to_front) {
        shapes.iter_mut().flatten().for_each(Inference::turn_about);
    }
    for (shape, piece) in shapes.iter_mut().zip(&garment.pieces) {
        // Fronts reach the opening of the neck, too, and are no collars.
        if let Some(shape) = shape.as_mut().filter(|shape| shape.segment == Segment::Neck)
            && angle_of_name(piece).is_some()
        {
            (shape.segment, shape.class, shape.sure) = (Segment::Torso, PieceClass::Panel, false);
            "by its name, which is that of a front or a back".clone_into(&mut shape.reason);
        }
    }
    if agrees_with(&shapes, told, all) {
        turn_as_told(&mut shapes, garment, told);
    } else {
        shapes.fill(None);
    }
    let each = placed.into_iter().zip(shapes).zip(told).zip(&garment.pieces);
    each.map(|(((placed, shape), told), piece)| match told {
        None => better(placed, shape, piece),
        Some(told) => shape.filter(|shape| !told.is_all() && shape.sure),
    })
    .collect()
}

/// What counts of a place in a file and a shape. Where they agree, the place does, which knows left and right; where not, cuffs may float at the waist and
/// collars in front of the chest, but what is sewn like trousers or a top is one.
fn better(placed: Option<Inference>, shape: Option<Inference>, piece: &Piece) -> Option<Inference> {
    match (placed, shape) {
        (Some(placed), Some(shape)) if place_of(placed.segment) == place_of(shape.segment) => {
            let class = if shape.sure { shape.class } else { placed.class };
            Some(Inference { class, ..placed })
        }
        (Some(_), Some(mut shape)) if shape.sure => {
            let left = side_of(piece).0;
            let is_left =
                matches!(shape.segment, Segment::LeftArm | Segment::LeftLeg | Segment::LeftLowerBody);
            if mirrored(shape.segment) != shape.segment && is_left != left {
                shape.segment = mirrored(shape.segment);
            }
            Some(shape)
        }
        (placed, shape) => placed.or(shape),
    }
}

/// Whether shapes say the same as notes and names of other pieces, whatever side. What belongs to the lower body may be a skirt or trousers.
fn agrees_with(shapes: &[Option<Inference>], told: &[Option<Told>], all: Option<Segment>) -> bool {
    let is_lower = |segment: Segment| {
        matches!(segment, Segment::LowerBody | Segment::LowerTorso)
            || matches!(Limb::of(segment), Limb::Leg(_))
    };
    let mut known = shapes.iter().zip(told).filter_map(|(shape, told)| Some((shape.as_ref()?, told)));
    known.all(|(shape, told)| match (told, all) {
        (Some(told), _) => place_of(shape.segment) == place_of(told.segment),
        (None, Some(all)) => {
            place_of(shape.segment) == place_of(all) || (is_lower(all) && is_lower(shape.segment))
        }
        (None, None) => true,
    })
}

/// Turns shapes about if they have taken left for right or front for back, by the notes and names of other pieces.
fn turn_as_told(shapes: &mut [Option<Inference>], garment: &Garment, told: &[Option<Told>]) {
    let (mut right, mut wrong) = (0, 0);
    for ((shape, told), piece) in shapes.iter().zip(told).zip(&garment.pieces) {
        let Some(shape) = shape else { continue };
        if let Some(told) = told.filter(|told| told.side_is_known && mirrored(told.segment) != told.segment) {
            right += usize::from(shape.segment == told.segment);
            wrong += usize::from(shape.segment == mirrored(told.segment));
        }
        if let (Some(angle), Some(named)) = (shape.around, angle_of_name(piece)) {
            right += usize::from((angle - named).cos() > 0.5);
            wrong += usize::from((angle - named).cos() < -0.5);
        }
    }
    if wrong > right {
        shapes.iter_mut().flatten().for_each(Inference::turn_about);
    }
}

impl Inference {
    /// Turns it about the body by half a turn.
    fn turn_about(&mut self) {
        self.segment = mirrored(self.segment);
        self.around = self.around.map(|angle| angle + PI);
    }
}

/// What names and shapes must agree on: limbs, whatever side, and upper or lower part of the trunk.
fn place_of(segment: Segment) -> &'static str {
    match segment {
        Segment::LeftArm | Segment::RightArm => "arm",
        Segment::LeftLeg | Segment::RightLeg | Segment::LeftLowerBody | Segment::RightLowerBody => "leg",
        Segment::Neck => "neck",
        Segment::LowerTorso | Segment::LowerBody => "lower body",
        Segment::UpperTorso | Segment::Torso => "torso",
    }
}

/// The same on the other side of the body.
fn mirrored(segment: Segment) -> Segment {
    match segment {
        Segment::LeftArm => Segment::RightArm,
        Segment::RightArm => Segment::LeftArm,
        Segment::LeftLeg => Segment::RightLeg,
        Segment::RightLeg => Segment::LeftLeg,
        Segment::LeftLowerBody => Segment::RightLowerBody,
        Segment::RightLowerBody => Segment::LeftLowerBody,
        middle => middle,
    }
}

/// The left or the right one of two things.
fn sided<T>(left: bool, one: T, other: T) -> T {
    if left { one } else { other }
}
