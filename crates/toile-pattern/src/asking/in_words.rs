//! What an answer is in the words of a garment file, so that it can be given without a terminal.

use super::question::Decision;
use crate::garment::Garment;
use crate::piece::CutRule;
use crate::seam::EdgePart;

impl Decision {
    /// The decision as [`Imported::answer_in_words`](crate::imported::Imported::answer_in_words) takes it: `front.neck = collar.1`.
    pub fn in_words(&self, garment: &Garment) -> String {
        let piece_name = |piece: usize| garment.pieces.get(piece).map_or("", |piece| piece.name.as_str());
        match self {
            Self::Sew(seam) => {
                let [a, b] = seam.sides.each_ref().map(|side| side_name(garment, side));
                format!("{a} = {b}")
            }
            Self::Refuse(seam) => {
                let [a, b] = seam.sides.each_ref().map(|side| side_name(garment, side));
                format!("{a} != {b}")
            }
            Self::StaysOpen(parts) => format!("{} = nothing", side_name(garment, parts)),
            Self::Cut(piece, CutRule::OnFold(edge)) => {
                format!("{} = fold", garment.part_name(&EdgePart::along(*piece, *edge)))
            }
            Self::Cut(piece, CutRule::Pair) => format!("{} = pair", piece_name(*piece)),
            Self::Cut(piece, CutRule::Once) => format!("{} = once", piece_name(*piece)),
            Self::Use(piece, true) => format!("{} = sewn in", piece_name(*piece)),
            Self::Use(piece, false) => format!("{} = left out", piece_name(*piece)),
        }
    }
}

/// The edges of a side without directions and images: which way they are sewn is known of what is suggested.
fn side_name(garment: &Garment, side: &[EdgePart]) -> String {
    let mut names: Vec<String> = Vec::new();
    for part in side {
        let [from, to] = [part.from.min(part.to), part.from.max(part.to)];
        let name = garment.part_name(&EdgePart { mirrored: false, from, to, ..*part });
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" + ")
}
