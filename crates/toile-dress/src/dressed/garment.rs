//! The whole way of one garment: mesh, place, sew, drape.

use super::error::GarmentError;
use super::stage::{DressStage, StageSeconds, timed};
use super::start::{Start, Undressed};
use crate::drape::Draping;
use crate::place::Placed;
use crate::sew::SewnGarment;
use std::time::Instant;
use toile_body::segments::Segment;
use toile_cloth::cloth::Cloth;
use toile_cloth::run::{GaveUp, Intersections};
use toile_cloth::simulation::Simulation;
use toile_pattern::mesh::{MeshedGarment, PieceVertex};

/// A dressed garment.
#[derive(Clone, Debug)]
pub struct Dressed {
    /// The garment and its meshed pieces.
    pub meshed: MeshedGarment,
    /// Where the pieces were before sewing.
    pub placed: Placed,
    /// How they were joined; its cloth is where it began.
    pub sewn: SewnGarment,
    /// The cloth in the end, at rest in the shape in which it was cut.
    pub cloth: Cloth,
    /// The part of the seams' way that was done: 1 if they are closed.
    pub closed: f64,
    /// Whether it came to rest.
    pub at_rest: bool,
    /// Why it was given up, if it was: the cloth is then where it was at last.
    pub gave_up: Option<GaveUp>,
    /// Pairs of triangles that pass through each other. None unless the start could not be untangled.
    pub intersections: Intersections,
    /// Such pairs at the start, before and after untangling.
    pub tangled: [usize; 2],
    /// How many steps it took, in all tries.
    pub steps: usize,
    /// How often it was dressed until it passed through nothing, or that was given up.
    pub tries: usize,
    /// How long it took.
    pub seconds: StageSeconds,
}

impl Dressed {
    /// What the garment is called.
    pub fn name(&self) -> &str {
        &self.meshed.garment.name
    }
}

/// What hears of the stages of a garment, and, while it is draped, of the cloth as it is then.
pub(crate) type StageProgress<'a> = dyn FnMut(DressStage, Option<&Simulation>) + 'a;

/// Another try at a garment that passes through itself or the body: parts of the wished length of edges and of steps. Where folds tangle shorter edges and steps
/// keep apart what longer ones do not, and every mesh begins in another way.
struct Try {
    edges: f64,
    steps: f64,
}

const OTHER_TRIES: [Try; 3] =
    [Try { edges: 0.8, steps: 1.0 }, Try { edges: 0.9, steps: 0.5 }, Try { edges: 0.65, steps: 0.5 }];

impl Undressed<'_> {
    /// Dresses a body. A garment that does not come to rest, or takes too long, is no error: [`Dressed::gave_up`] says why. One that passes through itself or the
    /// body in the end is dressed again in other ways, as long as there is time; the best is kept.
    pub(crate) fn dress(&self, progress: &mut StageProgress<'_>) -> Result<Dressed, GarmentError> {
        let mut best = self.attempt(progress)?;
        for other in &OTHER_TRIES {
            if best.intersections.count() == 0 || self.allowance.check().is_err() {
                break;
            }
            let mut settings = self.settings.clone();
            settings.mesh.edge_length *= other.edges;
            settings.drape.step *= other.steps;
            // What cannot be dressed in that way leaves what there is.
            let Ok(mut next) =
                (Undressed { settings: &settings, allowance: self.allowance.clone(), ..*self })
                    .attempt(progress)
            else {
                break;
            };
            (next.tries, next.steps) = (best.tries + 1, best.steps + next.steps);
            next.seconds.add(&best.seconds);
            let is_better = next.intersections.count() < best.intersections.count();
            let (steps, tries, seconds) = (next.steps, next.tries, next.seconds);
            best = if is_better { next } else { Dressed { steps, tries, seconds, ..best } };
        }
        Ok(best)
    }

    /// Dresses a body once.
    fn attempt(&self, progress: &mut StageProgress<'_>) -> Result<Dressed, GarmentError> {
        let Self { body, settings, ref allowance, .. } = *self;
        let start = self.start(&mut |stage| progress(stage, None))?;
        let Start { meshed, placed, sewn, tangled, slim, mut seconds } = start;

        let clock = Instant::now();
        let mut draping = Draping::new(&sewn, body.mesh(), &settings.drape);
        if let Some(slim) = slim {
            draping.grow_from(slim.mesh().positions.clone());
        }
        draping.hold(&bands(&meshed, &placed, &sewn));
        draping.run.simulation.allowance.memory = allowance.memory;
        let end = draping.until_rest(allowance.deadline.clone(), &mut |now, simulation| {
            progress(DressStage::of(now), Some(simulation));
        });
        let closed = draping.sewn();
        let cloth = draping.into_cloth();
        seconds.drape = clock.elapsed().as_secs_f64();
        let mesh = cloth.mesh();
        let intersections = timed(&mut seconds.check, || Intersections::of(&mesh, [body.mesh().clone()]));
        Ok(Dressed {
            intersections,
            meshed,
            placed,
            sewn,
            cloth,
            closed,
            at_rest: end.at_rest,
            gave_up: end.gave_up,
            tangled,
            steps: end.steps,
            tries: 1,
            seconds,
        })
    }
}

/// The vertices of waistbands, which are held while seams close: those of the pieces around the lower torso, unless they hang themselves.
fn bands(meshed: &MeshedGarment, placed: &Placed, sewn: &SewnGarment) -> Vec<Vec<u32>> {
    let segments: Vec<Segment> = placed.pieces.iter().map(|placed| placed.segment).collect();
    if is_hem_band(meshed, &segments) {
        return Vec::new();
    }
    let is_band = |piece: &u32| segments.get(*piece as usize) == Some(&Segment::LowerTorso);
    let triangles = sewn.cloth.triangles.iter().zip(&sewn.piece_of).filter(|(_, piece)| is_band(piece));
    let mut vertices: Vec<u32> = triangles.flat_map(|(triangle, _)| *triangle).collect();
    vertices.sort_unstable();
    vertices.dedup();
    if vertices.is_empty() { Vec::new() } else { vec![vertices] }
}

/// Whether what goes around the lower torso hangs on a top, and nothing hangs on it.
fn is_hem_band(meshed: &MeshedGarment, segments: &[Segment]) -> bool {
    let joins = |kind: fn(Segment) -> bool| {
        let mut pairs = meshed.seams.iter().flat_map(|seam| &seam.pairs);
        pairs.any(|[a, b]| {
            let at = |v: &PieceVertex| segments.get(v.piece as usize).copied();
            let is = |one: Option<Segment>, other: Option<Segment>| {
                one == Some(Segment::LowerTorso) && other.is_some_and(kind)
            };
            is(at(a), at(b)) || is(at(b), at(a))
        })
    };
    joins(|other| matches!(other, Segment::Torso | Segment::UpperTorso)) && !joins(is_below_the_waist)
}

/// Whether a segment is that of a skirt or of trousers.
fn is_below_the_waist(segment: Segment) -> bool {
    use Segment::{LeftLeg, LeftLowerBody, LowerBody, RightLeg, RightLowerBody};
    matches!(segment, LowerBody | LeftLeg | LeftLowerBody | RightLeg | RightLowerBody)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A panic is how a test fails.
mod tests {
    use super::*;
    use toile_pattern::Garment;
    use toile_pattern::draft::{Pen, Sewing};
    use toile_pattern::mesh::{MeshSettings, mesh};
    use toile_pattern::piece::Piece;

    #[test]
    fn a_band_below_a_top_is_a_hem_band_unless_a_skirt_hangs_on_it() {
        let panel = |name: &str| {
            let pen = Pen::at(0.0, 0.0).line("bottom", 0.4, 0.0).line("right", 0.4, 0.1);
            Piece::new(name, pen.line("top", 0.0, 0.1).close("left"))
        };
        let pieces = ["top", "band", "skirt"].map(panel).to_vec();
        let mut garment = Garment { pieces, ..Garment::new("dress") };
        let is_hem_band = |garment: &Garment| {
            let meshed = mesh(garment, &MeshSettings::with_edge_length(0.05)).unwrap();
            super::is_hem_band(&meshed, &[Segment::Torso, Segment::LowerTorso, Segment::LowerBody])
        };
        garment.sew("hem", "top.bottom", "-band.top");
        assert!(is_hem_band(&garment));
        garment.sew("waist", "band.bottom", "-skirt.top");
        assert!(!is_hem_band(&garment));
        garment.seams.remove(0);
        assert!(!is_hem_band(&garment), "the waistband of a skirt");
    }
}
