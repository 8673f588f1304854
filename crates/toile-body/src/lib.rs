//! Bodies to dress: a mannequin from measures, measuring, landmarks, distance fields and motion.

pub mod distance_field;
pub mod landmarks;
pub mod mannequin;
pub mod measure;
pub mod measures;
pub mod motion;
pub mod scan;
pub mod section;
pub mod segments;
pub mod skeleton;
pub mod tape;
