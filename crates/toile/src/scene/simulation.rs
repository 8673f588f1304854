//! From a [`SceneFile`] to a simulation: all cloths join into one.

use super::cloth_part::ClothPart;
use super::description::SceneFile;
use super::layer_settings::LayerSettings;
use super::solid::Solid;
use glam::DVec2;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::FabricCut;
use toile_cloth::layer_order::LayerOrder;
use toile_cloth::rest::{DegenerateTriangle, RestShape};
use toile_cloth::simulation::{Guide, Simulation};
use toile_cloth::solver::Solver;
use toile_cloth::strain_limit::StrainLimit;
use toile_cloth::world::World;
use toile_contact::layers::LayerError;
use toile_contact::obstacle::field::FieldError;
use toile_contact::repair::RepairError;
use toile_geom::TriMesh;
use toile_geom::allowance::{Allowance, MemoryLimit};
use toile_geom::names::UnknownName;

/// Why a scene cannot be simulated.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A triangle has no area.
    #[error(transparent)]
    Flat(#[from] DegenerateTriangle),
    /// The layers make no sense.
    #[error("layers: {0}")]
    Layers(#[from] LayerError),
    /// The start cannot be repaired.
    #[error(transparent)]
    Repair(#[from] RepairError),
    /// There is no such method.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// A distance field cannot be made.
    #[error("the distance field of a collider: {0}")]
    Field(#[from] FieldError),
    /// Cloth is finer than it can be simulated.
    #[error(
        "cloth {0} has edges of {edge:.2} mm; edges from {LEAST_EDGE} mm on can be simulated: give it fewer cells, or a coarser mesh",
        edge = 1e3 * .1
    )]
    TooFine(usize, f64),
    /// Cloth is kept farther from itself than its triangles are large.
    #[error(
        "cloth is kept {:.2} mm from itself, but cloth {cloth} has edges of {:.2} mm; write a `thickness` of {:.2} mm or less in [contact], or give it \
         fewer cells",
        1e3 * .thickness,
        1e3 * .edge,
        1e3 * THICKEST * .edge
    )]
    TooThick {
        /// The number of the cloth in the scene, counted from 1.
        cloth: usize,
        /// How long its edges are, in metres.
        edge: f64,
        /// How far cloth is kept from itself, in metres.
        thickness: f64,
    },
    /// There are more fabrics than a cloth can have.
    #[error("the scene has {0} different cuts of fabric, and one cloth can have 65536; use fewer regions")]
    TooManyFabrics(usize),
}

/// Cloth of shorter edges than this, in millimetres, does not get as stiff as it is in any number of iterations.
const LEAST_EDGE: f64 = 0.45;
/// How many edges cloth may be kept from itself: within that distance all is close to all, and lists grow with its square.
const THICKEST: f64 = 5.0;

impl SceneFile {
    /// The simulation of the scene, in its first state.
    ///
    /// # Errors
    /// If a triangle has no area or the method is not known, which do not happen to a scene that was read from a file, or if cloth is too fine.
    pub fn simulation(&self) -> Result<Simulation, BuildError> {
        self.check_edges()?;
        let mut cloth = self.cloth()?;
        cloth.threads.clone_from(&self.threads);
        cloth.grabs.clone_from(&self.grabs);
        let mut guides = Vec::new();
        for pin in &self.pins {
            for &vertex in &pin.vertices {
                cloth.pinned[vertex as usize] = true;
                if !pin.path.is_empty() {
                    let start = cloth.state.positions[vertex as usize];
                    let path = pin.path.iter().map(|&(time, moved)| (time, start + moved)).collect();
                    guides.push(Guide { vertex, path });
                }
            }
        }
        let mut world = World {
            gravity: self.world.gravity,
            air: self.world.air,
            wind: self.world.wind,
            obstacle_thickness: self.world.thickness,
            obstacles: self.colliders.iter().map(Solid::built).collect::<Result<_, _>>()?,
            cloth_contact: self.contact,
            response: self.response,
            pair_friction: self.pair_friction.clone(),
            ..World::default()
        };
        if self.counts_thickness {
            world.count_thickness(&cloth.fabrics);
        }
        let solver = <dyn Solver>::named(&self.solver.method, &self.solver.settings)?;
        if self.solver.creases {
            cloth.remember_bending();
        }
        let strain_limit = self
            .solver
            .stretch_limit
            .map(|limit| StrainLimit { most: 1.0 + limit, ..StrainLimit::default() });
        let layers = self.layer_order(&cloth, &world)?;
        Ok(Simulation {
            guides,
            strain_limit,
            layers,
            recovers: self.repair,
            allowance: Allowance { memory: MemoryLimit::of_machine(), ..Allowance::UNLIMITED },
            ..Simulation::new(cloth, world, solver)
        })
    }

    /// Refuses cloth that is finer than it can be simulated, or than it is kept from itself.
    fn check_edges(&self) -> Result<(), BuildError> {
        for (number, part) in self.cloths.iter().enumerate() {
            let Some(edge) = usual_edge(&part.rest) else { continue };
            if 1e3 * edge < LEAST_EDGE {
                return Err(BuildError::TooFine(number + 1, edge));
            }
            if let Some(contact) = self.contact.filter(|contact| contact.thickness > THICKEST * edge) {
                return Err(BuildError::TooThick { cloth: number + 1, edge, thickness: contact.thickness });
            }
        }
        Ok(())
    }

    /// Which cloth lies outside of which, if the scene says anything of it.
    fn layer_order(&self, cloth: &Cloth, world: &World) -> Result<Option<LayerOrder>, LayerError> {
        let LayerSettings { find, outside, changes } = &self.layers;
        let numbers: Vec<Option<i32>> = self.cloths.iter().map(|part| part.layer).collect();
        if !find && changes.is_empty() && numbers.iter().all(Option::is_none) {
            return Ok(None);
        }
        let piece = |(part, piece): (&ClothPart, u32)| vec![piece; part.mesh.positions.len()];
        let pieces: Vec<u32> = self.cloths.iter().zip(0..).flat_map(piece).collect();
        let order = if *find {
            LayerOrder::find(cloth, world, pieces, *outside)?.0
        } else {
            LayerOrder::new(pieces, numbers, *outside)
        };
        Ok(Some(LayerOrder { changes: changes.clone(), ..order }))
    }

    /// All cloths as one.
    fn cloth(&self) -> Result<Cloth, BuildError> {
        let mut mesh = TriMesh::default();
        let mut rest = RestShape::default();
        let mut fabrics: Vec<FabricCut> = Vec::new();
        let mut fabric_of: Vec<usize> = Vec::new();
        for part in &self.cloths {
            fabric_of.extend(part.fabric_of.iter().map(|&cut| fabrics.len() + usize::from(cut)));
            mesh.append(&part.mesh);
            rest.corners.extend_from_slice(&part.rest.corners);
            fabrics.extend_from_slice(&part.fabrics);
        }
        let count = fabrics.len();
        let numbers: Option<Vec<u16>> = fabric_of.into_iter().map(|cut| u16::try_from(cut).ok()).collect();
        let numbers = numbers.ok_or(BuildError::TooManyFabrics(count))?;
        Ok(Cloth::of_cuts(&mesh, rest, fabrics, |t| numbers[t])?)
    }

    /// The length of a step in seconds.
    pub fn step_time(&self) -> f64 {
        1.0 / (self.solver.fps * self.solver.steps as f64)
    }
}

/// The length of the shortest edge of most triangles, in metres; none if there are none. A few slivers do not make a mesh fine.
fn usual_edge(rest: &RestShape) -> Option<f64> {
    let shortest = |[a, b, c]: &[DVec2; 3]| a.distance(*b).min(b.distance(*c)).min(c.distance(*a));
    let mut edges: Vec<f64> = rest.corners.iter().map(shortest).collect();
    let middle = edges.len() / 2;
    (!edges.is_empty()).then(|| *edges.select_nth_unstable_by(middle, f64::total_cmp).1)
}
