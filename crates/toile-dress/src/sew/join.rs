//! Joins pieces along their seams into one cloth.

use super::plies::{Cuts, cuts};
use super::{PieceFabrics, Ramp};
use crate::place::Placed;
use glam::DVec3;
use toile_cloth::bending::Fold;
use toile_cloth::cloth::Cloth;
use toile_cloth::rest::{DegenerateTriangle, RestShape};
use toile_cloth::state::State;
use toile_cloth::threads::{Anchor, Thread};
use toile_geom::join::{JoinError, PieceMesh, PieceVertex, Weld, join};
use toile_pattern::mesh::MeshedGarment;
use toile_pattern::piece::LineKind;
use toile_pattern::seam::Elastic;

/// A garment as one cloth.
#[derive(Clone, Debug)]
pub struct SewnGarment {
    /// The cloth: where the pieces lie, without tension.
    pub cloth: Cloth,
    /// How its rest shape becomes that in which the pieces were cut.
    pub ramp: Ramp,
    /// For each piece the particle that each of its vertices has become.
    pub vertex_of: Vec<Vec<u32>>,
    /// The piece of each triangle.
    pub piece_of: Vec<u32>,
    /// The particles along each seam of the meshed garment; none for a closure that is open.
    pub seams: Vec<Vec<u32>>,
    /// Folds that are pressed into it, such as that of a collar.
    pub folds: Vec<Fold>,
    /// Folds of pleats, which begin folded.
    pub pleats: Vec<Fold>,
    /// Which triangles are turned over along folds, as those of a collar are, so that their other side is seen.
    pub flaps: Vec<bool>,
    /// Elastic bands that are sewn into it.
    pub elastics: Vec<Thread>,
}

/// Why pieces could not be sewn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SewError {
    /// The seams do not fit the pieces.
    #[error(transparent)]
    Join(#[from] JoinError),
    /// A triangle has no area.
    #[error(transparent)]
    Flat(#[from] DegenerateTriangle),
}

impl SewnGarment {
    /// Lets it begin somewhere else, again without tension.
    pub fn begin_at(&mut self, positions: Vec<DVec3>) {
        self.ramp = Ramp::new(self.ramp.cut().clone(), &self.cloth.triangles, &positions);
        self.cloth.reference.clone_from(&positions);
        self.cloth.state = State::at_rest(positions);
    }
}

/// Sews the pieces of a garment where they lie around a body; `fabrics` says of each piece what it is made of.
///
/// # Errors
/// If two corners of a triangle would be sewn to each other, or a triangle has no area.
pub fn sew(
    meshed: &MeshedGarment,
    placed: &Placed,
    fabrics: &[PieceFabrics],
) -> Result<SewnGarment, SewError> {
    let pieces: Vec<PieceMesh<'_>> = meshed
        .pieces
        .iter()
        .zip(&placed.pieces)
        .map(|(piece, placed)| PieceMesh {
            places: &piece.places,
            positions: &placed.positions,
            triangles: &piece.triangles,
        })
        .collect();
    let closed = meshed.seams.iter().filter(|seam| seam.closed);
    let welds: Vec<Weld> = closed.flat_map(|seam| &seam.pairs).copied().collect();
    let mut sewn = join(&pieces, &welds)?;
    let rest = RestShape { corners: sewn.corners };
    move_to_helpers(meshed, placed, &sewn.vertex_of, &mut sewn.mesh.positions);
    let ramp = Ramp::new(rest.clone(), &sewn.mesh.triangles, &sewn.mesh.positions);
    let Cuts { cuts, of_triangle } = cuts(meshed, fabrics);
    let cloth = Cloth::of_cuts(&sewn.mesh, rest, cuts, |t| of_triangle[t])?;
    let particle = |v: PieceVertex| sewn.vertex_of[v.piece as usize][v.vertex as usize];
    let along: Vec<Vec<u32>> =
        meshed
            .seams
            .iter()
            .map(|seam| {
                if seam.closed {
                    seam.pairs.iter().map(|pair| particle(pair[0])).collect()
                } else {
                    Vec::new()
                }
            })
            .collect();
    let folds = folds(meshed, &sewn.vertex_of, &along);
    let pleats = pleats(meshed, &sewn.vertex_of);
    let flaps = super::flaps::flaps(&cloth.triangles, &folds);
    let mut elastics = elastics(meshed, &along);
    elastics.extend(elastics_along_edges(meshed, &sewn.vertex_of));
    Ok(SewnGarment {
        cloth,
        ramp,
        vertex_of: sewn.vertex_of,
        piece_of: sewn.piece_of,
        seams: along,
        folds,
        pleats,
        flaps,
        elastics,
    })
}

/// All edges along folds of pieces and folded seams.
fn folds(meshed: &MeshedGarment, vertex_of: &[Vec<u32>], along: &[Vec<u32>]) -> Vec<Fold> {
    let mut folds =
        along_lines(
            meshed,
            vertex_of,
            |kind| if let LineKind::Fold(angle) = kind { Some(angle) } else { None },
        );
    for (seam, particles) in meshed.seams.iter().zip(along) {
        let angle = meshed.garment.seams[seam.seam].fold;
        if angle != 0.0 {
            folds.extend(edges(particles, angle));
        }
    }
    folds
}

/// All edges along the folds of pleats.
fn pleats(meshed: &MeshedGarment, vertex_of: &[Vec<u32>]) -> Vec<Fold> {
    along_lines(meshed, vertex_of, |kind| if let LineKind::Pleat(angle) = kind { Some(angle) } else { None })
}

/// Folds along the lines of pieces that have an angle.
fn along_lines(
    meshed: &MeshedGarment,
    vertex_of: &[Vec<u32>],
    angle: impl Fn(LineKind) -> Option<f64>,
) -> Vec<Fold> {
    let mut folds = Vec::new();
    for (p, (piece, mesh)) in meshed.garment.pieces.iter().zip(&meshed.pieces).enumerate() {
        for (line, vertices) in piece.lines.iter().zip(&mesh.lines) {
            if let Some(angle) = angle(line.kind) {
                let particles: Vec<u32> = vertices.iter().map(|v| vertex_of[p][*v as usize]).collect();
                folds.extend(edges(&particles, angle));
            }
        }
    }
    folds
}

fn edges(line: &[u32], angle: f64) -> impl Iterator<Item = Fold> + '_ {
    line.windows(2).map(move |edge| Fold { edge: [edge[0], edge[1]], angle })
}

/// The elastic bands along seams: a thread for each edge, shorter than the cloth.
fn elastics(meshed: &MeshedGarment, along: &[Vec<u32>]) -> Vec<Thread> {
    let mut threads = Vec::new();
    for (seam, particles) in meshed.seams.iter().zip(along) {
        let Some(elastic) = meshed.garment.seams[seam.seam].elastic else { continue };
        let place = |n: usize| {
            let vertex = seam.pairs[n][0];
            (vertex.piece, meshed.pieces[vertex.piece as usize].places[vertex.vertex as usize])
        };
        let parts: Vec<([u32; 2], f64)> = (1..particles.len())
            .filter_map(|n| {
                let ((piece, from), (other, to)) = (place(n - 1), place(n));
                (piece == other).then(|| ([particles[n - 1], particles[n]], from.distance(to)))
            })
            .collect();
        threads.extend(band(&elastic, &parts));
    }
    threads
}

/// The elastic bands along edges of pieces.
fn elastics_along_edges(meshed: &MeshedGarment, vertex_of: &[Vec<u32>]) -> Vec<Thread> {
    let mut threads = Vec::new();
    for (p, (piece, mesh)) in meshed.garment.pieces.iter().zip(&meshed.pieces).enumerate() {
        for (edge, vertices) in piece.edges().zip(&mesh.edges) {
            let Some(elastic) = &edge.elastic else { continue };
            let part = |ends: &[u32]| {
                let [from, to] = [ends[0], ends[1]].map(|v| mesh.places[v as usize]);
                ([ends[0], ends[1]].map(|v| vertex_of[p][v as usize]), from.distance(to))
            };
            let parts: Vec<([u32; 2], f64)> = vertices.windows(2).map(part).collect();
            threads.extend(band(elastic, &parts));
        }
    }
    threads
}

/// A band along edges of the mesh, which are so long in the piece: a thread for each.
fn band<'a>(elastic: &Elastic, parts: &'a [([u32; 2], f64)]) -> impl Iterator<Item = Thread> + 'a {
    let share = elastic.share_of(parts.iter().map(|(_, length)| length).sum());
    let force = elastic.stiffness;
    parts.iter().map(move |(ends, length)| (ends, share * length)).filter(|(_, length)| *length > 0.0).map(
        move |(ends, length)| Thread {
            ends: ends.map(Anchor::vertex),
            length,
            stiffness: force / length,
            is_spring: false,
        },
    )
}

/// Puts particles of seams where their helpers are; in the middle of them, if several seams meet.
fn move_to_helpers(meshed: &MeshedGarment, placed: &Placed, vertex_of: &[Vec<u32>], positions: &mut [DVec3]) {
    let mut sums = vec![(DVec3::ZERO, 0.0); positions.len()];
    for helpers in &placed.helpers {
        let Some(seam) = meshed.seams.get(helpers.seam).filter(|seam| seam.closed) else { continue };
        for ([a, _], point) in seam.pairs.iter().zip(&helpers.points) {
            let sum = &mut sums[vertex_of[a.piece as usize][a.vertex as usize] as usize];
            *sum = (sum.0 + *point, sum.1 + 1.0);
        }
    }
    for (position, (sum, count)) in positions.iter_mut().zip(sums) {
        if count > 0.0 {
            *position = sum / count;
        }
    }
}
