//! Recorded and made motions on the mannequin.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use glam::{DQuat, DVec3};
use std::path::PathBuf;
use toile_body::mannequin::{BuiltMannequin, Mannequin};
use toile_body::measures::{Figure, Measures};
use toile_body::motion::{
    MeshSequence, Motion, MotionError, MovingBody, Playing, bvh, open, open_character, retarget, sit, turn,
    walk,
};
use toile_body::skeleton::{BodySide, Rig, Role, Skeleton, SkeletonPose, Skinning};
use toile_geom::topology::Topology;
use toile_io::pc2::PointCache;
use toile_io::read_mesh;

fn mannequin() -> BuiltMannequin {
    Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build().unwrap()
}

fn recording(name: &str) -> Option<bvh::Recording> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/motion")).join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    };
    Some(bvh::read(&text).unwrap())
}

/// Every few frames of a motion on the mannequin: feet on the floor, nothing torn.
fn check(body: &BuiltMannequin, mut motion: Motion, stretch: f64) {
    let Rig { skeleton, skin } = body.rig();
    let step = (motion.frames.len() / 12).max(1);
    motion.frames = motion.frames.into_iter().step_by(step).collect();
    motion.ground(&skeleton, &body.mesh.positions, &skin);
    let mut sequence = motion.skinned(&skeleton, &body.mesh.positions, &skin, Skinning::DualQuaternion);
    for frame in &sequence.frames {
        let lowest = frame.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        assert!(lowest.abs() < 0.01, "{lowest}");
        let top = frame.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
        assert!((1.45..1.75).contains(&top), "{top}");
    }
    sequence.frames.insert(0, body.mesh.positions.clone());
    sequence.times.insert(0, -1.0);
    let worst = sequence.worst_stretch(&Topology::new(&body.mesh).edges);
    assert!(worst < stretch, "an edge became {worst} times as long");
}

#[test]
fn the_built_in_walk_goes_forwards_evenly_and_tears_nothing() {
    let body = mannequin();
    let skeleton = body.rig().skeleton;
    let motion = walk(&skeleton, 3.0);
    let way = motion.frames[motion.frames.len() - 1].root - motion.frames[0].root;
    assert!((1.0..6.0).contains(&way.z) && way.x.abs() < 0.05, "{way}");
    // It used to lurch, from 0.15 to 1.85 m/s within a stride; then feet slid by a third of the pace.
    let pace = |pair: &[toile_body::skeleton::SkeletonPose]| 60.0 * (pair[1].root.z - pair[0].root.z);
    let paces: Vec<f64> = motion.frames.windows(2).map(pace).collect();
    let mean = paces.iter().sum::<f64>() / paces.len() as f64;
    assert!(paces.iter().all(|pace| (pace - mean).abs() < 0.05 * mean), "{mean}: {paces:?}");
    let feet = [BodySide::Left, BodySide::Right].map(|side| skeleton.bone_of(Role::Foot(side)).unwrap());
    for pair in motion.frames.windows(2) {
        let [before, after] = [&pair[0], &pair[1]].map(|pose| pose.heads(&skeleton));
        let slid = feet.map(|foot| (after[foot] - before[foot]).with_y(0.0).length());
        assert!(slid[0].min(slid[1]) < 0.001, "{slid:?}");
    }
    check(&body, motion, 4.0);
    let spin = turn(&skeleton, 2.0);
    let (first, last) = (&spin.frames[0], &spin.frames[spin.frames.len() - 1]);
    assert!(first.root.distance(last.root) < 1e-9);
    check(&body, spin, 1.01);
}

/// The angle by which the bone of a role is turned against that of another one, in degrees.
fn bent(pose: &SkeletonPose, skeleton: &Skeleton, roles: [Role; 2]) -> f64 {
    let [one, other] = roles.map(|role| pose.rotations[skeleton.bone_of(role).unwrap()]);
    one.angle_between(other).to_degrees()
}

#[test]
fn a_body_sits_down_and_stands_up_again_where_it_stood() {
    let body = mannequin();
    let rig = body.rig();
    let skeleton = &rig.skeleton;
    let motion = sit(skeleton, 5.0);
    let [first, last] = [&motion.frames[0], &motion.frames[motion.frames.len() - 1]];
    let rest = SkeletonPose::rest(skeleton);
    for pose in [first, last] {
        assert!(pose.root.distance(rest.root) < 1e-9, "{}", pose.root);
        let turned = pose.rotations.iter().map(|turn| turn.angle_between(DQuat::IDENTITY));
        assert!(turned.fold(0.0, f64::max) < 1e-6, "it begins and ends as it stood");
    }
    let seated = motion.pose_at(2.1).unwrap();
    let side = BodySide::Left;
    let [thigh, shank] = [Role::UpperLeg(side), Role::LowerLeg(side)];
    for joint in [[Role::Pelvis, thigh], [thigh, shank]] {
        let angle = bent(&seated, skeleton, joint);
        assert!((80.0..92.0).contains(&angle), "{joint:?}: {angle}");
    }
    assert!(bent(&seated, skeleton, [Role::Pelvis, Role::Chest]) < 8.0, "the trunk is upright");
    // The hips sink by about the length of the thigh, and go back by it.
    let head = |pose: &SkeletonPose, role| pose.heads(skeleton)[skeleton.bone_of(role).unwrap()];
    let length = head(first, thigh).distance(head(first, shank));
    let way = head(&seated, thigh) - head(first, thigh);
    assert!((0.75..1.05).contains(&(-way.y / length)), "{way} of {length}");
    assert!((0.8..1.1).contains(&(-way.z / length)), "{way} of {length}");
    // Neither places nor speeds jump: the hips take a third of the time for half a metre.
    let places: Vec<DVec3> = motion.frames.iter().map(|pose| head(pose, thigh)).collect();
    let steps: Vec<DVec3> = places.windows(2).map(|pair| (pair[1] - pair[0]) * 60.0).collect();
    let jumps = steps.windows(2).map(|pair| pair[0].distance(pair[1]));
    assert!(steps.iter().all(|speed| speed.length() < 1.0));
    assert!(jumps.fold(0.0, f64::max) < 0.08, "less than half of what falling takes");
}

#[test]
fn feet_of_a_body_that_sits_down_stay_and_its_limbs_keep_clear() {
    let body = mannequin();
    let rig = body.rig();
    let soles: Vec<usize> = {
        let low = |v: &usize| body.mesh.positions[*v].y < 0.03;
        (0..body.mesh.positions.len()).filter(low).collect()
    };
    let (skeleton, bare) = (rig.skeleton.clone(), sit(&rig.skeleton, 5.0));
    let playing = Playing { seconds: 5.0, ..Playing::default() };
    let moving = open("sit", body.mesh.clone(), Some(rig), &playing).unwrap();
    for tenth in 0..=50 {
        let time = 0.1 * f64::from(tenth);
        let now = moving.positions(time);
        let moved = soles.iter().map(|&v| now[v].distance(body.mesh.positions[v])).fold(0.0, f64::max);
        assert!(moved < 0.01, "at {time} s feet have moved by {moved} m");
    }
    // Arms and legs need no more room than the motion leaves them.
    let (_, held) = moving.bones().unwrap();
    for (frame, bare) in held.frames.iter().zip(&bare.frames) {
        let turned = frame.rotations.iter().zip(&bare.rotations).map(|(a, b)| a.angle_between(*b));
        assert!(turned.fold(0.0, f64::max) < 1e-6);
    }
    assert_eq!(held.frames.len(), bare.frames.len());
    let (stretch, _) = worst_of(&moving);
    assert!(stretch < 4.0, "{stretch}");
    // Skin passes through itself only where a joint is bent.
    let seated = moving.mesh_at(2.1);
    let joints = held.pose_at(2.1).unwrap().heads(&skeleton);
    let bent: Vec<DVec3> = [BodySide::Left, BodySide::Right]
        .into_iter()
        .flat_map(|side| [Role::UpperLeg(side), Role::LowerLeg(side)])
        .map(|role| joints[skeleton.bone_of(role).unwrap()])
        .collect();
    let pairs = toile_geom::intersect::self_intersections(&seated);
    eprintln!("{} pairs of triangles of a seated body pass through each other", pairs.len());
    for pair in &pairs {
        let place = seated.positions[seated.triangles[pair[0] as usize][0] as usize];
        let near = bent.iter().map(|joint| joint.distance(place)).fold(f64::INFINITY, f64::min);
        assert!(near < 0.15, "{place}");
    }
}

#[test]
fn a_recorded_walk_fits_the_mannequin() {
    let body = mannequin();
    for name in ["07_01.bvh", "02_01.bvh"] {
        let Some(recording) = recording(name) else { return };
        let skeleton = body.rig().skeleton;
        let motion = retarget(&recording.motion, &recording.skeleton, &skeleton);
        assert_eq!(motion.frames.len(), recording.motion.frames.len());
        let way = motion.frames[motion.frames.len() - 1].root - motion.frames[0].root;
        assert!((1.0..6.0).contains(&way.length()), "{name}: {way}");
        check(&body, motion, 5.0);
    }
}

#[test]
fn hands_without_a_direction_stay_in_line_with_the_arm() {
    // As in the recordings of CMU: arms to the sides, and two joints in one place. The hands were bent by the angle between the two poses at rest.
    let text = "HIERARCHY ROOT Hips { OFFSET 0 9 0 CHANNELS 3 Zrotation Yrotation Xrotation \
        JOINT LeftArm { OFFSET 1 5 0 CHANNELS 3 Zrotation Yrotation Xrotation \
        JOINT LeftForeArm { OFFSET 3 0 0 CHANNELS 3 Zrotation Yrotation Xrotation \
        JOINT LeftHand { OFFSET 3 0 0 CHANNELS 3 Zrotation Yrotation Xrotation \
        JOINT LeftFingerBase { OFFSET 0 0 0 CHANNELS 3 Zrotation Yrotation Xrotation \
        End Site { OFFSET 1 0 0 } } } } } } \
        MOTION Frames: 1 Frame Time: 0.5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
    let recording = bvh::read(text).unwrap();
    let skeleton = mannequin().rig().skeleton;
    let motion = retarget(&recording.motion, &recording.skeleton, &skeleton);
    let turn = |role: Role| motion.frames[0].rotations[skeleton.bone_of(role).unwrap()];
    let [arm, hand] = [Role::LowerArm(BodySide::Left), Role::Hand(BodySide::Left)].map(turn);
    assert!(arm.angle_between(DQuat::IDENTITY) > 0.3, "{arm}");
    assert!(arm.angle_between(hand) < 1e-6, "{hand}");
}

#[test]
fn the_pose_in_which_a_skeleton_was_measured_is_not_part_of_its_motion() {
    let skeleton = mannequin().rig().skeleton;
    let motion = walk(&skeleton, 1.0);
    assert_eq!(motion.clone().without_reference_pose(), motion, "a walk begins with its own first frame");
    let mut begun = motion.clone();
    let mut measured = toile_body::skeleton::SkeletonPose::rest(&skeleton);
    measured.rotations[0] = DQuat::from_rotation_y(1.0);
    begun.frames.insert(0, measured);
    assert_eq!(begun.without_reference_pose(), motion);
    let alone = Motion { frames: motion.frames[..1].to_vec(), ..motion };
    assert_eq!(alone.clone().without_reference_pose(), alone);

    for name in ["07_01.bvh", "02_01.bvh"] {
        let Some(recording) = recording(name) else { return };
        let frames = recording.motion.frames.len();
        assert_eq!(recording.motion.without_reference_pose().frames.len(), frames - 1, "{name}");
    }
}

#[test]
fn a_lead_in_starts_at_rest_and_ends_at_the_first_frame() {
    let skeleton = mannequin().rig().skeleton;
    let motion = walk(&skeleton, 1.0);
    let led = motion.clone().with_lead_in(&skeleton, 0.5);
    assert_eq!(led.frames.len(), motion.frames.len() + 30);
    let rest = toile_body::skeleton::SkeletonPose::rest(&skeleton);
    assert!(led.frames[0].root.distance(rest.root) < 1e-12);
    assert_eq!(led.frames[30], motion.frames[0]);
    assert!((led.clone().scaled(2.0).seconds() - 2.0 * led.seconds()).abs() < 1e-9);
    assert_eq!(led.pose_at(1e9), led.frames.last().cloned());
    assert_eq!(Motion::default().pose_at(0.0), None);
}

#[test]
fn recordings_are_read_and_broken_ones_refused_with_the_place() {
    let text = "HIERARCHY ROOT Hips { OFFSET 0 1 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation \
        JOINT Leg { OFFSET 0 -1 0 CHANNELS 3 Zrotation Yrotation Xrotation End Site { OFFSET 0 -1 0 } } } \
        MOTION Frames: 1 Frame Time: 0.5 1 2 3 90 0 0 0 0 0";
    let found = bvh::read(text).unwrap();
    let heads = found.motion.frames[0].heads(&found.skeleton);
    assert!(heads[0].distance(DVec3::new(1.0, 3.0, 3.0)) < 1e-12);
    assert!(heads[1].distance(DVec3::new(2.0, 3.0, 3.0)) < 1e-12, "{}", heads[1]);
    assert_eq!(found.skeleton.bones()[1].tail, DVec3::new(0.0, -1.0, 0.0));
    for cut in [0, 10, 40, 120, 200, text.len() - 3] {
        assert!(bvh::read(&text[..cut]).is_err(), "{cut}");
    }
    assert!(bvh::read(&text.replace("90", "nan")).is_err());
    assert!(bvh::read(&text.replace("Frames: 1", "Frames: 99999999")).is_err());
}

fn shared(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(path);
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    }
    Some(path)
}

/// The worst stretch of an edge of some length over a few moments of a motion, and the lowest points.
fn worst_of(moving: &MovingBody) -> (f64, Vec<f64>) {
    let rest = moving.mesh();
    let long = |[a, b]: &[u32; 2]| rest.positions[*a as usize].distance(rest.positions[*b as usize]) > 0.008;
    let edges: Vec<[u32; 2]> = Topology::new(rest).edges.into_iter().filter(long).collect();
    let moments: Vec<Vec<DVec3>> =
        (0..=8).map(|i| moving.positions(moving.seconds() * f64::from(i) / 8.0)).collect();
    let lowest =
        moments.iter().map(|frame| frame.iter().map(|p| p.y).fold(f64::INFINITY, f64::min)).collect();
    let frames: Vec<Vec<DVec3>> = std::iter::once(rest.positions.clone()).chain(moments).collect();
    let times = (0..frames.len()).map(|i| i as f64).collect();
    (MeshSequence { times, frames }.worst_stretch(&edges), lowest)
}

#[test]
fn the_cmu_rig_walks_with_its_recording() {
    let (Some(mesh), Some(rig), Some(weights), Some(recorded)) = (
        shared("bodies/makehuman/mh_female.obj"),
        shared("bodies/cmu_rig/rig.cmu_mb.json"),
        shared("bodies/cmu_rig/weights.cmu_mb.json"),
        shared("motion/07_01.bvh"),
    ) else {
        return;
    };
    let mesh = read_mesh(&mesh).unwrap().triangulate().mesh;
    let [bones, weights] = [rig, weights].map(|path| std::fs::read(path).unwrap());
    let rig = Rig::read(&bones, &weights, &mesh.positions).unwrap();
    // The knee of this body, by its own list of joints.
    let knee = rig.skeleton.bones().iter().find(|bone| bone.name == "LeftLeg").unwrap().head;
    assert!(knee.distance(DVec3::new(0.134, 0.446, 0.048)) < 0.03, "{knee}");
    let moving = open(recorded.to_str().unwrap(), mesh, Some(rig), &Playing::default()).unwrap();
    let (stretch, lowest) = worst_of(&moving);
    assert!(stretch < 3.5, "{stretch}");
    assert!(lowest.iter().all(|y| y.abs() < 0.01), "{lowest:?}");
    let (rig, motion) = moving.bones().unwrap();
    let way = motion.frames[motion.frames.len() - 1].root - motion.frames[0].root;
    assert!((1.5..6.0).contains(&way.with_y(0.0).length()), "{way}");
    assert!(rig.skeleton.bones().len() == 31);
}

#[test]
fn a_body_without_a_rig_gets_one_from_its_landmarks() {
    let Some(path) = shared("bodies/makehuman/mh_male.obj") else { return };
    let mesh = read_mesh(&path).unwrap().triangulate().mesh;
    let landmarks = toile_body::landmarks::find(&mesh).unwrap();
    let rig = Rig::automatic(&mesh, &landmarks).unwrap();
    let playing = Playing { lead_in: 0.4, time_scale: 1.5, ..Playing::default() };
    let moving = open("walk", mesh.clone(), Some(rig), &playing).unwrap();
    assert!((moving.seconds() - 6.4).abs() < 0.03, "{}", moving.seconds());
    let start = moving.positions(0.0);
    assert!(start.iter().zip(&mesh.positions).all(|(a, b)| a.distance(*b) < 1e-6));
    let (stretch, _) = worst_of(&moving);
    assert!(stretch < 3.5, "{stretch}");
}

#[test]
fn cesium_man_walks_as_his_file_says() {
    let Some(path) = shared("motion/CesiumMan.glb") else { return };
    let moving = open_character(&path).unwrap();
    let (rig, _) = moving.bones().unwrap();
    assert_eq!(rig.skeleton.bones().len(), 19);
    let mut scene = toile_io::gltf::read_file(&path).unwrap();
    scene.weld();
    let animation = scene.animations[0].clone();
    for time in [0.0, 0.5, 1.25] {
        // The file blends linearly, bodies with dual quaternions: at joints that makes a centimetre.
        let expected = scene.merged_at(&animation, time).unwrap().positions;
        let found = moving.positions(time);
        assert_eq!(found.len(), expected.len());
        let errors = found.iter().zip(&expected).map(|(a, b)| a.distance(*b));
        assert!(errors.clone().fold(0.0, f64::max) < 0.04);
        assert!(errors.sum::<f64>() / (found.len() as f64) < 0.004);
    }
    let speed = moving.velocities(0.7).iter().map(|v| v.length()).fold(0.0, f64::max);
    assert!((0.5..8.0).contains(&speed), "{speed}");
}

#[test]
fn point_caches_and_folders_of_meshes_move_a_body() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = toile_geom::shapes::icosphere(0.5, 1);
    let moved = |t: f64| mesh.positions.iter().map(|p| p + DVec3::X * t).collect::<Vec<_>>();
    let meshes = folder.path().join("frames");
    std::fs::create_dir(&meshes).unwrap();
    for i in 0..3 {
        let frame = toile_geom::TriMesh { positions: moved(f64::from(i)), triangles: mesh.triangles.clone() };
        let path = meshes.join(format!("frame{i:03}.obj"));
        toile_io::write_mesh(&path, &toile_io::PolyMesh::from(frame)).unwrap();
    }
    let cache = folder.path().join("body.pc2");
    let frames = PointCache {
        start_frame: 5.0,
        sample_rate: 1.0,
        point_count: mesh.positions.len(),
        positions: (0..3).flat_map(|i| moved(f64::from(i))).collect(),
    };
    toile_io::file::write_point_cache(&cache, &frames).unwrap();
    let playing = Playing { frames_per_second: 10.0, ..Playing::default() };
    for path in [&meshes, &cache] {
        let moving = open(path.to_str().unwrap(), mesh.clone(), None, &playing).unwrap();
        assert!((moving.seconds() - 0.2).abs() < 1e-9);
        let between = moving.positions(0.15);
        assert!(between.iter().zip(moved(1.5)).all(|(a, b)| a.distance(b) < 1e-5));
        assert!(moving.velocities(0.05).iter().all(|v| v.distance(DVec3::X * 10.0) < 1e-3));
        let led = moving.with_lead_in(1.0);
        assert!(led.positions(0.0)[0].distance(mesh.positions[0]) < 1e-5 && led.seconds() > 1.19);
    }
    let other = toile_geom::shapes::icosphere(0.5, 2);
    let error = open(cache.to_str().unwrap(), other, None, &playing).unwrap_err();
    assert!(matches!(error, MotionError::OtherMesh { .. }), "{error}");
    assert!(matches!(open("dance", mesh, Some(Rig::default()), &playing), Err(MotionError::Unknown(_))));
}
