//! Files that other programs wrote. They are not part of the project; without them these tests do nothing.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use toile_io::{PolyMesh, obj, ply, read_mesh};

fn load(name: &str) -> Option<PolyMesh> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(name);
    if !path.exists() {
        eprintln!("skipped: there is no {}", path.display());
        return None;
    }
    let mesh = read_mesh(&path).unwrap();
    assert_eq!(mesh.validate(), Ok(()));
    Some(mesh)
}

/// Every undirected edge, how often a face uses it, sorted.
fn edge_uses(mesh: &PolyMesh) -> Vec<([u32; 2], usize)> {
    let mut edges = Vec::new();
    for face in 0..mesh.face_count() {
        let corners = mesh.face(face);
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            edges.push([a.min(b), a.max(b)]);
        }
    }
    edges.sort_unstable();
    edges.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect()
}

#[test]
fn makehuman_body() {
    let Some(body) = load("bodies/makehuman/mh_female.obj") else {
        return;
    };
    assert_eq!(body.positions.len(), 13_380);
    assert_eq!(body.face_count(), 13_378);
    assert!(body.face_starts.windows(2).all(|w| w[1] - w[0] == 4));
    assert!(edge_uses(&body).iter().all(|(_, uses)| *uses == 2), "the body is closed");
    let height = body.bounds().size().y;
    assert!((height - 1.59).abs() < 0.01, "{height}");

    let triangles = body.triangulated();
    assert_eq!(triangles.face_count(), 2 * 13_378);
    assert!(edge_uses(&triangles).iter().all(|(_, uses)| *uses == 2), "and stays so in triangles");

    let mut file = Vec::new();
    obj::write(&mut file, &body).unwrap();
    assert_eq!(obj::read(&file).unwrap(), body);
}

#[test]
fn staged_dress() {
    let Some(dress) = load("scenes/codim_ipc/dress_knife_stage.obj") else {
        return;
    };
    assert_eq!(dress.positions.len(), 15_656);
    assert_eq!(dress.face_count(), 29_456);
    assert!(dress.is_triangulated());
    assert_eq!(dress.uv_sets[0].values.len(), 15_656);
    assert_eq!(dress.groups.len(), 14);
    let names: Vec<_> = dress.groups.iter().map(|group| group.name.clone()).collect();
    assert_eq!(names, (0..14).map(|i| format!("panel{i}")).collect::<Vec<_>>());
    assert_eq!(dress.groups[0].faces, 0..1575);
    assert_eq!(dress.groups[13].faces.end, 29_456);
    assert_eq!(dress.stitches.len(), 851);
    let first = &dress.stitches[1];
    assert_eq!((first.vertex, first.start, first.end, first.ratio), (847, 704, 703, 0.052_631_58));

    // Counted from 0 nearly all stitches end on border edges; counted from 1 a quarter would not.
    let border: Vec<_> =
        edge_uses(&dress).into_iter().filter(|(_, uses)| *uses == 1).map(|(edge, _)| edge).collect();
    let on_border =
        |s: &&toile_io::Stitch| border.binary_search(&[s.start.min(s.end), s.start.max(s.end)]).is_ok();
    assert!(dress.stitches.iter().filter(on_border).count() > 835);

    let mut file = Vec::new();
    assert_eq!(obj::write(&mut file, &dress).unwrap(), []);
    assert_eq!(obj::read(&file).unwrap(), dress);
}

#[test]
fn garmentcode_body() {
    let Some(body) = load("bodies/garmentcode/mean_all.obj") else {
        return;
    };
    assert_eq!(body.positions.len(), 23_752);
    assert_eq!(body.face_count(), 47_500);
    assert!(body.is_triangulated());
    assert_eq!(body.face(0), [10_195, 2_092, 10_198]);
}

#[test]
fn cloth_on_a_ball() {
    let Some(cloth) = load("ccd/ipc-toolkit/cloth_ball92.ply") else {
        return;
    };
    assert_eq!(cloth.positions.len(), 46_598);
    assert_eq!(cloth.face_count(), 92_230);
    assert!(cloth.is_triangulated());
    let mut file = Vec::new();
    assert_eq!(ply::write(&mut file, &cloth, ply::WriteOptions::default()).unwrap(), []);
    assert_eq!(ply::read(&file).unwrap(), cloth);
}

#[test]
fn cloth_in_a_funnel() {
    let Some(cloth) = load("ccd/scalable/cloth-funnel/frames/227.ply") else {
        return;
    };
    assert_eq!(cloth.positions.len(), 9_450);
    assert_eq!(cloth.face_count(), 18_484);
}
