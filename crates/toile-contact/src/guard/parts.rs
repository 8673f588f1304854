//! Picking from long lists on all threads, in their order.

use rayon::prelude::*;
use toile_geom::allowance::Room;

/// How much of a list one thread takes at a time.
const CHUNK: usize = 4096;

/// Appends what `pick` makes of the items of a list, as far as there is room for it; `parts` is memory.
pub(super) fn gather<A: Sync, B: Copy + Send>(
    list: &[A],
    room: &Room,
    parts: &mut Vec<Vec<B>>,
    picked: &mut Vec<B>,
    pick: impl Fn(&A) -> Option<B> + Sync,
) {
    let chunks = list.len().div_ceil(CHUNK);
    parts.resize_with(chunks.max(parts.len()), Vec::new);
    list.par_chunks(CHUNK).zip(&mut *parts).for_each(|(list, part)| {
        part.clear();
        if !room.is_spent() {
            part.extend(list.iter().filter_map(&pick));
            // It is there twice: in its part and in the whole.
            room.take::<[B; 2]>(part.len());
        }
    });
    for part in &parts[..chunks] {
        picked.extend_from_slice(part);
    }
}
