//! Names of pieces and edges that seams can tell apart.

use std::collections::HashSet;

/// A name without what has a meaning in seams, and not empty.
pub(crate) fn clean_name(name: &str) -> String {
    let clean = name.replace('[', "(").replace(']', ")").replace(" + ", " and ");
    let clean = clean.trim_start_matches(|c: char| c == '-' || c.is_whitespace()).trim_end();
    if clean.is_empty() { "unnamed".to_owned() } else { clean.to_owned() }
}

/// The name itself, or the name with the first number that makes it one of its own.
pub(crate) fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut free = name.to_owned();
    let mut number = 2_u64;
    while taken(&free) {
        free = format!("{name}-{number}");
        number += 1;
    }
    free
}

/// As [`free_name`], among names of which there may be thousands that differ in their numbers only.
pub(crate) fn free_name_among<'a>(name: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken: HashSet<&str> = taken.collect();
    free_name(name, |name| taken.contains(name))
}
