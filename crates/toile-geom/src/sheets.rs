//! Flat rectangular sheets, meshed in different ways: a method that is right must not care which.
//!
//! ```
//! use toile_geom::glam::DVec2;
//! use toile_geom::sheets::{FlatSheet, SheetKind};
//!
//! for kind in SheetKind::ALL {
//!     let sheet = FlatSheet::new(kind, DVec2::new(0.3, 0.1), [30, 10]);
//!     assert!((sheet.mesh().area() - 0.03).abs() < 1e-12, "{}", kind.name());
//! }
//! ```

mod delaunay;
mod lattice;

pub use delaunay::delaunay_sheet;

use crate::TriMesh;
use crate::names::{UnknownName, find};
use crate::shapes::{regular_sheet, sheet};
use glam::{DVec2, DVec3};

crate::named_enum! {
    /// How a sheet is meshed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum SheetKind: name {
        /// Squares, all cut along the same diagonal: the mesh with the strongest direction of its own.
        OneDiagonal = "one-diagonal",
        /// Squares, cut along alternating diagonals.
        #[default]
        Alternating = "alternating",
        /// The same, with inner points moved by up to a fifth of a cell each way.
        JitteredGrid = "jittered-grid",
        /// Rows of triangles with nearly equal sides, what good meshers aim at.
        Equilateral = "equilateral",
        /// The same, with inner points moved by up to a quarter of a cell each way.
        Jittered = "jittered",
        /// Points moved by up to 0.35 cells, on the border too, joined by a Delaunay triangulation: as good as random.
        Irregular = "irregular",
        /// Points at random places that keep away from each other, joined by Delaunay's rule, as garments are meshed: [`delaunay_sheet`].
        Delaunay = "delaunay",
    }
}

impl SheetKind {
    /// The kinds that methods are validated on, from the most regular grid to the least regular mesh.
    pub const BY_REGULARITY: [Self; 6] = [
        Self::OneDiagonal,
        Self::Alternating,
        Self::JitteredGrid,
        Self::Equilateral,
        Self::Jittered,
        Self::Irregular,
    ];

    /// The kind of a name; `regular` is another one for `one-diagonal`.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        let name = if name == "regular" { "one-diagonal" } else { name };
        find("kind of sheet", name, Self::ALL, Self::name)
    }

    /// A sheet that lies in the `xz` plane around the origin and faces up.
    pub fn lying(self, size: DVec2, cells: [u32; 2]) -> TriMesh {
        match self {
            Self::OneDiagonal => regular_sheet(size, cells),
            Self::Alternating => sheet(size, cells),
            Self::Delaunay => delaunay_sheet(size, cells),
            Self::JitteredGrid | Self::Equilateral | Self::Jittered | Self::Irregular => {
                let FlatSheet { places, triangles, .. } = FlatSheet::new(self, size, cells);
                let lay = |p: &DVec2| DVec3::new(p.x - 0.5 * size.x, 0.0, 0.5 * size.y - p.y);
                TriMesh { positions: places.iter().map(lay).collect(), triangles }
            }
        }
    }
}

/// A flat rectangular sheet with a corner at the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatSheet {
    /// How it is meshed.
    pub kind: SheetKind,
    /// Its length along `x` and `y`.
    pub size: DVec2,
    /// Where its vertices lie.
    pub places: Vec<DVec2>,
    /// Its triangles, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
}

impl FlatSheet {
    /// A sheet of a size with about a number of cells each way, at least one. The border is the rectangle, exactly.
    pub fn new(kind: SheetKind, size: DVec2, cells: [u32; 2]) -> Self {
        let cells = cells.map(|count| count.max(1));
        let (places, triangles) = match kind {
            SheetKind::OneDiagonal => lattice::squares(cells, |_, _| true),
            SheetKind::Alternating => lattice::squares(cells, alternates),
            SheetKind::JitteredGrid => {
                lattice::jittered(lattice::squares(cells, alternates), cells, 0.2, false)
            }
            SheetKind::Equilateral => lattice::triangles(cells),
            SheetKind::Jittered => lattice::jittered(lattice::triangles(cells), cells, 0.25, false),
            SheetKind::Irregular => {
                let (places, triangles) = lattice::jittered(lattice::triangles(cells), cells, 0.35, true);
                let triangles = delaunay::flipped(&places, triangles);
                (places, triangles)
            }
            SheetKind::Delaunay => {
                let [n, m] = cells.map(f64::from);
                let sheet = delaunay_sheet(DVec2::new(n, m), cells);
                let place = |p: &DVec3| DVec2::new(p.x + 0.5 * n, 0.5 * m - p.z);
                (sheet.positions.iter().map(place).collect(), sheet.triangles)
            }
        };
        let scale = size / DVec2::new(f64::from(cells[0]), f64::from(cells[1]));
        // Points of the far border land exactly on it.
        let place = |p: DVec2| {
            let at = p * scale;
            DVec2::new(
                if p.x == f64::from(cells[0]) { size.x } else { at.x },
                if p.y == f64::from(cells[1]) { size.y } else { at.y },
            )
        };
        Self { kind, size, places: places.into_iter().map(place).collect(), triangles }
    }

    /// The sheet in the `xy` plane, facing `+z`.
    pub fn mesh(&self) -> TriMesh {
        TriMesh {
            positions: self.places.iter().map(|p| p.extend(0.0)).collect(),
            triangles: self.triangles.clone(),
        }
    }

    /// The vertices whose places meet a condition, in order.
    pub fn vertices(&self, condition: impl Fn(DVec2) -> bool) -> Vec<u32> {
        (0..self.places.len() as u32).filter(|&v| condition(self.places[v as usize])).collect()
    }

    /// The edges of triangles both of whose ends meet a condition, each in the direction it has in its triangle.
    pub fn edges(&self, condition: impl Fn(DVec2) -> bool) -> Vec<[u32; 2]> {
        let sides = self.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        sides.filter(|edge| edge.iter().all(|&v| condition(self.places[v as usize]))).collect()
    }

    /// Whether all of a triangle is at least so far from the border.
    pub fn is_inside(&self, triangle: usize, distance: f64) -> bool {
        self.triangles[triangle].iter().all(|&v| {
            let p = self.places[v as usize];
            p.cmpgt(DVec2::splat(distance)).all() && p.cmplt(self.size - distance).all()
        })
    }
}

fn alternates(i: u32, j: u32) -> bool {
    (i + j).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predicates::{Sign, orient2d};
    use crate::topology::Topology;

    #[test]
    fn every_kind_is_a_whole_rectangle_of_counter_clockwise_triangles() {
        for kind in SheetKind::ALL {
            for cells in [[1, 1], [2, 3], [12, 5], [40, 8]] {
                let size = DVec2::new(0.3, 0.7);
                let sheet = FlatSheet::new(kind, size, cells);
                for t in &sheet.triangles {
                    let [a, b, c] = t.map(|v| sheet.places[v as usize]);
                    assert_eq!(orient2d(a, b, c), Sign::Positive, "{kind:?} {cells:?}");
                }
                let mesh = sheet.mesh();
                assert!((mesh.area() - 0.21).abs() < 1e-12, "{kind:?} {cells:?}: {}", mesh.area());
                let topology = Topology::new(&mesh);
                assert!(topology.surface().is_manifold() && topology.surface().lone_vertices.is_empty());
                assert_eq!(topology.boundary_loops().len(), 1);
                let far = sheet.edges(|p| p.x == size.x);
                let length: f64 = far
                    .iter()
                    .map(|e| sheet.places[e[0] as usize].distance(sheet.places[e[1] as usize]))
                    .sum();
                assert!((length - 0.7).abs() < 1e-12, "the far border is whole");
            }
        }
    }

    #[test]
    fn irregular_is_irregular() {
        let valences = |kind| {
            let sheet = FlatSheet::new(kind, DVec2::ONE, [12, 12]);
            let topology = Topology::new(&sheet.mesh());
            let border = topology.boundary_vertices();
            let mut found: Vec<usize> = (0..border.len())
                .filter(|&v| !border[v])
                .map(|v| topology.vertex_triangles.row(v).len())
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        assert_eq!(valences(SheetKind::OneDiagonal), [6]);
        assert_eq!(valences(SheetKind::Alternating), [4, 8]);
        assert!(valences(SheetKind::Irregular).len() >= 4, "{:?}", valences(SheetKind::Irregular));
    }
}
