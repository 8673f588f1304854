//! Friction: how much force along a surface a push onto it can stand against.
//!
//! A [`FrictionLaw`] has Coulomb's friction at rest and while sliding, the drop between the two with speed (Stribeck), and a drag that grows
//! with speed, as Wong (2014, chapter 7) puts them together for cloth. A [`FrictionTable`] has a law for each pair of materials, cloth against
//! cloth and cloth against bodies apart.
//!
//! ```
//! use toile_contact::friction::{FrictionLaw, FrictionTable, MaterialId};
//!
//! let denim = FrictionLaw::coulomb(0.3).with_static(0.6).with_stribeck(0.4, 0.2).validated().unwrap();
//! assert_eq!(denim.coefficient(0.0), 0.6);
//! assert!(denim.coefficient(0.1) < 0.6 && denim.coefficient(0.1) > 0.3);
//!
//! // 2 N press a layer down, and it is pulled with 1 N: it stays. Once it slides, it goes on sliding.
//! assert!(denim.friction_force(2.0, 1.0, 0.0).sticks);
//! assert!(!denim.friction_force(2.0, 1.0, 0.1).sticks);
//!
//! let (jeans, skin) = (MaterialId::Cloth(0), MaterialId::Obstacle(0));
//! let table = FrictionTable::new(0.4.into(), 0.3.into()).with(jeans, skin, denim);
//! assert_eq!(table.between(skin, jeans), &denim);
//! assert_eq!(table.between(jeans, jeans).kinetic, 0.4);
//! ```
//!
//! The law knows nothing of time or meshes. A solver gives it the force (or the change of the normal velocity) of its last iteration, and gets
//! the largest force along the surface; the laboratory's experiments show what the terms do.

mod law;
mod model;
mod table;

pub use law::{FrictionError, FrictionLaw, StickOrSlip};
pub use model::FrictionModel;
pub use table::{FrictionTable, MaterialId, PairLaws};
