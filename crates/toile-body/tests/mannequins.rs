//! Mannequins of many sizes: the asked girths, a clean surface, and the landmarks where they belong.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use toile_body::mannequin::{Mannequin, MannequinError, Pose};
use toile_body::measures::{Figure, Measure, Measures, SIZES};
use toile_body::{landmarks, measure};
use toile_geom::intersect::{degenerate_triangles, self_intersections};
use toile_geom::topology::Topology;

#[test]
fn sizes_are_clean_and_have_the_asked_girths() {
    for size in SIZES.iter().step_by(7) {
        let asked = size.measures();
        let body = Mannequin::new(size.figure, asked).build().unwrap();
        let taken = measure::measure(&body.mesh, &landmarks::find(&body.mesh).unwrap());
        // All of them, measured on the mesh alone, without knowledge of how it was made.
        for girth in Measure::ALL.iter().copied().filter(|measure| measure.is_girth()) {
            let error = taken[girth.name()] - asked.get(girth);
            assert!(error.abs() < 0.005, "{} {}: {:.1} mm", size.name, girth.name(), 1e3 * error);
        }
        assert!((body.mesh.bounds().size().y - asked.height).abs() < 1e-6, "{}", size.name);
        let surface = Topology::new(&body.mesh).surface();
        assert!(surface.is_closed_manifold() && surface.inconsistent_edges.is_empty(), "{}", size.name);
        assert_eq!(surface.components, 1);
        assert!(self_intersections(&body.mesh).is_empty(), "{}", size.name);
        assert!(degenerate_triangles(&body.mesh).is_empty());
        assert!(body.mesh.volume() > 0.01);
        let count = body.mesh.triangles.len();
        assert!((14_000..28_000).contains(&count), "{}: {count}", size.name);
    }
}

#[test]
fn poses_are_clean_too_and_landmarks_are_found_in_the_dressing_poses() {
    for figure in Figure::ALL {
        let poses = if figure == Figure::Woman { &Pose::ALL[..] } else { &Pose::ALL[..1] };
        for &pose in poses {
            let measures = Measures::typical(figure);
            let body = Mannequin::new(figure, measures).in_pose(pose).build().unwrap();
            assert!(Topology::new(&body.mesh).surface().is_closed_manifold());
            assert!(self_intersections(&body.mesh).is_empty(), "{figure} {pose:?}");
            if pose == Pose::Standing {
                continue;
            }
            let landmarks = landmarks::find(&body.mesh).unwrap();
            for (name, joint) in body.joints() {
                // Elbows of straight arms are guessed from proportions.
                let vague = name.ends_with("shoulder") || name.ends_with("elbow");
                let tolerance = if vague { 0.035 } else { 0.03 };
                if let Some(found) = landmarks.position(&format!("{name}_center")).filter(|_| name != "neck")
                {
                    let error = found.distance(joint);
                    assert!(error < tolerance, "{figure} {pose:?} {name}: {:.1} cm", 100.0 * error);
                }
            }
        }
    }
}

#[test]
fn unusual_bodies_have_the_asked_girths_too() {
    let bodies: [(Figure, &[(Measure, f64)]); 3] = [
        (Figure::Woman, &[(Measure::Height, 1.62), (Measure::BustGirth, 1.06), (Measure::WaistGirth, 0.92)]),
        (Figure::Man, &[(Measure::Height, 1.93), (Measure::BustGirth, 0.94), (Measure::WaistGirth, 0.78)]),
        (
            Figure::Woman,
            &[(Measure::BustGirth, 0.98), (Measure::UnderBustGirth, 0.74), (Measure::WaistGirth, 0.66)],
        ),
    ];
    for (figure, asked) in bodies {
        let measures = Measures::fill(figure, asked);
        let body = Mannequin::new(figure, measures).build().unwrap();
        let taken = measure::measure(&body.mesh, &landmarks::find(&body.mesh).unwrap());
        for girth in [Measure::BustGirth, Measure::UnderBustGirth, Measure::WaistGirth, Measure::HipGirth] {
            let error = taken[girth.name()] - measures.get(girth);
            assert!(error.abs() < 0.005, "{figure} {asked:?} {}: {:.1} mm", girth.name(), 1e3 * error);
        }
    }
}

#[test]
fn impossible_measures_are_refused_with_their_name() {
    let mut measures = Measures::typical(Figure::Woman);
    measures.waist_girth = 7.2;
    let error = Mannequin::new(Figure::Woman, measures).build().unwrap_err();
    assert!(error.to_string().contains("waist_girth"), "{error}");
    measures = Measures::typical(Figure::Woman);
    measures.hip_height = 1.3;
    let error = Mannequin::new(Figure::Woman, measures).build().unwrap_err();
    assert!(matches!(error, MannequinError::OutOfOrder { .. }), "{error}");
    measures.hip_height = f64::NAN;
    assert!(Mannequin::new(Figure::Woman, measures).build().is_err());
}

#[test]
fn the_same_mannequin_comes_out_whatever_the_number_of_threads() {
    let build = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Mannequin::new(Figure::Man, Measures::typical(Figure::Man)).build().unwrap().mesh)
    };
    assert!(build(1) == build(3));
}
