//! Descends the trees, from pairs of nodes whose volumes overlap to pairs of clusters.

use super::block::{ALL, lanes};
use super::compare::{Comparison, Hits};
use super::forest::{Forest, Node, Siblings};
use super::moving::{MOVING, overlap};
use crate::broad::Candidates;
use crate::broad::candidates::append;
use rayon::prelude::*;
use toile_geom::allowance::Room;

/// Two nodes whose volumes overlap, or a node and itself.
pub(super) type Pair = [Node; 2];

/// How many pieces the descent is cut into before threads share them out. It does not depend on the number of threads, so
/// that the order of what is found does not either.
const TASKS: usize = 2048;

/// Pairs of nodes whose volumes overlap, from which threads descend.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    pub(super) pairs: Vec<Pair>,
    next: Vec<Pair>,
}

impl Front {
    /// Replaces pairs by those below them until there are enough to share out, but those that are to be kept.
    pub(super) fn widen<const SLABS: usize>(
        &mut self,
        forest: &Forest<SLABS>,
        is_kept: impl Fn(Pair) -> bool,
    ) -> u64 {
        let mut tests = 0;
        loop {
            let before = self.pairs.len();
            self.next.clear();
            for &pair in &self.pairs {
                if forest.are_leaves(pair) || is_kept(pair) {
                    self.next.push(pair);
                } else {
                    tests += expand(forest, pair, &mut self.next);
                }
            }
            std::mem::swap(&mut self.pairs, &mut self.next);
            if self.pairs.len() >= TASKS || self.pairs.len() <= before {
                return tests;
            }
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<Pair>() * (self.pairs.capacity() + self.next.capacity())
    }
}

/// A piece of the descent, and what was found there.
#[derive(Clone, Debug, Default)]
struct Task {
    stack: Vec<Pair>,
    found: Candidates,
    tests: u64,
}

/// The memory that descents need.
#[derive(Clone, Debug, Default)]
pub(super) struct Descent {
    front: Front,
    /// The trees from left to right.
    roots: Vec<(f32, Node)>,
    tasks: Vec<Task>,
}

impl Descent {
    /// Finds the candidates below some pairs of nodes; returns how many volumes were compared. It ends early if there is no room for more.
    pub(super) fn run<const SLABS: usize>(
        &mut self,
        forest: &Forest<SLABS>,
        comparison: &Comparison<'_, SLABS>,
        room: &Room,
        found: &mut Candidates,
    ) -> u64 {
        let is_flat = |[a, b]: Pair| a == b && comparison.flat.skips(forest, a);
        let mut tests = self.start(forest, comparison) + self.front.widen(forest, is_flat);
        if rayon::current_num_threads() < 2 {
            found.clear();
            self.tasks.resize_with(1, Task::default);
            for pair in &self.front.pairs {
                self.tasks[0].stack.push(*pair);
                tests += descend(forest, comparison, room, &mut self.tasks[0].stack, found);
            }
            return tests;
        }
        // In groups, so that only a part of what is found is in memory twice.
        let group = 128 * rayon::current_num_threads();
        self.tasks.resize_with(group.min(self.front.pairs.len()), Task::default);
        let mut filled = [0; 2];
        for pairs in self.front.pairs.chunks(group) {
            let tasks = &mut self.tasks[..pairs.len()];
            tasks.par_iter_mut().zip(pairs).with_max_len(1).for_each(|(task, pair)| {
                task.stack.push(*pair);
                task.found.clear();
                task.tests = descend(forest, comparison, room, &mut task.stack, &mut task.found);
            });
            tests += tasks.iter().map(|task| task.tests).sum::<u64>();
            let Candidates { vertex_triangle, edge_edge } = &mut *found;
            filled = [
                append(tasks, |task| &task.found.vertex_triangle, vertex_triangle, filled[0]),
                append(tasks, |task| &task.found.edge_edge, edge_edge, filled[1]),
            ];
        }
        found.vertex_triangle.truncate(filled[0]);
        found.edge_edge.truncate(filled[1]);
        tests
    }

    /// Begins with the pairs of trees that overlap and that the filter lets meet.
    fn start<const SLABS: usize>(
        &mut self,
        forest: &Forest<SLABS>,
        comparison: &Comparison<'_, SLABS>,
    ) -> u64 {
        let Self { front: Front { pairs, .. }, roots, .. } = self;
        pairs.clear();
        roots.clear();
        roots.extend((0..forest.trees.len() as u32).map(|tree| {
            let node = Node { tree, level: 0, index: 0 };
            (forest.volume(node).low[0], node)
        }));
        // From left to right: what begins after a tree has ended cannot overlap it, nor can what comes later, unless they move.
        roots.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.tree.cmp(&b.1.tree)));
        let clusters = |node: Node| forest.cluster_range(node.tree as usize);
        let held = |node: Node| clusters(node).all(|cluster| comparison.clusters.is_held(cluster));
        let mut tests = 0;
        for (place, &(_, one)) in roots.iter().enumerate() {
            let (volume, one_held) = (forest.volume(one), held(one));
            for &(_, other) in
                roots[place..].iter().take_while(|(low, _)| SLABS == MOVING || *low <= volume.high[0])
            {
                tests += 1;
                let [a, b] = [one.tree, other.tree].map(|tree| forest.trees[tree as usize].mesh);
                let meet = comparison.query.filter.meshes_meet(a, b) && !(one_held && held(other));
                if meet && (one == other || overlap(&volume, &forest.volume(other))) {
                    pairs.push([one, other]);
                }
            }
        }
        tests
    }

    pub(super) fn memory(&self) -> usize {
        let stacks: usize = self.tasks.iter().map(|task| task.stack.capacity()).sum();
        let found: usize = self.tasks.iter().map(|task| task.found.memory()).sum();
        let roots = size_of::<(f32, Node)>() * self.roots.capacity();
        size_of::<Pair>() * stacks + self.front.memory() + roots + found
    }
}

/// After this many pairs it is seen whether there is room for more.
const LOOK_FOR_ROOM: usize = 1 << 14;

/// Takes pairs from the stack until none is left, or there is no room for what is found.
fn descend<const SLABS: usize>(
    forest: &Forest<SLABS>,
    comparison: &Comparison<'_, SLABS>,
    room: &Room,
    stack: &mut Vec<Pair>,
    found: &mut Candidates,
) -> u64 {
    let mut tests = 0;
    let mut hits = Hits::default();
    let mut counted = found.len();
    if room.is_spent() {
        stack.clear();
    }
    while let Some([a, b]) = stack.pop() {
        if found.len() - counted > LOOK_FOR_ROOM {
            // While lists grow, they are there twice.
            if !room.take::<Pair>(found.len() - counted) {
                stack.clear();
            }
            counted = found.len();
        }
        if a == b && comparison.flat.skips(forest, a) {
            continue;
        }
        if !forest.are_leaves([a, b]) {
            tests += expand(forest, [a, b], stack);
        } else if a == b {
            tests += comparison.one((forest.cluster(a), &forest.volume(a)), &mut hits, found);
        } else {
            let (volume_a, volume_b) = (forest.volume(a), forest.volume(b));
            let (one, other) = ((forest.cluster(a), &volume_a), (forest.cluster(b), &volume_b));
            tests += comparison.two(one, other, &mut hits, found);
        }
    }
    room.take::<Pair>(found.len() - counted);
    tests
}

/// Adds the pairs of children that overlap.
pub(super) fn expand<const SLABS: usize>(forest: &Forest<SLABS>, [a, b]: Pair, pairs: &mut Vec<Pair>) -> u64 {
    if a == b {
        return expand_self(forest, a, pairs);
    }
    let below = |node: Node| if forest.is_leaf(node) { forest.alone(node) } else { forest.children(node) };
    let (of_a, of_b) = (below(a), below(b));
    let mut tests = 0;
    let volume_b = (&forest.volume(b)).into();
    for block in 0..of_a.blocks {
        let volumes = &forest.nodes[(of_a.first_block + block) as usize];
        tests += 1;
        for lane in lanes(of_a.lanes & volumes.overlaps(&volume_b)) {
            let row = volumes.row(lane);
            let one = node(a.tree, &of_a, block, lane);
            for other_block in 0..of_b.blocks {
                tests += 1;
                let others = &forest.nodes[(of_b.first_block + other_block) as usize];
                for other in lanes(of_b.lanes & others.overlaps(&row)) {
                    pairs.push([one, node(b.tree, &of_b, other_block, other)]);
                }
            }
        }
    }
    tests * super::block::LANES as u64
}

/// Adds the children, each with itself and with those after it.
fn expand_self<const SLABS: usize>(forest: &Forest<SLABS>, a: Node, pairs: &mut Vec<Pair>) -> u64 {
    let of_a = forest.children(a);
    let mut tests = 0;
    for block in 0..of_a.blocks {
        let volumes = &forest.nodes[(of_a.first_block + block) as usize];
        for lane in lanes(of_a.lanes) {
            let row = volumes.row(lane);
            let one = node(a.tree, &of_a, block, lane);
            pairs.push([one, one]);
            let mut wanted = of_a.lanes & ALL & !((2 << lane) - 1);
            for other_block in block..of_a.blocks {
                tests += 1;
                let others = &forest.nodes[(of_a.first_block + other_block) as usize];
                for other in lanes(wanted & others.overlaps(&row)) {
                    pairs.push([one, node(a.tree, &of_a, other_block, other)]);
                }
                wanted = of_a.lanes;
            }
        }
    }
    tests * super::block::LANES as u64
}

#[inline]
fn node(tree: u32, siblings: &Siblings, block: u32, lane: usize) -> Node {
    let index = siblings.base + block * super::block::LANES as u32 + lane as u32;
    Node { tree, level: siblings.level, index }
}
