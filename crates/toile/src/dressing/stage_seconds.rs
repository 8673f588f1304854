//! How long each stage of dressing took.

use serde::Serialize;
use std::time::Instant;
use toile_dress::DressedOutfit;

/// How long each stage took, in seconds of the clock on the wall, for all garments together. Nothing is left out: together they are all the time
/// that there was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StageSeconds {
    /// Making or reading the body, and finding its landmarks.
    pub body: f64,
    /// Drafting or reading the patterns, and finding out what is worn over what.
    pub pattern: f64,
    /// Meshing the pieces.
    pub mesh: f64,
    /// Placing them around the body.
    pub place: f64,
    /// Joining seams, and taking the start out of the body.
    pub sew: f64,
    /// Closing seams and coming to rest.
    pub drape: f64,
    /// Coming to rest together.
    pub together: f64,
    /// Looking for intersections, and all that is between garments.
    pub check: f64,
    /// Finding out how it fits.
    pub fit: f64,
    /// Moving with the body.
    pub motion: f64,
    /// Drawing pictures and writing files.
    pub write: f64,
}

impl StageSeconds {
    /// The stages of dressing itself.
    pub fn of(outfit: &DressedOutfit) -> Self {
        let mut seconds = Self { together: outfit.seconds_together, ..Self::default() };
        for garment in &outfit.garments {
            seconds.mesh += garment.seconds.mesh;
            seconds.place += garment.seconds.place;
            seconds.sew += garment.seconds.sew;
            seconds.drape += garment.seconds.drape;
        }
        seconds.check = (outfit.seconds - seconds.total()).max(0.0);
        seconds
    }

    /// Adds what others took.
    pub fn add(&mut self, other: &Self) {
        self.body += other.body;
        self.pattern += other.pattern;
        self.mesh += other.mesh;
        self.place += other.place;
        self.sew += other.sew;
        self.drape += other.drape;
        self.together += other.together;
        self.check += other.check;
        self.fit += other.fit;
        self.motion += other.motion;
        self.write += other.write;
    }

    /// All of them.
    pub fn total(&self) -> f64 {
        self.by_name().iter().map(|(_, seconds)| seconds).sum()
    }

    /// All of them with what they are called, in their order.
    pub fn by_name(&self) -> [(&'static str, f64); 11] {
        [
            ("body", self.body),
            ("pattern", self.pattern),
            ("meshing", self.mesh),
            ("placing", self.place),
            ("joining", self.sew),
            ("draping", self.drape),
            ("together", self.together),
            ("checking", self.check),
            ("fit", self.fit),
            ("motion", self.motion),
            ("writing", self.write),
        ]
    }
}

/// Does some work, and adds how long it took.
pub fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let result = work();
    *seconds += clock.elapsed().as_secs_f64();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_garment_counts_is_checking() {
        let outfit = DressedOutfit { seconds: 3.0, seconds_together: 1.0, ..DressedOutfit::default() };
        let seconds = StageSeconds::of(&outfit);
        assert_eq!((seconds.together, seconds.check, seconds.total()), (1.0, 2.0, 3.0));
    }
}
