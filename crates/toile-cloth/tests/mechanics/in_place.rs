//! Rest shape and fabrics changed in place give the bits of a cloth made anew.

use glam::{DMat2, DVec2, DVec3};
use toile_cloth::bending::{BendingHistory, Fold};
use toile_cloth::cloth::{Cloth, MassRule};
use toile_cloth::contact::ContactPipeline;
use toile_cloth::fabric::{Fabric, FabricCut};
use toile_cloth::rest::RestShape;
use toile_cloth::solver::{Budget, Newton, Scheme, Solver};
use toile_cloth::threads::{Anchor, Thread};
use toile_cloth::world::World;
use toile_geom::TriMesh;
use toile_geom::sheets::{FlatSheet, SheetKind};

/// A sheet of two fabrics, one of them with creases.
fn sheet() -> (TriMesh, RestShape) {
    let sheet = FlatSheet::new(SheetKind::Alternating, DVec2::new(0.3, 0.2), [9, 6]);
    (sheet.mesh(), RestShape::from_flat(&sheet.places, &sheet.triangles))
}

fn cuts(names: [&str; 2]) -> Vec<FabricCut> {
    names.map(|name| FabricCut::new(Fabric::named(name).unwrap(), 0.3)).to_vec()
}

fn made(rest: RestShape, names: [&str; 2], remembers: bool) -> Cloth {
    let (mesh, _) = sheet();
    let mut cloth = Cloth::of_cuts(&mesh, rest, cuts(names), |t| u16::from(t >= 40)).unwrap();
    let ends = [0, 40].map(Anchor::vertex);
    cloth.threads.push(Thread { ends, length: 0.1, stiffness: 5.0, is_spring: false });
    cloth.pinned[3] = true;
    cloth.fold(folds());
    cloth.follow_arcs(true);
    if remembers {
        cloth.remember_bending();
    }
    cloth
}

fn folds() -> Vec<Fold> {
    let (mesh, _) = sheet();
    let edge = |t: usize| [mesh.triangles[t][0], mesh.triangles[t][1]];
    (20..30).map(|t| Fold { edge: edge(t), angle: 0.4 }).collect()
}

/// Each triangle drawn out its own way.
fn drawn_out(rest: &RestShape) -> RestShape {
    let stretch = |t: usize| DMat2::from_cols(DVec2::new(1.1, 0.01 * (t % 7) as f64), DVec2::new(0.02, 0.95));
    let corners = rest.corners.iter().enumerate();
    RestShape { corners: corners.map(|(t, corners)| corners.map(|p| stretch(t) * p)).collect() }
}

fn bent(cloth: &Cloth) -> Vec<DVec3> {
    let lift = |p: &DVec3| DVec3::new(1.02 * p.x, 0.03 * (20.0 * p.x).sin() * (15.0 * p.z).cos(), p.z);
    cloth.reference.iter().map(lift).collect()
}

/// Energy, forces and masses, and the state after some steps.
fn bits(cloth: &Cloth) -> Vec<DVec3> {
    let places = bent(cloth);
    let mut all = vec![DVec3::splat(cloth.elastic_energy(&places)); cloth.vertex_count()];
    cloth.add_elastic_gradient(&places, &mut all);
    all.extend(cloth.masses.iter().map(|mass| DVec3::splat(*mass)));
    let mut cloth = cloth.clone();
    cloth.state.positions = places;
    let mut solver = Newton::new(Scheme::BackwardEuler, Budget::INTERACTIVE);
    for _ in 0..3 {
        solver.step(&mut cloth, &World::default(), &mut ContactPipeline::default(), 1.0 / 60.0).unwrap();
        cloth.commit_bending();
    }
    all.extend(&cloth.state.positions);
    all
}

#[test]
fn another_rest_shape_in_place_has_the_bits_of_a_cloth_made_with_it() {
    let (_, rest) = sheet();
    let names = ["cotton-poplin", "denim"];
    for remembers in [false, true] {
        let mut cloth = made(drawn_out(&rest), names, remembers);
        let memory = |cloth: &Cloth| cloth.state.history.as_ref().map(BendingHistory::to_numbers);
        let before = memory(&cloth);
        cloth.set_rest(rest.clone(), MassRule::OfRest).unwrap();
        assert_eq!(memory(&cloth), before, "what it remembers stays");
        if remembers {
            cloth.remember_bending();
        }
        let anew = made(rest.clone(), names, remembers);
        assert!(cloth.arcs.is_some(), "arcs are not forgotten");
        assert!(bits(&cloth) == bits(&anew) && cloth.state.history == anew.state.history, "{remembers}");
        let masses = cloth.masses.clone();
        cloth.set_rest(drawn_out(&rest), MassRule::Kept).unwrap();
        assert_eq!(cloth.masses, masses);
    }
}

#[test]
fn other_fabrics_in_place_have_the_bits_of_a_cloth_made_of_them() {
    let (_, rest) = sheet();
    for remembers in [false, true] {
        let mut cloth = made(rest.clone(), ["cotton-poplin", "jersey"], remembers);
        let denim: Fabric = Fabric::named("denim").unwrap();
        cloth.set_fabrics(|cut| (cut == 1).then(|| denim.clone()), MassRule::OfRest);
        let anew = made(rest.clone(), ["cotton-poplin", "denim"], remembers);
        assert!(cloth.arcs.is_some() && cloth.pinned[3]);
        assert_eq!((cloth.threads.len(), &cloth.folds, &cloth.fabrics), (1, &anew.folds, &anew.fabrics));
        assert!(bits(&cloth) == bits(&anew), "history: {remembers}");
    }
}

#[test]
fn a_rest_shape_that_does_not_fit_changes_nothing() {
    let (_, rest) = sheet();
    let mut cloth = made(rest.clone(), ["cotton-poplin", "denim"], false);
    let before = bits(&cloth);
    assert!(cloth.set_rest(RestShape { corners: rest.corners[1..].to_vec() }, MassRule::OfRest).is_err());
    let mut flat = rest;
    flat.corners[7] = [DVec2::ZERO; 3];
    assert_eq!(cloth.set_rest(flat, MassRule::OfRest).unwrap_err().triangle, 7);
    assert!(bits(&cloth) == before);
}
