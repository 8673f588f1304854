//! Moving a cloth on, step after step.

mod intersections;

pub use intersections::Intersections;
