//! Measuring a body: girths by a tape around it, lengths along its skin.
//!
//! ```
//! use toile_body::{landmarks, mannequin::Mannequin, measure::measure, measures::{Figure, Measures}};
//!
//! let asked = Measures::typical(Figure::Woman);
//! let body = Mannequin::new(Figure::Woman, asked).build()?;
//! let found = measure(&body.mesh, &landmarks::find(&body.mesh)?);
//! assert!((found["waist_girth"] - asked.waist_girth).abs() < 0.005);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::landmarks::Landmarks;
use crate::section::{Loop, cut};
use glam::DVec3;
use std::collections::BTreeMap;
use toile_geom::TriMesh;

/// A girth: its name and the line that the tape follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Girth {
    /// The name of the measure.
    pub name: String,
    /// The skin under the tape.
    pub line: Loop,
}

/// All measures that the landmarks allow, by name in metres. Those of limbs are the mean of left and right.
pub fn measure(mesh: &TriMesh, landmarks: &Landmarks) -> BTreeMap<String, f64> {
    let mut found = BTreeMap::new();
    for girth in girths(mesh, landmarks) {
        found.insert(girth.name, girth.line.girth());
    }
    join_sides(&mut found);
    let bounds = mesh.bounds();
    let floor = bounds.min.y;
    found.insert("height".into(), bounds.size().y);
    let heights = [
        ("inside_leg_height", "crotch"),
        ("waist_height", "waist_back"),
        ("hip_height", "hip_back"),
        ("bust_height", "bust_front"),
        ("cervicale_height", "neck_back"),
        ("knee_height", "left_knee"),
    ];
    for (name, landmark) in heights {
        if let Some(p) = landmarks.position(landmark) {
            found.insert(name.into(), p.y - floor);
        }
    }
    lengths(mesh, landmarks, &mut found);
    found
}

/// The lines of all girths.
pub fn girths(mesh: &TriMesh, landmarks: &Landmarks) -> Vec<Girth> {
    let mut found = Vec::new();
    let mut around = |name: &str, at: Option<DVec3>, normal: DVec3| {
        let Some(at) = at else { return };
        let mut lines = cut(mesh, at, normal);
        lines.retain(|line| contains(line, at));
        lines.sort_by(|a, b| a.area().total_cmp(&b.area()));
        // Of nested lines the outermost is the skin.
        if let Some(line) = lines.pop() {
            found.push(Girth { name: name.into(), line });
        }
    };
    let at = |name: &str| landmarks.position(name);
    let between = |a: &str, b: &str| Some(at(a)?.midpoint(at(b)?));
    for level in ["bust", "under_bust", "waist", "hip"] {
        around(
            &format!("{level}_girth"),
            between(&format!("{level}_front"), &format!("{level}_back")),
            DVec3::Y,
        );
    }
    around("neck_girth", at("neck_center"), neck_axis(landmarks));
    if let (Some(top), Some(neck)) = (at("head_top"), at("neck_center")) {
        around("head_girth", Some(top.lerp(neck, 0.42).with_x(top.x)), DVec3::Y);
    }
    for side in ["left", "right"] {
        let on = |name: &str| at(&format!("{side}_{name}"));
        if let (Some(crotch), Some(knee)) = (at("crotch"), on("knee_center")) {
            let floor = mesh.bounds();
            let below = crotch.y - 0.018 * floor.size().y;
            let hip =
                DVec3::new(2.0 * knee.x - on("ankle_center").map_or(knee.x, |a| a.x), crotch.y, crotch.z);
            let t = (below - knee.y) / (hip.y - knee.y).max(1e-6);
            around(&format!("{side}_thigh_girth"), Some(knee.lerp(hip, t)), DVec3::Y);
        }
        around(&format!("{side}_knee_girth"), on("knee_center"), DVec3::Y);
        around(&format!("{side}_calf_girth"), on("calf_center"), DVec3::Y);
        around(&format!("{side}_ankle_girth"), on("ankle_girth_center"), DVec3::Y);
        let axis = |a: &str, b: &str| Some((on(a)? - on(b)?).normalize_or(DVec3::Y));
        let forearm = axis("elbow_center", "wrist_center").unwrap_or(DVec3::Y);
        let upper_arm = axis("shoulder_center", "elbow_center").unwrap_or(DVec3::Y);
        around(&format!("{side}_wrist_girth"), on("wrist_center"), forearm);
        around(&format!("{side}_elbow_girth"), on("elbow_center"), forearm + upper_arm);
        around(&format!("{side}_upper_arm_girth"), on("biceps_center"), upper_arm);
    }
    found
}

/// The way that the neck points: up and forward.
fn neck_axis(landmarks: &Landmarks) -> DVec3 {
    match (
        landmarks.position("neck_center"),
        landmarks.position("neck_back"),
        landmarks.position("neck_front"),
    ) {
        (Some(center), Some(back), Some(front)) => {
            (center - back.midpoint(front)).with_x(0.0).normalize_or(DVec3::Y)
        }
        _ => DVec3::Y,
    }
}

/// Whether a point of the line's plane lies inside of the line, by how often it winds around the point.
fn contains(line: &Loop, point: DVec3) -> bool {
    let (u, v) = line.normal.any_orthonormal_pair();
    let count = line.points.len();
    let angle = |i: usize| {
        let d = line.points[i] - point;
        d.dot(v).atan2(d.dot(u))
    };
    let turn: f64 = (0..count)
        .map(|i| {
            let step = angle((i + 1) % count) - angle(i);
            step - (step / std::f64::consts::TAU).round() * std::f64::consts::TAU
        })
        .sum();
    turn.abs() > std::f64::consts::PI
}

/// Replaces measures of left and right by their mean.
fn join_sides(found: &mut BTreeMap<String, f64>) {
    let lefts: Vec<String> = found.keys().filter(|name| name.starts_with("left_")).cloned().collect();
    for left in lefts {
        let name = left.trim_start_matches("left_").to_owned();
        let values = [found.remove(&left), found.remove(&format!("right_{name}"))];
        let known: Vec<f64> = values.into_iter().flatten().collect();
        found.insert(name, known.iter().sum::<f64>() / known.len().max(1) as f64);
    }
}

/// Lengths: straight across, along limbs, and along the skin.
fn lengths(mesh: &TriMesh, landmarks: &Landmarks, found: &mut BTreeMap<String, f64>) {
    let at = |name: &str| landmarks.position(name);
    let straight = |names: &[&str]| {
        let points: Option<Vec<DVec3>> = names.iter().map(|name| at(name)).collect();
        points.map(|p| p.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>())
    };
    let listed: [(&str, &[&str]); 4] = [
        ("shoulder_width", &["left_shoulder", "right_shoulder"]),
        ("bust_point_width", &["left_nipple", "right_nipple"]),
        ("arm_length", &["left_shoulder", "left_elbow_center", "left_wrist_center"]),
        ("hand_length", &["left_wrist_center", "left_finger_tip"]),
    ];
    for (name, points) in listed {
        if let Some(length) = straight(points) {
            found.insert(name.into(), length);
        }
    }
    let along = [
        ("back_waist_length", "neck_back", "waist_back"),
        ("front_waist_length", "neck_front", "waist_front"),
        ("waist_to_hip_back", "waist_back", "hip_back"),
    ];
    for (name, from, to) in along {
        if let (Some(from), Some(to)) = (at(from), at(to))
            && let Some(length) = skin_length(mesh, from, to, DVec3::X)
        {
            found.insert(name.into(), length);
        }
    }
}

/// The way along the skin between two points of it, in the plane through both that has a normal near the given one.
pub fn skin_length(mesh: &TriMesh, from: DVec3, to: DVec3, normal: DVec3) -> Option<f64> {
    let way = (to - from).normalize_or_zero();
    let normal = (normal - way * normal.dot(way)).normalize_or_zero();
    let lines = cut(mesh, from, normal);
    let nearest = |line: &Loop, p: DVec3| {
        let distance = |i: &usize| line.points[*i].distance_squared(p);
        (0..line.points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let best = lines.iter().filter_map(|line| {
        let ends = [nearest(line, from)?, nearest(line, to)?];
        let miss = line.points[ends[0]].distance(from) + line.points[ends[1]].distance(to);
        Some((miss, line, ends))
    });
    let (miss, line, [start, end]) = best.min_by(|a, b| a.0.total_cmp(&b.0))?;
    if miss > 0.05 {
        return None;
    }
    let count = line.points.len();
    let way = |from: usize, to: usize| -> f64 {
        let steps = (to + count - from) % count;
        (0..steps)
            .map(|i| line.points[(from + i) % count].distance(line.points[(from + i + 1) % count]))
            .sum()
    };
    let forth = way(start, end);
    Some(if line.closed { forth.min(way(end, start)) } else { forth.max(way(end, start).min(forth)) })
}
