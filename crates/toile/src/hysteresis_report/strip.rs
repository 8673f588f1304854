//! A strip of cloth in an instrument that bends it to a controlled curvature and feels its moment, as KES-FB2 does.

use glam::{DVec2, DVec3};
use toile_cloth::bending::BendingScratch;
use toile_cloth::cloth::{Cloth, Cut};
use toile_cloth::fabric::{Direction, Fabric};
use toile_cloth::rest::{FlatTriangle, RestShape};
use toile_geom::TriMesh;

/// How a strip is meshed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meshing {
    /// Squares cut along one diagonal.
    OneDiagonal,
    /// Squares cut along alternating diagonals.
    Alternating,
    /// The same with its inner points shaken by up to a quarter of a square.
    Irregular,
}

impl Meshing {
    pub(super) const ALL: [Self; 3] = [Self::OneDiagonal, Self::Alternating, Self::Irregular];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OneDiagonal => "one diagonal",
            Self::Alternating => "alternating",
            Self::Irregular => "irregular",
        }
    }
}

/// Cells along and across a strip.
const CELLS: [u32; 2] = [30, 12];
/// Size of a cell in metres: the strip is 12 mm long.
const CELL: f64 = 4e-4;

/// A strip that is bent.
pub(super) struct Strip {
    pub(super) cloth: Cloth,
    places: Vec<DVec2>,
    curvature: f64,
}

impl Strip {
    /// A strip cut along the warp or the weft.
    pub(super) fn new(fabric: &Fabric, direction: Direction, meshing: Meshing) -> Result<Self, FlatTriangle> {
        let places = places(meshing);
        let triangles = triangles(meshing);
        let rest = RestShape::from_flat(&places, &triangles);
        let mesh = TriMesh { positions: places.iter().map(|p| p.extend(0.0)).collect(), triangles };
        // The strip's length is along x: the warp lies across if the weft is to be bent.
        let cut = Cut { fabric: fabric.clone(), grain: direction.angle() };
        let mut cloth = Cloth::of_cuts(&mesh, rest, vec![cut], |_| 0)?;
        cloth.remember_bending();
        Ok(Self { cloth, places, curvature: 0.0 })
    }

    pub(super) fn length() -> f64 {
        f64::from(CELLS[0]) * CELL
    }

    /// Bends the strip to a curvature in 1/m in one step, and returns its moment in N·m/m.
    pub(super) fn bend(&mut self, curvature: f64) -> f64 {
        self.curvature = curvature;
        self.cloth.state.positions = self.rolled(curvature);
        self.cloth.commit_bending();
        self.moment(curvature)
    }

    /// Bends it along straight ways between curvatures, in so many steps each; calls `each` with curvature and
    /// moment, and returns the work in J/m².
    pub(super) fn follow(&mut self, path: &[f64], steps: u32, mut each: impl FnMut(f64, f64)) -> f64 {
        let mut work = 0.0;
        for &end in path {
            let (start, mut before) = (self.curvature, self.moment(self.curvature));
            for i in 1..=steps {
                let curvature = start + (end - start) * f64::from(i) / f64::from(steps);
                let moment = self.bend(curvature);
                work += 0.5 * (before + moment) * (end - start) / f64::from(steps);
                before = moment;
                each(curvature, moment);
            }
        }
        work
    }

    /// Lets the strip unbend until no moment is left, and a little further, so that none is left in any triangle.
    /// Returns the curvature in 1/m at which there was none.
    pub(super) fn let_go(&mut self) -> f64 {
        let start = self.curvature;
        let (mut bent, mut free) = (start, -start);
        for _ in 0..60 {
            let middle = 0.5 * (bent + free);
            if self.moment(middle) * start > 0.0 {
                bent = middle;
            } else {
                free = middle;
            }
        }
        self.bend(free - 5e-3 * start);
        free
    }

    /// The moment at a curvature that is only tried, N·m/m: the work that the forces on the vertices would do if the
    /// middle of the strip were bent a little more and its ends turned with it, by curvature, length and width.
    fn moment(&self, curvature: f64) -> f64 {
        let positions = self.rolled(curvature);
        let mut gradient = vec![DVec3::ZERO; positions.len()];
        match &self.cloth.state.history {
            Some(history) => self.cloth.bending.add_gradient_with(
                &positions,
                history,
                &mut BendingScratch::default(),
                &mut gradient,
            ),
            None => self.cloth.bending.add_gradient(&positions, &mut gradient),
        }
        let window = 0.3 * Self::length();
        let width = f64::from(CELLS[1]) * CELL;
        let work: f64 = self
            .places
            .iter()
            .zip(&gradient)
            .map(|(place, force)| force.dot(bending_rate(place.x - 0.5 * Self::length(), curvature, window)))
            .sum();
        work / (2.0 * window * width)
    }

    /// The strip on a cylinder.
    fn rolled(&self, curvature: f64) -> Vec<DVec3> {
        let roll = |p: &DVec2| {
            let s = p.x - 0.5 * Self::length();
            if curvature == 0.0 {
                return DVec3::new(s, p.y, 0.0);
            }
            let (sin, cos) = (curvature * s).sin_cos();
            DVec3::new(sin / curvature, p.y, (1.0 - cos) / curvature)
        };
        self.places.iter().map(roll).collect()
    }

    /// The triangles away from the ends and the borders.
    pub(super) fn inner_triangles(&self) -> Vec<usize> {
        let (low, high) = (DVec2::splat(3.0 * CELL), DVec2::from(CELLS.map(f64::from)) * CELL - 3.0 * CELL);
        let inside = |t: &usize| {
            self.cloth.triangles[*t].iter().all(|&v| {
                let p = self.places[v as usize];
                p.cmpgt(low).all() && p.cmplt(high).all()
            })
        };
        (0..self.cloth.triangles.len()).filter(inside).collect()
    }

    /// Curvature along the strip, averaged over its middle, 1/m.
    pub(super) fn mean_curvature(&self) -> f64 {
        let curvatures = self.cloth.bending.curvatures(&self.cloth.state.positions);
        let inner = self.inner_triangles();
        inner.iter().map(|&t| curvatures[t].x).sum::<f64>() / inner.len().max(1) as f64
    }
}

/// How a point at the arc length `s` of a circle through the origin moves when the curvature within `window` of the
/// origin grows: the integral of `min(|s'|, window)` times the normal at `s'`.
fn bending_rate(s: f64, k: f64, window: f64) -> DVec3 {
    // ∫ s' (−sin k s', cos k s') ds', and ∫ (−sin k s', cos k s') ds', from 0.
    let lever = |s: f64| {
        if (k * s).abs() < 1e-4 {
            return DVec2::new(-k * s.powi(3) / 3.0, 0.5 * s * s);
        }
        let (sin, cos) = (k * s).sin_cos();
        DVec2::new(s * cos / k - sin / (k * k), s * sin / k + (cos - 1.0) / (k * k))
    };
    let normal = |s: f64| {
        if (k * s).abs() < 1e-4 {
            return DVec2::new(-0.5 * k * s * s, s);
        }
        DVec2::new(((k * s).cos() - 1.0) / k, (k * s).sin() / k)
    };
    let inside = s.clamp(-window, window);
    let rate = lever(inside) + (normal(s) - normal(inside)) * inside;
    DVec3::new(rate.x, 0.0, rate.y)
}

fn places(meshing: Meshing) -> Vec<DVec2> {
    let [n, m] = CELLS;
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    let mut places = Vec::new();
    for j in 0..=m {
        for i in 0..=n {
            let inner = i > 0 && i < n && j > 0 && j < m;
            let shake = if inner && meshing == Meshing::Irregular {
                DVec2::new(random(), random()) * 0.5
            } else {
                DVec2::ZERO
            };
            places.push((DVec2::new(f64::from(i), f64::from(j)) + shake) * CELL);
        }
    }
    places
}

fn triangles(meshing: Meshing) -> Vec<[u32; 3]> {
    let [n, m] = CELLS;
    let square = |(i, j): (u32, u32)| {
        let [a, b] = [j * (n + 1) + i, j * (n + 1) + i + 1];
        let [d, c] = [a + n + 1, b + n + 1];
        let rising = meshing == Meshing::OneDiagonal || (i + j).is_multiple_of(2);
        if rising { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
    };
    (0..m).flat_map(|j| (0..n).map(move |i| (i, j))).flat_map(square).collect()
}
