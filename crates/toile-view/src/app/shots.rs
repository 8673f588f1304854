//! Pictures for files: one, or one of each recorded frame. They are drawn and fetched frame by frame, and nothing waits for them.

use super::canvas::{Canvas, Fetching, Wanted};
use super::desk::Desk;
use super::overlay::seen;
use std::collections::VecDeque;

/// A picture to be saved.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shot {
    /// The name of its file, without what it ends with.
    pub(crate) name: String,
    /// The recorded frame, or what is seen.
    pub(crate) frame: Option<usize>,
    /// Width and height in pixels.
    pub(crate) size: [u32; 2],
}

/// Pictures on their way to files.
#[derive(Default)]
pub(crate) struct Shots {
    waiting: VecDeque<Shot>,
    under_way: Option<(Shot, Fetching)>,
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
        self.under_way.is_some() || !self.waiting.is_empty()
    }

    /// How many are done, of how many.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.done, self.all)
    }

    /// Forgets those that are not begun.
    pub(crate) fn stop(&mut self) {
        self.waiting.clear();
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
        let [width, height] = fetching.size;
        let words = match desk.host.save_picture(&shot.name, width, height, &pixels) {
            Ok(path) => format!("Saved {path}"),
            Err(trouble) => {
                desk.shots.stop();
                trouble
            }
        };
        desk.say(words);
    }
    let Some(shot) = desk.shots.waiting.pop_front() else { return };
    let before = desk.frame;
    desk.frame = shot.frame.or(before);
    let state = desk.state();
    desk.frame = before;
    let scene = seen(desk, &state);
    let wanted =
        Wanted { scene: &scene, camera: &desk.camera, settings: &desk.settings.view, size: shot.size };
    let fetching = canvas.begin_shot(&wanted);
    desk.shots.under_way = Some((shot, fetching));
}
