//! Impacts on the ways of a step.

use crate::broad::{BroadPhase, BroadQuery, BvhBroadPhase, Candidates};
use crate::narrow::StencilKind;
use crate::narrow::ccd::{CcdSettings, impacts};
use crate::narrow::proximity::proximity;
use crate::response::{Contact, ResponseError, ResponseInput};
use glam::DVec3;

/// Two features that meet on their ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Impact {
    pub(super) kind: StencilKind,
    pub(super) corners: [u32; 4],
    /// When, as a part of the step.
    pub(super) time: f64,
}

impl Impact {
    /// The contact at the time of the impact, which is a little before the two touch. Where they do already, the direction from
    /// one to the other says nothing, and that at the start is asked for the side.
    pub(super) fn contact(&self, input: &ResponseInput<'_>, ends: &[DVec3]) -> Option<Contact> {
        let at = self.corners.map(|v| input.start[v as usize].lerp(ends[v as usize], self.time));
        let close = proximity(self.kind, at, f64::INFINITY)?;
        let mut contact = Contact::from_proximity(input, self.kind, self.corners, &close)?;
        let size = at.iter().map(|corner| corner.distance(at[0])).fold(0.0, f64::max);
        if close.distance <= 1e-12 * size && contact.difference(input.start).dot(contact.normal) < 0.0 {
            contact.normal = -contact.normal;
        }
        Some(contact)
    }
}

/// Finds impacts; owns memory and what the broad phase keeps.
#[derive(Debug, Default)]
pub(super) struct Impacts {
    broad: BvhBroadPhase,
    candidates: Candidates,
    queries: Vec<[u32; 4]>,
    times: Vec<f64>,
    found: Vec<Impact>,
}

impl Impacts {
    /// All impacts on straight ways to some ends but those of pairs to be left out, in the order of the features.
    pub(super) fn find(
        &mut self,
        input: &ResponseInput<'_>,
        ends: &[DVec3],
        leave_out: impl Fn([u32; 4]) -> bool,
    ) -> Result<&[Impact], ResponseError> {
        let query = BroadQuery::continuous(input.features, input.filter, input.start, ends, 0.0);
        self.broad.find(&query, &mut self.candidates)?;
        self.candidates.sort();
        self.found.clear();
        for kind in StencilKind::BOTH {
            let wanted =
                |corners: &[u32; 4]| corners.iter().any(|&v| input.mobility(v) > 0.0) && !leave_out(*corners);
            self.queries.clear();
            let all = self.candidates.of(kind).iter().map(|&pair| input.features.corners(kind, pair));
            self.queries.extend(all.filter(wanted));
            impacts(kind, input.start, ends, &self.queries, &CcdSettings::default(), &mut self.times)
                .map_err(|missing| ResponseError::MissingVertex { pair: 0, vertex: missing.corner })?;
            let hits = self.queries.iter().zip(&self.times).filter(|(_, time)| time.is_finite());
            self.found.extend(hits.map(|(&corners, &time)| Impact { kind, corners, time }));
        }
        Ok(&self.found)
    }
}
