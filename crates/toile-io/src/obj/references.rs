//! Indices in the file, and whether what they refer to is ever defined.

use crate::text::Text;
use crate::{NO_INDEX, ReadError};

/// The references to one kind of thing: vertices, texture coordinates or normals.
///
/// A file may use a thing before it defines it, so a reference beyond the last definition can only be judged at the end.
/// The first bad one is larger than all before it, so only those need to be remembered.
pub(super) struct References {
    /// What the things are called in errors.
    kind: &'static str,
    /// One more than the largest index so far.
    bound: u32,
    /// References beyond the definitions made until then: the line and `bound` after it.
    forward: Vec<(u64, u32)>,
}

impl References {
    pub(super) fn new(kind: &'static str) -> Self {
        Self { kind, bound: 0, forward: Vec::new() }
    }

    /// The index that `number` in the file refers to when `defined` things are defined: counted from 1, or from the
    /// last one backwards if negative.
    #[inline]
    pub(super) fn resolve(&mut self, number: i64, defined: usize, text: &Text<'_>) -> Result<u32, ReadError> {
        let index = if number > 0 { number - 1 } else { defined as i64 + number };
        if number == 0 || index < 0 || index >= i64::from(NO_INDEX) {
            return Err(self.error(number, defined, text));
        }
        Ok(self.note(index as u32, defined, text))
    }

    /// Remembers that `index`, counted from 0, is used.
    #[inline]
    pub(super) fn note(&mut self, index: u32, defined: usize, text: &Text<'_>) -> u32 {
        if index >= self.bound {
            self.bound = index + 1;
            if self.bound as usize > defined {
                self.forward.push((text.line(), self.bound));
            }
        }
        index
    }

    /// Checks, when the whole file is read, that everything referred to is defined.
    pub(super) fn check(&self, defined: usize) -> Result<(), ReadError> {
        match self.forward.iter().find(|(_, bound)| *bound as usize > defined) {
            None => Ok(()),
            Some((line, bound)) => Err(ReadError::line(
                *line,
                format!("{} {bound} does not exist, the file defines only {defined}", self.kind),
            )),
        }
    }

    #[cold]
    fn error(&self, number: i64, defined: usize, text: &Text<'_>) -> ReadError {
        let kind = self.kind;
        text.error(match number {
            0 => format!("{kind} 0 does not exist, indices in OBJ files count from 1"),
            1.. => format!("{kind} {number} is beyond the 4294967295 that 32-bit indices can name"),
            _ => format!(
                "{kind} {number} counts back from the {defined} defined so far, but there are not as many"
            ),
        })
    }
}
