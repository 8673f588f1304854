//! Ways shortened until nothing is in them.

use super::ccd::Meetings;
use super::close::{CloseFinder, Ways};
use super::obstacles::is_somewhere;
use super::patches::Patches;
use super::{FreeLevelReport, FreeSettings, Obstacles, stars};
use crate::subdivision::{RefinementError, RefinementLevel};
use glam::DVec3;
use rayon::prelude::*;
use std::time::Instant;
use toile_geom::TriMesh;
use toile_geom::intersect::mesh_triangles_intersect;

/// After so many rounds everything stays where it starts. What stays only grows, so that few are needed.
const LAST_ROUND: usize = 64;

/// Shortens the ways of vertices of one mesh so that it ends without intersections.
#[derive(Clone, Debug)]
pub struct PullBack {
    patches: Patches,
    vertices: usize,
    own_triangles: usize,
    /// Where everything starts: the own vertices, then those of the obstacles.
    start: Vec<DVec3>,
    /// Where everything ends, with all triangles in the same order.
    end: TriMesh,
    finder: CloseFinder,
    meetings: Meetings,
    close: Vec<[u32; 2]>,
    normals: Vec<DVec3>,
    changed: Vec<bool>,
    /// Stars that are no maps.
    folded: Vec<bool>,
}

impl PullBack {
    /// For the vertices of a level of a refinement, whose triangles before were these.
    pub fn of_level(before: &[[u32; 3]], level: &RefinementLevel) -> Self {
        Self::new(Patches::of_level(before, level), &level.triangles, level.stencils.len())
    }

    /// For any mesh with some vertices. Triangles that name others are left out.
    pub fn of_mesh(triangles: &[[u32; 3]], vertices: usize) -> Self {
        let there = |t: &&[u32; 3]| t.iter().all(|&v| (v as usize) < vertices);
        let triangles: Vec<[u32; 3]> = triangles.iter().filter(there).copied().collect();
        Self::new(Patches::single(&triangles), &triangles, vertices)
    }

    fn new(patches: Patches, triangles: &[[u32; 3]], vertices: usize) -> Self {
        Self {
            folded: vec![false; patches.stars.len()],
            patches,
            vertices,
            own_triangles: triangles.len(),
            start: Vec::new(),
            end: TriMesh { positions: Vec::new(), triangles: triangles.to_vec() },
            finder: CloseFinder::default(),
            meetings: Meetings::default(),
            close: Vec::new(),
            normals: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// Shortens the ways from `start` to `end`, which is changed.
    ///
    /// # Errors
    /// If there is not one place for each vertex, a vertex is nowhere, or the mesh has collapsed.
    pub fn hold(
        &mut self,
        start: &[DVec3],
        end: &mut [DVec3],
        around: &Obstacles,
        settings: &FreeSettings,
    ) -> Result<FreeLevelReport, RefinementError> {
        for places in [start, &*end] {
            let (expected, found) = (self.vertices, places.len());
            if expected != found {
                return Err(RefinementError::Length { expected, found });
            }
            let nowhere = places.par_iter().with_min_len(1024).position_first(|&p| !is_somewhere(p));
            if let Some(vertex) = nowhere {
                return Err(RefinementError::NotFinite { vertex });
            }
        }
        // A gap below zero would take things that pass through each other for apart.
        let settings = &FreeSettings { gap: settings.gap.max(0.0), ..*settings };
        let mut report = FreeLevelReport {
            vertices: self.vertices,
            triangles: self.own_triangles,
            ..FreeLevelReport::default()
        };
        let clock = Instant::now();
        let farthest = start.par_iter().zip(&*end).map(|(a, b)| a.distance_squared(*b));
        report.max_displacement = farthest.reduce(|| 0.0, f64::max).sqrt();
        self.begin(start, end, around);
        let ways = Ways {
            start: &self.start[..self.vertices],
            end: &self.end.positions[..self.vertices],
            triangles: &self.end.triangles[..self.own_triangles],
        };
        self.close = self.finder.find(&self.patches, &ways, around, settings.gap)?;
        report.close_pairs = self.close.len();
        let crossing = self.crossing_in_stars();
        report.folded_stars = self.folded.iter().filter(|folded| **folded).count();
        report.broad = clock.elapsed();
        let clock = Instant::now();
        self.resolve(crossing, settings, &mut report);
        let moved = self.end.positions[..self.vertices].iter().zip(&*end).filter(|(a, b)| a != b);
        report.corrected = moved.count();
        end.copy_from_slice(&self.end.positions[..self.vertices]);
        report.narrow = clock.elapsed();
        Ok(report)
    }

    /// Takes over all places.
    fn begin(&mut self, start: &[DVec3], end: &[DVec3], around: &Obstacles) {
        for (places, own) in [(&mut self.start, start), (&mut self.end.positions, end)] {
            places.clear();
            places.extend_from_slice(own);
            places.extend_from_slice(&around.positions);
        }
        let base = self.vertices as u32;
        self.end.triangles.truncate(self.own_triangles);
        self.end.triangles.extend(around.triangles.iter().map(|t| t.map(|v| v + base)));
        self.changed.clear();
        self.changed.resize(self.start.len(), true);
    }

    /// Looks at the stars with a vertex that has changed: which are no maps, and which pairs of triangles cross there.
    fn crossing_in_stars(&mut self) -> Vec<[u32; 2]> {
        let (mesh, own) = (&self.end, self.own_triangles);
        self.normals.clear();
        let normal = |t: usize| stars::certain_normal(mesh.corners(t));
        self.normals.par_extend((0..own).into_par_iter().with_min_len(1024).map(normal));
        let Self { patches, normals, changed, folded, .. } = self;
        let is_new = |p: &u32| patches.vertices(*p as usize).iter().any(|&v| changed[v as usize]);
        folded.par_iter_mut().with_min_len(256).zip(&patches.stars).for_each(|(folded, star)| {
            if patches.members(star).iter().any(is_new) {
                *folded = !stars::is_map(patches, star, &mesh.positions, normals);
            }
        });
        let suspects = self.patches.stars.par_iter().zip(&self.folded).filter(|(_, folded)| **folded);
        let crossing = suspects.flat_map_iter(|(star, _)| {
            let triangles: Vec<u32> =
                self.patches.members(star).iter().flat_map(|&p| self.patches.triangles(p)).collect();
            let mut found = Vec::new();
            for (n, &a) in triangles.iter().enumerate() {
                let meets = |b: &&u32| mesh_triangles_intersect(&self.end, a, **b);
                found.extend(triangles[n + 1..].iter().filter(meets).map(|&b| [a, b]));
            }
            found
        });
        let mut crossing: Vec<[u32; 2]> = crossing.collect();
        crossing.sort_unstable();
        crossing.dedup();
        crossing
    }

    /// Pulls back until nothing meets and nothing crosses.
    fn resolve(
        &mut self,
        mut crossing: Vec<[u32; 2]>,
        settings: &FreeSettings,
        report: &mut FreeLevelReport,
    ) {
        let mut active = self.close.clone();
        let mut added: Vec<[u32; 2]> = Vec::new();
        loop {
            let new: Vec<[u32; 2]> =
                crossing.iter().copied().filter(|pair| added.binary_search(pair).is_err()).collect();
            active.extend_from_slice(&crossing);
            let stay = report.rounds >= settings.rounds;
            self.meetings.find(
                &active,
                &self.end.triangles,
                [&self.start, &self.end.positions],
                settings.gap,
            );
            let mut pulled = self.pull(stay);
            if !pulled {
                // What meets nowhere on its way and crosses all the same did so from the start, or is lost in rounding.
                let mut left = self.crossing_pairs();
                left.extend_from_slice(&crossing);
                report.intersections = left.len();
                pulled = self.keep_at_start(&left);
                if !pulled {
                    return;
                }
            }
            report.rounds += 1;
            if report.rounds > LAST_ROUND {
                self.changed.fill(true);
                self.end.positions.copy_from_slice(&self.start);
                report.intersections = self.crossing_pairs().len() + self.crossing_in_stars().len();
                return;
            }
            added.extend(new);
            added.sort_unstable();
            crossing = self.crossing_in_stars();
            let (changed, triangles) = (&self.changed, &self.end.triangles);
            let is_new = |t: u32| triangles[t as usize].iter().any(|&v| changed[v as usize]);
            active.clear();
            active.extend(self.close.iter().chain(&added).filter(|pair| pair.iter().any(|&t| is_new(t))));
        }
    }

    /// Shortens the ways of what meets; returns whether something did.
    fn pull(&mut self, stay: bool) -> bool {
        self.changed.fill(false);
        // The least part that any meeting leaves of a way; in the order of vertices, so that the order of meetings does not count.
        let mut parts: Vec<(u32, f64)> = Vec::new();
        for &(corners, part) in &self.meetings.found {
            let own = corners.into_iter().filter(|&v| (v as usize) < self.vertices);
            parts.extend(own.map(|v| (v, if stay { 0.0 } else { part })));
        }
        parts.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        parts.dedup_by_key(|(v, _)| *v);
        for &(v, part) in &parts {
            self.shorten(v as usize, part);
        }
        self.changed.contains(&true)
    }

    fn shorten(&mut self, v: usize, part: f64) {
        let (start, end) = (self.start[v], self.end.positions[v]);
        let new = if part > 0.0 { start.lerp(end, part) } else { start };
        self.changed[v] = new != end;
        self.end.positions[v] = new;
    }

    /// The close pairs that cross, exactly.
    fn crossing_pairs(&self) -> Vec<[u32; 2]> {
        let crosses = |pair: &&[u32; 2]| mesh_triangles_intersect(&self.end, pair[0], pair[1]);
        self.close.par_iter().with_min_len(64).filter(crosses).copied().collect()
    }

    /// Leaves the vertices of some pairs where they start; returns whether one of them was elsewhere.
    fn keep_at_start(&mut self, pairs: &[[u32; 2]]) -> bool {
        self.changed.fill(false);
        for t in pairs.as_flattened() {
            for v in self.end.triangles[*t as usize] {
                self.shorten_to_start(v as usize);
            }
        }
        self.changed.contains(&true)
    }

    fn shorten_to_start(&mut self, v: usize) {
        if v < self.vertices && self.end.positions[v] != self.start[v] {
            self.changed[v] = true;
            self.end.positions[v] = self.start[v];
        }
    }
}
