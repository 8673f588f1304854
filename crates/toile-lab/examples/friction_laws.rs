//! What the terms of a friction law do, as tables.
//!
//! ```text
//! cargo run --release -p toile-lab --example friction_laws
//! ```

use toile_contact::friction::{FrictionLaw, FrictionModel};
use toile_contact::response::Response;
use toile_lab::experiments::friction::ball::Ball;
use toile_lab::experiments::friction::belt::{Belt, BeltCycle};
use toile_lab::experiments::friction::card::Card;
use toile_lab::experiments::friction::strip::press;
use toile_lab::experiments::response::pull;

fn main() {
    cards();
    belt();
    strip();
    ball();
    pulled();
}

/// The laws of Wong 2014, table 7.1.
fn law(kinetic: f64, at_rest: f64, viscous: f64) -> FrictionLaw {
    FrictionLaw::coulomb(kinetic).with_static(at_rest).with_stribeck(0.4, 0.2).with_viscous(viscous, 1.0)
}

fn cards() {
    println!("cards on a slope of 0.3: metres after 0.5, 1 and 2 s");
    for kinetic in [0.31, 0.2, 0.1] {
        for model in FrictionModel::ALL {
            let way = Card::default().slide(&model.of(&law(kinetic, 2.0 * kinetic, 6e-5)), 2000);
            let at = [499, 999, 1999].map(|step| format!("{:6.3}", way[step].distance)).join(" ");
            println!("  {kinetic:.2} {:<5} {at}", model.name());
        }
    }
}

fn belt() {
    println!("block on a belt: gives way at, sticks again at (mm), period (s)");
    let belt = Belt::default();
    for model in &FrictionModel::ALL[..3] {
        let law = model.of(&law(0.1, 0.4, 0.0));
        let row = |cycle: Option<BeltCycle>| {
            let show = |c: BeltCycle| {
                format!("{:.3} {:.3} {:.4}", 1e3 * c.gives_way, 1e3 * c.sticks_again, c.period)
            };
            cycle.map_or_else(|| "slides".to_owned(), show)
        };
        let seen = BeltCycle::seen(&belt.run(&law, 200_000));
        print!("  {:<5} {}", model.name(), row(seen));
        if *model == FrictionModel::Stiction {
            print!("  (formula: {})", row(belt.expected(&law)));
        }
        println!();
    }
}

fn strip() {
    println!("strip pressed on a plane: shortening, push in B/L2, friction below which the tip slips");
    for sample in press(&1.0.into(), 60, 0.5, 50).iter().skip(4).step_by(5) {
        println!("  {:.2} {:7.3} {:.4}", sample.shortening, sample.push, sample.drag / sample.push);
    }
}

fn ball() {
    println!(
        "cloth on a ball that turns faster and faster: thrown off after (s), its turning at 0.2 s (rad/s)"
    );
    for model in FrictionModel::ALL {
        let run = Ball::default().turn(&model.of(&law(0.2, 0.35, 6e-5)), 20_000);
        let off = run.last().filter(|sample| sample.lifted).map_or(f64::NAN, |sample| sample.time);
        println!("  {:<5} {off:.3} {:6.3}", model.name(), run[199.min(run.len() - 1)].cloth);
    }
}

fn pulled() {
    println!("strip dragged over the floor: way in 8 s (mm), part of the time in which it stands");
    for model in &FrictionModel::ALL[..3] {
        let Ok(mut response) = <dyn Response>::named("impulse") else { continue };
        match pull::pull(&mut *response, &model.of(&law(0.1, 0.4, 0.0)), 8.0) {
            Ok(series) => {
                let way = series.last().map_or(0.0, |sample| 1e3 * sample.way);
                println!("  {:<5} {way:6.1} {:.3}", model.name(), pull::standing(&series));
            }
            Err(error) => println!("  {:<5} {error}", model.name()),
        }
    }
}
