//! The places of a body that a tailor speaks of, and how a garment sits there.

use super::quantity::Spread;
use super::skin::SkinPoint;
use crate::body::Wearer;
use glam::DVec3;
use serde::Serialize;
use toile_body::segments::Part;

/// Which way the skin of the trunk faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ZoneSide {
    /// Forward.
    Front,
    /// Backward.
    Back,
    /// To the body's left.
    Left,
    /// To the body's right.
    Right,
    /// All around a limb.
    Around,
}

/// A place of the body, and how the garment sits there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Zone {
    /// The level: `bust`, `left thigh`.
    pub level: String,
    /// Which side of it.
    pub side: ZoneSide,
    /// How much cloth is there as it was cut, in m².
    pub area: f64,
    /// The share of it that touches the skin.
    pub touching: f64,
    /// The pressure where it touches, in Pa.
    pub pressure: Spread,
    /// The largest principal tension, in N/m.
    pub tension: Spread,
    /// Strain of the warp.
    pub warp_strain: Spread,
    /// Strain of the weft.
    pub weft_strain: Spread,
    /// Shear, to whichever side.
    pub shear: Spread,
    /// The distance to the skin, in metres.
    pub distance: Spread,
}

impl Zone {
    /// The place in words: `the bust in front`.
    pub fn place(&self) -> String {
        let level = &self.level;
        match self.side {
            ZoneSide::Front => format!("the {level} in front"),
            ZoneSide::Back => format!("the {level} at the back"),
            ZoneSide::Left => format!("the left side of the {level}"),
            ZoneSide::Right => format!("the right side of the {level}"),
            ZoneSide::Around => format!("the {level}"),
        }
    }
}

/// Levels of the trunk by height and of limbs by places inside of them.
#[derive(Clone, Debug)]
struct Levels {
    /// All names.
    names: Vec<String>,
    /// For each part the levels that can be in it: which name, and where.
    of_part: [Vec<(u16, DVec3)>; 8],
}

impl Levels {
    /// The levels that the landmarks of a body allow.
    fn new(body: &Wearer) -> Self {
        let at = |name: &str| body.landmarks().position(name);
        let mut levels = Self { names: Vec::new(), of_part: [const { Vec::new() }; 8] };
        let middle = |name: &str| Some(at(&format!("{name}_front"))?.midpoint(at(&format!("{name}_back"))?));
        let shoulders = at("left_shoulder").zip(at("right_shoulder")).map(|(l, r)| l.midpoint(r));
        levels.add("neck", at("neck_center"), &[Part::Neck]);
        levels.add("shoulders", shoulders, &[Part::Upper]);
        levels.add("bust", middle("bust"), &[Part::Upper]);
        levels.add("waist", middle("waist"), &[Part::Upper, Part::LowerLeft, Part::LowerRight]);
        levels.add("hip", middle("hip"), &[Part::LowerLeft, Part::LowerRight]);
        for (side, arm, leg) in
            [("left", Part::LeftArm, Part::LeftLeg), ("right", Part::RightArm, Part::RightLeg)]
        {
            let on = |name: &str| at(&format!("{side}_{name}"));
            let between = |a: Option<DVec3>, b: Option<DVec3>| Some(a?.midpoint(b?));
            let thigh = between(
                at("crotch").map(|c| c.with_x(on("knee_center").map_or(c.x, |k| k.x))),
                on("knee_center"),
            );
            let forearm = between(on("elbow_center"), on("wrist_center"));
            let limbs = [
                ("upper arm", on("biceps_center"), arm),
                ("elbow", on("elbow_center"), arm),
                ("forearm", forearm, arm),
                ("wrist", on("wrist_center"), arm),
                ("thigh", thigh, leg),
                ("knee", on("knee_center"), leg),
                ("calf", on("calf_center"), leg),
                ("ankle", on("ankle_center"), leg),
            ];
            for (name, place, part) in limbs {
                levels.add(&format!("{side} {name}"), place, &[part]);
            }
        }
        levels
    }

    fn add(&mut self, name: &str, place: Option<DVec3>, parts: &[Part]) {
        let Some(place) = place else { return };
        let index = self.names.len() as u16;
        self.names.push(name.to_owned());
        for &part in parts {
            self.of_part[part as usize].push((index, place));
        }
    }

    /// The level and the side of some skin.
    fn of(&self, skin: &SkinPoint, body: &Wearer) -> Option<(u16, ZoneSide)> {
        let part = *body.segments().parts.get(skin.triangle as usize)?;
        let on_trunk = matches!(part, Part::Upper | Part::LowerLeft | Part::LowerRight);
        let far = |place: DVec3| {
            if on_trunk { (place.y - skin.foot.y).abs() } else { place.distance(skin.foot) }
        };
        let levels = self.of_part[part as usize].iter();
        let (level, _) = levels.min_by(|a, b| far(a.1).total_cmp(&far(b.1)))?;
        Some((*level, if on_trunk { side(skin.normal) } else { ZoneSide::Around }))
    }
}

fn side(normal: DVec3) -> ZoneSide {
    match (normal.x.abs() > normal.z.abs(), normal.x > 0.0, normal.z > 0.0) {
        (true, true, _) => ZoneSide::Left,
        (true, false, _) => ZoneSide::Right,
        (false, _, true) => ZoneSide::Front,
        (false, _, false) => ZoneSide::Back,
    }
}

/// The values at the vertices from which zones are made.
pub(super) struct Values<'a> {
    pub(super) areas: &'a [f64],
    pub(super) pressure: &'a [f32],
    pub(super) tension: &'a [f32],
    pub(super) warp_strain: &'a [f32],
    pub(super) weft_strain: &'a [f32],
    pub(super) shear: &'a [f32],
    pub(super) distance: &'a [f32],
}

/// The zones that the garment covers, from the neck down, arms before legs.
pub(super) fn zones(values: &Values<'_>, skin: &[Option<SkinPoint>], body: &Wearer, touch: f64) -> Vec<Zone> {
    let levels = Levels::new(body);
    let mut members: Vec<((u16, ZoneSide), usize)> =
        skin.iter().enumerate().filter_map(|(v, skin)| Some((levels.of(skin.as_ref()?, body)?, v))).collect();
    members.sort_unstable();
    members
        .chunk_by(|a, b| a.0 == b.0)
        .map(|group| {
            let (level, side) = group[0].0;
            let all = || group.iter().map(|member| member.1);
            let touching = || all().filter(|&v| f64::from(values.distance[v]) < touch);
            let spread = |of: &[f32]| Spread::of(all().map(|v| f64::from(of[v])));
            let area = |some: &mut dyn Iterator<Item = usize>| {
                some.map(|v| values.areas[v]).fold(0.0, |sum, area| sum + area)
            };
            let whole = area(&mut all());
            Zone {
                level: levels.names[level as usize].clone(),
                side,
                area: whole,
                touching: if whole > 0.0 { area(&mut touching()) / whole } else { 0.0 },
                pressure: Spread::of(touching().map(|v| f64::from(values.pressure[v]))),
                tension: spread(values.tension),
                warp_strain: spread(values.warp_strain),
                weft_strain: spread(values.weft_strain),
                shear: Spread::of(all().map(|v| f64::from(values.shear[v]).abs())),
                distance: spread(values.distance),
            }
        })
        .collect()
}
