//! Finishing a dressed body for the eye: smooth cloth with fine folds, still free of collisions.
//!
//! What was simulated stays as it is; pictures and models for other programs are made of the finished cloth.
//!
//! ```no_run
//! use toile::finish::{FinishLevel, Finishing};
//! use toile::prelude::*;
//!
//! let outfit = Dressing::on(&Wearer::open("eu-38")?).garments(["dress"]).run(|_| ())?;
//! let finishing = Finishing::of_outfit(&outfit, FinishLevel::Smooth)?;
//! println!("{} triangles in place of {}", finishing.triangle_count(), outfit.summary().triangles);
//! assert_eq!(finishing.intersections(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod finishing;
mod level;
mod materials;
mod pattern_marks;

pub use finishing::Finishing;
pub use level::FinishLevel;
pub(crate) use materials::ClothMaterials;
