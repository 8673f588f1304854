//! How what would collide is pulled back.

/// Settings of [`CollisionFree`](super::CollisionFree) and [`PullBack`](super::PullBack).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeSettings {
    /// How close things may come to each other on the way, in metres. What starts closer may come half as close. Negative values count as 0.
    pub gap: f64,
    /// How often what collides is pulled back to just before it does; what still collides then stays where it starts. The source never needed
    /// more than two rounds.
    pub rounds: usize,
}

impl Default for FreeSettings {
    fn default() -> Self {
        Self { gap: 1e-4, rounds: 4 }
    }
}
