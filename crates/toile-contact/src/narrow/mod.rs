//! The narrow phase: candidate pairs of a broad phase decided one by one.
//!
//! | module | answers |
//! |---|---|
//! | [`ccd`] | when do two moving things first touch |
//! | [`queries`] | such questions from files, with the known answers |

pub mod ccd;
pub mod queries;
