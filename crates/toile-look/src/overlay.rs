//! What is drawn over the shaded picture: lines, points, and rings around marked triangles.

use super::Color;
use super::assembly::Assembly;
use super::scene::{LookLine, LookPoint, LookScene};
use super::shade::mark_color;
use super::stroke::Coverage;
use super::text::{Align, TextStyle};
use glam::{DVec3, Vec2};
use std::collections::BTreeMap;
use toile_geom::raster::{Camera, ImageSize};
use toile_io::png::Image;

/// Radius of the ring around a marked triangle in pixels.
const RING: f32 = 9.0;
/// Marked triangles within a square of this side share a ring, in pixels.
const RING_SHARE: f32 = 1.2 * RING;

/// Draws over a picture with the help of its depths.
pub(super) struct Overlay {
    camera: Camera,
    depth: Vec<f32>,
}

/// A point of the picture and its depth.
#[derive(Clone, Copy)]
struct Place {
    at: Vec2,
    depth: f32,
}

impl Overlay {
    pub(super) fn new(camera: Camera, depth: Vec<f32>) -> Self {
        Self { camera, depth }
    }

    pub(super) fn draw(&self, scene: &LookScene<'_>, assembly: &Assembly, image: &mut Image) {
        for line in &scene.lines {
            self.line(line, image);
        }
        self.rings(assembly, image);
        for point in &scene.points {
            self.point(point, image);
        }
    }

    fn place(&self, p: DVec3, image: &Image) -> Option<Place> {
        let size = ImageSize { width: image.width, height: image.height };
        let s = self.camera.project(p, size)?;
        // Far outside, single precision would not draw lines any more.
        let near = s.x.abs() < 1e6 && s.y.abs() < 1e6 && s.depth > self.camera.near();
        near.then(|| Place { at: Vec2::new(s.x as f32, s.y as f32), depth: s.depth as f32 })
    }

    /// Whether a surface lies in front of a point at a pixel. Lines often lie on surfaces, so that a small distance, here
    /// a small fraction of the depth of the scene, does not count.
    fn hidden(&self, image: &Image, x: i32, y: i32, depth: f32) -> bool {
        let slack = 0.004 * (self.camera.far() - self.camera.near()) as f32;
        let column = x.clamp(0, image.width as i32 - 1) as usize;
        let row = y.clamp(0, image.height as i32 - 1) as usize;
        self.depth.get(row * image.width as usize + column).is_some_and(|&surface| surface + slack < depth)
    }

    fn line(&self, line: &LookLine, image: &mut Image) {
        let places: Vec<Option<Place>> = line.points.iter().map(|&p| self.place(p, image)).collect();
        let mut pairs: Vec<(Place, Place)> =
            places.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?))).collect();
        if let (true, Some(Some(last)), Some(Some(first))) = (line.closed, places.last(), places.first()) {
            pairs.push((*last, *first));
        }
        let known = || places.iter().flatten().map(|p| p.at);
        let low = known().fold(Vec2::INFINITY, Vec2::min) - line.width;
        let high = known().fold(Vec2::NEG_INFINITY, Vec2::max) + line.width;
        if pairs.is_empty() {
            return;
        }
        let mut seen = Coverage::new(low, high, image);
        let mut hidden = Coverage::new(low, high, image);
        for (a, b) in pairs {
            // Short parts, each wholly before or behind the surface.
            let parts = (a.at.distance(b.at) / 2.0).ceil().clamp(1.0, 4000.0) as u32;
            let mut from = a.at;
            for k in 0..parts {
                let t = (k + 1) as f32 / parts as f32;
                let to = a.at.lerp(b.at, t);
                let middle = from.midpoint(to);
                let depth = a.depth + (b.depth - a.depth) * (t - 0.5 / parts as f32);
                let behind = self.hidden(image, middle.x as i32, middle.y as i32, depth);
                if behind { &mut hidden } else { &mut seen }.segment(from, to, line.width);
                from = to;
            }
        }
        hidden.paint(image, line.color, |_, _| line.hidden_opacity);
        seen.paint(image, line.color, |_, _| 1.0);
    }

    fn point(&self, point: &LookPoint, image: &mut Image) {
        let Some(place) = self.place(point.position, image) else {
            return;
        };
        let behind = self.hidden(image, place.at.x as i32, place.at.y as i32, place.depth);
        let opacity = if behind { point.hidden_opacity } else { 1.0 };
        if point.radius > 0.0 {
            dot(place.at, point, opacity, image);
        }
        if !point.label.is_empty() && opacity > 0.0 {
            let style = TextStyle { halo: Some(Color::WHITE), ..TextStyle::new(9.0) };
            let beside = place.at.x + point.radius + 6.0;
            let (x, align) =
                if point.radius > 0.0 { (beside, Align::Left) } else { (place.at.x, Align::Center) };
            style.draw(image, &point.label, x, place.at.y + 4.0, align);
        }
    }

    /// A ring around each marked triangle; triangles close together in the picture share one.
    fn rings(&self, assembly: &Assembly, image: &mut Image) {
        let mut centres: BTreeMap<[i32; 2], Place> = BTreeMap::new();
        for triangle in (0..assembly.marked.len()).filter(|&t| assembly.marked[t]) {
            let Some([a, b, c]) = assembly.corners(triangle as u32) else {
                continue;
            };
            let Some(place) = self.place((a + b + c) / 3.0, image) else {
                continue;
            };
            let square = (place.at / RING_SHARE).to_array().map(|x| x.floor() as i32);
            centres.entry(square).or_insert(place);
        }
        for place in centres.into_values() {
            let behind = self.hidden(image, place.at.x as i32, place.at.y as i32, place.depth);
            let opacity = if behind { 0.4 } else { 1.0 };
            let reach = Vec2::splat(RING + 4.0);
            let mut halo = Coverage::new(place.at - reach, place.at + reach, image);
            halo.ring(place.at, RING, 4.4);
            halo.paint(image, Color::WHITE, |_, _| 0.75 * opacity);
            let mut ring = Coverage::new(place.at - reach, place.at + reach, image);
            ring.ring(place.at, RING, 2.2);
            ring.paint(image, mark_color(), |_, _| opacity);
        }
    }
}

/// A disc with a white rim.
fn dot(at: Vec2, point: &LookPoint, opacity: f32, image: &mut Image) {
    let reach = Vec2::splat(point.radius + 1.5);
    for (radius, color, share) in [(point.radius + 1.2, Color::WHITE, 0.9), (point.radius, point.color, 1.0)]
    {
        let mut disc = Coverage::new(at - reach, at + reach, image);
        disc.disc(at, radius);
        disc.paint(image, color, |_, _| share * opacity);
    }
}
