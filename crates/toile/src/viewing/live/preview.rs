//! What can be seen of an outfit while it is sewn.

use super::outfit::color_of;
use crate::viewing::objects::{body_object, cloth_object, positions};
use crate::viewing::{Dye, material};
use glam::DVec3;
use std::sync::Arc;
use toile_cloth::fabric::Fabric;
use toile_cloth::simulation::Simulation;
use toile_dress::Progress;
use toile_dress::ontology::Order;
use toile_geom::TriMesh;
use toile_view::scene::{Object, ViewScene};

/// What a garment is called and looks like.
#[derive(Clone, Debug)]
pub(super) struct GarmentLook {
    pub(super) name: String,
    /// What it is made of, if that was chosen by hand.
    pub(super) fabric: Option<Fabric>,
    pub(super) dye: Dye,
}

/// An outfit on its way: the body, what it wears already, and what is being sewn.
pub(super) struct Preview {
    garments: Vec<GarmentLook>,
    /// The garments from inside to outside.
    sequence: Vec<usize>,
    body: Object,
    /// The skin at its own size: it is slim while sleeves and collars are sewn around it.
    skin: Arc<Vec<[f32; 3]>>,
    /// What was begun, in the order in which it is put on.
    worn: Vec<(usize, Object)>,
}

impl Preview {
    /// A body that wears nothing yet.
    pub(super) fn new(body: &TriMesh, garments: Vec<GarmentLook>, order: &Order) -> Self {
        let body = body_object(body);
        let skin = body.positions.clone();
        Self { garments, sequence: order.sequence.clone(), body, skin, worn: Vec::new() }
    }

    /// What is seen now.
    pub(super) fn scene(&self) -> ViewScene {
        let mut objects: Vec<Object> = self.worn.iter().map(|(_, object)| object.clone()).collect();
        objects.push(self.body.clone());
        ViewScene { objects, ..ViewScene::default() }
    }

    /// Sees how far dressing is.
    pub(super) fn see(&mut self, now: &Progress<'_>) {
        match (now.garment, now.simulation) {
            (Some(number), Some(simulation)) => {
                self.sew(number, simulation);
                self.follow_skin(simulation);
            }
            (None, Some(simulation)) => self.settle(&simulation.cloth.state.positions),
            _ => self.body.positions = self.skin.clone(),
        }
    }

    fn sew(&mut self, number: usize, simulation: &Simulation) {
        let cloth = &simulation.cloth;
        if let Some((_, object)) = self.worn.last_mut().filter(|(last, _)| *last == number) {
            object.positions = positions(&cloth.state.positions);
            return;
        }
        let GarmentLook { name, fabric, dye } = self.garments[number].clone();
        let color = color_of(self.sequence.iter().position(|n| *n == number).unwrap_or(number));
        let mut object = cloth_object(name, cloth, Vec::new(), Vec::new(), color);
        if let Some(fabric) = fabric {
            object.material = material(&fabric, color);
        }
        dye.apply(&mut object.material);
        self.worn.push((number, object));
    }

    /// The skin, and all that is worn already, where the next garment meets them. What stands still keeps its pointers, so that nobody sends it to
    /// the graphics card again.
    fn follow_skin(&mut self, simulation: &Simulation) {
        let Some(body) = simulation.world.obstacles.first().filter(|body| !body.is_still()) else { return };
        let mut places: Vec<DVec3> = Vec::new();
        body.add_places(simulation.world.time, &mut places);
        let before = self.worn.len().saturating_sub(1);
        let below = self.worn[..before].iter_mut().map(|(_, object)| object);
        let mut rest = &places[..];
        for object in std::iter::once(&mut self.body).chain(below) {
            let Some((own, others)) = rest.split_at_checked(object.positions.len()) else { return };
            object.positions = positions(own);
            rest = others;
        }
    }

    /// All garments in one cloth, from inside to outside.
    fn settle(&mut self, all: &[DVec3]) {
        self.body.positions = self.skin.clone();
        let mut rest = all;
        for number in &self.sequence {
            let Some((_, object)) = self.worn.iter_mut().find(|(n, _)| n == number) else { continue };
            let Some((own, others)) = rest.split_at_checked(object.positions.len()) else { return };
            object.positions = positions(own);
            rest = others;
        }
    }
}
