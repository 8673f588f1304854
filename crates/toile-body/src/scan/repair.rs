//! Making a closed surface of a scan.

use glam::DVec3;
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// What was done to a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Repair {
    /// Triangles dropped because they had no area or were there twice.
    pub dropped: usize,
    /// Triangles turned over so that neighbours agree and normals point outwards.
    pub flipped: usize,
    /// Holes filled.
    pub holes_filled: usize,
    /// Separate parts dropped: those inside of the body, such as eyes and teeth, and crumbs.
    pub shells_removed: usize,
    /// Whether the result is one closed manifold surface or several.
    pub closed: bool,
}

/// Parts with less than this fraction of the largest part's area are crumbs.
const CRUMB: f64 = 0.002;

/// Closes a mesh: drops what is degenerate or inside, turns triangles so that all look outwards, fills holes.
///
/// Vertices at the same place must be one vertex already (see `toile_io::weld_positions`). Distance fields can do without
/// any of this ([`toile_geom::distance_field::fill_signs`]).
pub fn repair(mesh: &mut TriMesh) -> Repair {
    let mut report = Repair { dropped: drop_degenerate(mesh), ..Repair::default() };
    let parts = orient(mesh, &mut report);
    report.shells_removed = drop_shells(mesh, &parts);
    report.holes_filled = fill_holes(mesh);
    drop_lone_vertices(mesh);
    let surface = Topology::new(mesh).surface();
    report.closed = surface.is_closed_manifold() && surface.inconsistent_edges.is_empty();
    report
}

fn drop_degenerate(mesh: &mut TriMesh) -> usize {
    let before = mesh.triangles.len();
    let flat: Vec<bool> = (0..before).map(|t| mesh.area_vector(t) == DVec3::ZERO).collect();
    let mut keys: Vec<([u32; 3], usize)> = mesh
        .triangles
        .iter()
        .enumerate()
        .map(|(t, corners)| {
            let mut sorted = *corners;
            sorted.sort_unstable();
            (sorted, t)
        })
        .collect();
    keys.sort_unstable();
    let mut keep: Vec<bool> = flat.iter().map(|flat| !flat).collect();
    for pair in keys.windows(2) {
        if pair[0].0 == pair[1].0 {
            keep[pair[1].1] = false;
        }
    }
    let mut flags = keep.into_iter();
    mesh.triangles.retain(|_| flags.next().unwrap_or(true));
    before - mesh.triangles.len()
}

/// Turns triangles until neighbours agree and every part looks outwards; tells the part of each triangle.
fn orient(mesh: &mut TriMesh, report: &mut Repair) -> Vec<u32> {
    let topology = Topology::new(mesh);
    let mut parts = vec![u32::MAX; mesh.triangles.len()];
    let mut turned = vec![false; mesh.triangles.len()];
    let mut count = 0;
    for first in 0..mesh.triangles.len() {
        if parts[first] != u32::MAX {
            continue;
        }
        parts[first] = count;
        let mut members = vec![first];
        let mut next = 0;
        while next < members.len() {
            let t = members[next];
            next += 1;
            for &edge in &topology.triangle_edges[t] {
                // More than two triangles at an edge have no common orientation.
                let &[a, b] = topology.edge_triangles.row(edge as usize) else { continue };
                let other = if a as usize == t { b } else { a } as usize;
                if parts[other] == u32::MAX {
                    let ends = topology.edges[edge as usize];
                    let same = goes(mesh.triangles[t], ends) == goes(mesh.triangles[other], ends);
                    turned[other] = turned[t] ^ same;
                    parts[other] = count;
                    members.push(other);
                }
            }
        }
        settle(mesh, &members, &mut turned);
        count += 1;
    }
    for (triangle, _) in mesh.triangles.iter_mut().zip(&turned).filter(|(_, turned)| **turned) {
        triangle.swap(1, 2);
        report.flipped += 1;
    }
    parts
}

/// Whether a triangle goes along an edge from its first to its second end.
fn goes(triangle: [u32; 3], [a, b]: [u32; 2]) -> bool {
    (0..3).any(|i| triangle[i] == a && triangle[(i + 1) % 3] == b)
}

/// Turns a whole part over if its volume is negative.
fn settle(mesh: &TriMesh, members: &[usize], turned: &mut [bool]) {
    let origin = mesh.corners(members[0])[0];
    let volume: f64 = members
        .iter()
        .map(|&t| {
            let [a, b, c] = mesh.corners(t).map(|p| p - origin);
            let six_fold = a.dot(b.cross(c));
            if turned[t] { -six_fold } else { six_fold }
        })
        .sum();
    if volume < 0.0 {
        for &t in members {
            turned[t] = !turned[t];
        }
    }
}

/// Drops crumbs and parts that lie inside of the largest one.
fn drop_shells(mesh: &mut TriMesh, parts: &[u32]) -> usize {
    let count = parts.iter().map(|&p| p as usize + 1).max().unwrap_or(0);
    let mut areas = vec![0.0; count];
    let mut firsts = vec![DVec3::ZERO; count];
    for (t, &part) in parts.iter().enumerate() {
        areas[part as usize] += mesh.triangle_area(t);
        firsts[part as usize] = mesh.corners(t)[0];
    }
    let Some(largest) = (0..count).max_by(|&a, &b| areas[a].total_cmp(&areas[b])) else { return 0 };
    let inside = |part: usize| winding(mesh, parts, largest as u32, firsts[part]) > 0.5;
    let keep: Vec<bool> = (0..count)
        .map(|part| part == largest || (areas[part] > CRUMB * areas[largest] && !inside(part)))
        .collect();
    let mut flags = parts.iter().map(|&part| keep[part as usize]);
    mesh.triangles.retain(|_| flags.next().unwrap_or(true));
    keep.iter().filter(|keep| !**keep).count()
}

/// How often a part winds around a point: 1 inside, 0 outside, between for holes (solid angles, Van Oosterom and Strackee
/// 1983).
fn winding(mesh: &TriMesh, parts: &[u32], part: u32, p: DVec3) -> f64 {
    let angles = (0..mesh.triangles.len()).filter(|&t| parts[t] == part).map(|t| {
        let [a, b, c] = mesh.corners(t).map(|q| q - p);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        2.0 * a.dot(b.cross(c)).atan2(below)
    });
    angles.sum::<f64>() / (4.0 * std::f64::consts::PI)
}

/// Fills each hole with a fan around its middle.
fn fill_holes(mesh: &mut TriMesh) -> usize {
    let loops = Topology::new(mesh).boundary_loops();
    let mut filled = 0;
    for hole in loops.iter().filter(|hole| hole.closed && hole.vertices.len() >= 3) {
        let ring = &hole.vertices;
        // The loop follows the triangles at the hole's rim or runs against them: new triangles must run against them.
        let along = mesh.triangles.iter().any(|t| goes(*t, [ring[0], ring[1]]));
        let edge = |i: usize| {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            if along { [b, a] } else { [a, b] }
        };
        if ring.len() == 3 {
            let [a, b] = edge(0);
            mesh.triangles.push([a, b, ring[2]]);
        } else {
            let middle = ring.iter().map(|&v| mesh.positions[v as usize]).sum::<DVec3>() / ring.len() as f64;
            let center = mesh.positions.len() as u32;
            mesh.positions.push(middle);
            (0..ring.len()).map(edge).for_each(|[a, b]| mesh.triangles.push([a, b, center]));
        }
        filled += 1;
    }
    filled
}

fn drop_lone_vertices(mesh: &mut TriMesh) {
    let mut number = vec![u32::MAX; mesh.positions.len()];
    let mut positions = Vec::new();
    for triangle in &mut mesh.triangles {
        for v in triangle {
            let place = &mut number[*v as usize];
            if *place == u32::MAX {
                *place = positions.len() as u32;
                positions.push(mesh.positions[*v as usize]);
            }
            *v = *place;
        }
    }
    mesh.positions = positions;
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::shapes;

    #[test]
    fn flipped_parts_holes_and_shells_are_put_right() {
        let mut mesh = shapes::icosphere(1.0, 3);
        let clean = mesh.volume();
        let mut inner = shapes::icosphere(0.3, 2);
        inner.flip();
        mesh.append(&inner);
        for t in (0..1280).step_by(7) {
            mesh.triangles[t].swap(0, 1);
        }
        mesh.triangles.remove(100);
        mesh.triangles.remove(500);
        mesh.triangles.push([3, 3, 5]);
        let report = repair(&mut mesh);
        assert_eq!((report.dropped, report.holes_filled, report.shells_removed), (1, 2, 1));
        assert!(report.closed && report.flipped > 150);
        assert!((mesh.volume() / clean - 1.0).abs() < 1e-3);
    }

    #[test]
    fn nothing_is_left_of_nothing() {
        let mut mesh = TriMesh::default();
        assert!(repair(&mut mesh).holes_filled == 0);
        let mut flat = TriMesh::new(vec![DVec3::ZERO; 3], vec![[0, 1, 2]]).unwrap();
        assert_eq!(repair(&mut flat).dropped, 1);
        assert!(flat.triangles.is_empty() && flat.positions.is_empty());
    }
}
