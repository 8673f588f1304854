//! A scene file that runs, and can be touched.

use super::controls::{dye, fabric, of_cloth, world};
use super::heat::{Shown, quantities};
use super::opener::wardrobe;
use super::report::{contacts, report};
use super::touch::Touch;
use crate::scene::{ClothPart, SceneFile, SceneRun};
use crate::viewing::objects::{corners, mesh_object, positions};
use crate::viewing::{Dye, material};
use glam::DVec3;
use std::ops::Range;
use std::sync::Arc;
use toile_cloth::cloth::MassRule;
use toile_cloth::fabric::Fabric;
use toile_cloth::run::Run;
use toile_cloth::simulation::Guide;
use toile_cloth::state::State;
use toile_cloth::stretch::{RestEdge, rest_edges};
use toile_contact::obstacle::{Obstacle, ObstacleShape};
use toile_dress::fit::FitQuantity;
use toile_geom::TriMesh;
use toile_look::Color;
use toile_look::palette::{CLOTH_COLORS, SOLID_COLOR};
use toile_view::live::{Applied, Gesture, Heat, Live, LiveReport, Needle, Offer, Value};
use toile_view::scene::{Mesh, Object, ObjectKind, ViewMaterial, ViewScene};

/// A scene that runs.
pub(super) struct LiveScene {
    description: SceneFile,
    run: Run,
    /// The vertices, the triangles and the cuts of each cloth.
    parts: Vec<Part>,
    fabrics: Vec<Fabric>,
    dyes: Vec<Dye>,
    is_recut: bool,
    first: (State, Vec<bool>, Vec<Guide>),
    touch: Touch,
    kept: world::Chosen,
    edges: Vec<RestEdge>,
    objects: Vec<Object>,
    heat: Option<Shown>,
    offer: Arc<Offer>,
    title: String,
}

struct Part {
    vertices: Range<usize>,
    first_triangle: usize,
    cuts: Range<usize>,
}

impl LiveScene {
    pub(super) fn new(title: String, description: SceneFile, dyes: &[Dye]) -> Result<Self, String> {
        // A run also puts layers right at the start.
        let SceneRun { run, scene: description, .. } =
            SceneRun::new(description).map_err(|error| error.to_string())?;
        let simulation = &run.simulation;
        let (mut parts, mut objects, mut fabrics) = (Vec::new(), Vec::new(), Vec::new());
        let (mut vertex, mut triangle, mut cut) = (0, 0, 0);
        let corners = corners(&simulation.cloth);
        for (n, cloth) in description.cloths.iter().enumerate() {
            let (vertices, cuts) = (cloth.mesh.positions.len(), cloth.fabrics.len());
            parts.push(Part {
                vertices: vertex..vertex + vertices,
                first_triangle: triangle,
                cuts: cut..cut + cuts,
            });
            let triangles = triangle..triangle + cloth.mesh.triangles.len();
            objects.push(cloth_object(n, cloth, corners[triangles].to_vec()));
            fabrics.push(cloth.fabrics[0].fabric.clone());
            vertex += vertices;
            triangle += cloth.mesh.triangles.len();
            cut += cuts;
        }
        objects.extend(description.colliders.iter().filter_map(|solid| seen(&solid.obstacle)));
        let mut live = Self {
            first: (
                simulation.cloth.state.clone(),
                simulation.cloth.pinned.clone(),
                simulation.guides.clone(),
            ),
            touch: Touch::new(simulation),
            kept: world::Chosen::of(simulation, &description.solver.method),
            edges: rest_edges(&simulation.cloth),
            is_recut: false,
            heat: None,
            offer: Arc::default(),
            description,
            run,
            parts,
            dyes: (0..fabrics.len()).map(|n| Dye::nth(dyes, n)).collect(),
            fabrics,
            objects,
            title,
        };
        (0..live.fabrics.len()).for_each(|cloth| live.renew_look(cloth));
        live.renew_offer();
        Ok(live)
    }

    fn renew_offer(&mut self) {
        let mut controls = world::controls(&self.run.simulation, &self.kept);
        for (object, fabric) in self.fabrics.iter().enumerate() {
            controls.extend(of_cloth(object, fabric, &self.dyes[object], color_of(object)));
        }
        let offer = Offer {
            title: self.title.clone(),
            controls,
            quantities: quantities(false),
            can_touch: true,
            wardrobe: wardrobe(),
            ..Offer::default()
        };
        self.offer = Arc::new(offer);
    }

    /// What a cloth looks like, by its fabric and its dye.
    fn renew_look(&mut self, cloth: usize) {
        let look = &mut self.objects[cloth].material;
        *look = material(&self.fabrics[cloth], color_of(cloth));
        self.dyes[cloth].apply(look);
    }

    fn ranges(&self) -> Vec<Range<usize>> {
        self.parts.iter().map(|part| part.vertices.clone()).collect()
    }

    /// Takes the positions over into the objects that are seen.
    fn renew_positions(&mut self) {
        let all = &self.run.simulation.cloth.state.positions;
        for (object, part) in self.objects.iter_mut().zip(&self.parts) {
            object.positions = positions(&all[part.vertices.clone()]);
        }
    }

    fn renew_heat(&mut self, quantity: Option<FitQuantity>) {
        let ranges = self.ranges();
        self.heat = quantity.map(|quantity| {
            Shown::of(quantity, &self.run.simulation.cloth, None, self.run.simulation.world.gravity, &ranges)
        });
    }

    fn recut(&mut self) {
        if std::mem::take(&mut self.is_recut) {
            let of = |cut: usize| self.parts.iter().position(|part| part.cuts.start == cut);
            let fabric = |cut: usize| of(cut).map(|part| self.fabrics[part].clone());
            self.run.simulation.cloth.set_fabrics(fabric, MassRule::OfRest);
        }
    }
}

/// The colour of a cloth.
fn color_of(cloth: usize) -> Color {
    Color::hex(CLOTH_COLORS[cloth % CLOTH_COLORS.len()])
}

/// One of the cloths; `corners` says where those of its triangles lie on the fabric.
fn cloth_object(number: usize, cloth: &ClothPart, corners: Vec<[[f32; 2]; 3]>) -> Object {
    let name = if cloth.name.is_empty() { format!("cloth {}", number + 1) } else { cloth.name.clone() };
    let look = cloth.fabrics.first().map(|cut| material(&cut.fabric, color_of(number))).unwrap_or_default();
    let mesh = Mesh { triangles: cloth.mesh.triangles.clone(), corners, ..Mesh::default() };
    Object { mesh: Arc::new(mesh), ..mesh_object(name, ObjectKind::Cloth, &cloth.mesh, look) }
}

fn solid_object(name: &str, mesh: &TriMesh) -> Object {
    let color = Color::hex(SOLID_COLOR).0.to_array();
    mesh_object(
        name,
        ObjectKind::Solid,
        mesh,
        ViewMaterial { color, inside: color, roughness: 0.6, ..ViewMaterial::default() },
    )
}

/// What is seen of something solid at the start.
fn seen(solid: &Obstacle) -> Option<Object> {
    let name = if solid.solid_mesh().is_some() { "solid" } else { "ball" };
    Some(solid_object(name, &solid.visible_mesh(0.0)?))
}

/// Where the vertices of something solid are at a time, if it moves.
fn moved(solid: &Obstacle, time: f64) -> Option<Arc<Vec<[f32; 3]>>> {
    if solid.is_still() { None } else { Some(positions(&solid.visible_mesh(time)?.positions)) }
}

impl Live for LiveScene {
    fn offer(&self) -> Arc<Offer> {
        self.offer.clone()
    }

    fn scene(&self) -> ViewScene {
        let mut objects = self.objects.clone();
        let (cloths, solids) = objects.split_at_mut(self.parts.len());
        for (k, object) in cloths.iter_mut().enumerate() {
            object.values = self.heat.as_ref().and_then(|heat| heat.values(k));
        }
        let is_plane = |solid: &Obstacle| matches!(solid.shape, ObstacleShape::Plane(_));
        let seen = self.description.colliders.iter().map(|solid| &solid.obstacle);
        for (object, solid) in solids.iter_mut().zip(seen.filter(|solid| !is_plane(solid))) {
            if let Some(places) = moved(solid, self.time()) {
                object.positions = places;
            }
        }
        ViewScene { objects, ..ViewScene::default() }
    }

    fn time(&self) -> f64 {
        self.run.simulation.world.time
    }

    fn step_time(&self) -> f64 {
        self.description.step_time()
    }

    fn step(&mut self) -> Result<LiveReport, String> {
        self.recut();
        self.touch.apply(&mut self.run.simulation, &self.description.grabs);
        let step = self.run.step().map_err(|error| error.to_string())?;
        self.renew_positions();
        if let Some(heat) = &self.heat {
            self.renew_heat(Some(heat.quantity()));
        }
        Ok(report(&step.report, &self.run.simulation, &self.edges))
    }

    fn is_at_rest(&self) -> bool {
        // What is led or blown at moves again.
        let driven = !self.run.simulation.guides.is_empty() && self.time() < 600.0
            || self.run.simulation.world.wind.velocity != DVec3::ZERO;
        self.run.rest.is_reached()
            && !driven
            && !self.touch.is_pulling()
            && !self.is_recut
            && self.time() > 0.2
    }

    fn reset(&mut self) {
        let (state, held, guides) = self.first.clone();
        self.run.simulation.cloth.state = state;
        self.run.simulation.cloth.pinned = held;
        self.run.simulation.guides = guides;
        self.run.simulation.world.time = 0.0;
        self.run.simulation.contacts = toile_cloth::contact::ContactPipeline::default();
        self.renew_positions();
        self.touch = Touch::new(&self.run.simulation);
        self.run.wake();
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<Applied, String> {
        if let Some((object, name)) = fabric::split(key) {
            let now = self.fabrics.get(object).ok_or("there is no such cloth")?;
            if let Some(dye) = dye::set(&self.dyes[object], name, value)? {
                self.dyes[object] = dye;
            } else {
                self.fabrics[object] = fabric::set(now, name, value)?;
                self.is_recut = true;
            }
            self.renew_look(object);
        } else if !world::set(&mut self.run.simulation, &mut self.kept, key, value)? {
            return Err(format!("there is no control `{key}`"));
        }
        self.run.wake();
        self.renew_offer();
        Ok(Applied::Done)
    }

    fn touch(&mut self, gesture: Gesture) {
        let firsts: Vec<usize> = self.parts.iter().map(|part| part.first_triangle).collect();
        self.touch.take(&mut self.run.simulation, gesture, &firsts);
        self.run.wake();
    }

    fn grabbed(&self) -> Option<[[f32; 3]; 2]> {
        self.touch.grabbed(&self.run.simulation)
    }

    fn needles(&self) -> Vec<Needle> {
        self.touch.needles(&self.run.simulation)
    }

    fn show(&mut self, quantity: Option<&str>) {
        self.renew_heat(quantity.and_then(|name| FitQuantity::named(name).ok()));
    }

    fn contacts(&self) -> Vec<[f32; 3]> {
        contacts(&self.run.simulation)
    }

    fn heat(&self) -> Option<Heat> {
        self.heat.as_ref().map(Shown::heat)
    }
}
