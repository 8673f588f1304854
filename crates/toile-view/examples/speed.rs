//! speed
fn main() {}
