//! The four responses on the experiments of their sources, as tables.
//!
//! ```text
//! cargo run --release -p toile-lab --example responses -- [ribbon|drag|crash|hit...]
//! ```

use std::time::Instant;
use toile_contact::response::{RESPONSES, Response, ResponseError, VelocityFilter};
use toile_lab::experiments::response::{crash, drag, hit, ribbon};

type Run = fn(&mut dyn Response) -> Result<String, ResponseError>;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let experiments: [(&str, &str, Run); 4] = [
        ("ribbon", "kinetic energy after 1 s in uJ, height in mm, lowest in mm, intersections", of_ribbon),
        ("drag", "part of the ball's turning after 1.5 s for friction 0, 0.3, 1", of_drag),
        (
            "crash",
            "passed, most intersections, impacts, zones (vertices), remaining; change of momentum and angular momentum; part of the energy left",
            of_crash,
        ),
        ("hit", "farthest of the hanging cloth in mm, its speed after the hit in m/s, intersections", of_hit),
    ];
    for (name, columns, run) in experiments {
        if !wanted.is_empty() && !wanted.iter().any(|other| other == name) {
            continue;
        }
        println!("{name}: {columns}");
        for mut response in RESPONSES.iter().filter_map(|name| <dyn Response>::named(name).ok()) {
            print_row(run, response.name(), &mut *response);
        }
        print_row(run, "zones only", &mut VelocityFilter::default().with_rounds(0));
    }
}

fn print_row(run: Run, name: &str, response: &mut dyn Response) {
    let begin = Instant::now();
    let row = run(response).unwrap_or_else(|error| error.to_string());
    println!("  {name:<11} {row}  [{:.2} s]", begin.elapsed().as_secs_f64());
}

fn of_ribbon(response: &mut dyn Response) -> Result<String, ResponseError> {
    let seen = ribbon::fall(response, 40, 1.0)?;
    let Some(last) = seen.series.last() else { return Ok(String::new()) };
    let (energy, height) = (1e6 * last.kinetic, 1e3 * last.height);
    Ok(format!("{energy:9.3} {height:7.2} {:7.3} {:4}", 1e3 * seen.lowest, seen.intersections))
}

fn of_drag(response: &mut dyn Response) -> Result<String, ResponseError> {
    let mut turned = |friction: f64| -> Result<f64, ResponseError> {
        let series = drag::turn(response, friction, 1.5)?;
        Ok(series.last().map_or(0.0, |sample| sample.cloth / drag::SPIN))
    };
    let [none, some, much] = [turned(0.0)?, turned(0.3)?, turned(1.0)?];
    Ok(format!("{none:6.3} {some:6.3} {much:6.3}"))
}

fn of_crash(response: &mut dyn Response) -> Result<String, ResponseError> {
    let seen = crash::fly(response, 5, 8, 0.0, 10)?;
    let sum = |of: fn(&toile_contact::response::ResponseReport) -> usize| {
        seen.reports.iter().map(of).sum::<usize>()
    };
    // The largest momentum that this mass could have with the energy, and its arm: half a side.
    let mass = 5.0 * 81.0 * 2e-5;
    let scale = (2.0 * mass * seen.kinetic[0]).sqrt();
    let change = |i: usize, scale: f64| {
        let first = seen.momenta[0][i];
        seen.momenta.iter().map(|now| now[i].distance(first)).fold(0.0, f64::max) / scale
    };
    let left = seen.kinetic.last().map_or(0.0, |last| last / seen.kinetic[0]);
    Ok(format!(
        "{:2} {:4} {:6} {:4} ({:5}) {:3}; {:.1e} {:.1e}; {left:.3}",
        seen.passed,
        seen.intersections.iter().max().copied().unwrap_or(0),
        sum(|r| r.impacts),
        sum(|r| r.zones),
        sum(|r| r.zone_vertices),
        sum(|r| r.remaining),
        change(0, scale),
        change(1, 0.1 * scale),
    ))
}

fn of_hit(response: &mut dyn Response) -> Result<String, ResponseError> {
    let seen = hit::swing(response, 10, 1.0)?;
    let most = |of: fn(&hit::HitSample) -> f64| seen.series.iter().map(of).fold(0.0, f64::max);
    Ok(format!("{:6.1} {:6.3} {:4}", 1e3 * most(|s| s.aside[1]), most(|s| s.speed[1]), seen.intersections))
}
