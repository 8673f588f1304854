//! Where a garment begins: its pieces placed, joined, and taken out of the body and of each other.

use crate::body::Body;
use crate::dress::DressError;
use crate::place::Placed;
use crate::sew::{SewnGarment, lift, sew, turn_flaps, untangle};
use std::time::Instant;
use toile_cloth::fabric::Fabric;
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_pattern::mesh::MeshedGarment;

/// What a garment begins with, whatever body it is placed around.
pub(crate) struct Beginning<'a> {
    pub(crate) meshed: &'a MeshedGarment,
    /// The fabric of each piece.
    pub(crate) fabrics: &'a [Fabric],
    pub(crate) thickness: f64,
    pub(crate) deadline: Option<Instant>,
}

/// How a garment begins.
pub(crate) struct Start {
    pub(crate) placed: Placed,
    pub(crate) sewn: SewnGarment,
    /// How many pairs of triangles crossed before and after untangling.
    pub(crate) tangled: [usize; 2],
    /// The slim body that it is around, if it is.
    pub(crate) slim: Option<Body>,
}

impl Beginning<'_> {
    /// Sews a placed garment, and takes it out of the body, which is slim or not, and of itself.
    pub(crate) fn at(&self, placed: Placed, slim: Option<Body>, body: &Body) -> Result<Start, DressError> {
        let mut sewn = sew(self.meshed, &placed, |piece| self.fabrics[piece].clone())?;
        turn_flaps(&mut sewn);
        let around = slim.as_ref().unwrap_or(body);
        let tangled = begin_clear(&mut sewn, around, self.thickness, self.deadline)?;
        Ok(Start { placed, sewn, tangled, slim })
    }
}

/// Takes the start out of the body and of itself. Returns how many pairs of triangles crossed before and after.
fn begin_clear(
    sewn: &mut SewnGarment,
    body: &Body,
    thickness: f64,
    deadline: Option<Instant>,
) -> Result<[usize; 2], DressError> {
    let start = sewn.cloth.mesh();
    let before = crossings(&start, &body.mesh);
    if before == 0 {
        return Ok([0, 0]);
    }
    lift(sewn, body);
    let mut positions = sewn.cloth.state.positions.clone();
    let report = untangle(&mut positions, &sewn.cloth.triangles, &body.mesh, thickness, deadline)?;
    sewn.begin_at(positions);
    Ok([before, report.intersections_after])
}

fn crossings(cloth: &TriMesh, body: &TriMesh) -> usize {
    self_intersections(cloth).len() + mesh_intersections(cloth, body).len()
}
