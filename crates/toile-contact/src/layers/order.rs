//! Where the order is wrong.

use super::overlap::{Finder, Overlap, Wanted};
use super::setup::{LayerInput, Relation, Setup};
use super::{LayerError, Outward};
use crate::narrow::StencilKind;
use crate::repair::{RepairError, first_unusable};
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

    pub(super) fn of(overlaps: &[Overlap]) -> Self {
        let mut report = Self::default();
        let mut pairs: BTreeMap<[u32; 2], PairOrder> = BTreeMap::new();
        for overlap in overlaps {
            let Relation::Ordered { first_outside } = overlap.relation else { continue };
            let Some(gap) = overlap.gap() else {
                report.undecided += 1;
                continue;
            };
            let [one, other] = overlap.classes;
            let [inner, outer] = if first_outside { [other, one] } else { [one, other] };
            let pieces = [inner.piece, outer.piece];
            let layers = [inner, outer].map(|class| class.number.unwrap_or_default());
            let empty = PairOrder { pieces, layers, right: 0, wrong: 0, deepest: 0.0 };
            let pair = pairs.entry(pieces).or_insert(empty);
            if gap > 0.0 {
                pair.right += 1;
                continue;
            }
            pair.wrong += 1;
            pair.deepest = pair.deepest.max(-gap);
            let Overlap { kind, corners, .. } = *overlap;
            report.places.push(Disorder { kind, corners, depth: -gap, pieces, layers });
        }
        report.pairs = pairs.into_values().collect();
        report
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

/// Refuses positions that are nowhere, as a repair does.
pub(super) fn check_finite(positions: &[DVec3]) -> Result<(), LayerError> {
    match first_unusable(positions) {
        Some(vertex) => Err(RepairError::NotFinite { vertex }.into()),
        None => Ok(()),
    }
}

impl LayerInput<'_> {
    /// The pieces that are of the body, if it is a mesh.
    pub(super) fn is_body(&self, vertex: u32) -> bool {
        matches!(self.outward, Outward::Mesh(mesh) if self.features.mesh_of(vertex) == mesh)
    }
}
