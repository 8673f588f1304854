//! Pictures for files: one, one of each recorded frame, or films. They are drawn and fetched frame by frame, and nothing waits for them.

use super::canvas::{Canvas, Fetching, Wanted};
use super::desk::Desk;
use super::overlay::seen;
use crate::camera::Camera;
use crate::host::FilmFile;
use std::collections::VecDeque;
use std::f32::consts::TAU;

/// A picture to be saved.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shot {
    /// The name of its file, without what it ends with; none for a frame of the film.
    pub(crate) name: Option<String>,
    /// The recorded frame, or what is seen.
    pub(crate) frame: Option<usize>,
    /// From where, if not from where it is seen now.
    pub(crate) camera: Option<Camera>,
    /// Width and height in pixels.
    pub(crate) size: [u32; 2],
}

/// Frames of a turn, and how many there are a second.
const TURN: (u16, f64) = (120, 25.0);

/// Pictures on their way to files.
#[derive(Default)]
pub(crate) struct Shots {
    waiting: VecDeque<Shot>,
    under_way: Option<(Shot, Fetching)>,
    film: Option<Box<dyn FilmFile>>,
    all: usize,
    done: usize,
}

impl Shots {
    pub(crate) fn add(&mut self, shot: Shot) {
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
        // Whoever gives up says why.
        let _ = self.film.take().map(FilmFile::finish);
    }

    /// Forgets those that are not begun.
    pub(crate) fn stop(&mut self) {
        self.waiting.clear();
    }
}

/// Begins a film of the recorded frames, as fast as they happened.
pub(crate) fn film_frames(desk: &mut Desk) {
    let (frames, size) = (desk.handle.recorded(), desk.settings.picture_size);
    let time = |frame: usize| desk.handle.frame(frame).map_or(0.0, |state| state.time);
    let length = time(frames.saturating_sub(1)) - time(0);
    let rate = if length > 0.0 { (frames.saturating_sub(1) as f64 / length).clamp(1.0, 120.0) } else { 25.0 };
    begin_film(
        desk,
        rate,
        (0..frames).map(|frame| Shot { name: None, frame: Some(frame), camera: None, size }),
    );
}

/// Begins a film of a turn around what is seen.
pub(crate) fn film_turn(desk: &mut Desk) {
    let (from, size, frame) = (desk.camera, desk.settings.picture_size, desk.frame);
    let seen_from = |k: u16| Camera { turn: from.turn + TAU * f32::from(k) / f32::from(TURN.0), ..from };
    begin_film(
        desk,
        TURN.1,
        (0..TURN.0).map(|k| Shot { name: None, frame, camera: Some(seen_from(k)), size }),
    );
}

fn begin_film(desk: &mut Desk, rate: f64, shots: impl Iterator<Item = Shot>) {
    if desk.shots.is_busy() {
        desk.say("Pictures are being saved; a film can be begun when they are done.");
        return;
    }
    // Films are of whole blocks of pixels: some players want even sides.
    let size = desk.settings.picture_size.map(|side| side.next_multiple_of(2));
    match desk.host.begin_film("toile", size, rate) {
        Ok(film) => {
            shots.for_each(|shot| desk.shots.add(Shot { size, ..shot }));
            desk.shots.film = Some(film);
        }
        Err(trouble) => desk.say(trouble),
    }
}

/// Goes on with the pictures: once a frame of the window.
pub(crate) fn go_on(desk: &mut Desk, canvas: &mut Canvas) {
    if let Some((shot, fetching)) = desk.shots.under_way.take() {
        let Some(pixels) = canvas.fetched(&fetching) else {
            desk.shots.under_way = Some((shot, fetching));
            return;
        };
        desk.shots.done += 1;
        save(desk, &shot, fetching.size, &pixels);
    }
    let Some(shot) = desk.shots.waiting.pop_front() else {
        if let Some(film) = desk.shots.film.take() {
            let words = film.finish().map_or_else(|trouble| trouble, |path| format!("Saved {path}"));
            desk.say(words);
        }
        return;
    };
    let before = desk.frame;
    desk.frame = shot.frame.or(before);
    let state = desk.state();
    desk.frame = before;
    let scene = seen(desk, &state);
    let camera = shot.camera.unwrap_or(desk.camera);
    let wanted = Wanted {
        scene: &scene,
        camera: &camera,
        settings: &desk.settings.view,
        surroundings: desk.surroundings.as_ref(),
        size: shot.size,
    };
    let fetching = canvas.begin_shot(&wanted);
    desk.shots.under_way = Some((shot, fetching));
}

/// Saves a picture that was fetched.
fn save(desk: &mut Desk, shot: &Shot, [width, height]: [u32; 2], pixels: &[[u8; 4]]) {
    let saved = match (&shot.name, &mut desk.shots.film) {
        (Some(name), _) => desk.host.save_picture(name, width, height, pixels).map(Some),
        (None, Some(film)) => film.add(pixels).map(|()| None),
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
