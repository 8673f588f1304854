//! Subdivision: each triangle is cut in four at the middles of its edges, and vertices go where a mask says.
//!
//! What depends on the topology is found once ([`Refinement`]): triangles, marked edges, and a table that says of each fine vertex
//! which coarse ones it is mixed from, and in which shares. Positions of a frame are then one sparse product a level.
//!
//! ```
//! use toile_finish::subdivision::{Marks, Refinement, SubdivisionScheme, SubdivisionSettings};
//! use toile_geom::shapes;
//!
//! let ball = shapes::icosphere(0.1, 1);
//! let settings = SubdivisionSettings { scheme: SubdivisionScheme::Loop, ..SubdivisionSettings::default() };
//! let refinement = Refinement::new(&ball.triangles, ball.positions.len(), &Marks::default(), &settings)?;
//! let fine = refinement.refine(&ball.positions)?;
//! assert_eq!(refinement.triangles().len(), 16 * ball.triangles.len());
//! assert!(fine.iter().all(|p| (0.07..0.1).contains(&p.length())));
//! # Ok::<(), toile_finish::subdivision::RefinementError>(())
//! ```
//!
//! | scheme | vertices of the coarse mesh | when |
//! |---|---|---|
//! | [`SubdivisionScheme::Butterfly`] | stay | to compare: not smooth where 3, or more than 7 edges meet |
//! | [`SubdivisionScheme::ModifiedButterfly`] | stay | the fine mesh must go through the coarse vertices; keeps, and even adds to, what is uneven |
//! | [`SubdivisionScheme::Loop`] | move | smooth cloth |
//! | [`SubdivisionScheme::ModifiedLoop`] | move | the default: as smooth, and nearer to bounded curvature where other than 6 edges meet; bounded with [`VertexMask::BoundedCurvature`] |
//!
//! Vertices of the coarse mesh keep their numbers; the one in the middle of edge `e` (in the order of
//! [`Topology::edges`](toile_geom::topology::Topology)) gets `V + e`. Triangle `t` becomes `4 t` (at its first corner) to `4 t + 3` (in its
//! middle). With `V` vertices, `E` edges and `F` triangles there are `V + E`, `2 E + 3 F` and `4 F` a level later.
//!
//! Borders, and seams and darts unless they are to be [smooth](LineRule::Smooth), are lines of their own: what they become depends on
//! nothing beside them, so that two pieces with the same border stay joined.
//!
//! Sources: Dyn, Levin and Gregory 1990 (butterfly); Zorin, Schröder and Sweldens 1996 (its masks at irregular vertices); Loop 1987;
//! Loop 2002 (masks with bounded curvature); Warren 1995 (a simpler vertex mask); Hoppe and others 1994 (creases).

mod blend;
mod butterfly;
mod error;
mod loop_masks;
mod masks;
mod refinement;
mod scheme;
mod star;
mod stencils;
mod texture;

pub use blend::Blend;
pub(crate) use error::LARGEST;
pub use error::RefinementError;
pub use refinement::{Refinement, RefinementLevel};
pub use scheme::{EdgeMark, LineRule, MarkedEdge, Marks, SubdivisionScheme, SubdivisionSettings, VertexMask};
pub use stencils::Stencils;
pub(crate) use texture::in_four;
pub use texture::{TextureRefinement, TextureRule};
