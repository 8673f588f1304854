//! The window's end.

use super::player::{Elsewhere, Next, Player};
use super::timeline::Timeline;
use super::{Command, LiveState, Opener, Slot};
use std::ops::Range;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Starts a thread with a name that does some work. The host chooses what pool of threads the work may share.
pub type Spawn = fn(&'static str, Box<dyn FnOnce() + Send>);

/// What the window holds of the simulation. It never waits for it.
#[derive(Debug)]
pub struct Handle {
    commands: Sender<Command>,
    slot: Arc<Slot<LiveState>>,
    timeline: Arc<Mutex<Timeline>>,
}

impl Handle {
    /// Gives the simulation a thread of its own. It ends when the handle is dropped.
    pub fn start(opener: Arc<dyn Opener>, spawn: Spawn, wake: Box<dyn Fn() + Send>) -> Self {
        let elsewhere: Elsewhere = Box::new(move |work| spawn("workshop", work));
        let (handle, mut other_end) = Self::pair(opener, elsewhere, wake);
        spawn("simulation", Box::new(move || other_end.run()));
        handle
    }

    /// Both ends, for programs that have no threads, or choose them: `elsewhere` does what takes long, `wake` tells the window that there is a new
    /// state.
    pub fn pair(
        opener: Arc<dyn Opener>,
        elsewhere: Elsewhere,
        wake: Box<dyn Fn() + Send>,
    ) -> (Self, OtherEnd) {
        let (slot, timeline) = (Arc::new(Slot::default()), Arc::new(Mutex::new(Timeline::default())));
        let (sender, commands) = channel();
        let player = Player::new(opener, slot.clone(), timeline.clone(), elsewhere, wake);
        (Self { commands: sender, slot, timeline }, OtherEnd { player, commands })
    }

    /// Sends a command. It is taken before the next step.
    pub fn send(&self, command: impl Into<Command>) {
        // If the other end is gone it said why in its last state.
        let _ = self.commands.send(command.into());
    }

    /// The newest complete state.
    pub fn newest(&self) -> Arc<LiveState> {
        self.slot.get()
    }

    /// The numbers of the frames that are recorded. A frame keeps its number when older ones go.
    pub fn recorded(&self) -> Range<usize> {
        self.timeline.lock().unwrap_or_else(PoisonError::into_inner).numbers()
    }

    /// All recorded frames.
    pub fn frames(&self) -> Vec<Arc<LiveState>> {
        self.timeline.lock().unwrap_or_else(PoisonError::into_inner).frames()
    }

    /// The recorded frame of a number, or the nearest there is.
    pub fn frame(&self, number: usize) -> Option<Arc<LiveState>> {
        self.timeline.lock().unwrap_or_else(PoisonError::into_inner).frame(number)
    }
}

/// The simulation's end of a [`Handle`].
pub struct OtherEnd {
    player: Player,
    commands: Receiver<Command>,
}

impl OtherEnd {
    /// Takes all commands that are there and does what is due, without waiting: once a frame where there are no threads. `now` is the time in
    /// seconds, on any clock that does not go backwards. Returns nothing when the handle is gone.
    pub fn turn(&mut self, now: &dyn Fn() -> f64) -> Option<Next> {
        loop {
            match self.commands.try_recv() {
                Ok(command) => self.player.take(command),
                Err(TryRecvError::Empty) => return Some(self.player.turn(now)),
                Err(TryRecvError::Disconnected) => return None,
            }
        }
    }

    /// Turns until the handle is gone, on a thread that may wait.
    fn run(&mut self) {
        let clock = Instant::now();
        let now = || clock.elapsed().as_secs_f64();
        while let Some(next) = self.turn(&now) {
            let command = match next {
                Next::After(0.0) => continue,
                Next::After(seconds) => match self.commands.recv_timeout(Duration::from_secs_f64(seconds)) {
                    Ok(command) => command,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return,
                },
                Next::Wait => match self.commands.recv() {
                    Ok(command) => command,
                    Err(_) => return,
                },
            };
            self.player.take(command);
        }
    }
}
