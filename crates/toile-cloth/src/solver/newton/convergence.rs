//! What corrections of a Newton step are compared with.

use crate::cloth::Cloth;
use glam::DVec3;

/// The lengths that make corrections small or large. A correction of `d` across an edge of length `l` stretches it by `d² / 2 l²`.
#[derive(Debug)]
pub(super) struct Convergence {
    free: f64,
    touching: f64,
    touches: Vec<bool>,
}

impl Convergence {
    /// The measure for cloth that falls by a length in a step and touches at a distance. Friction decides between parts of these ways.
    pub(super) fn new(cloth: &Cloth, fall: f64, thickness: f64) -> Self {
        let free = mean_edge(cloth);
        let touching = free.min(if fall > 0.0 { fall } else { 0.5 * thickness });
        Self { free, touching, touches: vec![false; cloth.vertex_count()] }
    }

    /// Sets which vertices touch something; those of bodies, which come after those of the cloth, are passed over.
    pub(super) fn set_touching(&mut self, vertices: impl Iterator<Item = u32>) {
        self.touches.fill(false);
        for v in vertices {
            if let Some(touches) = self.touches.get_mut(v as usize) {
                *touches = true;
            }
        }
    }

    /// The largest of some corrections, as a part of what it is compared with.
    pub(super) fn measure(&self, changes: &[DVec3]) -> f64 {
        let [mut free, mut touching] = [0.0_f64; 2];
        for (change, touches) in changes.iter().zip(&self.touches) {
            let largest = if *touches { &mut touching } else { &mut free };
            *largest = largest.max(change.length_squared());
        }
        (free.sqrt() / self.free).max(touching.sqrt() / self.touching)
    }
}

/// The side of a square of which two triangles of mean size are made.
fn mean_edge(cloth: &Cloth) -> f64 {
    let count = cloth.triangles.len();
    let area: f64 = (0..count).map(|t| cloth.rest.area(t)).sum();
    (2.0 * area / count.max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_touches_is_measured_by_a_shorter_length() {
        let mut convergence = Convergence { free: 0.01, touching: 0.001, touches: vec![false; 3] };
        let changes = [DVec3::X * 1e-3, DVec3::Y * 5e-4, DVec3::ZERO];
        assert!((convergence.measure(&changes) - 0.1).abs() < 1e-12);
        // Vertex 7 is one of a body.
        convergence.set_touching([1, 7].into_iter());
        assert!((convergence.measure(&changes) - 0.5).abs() < 1e-12);
    }
}
