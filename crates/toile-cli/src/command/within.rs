//! Values on the command line: numbers that mean something only within a range, and one of several things.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads one of several things by its name; the help lists all names.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    things: &'static [T],
    name: impl Fn(T) -> &'static str + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(things.iter().map(|thing| name(*thing))).try_map(move |chosen| {
        things.iter().copied().find(|thing| name(*thing) == chosen).ok_or("it is none of these")
    })
}

/// Reads a number from `least` to `most` of something; what is outside is refused in words.
pub(crate) fn within(
    least: f64,
    most: f64,
    unit: &'static str,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number: &f64| (least..=most).contains(number));
        number.ok_or_else(|| format!("it must be a number from {least} to {most} {unit}"))
    }
}

/// Reads the length of a mesh's edges: shorter ones would take days, longer ones are no garment any more.
pub(crate) fn edge_length(text: &str) -> Result<f64, String> {
    within(0.002, 0.2, "metres")(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_within_the_range_are_read() {
        let read = within(1.0, 240.0, "frames a second");
        assert_eq!(read("30"), Ok(30.0));
        for bad in ["0.9", "241", "nan", "inf", "-30", "many", ""] {
            assert_eq!(
                read(bad),
                Err("it must be a number from 1 to 240 frames a second".to_owned()),
                "{bad}"
            );
        }
        assert!(edge_length("0.015").is_ok() && edge_length("5").is_err() && edge_length("nan").is_err());
    }
}
