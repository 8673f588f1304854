//! A dressed garment as a mesh for other programs: its pieces as groups, with texture coordinates and normals; and the
//! same pieces laid flat.

use glam::DVec2;
use toile_dress::Dressed;
use toile_geom::bounds::Aabb;
use toile_io::{CornerAttribute, Group, NormalSplit, PolyMesh};
use toile_pattern::mesh::{MeshedGarment, MeshedPiece};

/// How far the flat pieces lie from each other, in metres.
const GAP: f64 = 0.01;

/// The garment as it hangs, all faces of `material`: a group for each piece, by its name, and smooth normals.
///
/// The first texture coordinates are metres of cloth, across the grain and along it, in which weaves and prints by the
/// metre are laid. The second are places in a unit square that all pieces share without overlap ([`flat_mesh`]), for what
/// is painted or printed on them. Vertices and faces are those of the cloth, so that point caches fit.
pub fn garment_mesh(dressed: &Dressed, material: &str) -> PolyMesh {
    let mut mesh = PolyMesh::from(dressed.cloth.mesh());
    let layout = Layout::of(&dressed.meshed);
    mesh.uv_sets = layout.uv_sets(&dressed.meshed);
    mesh.groups = groups(&dressed.meshed, material);
    mesh.with_smooth_normals(NormalSplit::Nowhere)
}

/// The pieces of the garment as they are cut, side by side in the plane with `y` along the drawing, in metres. Faces,
/// groups and texture coordinates are those of [`garment_mesh`], so that what is painted on the one is on the other.
pub fn flat_mesh(dressed: &Dressed, material: &str) -> PolyMesh {
    let meshed = &dressed.meshed;
    let layout = Layout::of(meshed);
    let (mut positions, mut corners) = (Vec::new(), Vec::new());
    for (piece, corner) in meshed.pieces.iter().zip(&layout.corners) {
        let first = positions.len() as u32;
        positions.extend(piece.places.iter().map(|place| (*place + *corner).extend(0.0)));
        corners.extend(piece.triangles.as_flattened().iter().map(|v| v + first));
    }
    let face_starts = (0..=corners.len() as u32 / 3).map(|face| 3 * face).collect();
    let (uv_sets, groups) = (layout.uv_sets(meshed), groups(meshed, material));
    let mesh = PolyMesh { positions, face_starts, corners, uv_sets, groups, ..PolyMesh::default() };
    mesh.with_smooth_normals(NormalSplit::Nowhere)
}

/// A group for each piece; the triangles of a sewn garment come piece by piece.
fn groups(meshed: &MeshedGarment, material: &str) -> Vec<Group> {
    let mut end = 0;
    let mut group = |name: &str, piece: &MeshedPiece| {
        let start = end;
        end += piece.triangles.len() as u32;
        Group { name: name.to_owned(), material: Some(material.to_owned()), faces: start..end }
    };
    let names = meshed.garment.pieces.iter().map(|piece| piece.name.as_str());
    names.zip(&meshed.pieces).map(|(name, piece)| group(name, piece)).collect()
}

/// Where the pieces lie when they are laid side by side.
struct Layout {
    /// What is added to the places of each piece.
    corners: Vec<DVec2>,
    /// The side of the square that holds them.
    side: f64,
}

impl Layout {
    /// In rows from the left, about as wide as high, each piece the way that it is drawn.
    fn of(meshed: &MeshedGarment) -> Self {
        let boxes: Vec<Aabb> =
            meshed.pieces.iter().map(|piece| piece.places.iter().map(|p| p.extend(0.0)).collect()).collect();
        let sizes: Vec<DVec2> =
            boxes.iter().map(|b| (b.max - b.min).truncate() + DVec2::splat(GAP)).collect();
        let area: f64 = sizes.iter().map(|size| size.x * size.y).sum();
        let width = sizes.iter().map(|size| size.x).fold(area.sqrt(), f64::max);
        let (mut at, mut row_height, mut reach) = (DVec2::ZERO, 0.0_f64, DVec2::ZERO);
        let mut corners = Vec::with_capacity(boxes.len());
        for (size, b) in sizes.iter().zip(&boxes) {
            if at.x > 0.0 && at.x + size.x > width {
                at = DVec2::new(0.0, at.y + row_height);
                row_height = 0.0;
            }
            corners.push(at + DVec2::splat(0.5 * GAP) - b.min.truncate());
            at.x += size.x;
            row_height = row_height.max(size.y);
            reach = reach.max(DVec2::new(at.x, at.y + row_height));
        }
        Self { corners, side: reach.max_element() }
    }

    /// Metres of cloth, and places in the unit square.
    fn uv_sets(&self, meshed: &MeshedGarment) -> Vec<CornerAttribute<DVec2>> {
        let mut indices = Vec::new();
        let (mut cloth, mut flat) = (Vec::new(), Vec::new());
        for (piece, corner) in meshed.pieces.iter().zip(&self.corners) {
            let first = cloth.len() as u32;
            cloth.extend(&piece.texture);
            flat.extend(piece.places.iter().map(|place| (*place + *corner) / self.side));
            indices.extend(piece.triangles.as_flattened().iter().map(|v| v + first));
        }
        let set = |values| CornerAttribute { values, indices: indices.clone() };
        vec![set(cloth), set(flat)]
    }
}
