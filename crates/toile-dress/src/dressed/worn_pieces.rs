//! Whether pieces ended where they belong: on the right part of the body, with the right side out.

use super::garment::Dressed;
use crate::body::Wearer;
use crate::infer::Limb;
use rayon::prelude::*;
use toile_body::segments::Part;
use toile_geom::distance::point_triangle;

/// How a piece is worn.
#[derive(Clone, Debug, PartialEq)]
pub struct WornPiece {
    /// Its name.
    pub name: String,
    /// The share of its area near the skin whose right side looks away from it; 1 if little of it is near. What hangs free in folds shows both
    /// sides.
    pub outward: f64,
    /// The same of all pieces that were laid around the same part of the body.
    pub ring_outward: f64,
    /// The share of its area that is nearest to the limb, or the trunk, that it was laid around.
    pub at_home: f64,
}

/// Below this share a piece is inside out, or somewhere else.
const LEAST: f64 = 0.35;
/// Above this share a ring is the right way out, and a piece of it that is not has only been folded: a tube turns inside out as a whole.
const RING: f64 = 0.67;

impl WornPiece {
    /// Whether it is inside out.
    pub fn is_inside_out(&self) -> bool {
        self.outward < LEAST && self.ring_outward < RING
    }

    /// Whether it slipped off to another part of the body.
    pub fn is_astray(&self) -> bool {
        self.at_home < LEAST
    }
}

/// Cloth this near to the skin lies around it, in metres.
const NEAR: f64 = 0.05;
/// With less than this share of its area near the skin a piece hangs free.
const HELD: f64 = 0.5;

/// The limb of a part of the skin; what is no arm and no leg is trunk.
const fn limb_of(part: Part) -> Limb {
    match part {
        Part::LowerLeft | Part::LowerRight | Part::Upper | Part::Neck => Limb::Trunk,
        Part::LeftArm => Limb::Arm(true),
        Part::RightArm => Limb::Arm(false),
        Part::LeftLeg => Limb::Leg(true),
        Part::RightLeg => Limb::Leg(false),
    }
}

/// How each piece of a dressed garment is worn.
pub fn worn_pieces(dressed: &Dressed, body: &Wearer) -> Vec<WornPiece> {
    let mesh = dressed.cloth.mesh();
    let found: Vec<(usize, f64, Option<bool>, bool)> = (0..mesh.triangles.len())
        .into_par_iter()
        .map(|t| {
            let piece = dressed.sewn.piece_of[t] as usize;
            let [a, b, c] = mesh.corners(t);
            let (middle, normal) = ((a + b + c) / 3.0, (b - a).cross(c - a));
            let distance = |s: u32| point_triangle(middle, body.mesh().corners(s as usize)).distance_squared;
            let nearest = body.tree().nearest(middle, f64::INFINITY, distance);
            let (outward, home) = nearest.map_or((None, true), |(skin, _)| {
                let foot = point_triangle(middle, body.mesh().corners(skin as usize)).point;
                let parts = dressed.placed.pieces[piece].segment.parts();
                let limb = limb_of(body.segments().parts[skin as usize]);
                // A collar shows both sides, turned over or not.
                let judged = middle.distance(foot) < NEAR && !dressed.sewn.flaps[t];
                (
                    judged.then(|| normal.dot(middle - foot) > 0.0),
                    parts.iter().any(|part| limb_of(*part) == limb),
                )
            });
            (piece, 0.5 * normal.length(), outward, home)
        })
        .collect();
    let mut sums = vec![[0.0; 4]; dressed.meshed.pieces.len()];
    for (piece, area, outward, home) in found {
        let sum = &mut sums[piece];
        sum[0] += area;
        sum[1] += if outward.is_some() { area } else { 0.0 };
        sum[2] += if outward == Some(true) { area } else { 0.0 };
        sum[3] += if home { area } else { 0.0 };
    }
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 1.0 };
    let outward =
        |[area, near, outward, _]: [f64; 4]| if near < HELD * area { 1.0 } else { share(outward, near) };
    let segments: Vec<_> = dressed.placed.pieces.iter().map(|piece| piece.segment).collect();
    let ring = |segment| {
        let members = (0..sums.len()).filter(|&i| segments[i] == segment);
        outward(members.fold([0.0; 4], |all, i| std::array::from_fn(|k| all[k] + sums[i][k])))
    };
    let pieces = dressed.meshed.garment.pieces.iter().enumerate();
    pieces
        .map(|(i, piece)| WornPiece {
            name: piece.name.clone(),
            outward: outward(sums[i]),
            ring_outward: ring(segments[i]),
            at_home: share(sums[i][3], sums[i][0]),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dressing;
    use glam::DVec3;
    use toile_body::mannequin::Mannequin;
    use toile_body::measures::{Figure, Measures};
    use toile_pattern::draft::{Draft, Looseness};

    #[test]
    fn shares_are_judged() {
        let piece = |outward: f64, ring_outward: f64, at_home: f64| WornPiece {
            name: "cuff".into(),
            outward,
            ring_outward,
            at_home,
        };
        assert!(!piece(0.9, 0.9, 0.9).is_inside_out() && !piece(0.9, 0.9, 0.9).is_astray());
        assert!(piece(0.1, 0.1, 0.9).is_inside_out());
        assert!(!piece(0.1, 0.9, 0.9).is_inside_out(), "it is folded, the ring is the right way out");
        assert!(piece(0.9, 0.9, 0.1).is_astray());
    }

    #[test]
    fn a_garment_turned_or_moved_is_noticed() {
        let typical = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman));
        let body = Wearer::of_mesh(typical.build().unwrap().mesh).unwrap();
        let garment = Draft::named("shorts").unwrap().draft(body.measures(), Looseness::Regular);
        let dressing = Dressing::on(&body).garment(garment).edge_length(0.06);
        let outfit = dressing.with(|settings| settings.drape.max_settle_time = 0.2).run(|_| ()).unwrap();
        let worn = outfit.garments.into_iter().next().unwrap();
        let faults = |dressed: &Dressed| {
            let pieces = worn_pieces(dressed, &body);
            let count = |is: fn(&WornPiece) -> bool| pieces.iter().filter(|piece| is(piece)).count();
            [count(WornPiece::is_inside_out), count(WornPiece::is_astray), pieces.len()]
        };
        let [inside_out, astray, all] = faults(&worn);
        assert_eq!([inside_out, astray], [0, 0]);

        let mut turned = worn.clone();
        turned.cloth.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
        assert_eq!(faults(&turned), [all, 0, all], "its right side looks at the skin");

        // Around a wrist, where no shorts belong.
        let mut moved = worn.clone();
        let wrist = body.landmarks().position("left_wrist_center").unwrap();
        let places = &mut moved.cloth.state.positions;
        let middle = places.iter().sum::<DVec3>() / places.len() as f64;
        for place in places.iter_mut() {
            *place = wrist + 0.2 * (*place - middle);
        }
        assert_eq!(faults(&moved)[1], all);
    }
}
