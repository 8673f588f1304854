//! The whole way of one garment: mesh, place, sew, drape.

use super::start::{Beginning, Start};
use super::too_narrow::TooNarrow;
use crate::body::Wearer;
use crate::drape::{DrapeSettings, Draping, GaveUp, Progress, Watch};
use crate::place::{PlaceError, Placed};
use crate::sew::{SewError, SewnGarment};
use std::time::Instant;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::simulation::Simulation;
use toile_contact::repair::RepairError;
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_geom::names::UnknownName;
use toile_pattern::Garment;
use toile_pattern::mesh::{MeshError, MeshSettings, MeshedGarment};

/// How a garment is dressed.
#[derive(Clone, Debug)]
pub struct DressSettings {
    /// How finely it is meshed.
    pub mesh: MeshSettings,
    /// How it is draped.
    pub drape: DrapeSettings,
    /// What all of it is made of, whatever the garment says.
    pub fabric: Option<Fabric>,
    /// Whether garments are dressed that are far too narrow for the body.
    pub anyway: bool,
}

impl Default for DressSettings {
    /// Edges of 1.5 cm.
    fn default() -> Self {
        Self {
            mesh: MeshSettings::with_edge_length(0.015),
            drape: DrapeSettings::default(),
            fabric: None,
            anyway: false,
        }
    }
}

/// What is being done.
#[derive(Clone, Debug)]
pub enum Stage<'a> {
    /// Pieces are meshed.
    Meshing,
    /// Pieces are placed around the body.
    Placing,
    /// Seams are joined, and the start is taken out of the body and of itself.
    Joining,
    /// Seams close, and the garment comes to rest: how far it is, and the cloth around the body as they are now. The body has what is worn
    /// already after its own vertices, garment after garment as they were put on.
    Draping(&'a Progress, &'a Simulation),
}

/// How long each stage took, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageSeconds {
    /// Meshing.
    pub mesh: f64,
    /// Placing.
    pub place: f64,
    /// Joining and untangling.
    pub sew: f64,
    /// Closing seams and coming to rest.
    pub drape: f64,
}

impl StageSeconds {
    /// Adds what an earlier attempt took.
    pub(crate) fn add(&mut self, other: &Self) {
        self.mesh += other.mesh;
        self.place += other.place;
        self.sew += other.sew;
        self.drape += other.drape;
    }
}

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
    /// Pairs of triangles of the cloth that pass through each other. 0 unless the start could not be untangled.
    pub self_intersections: usize,
    /// Pairs of triangles of cloth and body that pass through each other.
    pub body_intersections: usize,
    /// Such pairs at the start, before and after untangling.
    pub tangled: [usize; 2],
    /// How many steps it took.
    pub steps: usize,
    /// How long it took.
    pub seconds: StageSeconds,
}

/// Why a garment could not be dressed.
#[derive(Debug, thiserror::Error)]
pub enum DressError {
    /// It could not be meshed.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// It could not be placed.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// Its seams could not be joined.
    #[error(transparent)]
    Sew(#[from] SewError),
    /// Its start is not in numbers.
    #[error(transparent)]
    Repair(#[from] RepairError),
    /// Its pieces do not go around the body by far.
    #[error(transparent)]
    TooNarrow(#[from] TooNarrow),
    /// A piece is cut from a fabric that is not known.
    #[error("piece `{piece}`: {error}")]
    Fabric {
        /// The piece.
        piece: String,
        /// Why not.
        error: UnknownName,
    },
}

/// Dresses a body in a garment.
///
/// ```no_run
/// use toile_body::mannequin::Mannequin;
/// use toile_body::measures::BodySize;
/// use toile_dress::{Wearer, DressSettings, dress};
/// use toile_pattern::draft::{Draft, Looseness};
/// use toile_pattern::measures::DraftMeasures;
///
/// let size = BodySize::named("eu-38")?;
/// let body = Wearer::of_measures(size.figure, size.measures())?;
/// let shirt = Draft::named("t-shirt")?;
/// let shirt = shirt.draft(&DraftMeasures::of_size("eu-38")?, Looseness::Regular);
/// let dressed = dress(&shirt, &body, &DressSettings::default(), &mut |_| ())?;
/// assert_eq!(dressed.self_intersections + dressed.body_intersections, 0);
/// toile_io::write_mesh("shirt.obj".as_ref(), &dressed.cloth.mesh().into())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the pattern cannot be meshed, placed or sewn, or is far too narrow. A garment that does not come to rest, or takes too long, is no error:
/// [`Dressed::gave_up`] says why.
pub fn dress(
    garment: &Garment,
    body: &Wearer,
    settings: &DressSettings,
    progress: &mut dyn FnMut(Stage<'_>),
) -> Result<Dressed, DressError> {
    let begin = Instant::now();
    let start = Beginning { garment, body, settings, begin }.untangled(progress)?;
    let Start { meshed, placed, sewn, tangled, slim, mut seconds } = start;

    let clock = Instant::now();
    let mut draping = Draping::new(&sewn, body.mesh(), settings.drape.clone());
    if let Some(slim) = slim {
        draping.grow_from(slim.mesh().positions.clone());
    }
    let mut watch = Watch::new(&settings.drape.patience, begin);
    // A step of what passes through itself may take very long.
    let (mut steps, mut gave_up) = (0, if tangled[1] > 0 { watch.late(0.0) } else { None });
    while !draping.is_done() && gave_up.is_none() {
        match draping.step() {
            Ok(now) => {
                steps += 1;
                gave_up = watch.see(&now, &draping.simulation.cloth);
                progress(Stage::Draping(&now, &draping.simulation));
            }
            Err(error) => gave_up = Some(GaveUp::Stuck { reason: error.to_string() }),
        }
    }
    let at_rest = draping.is_at_rest() && gave_up.is_none();
    let closed = draping.sewn();
    let cloth = draping.into_cloth();
    seconds.drape = clock.elapsed().as_secs_f64();
    let mesh = cloth.mesh();
    Ok(Dressed {
        self_intersections: self_intersections(&mesh).len(),
        body_intersections: mesh_intersections(&mesh, body.mesh()).len(),
        meshed,
        placed,
        sewn,
        cloth,
        closed,
        at_rest,
        gave_up,
        tangled,
        steps,
        seconds,
    })
}
