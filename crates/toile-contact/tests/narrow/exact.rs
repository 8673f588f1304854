//! Whether a moving vertex and triangle, or two moving edges, touch during a step, and when first: decided exactly, with
//! integers of any size.
//!
//! Every coordinate is an integer after multiplication by a power of two. The two touch only when their corners are
//! coplanar: at a root of a cubic. There, signs of further polynomials tell whether they do; where the triangle or the
//! pair of edges is degenerate at that moment, they touch if a corner is on an edge. If the cubic vanishes
//! throughout, either they touch from the start or, when they first do, a corner is on an edge.

use super::polynomial::{Dyadic, Polynomial, Root};
use glam::DVec3;
use num_bigint::BigInt;
use toile_contact::narrow::ccd::StencilKind;

/// The first time of contact is in this interval, which is shorter than 2⁻⁶⁰ and rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) earliest: f64,
    pub(crate) latest: f64,
}

/// The first contact in the step.
pub(crate) fn first_contact(kind: StencilKind, start: [DVec3; 4], end: [DVec3; 4]) -> Option<Contact> {
    let moving = Moving::new(kind, start, end);
    let volume = moving.normal.dot(&moving.offset);
    if volume.is_zero() { moving.first_in_plane() } else { moving.first_at(&volume) }
}

struct Moving {
    kind: StencilKind,
    corners: [PolynomialVector; 4],
    offset: PolynomialVector,
    sides: [PolynomialVector; 2],
    normal: PolynomialVector,
}

struct PolynomialVector([Polynomial; 3]);

impl PolynomialVector {
    fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].minus(&other.0[i])))
    }

    fn dot(&self, other: &Self) -> Polynomial {
        let [x, y, z] = std::array::from_fn(|i| self.0[i].times(&other.0[i]));
        x.plus(&y).plus(&z)
    }

    fn cross(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            self.0[j].times(&other.0[k]).minus(&self.0[k].times(&other.0[j]))
        }))
    }
}

/// The number as `digits · 2^exponent`.
fn decode(value: f64) -> (i64, i32) {
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let digits = (bits & ((1 << 52) - 1)) as i64;
    let (digits, exponent) =
        if exponent == 0 { (digits, -1074) } else { (digits | (1 << 52), exponent - 1075) };
    (if value < 0.0 { -digits } else { digits }, exponent)
}

/// All coordinates as integers of one scale, as polynomials of time.
fn moving_corners(start: [DVec3; 4], end: [DVec3; 4]) -> [PolynomialVector; 4] {
    let all = start.iter().chain(&end).flat_map(DVec3::to_array);
    let scale = all.filter(|&c| c != 0.0).map(|c| decode(c).1).min().unwrap_or(0);
    let integer = |c: f64| {
        let (digits, exponent) = decode(c);
        if digits == 0 { BigInt::default() } else { BigInt::from(digits) << (exponent - scale) }
    };
    std::array::from_fn(|i| {
        PolynomialVector(std::array::from_fn(|k| {
            let (from, to) = (integer(start[i][k]), integer(end[i][k]));
            Polynomial::new(vec![from.clone(), to - from])
        }))
    })
}

impl Moving {
    fn new(kind: StencilKind, start: [DVec3; 4], end: [DVec3; 4]) -> Self {
        let corners = moving_corners(start, end);
        let [p, q, r, s] = &corners;
        let (offset, sides) = match kind {
            StencilKind::VertexTriangle => (p.minus(q), [r.minus(q), s.minus(q)]),
            StencilKind::EdgeEdge => (p.minus(r), [s.minus(r), p.minus(q)]),
        };
        let normal = sides[0].cross(&sides[1]);
        Self { kind, corners, offset, sides, normal }
    }

    /// The corners that may lie on an edge, with the edge.
    fn corner_on_edge(&self) -> &'static [[usize; 3]] {
        match self.kind {
            StencilKind::VertexTriangle => &[[0, 1, 2], [0, 2, 3], [0, 3, 1]],
            StencilKind::EdgeEdge => &[[0, 2, 3], [1, 2, 3], [2, 0, 1], [3, 0, 1]],
        }
    }

    /// The vectors from a corner to both ends of an edge.
    fn to_ends(&self, [corner, a, b]: [usize; 3]) -> [PolynomialVector; 2] {
        [a, b].map(|end| self.corners[end].minus(&self.corners[corner]))
    }

    /// The first contact among the roots of a polynomial that vanishes wherever there is one.
    fn first_at(&self, polynomial: &Polynomial) -> Option<Contact> {
        let mut roots = Root::all(polynomial);
        roots.iter_mut().find_map(|root| self.touch_at(&mut |p| root.sign_of(p)).then(|| contact(root)))
    }

    /// Whether they touch at a time at which the corners are coplanar, given the signs of polynomials then.
    fn touch_at(&self, sign: &mut impl FnMut(&Polynomial) -> i32) -> bool {
        let one = self.normal.dot(&self.normal);
        if sign(&one) > 0 {
            let v = self.offset.cross(&self.sides[1]).dot(&self.normal);
            let w = self.sides[0].cross(&self.offset).dot(&self.normal);
            let rests = match self.kind {
                StencilKind::VertexTriangle => vec![one.minus(&v).minus(&w)],
                StencilKind::EdgeEdge => vec![one.minus(&v), one.minus(&w)],
            };
            return [v, w].iter().chain(&rests).all(|p| sign(p) >= 0);
        }
        self.corner_on_edge().iter().any(|&which| {
            let [a, b] = self.to_ends(which);
            a.cross(&b).0.iter().all(|c| sign(c) == 0) && sign(&a.dot(&b)) <= 0
        })
    }

    fn first_in_plane(&self) -> Option<Contact> {
        if self.touch_at(&mut |p| p.sign_at(&Dyadic::integer(0))) {
            return Some(Contact { earliest: 0.0, latest: 0.0 });
        }
        let firsts = self.corner_on_edge().iter().filter_map(|&which| {
            let [a, b] = self.to_ends(which);
            first_on_edge(&a.cross(&b).0, &a.dot(&b))
        });
        firsts.min_by(|a, b| a.latest.total_cmp(&b.latest))
    }
}

/// When a corner is first on an edge: `across` vanishes and `along` is not positive.
fn first_on_edge(across: &[Polynomial; 3], along: &Polynomial) -> Option<Contact> {
    let common = across.iter().fold(Polynomial::new(Vec::new()), |common, p| common.common(p));
    // On the line of the edge throughout: it comes onto the edge when `along` reaches zero.
    let roots = if common.is_zero() { along } else { &common };
    if roots.is_zero() {
        return Some(Contact { earliest: 0.0, latest: 0.0 });
    }
    Root::all(roots).iter_mut().find_map(|root| (root.sign_of(along) <= 0).then(|| contact(root)))
}

fn contact(root: &mut Root) -> Contact {
    root.narrow();
    Contact { earliest: root.low.value(), latest: root.high.value() }
}
