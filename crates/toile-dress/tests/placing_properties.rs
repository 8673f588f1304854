//! Drafts of any size around mannequins of any size: pieces end outside of the body, unstretched and untangled.

#![allow(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};
use toile_body::mannequin::Mannequin;
use toile_body::measures::{Figure, Measure, Measures as BodyMeasures};
use toile_dress::{Wearer, place};
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::mesh::{MeshSettings, mesh};

/// What is cut to lie on hulls without pleats or waves.
const GARMENTS: [&str; 8] =
    ["t-shirt", "tank-top", "pullover", "dress", "straight-skirt", "trousers", "shorts", "shirt"];

/// The most that an edge is stretched or squeezed: hulls that wind are not quite without strain.
const MOST_STRAIN: f64 = 0.04;

/// A grown body: figure, height, and girths of bust, waist and hip that go together.
fn bodies() -> impl Strategy<Value = (bool, [f64; 4])> {
    (any::<bool>(), 1.52..1.92f64, 0.82..1.16f64, -0.24..-0.08f64, 0.0..0.10f64)
        .prop_map(|(is_woman, height, bust, waist, hip)| (is_woman, [height, bust, bust + waist, bust + hip]))
}

fn body((is_woman, [height, bust, waist, hip]): (bool, [f64; 4])) -> Wearer {
    let figure = if is_woman { Figure::Woman } else { Figure::Man };
    let asked = ["height", "bust_girth", "waist_girth", "hip_girth"]
        .map(|name| Measure::named(name).unwrap())
        .into_iter()
        .zip([height, bust, waist, hip])
        .collect::<Vec<_>>();
    let mannequin = Mannequin::new(figure, BodyMeasures::fill(figure, &asked)).build().unwrap();
    Wearer::of_mesh(mannequin.mesh).unwrap()
}

/// A garment on a body, which it may be too small or too large for.
#[derive(Clone, Debug)]
struct Case {
    of: (bool, [f64; 4]),
    garments: Vec<&'static str>,
    fit: Looseness,
    wider: f64,
    edge: f64,
}

fn cases() -> impl Strategy<Value = Case> {
    let garments = prop::sample::subsequence(GARMENTS.to_vec(), 2);
    let fits = prop::sample::select(Looseness::ALL.to_vec());
    (bodies(), garments, fits, 0.94..1.12f64, 0.022..0.034f64)
        .prop_map(|(of, garments, fit, wider, edge)| Case { of, garments, fit, wider, edge })
}

fn check(case: &Case) -> Result<(), TestCaseError> {
    let body = body(case.of);
    let mut measures = *body.measures();
    // A size smaller, or three larger.
    for girth in [&mut measures.bust_girth, &mut measures.waist_girth, &mut measures.hip_girth] {
        *girth *= case.wider;
    }
    for name in &case.garments {
        let garment = Draft::named(name).unwrap().draft(&measures, case.fit);
        let meshed = mesh(&garment, &MeshSettings::with_edge_length(case.edge)).unwrap();
        let placed = place(&meshed, &body).unwrap();
        let all = placed.mesh(&meshed);
        prop_assert_eq!(mesh_intersections(&all, body.mesh()).len(), 0, "{} passes through the body", name);
        prop_assert_eq!(self_intersections(&all).len(), 0, "{} passes through itself", name);
        let strain = placed.worst_strain(&meshed);
        prop_assert!(strain < MOST_STRAIN, "{name} is strained by {strain}");
        for (piece, place) in meshed.garment.pieces.iter().zip(&placed.pieces) {
            let inside = place.positions.iter().filter(|p| {
                let (foot, normal) = body.nearest(**p).unwrap();
                (**p - foot).dot(normal) <= 0.0
            });
            prop_assert_eq!(inside.count(), 0, "{}: {} is in the body", name, piece.name);
        }
    }
    Ok(())
}

#[test]
fn pieces_end_outside_unstretched_and_untangled() {
    // A mannequin takes a second: few cases here, more if they are asked for.
    let cases_count =
        std::env::var("TOILE_PLACING_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let config = ProptestConfig {
        cases: cases_count,
        failure_persistence: None,
        max_shrink_iters: 20,
        ..ProptestConfig::default()
    };
    // The same cases in every run.
    let source = TestRng::deterministic_rng(config.rng_algorithm);
    let result = TestRunner::new_with_rng(config, source).run(&cases(), |case| check(&case));
    assert!(result.is_ok(), "{}", result.err().map(|error| error.to_string()).unwrap_or_default());
}
