//! A triangulation that is improved in place: vertices are moved, edges flipped.

use super::sizing::Sizing;
use glam::DVec2;

const NONE: u32 = u32::MAX;

/// A triangulation with neighbours.
pub(super) struct Sheet {
    pub(super) points: Vec<DVec2>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The triangle on the other side of the edge opposite to each corner.
    neighbours: Vec<[u32; 3]>,
    /// Whether the edge opposite to each corner must stay.
    locked: Vec<[bool; 3]>,
    /// A triangle at each vertex.
    triangle_of: Vec<u32>,
}

impl Sheet {
    /// Connects triangles. `fixed` are edges that must stay, each with its smaller vertex first, in growing order.
    pub(super) fn new(points: Vec<DVec2>, triangles: Vec<[u32; 3]>, fixed: &[[u32; 2]]) -> Self {
        let mut neighbours = vec![[NONE; 3]; triangles.len()];
        let mut locked = vec![[false; 3]; triangles.len()];
        let mut triangle_of = vec![NONE; points.len()];
        let mut sides: Vec<([u32; 2], u32, u8)> = Vec::with_capacity(3 * triangles.len());
        for (t, triangle) in triangles.iter().enumerate() {
            for corner in 0..3 {
                let (a, b) = (triangle[(corner + 1) % 3], triangle[(corner + 2) % 3]);
                sides.push(([a.min(b), a.max(b)], t as u32, corner as u8));
                triangle_of[a as usize] = t as u32;
            }
        }
        sides.sort_unstable();
        let mut i = 0;
        while i < sides.len() {
            let (edge, t, corner) = sides[i];
            let must_stay = fixed.binary_search(&edge).is_ok();
            locked[t as usize][corner as usize] = must_stay;
            if let Some(&(other, u, opposite)) = sides.get(i + 1)
                && other == edge
            {
                neighbours[t as usize][corner as usize] = u;
                neighbours[u as usize][opposite as usize] = t;
                locked[u as usize][opposite as usize] = must_stay;
                i += 1;
            }
            i += 1;
        }
        Self { points, triangles, neighbours, locked, triangle_of }
    }

    fn at(&self, vertex: u32) -> DVec2 {
        self.points[vertex as usize]
    }

    /// The triangles around an inner vertex, counter-clockwise; empty at the border.
    fn star(&self, vertex: u32, star: &mut Vec<u32>) {
        star.clear();
        let first = self.triangle_of[vertex as usize];
        let mut t = first;
        while t != NONE && star.len() < 64 {
            star.push(t);
            let Some(corner) = self.triangles[t as usize].iter().position(|&v| v == vertex) else { break };
            t = self.neighbours[t as usize][(corner + 1) % 3];
            if t == first {
                return;
            }
        }
        star.clear();
    }

    /// Flips edges until the triangulation is Delaunay, but for those that must stay (Lawson 1977).
    pub(super) fn flip_all(&mut self) {
        // Rounding could let two flips undo each other for ever.
        let mut budget = 40 * self.triangles.len();
        let mut waiting: Vec<(u32, u8)> =
            (0..self.triangles.len() as u32).flat_map(|t| [(t, 0), (t, 1), (t, 2)]).collect();
        while let Some((t, corner)) = waiting.pop() {
            let u = self.neighbours[t as usize][corner as usize];
            if u == NONE || self.locked[t as usize][corner as usize] || budget == 0 {
                continue;
            }
            if self.flip_if_better(t, corner as usize) {
                budget -= 1;
                waiting.extend([(t, 0), (t, 1), (t, 2), (u, 0), (u, 1), (u, 2)]);
            }
        }
    }

    /// Flips the edge opposite to a corner if its opposite angles sum to more than half a turn.
    fn flip_if_better(&mut self, t: u32, corner: usize) -> bool {
        let u = self.neighbours[t as usize][corner];
        let [c, a, b] = [0, 1, 2].map(|i| self.triangles[t as usize][(corner + i) % 3]);
        let Some(other) = self.neighbours[u as usize].iter().position(|&n| n == t) else { return false };
        let d = self.triangles[u as usize][other];
        let cotangent = |o: u32| {
            let (p, q) = (self.at(a) - self.at(o), self.at(b) - self.at(o));
            p.dot(q) / p.perp_dot(q).abs().max(f64::MIN_POSITIVE)
        };
        if cotangent(c) + cotangent(d) >= -1e-9 {
            return false;
        }
        // Both new triangles must be counter-clockwise.
        let area = |p: u32, q: u32, r: u32| (self.at(q) - self.at(p)).perp_dot(self.at(r) - self.at(p));
        if area(a, d, c) <= 0.0 || area(d, b, c) <= 0.0 {
            return false;
        }
        let (t, u) = (t as usize, u as usize);
        let near =
            |sheet: &Self, t: usize, corner: usize| (sheet.neighbours[t][corner], sheet.locked[t][corner]);
        // Edges of t: opposite a is (b, c), opposite b is (c, a). Edges of u: opposite a is (d, b), opposite b is (a, d).
        let (bc, ca) = (near(self, t, (corner + 1) % 3), near(self, t, (corner + 2) % 3));
        let (ad, db) = (near(self, u, (other + 1) % 3), near(self, u, (other + 2) % 3));
        self.triangles[t] = [a, d, c];
        self.neighbours[t] = [u as u32, ca.0, ad.0];
        self.locked[t] = [false, ca.1, ad.1];
        self.triangles[u] = [d, b, c];
        self.neighbours[u] = [bc.0, t as u32, db.0];
        self.locked[u] = [bc.1, false, db.1];
        for (outside, from, to) in [(ad.0, u, t), (bc.0, t, u)] {
            if outside != NONE {
                for neighbour in &mut self.neighbours[outside as usize] {
                    if *neighbour as usize == from {
                        *neighbour = to as u32;
                    }
                }
            }
        }
        for (vertex, triangle) in [(a, t), (c, t), (d, t), (b, u)] {
            self.triangle_of[vertex as usize] = triangle as u32;
        }
        true
    }

    /// Moves every free vertex, those from `free` on, to the middle of the triangles around it, weighed by how much too large they are.
    pub(super) fn smooth(&mut self, free: u32, sizing: &Sizing) {
        let mut star = Vec::new();
        for vertex in free..self.points.len() as u32 {
            self.star(vertex, &mut star);
            let (mut sum, mut weights) = (DVec2::ZERO, 0.0);
            for &t in &star {
                let [a, b, c] = self.triangles[t as usize].map(|v| self.at(v));
                let middle = (a + b + c) / 3.0;
                let wanted = sizing.at(middle);
                let weight = (b - a).perp_dot(c - a) / (wanted * wanted);
                sum += weight * middle;
                weights += weight;
            }
            if weights > 0.0 {
                self.move_to(vertex, sum / weights, &star);
            }
        }
    }

    /// Moves a vertex if no triangle around it turns over.
    fn move_to(&mut self, vertex: u32, place: DVec2, star: &[u32]) {
        let old = self.at(vertex);
        let least = |sheet: &Self| star.iter().map(|&t| sheet.least_sine(t)).fold(f64::INFINITY, f64::min);
        let before = least(self);
        self.points[vertex as usize] = place;
        let after = least(self);
        if after < 0.05 && after < before {
            self.points[vertex as usize] = old;
        }
    }

    /// The sine of the smallest angle of a triangle, negative if it is turned over.
    fn least_sine(&self, t: u32) -> f64 {
        let [a, b, c] = self.triangles[t as usize].map(|v| self.at(v));
        let double_area = (b - a).perp_dot(c - a);
        let mut sides = [(b - a).length(), (c - b).length(), (a - c).length()];
        sides.sort_by(f64::total_cmp);
        // The smallest angle is opposite to the shortest side.
        double_area / (sides[1] * sides[2]).max(f64::MIN_POSITIVE)
    }

    /// Moves free vertices of triangles with small angles where the smallest angle around them grows (Freitag and Ollivier-Gooch 1997).
    pub(super) fn improve(&mut self, free: u32, least_sine: f64) {
        let mut star = Vec::new();
        for t in 0..self.triangles.len() as u32 {
            if self.least_sine(t) >= least_sine {
                continue;
            }
            for vertex in self.triangles[t as usize] {
                if vertex < free {
                    continue;
                }
                self.star(vertex, &mut star);
                if !star.is_empty() {
                    self.climb(vertex, &star);
                }
            }
        }
    }

    fn climb(&mut self, vertex: u32, star: &[u32]) {
        let quality = |sheet: &Self| star.iter().map(|&t| sheet.least_sine(t)).fold(f64::INFINITY, f64::min);
        let mut best = (quality(self), self.at(vertex));
        let ring = star.iter().flat_map(|&t| self.triangles[t as usize]);
        let mut step = 0.3 * ring.map(|v| self.at(v).distance(best.1)).fold(0.0, f64::max);
        for _ in 0..8 {
            let centre = best.1;
            for direction in 0..8 {
                let place =
                    centre + DVec2::from_angle(f64::from(direction) * std::f64::consts::FRAC_PI_4) * step;
                self.points[vertex as usize] = place;
                let reached = quality(self);
                if reached > best.0 {
                    best = (reached, place);
                }
            }
            if best.1 == centre {
                step *= 0.5;
            }
        }
        self.points[vertex as usize] = best.1;
    }
}
