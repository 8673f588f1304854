//! Why landmarks could not be found.

/// A rule for the pose that a body breaks.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PoseError {
    /// The mesh has no triangles or is far too small or large to be a body in metres.
    #[error("a body of {height:.2} m: between 0.4 and 3 m is expected; check its unit and its up axis")]
    NotABody {
        /// Its height.
        height: f64,
    },
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
        "the {side} arm could not be followed to the hand: it must be stretched and in one piece with the body"
    )]
    NoArm {
        /// Which arm.
        side: &'static str,
    },
}
