//! The load at which a cloth loses its balance.

use super::case::ValidateError;
use toile_cloth::cloth::Cloth;
use toile_cloth::solver::{Equilibrium, Loads};

/// The share of the loads at which the lowest stiffness vanishes, searched near a guess.
///
/// Below it the softest mode of vibration has a real frequency, above it the mode grows instead of swinging. The square of the frequency
/// falls smoothly through zero, and the secant method finds where.
pub(super) fn critical_share(cloth: &Cloth, loads: &Loads, guess: f64) -> Result<f64, ValidateError> {
    let mut equilibrium = Equilibrium::default();
    let mut lowest = |share: f64| -> Result<f64, ValidateError> {
        let mut loaded = cloth.clone();
        equilibrium.settle(&mut loaded, &loads.scaled(share))?;
        Ok(equilibrium.lowest_mode(&loaded).square_frequency)
    };
    let (mut a, mut b) = (0.9 * guess, guess);
    let (mut at_a, mut at_b) = (lowest(a)?, lowest(b)?);
    for _ in 0..12 {
        let next = b - at_b * (b - a) / (at_b - at_a);
        if !(next > 0.0 && next < 3.0 * guess) {
            return Err(ValidateError::Missed(format!("no loss of balance up to {next} of the load")));
        }
        (a, at_a) = (b, at_b);
        (b, at_b) = (next, lowest(next)?);
        if (b - a).abs() < 1e-3 * guess {
            return Ok(b);
        }
    }
    Err(ValidateError::Missed("the load at which the balance is lost was not found".to_owned()))
}
