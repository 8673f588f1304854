//! Picking vertices of a scene's cloths: by corner, edge, box or number.

use super::cloth_part::{ClothPart, read_box};
use super::section::Section;
use glam::{DVec2, DVec3};
use toile_cloth::fabric::FabricQuantity;
use toile_geom::bounds::Aabb;
use toile_geom::names::did_you_mean;

/// The corners of a flat cloth, as seen from the side it faces.
const CORNERS: [(&str, DVec2); 4] = [
    ("top-left", DVec2::new(0.0, 1.0)),
    ("top-right", DVec2::new(1.0, 1.0)),
    ("bottom-left", DVec2::new(0.0, 0.0)),
    ("bottom-right", DVec2::new(1.0, 0.0)),
];

/// The edges of a flat cloth: along which axis it is found, and at which end.
const EDGES: [(&str, (usize, f64)); 4] =
    [("left", (0, 0.0)), ("right", (0, 1.0)), ("bottom", (1, 0.0)), ("top", (1, 1.0))];

/// All cloths of a scene, to pick from.
pub(super) struct Selector<'a> {
    parts: &'a [ClothPart],
    /// The number of the first vertex of each.
    starts: Vec<u32>,
    /// Where all vertices begin.
    pub(super) positions: Vec<DVec3>,
}

impl<'a> Selector<'a> {
    pub(super) fn new(parts: &'a [ClothPart]) -> Self {
        let mut starts = Vec::new();
        let mut positions = Vec::new();
        for part in parts {
            starts.push(positions.len() as u32);
            positions.extend_from_slice(&part.mesh.positions);
        }
        Self { parts, starts, positions }
    }

    /// The cloths that a section speaks of: the one named by `cloth`, or all.
    fn parts(&self, section: &Section<'_>) -> Option<Vec<(u32, &'a ClothPart)>> {
        let all: Vec<(u32, &ClothPart)> = self.starts.iter().copied().zip(self.parts).collect();
        let Some(name) = section.text("cloth") else {
            return (!section.has("cloth")).then_some(all);
        };
        let found: Vec<_> = all.into_iter().filter(|(_, part)| part.name == name).collect();
        if found.is_empty() {
            let hint = did_you_mean(name, self.parts.iter().map(|part| part.name.as_str()));
            let message =
                format!("cloth: no cloth has the name `{name}`{hint}; name it with `name = \"{name}\"`");
            section.mistake(section.place_of("cloth"), message);
            return None;
        }
        Some(found)
    }

    /// The vertices that `corners`, `edges`, `box` and `vertices` pick, and the same with those within `radius` of them.
    pub(super) fn vertices(&self, section: &Section<'_>) -> Option<[Vec<u32>; 2]> {
        let corners = section.choices("corners", &CORNERS);
        let edges = section.choices("edges", &EDGES);
        let bounds = read_box(section);
        let numbers = section.counts("vertices", &(0..=u64::from(u32::MAX)));
        let radius = section.not_negative("radius", FabricQuantity::Length);
        let parts = self.parts(section)?;
        let mut found = Vec::new();
        for &(start, part) in &parts {
            let flat = |key| Flat::new(section, key, part);
            for &corner in corners.iter().flatten() {
                found.push(start + flat("corners")?.corner(corner)?);
            }
            for &(axis, end) in edges.iter().flatten() {
                found.extend(flat("edges")?.edge(axis, end).map(|v| start + v));
            }
            if let Some(bounds) = bounds {
                found.extend(inside(part, bounds).map(|v| start + v));
            }
        }
        found.extend(numbered(section, &parts, numbers.as_deref().unwrap_or_default())?);
        found.sort_unstable();
        found.dedup();
        if found.is_empty() {
            let said = [
                ("corners", corners.is_some()),
                ("edges", edges.is_some()),
                ("box", bounds.is_some()),
                ("vertices", numbers.is_some()),
            ];
            // A value that was wrong has been told already.
            if said.iter().all(|(key, understood)| *understood == section.has(key)) {
                section.complain(if said.iter().any(|(_, understood)| *understood) {
                    "no vertex is there; boxes are compared with where the cloth begins"
                } else {
                    "say which vertices: `corners`, `edges`, `box` or `vertices`"
                });
            }
            return None;
        }
        let spread = self.spread(&found, radius.unwrap_or(0.0));
        Some([found, spread])
    }

    /// Vertices and all others within a radius, in order.
    fn spread(&self, found: &[u32], radius: f64) -> Vec<u32> {
        if radius == 0.0 {
            return found.to_vec();
        }
        let centers: Vec<DVec3> = found.iter().map(|&v| self.positions[v as usize]).collect();
        let reach = radius * (1.0 + 1e-9);
        let near = |p: &DVec3| centers.iter().any(|center| center.distance(*p) <= reach);
        (0..).zip(&self.positions).filter(|(_, p)| near(p)).map(|(v, _)| v).collect()
    }

    /// One vertex: `{ cloth, corner }`, `{ cloth, vertex }` or `{ near = [x, y, z] }`.
    pub(super) fn point(&self, section: &Section<'_>) -> Option<u32> {
        let corner = section.choice("corner", &CORNERS);
        let number = section.count("vertex", 0..=u64::from(u32::MAX));
        let near = section.vector("near", FabricQuantity::Length);
        let parts = self.parts(section)?;
        match (corner, number, near) {
            (Some(corner), None, None) => {
                let [(start, part)] = parts[..] else {
                    section.complain(
                        "there are several cloths; say whose corner is meant with `cloth = \"name\"`",
                    );
                    return None;
                };
                Some(start + Flat::new(section, "corner", part)?.corner(corner)?)
            }
            (None, Some(number), None) => numbered(section, &parts, &[number])?.first().copied(),
            (None, None, Some(place)) => {
                let of_part =
                    |&(start, part): &(u32, &ClothPart)| start..start + part.mesh.positions.len() as u32;
                let distance = |v: u32| self.positions[v as usize].distance_squared(place);
                parts.iter().flat_map(of_part).min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
            }
            _ => {
                section.complain("give one of `corner`, `vertex` and `near = [x, y, z]`");
                None
            }
        }
    }
}

/// Vertices by their numbers in their cloth.
fn numbered(section: &Section<'_>, parts: &[(u32, &ClothPart)], numbers: &[u64]) -> Option<Vec<u32>> {
    let (start, count) = match parts {
        [(start, part)] => (*start, part.mesh.positions.len()),
        _ if numbers.is_empty() => return Some(Vec::new()),
        _ => {
            section
                .complain("there are several cloths; say whose vertices are meant with `cloth = \"name\"`");
            return None;
        }
    };
    if let Some(beyond) = numbers.iter().find(|&&v| v >= count as u64) {
        section.complain(format!("there is no vertex {beyond}; the cloth has {count}, counted from 0"));
        return None;
    }
    Some(numbers.iter().map(|&v| start + v as u32).collect())
}

/// The vertices of a cloth that begin in a box.
fn inside(part: &ClothPart, bounds: Aabb) -> impl Iterator<Item = u32> {
    part.mesh.positions.iter().zip(0..).filter(move |(p, _)| bounds.contains(**p)).map(|(_, v)| v)
}

/// A cloth's places in the plane, and the box around them.
struct Flat<'a> {
    places: &'a [DVec2],
    min: DVec2,
    max: DVec2,
}

impl<'a> Flat<'a> {
    fn new(section: &Section<'_>, key: &str, part: &'a ClothPart) -> Option<Self> {
        let Some(places) = part.places.as_deref() else {
            let message = format!(
                "{key}: the cloth was flattened triangle by triangle and has no {key}; use `box` or vertex numbers"
            );
            section.mistake(section.place_of(key), message);
            return None;
        };
        let min = places.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let max = places.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        Some(Self { places, min, max })
    }

    /// The vertex nearest to a corner of the box.
    fn corner(&self, corner: DVec2) -> Option<u32> {
        let target = self.min + (self.max - self.min) * corner;
        let distance = |v: &usize| self.places[*v].distance_squared(target);
        (0..self.places.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|v| v as u32)
    }

    /// The vertices at an end of the box.
    fn edge(&self, axis: usize, end: f64) -> impl Iterator<Item = u32> {
        let target = self.min[axis] + (self.max[axis] - self.min[axis]) * end;
        let tolerance = 1e-6 * (self.max - self.min).max_element();
        let at_end = move |(p, _): &(&DVec2, u32)| (p[axis] - target).abs() <= tolerance;
        self.places.iter().zip(0..).filter(at_end).map(|(_, v)| v)
    }
}

/// Keyframes `path = [{ time, move }, ...]`: when, and how far from the beginning.
pub(super) fn path(section: &Section<'_>) -> Vec<(f64, DVec3)> {
    let mut path: Vec<(f64, DVec3)> = Vec::new();
    for key in section.sections("path") {
        let time = key.not_negative("time", FabricQuantity::Time);
        let moved = key.vector("move", FabricQuantity::Length);
        for name in ["time", "move"] {
            if !key.has(name) {
                key.complain(format!("`{name}` is missing; write {{ time = \"1 s\", move = [0.2, 0, 0] }}"));
            }
        }
        if let (Some(time), Some(moved)) = (time, moved) {
            if path.last().is_some_and(|last| last.0 >= time) {
                key.complain("times must grow from key to key");
            }
            path.push((time, moved));
        }
        key.finish();
    }
    // Before its first key the path rests where it begins; a start somewhere else would be a jump.
    if path.first().is_some_and(|first| first.0 > 0.0) {
        path.insert(0, (0.0, DVec3::ZERO));
    }
    path
}
