//! The share of random tangles that end free of intersections.

use crate::tangle::Tangle;
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::{PI, TAU};
use std::time::Instant;
use toile_geom::random::Random;
use toile_geom::{TriMesh, shapes};

/// A direction, all alike.
fn direction(random: &mut Random) -> DVec3 {
    let (y, angle) = (random.between(-1.0, 1.0), random.between(0.0, TAU));
    let radius = (1.0 - y * y).sqrt();
    DVec3::new(radius * angle.cos(), y, radius * angle.sin())
}

/// A wavy sheet around a height; its waves are 5 cm long or more.
fn wavy(random: &mut Random, cells: u32, height: f64, amplitude: f64) -> TriMesh {
    let mut mesh = shapes::sheet(DVec2::splat(0.4), [cells, cells]);
    let waves: Vec<[f64; 4]> = (0..3)
        .map(|_| {
            [
                random.between(-60.0, 60.0),
                random.between(-60.0, 60.0),
                random.between(0.0, TAU),
                random.between(0.2, 1.0),
            ]
        })
        .collect();
    for p in &mut mesh.positions {
        let wave: f64 =
            waves.iter().map(|[a, b, phase, size]| size * (a * p.x + b * p.z + phase).sin()).sum();
        p.y = height + amplitude * wave / 3.0;
    }
    mesh
}

/// Cloth lying over a ball, so much too low that it passes through it.
fn cloth_through_body(random: &mut Random) -> Tangle {
    let depth = random.between(0.002, 0.03);
    let radius = random.between(0.06, 0.14);
    let mut body = shapes::icosphere(radius, 3 + (random.between(0.0, 2.0) as u32));
    let center = DVec3::new(random.between(-0.12, 0.12), depth - radius, random.between(-0.12, 0.12));
    body.positions.iter_mut().for_each(|p| *p += center);
    let amplitude = random.between(0.0, 0.01);
    let cells = random.between(12.0, 36.0) as u32;
    Tangle::default().with(wavy(random, cells, 0.0, amplitude)).with_body(body)
}

/// Layers whose waves pass through each other by up to 3 cm, with or without numbers.
fn crossed_layers(random: &mut Random, numbered: bool) -> Tangle {
    let mut tangle = Tangle::default();
    for layer in 0..2 + i32::from(random.between(0.0, 1.0) > 0.6) {
        let cells = random.between(12.0, 30.0) as u32;
        let height = 0.006 * f64::from(layer);
        let amplitude = random.between(0.002, 0.015);
        let mesh = wavy(random, cells, height, amplitude);
        tangle = if numbered { tangle.with_layer(mesh, layer) } else { tangle.with(mesh) };
    }
    tangle
}

/// A sheet whose border or corner is hooked through another by up to 3 cm.
fn hooked_border(random: &mut Random) -> Tangle {
    let depth = random.between(0.003, 0.03);
    let lower = wavy(random, 20, 0.0, 0.002);
    let mut upper = wavy(random, 20, 0.0, 0.004);
    let turn = DQuat::from_rotation_y(random.between(0.0, TAU))
        * DQuat::from_rotation_x(random.between(0.4, PI / 2.0));
    let spin = DQuat::from_rotation_y(random.between(0.0, TAU));
    upper.positions.iter_mut().for_each(|p| *p = turn * (spin * *p));
    let low = upper.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let shift = DVec3::new(random.between(-0.1, 0.1), -low - depth, random.between(-0.1, 0.1));
    upper.positions.iter_mut().for_each(|p| *p += shift);
    Tangle::default().with(lower).with(upper)
}

/// A sheet folded over onto itself, with dents that push the upper half through the lower one.
fn dented_fold(random: &mut Random) -> Tangle {
    let mut folded = shapes::sheet(DVec2::new(0.6, 0.3), [48, 24]);
    let radius = random.between(0.004, 0.01);
    let bend = PI * radius;
    for p in &mut folded.positions {
        // A U, lying: the upper half turns back over the lower one.
        let s = p.x + 0.5 * bend;
        *p = if s < 0.0 {
            DVec3::new(s, 0.0, p.z)
        } else if s < bend {
            DVec3::new(radius * (s / radius).sin(), radius * (1.0 - (s / radius).cos()), p.z)
        } else {
            DVec3::new(bend - s, 2.0 * radius, p.z)
        };
    }
    let before = folded.positions.clone();
    for _ in 0..3 {
        let at = DVec3::new(random.between(-0.28, -0.01), 0.0, random.between(-0.15, 0.15));
        let width = random.between(0.015, 0.05);
        let depth = 2.0 * radius + random.between(0.002, 0.03);
        let push = DVec3::new(random.between(-0.01, 0.01), -depth, random.between(-0.01, 0.01));
        for (p, before) in folded.positions.iter_mut().zip(&before).filter(|(_, before)| before.y > radius) {
            let away = (DVec3::new(before.x, 0.0, before.z) - at).length_squared();
            *p += push * (-away / (width * width)).exp();
        }
    }
    Tangle::default().with(folded)
}

/// One or two tubes of cloth around a long body, shifted so that they pass through it and each other.
fn shifted_tubes(random: &mut Random) -> Tangle {
    let mut body = shapes::icosphere(1.0, 4);
    let radii = DVec3::new(random.between(0.08, 0.12), 0.35, random.between(0.08, 0.12));
    body.positions.iter_mut().for_each(|p| *p *= radii);
    let mut tangle = Tangle::default().with_body(body);
    for layer in 1..=1 + i32::from(random.between(0.0, 1.0) > 0.5) {
        let ease = 0.006 * f64::from(layer);
        let mut tube = shapes::tube(1.0, random.between(0.2, 0.5), 40, 24);
        let angle = random.between(0.0, TAU);
        let shift = DVec3::new(angle.cos(), 0.0, angle.sin()) * random.between(0.003, 0.03);
        for p in &mut tube.positions {
            *p = DVec3::new(p.x * (radii.x + ease), p.y, p.z * (radii.z + ease)) + shift;
        }
        tangle = tangle.with_layer(tube, layer);
    }
    tangle
}

/// A sheet with some vertices far off, through other layers.
fn spikes(random: &mut Random) -> Tangle {
    let mut tangle =
        Tangle::default().with(wavy(random, 20, 0.0, 0.002)).with(wavy(random, 24, 0.008, 0.002));
    for mesh in &mut tangle.meshes {
        for _ in 0..6 {
            let v = random.between(0.0, mesh.positions.len() as f64) as usize;
            mesh.positions[v] += direction(random) * random.between(0.005, 0.03);
        }
    }
    tangle
}

fn case(seed: u64) -> (&'static str, Tangle) {
    let mut random = Random::new(seed.wrapping_mul(0x51_7C_C1_B7) + 17);
    match seed % 7 {
        0 => ("cloth through body", cloth_through_body(&mut random)),
        1 => ("crossed layers, numbered", crossed_layers(&mut random, true)),
        2 => ("crossed layers", crossed_layers(&mut random, false)),
        3 => ("hooked border", hooked_border(&mut random)),
        4 => ("dented fold", dented_fold(&mut random)),
        5 => ("shifted tubes", shifted_tubes(&mut random)),
        _ => ("spikes", spikes(&mut random)),
    }
}

/// Repairs a number of tangles that do intersect, and returns the share that ends free of intersections.
fn share(count: u32) -> f64 {
    let (mut done, mut clean, mut seed) = (0_u32, 0_u32, 0);
    let mut stretches = Vec::new();
    let mut times = Vec::new();
    while done < count {
        let (kind, mut tangle) = case(seed);
        seed += 1;
        if tangle.intersections() == 0 {
            continue;
        }
        done += 1;
        let start = Instant::now();
        let report = tangle.repair();
        times.push(start.elapsed().as_secs_f64());
        if report.is_clean() {
            clean += 1;
            stretches.push(report.max_stretch);
        } else {
            println!(
                "seed {}: {kind}: {} of {} intersections left, {:.2} s",
                seed - 1,
                report.intersections_after,
                report.intersections_before,
                times.last().unwrap()
            );
        }
    }
    stretches.sort_by(f64::total_cmp);
    times.sort_by(f64::total_cmp);
    let at = |list: &[f64], share: f64| {
        list.get((share * (list.len() - 1) as f64) as usize).copied().unwrap_or(0.0)
    };
    println!(
        "{clean} of {done} free of intersections ({:.1} %); stretch median {:.3}, 95 % {:.3}, worst {:.3}; \
         seconds median {:.3}, 95 % {:.3}, worst {:.3}",
        100.0 * f64::from(clean) / f64::from(done),
        at(&stretches, 0.5),
        at(&stretches, 0.95),
        at(&stretches, 1.0),
        at(&times, 0.5),
        at(&times, 0.95),
        at(&times, 1.0)
    );
    assert!(at(&stretches, 0.95) < 0.15 && at(&stretches, 1.0) < 0.5, "cloth was stretched");
    f64::from(clean) / f64::from(done)
}

#[test]
fn random_tangles_are_repaired() {
    assert!(share(20) >= 0.95);
}

#[test]
#[ignore = "takes one or two minutes"]
fn two_hundred_random_tangles_are_repaired() {
    assert!(share(200) >= 0.95);
}
