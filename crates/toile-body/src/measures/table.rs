//! The measures by name.

use toile_geom::names::{UnknownName, find};

/// Writes the measures down once: as fields of a plain structure and as names to ask for them by.
macro_rules! measures {
    ($($(#[doc = $doc:literal])+ $variant:ident $field:ident,)+) => {
        /// The measures of a body in metres.
        #[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct Measures {
            $($(#[doc = $doc])+ pub $field: f64,)+
        }

        /// The name of a measure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Measure {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Measure {
            /// All measures.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The name in files and on the command line, such as `waist_girth`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($field),)+
                }
            }
        }

        impl Measures {
            /// One measure.
            pub const fn get(&self, measure: Measure) -> f64 {
                match measure {
                    $(Measure::$variant => self.$field,)+
                }
            }

            /// Changes one measure.
            pub const fn set(&mut self, measure: Measure, metres: f64) {
                match measure {
                    $(Measure::$variant => self.$field = metres,)+
                }
            }
        }
    };
}

measures! {
    /// From the floor to the top of the head.
    Height height,
    /// From the chin to the top of the head, straight up.
    HeadHeight head_height,
    /// Around the head above the ears.
    HeadGirth head_girth,
    /// Around the middle of the neck.
    NeckGirth neck_girth,
    /// From the floor to the seventh vertebra of the neck.
    CervicaleHeight cervicale_height,
    /// From shoulder point to shoulder point, straight across.
    ShoulderWidth shoulder_width,
    /// Around the fullest part of the bust or chest, level.
    BustGirth bust_girth,
    /// From the floor to the bust points.
    BustHeight bust_height,
    /// Between the bust points, straight.
    BustPointWidth bust_point_width,
    /// Around the body just below the bust.
    UnderBustGirth under_bust_girth,
    /// Around the natural waist.
    WaistGirth waist_girth,
    /// From the floor to the waist.
    WaistHeight waist_height,
    /// Around the fullest part of the seat.
    HipGirth hip_girth,
    /// From the floor to the fullest part of the seat.
    HipHeight hip_height,
    /// From the floor to the crotch.
    InsideLegHeight inside_leg_height,
    /// Around the thigh just below the crotch.
    ThighGirth thigh_girth,
    /// From the floor to the middle of the kneecap.
    KneeHeight knee_height,
    /// Around the knee.
    KneeGirth knee_girth,
    /// Around the fullest part of the lower leg.
    CalfGirth calf_girth,
    /// Around the leg where it is thinnest, above the ankle.
    AnkleGirth ankle_girth,
    /// From the shoulder point over the elbow to the wrist.
    ArmLength arm_length,
    /// Around the fullest part of the upper arm.
    UpperArmGirth upper_arm_girth,
    /// Around the straight elbow.
    ElbowGirth elbow_girth,
    /// Around the wrist.
    WristGirth wrist_girth,
    /// From the wrist to the tip of the middle finger.
    HandLength hand_length,
    /// From the heel to the tip of the longest toe.
    FootLength foot_length,
}

impl Measure {
    /// The measure of a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        find("measure", name, Self::ALL.iter().copied(), Self::name)
    }

    /// Whether it goes around the body rather than along it.
    pub fn is_girth(self) -> bool {
        self.name().ends_with("_girth")
    }
}
