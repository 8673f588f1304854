//! The result of a benchmark as numbers.

use super::figure::KeyFigure;
use serde::Serialize;
use std::fmt::Write;
use toile::frame_report::Stages;

/// The result of a benchmark: what `toile bench --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// The scene.
    pub scene: String,
    /// The method.
    pub method: String,
    /// What becomes of cloth that is close.
    pub response: &'static str,
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
    /// The largest stretch of any edge in any frame: 0.05 for five percent.
    pub max_stretch: f64,
    /// The largest 99th percentile of the edges' stretch in any frame.
    pub p99_stretch: f64,
    /// The largest stretch in the last frame.
    pub final_max_stretch: f64,
    /// The 99th percentile in the last frame.
    pub final_p99_stretch: f64,
    /// Pairs of triangles that pass through each other in the last frame, exactly.
    pub self_intersections: usize,
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
    /// Milliseconds a frame of each stage, median.
    pub stages: Stages,
    /// Newton steps a frame, mean.
    pub newton_steps: f64,
    /// Iterations of the linear solver, or sweeps over constraints, a frame, mean.
    pub linear_iterations: f64,
    /// Steps that failed and were taken again in halves, in all.
    pub retries: usize,
    /// The most contacts at the end of any frame.
    pub most_contacts: usize,
    /// How often pairs that might meet were looked for, a frame.
    pub detections: f64,
    /// The largest part of the motion that was taken away in a step to keep things apart: 0.05 for five percent.
    pub lost_motion: f64,
    /// Pairs that could not be kept apart, in all.
    pub failures: usize,
    /// The energy of motion in the last frame for each kilogram, in J/kg.
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
        let stages = &self.stages;
        rows.push((
            "of which",
            format!(
                "colliders {:.2}, contacts {:.2}, guard {:.2}, forces {:.2}, assembly {:.2}, hierarchy {:.2}, solve {:.2} ms",
                stages.colliders,
                stages.contacts,
                stages.guard,
                stages.forces,
                stages.assembly,
                stages.hierarchy,
                stages.solve
            ),
        ));
        rows.push((
            "work a frame",
            format!(
                "{:.1} Newton steps, {:.1} iterations; {} steps taken again",
                self.newton_steps, self.linear_iterations, self.retries
            ),
        ));
        rows.push(("peak memory", self.peak_rss_mib.map_or("unknown".into(), |mib| format!("{mib:.0} MiB"))));
        rows.push(("stretch", self.stretch_words()));
        if let Some(limit) = self.strain_limit {
            rows.push(("limited to", format!("{:.2} % of stretch in each triangle", 100.0 * limit)));
        }
        rows.push(("intersections", self.intersection_words()));
        rows.push((
            "keeping apart",
            format!(
                "at most {} contacts and {:.2} % of a step's motion taken away; {} failures",
                self.most_contacts,
                100.0 * self.lost_motion,
                self.failures
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
            percent(self.max_stretch),
            percent(self.p99_stretch),
            percent(self.final_max_stretch),
            percent(self.final_p99_stretch)
        )
    }
}
