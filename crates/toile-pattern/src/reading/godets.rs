//! Godets: wedges that are let into the lower end of a seam, so that the hem is closed around and wider than what hangs above it.

use super::cloth::{Cloth, Cut, View};
use super::kind::EdgeRole;

/// Words of godets.
const WORDS: [&str; 2] = ["godet", "zwickel"];
/// A slit is as long as the side of its godet to this share.
const EVEN: f64 = 0.005;
/// Edges that turn by more than this have a corner, in radians.
const CORNER: f64 = 0.3;

/// Whether a piece is called a godet.
pub(super) fn is_godet(view: &View) -> bool {
    view.words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Marks the points at which godets end: as far above a corner of the hem as a godet's side is long.
pub(super) fn mark_slits(views: &mut [View]) {
    let lengths: Vec<f64> = views
        .iter()
        .filter(|view| is_godet(view) && view.left_out.is_none())
        .flat_map(|view| {
            let sides = (0..view.boundary.count()).filter(|&stretch| view.role(stretch) == EdgeRole::Side);
            sides.map(|stretch| view.boundary.stretches[stretch].length)
        })
        .collect();
    for view in views.iter_mut().filter(|view| !is_godet(view)) {
        let slits: Vec<usize> = (0..view.boundary.count())
            .filter(|&joint| {
                let above = [true, false].map(|forward| height_of_slit(view, joint, forward));
                let fits = |above: f64| lengths.iter().any(|length| (above / length - 1.0).abs() < EVEN);
                above.into_iter().flatten().any(fits)
            })
            .collect();
        for joint in slits {
            view.boundary.joints[joint].is_slit = true;
        }
    }
}

/// How far a point on a smooth edge is from the corner of the hem that comes next.
fn height_of_slit(view: &View, joint: usize, forward: bool) -> Option<f64> {
    let boundary = &view.boundary;
    if boundary.joints[joint].turn.abs() > CORNER {
        return None;
    }
    let mut sum = 0.0;
    let mut at = joint;
    for _ in 0..boundary.count() {
        let stretch = if forward { at } else { boundary.before(at) };
        if view.role(stretch) == EdgeRole::Hem || boundary.fold == Some(stretch) {
            return None;
        }
        sum += boundary.stretches[stretch].length;
        at = if forward { boundary.next(at) } else { stretch };
        if boundary.joints[at].turn.abs() > CORNER {
            let beyond = if forward { at } else { boundary.before(at) };
            return (view.role(beyond) == EdgeRole::Hem).then_some(sum);
        }
    }
    None
}

/// How well a godet goes where two runs say: nothing if none or both are of godets.
#[derive(Clone, Copy, Debug)]
pub(super) struct LetIn {
    /// What the roles are worth: into sides and middles alike.
    pub(super) roles: f64,
    /// What fronts and backs are worth: a godet that is called front goes into the middle of the front.
    pub(super) faces: f64,
}

/// What a run of a godet and one of another piece are worth together.
pub(super) fn let_in(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> Option<LetIn> {
    let (godet, other) = match [a, b].map(|run| is_godet(cloth.view(run[0]))) {
        [true, false] => (a, b),
        [false, true] => (b, a),
        _ => return None,
    };
    let [one, two] = [godet, other].map(|run| super::join::main_role(cloth, run));
    let goes = one == EdgeRole::Side && matches!(two, EdgeRole::Side | EdgeRole::Centre | EdgeRole::Panel);
    let opposes = cloth.view(godet[0]).face.opposes(cloth.view(other[0]).face);
    let has_face = cloth.view(godet[0]).face != super::words::Face::Unknown;
    let in_place = if (two == EdgeRole::Centre) == has_face { 0.8 } else { -0.8 };
    Some(LetIn {
        roles: if goes { 2.6 } else { -5.0 },
        faces: in_place - if opposes > 0.0 { 3.0 } else { 0.0 },
    })
}

/// Whether all godets are let in on both sides where some stretches are sewn, so that the hem is closed around.
pub(super) fn are_let_in(cloth: &Cloth, sewn: &[Cut]) -> bool {
    let is_side = |cut: &Cut| is_godet(cloth.view(*cut)) && cloth.role(*cut) == EdgeRole::Side;
    cloth.cuts().filter(is_side).all(|cut| cloth.view(cut).left_out.is_some() || sewn.contains(&cut))
}
