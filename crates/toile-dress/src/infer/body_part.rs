//! The parts of a body that pieces lie on, and the landmarks that lie there.

use toile_body::segments::Segment;

toile_geom::named_enum! {
    /// A part of a body as clothes know it: one hull that pieces are bent around (Fuhrmann 2006, table 3.4).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum BodyPart: words {
        /// Neck and head.
        Neck = "neck",
        /// The left arm.
        LeftArm = "left arm",
        /// The right arm.
        RightArm = "right arm",
        /// The trunk from neck to crotch.
        Torso = "torso",
        /// The left leg up to the waist.
        LeftLeg = "left leg",
        /// The right leg up to the waist.
        RightLeg = "right leg",
        /// Both legs together up to the waist, as in a skirt.
        BothLegs = "both legs",
        /// Trunk and legs together, as in a dress.
        TorsoAndLegs = "torso and legs",
    }
}

/// Regions of the skin that parts consist of, as bits.
mod zone {
    pub(super) const NECK: u8 = 1;
    pub(super) const LEFT_ARM: u8 = 1 << 1;
    pub(super) const RIGHT_ARM: u8 = 1 << 2;
    pub(super) const CHEST: u8 = 1 << 3;
    pub(super) const HIP: u8 = 1 << 4;
    pub(super) const LEFT_LEG: u8 = 1 << 5;
    pub(super) const RIGHT_LEG: u8 = 1 << 6;
}

impl BodyPart {
    /// The part that pieces noted for a segment of a body lie on.
    pub const fn of_segment(segment: Segment) -> Self {
        match segment {
            Segment::Neck => Self::Neck,
            Segment::LeftArm => Self::LeftArm,
            Segment::RightArm => Self::RightArm,
            Segment::UpperTorso | Segment::LowerTorso | Segment::Torso => Self::Torso,
            Segment::LeftLeg | Segment::LeftLowerBody => Self::LeftLeg,
            Segment::RightLeg | Segment::RightLowerBody => Self::RightLeg,
            Segment::LowerBody => Self::BothLegs,
        }
    }

    /// The part of a note in a pattern file.
    pub fn of_note(note: &str) -> Option<Self> {
        let name = note.replace('-', "_");
        if name == "torso_and_legs" {
            return Some(Self::TorsoAndLegs);
        }
        Segment::ALL.into_iter().find(|segment| segment.name() == name).map(Self::of_segment)
    }

    const fn zones(self) -> u8 {
        use zone::{CHEST, HIP, LEFT_ARM, LEFT_LEG, NECK, RIGHT_ARM, RIGHT_LEG};
        match self {
            Self::Neck => NECK,
            Self::LeftArm => LEFT_ARM,
            Self::RightArm => RIGHT_ARM,
            Self::Torso => CHEST | HIP,
            Self::LeftLeg => HIP | LEFT_LEG,
            Self::RightLeg => HIP | RIGHT_LEG,
            Self::BothLegs => HIP | LEFT_LEG | RIGHT_LEG,
            Self::TorsoAndLegs => CHEST | HIP | LEFT_LEG | RIGHT_LEG,
        }
    }

    /// Whether cloth on both can lie one over the other.
    pub const fn overlaps(self, other: Self) -> bool {
        self.zones() & other.zones() != 0
    }

    /// Whether a landmark lies on it; none for a landmark that is not among those of garments.
    pub fn has_landmark(self, landmark: &str) -> Option<bool> {
        let name = landmark.replace('-', "_");
        let (_, parts) = LANDMARKS.iter().find(|(known, _)| *known == name)?;
        Some(parts.contains(&self))
    }
}

/// The landmarks that garments are placed by, and the parts that each lies on. One may lie on several.
pub const LANDMARKS: [(&str, &[BodyPart]); 20] = {
    use BodyPart::{BothLegs, LeftArm, LeftLeg, Neck, RightArm, RightLeg, Torso, TorsoAndLegs};
    [
        ("neck_back", &[Neck, Torso, TorsoAndLegs]),
        ("neck_front", &[Neck, Torso, TorsoAndLegs]),
        ("neck_side_left", &[Neck, Torso, TorsoAndLegs]),
        ("neck_side_right", &[Neck, Torso, TorsoAndLegs]),
        ("left_shoulder", &[LeftArm, Torso, TorsoAndLegs]),
        ("right_shoulder", &[RightArm, Torso, TorsoAndLegs]),
        ("left_wrist", &[LeftArm]),
        ("right_wrist", &[RightArm]),
        ("left_nipple", &[Torso, TorsoAndLegs]),
        ("right_nipple", &[Torso, TorsoAndLegs]),
        ("waist_front", &[Torso, BothLegs, TorsoAndLegs]),
        ("waist_back", &[Torso, BothLegs, TorsoAndLegs]),
        ("hip_front", &[Torso, BothLegs, TorsoAndLegs]),
        ("hip_back", &[Torso, BothLegs, TorsoAndLegs]),
        ("left_hip", &[LeftLeg, BothLegs, Torso, TorsoAndLegs]),
        ("right_hip", &[RightLeg, BothLegs, Torso, TorsoAndLegs]),
        ("left_waist_to_hip", &[LeftLeg, BothLegs, Torso, TorsoAndLegs]),
        ("right_waist_to_hip", &[RightLeg, BothLegs, Torso, TorsoAndLegs]),
        ("left_knee", &[LeftLeg, BothLegs, TorsoAndLegs]),
        ("right_knee", &[RightLeg, BothLegs, TorsoAndLegs]),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_overlap_where_their_skin_does() {
        assert!(BodyPart::Torso.overlaps(BodyPart::LeftLeg), "both have the hip");
        assert!(!BodyPart::LeftArm.overlaps(BodyPart::Torso));
        assert!(!BodyPart::Neck.overlaps(BodyPart::TorsoAndLegs));
        for one in BodyPart::ALL {
            assert!(one.overlaps(one));
            for other in BodyPart::ALL {
                assert_eq!(one.overlaps(other), other.overlaps(one));
            }
        }
    }

    #[test]
    fn notes_of_all_segments_are_known() {
        for segment in Segment::ALL {
            assert_eq!(BodyPart::of_note(segment.name()), Some(BodyPart::of_segment(segment)));
        }
        assert_eq!(BodyPart::of_note("left-arm"), Some(BodyPart::LeftArm));
        assert_eq!(BodyPart::of_note("tail"), None);
        assert_eq!(BodyPart::Neck.has_landmark("neck-back"), Some(true));
        assert_eq!(BodyPart::LeftArm.has_landmark("waist_back"), Some(false));
        assert_eq!(BodyPart::LeftArm.has_landmark("nose"), None);
    }
}
