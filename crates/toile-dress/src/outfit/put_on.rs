//! The garments of an outfit put on one over the other.
//!
//! Each garment is dressed over the body and all that it wears already; in the end all of them come to rest together.

use super::back_to_front::turned_about;
use super::crossing::crossings_of;
use super::dressed_outfit::{Outfit, OutfitGaveUp};
use super::running::RunningOutfit;
use crate::body::Wearer;
use crate::dressed::{DressStage, Dressed, GarmentError, StageSeconds, Undressed, timed};
use crate::ontology::Order;
use std::time::Instant;
use toile_cloth::rest::DegenerateTriangle;
use toile_cloth::run::{GaveUp, Intersections};
use toile_cloth::simulation::Simulation;
use toile_contact::layers::LayerError;
use toile_geom::TriMesh;
use toile_geom::allowance::Allowance;
use toile_geom::intersect::self_intersections;
use toile_pattern::Garment;

/// Why garments could not be brought to rest together.
#[derive(Debug, thiserror::Error)]
pub enum TogetherError {
    /// A triangle has no area.
    #[error(transparent)]
    Flat(#[from] DegenerateTriangle),
    /// The layers do not fit the cloth.
    #[error(transparent)]
    Layers(#[from] LayerError),
}

/// Why an outfit could not be put on.
pub(crate) enum PutOnError {
    /// A garment, by its number, could not.
    Garment(usize, GarmentError),
    /// All of them could not come to rest together.
    Together(TogetherError),
}

impl<E: Into<TogetherError>> From<E> for PutOnError {
    fn from(error: E) -> Self {
        Self::Together(error.into())
    }
}

/// What hears of the stages of an outfit: the number of the garment, or none for all together, its stage, and the cloth as it is then.
type OutfitProgress<'a> = dyn FnMut(Option<usize>, DressStage, Option<&Simulation>) + 'a;

/// Garments that are put on in an order.
pub(crate) struct PutOn<'a> {
    /// The garments as cut.
    pub(crate) garments: &'a [Garment],
    /// The order that the [ontology](crate::ontology) has found.
    pub(crate) order: &'a Order,
    /// What putting them on may take.
    pub(crate) allowance: Allowance,
}

impl PutOn<'_> {
    /// Puts them on, one after the other from inside to outside; in the end all of them come to rest together, each piece in the layer of its number.
    pub(crate) fn run(
        &self,
        outfit: &mut Outfit,
        progress: &mut OutfitProgress<'_>,
    ) -> Result<(), PutOnError> {
        let mut turned_up = 0;
        for &number in &self.order.dressing {
            let over = flaps_over(outfit, self.order.number(number));
            if turned_up > over {
                // What comes now goes over a collar that is to lie over something else.
                self.settle(outfit, progress)?;
            }
            turned_up = over;
            if outfit.gave_up.is_none() {
                self.put_on(number, outfit, progress)?;
            }
            if outfit.gave_up.is_some() {
                break;
            }
        }
        outfit.at_rest = outfit.garments.iter().all(|garment| garment.at_rest);
        if outfit.garments.len() > 1 && outfit.gave_up.is_none() {
            self.settle(outfit, progress)?;
        }
        if outfit.gave_up.is_some() && turned_up > 0 {
            self.hold_flaps_out(outfit)?;
        }
        let (mesh, body) = (outfit.mesh(), outfit.wearer.mesh());
        let crossings = || Intersections::of(&mesh, [body.clone()]);
        outfit.intersections = timed(&mut outfit.seconds.check, crossings);
        if outfit.intersections.count() > 0 {
            outfit.crossings = crossings_of(outfit);
        }
        Ok(())
    }

    /// Puts a garment on over what is worn already.
    fn put_on(
        &self,
        number: usize,
        outfit: &mut Outfit,
        progress: &mut OutfitProgress<'_>,
    ) -> Result<(), PutOnError> {
        let Some(garment) = self.garments.get(number) else { return Ok(()) };
        let mut seconds = StageSeconds::default();
        let worn = timed(&mut seconds.place, || worn_under(outfit, self.order, number));
        let is_turned = self.order.back_to_front.get(number).is_some_and(|turned| *turned);
        let turned = is_turned.then(|| turned_about(garment.clone()));
        let undressed = Undressed {
            garment: turned.as_ref().unwrap_or(garment),
            usual_fabric: outfit.ontology.class(number).usual_fabric(),
            body: &worn,
            settings: &outfit.settings,
            allowance: self.allowance.clone(),
        };
        let mut progress = |stage, cloth: Option<&Simulation>| progress(Some(number), stage, cloth);
        let dressed = undressed.dress(&mut progress);
        let dressed = match dressed {
            Ok(dressed) => dressed,
            Err(error) => return self.go_without(number, error, outfit),
        };
        outfit.gave_up = dressed.gave_up.clone().map(|reason| OutfitGaveUp {
            garment: Some(garment.name.clone()),
            reason,
            is_taken_back: false,
        });
        seconds.add(&dressed.seconds);
        outfit.seconds.add(&seconds);
        outfit.add(number, dressed, self.order);
        Ok(())
    }

    /// Keeps what is worn already if there was no more time or memory for a garment.
    fn go_without(&self, number: usize, error: GarmentError, outfit: &mut Outfit) -> Result<(), PutOnError> {
        match error.spent().filter(|_| !outfit.garments.is_empty()) {
            None => Err(PutOnError::Garment(number, error)),
            Some(spent) => {
                let garment = self.garments.get(number).map(|garment| garment.name.clone());
                let reason = GaveUp::of_spent(spent, 0.0);
                outfit.gave_up = Some(OutfitGaveUp { garment, reason, is_taken_back: false });
                Ok(())
            }
        }
    }

    /// Leaves collars that were out of the way when dressing was given up where they pass through nothing.
    fn hold_flaps_out(&self, outfit: &mut Outfit) -> Result<(), PutOnError> {
        let mut running = RunningOutfit::new(outfit, self.allowance.deadline.clone())?;
        if running.turn_over()? {
            running.put_back(&mut outfit.garments);
        }
        Ok(())
    }

    /// Lets all garments come to rest together.
    fn settle(&self, outfit: &mut Outfit, progress: &mut OutfitProgress<'_>) -> Result<(), PutOnError> {
        let clock = Instant::now();
        let Allowance { deadline, memory } = self.allowance.clone();
        let mut running = RunningOutfit::new(outfit, deadline.clone())?;
        running.draping.run.simulation.allowance.memory = memory;
        running.restore()?;
        let end = running.draping.until_rest(deadline, &mut |now, simulation| {
            progress(None, DressStage::of(now), Some(simulation));
        });
        outfit.steps_together += end.steps;
        outfit.at_rest = end.at_rest;
        let gave_up = end.gave_up;
        outfit.misplaced = running.check_order()?.places.len();
        // Pieces that were still passing through each other are left where they were free of that.
        let before = self_intersections(&outfit.mesh()).len();
        // Nothing may end worse than it was put on.
        let is_taken_back = self_intersections(&running.draping.run.simulation.cloth.mesh()).len() > before;
        if !is_taken_back {
            running.put_back(&mut outfit.garments);
            for (number, garment) in outfit.garments.iter_mut().enumerate() {
                // One that falls says nothing of the others.
                let is_meant = running.fallen().is_none_or(|fallen| fallen == number);
                garment.gave_up = gave_up.clone().filter(|_| is_meant);
            }
        }
        let fallen = running.fallen().and_then(|fallen| outfit.garments.get(fallen));
        let garment = fallen.map(|garment| garment.name().to_owned());
        outfit.gave_up = gave_up.map(|reason| OutfitGaveUp { garment, reason, is_taken_back });
        outfit.at_rest &= !is_taken_back;
        outfit.seconds.together += clock.elapsed().as_secs_f64();
        Ok(())
    }
}

/// The body with what it wears already when a garment is put on. What will lie over that garment, as a collar does, is turned up meanwhile.
fn worn_under(outfit: &Outfit, order: &Order, next: usize) -> Wearer {
    let mut worn = outfit.wearer.clone();
    for n in &order.dressing {
        let Some(place) = outfit.numbers.iter().position(|number| number == n) else { continue };
        let garment = &outfit.garments[place];
        let is_over = flaps(garment, &outfit.layers[place], order.number(next));
        worn = worn.layered(&without_triangles(&garment.cloth.mesh(), &is_over));
    }
    worn
}

/// How many triangles of what is worn are of flaps that lie over a layer.
fn flaps_over(outfit: &Outfit, layer: i32) -> usize {
    let of = |(garment, layers): (&Dressed, &Vec<i32>)| {
        flaps(garment, layers, layer).into_iter().filter(|is_over| *is_over).count()
    };
    outfit.garments.iter().zip(&outfit.layers).map(of).sum()
}

/// Which triangles of a garment are of flaps that lie over a layer.
fn flaps(garment: &Dressed, layers: &[i32], layer: i32) -> Vec<bool> {
    let is_over = |(piece, is_flap): (&u32, &bool)| {
        *is_flap && layers.get(*piece as usize).is_some_and(|own| *own > layer)
    };
    garment.sewn.piece_of.iter().zip(&garment.sewn.flaps).map(is_over).collect()
}

/// A mesh without some of its triangles, and without vertices that only these have.
fn without_triangles(mesh: &TriMesh, left_out: &[bool]) -> TriMesh {
    if !left_out.contains(&true) {
        return mesh.clone();
    }
    let mut numbers = vec![None; mesh.positions.len()];
    let mut less = TriMesh::default();
    for (triangle, _) in mesh.triangles.iter().zip(left_out).filter(|(_, left_out)| !**left_out) {
        less.triangles.push(triangle.map(|v| {
            *numbers[v as usize].get_or_insert_with(|| {
                less.positions.push(mesh.positions[v as usize]);
                less.positions.len() as u32 - 1
            })
        }));
    }
    less
}
