//! Where an outfit passes through itself or the body, and which garments do.

use super::dressed_outfit::Outfit;
use crate::remedy::Remedy;
use glam::DVec3;
use serde::{Serialize, Serializer};
use std::fmt;
use toile_cloth::run::GaveUp;
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};

/// Pairs of triangles whose middles are nearer than this are one place, in metres.
const NEAR: f64 = 0.05;
/// How many places are told in words.
const MOST_TOLD: usize = 4;

/// A place where cloth passes through cloth or the body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossing {
    /// The middle of the first pair of triangles.
    #[serde(serialize_with = "three_numbers")]
    pub place: DVec3,
    /// How many pairs there are.
    pub pairs: usize,
    /// The garments, by their place in the outfit; one alone passes through itself, or through the body.
    pub garments: Vec<usize>,
    /// Whether the body is passed through.
    pub with_body: bool,
    /// The landmark of the body that is nearest, in words.
    pub near: Option<String>,
    /// The triangles of each garment that cross something there: the garment and the triangle.
    #[serde(skip)]
    pub triangles: Vec<(usize, u32)>,
}

fn three_numbers<S: Serializer>(place: &DVec3, serializer: S) -> Result<S::Ok, S::Error> {
    place.to_array().serialize(serializer)
}

/// An outfit that passes through itself or the body: it is no result, whatever it looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct PassesThrough {
    /// Where.
    pub crossings: Vec<Crossing>,
    /// How often the garments concerned were dressed, at most.
    pub tries: usize,
    /// Why dressing ended early, if it did: what passes through something on the way need not in the end.
    pub gave_up: Option<GaveUp>,
}

impl PassesThrough {
    /// What can be done about it.
    pub const fn remedies(&self) -> &'static [Remedy] {
        match self.gave_up {
            Some(GaveUp::Time { .. }) => &[Remedy::MoreTime, Remedy::LongerEdges],
            Some(GaveUp::Memory { .. }) => &[Remedy::LongerEdges, Remedy::MoreMemory],
            Some(GaveUp::Cancelled { .. }) => &[],
            _ => &[Remedy::ShorterEdges, Remedy::CheckPattern, Remedy::CheckPlaces],
        }
    }

    /// Where, and what can be done about it, each remedy in the words of `say`.
    pub fn words(&self, say: &dyn Fn(&Remedy) -> String) -> String {
        let place = |crossing: &Crossing| {
            let what = if crossing.with_body { "the body" } else { "cloth" };
            let [x, y, z] = crossing.place.to_array();
            let near = crossing.near.as_ref().map_or_else(String::new, |near| format!(" near the {near}"));
            format!("{what}{near} at ({x:.2}, {y:.2}, {z:.2}) m, {} pairs of triangles", crossing.pairs)
        };
        let told: Vec<String> = self.crossings.iter().take(MOST_TOLD).map(place).collect();
        let more = self.crossings.len().saturating_sub(MOST_TOLD);
        let more = if more > 0 { format!("; and in {more} more places") } else { String::new() };
        let tries = if self.tries > 1 { format!(", after {} tries", self.tries) } else { String::new() };
        let early = self.gave_up.as_ref().map_or_else(String::new, |why| format!("{why}; there "));
        let what = format!("{early}cloth passes through {}{more}{tries}", told.join("; "));
        Remedy::advise(&what, self.remedies(), say)
    }
}

impl fmt::Display for PassesThrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&Remedy::to_string))
    }
}

impl Outfit {
    /// Why it is no result, if it passes through itself or the body. What there is, is kept, to be looked at; of its size nothing can be said.
    pub fn passes_through(&self) -> Option<PassesThrough> {
        let concerned = self.crossings.iter().flat_map(|crossing| &crossing.garments);
        let tries = concerned.map(|&garment| self.garments[garment].tries).max().unwrap_or(1);
        let gave_up = self.gave_up.as_ref().map(|why| why.reason.clone());
        let crossings = self.crossings.clone();
        (!crossings.is_empty()).then_some(PassesThrough { crossings, tries, gave_up })
    }
}

/// All places where an outfit passes through itself or the body, the worst first.
pub(super) fn crossings_of(outfit: &Outfit) -> Vec<Crossing> {
    let mesh = outfit.mesh();
    let mut starts = vec![0];
    for garment in &outfit.garments {
        starts.push(starts[starts.len() - 1] + garment.cloth.triangles.len() as u32);
    }
    let owner = |t: u32| {
        let garment = starts.partition_point(|start| *start <= t) - 1;
        (garment, t - starts[garment])
    };
    let mut places: Vec<Crossing> = Vec::new();
    let mut add = |place: DVec3, triangles: Vec<(usize, u32)>, with_body: bool| {
        let is_near =
            |known: &&mut Crossing| known.with_body == with_body && known.place.distance(place) < NEAR;
        if let Some(known) = places.iter_mut().find(is_near) {
            known.pairs += 1;
            known.triangles.extend(triangles);
        } else {
            let (garments, near) = (Vec::new(), nearest_landmark(outfit, place));
            places.push(Crossing { place, pairs: 1, garments, with_body, near, triangles });
        }
    };
    for [a, b] in self_intersections(&mesh) {
        add(0.5 * (middle(&mesh, a) + middle(&mesh, b)), vec![owner(a), owner(b)], false);
    }
    for [t, _] in mesh_intersections(&mesh, outfit.wearer.mesh()) {
        add(middle(&mesh, t), vec![owner(t)], true);
    }
    for place in &mut places {
        place.garments = place.triangles.iter().map(|(garment, _)| *garment).collect();
        place.garments.sort_unstable();
        place.garments.dedup();
        place.triangles.sort_unstable();
        place.triangles.dedup();
    }
    places.sort_by_key(|place| std::cmp::Reverse(place.pairs));
    places
}

fn middle(mesh: &TriMesh, triangle: u32) -> DVec3 {
    mesh.corners(triangle as usize).iter().sum::<DVec3>() / 3.0
}

/// The landmark of the body that is nearest to a place, as words.
fn nearest_landmark(outfit: &Outfit, place: DVec3) -> Option<String> {
    let landmarks = outfit.wearer.landmarks().by_name.iter();
    let nearest =
        landmarks.min_by(|a, b| a.1.position.distance(place).total_cmp(&b.1.position.distance(place)));
    nearest.map(|(name, _)| name.replace('_', " "))
}
