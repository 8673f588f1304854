//! What all responses have in common, and their names.

use super::{
    Constraint, Impulse, ResponseError, ResponseInput, ResponseReport, Shift, StepMotion, VelocityFilter,
};
use std::fmt::Debug;
use toile_geom::names::UnknownName;

/// What a response did, or why it did nothing.
pub type ResponseResult = Result<ResponseReport, ResponseError>;

/// A way to respond to close pairs.
pub trait Response: Debug + Send + Sync {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;

    /// Changes the motion of vertices that are not kinematic.
    ///
    /// # Errors
    /// If the input makes no sense; the motion is unchanged then.
    fn respond(&mut self, input: &ResponseInput<'_>, motion: &mut StepMotion) -> ResponseResult;
}

/// The names of all responses.
pub const RESPONSES: &[&str] = &["constraint", "impulse", "filter", "shift"];

impl dyn Response {
    /// The response of a name, with its usual settings.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Box<Self>, UnknownName> {
        Ok(match name {
            "constraint" => Box::new(Constraint::default()),
            "impulse" => Box::new(Impulse::default()),
            "filter" => Box::new(VelocityFilter::default()),
            "shift" => Box::new(Shift::default()),
            _ => return Err(UnknownName::new("response", name, RESPONSES.iter().copied())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_response() {
        for name in RESPONSES {
            assert_eq!(<dyn Response>::named(name).unwrap().name(), *name);
        }
        assert!(<dyn Response>::named("hope").is_err());
    }
}
