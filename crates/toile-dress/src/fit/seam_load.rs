//! What it takes to keep a seam closed.
//!
//! Partners of a seam are one particle, so that no seam gapes. A seam that would not close shows otherwise: by the tension across it, in the rows
//! of triangles beside it.

use super::element::Element;
use super::limits::FitLimits;
use serde::Serialize;
use toile_cloth::cloth::Cloth;
use toile_geom::topology::Topology;
use toile_pattern::mesh::MeshedGarment;

/// The edges over which the largest tension is averaged: single triangles say little.
const RUN: usize = 3;

/// The load of one seam.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeamLoad {
    /// Its name, and what it joins: `side: front.side to back.side`.
    pub name: String,
    /// Whether it is sewn; a closure may be open, and then has no load, and a garment that was given up may have seams that had not closed yet.
    pub closed: bool,
    /// The lengths of both sides as they were cut, in metres.
    pub cut: [f64; 2],
    /// Its length as it is worn.
    pub worn: f64,
    /// The mean tension across it, in N/m.
    pub mean: f64,
    /// The largest tension across it, over a few edges, in N/m.
    pub largest: f64,
    /// The whole force that keeps it closed, in N.
    pub force: f64,
    /// The mean of the largest strain of the rows beside it, as a share.
    pub strain: f64,
    /// Whether closing it takes more than [`FitLimits::seam`].
    pub misfit: bool,
}

impl SeamLoad {
    /// By how much the longer side was cut longer than the other one, as a share.
    pub fn difference(&self) -> f64 {
        let [short, long] = [self.cut[0].min(self.cut[1]), self.cut[0].max(self.cut[1])];
        if short > 0.0 { long / short - 1.0 } else { 0.0 }
    }
}

/// The part of a seam between two of its particles.
#[derive(Clone, Copy, Default)]
struct Stitch {
    length: f64,
    tension: f64,
    strain: f64,
}

/// The loads of all seams, with the particles along each.
pub fn seam_loads(
    cloth: &Cloth,
    elements: &[Element],
    meshed: &MeshedGarment,
    seams: &[Vec<u32>],
    limits: &FitLimits,
) -> Vec<SeamLoad> {
    let topology = Topology::new(&cloth.mesh());
    let stitch = |pair: &[u32]| -> Option<Stitch> {
        let ends = [*pair.first()?.min(pair.get(1)?), *pair.first()?.max(pair.get(1)?)];
        let edge = topology.edges.binary_search(&ends).ok()?;
        let [a, b] = ends.map(|v| cloth.state.positions[v as usize]);
        let beside = topology.edge_triangles.row(edge);
        let mean = |value: &dyn Fn(&Element) -> f64| {
            beside.iter().map(|&t| value(&elements[t as usize])).sum::<f64>() / beside.len().max(1) as f64
        };
        Some(Stitch {
            length: a.distance(b),
            tension: mean(&|element| element.across(b - a)),
            strain: mean(&|element| element.principal_strain),
        })
    };
    let load = |(meshed_seam, particles): (&toile_pattern::mesh::MeshedSeam, &Vec<u32>)| {
        let stitches: Vec<Stitch> = particles.windows(2).filter_map(stitch).collect();
        let worn: f64 = stitches.iter().map(|stitch| stitch.length).sum();
        let force: f64 = stitches.iter().map(|stitch| stitch.length * stitch.tension).sum();
        let strain: f64 = stitches.iter().map(|stitch| stitch.length * stitch.strain).sum();
        let over = |sum: f64| if worn > 0.0 { sum / worn } else { 0.0 };
        let largest = largest(&stitches);
        SeamLoad {
            name: name(meshed, meshed_seam.seam),
            closed: meshed_seam.closed,
            cut: cut_lengths(meshed, meshed_seam.seam),
            worn,
            mean: over(force),
            largest,
            force,
            strain: over(strain),
            misfit: largest > limits.seam,
        }
    };
    meshed.seams.iter().zip(seams).map(load).collect()
}

fn largest(stitches: &[Stitch]) -> f64 {
    let runs = stitches.windows(RUN.min(stitches.len().max(1)));
    // Single edges say little, and the mean of all is never more than the largest.
    runs.map(mean_tension).fold(mean_tension(stitches), f64::max).max(0.0)
}

/// The tension of some stitches, the longer ones counting more.
fn mean_tension(stitches: &[Stitch]) -> f64 {
    let length: f64 = stitches.iter().map(|stitch| stitch.length).sum();
    let force: f64 = stitches.iter().map(|stitch| stitch.length * stitch.tension).sum();
    if length > 0.0 { force / length } else { 0.0 }
}

fn cut_lengths(meshed: &MeshedGarment, seam: usize) -> [f64; 2] {
    meshed.garment.seams.get(seam).map_or([0.0; 2], |seam| meshed.garment.seam_lengths(seam))
}

fn name(meshed: &MeshedGarment, seam: usize) -> String {
    let garment = &meshed.garment;
    let Some(found) = garment.seams.get(seam) else { return format!("seam {seam}") };
    let side = |side: usize| {
        let parts =
            found.sides[side].iter().map(|part| garment.part_name(part).trim_start_matches('-').to_owned());
        parts.collect::<Vec<_>>().join(" + ")
    };
    let joined = format!("{} to {}", side(0), side(1));
    if found.name.is_empty() { joined } else { format!("{}: {joined}", found.name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_tension_is_that_of_a_few_edges() {
        let stitches = |tensions: &[f64]| -> Vec<Stitch> {
            tensions.iter().map(|&tension| Stitch { length: 0.01, tension, strain: 0.0 }).collect()
        };
        let near = |stitches: &[Stitch], expected: f64| {
            let found = largest(stitches);
            assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
        };
        near(&stitches(&[0.0, 0.0, 90.0, 0.0, 0.0]), 30.0);
        near(&stitches(&[10.0, 30.0]), 20.0);
        near(&stitches(&[-5.0]), 0.0);
        near(&[], 0.0);
        // Where the ends bear most, no run in between does; and long edges count more.
        near(&stitches(&[30.0, 0.0, 0.0, 30.0]), 15.0);
        let uneven =
            [(0.03, 20.0), (0.01, 0.0)].map(|(length, tension)| Stitch { length, tension, strain: 0.0 });
        near(&uneven, 15.0);
    }
}
