//! Responses: what they promise, by hand, by chance, and on the experiments of their sources.

mod incline;
mod pairs;
mod properties;
