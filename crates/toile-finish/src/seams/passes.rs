//! Which seams can be drawn in one pass.

use std::collections::BTreeSet;

/// Allots passes to seams, each given by the triangles near it in increasing order: in a pass no two share one.
///
/// All begin in the first pass; what is too close to an earlier seam of a pass is moved to the next, until nothing moves (Fuhrmann 2006, section 6.2).
pub(super) fn passes(bands: &[Vec<u32>]) -> Vec<usize> {
    let mut pass = vec![0; bands.len()];
    let mut k = 0;
    loop {
        let mut moved = false;
        // What the seams that stay in this pass are near: those that share some of it are moved.
        let mut taken: BTreeSet<u32> = BTreeSet::new();
        for (seam, band) in bands.iter().enumerate() {
            if pass[seam] != k {
                continue;
            }
            if band.iter().any(|t| taken.contains(t)) {
                pass[seam] = k + 1;
                moved = true;
            } else {
                taken.extend(band);
            }
        }
        if !moved {
            return pass;
        }
        k += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::passes;

    #[test]
    fn neighbours_take_turns() {
        // A chain in which each seam shares a triangle with the next one.
        assert_eq!(passes(&[vec![0, 1], vec![1, 2], vec![2, 3], vec![3, 4]]), [0, 1, 0, 1]);
        // All share one.
        assert_eq!(passes(&[vec![7], vec![7], vec![7]]), [0, 1, 2]);
        assert_eq!(passes(&[]), [0; 0]);
    }

    #[test]
    fn a_seam_that_was_moved_moves_no_others() {
        assert_eq!(passes(&[vec![0], vec![0, 1], vec![1]]), [0, 1, 0]);
    }
}
