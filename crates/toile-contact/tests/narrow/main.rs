//! The narrow phase against exact answers, published and computed.

// Helpers of tests are not recognised as tests themselves.
#![allow(clippy::unwrap_used)]

mod exact;
mod files;
mod polynomial;
mod published;
mod random;
#[allow(dead_code, reason = "shared with the tests of broad phases")]
mod scalable;
mod separation;
