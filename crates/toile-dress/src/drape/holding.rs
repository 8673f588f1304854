//! Bands that are held where they are worn while seams close, as somebody does who puts on a skirt.
//!
//! What hangs on a band pulls it down while its seams close, and skin holds it there by friction afterwards: it would end below the waist. So a band is kept as high as it
//! was placed, as a whole, by weak springs, until the seams are closed and it holds by itself. Patterns of `GarmentCode` ask for the same by labels of their edges.

use glam::DVec3;
use toile_cloth::cloth::{Cloth, Grab};
use toile_cloth::threads::Anchor;

/// How hard a band is held, in N/m: a centimetre takes 15 N, which hands do easily.
const STIFFNESS: f64 = 1500.0;

/// A band that is held.
#[derive(Clone, Debug)]
pub(super) struct Holding {
    /// Its vertices, each with its share of the band.
    vertices: Vec<(u32, f64)>,
    /// How high it is as a whole.
    height: f64,
}

impl Holding {
    /// Holds some vertices of a cloth where they are; none if there are none.
    pub(super) fn of(cloth: &Cloth, vertices: &[u32]) -> Option<Self> {
        let mass = |v: &u32| cloth.masses[*v as usize];
        let all: f64 = vertices.iter().map(mass).sum();
        let vertices: Vec<(u32, f64)> = vertices.iter().map(|v| (*v, mass(v) / all)).collect();
        let height = mean_height(&vertices, &cloth.state.positions);
        (all > 0.0).then_some(Self { vertices, height })
    }

    /// What pulls the band back to its height: each of its vertices by as much as all of them are off it.
    pub(super) fn grabs(&self, positions: &[DVec3]) -> Vec<Grab> {
        let back = DVec3::Y * (self.height - mean_height(&self.vertices, positions));
        let grab = |&(v, share): &(u32, f64)| Grab {
            anchor: Anchor::vertex(v),
            target: positions[v as usize] + back,
            stiffness: share * STIFFNESS,
        };
        self.vertices.iter().map(grab).collect()
    }
}

fn mean_height(vertices: &[(u32, f64)], positions: &[DVec3]) -> f64 {
    vertices.iter().map(|(v, share)| share * positions[*v as usize].y).sum()
}
