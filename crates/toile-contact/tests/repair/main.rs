//! Repair of intersecting meshes: single cases with a known right answer, and a statistic over random tangles.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

mod cases;
mod statistic;
mod tangle;
