//! Ropes tied in knots and pulled tighter.

use super::DetectionScene;
use super::swept_tube::{Ring, swept_tube};
use glam::{DVec2, DVec3};

/// A knot by points on its ropes, in centimetres.
pub(super) struct Knot {
    /// Points on the one rope, or on half of it.
    points: &'static [[f64; 3]],
    /// Whether the other half is the mirror image in `y`, and a second rope is the first turned by half a turn about `y`.
    paired: bool,
    radius: f64,
}

/// The reef knot: two bights, each around the legs of the other.
pub(super) const REEF: Knot = Knot {
    points: &[
        [7.45, 0.67, -0.07],
        [5.45, 0.63, -0.09],
        [3.65, 0.58, -0.07],
        [2.76, 0.55, -0.02],
        [2.06, 0.53, 0.04],
        [1.36, 0.51, 0.11],
        [0.69, 0.52, 0.27],
        [0.11, 0.81, 0.49],
        [-0.39, 1.27, 0.34],
        [-0.79, 1.49, -0.17],
        [-1.06, 1.27, -0.76],
        [-1.19, 0.70, -1.11],
        [-1.21, 0.00, -1.13],
    ],
    paired: true,
    radius: 0.45,
};

/// The bowline: a turn in the rope, through which its end goes up, around the standing part and down again.
pub(super) const BOWLINE: Knot = Knot {
    points: &[
        [-0.43, 6.18, 0.03],
        [-0.42, 5.36, 0.06],
        [-0.41, 4.54, 0.09],
        [-0.39, 3.73, 0.12],
        [-0.37, 2.91, 0.12],
        [-0.35, 2.09, 0.08],
        [-0.45, 1.34, -0.20],
        [-0.58, 0.57, -0.46],
        [-0.53, -0.19, -0.26],
        [-0.44, -0.75, 0.33],
        [0.10, -0.98, 0.85],
        [0.82, -0.68, 1.07],
        [1.49, -0.25, 1.13],
        [1.76, 0.34, 0.70],
        [1.34, 0.71, 0.15],
        [0.56, 0.65, 0.05],
        [-0.20, 0.47, 0.27],
        [-0.86, 0.06, 0.50],
        [-1.29, -0.62, 0.48],
        [-1.53, -1.40, 0.38],
        [-1.73, -2.19, 0.28],
        [-1.84, -2.99, 0.20],
        [-1.84, -3.81, 0.13],
        [-1.70, -4.61, 0.08],
        [-1.36, -5.35, 0.04],
        [-0.80, -5.93, 0.00],
        [-0.03, -6.18, -0.05],
        [0.75, -5.98, -0.12],
        [1.32, -5.41, -0.19],
        [1.63, -4.66, -0.25],
        [1.71, -3.85, -0.28],
        [1.66, -3.03, -0.26],
        [1.53, -2.23, -0.18],
        [1.37, -1.44, -0.02],
        [1.21, -0.67, 0.21],
        [1.00, 0.04, 0.53],
        [0.81, 0.75, 0.83],
        [0.63, 1.41, 0.44],
        [0.44, 1.88, -0.20],
        [-0.08, 2.18, -0.70],
        [-0.86, 2.16, -0.58],
        [-1.19, 1.84, 0.05],
        [-0.84, 1.39, 0.61],
        [-0.33, 0.89, 1.01],
        [0.08, 0.22, 1.02],
        [0.25, -0.29, 0.42],
        [0.30, -0.91, -0.07],
        [0.18, -1.64, -0.41],
        [0.08, -2.42, -0.66],
        [0.01, -3.21, -0.83],
        [-0.06, -4.02, -0.93],
        [-0.13, -4.83, -1.00],
    ],
    paired: false,
    radius: 0.35,
};

/// How far the ropes come towards the knot's middle in the step, as a part of where they are.
const TIGHTER: f64 = 0.08;

impl Knot {
    /// The points of all ropes, in metres.
    fn ropes(&self) -> Vec<Vec<DVec3>> {
        let mut rope: Vec<_> = self.points.iter().map(|&point| 0.01 * DVec3::from_array(point)).collect();
        if !self.paired {
            return vec![rope];
        }
        let mirrored: Vec<_> = rope.iter().rev().skip(1).map(|p| DVec3::new(p.x, -p.y, p.z)).collect();
        rope.extend(mirrored);
        let turned = rope.iter().map(|p| DVec3::new(-p.x, p.y, -p.z)).collect();
        vec![rope, turned]
    }
}

/// Knots side by side.
pub(super) fn scene(knots: &[&Knot], triangles: u32) -> DetectionScene {
    /// The length of the triangles of a straight rope, as a multiple of their width.
    const SLENDER: f64 = 2.0;
    let mut scene = DetectionScene::new(0.0005);
    let curves =
        |knot: &Knot| knot.ropes().into_iter().map(|points| catmull_rom(&points)).collect::<Vec<_>>();
    // A rope has two triangles for each ring and place around, and as many places as make them as slender as wanted.
    let rings_for_one: f64 = knots
        .iter()
        .flat_map(|knot| curves(knot).into_iter().map(|curve| steps(&curve, 0.01 * knot.radius)))
        .sum();
    let around = (f64::from(triangles) / (2.0 * rings_for_one) * SLENDER).sqrt().max(5.0) as u32;
    let per_radius = f64::from(triangles) / (2.0 * rings_for_one * f64::from(around));
    for (n, knot) in knots.iter().enumerate() {
        let shift = DVec3::X * 0.2 * n as f64;
        let radius = 0.01 * knot.radius;
        for curve in curves(knot) {
            let centres = along(&curve, radius, per_radius);
            let tube = |scale: f64| {
                let ring =
                    |centre: &DVec3| Ring { centre: shift + scale * *centre, radii: DVec2::splat(radius) };
                swept_tube(&centres.iter().map(ring).collect::<Vec<_>>(), around, DVec3::Z)
            };
            scene.add(&tube(1.0), tube(1.0 - TIGHTER).positions);
        }
    }
    scene
}

/// Many points on the curve through some points.
fn catmull_rom(points: &[DVec3]) -> Vec<DVec3> {
    /// Enough for pieces to be shorter than any ring is apart from the next.
    const PIECES: usize = 200;
    let last = points.len() - 1;
    let mut curve = Vec::with_capacity(last * PIECES + 1);
    for n in 0..last {
        let (b, c) = (points[n], points[n + 1]);
        let a = if n == 0 { 2.0 * b - c } else { points[n - 1] };
        let d = if n + 2 > last { 2.0 * c - b } else { points[n + 2] };
        for piece in 0..PIECES {
            let t = piece as f64 / PIECES as f64;
            let (linear, square) = (c - a, 2.0 * a - 5.0 * b + 4.0 * c - d);
            curve.push(0.5 * (2.0 * b + t * (linear + t * (square + t * (3.0 * b - a - 3.0 * c + d)))));
        }
    }
    curve.push(points[last]);
    curve
}

/// How much finer than where it is straight the rope is to be at a piece of its curve.
fn fineness(curve: &[DVec3], piece: usize, radius: f64) -> f64 {
    /// Pieces to either side that its bend is taken over.
    const REACH: usize = 40;
    let (before, after) = (piece.saturating_sub(REACH), (piece + REACH).min(curve.len() - 1));
    let (one, other) = (curve[piece] - curve[before], curve[after] - curve[piece]);
    let bend = one.angle_between(other);
    let curvature = if bend.is_finite() { 2.0 * bend / (one.length() + other.length()) } else { 0.0 };
    1.0 + 6.0 * (curvature * radius)
}

/// The rings a rope has if one radius apart where it is straight.
fn steps(curve: &[DVec3], radius: f64) -> f64 {
    let step =
        |piece: usize| curve[piece].distance(curve[piece + 1]) * fineness(curve, piece, radius) / radius;
    (0..curve.len() - 1).map(step).sum()
}

/// Points along a curve, `per_radius` of them to a radius where it is straight.
fn along(curve: &[DVec3], radius: f64, per_radius: f64) -> Vec<DVec3> {
    let total = steps(curve, radius);
    let count = (total * per_radius).round().max(8.0);
    let mut centres = vec![curve[0]];
    let mut passed = 0.0;
    for piece in 0..curve.len() - 1 {
        let length = curve[piece].distance(curve[piece + 1]) * fineness(curve, piece, radius) / radius;
        while centres.len() as f64 * total / count <= passed + length && (centres.len() as f64) < count {
            let part = (centres.len() as f64 * total / count - passed) / length;
            centres.push(curve[piece].lerp(curve[piece + 1], part));
        }
        passed += length;
    }
    centres.push(curve[curve.len() - 1]);
    centres
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::TriMesh;
    use toile_geom::intersect::self_intersections;

    #[test]
    fn ropes_do_not_cross_themselves_or_each_other_before_they_are_pulled() {
        for knot in [&REEF, &BOWLINE] {
            let scene = scene(&[knot], 12_000);
            let triangles = scene.features.triangles().to_vec();
            let mut mesh = TriMesh { positions: scene.start.clone(), triangles };
            assert!(self_intersections(&mesh).is_empty());
            mesh.positions.clone_from(&scene.end);
            assert!(!self_intersections(&mesh).is_empty(), "pulled so far that something touches");
        }
    }

    #[test]
    fn the_ropes_of_the_reef_knot_are_linked_as_they_should() {
        // Seen from the front a rope crosses the other six times: under, over, under, and the same backwards. In a granny knot
        // they would alternate.
        let ropes: Vec<_> = REEF.ropes().iter().map(|points| catmull_rom(points)).collect();
        let mut above = Vec::new();
        for a in ropes[0].windows(2) {
            above.extend(ropes[1].windows(2).filter_map(|b| crossing(a, b)));
        }
        assert_eq!(above, [false, true, false, false, true, false]);
    }

    /// Whether the first of two pieces that cross in `x` and `y` is above the other.
    fn crossing(a: &[DVec3], b: &[DVec3]) -> Option<bool> {
        let side = |p: DVec3, q: DVec3, r: DVec3| (q - p).truncate().perp_dot((r - p).truncate());
        let (s, t) = (side(a[0], a[1], b[0]), side(a[0], a[1], b[1]));
        let (u, v) = (side(b[0], b[1], a[0]), side(b[0], b[1], a[1]));
        (s * t < 0.0 && u * v < 0.0).then(|| a[0].z > b[0].z)
    }
}
