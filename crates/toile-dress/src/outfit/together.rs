//! Several garments as one cloth.

use crate::dressed::Dressed;
use std::ops::Range;
use toile_cloth::bending::{BendingHistory, Fold};
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
    join_memory(&mut cloth, garments);
    Ok((cloth, ranges))
}

/// Lets the cloth of all garments remember what each of them does.
fn join_memory(cloth: &mut Cloth, garments: &[Dressed]) {
    if !garments.iter().any(|garment| garment.cloth.remembers_bending()) {
        return;
    }
    cloth.remember_bending();
    let numbers: Vec<f64> = garments.iter().flat_map(|garment| memory(&garment.cloth)).collect();
    if let Some(history) = &mut cloth.state.history
        && history.set_numbers(&numbers).is_err()
    {
        // Some garments did not remember anything so far: all begin anew.
        cloth.remember_bending();
    }
}

/// Gives each garment what the cloth of all of them remembers of it.
pub(super) fn split_memory(cloth: &Cloth, garments: &mut [Dressed]) {
    let all = memory(cloth);
    let mut rest = &all[..];
    for garment in garments {
        let Some(history) = &mut garment.cloth.state.history else { continue };
        let count = history.to_numbers().len();
        if count > rest.len() || history.set_numbers(&rest[..count]).is_err() {
            return;
        }
        rest = &rest[count..];
    }
}

/// What cloth remembers of its bending, as numbers in the order of its triangles.
fn memory(cloth: &Cloth) -> Vec<f64> {
    cloth.state.history.as_ref().map(BendingHistory::to_numbers).unwrap_or_default()
}
