//! Several garments, one over the other.
//!
//! Each garment is dressed over the body and all that it wears already; in the end all of them come to rest together.

use super::back_to_front::back_to_front;
use super::running::RunningOutfit;
use crate::body::Wearer;
use crate::drape::{GaveUp, Watch};
use crate::dressed::{DressError, DressSettings, Dressed, Stage, dress};
use crate::ontology::Order;
use std::time::Instant;
use toile_cloth::rest::FlatTriangle;
use toile_contact::layers::LayerError;
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_pattern::Garment;

/// A dressed outfit.
#[derive(Clone, Debug, Default)]
pub struct DressedOutfit {
    /// Its garments, from inside to outside, each with its cloth in the end.
    pub garments: Vec<Dressed>,
    /// Which of the garments asked for each of them is.
    pub numbers: Vec<usize>,
    /// The layer number of each piece of each of them; the body has 0.
    pub layers: Vec<Vec<i32>>,
    /// Whether all of it came to rest.
    pub at_rest: bool,
    /// Why it was given up, if it was, in words. Garments that would have come after that are missing.
    pub gave_up: Option<String>,
    /// Pairs of triangles of cloth that pass through each other, of one garment or of two.
    pub self_intersections: usize,
    /// Pairs of triangles of cloth and body that pass through each other.
    pub body_intersections: usize,
    /// Places where pieces are not in the order of their layers.
    pub misplaced: usize,
    /// How long it took to come to rest together, in seconds.
    pub seconds_together: f64,
    /// How many steps that took.
    pub steps_together: usize,
    /// How long all of it took, with all that no garment's own stages count.
    pub seconds: f64,
}

impl DressedOutfit {
    /// Adds a garment where it belongs between the others: what is tucked in is put on after what it is in.
    fn add(&mut self, number: usize, garment: Dressed, order: &Order) {
        let rank = |n: usize| order.sequence.iter().position(|other| *other == n);
        let place = self.numbers.partition_point(|other| rank(*other) < rank(number));
        self.garments.insert(place, garment);
        self.numbers.insert(place, number);
        self.layers.insert(place, order.layers.get(number).cloned().unwrap_or_default());
    }

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
    /// A triangle has no area.
    #[error(transparent)]
    Flat(#[from] FlatTriangle),
    /// The layers do not fit the cloth.
    #[error("all together: {0}")]
    Layers(#[from] LayerError),
}

/// Dresses a body in garments, in the order in which they are given. `progress` is told the number of the garment, or how many there are when
/// all come to rest together.
///
/// # Errors
/// If a garment cannot be dressed.
pub fn dress_outfit(
    garments: &[Garment],
    body: &Wearer,
    settings: &DressSettings,
    progress: &mut dyn FnMut(usize, Stage<'_>),
) -> Result<DressedOutfit, OutfitError> {
    let counts: Vec<usize> = garments.iter().map(|garment| garment.whole().pieces.len()).collect();
    dress_in_order(garments, &Order::as_given(&counts), body, settings, progress)
}

/// Dresses a body in garments in an order that the [ontology](crate::ontology) has found, one after the other from inside to outside; in the end all of
/// them come to rest together, each piece in the layer of its number. `progress` is told the number of the garment in the list, or how many there are
/// when all come to rest together.
///
/// # Errors
/// If a garment cannot be dressed.
pub fn dress_in_order(
    garments: &[Garment],
    order: &Order,
    body: &Wearer,
    settings: &DressSettings,
    progress: &mut dyn FnMut(usize, Stage<'_>),
) -> Result<DressedOutfit, OutfitError> {
    let mut outfit = DressedOutfit::default();
    let begin = Instant::now();
    let (mut turned_up, count) = (0, garments.len());
    for &n in &order.dressing {
        let Some(garment) = garments.get(n) else { continue };
        let over = flaps_over(&outfit, order.number(n));
        if turned_up > over {
            // What comes now goes over a collar that is to lie over something else.
            settle(&mut outfit, body, &since(settings, begin), &mut |stage| progress(count, stage))?;
        }
        turned_up = over;
        if outfit.gave_up.is_some() {
            break;
        }
        let worn = worn_under(&outfit, order, n, body);
        let turned = order.back_to_front.get(n).is_some_and(|turned| *turned).then(|| back_to_front(garment));
        let next = dress(turned.as_ref().unwrap_or(garment), &worn, &since(settings, begin), &mut |stage| {
            progress(n, stage);
        });
        let next = next.map_err(|error| OutfitError::Garment { garment: garment.name.clone(), error })?;
        outfit.gave_up = next.gave_up.as_ref().map(|why| format!("{}: {}", garment.name, why.words()));
        outfit.add(n, next, order);
        if outfit.gave_up.is_some() {
            break;
        }
    }
    outfit.at_rest = outfit.garments.iter().all(|garment| garment.at_rest);
    if outfit.garments.len() > 1 && outfit.gave_up.is_none() {
        settle(&mut outfit, body, &since(settings, begin), &mut |stage| progress(count, stage))?;
    }
    if outfit.gave_up.is_some() && turned_up > 0 {
        hold_flaps_out(&mut outfit, body, settings)?;
    }
    let mesh = outfit.mesh();
    outfit.self_intersections = self_intersections(&mesh).len();
    outfit.body_intersections = mesh_intersections(&mesh, body.mesh()).len();
    outfit.seconds = begin.elapsed().as_secs_f64();
    Ok(outfit)
}

/// The body with what it wears already when a garment is put on. What will lie over that garment, as a collar does, is turned up meanwhile.
fn worn_under(outfit: &DressedOutfit, order: &Order, next: usize, body: &Wearer) -> Wearer {
    let mut worn = body.clone();
    for n in &order.dressing {
        let Some(place) = outfit.numbers.iter().position(|number| number == n) else { continue };
        let garment = &outfit.garments[place];
        let is_over = flaps(garment, &outfit.layers[place], order.number(next));
        worn = worn.layered(&without(&garment.cloth.mesh(), &is_over));
    }
    worn
}

/// How many triangles of what is worn are of flaps that lie over a layer.
fn flaps_over(outfit: &DressedOutfit, layer: i32) -> usize {
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
fn without(mesh: &TriMesh, left_out: &[bool]) -> TriMesh {
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

/// Settings for a part of what began at a time.
fn since(settings: &DressSettings, begin: Instant) -> DressSettings {
    let mut settings = settings.clone();
    settings.drape.patience.since.get_or_insert(begin);
    settings
}

/// Leaves collars that were out of the way when dressing was given up where they pass through nothing.
fn hold_flaps_out(
    outfit: &mut DressedOutfit,
    body: &Wearer,
    settings: &DressSettings,
) -> Result<(), OutfitError> {
    let mut running = RunningOutfit::new(outfit, body.mesh(), settings.drape.clone())?;
    if running.turn_over()? {
        running.put_back(&mut outfit.garments);
    }
    Ok(())
}

/// Lets all garments come to rest together.
fn settle(
    outfit: &mut DressedOutfit,
    body: &Wearer,
    settings: &DressSettings,
    progress: &mut dyn FnMut(Stage<'_>),
) -> Result<(), OutfitError> {
    let clock = Instant::now();
    let mut running = RunningOutfit::new(outfit, body.mesh(), settings.drape.clone())?;
    running.restore()?;
    let mut watch = Watch::new(&settings.drape.patience, clock);
    let mut gave_up = None;
    while !running.is_done() && gave_up.is_none() {
        match running.step() {
            Ok(now) => {
                outfit.steps_together += 1;
                gave_up = watch.see(&now, &running.draping.simulation.cloth);
                progress(Stage::Draping(&now, &running.draping.simulation));
            }
            Err(error) => gave_up = Some(GaveUp::Stuck { reason: error.to_string() }),
        }
    }
    outfit.at_rest = running.draping.is_at_rest() && gave_up.is_none();
    outfit.gave_up = gave_up.as_ref().map(|why| format!("all together: {}", why.words()));
    outfit.misplaced = running.check_order()?.places.len();
    // Pieces that were still passing through each other are left where they were free of that.
    let before = self_intersections(&outfit.mesh()).len();
    if outfit.gave_up.is_some() && self_intersections(&running.draping.simulation.cloth.mesh()).len() > before
    {
        outfit
            .gave_up
            .iter_mut()
            .for_each(|words| words.push_str("; garments are as they were put on one by one"));
    } else {
        running.put_back(&mut outfit.garments);
        for garment in &mut outfit.garments {
            garment.gave_up.clone_from(&gave_up);
        }
    }
    outfit.seconds_together += clock.elapsed().as_secs_f64();
    Ok(())
}
