//! How many bodies there are in a file.

use glam::DVec3;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::topology::Topology;

/// Parts at least this tall, as a fraction of everything, may be bodies; legs, hair and belts are not.
const TALL: f64 = 0.7;
/// Two bodies stand at least this far beside each other, as a fraction of the height; what is worn has the same middle.
const APART: f64 = 0.15;

/// How many bodies stand beside each other in an upright mesh: parts without a connection, each nearly as tall as everything. A body that
/// consists of parts itself is not counted.
pub fn count_bodies(mesh: &TriMesh) -> usize {
    let height = mesh.bounds().size().y;
    let mut middles: Vec<DVec3> = Vec::new();
    for part in part_boxes(mesh).iter().filter(|part| part.size().y >= TALL * height) {
        let middle = part.center().with_y(0.0);
        if middles.iter().all(|other| other.distance(middle) > APART * height) {
            middles.push(middle);
        }
    }
    middles.len()
}

/// The box around each connected part, in the order of their first triangles.
fn part_boxes(mesh: &TriMesh) -> Vec<Aabb> {
    let topology = Topology::new(mesh);
    let mut reached = vec![false; mesh.positions.len()];
    let mut boxes = Vec::new();
    for triangle in &mesh.triangles {
        if reached[triangle[0] as usize] {
            continue;
        }
        reached[triangle[0] as usize] = true;
        let mut stack = vec![triangle[0]];
        let mut part = Aabb::EMPTY;
        while let Some(vertex) = stack.pop() {
            part.extend([mesh.positions[vertex as usize]]);
            for &t in topology.vertex_triangles.row(vertex as usize) {
                let next = mesh.triangles[t as usize].into_iter();
                stack.extend(next.filter(|&v| !std::mem::replace(&mut reached[v as usize], true)));
            }
        }
        boxes.push(part);
    }
    boxes
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::shapes;

    #[test]
    fn bodies_are_counted_and_what_they_wear_is_not() {
        let body = shapes::cuboid(DVec3::new(0.5, 1.7, 0.3));
        let moved = |mesh: &TriMesh, by: DVec3| {
            let mut mesh = mesh.clone();
            mesh.positions.iter_mut().for_each(|p| *p += by);
            mesh
        };
        assert_eq!(count_bodies(&TriMesh::default()), 0);
        let mut all = body.clone();
        all.append(&shapes::cuboid(DVec3::new(0.52, 1.6, 0.32)));
        all.append(&moved(&shapes::cuboid(DVec3::new(0.1, 0.9, 0.1)), DVec3::X));
        assert_eq!(count_bodies(&all), 1, "a coat and a bag");
        all.append(&moved(&body, DVec3::new(0.8, 0.0, 0.2)));
        assert_eq!(count_bodies(&all), 2);
    }
}
