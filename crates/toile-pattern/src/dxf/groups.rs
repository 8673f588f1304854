//! The pairs of lines that a DXF file is made of, and the entities that they make.

use super::damage::Damage;
use crate::error::{PatternError, PatternPlace};
use glam::DVec2;

/// Numbers beyond this are no lengths.
const FARTHEST: f64 = 1e9;

/// An entity: its kind, and its pairs of code and value.
pub(super) struct Entity<'a> {
    pub(super) kind: &'a str,
    pub(super) line: usize,
    pub(super) pairs: Vec<(i32, &'a str)>,
    /// Whether lines of it are missing.
    pub(super) broken: bool,
}

impl<'a> Entity<'a> {
    /// The first value of a code.
    pub(super) fn text(&self, code: i32) -> Option<&'a str> {
        self.pairs.iter().find(|pair| pair.0 == code).map(|pair| pair.1)
    }

    /// All values of a code, as long as they are numbers.
    pub(super) fn numbers(&self, code: i32) -> Option<Vec<f64>> {
        self.pairs.iter().filter(|pair| pair.0 == code).map(|pair| number(pair.1)).collect()
    }

    pub(super) fn number(&self, code: i32) -> Option<f64> {
        number(self.text(code)?)
    }

    /// A whole number, 0 if there is none.
    pub(super) fn flags(&self, code: i32) -> i64 {
        self.number(code).map_or(0, |number| number as i64)
    }

    pub(super) fn point(&self, code: i32) -> Option<DVec2> {
        Some(DVec2::new(self.number(code)?, self.number(code + 10)?))
    }

    /// All points of a code.
    pub(super) fn points(&self, code: i32) -> Option<Vec<DVec2>> {
        let (xs, ys) = (self.numbers(code)?, self.numbers(code + 10)?);
        (xs.len() == ys.len()).then(|| xs.into_iter().zip(ys).map(DVec2::from).collect())
    }

    pub(super) fn layer(&self) -> &'a str {
        self.text(8).unwrap_or("0")
    }

    /// Whether its plane is seen from behind: then `x` points the other way.
    pub(super) fn is_turned_over(&self) -> bool {
        self.number(230).is_some_and(|z| z < 0.0)
    }
}

/// A number; some write a comma for the point.
pub(super) fn number(text: &str) -> Option<f64> {
    let number = if text.contains(',') { text.replace(',', ".").parse() } else { text.parse() };
    number.ok().filter(|number: &f64| number.abs() < FARTHEST)
}

/// Whether a word is the kind of an entity.
fn is_kind(word: &str) -> bool {
    let rest = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    word.len() > 2 && word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(rest)
}

/// Splits a file into entities. Where lines are missing, the entity there is broken, and reading goes on with the next one.
pub(super) fn entities<'a>(text: &'a str, damage: &mut Damage) -> Vec<Entity<'a>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let mut entities: Vec<Entity<'_>> = Vec::new();
    let mut at = 0;
    while at < end {
        let Some(&value) = lines.get(at + 1) else {
            let place = PatternPlace::at_line(text, at + 1);
            let cause = "the file ends in the middle of a pair";
            damage.add(PatternError::new(place, cause, "copy the whole file again"));
            break_last(&mut entities);
            break;
        };
        match lines[at].parse::<i32>() {
            // The end of a file may be cut off with its line.
            Ok(0) if is_kind(value) => {
                entities.push(Entity { kind: value, line: at + 1, pairs: Vec::new(), broken: false });
            }
            Ok(code) if code != 0 => {
                if let Some(entity) = entities.last_mut() {
                    entity.pairs.push((code, value));
                }
            }
            _ => {
                damage.add(lost(text, at, lines[at]));
                break_last(&mut entities);
                at = next_entity(&lines, at);
                continue;
            }
        }
        at += 2;
    }
    entities
}

fn break_last(entities: &mut [Entity<'_>]) {
    if let Some(entity) = entities.last_mut() {
        entity.broken = true;
    }
}

fn lost(text: &str, at: usize, code: &str) -> PatternError {
    let shown: String = code.chars().take(40).collect();
    let cause = if shown == "0" {
        "a code 0 is not followed by the kind of an entity".to_owned()
    } else {
        format!("`{shown}` is no group code")
    };
    let remedy = "codes and values take turns, line by line; look for a line that is missing above";
    PatternError::new(PatternPlace::at_line(text, at + 1), cause, remedy)
}

/// The line where the next entity begins, behind a line that does not fit.
fn next_entity(lines: &[&str], at: usize) -> usize {
    let begins = |&line: &usize| lines[line] == "0" && lines.get(line + 1).is_some_and(|kind| is_kind(kind));
    // The line before may have been taken for a value.
    let first = if at > 0 && is_kind(lines[at]) { at - 1 } else { at + 1 };
    (first..lines.len()).find(begins).unwrap_or(lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_line_costs_one_entity() {
        let text = "0\nLINE\n8\n1\n10\n0\n0\nLINE\n8\n10\n5\n0\nPOINT\n8\n4\n0\nEOF\n";
        let mut damage = Damage::default();
        let found = entities(text, &mut damage);
        let kinds: Vec<(&str, bool)> = found.iter().map(|entity| (entity.kind, entity.broken)).collect();
        assert_eq!(kinds, [("LINE", false), ("LINE", true), ("POINT", false), ("EOF", false)]);
        assert_eq!(damage.warnings().len(), 1, "{:?}", damage.warnings());
        assert_eq!(found[2].layer(), "4");
    }

    #[test]
    fn numbers_with_a_comma_and_without_reason() {
        assert_eq!(
            (number("1,5"), number("-2e3"), number("1e300"), number("nan")),
            (Some(1.5), Some(-2e3), None, None)
        );
    }
}
