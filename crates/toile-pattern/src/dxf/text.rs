//! From bytes to text: old files are in an eight-bit code of Windows, some are binary.

use crate::error::PatternError;
use std::fmt::Write;

/// How binary files begin.
pub(crate) const BINARY: &[u8] = b"AutoCAD Binary DXF\r\n\x1a\0";

/// The upper half of code page 1252 from `0x80` to `0x9F`; above, it is Latin-1. `.` where there is nothing.
const WESTERN: &str = "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ";
/// The upper half of code page 1250.
const CENTRAL: &str = "€.‚.„…†‡.‰Š‹ŚŤŽŹ.‘’“”•–—.™š›śťžź ˇ˘Ł¤Ą¦§¨©Ş«¬.®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";
/// The upper half of code page 1251.
const CYRILLIC: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—.™љ›њќћџ ЎўЈ¤Ґ¦§Ё©Є«¬.®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

/// The text of a file: UTF-8, else the code page that it names, else that of Western Europe.
///
/// # Errors
/// If it is a binary file that cannot be read.
pub fn decoded(bytes: &[u8]) -> Result<String, PatternError> {
    if let Some(binary) = bytes.strip_prefix(BINARY) {
        return unpacked(binary);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Ok(of_page(bytes)),
    }
}

fn of_page(bytes: &[u8]) -> String {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]).to_uppercase();
    let page = start.find("$DWGCODEPAGE").map_or("", |at| &start[at..start.len().min(at + 60)]);
    let upper = |page: &str| page.chars().collect::<Vec<char>>();
    let table = if page.contains("1251") {
        upper(CYRILLIC)
    } else if page.contains("1250") {
        upper(CENTRAL)
    } else {
        upper(WESTERN)
    };
    let sign = |byte: &u8| match byte.checked_sub(0x80).map(usize::from) {
        None => char::from(*byte),
        Some(at) => table.get(at).copied().filter(|c| *c != '.').unwrap_or(char::from(*byte)),
    };
    bytes.iter().map(sign).collect()
}

/// A binary file as text: a code of one byte, `255` and two bytes, or two bytes since R13, and a value whose kind the code tells.
fn unpacked(bytes: &[u8]) -> Result<String, PatternError> {
    let wide = bytes.get(1) == Some(&0);
    let mut reader = Binary { rest: bytes, wide };
    let mut text = String::new();
    while !reader.rest.is_empty() {
        let Some((code, value)) = reader.pair() else {
            let remedy = "export the file as DXF in text (ASCII)";
            return Err(PatternError::file("the binary DXF ends in the middle of a pair", remedy));
        };
        let _ = write!(text, "{code}\n{}\n", value.replace(['\r', '\n'], " "));
    }
    Ok(text)
}

struct Binary<'a> {
    rest: &'a [u8],
    wide: bool,
}

impl Binary<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, tail) = self.rest.split_first_chunk::<N>()?;
        self.rest = tail;
        Some(*head)
    }

    fn code(&mut self) -> Option<i32> {
        if self.wide {
            return self.take().map(|bytes| i32::from(i16::from_le_bytes(bytes)));
        }
        match self.take::<1>()?[0] {
            255 => self.take().map(|bytes| i32::from(i16::from_le_bytes(bytes))),
            code => Some(i32::from(code)),
        }
    }

    /// A code and its value in words (Autodesk's DXF reference, *Group code value types*).
    fn pair(&mut self) -> Option<(i32, String)> {
        let code = self.code()?;
        let value = match code {
            10..=59 | 110..=149 | 210..=239 | 460..=469 | 1010..=1059 => {
                f64::from_le_bytes(self.take()?).to_string()
            }
            60..=79 | 170..=179 | 270..=289 | 370..=389 | 400..=409 | 1060..=1070 => {
                i16::from_le_bytes(self.take()?).to_string()
            }
            90..=99 | 420..=429 | 440..=459 | 1071 => i32::from_le_bytes(self.take()?).to_string(),
            160..=169 => i64::from_le_bytes(self.take()?).to_string(),
            290..=299 => self.take::<1>()?[0].to_string(),
            310..=319 | 1004 => {
                let count = usize::from(self.take::<1>()?[0]);
                self.rest = self.rest.get(count..)?;
                String::new()
            }
            _ => {
                let end = self.rest.iter().position(|&byte| byte == 0)?;
                let words = of_words(&self.rest[..end]);
                self.rest = &self.rest[end + 1..];
                words
            }
        };
        Some((code, value))
    }
}

fn of_words(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| of_page(bytes), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_pages() {
        let file = |page: &str| [b"9\n$DWGCODEPAGE\n3\n", page.as_bytes(), b"\n1\n\xc4rmel \xe6\n"].concat();
        for (page, words) in [("ANSI_1252", "Ärmel æ"), ("ANSI_1251", "Дrmel ж"), ("ansi_1250", "Ärmel ć")]
        {
            assert!(decoded(&file(page)).unwrap().contains(words), "{page}");
        }
        assert_eq!(CENTRAL.chars().count(), 128);
        assert_eq!(CYRILLIC.chars().count(), 128);
        assert_eq!(WESTERN.chars().count(), 32);
        assert_eq!(decoded("Rücken".as_bytes()).unwrap(), "Rücken");
    }

    #[test]
    fn binary_files_become_text() {
        let mut bytes = BINARY.to_vec();
        bytes.extend(b"\0\0POINT\0\x0a\0");
        bytes.extend(1.5_f64.to_le_bytes());
        bytes.extend(b"\x3e\0\x07\0");
        assert_eq!(decoded(&bytes).unwrap(), "0\nPOINT\n10\n1.5\n62\n7\n");
        bytes.pop();
        assert!(decoded(&bytes).is_err());
        let old = [BINARY, b"\0LINE\0\x3e\x07\0".as_slice()].concat();
        assert_eq!(decoded(&old).unwrap(), "0\nLINE\n62\n7\n");
    }
}
