//! What all responses have in common, and their names.

use super::{
    Constraint, Impulse, ResponseError, ResponseInput, ResponseReport, Shift, StepMotion, VelocityFilter,
};
use std::fmt::Debug;

/// A way to respond to close pairs.
pub trait Response: Debug + Send + Sync {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;

    /// Changes the motion of vertices that are not led.
    ///
    /// # Errors
    /// If the input makes no sense; the motion is unchanged then.
    fn respond(
        &mut self,
        input: &ResponseInput<'_>,
        motion: &mut StepMotion,
    ) -> Result<ResponseReport, ResponseError>;
}

/// The names of all responses.
pub const RESPONSES: &[&str] = &["constraint", "impulse", "filter", "shift"];

/// The response of a name, with its usual settings.
pub fn response_by_name(name: &str) -> Option<Box<dyn Response>> {
    Some(match name {
        "constraint" => Box::new(Constraint::default()),
        "impulse" => Box::new(Impulse::default()),
        "filter" => Box::new(VelocityFilter::default()),
        "shift" => Box::new(Shift::default()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_response() {
        for name in RESPONSES {
            assert_eq!(response_by_name(name).map(|response| response.name()), Some(*name));
        }
        assert!(response_by_name("hope").is_none());
    }
}
