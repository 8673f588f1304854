//! Numbers found from where the pieces are.

use super::graph::longest_paths;
use super::order::check_finite;
use super::overlap::{Finder, Wanted};
use super::setup::{LayerInput, Setup};
use super::{LayerError, Layers};
use glam::DVec3;
use std::collections::BTreeMap;

/// What is asked of the present order before it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InferSettings {
    /// How far it is looked for pieces above and below, in metres.
    pub reach: f64,
    /// The share of the places that must agree, above a half.
    pub agreement: f64,
}

impl Default for InferSettings {
    fn default() -> Self {
        Self { reach: 0.04, agreement: 0.75 }
    }
}

/// Two pieces of which neither is clearly outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tie {
    /// The pieces, the smaller number first.
    pub pieces: [u32; 2],
    /// At how many places the first is outside, and the second.
    pub votes: [usize; 2],
}

/// Numbers found from where the pieces are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inferred {
    /// The number of each piece: [`Layers::BODY`] for the body, 1 and up for cloth, none for pieces in a tie or a circle.
    pub numbers: Vec<Option<i32>>,
    /// Pieces that cross or lie half in, half out.
    pub ties: Vec<Tie>,
    /// Pieces that lie outside of each other in a circle, as the flaps of a box do.
    pub cycles: Vec<Vec<u32>>,
}

impl Inferred {
    /// Whether all pieces have a number.
    pub fn is_complete(&self) -> bool {
        self.numbers.iter().all(Option::is_some)
    }
}

/// Finds the numbers of the pieces from where they are: those of `input.layers` are not looked at.
///
/// Each vertex votes for what it sees above and below. What the votes do not tell is reported and not guessed: such pieces
/// have no number.
///
/// ```
/// use glam::{DVec2, DVec3};
/// use toile_contact::{features::Features, filter::Filter};
/// use toile_contact::layers::{InferSettings, LayerInput, Layers, Outward, infer};
/// use toile_geom::shapes;
///
/// let sheet = shapes::sheet(DVec2::ONE, [10, 10]);
/// let (mut features, mut positions) = (Features::default(), Vec::new());
/// for height in [0.02, 0.0, 0.01] {
///     features.add(&sheet.triangles, sheet.positions.len());
///     positions.extend(sheet.positions.iter().map(|p| *p + DVec3::Y * height));
/// }
/// let layers = Layers::of_meshes(&features, &[None; 3]).unwrap();
/// let up = Outward::Direction(DVec3::Y);
/// let input = LayerInput { features: &features, filter: &Filter::new(), layers: &layers, outward: up };
/// let found = infer(&input, &positions, &InferSettings::default()).unwrap();
/// assert_eq!(found.numbers, [Some(3), Some(1), Some(2)]);
/// ```
///
/// # Errors
/// If lists have the wrong length or numbers make no sense.
pub fn infer(
    input: &LayerInput<'_>,
    positions: &[DVec3],
    settings: &InferSettings,
) -> Result<Inferred, LayerError> {
    LayerError::check_value("the reach", settings.reach)?;
    LayerError::check_value("the agreement", settings.agreement)?;
    check_finite(positions)?;
    let count = input.layers.numbers().len();
    // With numbers that are all different every two pieces are compared.
    let layers = input.layers.with_numbers((0..count as i32).map(Some).collect());
    let setup = Setup::new(&LayerInput { layers: &layers, ..*input }, positions)?;
    let view = setup.view(positions);
    let mut votes: BTreeMap<[u32; 2], [usize; 2]> = BTreeMap::new();
    for pair in Finder::new(&setup, &view, settings.reach, Wanted::Ordered).vertex_triangle() {
        let Some(gap) = pair.gap() else { continue };
        let [one, other] = pair.classes.map(|class| class.piece);
        // The dummy numbers say that the second is to be outside.
        votes.entry([one.min(other), one.max(other)]).or_default()[usize::from(gap > 0.0)] += 1;
    }
    let mut body = vec![false; count];
    for (v, &piece) in input.layers.pieces().iter().enumerate() {
        body[piece as usize] |= input.is_body(v as u32);
    }
    Ok(decide(&body, &votes, settings.agreement))
}

fn decide(body: &[bool], votes: &BTreeMap<[u32; 2], [usize; 2]>, agreement: f64) -> Inferred {
    let mut facts: Vec<[u32; 2]> = Vec::new();
    let mut ties: Vec<Tie> = Vec::new();
    for (&pieces, &votes) in votes {
        if pieces.iter().any(|&piece| body[piece as usize]) {
            continue;
        }
        let enough = agreement.max(0.5) * (votes[0] + votes[1]) as f64;
        match votes {
            [one, other] if one > other && one as f64 >= enough => facts.push([pieces[1], pieces[0]]),
            [one, other] if other > one && other as f64 >= enough => facts.push(pieces),
            _ => ties.push(Tie { pieces, votes }),
        }
    }
    let (numbers, cycles) = longest_paths(body.len(), &facts);
    let mut numbers: Vec<Option<i32>> = numbers.into_iter().map(Some).collect();
    for &piece in cycles.iter().flatten().chain(ties.iter().flat_map(|tie| &tie.pieces)) {
        numbers[piece as usize] = None;
    }
    for (number, _) in numbers.iter_mut().zip(body).filter(|(_, body)| **body) {
        *number = Some(Layers::BODY);
    }
    Inferred { numbers, ties, cycles }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_and_ties_have_no_numbers() {
        let votes = BTreeMap::from([
            ([0, 1], [9, 1]),
            ([1, 2], [9, 1]),
            ([0, 2], [1, 9]),
            ([3, 4], [5, 5]),
            ([0, 5], [0, 3]),
            ([5, 6], [80, 20]),
        ]);
        let found = decide(&[false, false, false, false, false, false, true], &votes, 0.75);
        assert_eq!(found.cycles, [[0, 1, 2]]);
        assert_eq!(found.ties, [Tie { pieces: [3, 4], votes: [5, 5] }]);
        assert_eq!(found.numbers, [None, None, None, None, None, Some(2), Some(0)]);
        assert!(!found.is_complete());
    }
}
