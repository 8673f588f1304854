//! Two runs of boundary that may be sewn together, and what speaks for it.

use super::cloth::{Cloth, Cut};
use super::kind::EdgeRole;
use crate::seam::{EdgePart, Seam};
use std::collections::BTreeSet;

toile_geom::named_enum! {
    /// What kind of seam it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum JoinKind: name {
        /// The legs of a dart.
        Dart = "dart",
        /// Two edges.
        Pair = "pair",
        /// An edge and its own mirror image.
        Middle = "middle",
        /// Two edges of one piece.
        Tube = "tube",
        /// A closed line around a sleeve or a band to one around the body.
        Ring = "ring",
        /// A part of such a line.
        Arc = "arc",
    }
}

/// A possible seam between two runs, both counter-clockwise as they are cut, so that the beginning of one meets the end of the other.
#[derive(Clone, Debug)]
pub(super) struct Join {
    pub(super) kind: JoinKind,
    pub(super) sides: [Vec<Cut>; 2],
    /// What speaks for it and against it.
    pub(super) features: Features,
    /// The same in words.
    pub(super) reasons: Vec<String>,
}

/// What speaks for a seam and against it: numbers that are 0 where nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// How well the lengths agree: the logarithm of how much likelier they are if it is a seam.
    pub(super) length: f64,
    /// How well the roles of both edges go together.
    pub(super) roles: f64,
    /// How well the ends agree: their names, and what comes next there.
    pub(super) names: f64,
    pub(super) corners: f64,
    /// How smoothly the border goes on across both ends.
    pub(super) smooth: f64,
    /// How well notches agree.
    pub(super) notches: f64,
    /// How well fronts and backs go together.
    pub(super) faces: f64,
    /// How well heights and shapes agree.
    pub(super) shape: f64,
    /// How near they lie in space, where the file tells.
    pub(super) pose: f64,
    /// The share of its role that each edge is, together.
    pub(super) whole: f64,
}

impl Features {
    /// The same where likeness of both edges speaks for nothing.
    pub(super) fn without_likeness(self) -> Self {
        let most = |value: f64| value.min(0.0);
        Self {
            length: most(self.length),
            corners: most(self.corners),
            smooth: most(self.smooth),
            notches: most(self.notches),
            shape: most(self.shape),
            ..self
        }
    }

    /// The logarithm of the odds that it is a seam, looked at alone.
    #[expect(clippy::match_same_arms, reason = "a table is read row by row")]
    pub(super) fn logit(&self, kind: JoinKind) -> f64 {
        let start = match kind {
            JoinKind::Dart => 2.5,
            JoinKind::Pair | JoinKind::Tube => -3.0,
            JoinKind::Middle => -2.5,
            JoinKind::Ring => -2.0,
            JoinKind::Arc => -3.0,
        };
        start
            + self.length
            + self.roles
            + self.names
            + self.corners
            + self.smooth
            + self.notches
            + self.faces
            + self.shape
            + self.pose
            + self.whole
    }
}

impl Join {
    pub(super) fn logit(&self) -> f64 {
        self.features.logit(self.kind)
    }

    pub(super) fn cuts(&self) -> impl Iterator<Item = Cut> + '_ {
        self.sides.iter().flatten().copied()
    }

    /// The same on the other side of the body, if there is one and it is another seam.
    pub(super) fn image(&self, cloth: &Cloth) -> Option<Self> {
        let sides = [cloth.mirrored_run(&self.sides[0])?, cloth.mirrored_run(&self.sides[1])?];
        let own: BTreeSet<Cut> = self.cuts().collect();
        let other: BTreeSet<Cut> = sides.iter().flatten().copied().collect();
        // What has a stretch in common with its image would sew it twice.
        own.is_disjoint(&other).then(|| Self { sides, ..self.clone() })
    }

    /// All stretches that it and its image use up.
    pub(super) fn all_cuts(&self, cloth: &Cloth) -> Vec<Cut> {
        let mut all: Vec<Cut> = self.cuts().collect();
        all.extend(self.image(cloth).iter().flat_map(Self::cuts));
        all
    }

    /// As seams of the pattern: one that also stands for its image, or two.
    pub(super) fn seams(&self, cloth: &Cloth) -> Vec<Seam> {
        let image = self.image(cloth);
        let by_drawing = self.cuts().all(|cut| cloth.view(cut).has_image());
        match image {
            Some(_) if by_drawing => vec![Seam { both: true, ..self.seam(cloth) }],
            Some(image) => vec![self.seam(cloth), image.seam(cloth)],
            None => vec![self.seam(cloth)],
        }
    }

    fn seam(&self, cloth: &Cloth) -> Seam {
        let first = merged(self.sides[0].iter().map(|&cut| cloth.part(cut)));
        let second = merged(self.sides[1].iter().rev().map(|&cut| cloth.part(cut).reversed()));
        Seam::new("", first, second)
    }

    /// The role of a side that most of its length has.
    pub(super) fn role(&self, cloth: &Cloth, side: usize) -> EdgeRole {
        main_role(cloth, &self.sides[side])
    }
}

/// The role that most of the length of a run has.
pub(super) fn main_role(cloth: &Cloth, run: &[Cut]) -> EdgeRole {
    let mut sums: Vec<(EdgeRole, f64)> = Vec::new();
    for &cut in run {
        let role = cloth.role(cut);
        match sums.iter_mut().find(|sum| sum.0 == role) {
            Some(sum) => sum.1 += cloth.length(cut),
            None => sums.push((role, cloth.length(cut))),
        }
    }
    sums.into_iter().fold((EdgeRole::Other, 0.0), |best, sum| if sum.1 > best.1 { sum } else { best }).0
}

/// Parts that follow each other on one edge become one.
fn merged(parts: impl Iterator<Item = EdgePart>) -> Vec<EdgePart> {
    let mut all: Vec<EdgePart> = Vec::new();
    for part in parts {
        match all.last_mut() {
            Some(last)
                if (last.piece, last.edge, last.mirrored, last.is_along())
                    == (part.piece, part.edge, part.mirrored, part.is_along())
                    && (last.to - part.from).abs() < 1e-12 =>
            {
                last.to = part.to;
            }
            _ => all.push(part),
        }
    }
    all
}

/// How much likelier a difference of two lengths is between partners than by chance. `ease` is how much longer the second one may be.
pub(super) fn by_length(a: f64, b: f64, ease: [f64; 2]) -> f64 {
    let off = (b / a).ln();
    // Partners agree to some tenths of a percent, or are eased; strangers differ by any factor up to three.
    let bell = |sigma: f64| (-0.5 * (off / sigma).powi(2)).exp() / (sigma * 2.5);
    let eased = if (ease[0]..=ease[1]).contains(&off) { 1.0 / (ease[1] - ease[0]).max(0.02) } else { 0.0 };
    let density = 0.62 * bell(0.004) + 0.22 * bell(0.015) + 0.15 * eased + 1e-4;
    // Short lengths agree by chance more easily, since many are short.
    let chance = 1.0 / 2.2 * if a.max(b) < 0.06 { 2.0 } else { 1.0 };
    (density / chance).ln().clamp(-7.0, 4.0)
}

/// The words of lengths.
pub(super) fn lengths(a: f64, b: f64) -> String {
    format!("lengths {:.1} and {:.1} cm", 100.0 * a, 100.0 * b)
}
