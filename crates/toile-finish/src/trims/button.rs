//! Buttons with holes.

use super::solids::{TrimMesh, TrimPart, block};
use crate::flat::{FlatError, check_range};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use toile_geom::TriMesh;

/// Points along the rim of a button.
const AROUND: u32 = 32;
/// Points from the middle to the rim between two holes.
const OUTWARDS: u32 = 4;
/// The radius of holes and how far their middles are from that of the button, as parts of its radius.
const HOLE: [f64; 2] = [0.12, 0.3];
/// The bevel of the rim, as a part of the thickness.
const BEVEL: f64 = 0.25;

/// A flat button that is sewn on through holes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Button {
    /// How wide it is, in metres.
    pub diameter: f64,
    /// How thick it is, in metres.
    pub thickness: f64,
    /// How many holes it has, 2 to 6.
    pub holes: u32,
    /// How far off the cloth it sits on its thread, in metres.
    pub shank: f64,
}

impl Default for Button {
    /// A button of a shirt: 18 lines.
    fn default() -> Self {
        Self { diameter: 0.0114, thickness: 0.0024, holes: 4, shank: 0.0006 }
    }
}

impl Button {
    /// Its mesh, with the thread through its holes.
    ///
    /// # Errors
    /// If a measure is out of range.
    pub fn mesh(&self) -> Result<TrimMesh, FlatError> {
        check_range("diameter of a button", self.diameter, 0.002..=0.2, "from 2 to 200 mm")?;
        check_range("thickness of a button", self.thickness, 1e-4..=0.05, "from 0.1 to 50 mm")?;
        check_range("holes of a button", f64::from(self.holes), 2.0..=6.0, "from 2 to 6")?;
        check_range("shank of a button", self.shank, 0.0..=0.05, "from 0 to 50 mm")?;
        let mut trim = TrimMesh::default();
        trim.add(&self.plate(), TrimPart::Body);
        for thread in self.threads() {
            trim.add(&thread, TrimPart::Thread);
        }
        Ok(trim)
    }

    /// Where the middles of the holes are.
    fn hole(&self, n: u32) -> DVec2 {
        let turn = TAU * (f64::from(n) + 0.5) / f64::from(self.holes);
        DVec2::from_angle(turn) * (0.5 * self.diameter * HOLE[1])
    }

    /// Threads run from the first half of the holes to the other: parallel, for four holes.
    fn threads(&self) -> Vec<TriMesh> {
        let width = 0.5 * self.diameter * HOLE[0];
        let top = self.shank + self.thickness;
        let thread = |n: u32| {
            let [a, b] = [n, self.holes - 1 - n].map(|n| self.hole(n));
            let (middle, way) = (a.midpoint(b), b - a);
            let mut bar = block(DVec3::ZERO, DVec3::new(way.length() + width, top + 0.5 * width, width));
            let (along, across) = (way.normalize_or_zero(), way.normalize_or_zero().perp());
            for p in &mut bar.positions {
                let flat = middle + along * p.x - across * p.z;
                *p = DVec3::new(flat.x, p.y + 0.5 * (top + 0.5 * width), -flat.y);
            }
            bar
        };
        (0..self.holes / 2).map(thread).collect()
    }

    /// The plate: a plan of the disc with its holes, above and below, with walls between them.
    fn plate(&self) -> TriMesh {
        let radius = 0.5 * self.diameter;
        let bevel = BEVEL * self.thickness.min(radius);
        let plan = self.plan(radius - bevel);
        let count = plan.points.len() as u32;
        let rim = plan.rim.len() as u32;
        let [low, high] = [self.shank, self.shank + self.thickness];
        let at = |p: DVec2, y: f64| DVec3::new(p.x, y, -p.y);
        let mut mesh = TriMesh::default();
        for y in [low, high] {
            mesh.positions.extend(plan.points.iter().map(|&p| at(p, y)));
        }
        for y in [low + bevel, high - bevel] {
            mesh.positions.extend(
                plan.rim.iter().map(|&v| at(plan.points[v as usize] * (radius / (radius - bevel)), y)),
            );
        }
        for &[a, b, c] in &plan.triangles {
            mesh.triangles.extend([[a, c, b], [a + count, b + count, c + count]]);
        }
        let mut wall = |[a, b]: [u32; 2], [d, c]: [u32; 2]| mesh.triangles.extend([[a, b, c], [a, c, d]]);
        for hole in &plan.holes {
            for n in 0..hole.len() {
                let ends = [hole[(n + 1) % hole.len()], hole[n]];
                wall(ends, ends.map(|v| v + count));
            }
        }
        for n in 0..rim {
            let ring = [n, (n + 1) % rim];
            let outer = [0, 1].map(|k| ring.map(|n| 2 * count + k * rim + n));
            let inner = ring.map(|n| plan.rim[n as usize]);
            wall(inner, outer[0]);
            wall(outer[0], outer[1]);
            wall(outer[1], inner.map(|v| v + count));
        }
        mesh
    }

    /// Triangles of a disc: each hole has a slice of it, and what bounds the slice is joined with the hole along rays from the hole's middle.
    fn plan(&self, radius: f64) -> Plan {
        let mut plan = Plan::default();
        let (hole_radius, per_slice) = (0.5 * self.diameter * HOLE[0], AROUND / self.holes);
        for n in 0..self.holes {
            let begin = TAU * f64::from(n) / f64::from(self.holes);
            let turn = TAU / f64::from(self.holes);
            let middle = self.hole(n);
            let outwards =
                |k: u32, angle: f64| DVec2::from_angle(angle) * (radius * f64::from(k) / f64::from(OUTWARDS));
            let arc = |k: u32| DVec2::from_angle(begin + turn * f64::from(k) / f64::from(per_slice)) * radius;
            let mut around = vec![DVec2::ZERO];
            around.extend((1..OUTWARDS).map(|k| outwards(k, begin)));
            around.extend((0..=per_slice).map(arc));
            around.extend((1..OUTWARDS).rev().map(|k| outwards(k, begin + turn)));
            let outer: Vec<u32> = around.iter().map(|&p| plan.point(p)).collect();
            let to_hole = |p: &DVec2| middle + (*p - middle).normalize_or_zero() * hole_radius;
            let inner: Vec<u32> = around.iter().map(|p| plan.point(to_hole(p))).collect();
            for k in 0..outer.len() {
                let next = (k + 1) % outer.len();
                plan.triangles.push([outer[k], outer[next], inner[next]]);
                plan.triangles.push([outer[k], inner[next], inner[k]]);
            }
            plan.rim.extend((0..per_slice).map(|k| outer[(OUTWARDS + k) as usize]));
            plan.holes.push(inner);
        }
        plan
    }
}

/// A flat mesh with its borders.
#[derive(Default)]
struct Plan {
    points: Vec<DVec2>,
    triangles: Vec<[u32; 3]>,
    /// The outer border, counter-clockwise.
    rim: Vec<u32>,
    /// The borders of holes, counter-clockwise.
    holes: Vec<Vec<u32>>,
    numbers: BTreeMap<[i64; 2], u32>,
}

impl Plan {
    /// The number of a point: slices have points in common.
    fn point(&mut self, p: DVec2) -> u32 {
        // A billionth of a metre, which no two different points are apart.
        let key = [p.x, p.y].map(|x| (x * 1e9).round() as i64);
        *self.numbers.entry(key).or_insert_with(|| {
            self.points.push(p);
            self.points.len() as u32 - 1
        })
    }
}
