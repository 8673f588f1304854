//! From pattern and body to a dressed body and files: the main job of Toile as a library call.
//!
//! ```no_run
//! use toile::dressing::{DressSettings, Fit, Summary, Wearer, draft};
//! use toile::dressing::{dress_outfit, garment_named, write_files};
//!
//! let body = Wearer::open("eu-38")?;
//! let garments = ["trousers", "t-shirt"].map(|name| garment_named(name, &body, draft::Looseness::Regular));
//! let garments = garments.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let outfit = dress_outfit(&garments, &body, &DressSettings::default(), &mut |_, _| ())?;
//! let fits: Vec<Fit> = outfit.garments.iter().map(|garment| Fit::of(garment, &body)).collect();
//! let files = write_files("out".as_ref(), &body, &outfit, &fits)?;
//! let summary = Summary::of("eu-38", &body, &outfit, &fits);
//! println!("{:?}: {:?} {files:?}", summary.complaint(), summary.fit);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animated;
mod closures;
pub(crate) mod files;
mod frame_check;
mod garment_source;
pub mod motion;
mod outfit_facts;
mod plausible_strain;
mod same_measures;
mod sizes;
mod stage_seconds;
mod summary;
pub mod wardrobe;

pub use closures::closures;
pub use files::{FileError, picture, write_comparison, write_files};
pub use garment_source::{FoundGarment, GarmentSourceError, find_garment, garment_in_size, garment_named};
pub use outfit_facts::{GarmentFacts, OutfitFacts, Statement};
pub use same_measures::mannequin_of_same_measures;
pub use sizes::{ComparedSize, Comparison, TriedSize, compare_sizes};
pub use stage_seconds::{StageSeconds, timed};
pub use summary::{FitWords, HullSummary, PieceSummary, Summary};

// What a program needs beside these, so that one crate is enough.
pub use toile_dress::{DressSettings, Fit, Wearer, dress_in_order, dress_outfit};
pub use toile_pattern::draft;
pub use toile_pattern::mesh::MeshSettings;
