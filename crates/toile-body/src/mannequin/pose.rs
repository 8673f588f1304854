//! The poses that mannequins come in.

/// How a mannequin stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pose {
    /// Arms half way down, legs apart: the pose for dressing.
    #[default]
    A,
    /// Arms straight to the sides.
    T,
    /// Arms hanging, clear of the body, feet together.
    Standing,
}

impl Pose {
    /// All poses.
    pub const ALL: [Self; 3] = [Self::A, Self::T, Self::Standing];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::T => "t",
            Self::Standing => "standing",
        }
    }

    /// The angle between the arms and straight down, in radians.
    pub(crate) fn arm_angle(self) -> f64 {
        match self {
            Self::A => 45.0_f64.to_radians(),
            Self::T => 88.0_f64.to_radians(),
            Self::Standing => 21.0_f64.to_radians(),
        }
    }

    /// How far the ankle is further out than the thigh, as a fraction of the leg's length.
    pub(crate) const fn leg_spread(self) -> f64 {
        match self {
            Self::A | Self::T => 0.075,
            Self::Standing => 0.022,
        }
    }
}
