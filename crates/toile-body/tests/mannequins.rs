//! Mannequins of many sizes: the asked girths, a clean surface, and the landmarks where they belong.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use toile_body::mannequin::{Mannequin, MannequinError, Pose};
use toile_body::measures::{Figure, Measure, Measures, SIZES};
use toile_body::section::cut;
use toile_body::{landmarks, measure};
use toile_geom::intersect::{degenerate_triangles, self_intersections};
use toile_geom::topology::Topology;

#[test]
fn sizes_are_clean_and_have_the_asked_girths() {
    for size in SIZES.iter().step_by(7) {
        let asked = size.measures();
        let body = Mannequin::new(size.figure, asked).build().unwrap();
        let taken = measure::measure(&body.mesh, &landmarks::find(&body.mesh).unwrap());
        for girth in [Measure::WaistGirth, Measure::HipGirth, Measure::ThighGirth, Measure::KneeGirth] {
            let error = taken[girth.name()] - asked.get(girth);
            assert!(error.abs() < 0.005, "{} {}: {:.1} mm", size.name, girth.name(), 1e3 * error);
        }
        if size.figure != Figure::Child {
            let error = taken["neck_girth"] - asked.neck_girth;
            assert!(error.abs() < 0.005, "{} neck: {:.1} mm", size.name, 1e3 * error);
        }
        for (girth, center, normal) in body.fitted_girths() {
            // These are fitted where they are fullest or narrowest, as the finder takes them.
            if matches!(girth, Measure::HipGirth | Measure::WaistGirth | Measure::NeckGirth) {
                continue;
            }
            let lines = cut(&body.mesh, center, normal);
            let nearest = lines.iter().map(|line| (line.centroid().distance(center), line.girth()));
            let found = nearest.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap().1;
            let error = found - asked.get(girth);
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
                let tolerance = if name.ends_with("shoulder") { 0.035 } else { 0.03 };
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
fn the_tape_finds_the_asked_measures_by_itself() {
    for figure in [Figure::Woman, Figure::Man] {
        let asked = Measures::typical(figure);
        let body = Mannequin::new(figure, asked).build().unwrap();
        let found = measure::measure(&body.mesh, &landmarks::find(&body.mesh).unwrap());
        for measure in [Measure::BustGirth, Measure::WaistGirth, Measure::HipGirth] {
            let error = found[measure.name()] - asked.get(measure);
            // The finder looks for the fullest and the narrowest place, which may be a little fuller or narrower.
            assert!(error.abs() < 0.012, "{figure} {}: {:.1} mm", measure.name(), 1e3 * error);
        }
        let inseam = found["inside_leg_height"] - asked.inside_leg_height;
        assert!(inseam.abs() < 0.012, "{figure}: {inseam}");
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
