//! Pictures for files: one, one of each recorded frame, or films. They are drawn and fetched frame by frame, and nothing waits for them.

use super::canvas::{Canvas, Fetching, Wanted};
use super::desk::Desk;
use super::overlay::seen;
use crate::camera::OrbitCamera;
use crate::host::{Drawn, FilmFile};
use crate::live::LiveState;
use crate::view_settings::{ColorMode, ViewSettings};
use std::collections::VecDeque;
use std::f32::consts::TAU;
use std::sync::Arc;
use toile_look::Legend;

/// A picture to be saved.
struct Shot {
    /// The name of its file, without what it ends with; none for a frame of the film.
    name: Option<String>,
    /// What is seen. It is kept here, because recorded frames go while others are drawn.
    state: Arc<LiveState>,
    /// From where.
    camera: OrbitCamera,
    /// Width and height in pixels.
    size: [u32; 2],
    /// Whether it may take longer than the pictures of the window.
    is_fine: bool,
}

/// Frames of a turn, and how many there are a second.
const TURN: (u16, f64) = (120, 25.0);

/// Pictures on their way to files.
#[derive(Default)]
pub(crate) struct Shots {
    waiting: VecDeque<Shot>,
    under_way: Option<(Shot, Option<Legend>, Fetching)>,
    film: Option<Box<dyn FilmFile>>,
    all: usize,
    done: usize,
}

impl Shots {
    fn add(&mut self, shot: Shot) {
        if !self.is_busy() {
            (self.all, self.done) = (0, 0);
        }
        self.all += 1;
        self.waiting.push_back(shot);
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.under_way.is_some() || !self.waiting.is_empty() || self.film.is_some()
    }

    /// How many are done, of how many.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.done, self.all)
    }

    /// Forgets all, those that are under way too. What is there of a film can be seen.
    pub(crate) fn give_up(&mut self) {
        self.waiting.clear();
        self.under_way = None;
        // Giving up has a reason, which is shown.
        let _ = self.film.take().map(FilmFile::finish);
    }

    /// Forgets those that are not begun.
    pub(crate) fn stop(&mut self) {
        self.waiting.clear();
    }
}

/// Saves a picture of what is seen.
pub(crate) fn shoot(desk: &mut Desk) {
    let (state, camera, size) = (desk.state(), desk.camera, desk.settings.picture_size);
    desk.shots.add(Shot { name: Some("toile".into()), state, camera, size, is_fine: true });
}

/// Saves a numbered picture of each recorded frame.
pub(crate) fn shoot_frames(desk: &mut Desk) {
    let (camera, size) = (desk.camera, desk.settings.picture_size);
    for (number, state) in desk.handle.frames().into_iter().enumerate() {
        let name = Some(format!("toile_{number:04}"));
        desk.shots.add(Shot { name, state, camera, size, is_fine: false });
    }
}

/// Begins a film of the recorded frames, as fast as they happened.
pub(crate) fn film_frames(desk: &mut Desk) {
    let states = desk.handle.frames();
    let length = match (states.first(), states.last()) {
        (Some(first), Some(last)) => last.time - first.time,
        _ => 0.0,
    };
    let steps = states.len().saturating_sub(1) as f64;
    let rate = if length > 0.0 { (steps / length).clamp(1.0, 120.0) } else { 25.0 };
    let camera = desk.camera;
    begin_film(desk, rate, states.into_iter().map(|state| (state, camera)));
}

/// Begins a film of a turn around what is seen, as it is now.
pub(crate) fn film_turn(desk: &mut Desk) {
    let (from, state) = (desk.camera, desk.state());
    let seen_from = |k: u16| OrbitCamera { turn: from.turn + TAU * f32::from(k) / f32::from(TURN.0), ..from };
    begin_film(desk, TURN.1, (0..TURN.0).map(|k| (state.clone(), seen_from(k))));
}

fn begin_film(desk: &mut Desk, rate: f64, frames: impl Iterator<Item = (Arc<LiveState>, OrbitCamera)>) {
    if desk.shots.is_busy() {
        desk.say("Pictures are being saved; a film can be begun when they are done.");
        return;
    }
    // Films are of whole blocks of pixels: some players want even sides.
    let size = desk.settings.picture_size.map(|side| side.next_multiple_of(2));
    match desk.host.begin_film("toile", size, rate) {
        Ok(film) => {
            for (state, camera) in frames {
                desk.shots.add(Shot { name: None, state, camera, size, is_fine: false });
            }
            desk.shots.film = Some(film);
        }
        Err(trouble) => desk.say(trouble),
    }
}

/// Goes on with the pictures: once a frame of the window.
pub(crate) fn go_on(desk: &mut Desk, canvas: &mut Canvas) {
    if let Some((shot, legend, fetching)) = desk.shots.under_way.take() {
        let Some(pixels) = canvas.fetched(&fetching) else {
            desk.shots.under_way = Some((shot, legend, fetching));
            return;
        };
        desk.shots.done += 1;
        save(desk, &shot, &Drawn { size: fetching.size, pixels, legend });
    }
    let Some(shot) = desk.shots.waiting.pop_front() else {
        canvas.forget_fine();
        if let Some(film) = desk.shots.film.take() {
            let words = film.finish().map_or_else(|trouble| trouble, |path| format!("Saved {path}"));
            desk.say(words);
        }
        return;
    };
    let scene = seen(desk, &shot.state);
    let legend = legend(desk, &shot.state);
    // A frame may have been recorded before the heat map was asked for, or after.
    let mode = if legend.is_some() { ColorMode::Values } else { ColorMode::Material };
    let wanted = Wanted {
        scene: &scene,
        camera: &shot.camera,
        settings: &ViewSettings { mode, ..desk.settings.view.clone() },
        surroundings: desk.surroundings.as_ref(),
        size: shot.size,
    };
    let fetching = canvas.begin_shot(&wanted, shot.is_fine);
    desk.shots.under_way = Some((shot, legend, fetching));
}

/// What the colours of a state mean, if they tell values.
fn legend(desk: &Desk, state: &LiveState) -> Option<Legend> {
    let heat = state.heat.as_ref().filter(|_| desk.watched(state).is_none())?;
    let view = &desk.settings.view;
    Some(Legend { title: heat.title.clone(), unit: heat.unit.clone(), range: view.range, map: view.map })
}

/// Saves a picture that was fetched.
fn save(desk: &mut Desk, shot: &Shot, drawn: &Drawn) {
    let saved = match (&shot.name, &mut desk.shots.film) {
        (Some(name), _) => desk.host.save_picture(name, drawn).map(Some),
        (None, Some(film)) => film.add(drawn).map(|()| None),
        (None, None) => Ok(None),
    };
    match saved {
        Ok(Some(path)) => desk.say(format!("Saved {path}")),
        Ok(None) => {}
        Err(trouble) => {
            desk.shots.give_up();
            desk.say(trouble);
        }
    }
}
