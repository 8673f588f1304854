//! Every solver against what a cloth must do, and the tools around them.

mod contact;
mod energy;
mod hanging;
mod laws;
mod sewing;
mod sheet;
mod springs;
mod strain_limit;
