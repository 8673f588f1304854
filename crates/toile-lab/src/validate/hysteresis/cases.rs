//! What is measured, beside what it should be.

use super::super::case::{Effort, ValidateError, ValidationCase};
use super::super::specimen::on_every_mesh;
use super::strip::Strip;
use super::{
    ACRYLIC, COARSE, FINE, GRAM_FORCE, NAME, PER_CENTIMETRE, SIZE, TIRING, TOLERANCE, fabric_of, release,
};
use toile_cloth::bending::HysteresisState;
use toile_cloth::fabric::{ClothDirection, Hysteresis};
use toile_cloth::rest::DegenerateTriangle;
use toile_geom::sheets::FlatSheet;

pub(in super::super) fn run(effort: Effort) -> Result<Vec<ValidationCase>, ValidateError> {
    on_every_mesh(effort, SIZE, [COARSE, FINE], |sheet, cells| {
        let mut cases = Vec::new();
        for &direction in effort.some(2, &[ClothDirection::Warp, ClothDirection::Weft]) {
            let bench = Bench { sheet, cells, direction };
            cases.extend(bench.loops()?);
            cases.extend(bench.uneven()?);
            cases.extend(bench.fatigue()?);
        }
        cases.extend(release::cases(sheet, cells)?);
        Ok(cases)
    })
}

/// The moment at a point of a loop between ±2.5 per cm, in units of KES.
fn moment_near(curve: &[[f64; 2]], curvature: f64) -> f64 {
    let distance = |point: &&[f64; 2]| (point[0] - curvature).abs();
    curve.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).map_or(f64::NAN, |point| point[1])
}

/// Cycles after which the script prints the friction and the crease: `n`, `M₀`, `θ`.
const SERIES: [(usize, f64, f64); 5] = [
    (1, 0.3659, 0.024_29),
    (2, 0.3293, 0.046_16),
    (3, 0.2964, 0.065_84),
    (5, 0.2400, 0.099_49),
    (10, 0.1417, 0.158_23),
];

/// Strips of one mesh, cut in one direction.
struct Bench<'a> {
    sheet: &'a FlatSheet,
    cells: [u32; 2],
    direction: ClothDirection,
}

impl Bench<'_> {
    fn strip(&self, parameters: &Hysteresis) -> Result<Strip<'_>, DegenerateTriangle> {
        Strip::new(&fabric_of(parameters, 1.0), self.direction, self.sheet)
    }

    /// `warp`, or `weft`.
    fn name(&self) -> String {
        format!("{:?}", self.direction).to_lowercase()
    }

    fn case(&self, variant: &str, pair: [f64; 2], tolerance: f64) -> ValidationCase {
        ValidationCase::new(NAME, variant, self.sheet, self.cells, pair, tolerance)
    }

    /// Loops of the fabric with Wong's KES values. The numbers are those of the independent script.
    fn loops(&self) -> Result<Vec<ValidationCase>, ValidateError> {
        let name = self.name();
        let case = |what, pair| self.case(&format!("{name}, {what}"), pair, TOLERANCE);
        let scaled = |path: &[f64]| path.iter().map(|k| k * PER_CENTIMETRE).collect::<Vec<_>>();
        let unit_work = GRAM_FORCE * PER_CENTIMETRE;

        let mut strip = self.strip(&ACRYLIC)?;
        let first = strip.bend(0.001 * PER_CENTIMETRE) / GRAM_FORCE / 0.001;
        let mut strip = self.strip(&ACRYLIC)?;
        let mut record = Vec::new();
        let slip = strip.bend(ACRYLIC.slip_curvature() * PER_CENTIMETRE) / GRAM_FORCE;
        strip.bend(2.5 * PER_CENTIMETRE);
        let mut keep = |k: f64, m: f64| record.push([k / PER_CENTIMETRE, m / GRAM_FORCE]);
        let mut work = strip.follow(&scaled(&[-2.5]), 100, &mut keep);
        work += strip.follow(&scaled(&[2.5]), 100, &mut keep);
        let (down, up) = record.split_at(100);
        let end = up.last().map_or(f64::NAN, |point| point[1]);

        let mut partial = self.strip(&ACRYLIC)?;
        let partial_work = partial.follow(&scaled(&[2.0, 1.5, 2.2, 0.8, 1.4, -1.0, 1.0]), 60, |_, _| {});
        let partial_end = partial.bend(PER_CENTIMETRE) / GRAM_FORCE;
        let mut small = self.strip(&ACRYLIC)?;
        small.follow(&scaled(&[0.3, -0.3, 0.3]), 30, |_, _| {});
        let small_end = small.bend(0.3 * PER_CENTIMETRE) / GRAM_FORCE;
        Ok(vec![
            case("first stiffness", [first, 0.76]),
            case("moment at slip", [slip, 0.3355]),
            case("2HB at 1/cm", [moment_near(up, 1.0) - moment_near(down, 1.0), 0.3289]),
            case("moment after a loop", [end, 0.814_473_684]),
            case("work of a loop", [work / unit_work, 1.356_186_5]),
            case("moment, partial loops", [partial_end, 0.424_473_684]),
            case("work, partial loops", [partial_work / unit_work, 1.083_034_4]),
            case("moment, small loop", [small_end, 0.202_015_5]),
        ])
    }

    /// A fabric whose weft is four times as stiff as its warp and has half of the friction, against the scalar model.
    fn uneven(&self) -> Result<Vec<ValidationCase>, ValidateError> {
        let creasing = Hysteresis { residual_rate: 0.25, fatigue_rate: 0.05, ..ACRYLIC };
        let fabric = fabric_of(&creasing, 4.0);
        let law = fabric.bending.hysteresis(self.direction);
        let mut scalar = HysteresisState::new(&law);
        let mut strip = Strip::new(&fabric, self.direction, self.sheet)?;
        let path = [2.0, 0.3, 1.6, -1.2, 0.4, -0.8, 1.8, -0.1].map(|k| k * PER_CENTIMETRE);
        let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
        strip.follow(&path, 40, |curvature, moment| {
            let expected = scalar.bend(&law, curvature);
            worst = worst.max((moment - expected).abs());
            largest = largest.max(expected.abs());
        });
        let history = strip.cloth.state.history.as_ref();
        let crease = history.map_or(f64::NAN, |history| strip.mean(|t| history.crease(t).x));
        let name = self.name();
        Ok(vec![
            self.case(&format!("uneven {name}, off the formula"), [worst / largest, 0.0], TOLERANCE),
            self.case(&format!("uneven {name}, crease in 1/m"), [crease, scalar.residual()], 0.02),
        ])
    }

    /// Folded and let go again and again: creases and friction follow a geometric series.
    fn fatigue(&self) -> Result<Vec<ValidationCase>, ValidateError> {
        let mut strip = self.strip(&TIRING)?;
        let component = usize::from(self.direction == ClothDirection::Weft);
        let name = self.name();
        let case = |what: String, pair| self.case(&format!("{name}, {what}"), pair, TOLERANCE);
        let mut cases = Vec::new();
        let mut crease = 0.0;
        for cycle in 1..=10 {
            strip.bend((crease + 1.6) * PER_CENTIMETRE);
            let free = strip.let_go() / PER_CENTIMETRE - crease;
            let Some(history) = strip.cloth.state.history.as_ref() else { continue };
            crease = strip.mean(|t| history.crease(t).x) / PER_CENTIMETRE;
            let friction = strip.mean(|t| history.friction_limit(t)[component]) / GRAM_FORCE;
            if cycle == 1 {
                // Where no moment is left, M₀/b₂ of what stays at first.
                cases.push(case("curvature when let go".to_owned(), [free, 0.1620]));
            }
            if let Some(&(n, expected_friction, expected_crease)) = SERIES.iter().find(|row| row.0 == cycle) {
                cases.push(case(format!("friction, {n} cycles"), [friction, expected_friction]));
                cases.push(case(format!("crease, {n} cycles"), [crease, expected_crease]));
            }
        }
        Ok(cases)
    }
}
