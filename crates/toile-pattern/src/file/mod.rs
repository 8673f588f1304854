//! Toile's own file, `garment.toml`: all that a pattern holds, to be read and written by hand or by a program.
//!
//! Lengths are in the unit that the file names, angles in degrees. An edge begins where the one before it ends. Seams name edges as
//! `front.side`; `-front.side` runs against the edge, `front.side'` is that of the mirror image, `front.side[0.2..0.5]` a part of it,
//! and `front.side + yoke.side` a chain.
//!
//! ```
//! let text = r#"
//!     format = "toile-garment 1"
//!     name = "tube"
//!     unit = "cm"
//!
//!     [[piece]]
//!     name = "sheet"
//!     outline = [
//!         { name = "hem", to = [60, 0], hem = 2 },
//!         { name = "right", to = [60, 40] },
//!         { name = "top", to = [0, 40], hem = 2 },
//!         { name = "left", to = [0, 0] },
//!     ]
//!
//!     [[seam]]
//!     name = "back"
//!     a = "sheet.right"
//!     b = "-sheet.left"
//! "#;
//! let (garment, _) = toile_pattern::file::read("tube.toml", text)?;
//! assert_eq!(garment.seams.len(), 1);
//! let written = toile_pattern::file::write(&garment);
//! assert_eq!(toile_pattern::file::read("again", &written)?.0, garment);
//! # Ok::<(), toile_pattern::error::PatternError>(())
//! ```

mod document;
mod folder;
mod part;
mod read;
mod remembered;
mod unsure;
mod write;

pub use folder::{read_folder, read_imported_folder, write_folder, write_imported_folder};
pub(crate) use part::chain as edge_chain;
pub use read::{GarmentPlaces, read, read_imported};
pub use remembered::{remember, remembering_file, remembers_answers};
pub use write::{write, write_imported};

/// The first line of a file: the name of the format and its version.
pub const FORMAT: &str = "toile-garment 1";

/// The JSON schema of a garment file, for editors.
pub const SCHEMA: &str = include_str!("garment.schema.json");
