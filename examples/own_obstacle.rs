//! An obstacle of your own: cloth falls on a ring (a torus) that is nothing but a formula for the nearest point.
//!
//!     cargo run --release --example own_obstacle -- [CELLS]

use toile::prelude::*;

/// A ring that lies flat: the distance from a circle, less the thickness of the tube.
#[derive(Clone, Debug)]
struct Ring {
    radius: f64,
    tube: f64,
}

impl ObstacleSurface for Ring {
    fn nearest(&self, point: MovingPoint, _time: f64) -> SurfacePoint {
        let flat = point.now.with_y(0.0);
        let on_circle = flat.normalize_or(DVec3::X) * self.radius;
        let away = point.now - on_circle;
        SurfacePoint {
            distance: away.length() - self.tube,
            normal: away.normalize_or(DVec3::Y),
            velocity: DVec3::ZERO,
        }
    }

    fn boxed_clone(&self) -> Box<dyn ObstacleSurface> {
        Box::new(self.clone())
    }
}

fn main() -> Result<()> {
    let cells = std::env::args().nth(1).map_or(Ok(24), |cells| cells.parse())?;
    let sheet = SheetKind::Alternating.lying(DVec2::new(0.5, 0.5), [cells, cells]);
    let mut cloth = Cloth::of_sheet(&sheet, &Fabric::named("cotton-poplin")?)?;
    cloth.state.positions.iter_mut().for_each(|place| place.y += 0.06);
    let ring = Obstacle::custom(Box::new(Ring { radius: 0.15, tube: 0.03 })).with_friction(0.5).named("ring");
    let world = World {
        obstacles: vec![ring, Obstacle::plane(Plane::floor(-0.1))],
        cloth_contact: Some(ClothContact::default()),
        ..World::default()
    };
    let mut simulation = Simulation::new(cloth, world, Box::new(Newton::default()));
    for _ in 0..90 {
        simulation.step(1.0 / 60.0)?;
    }
    let middle = simulation.cloth.state.positions.iter().min_by(|a, b| a.y.total_cmp(&b.y));
    println!("its lowest point is at {:.3}", middle.copied().unwrap_or_default());
    save_mesh("toile-out/own_obstacle/sheet.obj", &simulation.cloth.mesh())?;
    Ok(())
}
