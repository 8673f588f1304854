//! What edges are called in questions.

use crate::garment::Garment;
use crate::piece::Piece;
use crate::seam::EdgePart;

/// `A` to `Z`, then `AA`, `AB` and so on.
pub(super) fn letter_of(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + (number % 26) as u8));
        if number < 26 {
            break;
        }
        number = number / 26 - 1;
    }
    letters.iter().rev().collect()
}

/// Edges of one piece: `neck`, or `edges 3 and 4` where they have no names.
pub(super) fn piece_edges(piece: &Piece, edges: &[usize]) -> String {
    let names: Vec<String> = edges.iter().map(|&edge| piece.edge_name(edge)).collect();
    let noun = if names.len() == 1 { "edge" } else { "edges" };
    match names.split_last() {
        Some((last, [])) => format!("{noun} {last}"),
        Some((last, rest)) => format!("{noun} {} and {last}", rest.join(", ")),
        None => noun.to_owned(),
    }
}

/// A side of a seam in words: `edge 3 of front`, `edges 2 of front, 4 of back`, with its length.
pub fn side_words(garment: &Garment, side: &[EdgePart]) -> String {
    let mut pieces: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut is_whole = true;
    for part in side {
        is_whole &= part.share() > 0.999;
        match pieces.last_mut() {
            Some((piece, edges)) if *piece == part.piece => {
                if !edges.contains(&part.edge) {
                    edges.push(part.edge);
                }
            }
            _ => pieces.push((part.piece, vec![part.edge])),
        }
    }
    let words = pieces.iter().filter_map(|(number, edges)| {
        let piece = garment.pieces.get(*number)?;
        Some(format!("{} of `{}`", piece_edges(piece, edges), piece.name))
    });
    let words = words.collect::<Vec<_>>().join(" with ");
    let length: f64 = side.iter().map(|part| garment.part_length(part)).sum();
    let part = if is_whole { "" } else { "part of " };
    format!("{part}{words}, {:.1} cm", 100.0 * length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        let letters: Vec<String> = [0, 25, 26, 51, 52, 701, 702].map(letter_of).into();
        assert_eq!(letters, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
