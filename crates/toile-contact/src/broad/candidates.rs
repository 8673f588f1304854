//! What a broad phase finds.

use crate::narrow::StencilKind;

/// Pairs of features whose boxes overlap, each once, in an order that does not depend on the number of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// A vertex and a triangle.
    pub vertex_triangle: Vec<[u32; 2]>,
    /// Two edges, the smaller number first.
    pub edge_edge: Vec<[u32; 2]>,
}

impl Candidates {
    /// The pairs of a kind.
    pub fn of(&self, kind: StencilKind) -> &[[u32; 2]] {
        match kind {
            StencilKind::VertexTriangle => &self.vertex_triangle,
            StencilKind::EdgeEdge => &self.edge_edge,
        }
    }

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

/// Puts the lists of some parts into a list one after the other, from a place on; returns where they end. What was there is written over rather
/// than cleared, since a vector that grows is filled with zeros first.
pub(super) fn append<P: Sync>(
    parts: &[P],
    list: fn(&P) -> &Vec<[u32; 2]>,
    into: &mut Vec<[u32; 2]>,
    from: usize,
) -> usize {
    let end = from + parts.iter().map(|part| list(part).len()).sum::<usize>();
    if into.len() < end {
        into.reserve_exact(end - into.len());
        into.resize(end, [0; 2]);
    }
    copy(parts, list, &mut into[from..end]);
    end
}

fn copy<P: Sync>(parts: &[P], list: fn(&P) -> &Vec<[u32; 2]>, into: &mut [[u32; 2]]) {
    match parts {
        [] => (),
        [part] => into.copy_from_slice(list(part)),
        _ => {
            let (first, second) = parts.split_at(parts.len() / 2);
            let middle = first.iter().map(|part| list(part).len()).sum();
            let (low, high) = into.split_at_mut(middle);
            rayon::join(|| copy(first, list, low), || copy(second, list, high));
        }
    }
}
