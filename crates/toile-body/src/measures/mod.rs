//! The measures of a body: their names, typical values, and size tables.
//!
//! Names follow ISO 8559-1:2017. All lengths are metres.
//!
//! ```
//! use toile_body::measures::{Figure, Measure, Measures};
//!
//! let asked = [(Measure::Height, 1.72), (Measure::BustGirth, 0.92)];
//! let measures = Measures::fill(Figure::Woman, &asked);
//! assert_eq!(measures.height, 1.72);
//! assert!(measures.waist_girth > 0.6 && measures.waist_girth < 0.9); // filled in
//! ```

mod proportions;
mod sizes;
mod table;

pub use sizes::{BodySize, SIZES, SizeSystem};
pub use table::{Measure, Measures};

use std::fmt;

/// Whose proportions a body has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    /// A grown woman.
    Woman,
    /// A grown man.
    Man,
    /// A child of about eight years.
    Child,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 3] = [Self::Woman, Self::Man, Self::Child];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Woman => "woman",
            Self::Man => "man",
            Self::Child => "child",
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
