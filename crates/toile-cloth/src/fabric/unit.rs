//! Units of measurement: what they are made of, and how they are written.
//!
//! A unit is a factor to SI and a [`Dimension`]. The angle is a dimension of its own here, against the custom of SI:
//! shear stiffness is quoted per degree by one laboratory and per radian by the next, and leaving the angle out is a
//! mistake by a factor of 57 that nobody sees.

use std::fmt;

use toile_geom::names::closest;

/// Standard gravity in m/s², exact by definition; the gram-force of textile testing is made of it.
pub const STANDARD_GRAVITY: f64 = 9.806_65;

/// Longest text taken for a quantity. A number and a unit are short; everything else is a mistake.
const LONGEST_TEXT: usize = 120;

/// Exponents of kilogram, metre, second and radian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension(pub(super) [i8; 4]);

impl Dimension {
    /// A pure number.
    pub const NONE: Self = Self([0, 0, 0, 0]);

    /// Dimension with the given exponents of kilogram, metre, second and radian.
    pub const fn new(kilogram: i8, metre: i8, second: i8, radian: i8) -> Self {
        Self([kilogram, metre, second, radian])
    }

    /// Product with the `power`-th power of another dimension; `None` if an exponent leaves all reason.
    fn times(self, other: Self, power: i8) -> Option<Self> {
        let mut exponents = self.0;
        for (exponent, factor) in exponents.iter_mut().zip(other.0) {
            *exponent = exponent.checked_add(factor.checked_mul(power)?)?;
        }
        Some(Self(exponents))
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = false;
        for (exponent, symbol) in self.0.iter().zip(["kg", "m", "s", "rad"]) {
            if *exponent == 0 {
                continue;
            }
            if written {
                f.write_str(" ")?;
            }
            f.write_str(symbol)?;
            if *exponent != 1 {
                write!(f, "{exponent}")?;
            }
            written = true;
        }
        if written { Ok(()) } else { f.write_str("no unit") }
    }
}

/// A unit: what one of it is in SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// One of this unit, in SI.
    pub factor: f64,
    /// What it measures.
    pub dimension: Dimension,
}

const MASS: Dimension = Dimension::new(1, 0, 0, 0);
const LENGTH: Dimension = Dimension::new(0, 1, 0, 0);
const TIME: Dimension = Dimension::new(0, 0, 1, 0);
const ANGLE: Dimension = Dimension::new(0, 0, 0, 1);
const FORCE: Dimension = Dimension::new(1, 1, -2, 0);
const PRESSURE: Dimension = Dimension::new(1, -1, -2, 0);
const AREAL_DENSITY: Dimension = Dimension::new(1, -2, 0, 0);

/// Every symbol that is understood: SI, the gram-force units of KES, and what the trade uses.
const SYMBOLS: &[(&str, f64, Dimension)] = &[
    ("%", 0.01, Dimension::NONE),
    ("kg", 1.0, MASS),
    ("g", 1e-3, MASS),
    ("mg", 1e-6, MASS),
    ("oz", 0.028_349_523_125, MASS),
    ("lb", 0.453_592_37, MASS),
    ("m", 1.0, LENGTH),
    ("cm", 1e-2, LENGTH),
    ("mm", 1e-3, LENGTH),
    ("um", 1e-6, LENGTH),
    ("in", 0.0254, LENGTH),
    ("yd", 0.9144, LENGTH),
    ("s", 1.0, TIME),
    ("ms", 1e-3, TIME),
    ("N", 1.0, FORCE),
    ("cN", 1e-2, FORCE),
    ("mN", 1e-3, FORCE),
    ("uN", 1e-6, FORCE),
    ("gf", STANDARD_GRAVITY * 1e-3, FORCE),
    ("kgf", STANDARD_GRAVITY, FORCE),
    ("dyn", 1e-5, FORCE),
    ("Pa", 1.0, PRESSURE),
    ("kPa", 1e3, PRESSURE),
    ("MPa", 1e6, PRESSURE),
    ("rad", 1.0, ANGLE),
    ("deg", std::f64::consts::PI / 180.0, ANGLE),
    // Silk is traded in momme: pounds per piece of 45 inches by 100 yards.
    ("momme", 0.453_592_37 / (45.0 * 0.0254 * 100.0 * 0.9144), AREAL_DENSITY),
];

impl Unit {
    /// Reads a unit such as `kg/m2`, `gf cm2/cm`, `gf/(cm deg)`, `µN·m` or `1/m`.
    ///
    /// Factors are separated by a space, `*`, `·` or `/`; a slash divides by the one factor behind it.
    ///
    /// # Errors
    /// Says what is not understood, and names the nearest symbol that is.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST_TEXT {
            return Err(format!("a unit of {} characters is not a unit", text.len()));
        }
        let characters: Vec<char> = text.chars().map(plain).collect();
        let mut reader = UnitReader { characters: &characters, at: 0 };
        let unit = reader.product(0)?;
        match reader.peek() {
            None => Ok(unit),
            Some(unexpected) => Err(format!("`{unexpected}` is not expected in the unit `{text}`")),
        }
    }
}

/// One spelling for the several that keyboards offer.
fn plain(character: char) -> char {
    match character {
        'µ' | 'μ' => 'u',
        '·' | '⋅' | '×' => '*',
        '⁻' | '−' => '-',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        other => other,
    }
}

struct UnitReader<'a> {
    characters: &'a [char],
    at: usize,
}

impl UnitReader<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(character) = self.peek().filter(|&character| keep(character)) {
            taken.push(character);
            self.at += 1;
        }
        taken
    }

    fn product(&mut self, depth: usize) -> Result<Unit, String> {
        let mut unit = Unit { factor: 1.0, dimension: Dimension::NONE };
        loop {
            let separators =
                self.take_while(|character| character.is_whitespace() || "*/".contains(character));
            let slashes = separators.matches('/').count();
            if slashes > 1 {
                return Err(format!("`{}` divides twice in one place", separators.trim()));
            }
            match self.peek() {
                None | Some(')') if separators.trim().is_empty() => return Ok(unit),
                None | Some(')') => return Err(format!("nothing follows `{}`", separators.trim())),
                Some(_) => {}
            }
            let (factor, power) = self.factor(depth)?;
            let power = if slashes == 1 { -power } else { power };
            unit.factor *= factor.factor.powi(i32::from(power));
            unit.dimension = unit
                .dimension
                .times(factor.dimension, power)
                .ok_or("the exponents of the unit are too large")?;
        }
    }

    fn factor(&mut self, depth: usize) -> Result<(Unit, i8), String> {
        let unit = match self.peek() {
            Some('(') if depth < 8 => {
                self.at += 1;
                let inner = self.product(depth + 1)?;
                if self.peek() != Some(')') {
                    return Err("a parenthesis in the unit is not closed".to_string());
                }
                self.at += 1;
                inner
            }
            Some('1') => {
                self.at += 1;
                return Ok((Unit { factor: 1.0, dimension: Dimension::NONE }, 1));
            }
            _ => self.symbol()?,
        };
        Ok((unit, self.power()?))
    }

    fn symbol(&mut self) -> Result<Unit, String> {
        let name = self.take_while(|character| character.is_alphabetic() || "%°".contains(character));
        let name = match name.as_str() {
            "°" => "deg",
            "yard" => "yd",
            "inch" => "in",
            name => name,
        };
        if name.is_empty() {
            let found = self.peek().map_or_else(String::new, |character| character.to_string());
            return Err(format!("`{found}` is not the start of a unit"));
        }
        if let Some(&(_, factor, dimension)) = SYMBOLS.iter().find(|(symbol, ..)| *symbol == name) {
            return Ok(Unit { factor, dimension });
        }
        let hint = closest(name, SYMBOLS.iter().map(|(symbol, ..)| *symbol))
            .map_or_else(String::new, |symbol| format!(", perhaps `{symbol}`"));
        Err(format!("the unit `{name}` is not known{hint}"))
    }

    fn power(&mut self) -> Result<i8, String> {
        if self.peek() == Some('^') {
            self.at += 1;
        }
        let sign = if self.peek() == Some('-') {
            self.at += 1;
            -1
        } else {
            1
        };
        let digits = self.take_while(|character| character.is_ascii_digit());
        if digits.is_empty() && sign == 1 {
            return Ok(1);
        }
        match digits.parse::<i8>() {
            Ok(power @ 1..=9) => Ok(sign * power),
            _ => Err(format!("`{digits}` is not an exponent from 1 to 9")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(text: &str) -> f64 {
        Unit::parse(text).unwrap().factor
    }

    #[test]
    fn textile_units_have_their_published_factors() {
        let near = |left: f64, right: f64| assert!((left / right - 1.0).abs() < 1e-12, "{left} {right}");
        near(factor("gf cm2/cm"), 9.806_65e-5);
        near(factor("gf·cm²/cm"), 9.806_65e-5);
        near(factor("gf cm/cm"), 9.806_65e-3);
        near(factor("gf/(cm deg)"), factor("gf/cm/deg"));
        near(factor("gf/cm/deg"), 0.980_665 * 180.0 / std::f64::consts::PI);
        near(factor("µN·m"), 1e-6);
        near(factor("mg/cm2"), 1e-2);
        near(factor("1/cm"), 100.0);
        near(factor("cm-1"), 100.0);
        assert!((factor("oz/yd2") - 0.033_906).abs() < 1e-6);
        assert!((factor("momme") - 4.34e-3).abs() < 1e-5);
    }

    #[test]
    fn the_angle_is_a_dimension() {
        assert_ne!(Unit::parse("gf/cm").unwrap().dimension, Unit::parse("gf/cm/deg").unwrap().dimension);
        assert_eq!(Unit::parse("N/m/rad").unwrap().dimension, Unit::parse("gf/cm/deg").unwrap().dimension);
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (text, part) in [
            ("gff/cm", "perhaps `gf`"),
            ("N//m", "divides twice"),
            ("N/", "nothing follows"),
            ("(N", "not closed"),
            ("N)", "not expected"),
            ("m0", "exponent"),
            ("m99", "exponent"),
            ("?", "not the start"),
            ("((((((((((m))))))))))", "not the start"),
        ] {
            let message = Unit::parse(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
        assert!(Unit::parse(&"m ".repeat(1000)).is_err());
        assert!(Unit::parse(&"m9 ".repeat(30)).is_err());
    }

    #[test]
    fn a_dimension_is_written_with_its_exponents() {
        assert_eq!(Unit::parse("N/m").unwrap().dimension.to_string(), "kg s-2");
        assert_eq!(Unit::parse("%").unwrap().dimension.to_string(), "no unit");
    }
}
