//! Responses: what to do about pairs that are close or about to meet.
//!
//! A solver proposes where vertices end in a step. A [`Response`] changes that, so that close pairs stop approaching and rub against each other
//! by the [friction](crate::friction) between them. There are four, picked by name (`<dyn Response>::named`):
//!
//! | name | does | right for |
//! |---|---|---|
//! | `constraint` | solves for the forces of all pairs at once, that do not pull, and friction in its cone | cloth at rest on things and on itself |
//! | `impulse` | stops pair after pair by an impulse, and moves apart what is too close | moving bodies, self-contact; quick and robust |
//! | `filter` | springs that push gently, impulses for impacts on the way, and zones that move as rigid bodies for what is left | fast motion: nothing passes through anything |
//! | `shift` | moves vertices apart, and velocities follow | interactive use, cheapest |
//!
//! ```
//! use glam::DVec3;
//! use toile_contact::friction::FrictionTable;
//! use toile_contact::guard::NearPair;
//! use toile_contact::narrow::{StencilKind, proximity::proximity};
//! use toile_contact::response::{StepMotion, ResponseInput, Response};
//! use toile_contact::{features::Features, filter::Filter};
//!
//! // A vertex 1 mm above a triangle that is held falls, and slides.
//! let start = [DVec3::new(0.2, 1e-3, 0.2), DVec3::ZERO, DVec3::Z, DVec3::X];
//! let mut features = Features::default();
//! features.add(&[], 1);
//! features.add(&[[0, 1, 2]], 3);
//! let close = proximity(StencilKind::VertexTriangle, start, 2e-3).unwrap();
//! let near = [NearPair { kind: StencilKind::VertexTriangle, corners: [0, 1, 2, 3], close }];
//! let friction = FrictionTable::uniform(0.5);
//! let input = ResponseInput {
//!     features: &features,
//!     filter: &Filter::new(),
//!     start: &start,
//!     inverse_masses: &[1e3, 1e3, 1e3, 1e3],
//!     kinematic: &[false, true, true, true],
//!     near: &near,
//!     step: 0.01,
//!     thickness: [1e-3; 2],
//!     friction: &friction,
//!     materials: &[],
//!     grain: &[],
//! };
//! let mut motion = StepMotion::from_velocities(&start, vec![DVec3::new(1.0, -1.0, 0.0), DVec3::ZERO, DVec3::ZERO, DVec3::ZERO], 0.01);
//! <dyn Response>::named("impulse").unwrap().respond(&input, &mut motion).unwrap();
//! assert!(motion.velocities[0].distance(DVec3::X * 0.5) < 1e-12);
//! assert!(motion.ends[0].distance(start[0] + DVec3::X * 0.005) < 1e-12);
//! ```
//!
//! # Momentum
//!
//! Impulses and shifts go to the vertices of a pair by their weights in its closest points, over their masses (Kimmerle 2005, section 5.1,
//! with its signs corrected; Wong 2014, 3.39). The weights sum to zero, so that linear momentum is kept if no vertex is kinematic; what acts along the line
//! between the closest points keeps angular momentum as well. Impulses of `filter` for impacts later in the step act from its start on, which costs a little of it; its zones
//! keep both exactly.
//!
//! # The same bits
//!
//! Pairs are gone through in the order in which they are given, one after the other, and impacts in the order of their features; what runs in threads
//! (finding impacts) gives the same list whatever their number.

mod constraint;
mod contact;
mod filter;
mod impulse;
mod input;
mod method;
mod report;
mod shift;

pub use constraint::Constraint;
pub use filter::VelocityFilter;
pub use impulse::Impulse;
pub use input::{ResponseError, ResponseInput, StepMotion};
pub use method::{RESPONSES, Response, ResponseResult};
pub use report::ResponseReport;
pub use shift::Shift;

use contact::Contact;
