//! The narrow phase on published questions with exact answers, and the files that hold them.

// Helpers of tests are not recognised as tests themselves.
#![allow(clippy::unwrap_used)]

#[path = "../../../toile-contact/tests/narrow/exact.rs"]
mod exact;
mod files;
#[allow(dead_code, reason = "the tests of the narrow phase need more of it")]
#[path = "../../../toile-contact/tests/narrow/polynomial.rs"]
mod polynomial;
mod published;
#[allow(dead_code, reason = "shared with the tests of broad phases")]
mod scalable;
