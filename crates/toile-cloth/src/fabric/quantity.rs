//! The quantities that describe a fabric and what surrounds it, and how a value of one is read and written.

use super::unit::{Dimension, Unit};

/// What a number about a fabric or its surroundings measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FabricQuantity {
    /// A ratio, a strain, a coefficient.
    Number,
    /// Mass of an area.
    ArealDensity,
    /// A length.
    Length,
    /// Force on an area.
    Pressure,
    /// Force on a width of cloth: tension, and membrane stiffness.
    Tension,
    /// Tension for an angle of shear.
    ShearStiffness,
    /// Bending moment of a width of cloth for a curvature.
    BendingStiffness,
    /// Bending moment of a width of cloth.
    BendingMoment,
    /// One over a radius.
    Curvature,
    /// A time.
    Time,
    /// Speed of the air that passes for a pressure across the cloth.
    Permeability,
    /// A speed.
    Speed,
    /// A change of speed in a time.
    Acceleration,
    /// An angle.
    Angle,
    /// An angle in a time.
    AngularSpeed,
    /// Mass of a volume.
    Density,
}

impl FabricQuantity {
    /// The exponents of kilogram, metre, second and radian in its unit; the unit; and what to write, for a message.
    const fn row(self) -> ([i8; 4], &'static str, &'static str) {
        match self {
            Self::Number => ([0, 0, 0, 0], "", "a plain number or percent"),
            Self::ArealDensity => ([1, -2, 0, 0], "kg/m2", "kg/m2 (or g/m2, mg/cm2, oz/yd2, momme)"),
            Self::Length => ([0, 1, 0, 0], "m", "m (or cm, mm, um)"),
            Self::Pressure => ([1, -1, -2, 0], "Pa", "Pa (or kPa, gf/cm2)"),
            Self::Tension => ([1, 0, -2, 0], "N/m", "N/m (or gf/cm)"),
            Self::ShearStiffness => ([1, 0, -2, -1], "N/m/rad", "N/m/rad (or gf/cm/deg)"),
            Self::BendingStiffness => ([1, 2, -2, 0], "N*m", "N*m (or uN*m, gf cm2/cm)"),
            Self::BendingMoment => ([1, 1, -2, 0], "N*m/m", "N*m/m (or gf cm/cm)"),
            Self::Curvature => ([0, -1, 0, 0], "1/m", "1/m (or 1/cm)"),
            Self::Time => ([0, 0, 1, 0], "s", "s (or ms)"),
            Self::Permeability => ([-1, 2, 1, 0], "m/s/Pa", "m/s/Pa (or mm/s/Pa)"),
            Self::Speed => ([0, 1, -1, 0], "m/s", "m/s (or cm/s, mm/s)"),
            Self::Acceleration => ([0, 1, -2, 0], "m/s2", "m/s2"),
            Self::Angle => ([0, 0, 0, 1], "rad", "deg (or rad)"),
            Self::AngularSpeed => ([0, 0, -1, 1], "rad/s", "deg/s (or rad/s)"),
            Self::Density => ([1, -3, 0, 0], "kg/m3", "kg/m3 (or g/cm3)"),
        }
    }

    /// The dimension of its unit.
    pub const fn dimension(self) -> Dimension {
        Dimension(self.row().0)
    }

    /// The SI unit that values are kept and written in; empty for a pure number.
    pub const fn unit(self) -> &'static str {
        self.row().1
    }

    /// The unit to use and the usual others, for a message.
    pub const fn expected(self) -> &'static str {
        self.row().2
    }

    /// Reads a value with its unit, and converts it to SI.
    ///
    /// ```
    /// use toile_cloth::fabric::FabricQuantity;
    /// let stiffness = FabricQuantity::BendingStiffness.parse("0.08 gf cm2/cm").unwrap();
    /// assert!((stiffness - 7.845e-6).abs() < 1e-9);
    /// assert!(FabricQuantity::ArealDensity.parse("0.3 mm").unwrap_err().contains("kg/m2"));
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with the number or the unit, and which unit is meant.
    pub fn parse(self, text: &str) -> Result<f64, String> {
        let (number, unit) = split_number(text).ok_or_else(|| {
            format!("`{}` does not begin with a number; write it with {}", short(text), self.expected())
        })?;
        if unit.is_empty() && self != Self::Number {
            return Err(format!("`{}` has no unit; write it with {}", short(text), self.expected()));
        }
        if unit.starts_with(',') {
            return Err(format!("`{}`: decimals are written with a point", short(text)));
        }
        let unit = Unit::parse(unit).map_err(|reason| format!("{reason}; expected {}", self.expected()))?;
        if unit.dimension != self.dimension() {
            return Err(format!(
                "`{}` measures {}; expected {}",
                short(text),
                unit.dimension,
                self.expected()
            ));
        }
        let value = number * unit.factor;
        if value.is_finite() { Ok(value) } else { Err(format!("`{}` is not a finite number", short(text))) }
    }

    /// Writes a value in SI, so that reading it again gives the same bits.
    pub fn write(self, value: f64) -> String {
        match self {
            Self::Number => format!("{value:?}"),
            _ => format!("{value:?} {}", self.unit()),
        }
    }
}

/// The longest number at the start of a text, and what follows it.
fn split_number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text
        .char_indices()
        .find(|&(_, character)| !(character.is_ascii_digit() || "+-.eE".contains(character)))
        .map_or(text.len(), |(index, _)| index);
    (1..=end).rev().find_map(|length| {
        let number = text.get(..length)?.parse::<f64>().ok()?;
        Some((number, text.get(length..)?.trim_start()))
    })
}

/// At most the first sixty characters, so that a message stays a line.
fn short(text: &str) -> String {
    let mut characters = text.chars();
    let mut start: String = characters.by_ref().take(60).collect();
    if characters.next().is_some() {
        start.push('…');
    }
    start
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [FabricQuantity; 16] = [
        FabricQuantity::Number,
        FabricQuantity::ArealDensity,
        FabricQuantity::Length,
        FabricQuantity::Pressure,
        FabricQuantity::Tension,
        FabricQuantity::ShearStiffness,
        FabricQuantity::BendingStiffness,
        FabricQuantity::BendingMoment,
        FabricQuantity::Curvature,
        FabricQuantity::Time,
        FabricQuantity::Permeability,
        FabricQuantity::Speed,
        FabricQuantity::Acceleration,
        FabricQuantity::Angle,
        FabricQuantity::AngularSpeed,
        FabricQuantity::Density,
    ];

    #[test]
    fn the_canonical_unit_has_the_dimension_and_the_factor_one() {
        for quantity in ALL {
            let unit = Unit::parse(quantity.unit()).unwrap();
            assert_eq!(unit.dimension, quantity.dimension(), "{quantity:?}");
            assert_eq!(unit.factor, 1.0, "{quantity:?}");
        }
    }

    #[test]
    fn numbers_are_split_from_units() {
        assert_eq!(split_number("1e3 N"), Some((1000.0, "N")));
        assert_eq!(split_number("5e"), Some((5.0, "e")));
        assert_eq!(split_number(" -.5mm "), Some((-0.5, "mm")));
        assert_eq!(split_number("50 1/m"), Some((50.0, "1/m")));
        assert_eq!(split_number("kg"), None);
        assert_eq!(split_number("inf kg"), None);
    }

    #[test]
    fn mistakes_are_explained() {
        for (quantity, text, part) in [
            (FabricQuantity::ArealDensity, "0.135", "has no unit"),
            (FabricQuantity::ArealDensity, "0,135 kg/m2", "with a point"),
            (FabricQuantity::ArealDensity, "light", "does not begin with a number"),
            (FabricQuantity::Length, "3 g", "measures kg; expected m"),
            (FabricQuantity::ShearStiffness, "60 N/m", "N/m/rad"),
            (FabricQuantity::Tension, "1e999 N/m", "not a finite number"),
        ] {
            let message = quantity.parse(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_to_the_same_bits(value in -1e30f64..1e30, which in 0..ALL.len()) {
            let quantity = ALL[which];
            prop_assert_eq!(quantity.parse(&quantity.write(value)), Ok(value));
        }

        #[test]
        fn a_unit_scales_the_number(value in 1e-6f64..1e6) {
            let kes = FabricQuantity::BendingStiffness.parse(&format!("{value} gf cm2/cm")).unwrap();
            prop_assert!((kes / (value * 9.806_65e-5) - 1.0).abs() < 1e-12);
            let percent = FabricQuantity::Number.parse(&format!("{value} %")).unwrap();
            prop_assert!((percent / (value * 0.01) - 1.0).abs() < 1e-12);
        }

        #[test]
        fn any_text_is_answered(text in "\\PC{0,40}", which in 0..ALL.len()) {
            let _ = ALL[which].parse(&text);
            let _ = Unit::parse(&text);
        }
    }
}
