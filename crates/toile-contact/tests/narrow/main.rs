//! The narrow phase against exact answers, published and computed.

mod exact;
mod files;
mod polynomial;
mod published;
mod random;
mod scalable;
mod separation;
