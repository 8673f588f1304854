//! Words that several commands say.

/// A number and what there are so many of.
pub(crate) fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A number with some decimals, or as a power of ten if it has more digits before the point than anybody reads.
pub(crate) fn decimal(number: f64, decimals: usize) -> String {
    const LARGE: f64 = 1e9;
    if number.abs() < LARGE { format!("{number:.decimals$}") } else { format!("{number:.decimals$e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_has_hundreds_of_digits() {
        assert_eq!((decimal(1.25, 1), decimal(1e300, 3)), ("1.2".to_owned(), "1.000e300".to_owned()));
        assert_eq!((plural(1, "pair"), plural(0, "pair")), ("1 pair".to_owned(), "0 pairs".to_owned()));
    }
}
