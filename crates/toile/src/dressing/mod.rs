//! From pattern and body to a dressed body and files: the main job of Toile as a library call.
//!
//! ```no_run
//! use toile::dressing::{Summary, body_named, garment_named, write_files};
//! use toile_dress::{Body, DressSettings, dress_outfit};
//! use toile_pattern::draft::Fit;
//!
//! let body = Body::new(body_named("eu-38")?.mesh)?;
//! let garments = ["trousers", "t-shirt"].map(|name| garment_named(name, &body, Fit::Regular));
//! let garments = garments.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let outfit = dress_outfit(&garments, &body, &DressSettings::default(), &mut |_, _| ())?;
//! let files = write_files("out".as_ref(), &body, &outfit)?;
//! println!("{:?}", Summary::of("eu-38", &body, &outfit, files).at_rest);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body_source;
mod files;
mod garment_source;
mod outfit_facts;
mod summary;
pub mod wardrobe;

pub use body_source::{
    BodySourceError, Cleaned, SourceBody, body_named, mannequin, mannequin_named, read_scan,
};
pub use files::{FileError, picture, write_files};
pub use garment_source::{GarmentSourceError, garment_named};
pub use outfit_facts::{GarmentFacts, OutfitFacts, Statement};
pub use summary::{StageSeconds, Summary};
