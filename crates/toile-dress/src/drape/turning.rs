//! Flaps that are turned over once more: held out where they touch nothing, and let fall.
//!
//! As a person turns a collar down that stands up, or brings it out over a pullover. What is folded over cannot be brought outside by moving it outwards: the cloth
//! around the neck would have to pass through the stand of the collar, which is to stay inside.

use super::Draping;
use super::phases::Phases;
use crate::sew::{Hinge, Ramp, flap_crossings};
use glam::DVec3;
use std::f64::consts::PI;
use toile_cloth::cloth::Cloth;
use toile_cloth::simulation::Simulation;
use toile_geom::TriMesh;

/// At which angles flaps are held out: the first at which they touch nothing. At 0 they go on beyond their folds.
const ANGLES: [f64; 8] =
    [0.75 * PI, 0.68 * PI, 0.61 * PI, 0.54 * PI, 0.47 * PI, 0.40 * PI, 0.32 * PI, 0.24 * PI];
/// Flaps stand up where they are folded by less than this.
const STANDS: f64 = 0.4 * PI;
/// ... and are turned over again if they do so along this share of their folds.
const SHARE: f64 = 0.1;

impl Draping {
    /// Turns over the flaps that consist of some triangles, wherever they are now. Tells whether there are any.
    pub(crate) fn turn_over(&mut self, is_flap: &[bool]) -> bool {
        let simulation = &mut self.run.simulation;
        let hinge = Hinge::new(&simulation.cloth, is_flap);
        hinge.is_some_and(|hinge| self.phases.turn_over_at(simulation, &hinge, is_flap, usize::MAX))
    }
}

impl Phases {
    /// Turns over flaps again that stand up instead of lying over, if there is room for that.
    pub(super) fn turn_down(&mut self, simulation: &mut Simulation, is_flap: &[bool]) -> bool {
        let cloth = &simulation.cloth;
        let stands = |hinge: &Hinge| hinge.standing(&cloth.state.positions, STANDS) > SHARE;
        let hinge = Hinge::new(cloth, is_flap).filter(stands);
        hinge.is_some_and(|hinge| self.turn_over_at(simulation, &hinge, is_flap, 0))
    }

    /// Turns flaps over unless they meet more than `most` triangles wherever they are held out. Tells whether it did.
    fn turn_over_at(
        &mut self,
        simulation: &mut Simulation,
        hinge: &Hinge,
        is_flap: &[bool],
        most: usize,
    ) -> bool {
        let world = &simulation.world;
        let skin = world.solid_meshes(world.time).next().unwrap_or_default();
        let cloth = &mut simulation.cloth;
        let (met, positions) = held_out(hinge, cloth, is_flap, &skin);
        if met > most {
            return false;
        }
        let ramp = Ramp::of_some(cloth.rest.clone(), &cloth.triangles, &positions, is_flap);
        cloth.state.positions = positions;
        cloth.state.earlier = None;
        cloth.state.sticks.clear();
        self.begin_turning(ramp, cloth, |fold| hinge.has(fold.edge));
        true
    }
}

/// Where all vertices are with flaps at the first angle at which they meet nothing, or the one at which they meet least; and how many pairs of triangles meet.
fn held_out(hinge: &Hinge, cloth: &Cloth, is_flap: &[bool], skin: &TriMesh) -> (usize, Vec<DVec3>) {
    let mut best: Option<(usize, Vec<DVec3>)> = None;
    for angle in ANGLES {
        let positions = hinge.turned(&cloth.state.positions, angle);
        let met = flap_crossings(&positions, &cloth.triangles, is_flap, skin);
        if best.as_ref().is_none_or(|(least, _)| met < *least) {
            best = Some((met, positions));
        }
        if met == 0 {
            break;
        }
    }
    best.unwrap_or_else(|| (usize::MAX, cloth.state.positions.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drape::{DrapeSettings, Phase};
    use crate::sew::folded;
    use glam::DVec2;
    use toile_geom::shapes;

    #[test]
    fn flaps_are_turned_down_only_where_there_is_room() {
        let (cloth, is_flap) = folded(0.9 * PI);
        let to_the_fold = cloth.mesh().area_vector(0).z.signum();
        let beside = |distance: f64| {
            let mut wall = shapes::sheet(DVec2::ONE, [6, 6]);
            wall.positions.iter_mut().for_each(|p| *p = DVec3::new(p.x, -p.z, to_the_fold * distance));
            Draping::of_cloth(cloth.clone(), &wall, &DrapeSettings::default())
        };
        let turn_down =
            |draping: &mut Draping| draping.phases.turn_down(&mut draping.run.simulation, &is_flap);
        let mut narrow = beside(0.01);
        assert!(!turn_down(&mut narrow));
        assert_eq!(narrow.run.simulation.cloth.state.positions, cloth.state.positions);
        let mut wide = beside(0.5);
        assert!(turn_down(&mut wide));
        assert_ne!(wide.run.simulation.cloth.state.positions, cloth.state.positions);
        assert_eq!(wide.step().unwrap().phase, Phase::Turning);
        // What lies over already stays as it is.
        let mut turned = beside(0.5);
        let hinge = Hinge::new(&cloth, &is_flap).unwrap();
        turned.run.simulation.cloth.state.positions = hinge.turned(&cloth.state.positions, 0.8 * PI);
        assert!(!turn_down(&mut turned));
        // Where it has to be, it is turned over whatever it meets.
        assert!(beside(0.01).turn_over(&is_flap));
    }
}
