//! Hulls of different segments know nothing of each other: what passes through the body or through another piece is moved or widened until
//! nothing does.

use super::group::Group;
use crate::body::Wearer;
use crate::infer::Limb;
use glam::DVec3;
use toile_body::segments::Part;
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::intersect::triangles_intersect;
use toile_pattern::mesh::MeshedGarment;

/// How often groups are changed at most.
const MOST_ROUNDS: usize = 24;
/// How far pieces are moved at a time, in metres.
const CLEARING_STEP: f64 = 0.01;
/// How far pieces of one hull are moved apart at a time, in metres.
const GAP_STEP: f64 = 0.004;

/// What is left after clearing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cleared {
    /// How often groups were changed.
    pub(super) rounds: usize,
    /// Pairs of triangles of pieces and of the body that have points in common.
    pub(super) with_body: usize,
    /// Pairs of triangles of different pieces that have points in common.
    pub(super) among_pieces: usize,
}

/// A group's pieces as one mesh.
struct Surface {
    mesh: TriMesh,
    /// The card of each triangle.
    cards: Vec<u32>,
    tree: Bvh,
}

impl Surface {
    fn of(group: &Group, meshed: &MeshedGarment) -> Self {
        let mut mesh = TriMesh::default();
        let mut cards = Vec::new();
        for (i, card) in group.cards.iter().enumerate() {
            let triangles = meshed.pieces[card.piece].triangles.clone();
            cards.extend(triangles.iter().map(|_| i as u32));
            mesh.append(&TriMesh { positions: group.positions(card), triangles });
        }
        let tree = Bvh::over_triangles(&mesh);
        Self { mesh, cards, tree }
    }

    /// Pairs of triangles of different pieces of the group that have points in common.
    fn inner_crossings(&self) -> usize {
        let differ = |a: u32, b: u32| self.cards[a as usize] != self.cards[b as usize];
        let corners = |t: u32| self.mesh.corners(t as usize);
        let crossing = |a: u32, b: u32| differ(a, b) && triangles_intersect(corners(a), corners(b));
        self.tree.self_pairs(crossing).len()
    }

    fn crossings(&self, mesh: &TriMesh, tree: &Bvh) -> Vec<[u32; 2]> {
        self.tree
            .pairs(tree, |a, b| triangles_intersect(self.mesh.corners(a as usize), mesh.corners(b as usize)))
    }
}

/// What a group is to do to get clear, in steps.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    wider: f64,
    along: f64,
    gap: f64,
}

/// Moves and widens groups until nothing crosses, or nothing helps any more.
pub(super) fn clear(groups: &mut [Group], meshed: &MeshedGarment, body: &Wearer) -> Cleared {
    let mut surfaces: Vec<Surface> = groups.iter().map(|group| Surface::of(group, meshed)).collect();
    let mut cleared = Cleared::default();
    loop {
        let mut moves = vec![Move::default(); groups.len()];
        cleared.with_body = 0;
        cleared.among_pieces = 0;
        for (g, group) in groups.iter().enumerate() {
            let crossings = surfaces[g].crossings(body.mesh(), body.tree());
            cleared.with_body += crossings.len();
            if !crossings.is_empty() {
                from_body(group, &surfaces[g], &crossings, body, &mut moves[g]);
            }
            let inner = surfaces[g].inner_crossings();
            cleared.among_pieces += inner;
            moves[g].gap = if inner > 0 { 1.0 } else { 0.0 };
            for h in g + 1..groups.len() {
                let crossings = surfaces[g].crossings(&surfaces[h].mesh, &surfaces[h].tree);
                cleared.among_pieces += crossings.len();
                if !crossings.is_empty() {
                    apart(groups, [g, h], &mut moves);
                }
            }
        }
        let done = cleared.with_body + cleared.among_pieces == 0;
        if done || cleared.rounds == MOST_ROUNDS {
            return cleared;
        }
        cleared.rounds += 1;
        // What is not clear after some steps is far from it.
        let size = CLEARING_STEP * (1.0 + (cleared.rounds / 4) as f64);
        keep_symmetric(groups, &mut moves);
        for (g, step) in moves.iter().enumerate() {
            if step.wider == 0.0 && step.along == 0.0 && step.gap == 0.0 {
                continue;
            }
            groups[g].distance += step.wider * size;
            groups[g].slide += step.along * size;
            groups[g].gap += step.gap * GAP_STEP;
            let iterations = groups[g].iterations;
            groups[g].fit();
            groups[g].iterations = iterations.max(groups[g].iterations);
            surfaces[g] = Surface::of(&groups[g], meshed);
        }
    }
}

/// What one arm or leg does, the other does too: garments hang straight.
fn keep_symmetric(groups: &[Group], moves: &mut [Move]) {
    for g in 0..groups.len() {
        let other = match groups[g].limb {
            Limb::Arm(left) => Limb::Arm(!left),
            Limb::Leg(left) => Limb::Leg(!left),
            Limb::Trunk | Limb::Neck => continue,
        };
        for h in g + 1..groups.len() {
            if groups[h].limb == other {
                let wider = moves[g].wider.max(moves[h].wider);
                let along = moves[g].along.min(moves[h].along);
                moves[g] = Move { wider, along, ..moves[g] };
                moves[h] = Move { wider, along, ..moves[h] };
            }
        }
    }
}

/// How a group gets away from the body.
fn from_body(group: &Group, surface: &Surface, crossings: &[[u32; 2]], body: &Wearer, step: &mut Move) {
    let mut under = false;
    for &[own, skin] in crossings {
        let part = body.segments().parts[skin as usize];
        let middle = surface.mesh.corners(own as usize).iter().sum::<DVec3>() / 3.0;
        match group.limb {
            Limb::Arm(_) if !group.limb.parts().contains(&part) => step.along = -1.0,
            Limb::Leg(_) if is_inner(group, middle) => step.along = -1.0,
            Limb::Neck if part == Part::Upper || group.slide < HIGHEST => step.along = 1.0,
            Limb::Trunk if is_arm(part) && middle.y < under_arms(body) => under = true,
            _ => step.wider = 1.0,
        }
    }
    let hangs_on_shoulders = top(surface) > under_arms(body) + SHOULDERS;
    if under && !(hangs_on_shoulders && group.slide < -SLIPPED) {
        // What goes around the body under the arms has to stay under them; a wider ring would only meet more of the arms.
        *step = Move { wider: 0.0, along: -1.0, ..*step };
    } else if under {
        step.wider = 1.0;
    }
}

/// What reaches this far above the armpits hangs on the shoulders, in metres.
const SHOULDERS: f64 = 0.05;
/// What goes around the neck is moved up by this before it is made wider, in metres.
const HIGHEST: f64 = 0.12;
/// What hangs on the shoulders may slip down by this, in metres.
const SLIPPED: f64 = 0.025;

fn top(surface: &Surface) -> f64 {
    surface.mesh.positions.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max)
}

fn is_arm(part: Part) -> bool {
    matches!(part, Part::LeftArm | Part::RightArm)
}

/// Up to here pieces are taken to lie under the arms.
fn under_arms(body: &Wearer) -> f64 {
    let armpits = ["left_armpit", "right_armpit"].map(|name| body.landmarks().position(name));
    armpits.into_iter().flatten().map(|p| p.y + 0.03).fold(f64::NEG_INFINITY, f64::max)
}

/// Whether a point is between the legs.
fn is_inner(group: &Group, point: DVec3) -> bool {
    group.frame.flat(point).y.abs() < group.distance
}

/// How two groups get away from each other.
fn apart(groups: &[Group], [g, h]: [usize; 2], moves: &mut [Move]) {
    let kinds = [groups[g].limb, groups[h].limb];
    for (own, other, kind, other_kind) in [(g, h, kinds[0], kinds[1]), (h, g, kinds[1], kinds[0])] {
        match (kind, other_kind) {
            (Limb::Arm(_), Limb::Trunk | Limb::Leg(_) | Limb::Neck) | (Limb::Leg(_), Limb::Trunk) => {
                moves[own].along = -1.0;
                return;
            }
            (Limb::Neck, Limb::Trunk) => {
                moves[own].along = 1.0;
                return;
            }
            (Limb::Trunk, Limb::Trunk) => {
                // The one that is wider goes outside.
                let width =
                    |group: usize| groups[group].hull.as_ref().map_or(0.0, |hull| hull.section.mean_length());
                let outer = if width(own) > width(other) { own } else { other };
                moves[outer].wider = 1.0;
                return;
            }
            _ => {}
        }
    }
    moves[g].wider = 1.0;
    moves[h].wider = 1.0;
}
