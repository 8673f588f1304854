//! Every solver against what a cloth must do, and the tools around them.

// Marked as tests, so that helpers between them may unwrap too.
#[cfg(test)]
mod contact;
#[cfg(test)]
mod energy;
#[cfg(test)]
mod field;
#[cfg(test)]
mod flag;
#[cfg(test)]
mod hanging;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod sewing;
#[cfg(test)]
mod sheet;
#[cfg(test)]
mod springs;
#[cfg(test)]
mod strain_limit;
