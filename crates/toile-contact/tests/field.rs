//! Bodies met through their distance fields, against shapes that are known exactly.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use glam::{DQuat, DVec3};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use toile_contact::obstacle::field::{BodyField, FieldError, FieldSettings, Keyframes, RigidPart};
use toile_contact::obstacle::{
    FieldSurface, MovingPoint, ObstacleSurface, RigidMotion, RigidPose, Sphere, SurfacePoint, Turning,
};
use toile_geom::{TriMesh, shapes};

const RADIUS: f64 = 0.1;
const CELL: f64 = 5e-3;
/// Between samples so far apart what is deep inside or far away is interpolated.
const COARSE: f64 = 4.0 * CELL;
const SETTINGS: FieldSettings = FieldSettings { cell: CELL, band: 0.03, depth: 0.3 };

fn ball_mesh() -> TriMesh {
    shapes::icosphere(RADIUS, 5)
}

fn moved(mesh: &TriMesh, by: DVec3) -> Vec<DVec3> {
    mesh.positions.iter().map(|p| *p + by).collect()
}

static BALL: LazyLock<Arc<BodyField>> =
    LazyLock::new(|| Arc::new(BodyField::new(&ball_mesh(), &SETTINGS).unwrap()));

/// That a field says what the exact ball says: within a part of a cell and some degrees near the surface, and roughly elsewhere.
fn agrees(found: SurfacePoint, exact: SurfacePoint) -> Result<(), TestCaseError> {
    let (tolerance, cosine) = match exact.distance {
        d if d.abs() < 0.025 => (2e-4, 0.998),
        // Within a coarse cell of the centre, linear interpolation cuts off the tip of the distance: by half the diagonal of the cell at most.
        d if d < COARSE - RADIUS => (4e-3 + COARSE * 3_f64.sqrt() / 2.0, 0.95),
        _ => (4e-3, 0.95),
    };
    if exact.distance < 0.04 {
        prop_assert!((found.distance - exact.distance).abs() < tolerance, "{:?} {:?}", found, exact);
    }
    // Far away the distance is a lower bound. At the centre there is no direction, and near it the direction is that of the coarse cells: half the
    // diagonal of one is seen from 40 mm under an angle whose cosine is 0.95.
    prop_assert!(found.distance <= exact.distance + tolerance, "{:?} {:?}", found, exact);
    if exact.distance < 0.04 && exact.distance > 0.04 - RADIUS {
        prop_assert!(found.normal.dot(exact.normal) > cosine, "{:?} {:?}", found, exact);
    }
    prop_assert!((found.normal.length() - 1.0).abs() < 1e-9);
    Ok(())
}

proptest! {
    #[test]
    fn a_still_ball_is_a_sphere_with_a_skin(p in [-0.3..0.3_f64, -0.3..0.3, -0.3..0.3], skin in 0.0..0.01_f64) {
        let field = FieldSurface::still(Arc::clone(&BALL)).with_skin(skin);
        let exact = Sphere::new(DVec3::ZERO, RADIUS).nearest(DVec3::from(p).into(), 0.0);
        let mut found = field.nearest(DVec3::from(p).into(), 0.0);
        found.distance += skin;
        agrees(found, exact)?;
        prop_assert_eq!(found.velocity, DVec3::ZERO);
    }

    /// A ball that travels and turns about its centre is the analytic one, with its velocities.
    #[test]
    fn a_moving_ball_is_a_moving_sphere(p in [-0.2..0.2_f64, -0.2..0.2, -0.2..0.2], time in 0.2..1.8_f64) {
        let (velocity, axis, rate) = (DVec3::new(0.2, -0.1, 0.3), DVec3::new(2.0, 1.0, -2.0) / 3.0, 3.0);
        let turning = Turning {
            path: vec![(0.0, DVec3::ZERO), (2.0, velocity * 2.0)],
            centre: DVec3::ZERO,
            axis,
            turn: vec![(0.0, 0.0), (2.0, rate * 2.0)],
        };
        let field = FieldSurface::rigid(Arc::clone(&BALL), RigidMotion::Turning(turning));
        let sphere = Sphere { velocity, spin: axis * rate, ..Sphere::new(DVec3::ZERO, RADIUS) };
        let point = velocity * time + DVec3::from(p);
        let (found, exact) = (field.nearest(point.into(), time), sphere.nearest(point.into(), time));
        agrees(found, exact)?;
        // The field says how fast the body is at the point, not at the surface below it.
        let expected = velocity + (axis * rate).cross(p.into());
        prop_assert!(found.velocity.distance(expected) < 2e-4, "{} {}", found.velocity, expected);
    }

    /// Of linked segments the nearest counts.
    #[test]
    fn linked_balls_are_the_nearer_of_two_spheres(p in [-0.4..0.4_f64, -0.2..0.2, -0.2..0.2], time in 0.0..1.0_f64) {
        let pose = |x: f64| RigidPose { rotation: DQuat::from_rotation_z(2.0 * x), translation: DVec3::X * x };
        let segments = [-1.0, 1.0].map(|side| RigidPart {
            field: Arc::clone(&BALL),
            motion: RigidMotion::Poses(vec![(0.0, pose(side * 0.12)), (1.0, pose(side * 0.2))]),
        });
        let chain = FieldSurface::linked(segments.into());
        let exact = [-1.0, 1.0].map(|side| {
            let center = DVec3::X * (side * (0.12 + 0.08 * time));
            Sphere::new(center, RADIUS).nearest(DVec3::from(p).into(), time)
        });
        let nearer = if exact[0].distance < exact[1].distance { exact[0] } else { exact[1] };
        // Between both, rounding may choose either.
        if (exact[0].distance - exact[1].distance).abs() > 0.01 {
            agrees(chain.nearest(DVec3::from(p).into(), time), nearer)?;
        }
    }

    /// Many points at once are the same as one after the other.
    #[test]
    fn many_points_are_each_of_them(points in prop::collection::vec([-0.2..0.2_f64, -0.2..0.2, -0.2..0.2], 0..20), time in -0.5..1.5_f64) {
        let points: Vec<MovingPoint> = points.into_iter().map(|p| DVec3::from(p).into()).collect();
        for collider in [&*TRAVELLING, &FieldSurface::still(Arc::clone(&BALL))] {
            let mut found = Vec::new();
            collider.nearest_of_all(&points, time, &mut found);
            let single: Vec<SurfacePoint> = points.iter().map(|&p| collider.nearest(p, time)).collect();
            prop_assert_eq!(found, single);
        }
    }

    /// A ball that travels by twice its diameter from one key to the next is there all the way, although nothing of it is where it was
    /// or will be; before and after it rests.
    #[test]
    fn a_ball_between_keys_is_where_it_should_be(p in [-0.13..0.13_f64, -0.13..0.13, -0.13..0.13], time in -0.5..1.5_f64) {
        let center = WAY * time.clamp(0.0, 1.0);
        let point = center + DVec3::from(p);
        let (found, exact) = (TRAVELLING.nearest(point.into(), time), Sphere::new(center, RADIUS).nearest(point.into(), time));
        if exact.distance.abs() < 0.025 {
            prop_assert!((found.distance - exact.distance).abs() < 3e-4, "{:?} {:?}", found, exact);
            prop_assert!(found.normal.dot(exact.normal) > 0.998);
            let velocity = if (0.0..=1.0).contains(&time) { WAY } else { DVec3::ZERO };
            prop_assert!(found.velocity.distance(velocity) < 1e-5 * WAY.length(), "{}", found.velocity);
        }
    }
}

const WAY: DVec3 = DVec3::new(0.4, 0.0, 0.0);

static TRAVELLING: LazyLock<FieldSurface> = LazyLock::new(|| {
    let ball = ball_mesh();
    let keys = [(0.0, ball.positions.clone()), (1.0, moved(&ball, WAY))];
    FieldSurface::animated(Arc::new(Keyframes::new(&ball.triangles, &keys, &SETTINGS).unwrap()))
});

/// A ball that swells: its skin moves outwards, and distances follow.
#[test]
fn a_body_that_changes_its_shape_is_followed() {
    let ball = ball_mesh();
    let sizes = [1.0, 1.1, 1.3];
    let keys: Vec<(f64, Vec<DVec3>)> = sizes
        .iter()
        .zip([0.0, 0.1, 0.2])
        .map(|(size, time)| (time, ball.positions.iter().map(|p| *p * *size).collect()))
        .collect();
    let swelling =
        FieldSurface::animated(Arc::new(Keyframes::new(&ball.triangles, &keys, &SETTINGS).unwrap()));
    for (time, size, speed) in
        [(0.05, 1.05, 0.1), (0.1, 1.1, 0.1), (0.15, 1.2, 0.2), (0.2, 1.3, 0.2), (0.3, 1.3, 0.0)]
    {
        let direction = DVec3::new(1.0, -2.0, 2.0) / 3.0;
        let found = swelling.nearest((direction * (RADIUS * size + 0.004)).into(), time);
        assert!((found.distance - 0.004).abs() < 3e-4, "{time}: {found:?}");
        assert!(found.velocity.distance(direction * speed) < 0.005, "{time}: {found:?}");
    }
}

#[test]
fn bodies_without_a_surface_are_refused() {
    let ball = ball_mesh();
    let keyframes = |keys: &[(f64, Vec<DVec3>)]| Keyframes::new(&ball.triangles, keys, &SETTINGS).map(|_| ());
    assert_eq!(keyframes(&[]), Err(FieldError::NoSurface));
    assert_eq!(keyframes(&[(0.0, vec![DVec3::ZERO; 3])]), Err(FieldError::NoSurface));
    let backwards = [(1.0, ball.positions.clone()), (0.0, ball.positions.clone())];
    assert_eq!(keyframes(&backwards), Err(FieldError::NoSurface));
    assert!(BodyField::new(&TriMesh::default(), &SETTINGS).is_err());
    let nothing = FieldSurface::linked(Vec::new());
    assert_eq!(nothing.nearest(DVec3::ZERO.into(), 0.0).distance, f64::INFINITY);
}

/// From everywhere inside the way out is known, also beyond the fine band.
#[test]
fn what_is_deep_inside_finds_its_way_out() {
    let trunk = shapes::icosphere(0.2, 4);
    let field = FieldSurface::still(Arc::new(BodyField::new(&trunk, &SETTINGS).unwrap()));
    for start in [DVec3::new(0.03, 0.01, -0.02), DVec3::new(-0.1, 0.05, 0.02), DVec3::ZERO] {
        let mut place = start;
        for _ in 0..100 {
            let found = field.nearest(place.into(), 0.0);
            if found.distance >= 0.0 {
                break;
            }
            place += found.normal * 5e-3;
        }
        assert!((place.length() - 0.2).abs() < 6e-3, "{start} came to {place}");
    }
}

/// At the centre of a ball the field is off by less than a coarse cell: linear interpolation cuts the tip off.
#[test]
fn at_the_centre_a_field_is_off_by_less_than_a_coarse_cell() {
    let field = FieldSurface::still(Arc::clone(&BALL));
    for p in [DVec3::ZERO, DVec3::splat(1e-3), DVec3::new(-4e-3, 2e-3, 7e-3)] {
        agrees(field.nearest(p.into(), 0.0), Sphere::new(DVec3::ZERO, RADIUS).nearest(p.into(), 0.0))
            .unwrap();
    }
}
