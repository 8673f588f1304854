//! Samples inside of a convex region, row by row.

use crate::bounds::Aabb;
use crate::distance_field::Lattice;
use glam::DVec3;

/// A half-space: points `p` with `normal · p <= offset`.
pub(super) type HalfSpace = (DVec3, f64);

/// Calls `visit` with each lattice point of a box that lies in all half-spaces, within some heights of the lattice.
pub(super) fn scan(
    lattice: &Lattice,
    bounds: &Aabb,
    heights: std::ops::Range<u32>,
    half_spaces: &[HalfSpace],
    mut visit: impl FnMut(u32, u32, u32, DVec3),
) {
    let low = ((bounds.min - lattice.origin) / lattice.cell).ceil().max(DVec3::ZERO);
    let high = ((bounds.max - lattice.origin) / lattice.cell).floor().min((lattice.size - 1).as_dvec3());
    if !low.cmple(high).all() {
        return;
    }
    let (low, high) = (low.as_uvec3(), high.as_uvec3());
    for y in low.y.max(heights.start)..(high.y + 1).min(heights.end) {
        for z in low.z..=high.z {
            // Along a row each half-space is a bound on x.
            let start = lattice.point(0, y, z);
            let (mut first, mut last) = (f64::from(low.x), f64::from(high.x));
            for (normal, offset) in half_spaces {
                let rest = offset - normal.dot(start);
                let slope = normal.x * lattice.cell;
                if slope > 1e-12 {
                    last = last.min(rest / slope);
                } else if slope < -1e-12 {
                    first = first.max(rest / slope);
                } else if rest < 0.0 {
                    last = -1.0;
                }
            }
            let (first, last) = (first.ceil(), last.floor());
            if first <= last {
                for x in first as u32..=last as u32 {
                    visit(x, y, z, start + DVec3::X * (f64::from(x) * lattice.cell));
                }
            }
        }
    }
}
