//! Bodies in motion: recorded and made walks, and what cloth needs of them.
//!
//! A [`MovingBody`] tells where the skin is at any time; [`open`] makes one from a name: `walk`, `turn`, `sit` (see
//! [`BUILT_IN`]), or a file. Below that, a [`Motion`] turns the bones of a skeleton, a [`MeshSequence`] holds the skin frame by frame,
//! [`bvh`] reads recordings, [`retarget`] hands them to another skeleton, [`character`] takes bones, skin and animation from
//! glTF, [`walk`], [`turn`] and [`sit`] are built in.
//!
//! ```no_run
//! use toile_body::mannequin::Mannequin;
//! use toile_body::measures::{Figure, Measures};
//! use toile_body::motion::{Playing, open};
//!
//! let body = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build()?;
//! let playing = Playing { lead_in: 0.5, ..Playing::default() };
//! let moving = open("07_01.bvh", body.mesh.clone(), Some(body.rig()), &playing)?;
//! let skin_after_a_second = moving.positions(1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arm_room;
pub mod bvh;
mod character;
mod clip;
mod gait;
mod leg;
mod leg_room;
mod moving;
mod open;
mod repeat;
mod retarget;
mod room;
mod seat;
mod sequence;
mod steps;
mod turns;

pub use character::character;
pub use clip::Motion;
pub use moving::MovingBody;
pub use open::{BUILT_IN, MotionError, Playing, ROOM, open, open_character};
pub use retarget::retarget;
pub use sequence::MeshSequence;
pub use steps::{sit, turn, walk};
