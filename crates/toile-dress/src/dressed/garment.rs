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

/// The vertices of the pieces around the lower torso that something hangs on: waistbands, which are held while seams close. A band at the hem of a top hangs
/// itself.
fn bands(meshed: &MeshedGarment, placed: &Placed, sewn: &SewnGarment) -> Vec<Vec<u32>> {
    let segment = |piece: u32| placed.pieces.get(piece as usize).map(|placed| placed.segment);
    let is_band = |piece: u32| segment(piece) == Some(Segment::LowerTorso);
    let is_top = |piece: u32| matches!(segment(piece), Some(Segment::Torso | Segment::UpperTorso));
    let is_below = |piece: u32| segment(piece).is_some_and(is_below_the_waist);
    let mut seams = meshed.seams.iter().flat_map(|seam| &seam.pairs);
    let joins = |kind: &dyn Fn(u32) -> bool, [a, b]: &[PieceVertex; 2]| {
        (is_band(a.piece) && kind(b.piece)) || (is_band(b.piece) && kind(a.piece))
    };
    let hangs_on_top = seams.clone().any(|pair| joins(&is_top, pair));
    if hangs_on_top && !seams.any(|pair| joins(&is_below, pair)) {
        return Vec::new();
    }
    let triangles = sewn.cloth.triangles.iter().zip(&sewn.piece_of).filter(|(_, piece)| is_band(**piece));
    let mut vertices: Vec<u32> = triangles.flat_map(|(triangle, _)| *triangle).collect();
    vertices.sort_unstable();
    vertices.dedup();
    if vertices.is_empty() { Vec::new() } else { vec![vertices] }
}

/// Whether a segment is that of a skirt or of trousers.
fn is_below_the_waist(segment: Segment) -> bool {
    use Segment::{LeftLeg, LeftLowerBody, LowerBody, RightLeg, RightLowerBody};
    matches!(segment, LowerBody | LeftLeg | LeftLowerBody | RightLeg | RightLowerBody)
}
