//! Nothing is allocated once memory has been used: not in a tenth query, and not when building from nothing again.

// An allocator that counts must hand on what it is asked for, which cannot be written without `unsafe`; only this test has it.
#![allow(unsafe_code)]
// The helpers of tests fail like the tests themselves.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use toile_contact::broad::{BROAD_PHASES, BroadPhase, BroadQuery, Candidates};
use toile_contact::filter::Filter;
use toile_contact::narrow::StencilKind;
use toile_contact::narrow::ccd::{CcdSettings, impacts};
use toile_contact::narrow::proximity::proximities;
use toile_lab::detection::scenes::DetectionScene;

thread_local! {
    /// How often this thread asked for memory: others may do as they like meanwhile.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

fn count() {
    // A thread that is about to end has no counter any more.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller answers for the layout.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller answers for the place and the layout.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller answers for the place, the layout and the size.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often memory is asked for on this thread by some work.
fn allocations(work: impl FnOnce()) -> usize {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

/// One thread: more of them keep what they find apart, and how much each finds is chance.
fn on_one_thread(work: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(work);
}

/// A mesh at rest, pressed together, and in between, again and again.
fn states(scene: &DetectionScene) -> Vec<Vec<DVec3>> {
    let state = |part: f64| scene.start.iter().zip(&scene.end).map(|(a, b)| a.lerp(*b, part)).collect();
    [1.0, 0.0, 0.3, 0.9, 0.1, 0.6].map(state).into()
}

/// Asks for what is near, what intersects and what will touch; returns how much there is.
fn ask_all(
    method: &mut dyn BroadPhase,
    scene: &DetectionScene,
    states: &[Vec<DVec3>],
    found: &mut Candidates,
) -> usize {
    let DetectionScene { features, filter, end, distance, .. } = scene;
    let mut total = 0;
    for start in states {
        for query in [
            BroadQuery::discrete(features, filter, start, *distance),
            // What skips flat regions does so only where nothing but intersections counts.
            BroadQuery::discrete(features, filter, start, 0.0),
            BroadQuery::continuous(features, filter, start, end, 0.1 * distance),
        ] {
            method.find(&query, found).unwrap();
            total += found.len();
        }
    }
    total
}

#[test]
fn no_broad_phase_allocates_after_its_first_queries() {
    on_one_thread(|| {
        let mut scene = DetectionScene::named("folded", 1200).unwrap();
        let held = Filter::new().with_fixed((0..scene.start.len()).map(|v| v % 5 < 2).collect());
        for filter in [Filter::new(), held] {
            scene.filter = filter;
            let states = states(&scene);
            for name in BROAD_PHASES.iter().chain(&["stochastic-0.3", "stochastic-grow-0.3"]) {
                let mut method = <dyn BroadPhase>::named(name).unwrap();
                let mut found = Candidates::default();
                let mut ask = || ask_all(method.as_mut(), &scene, &states, &mut found);
                let total = ask();
                // A hundredth of so few vertices may find nothing.
                assert!(total > 0 || *name == "stochastic" || *name == "stochastic-free", "{name}");
                if !name.starts_with("stochastic") {
                    assert_eq!(allocations(|| assert_eq!(ask(), total)), 0, "{name}");
                }
                // Samples are other ones in each query, and find more or less; after a reset they are the same again.
                method.reset();
                let mut ask = || ask_all(method.as_mut(), &scene, &states, &mut found);
                assert_eq!(allocations(|| assert_eq!(ask(), total)), 0, "{name} from nothing");
            }
        }
    });
}

#[test]
fn no_narrow_phase_allocates_after_its_first_batch() {
    on_one_thread(|| {
        let scene = DetectionScene::named("folded", 1200).unwrap();
        let mut found = Candidates::default();
        <dyn BroadPhase>::named("bvh").unwrap().find(&scene.continuous(), &mut found).unwrap();
        let (triangles, edges) = (scene.features.triangles(), scene.features.edges());
        let corners = found.vertex_triangle.iter().map(|&[v, t]| (v, triangles[t as usize]));
        let vertex_triangle: Vec<[u32; 4]> = corners.map(|(v, [a, b, c])| [v, a, b, c]).collect();
        let corners = found.edge_edge.iter().map(|pair| pair.map(|edge| edges[edge as usize]));
        let edge_edge: Vec<[u32; 4]> = corners.map(|[[a, b], [c, d]]| [a, b, c, d]).collect();
        let (mut times, mut near) = (Vec::new(), Vec::new());
        let mut decide = |start: &[DVec3]| {
            let kinds =
                [(StencilKind::VertexTriangle, &vertex_triangle), (StencilKind::EdgeEdge, &edge_edge)];
            for (kind, queries) in kinds {
                impacts(kind, start, &scene.end, queries, &CcdSettings::default(), &mut times).unwrap();
                proximities(kind, start, queries, scene.distance, &mut near).unwrap();
            }
        };
        let states = states(&scene);
        decide(&states[0]);
        for start in &states {
            assert_eq!(allocations(|| decide(start)), 0);
        }
    });
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![0_u8; 100]))), 1);
}
