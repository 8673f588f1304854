//! Which piece each vertex is of, and the number of its layer.

use super::LayerError;
use crate::features::Features;

/// The layers of an outfit: the piece of each vertex, and a number for each piece. Of two pieces with different numbers the
/// one with the larger number lies outside; pieces with the same number, or with none, have no order.
///
/// A body that is among the meshes has the number [`Layers::BODY`], cloth 1 and up.
///
/// ```
/// use toile_contact::{features::Features, layers::Layers};
///
/// let mut features = Features::default();
/// let shirt = features.add(&[[0, 1, 2]], 3);
/// let trousers = features.add(&[[0, 1, 2]], 3);
/// let mut layers = Layers::of_meshes(&features, &[Some(2), Some(1)]).unwrap();
/// layers.swap(shirt.into(), trousers.into()).unwrap();    // the shirt is tucked in
/// assert_eq!(layers.numbers(), [Some(1), Some(2)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    pieces: Vec<u32>,
    numbers: Vec<Option<i32>>,
}

impl Layers {
    /// The number of a body, below that of all cloth.
    pub const BODY: i32 = 0;

    /// Each mesh is a piece; one number for each.
    ///
    /// # Errors
    /// If there is not one number for each mesh.
    pub fn of_meshes(features: &Features, numbers: &[Option<i32>]) -> Result<Self, LayerError> {
        LayerError::check_length("layer numbers", features.mesh_count(), numbers.len())?;
        let vertices = 0..features.vertex_count() as u32;
        let pieces = vertices.map(|v| u32::from(features.mesh_of(v))).collect();
        Ok(Self { pieces, numbers: numbers.to_vec() })
    }

    /// The piece of each vertex, and the number of each piece. So a mesh may have several: a shirt and its collar.
    ///
    /// # Errors
    /// If a vertex is of a piece that has no place in the list of numbers.
    pub fn of_pieces(pieces: Vec<u32>, numbers: Vec<Option<i32>>) -> Result<Self, LayerError> {
        match pieces.iter().find(|&&piece| piece as usize >= numbers.len()) {
            Some(&piece) => Err(LayerError::NoPiece { piece, pieces: numbers.len() }),
            None => Ok(Self { pieces, numbers }),
        }
    }

    /// The piece of each vertex.
    pub fn pieces(&self) -> &[u32] {
        &self.pieces
    }

    /// The number of each piece.
    pub fn numbers(&self) -> &[Option<i32>] {
        &self.numbers
    }

    /// Exchanges the numbers of two pieces: what was outside is to be inside.
    ///
    /// # Errors
    /// If there is no such piece.
    pub fn swap(&mut self, one: u32, other: u32) -> Result<(), LayerError> {
        let pieces = self.numbers.len();
        for piece in [one, other] {
            if piece as usize >= pieces {
                return Err(LayerError::NoPiece { piece, pieces });
            }
        }
        self.numbers.swap(one as usize, other as usize);
        Ok(())
    }

    /// The same pieces with other numbers.
    pub(super) fn with_numbers(&self, numbers: Vec<Option<i32>>) -> Self {
        Self { pieces: self.pieces.clone(), numbers }
    }
}
