//! Shapes that flow into one another: the field whose zero surface is the mannequin's skin.

use super::loft::Loft;
use glam::DVec3;
use toile_geom::bounds::Aabb;

/// One simple shape.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Sections along an axis.
    Loft(Loft),
    /// An ellipsoid: its centre and its half axes as vectors.
    Ellipsoid(DVec3, [DVec3; 3]),
    /// A cone with ball ends: end points and radii.
    Cone([DVec3; 2], [f64; 2]),
}

impl Shape {
    /// About the distance to the surface, negative inside.
    fn distance(&self, p: DVec3) -> f64 {
        match self {
            Self::Loft(loft) => loft.distance(p),
            Self::Ellipsoid(center, axes) => {
                let local = p - center;
                let scaled: [f64; 3] = axes.map(|axis| local.dot(axis) / axis.length_squared());
                let rho = scaled.iter().map(|c| c * c).sum::<f64>().sqrt();
                let slope: DVec3 = (0..3).map(|i| axes[i] * (scaled[i] / axes[i].length_squared())).sum();
                if rho < 1e-9 { -axes[0].length() } else { (rho - 1.0) * rho / slope.length().max(1e-9) }
            }
            Self::Cone([a, b], [from, to]) => {
                let axis = b - a;
                let t = ((p - a).dot(axis) / axis.length_squared().max(1e-12)).clamp(0.0, 1.0);
                p.distance(a + axis * t) - (from + (to - from) * t)
            }
        }
    }

    /// A distance that the shape is certainly away, cheap to find.
    fn at_least(&self, p: DVec3) -> f64 {
        match self {
            Self::Loft(loft) => loft.at_least(p),
            Self::Ellipsoid(center, axes) => {
                p.distance(*center) - axes.iter().map(|axis| axis.length()).fold(0.0, f64::max)
            }
            Self::Cone(..) => self.distance(p),
        }
    }

    fn bounds(&self) -> Aabb {
        match self {
            Self::Loft(loft) => loft.bounds(),
            Self::Ellipsoid(center, axes) => {
                let reach: DVec3 = axes.iter().map(|a| a.abs()).sum();
                Aabb { min: center - reach, max: center + reach }
            }
            Self::Cone([a, b], [from, to]) => {
                Aabb { min: a - from, max: a + from }.union(Aabb { min: b - to, max: b + to })
            }
        }
    }
}

/// Shapes that belong together, such as an arm with its hand, maybe twice: left and right.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The shapes, each with the width over which it blends into those before it.
    pub(crate) members: Vec<(Shape, f64)>,
    /// The width over which the group blends with its mirror image, if it has one.
    pub(crate) mirrored: Option<f64>,
    /// The width over which the group blends into the groups before it.
    pub(crate) blend: f64,
}

impl Group {
    /// The distance, right where it is below a limit and some number above the limit elsewhere.
    fn one_side(&self, p: DVec3, limit: f64) -> f64 {
        self.members.iter().fold(BEYOND_ANY_BODY, |d, (shape, blend)| {
            if shape.at_least(p) > limit.min(d) + blend {
                return d;
            }
            smooth_min(d, shape.distance(p), *blend)
        })
    }

    fn distance(&self, p: DVec3, limit: f64) -> f64 {
        match self.mirrored {
            Some(blend) => {
                let sides = [p, mirror(p)].map(|p| self.one_side(p, limit + blend));
                smooth_min(sides[0], sides[1], blend)
            }
            None => self.one_side(p, limit),
        }
    }
}

/// Farther than anything on a body, in metres.
const BEYOND_ANY_BODY: f64 = 10.0;

/// A point seen in the mirror between left and right.
pub(crate) fn mirror(p: DVec3) -> DVec3 {
    DVec3::new(-p.x, p.y, p.z)
}

/// The smaller of two numbers, rounded where they differ by less than `width`: twice differentiable, never larger.
pub(crate) fn smooth_min(a: f64, b: f64, width: f64) -> f64 {
    let overlap = (width - (a - b).abs()).max(0.0) / width.max(1e-12);
    a.min(b) - overlap * overlap * overlap * width / 6.0
}

/// The whole body as a field: negative inside, zero on the skin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    groups: Vec<(Group, Aabb)>,
}

impl Field {
    /// Adds a group to the body.
    pub(crate) fn add(&mut self, group: Group) {
        let mut bounds = group.members.iter().fold(Aabb::EMPTY, |all, (shape, _)| all.union(shape.bounds()));
        if group.mirrored.is_some() {
            bounds = bounds.union(bounds.corners().into_iter().map(mirror).collect());
        }
        self.groups.push((group, bounds));
    }

    /// The field at a point: about the distance to the skin.
    pub(crate) fn distance(&self, p: DVec3) -> f64 {
        self.groups.iter().fold(BEYOND_ANY_BODY, |d, (group, bounds)| {
            // A group that is farther away than the blend reaches changes nothing.
            let reach = d + group.blend;
            if reach > 0.0 && bounds.distance_squared(p) > reach * reach {
                return d;
            }
            smooth_min(d, group.distance(p, reach), group.blend)
        })
    }

    /// The point of the skin near a point along a direction that is about the skin's normal there: steps of the secant
    /// method, which stop where the field turns away.
    pub(crate) fn project(&self, p: DVec3, normal: DVec3) -> DVec3 {
        let (mut t, mut value) = (0.0, self.distance(p));
        let mut slope = 1.0;
        for _ in 0..4 {
            if value.abs() < 2e-6 {
                break;
            }
            let next = t - value / slope;
            let found = self.distance(p + normal * next);
            if found.abs() > value.abs() {
                break;
            }
            slope = ((found - value) / (next - t)).clamp(0.3, 2.0);
            (t, value) = (next, found);
        }
        p + normal * t
    }

    /// The box around all groups.
    pub(crate) fn bounds(&self) -> Aabb {
        self.groups.iter().fold(Aabb::EMPTY, |all, (_, bounds)| all.union(*bounds))
    }
}
