//! Where a garment begins: its pieces placed, joined, and taken out of the body and of each other.

use super::error::GarmentError;
use super::settings::DressSettings;
use super::stage::{DressStage, StageSeconds, timed};
use super::too_coarse::too_coarse;
use super::too_narrow::too_narrow;
use crate::body::Wearer;
use crate::place::{Placed, place_within};
use crate::sew::{PieceFabrics, SewnGarment, lift, sew, turn_flaps, untangle};
use glam::DVec3;
use toile_body::segments::Segment;
use toile_geom::TriMesh;
use toile_geom::allowance::{Allowance, Deadline};
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_pattern::Garment;
use toile_pattern::mesh::{MeshSettings, MeshedGarment, mesh_within};

/// Where a start stays tangled, meshes with edges of these parts of the wanted length are tried: which triangles cross is a matter of chance, and what
/// cannot be untangled with one mesh can with another.
const OTHER_EDGES: [f64; 3] = [0.95, 1.05, 0.9];

/// The least time that finding a start has, in seconds after dressing began.
const LEAST_TIME: f64 = 20.0;
/// The least memory that draping takes for each triangle, in bytes.
const BYTES_OF_TRIANGLE: f64 = 8e3;

/// A garment that is to be dressed.
pub(crate) struct Undressed<'a> {
    /// The garment as cut.
    pub(crate) garment: &'a Garment,
    /// What it is made of where neither the pattern nor the settings say it.
    pub(crate) usual_fabric: &'a str,
    pub(crate) body: &'a Wearer,
    pub(crate) settings: &'a DressSettings,
    /// What dressing it may take.
    pub(crate) allowance: Allowance,
}

/// A garment that is meshed, placed and joined.
pub(crate) struct Start {
    pub(crate) meshed: MeshedGarment,
    pub(crate) placed: Placed,
    pub(crate) sewn: SewnGarment,
    /// How many pairs of triangles crossed before and after untangling.
    pub(crate) tangled: [usize; 2],
    /// The slim body that it is around, if it is.
    pub(crate) slim: Option<Wearer>,
    /// How long it took, with all that was tried.
    pub(crate) seconds: StageSeconds,
}

impl Undressed<'_> {
    /// Begins with edges as they are wished, and with others if the start stays tangled.
    pub(crate) fn start(&self, progress: &mut dyn FnMut(DressStage)) -> Result<Start, GarmentError> {
        let wished = MeshSettings { thickness: self.settings.drape.usual_distance(), ..self.settings.mesh };
        let mut best = self.with_edges(&wished, progress)?;
        for part in OTHER_EDGES {
            if best.tangled[1] == 0 || self.allowance.check().is_err() {
                break;
            }
            let edges = MeshSettings { edge_length: part * wished.edge_length, ..wished };
            let mut other = match self.with_edges(&edges, progress) {
                // What there is already is better than nothing.
                Err(error) if error.spent().is_some() => break,
                // Longer edges may be too long for a cuff.
                Err(_) => continue,
                Ok(other) => other,
            };
            other.seconds.add(&best.seconds);
            let is_better = other.tangled[1] < best.tangled[1];
            best = if is_better { other } else { Start { seconds: other.seconds, ..best } };
        }
        Ok(best)
    }

    /// Meshes, places and joins the garment.
    fn with_edges(
        &self,
        edges: &MeshSettings,
        progress: &mut dyn FnMut(DressStage),
    ) -> Result<Start, GarmentError> {
        let mut seconds = StageSeconds::default();
        let allowance = self.allowance_for_start();
        progress(DressStage::Meshing);
        let meshed = timed(&mut seconds.mesh, || mesh_within(self.garment.clone(), edges, &allowance))?;
        allowance.check_room(meshed.triangle_count() as f64 * BYTES_OF_TRIANGLE)?;
        progress(DressStage::Placing);
        let (placed, slim) = timed(&mut seconds.place, || self.placed(&meshed, &allowance))?;
        allowance.check()?;
        progress(DressStage::Joining);
        let start = timed(&mut seconds.sew, || self.joined(meshed, placed, slim))?;
        Ok(Start { seconds, ..start })
    }

    /// What finding a start may take: without one there is nothing to show, so that it has some time however short that of dressing is.
    fn allowance_for_start(&self) -> Allowance {
        let deadline = self.allowance.deadline.clone().no_sooner_than(LEAST_TIME);
        Allowance { deadline, ..self.allowance.clone() }
    }

    /// Lays the pieces around the body, or around its slim form where they have to go over a hand or the head.
    fn placed(
        &self,
        meshed: &MeshedGarment,
        allowance: &Allowance,
    ) -> Result<(Placed, Option<Wearer>), GarmentError> {
        let body = self.body;
        let mut placed = place_within(meshed, body, allowance)?;
        let is_slim = has_long_sleeves(&placed, body) || goes_around_the_neck(&placed);
        let slim = if is_slim { body.slim().cloned() } else { None };
        if let Some(slim) = &slim {
            placed = place_within(meshed, slim, allowance)?;
        }
        match too_narrow(meshed, &placed, body).filter(|_| !self.settings.force) {
            Some(narrow) => Err(narrow.into()),
            None => Ok((placed, slim)),
        }
    }

    /// Joins the pieces. Where they stay tangled around the body, they are joined around its slim form if that helps.
    fn joined(
        &self,
        meshed: MeshedGarment,
        mut placed: Placed,
        mut slim: Option<Wearer>,
    ) -> Result<Start, GarmentError> {
        let wished = self.settings.fabric.as_ref();
        let fabrics = PieceFabrics::of_garment(&meshed.garment, wished, self.usual_fabric)?;
        let (mut sewn, mut tangled) = self.join(&meshed, &placed, slim.as_ref(), &fabrics)?;
        if tangled[1] > 0 && slim.is_none() {
            // Short sleeves that are hardly wider than the arms begin clear of slim ones.
            if let Some(other) = self.body.slim() {
                let around = place_within(&meshed, other, &self.allowance_for_start())?;
                let joined = self.join(&meshed, &around, Some(other), &fabrics)?;
                if joined.1[1] < tangled[1] {
                    ((sewn, tangled), placed, slim) = (joined, around, Some(other.clone()));
                }
            }
        }
        Ok(Start { meshed, placed, sewn, tangled, slim, seconds: StageSeconds::default() })
    }

    /// Sews a placed garment, and takes it out of the body, which is slim or not, and of itself. Returns how many pairs of triangles crossed before
    /// and after, too.
    fn join(
        &self,
        meshed: &MeshedGarment,
        placed: &Placed,
        slim: Option<&Wearer>,
        fabrics: &[PieceFabrics],
    ) -> Result<(SewnGarment, [usize; 2]), GarmentError> {
        let mut sewn = sew(meshed, placed, fabrics)?;
        if let Some(coarse) = too_coarse(meshed, &sewn).filter(|_| !self.settings.force) {
            return Err(coarse.into());
        }
        turn_flaps(&mut sewn, slim.unwrap_or(self.body).mesh());
        let thickness = self.settings.drape.usual_distance();
        let deadline = self.allowance_for_start().deadline;
        let tangled = begin_clear(&mut sewn, slim.unwrap_or(self.body), thickness, deadline)?;
        Ok((sewn, tangled))
    }
}

/// Whether a piece around an arm reaches below its elbow.
fn has_long_sleeves(placed: &Placed, body: &Wearer) -> bool {
    [(Segment::LeftArm, "left"), (Segment::RightArm, "right")].into_iter().any(|(segment, side)| {
        let at = |name: &str| body.landmarks().position(&format!("{side}_{name}_center"));
        let (Some(elbow), Some(wrist)) = (at("elbow"), at("wrist")) else { return false };
        let below = |p: &DVec3| (*p - elbow).dot(wrist - elbow) > 0.0;
        placed.pieces.iter().any(|piece| piece.segment == segment && piece.positions.iter().any(below))
    })
}

/// Whether a piece is a collar or a band around the neck.
fn goes_around_the_neck(placed: &Placed) -> bool {
    placed.pieces.iter().any(|piece| piece.segment == Segment::Neck)
}

/// Takes the start out of the body and of itself. Returns how many pairs of triangles crossed before and after.
fn begin_clear(
    sewn: &mut SewnGarment,
    body: &Wearer,
    thickness: f64,
    deadline: Deadline,
) -> Result<[usize; 2], GarmentError> {
    let start = sewn.cloth.mesh();
    let before = crossings(&start, body.mesh());
    if before == 0 {
        return Ok([0, 0]);
    }
    lift(sewn, body, &deadline);
    let mut positions = sewn.cloth.state.positions.clone();
    let report = untangle(&mut positions, &sewn.cloth.triangles, body.mesh(), thickness, deadline)?;
    sewn.begin_at(positions);
    Ok([before, report.intersections_after])
}

fn crossings(cloth: &TriMesh, body: &TriMesh) -> usize {
    self_intersections(cloth).len() + mesh_intersections(cloth, body).len()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A panic is how a test fails.
mod tests {
    use super::*;
    use toile_pattern::draft::{Draft, Looseness};

    /// With edges of 2.8 cm this tight pullover crosses itself in a way that is not untangled; draped so, it would end in shreds.
    #[test]
    fn a_start_that_stays_tangled_is_meshed_otherwise() {
        let body = Wearer::open("eu-38").unwrap();
        let cut = Draft::named("pullover").unwrap().draft(body.measures(), Looseness::Slim).whole();
        let mesh = MeshSettings::with_edge_length(0.028);
        let pullover = Undressed {
            garment: &cut,
            usual_fabric: "jersey",
            body: &body,
            settings: &DressSettings { mesh, ..DressSettings::default() },
            allowance: Allowance::UNLIMITED,
        };
        let first = pullover.with_edges(&mesh, &mut |_| ()).unwrap();
        let best = pullover.start(&mut |_| ()).unwrap();
        assert!(first.tangled[1] > 0, "this test needs a pullover that is tangled at first");
        assert_eq!(best.tangled[1], 0);
        assert!(best.meshed != first.meshed);
    }
}
