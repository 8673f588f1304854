//! Friction in the solvers against theory: slopes, Euler's belt, and what the terms of a law do.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

mod ball;
mod belt;
mod drag;
mod sheets;
mod slope;
mod terms;
