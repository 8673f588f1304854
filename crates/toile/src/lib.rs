//! Virtual garments: from sewing pattern and body to draped, intersection-free, measured cloth.
//!
//! This crate is all that most programs need. One `use` brings what they name:
//!
//! ```no_run
//! use toile::prelude::*;
//!
//! fn main() -> Result<()> {
//!     // Who wears it: a size, the file of a scan or a character, or a body of your own measures.
//!     let wearer = Wearer::open("eu-38")?;
//!
//!     // What, how, and made of what. Garments are pattern files, or drafts made to measure.
//!     let outfit = Dressing::on(&wearer)
//!         .garments(["trousers", "shirt"])
//!         .fabric(Fabric::named("denim")?)
//!         .wish("shirt in trousers")
//!         .edge_length(0.015)
//!         .run(|now| eprintln!("{:3.0} % {now}", 100.0 * now.fraction()))?;
//!
//!     // How it fits, in words; pictures, a GLB, meshes and reports as files.
//!     println!("{}", outfit.fit());
//!     outfit.write("out")?;
//!
//!     // The dressed body walks: every frame is checked, and written as an animation.
//!     outfit.walk("walk")?.write("out")?;
//!     Ok(())
//! }
//! ```
//!
//! | to | start at |
//! |---|---|
//! | dress a body | [`Wearer`], [`Dressing`], [`Outfit`] |
//! | dress a scan | [`Wearer::open`] with the name of an OBJ, PLY, STL or glTF file; it needs no rig to walk |
//! | use the file of a pattern (DXF, SVG, GarmentCode, FreeSewing) | [`Dressing::garment`] with its name; [`Outfit::notes`] says what was guessed |
//! | use a pattern or a fabric of your own | [`Garment`], [`Fabric::open`] |
//! | say what lies over what | [`Dressing::wish`]; [`dress::ontology::Wish`] has the words, [`Dressing::plan`] shows what came of them before anything is dressed |
//! | know what went wrong, and what can be done | [`DressError`], [`Outfit::gave_up`], [`Remedy`] |
//! | know whether the result is good | [`Outfit::summary`] and its [`complaint`](dress::OutfitSummary::complaint): a garment that was given up is no error |
//! | let it walk | [`Outfit::walk`]; [`Outfit::follow`] for another motion or other times |
//! | write files | [`Export`] |
//! | compare sizes | [`Dressing::in_size`], [`dressing::compare_sizes`] |
//! | show how it fits | [`fit`] |
//! | simulate any cloth, without a garment | [`cloth::simulation`], [`cloth::run`], [`scene`] for scene files |
//! | add an obstacle or a solver of your own | [`contact::obstacle::ObstacleSurface`], [`cloth::solver::Solver`] |
//! | check or repair a mesh | [`check`] |
//! | make it smooth for pictures and exports | [`finish`] |
//! | show it live | [`viewing`] |
//! | go deeper | the crates below: [`geom`], [`io`], [`pattern`], [`body`], [`contact`], [`cloth`], [`dress`], [`look`], [`view`] |
//!
//! The folder `examples` has a program of 30 to 60 lines for each feature. Lengths are metres, masses kilograms, `y` is up, bodies face `+z`. The same
//! input gives the same result bit for bit, whatever the number of threads.

pub mod check;
pub mod dressing;
mod error;
mod file_batch;
mod file_error;
pub mod finish;
pub mod fit;
pub mod frame_report;
mod mesh_files;
pub mod mesh_parts;
pub mod prelude;
pub mod samples;
pub mod scene;
pub mod viewing;

pub use toile_body as body;
pub use toile_cloth as cloth;
pub use toile_contact as contact;
pub use toile_dress as dress;
pub use toile_geom as geom;
pub use toile_io as io;
pub use toile_look as look;
pub use toile_pattern as pattern;
pub use toile_view as view;

pub use dressing::Export;
pub use error::{Error, Result};
pub use mesh_files::{MeshFileError, open_mesh, save_mesh};
pub use toile_body::motion::Playing;
pub use toile_cloth::fabric::Fabric;
pub use toile_dress::{
    DressError, DressSettings, Dressed, Dressing, Fit, Outfit, Progress, Remedy, Wearer, WearerError,
};
pub use toile_geom::TriMesh;
pub use toile_pattern::Garment;
pub use toile_pattern::draft::Looseness;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../README.md")]
struct Readme;
