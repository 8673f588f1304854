//! Layers on a body with limbs.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

#[allow(dead_code, reason = "shared with the tests of layers")]
#[path = "../../toile-contact/tests/layers/outfit.rs"]
mod outfit;

use glam::DVec3;
use outfit::{Outfit, moved};
use toile_contact::layers::{Layers, Outward, RestoreSettings, restore};
use toile_geom::TriMesh;
use toile_geom::intersect::mesh_intersections;
use toile_lab::detection::scenes::DetectionScene;

#[test]
fn a_shirt_over_a_dress_goes_under_it_on_a_body_with_limbs() {
    let scene = DetectionScene::named("dressed-body", 20_000).unwrap();
    let mesh = |number: u16| {
        let range = scene.features.vertices_of(number);
        let own = scene.features.triangles().iter().filter(|t| range.contains(&t[0]));
        TriMesh {
            positions: scene.start[range.start as usize..range.end as usize].to_vec(),
            triangles: own.map(|t| t.map(|v| v - range.start)).collect(),
        }
    };
    let (dress, body) = (mesh(0), mesh(1));
    let mut shirt = moved(dress.clone(), |p| DVec3::new(1.04 * p.x + 1e-3, p.y + 2e-3, 1.05 * p.z));
    let height = |v: u32| dress.positions[v as usize].y;
    shirt.triangles.retain(|t| t.iter().all(|&v| height(v) > 0.7 && height(v) < 1.15));
    let mut outfit = Outfit::default().with(&body, Layers::BODY).with(&shirt, 1).with(&dress, 2);
    let (layers, mut positions) = (outfit.layers(), outfit.positions.clone());
    let input = outfit.input(&layers, Outward::Mesh(0));
    let report = restore(&input, &mut positions, &RestoreSettings::default()).unwrap();
    assert!(report.before.pairs.iter().any(|pair| pair.pieces == [1, 2] && pair.wrong > 1000));
    assert!(report.is_right(), "{:?} {:?}", report.after.pairs, report.unrepaired);
    assert_eq!(positions[..body.positions.len()], body.positions);
    outfit.positions = positions;
    let parts: Vec<TriMesh> = [(0, &body), (1, &shirt), (2, &dress)]
        .map(|(number, mesh)| TriMesh {
            positions: outfit.piece(number).to_vec(),
            triangles: mesh.triangles.clone(),
        })
        .into();
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        assert_eq!(mesh_intersections(&parts[one], &parts[other]).len(), 0);
    }
}
