//! Whether the patches around a vertex lie over a plane like a map.

use super::patches::{Patches, Star};
use glam::{DVec2, DVec3};

/// Products of two lengths below this part of their sizes say nothing: far more than rounding takes.
const ROUNDING: f64 = 1e-12;

/// The most vertices of an outline that is looked at.
const MOST: usize = 64;

/// The normal of a triangle, of any length; zero if the triangle is so thin that rounding could turn it.
pub(super) fn certain_normal([a, b, c]: [DVec3; 3]) -> DVec3 {
    let (u, v) = (b - a, c - a);
    let normal = u.cross(v);
    let is_certain = normal.length_squared() > 1e-18 * u.length_squared() * v.length_squared();
    if is_certain { normal } else { DVec3::ZERO }
}

/// Whether the patches of a star certainly do not intersect each other: all triangles face a direction, and the outline does not cross itself
/// when seen from there. `normals` are the [certain ones](certain_normal) of all triangles.
pub(super) fn is_map(patches: &Patches, star: &Star, positions: &[DVec3], normals: &[DVec3]) -> bool {
    let outline = patches.outline(star);
    if outline.len() < 3 || outline.len() > MOST {
        return false;
    }
    let triangles =
        || patches.members(star).iter().flat_map(|&p| patches.triangles(p)).map(|t| normals[t as usize]);
    let sum: DVec3 = triangles().sum();
    let Some(up) = sum.try_normalize() else { return false };
    // Rounding turns a normal by less than the least angle that is asked for.
    if !triangles().all(|normal| normal.dot(up) > 1e-6 * normal.length()) {
        return false;
    }
    let (right, ahead) = up.any_orthonormal_pair();
    let origin = positions[star.vertex as usize];
    let mut seen = [DVec2::ZERO; MOST];
    for (place, &v) in seen.iter_mut().zip(outline) {
        let from = positions[v as usize] - origin;
        *place = DVec2::new(from.dot(right), from.dot(ahead));
    }
    let seen = &seen[..outline.len()];
    (star.closed && winds_once(seen)) || is_simple(seen)
}

/// Whether a closed line goes around the origin once, always forward.
fn winds_once(line: &[DVec2]) -> bool {
    let mut turns = 0;
    for (n, &p) in line.iter().enumerate() {
        let q = line[(n + 1) % line.len()];
        if p.perp_dot(q) <= ROUNDING * size(p) * size(q) {
            return false;
        }
        turns += usize::from(p.y < 0.0 && q.y >= 0.0);
    }
    turns == 1
}

/// Whether a closed line certainly does not cross or touch itself.
fn is_simple(line: &[DVec2]) -> bool {
    let count = line.len();
    let segment = |n: usize| [line[n], line[(n + 1) % count]];
    (0..count).all(|i| {
        let follows = turns_away(segment(i), segment((i + 1) % count));
        follows && (i + 2..count - usize::from(i == 0)).all(|j| are_apart(segment(i), segment(j)))
    })
}

/// Whether the second of two segments, which begins where the first ends, does not go back along it.
fn turns_away([p, q]: [DVec2; 2], [_, s]: [DVec2; 2]) -> bool {
    let (back, on) = (p - q, s - q);
    let limit = ROUNDING * size(back) * size(on);
    back.perp_dot(on).abs() > limit || back.dot(on) < -limit
}

/// Whether two segments certainly have no point in common: one is on one side of the other, or beyond one of its ends.
fn are_apart(first: [DVec2; 2], second: [DVec2; 2]) -> bool {
    let beyond = |[p, q]: [DVec2; 2], others: [DVec2; 2]| {
        let along = q - p;
        let reach = size(along) + size(others[0] - p) + size(others[1] - p);
        let limit = ROUNDING * size(along) * reach;
        let sides = others.map(|r| along.perp_dot(r - p));
        let [before, after] = [others.map(|r| along.dot(r - p)), others.map(|r| along.dot(r - q))];
        sides.iter().all(|&s| s > limit)
            || sides.iter().all(|&s| s < -limit)
            || before.iter().all(|&s| s < -limit)
            || after.iter().all(|&s| s > limit)
    };
    beyond(first, second) || beyond(second, first)
}

/// The size of a vector, at least its length.
fn size(v: DVec2) -> f64 {
    v.x.abs() + v.y.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::{TriMesh, intersect::self_intersections, random::Random, shapes};

    fn maps(mesh: &TriMesh) -> Vec<(bool, TriMesh)> {
        let patches = Patches::single(&mesh.triangles);
        let normals: Vec<DVec3> =
            (0..mesh.triangles.len()).map(|t| certain_normal(mesh.corners(t))).collect();
        let part = |star: &Star| TriMesh {
            positions: mesh.positions.clone(),
            triangles: patches.members(star).iter().map(|&p| mesh.triangles[p as usize]).collect(),
        };
        let judged = |star: &Star| (is_map(&patches, star, &mesh.positions, &normals), part(star));
        patches.stars.iter().map(judged).collect()
    }

    #[test]
    fn flat_sheets_and_balls_are_maps_everywhere() {
        for mesh in
            [shapes::sheet(DVec2::ONE, [6, 5]), shapes::icosphere(1.0, 2), shapes::tube(0.3, 1.0, 12, 6)]
        {
            let maps = maps(&mesh);
            assert_eq!(maps.len(), mesh.positions.len());
            assert!(maps.iter().all(|(map, _)| *map));
        }
    }

    #[test]
    fn no_map_intersects_itself() {
        let mut random = Random::new(11);
        let (mut held, mut crossed) = (0, 0);
        for round in 0..40 {
            let mut mesh = toile_geom::sheets::delaunay_sheet(DVec2::ONE, [8, 8]);
            let shake = 0.006 * f64::from(round);
            for p in &mut mesh.positions {
                *p += shake * DVec3::from([0; 3].map(|_| random.between(-1.0, 1.0)));
            }
            for (map, part) in maps(&mesh) {
                let crosses = !self_intersections(&part).is_empty();
                assert!(!(map && crosses));
                held += usize::from(map);
                crossed += usize::from(crosses);
            }
        }
        assert!(held > 1000 && crossed > 100, "{held} {crossed}");
    }
}
