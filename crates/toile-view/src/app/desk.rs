//! What panels work with: commands, changes that can be taken back, settings, and what is selected.

use super::AppSettings;
use super::panels::dropped::Dropped;
use super::panels::plot::Steps;
use super::shots::Shots;
use crate::asking::{EdgeNumber, PatternAnswer};
use crate::camera::OrbitCamera;
use crate::environment::Environment;
use crate::host::{Host, Listing, ViewFileKind};
use crate::live::{Command, Control, Gesture, Handle, LiveState, Opening, SurfacePlace, Value};
use crate::pattern::Selected;
use crate::scene::ViewScene;
use crate::undo::{Edit, UndoHistory};
use crate::view_settings::ViewQuality;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What panels work with.
pub(crate) struct Desk {
    pub(crate) handle: Handle,
    pub(crate) host: Box<dyn Host>,
    pub(crate) history: UndoHistory,
    pub(crate) settings: AppSettings,
    pub(crate) camera: OrbitCamera,
    pub(crate) selected: Option<Selected>,
    /// The text of the question about a pattern that is open.
    pub(crate) question: Option<String>,
    /// Edges of a pattern that were clicked to be sewn together, two at most.
    pub(crate) picked: Vec<EdgeNumber>,
    /// Where the edges of a pattern that is asked about are on the screen: their middles, piece by piece.
    pub(crate) edge_places: Vec<Vec<egui::Pos2>>,
    /// The number of the frame of the time line that is looked at, or now.
    pub(crate) frame: Option<usize>,
    /// The object whose fabric is shown.
    pub(crate) object: usize,
    /// Objects that are hidden, by name.
    pub(crate) hidden: Vec<String>,
    /// What was said last, and when, in seconds.
    pub(crate) notice: Option<(String, f64)>,
    pub(crate) shots: Shots,
    pub(crate) shows_help: bool,
    pub(crate) files: Option<Listing>,
    /// What is written in the field for the folder.
    pub(crate) path: String,
    /// Files that were dropped, if it is not known yet what is to become of them.
    pub(crate) dropped: Option<Dropped>,
    pub(crate) wish: String,
    /// The last steps, for the plot.
    pub(crate) steps: Steps,
    /// Values that were set and have not come back yet, and since when.
    turned: BTreeMap<String, (Value, f64)>,
    next_needle: u32,
    /// The time of this frame in seconds.
    pub(crate) now: f64,
    /// Something else was asked for, and is not there yet.
    pub(crate) opens: Option<Opening>,
    /// A change was made that makes what is shown anew.
    remakes: bool,
    /// Whether what is being made is looked at instead of what is there.
    pub(crate) watches: bool,
    /// How much work goes into a picture.
    pub(crate) quality: ViewQuality,
    /// What lights the scene, if not the built-in studio.
    pub(crate) surroundings: Option<Arc<Environment>>,
}

/// A value that does not come back within this time was not taken, in seconds.
const ANSWER: f64 = 3.0;
/// How long a notice stays, in seconds.
const NOTICE: f64 = 6.0;

impl Desk {
    pub(crate) fn new(handle: Handle, host: Box<dyn Host>, settings: AppSettings) -> Self {
        Self {
            handle,
            host,
            history: UndoHistory::default(),
            settings,
            camera: OrbitCamera::default(),
            selected: None,
            question: None,
            picked: Vec::new(),
            edge_places: Vec::new(),
            frame: None,
            object: 0,
            hidden: Vec::new(),
            notice: None,
            shots: Shots::default(),
            shows_help: false,
            files: None,
            path: String::new(),
            dropped: None,
            wish: String::new(),
            steps: Steps::default(),
            turned: BTreeMap::new(),
            next_needle: 1,
            now: 0.0,
            opens: None,
            remakes: false,
            watches: true,
            quality: ViewQuality::High,
            surroundings: None,
        }
    }

    /// Says something for a while.
    pub(crate) fn say(&mut self, words: impl Into<String>) {
        self.notice = Some((words.into(), self.now));
    }

    /// What is being said.
    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.as_ref().filter(|(_, since)| self.now - since < NOTICE).map(|(words, _)| words.as_str())
    }

    /// Does something that can be taken back.
    pub(crate) fn edit(&mut self, label: &str, forward: impl Into<Command>, back: impl Into<Command>) {
        let (forward, back) = (forward.into(), back.into());
        self.add(Edit { label: label.to_owned(), forward, back, remakes: false });
    }

    fn add(&mut self, edit: Edit) {
        self.remakes |= edit.remakes;
        self.handle.send(edit.forward.clone());
        self.history.add(edit);
    }

    /// What was asked for is there, as a generation in the place of another. Returns whether it is something else.
    pub(crate) fn made(&mut self, before: u64, now: u64) -> bool {
        let remakes = std::mem::take(&mut self.remakes);
        let Some(opening) = self.opens.take() else {
            if remakes {
                self.history.made(before, now);
            }
            return false;
        };
        if before > 0 {
            let name = opening.names.first().map_or("", String::as_str);
            let label = format!("Open {}", name.rsplit(['/', '\\']).next().unwrap_or(name));
            let otherwise = Some(Box::new(Command::Open(opening)));
            let forward = Command::Return { generation: now, otherwise };
            let back = Command::Return { generation: before, otherwise: None };
            self.history.add(Edit { label, forward, back, remakes: false });
            self.history.close();
        }
        true
    }

    /// The value of a control: that which was set last, even if it has not come back yet.
    pub(crate) fn value(&mut self, control: &Control) -> Value {
        match self.turned.get(&control.key) {
            Some((value, since)) if *value != control.value && self.now - since < ANSWER => value.clone(),
            Some(_) => {
                self.turned.remove(&control.key);
                control.value.clone()
            }
            None => control.value.clone(),
        }
    }

    /// Turns a control, without telling anybody yet.
    pub(crate) fn turn(&mut self, control: &Control, value: Value) {
        self.turned.insert(control.key.clone(), (value, self.now));
    }

    /// Sets a control.
    pub(crate) fn set(&mut self, control: &Control, value: Value) {
        self.turn(control, value.clone());
        if control.is_slow {
            // A user who turns a measure compares, and may go on with what is there.
            self.watches = false;
            self.say(format!(
                "{}: it is dressed anew. Until that is done you see it as it was.",
                control.label
            ));
        }
        let back = Command::Set(control.key.clone(), control.value.clone());
        let forward = Command::Set(control.key.clone(), value);
        self.add(Edit { label: control.label.clone(), forward, back, remakes: control.is_slow });
    }

    /// Sets a list, such as the order of garments.
    pub(crate) fn set_list(&mut self, key: &str, label: &str, before: &[String], after: Vec<String>) {
        self.watches = true;
        let set = |list: Vec<String>| Command::Set(key.to_owned(), Value::List(list));
        let (forward, back) = (set(after), set(before.to_vec()));
        self.add(Edit { label: label.to_owned(), forward, back, remakes: true });
    }

    /// Says something of a pattern, after so many answers.
    pub(crate) fn answer(&mut self, label: &str, answered: usize, answer: PatternAnswer) {
        self.edit(label, answer, PatternAnswer::BackTo(answered));
        self.history.close();
    }

    /// Dresses the body in a pattern about which so many answers were given.
    pub(crate) fn dress_answered(&mut self, answered: usize) {
        (self.watches, self.frame) = (true, None);
        let (forward, back) = (PatternAnswer::Dress.into(), PatternAnswer::BackTo(answered).into());
        self.add(Edit { label: "Dress".to_owned(), forward, back, remakes: true });
    }

    /// Clicks an edge of a pattern that is asked about: the first of two, or the second.
    pub(crate) fn pick(&mut self, edge: Option<EdgeNumber>) {
        match edge {
            Some(edge) if self.picked.len() == 1 && self.picked[0] != edge => self.picked.push(edge),
            Some(edge) => self.picked = vec![edge],
            None => self.picked.clear(),
        }
    }

    pub(crate) fn undo(&mut self) {
        let command = self.history.undo();
        self.send_again(command);
    }

    pub(crate) fn redo(&mut self) {
        let command = self.history.redo();
        self.send_again(command);
    }

    /// Takes a change back, or does it again.
    fn send_again(&mut self, command: Option<Command>) {
        let Some(command) = command else { return };
        self.turned.clear();
        // What it makes anew is not a change of its own.
        (self.opens, self.remakes, self.frame) = (None, false, None);
        self.handle.send(command);
    }

    /// Takes one of the ways out of the last trouble. What was asked for is still what it was.
    pub(crate) fn take_way(&mut self, number: usize) {
        (self.watches, self.frame) = (true, None);
        self.handle.send(Command::TakeWay(number));
    }

    /// Puts a needle in, or takes out the one that is there.
    pub(crate) fn pin(&mut self, place: Option<SurfacePlace>, needle: Option<u32>, state: &LiveState) {
        if let Some(id) = needle {
            let at = state.needles.iter().find(|needle| needle.id == id).map(|needle| needle.position);
            let again = place.map(|place| SurfacePlace { point: at.unwrap_or(place.point), ..place });
            match again {
                Some(place) => self.edit("Needle out", Gesture::Unpin(id), Gesture::Pin(id, place)),
                None => self.handle.send(Gesture::Unpin(id)),
            }
        } else if let Some(place) = place {
            let id = self.next_needle;
            self.next_needle += 1;
            self.edit("Needle", Gesture::Pin(id, place), Gesture::Unpin(id));
            self.history.close();
        }
    }

    /// Lets surroundings from a file light the scene, or the built-in studio.
    pub(crate) fn light_by(&mut self, file: Option<String>) {
        match file.as_deref().map(|name| self.host.surroundings(name)).transpose() {
            Ok(surroundings) => {
                self.surroundings = surroundings.map(Arc::new);
                self.settings.surroundings = file;
            }
            Err(words) => self.say(words),
        }
    }

    /// Takes pictures of surroundings out of names that are to be opened, and lets the last of them light the scene. Returns whether there were any.
    pub(crate) fn take_surroundings(&mut self, names: &mut Vec<String>) -> bool {
        let is_surroundings = |name: &mut String| self.host.kind(name) == Some(ViewFileKind::Surroundings);
        let Some(last) = names.extract_if(.., is_surroundings).last() else { return false };
        self.files = None;
        self.light_by(Some(last));
        true
    }

    /// Opens something.
    pub(crate) fn open(&mut self, mut opening: Opening) {
        let newest = self.handle.newest();
        let has_something = newest.generation > 0 || newest.making.is_some();
        if self.take_surroundings(&mut opening.names) && opening.names.is_empty() && has_something {
            return;
        }
        (self.opens, self.watches) = (Some(opening.clone()), true);
        (self.files, self.dropped) = (None, None);
        self.frame = None;
        self.handle.send(Command::Open(opening));
    }

    /// Shows the files to open.
    pub(crate) fn show_files(&mut self, folder: Option<&str>) {
        // A folder that was asked for is there, or the reason why not is said; the one of last time may be gone.
        let listing = match folder {
            Some(folder) => self.host.list(Some(folder)),
            None => self.host.list(self.settings.folder.as_deref()).or_else(|_| self.host.list(None)),
        };
        match listing {
            Ok(listing) => {
                self.path.clone_from(&listing.folder);
                self.settings.folder = Some(listing.folder.clone());
                self.files = Some(listing);
            }
            Err(words) => self.say(words),
        }
    }

    /// Shows a quantity in colours, or the fabric.
    pub(crate) fn show(&mut self, quantity: Option<String>) {
        self.settings.quantity.clone_from(&quantity);
        self.settings.follows_range = true;
        self.handle.send(Command::Show(quantity));
    }

    /// The state that is looked at: a recorded frame, or the newest.
    pub(crate) fn state(&self) -> Arc<LiveState> {
        let newest = self.handle.newest();
        match self.frame.and_then(|frame| self.handle.frame(frame)) {
            // What can be set and what goes on is that of now, whatever frame is looked at.
            Some(frame) => Arc::new(LiveState {
                offer: newest.offer.clone(),
                making: newest.making.clone(),
                trouble: newest.trouble.clone(),
                activity: newest.activity,
                pace: newest.pace,
                fit: newest.fit.clone(),
                fit_of: newest.fit_of,
                ..LiveState::clone(&frame)
            }),
            None => newest,
        }
    }

    /// What is being made, if that is looked at instead of what is there.
    pub(crate) fn watched<'a>(&self, state: &'a LiveState) -> Option<&'a ViewScene> {
        let preview = state.making.as_ref()?.preview.as_ref()?;
        self.awaits(state).then_some(preview)
    }

    /// Whether what is being made is waited for, and nobody asks about what is there.
    pub(crate) fn awaits(&self, state: &LiveState) -> bool {
        state.making.is_some() && self.watches && self.frame.is_none()
    }
}
