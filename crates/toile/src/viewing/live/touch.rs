//! Hands and needles in a simulation.

use glam::DVec3;
use std::collections::BTreeMap;
use toile_cloth::cloth::Grab;
use toile_cloth::simulation::{Guide, Simulation};
use toile_cloth::threads::Anchor;
use toile_view::live::{Gesture, Needle, SurfacePlace};

/// A hand takes hold of cloth up to this far from where it is put, in metres.
const HAND: f64 = 0.03;
/// A needle goes through cloth up to this far from where it is put, in metres.
const NEEDLE: f64 = 0.008;
/// How hard a hand pulls, in N/m.
const STIFFNESS: f64 = 480.0;
/// A hand is no farther ahead of the cloth than this, in metres: so it pulls with no more than 12 N, which nothing tears, and the cloth comes along
/// in steps that cost little. Contacts are looked for as far as things move, and there are the more of them.
const REACH: f64 = 0.025;
/// How fast needles are led, in m/s.
const SPEED: f64 = 0.75;

/// What touches the cloth.
#[derive(Debug, Default)]
pub(super) struct Touch {
    /// Vertices next to each vertex.
    around: Vec<Vec<u32>>,
    hand: Option<Hand>,
    needles: BTreeMap<u32, Pinned>,
    /// What was held before anybody touched it.
    held: Vec<bool>,
}

#[derive(Debug)]
struct Hand {
    vertices: Vec<(u32, DVec3)>,
    to: DVec3,
}

/// Vertices that a needle holds, and where they are from it.
#[derive(Debug)]
struct Pinned {
    vertices: Vec<(u32, DVec3)>,
}

impl Touch {
    pub(super) fn new(simulation: &Simulation) -> Self {
        let cloth = &simulation.cloth;
        let mut around = vec![Vec::new(); cloth.vertex_count()];
        for triangle in &cloth.triangles {
            for k in 0..3 {
                let [a, b] = [triangle[k], triangle[(k + 1) % 3]];
                around[a as usize].push(b);
                around[b as usize].push(a);
            }
        }
        Self { around, held: cloth.pinned.clone(), ..Self::default() }
    }

    /// Vertices that hang together with some and are near a point; at least the nearest of those.
    fn near(&self, positions: &[DVec3], from: [u32; 3], point: DVec3, reach: f64) -> Vec<(u32, DVec3)> {
        let offset = |v: u32| positions[v as usize] - point;
        let mut found: Vec<u32> = from.into_iter().filter(|v| offset(*v).length() < reach).collect();
        if found.is_empty() {
            found.extend(from.into_iter().min_by(|a, b| offset(*a).length().total_cmp(&offset(*b).length())));
        }
        let mut next = 0;
        while let Some(&v) = found.get(next) {
            next += 1;
            for &other in &self.around[v as usize] {
                if offset(other).length() < reach && !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found.into_iter().map(|v| (v, offset(v))).collect()
    }

    /// Does what somebody does to cloth that is seen as several objects; `firsts` has the first triangle of each in the whole cloth.
    pub(super) fn take(&mut self, simulation: &mut Simulation, gesture: Gesture, firsts: &[usize]) {
        let point = |point: [f32; 3]| DVec3::from(point.map(f64::from));
        let corners = |place: SurfacePlace| {
            let triangle = firsts.get(place.object)? + place.triangle as usize;
            simulation.cloth.triangles.get(triangle).copied()
        };
        match gesture {
            Gesture::Grab(place) => {
                if let Some(corners) = corners(place) {
                    self.grab(simulation, corners, point(place.point));
                }
            }
            Gesture::Pull(to) => self.pull(point(to)),
            Gesture::Release => self.release(),
            Gesture::Pin(id, place) => {
                if let Some(corners) = corners(place) {
                    self.pin(simulation, id, corners, point(place.point));
                }
            }
            Gesture::Unpin(id) => self.unpin(simulation, id),
            Gesture::Lead(id, to) => self.lead_pin(simulation, id, point(to)),
        }
    }

    fn grab(&mut self, simulation: &Simulation, from: [u32; 3], point: DVec3) {
        let vertices = self.near(&simulation.cloth.state.positions, from, point, HAND);
        self.hand = Some(Hand { vertices, to: point });
    }

    fn pull(&mut self, to: DVec3) {
        if let Some(hand) = &mut self.hand {
            hand.to = to;
        }
    }

    pub(super) fn release(&mut self) {
        self.hand = None;
    }

    pub(super) fn is_pulling(&self) -> bool {
        self.hand.is_some()
    }

    /// Where the hand is on the cloth, and where it pulls to.
    pub(super) fn grabbed(&self, simulation: &Simulation) -> Option<[[f32; 3]; 2]> {
        let hand = self.hand.as_ref()?;
        let at = hand.middle(&simulation.cloth.state.positions);
        Some([at, hand.to].map(|p| p.as_vec3().to_array()))
    }

    /// Tells the cloth who pulls at it; before every step, and when cloth was cut anew.
    pub(super) fn apply(&self, simulation: &mut Simulation, own: &[Grab]) {
        simulation.cloth.grabs = own.to_vec();
        let Some(hand) = &self.hand else { return };
        let at = hand.middle(&simulation.cloth.state.positions);
        let to = at + (hand.to - at).clamp_length_max(REACH);
        let stiffness = STIFFNESS / hand.vertices.len().max(1) as f64;
        let pull =
            |&(v, offset): &(u32, DVec3)| Grab { anchor: Anchor::vertex(v), target: to + offset, stiffness };
        simulation.cloth.grabs.extend(hand.vertices.iter().map(pull));
    }

    fn pin(&mut self, simulation: &mut Simulation, id: u32, from: [u32; 3], point: DVec3) {
        let vertices = self.near(&simulation.cloth.state.positions, from, point, NEEDLE);
        self.unpin(simulation, id);
        self.needles.insert(id, Pinned { vertices });
        self.lead(simulation, id, point, 0.0);
    }

    fn lead_pin(&mut self, simulation: &mut Simulation, id: u32, to: DVec3) {
        let Some(now) = self.place(simulation, id) else { return };
        self.lead(simulation, id, to, now.distance(to) / SPEED);
    }

    /// Leads a needle to a point within a time.
    fn lead(&self, simulation: &mut Simulation, id: u32, to: DVec3, seconds: f64) {
        let Some(pinned) = self.needles.get(&id) else { return };
        let (now, cloth) = (simulation.world.time, &mut simulation.cloth);
        for &(vertex, offset) in &pinned.vertices {
            let v = vertex as usize;
            simulation.guides.retain(|guide| guide.vertex != vertex);
            let mut path = vec![(now + seconds, to + offset)];
            if seconds > 0.0 {
                path.insert(0, (now, cloth.state.positions[v]));
            }
            simulation.guides.push(Guide { vertex, path });
            cloth.pinned[v] = true;
        }
    }

    pub(super) fn unpin(&mut self, simulation: &mut Simulation, id: u32) {
        let Some(pinned) = self.needles.remove(&id) else { return };
        for (vertex, _) in pinned.vertices {
            let others = self.needles.values().any(|other| other.vertices.iter().any(|(v, _)| *v == vertex));
            if !others {
                simulation.guides.retain(|guide| guide.vertex != vertex);
                simulation.cloth.pinned[vertex as usize] = self.held[vertex as usize];
                simulation.cloth.state.velocities[vertex as usize] = DVec3::ZERO;
            }
        }
    }

    fn place(&self, simulation: &Simulation, id: u32) -> Option<DVec3> {
        let pinned = self.needles.get(&id)?;
        let places =
            pinned.vertices.iter().map(|(v, offset)| simulation.cloth.state.positions[*v as usize] - *offset);
        Some(places.sum::<DVec3>() / pinned.vertices.len().max(1) as f64)
    }

    /// Where the needles are.
    pub(super) fn needles(&self, simulation: &Simulation) -> Vec<Needle> {
        let needle = |id: &u32| {
            let position = self.place(simulation, *id)?.as_vec3().to_array();
            Some(Needle { id: *id, position })
        };
        self.needles.keys().filter_map(needle).collect()
    }

    /// Whether a needle is on its way.
    pub(super) fn is_leading(&self, simulation: &Simulation) -> bool {
        let late = |guide: &Guide| guide.path.last().is_some_and(|key| key.0 > simulation.world.time);
        !self.needles.is_empty() && simulation.guides.iter().any(late)
    }
}

impl Hand {
    fn middle(&self, positions: &[DVec3]) -> DVec3 {
        let places = self.vertices.iter().map(|(v, offset)| positions[*v as usize] - *offset);
        places.sum::<DVec3>() / self.vertices.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]
    use super::*;
    use glam::DVec2;
    use toile_cloth::cloth::Cloth;
    use toile_cloth::fabric::Fabric;
    use toile_cloth::solver::{Budget, Newton, Scheme};
    use toile_cloth::world::World;
    use toile_geom::shapes;

    /// A square of half a metre that lies flat in space.
    fn sheet() -> Simulation {
        let mesh = shapes::sheet(DVec2::splat(0.5), [20, 20]);
        let cloth = Cloth::of_sheet(&mesh, &Fabric::named("cotton-poplin").unwrap()).unwrap();
        let solver = Box::new(Newton::new(Scheme::BackwardEuler, Budget::INTERACTIVE));
        Simulation::new(cloth, World::default(), solver)
    }

    fn run(touch: &Touch, simulation: &mut Simulation, steps: usize) {
        for _ in 0..steps {
            touch.apply(simulation, &[]);
            simulation.step(1.0 / 60.0).unwrap();
        }
    }

    #[test]
    fn cloth_hangs_from_a_needle_and_follows_it_and_falls_when_it_is_out() {
        let mut simulation = sheet();
        let mut touch = Touch::new(&simulation);
        let corner = simulation.cloth.triangles[0];
        let point = simulation.cloth.state.positions[corner[0] as usize];
        touch.pin(&mut simulation, 7, corner, point);
        run(&touch, &mut simulation, 60);
        assert!(DVec3::from(touch.needles(&simulation)[0].position.map(f64::from)).distance(point) < 1e-6);
        let lowest =
            |s: &Simulation| s.cloth.state.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        assert!(lowest(&simulation) > point.y - 0.8, "{}", lowest(&simulation));

        let to = point + DVec3::new(0.2, 0.1, 0.0);
        touch.lead_pin(&mut simulation, 7, to);
        assert!(touch.is_leading(&simulation));
        run(&touch, &mut simulation, 30);
        assert!(!touch.is_leading(&simulation));
        assert!(DVec3::from(touch.needles(&simulation)[0].position.map(f64::from)).distance(to) < 1e-6);

        touch.unpin(&mut simulation, 7);
        run(&touch, &mut simulation, 60);
        assert!(lowest(&simulation) < point.y - 2.0 && touch.needles(&simulation).is_empty());
    }

    #[test]
    fn a_hand_lifts_the_cloth_and_lets_go() {
        let mut simulation = sheet();
        let mut touch = Touch::new(&simulation);
        let middle = simulation.cloth.triangles[simulation.cloth.triangles.len() / 2 + 20];
        let point = middle.iter().map(|v| simulation.cloth.state.positions[*v as usize]).sum::<DVec3>() / 3.0;
        touch.grab(&simulation, middle, point);
        touch.pull(point + DVec3::Y * 0.3);
        run(&touch, &mut simulation, 90);
        let [at, to] = touch.grabbed(&simulation).unwrap().map(|p| DVec3::from(p.map(f64::from)));
        assert!(at.distance(to) < 0.02 && at.y > point.y + 0.25, "{at} {to}");
        touch.release();
        run(&touch, &mut simulation, 1);
        assert!(simulation.cloth.grabs.is_empty());
    }
}
