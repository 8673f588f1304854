//! Minimum separation: an impact is when the two come that close, and not before.

use super::random::{Motion, times, touching_half_way, vector};
use glam::DVec3;
use toile_contact::narrow::ccd::{CcdSettings, StencilKind};
use toile_contact::narrow::proximity::proximity;
use toile_geom::random::Random;

fn distance_at(kind: StencilKind, [start, end]: &Motion, time: f64) -> f64 {
    let corners = std::array::from_fn(|i| start[i].lerp(end[i], time));
    proximity(kind, corners, f64::INFINITY).unwrap().distance
}

#[test]
fn impacts_come_when_the_distance_falls_to_the_separation() {
    let separation = 0.01;
    let settings = CcdSettings { min_separation: separation, tolerance: 1e-4 };
    for kind in [StencilKind::VertexTriangle, StencilKind::EdgeEdge] {
        let mut random = Random::new(11);
        let motions: Vec<Motion> = (0..3000)
            .map(|_| {
                let [start, mut end] = touching_half_way(kind, &mut random);
                end[0] += vector(&mut random) * 0.2;
                [start, end]
            })
            .collect();
        let (mut early, mut hits) = (0, 0);
        for times in times(kind, &motions, &settings) {
            for (motion, time) in motions.iter().zip(times) {
                for i in 0..=200 {
                    let sample = f64::from(i) / 200.0;
                    let close = distance_at(kind, motion, sample) < separation;
                    assert!(!close || sample >= time, "close at {sample} before {time}");
                }
                if time.is_finite() {
                    hits += 1;
                    // Within the tolerance it really is that close, or as good as.
                    let closest =
                        (0..=20).map(|i| distance_at(kind, motion, (time + f64::from(i) * 5e-6).min(1.0)));
                    early += usize::from(closest.fold(f64::INFINITY, f64::min) > separation * 1.0001);
                }
            }
        }
        println!("{kind:?}: {hits} hits, {early} early");
        assert!(hits > 1000 && early * 200 <= hits);
    }
}

#[test]
fn a_direction_too_short_to_be_squared_proves_nothing() {
    // A vertex 10⁻¹⁶⁰ above a triangle: the direction between them has a length whose square is zero in double precision.
    let corners = [DVec3::new(0.25, 1e-160, 0.25), DVec3::ZERO, DVec3::Z, DVec3::X];
    let settings = CcdSettings { min_separation: 0.01, tolerance: 1e-4 };
    for times in times(StencilKind::VertexTriangle, &[[corners, corners]], &settings) {
        assert_eq!(times, [0.0]);
    }
}

#[test]
fn senseless_settings_are_harmless() {
    let mut random = Random::new(12);
    let motions: Vec<Motion> =
        (0..200).map(|_| touching_half_way(StencilKind::EdgeEdge, &mut random)).collect();
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
        for (min_separation, tolerance) in [(value, 1e-4), (0.0, value)] {
            for times in times(StencilKind::EdgeEdge, &motions, &CcdSettings { min_separation, tolerance }) {
                assert!(times.iter().all(|time| (0.0..=0.5).contains(time)), "{min_separation} {tolerance}");
            }
        }
    }
}
