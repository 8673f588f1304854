//! The trees: one for each mesh, balanced, so that a node's children follow from its number.
//!
//! Leaves are clusters of triangles. A tree over `2^d` clusters keeps the levels at depth `d`, `d - a`, `d - 2 a` … and the root,
//! where `2^a` is the arity: a wider tree is the binary one with levels left out. Volumes of a level lie in blocks of four.

use super::block::{ALL, Block, LANES, union};
use super::order::{Halves, depth_for, leaf_start};
use rayon::prelude::*;
use toile_geom::bounds::KDop;

/// A level of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// It has `2^depth` nodes.
    depth: u32,
    first_block: u32,
}

/// The tree of a mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tree {
    pub(super) mesh: u16,
    pub(super) first_item: u32,
    pub(super) items: u32,
    pub(super) first_cluster: u32,
    /// Where its levels begin, the root's first.
    first_level: u32,
    pub(super) level_count: u32,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) tree: u32,
    /// 0 is the root's.
    pub(super) level: u32,
    pub(super) index: u32,
}

/// Nodes beside each other: whole blocks, or part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Siblings {
    pub(super) level: u32,
    /// The number of the node in the first lane of the first block.
    pub(super) base: u32,
    pub(super) first_block: u32,
    pub(super) blocks: u32,
    /// Which lanes are theirs.
    pub(super) lanes: u32,
}

/// The trees of all meshes.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest<const SLABS: usize> {
    pub(super) trees: Vec<Tree>,
    levels: Vec<Level>,
    pub(super) nodes: Vec<Block<SLABS>>,
}

/// Levels with fewer blocks are renewed by one thread.
const PARALLEL: usize = 512;

impl<const SLABS: usize> Forest<SLABS> {
    /// Lays out trees over meshes of which each has a number of items; those without are left out.
    pub(super) fn lay_out(
        &mut self,
        items: impl Iterator<Item = (u16, usize)>,
        leaf_size: usize,
        arity: u32,
    ) {
        self.trees.clear();
        self.levels.clear();
        self.nodes.clear();
        let (mut first_item, mut first_cluster) = (0, 0);
        for (mesh, items) in items.filter(|&(_, items)| items > 0) {
            let depth = depth_for(items, leaf_size);
            let first_level = self.levels.len() as u32;
            let step = arity.trailing_zeros().max(1);
            let skipped = depth.div_ceil(step) * step - depth;
            for level in 0..=depth.div_ceil(step) {
                let depth = (level * step).saturating_sub(skipped);
                self.levels.push(Level { depth, first_block: self.nodes.len() as u32 });
                let blocks = self.nodes.len() + (1_usize << depth).div_ceil(LANES);
                self.nodes.resize(blocks, Block::EMPTY);
            }
            let level_count = self.levels.len() as u32 - first_level;
            let items = items as u32;
            self.trees.push(Tree { mesh, first_item, items, first_cluster, first_level, level_count });
            first_item += items;
            first_cluster += 1 << depth;
        }
    }

    fn level(&self, tree: &Tree, level: u32) -> Level {
        self.levels[(tree.first_level + level) as usize]
    }

    /// How many clusters a tree has, as a power of two.
    pub(super) fn depth(&self, tree: &Tree) -> u32 {
        self.level(tree, tree.level_count - 1).depth
    }

    /// How the items of a tree are halved.
    pub(super) fn halves(&self, tree: &Tree) -> Halves {
        Halves { items: tree.items as usize, depth: self.depth(tree) }
    }

    /// The items of all clusters, cluster by cluster.
    pub(super) fn cluster_items(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.trees.iter().flat_map(|tree| {
            let (depth, first) = (self.depth(tree), tree.first_item as usize);
            let start = move |leaf: usize| first + leaf_start(tree.items as usize, depth, leaf);
            (0..1_usize << depth).map(move |leaf| start(leaf)..start(leaf + 1))
        })
    }

    /// The clusters of a tree.
    pub(super) fn cluster_range(&self, tree: usize) -> std::ops::Range<usize> {
        let first = self.trees[tree].first_cluster as usize;
        first..first + (1 << self.depth(&self.trees[tree]))
    }

    /// How many places there are for something about each node.
    pub(super) fn places(&self) -> usize {
        LANES * self.nodes.len()
    }

    /// The place of a node among all.
    #[inline]
    pub(super) fn place(&self, node: Node) -> usize {
        let level = self.level(&self.trees[node.tree as usize], node.level);
        LANES * level.first_block as usize + node.index as usize
    }

    /// All nodes, parents before their children.
    pub(super) fn all_nodes(&self) -> impl DoubleEndedIterator<Item = Node> {
        self.trees.iter().enumerate().flat_map(move |(number, tree)| {
            (0..tree.level_count).flat_map(move |level| {
                let count = 1 << self.level(tree, level).depth;
                (0..count).map(move |index| Node { tree: number as u32, level, index })
            })
        })
    }

    /// The children of a node that is not a leaf, one by one.
    pub(super) fn child_nodes(&self, node: Node) -> impl Iterator<Item = Node> + Clone + use<SLABS> {
        let tree = &self.trees[node.tree as usize];
        let shift = self.level(tree, node.level + 1).depth - self.level(tree, node.level).depth;
        let first = node.index << shift;
        (first..first + (1 << shift)).map(move |index| Node { level: node.level + 1, index, ..node })
    }

    /// The items below a node.
    pub(super) fn items(&self, node: Node) -> std::ops::Range<usize> {
        let tree = &self.trees[node.tree as usize];
        let depth = self.level(tree, node.level).depth;
        let start =
            |index: u32| tree.first_item as usize + leaf_start(tree.items as usize, depth, index as usize);
        start(node.index)..start(node.index + 1)
    }

    /// Half the surface of the box around a cluster.
    pub(super) fn cluster_surface(&self, tree: usize, cluster: usize) -> f64 {
        let first = self.trees[tree].first_cluster;
        let level = self.trees[tree].level_count - 1;
        let volume = self.volume(Node { tree: tree as u32, level, index: cluster as u32 - first });
        if volume.is_empty() {
            return 0.0;
        }
        let [x, y, z] = std::array::from_fn(|axis| f64::from(volume.extent(axis)));
        x * y + y * z + z * x
    }

    /// The boxes of a tree's nodes above the clusters, four at a time.
    pub(super) fn inner_blocks(&self, tree: &Tree) -> &[Block<SLABS>] {
        let first = self.level(tree, 0).first_block as usize;
        &self.nodes[first..self.level(tree, tree.level_count - 1).first_block as usize]
    }

    #[inline]
    pub(super) fn is_leaf(&self, node: Node) -> bool {
        node.level + 1 == self.trees[node.tree as usize].level_count
    }

    /// Whether both nodes of a pair are leaves.
    #[inline]
    pub(super) fn are_leaves(&self, [a, b]: [Node; 2]) -> bool {
        self.is_leaf(a) && self.is_leaf(b)
    }

    /// The cluster of a leaf.
    #[inline]
    pub(super) fn cluster(&self, node: Node) -> usize {
        (self.trees[node.tree as usize].first_cluster + node.index) as usize
    }

    /// The node itself as the only one of its kind.
    #[inline]
    pub(super) fn alone(&self, node: Node) -> Siblings {
        let level = self.level(&self.trees[node.tree as usize], node.level);
        let lanes = 1 << (node.index % LANES as u32);
        let block = node.index / LANES as u32;
        let base = block * LANES as u32;
        Siblings { level: node.level, base, first_block: level.first_block + block, blocks: 1, lanes }
    }

    /// The children of a node that is not a leaf.
    #[inline]
    pub(super) fn children(&self, node: Node) -> Siblings {
        let tree = &self.trees[node.tree as usize];
        let (own, below) = (self.level(tree, node.level), self.level(tree, node.level + 1));
        let count = 1_u32 << (below.depth - own.depth);
        let first = node.index * count;
        let (block, lane) = (first / LANES as u32, first % LANES as u32);
        Siblings {
            level: node.level + 1,
            base: block * LANES as u32,
            first_block: below.first_block + block,
            blocks: count.div_ceil(LANES as u32),
            lanes: if count < LANES as u32 { ((1 << count) - 1) << lane } else { ALL },
        }
    }

    #[inline]
    pub(super) fn volume(&self, node: Node) -> KDop<SLABS> {
        let level = self.level(&self.trees[node.tree as usize], node.level);
        let block = level.first_block as usize + node.index as usize / LANES;
        self.nodes[block].get(node.index as usize % LANES)
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<Tree>() * self.trees.capacity()
            + size_of::<Level>() * self.levels.capacity()
            + size_of::<Block<SLABS>>() * self.nodes.capacity()
    }

    /// Renews all volumes from those of the clusters.
    pub(super) fn refit(&mut self, cluster: impl Fn(usize) -> KDop<SLABS> + Sync) {
        let Self { trees, levels, nodes } = self;
        for tree in trees.iter() {
            let levels = &levels[tree.first_level as usize..][..tree.level_count as usize];
            let clusters = 1_usize << levels[levels.len() - 1].depth;
            let mut end = levels[levels.len() - 1].first_block as usize + clusters.div_ceil(LANES);
            let first = tree.first_cluster as usize;
            let leaf = |index: usize| if index < clusters { cluster(first + index) } else { KDop::EMPTY };
            renew(&mut nodes[levels[levels.len() - 1].first_block as usize..end], leaf);
            for pair in levels.windows(2).rev() {
                let (own, below) = (pair[0], pair[1]);
                let (head, tail) = nodes.split_at_mut(below.first_block as usize);
                let below_blocks = &tail[..end - below.first_block as usize];
                let shift = below.depth - own.depth;
                renew(&mut head[own.first_block as usize..], |index| around(below_blocks, index, shift));
                end = below.first_block as usize;
            }
        }
    }
}

/// The volume around the `2^shift` children of a node.
fn around<const SLABS: usize>(below: &[Block<SLABS>], index: usize, shift: u32) -> KDop<SLABS> {
    let (first, count) = (index << shift, 1 << shift);
    if count >= LANES {
        let blocks = below.iter().skip(first / LANES).take(count / LANES);
        return blocks.fold(KDop::EMPTY, |all, block| union(&all, &block.around()));
    }
    (first..first + count)
        .filter_map(|child| Some(below.get(child / LANES)?.get(child % LANES)))
        .fold(KDop::EMPTY, |all, one| union(&all, &one))
}

fn renew<const SLABS: usize>(blocks: &mut [Block<SLABS>], volume: impl Fn(usize) -> KDop<SLABS> + Sync) {
    let fill = |(number, block): (usize, &mut Block<SLABS>)| {
        for lane in 0..LANES {
            block.set(lane, &volume(LANES * number + lane));
        }
    };
    if blocks.len() < PARALLEL {
        blocks.iter_mut().enumerate().for_each(fill);
    } else {
        blocks.par_iter_mut().with_min_len(PARALLEL / 2).enumerate().for_each(fill);
    }
}
