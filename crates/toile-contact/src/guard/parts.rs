//! Picking from long lists on all threads, in their order.

use rayon::prelude::*;

/// How much of a list one thread takes at a time.
const CHUNK: usize = 4096;

/// Appends what `pick` makes of the items of a list; `parts` is memory.
pub(super) fn gather<A: Sync, B: Copy + Send>(
    list: &[A],
    parts: &mut Vec<Vec<B>>,
    picked: &mut Vec<B>,
    pick: impl Fn(&A) -> Option<B> + Sync,
) {
    let chunks = list.len().div_ceil(CHUNK);
    parts.resize_with(chunks.max(parts.len()), Vec::new);
    list.par_chunks(CHUNK).zip(&mut *parts).for_each(|(list, part)| {
        part.clear();
        part.extend(list.iter().filter_map(&pick));
    });
    for part in &parts[..chunks] {
        picked.extend_from_slice(part);
    }
}
