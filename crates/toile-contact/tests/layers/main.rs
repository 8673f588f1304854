//! The order of layers: found, checked, put right, changed during a run.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

mod bad_input;
mod infer;
mod order;
mod outfit;
mod restore;
