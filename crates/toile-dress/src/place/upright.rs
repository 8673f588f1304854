//! Which way up a band goes that is drawn in any way: its long edges tell, by what they are sewn to.

use crate::infer::Limb;
use glam::DVec2;
use toile_body::segments::Segment;
use toile_pattern::mesh::MeshedGarment;

/// Bands are no wider than this, in metres.
const WIDEST: f64 = 0.16;
/// Seams along an edge lie this far from the middle of the band at least, as a part of half its size.
const AT_THE_EDGE: f64 = 0.5;

/// The direction in a band that goes up the body; none if the piece is no band, or its seams do not tell.
pub(super) fn up_of_band(meshed: &MeshedGarment, segments: &[Segment], piece: usize) -> Option<DVec2> {
    let places = &meshed.pieces[piece].places;
    let boxed = Bounds::of(places)?;
    if 2.0 * boxed.half.min_element() > WIDEST {
        return None;
    }
    let (mut sum, mut count, mut beside) = (DVec2::ZERO, 0.0, DVec2::ZERO);
    for [a, b] in meshed.seams.iter().flat_map(|seam| &seam.pairs) {
        for (own, other) in [(a, b), (b, a)] {
            let (own_piece, other_piece) = (own.piece as usize, other.piece as usize);
            if own_piece != piece || other_piece == piece {
                continue;
            }
            let Some(way) = way_to(segments[piece], segments[other_piece], meshed, [piece, other_piece])
            else {
                continue;
            };
            sum += way * boxed.share(places[own.vertex as usize]);
            count += 1.0;
            if is_within_trunk(segments[piece], segments[other_piece]) {
                let others = &meshed.pieces[other_piece].places;
                beside += Bounds::of(others)?.share(others[other.vertex as usize]).abs();
            }
        }
    }
    // A narrow panel is sewn to the sides of its neighbours, a band to their lower or upper edges.
    if beside.x > beside.y {
        return None;
    }
    let mean = if count > 0.0 { sum / count } else { DVec2::ZERO };
    let axis = if mean.x.abs() > mean.y.abs() { DVec2::X * mean.x } else { DVec2::Y * mean.y };
    (axis.length() > AT_THE_EDGE).then(|| axis.normalize())
}

/// The box around a piece.
struct Bounds {
    middle: DVec2,
    half: DVec2,
}

impl Bounds {
    fn of(places: &[DVec2]) -> Option<Self> {
        let low = places.iter().copied().reduce(DVec2::min)?;
        let high = places.iter().copied().reduce(DVec2::max)?;
        Some(Self { middle: low.midpoint(high), half: (0.5 * (high - low)).max(DVec2::splat(1e-6)) })
    }

    /// Where a place is from the middle, 1 at the border.
    fn share(&self, place: DVec2) -> DVec2 {
        (place - self.middle) / self.half
    }
}

/// Whether two pieces go around the same part of the trunk, so that either may lie beside the other or above it.
fn is_within_trunk(one: Segment, other: Segment) -> bool {
    one == other && matches!(one, Segment::Torso | Segment::LowerBody)
}

/// Whether what a band is sewn to lies above it, 1, or below it, -1.
fn way_to(own: Segment, other: Segment, meshed: &MeshedGarment, pieces: [usize; 2]) -> Option<f64> {
    let area = |piece: usize| meshed.garment.pieces[piece].outline.area().abs();
    let is_smaller = area(pieces[0]) < area(pieces[1]);
    match (Limb::of(own), Limb::of(other)) {
        // A collar on a collar stands on the band that is sewn to the neckline, which is not known here.
        (Limb::Neck, Limb::Trunk) | (Limb::Trunk, Limb::Leg(_)) => Some(-1.0),
        // Cuffs are at the lower ends of sleeves and legs.
        (Limb::Arm(_), Limb::Arm(_)) | (Limb::Leg(_), Limb::Leg(_)) => is_smaller.then_some(1.0),
        (Limb::Trunk, Limb::Trunk) => match (own, other) {
            (Segment::LowerTorso, Segment::LowerBody) => Some(-1.0),
            // A band below a top, as of a sweater.
            (Segment::LowerTorso | Segment::LowerBody, Segment::Torso | Segment::UpperTorso) => Some(1.0),
            _ if is_within_trunk(own, other) => is_smaller.then_some(1.0),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]

    use super::*;
    use toile_pattern::Garment;
    use toile_pattern::draft::{Pen, Sewing};
    use toile_pattern::mesh::{MeshSettings, mesh};
    use toile_pattern::piece::Piece;

    /// A skirt of one panel below a band that is drawn standing on end, sewn by its left or its right edge.
    fn banded(edge: &str) -> MeshedGarment {
        let rectangle = |name: &str, width: f64, height: f64| {
            let pen = Pen::at(0.0, 0.0).line("bottom", width, 0.0).line("right", width, height);
            Piece::new(name, pen.line("top", 0.0, height).close("left"))
        };
        let pieces = vec![rectangle("band", 0.05, 0.8), rectangle("skirt", 0.8, 0.4)];
        let mut garment = Garment { pieces, ..Garment::new("skirt") };
        garment.sew("waist", &format!("band.{edge}"), "-skirt.top");
        mesh(&garment, &MeshSettings::with_edge_length(0.03)).unwrap()
    }

    /// A narrow panel beside a wide one, sewn along their sides.
    fn beside() -> MeshedGarment {
        let mut garment = banded("right").garment;
        garment.seams.clear();
        garment.pieces[1].outline = Pen::at(0.0, 0.0)
            .line("bottom", 0.3, 0.0)
            .line("right", 0.3, 0.8)
            .line("top", 0.0, 0.8)
            .close("left");
        garment.sew("panel line", "band.right", "-skirt.left");
        mesh(&garment, &MeshSettings::with_edge_length(0.03)).unwrap()
    }

    #[test]
    fn a_band_goes_up_from_what_hangs_on_it() {
        let segments = [Segment::LowerTorso, Segment::LowerBody];
        let up = |edge: &str| up_of_band(&banded(edge), &segments, 0);
        assert_eq!((up("left"), up("right")), (Some(DVec2::X), Some(-DVec2::X)));
        assert_eq!(up_of_band(&banded("left"), &segments, 1), None, "a skirt is no band");
        let panels = [Segment::Torso; 2];
        assert_eq!(up_of_band(&banded("left"), &panels, 0), Some(-DVec2::X), "below what it is sewn to");
        assert_eq!(up_of_band(&beside(), &panels, 0), None, "a narrow panel stands beside another one");
        let torso = [Segment::LowerTorso, Segment::Torso];
        assert_eq!(up_of_band(&banded("left"), &torso, 0), Some(-DVec2::X), "a band below a top hangs on it");
    }
}
