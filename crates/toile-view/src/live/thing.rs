//! What can be simulated and touched.

use super::{
    GarmentFit, Gesture, Heat, Job, LiveReport, Making, Needle, Offer, Opening, Say, Trouble, Value,
};
use crate::asking::PatternAnswer;
use crate::scene::ViewScene;
use std::sync::Arc;

/// Something that lives: an outfit on a body, a scene, or a mesh that only stands there.
///
/// It is owned by the simulation's thread. What it gives away is complete and is not changed any more.
pub trait Live: Send {
    /// What can be set, and what it is set to now. The same pointer as long as nothing of it changed.
    fn offer(&self) -> Arc<Offer>;

    /// All objects as they are now.
    fn scene(&self) -> ViewScene;

    /// The time in the cloth's world, in seconds.
    fn time(&self) -> f64;

    /// The length of a step in seconds.
    fn step_time(&self) -> f64;

    /// Takes a step.
    ///
    /// # Errors
    /// If it cannot, with the reason in words. What is shown then stays as it was.
    fn step(&mut self) -> Result<LiveReport, String>;

    /// Whether nothing moves any more.
    fn is_at_rest(&self) -> bool;

    /// Why time is to stand still after the last step, if it is: what is seen gets no better by itself, such as a garment that falls off.
    fn halted(&self) -> Option<Trouble> {
        None
    }

    /// What somebody should know of how it was made, such as that time was short.
    fn remark(&self) -> Option<Trouble> {
        None
    }

    /// Goes back to the first state.
    fn reset(&mut self);

    /// Gives a control a value.
    ///
    /// # Errors
    /// If there is no such control or it does not take that value.
    fn set(&mut self, key: &str, value: &Value) -> Result<Applied, String>;

    /// Takes an answer to what is [asked](Offer::asked) about a pattern.
    ///
    /// # Errors
    /// If nothing is asked, or the answer is none to it.
    fn answer(&mut self, _answer: &PatternAnswer) -> Result<Applied, String> {
        Err("Nothing is asked about this pattern any more.".to_owned())
    }

    /// What was asked for last could not be made: what holds is what is seen.
    fn unmade(&mut self) {}

    /// Opens something together with what is there, such as a garment on this body; nothing if that makes no sense.
    fn open(&mut self, _opening: &Opening) -> Option<Job> {
        None
    }

    /// Touches the cloth; nothing happens where there is none.
    fn touch(&mut self, _gesture: Gesture) {}

    /// What is grabbed and where it is pulled to.
    fn grabbed(&self) -> Option<[[f32; 3]; 2]> {
        None
    }

    /// Where the needles are.
    fn needles(&self) -> Vec<Needle> {
        Vec::new()
    }

    /// Which quantity [`scene`](Self::scene) gives values of.
    fn show(&mut self, quantity: Option<&str>);

    /// What these values mean.
    fn heat(&self) -> Option<Heat>;

    /// Places where cloth is kept from passing through something, in metres; not all if there are very many.
    fn contacts(&self) -> Vec<[f32; 3]> {
        Vec::new()
    }

    /// How each garment fits, found anew; it may take a while, and is asked for when time stands still.
    fn fit(&mut self) -> Vec<GarmentFit> {
        Vec::new()
    }
}

/// What became of a value that was set.
pub enum Applied {
    /// It holds from now on.
    Done,
    /// It takes a new start, which this job makes. Until it is done the old goes on.
    Remake(Job),
}

/// Opens things by name: built-in ones, or files. The only thing here that may know what a file is.
pub trait Opener: Send + Sync {
    /// Opens something.
    ///
    /// # Errors
    /// If it cannot, with the reason and what can be done about it.
    fn open(&self, opening: &Opening, say: &Say<'_>) -> Result<Box<dyn Live>, Trouble>;

    /// Names of what can be opened without a file, offered as long as nothing is open.
    fn wardrobe(&self) -> Vec<String> {
        Vec::new()
    }

    /// What is seen while the first thing is made.
    fn first_words(&self) -> Making {
        Making::words("Opening")
    }
}
