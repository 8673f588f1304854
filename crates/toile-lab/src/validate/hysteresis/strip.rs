//! A strip of cloth in an instrument that bends it to a controlled curvature and feels its moment, as KES-FB2 does.

use glam::{DVec2, DVec3};
use toile_cloth::bending::BendingScratch;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::{ClothDirection, Fabric, FabricCut};
use toile_cloth::rest::{DegenerateTriangle, RestShape};
use toile_geom::sheets::FlatSheet;

/// What lies nearer to the border, in metres, does not count for means over a strip: bending there is not even.
const BORDER: f64 = 1.2e-3;

/// A strip that is bent.
pub(super) struct Strip<'a> {
    pub(super) cloth: Cloth,
    sheet: &'a FlatSheet,
    curvature: f64,
}

impl<'a> Strip<'a> {
    /// A strip cut along the warp or the weft.
    pub(super) fn new(
        fabric: &Fabric,
        direction: ClothDirection,
        sheet: &'a FlatSheet,
    ) -> Result<Self, DegenerateTriangle> {
        let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
        // The strip's length is along x: the warp lies across if the weft is to be bent.
        let cut = FabricCut::new(fabric.clone(), direction.angle());
        let mut cloth = Cloth::of_cuts(&sheet.mesh(), rest, vec![cut], |_| 0)?;
        cloth.remember_bending();
        Ok(Self { cloth, sheet, curvature: 0.0 })
    }

    /// Bends the strip to a curvature in 1/m in one step, and returns its moment in N·m/m.
    pub(super) fn bend(&mut self, curvature: f64) -> f64 {
        self.curvature = curvature;
        self.cloth.state.positions = self.rolled(curvature);
        self.cloth.commit_bending();
        self.moment(curvature)
    }

    /// Bends it along straight ways between curvatures, in a number of steps each; calls `each` with curvature and
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
        for _ in 0..40 {
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
        let [length, width] = self.sheet.size.to_array();
        let window = 0.3 * length;
        let work: f64 = self
            .sheet
            .places
            .iter()
            .zip(&gradient)
            .map(|(place, force)| force.dot(bending_rate(place.x - 0.5 * length, curvature, window)))
            .sum();
        work / (2.0 * window * width)
    }

    /// The strip on a cylinder.
    fn rolled(&self, curvature: f64) -> Vec<DVec3> {
        let roll = |p: &DVec2| {
            let s = p.x - 0.5 * self.sheet.size.x;
            if curvature == 0.0 {
                return DVec3::new(s, p.y, 0.0);
            }
            let (sin, cos) = (curvature * s).sin_cos();
            DVec3::new(sin / curvature, p.y, (1.0 - cos) / curvature)
        };
        self.sheet.places.iter().map(roll).collect()
    }

    /// A value of triangles, averaged over those away from the ends and the borders.
    pub(super) fn mean(&self, value: impl Fn(usize) -> f64) -> f64 {
        let inner: Vec<usize> =
            (0..self.sheet.triangles.len()).filter(|&t| self.sheet.is_inside(t, BORDER)).collect();
        inner.iter().map(|&t| value(t)).sum::<f64>() / inner.len().max(1) as f64
    }

    /// Curvature along the strip, averaged over its middle, 1/m.
    pub(super) fn mean_curvature(&self) -> f64 {
        let curvatures = self.cloth.bending.curvatures(&self.cloth.state.positions);
        self.mean(|t| curvatures[t].x)
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
