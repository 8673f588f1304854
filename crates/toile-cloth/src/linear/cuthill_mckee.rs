//! An order of the vertices of a graph in which neighbours are near each other (`Cuthill & McKee` 1969, reversed by George
//! 1971): a factorisation then fills in only near the diagonal.

/// The vertices that are not left out, component after component, in reversed Cuthill-McKee order.
///
/// `neighbours` lists for each vertex those that it acts on; the graph is symmetric.
pub(super) fn reverse_cuthill_mckee(neighbours: &[Vec<u32>], left_out: &[bool]) -> Vec<u32> {
    let mut graph = Graph { neighbours, visited: left_out.to_vec(), order: Vec::new() };
    for seed in 0..neighbours.len() {
        if graph.visited[seed] {
            continue;
        }
        // The last vertex reached from any vertex lies at the rim, and the last one from there at the far rim: a start from
        // which the layers are thin.
        let mut start = seed as u32;
        for _ in 0..2 {
            let begin = graph.order.len();
            graph.spread(start);
            start = graph.order.last().copied().unwrap_or(start);
            for vertex in graph.order.drain(begin..) {
                graph.visited[vertex as usize] = false;
            }
        }
        graph.spread(start);
    }
    graph.order.reverse();
    graph.order
}

struct Graph<'a> {
    neighbours: &'a [Vec<u32>],
    visited: Vec<bool>,
    order: Vec<u32>,
}

impl Graph<'_> {
    /// Appends everything that can be reached from `start`, layer by layer, vertices with few neighbours first.
    fn spread(&mut self, start: u32) {
        let mut next = self.order.len();
        self.visited[start as usize] = true;
        self.order.push(start);
        while let Some(&vertex) = self.order.get(next) {
            next += 1;
            let begin = self.order.len();
            for &other in &self.neighbours[vertex as usize] {
                if !self.visited[other as usize] {
                    self.visited[other as usize] = true;
                    self.order.push(other);
                }
            }
            let degree = |v: &u32| (self.neighbours[*v as usize].len(), *v);
            self.order[begin..].sort_by_key(degree);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scrambled_path_becomes_a_path_again() {
        let count = 31_u32;
        let number = |i: u32| i * 11 % count;
        let mut neighbours = vec![Vec::new(); count as usize];
        for i in 1..count {
            neighbours[number(i) as usize].push(number(i - 1));
            neighbours[number(i - 1) as usize].push(number(i));
        }
        let mut left_out = vec![false; count as usize];
        left_out[number(10) as usize] = true;
        let order = reverse_cuthill_mckee(&neighbours, &left_out);
        assert_eq!(order.len(), 30);
        let breaks = order.windows(2).filter(|pair| !neighbours[pair[0] as usize].contains(&pair[1])).count();
        assert_eq!(breaks, 1, "two paths, one after the other");
    }
}
