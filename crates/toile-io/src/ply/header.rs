//! The header of a PLY file: which elements follow, with which properties.

use crate::ReadError;
use crate::text::{Text, quote};

/// How the data after the header are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// As text, one element a line.
    Ascii,
    /// Binary, least significant byte first. The usual choice.
    #[default]
    BinaryLittleEndian,
    /// Binary, most significant byte first.
    BinaryBigEndian,
}

impl Encoding {
    /// The encoding's name in the header.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::BinaryLittleEndian => "binary_little_endian",
            Self::BinaryBigEndian => "binary_big_endian",
        }
    }
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn from_name(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    /// How many bytes it takes in a binary file.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }
}

/// What a property holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One number.
    Scalar(Scalar),
    /// A count, and as many numbers.
    List { count: Scalar, item: Scalar },
}

#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
    /// The line of the header that declares it.
    pub(super) line: u64,
}

#[derive(Debug)]
pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element>,
}

impl Header {
    /// Reads the header, leaving `text` at the first byte of the data.
    pub(super) fn read(text: &mut Text<'_>) -> Result<Self, ReadError> {
        if text.word() != b"ply" {
            return Err(text.error("the file does not begin with `ply`; is it really a PLY file?"));
        }
        text.end_line()?;
        let mut encoding = None;
        let mut elements: Vec<Element> = Vec::new();
        loop {
            if text.is_at_end() {
                return Err(text
                    .error("the header does not end; a line `end_header` is missing, is the file cut off?"));
            }
            text.skip_blanks();
            match text.word() {
                b"format" => encoding = Some(read_format(text)?),
                b"element" => {
                    let element = read_element(text)?;
                    if elements.iter().any(|other| other.name == element.name) {
                        return Err(text.error(format!("the element `{}` is declared twice", element.name)));
                    }
                    elements.push(element);
                }
                b"property" => read_property(text, elements.last_mut())?,
                b"end_header" => break,
                b"comment" | b"obj_info" => {
                    text.skip_line();
                    continue;
                }
                [] => {}
                word => return Err(text.error(format!("{} begins no line of a PLY header", quote(word)))),
            }
            text.end_line()?;
        }
        let encoding = encoding.ok_or_else(|| text.error("the header has no line `format`"))?;
        text.end_line()?;
        Ok(Self { encoding, elements })
    }

    /// The element of the given name.
    pub(super) fn element(&self, name: &str) -> Option<&Element> {
        self.elements.iter().find(|element| element.name == name)
    }
}

fn read_format(text: &mut Text<'_>) -> Result<Encoding, ReadError> {
    text.skip_blanks();
    let encoding = match text.word() {
        b"ascii" => Encoding::Ascii,
        b"binary_little_endian" => Encoding::BinaryLittleEndian,
        b"binary_big_endian" => Encoding::BinaryBigEndian,
        word => {
            let cause = "is no format; it is ascii, binary_little_endian or binary_big_endian";
            return Err(text.error(format!("{} {cause}", quote(word))));
        }
    };
    text.skip_blanks();
    match text.word() {
        b"1.0" => Ok(encoding),
        word => Err(text.error(format!("version {} of PLY is unknown, there is only 1.0", quote(word)))),
    }
}

fn read_element(text: &mut Text<'_>) -> Result<Element, ReadError> {
    let name = read_name(text, "an element")?;
    text.skip_blanks();
    let word = text.word();
    let count = std::str::from_utf8(word).ok().and_then(|digits| digits.parse().ok());
    let count = count.ok_or_else(|| text.error(format!("{} is not a number of elements", quote(word))))?;
    Ok(Element { name, count, properties: Vec::new(), line: text.line() })
}

fn read_property(text: &mut Text<'_>, element: Option<&mut Element>) -> Result<(), ReadError> {
    let element = element.ok_or_else(|| text.error("a property comes before the first element"))?;
    text.skip_blanks();
    let kind = match text.word() {
        b"list" => {
            let count = read_scalar(text)?;
            if count.is_float() {
                return Err(text.error("the length of a list cannot be a floating-point number"));
            }
            Kind::List { count, item: read_scalar(text)? }
        }
        word => Kind::Scalar(scalar(word, text)?),
    };
    let name = read_name(text, "a property")?;
    if element.properties.iter().any(|other| other.name == name) {
        return Err(text.error(format!("the property `{name}` is declared twice")));
    }
    element.properties.push(Property { name, kind });
    Ok(())
}

fn read_scalar(text: &mut Text<'_>) -> Result<Scalar, ReadError> {
    text.skip_blanks();
    let word = text.word();
    scalar(word, text)
}

fn scalar(word: &[u8], text: &Text<'_>) -> Result<Scalar, ReadError> {
    Scalar::from_name(word).ok_or_else(|| {
        text.error(format!(
            "{} is no type; it is char, uchar, short, ushort, int, uint, float, double or list",
            quote(word)
        ))
    })
}

fn read_name(text: &mut Text<'_>, what: &str) -> Result<String, ReadError> {
    text.skip_blanks();
    match text.word() {
        [] => Err(text.error(format!("{what} has no name"))),
        name => Ok(String::from_utf8_lossy(name).into_owned()),
    }
}
