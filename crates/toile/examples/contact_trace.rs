//! A benchmark scene frame by frame: what keeping apart takes and does.
//!
//! ```text
//! cargo run --release -p toile --example contact_trace -- SCENE [GRID] [METHOD] [FRAMES] [THREADS]
//! ```

use std::time::Instant;
use toile::bench::{FRAME, Setup, scene_by_name};
use toile_cloth::solver::Stage;
use toile_cloth::stretch::{StretchSummary, rest_edges};
use toile_geom::intersect::{mesh_intersections, self_intersections};

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |n: usize, otherwise: &str| arguments.get(n).cloned().unwrap_or(otherwise.to_owned());
    let setup = Setup { grid: argument(1, "64").parse()?, method: argument(2, "newton"), ..Setup::default() };
    let frames: usize = argument(3, "60").parse()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(argument(4, "2").parse()?).build()?;
    pool.install(|| trace(&argument(0, "drop"), &setup, frames))
}

fn trace(scene: &str, setup: &Setup, frames: usize) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut simulation = scene_by_name(scene, setup)?;
    let number = |name: &str, otherwise: f64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(otherwise);
    if setup.method == "newton" {
        let mut budget = toile_cloth::solver::Budget::INTERACTIVE;
        budget.newton_steps = [number("FEWEST", 2.0) as usize, number("MOST", 8.0) as usize];
        budget.tolerance = number("TOL", 5e-3);
        budget.linear.max_iterations = number("CG", 3.0) as usize;
        simulation.solver = Box::new(toile_cloth::solver::Newton::new(toile_cloth::solver::Scheme::Bdf2, budget));
    }
    let friction = number("FRICTION", 0.4);
    for body in &mut simulation.world.bodies { body.friction = friction; }
    if let Some(contact) = &mut simulation.world.cloth_contact { contact.friction = friction; }
    if std::env::var("NOSELF").is_ok() { simulation.world.cloth_contact = None; }
    let parts = number("PARTS", 1.0) as usize;
    let mass = simulation.cloth.mass();
    let edges = rest_edges(&simulation.cloth);
    println!("frame  ms  contacts guard forces assembly hierarchy solve | newton touch detect held lost% fail | self body stretch% kinetic/kg mean y");
    let mut all = Vec::new();
    let mut worst = Vec::new();
    for frame in 1..=frames {
        let begin = Instant::now();
        let mut report = simulation.step(FRAME / parts as f64)?;
        for _ in 1..parts {
            report.add(&simulation.step(FRAME / parts as f64)?);
        }
        let time = 1e3 * begin.elapsed().as_secs_f64();
        all.push(time);
        let mesh = simulation.cloth.mesh();
        let of_self = self_intersections(&mesh).len();
        let now = simulation.world.time;
        let of_body: usize = simulation.world.bodies.iter().map(|b| mesh_intersections(&mesh, &b.mesh(now)).len()).sum();
        let stretch = StretchSummary::of(&edges, &mesh.positions).max;
        if (frame - 1) % 10 == 0 { worst.push(0.0_f64); }
        if let Some(last) = worst.last_mut() { *last = last.max(stretch); }
        if stretch > 0.2 && std::env::var("DIG").is_ok() {
            let edge = edges.iter().max_by(|a, b| a.stretch(&mesh.positions).total_cmp(&b.stretch(&mesh.positions))).unwrap();
            println!("edge {:?} rest {} stretch {}", edge.ends, edge.length, edge.stretch(&mesh.positions));
            for v in edge.ends {
                println!("  vertex {v} at {} speed {}", mesh.positions[v as usize], simulation.cloth.state.velocities[v as usize]);
                for s in simulation.cloth.state.sticks.iter().filter(|s| s.corners.contains(&v)) { println!("    {s:?}"); }
                let neighbours: Vec<u32> = edges.iter().filter(|e| e.ends.contains(&v)).map(|e| e.ends[0] + e.ends[1] - v).collect();
                println!("    neighbours {neighbours:?}");
                for e in edges.iter().filter(|e| e.ends.contains(&v)) { println!("      {:?} {:.3}", e.ends, e.stretch(&mesh.positions)); }
            }
        }
        let height = mesh.positions.iter().map(|p| p.y).sum::<f64>() / mesh.positions.len() as f64;
        let stages: Vec<String> = Stage::ALL.iter().map(|s| format!("{:5.1}", report.times.milliseconds(*s))).collect();
        println!(
            "{frame:4} {time:6.1} {} | {} {:6} {} {:5} {:5.2} {} | {of_self} {of_body} {:6.2} {:.2e} {height:.4} corr {:.1e}",
            stages.join(" "),
            report.newton_steps,
            report.contacts,
            report.detections,
            report.held,
            100.0 * report.lost_motion,
            report.failures,
            100.0 * stretch,
            simulation.cloth.kinetic_energy() / mass,
            report.last_correction,
        );
    }
    all.sort_by(f64::total_cmp);
    let worst = worst.iter().map(|s| format!("{:.1}", 100.0 * s)).collect::<Vec<_>>();
    println!("worst stretch by 10 frames {}", worst.join(" "));
    println!("median {:.1} ms", all[all.len() / 2]);
    Ok(())
}
