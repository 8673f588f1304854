//! One finished moment: complete, and never changed again.

use super::{Making, Offer, Pace, Trouble};
use crate::scene::ViewScene;
use std::sync::Arc;

/// What the window shows.
#[derive(Clone, Debug, Default)]
pub struct LiveState {
    /// Grows with every state that is published.
    pub number: u64,
    /// The number of what is shown, such as an outfit: its frames are not those of another. What is made later has a larger one.
    pub generation: u64,
    /// Grows with every step that is taken.
    pub step: u64,
    /// The time in the cloth's world, in seconds.
    pub time: f64,
    /// All objects, at the same moment.
    pub scene: ViewScene,
    /// What can be set, and what it is set to.
    pub offer: Arc<Offer>,
    /// Needles.
    pub needles: Vec<Needle>,
    /// What is grabbed and where it is pulled to, in metres.
    pub grab: Option<[[f32; 3]; 2]>,
    /// Where cloth is kept from passing through something, in metres; only if that was asked for.
    pub contacts: Arc<Vec<[f32; 3]>>,
    /// How the last step went.
    pub report: LiveReport,
    /// What it does.
    pub activity: Activity,
    /// How fast time passes.
    pub pace: Pace,
    /// What the colours at the vertices mean, if there are any.
    pub heat: Option<Heat>,
    /// How each garment fits, as of when time last stood still.
    pub fit: Arc<Vec<GarmentFit>>,
    /// What it did when that was found out: rest, be stopped, or move.
    pub fit_of: Activity,
    /// What is being made in the background.
    pub making: Option<Making>,
    /// What went wrong last, until something goes right.
    pub trouble: Option<Trouble>,
}

/// What the simulation does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activity {
    /// There is nothing yet.
    #[default]
    Empty,
    /// Time passes.
    Running,
    /// Nothing moves any more; it goes on when something is touched.
    AtRest,
    /// Time stands still, because it was asked to.
    Paused,
    /// Time stands still, because it gets no better by itself: the trouble says why.
    Halted,
    /// It failed: what is seen is the last good state.
    Failed,
}

/// A needle in the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needle {
    /// Its number.
    pub id: u32,
    /// Where it is, in metres.
    pub position: [f32; 3],
}

/// How a step went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveReport {
    /// How long it took, in milliseconds.
    pub milliseconds: f32,
    /// Where that time went, stage by stage.
    pub stages: Vec<(&'static str, f32)>,
    /// Counts and measures by name, with their units.
    pub counts: Vec<(&'static str, f64, &'static str)>,
}

/// What colours at the vertices mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// The quantity's name.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Its unit.
    pub unit: String,
    /// The range that suits the values of now.
    pub range: [f32; 2],
    /// The smallest and the largest value of now.
    pub extremes: [f32; 2],
    /// Whether it has a middle that is neither good nor bad.
    pub is_diverging: bool,
    /// Whether small and large are both of interest, without one of them being bad.
    pub is_sequential: bool,
}

/// How a garment fits, in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GarmentFit {
    /// Its name.
    pub garment: String,
    /// In one sentence.
    pub verdict: String,
    /// What is tight and what is loose.
    pub findings: Vec<String>,
    /// A better size, if it does not fit.
    pub better: Option<String>,
}
