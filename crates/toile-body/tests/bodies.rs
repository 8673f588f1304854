//! Landmarks, measures and segments on bodies that nobody on this project made.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use std::path::PathBuf;
use toile_body::landmarks::{self, Landmarks, PoseError};
use toile_body::measure::measure;
use toile_body::segments::{Segment, Segmentation};
use toile_body::skeleton::Skeleton;
use toile_geom::TriMesh;
use toile_io::read_mesh;

fn data(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/bodies")).join(path);
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    }
    Some(path)
}

fn body(path: &str) -> Option<TriMesh> {
    Some(read_mesh(&data(path)?).unwrap().triangulate().mesh)
}

fn joint(joints: &serde_json::Value, bone: &str, end: &str) -> DVec3 {
    let bones = joints["bones"].as_array().unwrap();
    let found = bones.iter().find(|b| b["name"] == bone).unwrap();
    let numbers: Vec<f64> = found[end].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    DVec3::from_slice(&numbers)
}

#[test]
fn landmarks_agree_with_the_joints_of_both_makehuman_bodies() {
    for name in ["mh_female", "mh_male"] {
        let Some(mesh) = body(&format!("makehuman/{name}.obj")) else { return };
        let text = std::fs::read(data(&format!("makehuman/{name}.joints.json")).unwrap()).unwrap();
        let joints: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let found = landmarks::find(&mesh).unwrap();
        let pairs = [
            ("elbow_center", "lowerarm01", "head"),
            ("wrist_center", "wrist", "head"),
            ("shoulder_center", "upperarm01", "head"),
            ("knee_center", "lowerleg01", "head"),
            ("ankle_center", "foot", "head"),
            ("nipple", "breast", "tail"),
        ];
        for (landmark, bone, end) in pairs {
            for (side, letter) in [("left", "L"), ("right", "R")] {
                let expected = joint(&joints, &format!("{bone}.{letter}"), end);
                let error = found.position(&format!("{side}_{landmark}")).unwrap().distance(expected);
                assert!(error < 0.02, "{name} {side} {landmark}: {:.1} cm", 100.0 * error);
            }
        }
        let known = Landmarks::from_skeleton(&Skeleton::read(&text).unwrap());
        assert_eq!(known.by_name.len(), 10);
        let elbow = joint(&joints, "lowerarm01.L", "head");
        assert_eq!(known.position("left_elbow_center"), Some(elbow));
        let measured = measure(&mesh, &found);
        let listed = joints["measures_cm"]["hips-circ"].as_f64().unwrap() * 0.01;
        assert!((measured["hip_girth"] / listed - 1.0).abs() < 0.01, "{name} {}", measured["hip_girth"]);
    }
}

#[test]
fn girths_of_mean_all_agree_with_its_list() {
    let Some(mesh) = body("garmentcode/mean_all.obj") else { return };
    let found = measure(&mesh, &landmarks::find(&mesh).unwrap());
    let listed = [
        ("height", 1.7199),
        ("bust_girth", 0.998_407),
        ("under_bust_girth", 0.862_455),
        ("waist_girth", 0.843_338),
        ("hip_girth", 1.034_78),
        ("wrist_girth", 0.165_945),
    ];
    for (name, metres) in listed {
        let error = found[name] / metres - 1.0;
        assert!(error.abs() < 0.01, "{name}: {:.4} instead of {metres}, {:.2} %", found[name], 100.0 * error);
    }
    assert!((found["back_waist_length"] - 0.369).abs() < 0.01);
}

#[test]
fn segments_cover_the_body_and_lie_where_their_names_say() {
    for path in ["makehuman/mh_female.obj", "makehuman/mh_male.obj", "garmentcode/mean_all.obj"] {
        let Some(mesh) = body(path) else { return };
        let found = landmarks::find(&mesh).unwrap();
        let segments = Segmentation::new(&mesh, &found).unwrap();
        assert_eq!(segments.parts.len(), mesh.triangles.len());
        let area = |segment: Segment| -> f64 {
            segments.triangles(segment).map(|t| mesh.triangle_area(t as usize)).sum()
        };
        let all = mesh.area();
        let [left, right] = [Segment::LeftArm, Segment::RightArm].map(area);
        assert!((left / right - 1.0).abs() < 0.06, "{path}: arms {left} {right}");
        assert!((0.06..0.12).contains(&(left / all)), "{path}: {}", left / all);
        let [left, right] = [Segment::LeftLowerBody, Segment::RightLowerBody].map(area);
        assert!((left / right - 1.0).abs() < 0.06, "{path}: legs {left} {right}");
        let parts =
            [Segment::LowerBody, Segment::UpperTorso, Segment::Neck, Segment::LeftArm, Segment::RightArm];
        let sum: f64 = parts.into_iter().map(area).sum();
        assert!((sum / all - 1.0).abs() < 1e-9, "{path}");
        let tip = found.position("left_finger_tip").unwrap();
        let near = |t: u32| mesh.corners(t as usize)[0].distance(tip) < 0.03;
        assert!(segments.triangles(Segment::LeftArm).any(near), "{path}: the hand belongs to the arm");
    }
}

#[test]
fn bodies_that_lie_or_have_another_unit_are_refused() {
    let Some(mesh) = body("makehuman/mh_female.obj") else { return };
    let mut lying = mesh.clone();
    lying.positions.iter_mut().for_each(|p| *p = DVec3::new(p.x, p.z, p.y));
    assert!(landmarks::find(&lying).is_err());
    let mut small = mesh;
    small.positions.iter_mut().for_each(|p| *p *= 0.01);
    assert!(matches!(landmarks::find(&small), Err(PoseError::NotABody { .. })));
    assert!(landmarks::find(&TriMesh::default()).is_err());
}

#[test]
fn an_error_names_the_rule_that_a_pose_breaks() {
    use toile_body::mannequin::{Mannequin, Pose};
    use toile_body::measures::{Figure, Measures};
    let body = Mannequin::new(Figure::Man, Measures::typical(Figure::Man)).build().unwrap();
    // A block across the body at a height stands for limbs that touch.
    let block = |width: f64, y: f64| {
        let mut block = toile_geom::shapes::cuboid(DVec3::new(width, 0.1, 0.2));
        let lift = y - block.bounds().center().y;
        block.positions.iter_mut().for_each(|p| p.y += lift);
        block
    };
    let mut joined = body.mesh.clone();
    joined.append(&block(0.3, 0.5));
    let error = landmarks::find(&joined).unwrap_err();
    assert!(matches!(error, PoseError::ThighsTouch { .. }), "{error}");
    let mut held = body.mesh.clone();
    held.append(&block(0.9, 1.05));
    let error = landmarks::find(&held).unwrap_err();
    assert!(matches!(error, PoseError::ArmTouchesTorso { .. }), "{error}");
    let standing = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).in_pose(Pose::Standing);
    assert!(standing.build().is_ok());
}

#[test]
fn what_lacks_an_arm_or_legs_is_told_so() {
    use toile_body::mannequin::Mannequin;
    use toile_body::measures::{Figure, Measures};
    use toile_body::scan::{Stance, repair};
    let whole = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build().unwrap().mesh;
    let shoulder = landmarks::find(&whole).unwrap().position("left_shoulder").unwrap().x;
    let mut lacking = whole.clone();
    lacking.triangles.retain(|t| t.iter().any(|&v| whole.positions[v as usize].x < shoulder));
    // It stands upright all the same, whatever is missing on one side.
    let stance = Stance::detect(&lacking).unwrap();
    assert_eq!((stance.up, stance.metres_per_unit), (DVec3::Y, 1.0));
    stance.apply(&mut lacking);
    repair(&mut lacking);
    let error = landmarks::find(&lacking).unwrap_err();
    assert_eq!(error, PoseError::NoArm { side: "left" }, "{error}");
    let cube = toile_geom::shapes::cuboid(DVec3::new(0.9, 1.6, 0.8));
    assert_eq!(landmarks::find(&cube).unwrap_err(), PoseError::NoLegs);
}

#[test]
fn landmarks_travel_through_files_and_override_others() {
    let Some(mesh) = body("garmentcode/mean_all.obj") else { return };
    let mut found = landmarks::find(&mesh).unwrap();
    let text = serde_json::to_string(&found).unwrap();
    let read: Landmarks = serde_json::from_str(&text).unwrap();
    assert_eq!(read.by_name.len(), found.by_name.len());
    let given: Landmarks = serde_json::from_str(r#"{"crotch": {"position": [0, 0.8, 0]}}"#).unwrap();
    found.override_with(&given);
    assert_eq!(found.position("crotch"), Some(DVec3::new(0.0, 0.8, 0.0)));
}

/// A turn of the axes and a scale.
type Turn = (fn(DVec3) -> DVec3, f64);

#[test]
fn bodies_are_turned_upright_from_any_axis_and_unit() {
    for path in ["makehuman/mh_female.obj", "makehuman/mh_male.obj", "garmentcode/mean_all.obj"] {
        let Some(mesh) = body(path) else { return };
        let truth = landmarks::find(&mesh).unwrap();
        let turns: [Turn; 5] = [
            (|p| p, 1.0),
            (|p| DVec3::new(p.x, -p.z, p.y), 100.0),
            (|p| DVec3::new(-p.x, p.y, -p.z), 10.0),
            (|p| DVec3::new(p.z, -p.x, -p.y), 1000.0),
            (|p| DVec3::new(p.y, p.z, p.x), 1.0 / 0.0254),
        ];
        for (i, (turn, scale)) in turns.into_iter().enumerate() {
            let mut turned = mesh.clone();
            turned.positions.iter_mut().for_each(|p| *p = turn(*p) * scale);
            let stance = toile_body::scan::Stance::detect(&turned).unwrap();
            stance.apply(&mut turned);
            let found = landmarks::find(&turned).unwrap_or_else(|e| panic!("{path} {i}: {e} {stance:?}"));
            let knee =
                [&found, &truth].map(|l| l.position("left_knee").unwrap() - l.position("crotch").unwrap());
            assert!(knee[0].distance(knee[1]) < 0.02, "{path} {i}: {stance:?} {knee:?}");
        }
    }
}
