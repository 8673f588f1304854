//! The command `toile`.

fn main() {}
