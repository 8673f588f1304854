//! Values on the command line: numbers that mean something only within a range, and one of several things.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use glam::DVec3;
use std::path::PathBuf;
use toile_io::file::PictureFormat;

/// As far away as a point can be that is looked at, in metres; a mesh may be in millimetres.
const FARTHEST: f64 = 1e6;
/// Factors by which pictures come nearer.
pub(crate) const ZOOM: [f64; 2] = [0.001, 1000.0];

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
        let words = || format!("it must be a number from {least} to {most} {unit}").trim_end().to_owned();
        number.ok_or_else(words)
    }
}

/// Reads a number as [`within`] does, for what is drawn and needs no more digits.
pub(crate) fn within_drawn(
    least: f64,
    most: f64,
    unit: &'static str,
) -> impl Fn(&str) -> Result<f32, String> + Clone + Send + Sync + 'static {
    let read = within(least, most, unit);
    move |text| read(text).map(|number| number as f32)
}

/// Reads a point such as `0,1.2,0.1`.
pub(crate) fn point(text: &str) -> Result<DVec3, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[x, y, z]) if [x, y, z].iter().all(|x| x.abs() <= FARTHEST) => Ok(DVec3::new(x, y, z)),
        _ => Err(format!(
            "expected three numbers, such as 0,1.4,0, each from -{FARTHEST} to {FARTHEST} metres"
        )),
    }
}

/// Reads the name of a picture that is to be written, so that a wrong one is refused before anything is drawn.
pub(crate) fn picture_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    PictureFormat::from_path(&path).map(|_| path).map_err(|error| error.cause)
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
        assert_eq!(within(0.0, 1.0, "")("7"), Err("it must be a number from 0 to 1".to_owned()));
        assert_eq!(point("0,-1.5,2"), Ok(DVec3::new(0.0, -1.5, 2.0)));
        for bad in ["1,2", "1,2,3,4", "1,x,3", "0,0,1e300", "nan,0,0"] {
            assert!(point(bad).is_err(), "{bad}");
        }
        assert!(edge_length("0.015").is_ok() && edge_length("5").is_err() && edge_length("nan").is_err());
    }
}
