//! Which seams of a dressed garment are open.

use super::garment::Dressed;
use toile_pattern::mesh::MeshedSeam;

/// A seam is open where a triangle beside it is still drawn out by more than this share of its length.
const DRAWN_OUT: f64 = 0.02;

impl Dressed {
    /// The seams, by their numbers in the meshed garment, that are to be closed and are not.
    ///
    /// Their partners are one particle from the first step on; what gapes in a garment that was given up are the rows of triangles along the seam,
    /// which are drawn out to reach it and have not yet shrunk to the shape in which they were cut.
    pub fn open_seams(&self) -> Vec<usize> {
        let is_drawn_out = self.drawn_out_particles();
        let is_open = |(seam, particles): (&MeshedSeam, &Vec<u32>)| {
            let is_joined = seam.pairs.iter().all(|pair| {
                let [a, b] = pair.map(|v| self.sewn.vertex_of[v.piece as usize][v.vertex as usize]);
                a == b
            });
            let gapes = particles.iter().any(|&particle| is_drawn_out[particle as usize]);
            seam.closed && (seam.pairs.is_empty() || !is_joined || gapes)
        };
        let seams = self.meshed.seams.iter().zip(&self.sewn.seams).enumerate();
        seams.filter(|(_, seam)| is_open(*seam)).map(|(n, _)| n).collect()
    }

    /// Which particles are corners of triangles that are still drawn out.
    fn drawn_out_particles(&self) -> Vec<bool> {
        let mut is_drawn_out = vec![false; self.cloth.vertex_count()];
        let left = self.sewn.ramp.drawn_out(self.closed);
        for (corners, _) in self.cloth.triangles.iter().zip(left).filter(|(_, left)| *left > DRAWN_OUT) {
            for &corner in corners {
                is_drawn_out[corner as usize] = true;
            }
        }
        is_drawn_out
    }
}
