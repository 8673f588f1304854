//! Where kinematic things may push vertices, and how far.
//!
//! A hand that swings must not make room around the collar: how far a vertex may be pushed depends on how far kinematic things near it go. A grid tells.

use super::GuardInput;
use crate::features::Features;
use glam::{DVec3, IVec3};

/// How far vertices may be pushed by kinematic ones, as a multiple of how far the fastest of these nearby goes.
const PUSH: f64 = 2.0;
/// Things are near if they are within this multiple of the kinematic motion.
const PUSH_REACH: f64 = 4.0;
/// Cells of the grid along its longest side, at most.
const CELLS: f64 = 40.0;

/// How far vertices may be pushed, by place.
#[derive(Debug, Default)]
pub(super) struct Pushed {
    low: DVec3,
    /// The size of a cell, and one over it.
    cell: f64,
    per_metre: f64,
    counts: IVec3,
    /// How far kinematic things near each cell go.
    motions: Vec<f64>,
}

impl Pushed {
    /// For kinematic things that go from their start to some ends.
    pub(super) fn new(input: &GuardInput<'_>, end: &[DVec3], slack: f64) -> Self {
        let kinematic_motion = input.kinematic_motion(end);
        if kinematic_motion <= 0.0 {
            return Self::default();
        }
        let moving = Moving { input, end };
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        moving.for_each(|from, to, _| (low, high) = (low.min(from), high.max(to)));
        let margin = PUSH_REACH * kinematic_motion + slack;
        let (low, high) = (low - margin, high + margin);
        let cell = ((high - low).max_element() / CELLS).max(kinematic_motion).max(1e-9);
        let counts = ((high - low) / cell).ceil().as_ivec3().max(IVec3::ONE) + IVec3::ONE;
        let size = counts.as_usizevec3();
        let mut grid =
            Self { low, cell, per_metre: 1.0 / cell, counts, motions: vec![0.0; size.x * size.y * size.z] };
        moving.for_each(|from, to, motion| grid.raise(from, to, motion));
        grid.spread(slack);
        grid
    }

    /// How far a vertex at a place may be pushed.
    pub(super) fn room(&self, place: DVec3) -> f64 {
        if self.motions.is_empty() {
            return 0.0;
        }
        let cell = ((place - self.low) * self.per_metre).floor();
        if cell.cmplt(DVec3::ZERO).any() || cell.cmpge(self.counts.as_dvec3()).any() {
            return 0.0;
        }
        PUSH * self.motions[self.index(cell.as_ivec3())]
    }

    fn index(&self, cell: IVec3) -> usize {
        ((cell.z * self.counts.y + cell.y) * self.counts.x + cell.x) as usize
    }

    /// Notes a motion in all cells of a box.
    fn raise(&mut self, from: DVec3, to: DVec3, motion: f64) {
        let [first, last] = [from, to].map(|p| ((p - self.low) * self.per_metre).floor().as_ivec3());
        let (first, last) = (first.max(IVec3::ZERO), last.min(self.counts - 1));
        for z in first.z..=last.z {
            for y in first.y..=last.y {
                for x in first.x..=last.x {
                    let cell = self.index(IVec3::new(x, y, z));
                    self.motions[cell] = self.motions[cell].max(motion);
                }
            }
        }
    }

    /// Lets motions reach as far around them as they may matter.
    fn spread(&mut self, slack: f64) {
        let own = std::mem::take(&mut self.motions);
        self.motions = vec![0.0; own.len()];
        for (i, &motion) in own.iter().enumerate().filter(|(_, motion)| **motion > 0.0) {
            let i = i as i32;
            let cell = IVec3::new(
                i % self.counts.x,
                i / self.counts.x % self.counts.y,
                i / (self.counts.x * self.counts.y),
            );
            let corner = self.low + cell.as_dvec3() * self.cell;
            let reach = PUSH_REACH * motion + slack;
            self.raise(corner - reach, corner + self.cell + reach, motion);
        }
    }
}

/// Triangles of which a corner is kinematic and moves.
struct Moving<'a> {
    input: &'a GuardInput<'a>,
    end: &'a [DVec3],
}

impl Moving<'_> {
    /// Calls `each` with the box around the way of every such triangle and how far its fastest kinematic corner goes.
    fn for_each(&self, mut each: impl FnMut(DVec3, DVec3, f64)) {
        let features: &Features = self.input.features;
        for corners in features.triangles() {
            let motion = |v: u32| {
                let v = v as usize;
                if self.input.kinematic[v] { self.input.start[v].distance(self.end[v]) } else { 0.0 }
            };
            let most = corners.iter().map(|v| motion(*v)).fold(0.0, f64::max);
            if most > 0.0 {
                let points = corners.map(|v| [self.input.start[v as usize], self.end[v as usize]]);
                let all = points.as_flattened();
                let low = all.iter().copied().fold(DVec3::INFINITY, DVec3::min);
                let high = all.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
                each(low, high, most);
            }
        }
    }
}
