//! The window's end.

use super::player::{Elsewhere, Next, Player};
use super::{Command, Opener, Slot, State};
use crate::timeline::Timeline;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Starts a thread with a name that does some work. The host chooses what pool of threads the work may share.
pub type Spawn = fn(&'static str, Box<dyn FnOnce() + Send>);

/// What the window holds of the simulation. It never waits for it.
#[derive(Debug)]
pub struct Handle {
    commands: Sender<Command>,
    slot: Arc<Slot<State>>,
    timeline: Arc<Mutex<Timeline>>,
}

impl Handle {
    /// Gives the simulation a thread of its own. It ends when the handle is dropped.
    pub fn start(opener: Arc<dyn Opener>, spawn: Spawn, wake: Box<dyn Fn() + Send>) -> Self {
        let (slot, timeline) = (Arc::new(Slot::default()), Arc::new(Mutex::new(Timeline::default())));
        let (commands, receiver) = channel();
        let elsewhere: Elsewhere = Box::new(move |work| spawn("workshop", work));
        let mut player = Player::new(opener, slot.clone(), timeline.clone(), elsewhere, wake);
        spawn("simulation", Box::new(move || run(&mut player, &receiver)));
        Self { commands, slot, timeline }
    }

    /// Sends a command. It is taken before the next step.
    pub fn send(&self, command: Command) {
        // If the other end is gone it said why in its last state.
        let _ = self.commands.send(command);
    }

    /// The newest complete state.
    pub fn newest(&self) -> Arc<State> {
        self.slot.get()
    }

    /// How many frames are recorded.
    pub fn recorded(&self) -> usize {
        self.timeline.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// A recorded frame, or the last there is.
    pub fn frame(&self, number: usize) -> Option<Arc<State>> {
        self.timeline.lock().unwrap_or_else(PoisonError::into_inner).frame(number)
    }
}

/// Turns until the handle is gone.
fn run(player: &mut Player, commands: &Receiver<Command>) {
    let clock = Instant::now();
    let now = || clock.elapsed().as_secs_f64();
    loop {
        loop {
            match commands.try_recv() {
                Ok(command) => player.take(command),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        let command = match player.turn(&now) {
            Next::After(0.0) => continue,
            Next::After(seconds) => match commands.recv_timeout(Duration::from_secs_f64(seconds)) {
                Ok(command) => command,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            },
            Next::Wait => match commands.recv() {
                Ok(command) => command,
                Err(_) => return,
            },
        };
        player.take(command);
    }
}
