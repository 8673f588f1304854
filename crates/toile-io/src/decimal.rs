//! Numbers as text files hold them.

use std::fmt;

/// Shows a finite number with the fewest digits that read back as the same number, with an exponent where that is shorter.
pub(crate) struct Decimal(pub(crate) f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shortest(f, self.0, self.0)
    }
}

/// The same for numbers of single precision.
pub(crate) struct Single(pub(crate) f32);

impl fmt::Display for Single {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shortest(f, self.0, f64::from(self.0))
    }
}

/// Writes a number of about some size in the shorter of both forms.
fn shortest<T: fmt::Display + fmt::LowerExp>(
    f: &mut fmt::Formatter<'_>,
    number: T,
    size: f64,
) -> fmt::Result {
    let magnitude = size.abs();
    if magnitude == 0.0 || (1e-4..1e15).contains(&magnitude) {
        write!(f, "{number}")
    } else {
        write!(f, "{number:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_the_shorter_form() {
        let shown: Vec<_> =
            [0.0, -0.0, 0.1, 1.5e-7, 1e300, -2.0, 1.0 / 3.0].map(|x| Decimal(x).to_string()).into();
        assert_eq!(shown, ["0", "-0", "0.1", "1.5e-7", "1e300", "-2", "0.3333333333333333"]);
        let shown: Vec<_> = [0.1, 1.5e-7, -2.0, 1.0 / 3.0].map(|x| Single(x).to_string()).into();
        assert_eq!(shown, ["0.1", "1.5e-7", "-2", "0.33333334"]);
    }
}
