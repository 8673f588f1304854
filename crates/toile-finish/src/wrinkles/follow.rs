//! How much of each layer there is at each vertex in a frame.

use super::layers::Layers;
use super::strain::{RestTriangle, compression};
use super::{LayerPick, WrinkleSettings};
use crate::subdivision::RefinementError;
use glam::{DMat2, DVec2, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// Layers that differ by less than this part are blended.
const LEAST_SPREAD: f64 = 0.02;

/// How many folds a triangle must be wide to be judged by itself.
const FOLDS: f64 = 2.0;

/// How many pieces the length of a fold is cut into for an integral.
const PIECES: f64 = 5.0;

/// The most pieces that the side of a triangle is cut into for an integral.
const MOST_PIECES: f64 = 24.0;

/// A layer that takes up less than this changes nothing.
const LEAST_SLOPE: f64 = 1e-12;

/// Wrinkles of a mesh: made once, and led through the frames.
#[derive(Clone, Debug)]
pub struct Wrinkles {
    settings: WrinkleSettings,
    pub(super) layers: Layers,
    triangles: Vec<[u32; 3]>,
    rest: Vec<[DVec2; 3]>,
    shapes: Vec<Option<RestTriangle>>,
    topology: Topology,
    /// For each triangle and layer in turn.
    gains: Vec<AreaGain>,
    /// How much each layer is raised, and how well it suits, in each triangle.
    on_faces: Vec<(f64, f64)>,
    /// How much of each layer there is, vertex after vertex.
    at_vertices: Vec<Vec<f64>>,
}

/// By how much the area of a layer over a triangle changes with its height and with the deformation, over the area of the triangle.
#[derive(Clone, Copy, Debug, Default)]
struct AreaGain {
    by_height: f64,
    /// By the elements `a'`, `b'`, `d'` of the inverse of the stretch.
    by_inverse: [f64; 3],
}

impl Wrinkles {
    /// Prepares for the frames of a mesh, whose triangles have these rest shapes: places in the pattern, in metres.
    ///
    /// # Errors
    /// If there is not one rest shape for each triangle, a triangle names a vertex that is not there, or a setting makes no sense.
    pub fn new(
        triangles: &[[u32; 3]],
        vertices: usize,
        rest: &[[DVec2; 3]],
        settings: &WrinkleSettings,
    ) -> Result<Self, RefinementError> {
        if rest.len() != triangles.len() {
            return Err(RefinementError::Length { expected: triangles.len(), found: rest.len() });
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertices) {
                return Err(RefinementError::MissingVertex { triangle, vertex, vertices });
            }
        }
        settings.check()?;
        let layers = Layers::new(settings);
        let shapes: Vec<_> = rest.iter().map(|&corners| RestTriangle::new(corners)).collect();
        let gains = rest.par_iter().zip(&shapes).flat_map_iter(|(corners, shape)| match shape {
            Some(_) => area_gains(&layers, corners, settings.height),
            None => vec![AreaGain::default(); layers.len()],
        });
        let mesh = TriMesh { positions: vec![DVec3::ZERO; vertices], triangles: triangles.to_vec() };
        Ok(Self {
            settings: *settings,
            gains: gains.collect(),
            on_faces: vec![(0.0, 0.0); triangles.len() * layers.len()],
            at_vertices: vec![vec![0.0; vertices]; layers.len()],
            layers,
            triangles: mesh.triangles.clone(),
            rest: rest.to_vec(),
            shapes,
            topology: Topology::new(&mesh),
        })
    }

    /// What wrinkles look like.
    pub fn settings(&self) -> &WrinkleSettings {
        &self.settings
    }

    /// The triangles of the coarse mesh.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The rest shapes.
    pub fn rest(&self) -> &[[DVec2; 3]] {
        &self.rest
    }

    /// How much of a layer there is at each vertex, in heights.
    pub fn of_layer(&self, layer: usize) -> &[f64] {
        &self.at_vertices[layer]
    }

    /// Finds how much of each layer there is where vertices are in a frame.
    ///
    /// # Errors
    /// If there is not one position for each vertex.
    pub fn follow(&mut self, positions: &[DVec3]) -> Result<(), RefinementError> {
        let (expected, found) = (self.topology.vertex_triangles.len(), positions.len());
        if expected != found {
            return Err(RefinementError::Length { expected, found });
        }
        let Self { settings, layers, triangles, shapes, gains, on_faces, .. } = self;
        let count = layers.len().max(1);
        let faces = on_faces.par_chunks_mut(count).zip(gains.par_chunks(count));
        faces.zip(&*triangles).zip(&*shapes).for_each(|(((places, gains), triangle), shape)| {
            let Some(shape) = shape else { return };
            let stretch = shape.stretch(triangle.map(|v| positions[v as usize]), settings.measure);
            let raised = Raised::by(stretch);
            for ((place, gain), across) in places.iter_mut().zip(gains).zip(&layers.across) {
                *place = raised.layer(*across, gain, settings.pick);
            }
        });
        self.blend_at_vertices();
        Ok(())
    }

    /// Means of the triangles around each vertex, then of all layers those that suit.
    fn blend_at_vertices(&mut self) {
        let count = self.layers.len();
        let Self { settings, topology, shapes, on_faces, at_vertices, .. } = self;
        let mut sums = vec![(0.0, 0.0); count];
        for v in 0..topology.vertex_triangles.len() {
            let mut area = 0.0;
            sums.fill((0.0, 0.0));
            for &t in topology.vertex_triangles.row(v) {
                let weight = shapes[t as usize].map_or(0.0, |shape| shape.area);
                area += weight;
                for (sum, face) in sums.iter_mut().zip(&on_faces[t as usize * count..]) {
                    *sum = (sum.0 + weight * face.0, sum.1 + weight * face.1);
                }
            }
            let best = sums.iter().map(|sum| sum.1).fold(f64::NEG_INFINITY, f64::max);
            let scale = match settings.pick {
                LayerPick::PrincipalCompression => area,
                LayerPick::MaxH | LayerPick::MinH => spread(&sums),
            };
            let share = |suit: f64| (1.0 - (best - suit) / (settings.transition * scale)).max(0.0);
            let total: f64 = sums.iter().map(|sum| share(sum.1)).sum();
            for (sum, layer) in sums.iter().zip(at_vertices.iter_mut()) {
                // Where nothing is raised, and where there is no area, nothing is shared.
                let height = sum.0 / area;
                layer[v] = if height > 0.0 { height.min(settings.most) * share(sum.1) / total } else { 0.0 };
            }
        }
    }
}

/// How much what is raised differs between layers. Where it hardly differs, it says nothing about which suits best.
fn spread(sums: &[(f64, f64)]) -> f64 {
    let most = sums.iter().map(|sum| sum.0).fold(0.0, f64::max);
    let least = sums.iter().map(|sum| sum.0).fold(f64::INFINITY, f64::min);
    (most - least).max(LEAST_SPREAD * most)
}

/// Integrals of derivatives of the area of the graph of each layer `f` over a triangle that is deformed, in its rest shape:
/// with `S = √(1 + |∇f|²)`, `∂/∂h = |∇f|² / S`, `∂/∂a' = -(1 + f_y²) / S`, `∂/∂b' = 2 f_x f_y / S`, `∂/∂d' = -(1 + f_x²) / S`.
///
/// What a part of a fold takes up says nothing about the fold: of a small triangle, a larger one around it is looked at.
fn area_gains(layers: &Layers, &[a, b, c]: &[DVec2; 3], height: f64) -> Vec<AreaGain> {
    let own = a.distance(b).max(b.distance(c)).max(c.distance(a));
    let longest = own.max(FOLDS * layers.spacing().min(own * MOST_PIECES));
    let centre = (a + b + c) / 3.0;
    let [a, b, c] = [a, b, c].map(|p| centre + (p - centre) * (longest / own));
    let pieces = (PIECES * longest / layers.spacing()).ceil().clamp(1.0, MOST_PIECES) as u32;
    let scale = 1.0 / f64::from(pieces * pieces);
    let mut gains = vec![AreaGain::default(); layers.len()];
    let mut add = |p: DVec2| {
        for (gain, (_, slope)) in gains.iter_mut().zip(layers.at(p)) {
            gain.add(height * slope, scale);
        }
    };
    let (step_b, step_c) = ((b - a) / f64::from(pieces), (c - a) / f64::from(pieces));
    for i in 0..pieces {
        for j in 0..pieces - i {
            let corner = a + step_b * f64::from(i) + step_c * f64::from(j);
            add(corner + (step_b + step_c) / 3.0);
            if i + j + 1 < pieces {
                add(corner + (step_b + step_c) * (2.0 / 3.0));
            }
        }
    }
    gains
}

impl AreaGain {
    /// Adds a part of the area with a slope.
    fn add(&mut self, slope: DVec2, part: f64) {
        let root = (1.0 + slope.length_squared()).sqrt();
        self.by_height += part * slope.length_squared() / root;
        self.by_inverse[0] -= part * (1.0 + slope.y * slope.y) / root;
        self.by_inverse[1] += part * 2.0 * slope.x * slope.y / root;
        self.by_inverse[2] -= part * (1.0 + slope.x * slope.x) / root;
    }
}

/// What a deformation raises.
struct Raised {
    /// The inverse of the stretch less the unit matrix: `a' - 1`, `b'`, `d' - 1`.
    inverse: [f64; 3],
    /// What is compressed, over the strongest compression.
    compressed: DMat2,
}

impl Raised {
    fn by(stretch: DMat2) -> Self {
        // A triangle that has collapsed is compressed no more than to a tenth.
        let determinant = stretch.determinant().max(0.01);
        let inverse = [
            stretch.y_axis.y / determinant - 1.0,
            -stretch.x_axis.y / determinant,
            stretch.x_axis.x / determinant - 1.0,
        ];
        let compressed = compression(stretch);
        let strongest = 0.5 * (compressed.x_axis.x + compressed.y_axis.y)
            + (0.5 * (compressed.x_axis.x - compressed.y_axis.y)).hypot(compressed.x_axis.y);
        let part = if strongest > 0.0 { 1.0 / strongest } else { 0.0 };
        Self { inverse, compressed: compressed * part }
    }

    /// How much a layer is raised so that its area stays what it was, and how well it suits. To first order,
    /// `h - 1 = -(C₂ (a' - 1) + C₃ b' + C₄ (d' - 1)) / C₁`; cloth at rest is flat, so that `h - 1` is what is raised.
    fn layer(&self, across: DVec2, gain: &AreaGain, pick: LayerPick) -> (f64, f64) {
        if gain.by_height < LEAST_SLOPE {
            return (0.0, 0.0);
        }
        let change: f64 = self.inverse.iter().zip(gain.by_inverse).map(|(by, gain)| by * gain).sum();
        let raised = (-change / gain.by_height).max(0.0);
        let suits = match pick {
            LayerPick::MaxH => raised,
            LayerPick::MinH => -raised,
            LayerPick::PrincipalCompression => across.dot(self.compressed * across),
        };
        (raised, suits)
    }
}
