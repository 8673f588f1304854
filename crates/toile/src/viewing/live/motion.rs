//! A body that moves under its clothes: walking on the spot, so that it stays in the picture.

use crate::viewing::objects::positions;
use glam::DVec3;
use std::path::Path;
use std::sync::Arc;
use toile_body::motion::{BUILT_IN, Playing};
use toile_cloth::world::{MovingFrame, World};
use toile_contact::obstacle::field::FieldSettings;
use toile_contact::obstacle::{FieldMeshSettings, Obstacle};
use toile_dress::drape::{DrapeSettings, floor_under};
use toile_dress::{Travel, Wearer};

/// Keys of the body a second. Each has a distance field, and between them the skin moves straight, as it is seen.
const KEYS: f64 = 15.0;
/// Motions are followed no longer than this, in seconds.
const MAX_SECONDS: f64 = 5.0;
/// There are many fields to be made, so they are coarser than that of a body that stands.
const COARSE: FieldSettings = FieldSettings { cell: 0.01, band: 0.04, depth: 0.3 };
/// In this time the body goes from the pose in which it was dressed to the first of the motion, in seconds.
const LEAD_IN: f64 = 0.8;

/// The name of no motion.
pub(super) const STILL: &str = "still";

/// A motion of a body, on the spot.
#[derive(Debug)]
pub(super) struct LiveMotion {
    body: Obstacle,
    travel: Travel,
    end: f64,
}

/// The names of motions to choose from, with a word on each.
pub(super) fn options(now: &str) -> Vec<(String, String)> {
    let mut options = vec![(STILL.to_owned(), "stands as it was dressed".to_owned())];
    options.extend(BUILT_IN.map(|name| (name.to_owned(), "built in".to_owned())));
    if !options.iter().any(|(name, _)| name == now) {
        options.push((now.to_owned(), "from a file".to_owned()));
    }
    options
}

/// Whether a name is that of a file with a motion.
pub(super) fn is_motion(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bvh"))
}

impl LiveMotion {
    /// A motion of a body by its name or file.
    ///
    /// # Errors
    /// If there is no such motion, or the body's bones cannot be found; in words.
    pub(super) fn open(name: &str, body: &Wearer, settings: &DrapeSettings) -> Result<Self, String> {
        let playing = Playing { seconds: MAX_SECONDS, lead_in: LEAD_IN, ..Playing::default() };
        let moving = body.moving(name, &playing).map_err(|error| error.to_string())?;
        let end = moving.seconds().min(MAX_SECONDS);
        let key = |k: usize| (k as f64 / KEYS, moving.positions(k as f64 / KEYS));
        let keys = (0..=(end * KEYS).ceil() as usize).map(key).collect();
        let (travel, mut keys) = Travel::of(keys);
        let begin = travel.at(0.0);
        for place in keys.iter_mut().flat_map(|key| &mut key.1) {
            *place += begin;
        }
        let body = Obstacle::animated(body.mesh().triangles.clone(), keys);
        let body = Obstacle { friction: settings.body_friction, ..body };
        Ok(Self { body, travel, end })
    }

    /// Puts the moving body in the place of the one that stands.
    ///
    /// # Errors
    /// If its distance fields cannot be made; in words.
    pub(super) fn enter(&self, world: &mut World, settings: FieldMeshSettings) -> Result<(), String> {
        // The floor is where the body treads lowest.
        let mut places: Vec<DVec3> = Vec::new();
        for key in 0..=(self.end * KEYS).ceil() as usize {
            self.body.add_places(key as f64 / KEYS, &mut places);
        }
        world.obstacles = std::iter::once(self.body.clone()).chain(floor_under(&places, &[], 0.0)).collect();
        world
            .meet_by_fields(&FieldMeshSettings { key_seconds: 0.0, field: COARSE, ..settings })
            .map_err(|error| error.to_string())
    }

    /// Where the skin is at a time.
    pub(super) fn skin(&self, time: f64) -> Arc<Vec<[f32; 3]>> {
        let mut places: Vec<DVec3> = Vec::new();
        self.body.add_places(time, &mut places);
        positions(&places)
    }

    /// Lets the frame that travels with the body push the cloth: what speeds up leaves it behind.
    pub(super) fn push(&self, world: &mut World, step: f64) {
        let now = world.time + 0.5 * step;
        let (push, velocity) = if self.is_over(world.time) {
            (DVec3::ZERO, DVec3::ZERO)
        } else {
            (self.travel.acceleration(now), self.travel.velocity(now))
        };
        world.gravity = DVec3::new(-push.x, world.gravity.y, -push.z);
        world.frame = MovingFrame { place: self.travel.at(now), velocity };
    }

    /// Whether nothing moves any more at a time.
    pub(super) fn is_over(&self, time: f64) -> bool {
        time > self.end
    }
}
