//! Seams of an edge to its own mirror image: the middle of front or back, the rise of trousers, tubes.

use super::cloth::{Cloth, View};
use super::godets::is_godet;
use super::join::{Features, Join, JoinKind};
use super::kind::{EdgeRole, PieceKind};
use super::likeness::{joint_at, of_roles, of_wholeness};
use super::pose::of_pose;
use super::runs::Run;
use super::words::Face;
use crate::piece::CutRule;

/// Words of pieces that finish an opening.
const OPENINGS: [&str; 8] =
    ["placket", "button", "buttonhole", "zip", "zipper", "fly", "leiste", "knopfleiste"];

/// An edge to its own mirror image: a seam in the middle.
pub(super) fn middle(cloth: &Cloth, run: &Run) -> Option<Join> {
    let other = cloth.mirrored_run(&run.cuts)?;
    if other.iter().any(|cut| run.cuts.contains(cut)) {
        return None;
    }
    if is_godet(cloth.view(run.cuts[0])) {
        return None;
    }
    let is_own = other[0].piece == run.cuts[0].piece && !other[0].image;
    let kind = if is_own { JoinKind::Tube } else { JoinKind::Middle };
    let mut features = Features { length: if is_own { 2.5 } else { 1.0 }, ..Features::default() };
    // Both edges of a piece that lies flat are as far from each other as it is wide.
    features.pose = if is_own { 0.0 } else { of_pose(cloth, &run.cuts, &other) };
    features.roles = of_roles(cloth, &run.cuts, &other, kind);
    features.whole = of_wholeness(cloth, &run.cuts);
    features.shape = middle_shape(cloth, run);
    features.faces = of_other_half(cloth, run, kind) + of_opening(cloth, run, kind);
    let sides = [run.cuts.clone(), other];
    let reasons = vec![format!(
        "{} and its mirror image, {:.1} cm",
        cloth.role(run.cuts[0]).name(),
        100.0 * run.length
    )];
    Some(Join { kind, sides, features, reasons })
}

/// A straight middle of a front would lie on the fold if it were closed; that it does not says that it opens. One that curves has to be sewn.
fn of_opening(cloth: &Cloth, run: &Run, kind: JoinKind) -> f64 {
    let own = cloth.view(run.cuts[0]);
    if kind != JoinKind::Middle
        || super::join::main_role(cloth, &run.cuts) != EdgeRole::Centre
        || own.pose.is_some()
    {
        return 0.0;
    }
    let joints = [false, true].map(|end| joint_at(cloth, &run.cuts, end).1);
    if joints.iter().any(|&joint| own.boundary.joints[joint].is_slit) {
        // A godet is let into a seam.
        return 2.5;
    }
    let ends = [run.cuts[0], run.cuts[run.cuts.len() - 1]].map(|cut| &own.boundary.stretches[cut.stretch]);
    let is_straight = ends[0].from().distance(ends[1].to()) > 0.9995 * run.length;
    let opens =
        cloth.views.iter().any(|view| view.words.iter().any(|word| OPENINGS.contains(&word.as_str())));
    match (is_straight, own.face) {
        // A back that is cut twice hangs open unless it is sewn.
        (_, Face::Back) if own.cut == CutRule::Pair => 1.0,
        (true, Face::Front) if opens => -4.0,
        (true, Face::Front) => -2.0,
        (true, _) => -0.3,
        (false, _) => 0.8,
    }
}

/// The front of a band goes on in its back.
pub(super) fn of_other_half(cloth: &Cloth, run: &Run, kind: JoinKind) -> f64 {
    let own = cloth.view(run.cuts[0]);
    if kind == JoinKind::Middle && super::join::main_role(cloth, &run.cuts) == EdgeRole::Side {
        // The sides of a front go to those of a back, if there is one.
        let has_side = |(piece, other): (usize, &View)| {
            let is_other = piece != run.cuts[0].piece && other.left_out.is_none();
            is_other && (0..other.boundary.count()).any(|stretch| other.role(stretch) == EdgeRole::Side)
        };
        return if cloth.views.iter().enumerate().any(has_side) { -3.5 } else { 1.5 };
    }
    let is_collar = own.kind() == PieceKind::Collar
        || own.words.iter().any(|word| word.ends_with("collar") || word == "kragen");
    if is_collar && super::join::main_role(cloth, &run.cuts) == EdgeRole::End {
        return -3.5;
    }
    // A cuff below a placket is buttoned.
    let is_cuff =
        kind == JoinKind::Tube && own.words.iter().any(|word| word == "cuff" || word == "manschette");
    let opens = |view: &View| {
        view.words.iter().any(|word| word == "placket" || word == "schlitz")
            && view.words.iter().any(|word| word == "sleeve" || word == "cuff")
    };
    if is_cuff && cloth.views.iter().any(opens) {
        return -3.5;
    }
    let is_sheet = kind == JoinKind::Tube && cloth.views.len() == 1;
    if is_sheet {
        // A sheet may be a tube, or a shawl.
        return -2.5;
    }
    let is_half = |other: &&View| {
        other.left_out.is_none() && other.kind() == own.kind() && other.face.opposes(own.face) > 0.0
    };
    let is_band = kind == JoinKind::Tube && matches!(own.kind(), PieceKind::Band | PieceKind::Collar);
    if is_band && cloth.views.iter().any(|other| is_half(&other)) { -3.0 } else { 0.0 }
}

/// What touches the fold goes on beyond it.
fn middle_shape(cloth: &Cloth, run: &Run) -> f64 {
    let boundary = &cloth.view(run.cuts[0]).boundary;
    let Some(fold) = boundary.fold else { return 0.0 };
    let joints = [fold, boundary.next(fold)];
    let first = run.cuts[0].stretch;
    let last = boundary.next(run.cuts[run.cuts.len() - 1].stretch);
    if joints.contains(&first) || joints.contains(&last) { -5.0 } else { 0.0 }
}
