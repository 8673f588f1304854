//! Several garments, one over the other.
//!
//! Each garment is dressed over the body and all that it wears already; in the end all of them come to rest together.

use crate::body::{Body, BodyError};
use crate::drape::Draping;
use crate::dress::{DressError, DressSettings, Dressed, Stage, dress};
use crate::layered::layered;
use std::ops::Range;
use std::time::Instant;
use toile_cloth::bending::Fold;
use toile_cloth::cloth::{Cloth, Cut};
use toile_cloth::rest::{FlatTriangle, RestShape};
use toile_cloth::threads::{Anchor, Thread};
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_pattern::Garment;

/// A dressed outfit.
#[derive(Clone, Debug)]
pub struct DressedOutfit {
    /// Its garments, from inside to outside, each with its cloth in the end.
    pub garments: Vec<Dressed>,
    /// Whether all of it came to rest.
    pub at_rest: bool,
    /// Pairs of triangles of cloth that pass through each other, of one garment or of two.
    pub self_intersections: usize,
    /// Pairs of triangles of cloth and body that pass through each other.
    pub body_intersections: usize,
    /// How long it took to come to rest together, in seconds.
    pub seconds_together: f64,
}

impl DressedOutfit {
    /// All cloth as one mesh, garment after garment.
    pub fn mesh(&self) -> TriMesh {
        let mut all = TriMesh::default();
        for garment in &self.garments {
            all.append(&garment.cloth.mesh());
        }
        all
    }
}

/// Why an outfit could not be dressed.
#[derive(Debug, thiserror::Error)]
pub enum OutfitError {
    /// A garment could not.
    #[error("{garment}: {error}")]
    Garment {
        /// Its name.
        garment: String,
        /// Why not.
        error: DressError,
    },
    /// The body has lost its segments.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// A triangle has no area.
    #[error(transparent)]
    Flat(#[from] FlatTriangle),
}

/// Dresses a body in garments, in the order in which they are put on. `progress` is told the number of the garment, or how many there are when
/// all come to rest together.
///
/// # Errors
/// If a garment cannot be dressed.
pub fn dress_outfit(
    garments: &[Garment],
    body: &Body,
    settings: &DressSettings,
    progress: &mut dyn FnMut(usize, Stage<'_>),
) -> Result<DressedOutfit, OutfitError> {
    let named =
        |garment: &Garment, error: DressError| OutfitError::Garment { garment: garment.name.clone(), error };
    let mut dressed: Vec<Dressed> = Vec::with_capacity(garments.len());
    let mut worn = body.clone();
    for (n, garment) in garments.iter().enumerate() {
        if let Some(last) = dressed.last() {
            worn = layered(&worn, &last.cloth.mesh())?;
        }
        let next = dress(garment, &worn, settings, &mut |stage| progress(n, stage));
        dressed.push(next.map_err(|error| named(garment, error))?);
    }
    let mut outfit = DressedOutfit {
        at_rest: dressed.iter().all(|garment| garment.at_rest),
        garments: dressed,
        self_intersections: 0,
        body_intersections: 0,
        seconds_together: 0.0,
    };
    if outfit.garments.len() > 1 {
        settle(&mut outfit, body, settings, &mut |stage| progress(garments.len(), stage)).map_err(
            |error| match error {
                Unsettled::Flat(error) => OutfitError::Flat(error),
                Unsettled::Solver(error) => {
                    OutfitError::Garment { garment: "all together".into(), error: DressError::Solver(error) }
                }
            },
        )?;
    }
    let mesh = outfit.mesh();
    outfit.self_intersections = self_intersections(&mesh).len();
    outfit.body_intersections = mesh_intersections(&mesh, &body.mesh).len();
    Ok(outfit)
}

enum Unsettled {
    Flat(FlatTriangle),
    Solver(toile_cloth::solver::SolverError),
}

/// Lets all garments come to rest together.
fn settle(
    outfit: &mut DressedOutfit,
    body: &Body,
    settings: &DressSettings,
    progress: &mut dyn FnMut(Stage<'_>),
) -> Result<(), Unsettled> {
    let clock = Instant::now();
    let (cloth, ranges) = together(&outfit.garments).map_err(Unsettled::Flat)?;
    let mut draping = Draping::of_cloth(cloth, &body.mesh, settings.drape.clone());
    while !draping.is_done() {
        let now = draping.step().map_err(Unsettled::Solver)?;
        progress(Stage::Draping(&now));
    }
    outfit.at_rest = draping.is_at_rest();
    let state = &draping.simulation.cloth.state;
    for (garment, range) in outfit.garments.iter_mut().zip(ranges) {
        garment.cloth.state.positions = state.positions[range.clone()].to_vec();
        garment.cloth.state.velocities = state.velocities[range].to_vec();
        garment.cloth.state.earlier = None;
        garment.cloth.state.sticks.clear();
    }
    outfit.seconds_together = clock.elapsed().as_secs_f64();
    Ok(())
}

/// All garments as one cloth, and the vertices of each.
pub(crate) fn together(garments: &[Dressed]) -> Result<(Cloth, Vec<Range<usize>>), FlatTriangle> {
    let (mut mesh, mut rest, mut ranges) = (TriMesh::default(), RestShape::default(), Vec::new());
    let (mut cuts, mut cut_of): (Vec<Cut>, Vec<u16>) = (Vec::new(), Vec::new());
    let (mut folds, mut threads) = (Vec::new(), Vec::new());
    for garment in garments {
        let cloth = &garment.cloth;
        let first = mesh.positions.len();
        ranges.push(first..first + cloth.vertex_count());
        let shifted = |v: u32| v + first as u32;
        folds.extend(cloth.folds.iter().map(|fold| Fold { edge: fold.edge.map(shifted), ..*fold }));
        threads.extend(cloth.threads.iter().map(|thread| {
            let ends = thread.ends.map(|end| Anchor { vertices: end.vertices.map(shifted), ..end });
            Thread { ends, ..*thread }
        }));
        mesh.append(&cloth.mesh());
        rest.corners.extend_from_slice(&cloth.rest.corners);
        cut_of.extend(cloth.fabric_of.iter().map(|cut| cut + cuts.len() as u16));
        cuts.extend_from_slice(&cloth.fabrics);
    }
    let mut cloth = Cloth::of_cuts(&mesh, rest, cuts, |t| cut_of[t])?;
    cloth.fold(folds);
    cloth.threads = threads;
    Ok((cloth, ranges))
}
