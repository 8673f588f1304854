//! Seams between two edges: darts, shoulders, sides, legs, sleeves, middles.

use super::cloth::{Cloth, Cut, View};
use super::godets::{is_godet, let_in};
use super::join::{Features, Join, JoinKind, by_length, lengths};
use super::kind::{EdgeRole, PieceKind};
use super::pose::of_pose;
use super::words::{Face, tokens};
use crate::piece::CutRule;

/// Runs that are shorter than this are not looked at, in metres.
const SHORTEST: f64 = 0.018;
/// Runs have no more stretches than this.
const LONGEST: usize = 9;
/// More pairs of runs than this take too long; garments have some ten thousand.
const MOST_PAIRS: usize = 400_000;
/// Words of pieces that finish an opening.
const OPENINGS: [&str; 8] =
    ["placket", "button", "buttonhole", "zip", "zipper", "fly", "leiste", "knopfleiste"];
/// Candidates below these odds are not kept.
const LEAST: f64 = -4.0;

/// A run of stretches of one drawn piece, counter-clockwise.
#[derive(Clone, Debug)]
struct Run {
    cuts: Vec<Cut>,
    length: f64,
    /// Whether it goes over a fold to the other half.
    is_over_fold: bool,
}

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
    found.retain(|join| join.logit() > LEAST);
    Some(found)
}

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

/// Runs between joints at which a seam may end.
fn runs_of(cloth: &Cloth, piece: usize) -> Vec<Run> {
    let view = &cloth.views[piece];
    let boundary = &view.boundary;
    let is_open = |stretch: usize| boundary.fold != Some(stretch) && !boundary.is_leg(stretch);
    let mut runs = Vec::new();
    for start in (0..boundary.count()).filter(|&start| is_open(start) && boundary.joints[start].is_break()) {
        let mut cuts = Vec::new();
        let mut length = 0.0;
        let mut at = start;
        for _ in 0..boundary.count() {
            if boundary.is_leg(at) {
                // On the other side of the closed dart.
                at = boundary.next(at);
                continue;
            }
            if !is_open(at) || cuts.len() == LONGEST || (at == start && !cuts.is_empty()) {
                break;
            }
            cuts.push(Cut { piece, stretch: at, image: false });
            length += boundary.stretches[at].length;
            at = boundary.next(at);
            let joint = &boundary.joints[at];
            if length > SHORTEST && joint.is_break() {
                runs.push(Run { cuts: cuts.clone(), length, is_over_fold: false });
            }
            // Below a slit is a godet.
            if joint.is_slit {
                break;
            }
            // Around a sharp corner goes a new seam, unless the role stays.
            let is_corner = joint.turn.abs() > 0.9 && !boundary.is_leg(at);
            if is_corner && view.role(boundary.before(at)) != view.role(at) {
                break;
            }
        }
    }
    runs
}

/// The line below a yoke all across the back: a run that ends at the fold, and its mirror image.
fn over_fold(cloth: &Cloth, run: &Run) -> Option<Run> {
    let view = cloth.view(run.cuts[0]);
    let fold = view.boundary.fold?;
    let ends_there = view.boundary.next(run.cuts[run.cuts.len() - 1].stretch) == fold;
    let begins_there = view.boundary.next(fold) == run.cuts[0].stretch;
    if ends_there == begins_there || run.cuts.iter().any(|&cut| cloth.role(cut) != EdgeRole::YokeLine) {
        return None;
    }
    let image = cloth.mirrored_run(&run.cuts)?;
    let cuts = if ends_there { [run.cuts.clone(), image] } else { [image, run.cuts.clone()] }.concat();
    Some(Run { cuts, length: 2.0 * run.length, is_over_fold: true })
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

/// An edge to its own mirror image: a seam in the middle.
fn middle(cloth: &Cloth, run: &Run) -> Option<Join> {
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
fn of_other_half(cloth: &Cloth, run: &Run, kind: JoinKind) -> f64 {
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

/// How well two roles go together, whatever they are called.
#[expect(clippy::match_same_arms, reason = "a table is read row by row")]
fn of_two_roles(a: (PieceKind, EdgeRole), b: (PieceKind, EdgeRole), kind: JoinKind) -> f64 {
    use EdgeRole::{
        Armhole, Cap, Centre, Crown, End, Face, Hem, Inseam, Long, Neck, Other, Panel, Raglan, Rise,
        Shoulder, Side, Underarm, Waist, YokeLine,
    };
    let sleeve = |kind: PieceKind| matches!(kind, PieceKind::Sleeve | PieceKind::RaglanSleeve);
    match (kind, a.1, b.1) {
        (JoinKind::Middle, Rise, Rise) => 3.6,
        (JoinKind::Middle, Crown, Crown) => 3.6,
        (JoinKind::Middle, Centre, Centre) => 1.2,
        (JoinKind::Middle, End, End) => 1.0,
        (JoinKind::Middle, Side, Side) => -0.5,
        (JoinKind::Middle, Other, Other) => -1.5,
        (JoinKind::Middle, ..) => -4.0,
        (JoinKind::Tube, Underarm, Underarm) => 3.4,
        (JoinKind::Tube, End, End) => 1.4,
        (JoinKind::Tube, Side, Side) => 0.4,
        (JoinKind::Tube, Inseam, Side) | (JoinKind::Tube, Side, Inseam) => -1.0,
        (JoinKind::Tube, Other, Other) => -2.0,
        (JoinKind::Tube, ..) => -5.0,
        (_, Shoulder, Shoulder) => 2.8,
        (_, Panel, Panel) => 2.6,
        (_, Panel, Centre | Side) | (_, Centre | Side, Panel) => 0.0,
        (_, Side, Side) | (_, Inseam, Inseam) => 2.6,
        (_, Underarm, Underarm) => 1.4,
        (_, Raglan, Raglan) => {
            if sleeve(a.0) == sleeve(b.0) {
                -4.0
            } else {
                3.0
            }
        }
        (_, YokeLine, Neck | Shoulder | Waist | Hem | Long)
        | (_, Neck | Shoulder | Waist | Hem | Long, YokeLine) => 1.2,
        (_, Centre, Centre) => 0.0,
        (_, Rise, Rise) => -5.0,
        (_, End, End) => -1.0,
        (_, Long, Long) => -7.0,
        (_, YokeLine, YokeLine) => {
            if (a.0 == PieceKind::Yoke) == (b.0 == PieceKind::Yoke) {
                -3.0
            } else {
                3.0
            }
        }
        (_, Crown, Long) | (_, Long, Crown) => 1.0,
        (_, Cap, Armhole) | (_, Armhole, Cap) => -1.5,
        // A gore, a side panel, a princess line: what is a side to one is an armhole or a middle to the other.
        (_, Side, Centre | Armhole) | (_, Centre | Armhole, Side) => -0.8,
        // What goes around openings is sought when they are there.
        (_, Hem, Hem) | (_, Waist, Waist) => -7.0,
        (_, Long | Hem | Neck | Waist, Long | Hem | Neck | Waist) => -4.5,
        (_, Armhole, Armhole) | (_, Cap, Cap) | (_, Face, _) | (_, _, Face) => -7.0,
        (_, Other, Other) => -0.8,
        (_, Other, _) | (_, _, Other) => -1.4,
        _ => -3.2,
    }
}

/// How well the roles of two runs go together, over all that both pieces may be.
pub(super) fn of_roles(cloth: &Cloth, a: &[Cut], b: &[Cut], kind: JoinKind) -> f64 {
    let [one, two] = [a, b].map(|run| roles_of(cloth, run));
    let mut odds = 0.0;
    for &(first, weight) in &one {
        for &(second, other) in &two {
            // Of one piece there is one reading.
            if a[0].piece == b[0].piece && first.0 != second.0 {
                continue;
            }
            odds += weight * other * of_two_roles(first, second, kind).exp();
        }
    }
    odds.max(1e-4).ln()
}

/// Hems, waists, necklines and armholes of front and back are alike whether they are sewn to each other or not, and they are not.
fn is_alike_anyway(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> bool {
    use EdgeRole::{Armhole, Cap, Centre, End, Face, Hem, Long, Neck, Rise, Waist};
    let [one, two] = [a, b].map(|run| super::join::main_role(cloth, run));
    let is_other_piece = a[0].piece != b[0].piece;
    let opposes = cloth.view(a[0]).face.opposes(cloth.view(b[0]).face) > 0.0;
    one == two
        && (matches!(one, Hem | Waist | Neck | Armhole | Cap | Face | Long)
            || (is_other_piece && (one == Rise || (one == End && !opposes)))
            || (one == Centre && opposes))
}

/// What a run may be, and how likely.
fn roles_of(cloth: &Cloth, run: &[Cut]) -> Vec<((PieceKind, EdgeRole), f64)> {
    let view = cloth.view(run[0]);
    view.readings
        .iter()
        .map(|(reading, weight)| {
            let mut sums: Vec<(EdgeRole, f64)> = Vec::new();
            for &cut in run {
                let role = reading.roles[cut.stretch];
                match sums.iter_mut().find(|sum| sum.0 == role) {
                    Some(sum) => sum.1 += cloth.length(cut),
                    None => sums.push((role, cloth.length(cut))),
                }
            }
            let role = sums
                .into_iter()
                .fold((EdgeRole::Other, 0.0), |best, sum| if sum.1 > best.1 { sum } else { best })
                .0;
            ((reading.kind, role), *weight)
        })
        .collect()
}

/// Whether a run is all of its role, or has parts of others: 0 if it is just that, less if not.
pub(super) fn of_wholeness(cloth: &Cloth, run: &[Cut]) -> f64 {
    let view = cloth.view(run[0]);
    let reading = &view.readings[0].0;
    let role = super::join::main_role(cloth, run);
    if role == EdgeRole::Other {
        return 0.0;
    }
    let boundary = &view.boundary;
    let own: f64 =
        run.iter().filter(|cut| reading.roles[cut.stretch] == role).map(|&cut| cloth.length(cut)).sum();
    let all = cloth.length_of(run);
    // The rest of the role beside the run, on both sides.
    let mut missing = 0.0;
    let walk = |from: usize, step: fn(&super::boundary::Boundary, usize) -> usize| {
        let mut sum = 0.0;
        let mut at = step(boundary, from);
        for _ in 0..boundary.count() {
            // Below a slit is a godet.
            let joint = if step(boundary, at) == boundary.next(at) { at } else { boundary.next(at) };
            if boundary.joints[joint].is_slit {
                break;
            }
            if boundary.is_leg(at) {
                at = step(boundary, at);
                continue;
            }
            if reading.roles[at] != role
                || boundary.fold == Some(at)
                || run.iter().any(|cut| cut.stretch == at)
            {
                break;
            }
            sum += boundary.stretches[at].length;
            at = step(boundary, at);
        }
        sum
    };
    let stretches: Vec<usize> = run.iter().map(|cut| cut.stretch).collect();
    let (first, last) = if run[0].image {
        (stretches[stretches.len() - 1], stretches[0])
    } else {
        (stretches[0], stretches[stretches.len() - 1])
    };
    missing += walk(first, super::boundary::Boundary::before);
    missing += walk(last, super::boundary::Boundary::next);
    -2.2 * missing / (own + missing).max(1e-9) - 2.2 * (all - own) / all.max(1e-9)
}

/// Seams end at corners; that both sides could go on says that this is a part of a longer one.
fn of_ends(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let is_corner = |run: &[Cut], end: bool| {
        let (piece, joint) = joint_at(cloth, run, end);
        let joint = &cloth.views[piece].boundary.joints[joint];
        joint.turn.abs() > 0.3 || joint.is_slit
    };
    let of_end = |end: bool| match (is_corner(a, end), is_corner(b, !end)) {
        (true, true) => 0.0,
        (true, false) | (false, true) => -0.5,
        (false, false) => -2.5,
    };
    of_end(false) + of_end(true)
}

/// The joint at the beginning or the end of a run, counter-clockwise as it is cut.
fn joint_at(cloth: &Cloth, run: &[Cut], end: bool) -> (usize, usize) {
    let cut = if end { run[run.len() - 1] } else { run[0] };
    let boundary = &cloth.view(cut).boundary;
    let at_next = end != cut.image;
    (cut.piece, if at_next { boundary.next(cut.stretch) } else { cut.stretch })
}

/// How well the names of the points agree at which two runs meet.
fn of_names(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let mut sum = 0.0;
    for end in [false, true] {
        let [one, two] = [joint_at(cloth, a, end), joint_at(cloth, b, !end)]
            .map(|(piece, joint)| &cloth.views[piece].boundary.joints[joint]);
        if one.names.is_empty() || two.names.is_empty() {
            continue;
        }
        let equal = one.names.iter().any(|name| two.names.contains(name));
        let sides = |joint: &super::boundary::Joint| {
            joint.names.iter().flat_map(|name| tokens(name)).collect::<Vec<_>>()
        };
        let (x, y) = (sides(one), sides(two));
        let shared = x.iter().filter(|word| word.len() > 1 && y.contains(word)).count();
        sum += if equal {
            1.2
        } else if shared > 0 {
            0.4
        } else {
            -0.6
        };
    }
    sum
}

/// Armholes of front and back end at points of the same names, and are not sewn to each other: what they lie between are shoulders and sides.
fn of_armholes(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let is_armhole = |run: &[Cut]| {
        let words = |end: bool| {
            let (piece, joint) = joint_at(cloth, run, end);
            cloth.views[piece].boundary.joints[joint].words.clone()
        };
        let [one, other] = [words(false), words(true)];
        let has = |words: &[String], of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
        let from_to = |one: &[String], other: &[String]| {
            has(one, &["armhole", "armpit", "scye"]) && has(other, &["shoulder", "strap"])
        };
        from_to(&one, &other) || from_to(&other, &one)
    };
    if a[0].piece != b[0].piece && is_armhole(a) && is_armhole(b) { -6.0 } else { 0.0 }
}

/// How well what comes next agrees at the ends where two runs meet.
fn of_corners(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let beyond = |run: &[Cut], end: bool| -> EdgeRole {
        let cut = if end { run[run.len() - 1] } else { run[0] };
        let boundary = &cloth.view(cut).boundary;
        let is_forward = end != cut.image;
        let step = |at: usize| if is_forward { boundary.next(at) } else { boundary.before(at) };
        let mut at = step(cut.stretch);
        for _ in 0..boundary.count() {
            if !boundary.is_leg(at) {
                break;
            }
            at = step(at);
        }
        cloth.view(cut).role(at)
    };
    let mut sum = 0.0;
    for end in [false, true] {
        let (one, two) = (beyond(a, end), beyond(b, !end));
        if one == EdgeRole::Other || two == EdgeRole::Other {
            continue;
        }
        sum += if one == two { 0.7 } else { -0.7 };
    }
    sum
}

/// How smoothly the border goes on across both ends: hems, necklines and armholes are drawn so that they do.
fn of_smoothness(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let inside = |run: &[Cut], end: bool| {
        let (piece, joint) = joint_at(cloth, run, end);
        let boundary = &cloth.views[piece].boundary;
        let turn = boundary.joints[joint].turn;
        let on_fold = boundary.fold.is_some_and(|fold| joint == fold || joint == boundary.next(fold));
        // What touches the fold is no end of a seam.
        if on_fold { f64::NAN } else { std::f64::consts::PI - turn }
    };
    let mut sum = 0.0;
    for end in [false, true] {
        let off = (inside(a, end) + inside(b, !end) - std::f64::consts::PI).abs();
        sum += match off {
            off if off < 0.06 => 0.9,
            off if off < 0.18 => 0.6,
            off if off < 0.4 => 0.1,
            off if off.is_nan() => -1.0,
            _ => -0.4,
        };
    }
    sum
}

/// How well the notches along two runs agree.
fn of_notches(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let marks = |run: &[Cut], back: bool| -> Vec<(f64, u8)> {
        let whole = cloth.length_of(run);
        let mut at = 0.0;
        let mut found = Vec::new();
        for pair in run.windows(2) {
            at += cloth.length(pair[0]);
            let joint = joint_at(cloth, &pair[1..], false);
            let notch = cloth.views[joint.0].boundary.joints[joint.1].notch;
            if notch > 0 {
                found.push((if back { 1.0 - at / whole } else { at / whole }, notch));
            }
        }
        found
    };
    let (one, two) = (marks(a, false), marks(b, true));
    if one.is_empty() && two.is_empty() {
        return 0.0;
    }
    let near =
        |mark: &(f64, u8), others: &[(f64, u8)]| others.iter().any(|other| (other.0 - mark.0).abs() < 0.012);
    let met = one.iter().filter(|mark| near(mark, &two)).count() as f64;
    let lonely = one.len() as f64 + two.len() as f64 - 2.0 * met;
    (0.8 * met - 0.25 * lonely).clamp(-1.0, 2.0)
}

/// How well fronts and backs go together.
fn of_faces(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let [one, two] = [a, b].map(|run| cloth.view(run[0]).face);
    if a[0].piece == b[0].piece {
        return 0.0;
    }
    let role = super::join::main_role(cloth, a);
    if role == EdgeRole::End && one.opposes(two) <= 0.0 {
        return -3.5;
    }
    let weight = match role {
        EdgeRole::Shoulder | EdgeRole::Side | EdgeRole::Inseam => 1.2,
        EdgeRole::Centre => -0.6,
        // Both parts are of one front or back.
        EdgeRole::Panel => -1.5,
        // A band in two parts.
        EdgeRole::End => 3.0,
        _ => 0.2,
    };
    // Fronts are sewn to backs; two fronts meet in the middle only.
    let is_across =
        matches!(role, EdgeRole::Shoulder | EdgeRole::Side | EdgeRole::Inseam | EdgeRole::Armhole);
    let opposes = one.opposes(two);
    if is_across && opposes < 0.0 { -3.5 } else { weight * opposes }
}

/// A front, a back, and what is called left and right only go around the body in turn: neither front and back nor left and right are neighbours.
fn of_flanks(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let is_flank = |view: &View| {
        view.left_out.is_none() && matches!(&view.words[..], [word] if FLANKS.contains(&word.as_str()))
    };
    let faces = [a, b].map(|run| cloth.view(run[0]).face);
    if a[0].piece == b[0].piece
        || cloth.views.iter().filter(|view| is_flank(view)).count() != 2
        || [Face::Front, Face::Back].iter().any(|face| !cloth.views.iter().any(|view| view.face == *face))
    {
        return 0.0;
    }
    match [a, b].map(|run| is_flank(cloth.view(run[0]))) {
        [true, true] => -5.0,
        [false, false] if faces[0].opposes(faces[1]) > 0.0 => -5.0,
        _ => 0.0,
    }
}

/// Names of pieces at the sides of the body.
const FLANKS: [&str; 8] = ["left", "right", "links", "rechts", "gauche", "droite", "izquierda", "derecha"];

/// How well heights and shapes of two runs agree.
fn of_shape(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
    let ends = |run: &[Cut]| {
        let view = cloth.view(run[0]);
        let point = |end: bool| {
            let (piece, joint) = joint_at(cloth, run, end);
            cloth.views[piece].boundary.stretches[joint].from()
        };
        let frame = &view.readings[0].0.frame;
        ([point(false), point(true)], [frame.height(point(false)), frame.height(point(true))], frame.size().y)
    };
    let ((p, h, size), (q, g, other)) = (ends(a), ends(b));
    let straight =
        |ends: [glam::DVec2; 2], run: &[Cut]| ends[0].distance(ends[1]) / cloth.length_of(run).max(1e-9);
    let bent = (straight(p, a) - straight(q, b)).abs();
    let mut sum = 0.3 - (bent / 0.06).min(2.0) * 0.5;
    let comparable = size.min(other) > 0.7 * size.max(other);
    if comparable && a[0].piece != b[0].piece {
        let off = ((h[0] - g[1]).abs() + (h[1] - g[0]).abs()) / size.max(other);
        sum += 0.8 - (off / 0.08).min(3.0) * 0.6;
    }
    sum
}
