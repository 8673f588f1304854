//! What the triangles of a sewn garment are cut from, with all that lies flat on them: regions, hems, seam allowances.
//!
//! Regions are parts of the mesh. Hems and allowances are strips along edges, often narrower than triangles: of a triangle that a strip covers
//! in part, that part counts, to a quarter of a layer.

use super::fabrics::PieceFabrics;
use super::strips::{Strip, strips};
use glam::DVec2;
use std::collections::BTreeMap;
use toile_cloth::fabric::{Bond, Fabric, FabricCut, Ply};
use toile_pattern::mesh::{MeshedGarment, MeshedPiece};
use toile_pattern::piece::{Piece, RegionKind};

/// How finely parts of a layer are told apart: there is a cut of cloth for each number of them.
const PARTS: f64 = 4.0;

/// How many points of a triangle are looked at along each side.
const SAMPLES: usize = 5;

/// The cuts of a garment, and which of them each triangle is of, piece after piece.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    pub(super) cuts: Vec<FabricCut>,
    pub(super) of_triangle: Vec<u16>,
}

/// A layer of a triangle: what it is made of, the piece's own fabric if not said, and how it is held.
#[derive(Clone, Debug, PartialEq)]
struct Layer {
    fabric: Option<Fabric>,
    bond: Bond,
}

/// What a triangle is cut from: the region whose fabric it is of, if any, and parts of layers of a list.
type Key = (Option<u16>, Vec<(usize, u32)>);

/// The cuts of all pieces.
pub(super) fn cuts(meshed: &MeshedGarment, fabrics: &[PieceFabrics]) -> Cuts {
    let mut cuts = Cuts::default();
    let strips = strips(meshed);
    for (p, mesh) in meshed.pieces.iter().enumerate() {
        let piece = &meshed.garment.pieces[p];
        let layers = Layers::of(piece, &strips[p], &fabrics[p], fabrics);
        let keys: Vec<Key> = (0..mesh.triangles.len()).map(|t| layers.key(piece, mesh, t)).collect();
        let mut numbers: BTreeMap<&Key, u16> = BTreeMap::new();
        for key in &keys {
            numbers.entry(key).or_insert_with(|| {
                cuts.cuts.push(layers.cut(key, mesh.warp));
                cuts.cuts.len() as u16 - 1
            });
        }
        cuts.of_triangle.extend(keys.iter().map(|key| numbers[key]));
    }
    cuts
}

/// All layers that lie on some triangles of a piece.
struct Layers<'a> {
    own: &'a PieceFabrics,
    strips: &'a [Strip],
    all: Vec<Layer>,
    /// The layer of each strip, and of each region that is one.
    of_strip: Vec<usize>,
    of_region: Vec<Option<usize>>,
}

impl<'a> Layers<'a> {
    fn of(piece: &Piece, strips: &'a [Strip], own: &'a PieceFabrics, fabrics: &[PieceFabrics]) -> Self {
        let mut all: Vec<Layer> = Vec::new();
        let mut number = |layer: Layer| {
            let known = all.iter().position(|other| *other == layer);
            known.unwrap_or_else(|| {
                all.push(layer);
                all.len() - 1
            })
        };
        let of_strip = strips.iter().map(|strip| {
            let other = strip.piece.map(|other| &fabrics[other].base);
            let fabric = other.filter(|other| **other != own.base).cloned();
            number(Layer { fabric, bond: Bond::Sewn })
        });
        let of_strip = of_strip.collect();
        let of_region = piece.regions.iter().zip(&own.regions).map(|(region, fabric)| {
            let bond = match region.kind {
                RegionKind::Instead => return None,
                RegionKind::Fused => Bond::Fused,
                RegionKind::Sewn => Bond::Sewn,
            };
            Some(number(Layer { fabric: Some(fabric.clone()), bond }))
        });
        let of_region = of_region.collect();
        Self { own, strips, all, of_strip, of_region }
    }

    /// What a triangle of a piece is cut from.
    fn key(&self, piece: &Piece, mesh: &MeshedPiece, t: usize) -> Key {
        let regions = &mesh.regions[t];
        let is_instead = |region: &&u16| piece.regions[usize::from(**region)].kind == RegionKind::Instead;
        let base = regions.iter().rfind(is_instead).copied();
        let mut parts = vec![0.0; self.all.len()];
        for layer in regions.iter().filter_map(|&region| self.of_region[usize::from(region)]) {
            parts[layer] += 1.0;
        }
        let corners = mesh.triangles[t].map(|v| mesh.places[v as usize]);
        for (strip, &layer) in self.strips.iter().zip(&self.of_strip) {
            parts[layer] += strip.layers * covered(corners, strip);
        }
        let quarters = parts.iter().map(|part| (PARTS * part).round() as u32);
        (base, quarters.enumerate().filter(|(_, count)| *count > 0).collect())
    }

    fn cut(&self, (base, parts): &Key, warp: DVec2) -> FabricCut {
        let fabric = base.map_or(&self.own.base, |region| &self.own.regions[usize::from(region)]);
        let plies = parts.iter().map(|&(layer, quarters)| {
            let Layer { fabric, bond } = self.all[layer].clone();
            Ply { fabric, layers: f64::from(quarters) / PARTS, bond }
        });
        FabricCut { plies: plies.collect(), ..FabricCut::new(fabric.clone(), warp.to_angle()) }
    }
}

/// Which part of a triangle is within a strip.
fn covered(corners: [DVec2; 3], strip: &Strip) -> f64 {
    let middle = corners.iter().sum::<DVec2>() / 3.0;
    let radius = corners.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max);
    let near: Vec<[DVec2; 2]> = strip
        .segments
        .iter()
        .copied()
        .filter(|ends| from_segment(middle, *ends) < strip.width + radius)
        .collect();
    if near.is_empty() {
        return 0.0;
    }
    let (mut inside, mut all) = (0, 0);
    for i in 0..SAMPLES {
        for j in 0..SAMPLES - i {
            // The middles of the cells of a lattice of barycentric coordinates.
            let [a, b] = [i, j].map(|n| (n as f64 + 1.0 / 3.0) / SAMPLES as f64);
            let place = corners[0] * (1.0 - a - b) + corners[1] * a + corners[2] * b;
            all += 1;
            inside += u32::from(near.iter().any(|ends| from_segment(place, *ends) < strip.width));
        }
    }
    f64::from(inside) / f64::from(all)
}

/// How far a point is from a segment.
fn from_segment(point: DVec2, [a, b]: [DVec2; 2]) -> f64 {
    let along = b - a;
    let share = ((point - a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(a + along * share)
}
