//! Why landmarks could not be found.

/// A rule for the pose that a body breaks.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PoseError {
    /// The mesh has no triangles or is far too small or large to be a body in metres.
    #[error("a body of {}: between 0.4 and 3 m is expected; check its unit and its up axis", tall(*.height))]
    NotABody {
        /// Its height.
        height: f64,
    },
    /// There are no two legs at all.
    #[error(
        "no two legs were found: a body that stands upright on two legs is expected, which are apart below the crotch"
    )]
    NoLegs,
    /// The legs are not apart below the crotch.
    #[error(
        "thighs touch below the crotch (at a height of {height:.2} m): the legs must be slightly apart so that cloth can pass between them"
    )]
    ThighsTouch {
        /// Where they meet.
        height: f64,
    },
    /// The arms are not held away from the trunk.
    #[error(
        "the {side} arm touches the torso (at a height of {height:.2} m): arms must be held away from it, as in an A- or T-pose"
    )]
    ArmTouchesTorso {
        /// Which arm.
        side: &'static str,
        /// Where they meet.
        height: f64,
    },
    /// The body is not upright.
    #[error("the body is not upright: no trunk was found above the legs, or no head above the trunk")]
    NotUpright,
    /// An arm could not be followed to the hand.
    #[error(
        "the {side} arm could not be followed to the hand: it must be there, stretched, and in one piece with the body"
    )]
    NoArm {
        /// Which arm.
        side: &'static str,
    },
}

/// A height in words; those of bodies in centimetres, all others as a power of ten.
fn tall(height: f64) -> String {
    if (0.01..1e4).contains(&height) { format!("{height:.2} m") } else { format!("{height:.1e} m") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_told_whatever_they_are() {
        let words = |height| PoseError::NotABody { height }.to_string();
        assert!(words(0.25).starts_with("a body of 0.25 m: between"), "{}", words(0.25));
        assert!(words(1.6e-6).starts_with("a body of 1.6e-6 m: between"), "{}", words(1.6e-6));
    }
}
