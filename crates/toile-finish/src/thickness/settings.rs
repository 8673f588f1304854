//! How thick cloth is, where it is hemmed, and what is made of that.

use crate::flat::{FlatCloth, FlatError};

/// The thickest cloth, in metres.
const THICKEST: f64 = 0.1;

toile_geom::named_enum! {
    /// How much of the cloth gets a second side.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum ThickCover: name, named "cover of thickness" {
        /// All of it: a closed mesh, for ray tracers and 3D printers.
        #[default]
        Closed = "closed",
        /// Rims, hems and one row of triangles beside them: for the eye, with far fewer triangles.
        Borders = "borders",
    }
}

/// How thick cloth is, in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Thickness {
    /// The same everywhere.
    Even(f64),
    /// Of each vertex; linear between them.
    OfVertices(Vec<f64>),
    /// Of each triangle, with steps where it changes: interlinings, waistbands, collars.
    OfTriangles(Vec<f64>),
}

impl Thickness {
    /// Refuses another number of values than there should be, and what is no thickness.
    pub(super) fn check(&self, cloth: &FlatCloth) -> Result<(), FlatError> {
        let (what, values, expected) = match self {
            Self::Even(value) => ("thickness", std::slice::from_ref(value), 1),
            Self::OfVertices(values) => ("thicknesses of vertices", values.as_slice(), cloth.vertices()),
            Self::OfTriangles(values) => {
                ("thicknesses of triangles", values.as_slice(), cloth.triangles().len())
            }
        };
        crate::flat::check_length(what, expected, values.len())?;
        let is_one = |value: &&f64| !(**value > 0.0 && **value <= THICKEST);
        match values.iter().find(is_one) {
            Some(&value) => {
                Err(FlatError::Range { what: "a thickness", value, range: "more than 0 and at most 0.1 m" })
            }
            None => Ok(()),
        }
    }
}

/// A free edge that is hemmed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HemEdge {
    /// The vertices of the edge.
    pub edge: [u32; 2],
    /// How far the cloth is folded in, in metres of the pattern.
    pub depth: f64,
    /// How many layers there are in the hem: 2 if it is folded once, 3 if twice.
    pub layers: u32,
}

impl HemEdge {
    /// An edge with a hem of two layers.
    pub const fn double(edge: [u32; 2], depth: f64) -> Self {
        Self { edge, depth, layers: 2 }
    }
}

/// Settings of [`ThickCloth`](super::ThickCloth).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThickSettings {
    /// How much of the cloth gets a second side.
    pub cover: ThickCover,
    /// Segments of a rim from one side to the other, 1 to 64.
    pub segments: usize,
    /// How far rims stand out beyond the edge, as a part of half the thickness: 1 for about a half circle, 0.1 for nearly a straight cut.
    pub roundness: f64,
    /// How much room stays between what is thick and what is near, in metres.
    pub gap: f64,
    /// How often what passes through something is made thinner.
    pub rounds: usize,
}

impl Default for ThickSettings {
    fn default() -> Self {
        Self { cover: ThickCover::Closed, segments: 4, roundness: 1.0, gap: 1e-5, rounds: 8 }
    }
}

impl ThickSettings {
    pub(super) fn check(&self) -> Result<(), FlatError> {
        use crate::flat::check_range;
        check_range("segments of a rim", self.segments as f64, 1.0..=64.0, "from 1 to 64")?;
        check_range("roundness of rims", self.roundness, 0.1..=2.0, "from 0.1 to 2")?;
        check_range("gap", self.gap, 0.0..=THICKEST, "from 0 to 0.1 m")
    }
}
