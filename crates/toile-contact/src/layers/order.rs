//! Where the order is wrong.

use super::overlap::{Finder, Overlap, Wanted};
use super::setup::{Class, LayerInput, Relation, Setup, View, mean_direction};
use super::{LayerError, Outward};
use crate::guard::NearPair;
use crate::narrow::StencilKind;
use glam::DVec3;
use std::collections::BTreeMap;

/// A place where an inner layer lies outside of an outer one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disorder {
    /// What is in the wrong order.
    pub kind: StencilKind,
    /// Its vertices.
    pub corners: [u32; 4],
    /// How far the inner one is outside of the outer one along the outward direction, in metres.
    pub depth: f64,
    /// The pieces, the inner one first.
    pub pieces: [u32; 2],
    /// Their layer numbers.
    pub layers: [i32; 2],
}

/// How two pieces lie to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairOrder {
    /// The pieces, the one that is to be inside first.
    pub pieces: [u32; 2],
    /// Their layer numbers.
    pub layers: [i32; 2],
    /// How many places are in the right order.
    pub right: usize,
    /// How many are not.
    pub wrong: usize,
    /// The depth of the deepest wrong one, in metres.
    pub deepest: f64,
}

/// Where the order is wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OrderReport {
    /// The wrong places: vertices and triangles first, then edges.
    pub places: Vec<Disorder>,
    /// Each two pieces that cover each other somewhere, in the order of their numbers.
    pub pairs: Vec<PairOrder>,
    /// Pairs of different layers that cannot be decided: beside each other, seen edge-on, or in a fold that hangs over.
    pub undecided: usize,
}

impl OrderReport {
    /// Whether nothing is in the wrong order.
    pub fn is_right(&self) -> bool {
        self.places.is_empty()
    }

    /// The depth of the deepest wrong place, in metres; 0 if there is none.
    pub fn deepest(&self) -> f64 {
        self.pairs.iter().map(|pair| pair.deepest).fold(0.0, f64::max)
    }

    pub(super) fn of(pairs: &[Overlap]) -> Self {
        let mut tally = Tally::default();
        for pair in pairs {
            tally.add(pair.kind, pair.corners, pair.classes, pair.relation, pair.gap());
        }
        tally.finish()
    }
}

/// Looks for places where pieces lie in the wrong order.
///
/// From each vertex it is looked outwards and inwards, up to `reach` metres, for the nearest triangle of each other piece, and
/// edges are compared that cross each other seen along the outward direction. Some 2 to 4 cm are a good reach: what is farther
/// away is likely to be of another side of the body.
///
/// # Errors
/// If lists have the wrong length or numbers make no sense.
pub fn check(input: &LayerInput<'_>, positions: &[DVec3], reach: f64) -> Result<OrderReport, LayerError> {
    LayerError::check_value("the reach", reach)?;
    check_finite(positions)?;
    let setup = Setup::new(input, positions)?;
    let view = setup.view(positions);
    Ok(OrderReport::of(&Finder::new(&setup, &view, reach, Wanted::Ordered).all()))
}

/// The same for pairs that are known to be close, as [`Guard::near`](crate::guard::Guard::near) lists them for contact anyway.
///
/// It is cheap, but sees only what is close: layers that have changed places as a whole and are farther apart are not noticed.
/// A pair that lies beside each other rather than above has no order.
///
/// # Errors
/// If lists have the wrong length, numbers make no sense, or a pair names a vertex that does not exist.
pub fn check_near(
    input: &LayerInput<'_>,
    positions: &[DVec3],
    near: &[NearPair],
) -> Result<OrderReport, LayerError> {
    check_finite(positions)?;
    let setup = Setup::new(input, positions)?;
    let vertices = positions.len();
    let corners = near.iter().flat_map(|pair| pair.corners);
    if let Some(vertex) = corners.max().filter(|&v| v as usize >= vertices) {
        return Err(LayerError::NoVertex { vertex, vertices });
    }
    let view = setup.view(positions);
    let mut tally = Tally::default();
    for pair in near {
        let (classes, relation, gap) = judge(&setup, &view, pair);
        tally.add(pair.kind, pair.corners, classes, relation, gap);
    }
    Ok(tally.finish())
}

/// How the sides of a pair stand to each other, and how far the outer one is outside of the inner one.
fn judge(setup: &Setup<'_>, view: &View, pair: &NearPair) -> ([Class; 2], Relation, Option<f64>) {
    /// The cosine of the angle to the outward direction beyond which two things are beside each other.
    const BESIDE: f64 = 0.3;
    let corners = pair.corners.map(|v| setup.stand_in[v as usize]);
    let split = if pair.kind == StencilKind::VertexTriangle { 1 } else { 2 };
    let side = |side: &[u32]| {
        let mut class = setup.vertex_classes[side[0] as usize];
        let others = side.iter().map(|&v| setup.vertex_classes[v as usize]);
        class.joins = others.into_iter().any(|other| other.joins || other.number != class.number);
        class
    };
    let (first, second) = corners.split_at(split);
    let classes = [side(first), side(second)];
    let relation = classes[0].relation(classes[1]);
    let Relation::Ordered { first_outside } = relation else { return (classes, relation, None) };
    let cosine = pair.close.normal.dot(mean_direction(&view.field, &corners));
    let faces = corners.iter().all(|&v| view.vertex_faces[v as usize]);
    if !faces || cosine.abs() < BESIDE {
        return (classes, relation, None);
    }
    let height = pair.close.distance * cosine;
    let gap = if first_outside { height } else { -height };
    (classes, relation, gap.is_finite().then_some(gap))
}

/// Counts places.
#[derive(Default)]
struct Tally {
    report: OrderReport,
    pairs: BTreeMap<[u32; 2], PairOrder>,
}

impl Tally {
    fn add(
        &mut self,
        kind: StencilKind,
        corners: [u32; 4],
        classes: [Class; 2],
        relation: Relation,
        gap: Option<f64>,
    ) {
        let Relation::Ordered { first_outside } = relation else { return };
        let Some(gap) = gap else {
            self.report.undecided += 1;
            return;
        };
        let [inner, outer] = if first_outside { [classes[1], classes[0]] } else { classes };
        let pieces = [inner.piece, outer.piece];
        let layers = [inner, outer].map(|class| class.number.unwrap_or_default());
        let empty = PairOrder { pieces, layers, right: 0, wrong: 0, deepest: 0.0 };
        let pair = self.pairs.entry(pieces).or_insert(empty);
        if gap > 0.0 {
            pair.right += 1;
            return;
        }
        pair.wrong += 1;
        pair.deepest = pair.deepest.max(-gap);
        self.report.places.push(Disorder { kind, corners, depth: -gap, pieces, layers });
    }

    fn finish(mut self) -> OrderReport {
        self.report.pairs = self.pairs.into_values().collect();
        self.report
    }
}

/// Refuses positions that are nowhere, as a repair does.
pub(super) fn check_finite(positions: &[DVec3]) -> Result<(), LayerError> {
    /// Boxes are kept in single precision, and squares of differences must not overflow either.
    const LARGEST: f64 = 1e30;
    match positions.iter().position(|p| p.is_nan() || p.abs().max_element() > LARGEST) {
        Some(vertex) => Err(crate::repair::RepairError::NotFinite { vertex }.into()),
        None => Ok(()),
    }
}

impl LayerInput<'_> {
    /// The pieces that are of the body, if it is a mesh.
    pub(super) fn is_body(&self, vertex: u32) -> bool {
        matches!(self.outward, Outward::Mesh(mesh) if self.features.mesh_of(vertex) == mesh)
    }
}
