//! What the guide shows is what is compiled.

use std::fs;

#[test]
fn the_example_of_the_guide_is_that_of_the_module() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let guide = fs::read_to_string(format!("{root}/docs/src/library.md")).unwrap();
    let shown = guide.split("```rust,ignore\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let module = fs::read_to_string(format!("{root}/crates/toile/src/dressing/mod.rs")).unwrap();
    let lines = module
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    let compiled: Vec<&str> = lines
        .skip_while(|line| !line.starts_with("```"))
        .skip(1)
        .take_while(|line| !line.starts_with("# "))
        .collect();
    assert_eq!(shown.lines().collect::<Vec<_>>(), compiled);
    assert!(compiled.iter().filter(|line| !line.is_empty()).count() <= 10, "ten lines");
}
