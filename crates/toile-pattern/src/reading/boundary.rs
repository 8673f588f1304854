//! The boundary of a piece as stretches between corners and marks, and the darts in it.

use super::words::tokens;
use crate::curve::Ruler;
use crate::evidence::PieceEvidence;
use crate::piece::{CutRule, NotchKind, Piece};
use crate::seam::EdgePart;
use glam::DVec2;

/// Into how many parts a stretch is cut to be looked at.
const STEPS: usize = 12;
/// A mark nearer to the end of an edge than this cuts nothing off, in metres.
const MARK: f64 = 0.01;
/// A point with a name belongs to the end of a stretch that is nearer than this, in metres.
const NAMED: f64 = 1.5e-3;
/// The outline turns back by more than this at the tip of a dart, in radians.
const TIP: f64 = 1.9;

/// A stretch of an edge between two joints, along the outline.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub(super) part: EdgePart,
    pub(super) length: f64,
    /// Points along it, the ends among them.
    pub(super) points: Vec<DVec2>,
    /// Directions at its beginning and its end.
    pub(super) ways: [DVec2; 2],
    /// The words of the edge's own name.
    pub(super) words: Vec<String>,
}

impl Stretch {
    pub(super) fn from(&self) -> DVec2 {
        self.points[0]
    }

    pub(super) fn to(&self) -> DVec2 {
        self.points[STEPS]
    }

    pub(super) fn middle(&self) -> DVec2 {
        self.points[STEPS / 2]
    }

    /// How far it bulges out of the piece, as a share of its length; negative if it curves inwards.
    pub(super) fn bulge(&self) -> f64 {
        let (a, b) = (self.from(), self.to());
        let double: f64 = self.points.windows(2).map(|ends| (ends[0] - a).perp_dot(ends[1] - a)).sum();
        // The boundary runs with the piece to its left, so that what bulges out turns left.
        0.75 * double / (self.length * a.distance(b).max(0.2 * self.length)).max(f64::MIN_POSITIVE)
    }
}

impl Stretch {
    /// How far its two halves bulge out, as shares of its length.
    pub(super) fn halves_bulge(&self) -> Vec<f64> {
        let area = |points: &[DVec2]| -> f64 {
            let a = points[0];
            points.windows(2).map(|ends| (ends[0] - a).perp_dot(ends[1] - a)).sum::<f64>()
        };
        let half = STEPS / 2;
        [&self.points[..=half], &self.points[half..]]
            .map(|points| 0.5 * area(points) / (self.length * self.length))
            .to_vec()
    }
}

/// Where two stretches meet: the beginning of the second one.
#[derive(Clone, Debug, Default)]
pub(super) struct Joint {
    /// How much the outline turns there, in radians; positive at corners that stick out.
    pub(super) turn: f64,
    /// Names of points there, and their words.
    pub(super) names: Vec<String>,
    pub(super) words: Vec<String>,
    /// A notch: 1 for a plain one, 2 for a double one.
    pub(super) notch: u8,
    /// Whether a godet ends here.
    pub(super) is_slit: bool,
    /// The words of its name.
    pub(super) notch_words: Vec<String>,
}

impl Joint {
    /// Whether a seam may end here: at a corner, at a mark, or at a point with a name.
    pub(super) fn is_break(&self) -> bool {
        self.turn.abs() > 0.3 || self.notch > 0 || !self.names.is_empty() || self.is_slit
    }
}

/// The boundary of one piece.
#[derive(Clone, Debug)]
pub(super) struct Boundary {
    /// Its stretches, counter-clockwise.
    pub(super) stretches: Vec<Stretch>,
    /// The joint before each stretch.
    pub(super) joints: Vec<Joint>,
    /// The stretch on the fold.
    pub(super) fold: Option<usize>,
    /// The darts: stretches of both legs, each from the tip to the edge.
    pub(super) darts: Vec<[Vec<usize>; 2]>,
}

impl Boundary {
    /// That of a piece.
    pub(super) fn of(number: usize, piece: &Piece, evidence: Option<&PieceEvidence>) -> Self {
        let mut stretches = Vec::new();
        let mut joints = Vec::new();
        let mut fold = None;
        for (index, edge) in piece.outline.edges.iter().enumerate() {
            let ruler = Ruler::new(&edge.curve);
            let is_fold = piece.cut == CutRule::OnFold(index);
            if is_fold {
                fold = Some(stretches.len());
            }
            let marks = if is_fold { Vec::new() } else { marks_on(piece, index, ruler.length()) };
            let mut from = 0.0;
            let mut mark = Mark::default();
            for next in marks.into_iter().chain([Mark { at: 1.0, ..Mark::default() }]) {
                let to = next.at;
                let part = EdgePart { from, to, ..EdgePart::along(number, index) };
                let at = |step: usize| ruler.point(from + (to - from) * step as f64 / STEPS as f64);
                stretches.push(Stretch {
                    part,
                    length: ruler.length() * (to - from),
                    points: (0..=STEPS).map(at).collect(),
                    ways: [ruler.tangent(from + 1e-3 * (to - from)), ruler.tangent(to - 1e-3 * (to - from))],
                    words: edge.name.as_deref().map(tokens).unwrap_or_default(),
                });
                joints.push(Joint { notch: mark.kind, notch_words: mark.words, ..Joint::default() });
                from = to;
                mark = Mark { at: next.at, kind: next.kind, words: next.words };
            }
        }
        let mut boundary = Self { stretches, joints, fold, darts: Vec::new() };
        boundary.name_joints(piece, evidence);
        boundary.darts = boundary.find_darts();
        boundary
    }

    pub(super) fn count(&self) -> usize {
        self.stretches.len()
    }

    /// The one after a stretch.
    pub(super) fn next(&self, stretch: usize) -> usize {
        (stretch + 1) % self.count()
    }

    /// The one before a stretch.
    pub(super) fn before(&self, stretch: usize) -> usize {
        (stretch + self.count() - 1) % self.count()
    }

    /// The length of all of it.
    pub(super) fn length(&self) -> f64 {
        self.stretches.iter().map(|stretch| stretch.length).sum()
    }

    /// Whether a stretch is a leg of a dart.
    pub(super) fn is_leg(&self, stretch: usize) -> bool {
        self.darts.iter().flatten().any(|leg| leg.contains(&stretch))
    }

    fn name_joints(&mut self, piece: &Piece, evidence: Option<&PieceEvidence>) {
        for index in 0..self.count() {
            let (before, own) = (&self.stretches[self.before(index)], &self.stretches[index]);
            let joint = &mut self.joints[index];
            joint.turn = before.ways[1].angle_to(own.ways[0]);
            let at = own.from();
            for point in evidence.iter().flat_map(|evidence| &evidence.points) {
                if point.at.distance(at) < NAMED {
                    joint.words.extend(tokens(&point.name));
                    joint.names.push(point.name.clone());
                }
            }
            // Notches that stand right at a corner.
            let near = piece.notches.iter().find(|notch| {
                let edge = piece.edge(notch.edge);
                edge.is_some_and(|edge| Ruler::new(&edge.curve).point(notch.at).distance(at) < 3e-3)
            });
            if let Some(notch) = near {
                joint.notch = joint.notch.max(kind_number(notch.kind));
                joint.notch_words.extend(notch.name.as_deref().map(tokens).unwrap_or_default());
            }
        }
    }

    /// Darts whose legs are part of the outline: from a tip where it turns back, both ways to the corners of the mouth.
    fn find_darts(&self) -> Vec<[Vec<usize>; 2]> {
        let mut darts: Vec<[Vec<usize>; 2]> = Vec::new();
        for tip in 0..self.count() {
            if self.joints[tip].turn < -TIP && self.count() > 4 {
                darts.extend(self.dart_at(tip).filter(|dart| !overlap(&darts, dart)));
            }
        }
        darts
    }

    /// The dart with its tip before a stretch.
    fn dart_at(&self, tip: usize) -> Option<[Vec<usize>; 2]> {
        let (mut back, mut on) = (vec![self.before(tip)], vec![tip]);
        let sum = |leg: &[usize]| -> f64 { leg.iter().map(|&stretch| self.stretches[stretch].length).sum() };
        loop {
            let (a, b) = (sum(&back), sum(&on));
            let mouth = [self.stretches[*back.last()?].from(), self.stretches[*on.last()?].to()];
            let even = (a - b).abs() < 0.04 * a.max(b) + 2e-3;
            let corner = [self.joints[*back.last()?].turn, self.joints[self.next(*on.last()?)].turn];
            if even && corner.iter().all(|turn| *turn > 0.6) {
                return (mouth[0].distance(mouth[1]) < 0.8 * a).then_some([back, on]);
            }
            if back.len() + on.len() + 4 > self.count() || back.len() > 4 || on.len() > 4 {
                return None;
            }
            if a <= b || even {
                back.push(self.before(*back.last()?));
            }
            if b <= a || even {
                on.push(self.next(*on.last()?));
            }
        }
    }
}

/// A mark on an edge.
#[derive(Clone, Debug, Default)]
struct Mark {
    at: f64,
    kind: u8,
    words: Vec<String>,
}

/// The notches of an edge that are not at its ends, in their order.
fn marks_on(piece: &Piece, edge: usize, length: f64) -> Vec<Mark> {
    let own = piece.notches.iter().filter(|notch| notch.edge == edge);
    let mark = |notch: &crate::piece::Notch| Mark {
        at: notch.at,
        kind: kind_number(notch.kind),
        words: notch.name.as_deref().map(tokens).unwrap_or_default(),
    };
    let mut marks: Vec<Mark> =
        own.map(mark).filter(|mark| mark.at * length > MARK && (1.0 - mark.at) * length > MARK).collect();
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    marks.dedup_by(|b, a| {
        let same = (b.at - a.at) * length < MARK;
        if same {
            a.kind = a.kind.max(b.kind);
            a.words.append(&mut b.words);
        }
        same
    });
    marks
}

fn kind_number(kind: NotchKind) -> u8 {
    if kind == NotchKind::Double { 2 } else { 1 }
}

fn overlap(darts: &[[Vec<usize>; 2]], dart: &[Vec<usize>; 2]) -> bool {
    dart.iter().flatten().any(|stretch| darts.iter().flatten().any(|leg| leg.contains(stretch)))
}
