#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]

use super::timeline::Timeline;
use super::*;
use crate::scene::{Object, ViewScene};
use std::sync::{Arc, Barrier, Mutex};

/// A point that falls by a metre a step, and can be made to fail in every way.
struct Point {
    height: f32,
    time: f64,
    trouble: Fault,
    grab: Option<[f32; 3]>,
}

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    Error,
    Panic,
    NotANumber,
    Fallen,
}

fn point() -> Point {
    Point { height: 0.0, time: 0.0, trouble: Fault::None, grab: None }
}

impl Live for Point {
    fn offer(&self) -> Arc<Offer> {
        Arc::default()
    }
    fn scene(&self) -> ViewScene {
        ViewScene {
            objects: vec![Object::still("point", Arc::new(vec![[0.0, self.height, 0.0]]))],
            ..ViewScene::default()
        }
    }
    fn time(&self) -> f64 {
        self.time
    }
    fn step_time(&self) -> f64 {
        0.02
    }
    fn step(&mut self) -> Result<LiveReport, String> {
        match self.trouble {
            Fault::Error => return Err("it is stuck".into()),
            Fault::Panic => panic!("a bug"),
            Fault::NotANumber => self.height = f32::NAN,
            Fault::None | Fault::Fallen => self.height -= 1.0,
        }
        self.time += 0.02;
        Ok(LiveReport::default())
    }
    fn is_at_rest(&self) -> bool {
        self.height < -99.0
    }
    fn halted(&self) -> Option<Trouble> {
        (self.trouble == Fault::Fallen).then(|| "it falls".into())
    }
    fn reset(&mut self) {
        *self = point();
    }
    fn set(&mut self, key: &str, value: &Value) -> Result<Applied, String> {
        match (key, value) {
            ("error", _) => self.trouble = Fault::Error,
            ("panic", _) => self.trouble = Fault::Panic,
            ("nan", _) => self.trouble = Fault::NotANumber,
            ("mend", _) => self.trouble = Fault::None,
            ("fall", _) => self.trouble = Fault::Fallen,
            ("height", Value::Number(height)) => {
                let height = *height as f32;
                return Ok(Applied::Remake(Box::new(move |say| {
                    say(Making::words("lifting"));
                    Ok(Box::new(Point { height, ..point() }))
                })));
            }
            _ => return Err(format!("there is no `{key}`")),
        }
        Ok(Applied::Done)
    }
    fn touch(&mut self, gesture: Gesture) {
        self.grab = match gesture {
            Gesture::Grab(SurfacePlace { point, .. }) | Gesture::Pull(point) => Some(point),
            _ => None,
        };
    }
    fn grabbed(&self) -> Option<[[f32; 3]; 2]> {
        self.grab.map(|to| [[0.0, self.height, 0.0], to])
    }
    fn show(&mut self, _: Option<&str>) {}
    fn heat(&self) -> Option<Heat> {
        None
    }
    fn fit(&mut self) -> Vec<GarmentFit> {
        vec![GarmentFit { verdict: "it lies on the floor".into(), ..GarmentFit::default() }]
    }
}

struct Points;

impl Opener for Points {
    fn wardrobe(&self) -> Vec<String> {
        vec!["point".into()]
    }
    fn open(&self, opening: &Opening, _: &Say<'_>) -> Result<Box<dyn Live>, Trouble> {
        match opening.names.first().map(String::as_str) {
            Some("point") => Ok(Box::new(point())),
            Some("bug") => panic!("cannot open"),
            Some("narrow") => {
                let again = Again::new(|_| Ok(Box::new(Point { height: 5.0, ..point() })));
                let way = WayOut { label: "Anyway".into(), help: String::new(), again };
                Err(Trouble { ways: vec![way], ..Trouble::words("too narrow") })
            }
            other => Err(format!("{other:?}: no such thing").into()),
        }
    }
}

/// A player whose workshop works at once and whose clock is turned by hand.
struct Bench {
    player: Player,
    slot: Arc<Slot<LiveState>>,
    timeline: Arc<Mutex<Timeline>>,
    now: f64,
}

impl Bench {
    fn new() -> Self {
        let (slot, timeline) = (Arc::new(Slot::default()), Arc::new(Mutex::new(Timeline::default())));
        let player = Player::new(
            Arc::new(Points),
            slot.clone(),
            timeline.clone(),
            Box::new(|work| work()),
            Box::new(|| ()),
        );
        Self { player, slot, timeline, now: 0.0 }
    }

    fn with_point() -> Self {
        let mut bench = Self::new();
        bench.player.take(Command::Open(Opening::of("point")));
        bench.player.take(Command::Pause);
        bench.turn();
        bench
    }

    fn turn(&mut self) -> Next {
        let now = self.now;
        self.player.turn(&|| now)
    }

    fn tell(&mut self, command: Command) -> Arc<LiveState> {
        self.player.take(command);
        self.turn();
        self.slot.get()
    }

    fn height(&self) -> f32 {
        self.slot.get().scene.objects[0].positions[0][1]
    }
}

fn switch(key: &str) -> Command {
    Command::Set(key.into(), Value::Switch(true))
}

#[test]
fn it_opens_steps_and_resets() {
    let mut bench = Bench::with_point();
    assert_eq!(bench.slot.get().activity, Activity::Paused);
    assert_eq!(bench.height(), 0.0);
    bench.tell(Command::Step);
    bench.tell(Command::Step);
    assert_eq!(bench.height(), -2.0);
    assert_eq!(bench.timeline.lock().unwrap().len(), 2);
    bench.tell(Command::Reset);
    assert_eq!((bench.height(), bench.slot.get().time), (0.0, 0.0));
    assert!(bench.timeline.lock().unwrap().is_empty());
}

#[test]
fn it_keeps_pace_with_the_clock_and_says_when_it_cannot() {
    let mut bench = Bench::with_point();
    bench.player.take(Command::Play);
    // For half a second of wall time at full speed 25 steps of 20 ms are due.
    for _ in 0..500 {
        bench.now += 0.001;
        bench.turn();
    }
    assert!((bench.height() + 25.0).abs() <= 1.0, "{}", bench.height());
    let pace = bench.slot.get().pace;
    assert!((pace.reached - 1.0).abs() < 0.1 && pace.behind < 0.03, "{pace:?}");
    // Every look at the clock costs 50 ms: a step of 20 ms takes more than it moves on.
    for _ in 0..40 {
        bench.now += 0.1;
        bench.turn();
    }
    let pace = bench.slot.get().pace;
    assert!((pace.reached - 0.2).abs() < 0.05 && pace.behind > 2.0, "{pace:?}");
}

#[test]
fn at_rest_it_waits_and_says_how_it_fits() {
    let mut bench = Bench::with_point();
    for _ in 0..100 {
        bench.tell(Command::Step);
    }
    bench.player.take(Command::Play);
    bench.turn();
    while bench.turn() != Next::Wait {
        bench.now += 0.02;
    }
    let state = bench.slot.get();
    assert_eq!(state.activity, Activity::AtRest);
    assert_eq!(state.fit[0].verdict, "it lies on the floor");
    assert_eq!(
        bench.tell(Gesture::Release.into()).activity,
        Activity::AtRest,
        "touched, it takes a step and rests again"
    );
}

#[test]
fn whatever_goes_wrong_the_last_good_state_stays_and_a_reset_mends_it() {
    for trouble in ["error", "panic", "nan"] {
        let mut bench = Bench::with_point();
        bench.tell(Command::Step);
        bench.tell(switch(trouble));
        let state = bench.tell(Command::Step);
        assert_eq!(state.activity, Activity::Failed, "{trouble}");
        assert!(state.trouble.as_ref().unwrap().words.contains("last good state"), "{trouble}");
        assert_eq!(bench.height(), -1.0, "{trouble}");
        assert_eq!(bench.timeline.lock().unwrap().len(), 1, "{trouble}");
        let state = bench.tell(Command::Reset);
        assert_eq!((state.activity, state.trouble.clone()), (Activity::Paused, None), "{trouble}");
        bench.tell(Command::Step);
        assert_eq!(bench.height(), -1.0, "{trouble}");
    }
}

#[test]
fn with_nothing_open_something_is_offered() {
    let mut bench = Bench::new();
    let state = bench.tell(Command::Open(Opening::of("nothing")));
    assert_eq!((state.activity, &state.offer.wardrobe[..]), (Activity::Empty, &["point".to_owned()][..]));
    assert!(state.trouble.is_some());
}

#[test]
fn what_cannot_be_opened_leaves_what_is_there() {
    let mut bench = Bench::with_point();
    for (name, says) in [("nothing", "no such thing"), ("bug", "cannot open")] {
        bench.tell(Command::Open(Opening::of(name)));
        let state = bench.slot.get();
        assert!(state.trouble.as_ref().unwrap().words.contains(says), "{:?}", state.trouble);
        assert_eq!(state.scene.objects.len(), 1);
    }
    let state = bench.tell(Command::Set("colour".into(), Value::Switch(true)));
    assert_eq!(state.trouble, Some("there is no `colour`".into()));
}

#[test]
fn a_new_start_takes_the_place_of_the_old_when_it_is_ready() {
    let mut bench = Bench::with_point();
    let generation = bench.slot.get().generation;
    bench.tell(Command::Set("height".into(), Value::Number(7.0)));
    assert_eq!(bench.height(), 7.0);
    assert_eq!(bench.slot.get().generation, generation + 1);
}

#[test]
fn what_falls_stands_still_says_why_and_goes_on_when_asked() {
    let mut bench = Bench::with_point();
    bench.tell(switch("fall"));
    bench.player.take(Command::Play);
    for _ in 0..5 {
        bench.now += 0.02;
        bench.turn();
    }
    let state = bench.slot.get();
    assert_eq!((state.activity, state.trouble.clone()), (Activity::Halted, Some("it falls".into())));
    assert_eq!(bench.height(), -1.0, "no step is taken after that");
    assert_eq!((state.fit.len(), state.fit_of), (1, Activity::Halted), "what is known is said");
    assert_eq!(bench.turn(), Next::Wait);
    bench.tell(switch("mend"));
    bench.now += 0.02;
    bench.turn();
    let state = bench.slot.get();
    assert_eq!((state.activity, state.trouble.clone()), (Activity::Running, None));
}

#[test]
fn what_is_known_of_the_fit_is_said_while_time_stands_still() {
    let mut bench = Bench::with_point();
    assert_eq!(bench.tell(Command::Step).fit_of, Activity::Running, "paused on its way");
    let state = bench.slot.get();
    assert_eq!((state.activity, state.fit.len()), (Activity::Paused, 1));
}

#[test]
fn a_way_out_of_trouble_is_tried() {
    for is_first in [true, false] {
        let mut bench = if is_first { Bench::new() } else { Bench::with_point() };
        bench.player.take(Command::Pause);
        bench.tell(Command::Open(Opening::of("narrow")));
        let state = bench.tell(Command::TakeWay(3));
        assert_eq!(state.trouble.as_ref().unwrap().ways[0].label, "Anyway", "there is no fourth way");
        let state = bench.tell(Command::TakeWay(0));
        assert_eq!((bench.height(), state.trouble.clone()), (5.0, None));
    }
}

#[test]
fn what_was_shown_before_is_gone_back_to_as_it_was() {
    let mut bench = Bench::with_point();
    bench.tell(Command::Step);
    let lift = |height: f64| Command::Set("height".into(), Value::Number(height));
    let back = |generation: u64, otherwise: Option<Command>| Command::Return {
        generation,
        otherwise: otherwise.map(Box::new),
    };
    bench.tell(lift(7.0));
    assert_eq!((bench.height(), bench.slot.get().generation), (7.0, 2));
    let state = bench.tell(back(1, None));
    assert_eq!((bench.height(), state.generation, state.trouble.clone()), (-1.0, 1, None));
    assert_eq!(bench.tell(back(2, None)).generation, 2);
    assert_eq!(bench.height(), 7.0);
    // Only some are kept; what is not is made again, if that is known to be possible.
    (0..4).for_each(|_| drop(bench.tell(lift(8.0))));
    assert_eq!(bench.slot.get().generation, 6, "numbers are not used twice");
    assert!(bench.tell(back(1, None)).trouble.as_ref().unwrap().words.contains("not kept"));
    bench.tell(back(1, Some(lift(9.0))));
    assert_eq!((bench.height(), bench.slot.get().generation), (9.0, 7));
}

/// Work that waits to be done.
type Shelf = Arc<Mutex<Vec<Box<dyn FnOnce() + Send>>>>;

#[test]
fn a_job_that_is_not_wanted_any_more_ends_and_the_next_follows() {
    // A workshop that keeps its work until a command to do it.
    let shelf: Shelf = Arc::default();
    let elsewhere = shelf.clone();
    let slot = Arc::new(Slot::default());
    let mut player = Player::new(
        Arc::new(Points),
        slot.clone(),
        Arc::default(),
        Box::new(move |work| elsewhere.lock().unwrap().push(work)),
        Box::new(|| ()),
    );
    let work_and_turn = |player: &mut Player| {
        let all = std::mem::take(&mut *shelf.lock().unwrap());
        for work in all {
            work();
        }
        player.turn(&|| 0.0);
    };
    player.take(Command::Pause);
    player.take(Command::Open(Opening::of("point")));
    work_and_turn(&mut player);
    player.take(Command::Set("height".into(), Value::Number(1.0)));
    player.turn(&|| 0.0);
    assert!(slot.get().making.is_some());
    player.take(Command::Set("height".into(), Value::Number(2.0)));
    player.take(Command::Set("height".into(), Value::Number(3.0)));
    work_and_turn(&mut player);
    work_and_turn(&mut player);
    let state = slot.get();
    assert_eq!((state.scene.objects[0].positions[0][1], state.generation), (3.0, 2));
    assert!(state.making.is_none());

    // What is stopped does not come, and nothing follows it.
    player.take(Command::Set("height".into(), Value::Number(4.0)));
    player.take(Command::Set("height".into(), Value::Number(5.0)));
    player.take(Command::Stop);
    player.turn(&|| 0.0);
    assert_eq!(slot.get().making.as_ref().map(|making| making.words.as_str()), Some("Stopping"));
    work_and_turn(&mut player);
    work_and_turn(&mut player);
    let state = slot.get();
    assert_eq!((state.scene.objects[0].positions[0][1], state.generation), (3.0, 2));
    assert!(state.making.is_none() && state.trouble.is_none());
}

/// Shows a point high up, and is done when somebody else waits too.
struct Sewing(Arc<Barrier>);

impl Opener for Sewing {
    fn open(&self, _: &Opening, say: &Say<'_>) -> Result<Box<dyn Live>, Trouble> {
        let preview = Point { height: 9.0, ..point() }.scene();
        say(Making { preview: Some(preview), ..Making::words("sewing") });
        self.0.wait();
        Ok(Box::new(point()))
    }
}

#[test]
fn what_is_made_is_seen_at_once_and_is_not_recorded() {
    let done = Arc::new(Barrier::new(2));
    let mut bench = Bench::new();
    bench.player = Player::new(
        Arc::new(Sewing(done.clone())),
        bench.slot.clone(),
        bench.timeline.clone(),
        Box::new(|work| drop(std::thread::spawn(work))),
        Box::new(|| ()),
    );
    let preview = |state: &LiveState| state.making.as_ref().and_then(|making| making.preview.clone());
    let turn_until = |bench: &mut Bench, is_so: &dyn Fn(&LiveState) -> bool| {
        let begin = std::time::Instant::now();
        while !is_so(&bench.slot.get()) {
            assert!(begin.elapsed().as_secs() < 20, "it does not come");
            std::thread::yield_now();
            bench.turn();
        }
    };
    bench.player.take(Command::Pause);
    bench.player.take(Command::Open(Opening::of("point")));
    turn_until(&mut bench, &|state| preview(state).is_some());
    assert_eq!(bench.height(), 9.0, "there is nothing else to be seen");
    done.wait();
    turn_until(&mut bench, &|state| state.generation == 1);
    assert_eq!(bench.height(), 0.0);

    // What is there stays in its place while something else is made.
    bench.player.take(Command::Open(Opening::of("point")));
    turn_until(&mut bench, &|state| preview(state).is_some());
    let state = bench.tell(Command::Step);
    assert_eq!((bench.height(), preview(&state).is_some()), (-1.0, true));
    let recorded = bench.timeline.lock().unwrap().frame(0).unwrap();
    assert!(recorded.making.is_none(), "its preview would take as much memory as itself");
    done.wait();
    turn_until(&mut bench, &|state| state.generation == 2);
}

#[test]
fn on_its_own_thread_it_moves_on_and_ends_with_the_window() {
    fn spawn(_: &'static str, work: Box<dyn FnOnce() + Send>) {
        std::thread::spawn(work);
    }
    let handle = Handle::start(Arc::new(Points), spawn, Box::new(|| ()));
    handle.send(Command::Open(Opening::of("point")));
    let begin = std::time::Instant::now();
    while handle.recorded().len() < 3 {
        assert!(begin.elapsed().as_secs() < 20, "it does not move");
        std::thread::yield_now();
    }
    assert!(handle.newest().time > 0.0);
    let first = handle.recorded().start;
    assert!(handle.frame(first).unwrap().time < handle.frame(first + 2).unwrap().time);
}
