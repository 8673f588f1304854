//! What clothes are and how they are worn: an ontology of body, pieces and garments, and the order that follows from it.
//!
//! Above the geometry there is what people know of clothes (Fuhrmann 2006, §3.5): a piece on each leg makes trousers, a jacket goes over a shirt, a
//! collar may lie outside of the pullover that hides the rest of its shirt. Here that is plain data: [facts](Fact), each with the reason why it
//! holds, found from patterns by rules; [wishes](Wish) in words; and an [`Order`] with a layer number for each piece, which contact
//! [keeps](toile_contact::layers).
//!
//! ```
//! use toile_dress::ontology::{GarmentClass, Ontology};
//! use toile_pattern::draft::{Draft, Looseness};
//! use toile_pattern::measures::DraftMeasures;
//!
//! let measures = DraftMeasures::of_size("eu-38")?;
//! let garments: Vec<_> = ["shirt", "trousers", "pullover"]
//!     .iter()
//!     .filter_map(|name| Some(Draft::named(name).ok()?.draft(&measures, Looseness::Regular)))
//!     .collect();
//! let outfit = Ontology::of(&garments, &measures);
//! assert_eq!(outfit.class(0), GarmentClass::Shirt);
//!
//! let usual = outfit.order(&[])?;
//! assert_eq!(usual.sequence, [1, 0, 2], "trousers, shirt, pullover");
//!
//! let wishes = ["shirt in trousers".parse()?, "collar out".parse()?];
//! let order = outfit.order(&wishes)?;
//! assert_eq!(order.sequence, [0, 1, 2], "shirt, trousers, pullover");
//! let layers = &order.layers;
//! let collar = garments[0].whole().piece_named("collar").ok_or("no collar")?;
//! assert!(layers[0][0] < layers[1][0] && layers[1][0] < layers[2][0] && layers[2][0] < layers[0][collar]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | step | file |
//! |---|---|
//! | what pieces are and where they lie, by notes, names, seams and shapes | `describe` |
//! | classes of garments by rules | `classify` |
//! | what is usually worn over what, and made of what | `usual_order`, `garment_class` |
//! | wishes, and facts that contradict each other | `wish`, `order`, `precedence` |
//! | export for other programs | `turtle` |

mod classify;
mod describe;
mod error;
mod fact;
mod garment_class;
mod knowledge;
mod order;
mod precedence;
mod turtle;
mod usual_order;
mod wish;

pub use crate::infer::{BodyPart, LANDMARKS, PieceClass};
pub use error::OntologyError;
pub use fact::{Fact, Known, Layered, PieceId, Trait};
pub use garment_class::GarmentClass;
pub use knowledge::Ontology;
pub use order::Order;
pub use turtle::{NAMESPACE, turtle};
pub use wish::Wish;
