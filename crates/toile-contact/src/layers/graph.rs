//! From which piece lies outside of which to layer numbers.

use super::LayerError;
use toile_geom::topology::Rows;

/// The numbers of pieces by facts: each pair is an inner piece and one that lies outside of it. A piece's number is 1 more than
/// the largest number of those inside of it, and 1 if there are none (the longest path in the order).
///
/// ```
/// use toile_contact::layers::{LayerError, numbers_from_order};
///
/// let (shirt, trousers, coat) = (0, 1, 2);
/// assert_eq!(numbers_from_order(3, &[[shirt, trousers], [trousers, coat]]), Ok(vec![1, 2, 3]));
/// let circle = numbers_from_order(3, &[[shirt, trousers], [trousers, shirt]]);
/// assert_eq!(circle, Err(LayerError::Cycle(vec![shirt, trousers])));
/// ```
///
/// # Errors
/// If there is no such piece, or pieces lie outside of each other in a circle.
pub fn numbers_from_order(piece_count: usize, facts: &[[u32; 2]]) -> Result<Vec<i32>, LayerError> {
    if let Some(&piece) = facts.as_flattened().iter().find(|&&piece| piece as usize >= piece_count) {
        return Err(LayerError::NoPiece { piece, pieces: piece_count });
    }
    let (numbers, mut cycles) = longest_paths(piece_count, facts);
    if cycles.is_empty() { Ok(numbers) } else { Err(LayerError::Cycle(cycles.swap_remove(0))) }
}

/// The length of the longest path to each piece, counted from 1, and the sets of pieces that lie in circles, which count as
/// one step of a path.
pub(super) fn longest_paths(piece_count: usize, facts: &[[u32; 2]]) -> (Vec<i32>, Vec<Vec<u32>>) {
    let outside = Rows::gather(piece_count, facts.iter().map(|&[inner, outer]| (inner, outer)));
    let components = components(&outside);
    let mut component_of = vec![0; piece_count];
    for (number, component) in components.iter().enumerate() {
        for &piece in component {
            component_of[piece as usize] = number;
        }
    }
    // Components come outermost first, so going backwards all that is inside is done before.
    let mut lengths = vec![1; components.len()];
    for (number, component) in components.iter().enumerate().rev() {
        for &outer in component.iter().flat_map(|&piece| outside.row(piece as usize)) {
            let next = component_of[outer as usize];
            if next != number {
                lengths[next] = lengths[next].max(lengths[number] + 1);
            }
        }
    }
    let numbers = component_of.iter().map(|&number| lengths[number]).collect();
    let loops_itself = |piece: u32| outside.row(piece as usize).contains(&piece);
    let mut cycles: Vec<Vec<u32>> =
        components.into_iter().filter(|set| set.len() > 1 || loops_itself(set[0])).collect();
    cycles.sort_unstable();
    (numbers, cycles)
}

/// The strongly connected components (Tarjan 1972), each sorted; one comes after those that can be reached from it.
fn components(next: &Rows) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let count = next.len();
    let (mut found, mut low) = (vec![NEW; count], vec![NEW; count]);
    let mut open = vec![false; count];
    let (mut stack, mut components, mut clock) = (Vec::new(), Vec::new(), 0);
    for first in 0..count {
        if found[first] != NEW {
            continue;
        }
        let mut calls: Vec<(usize, usize)> = vec![(first, 0)];
        while let Some((piece, place)) = calls.pop() {
            if place == 0 {
                (found[piece], low[piece]) = (clock, clock);
                clock += 1;
                stack.push(piece as u32);
                open[piece] = true;
            }
            if let Some(&other) = next.row(piece).get(place) {
                calls.push((piece, place + 1));
                let other = other as usize;
                if found[other] == NEW {
                    calls.push((other, 0));
                } else if open[other] {
                    low[piece] = low[piece].min(found[other]);
                }
                continue;
            }
            if let Some(&(caller, _)) = calls.last() {
                low[caller] = low[caller].min(low[piece]);
            }
            if low[piece] == found[piece] {
                let start = stack.iter().rposition(|&member| member as usize == piece).unwrap_or(0);
                let mut members = stack.split_off(start);
                for &member in &members {
                    open[member as usize] = false;
                }
                members.sort_unstable();
                components.push(members);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_circle_is_told_and_what_is_outside_of_it_comes_after() {
        let (numbers, cycles) = longest_paths(5, &[[0, 1], [1, 2], [2, 1], [2, 3]]);
        assert_eq!((numbers, cycles), (vec![1, 2, 2, 3, 1], vec![vec![1, 2]]));
        assert_eq!(longest_paths(1, &[[0, 0]]).1, [[0]]);
        assert_eq!(numbers_from_order(2, &[[0, 5]]), Err(LayerError::NoPiece { piece: 5, pieces: 2 }));
        assert_eq!(numbers_from_order(0, &[]), Ok(vec![]));
    }

    proptest! {
        /// Facts that follow some hidden order are all obeyed, and numbers have no holes.
        #[test]
        fn numbers_obey_all_facts(pairs in prop::collection::vec((0..40_u32, 0..40_u32), 0..120), turn in 0..40_u32) {
            let hidden = |piece: u32| (piece * 7 + turn) % 40;
            let facts: Vec<[u32; 2]> = pairs.into_iter().filter(|(a, b)| a != b)
                .map(|(a, b)| if hidden(a) < hidden(b) { [a, b] } else { [b, a] }).collect();
            let numbers = numbers_from_order(40, &facts).unwrap();
            for &[inner, outer] in &facts {
                prop_assert!(numbers[inner as usize] < numbers[outer as usize]);
            }
            for (piece, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 1) {
                prop_assert!(facts.iter().any(|f| f[1] as usize == piece && numbers[f[0] as usize] == number - 1));
            }
        }
    }
}
