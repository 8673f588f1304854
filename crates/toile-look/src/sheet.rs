//! Several pictures side by side with a title, labels, a caption and legends.

use super::Color;
use super::canvas::Canvas;
use super::legend::Legend;
use super::render::Look;
use super::scene::LookScene;
use super::text::{Align, TextStyle};
use super::view::View;
use toile_io::png::Image;

/// A page of pictures.
///
/// Panels fill rows from the left; a row is as high as its highest panel.
#[derive(Clone, Debug)]
pub struct Sheet {
    title: String,
    caption: String,
    panels: Vec<(Image, String)>,
    legends: Vec<Legend>,
    columns: usize,
    spacing: u32,
    labels_below: bool,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            title: String::new(),
            caption: String::new(),
            panels: Vec::new(),
            legends: Vec::new(),
            columns: usize::MAX,
            spacing: 10,
            labels_below: false,
        }
    }
}

/// Width of a legend in pixels.
const LEGEND_WIDTH: u32 = 300;
/// Height of a line of labels below a row, in pixels.
const LABEL_HEIGHT: u32 = 24;
/// Height of each further line, in pixels.
const LINE_HEIGHT: u32 = 15;

impl Sheet {
    /// A page with the views of one scene at the same scale, each labelled with its name.
    pub fn of_views(look: &Look, scene: &LookScene<'_>, views: &[View]) -> Self {
        let images = look.render_views(scene, views);
        images
            .into_iter()
            .zip(views)
            .fold(Self::default(), |sheet, (image, view)| sheet.panel(image, view.name()))
    }

    /// A line above the pictures.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// A line below the pictures.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// One more picture with a label in its corner; each line of a label below a picture stands by itself.
    #[must_use]
    pub fn panel(mut self, image: Image, label: impl Into<String>) -> Self {
        self.panels.push((image, label.into()));
        self
    }

    /// A legend below the pictures.
    #[must_use]
    pub fn legend(mut self, legend: Legend) -> Self {
        self.legends.push(legend);
        self
    }

    /// How many pictures make a row; all, unless said otherwise.
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = columns.max(1);
        self
    }

    /// Pixels between pictures.
    #[must_use]
    pub fn spacing(mut self, spacing: u32) -> Self {
        self.spacing = spacing;
        self
    }

    /// Writes labels below the pictures, in the middle, instead of in their corners.
    #[must_use]
    pub fn labels_below(mut self) -> Self {
        self.labels_below = true;
        self
    }

    /// The pictures without the page.
    pub fn into_images(self) -> impl Iterator<Item = Image> {
        self.panels.into_iter().map(|(image, _)| image)
    }

    /// The page as one picture.
    pub fn compose(&self) -> Image {
        let gap = self.spacing;
        let rows: Vec<&[(Image, String)]> = self.panels.chunks(self.columns).collect();
        let row_width =
            |row: &&[(Image, String)]| row.iter().map(|(image, _)| image.width + gap).sum::<u32>() + gap;
        let label_height = |label: &str| match label.lines().count() as u32 {
            lines if self.labels_below => LABEL_HEIGHT + lines.saturating_sub(1) * LINE_HEIGHT,
            _ => 0,
        };
        let row_height = |row: &[(Image, String)]| {
            let pictures = row.iter().map(|(image, _)| image.height).max().unwrap_or(0);
            pictures + row.iter().map(|(_, label)| label_height(label)).max().unwrap_or(0)
        };
        let width = rows.iter().map(row_width).max().unwrap_or(gap).max(self.footer_width());
        let header = if self.title.is_empty() { gap } else { 48 };
        let pictures: u32 = rows.iter().map(|row| row_height(row) + gap).sum();
        let mut page = Image::filled(width, header + pictures + self.footer_height(), Color::hex(0xFB_FB_FA));
        let title = TextStyle { weight: 1.25, ..TextStyle::new(15.0) };
        title.draw(&mut page, &self.title, (gap + 8) as f32, 33.0, Align::Left);
        let mut y = header;
        for row in rows {
            let mut x = gap;
            for (image, label) in row {
                page.paste(image, x, y);
                self.draw_label(&mut page, label, [x, y], image);
                x += image.width + gap;
            }
            y += row_height(row) + gap;
        }
        self.draw_footer(&mut page, y);
        page
    }

    fn draw_label(&self, page: &mut Image, label: &str, [x, y]: [u32; 2], image: &Image) {
        let style = TextStyle { color: Color::hex(0x5A_5E_66), ..TextStyle::new(11.0) };
        if self.labels_below {
            let middle = (x + image.width / 2) as f32;
            for (line, below) in label.lines().zip((18..).step_by(LINE_HEIGHT as usize)) {
                let size =
                    (style.size * image.width as f32 / style.width(line).max(1.0)).clamp(6.0, style.size);
                let style = TextStyle { size, ..style };
                style.draw(page, line, middle, (y + image.height + below) as f32, Align::Center);
            }
        } else {
            style.draw(page, label, (x + 14) as f32, (y + 27) as f32, Align::Left);
        }
    }

    fn footer_height(&self) -> u32 {
        if !self.legends.is_empty() {
            Legend::HEIGHT + 14
        } else if self.caption.is_empty() {
            0
        } else {
            30
        }
    }

    fn footer_width(&self) -> u32 {
        self.legends.len() as u32 * (LEGEND_WIDTH + 40)
    }

    fn draw_footer(&self, page: &mut Image, y: u32) {
        let gap = self.spacing;
        let style = TextStyle { color: Color::hex(0x5A_5E_66), ..TextStyle::new(10.0) };
        style.draw(page, &self.caption, (gap + 8) as f32, (y + 16) as f32, Align::Left);
        let mut x = page.width.saturating_sub(self.footer_width());
        for legend in &self.legends {
            legend.draw(page, x, y + 4, LEGEND_WIDTH);
            x += LEGEND_WIDTH + 40;
        }
    }
}

/// Numbers from 0 up to `count`, the first and the last among them, at even distances; one alone is the last.
pub fn evenly_spaced(count: usize, most: usize) -> Vec<usize> {
    let chosen = count.min(most);
    if chosen == 1 {
        return vec![count - 1];
    }
    (0..chosen).map(|k| k * (count - 1) / (chosen - 1).max(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColorMap;

    #[test]
    fn panels_keep_their_pixels() {
        let red = Image::filled(40, 60, Color::hex(0xFF_00_00));
        let blue = Image::filled(50, 30, Color::hex(0x00_00_FF));
        let page = Sheet::default().panel(red, "").panel(blue, "").spacing(4).compose();
        assert_eq!((page.width, page.height), (4 + 40 + 4 + 50 + 4, 4 + 60 + 4));
        assert_eq!(page.pixels.iter().filter(|p| **p == [255, 0, 0, 255]).count(), 40 * 60);
        assert_eq!(page.pixels.iter().filter(|p| **p == [0, 0, 255, 255]).count(), 50 * 30);
    }

    #[test]
    fn rows_break_and_texts_take_room() {
        let panel = || Image::filled(40, 60, Color::BLACK);
        let page =
            Sheet::default().panel(panel(), "").panel(panel(), "").panel(panel(), "").columns(2).spacing(5);
        assert_eq!((page.compose().width, page.compose().height), (95, 135));
        let bare = page.compose().height;
        let titled = page.title("Drape").caption("after 2 s");
        assert!(titled.compose().height > bare + 60);
        let legend = Legend::new("strain", "%", [0.0, 1.0], ColorMap::Sequential);
        assert!(titled.legend(legend).compose().width > 300);
        assert_eq!(Sheet::default().compose().height, 10);
    }

    #[test]
    fn labels_below_leave_the_picture_alone() {
        let red = Image::filled(80, 60, Color::hex(0xFF_00_00));
        let page = Sheet::default().panel(red.clone(), "0.5 s").labels_below().compose();
        assert_eq!((page.width, page.height), (100, 10 + 60 + LABEL_HEIGHT + 10));
        assert_eq!(page.pixels.iter().filter(|p| **p == [255, 0, 0, 255]).count(), 80 * 60);
        let below = &page.pixels[70 * 100..];
        assert!(below.iter().any(|p| p[0] < 160), "the label is there");
        let two = Sheet::default().panel(red, "shirt\neu-38").labels_below();
        assert_eq!(two.compose().height, page.height + LINE_HEIGHT);
        assert_eq!(two.into_images().map(|image| image.width).collect::<Vec<_>>(), [80]);
    }
}
