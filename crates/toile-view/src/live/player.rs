//! Takes commands, lets time pass, publishes states, and survives what goes wrong.

use super::making::{Job, Making};
use super::pace::Clock;
use super::timeline::Timeline;
use super::{Activity, Applied, Command, Live, LiveReport, LiveState, Offer, Opener, Opening, Slot, Trouble};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Gives some work a thread of its own, or does it at once where there are none.
pub type Elsewhere = Box<dyn Fn(Box<dyn FnOnce() + Send>) + Send>;

/// What to do after a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// Take another turn after a number of seconds, or when a command comes.
    After(f64),
    /// Wait for a command.
    Wait,
}

/// While something is made the turns come at least so often, in seconds: news from the workshop are not commands.
const LOOK: f64 = 0.05;

/// What comes out of the workshop.
enum News {
    Progress(Making),
    Done(Result<Box<dyn Live>, Trouble>),
}

/// A job under way.
struct Work {
    news: Receiver<News>,
    unwanted: Arc<AtomicBool>,
}

/// This number of things is kept that were shown before, to go back to them at once.
const KEPT: usize = 3;

/// A job that is not wanted any more ends with this.
struct Unwanted;

/// The simulation's side: owns what lives.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Player {
    live: Option<Box<dyn Live>>,
    /// What was shown before, with its generation; what was left last comes last.
    kept: Vec<(u64, Box<dyn Live>)>,
    /// The last generation that was made.
    newest: u64,
    opener: Arc<dyn Opener>,
    elsewhere: Elsewhere,
    slot: Arc<Slot<LiveState>>,
    timeline: Arc<Mutex<Timeline>>,
    wake: Box<dyn Fn() + Send>,
    clock: Clock,
    state: LiveState,
    /// Whether something of the state is not published yet.
    is_new: bool,
    plays: bool,
    single: bool,
    work: Option<Work>,
    waiting: Option<Job>,
    shown: Option<String>,
    tells_contacts: bool,
    is_judged: bool,
}

impl Player {
    /// A player that puts states into a slot; `wake` tells the window that there is a new one.
    pub fn new(
        opener: Arc<dyn Opener>,
        slot: Arc<Slot<LiveState>>,
        timeline: Arc<Mutex<Timeline>>,
        elsewhere: Elsewhere,
        wake: Box<dyn Fn() + Send>,
    ) -> Self {
        let offer = Arc::new(Offer { wardrobe: opener.wardrobe(), ..Offer::default() });
        Self {
            live: None,
            kept: Vec::new(),
            newest: 0,
            opener,
            elsewhere,
            slot,
            timeline,
            wake,
            clock: Clock::default(),
            state: LiveState { offer, ..LiveState::default() },
            is_new: true,
            plays: true,
            single: false,
            work: None,
            waiting: None,
            shown: None,
            tells_contacts: false,
            is_judged: false,
        }
    }

    /// Does what is due. `now` is the time in seconds, on any clock that does not go backwards.
    pub fn turn(&mut self, now: &dyn Fn() -> f64) -> Next {
        self.look_at_work();
        let wait = self.due(now());
        if wait.is_none() {
            self.clock.stop();
        }
        // What was asked for is seen before the next step, or what is said of the fit, which may take long.
        if self.is_new {
            self.publish();
        }
        if wait.is_none() {
            self.judge();
        }
        if wait == Some(0.0) && self.state.activity != Activity::Failed {
            self.step(now);
        }
        if self.is_new {
            self.publish();
        }
        match wait {
            Some(wait) => Next::After(wait),
            None if self.work.is_some() => Next::After(LOOK),
            None => Next::Wait,
        }
    }

    /// Takes a command. What it changes is seen after the next turn.
    pub fn take(&mut self, command: Command) {
        match command {
            Command::Play => {
                self.plays = true;
                self.rouse();
            }
            Command::Pause => self.plays = false,
            Command::Step => {
                (self.single, self.plays) = (true, false);
                self.rouse();
            }
            Command::Speed(speed) => self.clock.pace.wanted = speed.clamp(0.01, 100.0),
            Command::Open(opening) => self.open(opening),
            Command::Show(quantity) => {
                self.shown.clone_from(&quantity);
                self.with_live(|live| live.show(quantity.as_deref()));
            }
            Command::Set(key, value) => self.apply(|live| live.set(&key, &value)),
            Command::Answer(answer) => self.apply(|live| live.answer(&answer)),
            Command::TakeWay(number) => self.take_way(number),
            Command::Return { generation, otherwise } => match self.take_kept(generation) {
                Some(live) => self.go_back(generation, live),
                None => match otherwise {
                    Some(command) => self.take(*command),
                    None => self.state.trouble = Some("What was there before is not kept any more.".into()),
                },
            },
            Command::Stop => self.stop_making(),
            Command::Understood => {
                if self.state.activity != Activity::Failed {
                    self.state.trouble = None;
                }
            }
            Command::Contacts(tell) => self.tells_contacts = tell,
            Command::Reset => {
                self.with_live(|live| live.reset());
                self.timeline().clear();
                self.rouse();
            }
            Command::Touch(gesture) => {
                self.with_live(|live| live.touch(gesture));
                self.rouse();
            }
        }
        self.is_new = true;
    }

    /// Changes something in what lives.
    fn apply(&mut self, change: impl FnOnce(&mut dyn Live) -> Result<Applied, String>) {
        match self.with_live(change) {
            Some(Ok(Applied::Done)) => self.rouse(),
            Some(Ok(Applied::Remake(job))) => self.make(job),
            Some(Err(trouble)) => self.state.trouble = Some(trouble.into()),
            None => {}
        }
    }

    /// What was at rest, or had failed, tries again.
    fn rouse(&mut self) {
        self.is_judged = false;
        if matches!(self.state.activity, Activity::Failed | Activity::Halted) {
            self.state.trouble = None;
        }
        self.state.activity = if self.live.is_some() { Activity::Running } else { Activity::Empty };
    }

    /// Seconds until a step is due; nothing if time stands still.
    fn due(&mut self, now: f64) -> Option<f64> {
        let moves = self.plays || self.single;
        if self.live.is_none() || !moves || self.state.activity == Activity::Failed {
            return None;
        }
        if self.single {
            return Some(0.0);
        }
        (self.state.activity == Activity::Running).then(|| self.clock.wait(now))
    }

    fn step(&mut self, now: &dyn Fn() -> f64) {
        let begin = now();
        let Some(live) = &mut self.live else { return };
        let length = live.step_time();
        self.single = false;
        let step = || Ok((live.step()?, live.is_at_rest(), live.halted()));
        let result = catch_unwind(AssertUnwindSafe(step));
        match result.unwrap_or_else(|panic| Err(words_of(&*panic))) {
            Ok((report, is_at_rest, halted)) => {
                let end = now();
                self.state.step += 1;
                self.state.report = LiveReport { milliseconds: (1e3 * (end - begin)) as f32, ..report };
                self.state.activity = if is_at_rest { Activity::AtRest } else { Activity::Running };
                if halted.is_some() {
                    (self.state.activity, self.state.trouble) = (Activity::Halted, halted);
                }
                self.clock.stepped(end, length);
                self.publish();
                if self.state.activity != Activity::Failed {
                    let state = self.slot.get();
                    self.timeline().record(without_making(state));
                }
            }
            Err(trouble) => self.fail(&trouble),
        }
    }

    fn fail(&mut self, trouble: &str) {
        self.state.activity = Activity::Failed;
        let words =
            format!("{trouble}\nWhat you see is the last good state. Reset, or change something, to go on.");
        self.state.trouble = Some(words.into());
        self.is_new = true;
    }

    /// Says how it fits, once time stands still and nothing else is to be done.
    fn judge(&mut self) {
        let stands = match self.state.activity {
            Activity::AtRest | Activity::Halted => true,
            Activity::Running => !self.plays,
            Activity::Empty | Activity::Paused | Activity::Failed => false,
        };
        if !stands || self.is_judged || self.work.is_some() {
            return;
        }
        self.is_judged = true;
        if let Some(fit) = self.with_live(|live| live.fit()) {
            (self.state.fit, self.state.fit_of) = (Arc::new(fit), self.state.activity);
            self.is_new = true;
        }
    }

    /// Does something with what lives. An internal failure is reported, and what is seen stays.
    fn with_live<T>(&mut self, work: impl FnOnce(&mut dyn Live) -> T) -> Option<T> {
        let live = self.live.as_mut()?;
        match catch_unwind(AssertUnwindSafe(|| work(live.as_mut()))) {
            Ok(result) => Some(result),
            Err(panic) => {
                let words = words_of(&*panic);
                self.fail(&words);
                None
            }
        }
    }

    fn open(&mut self, opening: Opening) {
        let job = self.with_live(|live| live.open(&opening)).flatten();
        let opener = self.opener.clone();
        self.make(job.unwrap_or_else(|| Box::new(move |say| opener.open(&opening, say))));
    }

    /// Tries again what went wrong, in one of the ways that were offered.
    fn take_way(&mut self, number: usize) {
        let way = self.state.trouble.as_ref().and_then(|trouble| trouble.ways.get(number)).cloned();
        let Some(way) = way else { return };
        if self.state.activity != Activity::Failed {
            self.state.trouble = None;
        }
        self.make(Box::new(move |say| way.again.run(say)));
    }

    /// What was shown as a generation, if it is kept.
    fn take_kept(&mut self, generation: u64) -> Option<Box<dyn Live>> {
        let place = self.kept.iter().position(|(kept, _)| *kept == generation)?;
        Some(self.kept.remove(place).1)
    }

    /// Shows again what was shown before.
    fn go_back(&mut self, generation: u64, mut live: Box<dyn Live>) {
        self.stop_making();
        // What was asked of it when it was left is shown elsewhere, or not wanted any more.
        live.unmade();
        self.show(generation, live);
    }

    /// Begins a job, or lets it wait until the one before has noticed that it is not wanted any more.
    fn make(&mut self, job: Job) {
        if let Some(work) = &self.work {
            work.unwanted.store(true, Ordering::Relaxed);
            self.waiting = Some(job);
            return;
        }
        let (sender, news) = channel();
        let unwanted = Arc::new(AtomicBool::new(false));
        self.work = Some(Work { news, unwanted: unwanted.clone() });
        self.state.making = Some(self.opener.first_words());
        (self.elsewhere)(Box::new(move || {
            let result = catch_unwind(AssertUnwindSafe(|| job(&|making| report(&sender, &unwanted, making))));
            let result = result.unwrap_or_else(|panic| Err(words_of(&*panic).into()));
            // If nobody listens any more the window is closed.
            let _ = sender.send(News::Done(result));
        }));
    }

    /// Ends the job under way, as soon as it tells something, and forgets the one that waits.
    fn stop_making(&mut self) {
        self.waiting = None;
        if let Some(work) = &self.work {
            work.unwanted.store(true, Ordering::Relaxed);
            self.state.making = Some(Making::words("Stopping"));
        }
    }

    /// Sees what came out of the workshop.
    fn look_at_work(&mut self) {
        while let Some(work) = &self.work {
            match work.news.try_recv() {
                Ok(News::Progress(making)) => {
                    if let (None, Some(preview)) = (&self.live, &making.preview) {
                        self.state.scene = preview.clone();
                    }
                    self.state.making = Some(making);
                }
                Ok(News::Done(result)) => {
                    let is_wanted = !work.unwanted.load(Ordering::Relaxed);
                    self.work = None;
                    self.state.making = None;
                    match (is_wanted, self.waiting.take()) {
                        (true, _) => self.begin(result),
                        (false, Some(job)) => self.make(job),
                        (false, None) => {
                            self.with_live(|live| live.unmade());
                        }
                    }
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.work = None;
                    self.state.making = None;
                }
            }
            self.is_new = true;
        }
    }

    /// Puts something in the place of what is shown, which is kept.
    fn show(&mut self, generation: u64, mut live: Box<dyn Live>) {
        live.show(self.shown.as_deref());
        let remark = live.remark();
        if let Some(before) = self.live.replace(live) {
            self.kept.push((self.state.generation, before));
            if self.kept.len() > KEPT {
                self.kept.remove(0);
            }
        }
        self.state.generation = generation;
        (self.state.fit, self.state.fit_of) = (Arc::default(), Activity::Empty);
        self.state.report = LiveReport::default();
        self.clock.stop();
        self.timeline().clear();
        self.rouse();
        self.state.trouble = remark;
    }

    /// Shows something new.
    fn begin(&mut self, result: Result<Box<dyn Live>, Trouble>) {
        match result {
            Ok(live) => {
                self.newest += 1;
                self.show(self.newest, live);
            }
            Err(trouble) => {
                self.with_live(|live| live.unmade());
                self.state.trouble = Some(trouble);
            }
        }
    }

    fn timeline(&self) -> std::sync::MutexGuard<'_, Timeline> {
        self.timeline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the state of now where the window finds it.
    fn publish(&mut self) {
        if self.state.activity != Activity::Failed
            && let Err(trouble) = self.refresh()
        {
            self.fail(&trouble);
        }
        self.state.number += 1;
        self.state.pace = self.clock.pace;
        self.is_new = false;
        self.slot.put(Arc::new(LiveState { activity: self.activity(), ..self.state.clone() }));
        (self.wake)();
    }

    /// What the window shows that it does.
    fn activity(&self) -> Activity {
        match self.state.activity {
            Activity::Running | Activity::AtRest if !self.plays => Activity::Paused,
            activity => activity,
        }
    }

    /// Asks what lives for all that is shown of it. If it has no places that are numbers, the last good state stays.
    fn refresh(&mut self) -> Result<(), String> {
        let Some(live) = &mut self.live else { return Ok(()) };
        let contacts = self.tells_contacts;
        let seen = catch_unwind(AssertUnwindSafe(|| {
            let contacts = if contacts { live.contacts() } else { Vec::new() };
            (contacts, live.scene(), live.offer(), live.time(), live.needles(), live.grabbed(), live.heat())
        }));
        let (contacts, scene, offer, time, needles, grab, heat) = seen.map_err(|panic| words_of(&*panic))?;
        if !is_finite(&scene) {
            return Err(NOT_FINITE.to_owned());
        }
        let contacts = Arc::new(contacts);
        self.state = LiveState {
            time,
            scene,
            offer,
            needles,
            grab,
            contacts,
            heat,
            ..std::mem::take(&mut self.state)
        };
        Ok(())
    }
}

/// A state as it is kept: what is made meanwhile belongs to the moment, and its preview would be kept too.
fn without_making(state: Arc<LiveState>) -> Arc<LiveState> {
    if state.making.is_none() {
        state
    } else {
        Arc::new(LiveState { making: None, ..LiveState::clone(&state) })
    }
}

/// Passes words on; a job that is not wanted any more ends here.
fn report(sender: &Sender<News>, unwanted: &AtomicBool, making: Making) {
    if unwanted.load(Ordering::Relaxed) || sender.send(News::Progress(making)).is_err() {
        resume_unwind(Box::new(Unwanted));
    }
}

const NOT_FINITE: &str = "The cloth has places that are not numbers any more.";

fn is_finite(scene: &crate::scene::ViewScene) -> bool {
    scene.objects.iter().all(|object| object.positions.iter().flatten().all(|number| number.is_finite()))
}

/// What a panic says.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let said =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    match said {
        Some(said) => format!("The simulation failed from inside: {said}"),
        None => "The simulation failed from inside.".to_owned(),
    }
}
