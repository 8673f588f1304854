//! The result of a benchmark as numbers.

use super::figure::KeyFigure;
use serde::Serialize;
use std::fmt::Write;
use toile_cloth::run::Intersections;
use toile_cloth::solver::{StepReport, StepStage};
use toile_cloth::stretch::StretchSummary;

/// The result of a benchmark: what `toile bench --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// The scene.
    pub scene: String,
    /// The method.
    pub method: String,
    /// What becomes of cloth that is close.
    pub response: &'static str,
    /// What the cloth or its surroundings have that the method knows nothing of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaves_out: Vec<&'static str>,
    /// How far triangles may stretch, 0.015 for 1.5 percent; `null` if there is no limit.
    pub strain_limit: Option<f64>,
    /// How the sheet is cut into triangles.
    pub mesh: &'static str,
    /// Cells along the shorter side.
    pub grid: u32,
    /// Triangles.
    pub tris: usize,
    /// Vertices.
    pub verts: usize,
    /// Frames of 1/60 s.
    pub frames: usize,
    /// Threads that were allowed.
    pub threads: usize,
    /// Wall-clock milliseconds a frame: half of the frames took less.
    pub ms_median: f64,
    /// Wall-clock milliseconds that 95 of 100 frames stayed below.
    pub ms_p95: f64,
    /// Milliseconds a frame on all processors together, median; `null` if the system does not tell.
    pub cpu_ms_median: Option<f64>,
    /// The most memory the process occupied; `null` if the system does not tell.
    pub peak_rss_mib: Option<f64>,
    /// The largest stretch of any edge, and the largest 99th percentile, in any frame.
    #[serde(flatten)]
    pub stretch: StretchSummary,
    /// The largest stretch in the last frame.
    pub final_max_stretch: f64,
    /// The 99th percentile in the last frame.
    pub final_p99_stretch: f64,
    /// What passes through what in the last frame.
    #[serde(flatten)]
    pub intersections: Intersections,
    /// The most pairs of the cloth's triangles that passed through each other in any frame, exactly.
    pub worst_self_intersections: usize,
    /// The most pairs of a triangle of the cloth and one of a body that passed through each other in any frame, exactly.
    pub worst_body_intersections: usize,
    /// Frames in which anything passed through anything.
    pub bad_frames: usize,
    /// The first of them, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_bad_frame: Option<usize>,
    /// The deepest a vertex was in a collider in any frame; in the mesh itself, where cloth meets its distance field.
    pub collider_penetration_mm: f64,
    /// How all steps went together; of its times, the median of a frame.
    #[serde(flatten)]
    pub step: StepReport,
    /// The most contacts at the end of any frame.
    pub most_contacts: usize,
    /// The kinetic energy in the last frame for each kilogram, in J/kg.
    pub kinetic_per_mass: f64,
    /// The lowest point of the cloth in the last frame, in metres.
    pub lowest_m: f64,
    /// Energy lost after 1 s in percent of `m g L / 2`: for `hang` only, and if it ran for that long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy_lost_percent: Option<f64>,
    /// How far the largest stretch of the edges that are more than 0.1 m from the pins is from an exact run's, as the mean
    /// over all frames, in strain points (percent): only if a reference was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interior_stretch_error: Option<f64>,
    /// What the scene measures by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<KeyFigure>,
}

impl BenchReport {
    /// The same as a table for people.
    pub fn table(&self) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        rows.push(("mesh", format!("{} triangles, {} vertices ({})", self.tris, self.verts, self.mesh)));
        rows.push(("run", format!("{} frames of 1/60 s on {} threads", self.frames, self.threads)));
        rows.push((
            "time a frame",
            format!(
                "median {:.2} ms, 95 % below {:.2} ms, on all processors {}",
                self.ms_median,
                self.ms_p95,
                self.cpu_ms_median.map_or("unknown".into(), |ms| format!("{ms:.2} ms"))
            ),
        ));
        let stage = |stage: StepStage| format!("{} {:.2}", stage.name(), self.step.times.milliseconds(stage));
        rows.push(("of which", format!("{} ms", StepStage::ALL.map(stage).join(", "))));
        let a_frame = |count: usize| count as f64 / self.frames.max(1) as f64;
        rows.push((
            "work a frame",
            format!(
                "{:.1} Newton steps, {:.1} iterations; {} steps taken again",
                a_frame(self.step.solver.newton_steps),
                a_frame(self.step.solver.linear_iterations),
                self.step.retries
            ),
        ));
        rows.push(("peak memory", self.peak_rss_mib.map_or("unknown".into(), |mib| format!("{mib:.0} MiB"))));
        rows.push(("stretch", self.stretch_words()));
        if let Some(limit) = self.strain_limit {
            rows.push(("limited to", format!("{:.2} % of stretch in each triangle", 100.0 * limit)));
        }
        if !self.leaves_out.is_empty() {
            rows.push(("left out", self.leaves_out.join(", ")));
        }
        rows.push(("intersections", self.intersection_words()));
        rows.push((
            "keeping apart",
            format!(
                "at most {} contacts and {:.2} % of a step's motion taken away; {} failures",
                self.most_contacts,
                100.0 * self.step.contact.lost_motion,
                self.step.contact.failures
            ),
        ));
        rows.push(("in colliders", format!("{:.3} mm", self.collider_penetration_mm)));
        rows.push(("motion at the end", format!("{:.3e} J/kg", self.kinetic_per_mass)));
        rows.push(("lowest point", format!("{:.3} m", self.lowest_m)));
        if let Some(lost) = self.energy_lost_percent {
            rows.push(("energy lost in 1 s", format!("{lost:.2} % of m g L / 2")));
        }
        if let Some(error) = self.interior_stretch_error {
            rows.push(("stretch error inside", format!("{error:.2} strain points against an exact run")));
        }
        let figure = |f: &KeyFigure| {
            (f.name, format!("{:.3} {}, expected {:.3}", f.measured, f.unit, f.expected).replace(" ,", ","))
        };
        rows.extend(self.figures.iter().map(figure));
        let mut text = format!("{}, {}\n", self.scene, self.method);
        for (label, value) in rows {
            let _ = writeln!(text, "  {label:<22}{value}");
        }
        text
    }

    fn intersection_words(&self) -> String {
        let worst = format!(
            "at most {} with itself and {} with bodies in a frame",
            self.worst_self_intersections, self.worst_body_intersections
        );
        match self.first_bad_frame {
            Some(first) => format!("{worst}; {} bad frames, the first is {first}", self.bad_frames),
            None => format!("{worst}; no bad frame"),
        }
    }

    fn stretch_words(&self) -> String {
        let percent = |part: f64| format!("{:.2} %", 100.0 * part);
        format!(
            "at most {}, 99 of 100 edges below {}; at the end {} and {}",
            percent(self.stretch.max),
            percent(self.stretch.p99),
            percent(self.final_max_stretch),
            percent(self.final_p99_stretch)
        )
    }
}
