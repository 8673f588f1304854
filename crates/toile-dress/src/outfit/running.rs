//! A dressed outfit that moves as one cloth and keeps its layers in order; the order may change on the way.
//!
//! The order is kept by the numbers of layers, not by what happened before (Fuhrmann 2006, §3.6). So when shirt and trousers change their numbers, the
//! shirt goes into the trousers: what can be put right at once is, the rest passes in the steps that follow
//! ([`LayerOrder`](toile_cloth::layer_order::LayerOrder)).

use super::dressed_outfit::Outfit;
use super::together::{split_memory, together};
use crate::drape::{DrapeStep, Draping, FallWatch};
use crate::dressed::Dressed;
use crate::ontology::Order;
use std::collections::BTreeSet;
use std::ops::Range;
use toile_cloth::layer_order::{LayerOrder, Outside};
use toile_cloth::rest::DegenerateTriangle;
use toile_cloth::run::Deadline;
use toile_cloth::solver::SolverError;
use toile_contact::layers::{LayerError, OrderReport, RestoreReport};
use toile_geom::TriMesh;

/// How far from each other layers are compared, in metres: wide tops stand off more than contact's usual reach.
const REACH: f64 = 0.06;

/// An outfit in motion.
#[derive(Debug)]
pub struct RunningOutfit {
    /// The run: the cloth of all garments and the body.
    pub draping: Draping,
    /// The vertices of each garment.
    ranges: Vec<Range<usize>>,
    /// The garment and piece of each vertex.
    piece_of: Vec<(usize, usize)>,
    /// The garment and piece of each triangle, and whether it is of a flap.
    triangles: Vec<(usize, usize, bool)>,
    /// The group of each triangle of a flap.
    flaps: Vec<Option<u32>>,
    /// The garment and number of each group of pieces that is one to the contact.
    groups: Vec<(usize, i32)>,
    /// Which of the garments asked for each is.
    numbers: Vec<usize>,
    /// When repairs of the order end.
    deadline: Deadline,
}

impl RunningOutfit {
    /// A dressed outfit around its wearer; repairs of the order end with the deadline. Nothing is moved yet.
    ///
    /// # Errors
    /// If a triangle has no area.
    pub fn new(outfit: &Outfit, deadline: Deadline) -> Result<Self, DegenerateTriangle> {
        let (cloth, ranges) = together(&outfit.garments)?;
        let mut piece_of = Vec::with_capacity(cloth.vertex_count());
        let mut triangles = Vec::with_capacity(cloth.triangles.len());
        for (number, garment) in outfit.garments.iter().enumerate() {
            piece_of.extend(pieces_of_vertices(garment).into_iter().map(|piece| (number, piece)));
            let own = garment.sewn.piece_of.iter().zip(&garment.sewn.flaps);
            triangles.extend(own.map(|(piece, is_flap)| (number, *piece as usize, *is_flap)));
        }
        let mut draping = Draping::of_cloth(cloth, outfit.wearer.mesh(), &outfit.settings.drape);
        let watch = |(garment, range): (&Dressed, &Range<usize>)| {
            FallWatch::new(range.start, &garment.sewn.cloth.state.positions)
        };
        draping.watch_falling(outfit.garments.iter().zip(&ranges).map(watch).collect());
        let mut running = Self {
            draping,
            ranges,
            piece_of,
            triangles,
            flaps: Vec::new(),
            groups: Vec::new(),
            numbers: outfit.numbers.clone(),
            deadline,
        };
        running.number(&outfit.layers);
        Ok(running)
    }

    /// Gives the pieces numbers. Pieces of a garment with the same number are one to the contact.
    fn number(&mut self, layers: &[Vec<i32>]) {
        let group = |&(garment, piece): &(usize, usize)| {
            (garment, layers.get(garment).and_then(|pieces| pieces.get(piece)).copied().unwrap_or(1))
        };
        let groups: BTreeSet<(usize, i32)> = self.piece_of.iter().map(group).collect();
        self.groups = groups.into_iter().collect();
        let place = |of: &(usize, usize)| self.groups.binary_search(&group(of)).unwrap_or(0) as u32;
        let pieces = self.piece_of.iter().map(place).collect();
        let flap =
            |&(garment, piece, is_flap): &(usize, usize, bool)| is_flap.then(|| place(&(garment, piece)));
        self.flaps = self.triangles.iter().map(flap).collect();
        let numbers = self.groups.iter().map(|&(_, number)| Some(number)).collect();
        let simulation = &mut self.draping.run.simulation;
        simulation.layers = Some(LayerOrder {
            reach: REACH,
            deadline: self.deadline.clone(),
            ..LayerOrder::new(pieces, numbers, Outside::Bodies)
        });
        simulation.cloth.state.passing.clear();
    }

    /// Puts everything into the order of the layers where it is not. Collars that should lie over another garment are turned over it; what else cannot be put
    /// right at once passes in the steps that follow.
    ///
    /// # Errors
    /// If a position is NaN or infinite.
    pub fn restore(&mut self) -> Result<RestoreReport, LayerError> {
        self.draping.wake();
        self.turn_over()?;
        self.draping.run.simulation.restore_layers()
    }

    /// Changes the order while it runs, and begins to put the new one right. Garments are numbered as in the list that the outfit was made from.
    ///
    /// # Errors
    /// If a position is NaN or infinite.
    pub fn change_order(&mut self, order: &Order) -> Result<RestoreReport, LayerError> {
        let of = |number: &usize| order.layers.get(*number).cloned().unwrap_or_default();
        let layers: Vec<Vec<i32>> = self.numbers.iter().map(of).collect();
        self.number(&layers);
        self.restore()
    }

    /// Takes a step.
    ///
    /// # Errors
    /// If the cloth cannot be moved on even in the smallest steps.
    pub fn step(&mut self) -> Result<DrapeStep, SolverError> {
        self.draping.step()
    }

    /// Which of the garments, from inside to outside as the outfit was made, fell off the body in the last step.
    pub fn fallen(&self) -> Option<usize> {
        self.draping.fallen()
    }

    /// Whether all is at rest, or has been given all the time there was.
    pub fn is_done(&self) -> bool {
        self.draping.is_done()
    }

    /// Where the order is wrong now.
    ///
    /// # Errors
    /// If a position is NaN or infinite.
    pub fn check_order(&self) -> Result<OrderReport, LayerError> {
        self.draping.run.simulation.check_layers()
    }

    /// Turns over flaps that lie under another garment but should lie over it. Tells whether there were any.
    pub(super) fn turn_over(&mut self) -> Result<bool, LayerError> {
        let is_flap = self.covered_flaps()?;
        Ok(self.draping.turn_over(&is_flap))
    }

    /// Which triangles are of flaps that are in the wrong order with a piece of another garment which they should cover.
    fn covered_flaps(&self) -> Result<Vec<bool>, LayerError> {
        let order = self.check_order()?;
        let wrong = order.pairs.iter().filter(|pair| pair.wrong > 0).map(|pair| pair.pieces);
        let covered: Vec<u32> = wrong
            .filter(|pieces| {
                // The body comes after all garments.
                let [inner, outer] = pieces.map(|piece| self.groups.get(piece as usize).map(|group| group.0));
                inner.is_some() && outer.is_some() && inner != outer
            })
            .map(|[_, outer]| outer)
            .collect();
        let is_covered = |group: &Option<u32>| group.is_some_and(|group| covered.contains(&group));
        Ok(self.flaps.iter().map(is_covered).collect())
    }

    /// The meshes of the garments as they are now.
    pub fn meshes(&self) -> Vec<TriMesh> {
        let cloth = &self.draping.run.simulation.cloth;
        let of = |range: &Range<usize>| {
            let first = range.start as u32;
            let own = cloth.triangles.iter().filter(|t| range.contains(&(t[0] as usize)));
            TriMesh {
                positions: cloth.state.positions[range.clone()].to_vec(),
                triangles: own.map(|t| t.map(|v| v - first)).collect(),
            }
        };
        self.ranges.iter().map(of).collect()
    }

    /// Gives the garments the places and velocities that they have now.
    pub fn put_back(&self, garments: &mut [Dressed]) {
        let state = &self.draping.run.simulation.cloth.state;
        for (garment, range) in garments.iter_mut().zip(&self.ranges) {
            garment.cloth.state.positions = state.positions[range.clone()].to_vec();
            garment.cloth.state.velocities = state.velocities[range.clone()].to_vec();
            garment.cloth.state.earlier = None;
            garment.cloth.state.sticks.clear();
        }
        split_memory(&self.draping.run.simulation.cloth, garments);
    }
}

/// The piece of each particle of a garment; of several that a seam joins, the first.
fn pieces_of_vertices(garment: &Dressed) -> Vec<usize> {
    let mut pieces = vec![0; garment.cloth.vertex_count()];
    for (piece, particles) in garment.sewn.vertex_of.iter().enumerate().rev() {
        for &particle in particles {
            pieces[particle as usize] = piece;
        }
    }
    pieces
}
