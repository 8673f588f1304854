//! The drape test of Cusick (1965; ISO 9073-9, BS 5058): a round specimen of 30 cm lies on a disc of 18 cm, and what sticks out falls in folds.
//!
//! The drape coefficient is the part of the ring outside of the disc that is still covered by the shadow of the draped specimen:
//!
//! ```text
//! DC = (A_shadow − A_disc) / (A_specimen − A_disc)
//! ```
//!
//! 100 % is a board, and 0 % cloth without any stiffness. Stretch, shear, bending along warp, weft and in twist, and the friction of
//! bending all have their part in it, so no formula gives it; the reference is what laboratories measured on fabrics of a kind. One law
//! is exact: in an instrument `λ` times as large, a fabric with `λ³` times the bending stiffness, `λ²` times its friction and `λ` times the
//! membrane stiffness hangs alike.
//!
//! The support is taken away slowly, as a laboratory does: weight grows within a second. So friction acts against the fall only,
//! and the result hardly depends on how fast that is. A specimen that is dropped swings through, and friction holds it further down.

mod cases;
mod figure;
mod instrument;
mod ring;
mod scaling;
mod shadow;

pub(super) use cases::run;
pub use figure::figure;
pub use instrument::{Draped, Instrument};
pub use shadow::{Folds, Shadow};

const NAME: &str = "drape";

/// Seeds that follow each other, spread over all 64 bits.
fn spread(seed: u64) -> u64 {
    seed.wrapping_mul(0xD134_2543_DE82_EF95)
}

/// What laboratories find on fabrics of a kind.
#[derive(Clone, Copy, Debug)]
struct Band {
    /// The fabric of the library that stands for its kind.
    fabric: &'static str,
    /// The lowest and the highest drape coefficient, in percent.
    percent: [f64; 2],
}

/// Bands of published drape coefficients (collected second-hand; see the guide), the fabric that is scaled first.
const BANDS: [Band; 4] = [
    Band { fabric: "cotton-plain", percent: [60.0, 76.0] },
    Band { fabric: "wool-tropical", percent: [40.0, 70.0] },
    Band { fabric: "silk-crepe", percent: [20.0, 40.0] },
    Band { fabric: "denim", percent: [70.0, 90.0] },
];
