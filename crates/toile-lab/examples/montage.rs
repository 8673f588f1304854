//! Pictures beside and below each other on one page, cut out and reduced: for the pages of the guide.
//!
//! `cargo run --release -p toile-lab --example montage -- PAGE.png [--width PIXELS] [--columns COUNT] PICTURE.png[@PART][=LABEL]...`
//!
//! A part of a picture is `LEFT,TOP,WIDTH,HEIGHT` in pixels; `--width` is that of each picture on the page.

use std::error::Error;
use std::path::Path;
use toile_io::file::{read_png, write_png};
use toile_io::png::Image;
use toile_look::{Color, Sheet};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let page = words.next().ok_or("the name of the page is missing")?;
    let (mut width, mut columns) = (None, usize::MAX);
    let mut pictures = Vec::new();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--width" => width = Some(value()?.parse()?),
            "--columns" => columns = value()?.parse()?,
            _ => pictures.push(word),
        }
    }
    let labelled = pictures.iter().any(|picture| picture.contains('='));
    let mut sheet = Sheet::default().columns(columns).spacing(if pictures.len() > 1 { 10 } else { 0 });
    for picture in &pictures {
        let (source, label) = picture.split_once('=').unwrap_or((picture, ""));
        let (path, part) = source.split_once('@').unwrap_or((source, ""));
        let mut image = read_png(Path::new(path))?;
        if !part.is_empty() {
            image = cut_out(&image, rectangle(part)?);
        }
        if let Some(width) = width {
            image = reduced(&image, width);
        }
        sheet = sheet.panel(image, label);
    }
    let sheet = if labelled { sheet.labels_below() } else { sheet };
    write_png(Path::new(&page), &sheet.compose())?;
    Ok(())
}

fn rectangle(text: &str) -> Result<[u32; 4], Box<dyn Error>> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    Ok(numbers?.try_into().map_err(|_| "a part has four numbers: left, top, width, height")?)
}

fn cut_out(image: &Image, [left, top, width, height]: [u32; 4]) -> Image {
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (left + x, top + y)));
    let pixels = places.map(|(x, y)| image.pixel(x, y).unwrap_or([255; 4])).collect();
    Image { width, height, pixels }
}

/// The picture at another width, each pixel the mean of those that it covers, in linear light.
fn reduced(image: &Image, width: u32) -> Image {
    let scale = f64::from(image.width) / f64::from(width);
    let height = (f64::from(image.height) / scale).round().max(1.0) as u32;
    let (across, down) = (shares(image.width, width), shares(image.height, height));
    let linear: Vec<[f32; 3]> = image.pixels.iter().map(|&[r, g, b, _]| to_linear([r, g, b])).collect();
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    for rows in &down {
        for columns in &across {
            let mut sum = [0.0_f32; 3];
            for &(y, part) in rows {
                for &(x, share) in columns {
                    let pixel = linear[y * image.width as usize + x];
                    sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += part * share * value);
                }
            }
            let [r, g, b] = Color(sum.into()).to_srgb();
            pixels.push([r, g, b, 255]);
        }
    }
    Image { width, height, pixels }
}

/// For each new pixel the old ones that it covers, and how much of it each of them is.
fn shares(old: u32, new: u32) -> Vec<Vec<(usize, f32)>> {
    let scale = f64::from(old) / f64::from(new);
    let covered = |n: u32| {
        let (from, to) = (f64::from(n) * scale, (f64::from(n) + 1.0) * scale);
        let pixels = (from as u32)..(to.ceil() as u32).min(old);
        let overlap = |k: u32| (to.min(f64::from(k) + 1.0) - from.max(f64::from(k))) / scale;
        pixels.map(|k| (k as usize, overlap(k) as f32)).collect()
    };
    (0..new).map(covered).collect()
}

fn to_linear([r, g, b]: [u8; 3]) -> [f32; 3] {
    Color::hex(u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b)).0.to_array()
}
