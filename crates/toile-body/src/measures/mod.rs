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

toile_geom::named_enum! {
    /// Whose proportions a body has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Figure: name {
        /// A grown woman.
        Woman = "woman",
        /// A grown man.
        Man = "man",
        /// A child of about eight years.
        Child = "child",
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
