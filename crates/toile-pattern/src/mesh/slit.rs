//! Slits: lines along which a mesh is cut open.

use super::MeshedPiece;
use crate::piece::{LineKind, Piece};
use std::collections::{BTreeMap, BTreeSet};

/// An edge of the mesh by its ends, the smaller first.
type MeshEdge = [u32; 2];

fn edge(a: u32, b: u32) -> MeshEdge {
    [a.min(b), a.max(b)]
}

/// Cuts a mesh along the slits of its piece: vertices along them are doubled, ends inside of the piece are not.
pub(super) fn cut_slits(piece: &Piece, mesh: &mut MeshedPiece) {
    let slits = piece.lines.iter().zip(&mesh.lines).filter(|(line, _)| line.kind == LineKind::Slit);
    let cut: BTreeSet<MeshEdge> =
        slits.flat_map(|(_, line)| line.windows(2).map(|ends| edge(ends[0], ends[1]))).collect();
    if cut.is_empty() {
        return;
    }
    let along: BTreeSet<u32> = cut.iter().flatten().copied().collect();
    let mut around: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (number, triangle) in mesh.triangles.iter().enumerate() {
        for vertex in triangle.iter().filter(|vertex| along.contains(vertex)) {
            around.entry(*vertex).or_default().push(number);
        }
    }
    let before = mesh.triangles.clone();
    for (vertex, triangles) in around {
        for bank in banks(&before, vertex, &triangles, &cut).into_iter().skip(1) {
            let double = mesh.places.len() as u32;
            mesh.places.push(mesh.places[vertex as usize]);
            for triangle in bank {
                for corner in mesh.triangles[triangle].iter_mut().filter(|corner| **corner == vertex) {
                    *corner = double;
                }
            }
        }
    }
    follow_banks(mesh, &before, &along);
}

/// The triangles around a vertex, in groups that hang together without crossing a slit.
fn banks(triangles: &[[u32; 3]], vertex: u32, around: &[usize], cut: &BTreeSet<MeshEdge>) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = around.to_vec();
    let mut banks = Vec::new();
    while !left.is_empty() {
        let mut bank = vec![left.remove(0)];
        let mut next = 0;
        while next < bank.len() {
            let here = triangles[bank[next]];
            let is_neighbour = |other: &usize| {
                let shared =
                    triangles[*other].iter().find(|corner| **corner != vertex && here.contains(corner));
                shared.is_some_and(|&corner| !cut.contains(&edge(vertex, corner)))
            };
            let (found, rest) = left.into_iter().partition(is_neighbour);
            bank.extend::<Vec<usize>>(found);
            left = rest;
            next += 1;
        }
        banks.push(bank);
    }
    banks
}

/// Lets the lists of vertices along the edges follow the banks of the slits.
fn follow_banks(mesh: &mut MeshedPiece, before: &[[u32; 3]], along: &BTreeSet<u32>) {
    let mut renamed: BTreeMap<MeshEdge, [u32; 2]> = BTreeMap::new();
    for (old, new) in before.iter().zip(&mesh.triangles) {
        if !old.iter().any(|vertex| along.contains(vertex)) {
            continue;
        }
        for i in 0..3 {
            let [a, b] = [(old[i], new[i]), (old[(i + 1) % 3], new[(i + 1) % 3])];
            renamed.insert(edge(a.0, b.0), if a.0 < b.0 { [a.1, b.1] } else { [b.1, a.1] });
        }
    }
    for (vertices, shares) in mesh.edges.iter_mut().zip(&mut mesh.shares) {
        // An edge whose ends have become one vertex has no bank.
        if vertices.len() < 2 || !vertices.iter().any(|vertex| along.contains(vertex)) {
            continue;
        }
        let (mut followed, mut at): (Vec<u32>, Vec<f64>) = (Vec::new(), Vec::new());
        for (ends, span) in vertices.windows(2).zip(shares.windows(2)) {
            let new = renamed.get(&edge(ends[0], ends[1])).copied();
            let new =
                new.map_or([ends[0], ends[1]], |[a, b]| if ends[0] < ends[1] { [a, b] } else { [b, a] });
            if followed.last() != Some(&new[0]) {
                followed.push(new[0]);
                at.push(span[0]);
            }
            followed.push(new[1]);
            at.push(span[1]);
        }
        (*vertices, *shares) = (followed, at);
    }
}
