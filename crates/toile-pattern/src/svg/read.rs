//! From a drawing to a garment.

use super::drawing::drawing;
use super::pieces::Finder;
use super::tree::Tree;
use crate::error::PatternError;
use crate::garment::Garment;
use crate::imported::Imported;

/// Reads a drawing; `name` is the garment's.
///
/// # Errors
/// If it is no SVG, or has no closed outline that could be a piece.
pub fn read(name: &str, text: &str) -> Result<Imported, PatternError> {
    let tree = Tree::of(text);
    let broken = tree.broken.clone();
    let Some(mut drawing) = drawing(&tree, text) else {
        let nothing = || PatternError::file("there is no <svg> in the file", "give an SVG drawing");
        return Err(broken.unwrap_or_else(nothing));
    };
    drop(tree);
    let mut imported = Imported::of(Garment::new(name));
    imported.warnings.append(&mut drawing.warnings);
    if let Some(broken) = &broken {
        imported.warnings.push(format!("the drawing is broken, what follows was left out: {broken}"));
    }
    Finder::new(&drawing).find(&mut imported);
    if imported.garment.pieces.is_empty() {
        let remedy = "draw each piece as one closed path, to scale";
        let nothing =
            || PatternError::file("the drawing has no closed outline that could be a piece", remedy);
        return Err(broken.unwrap_or_else(nothing));
    }
    Ok(imported)
}
