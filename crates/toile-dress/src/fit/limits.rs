//! From when on a garment is tight or loose.

use crate::drape::FALLEN;
use serde::Serialize;

/// From when on a garment is tight or loose. They are settings: a compression stocking is judged by others than a coat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FitLimits {
    /// Cloth nearer to the skin than this touches it, in metres. Somewhat more than the distance that contact keeps, since
    /// between its corners a triangle is nearer to a round body.
    pub touch: f64,
    /// Pressure from which on a garment is tight, in Pa: half the tightest tension on an arm of 10 cm diameter.
    pub tight_pressure: f64,
    /// Pressure from which on it is too tight, in Pa: 32 mmHg, at which the finest vessels of the skin close (Landis, Heart 15, 1930).
    pub too_tight_pressure: f64,
    /// Tension from which on it is tight, in N/m, also where it lies on flat parts of the body and does not press.
    pub tight_tension: f64,
    /// Tension from which on it is too tight, in N/m. A waistband that its wearers found to fit perfectly pressed with 2.3 kPa while they stood (17.5 mmHg; Sen'i
    /// Gakkaishi 47, 282, 1991), which on a waist of 13 cm radius is 300 N/m.
    pub too_tight_tension: f64,
    /// Tension across a seam from which on it counts as a misfit, in N/m: the same. Seams hold much more, but nobody closes them then.
    pub seam: f64,
    /// How far a garment may sink from where it was placed, in metres, before it counts as slid down.
    pub slid: f64,
    /// How far it may sink before it counts as fallen off, in metres.
    pub fallen: f64,
    /// The least ease with which a garment closes without being stretched, as a share of the girth.
    pub least_ease: f64,
    /// The ease from which on a garment is loose even where it is closest, as a share of the girth.
    pub loose_ease: f64,
    /// What one size is wider than the next smaller one, in metres: 4 cm (EN 13402-3).
    pub size_step: f64,
}

impl Default for FitLimits {
    fn default() -> Self {
        Self {
            touch: 0.005,
            tight_pressure: 1000.0,
            too_tight_pressure: 4270.0,
            tight_tension: 50.0,
            too_tight_tension: 300.0,
            seam: 300.0,
            slid: 0.04,
            fallen: FALLEN,
            least_ease: 0.01,
            loose_ease: 0.2,
            size_step: 0.04,
        }
    }
}
