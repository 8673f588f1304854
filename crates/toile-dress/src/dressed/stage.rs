//! The stages of dressing a garment, and how long they take.

use crate::drape::{DrapeStep, Phase};
use serde::Serialize;
use std::fmt;
use std::time::Instant;

/// What is being done with a garment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DressStage {
    /// Its pieces are meshed.
    Meshing,
    /// The pieces are laid around the body.
    Placing,
    /// Seams are joined, and the start is taken out of the body and of itself.
    Joining,
    /// Seams close; the part of the way that is done.
    Sewing(f64),
    /// The body, slim until now, grows to its own size.
    Growing,
    /// Collars are turned over.
    Turning,
    /// It comes to rest; its mean speed in m/s.
    Draping(f64),
}

impl DressStage {
    /// The stage that a step of draping belongs to.
    pub(crate) fn of(step: &DrapeStep) -> Self {
        match step.phase {
            Phase::Sewing => Self::Sewing(step.sewn),
            Phase::Growing => Self::Growing,
            Phase::Turning => Self::Turning,
            Phase::Draping | Phase::Done => Self::Draping((2.0 * step.run.motion).sqrt()),
        }
    }

    /// About which part of a garment's time is over. How long draping takes is not known before; the slower the cloth, the nearer it is to rest.
    pub fn fraction(&self) -> f64 {
        match self {
            Self::Meshing => 0.0,
            Self::Placing => 0.02,
            Self::Joining => 0.05,
            Self::Sewing(done) => 0.1 + 0.4 * done.clamp(0.0, 1.0),
            Self::Growing => 0.5,
            Self::Turning => 0.6,
            // Between 1 m/s and the 4 mm/s at which cloth is at rest, on a logarithmic scale.
            Self::Draping(speed) => 0.65 + 0.35 * (-speed.max(1e-9).log10() / 2.4).clamp(0.0, 1.0),
        }
    }
}

impl fmt::Display for DressStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Meshing => write!(f, "cutting the pieces"),
            Self::Placing => write!(f, "laying the pieces around the body"),
            Self::Joining => write!(f, "joining the seams"),
            Self::Sewing(done) => write!(f, "sewing, {:.0} %", 100.0 * done),
            Self::Growing => write!(f, "filling it with the body"),
            Self::Turning => write!(f, "turning the collar over"),
            Self::Draping(speed) => write!(f, "draping, {:.1} mm/s", 1e3 * speed),
        }
    }
}

macro_rules! stage_seconds {
    ($($(#[doc = $doc:literal])+ $field:ident $name:literal,)+) => {
        /// How long each stage took, in seconds of the clock on the wall.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
        pub struct StageSeconds {
            $($(#[doc = $doc])+ pub $field: f64,)+
        }

        impl StageSeconds {
            /// Adds what others took.
            pub fn add(&mut self, other: &Self) {
                $(self.$field += other.$field;)+
            }

            /// All of them with what they are called, in their order.
            pub fn by_name(&self) -> Vec<(&'static str, f64)> {
                vec![$(($name, self.$field),)+]
            }
        }
    };
}

stage_seconds! {
    /// Making or reading the body, and finding its landmarks.
    body "body",
    /// Drafting or reading the patterns, and finding out what is worn over what.
    pattern "pattern",
    /// Meshing the pieces.
    mesh "meshing",
    /// Placing them around the body.
    place "placing",
    /// Joining seams, and taking the start out of the body.
    sew "joining",
    /// Closing seams and coming to rest.
    drape "draping",
    /// Coming to rest together.
    together "together",
    /// Looking for intersections.
    check "checking",
    /// Finding out how it fits.
    fit "fit",
    /// Moving with the body.
    motion "motion",
    /// Drawing pictures and writing files.
    write "writing",
}

impl StageSeconds {
    /// All of them.
    pub fn total(&self) -> f64 {
        self.by_name().iter().map(|(_, seconds)| seconds).sum()
    }
}

/// Does some work, and adds how long it took.
pub fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let result = work();
    *seconds += clock.elapsed().as_secs_f64();
    result
}
