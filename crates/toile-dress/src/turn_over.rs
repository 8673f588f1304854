//! Collars that are worn over what is put on later: turned up while it is put on, and over it then.
//!
//! What is folded over cannot be brought outside by moving it outwards: the cloth around the neck would have to pass through the stand of the collar, which is
//! to stay inside. So flaps that are in the wrong layer are held up as a person would, where they touch nothing, and fall over the cloth from there.

use crate::running::RunningOutfit;
use crate::sew::{Hinge, Ramp};
use glam::DVec3;
use std::f64::consts::PI;
use toile_cloth::cloth::Cloth;
use toile_contact::layers::LayerError;
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};

/// At which angles flaps are held up: the first at which they touch nothing. At 0 they go on beyond their folds.
const ANGLES: [f64; 8] =
    [0.75 * PI, 0.68 * PI, 0.61 * PI, 0.54 * PI, 0.47 * PI, 0.40 * PI, 0.32 * PI, 0.24 * PI];

impl RunningOutfit {
    /// Turns over flaps that lie under another garment but should lie over it. Tells whether there were any.
    pub(crate) fn turn_over(&mut self) -> Result<bool, LayerError> {
        let is_flap = self.covered_flaps()?;
        if !is_flap.contains(&true) {
            return Ok(false);
        }
        let cloth = &self.draping.simulation.cloth;
        let Some(hinge) = Hinge::new(cloth, &is_flap) else { return Ok(false) };
        let Some(body) = self.draping.simulation.world.bodies.first() else { return Ok(false) };
        let mut skin = TriMesh { positions: Vec::new(), triangles: body.triangles.clone() };
        body.add_places(self.draping.simulation.world.time, &mut skin.positions);
        let positions = held_up(&hinge, cloth, &is_flap, &skin);
        let ramp = Ramp::of_some(cloth.rest.clone(), &cloth.triangles, &positions, &is_flap);
        let cloth = &mut self.draping.simulation.cloth;
        cloth.state.positions = positions;
        cloth.state.earlier = None;
        cloth.state.sticks.clear();
        self.draping.turn_over(ramp, |fold| hinge.has(fold.edge));
        Ok(true)
    }

    /// Which triangles are of flaps that are in the wrong order with a piece of another garment which they should cover.
    fn covered_flaps(&self) -> Result<Vec<bool>, LayerError> {
        let order = self.check_order()?;
        let wrong = order.pairs.iter().filter(|pair| pair.wrong > 0).map(|pair| pair.pieces);
        let covered: Vec<u32> = wrong
            .filter(|pieces| {
                // The body comes after all garments.
                let [inner, outer] = pieces.map(|piece| self.groups.get(piece as usize).map(|group| group.0));
                inner.is_some() && outer.is_some() && inner != outer
            })
            .map(|[_, outer]| outer)
            .collect();
        let is_covered = |group: &Option<u32>| group.is_some_and(|group| covered.contains(&group));
        Ok(self.flaps.iter().map(is_covered).collect())
    }
}

/// Where all vertices are with flaps at the first angle at which they meet nothing, or the one at which they meet least.
fn held_up(hinge: &Hinge, cloth: &Cloth, is_flap: &[bool], skin: &TriMesh) -> Vec<DVec3> {
    let mut best: Option<(usize, Vec<DVec3>)> = None;
    for angle in ANGLES {
        let positions = hinge.turned(&cloth.state.positions, angle);
        let met = meets(&positions, &cloth.triangles, is_flap, skin);
        if best.as_ref().is_none_or(|(least, _)| met < *least) {
            best = Some((met, positions));
        }
        if met == 0 {
            break;
        }
    }
    best.map_or_else(|| cloth.state.positions.clone(), |(_, positions)| positions)
}

/// How many pairs of triangles meet of which one at least is of a flap.
fn meets(positions: &[DVec3], triangles: &[[u32; 3]], is_flap: &[bool], skin: &TriMesh) -> usize {
    let all = TriMesh { positions: positions.to_vec(), triangles: triangles.to_vec() };
    let has_flap = |pair: &&[u32; 2]| pair.iter().any(|t| is_flap[*t as usize]);
    let with_cloth = self_intersections(&all).iter().filter(has_flap).count();
    let own = triangles.iter().zip(is_flap).filter(|(_, is_flap)| **is_flap).map(|(t, _)| *t);
    let flaps = TriMesh { positions: all.positions, triangles: own.collect() };
    with_cloth + mesh_intersections(&flaps, skin).len()
}
