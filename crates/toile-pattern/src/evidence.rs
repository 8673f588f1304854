//! What a pattern file tells of its pieces beyond their outlines: words, named points and lines, materials, how often they are cut.
//!
//! Readers collect it, and nothing else: what it means is found out where seams are inferred. A file that tells nothing has an empty
//! list, and all that is asked of it then answers with nothing.

use crate::curve::Curve;
use glam::DVec2;

/// What a file tells of its pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternEvidence {
    /// One for each piece, in the order of the pieces; shorter where the file tells nothing of the last ones.
    pub pieces: Vec<PieceEvidence>,
}

/// What a file tells of one piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceEvidence {
    /// Words about it, as they are written: names of its part, layer, group or title, annotations.
    pub words: Vec<String>,
    /// Points with names, on its outline or anywhere on it.
    pub points: Vec<NamedPoint>,
    /// Lines with names: drawn along a part of its outline, as `hemBase`, or inside of it, as `waistline`.
    pub lines: Vec<NamedLine>,
    /// What it is cut from.
    pub material: PieceMaterial,
    /// How many of it are cut from its material, if that is told.
    pub count: Option<u32>,
    /// Whether every second one of them is a mirror image, if that is told.
    pub mirrored: Option<bool>,
}

/// A point that has a name in its file.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPoint {
    /// The name, as it is written.
    pub name: String,
    /// Where it is, in the coordinates of the piece.
    pub at: DVec2,
}

/// A line that has a name in its file.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedLine {
    /// The name, as it is written.
    pub name: String,
    /// Where it runs, in the coordinates of the piece.
    pub curve: Curve,
}

toile_geom::named_enum! {
    /// What a piece is cut from.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum PieceMaterial: name {
        /// The cloth that the garment is made of, or nothing is told.
        #[default]
        Fabric = "fabric",
        /// A lining.
        Lining = "lining",
        /// Something that is glued or sewn on to stiffen a piece.
        Interfacing = "interfacing",
        /// Ribbed knitwear, for bands, cuffs and collars.
        Ribbing = "ribbing",
        /// A second cloth of the garment, or one with a name of its own.
        Contrast = "contrast",
        /// Something that is no cloth, as a paper guide or padding.
        Other = "other",
    }
}

impl PatternEvidence {
    /// What is told of a piece, if anything is.
    pub fn of(&self, piece: usize) -> Option<&PieceEvidence> {
        self.pieces.get(piece)
    }

    /// What is told of a piece, to be added to.
    pub fn of_mut(&mut self, piece: usize) -> &mut PieceEvidence {
        if self.pieces.len() <= piece {
            self.pieces.resize_with(piece + 1, PieceEvidence::default);
        }
        &mut self.pieces[piece]
    }
}
