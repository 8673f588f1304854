//! The kinds of the segments of a body.

use toile_body::segments::{Part, Segment};

/// The kind of a segment, for what differs between trunk, arms, legs and neck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limb {
    /// The torso or a part of it, maybe with both legs.
    Trunk,
    /// An arm; true for the left one.
    Arm(bool),
    /// A leg with its half of the lower torso; true for the left one.
    Leg(bool),
    /// Neck and head.
    Neck,
}

impl Limb {
    /// The kind of a segment.
    pub(crate) fn of(segment: Segment) -> Self {
        match segment {
            Segment::LeftArm => Self::Arm(true),
            Segment::RightArm => Self::Arm(false),
            Segment::LeftLeg | Segment::LeftLowerBody => Self::Leg(true),
            Segment::RightLeg | Segment::RightLowerBody => Self::Leg(false),
            Segment::Neck => Self::Neck,
            Segment::LowerTorso | Segment::UpperTorso | Segment::LowerBody | Segment::Torso => Self::Trunk,
        }
    }

    /// The parts of the body that a hull around it encloses, as far as they are as high as its pieces.
    pub(crate) fn parts(self) -> &'static [Part] {
        match self {
            Self::Trunk => &[Part::Upper, Part::LowerLeft, Part::LowerRight, Part::LeftLeg, Part::RightLeg],
            Self::Arm(true) => &[Part::LeftArm],
            Self::Arm(false) => &[Part::RightArm],
            Self::Leg(true) => &[Part::LowerLeft, Part::LeftLeg],
            Self::Leg(false) => &[Part::LowerRight, Part::RightLeg],
            Self::Neck => &[Part::Neck],
        }
    }
}
