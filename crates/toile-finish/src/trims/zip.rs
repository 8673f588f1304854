//! Zip fasteners: teeth along both edges of an opening, a slider between them.

use super::riding::{LineSpot, TrimAnchor, TrimPlace};
use super::solids::{TrimMesh, TrimPart, block, wire};
use crate::flat::{FlatCloth, FlatError, check_range};
use glam::DVec3;
use std::f64::consts::TAU;

/// The most teeth that a zip has.
const MOST: usize = 100_000;

/// A zip along an opening. Both chains go the same way, up; if the opening is closed they may be the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Zip {
    /// The vertices along the edge on the left, seen from the outer side.
    pub left: Vec<u32>,
    /// The vertices along the edge on the right.
    pub right: Vec<u32>,
    /// From one tooth to the next on the same side, in metres.
    pub pitch: f64,
    /// How far the teeth of one side reach over the edge, in metres.
    pub reach: f64,
    /// How much of it is open, from 0 (the slider is at the upper end) to 1.
    pub open: f64,
}

/// The meshes of a zip, in the order of [`Zip::places`].
#[derive(Clone, Debug, PartialEq)]
pub struct ZipMeshes {
    /// A tooth.
    pub tooth: TrimMesh,
    /// The slider with its puller.
    pub slider: TrimMesh,
}

impl Zip {
    /// A zip of 5 mm for chains of vertices.
    pub const fn along(left: Vec<u32>, right: Vec<u32>) -> Self {
        Self { left, right, pitch: 0.0025, reach: 0.0025, open: 0.0 }
    }

    /// The meshes: a tooth has a head that is wider than its neck.
    pub fn meshes(&self) -> ZipMeshes {
        let (pitch, reach) = (self.pitch, self.reach);
        let high = 0.6 * reach;
        let mut tooth = TrimMesh::default();
        let neck = block(DVec3::new(0.0, 0.0, 0.1 * reach), DVec3::new(0.3 * pitch, 0.8 * high, 0.9 * reach));
        let head = block(DVec3::new(0.0, 0.0, 0.78 * reach), DVec3::new(0.45 * pitch, high, 0.45 * reach));
        tooth.add(&neck, TrimPart::Body);
        tooth.add(&head, TrimPart::Body);
        ZipMeshes { tooth, slider: self.slider() }
    }

    /// Two plates, the bridge between them, and a puller that hangs from a loop.
    fn slider(&self) -> TrimMesh {
        let reach = self.reach;
        let plate = DVec3::new(3.2 * reach, 0.25 * reach, 3.4 * reach);
        let mut slider = TrimMesh::default();
        for side in [-0.6, 0.6] {
            slider.add(&block(DVec3::Y * side * reach, plate), TrimPart::Body);
        }
        slider.add(&block(DVec3::X * 1.3 * reach, DVec3::new(0.4, 1.3, 0.5) * reach), TrimPart::Body);
        let ring: Vec<DVec3> = (0..=16)
            .map(|n| {
                let (sin, cos) = (0.97 * TAU * f64::from(n) / 16.0).sin_cos();
                DVec3::new(-(0.6 + 0.7 * cos), 0.95, 0.7 * sin) * reach
            })
            .collect();
        slider.add(&wire(&ring, 0.15 * reach, 6), TrimPart::Body);
        let puller = DVec3::new(5.0 * reach, 0.2 * reach, 1.6 * reach);
        slider.add(&block(DVec3::new(-3.6, 1.2, 0.0) * reach, puller), TrimPart::Body);
        slider
    }

    /// Where its teeth and its slider are. The tooth is the mesh of number `first`, the slider the next one.
    ///
    /// # Errors
    /// If a chain goes where the mesh has no edge, or a measure is out of range.
    pub fn places(&self, cloth: &FlatCloth, first: usize) -> Result<Vec<TrimPlace>, FlatError> {
        check_range("distance of teeth", self.pitch, 2e-4..=0.05, "from 0.2 to 50 mm")?;
        check_range("reach of teeth", self.reach, 2e-4..=0.05, "from 0.2 to 50 mm")?;
        check_range("the open part of a zip", self.open, 0.0..=1.0, "from 0 to 1")?;
        let sides = [Chain::new(cloth, &self.left, 0)?, Chain::new(cloth, &self.right, 1)?];
        let mut places = Vec::new();
        for (side, chain) in sides.iter().enumerate() {
            let count = (chain.length() / self.pitch).floor();
            if count > MOST as f64 {
                return Err(FlatError::TooMany { what: "a zip", count, most: MOST });
            }
            // Teeth of both sides take turns, and face each other: to the right of an edge that has the cloth to its left.
            for n in 0..count as usize {
                let along = self.pitch * (n as f64 + if side == 0 { 0.25 } else { 0.75 });
                let Some(spot) = chain.spot(along) else { continue };
                let spot = if side == 0 { spot } else { spot.reversed() };
                places.push(TrimPlace { mesh: first, anchor: TrimAnchor::Line(spot) });
            }
        }
        let slider = sides.each_ref().map(|chain| chain.spot(chain.length() * (1.0 - self.open)));
        if let [Some(left), Some(right)] = slider {
            places.push(TrimPlace { mesh: first + 1, anchor: TrimAnchor::Between([left, right]) });
        }
        Ok(places)
    }
}

/// An edge of the opening, measured in the pattern.
struct Chain<'a> {
    vertices: &'a [u32],
    along: Vec<f64>,
}

impl<'a> Chain<'a> {
    fn new(cloth: &FlatCloth, vertices: &'a [u32], line: usize) -> Result<Self, FlatError> {
        let mut along = vec![0.0];
        for ends in vertices.windows(2) {
            let edge = [ends[0], ends[1]];
            let &triangle = cloth.triangles_at(edge).first().ok_or(FlatError::NoEdge { line, edge })?;
            let [a, b] = edge.map(|v| cloth.place(triangle, v).unwrap_or_default());
            along.push(along[along.len() - 1] + a.distance(b));
        }
        Ok(Self { vertices, along })
    }

    fn length(&self) -> f64 {
        self.along[self.along.len() - 1]
    }

    fn spot(&self, along: f64) -> Option<LineSpot> {
        let last = self.vertices.len().checked_sub(2)?;
        let edge = self.along.partition_point(|&s| s <= along).saturating_sub(1).min(last);
        let length = self.along[edge + 1] - self.along[edge];
        let part = if length > 0.0 { (along - self.along[edge]) / length } else { 0.0 };
        Some(LineSpot { ends: [self.vertices[edge], self.vertices[edge + 1]], part })
    }
}
