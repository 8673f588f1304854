//! Bodies to dress: a mannequin from measures, measuring, landmarks, distance fields and motion.

pub mod mannequin;
pub mod measures;
pub mod tape;
