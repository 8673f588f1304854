//! What contacts remember from one step to the next, and what presses pairs together by that.
//!
//! Friction needs to know it before a step is solved, and with few iterations the springs of pairs do not tell: at the first guess they are
//! pressed fifty times too far, and later a pair that was missed once is pressed ten times too far. A pair that touched in the last step is pressed as it was then. What pressed pairs that are gone, such as edges that have been slid
//! over, presses those that have taken their places: all in all cloth is pressed as much as it was, so that friction does not depend on
//! how the meshes happen to lie. Neighbours in the sheet take over nothing unless they press each other: where cells are small against the thickness,
//! most pairs of a vertex are such, and what presses cloth onto a body would seep away into them. Where nothing touched, a pair has to stop what
//! inertia and outer forces would do.

use super::ContactTerm;
use crate::state::{ContactKind, StickState};

/// What tells one contact from another, and in which order they stand.
pub(crate) type ContactKey = (ContactKind, [u32; 4]);

impl ContactTerm {
    pub(crate) fn key(&self) -> ContactKey {
        (self.kind, self.corners)
    }
}

/// What is remembered of a contact, in a list in the order of keys.
pub(crate) fn recall(sticks: &[StickState], key: ContactKey) -> Option<&StickState> {
    sticks.binary_search_by(|stick| (stick.kind, stick.corners).cmp(&key)).ok().map(|at| &sticks[at])
}

/// What is remembered of pairs of features: contacts on surfaces come before them.
fn of_pairs(sticks: &[StickState]) -> &[StickState] {
    &sticks[sticks.partition_point(|stick| matches!(stick.kind, ContactKind::Surface(_)))..]
}

/// What presses each pair, in newtons. Pairs and what is remembered are in the order of their keys; `is_free` tells vertices of the cloth
/// that can move from all others, and `fresh` tells what presses a pair where nothing touched: it is asked with the share of the pair in all
/// pairs of its vertices.
pub(crate) fn pass_on(
    pairs: &[ContactTerm],
    sticks: &[StickState],
    is_free: &[bool],
    fresh: impl Fn(&ContactTerm, f64) -> f64,
) -> Vec<f64> {
    let mut vertices = vec![Load::default(); is_free.len()];
    let known = recalled(pairs, of_pairs(sticks), &mut vertices);
    for (term, known) in pairs.iter().zip(&known) {
        for (_, v, weight) in free(term, is_free) {
            match known {
                Some(push) => vertices[v].known += push * weight,
                None => vertices[v].new_stiffness += ready_stiffness(term) * weight,
            }
        }
    }
    let push = |(term, known): (&ContactTerm, &Option<f64>)| {
        if let Some(push) = known {
            // What has no new pair to go to stays with those that are still there.
            return push + both_sides(term, is_free, |v, weight| vertices[v].part_of_old(push * weight));
        }
        if free(term, is_free).any(|(_, v, _)| vertices[v].touched) {
            return both_sides(term, is_free, |v, weight| {
                vertices[v].left * vertices[v].share(ready_stiffness(term) * weight)
            });
        }
        let [shared, all] = free(term, is_free).fold([0.0; 2], |[shared, all], (_, v, weight)| {
            [shared + weight * vertices[v].share(ready_stiffness(term) * weight), all + weight]
        });
        if all > 0.0 { fresh(term, shared / all) } else { 0.0 }
    };
    pairs.iter().zip(&known).map(push).collect()
}

/// The stiffness with which a new pair is ready to take over what pressed others.
fn ready_stiffness(term: &ContactTerm) -> f64 {
    if term.neighbours && term.push == 0.0 { 0.0 } else { term.stiffness }
}

/// What is known of a vertex.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    /// Whether it touched anything in the last step.
    touched: bool,
    /// What pressed it in pairs that are gone, in newtons.
    left: f64,
    /// What pressed it in pairs that are still there, in newtons.
    known: f64,
    /// The stiffness of new pairs that are ready to take over something, by its weight in them.
    new_stiffness: f64,
}

impl Load {
    /// The share of a new pair.
    fn share(&self, stiffness: f64) -> f64 {
        if self.new_stiffness > 0.0 { stiffness / self.new_stiffness } else { 0.0 }
    }

    /// What goes to a pair that is still there and pressed the vertex so much.
    fn part_of_old(&self, push: f64) -> f64 {
        if self.new_stiffness == 0.0 && self.known > 0.0 { self.left * push / self.known } else { 0.0 }
    }
}

/// The free vertices of a pair: the corner's number, the vertex and the amount of its weight.
fn free<'a>(term: &'a ContactTerm, is_free: &'a [bool]) -> impl Iterator<Item = (usize, usize, f64)> + 'a {
    (0..4).filter_map(|i| {
        let v = term.corners[i] as usize;
        (term.weights[i] != 0.0 && is_free.get(v) == Some(&true)).then(|| (i, v, term.weights[i].abs()))
    })
}

/// The sum over the free vertices of a side; the mean of both sides if both have any, since they are pressed alike.
fn both_sides(term: &ContactTerm, is_free: &[bool], of: impl Fn(usize, f64) -> f64) -> f64 {
    let mut sides = [None; 2];
    for (i, v, weight) in free(term, is_free) {
        let side: &mut Option<f64> = &mut sides[usize::from(i >= term.kind.first_side())];
        *side = Some(side.unwrap_or(0.0) + of(v, weight));
    }
    let count = sides.iter().flatten().count();
    sides.iter().flatten().sum::<f64>() / count.max(1) as f64
}

/// What pressed each pair in the last step, if it touched then; what pressed others is left to their vertices.
fn recalled(pairs: &[ContactTerm], sticks: &[StickState], vertices: &mut [Load]) -> Vec<Option<f64>> {
    let mut known = vec![None; pairs.len()];
    let mut at = 0;
    for stick in sticks {
        let own = (stick.kind, stick.corners);
        while at < pairs.len() && pairs[at].key() < own {
            at += 1;
        }
        let is_there = at < pairs.len() && pairs[at].key() == own;
        if is_there {
            known[at] = Some(stick.push);
        }
        let middle = stick.kind.first_side();
        for side in [&stick.corners[..middle], &stick.corners[middle..]] {
            // Corners without weight repeat others.
            let is_first = |i: usize| !side[..i].contains(&side[i]);
            let count = (0..side.len()).filter(|&i| is_first(i)).count();
            for i in (0..side.len()).filter(|&i| is_first(i)) {
                if let Some(load) = vertices.get_mut(side[i] as usize) {
                    load.touched = true;
                    load.left += if is_there { 0.0 } else { stick.push / count as f64 };
                }
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::super::term::tests::term;
    use super::*;
    use glam::DVec3;

    fn edges(corners: [u32; 4]) -> ContactTerm {
        ContactTerm {
            kind: ContactKind::EdgeEdge,
            corners,
            weights: [0.5, 0.5, -0.25, -0.75],
            stiffness: 100.0,
            push: 0.0,
            ..term()
        }
    }

    fn stick(term: &ContactTerm, push: f64) -> StickState {
        StickState { kind: term.kind, corners: term.corners, stretch: DVec3::ZERO, push }
    }

    /// Two edges of cloth on those of a body, the vertices of which are 10 and more.
    #[test]
    fn what_pressed_a_pair_that_is_gone_presses_those_in_its_place() {
        let pairs = [edges([0, 1, 10, 11]), edges([0, 1, 11, 12]), edges([2, 3, 10, 11])];
        let is_free = [true; 4];
        let kept = stick(&pairs[0], 3.0);
        let gone = stick(&edges([0, 1, 12, 13]), 2.0);
        let pushes = pass_on(&pairs, &[kept, gone], &is_free, |_, share| 7.0 * share);
        assert_eq!(pushes, [3.0, 2.0, 7.0]);
        let all_new = pass_on(&pairs, &[gone], &is_free, |_, share| 7.0 * share);
        assert_eq!(all_new, [1.0, 1.0, 7.0]);
        let none_new = pass_on(&pairs[..1], &[kept, gone], &is_free, |_, share| 7.0 * share);
        assert_eq!(none_new, [5.0]);
    }

    #[test]
    fn neighbours_in_the_sheet_take_over_nothing_unless_they_press_each_other() {
        let in_the_sheet = ContactTerm { neighbours: true, ..edges([0, 1, 2, 3]) };
        let gone = stick(&edges([0, 1, 12, 13]), 2.0);
        let passed = |beside: ContactTerm| {
            pass_on(&[beside, edges([0, 1, 10, 11])], &[gone], &[true; 4], |_, share| 7.0 * share)
        };
        assert_eq!(passed(in_the_sheet), [0.0, 2.0]);
        // The other side of the sheet was not pressed, and half of what this side takes over counts.
        assert_eq!(passed(ContactTerm { push: 0.1, ..in_the_sheet }), [0.5, 1.0]);
    }

    #[test]
    fn pairs_of_the_same_vertices_share_what_stops_them() {
        let pairs = [edges([0, 1, 10, 11]), edges([0, 1, 11, 12])];
        let stopped = |is_free: [bool; 2]| pass_on(&pairs, &[], &is_free, |_, share| 7.0 * share);
        assert_eq!(stopped([true; 2]), [3.5, 3.5]);
        assert_eq!(stopped([true, false]), [3.5, 3.5]);
        assert_eq!(stopped([false; 2]), [0.0, 0.0]);
    }
}
