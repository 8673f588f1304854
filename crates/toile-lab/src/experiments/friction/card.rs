//! A card on an incline, from rest.

use super::GRAVITY;
use toile_contact::friction::FrictionLaw;

/// The incline and the card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// The tangent of the angle of the incline.
    pub slope: f64,
    /// The mass in kilograms.
    pub mass: f64,
    /// The time step in seconds.
    pub step: f64,
}

impl Default for Card {
    /// A playing card on an incline of 16.7°, where cards with friction 0.3 are about to slide.
    fn default() -> Self {
        Self { slope: 0.3, mass: 1.8e-3, step: 1e-3 }
    }
}

/// Where the card is at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardSample {
    /// Seconds from the start.
    pub time: f64,
    /// Metres down the incline.
    pub distance: f64,
    /// Metres a second down the incline.
    pub speed: f64,
}

impl Card {
    /// The way of the card with a law, one sample for each step.
    pub fn slide(&self, law: &FrictionLaw, steps: usize) -> Vec<CardSample> {
        let cosine = (1.0 + self.slope * self.slope).sqrt().recip();
        let (down, onto) = (GRAVITY * cosine * self.slope, GRAVITY * cosine);
        let mut now = CardSample { time: 0.0, distance: 0.0, speed: 0.0 };
        let next = |step: usize| {
            let left = law.slow(onto * self.step, now.speed + down * self.step, self.step / self.mass);
            now.speed = left.value;
            now.distance += left.value * self.step;
            now.time = step as f64 * self.step;
            now
        };
        (1..=steps).map(next).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_contact::friction::FrictionModel;

    fn law(kinetic: f64) -> FrictionLaw {
        FrictionLaw::coulomb(kinetic)
            .with_static(2.0 * kinetic)
            .with_stribeck(0.4, 0.2)
            .with_viscous(6e-5, 1.0)
    }

    fn last(kinetic: f64, model: FrictionModel) -> CardSample {
        Card::default().slide(&model.of(&law(kinetic)), 2000)[1999]
    }

    /// With friction at rest twice that of sliding on a slope of 0.3: above 0.3 none slides, down to 0.15 only what knows no rest, below all do.
    #[test]
    fn cards_slide_or_stay_as_in_the_source() {
        for (kinetic, sliding) in [
            (0.31, [false; 4]),
            (0.29, [true, false, false, false]),
            (0.16, [true, false, false, false]),
            (0.14, [true; 4]),
        ] {
            let slid = FrictionModel::ALL.map(|model| last(kinetic, model).distance > 0.0);
            assert_eq!(slid, sliding, "{kinetic}");
        }
    }

    /// At 0.1: stiction changes nothing once it slides, Stribeck's term delays, and drag is slowest.
    #[test]
    fn sliding_cards_come_in_the_order_of_the_source() {
        let [plain, stiction, stribeck, viscous] =
            FrictionModel::ALL.map(|model| Card::default().slide(&model.of(&law(0.1)), 2000));
        assert_eq!(plain, stiction);
        assert!(stribeck[1999].distance < 0.95 * plain[1999].distance);
        assert!(viscous[1999].distance < 0.99 * stribeck[1999].distance);
        let acceleration = |way: &[CardSample], step: usize| (way[step].speed - way[step - 1].speed) / 1e-3;
        let share = |step| acceleration(&stribeck, step) / acceleration(&plain, step);
        assert!(
            share(1) < 0.75 && share(1999) > 0.85 && share(1999) > share(1000),
            "{} {}",
            share(1),
            share(1999)
        );
    }

    /// Galileo's incline: `a = g (sin - μ cos)`.
    #[test]
    fn a_sliding_card_has_the_acceleration_of_coulombs_law() {
        let way = Card { slope: 1.0, ..Card::default() }.slide(&0.4.into(), 1000);
        let expected = GRAVITY * 0.5_f64.sqrt() * (1.0 - 0.4);
        assert!((way[999].speed / expected - 1.0).abs() < 1e-12);
        assert!((way[999].distance / (0.5 * expected) - 1.0).abs() < 2e-3);
    }
}
