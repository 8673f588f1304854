//! How a triangle is deformed, in the frame of its pattern.

use super::DeformMeasure;
use glam::{DMat2, DVec2, DVec3};

/// A triangle's rest shape, ready to measure with.
#[derive(Clone, Copy, Debug)]
pub(super) struct RestTriangle {
    /// The inverse of its edges as columns.
    inverse: DMat2,
    /// A unit vector along its first edge.
    along: DVec2,
    pub(super) area: f64,
}

impl RestTriangle {
    /// None if the triangle has no area in the pattern.
    pub(super) fn new([a, b, c]: [DVec2; 3]) -> Option<Self> {
        let edges = DMat2::from_cols(b - a, c - a);
        let area = 0.5 * edges.determinant().abs();
        let longest = (b - a).length_squared().max((c - a).length_squared());
        let is_flat = !(area > 1e-9 * longest && area.is_finite());
        (!is_flat).then(|| Self { inverse: edges.inverse(), along: (b - a).normalize(), area })
    }

    /// The symmetric stretch `U` that takes the rest shape to how the triangle is now, but for a rotation.
    pub(super) fn stretch(&self, [a, b, c]: [DVec3; 3], measure: DeformMeasure) -> DMat2 {
        let columns = [self.inverse.x_axis, self.inverse.y_axis];
        let [x, y] = columns.map(|column| (b - a) * column.x + (c - a) * column.y);
        let metric = DMat2::from_cols(DVec2::new(x.dot(x), x.dot(y)), DVec2::new(x.dot(y), y.dot(y)));
        match measure {
            DeformMeasure::Polar => square_root(metric),
            DeformMeasure::EdgeFrame => self.in_edge_frame(metric),
        }
    }

    /// With both frames along the first edge the map is `[[p, q], [0, r]]`, with `p² = C₀₀`, `p q = C₀₁`, `q² + r² = C₁₁` for the metric `C` in that frame.
    fn in_edge_frame(&self, metric: DMat2) -> DMat2 {
        let frame = DMat2::from_cols(self.along, self.along.perp());
        let local = frame.transpose() * metric * frame;
        let p = local.x_axis.x.max(0.0).sqrt();
        let q = if p > 0.0 { local.x_axis.y / p } else { 0.0 };
        let r = (local.y_axis.y - q * q).max(0.0).sqrt();
        let symmetric = DMat2::from_cols(DVec2::new(p, 0.5 * q), DVec2::new(0.5 * q, r));
        frame * symmetric * frame.transpose()
    }
}

/// The symmetric root of a metric: `(C + s) / t` with `s² = det C` and `t² = trace C + 2 s`.
fn square_root(metric: DMat2) -> DMat2 {
    let s = metric.determinant().max(0.0).sqrt();
    let t = (metric.x_axis.x + metric.y_axis.y + 2.0 * s).sqrt();
    if t > 0.0 { (metric + DMat2::from_diagonal(DVec2::splat(s))) * (1.0 / t) } else { DMat2::ZERO }
}

/// The part of `1 - U` that is positive: what is compressed, and in which directions.
pub(super) fn compression(stretch: DMat2) -> DMat2 {
    let shortened = DMat2::IDENTITY - stretch;
    let middle = 0.5 * (shortened.x_axis.x + shortened.y_axis.y);
    let (half, mixed) = (0.5 * (shortened.x_axis.x - shortened.y_axis.y), shortened.x_axis.y);
    let radius = half.hypot(mixed);
    let [high, low] = [middle + radius, middle - radius];
    if low >= 0.0 {
        return shortened;
    }
    if high <= 0.0 {
        return DMat2::ZERO;
    }
    // One direction is compressed, the other is not: the projector on the first is (1 + D / radius) / 2.
    let deviator = DMat2::from_cols(DVec2::new(half, mixed), DVec2::new(mixed, -half));
    (DMat2::IDENTITY + deviator * (1.0 / radius)) * (0.5 * high)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: [DVec2; 3] = [DVec2::new(0.2, 0.1), DVec2::new(0.5, 0.2), DVec2::new(0.1, 0.6)];

    /// A stretch, turned into space.
    fn deformed(stretch: DMat2) -> [DVec3; 3] {
        let turn = glam::DQuat::from_euler(glam::EulerRot::XYZ, 0.4, -1.1, 0.7);
        REST.map(|p| turn * (stretch * p).extend(0.3))
    }

    #[test]
    fn the_polar_measure_finds_the_stretch_whatever_the_rotation() {
        let rest = RestTriangle::new(REST).unwrap();
        let stretch = DMat2::from_cols(DVec2::new(0.9, 0.05), DVec2::new(0.05, 1.1));
        let found = rest.stretch(deformed(stretch), DeformMeasure::Polar);
        assert!(found.abs_diff_eq(stretch, 1e-14), "{found}");
        let found = rest.stretch(deformed(stretch), DeformMeasure::EdgeFrame);
        assert!(found.abs_diff_eq(stretch, 0.03) && !found.abs_diff_eq(stretch, 1e-6), "{found}");
        for measure in DeformMeasure::ALL {
            let still = rest.stretch(deformed(DMat2::IDENTITY), measure);
            assert!(still.abs_diff_eq(DMat2::IDENTITY, 1e-14), "{measure:?}");
        }
    }

    #[test]
    fn compression_is_the_positive_part() {
        let diagonal = |x: f64, y: f64| DMat2::from_diagonal(DVec2::new(x, y));
        assert!(compression(diagonal(0.9, 1.2)).abs_diff_eq(diagonal(0.1, 0.0), 1e-15));
        assert!(compression(diagonal(0.9, 0.8)).abs_diff_eq(diagonal(0.1, 0.2), 1e-15));
        assert_eq!(compression(diagonal(1.1, 1.0)), DMat2::ZERO);
    }

    #[test]
    fn flat_triangles_are_left_out() {
        assert!(RestTriangle::new([DVec2::ZERO, DVec2::X, 2.0 * DVec2::X]).is_none());
        assert!(RestTriangle::new([DVec2::ZERO, DVec2::X, DVec2::NAN]).is_none());
    }
}
