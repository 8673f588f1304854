//! Finding equal vectors, bit for bit.

use std::collections::HashMap;

/// Gives equal vectors the same index, in the order of their first appearance.
///
/// Equal means the same bits, except that `-0.0` equals `0.0`. There is no tolerance: with one, what is equal would
/// depend on the order, and thin parts would collapse.
#[derive(Debug)]
pub(crate) struct Welder<const N: usize> {
    indices: HashMap<[u64; N], u32>,
}

impl<const N: usize> Default for Welder<N> {
    fn default() -> Self {
        Self { indices: HashMap::new() }
    }
}

impl<const N: usize> Welder<N> {
    /// The index of `vector`, and whether it is new.
    pub(crate) fn index(&mut self, vector: [f64; N]) -> (u32, bool) {
        let next = self.indices.len() as u32;
        // Adding zero turns -0.0 into 0.0 and changes nothing else.
        let index = *self.indices.entry(vector.map(|x| (x + 0.0).to_bits())).or_insert(next);
        (index, index == next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_vectors_share_an_index() {
        let mut welder = Welder::default();
        assert_eq!(welder.index([0.0, 1.0]), (0, true));
        assert_eq!(welder.index([0.0, 1.0 + f64::EPSILON]), (1, true));
        assert_eq!(welder.index([-0.0, 1.0]), (0, false));
    }
}
