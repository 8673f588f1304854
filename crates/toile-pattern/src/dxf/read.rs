//! From DXF to a garment.

use super::blocks::{Drawn, sorted};
use super::damage::Damage;
use super::groups::entities;
use super::loose::loose_pieces;
use super::piece::{Made, made};
use super::rules::Rules;
use super::sizes::{add_sizes, order_sizes};
use super::units::unit;
use crate::error::PatternError;
use crate::garment::{Garment, GarmentSize};
use crate::imported::Imported;
use crate::names::free_name;
use crate::note::Note;
use crate::piece::Piece;
use std::collections::{BTreeMap, HashSet};

/// Reads a pattern; `name` is the garment's if the file does not tell.
///
/// # Errors
/// If the file holds no closed boundary.
pub fn read(name: &str, text: &str) -> Result<Imported, PatternError> {
    read_with_rules(name, text, None)
}

/// Reads a pattern and the table of grade rules beside it (`.rul`), which makes the other sizes of a file that holds one only.
///
/// # Errors
/// As for [`read`].
pub fn read_with_rules(name: &str, text: &str, rules: Option<&str>) -> Result<Imported, PatternError> {
    let mut damage = Damage::default();
    let entities = entities(text, &mut damage);
    let sorted = sorted(text, &entities, &mut damage);
    let told = |keys: &[&str]| sorted.everything().find_map(|block| block.told(keys)).map(str::to_owned);
    let garment = Garment::new(told(&["stylename", "style"]).unwrap_or_else(|| name.to_owned()));
    let mut imported = Imported { warnings: damage.warnings(), ..Imported::of(garment) };
    let mut pieces = if sorted.has_blocks() { sorted.pieces(&mut imported.warnings) } else { Vec::new() };
    let scale = unit(&entities, &sorted, &pieces, &mut imported.warnings);
    drop(entities);
    let mut groups = groups(&pieces, scale, &mut imported.warnings);
    if groups.is_empty() {
        pieces = loose_pieces(&sorted.loose_whole(&mut imported.warnings), scale);
        groups = pieces
            .iter()
            .filter_map(|piece| Some(vec![made(piece, scale, &mut imported.warnings)?]))
            .collect();
    }
    drop(pieces);
    if groups.is_empty() {
        let remedy = "export the pieces as AAMA or ASTM with their boundaries on layer 1";
        let nothing = || PatternError::file("the file holds no closed boundary of a piece", remedy);
        return Err(damage.first().unwrap_or_else(nothing));
    }
    let mut sample = told(&["samplesize", "basesize"]);
    if let Some(rules) = rules {
        sample = grade(&mut groups, rules, &mut imported).or(sample);
    }
    let mut taken = HashSet::new();
    for group in groups {
        add_group(&mut imported, group, sample.as_deref(), &mut taken);
    }
    order_sizes(&mut imported.garment, sample.as_deref());
    Ok(imported)
}

/// The pieces of a file, each in all its sizes, in the order of the file.
fn groups(pieces: &[Drawn], scale: f64, warnings: &mut Vec<String>) -> Vec<Vec<Made>> {
    let mut groups: Vec<Vec<Made>> = Vec::new();
    // The number of a group by the name of its piece, whether it has a size, and by how many of that name and size came before.
    let mut numbers: BTreeMap<(String, bool, usize), usize> = BTreeMap::new();
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for drawn in pieces {
        let Some(made) = made(drawn, scale, warnings) else { continue };
        let name = made.piece.name.clone();
        let before = seen.entry((name.clone(), made.size.clone())).or_default();
        let number = *numbers.entry((name, made.size.is_empty(), *before)).or_insert(groups.len());
        *before += 1;
        if number == groups.len() {
            groups.push(Vec::new());
        }
        groups[number].push(made);
    }
    groups
}

/// Adds a piece in all its sizes.
fn add_group(imported: &mut Imported, group: Vec<Made>, sample: Option<&str>, taken: &mut HashSet<String>) {
    let Some(first) = group.first() else { return };
    let name = free_name(&first.piece.name, |name| taken.contains(name));
    taken.insert(name.clone());
    let number = imported.garment.pieces.len();
    let mut sizes: Vec<(String, Piece)> = Vec::new();
    let mut told = Vec::new();
    for made in group {
        sizes.push((made.size, Piece { name: name.clone(), ..made.piece }));
        told.push((made.evidence, made.notes));
    }
    let base = add_sizes(imported, sizes, sample);
    let (evidence, notes) = told.swap_remove(base);
    *imported.evidence.of_mut(number) = evidence;
    imported.notes.extend(notes.into_iter().map(|(at, words)| Note { piece: number, at, words }));
}

/// Makes the other sizes of pieces that are there in one size only; the sample size of the table.
fn grade(groups: &mut [Vec<Made>], table: &str, imported: &mut Imported) -> Option<String> {
    let Some(rules) = Rules::read(table) else {
        imported
            .warnings
            .push("the table of grade rules beside the file tells no sizes and was left out".into());
        return None;
    };
    let mut graded = 0;
    for group in groups.iter_mut() {
        let [made] = &mut group[..] else { continue };
        made.piece.sizes = rules.graded(&made.piece, &made.rules, made.grade_axis);
        if made.piece.sizes.is_empty() {
            imported.warnings.push(format!(
                "piece `{}` names no rules of the table beside the file: it is the same in all sizes",
                made.piece.name
            ));
        } else {
            graded += 1;
        }
        if made.size.is_empty() {
            made.size = rules.sample.clone().unwrap_or_default();
        }
    }
    if graded == 0 {
        return None;
    }
    for size in &rules.sizes {
        imported.garment.sizes.push(GarmentSize { name: size.clone(), value: 0.0 });
    }
    rules.sample
}
