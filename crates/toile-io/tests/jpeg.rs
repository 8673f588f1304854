//! JPEG pictures, read back by a decoder that knows the standard and nothing of the encoder.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]

use std::collections::HashMap;
use std::f64::consts::PI;
use toile_io::jpeg::{JpegQuality, encode};
use toile_io::png::Image;

/// A component: its samples a side in a square, its table of steps, its tables of codes.
#[derive(Clone, Default)]
struct Component {
    samples: [usize; 2],
    steps: usize,
    codes: [u8; 2],
    last: i32,
    plane: Vec<f64>,
}

/// Codes by their length and their bits.
type Codes = HashMap<(u8, u16), u8>;

#[derive(Default)]
struct Decoder {
    size: [usize; 2],
    steps: [Vec<f64>; 2],
    codes: HashMap<u8, Codes>,
    components: Vec<Component>,
    bits: Vec<bool>,
    at: usize,
}

impl Decoder {
    fn read(file: &[u8]) -> Image {
        assert_eq!(&file[..2], [0xFF, 0xD8]);
        let (mut decoder, mut at) = (Self::default(), 2);
        loop {
            assert_eq!(file[at], 0xFF);
            let (mark, length) = (file[at + 1], usize::from(file[at + 2]) << 8 | usize::from(file[at + 3]));
            let content = &file[at + 4..at + 2 + length];
            at += 2 + length;
            match mark {
                0xE0 => assert_eq!(&content[..5], b"JFIF\0"),
                0xDB => decoder.take_steps(content),
                0xC0 => decoder.take_frame(content),
                0xC4 => decoder.take_codes(content),
                0xDA => break decoder.take_scan(content),
                _ => panic!("{mark:x}"),
            }
        }
        assert_eq!(&file[file.len() - 2..], [0xFF, 0xD9]);
        decoder.take_bits(&file[at..file.len() - 2]);
        decoder.decode()
    }

    fn take_steps(&mut self, content: &[u8]) {
        let table = &mut self.steps[usize::from(content[0])];
        table.resize(64, 0.0);
        for (k, step) in content[1..].iter().enumerate() {
            table[zigzag(k)] = f64::from(*step);
        }
    }

    fn take_frame(&mut self, content: &[u8]) {
        assert_eq!(content[0], 8);
        let side = |k: usize| usize::from(content[k]) << 8 | usize::from(content[k + 1]);
        self.size = [side(3), side(1)];
        for part in content[6..].chunks(3) {
            let samples = [usize::from(part[1] >> 4), usize::from(part[1] & 15)];
            let steps = usize::from(part[2]);
            self.components.push(Component { samples, steps, ..Component::default() });
        }
    }

    fn take_codes(&mut self, content: &[u8]) {
        let (mut code, mut values) = (0, content[17..].iter());
        let table = self.codes.entry(content[0]).or_default();
        for (length, count) in (1..).zip(&content[1..17]) {
            for _ in 0..*count {
                table.insert((length, code), *values.next().unwrap());
                code += 1;
            }
            code <<= 1;
        }
        assert!(values.next().is_none());
    }

    fn take_scan(&mut self, content: &[u8]) {
        for (k, component) in self.components.iter_mut().enumerate() {
            let tables = content[2 + 2 * k];
            component.codes = [tables >> 4, 0x10 | (tables & 15)];
        }
    }

    fn take_bits(&mut self, bytes: &[u8]) {
        let mut bytes = bytes.iter();
        while let Some(byte) = bytes.next() {
            if *byte == 0xFF {
                assert_eq!(bytes.next(), Some(&0), "no mark within the pixels");
            }
            self.bits.extend((0..8).rev().map(|bit| byte >> bit & 1 == 1));
        }
    }

    fn bit(&mut self) -> u16 {
        self.at += 1;
        u16::from(self.bits[self.at - 1])
    }

    fn symbol(&mut self, table: u8) -> u8 {
        let mut code = 0;
        for length in 1..=16 {
            code = code << 1 | self.bit();
            if let Some(value) = self.codes[&table].get(&(length, code)) {
                return *value;
            }
        }
        panic!("no such code")
    }

    fn number(&mut self, bits: u8) -> i32 {
        let value = (0..bits).fold(0, |value, _| value << 1 | i32::from(self.bit()));
        if bits > 0 && value < 1 << (bits - 1) { value + 1 - (1 << bits) } else { value }
    }

    fn block(&mut self, component: usize) -> [f64; 64] {
        let Component { steps, codes: [dc, ac], .. } = self.components[component];
        let steps = self.steps[steps].clone();
        let mut block = [0.0; 64];
        let bits = self.symbol(dc);
        let difference = self.number(bits);
        let last = &mut self.components[component].last;
        *last += difference;
        block[0] = f64::from(*last) * steps[0];
        let mut k = 1;
        while k < 64 {
            let symbol = self.symbol(ac);
            if symbol == 0 {
                break;
            }
            k += usize::from(symbol >> 4);
            block[zigzag(k)] = f64::from(self.number(symbol & 15)) * steps[zigzag(k)];
            k += 1;
        }
        back(&block)
    }

    fn decode(mut self) -> Image {
        let [width, height] = self.size;
        let most = self.components[0].samples;
        let squares = [width.div_ceil(8 * most[0]), height.div_ceil(8 * most[1])];
        for component in &mut self.components {
            component.plane =
                vec![0.0; 64 * squares[0] * squares[1] * component.samples[0] * component.samples[1]];
        }
        for square in 0..squares[0] * squares[1] {
            for c in 0..self.components.len() {
                let [across, down] = self.components[c].samples;
                for part in 0..across * down {
                    let block = self.block(c);
                    let x = 8 * (square % squares[0] * across + part % across);
                    let y = 8 * (square / squares[0] * down + part / across);
                    for (k, value) in block.into_iter().enumerate() {
                        self.components[c].plane[(y + k / 8) * squares[0] * 8 * across + x + k % 8] = value;
                    }
                }
            }
        }
        assert!(
            self.bits.len() - self.at < 8 && self.bits[self.at..].iter().all(|bit| *bit),
            "ones fill the end"
        );
        let sample = |c: usize, x: usize, y: usize| {
            let Component { samples: [across, down], plane, .. } = &self.components[c];
            plane[y * down / most[1] * squares[0] * 8 * across + x * across / most[0]]
        };
        let pixel = |at: usize| {
            let [luma, blue, red] = [0, 1, 2].map(|c| sample(c, at % width, at / width));
            let luma = luma + 128.0;
            let green = luma - 0.344_136 * blue - 0.714_136 * red;
            let [r, g, b] = [luma + 1.402 * red, green, luma + 1.772 * blue].map(|v| v.round() as u8);
            [r, g, b, 255]
        };
        Image { width: width as u32, height: height as u32, pixels: (0..width * height).map(pixel).collect() }
    }
}

/// Where the coefficient of a number is in its block: along diagonals, there and back.
fn zigzag(number: usize) -> usize {
    let mut order: Vec<usize> = (0..64).collect();
    order.sort_by_key(|at| {
        let (row, column) = (at / 8, at % 8);
        let along = if (row + column) % 2 == 0 { column } else { row };
        (row + column, along)
    });
    order[number]
}

/// From frequencies back to values.
fn back(block: &[f64; 64]) -> [f64; 64] {
    let scale = |u: usize| if u == 0 { 0.5_f64.sqrt() } else { 1.0 };
    let wave = |x: usize, u: usize| 0.5 * scale(u) * ((2 * x + 1) as f64 * u as f64 * PI / 16.0).cos();
    std::array::from_fn(|k| (0..64).map(|f| block[f] * wave(k % 8, f % 8) * wave(k / 8, f / 8)).sum())
}

/// Slopes of colour with a hard edge and fine stripes.
fn picture(width: u32, height: u32) -> Image {
    let pixel = |at: u32| {
        let (x, y) = (at % width, at / width);
        let stripe = if x > width / 2 && y % 4 < 2 { 60 } else { 0 };
        let grey = if x + 2 * y > width { 80 + stripe } else { stripe };
        [(x * 100 / width) as u8 + grey, (y * 100 / height) as u8 + grey, 100 + grey, 255]
    };
    Image { width, height, pixels: (0..width * height).map(pixel).collect() }
}

/// The root mean square of the differences of all channels.
fn difference(a: &Image, b: &Image) -> f64 {
    assert_eq!((a.width, a.height, a.pixels.len()), (b.width, b.height, b.pixels.len()));
    let pairs = a.pixels.iter().flatten().zip(b.pixels.iter().flatten());
    let sum: f64 = pairs.map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2)).sum();
    (sum / (4 * a.pixels.len()) as f64).sqrt()
}

#[test]
fn pictures_come_back_nearly_as_they_were_whatever_their_size() {
    for (width, height) in [(64, 48), (61, 37), (16, 16), (7, 5), (1, 1)] {
        let image = picture(width, height);
        let [best, usual, poor] = [100, 90, 20].map(|quality| {
            let file = encode(&image, JpegQuality(quality)).unwrap();
            (difference(&Decoder::read(&file), &image), file.len())
        });
        // What is lost at best is the sharpness of colours.
        assert!(best.0 < 5.0 && usual.0 < 6.0, "{width} {height}: {best:?} {usual:?}");
        assert!(poor.0 < 20.0 && poor.1 <= usual.1 && usual.1 <= best.1, "{width} {height}: {poor:?}");
    }
}

#[test]
fn plain_colours_are_exact() {
    for color in [[0, 0, 0, 255], [255, 255, 255, 255], [128, 128, 128, 255]] {
        let image = Image { width: 20, height: 20, pixels: vec![color; 400] };
        let read = Decoder::read(&encode(&image, JpegQuality::default()).unwrap());
        assert!(difference(&read, &image) < 1.0, "{color:?} {:?}", read.pixels[0]);
    }
}

#[test]
fn noise_is_kept_at_the_best_quality() {
    // Grey noise: the largest coefficients there are.
    let mut state = 1_u32;
    let noise = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let value = if state >> 31 == 1 { 255 } else { 0 };
        [value, value, value, 255]
    };
    let image = Image { width: 48, height: 48, pixels: (0..48 * 48).map(noise).collect() };
    let read = Decoder::read(&encode(&image, JpegQuality(100)).unwrap());
    assert!(difference(&read, &image) < 2.0, "{}", difference(&read, &image));
}

#[test]
fn what_is_no_picture_is_refused() {
    for (width, height, count) in [(2, 2, 3), (0, 0, 0), (70_000, 1, 70_000)] {
        let image = Image { width, height, pixels: vec![[0; 4]; count] };
        assert!(encode(&image, JpegQuality::default()).is_err(), "{width} by {height}");
    }
}
