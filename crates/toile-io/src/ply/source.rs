//! Where the numbers of a PLY file come from: text or binary data, behind one face.

use super::header::{Element, Kind, Scalar};
use crate::ReadError;
use crate::text::Text;

/// The data of a PLY file, read number by number. Every type fits into an `f64` exactly.
pub(super) trait Source {
    /// The next number.
    fn number(&mut self, scalar: Scalar, what: &str) -> Result<f64, ReadError>;

    /// The next number, which should be an integer: the same as [`Source::number`], but faster where it can be.
    #[inline]
    fn integer(&mut self, scalar: Scalar, what: &str) -> Result<f64, ReadError> {
        self.number(scalar, what)
    }

    /// Skips `count` numbers.
    fn skip(&mut self, scalar: Scalar, count: u64) -> Result<(), ReadError>;

    /// Called before each element. What the element is called goes into errors.
    fn begin_row(&mut self, element: &Element) -> Result<(), ReadError>;

    /// Called after each element.
    fn end_row(&mut self) -> Result<(), ReadError>;

    /// An error about what was read last.
    fn error(&self, cause: String) -> ReadError;

    /// How many elements at most the data that are left can hold.
    fn most_rows(&self, element: &Element) -> usize;

    /// Expects that everything has been read.
    fn end(&mut self) -> Result<(), ReadError>;

    /// The length of a list.
    #[inline]
    fn list_length(&mut self, scalar: Scalar) -> Result<u64, ReadError> {
        let length = self.integer(scalar, "the length of a list")?;
        match exact_u32(length) {
            Some(length) => Ok(u64::from(length)),
            None => Err(self.error(format!("a list cannot have the length {length}"))),
        }
    }

    /// Skips a property.
    fn skip_property(&mut self, kind: Kind) -> Result<(), ReadError> {
        match kind {
            Kind::Scalar(scalar) => self.skip(scalar, 1),
            Kind::List { count, item } => {
                let length = self.list_length(count)?;
                self.skip(item, length)
            }
        }
    }
}

/// The integer that a number is; `None` if it is not one, or out of range.
#[inline]
pub(super) fn exact_u32(number: f64) -> Option<u32> {
    let integer = number as u32;
    (f64::from(integer) == number).then_some(integer)
}

impl Source for Text<'_> {
    #[inline]
    fn number(&mut self, _: Scalar, what: &str) -> Result<f64, ReadError> {
        Text::number(self, what)
    }

    #[inline]
    fn integer(&mut self, _: Scalar, what: &str) -> Result<f64, ReadError> {
        match self.whole_integer() {
            Some(value) => Ok(value as f64),
            None => Text::number(self, what),
        }
    }

    fn skip(&mut self, _: Scalar, count: u64) -> Result<(), ReadError> {
        for _ in 0..count {
            if self.is_line_done() {
                return Err(Text::error(self, "the line has fewer numbers than the header declares"));
            }
            self.word();
        }
        Ok(())
    }

    #[inline]
    fn begin_row(&mut self, element: &Element) -> Result<(), ReadError> {
        self.skip_blank_lines();
        if self.is_at_end() {
            return Err(Text::error(self, end_of_data(element)));
        }
        Ok(())
    }

    #[inline]
    fn end_row(&mut self) -> Result<(), ReadError> {
        if self.is_line_done() {
            return self.end_line();
        }
        Err(Text::error(self, "the line has more numbers than the header declares"))
    }

    fn error(&self, cause: String) -> ReadError {
        Text::error(self, cause)
    }

    fn most_rows(&self, element: &Element) -> usize {
        // A digit and a separator each, except that the last separator may be missing.
        (self.rest().len() + 1) / (2 * element.properties.len().max(1))
    }

    fn end(&mut self) -> Result<(), ReadError> {
        self.skip_blank_lines();
        if self.is_at_end() {
            return Ok(());
        }
        Err(Text::error(self, "there is more data than the header declares"))
    }
}

fn end_of_data(element: &Element) -> String {
    format!("the file ends before all {} elements `{}` are read; is it cut off?", element.count, element.name)
}

/// Binary data, most significant byte first if `BIG`.
pub(super) struct Binary<'a, const BIG: bool> {
    bytes: &'a [u8],
    position: usize,
    /// Where the number read last began.
    last: usize,
    /// Where the data begin in the file.
    offset: usize,
}

impl<'a, const BIG: bool> Binary<'a, BIG> {
    /// The data `bytes`, which begin `offset` bytes after the start of the file.
    pub(super) fn new(bytes: &'a [u8], offset: usize) -> Self {
        Self { bytes, position: 0, last: 0, offset }
    }

    #[inline]
    fn take<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        self.last = self.position;
        match self.bytes[self.position..].first_chunk() {
            Some(bytes) => {
                self.position += N;
                Ok(if BIG { reversed(*bytes) } else { *bytes })
            }
            None => Err(self.cut_off()),
        }
    }

    #[cold]
    fn cut_off(&self) -> ReadError {
        ReadError::byte(
            (self.offset + self.bytes.len()) as u64,
            "the file ends in the middle of the data that the header declares; is it cut off?",
        )
    }
}

#[inline]
fn reversed<const N: usize>(mut bytes: [u8; N]) -> [u8; N] {
    bytes.reverse();
    bytes
}

impl<const BIG: bool> Source for Binary<'_, BIG> {
    #[inline]
    fn number(&mut self, scalar: Scalar, what: &str) -> Result<f64, ReadError> {
        let value = match scalar {
            Scalar::I8 => f64::from(i8::from_le_bytes(self.take()?)),
            Scalar::U8 => f64::from(u8::from_le_bytes(self.take()?)),
            Scalar::I16 => f64::from(i16::from_le_bytes(self.take()?)),
            Scalar::U16 => f64::from(u16::from_le_bytes(self.take()?)),
            Scalar::I32 => f64::from(i32::from_le_bytes(self.take()?)),
            Scalar::U32 => f64::from(u32::from_le_bytes(self.take()?)),
            Scalar::F32 => f64::from(f32::from_le_bytes(self.take()?)),
            Scalar::F64 => f64::from_le_bytes(self.take()?),
        };
        if value.is_finite() {
            return Ok(value);
        }
        Err(self
            .error(format!("{value} as {what} is not a finite number; repair the mesh where it was made")))
    }

    fn skip(&mut self, scalar: Scalar, count: u64) -> Result<(), ReadError> {
        let left = self.bytes.len() - self.position;
        let length = usize::try_from(count).ok().and_then(|count| count.checked_mul(scalar.size()));
        match length.filter(|&length| length <= left) {
            Some(length) => {
                self.position += length;
                Ok(())
            }
            None => Err(self.cut_off()),
        }
    }

    #[inline]
    fn begin_row(&mut self, element: &Element) -> Result<(), ReadError> {
        if self.position < self.bytes.len() {
            return Ok(());
        }
        Err(ReadError::byte((self.offset + self.position) as u64, end_of_data(element)))
    }

    fn end_row(&mut self) -> Result<(), ReadError> {
        Ok(())
    }

    fn error(&self, cause: String) -> ReadError {
        ReadError::byte((self.offset + self.last) as u64, cause)
    }

    fn most_rows(&self, element: &Element) -> usize {
        let size = |kind: Kind| match kind {
            Kind::Scalar(scalar) => scalar.size(),
            Kind::List { count, .. } => count.size(),
        };
        let row: usize = element.properties.iter().map(|property| size(property.kind)).sum();
        (self.bytes.len() - self.position) / row.max(1)
    }

    fn end(&mut self) -> Result<(), ReadError> {
        // Some programs end even binary files with a line end, or fill them up with zeros.
        let rest = &self.bytes[self.position..];
        if rest.iter().all(|&byte| byte == 0 || byte.is_ascii_whitespace()) {
            return Ok(());
        }
        let left = rest.len();
        Err(ReadError::byte(
            (self.offset + self.position) as u64,
            format!("{left} bytes follow the data that the header declares; is the header damaged?"),
        ))
    }
}
