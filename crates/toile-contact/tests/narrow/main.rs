//! The narrow phase against exact answers, published and computed.

mod exact;
mod polynomial;
mod published;
