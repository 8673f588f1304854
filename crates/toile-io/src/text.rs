//! A cursor over the bytes of a text file that knows which line it is on.

use std::borrow::Cow;

use crate::ReadError;
use crate::number::{parse_f64, parse_i64};

/// A cursor over the bytes of a text file.
///
/// Lines end with a line feed; a carriage return counts as a blank, so both Unix and Windows files read alike.
pub(crate) struct Text<'a> {
    bytes: &'a [u8],
    position: usize,
    line: u64,
    /// Whether a backslash at the end of a line joins it with the next.
    joins_lines: bool,
}

/// How much of an offending word an error quotes.
const LONGEST_QUOTE: usize = 40;

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// A word of the file as an error message shows it.
pub(crate) fn quote(word: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&word[..word.len().min(LONGEST_QUOTE)]);
    let dots = if word.len() > LONGEST_QUOTE { "..." } else { "" };
    format!("`{}{dots}`", shown.escape_debug())
}

/// The name that text files can hold: on one line, without blanks around it, and not ending with a backslash, which
/// would join it with the next line.
pub(crate) fn clean_name(name: &str) -> String {
    let one_line: Cow<'_, str> =
        if name.contains(['\n', '\r']) { name.replace(['\n', '\r'], " ").into() } else { name.into() };
    one_line.trim_start().trim_end_matches(|c: char| c.is_whitespace() || c == '\\').to_string()
}

impl<'a> Text<'a> {
    /// A cursor at the first of `bytes`, which is on line `line` of the file.
    pub(crate) fn new(bytes: &'a [u8], line: u64) -> Self {
        Self { bytes, position: 0, line, joins_lines: false }
    }

    /// The same cursor, for a format where a backslash at the end of a line joins it with the next.
    pub(crate) fn joining_lines(mut self) -> Self {
        self.joins_lines = true;
        self
    }

    /// The line of the cursor, counted from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Whether everything has been read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.position >= self.bytes.len()
    }

    /// The bytes after the cursor.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.position..]
    }

    /// The byte at the cursor.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    /// Moves past `byte` if it is next.
    #[inline]
    pub(crate) fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.position += usize::from(found);
        found
    }

    /// An error about the line of the cursor.
    #[cold]
    pub(crate) fn error(&self, cause: impl Into<String>) -> ReadError {
        ReadError::line(self.line, cause)
    }

    /// Moves past blanks (and joined line ends), but not to the next line.
    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            if is_blank(byte) {
                self.position += 1;
            } else if byte != b'\\' || !self.joins_lines || !self.skip_joint() {
                return;
            }
        }
    }

    /// Moves past a backslash and the line end that follows it, if one does.
    #[cold]
    fn skip_joint(&mut self) -> bool {
        let after = &self.bytes[self.position + 1..];
        let blanks = after.iter().take_while(|&&byte| is_blank(byte)).count();
        match after.get(blanks) {
            Some(b'\n') => self.line += 1,
            Some(_) => return false,
            None => {}
        }
        self.position = (self.position + blanks + 2).min(self.bytes.len());
        true
    }

    /// Moves past blanks and line ends to the next word.
    pub(crate) fn skip_blank_lines(&mut self) {
        self.skip_blanks();
        while self.accept(b'\n') {
            self.line += 1;
            self.skip_blanks();
        }
    }

    /// Moves past blanks, and tells whether nothing else is left on the line.
    #[inline]
    pub(crate) fn is_line_done(&mut self) -> bool {
        self.skip_blanks();
        matches!(self.peek(), None | Some(b'\n'))
    }

    /// Moves to the next line, without joining lines: the way to leave a comment.
    #[inline]
    pub(crate) fn skip_line(&mut self) {
        let rest = self.rest();
        match rest.iter().position(|&byte| byte == b'\n') {
            Some(length) => {
                self.position += length + 1;
                self.line += 1;
            }
            None => self.position = self.bytes.len(),
        }
    }

    /// Expects that nothing but blanks is left on the line, and moves to the next.
    #[inline]
    pub(crate) fn end_line(&mut self) -> Result<(), ReadError> {
        self.skip_blanks();
        match self.peek() {
            Some(b'\n') => {
                self.position += 1;
                self.line += 1;
                Ok(())
            }
            None => Ok(()),
            Some(_) => {
                let word = self.word();
                Err(self.error(format!("unexpected {} at the end of the line", quote(word))))
            }
        }
    }

    /// What is left of the line, with joined lines put together by a blank; moves to the next line.
    pub(crate) fn rest_of_line(&mut self) -> Cow<'a, [u8]> {
        let mut whole = Cow::Borrowed(&[][..]);
        loop {
            let from = self.position;
            self.skip_line();
            let line = self.bytes[from..self.position].trim_ascii();
            let joined = line.strip_suffix(b"\\").filter(|_| self.joins_lines);
            let part = joined.unwrap_or(line);
            if whole.is_empty() {
                whole = Cow::Borrowed(part);
            } else {
                whole.to_mut().push(b' ');
                whole.to_mut().extend_from_slice(part);
            }
            if joined.is_none() || self.is_at_end() {
                return whole;
            }
        }
    }

    /// The bytes up to the next blank or line end; empty if there are none. Moves past them.
    #[inline]
    pub(crate) fn word(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| byte == b'\n' || is_blank(byte)).unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    /// The next number on the line, which must be finite; `what` names it in errors.
    #[inline]
    pub(crate) fn number(&mut self, what: &str) -> Result<f64, ReadError> {
        self.skip_blanks();
        if let Some((value, length)) = parse_f64(self.rest())
            && value.is_finite()
            && self.ends_word(self.position + length)
        {
            self.position += length;
            return Ok(value);
        }
        Err(self.number_error(what))
    }

    /// The integer at the cursor, if there is one. What follows it is the caller's business.
    #[inline]
    pub(crate) fn integer(&mut self) -> Option<i64> {
        let (value, length) = parse_i64(self.rest())?;
        self.position += length;
        Some(value)
    }

    /// The next word on the line, if it is an integer; else nothing is read but blanks.
    #[inline]
    pub(crate) fn whole_integer(&mut self) -> Option<i64> {
        self.skip_blanks();
        let (value, length) = parse_i64(self.rest())?;
        let is_whole = self.ends_word(self.position + length);
        self.position += if is_whole { length } else { 0 };
        is_whole.then_some(value)
    }

    /// Whether a word ends before `position`.
    #[inline]
    fn ends_word(&self, position: usize) -> bool {
        match self.bytes.get(position) {
            None | Some(b'\n' | b'\\') => true,
            Some(&byte) => is_blank(byte),
        }
    }

    #[cold]
    fn number_error(&mut self, what: &str) -> ReadError {
        if self.is_line_done() {
            return self.error(format!("the line ends where {what} was expected"));
        }
        let line = self.line;
        let word = self.word();
        let lower = word.to_ascii_lowercase();
        let unsigned = lower.strip_prefix(b"-").or(lower.strip_prefix(b"+")).unwrap_or(&lower);
        let cause = if matches!(parse_f64(word), Some((_, length)) if length == word.len()) {
            format!("{} as {what} is too large for a 64-bit number", quote(word))
        } else if ["nan", "inf", "1.#"].iter().any(|start| unsigned.starts_with(start.as_bytes())) {
            format!("{} as {what} is not a finite number; repair the mesh where it was made", quote(word))
        } else {
            format!("{what} should be a number, found {}", quote(word))
        };
        ReadError::line(line, cause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_lines_and_counts_them() {
        let mut text = Text::new(b"1 \\\r\n 2\n3", 1).joining_lines();
        assert_eq!(text.number("x"), Ok(1.0));
        assert_eq!(text.number("y"), Ok(2.0));
        assert_eq!(text.line(), 2);
        assert_eq!(text.end_line(), Ok(()));
        assert_eq!(text.number("z"), Ok(3.0));
        assert_eq!(text.line(), 3);
        assert!(text.is_line_done());
    }

    #[test]
    fn rest_of_line_puts_joined_lines_together() {
        let mut text = Text::new(b"  a b \\ \n c\nd", 1).joining_lines();
        assert_eq!(&*text.rest_of_line(), b"a b  c");
        assert_eq!(text.line(), 3);
        assert_eq!(&*text.rest_of_line(), b"d");
        assert!(text.is_at_end());
    }

    #[test]
    fn clean_names_stay_as_they_are() {
        for name in ["a\\ \\", " sleeve left\n", "x\ry", "\\", "", "a\u{a0}"] {
            let clean = clean_name(name);
            assert_eq!(clean_name(&clean), clean);
            assert!(!clean.contains('\n') && !clean.ends_with('\\'));
        }
        assert_eq!(clean_name(" sleeve left\n"), "sleeve left");
    }
}
