//! How tight the volumes are, and which triangles must be sorted anew.
//!
//! The measure is the surface of the volumes over that of the triangles' boxes: the chance that something that meets the volume
//! meets none of its triangles. Boxes that only grow with the distance asked for or with the motion change it little.

use super::clusters::Clusters;
use super::forest::Forest;
use super::order::leaf_start;
use std::ops::Range;

/// A tree is watched in as many parts, as a power of two.
const PARTS: u32 = 6;

/// How loose the volumes were when the triangles were sorted last.
#[derive(Clone, Debug, Default)]
pub(super) struct Quality {
    /// For each tree its upper levels, then its parts.
    then: Vec<f64>,
    now: Vec<f64>,
}

/// Triangles to be sorted: those of a whole tree, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loose {
    pub(super) items: Range<usize>,
    pub(super) tree: usize,
    /// The level and the number of the node above them in the binary tree.
    pub(super) node: (u32, usize),
}

impl Quality {
    /// Takes the present state as what later ones are compared with.
    pub(super) fn note<const SLABS: usize>(&mut self, forest: &Forest<SLABS>, clusters: &Clusters<SLABS>) {
        self.measure(forest, clusters);
        std::mem::swap(&mut self.then, &mut self.now);
    }

    fn measure<const SLABS: usize>(&mut self, forest: &Forest<SLABS>, clusters: &Clusters<SLABS>) {
        self.now.clear();
        for (number, tree) in forest.trees.iter().enumerate() {
            let range = forest.cluster_range(number);
            let size = range.len() >> PARTS.min(forest.depth(tree));
            let place = self.now.len();
            self.now.push(0.0);
            let mut all = 0.0;
            for first in range.step_by(size.max(1)) {
                let part = first..first + size;
                let around: f64 = part.clone().map(|cluster| forest.cluster_surface(number, cluster)).sum();
                let within: f64 = part.map(|cluster| clusters.triangles.part(cluster).half_surfaces()).sum();
                self.now.push(ratio(around, within));
                all += within;
            }
            let above: f64 = forest.inner_blocks(tree).iter().map(super::block::Block::half_surfaces).sum();
            self.now[place] = ratio(above, all);
        }
    }

    /// Finds what has become looser than by a factor.
    pub(super) fn loose<const SLABS: usize>(
        &mut self,
        forest: &Forest<SLABS>,
        clusters: &Clusters<SLABS>,
        factor: f64,
        found: &mut Vec<Loose>,
    ) {
        self.measure(forest, clusters);
        found.clear();
        let mut place = 0;
        for (number, tree) in forest.trees.iter().enumerate() {
            let depth = forest.depth(tree);
            let parts = 1 << PARTS.min(depth);
            let is_loose = |at: usize| self.now[at] > factor * self.then[at];
            let count = (place + 1..=place + parts).filter(|&at| is_loose(at)).count();
            let (first, items) = (tree.first_item as usize, tree.items as usize);
            if is_loose(place) || 2 * count > parts {
                found.push(Loose { items: first..first + items, tree: number, node: (0, 0) });
            } else {
                let start = |part: usize| first + leaf_start(items, PARTS.min(depth), part);
                let loose = (0..parts).filter(|part| is_loose(place + 1 + part));
                found.extend(loose.map(|part| Loose {
                    items: start(part)..start(part + 1),
                    tree: number,
                    node: (PARTS.min(depth), part),
                }));
            }
            place += 1 + parts;
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<f64>() * (self.then.capacity() + self.now.capacity())
    }
}

/// How often one surface has the other; none of either is as tight as can be.
fn ratio(around: f64, within: f64) -> f64 {
    if within > 0.0 { around / within } else { 1.0 }
}
