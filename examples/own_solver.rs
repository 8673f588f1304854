//! A solver of your own: gradient descent with heavy damping, behind the same contact and the same guard as every other.
//!
//!     cargo run --release --example own_solver -- [CELLS]

use toile::prelude::*;
