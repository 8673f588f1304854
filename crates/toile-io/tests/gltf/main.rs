//! glTF against another implementation, against itself, against real files, and against broken ones.

// The attribute tells the linter that helper functions in there are tests too.
#[cfg(test)]
mod broken;
#[cfg(test)]
mod broken_container;
#[cfg(test)]
mod foreign;
#[cfg(test)]
mod looks;
#[cfg(test)]
mod read_features;
#[cfg(test)]
mod real_files;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod support;
