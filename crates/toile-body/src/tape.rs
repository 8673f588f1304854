//! The tape measure: around a section it goes straight over hollows, as a tape does.

use glam::DVec2;

/// The length of a tape around points of a plane: the perimeter of their convex hull.
///
/// ```
/// use glam::DVec2;
/// let square_with_a_dent = [[0.0, 0.0], [1.0, 0.0], [0.6, 0.5], [1.0, 1.0], [0.0, 1.0]].map(DVec2::from);
/// assert_eq!(toile_body::tape::hull_girth(&square_with_a_dent), 4.0);
/// ```
pub fn hull_girth(points: &[DVec2]) -> f64 {
    let hull = convex_hull(points);
    (0..hull.len()).map(|i| hull[i].distance(hull[(i + 1) % hull.len()])).sum()
}

/// The convex hull of points, counter-clockwise (Andrew 1979). Points on its sides are left out.
pub fn convex_hull(points: &[DVec2]) -> Vec<DVec2> {
    let mut sorted: Vec<DVec2> = points.iter().copied().filter(|p| p.is_finite()).collect();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = half_hull(sorted.iter().copied());
    hull.pop();
    let mut upper = half_hull(sorted.iter().rev().copied());
    upper.pop();
    hull.append(&mut upper);
    hull
}

fn half_hull(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut chain: Vec<DVec2> = Vec::new();
    for p in points {
        while let [.., a, b] = chain[..] {
            if (b - a).perp_dot(p - a) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(p);
    }
    chain
}
