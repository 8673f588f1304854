//! What speaks for a seam between two runs, and against it: their roles, ends, notches, faces and shapes.

use super::cloth::{Cloth, Cut, View};
use super::join::JoinKind;
use super::kind::{EdgeRole, PieceKind};
use super::words::{Face, tokens};

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
pub(super) fn is_alike_anyway(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> bool {
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
pub(super) fn of_ends(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
pub(super) fn joint_at(cloth: &Cloth, run: &[Cut], end: bool) -> (usize, usize) {
    let cut = if end { run[run.len() - 1] } else { run[0] };
    let boundary = &cloth.view(cut).boundary;
    let at_next = end != cut.image;
    (cut.piece, if at_next { boundary.next(cut.stretch) } else { cut.stretch })
}

/// How well the names of the points agree at which two runs meet.
pub(super) fn of_names(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
pub(super) fn of_armholes(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
pub(super) fn of_corners(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
pub(super) fn of_smoothness(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
pub(super) fn of_notches(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
pub(super) fn of_faces(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
pub(super) fn of_flanks(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
pub(super) fn of_shape(cloth: &Cloth, a: &[Cut], b: &[Cut]) -> f64 {
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
