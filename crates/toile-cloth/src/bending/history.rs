//! What a cloth remembers of how it was bent: friction, creases and fatigue of each triangle's curvature tensor.
//!
//! The curvature `[κxx, κyy, 2κxy]` of a triangle, seen along warp (`x`) and weft (`y`) of its fabric, has three
//! components, and each has a [`HysteresisState`] of its own. With the bending stiffness `D`, the curvatures `r` that
//! have become permanent and the frictions `f`, each a function of its own component and of what happened to it, the
//! moment is
//!
//! ```text
//! M(κ) = D (κ − r) + f(κ)        |f_warp| ≤ HB_warp    |f_weft| ≤ HB_weft    |f_twist| ≤ (HB_warp + HB_weft) / 4
//! ```
//!
//! (`HB` is half of the measured loop's width). It is what rubs in a weave: the warp yarns when the warp bends, the
//! weft yarns when the weft bends, and both against each other when the cloth twists. Bent along the warp or the
//! weft, the cloth follows the scalar model exactly, whatever the mesh. The friction of the twist is half of the mean
//! of the others, as the twist stiffness of a sheet without contraction is half of its bending stiffness: then the
//! stiffness that friction adds at the beginning of bending, `2 HB/K₀ · diag(1, 1, ½)`, is that of an isotropic
//! sheet, and a fabric with equal warp and weft feels the same in all directions. When the yarns slip, it does not
//! feel quite the same: on the bias such a fabric has 1.5 of the friction it has along the yarns, in pure twist 0.7
//! of that of a tensor limited by its size; half is near the share (0.48) at which these two errors balance.
//!
//! # Steps
//!
//! An implicit solver looks for the curvature at the end of a step. [`BendingHistory::law`] and [`BendingHistory::energy`] say what
//! would be met there, on the straight way from the last step, and change nothing; the moment is continuous and the
//! derivative of the energy, and its tangent is positive semidefinite. [`BendingHistory::commit`] takes the step. Creases
//! and fatigue come into being there, between the steps, not within: a cycle that ends in a step shifts `r` and wears
//! the friction by what the scalar model says. Trembling by less than [`NOISE`](super::NOISE) of the slip curvature
//! is elastic, so that it costs, gains and wears nothing.
//!
//! # Free edges
//!
//! Nothing holds a free edge at its other side, so no moment goes across it: the cloth there takes the curvature at
//! which `nᵀ M n = 0`. Without history that condenses the stiffness once and for all; with history the curvature
//! across is found for each trial, as the one of least energy, and remembered like the others.

use super::plan::edge_normal;
use super::plate::without_moment_across;
use super::{Bending, HysteresisState};
use crate::fabric::{ClothDirection, FabricCut, Hysteresis};
use crate::rest::RestShape;
use crate::voigt::{dyad, rotation};
use glam::{DMat2, DMat3, DVec2, DVec3};
use rayon::prelude::*;
use std::sync::Arc;

/// What a cloth remembers of its bending. See the [module documentation](self).
///
/// Copies are cheap until one of them takes a step.
#[derive(Clone, Debug, PartialEq)]
pub struct BendingHistory {
    plan: Arc<Plan>,
    /// One for each triangle that remembers, and each component.
    states: Arc<Vec<[HysteresisState; 3]>>,
}

/// Numbers that are not those of this history.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{found} numbers of bending history do not fit this cloth, which has {expected}, or are not sound")]
pub struct ForeignHistory {
    /// How many there should be.
    pub expected: usize,
    /// How many there are.
    pub found: usize,
}

/// What does not change.
#[derive(Debug, PartialEq)]
struct Plan {
    cuts: Vec<CutLaw>,
    triangles: Vec<Place>,
    /// Of each state the triangle.
    remembering: Vec<u32>,
}

/// How one cut bends, in the frame of its fabric.
#[derive(Debug, PartialEq)]
struct CutLaw {
    stiffness: DMat3,
    hysteresis: [Hysteresis; 3],
    /// Takes curvatures from the rest shape's frame into the fabric's.
    to_fabric: DMat3,
}

/// Where a triangle's history is.
#[derive(Debug, PartialEq)]
struct Place {
    cut: u16,
    /// Its state, if it remembers anything.
    state: Option<u32>,
    /// The normals of its free edges in the fabric's frame; unused ones are zero.
    free: [DVec2; 2],
}

/// A triangle with its law and its state.
#[derive(Clone, Copy)]
struct Element<'a> {
    law: &'a CutLaw,
    place: &'a Place,
    states: &'a [HysteresisState; 3],
}

/// What is met at a curvature: all in the frame of the fabric, with the elastic part.
struct Met {
    moment: DVec3,
    tangent: DMat3,
    /// At least the tangent, also where a search crosses a turn.
    bound: DMat3,
}

impl BendingHistory {
    /// Cloth that was never bent: `fabric_of` says which of the cuts each triangle belongs to. Only triangles whose
    /// fabric has a bending loop (2HB) remember anything.
    pub fn new(
        cuts: &[FabricCut],
        fabric_of: &[u16],
        triangles: &[[u32; 3]],
        rest: &RestShape,
        bending: &Bending,
    ) -> Self {
        let laws: Vec<CutLaw> = cuts.iter().map(CutLaw::new).collect();
        let edge = |a: u32, b: u32| [a.min(b), a.max(b)];
        let mut bent: Vec<[u32; 2]> = bending.hinge_vertices().iter().map(|h| edge(h[0], h[1])).collect();
        bent.sort_unstable();
        let (mut places, mut states, mut remembering) = (Vec::new(), Vec::new(), Vec::new());
        for (t, (&triangle, &cut)) in triangles.iter().zip(fabric_of).enumerate() {
            let mut place = Place { cut, state: None, free: [DVec2::ZERO; 2] };
            if let Some(law) = laws.get(cut as usize).filter(|law| law.rubs()) {
                let is_free =
                    |&s: &usize| bent.binary_search(&edge(triangle[s], triangle[(s + 1) % 3])).is_err();
                let sides: Vec<usize> = (0..3).filter(is_free).collect();
                // A triangle that is free all around carries no moment.
                if sides.len() < 3 {
                    for (normal, side) in place.free.iter_mut().zip(sides) {
                        let in_rest = edge_normal(rest.corners[t], side);
                        *normal = DVec2::from_angle(-cuts[cut as usize].grain).rotate(in_rest);
                    }
                    place.state = Some(states.len() as u32);
                    states.push(law.hysteresis.each_ref().map(HysteresisState::new));
                    remembering.push(t as u32);
                }
            }
            places.push(place);
        }
        let plan = Plan { cuts: laws, triangles: places, remembering };
        Self { plan: Arc::new(plan), states: Arc::new(states) }
    }

    /// Takes over what the same triangles remember in another rest shape.
    pub(crate) fn take_memory_of(&mut self, other: &Self) {
        if self.plan.remembering == other.plan.remembering {
            self.states = other.states.clone();
        }
    }

    /// Whether no triangle remembers anything.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// What friction and creases add to a triangle's moment `[xx, yy, xy]` (N·m/m) at a curvature beyond that at
    /// rest, and how that grows with curvature (N·m): positive semidefinite, and near a turn of the bending the
    /// steeper of the two ways, so that Newton's method does not jump to and fro across it.
    pub fn law(&self, triangle: usize, bent: DVec3) -> (DVec3, DMat3) {
        let Some(element) = self.element(triangle) else { return (DVec3::ZERO, DMat3::ZERO) };
        let turn = element.law.to_fabric;
        let bent = turn * bent;
        let elastic = element.condensed(element.law.stiffness);
        let met = element.met(element.relaxed(bent));
        let tangent = element.condensed(met.bound) - elastic;
        (turn.transpose() * (met.moment - elastic * bent), turn.transpose() * tangent * turn)
    }

    /// What friction and creases add to a triangle's energy (J/m²) at a curvature beyond that at rest: the change of
    /// the elastic energy by the creases, what friction could give back at the last step, and the work against it
    /// since. [`law`](Self::law) gives its derivatives.
    pub fn energy(&self, triangle: usize, bent: DVec3) -> f64 {
        let Some(element) = self.element(triangle) else { return 0.0 };
        let bent = element.law.to_fabric * bent;
        let elastic = element.condensed(element.law.stiffness);
        let reached = element.relaxed(bent);
        let beyond = reached - element.creases();
        let friction = |k: usize| {
            let (state, hysteresis) = (&element.states[k], &element.law.hysteresis[k]);
            state.recoverable(hysteresis) + state.work(hysteresis, reached[k])
        };
        0.5 * (beyond.dot(element.law.stiffness * beyond) - bent.dot(elastic * bent))
            + (0..3).map(friction).sum::<f64>()
    }

    /// Takes the step to these curvatures beyond those at rest, one for each triangle.
    pub fn commit(&mut self, bent: &[DVec3]) {
        let plan = &self.plan;
        let bend = |(states, &triangle): (&mut [HysteresisState; 3], &u32)| {
            let (Some(&bent), Some(place)) =
                (bent.get(triangle as usize), plan.triangles.get(triangle as usize))
            else {
                return;
            };
            let law = &plan.cuts[place.cut as usize];
            let reached = Element { law, place, states }.relaxed(law.to_fabric * bent);
            for (k, state) in states.iter_mut().enumerate() {
                state.bend(&law.hysteresis[k], reached[k]);
            }
        };
        Arc::make_mut(&mut self.states).par_iter_mut().zip(&plan.remembering).for_each(bend);
    }

    /// The curvature `[xx, yy, 2 xy]` that has become permanent in a triangle, 1/m, in the frame of the rest shape.
    pub fn crease(&self, triangle: usize) -> DVec3 {
        self.element(triangle).map_or(DVec3::ZERO, |e| e.law.to_fabric.inverse() * e.creases())
    }

    /// The largest friction that is left in a triangle along warp, weft and in twist, N·m/m.
    pub fn friction_limit(&self, triangle: usize) -> DVec3 {
        let limit = |e: Element<'_>, k: usize| e.states[k].friction_moment(&e.law.hysteresis[k]);
        self.element(triangle).map_or(DVec3::ZERO, |e| DVec3::from([0, 1, 2].map(|k| limit(e, k))))
    }

    /// All that changes, as plain numbers.
    pub fn to_numbers(&self) -> Vec<f64> {
        self.states.iter().flatten().flat_map(HysteresisState::to_numbers).collect()
    }

    /// Goes back to what [`to_numbers`](Self::to_numbers) has written, on the same cloth.
    ///
    /// # Errors
    /// If there are too few or too many numbers, or some cannot be; nothing is changed then.
    pub fn set_numbers(&mut self, numbers: &[f64]) -> Result<(), ForeignHistory> {
        let expected = 3 * HysteresisState::NUMBERS * self.states.len();
        let foreign = ForeignHistory { expected, found: numbers.len() };
        if numbers.len() != expected {
            return Err(foreign);
        }
        let states: Option<Vec<HysteresisState>> =
            numbers.as_chunks().0.iter().copied().map(HysteresisState::from_numbers).collect();
        let states = states.ok_or(foreign)?;
        self.states = Arc::new(states.as_chunks().0.to_vec());
        Ok(())
    }

    fn element(&self, triangle: usize) -> Option<Element<'_>> {
        let place = self.plan.triangles.get(triangle)?;
        let states = self.states.get(place.state? as usize)?;
        Some(Element { law: self.plan.cuts.get(place.cut as usize)?, place, states })
    }
}

impl CutLaw {
    fn new(cut: &FabricCut) -> Self {
        let laminate = cut.laminate();
        let bending = &laminate.bending;
        let stiffness = laminate.bending_matrix();
        let loop_width = 0.25 * (bending.hysteresis_warp + bending.hysteresis_weft);
        let mixed = Hysteresis {
            residual_rate: bending.residual_rate,
            fatigue_rate: bending.fatigue_rate,
            ..Hysteresis::from_kes(stiffness.z_axis.z, loop_width, bending.transition_curvature)
        };
        Self {
            stiffness,
            hysteresis: [
                bending.hysteresis(ClothDirection::Warp),
                bending.hysteresis(ClothDirection::Weft),
                mixed,
            ],
            to_fabric: rotation(-cut.grain),
        }
    }

    /// Whether there is any friction, and stiffness against it.
    fn rubs(&self) -> bool {
        self.hysteresis.iter().any(|h| h.friction_moment() > 0.0)
            && self.hysteresis.iter().all(|h| h.lasting > 0.0 && h.initial.is_finite())
    }
}

impl Element<'_> {
    fn creases(&self) -> DVec3 {
        DVec3::from(self.states.each_ref().map(HysteresisState::residual))
    }

    /// Elasticity, creases and friction at a curvature, all of it resisting.
    fn met(&self, bent: DVec3) -> Met {
        let beyond = bent - self.creases();
        let elastic = self.law.stiffness * beyond;
        let trials = [0, 1, 2].map(|k| self.states[k].attempt(&self.law.hysteresis[k], bent[k]));
        let stiffened = |slopes: [f64; 3]| self.law.stiffness + DMat3::from_diagonal(DVec3::from(slopes));
        Met {
            moment: elastic + DVec3::from(trials.map(|trial| trial.friction)),
            tangent: stiffened(trials.map(|trial| trial.slope)),
            bound: stiffened(trials.map(|trial| trial.bound)),
        }
    }

    /// A stiffness without what the free edges cannot carry.
    fn condensed(&self, stiffness: DMat3) -> DMat3 {
        without_moment_across(stiffness, self.free())
    }

    fn free(&self) -> &[DVec2] {
        let count = self.place.free.iter().take_while(|normal| **normal != DVec2::ZERO).count();
        &self.place.free[..count]
    }

    /// The curvature, with that across free edges such that they carry no moment: the one of least energy.
    fn relaxed(&self, bent: DVec3) -> DVec3 {
        if self.free().is_empty() {
            return bent;
        }
        // Newton's method with halved steps; the energy is convex, and its tangent jumps only where friction turns round.
        let across = self.place.free.map(dyad);
        let at = |amount: DVec2| bent + across[0] * amount.x + across[1] * amount.y;
        let mut amount = DVec2::ZERO;
        let mut met = self.met(bent);
        let scale = (self.law.stiffness * bent).length() + self.law.hysteresis[0].friction_moment();
        for _ in 0..MAX_RELAXATIONS {
            let slope = DVec2::from(across.map(|v| v.dot(met.moment)));
            if slope.length() <= 1e-12 * scale {
                break;
            }
            let step = solve(across, met.tangent, slope);
            let mut share = 1.0;
            let mut next = self.met(at(amount - step));
            while DVec2::from(across.map(|v| v.dot(next.moment))).length()
                > (1.0 - 0.1 * share) * slope.length()
                && share > 1e-4
            {
                share *= 0.5;
                next = self.met(at(amount - step * share));
            }
            amount -= step * share;
            met = next;
        }
        at(amount)
    }
}

/// The most Newton steps for the curvature across a free edge. Three or four are usual.
const MAX_RELAXATIONS: usize = 40;

/// Solves for the amounts of one or two directions (an unused one is zero) with a tangent between them.
fn solve([a, b]: [DVec3; 2], tangent: DMat3, right: DVec2) -> DVec2 {
    let (ta, tb) = (tangent * a, tangent * b);
    if b == DVec3::ZERO {
        return DVec2::new(right.x / a.dot(ta), 0.0);
    }
    DMat2::from_cols(DVec2::new(a.dot(ta), a.dot(tb)), DVec2::new(a.dot(tb), b.dot(tb))).inverse() * right
}
