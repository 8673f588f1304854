//! A vertex on a held triangle that leans, and other things that can be worked out by hand.

use crate::pairs::{Pairs, STEP};
use glam::DVec3;
use toile_contact::friction::FrictionLaw;
use toile_contact::narrow::StencilKind;
use toile_contact::response::{Impulse, RESPONSES, Response, ResponseError};

/// How far a vertex slides down an incline in half a second, and how far it is from it then.
fn slide(response: &mut dyn Response, slope: f64, law: FrictionLaw) -> Result<[f64; 2], ResponseError> {
    let (sine, cosine) = slope.atan().sin_cos();
    let (down, up) = (DVec3::new(cosine, -sine, 0.0), DVec3::new(sine, cosine, 0.0));
    let corners = [up * 1e-3, down * -1.0 + DVec3::Z * 3.0, down * 8.0, down * -1.0 - DVec3::Z * 3.0];
    let mut place = corners[0];
    let mut velocity = DVec3::ZERO;
    for _ in 0..50 {
        velocity -= DVec3::Y * 9.81 * STEP;
        let start = vec![place, corners[1], corners[2], corners[3]];
        let mut pairs =
            Pairs::new(start, vec![velocity, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO]).with_friction(law);
        pairs.masses[0] = 0.01;
        pairs.kinematic = vec![false, true, true, true];
        pairs.thickness = 1e-3;
        let pairs = pairs.with_pair(StencilKind::VertexTriangle, [0, 1, 2, 3]);
        let (motion, _) = pairs.respond(response)?;
        (place, velocity) = (motion.ends[0], motion.velocities[0]);
    }
    Ok([place.dot(down), place.dot(up)])
}

/// All responses but `filter`, which lets cloth sink a little before its springs hold.
const AT_ONCE: [&str; 3] = ["constraint", "impulse", "shift"];

#[test]
fn a_vertex_holds_up_to_the_friction_at_rest_and_slides_with_that_of_sliding() {
    for name in AT_ONCE {
        let mut response = <dyn Response>::named(name).unwrap();
        let law = FrictionLaw::coulomb(0.3).with_static(0.5);
        let [still, gap] = slide(&mut *response, 0.49, law).unwrap();
        assert!(still.abs() < 1e-9 && (gap - 1e-3).abs() < 1e-9, "{name}: {still} {gap}");
        let [slid, gap] = slide(&mut *response, 0.51, law).unwrap();
        let (sine, cosine) = 0.51_f64.atan().sin_cos();
        // Symplectic steps: the sum of 1 to 50 in place of half of 50 squared.
        let expected = 9.81 * (sine - 0.3 * cosine) * STEP * STEP * 1275.0;
        assert!((slid / expected - 1.0).abs() < 1e-6, "{name}: {slid} {expected}");
        assert!((gap - 1e-3).abs() < 1e-9, "{name}: {gap}");
    }
}

#[test]
fn repulsions_hold_a_vertex_within_the_thickness() {
    let mut filter = <dyn Response>::named("filter").unwrap();
    let [still, gap] = slide(&mut *filter, 0.3, 0.5.into()).unwrap();
    assert!(still.abs() < 1e-3 && gap > 0.0 && gap < 1e-3, "{still} {gap}");
    let [slid, _] = slide(&mut *filter, 0.51, 0.3.into()).unwrap();
    assert!(slid > 0.1);
}

#[test]
fn an_impulse_is_shared_by_weights_and_masses() {
    let start = vec![DVec3::new(0.25, 0.1, 0.25), DVec3::ZERO, DVec3::Z, DVec3::X];
    let velocities = vec![DVec3::new(0.0, -1.0, 0.0), DVec3::ZERO, DVec3::ZERO, DVec3::ZERO];
    let mut pairs = Pairs::new(start, velocities);
    pairs.masses = vec![2.0, 1.0, 1.0, 4.0];
    let pairs = pairs.with_pair(StencilKind::VertexTriangle, [0, 1, 2, 3]);
    let (motion, report) = pairs.respond(&mut Impulse::default()).unwrap();
    // Weights 1/2, 1/4, 1/4: K = 1/2 + 1/4 + 1/16 + 1/64 = 53/64.
    let impulse = 64.0 / 53.0;
    let expected = [-1.0 + impulse / 2.0, -impulse / 2.0, -impulse / 4.0, -impulse / 16.0];
    for (velocity, expected) in motion.velocities.iter().zip(expected) {
        assert!(velocity.distance(DVec3::Y * expected) < 1e-12);
    }
    assert_eq!((report.touched, report.skipped), (1, 0));
}

#[test]
fn cloth_grips_more_across_the_grain() {
    let start = vec![
        DVec3::new(0.0, 1e-3, 0.0),
        DVec3::new(-1.0, 0.0, -1.0),
        DVec3::Z * 2.0,
        DVec3::new(1.0, 0.0, -1.0),
    ];
    let left = |slip: DVec3| {
        let velocities = vec![slip - DVec3::Y, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO];
        let law = FrictionLaw::coulomb(0.2).with_across(2.0);
        let mut pairs = Pairs::new(start.clone(), velocities).with_friction(law);
        pairs.kinematic = vec![false, true, true, true];
        pairs.grain = vec![DVec3::X, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO];
        let pairs = pairs.with_pair(StencilKind::VertexTriangle, [0, 1, 2, 3]);
        pairs.respond(&mut Impulse::default()).unwrap().0.velocities[0].length()
    };
    assert!((left(DVec3::X) - 0.8).abs() < 1e-12);
    assert!((left(DVec3::Z) - 0.6).abs() < 1e-12);
}

#[test]
fn what_makes_no_sense_is_refused_and_left_alone() {
    let pairs = Pairs::new(vec![DVec3::ZERO; 4], vec![DVec3::Y; 4]);
    for name in RESPONSES {
        let mut response = <dyn Response>::named(name).unwrap();
        let mut wrong = Pairs::new(pairs.start.clone(), pairs.velocities.clone());
        wrong.kinematic.pop();
        assert!(matches!(
            wrong.respond(&mut *response),
            Err(ResponseError::Length { expected: 4, found: 3, .. })
        ));
        let mut wrong = Pairs::new(pairs.start.clone(), pairs.velocities.clone())
            .with_pair(StencilKind::EdgeEdge, [0, 1, 2, 3]);
        wrong.near[0].corners[2] = 9;
        assert_eq!(
            wrong.respond(&mut *response).unwrap_err(),
            ResponseError::MissingVertex { pair: 0, vertex: 9 }
        );
        let mut wrong = Pairs::new(pairs.start.clone(), pairs.velocities.clone());
        wrong.velocities[1].x = f64::NAN;
        assert_eq!(wrong.respond(&mut *response).unwrap_err(), ResponseError::NotFinite { vertex: 1 });
    }
}

#[test]
fn pairs_that_coincide_or_have_no_direction_do_no_harm() {
    for name in RESPONSES {
        let mut response = <dyn Response>::named(name).unwrap();
        for kind in [StencilKind::VertexTriangle, StencilKind::EdgeEdge] {
            let mut pairs = Pairs::new(vec![DVec3::ONE; 4], vec![DVec3::Y, DVec3::X, DVec3::Z, -DVec3::Y])
                .with_friction(0.5);
            pairs.thickness = 1e-3;
            let mut pairs = pairs.with_pair(kind, [0, 1, 2, 3]).with_pair(kind, [3, 2, 1, 0]);
            let (motion, _) = pairs.respond(&mut *response).unwrap();
            assert!(motion.ends.iter().chain(&motion.velocities).all(|x| x.is_finite()), "{name}");
            pairs.near[0].close.normal = DVec3::ZERO;
            pairs.near[1].close.normal = DVec3::NAN;
            let (motion, report) = pairs.respond(&mut *response).unwrap();
            assert_eq!((motion.velocities, report.skipped), (pairs.velocities.clone(), 2), "{name}");
            pairs.kinematic = vec![true; 4];
            assert_eq!(pairs.respond(&mut *response).unwrap().1.touched, 0);
        }
    }
}
