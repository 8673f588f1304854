//! Which stretches of edges seams use: two seams that use the same one exclude each other.

use crate::garment::Garment;
use crate::piece::CutRule;
use crate::seam::{EdgePart, Seam};
use std::collections::{BTreeMap, BTreeSet};

/// Stretches that overlap by less than this share of their edge only touch.
const TOUCH: f64 = 1e-3;

/// An edge as it is cut: its piece, its number, and whether it is that of the mirror image.
type CutEdge = (usize, usize, bool);

/// Stretches of edges, and by which of some seams they are used.
#[derive(Debug, Default)]
pub(super) struct UsedCloth {
    stretches: BTreeMap<CutEdge, Vec<([f64; 2], usize)>>,
}

impl UsedCloth {
    /// Those that some seams use.
    pub(super) fn of<'a>(garment: &Garment, seams: impl IntoIterator<Item = &'a Seam>) -> Self {
        let mut used = Self::default();
        for (number, seam) in seams.into_iter().enumerate() {
            used.add(garment, seam, number);
        }
        used
    }

    /// Notes a seam by its number.
    pub(super) fn add(&mut self, garment: &Garment, seam: &Seam, number: usize) {
        for (edge, stretch) in stretches(garment, seam.parts(), seam.both) {
            self.stretches.entry(edge).or_default().push((stretch, number));
        }
    }

    /// The seams that use anything of some parts of edges; `both` if their mirror images are meant, too.
    pub(super) fn users<'a>(
        &self,
        garment: &Garment,
        parts: impl IntoIterator<Item = &'a EdgePart>,
        both: bool,
    ) -> BTreeSet<usize> {
        let mut users = BTreeSet::new();
        for (edge, stretch) in stretches(garment, parts, both) {
            let there = self.stretches.get(&edge).into_iter().flatten();
            users.extend(there.filter(|(other, _)| overlap(stretch, *other)).map(|(_, number)| *number));
        }
        users
    }

    /// The seams that use anything that a seam uses.
    pub(super) fn rivals(&self, garment: &Garment, seam: &Seam) -> BTreeSet<usize> {
        self.users(garment, seam.parts(), seam.both)
    }
}

/// Whether two seams use a stretch of the same edge, so that at most one of them can be sewn.
pub fn are_rivals(garment: &Garment, a: &Seam, b: &Seam) -> bool {
    !UsedCloth::of(garment, [a]).rivals(garment, b).is_empty()
}

/// Whether two seams sew the same edges to each other, whichever way they run and whatever they are called.
pub fn is_same_seam(garment: &Garment, a: &Seam, b: &Seam) -> bool {
    let [one, two] = [a, b].map(|seam| seam.sides.each_ref().map(|side| SideKey::of(garment, side)));
    one == two || (one[0] == two[1] && one[1] == two[0])
}

/// The edges of a side, whichever way they run and of whichever image they are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SideKey(Vec<(usize, usize, i64, i64)>);

impl SideKey {
    pub(super) fn of(garment: &Garment, side: &[EdgePart]) -> Self {
        let rounded = |share: f64| (share / TOUCH).round() as i64;
        let known = side.iter().filter(|part| part.piece < garment.pieces.len());
        let key = |part: &EdgePart| {
            (part.piece, part.edge, rounded(part.from.min(part.to)), rounded(part.from.max(part.to)))
        };
        let mut keys: Vec<_> = known.map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        Self(keys)
    }
}

fn overlap([a, b]: [f64; 2], [c, d]: [f64; 2]) -> bool {
    b.min(d) - a.max(c) > TOUCH
}

/// The stretches of some parts; a piece that is cut once has no mirror image.
fn stretches<'a>(
    garment: &Garment,
    parts: impl IntoIterator<Item = &'a EdgePart>,
    both: bool,
) -> Vec<(CutEdge, [f64; 2])> {
    let mut found = Vec::new();
    for part in parts {
        let has_image = garment.pieces.get(part.piece).is_some_and(|piece| piece.cut != CutRule::Once);
        let stretch = [part.from.min(part.to), part.from.max(part.to)];
        let mirrored = part.mirrored && has_image;
        found.push(((part.piece, part.edge, mirrored), stretch));
        if both && has_image {
            found.push(((part.piece, part.edge, !mirrored), stretch));
        }
    }
    found
}
