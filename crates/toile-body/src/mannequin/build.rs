//! From measures to a mesh.

use super::anatomy::{Anatomy, Joints};
use super::blend::Field;
use super::extract::extract;
use super::fit;
use super::free::free;
use super::places::tape_places;
use super::remesh::remesh;
use super::touch_up::touch_up;
use super::{Pose, blend::mirror};
use crate::measures::{Figure, Measure, Measures};
use glam::DVec3;
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// What a mannequin is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Mannequin {
    /// Whose proportions.
    pub figure: Figure,
    /// The asked measures.
    pub measures: Measures,
    /// How it stands.
    pub pose: Pose,
}

/// A mannequin's mesh and what is known about it from its making.
#[derive(Clone, Debug)]
pub struct BuiltMannequin {
    /// The skin: closed, free of self-intersections.
    pub mesh: TriMesh,
    anatomy: Anatomy,
}

impl BuiltMannequin {
    /// The joints in the middle of limbs and trunk by name, such as `left_elbow`; where skeletons and landmarks start from.
    pub fn joints(&self) -> Vec<(String, DVec3)> {
        let j = self.anatomy.joints();
        let middle = [
            ("pelvis", j.pelvis),
            ("waist", j.waist),
            ("chest", j.chest),
            ("neck", j.neck),
            ("head", j.head),
            ("head_top", j.head_top),
        ];
        let sides = [
            ("hip", j.hip),
            ("knee", j.knee),
            ("ankle", j.ankle),
            ("toe", j.toe),
            ("shoulder", j.shoulder),
            ("elbow", j.elbow),
            ("wrist", j.wrist),
            ("knuckles", j.knuckles),
        ];
        let mut joints: Vec<(String, DVec3)> = middle.map(|(name, p)| (name.to_owned(), p)).into();
        for (name, p) in sides {
            joints.push((format!("left_{name}"), p));
            joints.push((format!("right_{name}"), mirror(p)));
        }
        joints
    }
}

/// Why a mannequin could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MannequinError {
    /// A measure is not a length that a body can have.
    #[error("{} of {:.1} cm is outside of what a body can have ({:.0} to {:.0} cm)", .measure.name(), 100.0 * .metres, 100.0 * .range[0], 100.0 * .range[1])]
    OutOfRange {
        /// The measure.
        measure: Measure,
        /// What was asked.
        metres: f64,
        /// What is possible.
        range: [f64; 2],
    },
    /// Heights that must lie above each other do not.
    #[error("{} must be smaller than {}", .lower.name(), .upper.name())]
    OutOfOrder {
        /// The measure that must be smaller.
        lower: Measure,
        /// The measure that must be larger.
        upper: Measure,
    },
    /// The measures contradict each other so much that no clean surface came out.
    #[error("these measures give no clean surface: they contradict each other")]
    NoSurface,
}

impl Mannequin {
    /// A mannequin in the pose for dressing.
    pub fn new(figure: Figure, measures: Measures) -> Self {
        Self { figure, measures, pose: Pose::default() }
    }

    /// The same mannequin in another pose.
    #[must_use]
    pub fn in_pose(mut self, pose: Pose) -> Self {
        self.pose = pose;
        self
    }

    /// Makes the body.
    ///
    /// # Errors
    ///
    /// If a measure is out of range or the measures contradict each other.
    pub fn build(&self) -> Result<BuiltMannequin, MannequinError> {
        self.check()?;
        let (anatomy, field) = self.fitted();
        let joints = anatomy.joints();
        let mesh = surface(&field, &anatomy, &joints).ok_or(MannequinError::NoSurface)?;
        Ok(BuiltMannequin { mesh, anatomy })
    }

    /// The shapes, scaled so that the tape shows the asked girths.
    fn fitted(&self) -> (Anatomy, Field) {
        // Hanging arms hide the waist from the finder: such a mannequin is fitted with its arms away from its body.
        let pose = if self.pose == Pose::Standing { Pose::A } else { self.pose };
        let mut anatomy = Anatomy::new(self.figure, self.measures, pose);
        let mut field = fit::fit(&mut anatomy, Anatomy::tape_levels, ROUGH_ROUNDS);
        let mut before: Vec<fit::Level> = Vec::new();
        for _ in 0..PLACINGS {
            let Some(mut places) = tape_places(&field, &anatomy, &anatomy.joints()) else { break };
            if before.len() == places.len() && before.iter().zip(&places).all(|(a, b)| a.is_near(b)) {
                break;
            }
            // Where a place moves with the shape, going half of the way keeps it from swinging to and fro.
            for (place, old) in places.iter_mut().zip(&before).filter(|(place, old)| place.girth == old.girth)
            {
                place.center = place.center.midpoint(old.center);
            }
            anatomy.tape_at(&places);
            field = fit::fit(&mut anatomy, |_| places.clone(), FITTING_ROUNDS);
            before = places;
        }
        if self.pose != pose {
            anatomy.pose = self.pose;
            field = anatomy.field();
        }
        (anatomy, field)
    }

    /// Every measure within half and twice the typical one, and heights in their order.
    fn check(&self) -> Result<(), MannequinError> {
        let typical = Measures::typical(self.figure);
        for &measure in Measure::ALL {
            let range = [0.5, 2.0].map(|factor| factor * typical.get(measure));
            let metres = self.measures.get(measure);
            if !(range[0]..=range[1]).contains(&metres) {
                return Err(MannequinError::OutOfRange { measure, metres, range });
            }
        }
        let rising = [
            Measure::KneeHeight,
            Measure::InsideLegHeight,
            Measure::HipHeight,
            Measure::WaistHeight,
            Measure::BustHeight,
            Measure::CervicaleHeight,
            Measure::Height,
        ];
        for pair in rising.windows(2) {
            if self.measures.get(pair[0]) + 0.02 > self.measures.get(pair[1]) {
                return Err(MannequinError::OutOfOrder { lower: pair[0], upper: pair[1] });
            }
        }
        Ok(())
    }
}

/// How often girths are adjusted at most before the finder knows where to take them, and after.
const ROUGH_ROUNDS: usize = 5;
const FITTING_ROUNDS: usize = 10;
/// How often the finder is asked at most where the tape goes, and the girths are fitted there.
const PLACINGS: usize = 4;

/// Offsets of the grid in cells: if one grid gives an edge shared by more than two triangles, the next will not.
const OFFSETS: [DVec3; 4] =
    [DVec3::ZERO, DVec3::new(0.37, 0.61, 0.23), DVec3::new(0.71, 0.29, 0.53), DVec3::new(0.13, 0.83, 0.79)];

fn surface(field: &Field, anatomy: &Anatomy, joints: &Joints) -> Option<TriMesh> {
    let size = anatomy.stature();
    for offset in OFFSETS {
        let Some(mut mesh) = extract(field, joints.waist, 0.0095 * size, offset) else { continue };
        if !Topology::new(&mesh).surface().is_closed_manifold() {
            continue;
        }
        remesh(&mut mesh, field, |p| edge_length(anatomy, joints, p));
        stand_on_floor(&mut mesh, anatomy.measures.height);
        touch_up(&mut mesh, &anatomy.measures);
        if !free(&mut mesh) {
            continue;
        }
        return Some(mesh);
    }
    None
}

/// The wanted length of edges: finer at hands, feet and face than on the trunk.
fn edge_length(anatomy: &Anatomy, joints: &Joints, p: DVec3) -> f64 {
    let size = anatomy.stature();
    let p = if p.x < 0.0 { mirror(p) } else { p };
    let near = |center: DVec3, radius: f64, fine: f64| {
        let t = ((p.distance(center) / size - radius) / 0.10).clamp(0.0, 1.0);
        fine + (0.0195 - fine) * t
    };
    let hand = near(joints.knuckles, 0.105, 0.0058);
    let foot = near(joints.toe, 0.09, 0.0085);
    let face = near(joints.head + DVec3::new(0.0, 0.06, 0.09) * size, 0.06, 0.0095);
    let crotch = near(DVec3::new(0.0, anatomy.measures.inside_leg_height, 0.0), 0.05, 0.0095);
    hand.min(foot).min(face).min(crotch) * size
}

/// Scales the last fraction of a millimetre so that the soles are at zero and the top of the head at the asked height.
fn stand_on_floor(mesh: &mut TriMesh, height: f64) {
    let bounds = mesh.bounds();
    let scale = height / (bounds.max.y - bounds.min.y);
    for p in &mut mesh.positions {
        p.y = (p.y - bounds.min.y) * scale;
    }
}
