//! The text of a stage: prims in each other, and the values of their attributes.

use super::names::PrimName;
use crate::WriteError;
use crate::decimal::Single;
use glam::{DVec2, DVec3};
use std::fmt::{self, Arguments, Display};
use std::io::Write;

/// A writer that knows how deep it is in the tree of prims.
pub(super) struct Text<'a> {
    out: &'a mut dyn Write,
    depth: usize,
}

impl<'a> Text<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, depth: 0 }
    }

    fn indent(&mut self) -> Result<(), WriteError> {
        Ok(write!(self.out, "{:1$}", "", 4 * self.depth)?)
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: Arguments<'_>) -> Result<(), WriteError> {
        self.indent()?;
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Begins a prim of a type, with lines of metadata; the name's own is added.
    pub(super) fn begin(&mut self, kind: &str, name: &PrimName, metadata: &[&str]) -> Result<(), WriteError> {
        let valid = &name.valid;
        if metadata.is_empty() && name.shown.is_none() {
            self.line(format_args!("def {kind} \"{valid}\""))?;
        } else {
            self.line(format_args!("def {kind} \"{valid}\" ("))?;
            for text in metadata {
                self.line(format_args!("    {text}"))?;
            }
            if let Some(shown) = &name.shown {
                self.line(format_args!("    displayName = {}", Quoted(shown)))?;
            }
            self.line(format_args!(")"))?;
        }
        self.line(format_args!("{{"))?;
        self.depth += 1;
        Ok(())
    }

    /// Ends the prim that was begun last.
    pub(super) fn end(&mut self) -> Result<(), WriteError> {
        self.depth = self.depth.saturating_sub(1);
        self.line(format_args!("}}"))
    }

    /// Writes a list behind what it belongs to, `points =` or a time code, and what follows it.
    pub(super) fn list<T: Display>(
        &mut self,
        head: Arguments<'_>,
        items: impl IntoIterator<Item = T>,
        tail: &str,
    ) -> Result<(), WriteError> {
        self.indent()?;
        write!(self.out, "{head} [")?;
        for (i, item) in items.into_iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(self.out, "{comma}{item}")?;
        }
        Ok(writeln!(self.out, "]{tail}")?)
    }

    /// Writes a list of an attribute whose values belong to `interpolation`.
    pub(super) fn primvar<T: Display>(
        &mut self,
        head: &str,
        items: impl IntoIterator<Item = T>,
        interpolation: &str,
    ) -> Result<(), WriteError> {
        self.list(format_args!("{head} ="), items, " (")?;
        self.line(format_args!("    interpolation = \"{interpolation}\""))?;
        self.line(format_args!(")"))
    }

    /// Writes the values of an attribute over time, which `frame` writes one after the other.
    pub(super) fn samples(
        &mut self,
        head: &str,
        count: usize,
        mut frame: impl FnMut(&mut Self, usize) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        self.line(format_args!("{head}.timeSamples = {{"))?;
        self.depth += 1;
        (0..count).try_for_each(|f| frame(self, f))?;
        self.end()
    }
}

/// Several numbers that are one value.
pub(super) struct Tuple<const N: usize>(pub(super) [f32; N]);

impl<const N: usize> Display for Tuple<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, number) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            Single(*number).fmt(f)?;
        }
        f.write_str(")")
    }
}

impl From<DVec2> for Tuple<2> {
    fn from(v: DVec2) -> Self {
        Self(v.as_vec2().to_array())
    }
}

impl From<DVec3> for Tuple<3> {
    fn from(v: DVec3) -> Self {
        Self(v.as_vec3().to_array())
    }
}

/// A text in quotes.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                // Control characters have no place in a name.
                c if c.is_control() => f.write_str(" ")?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_tuples() {
        assert_eq!(Quoted("a \"b\" \\ c\r\nd").to_string(), r#""a \"b\" \\ c \nd""#);
        assert_eq!(Tuple([1.0, -0.5, 1e-9]).to_string(), "(1, -0.5, 1e-9)");
    }
}
