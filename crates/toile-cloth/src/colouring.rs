//! Sorting elements into colours, so that no two of a colour share a vertex: all of one colour can be worked on at once.
//!
//! ```
//! use toile_cloth::colouring::Colouring;
//!
//! // A chain of four edges needs two colours.
//! let colouring = Colouring::new(5, &[[0, 1], [1, 2], [2, 3], [3, 4]]);
//! assert_eq!(colouring.order(), [0, 2, 1, 3]);
//! assert_eq!(colouring.colours().len(), 2);
//! ```

use std::ops::Range;

/// An order of elements by colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Colouring {
    order: Vec<u32>,
    colours: Vec<Range<usize>>,
}

impl Colouring {
    /// Gives each element, one after the other, the first colour that none of its vertices has seen. Always the same for
    /// the same elements; linear in their number.
    ///
    /// An element may name a vertex twice. Every vertex must be smaller than `vertices`.
    pub fn new<const N: usize>(vertices: usize, elements: &[[u32; N]]) -> Self {
        let mut seen: Vec<Vec<u32>> = vec![Vec::new(); vertices];
        // The last element that found a colour taken: no need to clear the marks for each element.
        let mut taken: Vec<usize> = Vec::new();
        let mut counts: Vec<usize> = Vec::new();
        let mut colour_of = Vec::with_capacity(elements.len());
        for (element, corners) in elements.iter().enumerate() {
            for &v in corners {
                for &colour in &seen[v as usize] {
                    taken[colour as usize] = element;
                }
            }
            let colour = taken.iter().position(|&last| last != element).unwrap_or_else(|| {
                taken.push(usize::MAX);
                counts.push(0);
                taken.len() - 1
            });
            for (i, &v) in corners.iter().enumerate() {
                if !corners[..i].contains(&v) {
                    seen[v as usize].push(colour as u32);
                }
            }
            counts[colour] += 1;
            colour_of.push(colour);
        }
        Self::from_colours(&colour_of, &counts)
    }

    fn from_colours(colour_of: &[usize], counts: &[usize]) -> Self {
        let mut colours = Vec::with_capacity(counts.len());
        let mut start = 0;
        for &count in counts {
            colours.push(start..start + count);
            start += count;
        }
        let mut next: Vec<usize> = colours.iter().map(|range| range.start).collect();
        let mut order = vec![0; colour_of.len()];
        for (element, &colour) in colour_of.iter().enumerate() {
            order[next[colour]] = element as u32;
            next[colour] += 1;
        }
        Self { order, colours }
    }

    /// The elements, colour by colour; within a colour as they came.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Where each colour is in the order.
    pub fn colours(&self) -> &[Range<usize>] {
        &self.colours
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_two_elements_of_a_colour_share_a_vertex(
            elements in prop::collection::vec([0..20_u32, 0..20, 0..20], 0..60),
        ) {
            let colouring = Colouring::new(20, &elements);
            let mut all = colouring.order().to_vec();
            all.sort_unstable();
            prop_assert!(all.iter().copied().eq(0..elements.len() as u32), "each element once");
            for colour in colouring.colours() {
                let mut owner = [None; 20];
                for &element in &colouring.order()[colour.clone()] {
                    for &v in &elements[element as usize] {
                        let before = owner[v as usize].replace(element);
                        prop_assert!(before.is_none() || before == Some(element));
                    }
                }
            }
        }
    }

    #[test]
    fn a_sheet_needs_few_colours() {
        let mesh = toile_geom::shapes::sheet(glam::DVec2::ONE, [30, 30]);
        let colouring = Colouring::new(mesh.positions.len(), &mesh.triangles);
        assert!(colouring.colours().len() <= 9, "{}", colouring.colours().len());
    }
}
