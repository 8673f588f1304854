//! Which arm a sleeve goes around that only tells that it is one of a pair: that on whose side the armholes are that it is sewn to.

use crate::infer::{Limb, angle_of_name, is_side_guessed};
use toile_body::segments::Segment;
use toile_pattern::mesh::MeshedGarment;

/// Armholes lie at least this far to one side of the middle of a front or a back, as a part of half its width.
const ASIDE: f64 = 0.15;

/// Changes sides of sleeves, and of what is sewn to them, where the seams tell them. `may` says which pieces may change.
pub(super) fn side_by_armholes(
    meshed: &MeshedGarment,
    segments: &mut [Option<(Segment, String)>],
    may: impl Fn(usize) -> bool,
) {
    let is_open = |segments: &[Option<(Segment, String)>], piece: usize| {
        let is_arm = segments[piece].as_ref().is_some_and(|found| matches!(Limb::of(found.0), Limb::Arm(_)));
        is_arm && may(piece) && is_side_guessed(&meshed.garment.pieces[piece])
    };
    let mut sides: Vec<Option<bool>> = (0..segments.len())
        .map(|piece| is_open(segments, piece).then(|| by_armholes(meshed, piece))?)
        .collect();
    // Cuffs follow their sleeves.
    for piece in 0..segments.len() {
        if sides[piece].is_none() && is_open(segments, piece) {
            sides[piece] = partners(meshed, piece).find_map(|(_, other)| sides[other]);
        }
    }
    for (found, left) in segments.iter_mut().zip(sides) {
        let Some(left) = left else { continue };
        let segment = if left { Segment::LeftArm } else { Segment::RightArm };
        *found = Some((segment, format!("{} by its name, side by the armholes", segment.words())));
    }
}

/// Whether the armholes that a sleeve is sewn to are on the left side of the body; none if they do not tell.
fn by_armholes(meshed: &MeshedGarment, sleeve: usize) -> Option<bool> {
    let (mut sum, mut count) = (0.0, 0.0);
    for (vertex, other) in partners(meshed, sleeve) {
        let Some(angle) = angle_of_name(&meshed.garment.pieces[other]) else { continue };
        let places = &meshed.pieces[other].places;
        let low = places.iter().map(|place| place.x).fold(f64::INFINITY, f64::min);
        let high = places.iter().map(|place| place.x).fold(f64::NEG_INFINITY, f64::max);
        let aside = (places[vertex as usize].x - 0.5 * (low + high)) / (0.5 * (high - low)).max(1e-6);
        // Who looks at a front has the left side of the body to the right.
        sum += aside * angle.cos();
        count += 1.0;
    }
    let mean = if count > 0.0 { sum / count } else { 0.0 };
    (f64::abs(mean) > ASIDE).then_some(mean > 0.0)
}

/// The partners of a piece's seams: the vertex, and the other piece.
fn partners(meshed: &MeshedGarment, piece: usize) -> impl Iterator<Item = (u32, usize)> {
    let pairs = meshed.seams.iter().flat_map(|seam| &seam.pairs);
    pairs.flat_map(|[a, b]| [(a, b), (b, a)]).filter_map(move |(own, other)| {
        let is_seam = own.piece as usize == piece && other.piece as usize != piece;
        is_seam.then_some((other.vertex, other.piece as usize))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]

    use super::*;
    use toile_pattern::Garment;
    use toile_pattern::draft::{Pen, Sewing};
    use toile_pattern::mesh::{MeshSettings, mesh};
    use toile_pattern::piece::Piece;

    #[test]
    fn a_sleeve_goes_to_the_side_of_its_armhole() {
        let square = |name: &str| {
            let pen = Pen::at(0.0, 0.0).line("hem", 0.4, 0.0).line("right", 0.4, 0.4);
            Piece::new(name, pen.line("top", 0.0, 0.4).close("left"))
        };
        let side = |trunk: &str, edge: &str| {
            let mut garment =
                Garment { pieces: vec![square(trunk), square("sleeve")], ..Garment::new("top") };
            garment.sew("armhole", &format!("{trunk}.{edge}"), "-sleeve.top");
            let meshed = mesh(&garment, &MeshSettings::with_edge_length(0.1)).unwrap();
            let mut segments = vec![None, Some((Segment::LeftArm, String::new()))];
            side_by_armholes(&meshed, &mut segments, |_| true);
            segments[1].clone().unwrap().0
        };
        assert_eq!((side("front", "right"), side("front", "left")), (Segment::LeftArm, Segment::RightArm));
        assert_eq!((side("back", "right"), side("back", "left")), (Segment::RightArm, Segment::LeftArm));
        assert_eq!(side("panel", "left"), Segment::LeftArm, "what tells nothing changes nothing");
    }
}
