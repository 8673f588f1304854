//! Crotch, hip, waist, bust, armpits, shoulders and neck.

use super::slices::{COUNT, Outline, Slices, level_at};
use super::{Landmarks, PoseError, SIDES};
use crate::section::{Loop, cut};
use glam::DVec3;

/// Heights that the limbs are found from.
pub(crate) struct Heights {
    pub(crate) crotch: f64,
    /// Left and right.
    pub(crate) armpits: [DVec3; 2],
    pub(crate) shoulders: [DVec3; 2],
}

pub(crate) fn find(slices: &Slices<'_>, landmarks: &mut Landmarks) -> Result<Heights, PoseError> {
    let crotch = crotch(slices, landmarks)?;
    let armpits = armpits(slices, crotch, landmarks)?;
    let top = armpits[0].y.min(armpits[1].y);
    let waist = waist(slices, crotch, top, landmarks).ok_or(PoseError::NotUpright)?;
    hip(slices, crotch, waist, landmarks).ok_or(PoseError::NotUpright)?;
    bust(slices, waist, top, landmarks).ok_or(PoseError::NotUpright)?;
    neck(slices, top, landmarks).ok_or(PoseError::NotUpright)?;
    let shoulders = shoulders(slices, armpits, landmarks);
    let head = slices.levels.iter().rposition(|l| !l.is_empty()).unwrap_or(COUNT - 1);
    let at = slices.levels[head].first().map_or(DVec3::ZERO, |o| o.centroid);
    landmarks.set("head_top", DVec3::new(at.x, slices.floor + slices.height, at.z), 0.95);
    Ok(Heights { crotch, armpits, shoulders })
}

/// Above the toes, as a fraction of the height, two legs can be told from one foot.
const LOWEST_LEG: f64 = 0.03;

/// The lowest height at which one outline spans both legs.
fn crotch(slices: &Slices<'_>, landmarks: &mut Landmarks) -> Result<f64, PoseError> {
    let spans = |outlines: &[Outline]| slices.central(outlines).is_some();
    let first = (level_at(0.08)..level_at(0.62))
        .find(|&level| spans(&slices.levels[level]))
        .ok_or(PoseError::NotUpright)?;
    let on_legs =
        |level: usize| SIDES.iter().all(|&(_, sign)| slices.leg(&slices.levels[level], sign).is_some());
    if !(level_at(LOWEST_LEG)..first).any(on_legs) {
        return Err(PoseError::NoLegs);
    }
    let (mut low, mut high) = (slices.level_height(first.max(1) - 1), slices.level_height(first));
    if (high - slices.floor) / slices.height < 0.36 {
        return Err(PoseError::ThighsTouch { height: high - slices.floor });
    }
    for _ in 0..7 {
        let middle = 0.5 * (low + high);
        if spans(&slices.at(middle)) { high = middle } else { low = middle }
    }
    // The skin between the legs: the narrow place of the outline just above.
    let just_above = slices.at(high + 0.002 * slices.height);
    let z = slices.central(&just_above).map_or(0.0, |outline| {
        let near = |p: &&DVec3| (p.x - slices.middle).abs() < 0.02 * slices.height;
        let (sum, count) =
            outline.line.points.iter().filter(near).fold((0.0, 0.0), |(s, n), p| (s + p.z, n + 1.0));
        if count > 0.0 { sum / count } else { outline.centroid.z }
    });
    landmarks.set("crotch", DVec3::new(slices.middle, high, z), 0.95);
    Ok(high)
}

/// How much wider the trunk may get below the armpit, as a fraction of the height.
const ROUNDING: f64 = 0.012;

/// Where the trunk's outline jumps sideways because an arm joins it.
fn armpits(slices: &Slices<'_>, crotch: f64, landmarks: &mut Landmarks) -> Result<[DVec3; 2], PoseError> {
    let jump = 0.03 * slices.height;
    let reach = |outlines: &[Outline], sign: f64| {
        slices
            .central(outlines)
            .map(|o| if sign > 0.0 { o.bounds.max.x - slices.middle } else { slices.middle - o.bounds.min.x })
    };
    let mut found = [DVec3::ZERO; 2];
    for (i, (side, sign)) in SIDES.into_iter().enumerate() {
        let start = slices.level_of(crotch + 0.04 * slices.height);
        let mut widest_before = 0.0_f64;
        let mut joined = None;
        for level in start..level_at(0.92) {
            let Some(reach) = reach(&slices.levels[level], sign) else { continue };
            if widest_before > 0.0 && reach > widest_before + jump {
                joined = Some(level);
                break;
            }
            widest_before = reach;
        }
        let level = joined.ok_or(PoseError::NoArm { side })?;
        let (mut low, mut high) = (slices.level_height(level - 1), slices.level_height(level));
        if (high - slices.floor) / slices.height < 0.62 {
            return Err(PoseError::ArmTouchesTorso { side, height: high - slices.floor });
        }
        for _ in 0..6 {
            let middle = 0.5 * (low + high);
            if reach(&slices.at(middle), sign).is_some_and(|r| r > widest_before + jump) {
                high = middle;
            } else {
                low = middle;
            }
        }
        // The fold is rounded: the armpit is where the trunk starts to widen towards the arm.
        let before = reach(&slices.levels[level.saturating_sub(12)], sign).unwrap_or(widest_before);
        let widened =
            |y: f64| reach(&slices.at(y), sign).is_some_and(|r| r > before + ROUNDING * slices.height);
        let step = slices.height / COUNT as f64;
        while low > crotch && widened(low) {
            low -= 0.5 * step;
        }
        let below = slices.at(low);
        let outline = slices.central(&below).ok_or(PoseError::NotUpright)?;
        found[i] = outline.line.farthest(DVec3::X * sign);
        landmarks.set(format!("{side}_armpit"), found[i], 0.9);
    }
    Ok(found)
}

/// How much the usual height of the waist counts against a narrower one elsewhere between crotch and armpits.
const WAIST_PULL: f64 = 2.2;

/// The narrowest height of the trunk, where several are nearly as narrow the one at the usual height.
fn waist(slices: &Slices<'_>, crotch: f64, armpit: f64, landmarks: &mut Landmarks) -> Option<f64> {
    let span = armpit - crotch;
    let range = slices.level_of(crotch + 0.34 * span)..slices.level_of(crotch + 0.80 * span);
    let usual = crotch + 0.56 * span;
    let cost = |level: usize| {
        let away = (slices.level_height(level) - usual) / span;
        slices.girth(level).map(|girth| girth * (1.0 + WAIST_PULL * away * away))
    };
    let best = range.clone().filter_map(|l| Some((l, cost(l)?))).min_by(|a, b| a.1.total_cmp(&b.1))?.0;
    let y = slices.level_height(best);
    let girth = slices.girth(best)?;
    let wider =
        [range.start, range.end].iter().filter_map(|&l| slices.girth(l)).fold(f64::INFINITY, f64::min);
    let confidence = (0.55 + 4.0 * (wider / girth - 1.0)).clamp(0.4, 0.95);
    set_around(slices, "waist", y, confidence, landmarks);
    Some(y)
}

/// The fullest height between crotch and waist.
fn hip(slices: &Slices<'_>, crotch: f64, waist: f64, landmarks: &mut Landmarks) -> Option<f64> {
    let range =
        slices.level_of(crotch + 0.02 * slices.height)..slices.level_of(crotch + 0.62 * (waist - crotch));
    let best = range.filter_map(|l| Some((l, slices.girth(l)?))).max_by(|a, b| a.1.total_cmp(&b.1))?.0;
    let y = slices.level_height(best);
    set_around(slices, "hip", y, 0.85, landmarks);
    let side = 0.5 * (y + waist);
    let outlines = slices.at(side);
    let outline = slices.central(&outlines)?;
    for (name, sign) in SIDES {
        landmarks.set(format!("{name}_waist_to_hip"), outline.line.farthest(DVec3::X * sign), 0.8);
    }
    Some(y)
}

/// Front, back and sides of the trunk at a height.
fn set_around(slices: &Slices<'_>, name: &str, y: f64, confidence: f64, landmarks: &mut Landmarks) {
    let outlines = slices.at(y);
    let Some(outline) = slices.central(&outlines) else { return };
    let middle = |front: bool| midline(&outline.line, slices.middle, front);
    landmarks.set(format!("{name}_front"), middle(true), confidence);
    landmarks.set(format!("{name}_back"), middle(false), confidence);
    for (side, sign) in SIDES {
        landmarks.set(format!("{side}_{name}"), outline.line.farthest(DVec3::X * sign), confidence);
    }
}

/// Where a line crosses the plane between left and right, in front or behind.
fn midline(line: &Loop, middle: f64, front: bool) -> DVec3 {
    let count = line.points.len();
    let crossings = (0..count).filter_map(|i| {
        let (a, b) = (line.points[i], line.points[(i + 1) % count]);
        ((a.x < middle) != (b.x < middle)).then(|| a.lerp(b, (middle - a.x) / (b.x - a.x)))
    });
    let best = crossings.max_by(|a, b| if front { a.z.total_cmp(&b.z) } else { b.z.total_cmp(&a.z) });
    best.unwrap_or_else(|| line.centroid())
}

/// How far below the bust points the bust ends, as a fraction of the height.
const UNDER_BUST: f64 = 0.036;
/// Where between waist and armpits the bust is, if it cannot be seen.
const USUAL_BUST: f64 = 0.76;

/// Within this fraction of the height behind the point that is farthest in front a chest still counts as fullest.
const FULLEST: f64 = 0.004;

/// The bust points: the points of the chest farthest in front, on both sides. If the belly is farther in
/// front than the chest, they are where they usually are.
fn bust(slices: &Slices<'_>, waist: f64, armpit: f64, landmarks: &mut Landmarks) -> Option<()> {
    let at = |part: f64| waist + part * (armpit - waist);
    let seen = fullest_front(slices, [slices.level_of(at(0.5)), slices.level_of(armpit)])?;
    // Chests are never that low: it is the belly. Bit by bit, so that a little more of it changes little.
    let clear = ((seen - at(0.52)) / (at(0.66) - at(0.52))).clamp(0.0, 1.0);
    let y = clear * seen + (1.0 - clear) * at(USUAL_BUST);
    let outlines = slices.at(y);
    let outline = slices.central(&outlines)?;
    let confidence = 0.4 + 0.45 * clear;
    for (side, sign) in SIDES {
        let own = outline.line.points.iter().copied().filter(|p| chest_side(slices, *p) == Some(sign));
        let point = own.max_by(|a, b| in_front(slices, *a).total_cmp(&in_front(slices, *b)));
        let point = point.unwrap_or_else(|| outline.line.farthest(DVec3::new(0.2 * sign, 0.0, 1.0)));
        landmarks.set(format!("{side}_nipple"), point, confidence);
    }
    set_around(slices, "bust", y, confidence, landmarks);
    set_around(slices, "under_bust", y - UNDER_BUST * slices.height, 0.7, landmarks);
    Some(())
}

/// The side of the chest that a point belongs to, if it may be a bust point.
fn chest_side(slices: &Slices<'_>, p: DVec3) -> Option<f64> {
    let aside = p.x - slices.middle;
    (0.022..0.10).contains(&(aside.abs() / slices.height)).then(|| aside.signum())
}

/// How far a point is in front, and a little outwards: on a flat chest the breast bone is as far in front.
fn in_front(slices: &Slices<'_>, p: DVec3) -> f64 {
    p.z + 0.2 * (p.x - slices.middle).abs()
}

/// The height at which the chest is farthest in front: the middle of all heights that nearly are, which does not jump where
/// a chest is flat.
fn fullest_front(slices: &Slices<'_>, [low, high]: [usize; 2]) -> Option<f64> {
    let front = |level: usize| {
        let points = slices.central_at(level).map(|outline| outline.line.points.iter().copied());
        let chest = points.into_iter().flatten().filter(|p| chest_side(slices, *p).is_some());
        chest.map(|p| in_front(slices, p)).max_by(f64::total_cmp)
    };
    let fronts: Vec<(f64, f64)> =
        (low..=high).filter_map(|level| Some((slices.level_height(level), front(level)?))).collect();
    let most = fronts.iter().map(|(_, front)| *front).max_by(f64::total_cmp)?;
    let weight = |front: f64| (front - most + FULLEST * slices.height).max(0.0);
    let total: f64 = fronts.iter().map(|(_, front)| weight(*front)).sum();
    Some(fronts.iter().map(|(y, front)| y * weight(*front)).sum::<f64>() / total)
}

/// The neck where it is thinnest, and its base in front and behind.
fn neck(slices: &Slices<'_>, armpit: f64, landmarks: &mut Landmarks) -> Option<()> {
    let range = slices.level_of(armpit + 0.05 * slices.height)..level_at(0.93);
    let thinnest =
        range.clone().filter_map(|l| Some((l, slices.girth(l)?))).min_by(|a, b| a.1.total_cmp(&b.1))?.0;
    let width = |level: usize| slices.central_at(level).map(|o| o.bounds.size().x);
    let thin = width(thinnest)?;
    let base = |factor: f64| {
        (range.start..thinnest)
            .rev()
            .find(|&l| width(l).is_none_or(|w| w > factor * thin))
            .unwrap_or(range.start)
    };
    let line = |level: usize| slices.central_at(level).map(|o| o.line.clone());
    let middle = slices.middle;
    let neck = line(thinnest)?;
    landmarks.set("neck_center", neck.centroid(), 0.85);
    landmarks.set("neck_side_left", neck.farthest(DVec3::X), 0.8);
    landmarks.set("neck_side_right", neck.farthest(DVec3::NEG_X), 0.8);
    landmarks.set("neck_back", midline(&line(base(1.35))?, middle, false), 0.7);
    landmarks.set("neck_front", midline(&line(base(1.9))?, middle, true), 0.6);
    Some(())
}

/// The shoulder points: on top of the shoulder, above the armpit.
fn shoulders(slices: &Slices<'_>, armpits: [DVec3; 2], landmarks: &mut Landmarks) -> [DVec3; 2] {
    let mut found = armpits;
    for (i, (side, sign)) in SIDES.into_iter().enumerate() {
        let x = armpits[i].x + sign * 0.004 * slices.height;
        let neck = landmarks.position("neck_center").unwrap_or_default();
        let lines = cut(slices.mesh, DVec3::X * x, DVec3::X);
        let top = lines
            .iter()
            .flat_map(|line| &line.points)
            .filter(|p| p.y < neck.y)
            .copied()
            .max_by(|a, b| a.y.total_cmp(&b.y));
        if let Some(top) = top {
            found[i] = top;
        }
        landmarks.set(format!("{side}_shoulder"), found[i], 0.75);
    }
    found
}
