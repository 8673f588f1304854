//! The elements against what a continuous sheet does.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

mod bending;
mod cantilever;
mod membrane;
mod motion;
mod sheets;
