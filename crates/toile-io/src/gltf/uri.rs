//! References to other files: only such as lie beside or below the file that names them.

use std::path::{Component, Path, PathBuf};

/// The relative path that a URI in a file means. Absolute paths, `..`, schemes such as `http:` and drive letters are
/// refused, so that a file from elsewhere cannot read what it likes.
pub(super) fn relative_path(uri: &str) -> Result<PathBuf, String> {
    let decoded = percent_decoded(uri)?;
    if decoded.contains(':') {
        return Err(format!(
            "'{uri}' is not a relative path; only files beside this one are read, download it there"
        ));
    }
    if decoded.contains('\\') {
        return Err(format!("'{uri}' has a backslash; a URI separates folders with '/'"));
    }
    let path = Path::new(&decoded);
    let inside = path.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    if inside && path.file_name().is_some() {
        Ok(path.to_path_buf())
    } else {
        Err(format!("'{uri}' leads out of the file's folder; move the file beside this one"))
    }
}

/// The text with `%20` and the like replaced by the bytes they stand for.
fn percent_decoded(uri: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((byte, tail)) = rest.split_first() {
        rest = tail;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let [high, low, tail @ ..] = tail else {
            return Err(format!("'{uri}' ends in an incomplete '%'"));
        };
        let digit = |d: u8| char::from(d).to_digit(16);
        match (digit(*high), digit(*low)) {
            (Some(high), Some(low)) => bytes.push((16 * high + low) as u8),
            _ => {
                return Err(format!("'{uri}' has a '%' that two hexadecimal digits do not follow"));
            }
        }
        rest = tail;
    }
    String::from_utf8(bytes).map_err(|_| format!("'{uri}' does not decode to UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_beside_the_file_are_found() {
        assert_eq!(relative_path("cloth.bin"), Ok(PathBuf::from("cloth.bin")));
        assert_eq!(relative_path("my%20data/a%C3%A9.bin"), Ok(PathBuf::from("my data/aé.bin")));
        assert_eq!(relative_path("./a.bin"), Ok(PathBuf::from("./a.bin")));
    }

    #[test]
    fn everything_else_is_refused() {
        for uri in [
            "",
            ".",
            "/etc/passwd",
            "../secret",
            "a/../../secret",
            "%2e%2e/secret",
            "%2Fetc/passwd",
            "file:///etc/passwd",
            "http://example.org/a.bin",
            "C:/a.bin",
            "C%3A/a.bin",
            "..\\secret",
            "a%2",
            "a%zz",
            "a%ff",
        ] {
            assert!(relative_path(uri).is_err(), "{uri}");
        }
    }
}
