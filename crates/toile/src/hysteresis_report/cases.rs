//! What is measured, beside what it should be.

use super::strip::{Meshing, Strip};
use super::{ACRYLIC, GRAM_FORCE, PER_CENTIMETRE, TIRING, fabric_of, release};
use rayon::prelude::*;
use serde::Serialize;
use toile_cloth::bending::{Hysteresis, HysteresisState};
use toile_cloth::fabric::{Direction, Fabric};
use toile_cloth::rest::FlatTriangle;
use toile_cloth::solver::SolverError;

/// One measurement beside what it should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Case {
    /// What is measured.
    pub case: &'static str,
    /// On what.
    pub variant: String,
    /// How the strip is meshed.
    pub mesh: &'static str,
    /// What it should be.
    pub expected: f64,
    /// What it is.
    pub measured: f64,
    /// How far the one is from the other, as a share of what it should be; as it is where nothing should be.
    pub relative_error: f64,
    /// The largest error that is allowed.
    pub tolerance: f64,
    /// Whether it is small enough.
    pub pass: bool,
}

/// Why nothing could be measured.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReportError {
    /// A strip cannot be made.
    #[error(transparent)]
    Strip(#[from] FlatTriangle),
    /// A step through time failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

impl Case {
    pub(super) fn new(
        case: &'static str,
        variant: impl Into<String>,
        meshing: Meshing,
        [measured, expected]: [f64; 2],
        tolerance: f64,
    ) -> Self {
        let difference = measured - expected;
        let relative_error = if expected == 0.0 { difference } else { difference / expected.abs() };
        Self {
            case,
            variant: variant.into(),
            mesh: meshing.name(),
            expected,
            measured,
            relative_error,
            tolerance,
            pass: relative_error.abs() <= tolerance,
        }
    }
}

/// A strip is rolled up to a radius of ten cells; so far is the mesh from a cylinder.
const TOLERANCE: f64 = 0.005;

/// Does all measurements.
///
/// # Errors
/// If a strip cannot be made or a step fails; neither happens with the strips of this report.
pub fn run() -> Result<Vec<Case>, ReportError> {
    let of_mesh = |&meshing: &Meshing| -> Result<Vec<Case>, ReportError> {
        let mut cases = Vec::new();
        for direction in [Direction::Warp, Direction::Weft] {
            cases.extend(loops(direction, meshing)?);
            cases.extend(uneven(direction, meshing)?);
            cases.extend(fatigue(direction, meshing)?);
        }
        cases.extend(release::cases(meshing)?);
        Ok(cases)
    };
    let all: Vec<Result<Vec<Case>, ReportError>> = Meshing::ALL.par_iter().map(of_mesh).collect();
    Ok(all.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

/// The moment at a point of a loop between ±2.5 per cm, in units of KES.
fn moment_near(curve: &[[f64; 2]], curvature: f64) -> f64 {
    let distance = |point: &&[f64; 2]| (point[0] - curvature).abs();
    curve.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).map_or(f64::NAN, |point| point[1])
}

/// Loops of the fabric with Wong's KES values. The numbers are those that `hyst.py`, a script written after the
/// thesis, prints.
fn loops(direction: Direction, meshing: Meshing) -> Result<Vec<Case>, ReportError> {
    let fabric = fabric_of(&ACRYLIC, 1.0);
    let variant = format!("{direction:?}").to_lowercase();
    let case = |name, pair, tolerance| Case::new(name, variant.clone(), meshing, pair, tolerance);
    let scaled = |path: &[f64]| path.iter().map(|k| k * PER_CENTIMETRE).collect::<Vec<_>>();
    let unit_work = GRAM_FORCE * PER_CENTIMETRE;

    let mut strip = Strip::new(&fabric, direction, meshing)?;
    let first = strip.bend(0.001 * PER_CENTIMETRE) / GRAM_FORCE / 0.001;
    let mut strip = Strip::new(&fabric, direction, meshing)?;
    let mut record = Vec::new();
    let slip = strip.bend(ACRYLIC.slip_curvature() * PER_CENTIMETRE) / GRAM_FORCE;
    strip.bend(2.5 * PER_CENTIMETRE);
    let mut keep = |k: f64, m: f64| record.push([k / PER_CENTIMETRE, m / GRAM_FORCE]);
    let mut work = strip.follow(&scaled(&[-2.5]), 100, &mut keep);
    work += strip.follow(&scaled(&[2.5]), 100, &mut keep);
    let (down, up) = record.split_at(100);
    let end = up.last().map_or(f64::NAN, |point| point[1]);

    let mut partial = Strip::new(&fabric, direction, meshing)?;
    let partial_work = partial.follow(&scaled(&[2.0, 1.5, 2.2, 0.8, 1.4, -1.0, 1.0]), 60, |_, _| {});
    let partial_end = partial.bend(PER_CENTIMETRE) / GRAM_FORCE;
    let mut small = Strip::new(&fabric, direction, meshing)?;
    small.follow(&scaled(&[0.3, -0.3, 0.3]), 30, |_, _| {});
    let small_end = small.bend(0.3 * PER_CENTIMETRE) / GRAM_FORCE;
    Ok(vec![
        case("initial stiffness, gf·cm²/cm", [first, 0.76], TOLERANCE),
        case("moment at the slip curvature, gf·cm/cm", [slip, 0.3355], TOLERANCE),
        case("2HB at 1/cm, gf·cm/cm", [moment_near(up, 1.0) - moment_near(down, 1.0), 0.3289], TOLERANCE),
        case("moment at 2.5/cm after a loop, gf·cm/cm", [end, 0.814_473_684], TOLERANCE),
        case("work of a loop, gf·cm/cm²", [work / unit_work, 1.356_186_5], TOLERANCE),
        case("moment after partial loops, gf·cm/cm", [partial_end, 0.424_473_684], TOLERANCE),
        case("work of partial loops, gf·cm/cm²", [partial_work / unit_work, 1.083_034_4], TOLERANCE),
        case("moment after a small loop, gf·cm/cm", [small_end, 0.202_015_5], TOLERANCE),
    ])
}

/// A fabric whose weft is four times as stiff as its warp and has half of the friction, against the scalar model.
fn uneven(direction: Direction, meshing: Meshing) -> Result<Vec<Case>, ReportError> {
    let creasing = Hysteresis { residual_rate: 0.25, fatigue_rate: 0.05, ..ACRYLIC };
    let fabric: Fabric = fabric_of(&creasing, 4.0);
    let law = fabric.bending.hysteresis(direction);
    let mut scalar = HysteresisState::new(&law);
    let mut strip = Strip::new(&fabric, direction, meshing)?;
    let path = [2.0, 0.3, 1.6, -1.2, 0.4, -0.8, 1.8, -0.1].map(|k| k * PER_CENTIMETRE);
    let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
    strip.follow(&path, 40, |curvature, moment| {
        let expected = scalar.bend(&law, curvature);
        worst = worst.max((moment - expected).abs());
        largest = largest.max(expected.abs());
    });
    let inner = strip.inner_triangles();
    let history = strip.cloth.state.history.as_ref();
    let crease = history.map_or(f64::NAN, |history| mean(&inner, |t| history.crease(t).x));
    let variant = format!("uneven fabric, {}", format!("{direction:?}").to_lowercase());
    Ok(vec![
        Case::new(
            "largest distance from the scalar model",
            &variant,
            meshing,
            [worst / largest, 0.0],
            TOLERANCE,
        ),
        Case::new("crease after many turns, 1/m", &variant, meshing, [crease, scalar.residual()], 0.02),
    ])
}

fn mean(triangles: &[usize], value: impl Fn(usize) -> f64) -> f64 {
    triangles.iter().map(|&t| value(t)).sum::<f64>() / triangles.len().max(1) as f64
}

/// Cycles after which the script prints the friction and the crease: `n`, `M₀`, `θ`.
const SERIES: [(usize, f64, f64); 5] = [
    (1, 0.3659, 0.024_29),
    (2, 0.3293, 0.046_16),
    (3, 0.2964, 0.065_84),
    (5, 0.2400, 0.099_49),
    (10, 0.1417, 0.158_23),
];

/// Folded and let go again and again: creases and friction follow a geometric series.
fn fatigue(direction: Direction, meshing: Meshing) -> Result<Vec<Case>, ReportError> {
    let mut strip = Strip::new(&fabric_of(&TIRING, 1.0), direction, meshing)?;
    let inner = strip.inner_triangles();
    let component = usize::from(direction == Direction::Weft);
    let variant = format!("{direction:?}").to_lowercase();
    let mut cases = Vec::new();
    let mut crease = 0.0;
    for cycle in 1..=10 {
        strip.bend((crease + 1.6) * PER_CENTIMETRE);
        let free = strip.let_go() / PER_CENTIMETRE - crease;
        let Some(history) = strip.cloth.state.history.as_ref() else { continue };
        crease = mean(&inner, |t| history.crease(t).x) / PER_CENTIMETRE;
        let friction = mean(&inner, |t| history.friction_limit(t)[component]) / GRAM_FORCE;
        if cycle == 1 {
            // Where no moment is left, M₀/b₂ of what stays at first.
            cases.push(Case::new(
                "curvature when first let go, 1/cm",
                &variant,
                meshing,
                [free, 0.1620],
                TOLERANCE,
            ));
        }
        if let Some(&(n, expected_friction, expected_crease)) = SERIES.iter().find(|row| row.0 == cycle) {
            let after = format!("{variant}, after {n} cycles");
            cases.push(Case::new(
                "friction, gf·cm/cm",
                &after,
                meshing,
                [friction, expected_friction],
                TOLERANCE,
            ));
            cases.push(Case::new("crease, 1/cm", &after, meshing, [crease, expected_crease], TOLERANCE));
        }
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_irregular_strip_does_what_the_model_says() {
        let mut cases = loops(Direction::Warp, Meshing::Irregular).unwrap();
        cases.extend(uneven(Direction::Weft, Meshing::Irregular).unwrap());
        cases.extend(fatigue(Direction::Weft, Meshing::Irregular).unwrap());
        cases.extend(release::cases(Meshing::OneDiagonal).unwrap());
        assert_eq!(cases.len(), 8 + 2 + 11 + 3);
        for case in cases {
            assert!(case.pass, "{case:?}");
        }
    }
}
