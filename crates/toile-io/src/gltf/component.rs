//! The number formats that accessors store (glTF 2.0, section 3.6.2).

/// How one number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    /// The format with a number of the specification, if there is one.
    pub(super) fn from_code(code: u32) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    /// The specification's number of the format.
    pub(super) fn code(self) -> u32 {
        match self {
            Self::I8 => 5120,
            Self::U8 => 5121,
            Self::I16 => 5122,
            Self::U16 => 5123,
            Self::U32 => 5125,
            Self::F32 => 5126,
        }
    }

    /// How many bytes a number takes.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::I8 => "signed bytes",
            Self::U8 => "bytes",
            Self::I16 => "signed 16-bit integers",
            Self::U16 => "16-bit integers",
            Self::U32 => "32-bit integers",
            Self::F32 => "floats",
        }
    }

    /// The number at the beginning of `bytes`; `None` if they are too few. Normalised integers become fractions
    /// from 0 or -1 to 1.
    pub(super) fn number(self, bytes: &[u8], normalized: bool) -> Option<f64> {
        let fraction = |value: f64, one: f64| {
            if normalized { (value / one).max(-1.0) } else { value }
        };
        Some(match self {
            Self::I8 => fraction(f64::from(i8::from_le_bytes(head(bytes)?)), 127.0),
            Self::U8 => fraction(f64::from(u8::from_le_bytes(head(bytes)?)), 255.0),
            Self::I16 => fraction(f64::from(i16::from_le_bytes(head(bytes)?)), 32767.0),
            Self::U16 => fraction(f64::from(u16::from_le_bytes(head(bytes)?)), 65535.0),
            Self::U32 => fraction(f64::from(u32::from_le_bytes(head(bytes)?)), 4_294_967_295.0),
            Self::F32 => f64::from(f32::from_le_bytes(head(bytes)?)),
        })
    }
}

fn head<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.first_chunk().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalised_integers_are_fractions() {
        assert_eq!(Component::I8.number(&[0x81], true), Some(-1.0));
        assert_eq!(Component::I8.number(&[0x80], true), Some(-1.0));
        assert_eq!(Component::I8.number(&[0x80], false), Some(-128.0));
        assert_eq!(Component::U8.number(&[51], true), Some(0.2));
        assert_eq!(Component::I16.number(&[0xff, 0x7f], true), Some(1.0));
        assert_eq!(Component::U16.number(&[0xff, 0xff], true), Some(1.0));
        assert_eq!(Component::U16.number(&[0xff], true), None);
        assert_eq!(Component::F32.number(&1.5f32.to_le_bytes(), true), Some(1.5));
    }

    #[test]
    fn codes_come_back() {
        for code in 5100..5140 {
            if let Some(component) = Component::from_code(code) {
                assert_eq!(component.code(), code);
            }
        }
    }
}
