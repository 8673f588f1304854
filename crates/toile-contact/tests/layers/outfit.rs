//! Pieces on a body.

use glam::{DVec2, DVec3};
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::layers::{LayerInput, Layers, Outward, RestoreReport, RestoreSettings, restore};
use toile_contact::obstacle::{MovingPoint, Obstacle, ObstacleSurface, SurfacePoint};
use toile_geom::intersect::self_intersections;
use toile_geom::{TriMesh, shapes};

/// Some meshes, each a piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outfit {
    pub(crate) features: Features,
    pub(crate) filter: Filter,
    pub(crate) positions: Vec<DVec3>,
    pub(crate) numbers: Vec<Option<i32>>,
}

impl Outfit {
    pub(crate) fn with(mut self, mesh: &TriMesh, number: impl Into<Option<i32>>) -> Self {
        self.features.add(&mesh.triangles, mesh.positions.len());
        self.positions.extend(&mesh.positions);
        self.numbers.push(number.into());
        self
    }

    pub(crate) fn layers(&self) -> Layers {
        Layers::of_meshes(&self.features, &self.numbers).unwrap()
    }

    pub(crate) fn input<'a>(&'a self, layers: &'a Layers, outward: Outward<'a>) -> LayerInput<'a> {
        LayerInput { features: &self.features, filter: &self.filter, layers, outward }
    }

    /// All intersections, by the exact test of the geometry itself.
    pub(crate) fn intersections(&self) -> usize {
        let triangles = self.features.triangles().to_vec();
        self_intersections(&TriMesh { positions: self.positions.clone(), triangles }).len()
    }

    /// Puts the order right and makes sure that it is, and that nothing intersects.
    pub(crate) fn restored(&mut self, outward: Outward<'_>) -> RestoreReport {
        let layers = self.layers();
        let mut positions = self.positions.clone();
        let report =
            restore(&self.input(&layers, outward), &mut positions, &RestoreSettings::default()).unwrap();
        self.positions = positions;
        assert_eq!(self.intersections(), 0, "{report:#?}");
        assert_eq!(report.intersections_after, 0);
        assert!(report.is_right(), "{report:#?}");
        report
    }

    /// The positions of a piece.
    pub(crate) fn piece(&self, mesh: u16) -> &[DVec3] {
        let range = self.features.vertices_of(mesh);
        &self.positions[range.start as usize..range.end as usize]
    }
}

pub(crate) fn moved(mut mesh: TriMesh, change: impl Fn(DVec3) -> DVec3) -> TriMesh {
    mesh.positions.iter_mut().for_each(|p| *p = change(*p));
    mesh
}

/// A sheet of 40 cm at a height.
pub(crate) fn sheet(height: f64, cells: u32) -> TriMesh {
    moved(shapes::sheet(DVec2::splat(0.4), [cells; 2]), |p| p + DVec3::Y * height)
}

/// A tube around the y axis from one height to another.
pub(crate) fn tube(radius: f64, [low, high]: [f64; 2], around: u32) -> TriMesh {
    let along = (f64::from(around) * (high - low) / (std::f64::consts::TAU * radius)).ceil() as u32;
    moved(shapes::tube(radius, high - low, around, along), |p| p + DVec3::Y * low)
}

/// The distance of a point from the y axis.
pub(crate) fn radius(p: DVec3) -> f64 {
    p.x.hypot(p.z)
}

/// An endless cylinder around the y axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trunk(pub(crate) f64);

impl ObstacleSurface for Trunk {
    fn nearest(&self, point: MovingPoint, _time: f64) -> SurfacePoint {
        let across = DVec3::new(point.now.x, 0.0, point.now.z);
        let normal = across.normalize_or(DVec3::X);
        SurfacePoint { distance: across.length() - self.0, normal, velocity: DVec3::ZERO }
    }

    fn boxed_clone(&self) -> Box<dyn ObstacleSurface> {
        Box::new(*self)
    }
}

/// A body of one trunk.
pub(crate) fn trunk(radius: f64) -> [Obstacle; 1] {
    [Obstacle::custom(Box::new(Trunk(radius)))]
}

/// A cloth in an S-shaped fold that hangs over, and how far it lies above another one like it.
pub(crate) fn fold(offset: f64) -> TriMesh {
    // The direction of a curve that turns by more than a right angle and back.
    let angle = |s: f64| 2.2 * (-(s / 0.08).powi(2)).exp();
    moved(shapes::sheet(DVec2::new(0.6, 0.2), [120, 20]), |p| {
        let step = 5e-4;
        let (mut at, mut s) = (DVec3::new(-0.3, 0.0, p.z), -0.3);
        while s < p.x {
            at += DVec3::new(angle(s).cos(), angle(s).sin(), 0.0) * step;
            s += step;
        }
        at + DVec3::new(-angle(p.x).sin(), angle(p.x).cos(), 0.0) * offset
    })
}
