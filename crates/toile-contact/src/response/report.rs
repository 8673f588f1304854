//! What a response did.

/// Counts of what a response did, and what it left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResponseReport {
    /// Pairs that something was done about.
    pub touched: usize,
    /// Pairs that no direction or mass was found for, which were left alone.
    pub skipped: usize,
    /// Of those touched, pairs that stick.
    pub sticking: usize,
    /// How often all pairs were gone through.
    pub sweeps: usize,
    /// The fastest approach that is left among pairs that should not approach, in m/s.
    pub approach: f64,
    /// Impacts that were found on the way.
    pub impacts: usize,
    /// Zones that move as rigid bodies.
    pub zones: usize,
    /// Vertices in such zones.
    pub zone_vertices: usize,
    /// Impacts that are left because kinematic vertices leave no room.
    pub remaining: usize,
}
