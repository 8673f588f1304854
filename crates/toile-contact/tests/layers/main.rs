//! The order of layers: found, checked, put right, changed during a run.

mod bad_input;
mod infer;
mod order;
mod outfit;
mod restore;
