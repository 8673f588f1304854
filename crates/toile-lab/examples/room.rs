//! How near a moving body comes to itself, with arms as they were recorded and held out:
//! `cargo run --release -p toile-lab --example room -- MOTION [SIZE...]`.

use std::error::Error;
use toile_body::mannequin::Mannequin;
use toile_body::measures::BodySize;
use toile_body::motion::{MovingBody, Playing, ROOM, open};
use toile_body::skeleton::{BodySide, Rig, Role};
use toile_geom::TriMesh;
use toile_geom::distance::{depths_in_mesh, points_to_mesh};
use toile_geom::intersect::self_intersections;

/// Parts of a body that should not meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Trunk,
    Arm(BodySide),
    Leg(BodySide),
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let motion = words.next().ok_or("a motion is needed")?;
    let sizes: Vec<String> = words.collect();
    let usual = ["eu-38".to_owned()];
    println!(
        "body, room: frames, of which with intersections of parts (most pairs, of which not arms); nearest hand (deepest), in mm"
    );
    for name in if sizes.is_empty() { &usual[..] } else { &sizes[..] } {
        let wanted = BodySize::named(name)?;
        let body = Mannequin::new(wanted.figure, wanted.measures()).build()?;
        for room in [0.0, ROOM] {
            let playing = Playing { room, ..Playing::default() };
            let moving = open(&motion, body.mesh.clone(), Some(body.rig()), &playing)?;
            println!("{name}, {room}: {}", nearness(&moving, &body.rig()));
        }
    }
    Ok(())
}

/// The part whose bones hold a vertex most.
fn parts(rig: &Rig) -> Vec<Part> {
    let role = |bone: u32| Role::from_name(&rig.skeleton.bones()[bone as usize].name);
    let part = |role: Option<Role>| match role {
        Some(Role::UpperArm(side) | Role::LowerArm(side) | Role::Hand(side)) => Part::Arm(side),
        Some(Role::UpperLeg(side) | Role::LowerLeg(side) | Role::Foot(side) | Role::Toes(side)) => {
            Part::Leg(side)
        }
        _ => Part::Trunk,
    };
    let strongest =
        |weights: &Vec<(u32, f64)>| weights.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|w| w.0);
    rig.skin.vertices().iter().map(|weights| part(strongest(weights).and_then(role))).collect()
}

fn nearness(moving: &MovingBody, rig: &Rig) -> String {
    let parts = parts(rig);
    let of = |v: u32| parts[v as usize];
    let hand = |v: usize| {
        let hands = [BodySide::Left, BodySide::Right].map(|side| rig.skeleton.bone_of(Role::Hand(side)));
        rig.skin.vertices()[v].iter().any(|(b, w)| *w > 0.5 && hands.contains(&Some(*b as usize)))
    };
    let hands: Vec<usize> = (0..parts.len()).filter(|&v| hand(v)).collect();
    let rest: Vec<[u32; 3]> = moving
        .mesh()
        .triangles
        .iter()
        .copied()
        .filter(|t| t.iter().all(|&v| !matches!(of(v), Part::Arm(_))))
        .collect();
    let sequence = moving.frames(30.0);
    let (mut with, mut most, mut legs, mut nearest, mut deepest) = (0, 0, 0, f64::INFINITY, 0.0f64);
    for positions in &sequence.frames {
        let mesh = TriMesh { positions: positions.clone(), triangles: moving.mesh().triangles.clone() };
        let apart = |pair: &&[u32; 2]| {
            let [a, b] = pair.map(|t| mesh.triangles[t as usize].map(of));
            a.iter().all(|part| !b.contains(part))
        };
        let found = self_intersections(&mesh);
        let found: Vec<&[u32; 2]> = found.iter().filter(apart).collect();
        let is_arm = |t: u32| mesh.triangles[t as usize].iter().any(|&v| matches!(of(v), Part::Arm(_)));
        with += usize::from(!found.is_empty());
        most = most.max(found.len());
        legs = legs.max(found.iter().filter(|pair| !pair.iter().any(|&t| is_arm(t))).count());
        let points: Vec<_> = hands.iter().map(|&v| positions[v]).collect();
        let trunk = TriMesh { positions: positions.clone(), triangles: rest.clone() };
        nearest = points_to_mesh(&points, &trunk).into_iter().fold(nearest, f64::min);
        deepest = depths_in_mesh(&points, &trunk).into_iter().fold(deepest, f64::max);
    }
    format!(
        "{} frames, {with} ({most}, {legs}); {:.1} ({:.1})",
        sequence.frames.len(),
        1e3 * nearest,
        1e3 * deepest
    )
}
