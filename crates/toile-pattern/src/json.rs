//! JSON as people write it: with comments, and mistakes at a place.

use crate::error::{PatternError, PatternPlace};

/// The same text with comments turned to spaces, so that places stay.
pub(crate) fn without_comments(text: &str) -> String {
    let mut out: Vec<u8> = text.bytes().collect();
    let (mut i, mut in_string) = (0, false);
    while i < out.len() {
        match (in_string, out[i]) {
            (true, b'\\') => i += 1,
            (true, b'"') => in_string = false,
            (false, b'"') => in_string = true,
            (false, b'/') if out.get(i + 1) == Some(&b'/') => {
                while i < out.len() && out[i] != b'\n' {
                    out[i] = b' ';
                    i += 1;
                }
            }
            (false, b'/') if out.get(i + 1) == Some(&b'*') => {
                while i < out.len() && !(out[i] == b'*' && out.get(i + 1) == Some(&b'/')) {
                    if out[i] != b'\n' {
                        out[i] = b' ';
                    }
                    i += 1;
                }
                for byte in out.iter_mut().skip(i).take(2) {
                    *byte = b' ';
                }
                i += 1;
            }
            _ => {}
        }
        i += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// What serde has to say, with its place.
pub(crate) fn mistake(text: &str, error: &serde_json::Error) -> PatternError {
    let message = error.to_string();
    let cause = message.split(" at line ").next().unwrap_or_default().to_owned();
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let place = PatternPlace::in_text(text, line_start + error.column().saturating_sub(1));
    let remedy = if error.is_syntax() || error.is_eof() {
        "mend the JSON there"
    } else {
        "compare with a file that its program has written"
    };
    PatternError::new(place, cause, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_strings_stay() {
        let text = "{ // one\n\"a//b\": \"c\\\"//d\", /* two\n*/ \"e\": 1 }";
        let clean = without_comments(text);
        assert_eq!(clean.len(), text.len());
        let value: serde_json::Value = serde_json::from_str(&clean).unwrap();
        assert_eq!(value, serde_json::json!({ "a//b": "c\"//d", "e": 1 }));
        assert_eq!(without_comments("/*"), "  ");
    }
}
