//! Which vertices are neighbours.

use crate::features::Features;

/// Lists of numbers, one list after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Sorts items into the lists that they belong to.
    fn gather(&mut self, count: usize, items: impl Iterator<Item = (u32, u32)> + Clone) {
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        items.clone().for_each(|(list, _)| self.starts[list as usize] += 1);
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.items.clear();
        self.items.resize(sum as usize, 0);
        // Each list is filled from its end, and its start moves there.
        for (list, item) in items {
            let start = &mut self.starts[list as usize];
            *start -= 1;
            self.items[*start as usize] = item;
        }
    }

    #[inline]
    fn of(&self, list: u32) -> &[u32] {
        &self.items[self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize]
    }

    fn memory(&self) -> usize {
        size_of::<u32>() * (self.starts.capacity() + self.items.capacity())
    }
}

/// What surrounds each vertex. Each edge and each triangle belongs to its vertex with the least number, so that each pair of
/// features belongs to one pair of vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    vertices: Lists,
    edges: Lists,
    triangles: Lists,
}

impl Neighbours {
    pub(super) fn gather(&mut self, features: &Features) {
        let count = features.vertex_count();
        self.vertices.gather(count, features.edges().iter().flat_map(|&[a, b]| [(a, b), (b, a)]));
        self.edges.gather(count, (0..).zip(features.edges()).map(|(edge, &[a, _])| (a, edge)));
        let least = |corners: &[u32; 3]| corners[0].min(corners[1]).min(corners[2]);
        let triangles = (0..).zip(features.triangles());
        self.triangles.gather(count, triangles.map(|(triangle, corners)| (least(corners), triangle)));
    }

    /// The vertices that an edge joins to a vertex.
    #[inline]
    pub(super) fn vertices(&self, vertex: u32) -> &[u32] {
        self.vertices.of(vertex)
    }

    /// The edges that belong to a vertex.
    #[inline]
    pub(super) fn edges(&self, vertex: u32) -> &[u32] {
        self.edges.of(vertex)
    }

    /// The triangles that belong to a vertex.
    #[inline]
    pub(super) fn triangles(&self, vertex: u32) -> &[u32] {
        self.triangles.of(vertex)
    }

    pub(super) fn memory(&self) -> usize {
        self.vertices.memory() + self.edges.memory() + self.triangles.memory()
    }
}
