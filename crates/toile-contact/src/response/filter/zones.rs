//! Zones of impact: vertices that move together as a rigid body.

use super::rigid::RigidMotion;
use crate::response::ResponseInput;
use glam::DVec3;
use std::collections::BTreeMap;

/// Which vertices move together.
#[derive(Debug)]
pub(super) struct Zones {
    /// For each vertex another one of its zone, with a smaller number; itself for the smallest.
    towards: Vec<u32>,
    /// The vertices that are in zones, each once.
    members: Vec<u32>,
}

impl Zones {
    /// No zones.
    pub(super) fn new(vertices: usize) -> Self {
        Self { towards: (0..vertices as u32).collect(), members: Vec::new() }
    }

    fn root(&self, vertex: u32) -> u32 {
        let mut root = vertex;
        while self.towards[root as usize] != root {
            root = self.towards[root as usize];
        }
        root
    }

    /// Joins the zones of four vertices; returns whether they were not one before.
    pub(super) fn join(&mut self, corners: [u32; 4]) -> bool {
        let roots = corners.map(|v| self.root(v));
        let first = roots.into_iter().fold(u32::MAX, u32::min);
        for (vertex, root) in corners.into_iter().zip(roots) {
            self.towards[root as usize] = first;
            self.towards[vertex as usize] = first;
        }
        let grew = roots.iter().any(|root| *root != first);
        if grew {
            self.members.extend(corners);
            self.members.sort_unstable();
            self.members.dedup();
        }
        grew
    }

    /// Whether four vertices are of one zone.
    pub(super) fn has_all(&self, corners: [u32; 4]) -> bool {
        let [first, rest @ ..] = corners.map(|v| self.root(v));
        rest.iter().all(|root| *root == first)
    }

    /// The vertices of each zone, in the order of their first ones.
    fn lists(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut lists: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &v in &self.members {
            lists.entry(self.root(v)).or_default().push(v);
        }
        lists
    }

    /// How many zones there are, and how many vertices they have.
    pub(super) fn count(&self) -> [usize; 2] {
        [self.lists().len(), self.members.len()]
    }

    /// Moves the vertices of zones that are not kinematic to where their zones take them.
    pub(super) fn place(&self, input: &ResponseInput<'_>, velocities: &[DVec3], ends: &mut [DVec3]) {
        self.each(input, velocities, |v, motion| ends[v] = motion.end(input.start[v]));
    }

    /// The velocities at the end: as given, but those of bodies in zones.
    pub(super) fn velocities(&self, input: &ResponseInput<'_>, velocities: &[DVec3]) -> Vec<DVec3> {
        let mut after = velocities.to_vec();
        self.each(input, velocities, |v, motion| after[v] = motion.end_velocity(input.start[v]));
        after
    }

    /// Visits the vertices of zones that are not kinematic, each with the motion of its zone.
    fn each(
        &self,
        input: &ResponseInput<'_>,
        velocities: &[DVec3],
        mut visit: impl FnMut(usize, &RigidMotion),
    ) {
        for zone in self.lists().values() {
            let motion = motion_of(input, zone, velocities);
            zone.iter().map(|&v| v as usize).filter(|&v| !input.kinematic[v]).for_each(|v| visit(v, &motion));
        }
    }
}

/// The motion of a zone: that of its kinematic vertices if it has any, else with the momentum of all.
fn motion_of(input: &ResponseInput<'_>, zone: &[u32], velocities: &[DVec3]) -> RigidMotion {
    let leading = zone.iter().filter(|v| input.mobility(**v) == 0.0).map(|v| *v as usize);
    if leading.clone().next().is_some() {
        let ways = leading.map(|v| [input.start[v], input.start[v] + input.step * velocities[v]]);
        return RigidMotion::following(ways, input.step);
    }
    let parts =
        zone.iter().map(|&v| (input.mobility(v).recip(), input.start[v as usize], velocities[v as usize]));
    RigidMotion::of(parts, input.step)
}
