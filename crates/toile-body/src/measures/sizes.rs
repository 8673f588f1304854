//! Size tables: named bodies.
//!
//! Ready-to-wear sizes are conventions, not laws: makers differ by a size or more. The tables give the three girths that
//! size labels stand for, and a stature; everything else is filled from proportions. Women's EU sizes follow the German
//! women's outerwear chart (DOB, normal height 168 cm), US sizes ASTM D5585-95, UK sizes the high-street charts that
//! step by 5 cm; men's sizes are half the chest girth (EU) or the chest in inches (US, UK); children's sizes are statures.

use super::{Figure, Measure, Measures};
use toile_geom::names::{UnknownName, find};

/// Whose sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeSystem {
    /// Continental Europe.
    Eu,
    /// The United States.
    Us,
    /// The United Kingdom.
    Uk,
}

/// A size: a named body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySize {
    /// The name on the command line, such as `eu-38`.
    pub name: &'static str,
    /// The convention.
    pub system: SizeSystem,
    /// The figure.
    pub figure: Figure,
    /// Stature, bust or chest, waist and hip girth in centimetres.
    pub key_cm: [f64; 4],
}

impl BodySize {
    /// The measures that the size stands for.
    pub fn asked(&self) -> Vec<(Measure, f64)> {
        let keys = [Measure::Height, Measure::BustGirth, Measure::WaistGirth, Measure::HipGirth];
        keys.into_iter().zip(self.key_cm).map(|(measure, cm)| (measure, 0.01 * cm)).collect()
    }

    /// The size of a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static Self, UnknownName> {
        find("size", name, SIZES, |size| size.name)
    }

    /// The body of this size, with all other measures filled in.
    pub fn measures(&self) -> Measures {
        Measures::fill(self.figure, &self.asked())
    }
}

const fn row(name: &'static str, system: SizeSystem, figure: Figure, key_cm: [f64; 4]) -> BodySize {
    BodySize { name, system, figure, key_cm }
}

use Figure::{Child, Man, Woman};
use SizeSystem::{Eu, Uk, Us};

/// All sizes.
pub const SIZES: &[BodySize] = &[
    row("eu-34", Eu, Woman, [168.0, 80.0, 65.0, 90.0]),
    row("eu-36", Eu, Woman, [168.0, 84.0, 68.0, 94.0]),
    row("eu-38", Eu, Woman, [168.0, 88.0, 72.0, 97.0]),
    row("eu-40", Eu, Woman, [168.0, 92.0, 76.0, 100.0]),
    row("eu-42", Eu, Woman, [168.0, 96.0, 80.0, 103.0]),
    row("eu-44", Eu, Woman, [168.0, 100.0, 84.0, 106.0]),
    row("eu-46", Eu, Woman, [168.0, 104.0, 88.0, 109.0]),
    row("eu-48", Eu, Woman, [168.0, 110.0, 94.5, 114.0]),
    row("eu-50", Eu, Woman, [168.0, 116.0, 101.0, 119.0]),
    row("eu-52", Eu, Woman, [168.0, 122.0, 107.5, 124.0]),
    row("us-2", Us, Woman, [165.0, 81.3, 61.0, 87.6]),
    row("us-4", Us, Woman, [165.0, 83.8, 63.5, 90.2]),
    row("us-6", Us, Woman, [165.0, 86.4, 66.0, 92.7]),
    row("us-8", Us, Woman, [165.0, 88.9, 68.6, 95.3]),
    row("us-10", Us, Woman, [165.0, 91.4, 71.1, 97.8]),
    row("us-12", Us, Woman, [165.0, 95.3, 74.9, 101.6]),
    row("us-14", Us, Woman, [165.0, 99.1, 78.7, 105.4]),
    row("us-16", Us, Woman, [165.0, 102.9, 82.6, 109.2]),
    row("us-18", Us, Woman, [165.0, 108.0, 87.6, 114.3]),
    row("us-20", Us, Woman, [165.0, 113.0, 92.7, 119.4]),
    row("uk-8", Uk, Woman, [165.0, 82.0, 65.0, 90.0]),
    row("uk-10", Uk, Woman, [165.0, 87.0, 70.0, 95.0]),
    row("uk-12", Uk, Woman, [165.0, 92.0, 75.0, 100.0]),
    row("uk-14", Uk, Woman, [165.0, 97.0, 80.0, 105.0]),
    row("uk-16", Uk, Woman, [165.0, 102.0, 85.0, 110.0]),
    row("uk-18", Uk, Woman, [165.0, 109.0, 92.0, 117.0]),
    row("uk-20", Uk, Woman, [165.0, 116.0, 99.0, 124.0]),
    row("eu-44-men", Eu, Man, [168.0, 88.0, 76.0, 92.0]),
    row("eu-46-men", Eu, Man, [171.0, 92.0, 80.0, 96.0]),
    row("eu-48-men", Eu, Man, [174.0, 96.0, 84.0, 100.0]),
    row("eu-50-men", Eu, Man, [177.0, 100.0, 88.0, 104.0]),
    row("eu-52-men", Eu, Man, [180.0, 104.0, 92.0, 108.0]),
    row("eu-54-men", Eu, Man, [182.0, 108.0, 98.0, 112.0]),
    row("eu-56-men", Eu, Man, [184.0, 112.0, 104.0, 116.0]),
    row("eu-58-men", Eu, Man, [186.0, 116.0, 110.0, 120.0]),
    row("us-36-men", Us, Man, [173.0, 91.4, 76.2, 94.0]),
    row("us-38-men", Us, Man, [176.0, 96.5, 81.3, 99.1]),
    row("us-40-men", Us, Man, [178.0, 101.6, 86.4, 104.1]),
    row("us-42-men", Us, Man, [180.0, 106.7, 91.4, 109.2]),
    row("us-44-men", Us, Man, [182.0, 111.8, 99.1, 114.3]),
    row("uk-36-men", Uk, Man, [173.0, 91.4, 76.2, 94.0]),
    row("uk-38-men", Uk, Man, [176.0, 96.5, 81.3, 99.1]),
    row("uk-40-men", Uk, Man, [178.0, 101.6, 86.4, 104.1]),
    row("uk-42-men", Uk, Man, [180.0, 106.7, 91.4, 109.2]),
    row("uk-44-men", Uk, Man, [182.0, 111.8, 99.1, 114.3]),
    row("child-104", Eu, Child, [104.0, 57.0, 54.0, 59.0]),
    row("child-116", Eu, Child, [116.0, 61.0, 56.0, 64.0]),
    row("child-128", Eu, Child, [128.0, 64.5, 58.5, 69.0]),
    row("child-140", Eu, Child, [140.0, 70.0, 62.0, 75.0]),
    row("child-152", Eu, Child, [152.0, 76.0, 65.0, 82.0]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_sizes_grow() {
        for pair in SIZES.windows(2) {
            let [a, b] = pair else { unreachable!() };
            let same = a.system == b.system && a.figure == b.figure;
            assert!(!same || b.key_cm[1] > a.key_cm[1], "{} {}", a.name, b.name);
        }
        for (i, size) in SIZES.iter().enumerate() {
            assert!(SIZES[i + 1..].iter().all(|other| other.name != size.name), "{}", size.name);
        }
        assert_eq!(BodySize::named("eu-38").map(BodySize::measures).map(|m| m.bust_girth), Ok(0.88));
    }
}
