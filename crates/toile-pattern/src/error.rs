//! What is wrong with a pattern file, where, and what to do about it.

use std::fmt;
use std::path::{Path, PathBuf};

/// Lines are shortened if the place is further right than this.
const LONG_LINE: usize = 60;
/// Where the place is then: behind three dots and 39 characters.
const SHOWN: usize = 43;

/// The place in a file that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternPlace {
    /// The file as a whole.
    File,
    /// A place in a text, counted from 1, with the line that it is in.
    Text {
        /// The line.
        line: usize,
        /// The character in the line.
        column: usize,
        /// The text of the line, shortened around the place.
        excerpt: String,
    },
    /// An item of a structured document, such as `panels.front.edges[3]`.
    Item(String),
}

impl PatternPlace {
    /// The byte of the excerpt that is meant.
    fn caret(&self) -> Option<usize> {
        let Self::Text { column, excerpt, .. } = self else { return None };
        let shown = if *column > LONG_LINE { SHOWN } else { *column };
        Some(excerpt.char_indices().nth(shown.saturating_sub(1)).map_or(excerpt.len(), |(byte, _)| byte))
    }

    /// The place at a byte of a text.
    pub fn in_text(text: &str, byte: usize) -> Self {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let (before, after) = text.split_at(byte);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let left = &before[start..];
        let right = after.lines().next().unwrap_or_default();
        let column = left.chars().count() + 1;
        // A line of a machine-written file can be very long.
        let excerpt: String = if column > LONG_LINE {
            format!("...{}{}", left.chars().skip(column - 40).collect::<String>(), right)
        } else {
            format!("{left}{right}")
        };
        Self::Text { line, column, excerpt: excerpt.chars().take(100).collect() }
    }

    /// The place at a line of a text, counted from 1.
    pub fn at_line(text: &str, line: usize) -> Self {
        let excerpt = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        Self::Text { line, column: 1, excerpt: excerpt.chars().take(100).collect() }
    }
}

/// Why a pattern cannot be read.
///
/// It reads as "tee.toml, line 12, column 5: there is no piece `frnt`, perhaps `front`", with the line below.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PatternError {
    /// The file, if the text came from one.
    pub path: Option<PathBuf>,
    /// Where in the file.
    pub place: PatternPlace,
    /// What is wrong there.
    pub cause: String,
    /// What to do about it.
    pub remedy: String,
}

impl PatternError {
    /// An error at a place.
    pub fn new(place: PatternPlace, cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { path: None, place, cause: cause.into(), remedy: remedy.into() }
    }

    /// An error about the file as a whole.
    pub fn file(cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(PatternPlace::File, cause, remedy)
    }

    /// An error at an item of a structured document.
    pub fn item(item: impl Into<String>, cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(PatternPlace::Item(item.into()), cause, remedy)
    }

    /// The same error with the file's name, unless it has one.
    #[must_use]
    pub fn in_file(mut self, path: &Path) -> Self {
        self.path.get_or_insert_with(|| path.to_path_buf());
        self
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}", path.display())?;
            f.write_str(if self.place == PatternPlace::File { ": " } else { ", " })?;
        }
        match &self.place {
            PatternPlace::File => {}
            PatternPlace::Text { line, column, .. } => write!(f, "line {line}, column {column}: ")?,
            PatternPlace::Item(item) => write!(f, "{item}: ")?,
        }
        write!(f, "{}; {}", self.cause, self.remedy)?;
        if let PatternPlace::Text { line, column, excerpt } = &self.place {
            let shown = if *column > LONG_LINE { SHOWN } else { *column };
            let margin = line.to_string().len();
            write!(f, "\n {line} | {excerpt}\n {:margin$} | {:>shown$}", "", "^")?;
        }
        Ok(())
    }
}

/// For programs that report with `miette`: the remedy as help, and the place as a label in the line.
impl miette::Diagnostic for PatternError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.remedy))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        matches!(self.place, PatternPlace::Text { .. }).then_some(&self.place as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        let span = miette::SourceSpan::from((self.place.caret()?, 1));
        Some(Box::new(std::iter::once(miette::LabeledSpan::new_with_span(Some(self.cause.clone()), span))))
    }
}

/// The line that a place is in, under its number in the file.
impl miette::SourceCode for PatternPlace {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        let Self::Text { line, excerpt, .. } = self else { return Err(miette::MietteError::OutOfBounds) };
        if span.offset() > excerpt.len() {
            return Err(miette::MietteError::OutOfBounds);
        }
        let whole = miette::SourceSpan::from((0, excerpt.len()));
        Ok(Box::new(miette::MietteSpanContents::new(excerpt.as_bytes(), whole, line.saturating_sub(1), 0, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters() {
        let text = "one\nzwö = 3\nthree";
        let PatternPlace::Text { line, column, excerpt } = PatternPlace::in_text(text, 11) else {
            panic!("a text")
        };
        assert_eq!((line, column, excerpt.as_str()), (2, 7, "zwö = 3"));
        let error =
            PatternError::new(PatternPlace::in_text(text, 11), "odd", "write 4").in_file(Path::new("a.toml"));
        assert_eq!(error.to_string(), "a.toml, line 2, column 7: odd; write 4\n 2 | zwö = 3\n   |       ^");
        assert_eq!(PatternPlace::in_text(text, 999), PatternPlace::in_text(text, text.len()));
    }

    #[test]
    fn diagnostics_have_the_span_in_the_line() {
        use miette::Diagnostic;
        let long = format!("{}here", "x".repeat(80));
        for (text, byte, shown) in [("one\nzwö = 3\nthree", 11, 7), (long.as_str(), 80, 42)] {
            let error = PatternError::new(PatternPlace::in_text(text, byte), "odd", "write 4");
            assert_eq!(error.help().unwrap().to_string(), "write 4");
            let label = error.labels().unwrap().next().unwrap();
            assert_eq!((label.offset(), label.label()), (shown, Some("odd")));
            let source = error.source_code().unwrap().read_span(label.inner(), 0, 0).unwrap();
            let at = &source.data()[label.offset()..];
            assert!(at.starts_with(b"3") || at.starts_with(b"here"), "{:?}", std::str::from_utf8(at));
            assert_eq!(source.line() + 1, text[..byte].lines().count());
        }
        assert!(PatternError::file("odd", "write 4").labels().is_none());
    }
}
