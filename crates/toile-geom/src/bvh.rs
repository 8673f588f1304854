//! A bounding-volume tree: which of many things may touch this one, or each other.
//!
//! ```
//! use toile_geom::{bvh::Bvh, shapes};
//!
//! let ball = shapes::icosphere(1.0, 3);
//! let tree = Bvh::over_triangles(&ball);
//! let mut candidates = Vec::new();
//! tree.query(&ball.triangle_bounds(0), |triangle| candidates.push(triangle));
//! assert!(candidates.contains(&0) && candidates.len() < 60);
//! ```
//!
//! The tree is binary and balanced: items are split at the median of the longest axis. A balanced tree has a shape that
//! depends on the number of items alone, so it can be laid out beforehand and built by all threads at once, and the
//! result is the same for any number of them. Boxes are `f32`, rounded outwards.

use crate::TriMesh;
use crate::bounds::{Aabb, Dop6};
use glam::DVec3;
use rayon::prelude::*;

/// The most items in a leaf.
const LEAF_SIZE: usize = 4;
/// Subtrees with fewer items are built by one thread.
const PARALLEL_SIZE: usize = 4096;
/// How many pieces a traversal of pairs is cut into before threads share them out.
const PAIR_TASKS: usize = 256;

/// A bounding-volume tree over numbered items.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    /// Nodes in depth-first order: a node's first child follows it directly.
    nodes: Vec<Node>,
    /// The items' numbers in the order of the leaves.
    items: Vec<u32>,
    /// The items' boxes in the same order.
    boxes: Vec<Dop6>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    bounds: Dop6,
    /// For a leaf its first item, for an inner node its second child.
    link: u32,
    /// How many items a leaf has; 0 for an inner node.
    count: u32,
}

impl Bvh {
    /// Builds the tree over the triangles of a mesh.
    pub fn over_triangles(mesh: &TriMesh) -> Self {
        let boxes: Vec<Aabb> =
            (0..mesh.triangles.len()).into_par_iter().map(|t| mesh.triangle_bounds(t)).collect();
        Self::new(&boxes)
    }

    /// Builds the tree over boxes; item `i` is `boxes[i]`.
    pub fn new(boxes: &[Aabb]) -> Self {
        let mut entries: Vec<(Dop6, u32)> =
            boxes.iter().enumerate().map(|(i, aabb)| (Dop6::from(aabb), i as u32)).collect();
        let mut nodes = vec![Node::default(); if boxes.is_empty() { 0 } else { node_count(boxes.len()) }];
        if !nodes.is_empty() {
            build(&mut nodes, &mut entries, 0, 0);
        }
        let (boxes, items) = entries.into_iter().unzip();
        Self { nodes, items, boxes }
    }

    /// Fits the boxes anew after the items have moved, keeping the tree's shape. Much cheaper than building; queries
    /// stay right and get slower as the items leave their old neighbours. Does nothing if the number of boxes differs.
    pub fn refit(&mut self, boxes: &[Aabb]) {
        if boxes.len() != self.items.len() {
            return;
        }
        self.boxes
            .par_iter_mut()
            .zip(&self.items)
            .for_each(|(dop, &item)| *dop = Dop6::from(&boxes[item as usize]));
        for i in (0..self.nodes.len()).rev() {
            let node = self.nodes[i];
            self.nodes[i].bounds = if node.count == 0 {
                self.nodes[i + 1].bounds.union(&self.nodes[node.link as usize].bounds)
            } else {
                self.boxes[leaf(&node)].iter().fold(Dop6::EMPTY, Dop6::union)
            };
        }
    }

    /// Calls `found` with every item whose box overlaps the given one.
    pub fn query(&self, aabb: &Aabb, mut found: impl FnMut(u32)) {
        let dop = Dop6::from(aabb);
        let mut stack: Vec<u32> = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(i) = stack.pop() {
            let node = &self.nodes[i as usize];
            if !node.bounds.overlaps(&dop) {
                continue;
            }
            if node.count == 0 {
                stack.extend([node.link, i + 1]);
            } else {
                leaf(node).filter(|&k| self.boxes[k].overlaps(&dop)).for_each(|k| found(self.items[k]));
            }
        }
    }

    /// All pairs of different items whose boxes overlap and which `keep` accepts; each once, smaller item first, in
    /// an order that depends on the tree alone.
    pub fn self_pairs<K>(&self, keep: K) -> Vec<[u32; 2]>
    where
        K: Fn(u32, u32) -> bool + Sync,
    {
        self.gather_pairs(self, true, |a, b| if a < b { keep(a, b) } else { keep(b, a) })
            .into_iter()
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect()
    }

    /// All pairs of an item of this tree and one of the other whose boxes overlap and which `keep` accepts.
    pub fn pairs<K>(&self, other: &Self, keep: K) -> Vec<[u32; 2]>
    where
        K: Fn(u32, u32) -> bool + Sync,
    {
        self.gather_pairs(other, false, keep)
    }

    /// The item closest to a point, as `(item, squared distance)`, or `None` if none is closer than `within`.
    /// `distance_squared` measures one item exactly. Of equally close items the one found first is taken.
    pub fn nearest(
        &self,
        point: DVec3,
        within: f64,
        mut distance_squared: impl FnMut(u32) -> f64,
    ) -> Option<(u32, f64)> {
        let mut best = None;
        let mut limit = within * within;
        let bound = |i: u32| self.nodes[i as usize].bounds.distance_squared(point);
        let mut stack = if self.nodes.is_empty() { Vec::new() } else { vec![(0, bound(0))] };
        while let Some((i, distance)) = stack.pop() {
            if distance >= limit {
                continue;
            }
            let node = &self.nodes[i as usize];
            if node.count == 0 {
                let mut children = [(i + 1, bound(i + 1)), (node.link, bound(node.link))];
                if children[0].1 < children[1].1 {
                    children.swap(0, 1);
                }
                stack.extend(children);
                continue;
            }
            for k in leaf(node) {
                if self.boxes[k].distance_squared(point) < limit {
                    let distance = distance_squared(self.items[k]);
                    if distance < limit {
                        (limit, best) = (distance, Some((self.items[k], distance)));
                    }
                }
            }
        }
        best
    }

    fn gather_pairs<K>(&self, other: &Self, same: bool, keep: K) -> Vec<[u32; 2]>
    where
        K: Fn(u32, u32) -> bool + Sync,
    {
        let walk = PairWalk { first: self, second: other, same };
        let lists: Vec<Vec<[u32; 2]>> = walk
            .tasks()
            .into_par_iter()
            .map(|task| {
                let mut pairs = Vec::new();
                walk.descend(task, |a, b| {
                    if keep(a, b) {
                        pairs.push([a, b]);
                    }
                });
                pairs
            })
            .collect();
        lists.concat()
    }
}

/// The walk over all pairs of nodes of two trees, or of one tree with itself.
struct PairWalk<'a> {
    first: &'a Bvh,
    second: &'a Bvh,
    same: bool,
}

impl PairWalk<'_> {
    /// Opens node pairs breadth-first until there are enough of them to share out.
    fn tasks(&self) -> Vec<[u32; 2]> {
        if self.first.nodes.is_empty() || self.second.nodes.is_empty() {
            return Vec::new();
        }
        let mut tasks = vec![[0, 0]];
        while tasks.len() < PAIR_TASKS {
            let mut opened = Vec::new();
            let mut progress = false;
            for &pair in &tasks {
                if self.is_leaf_pair(pair) {
                    opened.push(pair);
                } else {
                    progress = true;
                    self.open(pair, |child| opened.push(child));
                }
            }
            tasks = opened;
            if !progress {
                break;
            }
        }
        tasks
    }

    fn descend(&self, task: [u32; 2], mut found: impl FnMut(u32, u32)) {
        let mut stack = vec![task];
        while let Some(pair) = stack.pop() {
            if self.is_leaf_pair(pair) {
                self.leaf_pairs(pair, &mut found);
            } else {
                self.open(pair, |child| stack.push(child));
            }
        }
    }

    fn nodes(&self, [a, b]: [u32; 2]) -> (&Node, &Node) {
        (&self.first.nodes[a as usize], &self.second.nodes[b as usize])
    }

    fn is_leaf_pair(&self, pair: [u32; 2]) -> bool {
        let (a, b) = self.nodes(pair);
        a.count > 0 && b.count > 0
    }

    /// Replaces a pair by the overlapping pairs of its children.
    fn open(&self, [a, b]: [u32; 2], mut found: impl FnMut([u32; 2])) {
        let mut check = |pair: [u32; 2]| {
            let (a, b) = self.nodes(pair);
            if a.bounds.overlaps(&b.bounds) {
                found(pair);
            }
        };
        let (node_a, node_b) = self.nodes([a, b]);
        if self.same && a == b {
            [[a + 1, a + 1], [node_a.link, node_a.link], [a + 1, node_a.link]].into_iter().for_each(check);
        } else if node_b.count > 0 || (node_a.count == 0 && extent(node_a) >= extent(node_b)) {
            [[a + 1, b], [node_a.link, b]].into_iter().for_each(&mut check);
        } else {
            [[a, b + 1], [a, node_b.link]].into_iter().for_each(&mut check);
        }
    }

    fn leaf_pairs(&self, [a, b]: [u32; 2], found: &mut impl FnMut(u32, u32)) {
        let (node_a, node_b) = self.nodes([a, b]);
        for i in leaf(node_a) {
            let start = if self.same && a == b { i + 1 } else { node_b.link as usize };
            for j in start..leaf(node_b).end {
                if self.first.boxes[i].overlaps(&self.second.boxes[j]) {
                    found(self.first.items[i], self.second.items[j]);
                }
            }
        }
    }
}

/// The range of a leaf's items.
fn leaf(node: &Node) -> std::ops::Range<usize> {
    node.link as usize..(node.link + node.count) as usize
}

fn extent(node: &Node) -> f32 {
    node.bounds.extent(node.bounds.longest_axis())
}

/// How many nodes the tree over a number of items has.
fn node_count(items: usize) -> usize {
    if items <= LEAF_SIZE { 1 } else { 1 + node_count(items / 2) + node_count(items - items / 2) }
}

/// Builds a subtree into `nodes`; `first_node` and `first_item` are where its slices start in the whole tree.
fn build(nodes: &mut [Node], entries: &mut [(Dop6, u32)], first_node: usize, first_item: usize) {
    let bounds = entries.iter().fold(Dop6::EMPTY, |sum, entry| sum.union(&entry.0));
    if entries.len() <= LEAF_SIZE {
        nodes[0] = Node { bounds, link: first_item as u32, count: entries.len() as u32 };
        return;
    }
    let centers = entries.iter().fold(Dop6::EMPTY, |sum, (dop, _)| {
        let center = dop.center();
        sum.union(&Dop6 { low: center, high: center })
    });
    let axis = centers.longest_axis();
    let middle = entries.len() / 2;
    entries.select_nth_unstable_by(middle, |a, b| {
        // Twice the middle of the box orders as the middle does; the number settles ties, so that the tree is unique.
        let key = |dop: &Dop6| dop.low[axis] + dop.high[axis];
        key(&a.0).total_cmp(&key(&b.0)).then(a.1.cmp(&b.1))
    });
    let (left_items, right_items) = entries.split_at_mut(middle);
    let (root, below) = nodes.split_at_mut(1);
    let left_count = node_count(middle);
    let (left_nodes, right_nodes) = below.split_at_mut(left_count);
    let right_node = first_node + 1 + left_count;
    root[0] = Node { bounds, link: right_node as u32, count: 0 };
    let left = |nodes, items| build(nodes, items, first_node + 1, first_item);
    let right = |nodes, items| build(nodes, items, right_node, first_item + middle);
    if middle < PARALLEL_SIZE {
        left(left_nodes, left_items);
        right(right_nodes, right_items);
    } else {
        rayon::join(|| left(left_nodes, left_items), || right(right_nodes, right_items));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::point_triangle;
    use crate::shapes;
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        let corner = [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0].prop_map(DVec3::from);
        let size = [0.0..0.4_f64, 0.0..0.4, 0.0..0.4].prop_map(DVec3::from);
        prop::collection::vec((corner, size).prop_map(|(min, size)| Aabb { min, max: min + size }), 0..60)
    }

    fn brute(a: &[Aabb], b: &[Aabb]) -> Vec<[u32; 2]> {
        let all = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
        all.filter(|&(i, j)| Dop6::from(&a[i]).overlaps(&Dop6::from(&b[j])))
            .map(|(i, j)| [i as u32, j as u32])
            .collect()
    }

    fn sorted(mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
        pairs.sort_unstable();
        pairs
    }

    proptest! {
        #[test]
        fn finds_exactly_the_overlapping_pairs(a in boxes(), b in boxes()) {
            let (tree_a, tree_b) = (Bvh::new(&a), Bvh::new(&b));
            prop_assert_eq!(sorted(tree_a.pairs(&tree_b, |_, _| true)), brute(&a, &b));
            let own: Vec<_> = brute(&a, &a).into_iter().filter(|[i, j]| i < j).collect();
            prop_assert_eq!(sorted(tree_a.self_pairs(|_, _| true)), own);
            for (j, aabb) in b.iter().enumerate() {
                let mut found = Vec::new();
                tree_a.query(aabb, |i| found.push([i, j as u32]));
                let expected: Vec<_> = brute(&a, &b).into_iter().filter(|p| p[1] == j as u32).collect();
                prop_assert_eq!(sorted(found), expected);
            }
        }

        #[test]
        fn refit_finds_what_a_new_tree_finds(a in boxes(), shift in -1.0..1.0_f64) {
            let moved: Vec<Aabb> = a
                .iter()
                .enumerate()
                .map(|(i, aabb)| {
                    let step = DVec3::new(shift * (i % 3) as f64, -shift, 0.5 * shift * (i % 2) as f64);
                    Aabb { min: aabb.min + step, max: aabb.max + step }
                })
                .collect();
            let mut tree = Bvh::new(&a);
            tree.refit(&moved);
            prop_assert_eq!(
                sorted(tree.self_pairs(|_, _| true)),
                sorted(Bvh::new(&moved).self_pairs(|_, _| true))
            );
        }
    }

    #[test]
    fn is_the_same_for_any_number_of_threads() {
        let ball = shapes::icosphere(1.0, 6);
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let tree = Bvh::over_triangles(&ball);
                (tree.items.clone(), tree.self_pairs(|a, b| (a + b) % 3 == 0))
            })
        };
        let one = run(1);
        assert!(!one.1.is_empty());
        assert!(one == run(2) && one == run(5));
    }

    #[test]
    fn nearest_agrees_with_a_search() {
        let ball = shapes::icosphere(1.0, 3);
        let tree = Bvh::over_triangles(&ball);
        for i in 0..200 {
            let angle = f64::from(i) * 2.399_963;
            let point = DVec3::new(angle.sin(), f64::from(i) / 100.0 - 1.0, angle.cos()) * 1.3;
            let distance = |t: u32| point_triangle(point, ball.corners(t as usize)).distance_squared;
            let expected = (0..ball.triangles.len() as u32).map(distance).fold(f64::INFINITY, f64::min);
            let (item, found) = tree.nearest(point, f64::INFINITY, distance).unwrap();
            assert_eq!(found, expected);
            assert_eq!(distance(item), found);
            assert!(tree.nearest(point, 0.99 * expected.sqrt(), distance).is_none());
        }
    }
}
