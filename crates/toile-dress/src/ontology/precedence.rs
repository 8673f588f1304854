//! What lies over what, as a graph without circles.

use std::collections::VecDeque;

/// Which garment lies over which; each edge knows the fact that it stands for.
#[derive(Clone, Debug, Default)]
pub(super) struct Precedence {
    /// For each node what lies directly inside of it, and the fact.
    inside: Vec<Vec<(usize, usize)>>,
}

impl Precedence {
    pub(super) fn new(count: usize) -> Self {
        Self { inside: vec![Vec::new(); count] }
    }

    pub(super) fn len(&self) -> usize {
        self.inside.len()
    }

    /// Adds a node.
    pub(super) fn grow(&mut self) {
        self.inside.push(Vec::new());
    }

    pub(super) fn add(&mut self, outer: usize, inner: usize, fact: usize) {
        self.inside[outer].push((inner, fact));
    }

    /// Whether one lies directly outside of another.
    pub(super) fn has(&self, outer: usize, inner: usize) -> bool {
        self.inside[outer].iter().any(|&(node, _)| node == inner)
    }

    /// The facts by which one lies outside of another, the fewest there are.
    pub(super) fn path(&self, outer: usize, inner: usize) -> Option<Vec<usize>> {
        let mut from: Vec<Option<(usize, usize)>> = vec![None; self.len()];
        let mut open = VecDeque::from([outer]);
        while let Some(node) = open.pop_front() {
            for &(next, fact) in &self.inside[node] {
                if next == outer || from[next].is_some() {
                    continue;
                }
                from[next] = Some((node, fact));
                open.push_back(next);
            }
        }
        let mut facts = Vec::new();
        let mut node = inner;
        while let Some((before, fact)) = from[node] {
            facts.push(fact);
            node = before;
        }
        facts.reverse();
        (node == outer && inner != outer).then_some(facts)
    }

    /// All nodes, what is inside before what is outside; of those that are free the smaller number first.
    pub(super) fn sequence(&self) -> Vec<usize> {
        let mut done: Vec<usize> = Vec::new();
        while done.len() < self.len() {
            let free = |node: &usize| {
                !done.contains(node) && self.inside[*node].iter().all(|(inner, _)| done.contains(inner))
            };
            let Some(next) = (0..self.len()).find(free) else { break };
            done.push(next);
        }
        done
    }

    /// Each edge as inner and outer node.
    pub(super) fn inner_outer(&self) -> Vec<[u32; 2]> {
        let edges = self.inside.iter().enumerate();
        edges
            .flat_map(|(outer, inner)| inner.iter().map(move |&(inner, _)| [inner as u32, outer as u32]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_by_its_facts() {
        let mut graph = Precedence::new(4);
        graph.add(3, 1, 10);
        graph.add(1, 0, 11);
        graph.add(3, 2, 12);
        assert_eq!(graph.path(3, 0), Some(vec![10, 11]));
        assert_eq!(graph.path(0, 3), None);
        assert_eq!(graph.path(2, 2), None);
        assert_eq!(graph.sequence(), [0, 1, 2, 3]);
        assert_eq!(graph.inner_outer().len(), 3);
    }
}
