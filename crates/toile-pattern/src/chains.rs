//! Boundaries that come in parts: their curves are joined end to end.

use crate::curve::Curve;
use glam::DVec2;
use std::collections::HashMap;

/// Runs of curves, joined as far as they go.
#[derive(Default)]
pub(crate) struct Chains {
    /// Those that end where they begin.
    pub(crate) closed: Vec<Vec<Curve>>,
    /// The others.
    pub(crate) open: Vec<Vec<Curve>>,
}

/// Joins runs whose ends are at most `join` apart, the nearest ones first, turning round what was drawn the other way.
pub(crate) fn chains(runs: impl IntoIterator<Item = Vec<Curve>>, join: f64) -> Chains {
    let mut loose = Loose::new(runs, join);
    let mut chains = Chains::default();
    for index in 0..loose.runs.len() {
        let Some(mut chain) = loose.take(index) else { continue };
        loop {
            if is_closed(&chain, join) {
                chains.closed.push(chain);
                break;
            }
            // Where it goes on behind its end, else before its start.
            if let Some(mut next) = chain.last().and_then(|last| loose.take_near(last.to())) {
                chain.append(&mut next);
            } else if let Some(next) = chain.first().and_then(|first| loose.take_near(first.from())) {
                let mut before = reversed(&next);
                before.append(&mut chain);
                chain = before;
            } else {
                chains.open.push(chain);
                break;
            }
        }
    }
    chains
}

/// Whether a run ends where it begins and goes around something.
pub(crate) fn is_closed(run: &[Curve], join: f64) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return false };
    first.from().distance(last.to()) <= join
        && (run.len() > 2 || run.iter().any(|curve| !curve.is_straight()))
}

fn reversed(run: &[Curve]) -> Vec<Curve> {
    run.iter().rev().map(Curve::reversed).collect()
}

/// Runs that belong to no chain yet, found by their ends.
struct Loose {
    runs: Vec<Option<Vec<Curve>>>,
    /// Runs with an end in a square of the plane, by the number of the square.
    squares: HashMap<[i64; 2], Vec<usize>>,
    join: f64,
}

impl Loose {
    fn new(runs: impl IntoIterator<Item = Vec<Curve>>, join: f64) -> Self {
        let mut loose = Self { runs: Vec::new(), squares: HashMap::new(), join };
        for run in runs.into_iter().filter(|run| run.iter().all(Curve::is_finite)) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            let number = loose.runs.len();
            if !is_closed(&run, join) {
                for end in [first.from(), last.to()] {
                    loose.squares.entry(square(end, join)).or_default().push(number);
                }
            }
            loose.runs.push(Some(run));
        }
        loose
    }

    fn take(&mut self, number: usize) -> Option<Vec<Curve>> {
        let run = self.runs.get_mut(number)?.take()?;
        for end in [run.first().map(Curve::from), run.last().map(Curve::to)].into_iter().flatten() {
            if let Some(list) = self.squares.get_mut(&square(end, self.join)) {
                list.retain(|&other| other != number);
            }
        }
        Some(run)
    }

    /// The run with the end nearest to a place, drawn away from it.
    fn take_near(&mut self, at: DVec2) -> Option<Vec<Curve>> {
        let [x, y] = square(at, self.join);
        let mut best: Option<(f64, usize, bool)> = None;
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let key = [x.saturating_add(dx), y.saturating_add(dy)];
            for &number in self.squares.get(&key).into_iter().flatten() {
                let Some(Some(run)) = self.runs.get(number) else { continue };
                let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
                for (turned, end) in [(false, first.from()), (true, last.to())] {
                    let found = (end.distance(at), number, turned);
                    let nearer = best.is_none_or(|best| (found.0, found.1) < (best.0, best.1));
                    if found.0 <= self.join && nearer {
                        best = Some(found);
                    }
                }
            }
        }
        let (_, number, turned) = best?;
        let run = self.take(number)?;
        Some(if turned { reversed(&run) } else { run })
    }
}

fn square(at: DVec2, size: f64) -> [i64; 2] {
    let cell = (at / size.max(f64::MIN_POSITIVE)).floor();
    [cell.x as i64, cell.y as i64]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_in_any_order_and_direction_become_one_boundary() {
        let v = DVec2::new;
        let line = |a: DVec2, b: DVec2| vec![Curve::line(a, b)];
        let corners = [v(0.0, 0.0), v(1.0, 0.0), v(1.0, 1.0), v(0.0, 1.0)];
        let runs = vec![
            line(corners[2], corners[1]),
            line(corners[3] + v(2e-4, 0.0), corners[2]),
            line(v(5.0, 5.0), v(6.0, 5.0)),
            line(corners[0], corners[1]),
            line(corners[0], corners[3]),
            // A half disc is closed though it has two parts only.
            vec![
                Curve::line(v(10.0, 0.0), v(12.0, 0.0)),
                Curve::arc(v(12.0, 0.0), v(10.0, 0.0), std::f64::consts::PI),
            ],
        ];
        let found = chains(runs, 5e-4);
        assert_eq!(found.closed.iter().map(Vec::len).collect::<Vec<_>>(), [4, 2]);
        assert_eq!(found.open.len(), 1);
        let ends: Vec<(DVec2, DVec2)> =
            found.closed[0].iter().map(|curve| (curve.from(), curve.to())).collect();
        for (i, (_, to)) in ends.iter().enumerate() {
            assert!(to.distance(ends[(i + 1) % 4].0) < 1e-3, "{ends:?}");
        }
    }
}
