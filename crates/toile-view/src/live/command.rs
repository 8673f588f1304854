//! What the window asks of the simulation.

use crate::asking::PatternAnswer;

/// A request, sent through a channel and taken between two steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Let time pass.
    Play,
    /// Let it stand still.
    Pause,
    /// Take one step, and stand still again.
    Step,
    /// Go back to the first state.
    Reset,
    /// How many seconds pass in the cloth's world in one of ours.
    Speed(f64),
    /// Give a [control](super::Control) a value.
    Set(String, Value),
    /// Touch the cloth.
    Touch(Gesture),
    /// Say something of a pattern that is asked about.
    Answer(PatternAnswer),
    /// Show a quantity of the fit at the vertices, by its name, or none.
    Show(Option<String>),
    /// What is being made is not wanted any more.
    Stop,
    /// The last message was read.
    Understood,
    /// Tell the places of contacts, or not.
    Contacts(bool),
    /// Open something by its name.
    Open(Opening),
    /// Take one of the ways out of the last trouble, by its number.
    TakeWay(usize),
    /// Show again what was shown as a generation.
    Return {
        /// The [generation](super::LiveState::generation).
        generation: u64,
        /// What to do if it is not kept any more.
        otherwise: Option<Box<Command>>,
    },
}

/// What hands and needles do to the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Take hold of the cloth at a place.
    Grab(SurfacePlace),
    /// Pull what is held to a point, in metres.
    Pull([f32; 3]),
    /// Let go.
    Release,
    /// Put a needle in. The window numbers them.
    Pin(u32, SurfacePlace),
    /// Take a needle out.
    Unpin(u32),
    /// Lead a needle to a point, in metres.
    Lead(u32, [f32; 3]),
}

impl From<Gesture> for Command {
    fn from(gesture: Gesture) -> Self {
        Self::Touch(gesture)
    }
}

impl From<PatternAnswer> for Command {
    fn from(answer: PatternAnswer) -> Self {
        Self::Answer(answer)
    }
}

/// What is to be opened, and as what.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Names: those of built-in things, or files of the host.
    pub names: Vec<String>,
    /// Whether it joins what is worn already, instead of taking its place.
    pub add: bool,
    /// Whether it is a body, to be dressed in what is worn.
    pub as_body: bool,
}

impl Opening {
    /// Something that takes the place of what is there.
    pub fn of(name: impl Into<String>) -> Self {
        Self { names: vec![name.into()], add: false, as_body: false }
    }
}

/// A place on an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePlace {
    /// The number of the object in the scene.
    pub object: usize,
    /// The triangle.
    pub triangle: u32,
    /// Shares of its corners, summing to 1.
    pub weights: [f32; 3],
    /// Where it is, in metres.
    pub point: [f32; 3],
}

/// The value of a control.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Value {
    /// A number in the control's unit.
    Number(f64),
    /// One of several, by its name.
    Choice(String),
    /// On or off.
    Switch(bool),
    /// A colour: red, green and blue (sRGB).
    Color([u8; 3]),
    /// Names, in an order that matters.
    List(Vec<String>),
}
