//! Several garments as one cloth.

use crate::dressed::Dressed;
use std::ops::Range;
use toile_cloth::bending::Fold;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::FabricCut;
use toile_cloth::rest::{DegenerateTriangle, RestShape};
use toile_cloth::threads::{Anchor, Thread};
use toile_geom::TriMesh;

/// All garments as one cloth, and the vertices of each.
pub(crate) fn together(garments: &[Dressed]) -> Result<(Cloth, Vec<Range<usize>>), DegenerateTriangle> {
    let (mut mesh, mut rest, mut ranges) = (TriMesh::default(), RestShape::default(), Vec::new());
    let (mut cuts, mut cut_of): (Vec<FabricCut>, Vec<u16>) = (Vec::new(), Vec::new());
    let (mut folds, mut threads) = (Vec::new(), Vec::new());
    for garment in garments {
        let cloth = &garment.cloth;
        let first = mesh.positions.len();
        ranges.push(first..first + cloth.vertex_count());
        let shifted = |v: u32| v + first as u32;
        folds.extend(cloth.folds.iter().map(|fold| Fold { edge: fold.edge.map(shifted), ..*fold }));
        threads.extend(cloth.threads.iter().map(|thread| {
            let ends = thread.ends.map(|end| Anchor { vertices: end.vertices.map(shifted), ..end });
            Thread { ends, ..*thread }
        }));
        mesh.append(&cloth.mesh());
        rest.corners.extend_from_slice(&cloth.rest.corners);
        cut_of.extend(cloth.fabric_of.iter().map(|cut| cut + cuts.len() as u16));
        cuts.extend_from_slice(&cloth.fabrics);
    }
    let mut cloth = Cloth::of_cuts(&mesh, rest, cuts, |t| cut_of[t])?;
    cloth.fold(folds);
    cloth.threads = threads;
    Ok((cloth, ranges))
}
