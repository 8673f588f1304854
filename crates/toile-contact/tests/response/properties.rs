//! What responses promise, for random vertices and pairs.

use crate::pairs::{Pairs, STEP};
use glam::{DQuat, DVec3};
use proptest::prelude::*;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::friction::{FrictionLaw, FrictionTable};
use toile_contact::narrow::StencilKind;
use toile_contact::narrow::ccd::{CcdSettings, edge_edge, vertex_triangle};
use toile_contact::response::{
    Constraint, Impulse, RESPONSES, Response, ResponseError, ResponseInput, ResponseReport, Shift,
    StepMotion, VelocityFilter,
};

fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from)
}

/// Eight vertices with masses, and some pairs among them that share vertices.
fn some_pairs(most: usize) -> impl Strategy<Value = Pairs> {
    let vertices = prop::collection::vec((vector(0.1), vector(1.0), 0.1..3.0_f64), 8);
    let corners = Just((0..8_u32).collect::<Vec<_>>()).prop_shuffle();
    let pairs = prop::collection::vec((corners, any::<bool>()), 1..=most);
    (vertices, pairs).prop_map(|(vertices, chosen)| {
        let mut pairs =
            Pairs::new(vertices.iter().map(|v| v.0).collect(), vertices.iter().map(|v| v.1).collect());
        pairs.masses = vertices.iter().map(|v| v.2).collect();
        for (corners, edges) in chosen {
            let kind = if edges { StencilKind::EdgeEdge } else { StencilKind::VertexTriangle };
            pairs = pairs.with_pair(kind, [corners[0], corners[1], corners[2], corners[3]]);
        }
        pairs
    })
}

fn patient() -> [Box<dyn Response>; 3] {
    [
        Box::new(Constraint { sweeps: 20_000, tolerance: 1e-9, ..Constraint::default() }),
        Box::new(Impulse { sweeps: 20_000, tolerance: 1e-9, ..Impulse::default() }),
        Box::new(Shift { sweeps: 20_000, tolerance: 0.0 }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn momentum_is_kept_and_angular_momentum_without_friction(mut pairs in some_pairs(5), friction in 0.0..1.0_f64) {
        for thickness in [0.0, 0.05] {
            pairs.thickness = thickness;
            for name in RESPONSES {
                for friction in [0.0, friction] {
                    pairs.friction = FrictionTable::uniform(friction);
                    let (motion, _) = pairs.respond(&mut *<dyn Response>::named(name).unwrap()).unwrap();
                    let (before, after) = (pairs.momenta(&pairs.velocities), pairs.momenta(&motion.velocities));
                    prop_assert!(before[0].distance(after[0]) < 1e-9, "{}: {:?} {:?}", name, before, after);
                    if friction == 0.0 {
                        prop_assert!(before[1].distance(after[1]) < 1e-9, "{}: {:?} {:?}", name, before, after);
                    }
                }
            }
        }
    }

    #[test]
    fn no_pair_approaches_in_the_end(pairs in some_pairs(3), kinematic in prop::collection::vec(any::<bool>(), 8)) {
        let mut pairs = pairs;
        for v in (0..8).filter(|&v| kinematic[v]) {
            pairs.kinematic[v] = true;
            pairs.velocities[v] = DVec3::ZERO;
        }
        for mut response in patient() {
            let (motion, report) = pairs.respond(&mut *response).unwrap();
            for (i, pair) in pairs.near.iter().enumerate() {
                if pair.corners.iter().all(|&v| pairs.kinematic[v as usize]) {
                    continue;
                }
                let normal = pair.close.normal;
                let gap = pairs.difference(i, &motion.ends).dot(normal);
                let speed = pairs.difference(i, &motion.velocities).dot(normal);
                let good = if response.name() == "impulse" { speed > -1e-4 } else { gap > -1e-4 * STEP };
                prop_assert!(good, "{}: {} {} {:?}", response.name(), gap, speed, report);
            }
            for v in (0..8).filter(|&v| pairs.kinematic[v]) {
                prop_assert_eq!(motion.ends[v], pairs.start[v]);
            }
        }
    }

    #[test]
    fn impulses_and_constraints_give_no_energy(pairs in some_pairs(5), friction in 0.0..1.0_f64) {
        let pairs = pairs.with_friction(friction);
        for name in ["constraint", "impulse"] {
            let (motion, _) = pairs.respond(&mut *<dyn Response>::named(name).unwrap()).unwrap();
            let (before, after) = (pairs.energy(&pairs.velocities), pairs.energy(&motion.velocities));
            prop_assert!(after <= before * (1.0 + 1e-6), "{}: {} {}", name, before, after);
        }
    }

    #[test]
    fn friction_slows_a_slip_and_never_turns_it(
        pairs in some_pairs(1), kinetic in 0.0..2.0_f64, more in 0.0..1.0_f64, viscous in 0.0..50.0_f64,
    ) {
        let law = FrictionLaw::coulomb(kinetic).with_static(kinetic + more).with_stribeck(0.1, 0.5).with_viscous(viscous, 1.0);
        let mut pairs = pairs.with_friction(law);
        pairs.thickness = pairs.near[0].close.distance;
        for name in RESPONSES {
            let (motion, report) = pairs.respond(&mut *<dyn Response>::named(name).unwrap()).unwrap();
            let normal = pairs.near[0].close.normal;
            let slip = |velocities: &[DVec3]| pairs.difference(0, velocities).reject_from_normalized(normal);
            let (before, after) = (slip(&pairs.velocities), slip(&motion.velocities));
            prop_assert!(after.dot(before) >= -1e-12 && after.length() <= before.length() + 1e-9, "{}: {} {}", name, before, after);
            if report.sticking > 0 {
                prop_assert!(after.length() < 1e-9, "{}: {}", name, after);
            }
        }
    }
}

/// Triangles in cells of their own that fly about; none, one or two are kinematic, and if it is one it turns.
#[derive(Debug)]
struct Swarm {
    features: Features,
    start: Vec<DVec3>,
    velocities: Vec<DVec3>,
    kinematic: Vec<bool>,
}

fn swarm() -> impl Strategy<Value = Swarm> {
    let triangle =
        ([vector(0.3), vector(0.3), vector(0.3)], vector(3.0), [vector(0.5), vector(0.5), vector(0.5)]);
    (prop::collection::vec(triangle, 8), 0..3_usize).prop_map(|(triangles, kinematic)| {
        let mut swarm = Swarm {
            features: Features::default(),
            start: Vec::new(),
            velocities: Vec::new(),
            kinematic: Vec::new(),
        };
        for (i, (corners, flies, own)) in triangles.into_iter().enumerate() {
            let cell = DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64);
            swarm.features.add(&[[0, 1, 2]], 3);
            for (corner, own) in corners.into_iter().zip(own) {
                swarm.start.push(0.01 * (cell + corner));
                swarm.kinematic.push(i < kinematic);
                // All at once towards the middle, so that several meet.
                let inwards = (DVec3::splat(0.5) - cell) * 3.0;
                let turned = DQuat::from_scaled_axis(0.3 * flies) * corner - corner;
                swarm.velocities.push(match kinematic {
                    1 if i < kinematic => inwards + 0.01 * turned / STEP,
                    _ if i < kinematic => DVec3::ZERO,
                    _ => inwards + flies + own,
                });
            }
        }
        swarm
    })
}

impl Swarm {
    fn respond(&self, response: &mut dyn Response) -> Result<(StepMotion, ResponseReport), ResponseError> {
        let count = self.start.len();
        let mut motion = StepMotion::from_velocities(&self.start, self.velocities.clone(), STEP);
        let input = ResponseInput {
            features: &self.features,
            filter: &Filter::new(),
            start: &self.start,
            inverse_masses: &vec![1.0; count],
            kinematic: &self.kinematic,
            near: &[],
            step: STEP,
            thickness: [1e-4; 2],
            friction: &FrictionTable::uniform(0.3),
            materials: &[],
            grain: &[],
        };
        let report = response.respond(&input, &mut motion)?;
        Ok((motion, report))
    }

    /// How many pairs meet on their ways, each one asked for.
    fn impacts(&self, ends: &[DVec3]) -> usize {
        let mut count = 0;
        let mut test = |kind: StencilKind, corners: [u32; 4]| {
            let [start, end] = [&self.start[..], ends].map(|x| corners.map(|v| x[v as usize]));
            let hit = match kind {
                StencilKind::VertexTriangle => vertex_triangle(start, end, &CcdSettings::default()),
                StencilKind::EdgeEdge => edge_edge(start, end, &CcdSettings::default()),
            };
            let free = corners.iter().any(|&v| !self.kinematic[v as usize]);
            count += usize::from(free && hit.is_some());
        };
        for (t, &[a, b, c]) in self.features.triangles().iter().enumerate() {
            for v in (0..self.start.len() as u32).filter(|v| *v as usize / 3 != t) {
                test(StencilKind::VertexTriangle, [v, a, b, c]);
            }
        }
        for (i, &[a, b]) in self.features.edges().iter().enumerate() {
            for &[c, d] in self.features.edges()[i + 1..].iter().filter(|edge| edge[0] / 3 != a / 3) {
                test(StencilKind::EdgeEdge, [a, b, c, d]);
            }
        }
        count
    }
}

fn momenta(places: &[DVec3], velocities: &[DVec3]) -> [DVec3; 2] {
    let angular = places.iter().zip(velocities).map(|(x, v)| x.cross(*v)).sum();
    [velocities.iter().sum(), angular]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_impact_is_left_after_the_filter(swarm in swarm(), rounds in 0..4_usize) {
        let (motion, report) = swarm.respond(&mut VelocityFilter::default().with_rounds(rounds)).unwrap();
        prop_assert_eq!(report.remaining, 0);
        prop_assert_eq!(swarm.impacts(&motion.ends), 0);
        if swarm.kinematic.iter().all(|kinematic| !kinematic) {
            let before = momenta(&swarm.start, &swarm.velocities);
            let after = momenta(&motion.ends, &motion.velocities);
            prop_assert!(before[0].distance(after[0]) < 1e-9);
            if rounds == 0 {
                // Zones alone keep angular momentum too.
                prop_assert!(before[1].distance(after[1]) < 1e-9, "{:?} {:?}", before, after);
            }
        }
    }
}
