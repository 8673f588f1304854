//! The order of a dressed outfit changed while it runs.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use toile_body::measures::BodySize;
use toile_dress::ontology::Ontology;
use toile_dress::{DressSettings, RunningOutfit, Wearer, dress_in_order};
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_pattern::Garment;
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::mesh::MeshSettings;

fn body() -> Wearer {
    let size = BodySize::named("eu-38").unwrap();
    Wearer::of_measures(size.figure, size.measures()).unwrap()
}

fn settings() -> DressSettings {
    DressSettings { mesh: MeshSettings::with_edge_length(0.05), ..DressSettings::default() }
}

/// Places in the wrong order, and pairs of triangles that pass through each other.
fn faults(running: &RunningOutfit, body: &Wearer) -> [usize; 3] {
    let mesh = running.draping.simulation.cloth.mesh();
    let order = running.check_order().unwrap();
    let cloth = order.pairs.iter().filter(|pair| pair.layers[0] > 0);
    assert!(cloth.map(|pair| pair.right).sum::<usize>() > 40, "they lie over each other");
    [order.places.len(), self_intersections(&mesh).len(), mesh_intersections(&mesh, body.mesh()).len()]
}

#[test]
fn a_top_is_tucked_in_while_it_runs() {
    let body = body();
    let measures = body.measures();
    let garments: Vec<Garment> = ["tank-top", "straight-skirt"]
        .iter()
        .map(|name| Draft::named(name).unwrap().draft(&measures, Looseness::Regular))
        .collect();
    let ontology = Ontology::of(&garments, &measures);
    let usual = ontology.order(&[]).unwrap();
    let outfit = dress_in_order(&garments, &usual, &body, &settings(), &mut |_, _| ()).unwrap();
    assert_eq!((outfit.misplaced, outfit.self_intersections, outfit.body_intersections), (0, 0, 0));
    let names: Vec<&str> = outfit.garments.iter().map(|g| g.meshed.garment.name.as_str()).collect();
    assert_eq!(names, ["straight-skirt", "tank-top"], "from inside to outside");
    assert!(outfit.layers[0][0] < outfit.layers[1][0]);

    let mut running = RunningOutfit::new(&outfit, body.mesh(), settings().drape).unwrap();
    assert_eq!(faults(&running, &body), [0, 0, 0]);
    let within = ontology.order(&["tank-top in skirt".parse().unwrap()]).unwrap();
    let change = running.change_order(&within).unwrap();
    assert!(change.before.places.len() > 40, "it was the other way round");
    for _ in 0..3 {
        running.step().unwrap();
    }
    assert_eq!(faults(&running, &body), [0, 0, 0]);
}
