//! Edges as they are once darts are closed.

use crate::garment::Garment;
use crate::piece::{CutRule, Piece};
use crate::seam::EdgePart;
use glam::DVec2;

/// An edge, or several with closed darts between them.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) piece: usize,
    pub(super) parts: Vec<EdgePart>,
    pub(super) length: f64,
    /// Where it begins and ends.
    pub(super) ends: [DVec2; 2],
    /// Lower left corner and size of the piece.
    pub(super) low: DVec2,
    pub(super) size: DVec2,
    /// The distance of its ends as a share of its length: 1 if it is straight.
    pub(super) straightness: f64,
    /// Shares of its length that are marked, and whether with a double notch.
    pub(super) notches: Vec<(f64, bool)>,
}

impl Run {
    /// The heights of its ends in the piece, lower one first.
    pub(super) fn heights(&self) -> [f64; 2] {
        let [a, b] = self.ends.map(|end| end.y - self.low.y);
        [a.min(b), a.max(b)]
    }

    /// Whether it ends higher than it begins.
    pub(super) fn runs_up(&self) -> bool {
        self.ends[1].y >= self.ends[0].y
    }

    /// Whether it is the lower edge of its piece, all across.
    pub(super) fn is_hem(&self) -> bool {
        let direction = (self.ends[1] - self.ends[0]).normalize_or_zero();
        direction.x > 0.85 && self.heights()[1] < 0.25 * self.size.y && self.length > 0.5 * self.size.x
    }

    /// Whether one of its ends lies on the fold of its piece.
    pub(super) fn touches_fold(&self, piece: &Piece) -> bool {
        let CutRule::OnFold(fold) = piece.cut else { return false };
        let Some(edge) = piece.edge(fold) else { return false };
        let ends = [edge.curve.from(), edge.curve.to()];
        self.ends.iter().any(|end| ends.iter().any(|fold| fold.distance(*end) < 1e-4))
    }

    /// Whether its piece is a long strip.
    pub(super) fn is_of_band(&self) -> bool {
        self.size.max_element() > 4.0 * self.size.min_element()
    }
}

/// Neighbouring edges that are the legs of a dart: piece, first and second edge.
pub(super) fn dart_legs(garment: &Garment) -> Vec<(usize, usize, usize)> {
    let mut darts = Vec::new();
    for (p, piece) in garment.pieces.iter().enumerate() {
        let count = piece.outline.edges.len();
        for edge in 0..count {
            let next = (edge + 1) % count;
            let [a, b] = [edge, next].map(|edge| &piece.outline.edges[edge].curve);
            let (one, two) = (a.length(), b.length());
            let turn = a.tangent(1.0).angle_to(b.tangent(0.0));
            let narrow = a.from().distance(b.to()) < 0.8 * one;
            if turn < -2.0 && (one - two).abs() < 0.03 * one.max(two) + 2e-3 && narrow && count > 4 {
                darts.push((p, edge, next));
            }
        }
    }
    darts
}

/// All runs of a garment, without folds and the legs of darts.
pub(super) fn runs(garment: &Garment, darts: &[(usize, usize, usize)]) -> Vec<Run> {
    let mut runs = Vec::new();
    for (p, piece) in garment.pieces.iter().enumerate() {
        let count = piece.outline.edges.len();
        let is_leg = |edge: usize| darts.iter().any(|dart| dart.0 == p && (dart.1 == edge || dart.2 == edge));
        let after_dart = |edge: usize| darts.iter().any(|dart| dart.0 == p && (dart.2 + 1) % count == edge);
        for edge in (0..count).filter(|&edge| !is_leg(edge) && piece.cut != CutRule::OnFold(edge)) {
            if after_dart(edge) {
                continue;
            }
            // Over closed darts, as far as they follow each other.
            let mut edges = vec![edge];
            let mut at = edge;
            while let Some(dart) = darts.iter().find(|dart| dart.0 == p && dart.1 == (at + 1) % count) {
                at = (dart.2 + 1) % count;
                if edges.contains(&at) || is_leg(at) {
                    break;
                }
                edges.push(at);
            }
            runs.push(run(p, piece, &edges));
        }
    }
    runs
}

fn run(p: usize, piece: &Piece, edges: &[usize]) -> Run {
    let curves: Vec<_> = edges.iter().map(|&edge| &piece.outline.edges[edge].curve).collect();
    let length: f64 = curves.iter().map(|curve| curve.length()).sum();
    let ends = [curves[0].from(), curves[curves.len() - 1].to()];
    let [low, high] = piece.outline.bounds();
    let mut notches = Vec::new();
    let mut before = 0.0;
    for (&edge, curve) in edges.iter().zip(&curves) {
        for notch in piece.notches.iter().filter(|notch| notch.edge == edge) {
            let double = notch.kind == crate::piece::NotchKind::Double;
            notches.push(((before + notch.at * curve.length()) / length, double));
        }
        before += curve.length();
    }
    notches.sort_by(|a: &(f64, bool), b| a.0.total_cmp(&b.0));
    Run {
        piece: p,
        parts: edges.iter().map(|&edge| EdgePart::along(p, edge)).collect(),
        length,
        ends,
        low,
        size: high - low,
        straightness: ends[0].distance(ends[1]) / length.max(f64::MIN_POSITIVE),
        notches,
    }
}

/// What a piece is, by words in its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Front,
    Back,
    Sleeve,
    Band,
    Collar,
    /// A small strip that finishes an opening.
    Placket,
    Yoke,
    Unknown,
}

impl Role {
    pub(crate) fn of(piece: &Piece) -> Self {
        let name = piece.name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&["placket", "schlitz", "patte"]) {
            Self::Placket
        } else if has(&["yoke", "passe", "empiècement"]) {
            Self::Yoke
        } else if has(&["cuff", "band", "manschette", "bund"]) {
            Self::Band
        } else if has(&["collar", "stand", "kragen"]) {
            Self::Collar
        } else if has(&["sleeve", "ärmel", "manche"]) {
            Self::Sleeve
        } else if has(&["front", "vorder", "devant"]) {
            Self::Front
        } else if has(&["back", "rück", "dos"]) {
            Self::Back
        } else {
            Self::Unknown
        }
    }
}
