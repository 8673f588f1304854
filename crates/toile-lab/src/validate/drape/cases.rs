//! What is measured, beside what laboratories publish.

use super::instrument::{Draped, Instrument};
use super::scaling::scaled;
use super::{BANDS, Band, NAME};
use crate::validate::{Effort, ValidateError, ValidationCase};
use rayon::prelude::*;
use std::ops::RangeInclusive;
use toile_cloth::fabric::Fabric;

/// Cells of the mesh, m.
const COARSE: f64 = 0.0085;
const FINE: f64 = 0.0065;
/// Folds that laboratories count.
const FOLDS: [f64; 2] = [5.0, 8.0];
/// How much larger the instrument is whose specimen must hang alike.
const SCALE: f64 = 1.5;
/// By how many points of the drape coefficient the two may differ.
const ALIKE: f64 = 2.0;

/// Specimens of one fabric on meshes of one resolution.
struct Series {
    fabric: Fabric,
    band: Option<Band>,
    instrument: Instrument,
    seeds: RangeInclusive<u64>,
}

pub(in super::super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    let all = series(effort)?;
    // Each specimen by itself, so that there is work for all threads to the end.
    let jobs: Vec<(&Series, u64)> =
        all.iter().flat_map(|series| series.seeds.clone().map(move |seed| (series, seed))).collect();
    let drape =
        |&(series, seed): &(&Series, u64)| Instrument { seed, ..series.instrument }.drape(&series.fabric);
    let results: Vec<Result<Draped, ValidateError>> = jobs.par_iter().map(drape).collect();
    let mut draped = results.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter();
    let mut cases = Vec::new();
    let mut usual = f64::NAN;
    for series in &all {
        let specimens: Vec<Draped> = draped.by_ref().take(series.seeds.clone().count()).collect();
        match series.band {
            Some(band) => cases.extend(series.cases(band, &specimens)),
            None => cases.extend(series.alike(&specimens, usual)),
        }
        if let (true, Some(first)) = (usual.is_nan(), specimens.first()) {
            usual = 100.0 * first.coefficient;
        }
    }
    Ok(cases)
}

/// All that is to be draped.
fn series(effort: Effort) -> Result<Vec<Series>, ValidateError> {
    let resolutions = match effort {
        Effort::Quick => vec![(COARSE, 1)],
        Effort::Full => vec![(COARSE, 3), (FINE, 1)],
    };
    let mut all = Vec::new();
    for (cell, seeds) in resolutions {
        for &band in effort.some(2, &BANDS) {
            let instrument = Instrument { cell, ..Instrument::default() };
            all.push(Series { fabric: named(band.fabric)?, band: Some(band), instrument, seeds: 1..=seeds });
        }
    }
    // The first has no curves of tension, which cannot be scaled.
    let large = all.first().map(|series| Series {
        fabric: scaled(&series.fabric, SCALE),
        band: None,
        instrument: series.instrument.scaled(SCALE),
        seeds: 1..=1,
    });
    all.extend(large);
    Ok(all)
}

/// The fabric of a name in the library.
pub(super) fn named(name: &str) -> Result<Fabric, ValidateError> {
    Fabric::named(name).map_err(|error| ValidateError::Missed(error.to_string()))
}

impl Series {
    fn case(&self, what: &str, pair: [f64; 2], tolerance: f64) -> ValidationCase {
        let ring = self.instrument.ring();
        let variant = format!("{}, {what}", self.fabric.name);
        ValidationCase::new(NAME, variant, &ring.sheet, ring.cells, pair, tolerance)
    }

    /// A measurement that must lie in a range.
    fn within(&self, what: &str, measured: f64, [low, high]: [f64; 2]) -> ValidationCase {
        self.case(what, [measured, 0.5 * (low + high)], (high - low) / (high + low))
    }

    /// The drape coefficient, the mean of all specimens as laboratories give it, and the number of folds, of which the one in the middle
    /// is taken: the same fabric falls into one more or less from time to time (Jeong 1998).
    fn cases(&self, band: Band, specimens: &[Draped]) -> Vec<ValidationCase> {
        let coefficients: Vec<f64> = specimens.iter().map(|s| 100.0 * s.coefficient).collect();
        let mut folds: Vec<f64> = specimens.iter().map(|s| s.folds.count as f64).collect();
        folds.sort_unstable_by(f64::total_cmp);
        let depths: Vec<f64> = specimens.iter().map(|s| 1e3 * s.folds.depth).collect();
        let through: usize = specimens.iter().map(|s| s.intersections).sum();
        let ([low, high], [few, many]) = (band.percent, FOLDS);
        vec![
            self.within(&format!("DC {low} to {high} %"), mean(&coefficients), band.percent)
                .with("specimens", specimens.len() as f64)
                .with("spread", spread(&coefficients)),
            self.within(&format!("{few} to {many} folds"), folds[folds.len() / 2], FOLDS)
                .with("fold_depth_mm", mean(&depths))
                .with("spread", spread(&folds)),
            self.case("intersections", [through as f64, 0.0], 1e-9),
        ]
    }

    /// The drape coefficient in the larger instrument beside that in the usual one.
    fn alike(&self, specimens: &[Draped], usual: f64) -> Option<ValidationCase> {
        let measured = 100.0 * specimens.first()?.coefficient;
        Some(self.case(&format!("DC at size {SCALE}"), [measured, usual], ALIKE / usual))
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The largest less the smallest.
fn spread(values: &[f64]) -> f64 {
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    high - values.iter().copied().fold(f64::INFINITY, f64::min)
}
