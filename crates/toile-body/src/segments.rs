//! The eleven overlapping parts of a body that pieces of a pattern belong to.
//!
//! Planes through landmarks cut the skin: at the neck, at the shoulders across the arms, at the waist, at the crotch and
//! between left and right (Fuhrmann 2006, §3.1). Every triangle goes to one of eight simple parts; the larger parts are
//! unions of those.

use crate::landmarks::{Landmarks, SIDES};
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;

toile_geom::named_enum! {
    /// A part of the body.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Segment: name {
        /// The left leg below the crotch.
        LeftLeg = "left_leg",
        /// The right leg below the crotch.
        RightLeg = "right_leg",
        /// The left arm from the shoulder.
        LeftArm = "left_arm",
        /// The right arm from the shoulder.
        RightArm = "right_arm",
        /// The trunk between crotch and waist.
        LowerTorso = "lower_torso",
        /// The trunk between waist and neck.
        UpperTorso = "upper_torso",
        /// Neck and head.
        Neck = "neck",
        /// The lower torso and both legs.
        LowerBody = "lower_body",
        /// Both parts of the trunk.
        Torso = "torso",
        /// The left leg and the left half of the lower torso.
        LeftLowerBody = "left_lower_body",
        /// The right leg and the right half of the lower torso.
        RightLowerBody = "right_lower_body",
    }
}

impl Segment {
    /// In words.
    pub fn words(self) -> String {
        self.name().replace('_', " ")
    }

    /// The simple parts that it consists of.
    pub const fn parts(self) -> &'static [Part] {
        use Part::{LeftArm, LeftLeg, LowerLeft, LowerRight, Neck, RightArm, RightLeg, Upper};
        match self {
            Self::LeftLeg => &[LeftLeg],
            Self::RightLeg => &[RightLeg],
            Self::LeftArm => &[LeftArm],
            Self::RightArm => &[RightArm],
            Self::LowerTorso => &[LowerLeft, LowerRight],
            Self::UpperTorso => &[Upper],
            Self::Neck => &[Neck],
            Self::LowerBody => &[LowerLeft, LowerRight, LeftLeg, RightLeg],
            Self::Torso => &[LowerLeft, LowerRight, Upper],
            Self::LeftLowerBody => &[LowerLeft, LeftLeg],
            Self::RightLowerBody => &[LowerRight, RightLeg],
        }
    }
}

/// One of the simple parts that do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The left leg.
    LeftLeg,
    /// The right leg.
    RightLeg,
    /// The left arm.
    LeftArm,
    /// The right arm.
    RightArm,
    /// The left half of the lower torso.
    LowerLeft,
    /// The right half of the lower torso.
    LowerRight,
    /// The upper torso.
    Upper,
    /// Neck and head.
    Neck,
}

/// The skin cut into parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Segmentation {
    /// The simple part of each triangle.
    pub parts: Vec<Part>,
}

impl Segmentation {
    /// Cuts a body along planes through its landmarks; `None` if one of them is missing.
    pub fn new(mesh: &TriMesh, landmarks: &Landmarks) -> Option<Self> {
        let planes = Planes::new(landmarks)?;
        let middle = |t: usize| mesh.corners(t).iter().sum::<DVec3>() / 3.0;
        let mut parts: Vec<Part> =
            (0..mesh.triangles.len()).into_par_iter().map(|t| planes.part(middle(t))).collect();
        for (i, (side, part)) in [("left", Part::LeftArm), ("right", Part::RightArm)].into_iter().enumerate()
        {
            let tip = landmarks.position(&format!("{side}_finger_tip"))?;
            let beyond: Vec<u32> =
                (0..parts.len() as u32).filter(|&t| planes.beyond_arm(i, middle(t as usize))).collect();
            for t in around(mesh, &beyond, tip) {
                parts[t as usize] = part;
            }
        }
        Some(Self { parts })
    }

    /// The triangles of a segment.
    pub fn triangles(&self, segment: Segment) -> impl Iterator<Item = u32> + '_ {
        let parts = segment.parts();
        self.parts.iter().enumerate().filter(|(_, part)| parts.contains(part)).map(|(t, _)| t as u32)
    }
}

/// The planes that part the body.
struct Planes {
    middle: f64,
    crotch: f64,
    waist: f64,
    neck: (DVec3, DVec3),
    /// A point and the way along the arm, left and right.
    arms: [(DVec3, DVec3); 2],
}

impl Planes {
    fn new(landmarks: &Landmarks) -> Option<Self> {
        let at = |name: &str| landmarks.position(name);
        let (front, back, side) = (at("neck_front")?, at("neck_back")?, at("neck_side_left")?);
        // Through front and back of the neck's base, level from side to side.
        let neck = (front.midpoint(back), (front - back).cross(DVec3::X).normalize_or(DVec3::Y));
        let neck = (neck.0, if neck.1.dot(side - neck.0) < 0.0 { -neck.1 } else { neck.1 });
        let arm = |(side, _): (&str, f64)| {
            let named = |name: &str| at(&format!("{side}_{name}"));
            let along = (named("elbow_center")? - named("shoulder_center")?).normalize_or(DVec3::X);
            let (armpit, shoulder) = (named("armpit")?, named("shoulder")?);
            // Through armpit and shoulder point, as nearly across the arm as that allows.
            let up = (shoulder - armpit).normalize_or(DVec3::Y);
            Some((armpit, (along - up * along.dot(up)).normalize_or(along)))
        };
        Some(Self {
            middle: at("crotch")?.x,
            crotch: at("crotch")?.y,
            waist: at("waist_back")?.y,
            neck,
            arms: [arm(SIDES[0])?, arm(SIDES[1])?],
        })
    }

    /// Whether a point lies beyond the plane at an arm's root; wide hips may do so too.
    fn beyond_arm(&self, arm: usize, p: DVec3) -> bool {
        let (root, along) = self.arms[arm];
        let aside = (p.x - self.middle).abs() > (root.x - self.middle).abs();
        aside && (p.x > self.middle) == (arm == 0) && (p - root).dot(along) > 0.0
    }

    /// The part of a point that does not belong to an arm.
    fn part(&self, p: DVec3) -> Part {
        let left = p.x > self.middle;
        match (p.y < self.crotch, p.y < self.waist) {
            (true, _) if left => Part::LeftLeg,
            (true, _) => Part::RightLeg,
            (false, true) if left => Part::LowerLeft,
            (false, true) => Part::LowerRight,
            _ if (p - self.neck.0).dot(self.neck.1) > 0.0 => Part::Neck,
            _ => Part::Upper,
        }
    }
}

/// Of some triangles those that hang together with the one nearest to a point.
fn around(mesh: &TriMesh, triangles: &[u32], point: DVec3) -> Vec<u32> {
    // Vertices that a triangle joins have the same root.
    let mut roots: Vec<u32> = (0..mesh.positions.len() as u32).collect();
    for &t in triangles {
        let [a, b, c] = mesh.triangles[t as usize].map(|v| root_of(&mut roots, v));
        let least = a.min(b).min(c);
        for v in [a, b, c] {
            roots[v as usize] = least;
        }
    }
    let distance = |t: &u32| mesh.corners(*t as usize)[0].distance_squared(point);
    let Some(&nearest) = triangles.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
        return Vec::new();
    };
    let wanted = root_of(&mut roots, mesh.triangles[nearest as usize][0]);
    let joined = triangles.iter().copied();
    joined.filter(|&t| root_of(&mut roots, mesh.triangles[t as usize][0]) == wanted).collect()
}

/// The vertex that stands for all that a vertex is joined with, with shorter ways left behind.
fn root_of(roots: &mut [u32], mut v: u32) -> u32 {
    while roots[v as usize] != v {
        roots[v as usize] = roots[roots[v as usize] as usize];
        v = roots[v as usize];
    }
    v
}
