//! The best sets of seams of which no two use the same stretch.

use super::cloth::{Cloth, Cut};
use super::join::Join;
use std::collections::BTreeMap;

/// A set of candidates by number, and how well it does.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) chosen: Vec<usize>,
    pub(super) score: f64,
}

/// What it costs to leave stretches unsewn.
pub(super) type Wants = BTreeMap<Cut, f64>;

/// A set of numbers below some hundreds.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// A set of seams in the making.
#[derive(Clone, Debug)]
struct Partial {
    chosen: Vec<usize>,
    /// Stretches that are sewn, or that were decided to stay open.
    settled: Bits,
    score: f64,
}

/// The best sets, the best first, at most `width` of them; candidates in `forbidden` are left out.
pub(super) fn assign(
    cloth: &Cloth,
    candidates: &[Join],
    wants: &Wants,
    width: usize,
    forbidden: &[usize],
) -> Vec<Choice> {
    let mut number: BTreeMap<Cut, usize> = BTreeMap::new();
    let used: Vec<Vec<Cut>> = candidates.iter().map(|join| join.all_cuts(cloth)).collect();
    for &cut in used.iter().flatten() {
        let count = number.len();
        number.entry(cut).or_insert(count);
    }
    let count = number.len();
    let sets: Vec<Bits> = used
        .iter()
        .map(|cuts| {
            let mut bits = Bits::new(count);
            for cut in cuts {
                bits.set(number[cut]);
            }
            bits
        })
        .collect();
    // A mirror image is sewn with its original: what that is worth counts once.
    let scores: Vec<f64> = candidates.iter().map(Join::logit).collect();
    let mut of_cut: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, cuts) in used.iter().enumerate() {
        if !forbidden.contains(&index) {
            for cut in cuts {
                if !of_cut[number[cut]].contains(&index) {
                    of_cut[number[cut]].push(index);
                }
            }
        }
    }
    let mut order: Vec<(f64, Cut, usize)> = number
        .iter()
        .map(|(&cut, &bit)| {
            let best = of_cut[bit].iter().map(|&index| scores[index]).fold(f64::NEG_INFINITY, f64::max);
            (best, cut, bit)
        })
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut beam = vec![Partial { chosen: Vec::new(), settled: Bits::new(count), score: 0.0 }];
    for (_, cut, bit) in order {
        let mut next: Vec<Partial> = Vec::with_capacity(beam.len() * 2);
        for partial in beam {
            if partial.settled.has(bit) {
                next.push(partial);
                continue;
            }
            for &index in &of_cut[bit] {
                if !partial.settled.meets(&sets[index]) {
                    let mut with = partial.clone();
                    with.chosen.push(index);
                    with.settled.add(&sets[index]);
                    with.score += scores[index];
                    next.push(with);
                }
            }
            let mut without = partial;
            without.settled.set(bit);
            without.score -= wants.get(&cut).copied().unwrap_or_default();
            next.push(without);
        }
        next.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.chosen.cmp(&b.chosen)));
        next.truncate(width);
        beam = next;
    }
    beam.into_iter().map(|partial| Choice { chosen: partial.chosen, score: partial.score }).collect()
}
