//! The regions that candidates were found for, and whether they still hold. The literature calls them trust regions.
//!
//! Most vertices *follow* their ways: their regions are balls that move along them, all at the same pace, so that a sheet that slides or falls
//! as a whole has no more candidates than one at rest. A vertex that is kept back *strays*: its region is the box around its whole way. Straying is
//! seen in the end; candidates are looked for once more then, with a box for those that did, and such vertices have boxes for some time.

use super::far::{Changed, Found, Strayed};
use super::pushed::Pushed;
use super::sieve::Sieve;
use super::spread::Spread;
use super::{GuardInput, GuardSettings};
use crate::broad::boxes::Box32;
use crate::broad::bvh::MovingBvh;
use crate::broad::{BroadPhase, Candidates, QueryError};
use crate::features::Features;
use crate::filter::Filter;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::allowance::Allowance;

/// How far a vertex is expected to turn from its way, as a part of it.
const TURN: f64 = 0.3;

/// For how many motions a vertex that strayed is expected to do so again.
const MEMORY: u8 = 16;

/// All places within a radius of a box, which moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Region {
    /// Its middle at the beginning and at the end of the motion that it was made for.
    pub(super) middle: [DVec3; 2],
    /// From the middle of the box to its upper corner.
    pub(super) half: DVec3,
    radius: f64,
}

impl Region {
    /// For a vertex that follows its way.
    pub(super) fn following(from: DVec3, to: DVec3, radius: f64) -> Self {
        Self { middle: [from, to], half: DVec3::ZERO, radius }
    }

    /// For a vertex that may stop or slide aside anywhere on its way.
    pub(super) fn straying(from: DVec3, to: DVec3, radius: f64) -> Self {
        Self { middle: [from.midpoint(to); 2], half: 0.5 * (to - from).abs(), radius }
    }

    /// Whether all places so far from a point are inside when a part of the motion is over.
    #[inline]
    fn holds(&self, place: DVec3, room: f64, progress: f64) -> bool {
        self.leaves_room(self.outside(place, progress), room)
    }

    /// Whether all places so far from a point that is so far outside of the box are inside.
    #[inline]
    pub(super) fn leaves_room(&self, outside: f64, room: f64) -> bool {
        let free = self.radius * (1.0 - 1e-9) - room;
        free >= 0.0 && outside <= free
    }

    /// How far a place is outside of the box when a part of the motion is over.
    #[inline]
    pub(super) fn outside(&self, place: DVec3, progress: f64) -> f64 {
        let middle = self.middle[0].lerp(self.middle[1], progress);
        ((place - middle).abs() - self.half).max(DVec3::ZERO).length()
    }

    /// How far places are from the middle, at most.
    #[inline]
    pub(super) fn reach(&self) -> f64 {
        self.half.length() + self.radius
    }

    /// The largest coordinate of any place, without its sign.
    pub(super) fn largest_coordinate(&self) -> f64 {
        let [start, end] = self.middle;
        (start.abs().max(end.abs()) + self.half).max_element() + self.radius
    }

    /// How far the box reaches to each side of its middle along a direction.
    #[inline]
    pub(super) fn width(&self, direction: DVec3) -> f64 {
        direction.abs().dot(self.half)
    }

    /// Whether it is more than a ball.
    #[inline]
    pub(super) fn strays(&self) -> bool {
        self.half != DVec3::ZERO
    }

    /// How far places are from the box, at most.
    #[inline]
    pub(super) fn radius(&self) -> f64 {
        self.radius
    }

    /// The box around it at the beginning, and that at the end, grown by a margin.
    fn boxes(&self, margin: f64) -> [Box32; 2] {
        self.middle.map(|middle| Box32::swept(middle - self.half, middle + self.half, self.radius + margin))
    }
}

/// For which motion candidates are needed, and which is expected after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    /// Where vertices go.
    pub(super) asked: &'a [DVec3],
    /// Half the distance within which pairs are wanted.
    pub(super) clearance: f64,
    /// Where they are likely to go, and farther in that direction.
    pub(super) expected: &'a [DVec3],
    /// How much room regions get if candidates are looked for; no less than the clearance.
    pub(super) room: f64,
}

/// Whether kinematic things that move may push others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pushes {
    /// They may push whatever is near.
    All,
    /// It is only asked whether all ways are free as they are.
    None,
}

/// A region for each vertex, and all pairs of features that could come within the floor of each other while all vertices stay in theirs.
#[derive(Debug, Default)]
pub(super) struct Regions {
    method: MovingBvh,
    fingerprint: Option<u64>,
    filter: Filter,
    of_vertices: Vec<Region>,
    /// For how many motions more each vertex is expected to stray.
    straying: Vec<u8>,
    /// How much of the regions' motion is over at the start and at the end of the motion that was last asked for.
    progress: [f64; 2],
    /// Pairs whose boxes overlap.
    boxed: Candidates,
    sieve: Sieve,
    spread: Spread,
    pushed: Pushed,
    pub(super) strayed: Strayed,
    pub(super) found: Found,
}

impl Regions {
    /// Makes sure that there are candidates for all that comes within twice a clearance on the way to the places that are asked for; returns whether
    /// they had to be looked for. If so, regions get some room around the ways to the places that are expected.
    pub(super) fn update(
        &mut self,
        input: &GuardInput<'_>,
        question: &Question<'_>,
        pushes: Pushes,
        settings: &GuardSettings,
        allowance: &Allowance,
    ) -> Result<bool, QueryError> {
        let Question { asked, clearance, expected: end, room } = *question;
        let fingerprint = input.features.fingerprint();
        let known = self.fingerprint == Some(fingerprint) && self.filter == *input.filter;
        self.pushed = match pushes {
            Pushes::All => Pushed::new(input, end, settings.slack),
            Pushes::None => Pushed::default(),
        };
        if known && self.hold(input, asked, clearance) {
            return Ok(false);
        }
        self.spread.renew(end.len());
        self.fingerprint = None;
        self.filter.clone_from(input.filter);
        self.of_vertices.resize(end.len(), Region::default());
        self.straying.resize(end.len(), 0);
        let share = self.spread.share();
        let steps = 1.0 + share * (steps_ahead(input.start, end, settings) - 1.0);
        let (pushed, straying, spread) = (&self.pushed, &self.straying, &self.spread);
        let slack = share * settings.slack.max(0.0);
        self.of_vertices.par_iter_mut().enumerate().for_each(|(v, region)| {
            let (from, kinematic) = (input.start[v], input.kinematic[v]);
            let ahead = (end[v] - from) * steps;
            let turn = if steps > 1.0 { TURN * ahead.length() } else { 0.0 };
            let pushed = if kinematic { 0.0 } else { pushed.room(from) };
            let most = slack + turn;
            *region = if straying[v] > 0 || pushed > 0.0 {
                Region::straying(from, from + ahead, most + room + pushed)
            } else {
                Region::following(from, from + ahead, spread.radius(v, most) + room)
            };
        });
        self.progress = [0.0, 1.0 / steps];
        self.spread.begin();
        // Regions come within the floor, plus what the rounding of positions in them may take of it.
        let distance = 1.01 * settings.floor;
        let regions = &self.of_vertices;
        let boxes = |v: usize| regions[v].boxes(0.5 * distance);
        let room = allowance.room();
        self.method.find_moving(input.features, input.filter, boxes, &room, &mut self.boxed)?;
        self.sieve.sift(input.features, &self.of_vertices, distance, &self.boxed, &room, &mut self.found);
        room.check()?;
        self.spread.weigh(self.found.len(), end.len());
        self.fingerprint = Some(fingerprint);
        Ok(true)
    }

    /// Whether all vertices stay in their regions on their ways, with some clearance.
    fn hold(&mut self, input: &GuardInput<'_>, end: &[DVec3], clearance: f64) -> bool {
        self.progress = [self.progress_at(input.start), self.progress_at(end)];
        let [from, to] = self.progress;
        let Self { of_vertices, pushed, spread, .. } = self;
        let room = |v: usize| {
            let pushed = if input.kinematic[v] { 0.0 } else { pushed.room(input.start[v]) };
            clearance.max(pushed)
        };
        let begins = spread.watch(of_vertices, input.start, from, room);
        let ends = std::ptr::eq(end, input.start) || spread.watch(of_vertices, end, to, room);
        if begins && ends && clearance == 0.0 {
            spread.count_motion();
        }
        begins && ends
    }

    /// How much of the regions' motion is over where vertices are at some places: what fits them best. One number for all, since
    /// regions are distinguished for the same times only.
    fn progress_at(&self, places: &[DVec3]) -> f64 {
        let (mut along, mut square) = (0.0, 0.0);
        for (region, place) in self.of_vertices.iter().zip(places) {
            let way = region.middle[1] - region.middle[0];
            along += way.dot(*place - region.middle[0]);
            square += way.length_squared();
        }
        if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Measures how far vertices are from the middles of their regions where they are now.
    pub(super) fn measure_start(&mut self, input: &GuardInput<'_>) {
        let Self { strayed, of_vertices, progress, .. } = self;
        strayed.measure(input.features, of_vertices, [(input.start, progress[0])], |_| false);
    }

    /// Measures how far vertices get from the middles of their regions on their ways to `ends`; some may get anywhere.
    pub(super) fn measure_ways(
        &mut self,
        input: &GuardInput<'_>,
        ends: &[DVec3],
        is_unknown: impl Fn(usize) -> bool + Sync,
    ) {
        let Self { strayed, of_vertices, progress: [from, to], .. } = self;
        strayed.measure(input.features, of_vertices, [(input.start, *from), (ends, *to)], is_unknown);
    }

    /// Takes it that the vertices that have changed may as well go to `ends`.
    pub(super) fn follow(
        &self,
        features: &Features,
        ends: &[DVec3],
        changed: &Changed,
        strayed: &mut Strayed,
    ) {
        strayed.follow(features, &self.of_vertices, (ends, self.progress[1]), changed);
    }

    /// Finds which free vertices have left their regions in the motion that was last asked for; if there are any, candidates have to be
    /// looked for once more. Then all may be taken to stray, so that none can the next time.
    pub(super) fn find_strays(&mut self, kinematic: &[bool], ends: &[DVec3], all: bool) -> bool {
        let Self { of_vertices, straying, progress, .. } = self;
        let at_end = progress[1];
        let new = straying.par_iter_mut().enumerate().map(|(v, straying)| {
            let is_new = !kinematic[v] && !of_vertices[v].holds(ends[v], 0.0, at_end);
            if is_new {
                *straying = MEMORY;
            }
            is_new
        });
        let any = new.reduce(|| false, |one, other| one | other);
        if any {
            self.fingerprint = None;
            if all {
                self.straying.fill(MEMORY);
            }
        }
        any
    }

    /// Expects those that have not strayed for a while to follow their ways again.
    pub(super) fn age(&mut self) {
        self.straying.iter_mut().for_each(|left| *left = left.saturating_sub(1));
    }

    /// How far a vertex at a place may be pushed by kinematic things, for the motion that candidates were last asked for.
    pub(super) fn push(&self, place: DVec3) -> f64 {
        self.pushed.room(place)
    }

    /// Whether a vertex may end at a place: one that strays must not leave its region; that others do is seen in the end.
    pub(super) fn allow(&self, vertex: usize, place: DVec3) -> bool {
        let region = &self.of_vertices[vertex];
        region.half == DVec3::ZERO && region.middle[0] != region.middle[1]
            || region.holds(place, 0.0, self.progress[1])
    }

    pub(super) fn reset(&mut self) {
        self.fingerprint = None;
        self.straying.clear();
        self.spread.reset();
        self.method.reset();
    }
}

/// For how many steps candidates are looked for: fewer if all in all they lead far, so that lists do not become long.
fn steps_ahead(start: &[DVec3], end: &[DVec3], settings: &GuardSettings) -> f64 {
    let total: f64 = start.iter().zip(end).map(|(start, end)| start.distance(*end)).sum();
    let moving = start.iter().zip(end).filter(|(start, end)| start != end).count();
    (settings.farthest * moving.max(1) as f64 / total.max(f64::MIN_POSITIVE))
        .clamp(1.0, settings.ahead.max(1.0))
}
