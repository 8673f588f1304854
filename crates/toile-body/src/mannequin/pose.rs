//! The poses that mannequins come in.

toile_geom::named_enum! {
    /// How a mannequin stands.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Pose: name {
        /// Arms half way down, legs apart: the pose for dressing.
        #[default]
        A = "a",
        /// Arms straight to the sides.
        T = "t",
        /// Arms hanging, clear of the body, feet together.
        Standing = "standing",
    }
}

impl Pose {
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
