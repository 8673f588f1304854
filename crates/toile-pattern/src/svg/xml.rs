//! The little of XML that drawings need: tags, attributes and text, in order. Entities are decoded, everything else is passed over.

use crate::error::{PatternError, PatternPlace};

/// What comes next in a document.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event<'a> {
    /// A tag opens; `closed` if it closes at once.
    Open { name: &'a str, attributes: Vec<(&'a str, String)>, closed: bool },
    /// A tag closes.
    Close(&'a str),
    /// Words between tags.
    Text(String),
}

/// Splits a document into tags and text, up to a tag that is never closed: that is told, too.
pub(super) fn events(text: &str) -> (Vec<Event<'_>>, Option<PatternError>) {
    let mut events = Vec::new();
    let mut rest = 0;
    while let Some(found) = text[rest..].find('<') {
        let start = rest + found;
        let words = text[rest..start].trim();
        if !words.is_empty() {
            events.push(Event::Text(decoded(words)));
        }
        match skip_or_read(text, start, &mut events) {
            Ok(next) => rest = next,
            Err(error) => return (events, Some(error)),
        }
    }
    (events, None)
}

/// Reads what begins with `<`; where to go on.
fn skip_or_read<'a>(text: &'a str, start: usize, events: &mut Vec<Event<'a>>) -> Result<usize, PatternError> {
    let after = &text[start..];
    for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
        if after.starts_with(open) {
            if let (Some(words), true) = (after.strip_prefix("<![CDATA["), close == "]]>") {
                let end = words.find(close).unwrap_or(words.len());
                events.push(Event::Text(words[..end].to_owned()));
            }
            return Ok(after.find(close).map_or(text.len(), |end| start + end + close.len()));
        }
    }
    let unclosed = || {
        let place = PatternPlace::in_text(text, start);
        PatternError::new(
            place,
            "this tag is never closed",
            "the file seems to be cut short; export it again",
        )
    };
    if after.starts_with("<!") {
        // A document type may have brackets of its own.
        let end = after.find('>').ok_or_else(unclosed)?;
        let end = if after[..end].contains('[') { after.find("]>").map_or(end, |at| at + 1) } else { end };
        return Ok(start + end + 1);
    }
    let end = tag_end(after).ok_or_else(unclosed)?;
    let inside = &after[1..end];
    if let Some(name) = inside.strip_prefix('/') {
        events.push(Event::Close(name.trim()));
    } else {
        let (inside, closed) = inside.strip_suffix('/').map_or((inside, false), |inside| (inside, true));
        let name_end = inside.find(|c: char| c.is_whitespace()).unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(name_end);
        events.push(Event::Open { name: name.trim(), attributes: read_attributes(attributes), closed });
    }
    Ok(start + end + 1)
}

/// Where a tag ends; a `>` between quotation marks does not count.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in tag.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return Some(at),
            _ => {}
        }
    }
    None
}

fn read_attributes(mut text: &str) -> Vec<(&str, String)> {
    let mut attributes = Vec::new();
    while let Some(equals) = text.find('=') {
        let name = text[..equals].split_whitespace().last().unwrap_or_default();
        let value = text[equals + 1..].trim_start();
        let Some(quote) = value.chars().next().filter(|&c| c == '"' || c == '\'') else { break };
        let Some(end) = value[1..].find(quote) else { break };
        attributes.push((name, decoded(&value[1..=end])));
        text = &value[end + 2..];
    }
    attributes
}

/// Text with its entities replaced.
fn decoded(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(';').filter(|&end| end < 12);
        let Some(end) = end else {
            out.push('&');
            rest = &rest[1..];
            continue;
        };
        let code = &rest[1..end];
        let number = code.strip_prefix("#x").map(|hex| u32::from_str_radix(hex, 16));
        let number = number.or_else(|| code.strip_prefix('#').map(str::parse));
        match (code, number) {
            ("lt", _) => out.push('<'),
            ("gt", _) => out.push('>'),
            ("amp", _) => out.push('&'),
            ("quot", _) => out.push('"'),
            ("apos", _) => out.push('\''),
            (_, Some(Ok(number))) => out.push(char::from_u32(number).unwrap_or(' ')),
            _ => out.push(' '),
        }
        rest = &rest[end + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_attributes_and_text() {
        let text =
            "<?xml version='1.0'?><!-- <no> --><svg a=\"1 > 0\" b='&lt;&#65;'><p/>some &amp; text</svg>";
        let (found, broken) = events(text);
        assert_eq!(broken, None);
        let attributes = vec![("a", "1 > 0".to_owned()), ("b", "<A".to_owned())];
        assert_eq!(found[0], Event::Open { name: "svg", attributes, closed: false });
        assert_eq!(found[1], Event::Open { name: "p", attributes: vec![], closed: true });
        assert_eq!(found[2], Event::Text("some & text".into()));
        assert_eq!(found[3], Event::Close("svg"));
        let (found, broken) = events("<svg><![CDATA[a < b]]><path d=\"M0 0");
        assert_eq!(found[1], Event::Text("a < b".into()));
        assert!(broken.is_some() && found.len() == 2);
    }
}
