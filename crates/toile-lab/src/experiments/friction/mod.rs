//! What the terms of a friction law do, on the simplest things that show it: series of numbers to look at or to compare.
//!
//! | experiment | shows |
//! |---|---|
//! | [`card`] | a card on an incline: which holds, which slides, how fast (Wong 2014, section 7.5) |
//! | [`belt`] | a block on a belt, held by a spring: sticking and slipping in turns |
//! | [`strip`] | an elastic strip pressed onto a plane: when its tip gives way |
//! | [`ball`] | cloth on a ball that turns faster and faster: when it is thrown off (Wong 2014, section 7.5) |

pub mod ball;
pub mod belt;
pub mod card;
pub mod strip;

/// What things fall with, in m/s².
pub const GRAVITY: f64 = 9.81;
