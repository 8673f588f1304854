//! Why a body could not be dressed.

use super::garment_source::GarmentSourceError;
use super::unsure_pattern::UnsurePattern;
use crate::body::WearerError;
use crate::dressed::GarmentError;
use crate::ontology::OntologyError;
use crate::outfit::TogetherError;
use crate::remedy::Remedy;
use std::error::Error;
use std::fmt;
use toile_geom::allowance::Spent;

/// Why a body could not be dressed.
#[derive(Debug)]
pub enum DressError {
    /// There is no such body.
    Wearer(Box<WearerError>),
    /// A garment is not found.
    Find(Box<GarmentSourceError>),
    /// A wish is not understood or cannot be met.
    Order(Box<OntologyError>),
    /// A garment cannot be dressed.
    Garment {
        /// Its name.
        garment: String,
        /// Why not.
        error: Box<GarmentError>,
    },
    /// All garments cannot be brought to rest together.
    Together(Box<TogetherError>),
}

impl DressError {
    /// What can be done about it.
    pub fn remedies(&self) -> &'static [Remedy] {
        match self {
            Self::Find(error) => error.remedies(),
            Self::Garment { error, .. } => error.remedies(),
            Self::Wearer(_) | Self::Order(_) | Self::Together(_) => &[],
        }
    }

    /// What is wrong and what can be done about it, each remedy in the words of `say`.
    pub fn words(&self, say: &dyn Fn(&Remedy) -> String) -> String {
        let what = match self {
            Self::Wearer(error) => error.to_string(),
            Self::Find(error) => error.to_string(),
            Self::Order(error) => error.to_string(),
            Self::Garment { garment, error } => format!("{garment}: {error}"),
            Self::Together(error) => format!("all together: {error}"),
        };
        Remedy::advise(&what, self.remedies(), say)
    }

    /// The pattern of which it is not sure how it is sewn, if that is why.
    pub fn unsure(&self) -> Option<&UnsurePattern> {
        match self {
            Self::Find(error) => match &**error {
                GarmentSourceError::Unsure(unsure) => Some(unsure),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is used up, if that is why.
    pub fn spent(&self) -> Option<Spent> {
        match self {
            Self::Garment { error, .. } => error.spent(),
            _ => None,
        }
    }

    /// Whether a garment is far too narrow for the body.
    pub fn is_too_narrow(&self) -> bool {
        matches!(self, Self::Garment { error, .. } if matches!(**error, GarmentError::TooNarrow(_)))
    }
}

impl fmt::Display for DressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&Remedy::to_string))
    }
}

impl Error for DressError {}

macro_rules! from {
    ($($error:ty => $variant:ident),+) => {
        $(impl From<$error> for DressError {
            fn from(error: $error) -> Self {
                Self::$variant(Box::new(error))
            }
        })+
    };
}

from!(WearerError => Wearer, GarmentSourceError => Find, OntologyError => Order, TogetherError => Together);
