//! The second derivative of a cloth's energy as a [`SkylineMatrix`]: what steers Newton's method, and what tells stable balance
//! from unstable.

use crate::cloth::Cloth;
use crate::linear::SkylineMatrix;
use crate::membrane::StrainTerms;
use crate::threads::Anchor;
use glam::{DMat3, DVec3};
use toile_geom::outer;

/// The stiffness of a cloth: which vertices act on which, and the matrix.
#[derive(Clone, Debug)]
pub(super) struct Stiffness {
    /// For each vertex those that its force depends on, itself among them.
    neighbours: Vec<Vec<u32>>,
    triangles: Vec<[u32; 3]>,
    pinned: Vec<bool>,
    hinges: Vec<[u32; 4]>,
    /// Pairs of hinges, and how their angles are coupled.
    couplings: Vec<([u32; 2], f64)>,
    /// Whether there is room for what couples vertices through arcs.
    follows_arcs: bool,
    pub(super) matrix: SkylineMatrix,
}

impl Stiffness {
    pub(super) fn new(cloth: &Cloth) -> Self {
        let (hinges, couplings) = (cloth.bending.hinge_vertices(), cloth.bending.hinge_couplings());
        let mut neighbours: Vec<Vec<u32>> = (0..cloth.vertex_count() as u32).map(|v| vec![v]).collect();
        let mut join = |i: u32, j: u32| {
            for [i, j] in [[i, j], [j, i]] {
                let row = &mut neighbours[i as usize];
                if !row.contains(&j) {
                    row.push(j);
                }
            }
        };
        for t in &cloth.triangles {
            for [i, j] in [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]] {
                join(i, j);
            }
        }
        for ([h, g], _) in &couplings {
            for i in hinges[*h as usize] {
                for j in hinges[*g as usize] {
                    join(i, j);
                }
            }
        }
        if let Some(arcs) = &cloth.arcs {
            for t in 0..cloth.triangles.len() {
                let angles = arcs.beside(t).flat_map(|other| cloth.bending.terms(other as usize));
                let mut vertices: Vec<u32> = angles.flat_map(|&(h, _)| hinges[h as usize]).collect();
                vertices.sort_unstable();
                vertices.dedup();
                for (k, &i) in vertices.iter().enumerate() {
                    vertices[..k].iter().for_each(|&j| join(i, j));
                }
            }
        }
        joined_by_threads(cloth).for_each(|[i, j]| join(i, j));
        let matrix = SkylineMatrix::new(&neighbours, &cloth.pinned);
        let (triangles, pinned) = (cloth.triangles.clone(), cloth.pinned.clone());
        let follows_arcs = cloth.arcs.is_some();
        Self { neighbours, triangles, pinned, hinges, couplings, follows_arcs, matrix }
    }

    /// This for a cloth that may have changed, if its mesh and what is pinned and joined are as they were.
    pub(super) fn refreshed(mut self, cloth: &Cloth) -> Option<Self> {
        self.couplings = cloth.bending.hinge_couplings();
        let fits = self.pinned == cloth.pinned
            && self.follows_arcs == cloth.arcs.is_some()
            && self.triangles == cloth.triangles
            && self.hinges == cloth.bending.hinge_vertices()
            && joined_by_threads(cloth).all(|[i, j]| self.neighbours[i as usize].contains(&j));
        fits.then_some(self)
    }

    /// Fills the matrix with the positive semidefinite second derivative that the elements give, with a share of the membrane's stiffness.
    pub(super) fn assemble(&mut self, cloth: &Cloth, positions: &[DVec3], softness: f64) {
        let matrix = &mut self.matrix;
        matrix.set_zero();
        let gradients = cloth.bending.angle_gradients(positions);
        add_stretch(cloth, positions, &self.hinges, &gradients, |i, j, block| {
            matrix.add(i, j, block * softness);
        });
        for &([h, g], weight) in &self.couplings {
            let corners = |hinge: u32| self.hinges[hinge as usize].into_iter().zip(gradients[hinge as usize]);
            for (i, a) in corners(h) {
                for (j, b) in corners(g) {
                    if matrix.stores(i, j) {
                        matrix.add(i, j, outer(a, b) * weight);
                    }
                    if h != g && matrix.stores(j, i) {
                        matrix.add(j, i, outer(b, a) * weight);
                    }
                }
            }
        }
        for thread in &cloth.threads {
            thread.hessian(positions, |i, j, block| matrix.add(i, j, block));
        }
        for grab in &cloth.grabs {
            for (i, a) in grab.anchor.parts() {
                for (j, b) in grab.anchor.parts() {
                    matrix.add(i, j, DMat3::from_diagonal(DVec3::splat(grab.stiffness * a * b)));
                }
            }
        }
    }

    /// Fills the matrix with the whole second derivative, by central differences of the forces.
    ///
    /// Vertices that have no neighbour in common are moved together (Curtis, Powell and Reid 1974), so that some hundred
    /// evaluations of the forces are enough for a cloth of any size.
    pub(super) fn assemble_exactly(&mut self, cloth: &Cloth, positions: &[DVec3], step: f64) {
        self.matrix.set_zero();
        let gradient_at = |x: &[DVec3]| {
            let mut gradient = vec![DVec3::ZERO; x.len()];
            cloth.add_elastic_gradient(x, &mut gradient);
            gradient
        };
        let mut moved = positions.to_vec();
        for group in self.groups() {
            let mut columns = vec![[DVec3::ZERO; 3]; positions.len()];
            for (axis, direction) in DVec3::AXES.into_iter().enumerate() {
                let mut gradient_after = |step: f64| {
                    for &v in &group {
                        moved[v as usize] = positions[v as usize] + direction * step;
                    }
                    gradient_at(&moved)
                };
                let (plus, minus) = (gradient_after(step), gradient_after(-step));
                for &v in &group {
                    moved[v as usize] = positions[v as usize];
                }
                for (column, (p, m)) in columns.iter_mut().zip(plus.into_iter().zip(minus)) {
                    column[axis] = (p - m) / (2.0 * step);
                }
            }
            for &v in &group {
                for &row in &self.neighbours[v as usize] {
                    let [x, y, z] = columns[row as usize];
                    let block = DMat3::from_cols(x, y, z);
                    // Differences are symmetric only up to their error: the mean of both halves is.
                    if row == v {
                        self.matrix.add(v, v, (block + block.transpose()) * 0.5);
                    } else {
                        self.matrix.add(row, v, block * 0.5);
                        self.matrix.add(v, row, block.transpose() * 0.5);
                    }
                }
            }
        }
    }

    /// The vertices that are not pinned, in groups whose members have no neighbour in common.
    fn groups(&self) -> Vec<Vec<u32>> {
        let mut group_of = vec![usize::MAX; self.neighbours.len()];
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for v in (0..self.neighbours.len()).filter(|&v| !self.pinned[v]) {
            let mut taken = vec![false; groups.len() + 1];
            for &near in &self.neighbours[v] {
                for &other in &self.neighbours[near as usize] {
                    if let Some(flag) = taken.get_mut(group_of[other as usize]) {
                        *flag = true;
                    }
                }
            }
            let group = taken.iter().position(|flag| !flag).unwrap_or(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            group_of[v] = group;
            groups[group].push(v as u32);
        }
        groups
    }
}

/// Calls `add` with the blocks of the second derivative of stretch and shear, in Gauss and Newton's form where arcs depend on angles.
fn add_stretch(
    cloth: &Cloth,
    positions: &[DVec3],
    hinges: &[[u32; 4]],
    gradients: &[[DVec3; 4]],
    mut add: impl FnMut(u32, u32, DMat3),
) {
    let Some(arcs) = &cloth.arcs else { return cloth.membrane.hessian(positions, add) };
    let curvatures = cloth.bending.curvatures(positions);
    let (strains, by_turn) = (arcs.strains(&curvatures), arcs.rates(&curvatures));
    let terms = StrainTerms { rate: None, arcs: Some(&strains) };
    cloth.membrane.step_hessian(positions, terms, &mut add);
    for (t, triangle) in cloth.triangles.iter().enumerate() {
        let (corners, _, tangent) = cloth.membrane.linearised(t, positions, strains[t]);
        let tangent = tangent * cloth.rest.area(t);
        // How the strain changes with each vertex: by the corners alone, and with the arcs.
        let mut rates: Vec<(u32, DMat3, DMat3)> =
            triangle.iter().zip(corners).map(|(&v, rate)| (v, rate, rate)).collect();
        let angles = arcs.couplings(t, &by_turn).flat_map(|(other, rate)| {
            cloth.bending.terms(other as usize).iter().map(move |&(h, share)| (h, rate * share))
        });
        for (h, by_angle) in angles {
            for (v, g) in hinges[h as usize].into_iter().zip(gradients[h as usize]) {
                let change = outer(g, by_angle);
                match rates.iter_mut().find(|known| known.0 == v) {
                    Some(known) => known.2 += change,
                    None => rates.push((v, DMat3::ZERO, change)),
                }
            }
        }
        for &(i, corner, whole) in &rates {
            let (of_corners, of_all) = (corner * tangent, whole * tangent);
            for (j, other_corner, other_whole) in &rates {
                add(i, *j, of_all * other_whole.transpose() - of_corners * other_corner.transpose());
            }
        }
    }
}

/// Pairs of vertices that act on each other through a thread, also through one that is slack now, or through a grab.
fn joined_by_threads(cloth: &Cloth) -> impl Iterator<Item = [u32; 2]> {
    let pairs = |anchors: &[Anchor]| {
        let vertices: Vec<u32> = anchors.iter().flat_map(Anchor::parts).map(|part| part.0).collect();
        let all = vertices.iter().flat_map(|&i| vertices.iter().map(move |&j| [i, j]));
        all.collect::<Vec<[u32; 2]>>()
    };
    let threads = cloth.threads.iter().flat_map(move |thread| pairs(&thread.ends));
    threads.chain(cloth.grabs.iter().flat_map(move |grab| pairs(&[grab.anchor])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::Fabric;
    use crate::rest::RestShape;
    use glam::DVec2;
    use toile_geom::sheets::{FlatSheet, SheetKind};

    #[test]
    fn the_stiffness_of_crumpled_cloth_with_arcs_is_never_negative() {
        for kind in SheetKind::BY_REGULARITY {
            let sheet = FlatSheet::new(kind, DVec2::ONE, [6, 6]);
            let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
            let fabric = Fabric::named("cotton-poplin").unwrap();
            let mut cloth = Cloth::of_fabric(&sheet.mesh(), rest, &fabric).unwrap();
            cloth.follow_arcs(true);
            cloth.pinned[0] = true;
            let bumps =
                |v: usize| DVec3::new((7.0 * v as f64).sin(), (5.0 * v as f64).cos(), (3.0 * v as f64).sin());
            let crumpled: Vec<DVec3> =
                cloth.reference.iter().enumerate().map(|(v, p)| *p + 0.03 * bumps(v)).collect();
            let mut stiffness = Stiffness::new(&cloth);
            stiffness.assemble(&cloth, &crumpled, 1.0);
            // Turning about the pinned vertex takes no force.
            stiffness.matrix.add_to_diagonal(1e-9 * stiffness.matrix.mean_diagonal());
            assert_eq!(stiffness.matrix.factor().negative_pivots(), 0, "{}", kind.name());
        }
    }
}
