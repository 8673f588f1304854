//! From pattern and body to a dressed body and files: the main job of Toile as a library call.
//!
//! ```no_run
//! use toile::prelude::*;
//!
//! let wearer = Wearer::open("eu-38")?;
//! let outfit = Dressing::on(&wearer)
//!     .garments(["trousers", "shirt"])
//!     .wish("shirt in trousers")
//!     .run(|now| println!("{:3.0} % {now}", 100.0 * now.fraction()))?;
//! println!("{}", outfit.fit());
//! outfit.write("out")?;
//! outfit.walk("walk")?.write("out")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animated;
mod closures;
pub(crate) mod files;
mod garment_mesh;
mod motion_files;
mod sizes;

pub use crate::file_error::{FileError, WrittenFiles};
pub use closures::closures;
pub use files::{Export, OutfitFiles, outfit_scene, picture, write_comparison};
pub use garment_mesh::{flat_mesh, garment_mesh};
pub use sizes::{ComparedSize, Comparison, TriedSize, compare_sizes};
