//! What a broad phase finds.

/// Pairs of features whose boxes overlap, each once, in an order that does not depend on the number of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// A vertex and a triangle.
    pub vertex_triangle: Vec<[u32; 2]>,
    /// Two edges, the smaller number first.
    pub edge_edge: Vec<[u32; 2]>,
}

impl Candidates {
    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.vertex_triangle.len() + self.edge_edge.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all pairs and keeps the memory.
    pub fn clear(&mut self) {
        self.vertex_triangle.clear();
        self.edge_edge.clear();
    }

    /// Brings the pairs into the order of their numbers, for comparing methods.
    pub fn sort(&mut self) {
        self.vertex_triangle.sort_unstable();
        self.edge_edge.sort_unstable();
    }

    /// The memory in use, in bytes.
    pub fn memory(&self) -> usize {
        size_of::<[u32; 2]>() * (self.vertex_triangle.capacity() + self.edge_edge.capacity())
    }
}
