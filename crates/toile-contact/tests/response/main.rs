//! Responses: what they promise, by hand, by chance, and on the experiments of their sources.

mod experiments;
mod incline;
mod pairs;
mod properties;
