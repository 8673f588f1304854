//! The order of a dressed outfit changed while it runs.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use toile_cloth::run::Deadline;
use toile_dress::{Dressing, RunningOutfit, Wearer};
use toile_geom::intersect::{mesh_intersections, self_intersections};

fn body() -> Wearer {
    Wearer::open("eu-38").unwrap()
}

/// Places in the wrong order, and pairs of triangles that pass through each other.
fn faults(running: &RunningOutfit, body: &Wearer) -> [usize; 3] {
    let mesh = running.draping.run.simulation.cloth.mesh();
    let order = running.check_order().unwrap();
    let cloth = order.pairs.iter().filter(|pair| pair.layers[0] > 0);
    assert!(cloth.map(|pair| pair.right).sum::<usize>() > 40, "they lie over each other");
    [order.places.len(), self_intersections(&mesh).len(), mesh_intersections(&mesh, body.mesh()).len()]
}

#[test]
fn a_top_is_tucked_in_while_it_runs() {
    let body = body();
    let outfit =
        Dressing::on(&body).garments(["tank-top", "straight-skirt"]).edge_length(0.05).run(|_| ()).unwrap();
    assert_eq!((outfit.misplaced, outfit.intersections.itself, outfit.intersections.bodies), (0, 0, 0));
    let names: Vec<&str> = outfit.garments.iter().map(|g| g.meshed.garment.name.as_str()).collect();
    assert_eq!(names, ["straight-skirt", "tank-top"], "from inside to outside");
    assert!(outfit.layers[0][0] < outfit.layers[1][0]);

    let mut running = RunningOutfit::new(&outfit, Deadline::NEVER).unwrap();
    assert_eq!(faults(&running, &body), [0, 0, 0]);
    let within = outfit.ontology.order(&["tank-top in skirt".parse().unwrap()]).unwrap();
    let change = running.change_order(&within).unwrap();
    assert!(change.before.places.len() > 40, "it was the other way round");
    for _ in 0..3 {
        running.step().unwrap();
    }
    assert_eq!(faults(&running, &body), [0, 0, 0]);
}
