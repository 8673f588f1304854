//! From which probability on something is sure, is asked, or is not mentioned.

/// What is at least so probable is sewn without asking.
pub const SURE: f64 = 0.9;
/// What is less probable than this is not mentioned.
pub const UNSURE: f64 = 0.1;

/// Whether something so probable is worth a question if everything from `accept` on is taken without one.
pub(crate) fn is_asked(probability: f64, accept: f64) -> bool {
    (UNSURE..accept).contains(&probability)
}
