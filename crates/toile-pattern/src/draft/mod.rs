//! Garments drafted from body measures.
//!
//! Each draft is a function from [`DraftMeasures`] and a [`Looseness`] to a [`Garment`]; its page says by which formulas. Pieces are drawn at the height
//! that they have on the body, seen from outside: front pieces as the wearer's left half at `x > 0`, back pieces as the left half at `x < 0`.
//!
//! ```
//! use toile_pattern::draft::{Draft, Looseness};
//! use toile_pattern::measures::DraftMeasures;
//!
//! let body = DraftMeasures::of_size("eu-40")?;
//! let shirt = Draft::named("t-shirt")?.draft(&body, Looseness::Regular);
//! assert_eq!(shirt.pieces.len(), 3, "front, back, and a pair of sleeves");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod band;
mod blazer;
mod bodice;
mod dress;
mod pen;
mod place;
mod pleated;
mod poncho;
mod shapes;
mod shirt;
mod skirt;
mod sleeve;
mod tops;
mod trousers;

use crate::garment::Garment;
use crate::measures::DraftMeasures;
pub use pen::{Pen, Sewing};
use toile_geom::names::{UnknownName, find};

toile_geom::named_enum! {
    /// How close a garment fits.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Looseness: name {
        /// Close to the body.
        Slim = "slim",
        /// As usual.
        #[default]
        Regular = "regular",
        /// With plenty of room.
        Loose = "loose",
    }
}

impl Looseness {
    /// One of three values.
    fn pick<T>(self, slim: T, regular: T, loose: T) -> T {
        match self {
            Self::Slim => slim,
            Self::Regular => regular,
            Self::Loose => loose,
        }
    }
}

/// A garment that can be drafted.
#[derive(Clone, Copy)]
pub struct Draft {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    make: fn(&DraftMeasures, Looseness) -> Garment,
}

impl Draft {
    /// The draft of a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static Self, UnknownName> {
        find("draft", name, &DRAFTS, |draft| draft.name)
    }

    /// Drafts it for a body.
    pub fn draft(&self, body: &DraftMeasures, fit: Looseness) -> Garment {
        let mut garment = (self.make)(body, fit);
        self.name.clone_into(&mut garment.name);
        garment.description = format!("{}, {} fit", self.description, fit.name());
        garment
    }
}

/// All drafts.
pub static DRAFTS: [Draft; 15] = [
    Draft { name: "t-shirt", description: "A T-shirt with short sleeves", make: tops::t_shirt },
    Draft { name: "tank-top", description: "A sleeveless top", make: tops::tank_top },
    Draft { name: "pullover", description: "A pullover with ribbed bands", make: tops::pullover },
    Draft { name: "shirt", description: "A shirt with collar, placket and cuffs", make: shirt::shirt },
    Draft { name: "blazer", description: "A jacket with lapels", make: blazer::blazer },
    Draft { name: "dress", description: "A knee-length dress with darts", make: dress::dress },
    Draft {
        name: "straight-skirt",
        description: "A straight skirt with darts and a zip",
        make: skirt::straight,
    },
    Draft { name: "circle-skirt", description: "A skirt cut from circles", make: skirt::circle },
    Draft { name: "godet-skirt", description: "A skirt with four godets", make: skirt::godet },
    Draft {
        name: "pleated-skirt",
        description: "A skirt of knife pleats below a yoke",
        make: pleated::pleated,
    },
    Draft { name: "trousers", description: "Trousers with a waistband", make: trousers::trousers },
    Draft { name: "shorts", description: "Shorts with a waistband", make: trousers::shorts },
    Draft { name: "poncho", description: "A square of cloth with a hole for the head", make: poncho::poncho },
    Draft { name: "tube", description: "A sheet sewn to a tube, for tests", make: shapes::tube },
    Draft { name: "flag", description: "A sheet without seams, for tests", make: shapes::flag },
];
