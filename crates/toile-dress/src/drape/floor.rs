//! The floor that a body stands on: what falls comes to lie on it, and a hem that is too long rests on it.

use glam::DVec3;
use toile_contact::obstacle::{Obstacle, Plane};

/// Cloth that begins deeper than this below the soles is not too long: the body has no feet, and stands on nothing, in metres.
const NO_FEET: f64 = 0.3;

/// The floor under a body, if it has any points. Cloth that begins below it is lifted: the floor comes up from below it in the given time, in seconds.
pub fn floor_under(body: &[DVec3], cloth: &[DVec3], lifting: f64) -> Option<Obstacle> {
    let lowest = |points: &[DVec3]| points.iter().map(|point| point.y).reduce(f64::min);
    let soles = lowest(body).filter(|height| height.is_finite())?;
    let deep = lowest(cloth).map_or(0.0, |hem| (soles - hem + ROOM).max(0.0));
    let floor = |height: f64| Obstacle::plane(Plane::floor(height)).named("floor");
    Some(match deep {
        _ if deep > NO_FEET => floor(soles - deep),
        _ if deep > ROOM && lifting > 0.0 => {
            floor(soles).travelling(vec![(0.0, DVec3::NEG_Y * deep), (lifting, DVec3::ZERO)])
        }
        _ => floor(soles),
    })
}

/// The room that cloth has over a floor that begins below it, in metres.
const ROOM: f64 = 0.005;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_is_under_the_soles_and_comes_up_under_hems_that_begin_below_it() {
        let body = [DVec3::Y * 0.02, DVec3::Y * 1.7];
        let height_above = |hem: f64, time: f64| {
            let floor = floor_under(&body, &[DVec3::Y * hem, DVec3::Y], 0.5).unwrap();
            floor.nearest(DVec3::Y, time).map(|found| 1.0 - found.distance).unwrap()
        };
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        close(height_above(0.3, 0.0), 0.02);
        close(height_above(0.3, 9.0), 0.02);
        close(height_above(-0.1, 0.0), -0.1 - ROOM);
        close(height_above(-0.1, 0.5), 0.02);
        close(height_above(-0.1, 9.0), 0.02);
        close(height_above(-0.5, 9.0), -0.5 - ROOM);
        assert!(floor_under(&[], &body, 0.5).is_none());
    }
}
