//! The narrow phase against exact answers, published and computed.

// Helpers of tests are not recognised as tests themselves.
#![allow(clippy::unwrap_used)]

mod exact;
mod polynomial;
mod random;
mod separation;
