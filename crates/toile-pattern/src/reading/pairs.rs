//! Seams between two edges: darts, shoulders, sides, legs, sleeves, middles.

use super::cloth::{Cloth, Cut};
use super::godets::{is_godet, let_in};
use super::join::{Features, Join, JoinKind, by_length, lengths};
use super::kind::{EdgeRole, PieceKind};
use super::likeness::{
    is_alike_anyway, joint_at, of_armholes, of_corners, of_ends, of_faces, of_flanks, of_names, of_notches,
    of_roles, of_shape, of_smoothness, of_wholeness,
};
use super::middle::{middle, of_other_half};
use super::pose::of_pose;
use super::runs::{Run, over_fold, runs_of};
use std::collections::BTreeSet;

/// More pairs of runs than this take too long; garments have some ten thousand.
const MOST_PAIRS: usize = 400_000;
/// Candidates below these odds are not kept.
const LEAST: f64 = -4.0;

/// All seams between two edges that are worth a look; nothing if there are too many to look at.
pub(super) fn pairs(cloth: &Cloth) -> Option<Vec<Join>> {
    let mut found: Vec<Join> = darts(cloth).collect();
    let mut runs: Vec<Run> = Vec::new();
    for piece in 0..cloth.views.len() {
        if cloth.views[piece].left_out.is_none() {
            let own = runs_of(cloth, piece);
            runs.extend(own.iter().filter_map(|run| over_fold(cloth, run)));
            runs.extend(own);
        }
    }
    runs.sort_by(|a, b| a.length.total_cmp(&b.length));
    // Sorted by length, those that may be partners follow each other.
    let partners =
        |(index, run): (usize, &Run)| runs.partition_point(|other| other.length < 1.16 * run.length) - index;
    if runs.iter().enumerate().map(partners).sum::<usize>() > MOST_PAIRS {
        return None;
    }
    for (index, run) in runs.iter().enumerate() {
        if !run.is_over_fold {
            found.extend(middle(cloth, run));
        }
        for other in runs[index + 1..].iter().take_while(|other| other.length < 1.16 * run.length) {
            if run.is_over_fold || other.is_over_fold {
                found.extend(whole_yoke(cloth, run, other));
                continue;
            }
            found.extend(pair(cloth, run, other, false));
            // The mirror image of either: that of both is the same seam once more.
            let [one, two] =
                if cloth.views[other.cuts[0].piece].has_image() { [run, other] } else { [other, run] };
            found.extend(pair(cloth, one, two, true));
        }
    }
    prefer_named(cloth, &mut found);
    found.retain(|join| join.logit() > LEAST);
    Some(found)
}

/// Points of one name at both ends of two edges beat everything else: neither edge is sewn to a third one whose ends have other names.
fn prefer_named(cloth: &Cloth, found: &mut [Join]) {
    let drawn = |side: &[Cut]| -> BTreeSet<(usize, usize)> {
        side.iter().map(|cut| (cut.piece, cut.stretch)).collect()
    };
    let is_named = |join: &Join| {
        join.kind == JoinKind::Pair && of_names(cloth, &join.sides[0], &join.sides[1]) > BOTH_NAMED
    };
    let named: BTreeSet<BTreeSet<(usize, usize)>> = found
        .iter()
        .filter(|join| is_named(join) && join.logit() > 0.0)
        .flat_map(|join| join.sides.each_ref().map(|side| drawn(side)))
        .collect();
    for join in found.iter_mut().filter(|join| join.kind != JoinKind::Dart) {
        let has_other_names = are_ends_named(cloth, join) && !is_named(join);
        if has_other_names && join.sides.iter().any(|side| named.contains(&drawn(side))) {
            join.features.names -= NAMED_ELSEWHERE;
        }
    }
}

/// Whether the points at all ends of both sides have names.
fn are_ends_named(cloth: &Cloth, join: &Join) -> bool {
    let is_named = |side: &Vec<Cut>, end: bool| {
        let (piece, joint) = joint_at(cloth, side, end);
        !cloth.views[piece].boundary.joints[joint].names.is_empty()
    };
    join.sides.iter().all(|side| is_named(side, false) && is_named(side, true))
}

/// The names of both ends are worth more than this if they are equal.
const BOTH_NAMED: f64 = 2.3;
/// What it costs an edge to be sewn to another one than that whose ends have its names.
const NAMED_ELSEWHERE: f64 = 4.0;

fn darts(cloth: &Cloth) -> impl Iterator<Item = Join> + '_ {
    cloth.views.iter().enumerate().flat_map(move |(piece, view)| {
        view.boundary.darts.iter().map(move |[back, on]| {
            let cut = |stretch: usize| Cut { piece, stretch, image: false };
            let sides = [back.iter().rev().map(|&s| cut(s)).collect(), on.iter().map(|&s| cut(s)).collect()];
            let reasons = vec!["neighbours of one length that turn back, as a dart does".to_owned()];
            Join { kind: JoinKind::Dart, sides, features: Features::default(), reasons }
        })
    })
}

/// A yoke that is drawn whole to a back that is drawn by half.
fn whole_yoke(cloth: &Cloth, run: &Run, other: &Run) -> Option<Join> {
    let (back, yoke) = if run.is_over_fold { (run, other) } else { (other, run) };
    let is_yoke = cloth.view(yoke.cuts[0]).kind() == PieceKind::Yoke
        && yoke.cuts.iter().all(|&cut| cloth.role(cut) == EdgeRole::YokeLine);
    if yoke.is_over_fold || !is_yoke || cloth.view(back.cuts[0]).kind() == PieceKind::Yoke {
        return None;
    }
    let features = Features {
        length: by_length(back.length, yoke.length, [-0.05, 0.05]),
        roles: of_roles(cloth, &back.cuts, &yoke.cuts, JoinKind::Pair),
        corners: of_corners(cloth, &back.cuts, &yoke.cuts),
        smooth: of_smoothness(cloth, &back.cuts, &yoke.cuts),
        whole: of_wholeness(cloth, &back.cuts) + of_wholeness(cloth, &yoke.cuts),
        ..Features::default()
    };
    let reasons = vec![lengths(back.length, yoke.length), "a yoke and what hangs below it".to_owned()];
    Some(Join { kind: JoinKind::Pair, sides: [back.cuts.clone(), yoke.cuts.clone()], features, reasons })
}

/// An edge to another one, or to its image.
fn pair(cloth: &Cloth, run: &Run, other: &Run, image: bool) -> Option<Join> {
    let (a, b) = (run.cuts[0].piece, other.cuts[0].piece);
    if image && !cloth.views[b].has_image() {
        return None;
    }
    let far: Vec<Cut> = if image {
        other.cuts.iter().rev().map(|cut| Cut { image: true, ..*cut }).collect()
    } else {
        other.cuts.clone()
    };
    if a == b && other.cuts.iter().any(|cut| run.cuts.contains(cut)) {
        return None;
    }
    // What touches on one piece would be sewn into a cone.
    let kind = if a == b { JoinKind::Tube } else { JoinKind::Pair };
    // An edge and the image of another edge of the same piece are hardly ever sewn.
    if a == b && image {
        return None;
    }
    // That of two symmetric edges is found by `middle`.
    if cloth.mirrored_run(&run.cuts).is_some_and(|own| own == far) {
        return None;
    }
    // Godets go into slits, not to each other.
    if [a, b].iter().all(|&piece| is_godet(&cloth.views[piece])) {
        return None;
    }
    let of_godet = let_in(cloth, &run.cuts, &far);
    let roles = of_godet.map_or_else(|| of_roles(cloth, &run.cuts, &far, kind), |let_in| let_in.roles);
    if roles < -4.5 {
        return None;
    }
    let mut features =
        Features { length: by_length(run.length, other.length, [-0.05, 0.05]), roles, ..Features::default() };
    if features.length + roles < -3.0 {
        return None;
    }
    features.names = of_names(cloth, &run.cuts, &far);
    features.corners = of_corners(cloth, &run.cuts, &far);
    features.smooth = of_smoothness(cloth, &run.cuts, &far);
    features.notches = of_notches(cloth, &run.cuts, &far);
    features.faces = of_faces(cloth, &run.cuts, &far);
    features.shape = of_shape(cloth, &run.cuts, &far);
    features.pose = of_pose(cloth, &run.cuts, &far);
    features.whole =
        of_wholeness(cloth, &run.cuts) + of_wholeness(cloth, &far) + of_ends(cloth, &run.cuts, &far);
    if kind == JoinKind::Tube {
        features.faces += of_other_half(cloth, run, kind);
    }
    features.names += of_armholes(cloth, &run.cuts, &far);
    features.faces += of_flanks(cloth, &run.cuts, &far);
    if let Some(let_in) = of_godet {
        features.faces = let_in.faces;
    }
    if is_alike_anyway(cloth, &run.cuts, &far) {
        features = features.without_likeness();
    }
    let mut reasons = vec![lengths(run.length, other.length)];
    let [one, two] = [cloth.role(run.cuts[0]), cloth.role(far[0])];
    if one == two && one != EdgeRole::Other {
        reasons.push(format!("both are a {}", one.name()));
    }
    if features.names > 0.5 {
        reasons.push("points of one name at the ends".to_owned());
    }
    if features.notches > 0.3 {
        reasons.push("notches agree".to_owned());
    }
    Some(Join { kind, sides: [run.cuts.clone(), far], features, reasons })
}
