//! HTML in small: escaping, tables, pictures.

use std::fmt::Write;
use toile_io::{WriteError, base64, png};
use toile_look::Image;

/// Text that stands for itself in HTML, also inside of attributes.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// A number with a real minus sign.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    if is_zero { text.trim_start_matches('-').to_owned() } else { text.replace('-', "−") }
}

/// A picture inside of the page.
pub(super) fn picture(image: &Image, words: &str) -> Result<String, WriteError> {
    let mut bytes = Vec::new();
    png::write_rgb8(&mut bytes, image)?;
    Ok(format!(
        "<img width=\"{}\" height=\"{}\" alt=\"{}\" src=\"data:image/png;base64,{}\">",
        image.width,
        image.height,
        escape(words),
        base64::encode(&bytes)
    ))
}

/// A table: a heading row, then rows of cells that are HTML already. The first column is text, the others are numbers.
pub(super) struct Table {
    html: String,
}

impl Table {
    pub(super) fn new(headings: &[String]) -> Self {
        let mut html = "<div class=\"scroll\"><table><thead><tr>".to_owned();
        for heading in headings {
            let _ = write!(html, "<th>{heading}</th>");
        }
        html.push_str("</tr></thead><tbody>");
        Self { html }
    }

    pub(super) fn row(&mut self, cells: &[String]) {
        self.html.push_str("<tr>");
        for cell in cells {
            let _ = write!(self.html, "<td>{cell}</td>");
        }
        self.html.push_str("</tr>");
    }

    pub(super) fn finish(mut self) -> String {
        self.html.push_str("</tbody></table></div>");
        self.html
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_page() {
        assert_eq!(escape("<b a=\"x\">&'"), "&lt;b a=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(
            (number(-1.25, 1), number(-0.01, 1), number(3.0, 0)),
            ("−1.2".into(), "0.0".into(), "3".into())
        );
    }
}
