//! Points in the middle of the threads that close a seam, so that threads go around the body and not through it (Fuhrmann 2006, §3.5).

use super::group::Group;
use crate::body::Wearer;
use glam::DVec3;
use toile_pattern::mesh::{MeshedGarment, PieceVertex};

/// Where the helper of a thread comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelperRule {
    /// Both partners lie on one hull: half way on the unrolled hull, the shorter way around.
    OnHull,
    /// The seam runs along a shoulder: on a line above it.
    AboveShoulder,
    /// The partners lie on different hulls: half way in space, outside of the body.
    BetweenHulls,
}

/// The helpers of a seam.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeamHelpers {
    /// The seam in the meshed garment.
    pub seam: usize,
    /// A point for each pair.
    pub points: Vec<DVec3>,
    /// How each was found.
    pub rules: Vec<HelperRule>,
}

/// Helpers are at least this far from the skin, in metres.
const OUTSIDE: f64 = 0.01;

/// Finds the helpers of all seams; `positions` are those of all pieces.
pub(super) fn helpers(
    meshed: &MeshedGarment,
    groups: &[Group],
    positions: &[Vec<DVec3>],
    body: &Wearer,
) -> Vec<SeamHelpers> {
    let shoulders = Shoulders::of(body);
    let home = |piece: u32| {
        groups.iter().enumerate().find_map(|(g, group)| {
            let card = group.cards.iter().position(|card| card.piece == piece as usize)?;
            Some((g, card))
        })
    };
    let homes: Vec<Option<(usize, usize)>> = (0..meshed.pieces.len() as u32).map(home).collect();
    let at = |v: PieceVertex| positions[v.piece as usize].get(v.vertex as usize).copied().unwrap_or_default();
    let mut all = Vec::with_capacity(meshed.seams.len());
    for (seam, pairs) in meshed.seams.iter().enumerate() {
        let mut found = SeamHelpers { seam, ..SeamHelpers::default() };
        for &[a, b] in &pairs.pairs {
            let middle = at(a).midpoint(at(b));
            let same = match (homes[a.piece as usize], homes[b.piece as usize]) {
                (Some(one), Some(two)) if one.0 == two.0 => Some((one, two)),
                _ => None,
            };
            let (point, rule) = match same {
                Some((one, two)) => {
                    on_hull(&groups[one.0], [one.1, two.1], [a, b], middle, shoulders.as_ref())
                }
                None => (middle, HelperRule::BetweenHulls),
            };
            found.points.push(body.kept_outside(point, OUTSIDE));
            found.rules.push(rule);
        }
        all.push(found);
    }
    all
}

fn on_hull(
    group: &Group,
    cards: [usize; 2],
    pair: [PieceVertex; 2],
    middle: DVec3,
    shoulders: Option<&Shoulders>,
) -> (DVec3, HelperRule) {
    let normals = [0, 1].map(|i| group.cards[cards[i]].normals[pair[i].vertex as usize]);
    let both_up = normals.iter().all(|n| n.y > 0.5);
    if both_up
        && cards[0] != cards[1]
        && let Some(point) = shoulders.and_then(|shoulders| shoulders.above(middle))
    {
        return (point, HelperRule::AboveShoulder);
    }
    // Partners in pleats lie beside each other, off the hull.
    if cards.iter().any(|card| group.cards[*card].is_pleated()) {
        return (middle, HelperRule::BetweenHulls);
    }
    let on = |i: usize| group.coordinates(&group.cards[cards[i]], pair[i].vertex);
    match (on(0), on(1), &group.hull) {
        (Some(a), Some(b), Some(hull)) => (hull.between(a, b), HelperRule::OnHull),
        _ => (middle, HelperRule::BetweenHulls),
    }
}

/// The lines on top of both shoulders, from the neck to the tip.
struct Shoulders {
    /// Neck and tip, left and right.
    lines: [[DVec3; 2]; 2],
    /// The highest point of the skin over each step from neck to tip.
    ridges: [Vec<DVec3>; 2],
}

/// Steps along a shoulder.
const SHOULDER_STEPS: usize = 24;

impl Shoulders {
    fn of(body: &Wearer) -> Option<Self> {
        let at = |name: &str| body.landmarks().position(name);
        let lines =
            [[at("neck_side_left")?, at("left_shoulder")?], [at("neck_side_right")?, at("right_shoulder")?]];
        let limit = lines[0][0].y.max(lines[1][0].y);
        let ridge = |[neck, tip]: [DVec3; 2]| {
            let mut ridge: Vec<DVec3> =
                (0..=SHOULDER_STEPS).map(|k| neck.lerp(tip, k as f64 / SHOULDER_STEPS as f64)).collect();
            for p in &mut ridge {
                p.y = tip.y;
            }
            for p in &body.mesh().positions {
                let share = (p.x - neck.x) / (tip.x - neck.x);
                let k = (share * SHOULDER_STEPS as f64).round();
                if (0.0..=SHOULDER_STEPS as f64).contains(&k) && p.y < limit && p.y > ridge[k as usize].y {
                    ridge[k as usize] = *p;
                }
            }
            ridge
        };
        let ridges = lines.map(ridge);
        Some(Self { lines, ridges })
    }

    /// The point above a shoulder beside a point; none if it is not above the trunk.
    fn above(&self, point: DVec3) -> Option<DVec3> {
        let side = usize::from((point.x - self.lines[0][0].x).abs() > (point.x - self.lines[1][0].x).abs());
        let [neck, tip] = self.lines[side];
        if point.y < tip.y - 0.25 {
            return None;
        }
        let share = ((point.x - neck.x) / (tip.x - neck.x)).clamp(0.0, 1.0);
        let place = share * SHOULDER_STEPS as f64;
        let (k, part) = (place as usize, place.fract());
        let ridge = &self.ridges[side];
        let on = ridge[k].lerp(ridge[(k + 1).min(SHOULDER_STEPS)], part);
        Some(on + DVec3::Y * OUTSIDE)
    }
}
