//! Collars that are worn over what is put on later: they are out of the way while it is put on, and turned over it then.

use super::running::RunningOutfit;
use toile_contact::layers::LayerError;

impl RunningOutfit {
    /// Turns over flaps that lie under another garment but should lie over it. Tells whether there were any.
    pub(crate) fn turn_over(&mut self) -> Result<bool, LayerError> {
        let is_flap = self.covered_flaps()?;
        Ok(self.draping.turn_over(&is_flap))
    }

    /// Which triangles are of flaps that are in the wrong order with a piece of another garment which they should cover.
    fn covered_flaps(&self) -> Result<Vec<bool>, LayerError> {
        let order = self.check_order()?;
        let wrong = order.pairs.iter().filter(|pair| pair.wrong > 0).map(|pair| pair.pieces);
        let covered: Vec<u32> = wrong
            .filter(|pieces| {
                // The body comes after all garments.
                let [inner, outer] = pieces.map(|piece| self.groups.get(piece as usize).map(|group| group.0));
                inner.is_some() && outer.is_some() && inner != outer
            })
            .map(|[_, outer]| outer)
            .collect();
        let is_covered = |group: &Option<u32>| group.is_some_and(|group| covered.contains(&group));
        Ok(self.flaps.iter().map(is_covered).collect())
    }
}
