//! Files of thousands of pieces: read in seconds, in little memory.

use std::fmt::Write;
use std::time::Instant;
use toile_pattern::import::import_bytes;

/// As many as no pattern has.
const PIECES: usize = 3000;
/// How long each may take; what is not optimised has its time.
const SECONDS: u64 = 10;
/// How large the process may become, in kilobytes.
const MOST: usize = 200_000;

fn place(number: usize) -> [usize; 2] {
    [(number % 60) * 150, (number / 60) * 150]
}

fn dxf() -> String {
    let mut text = "0\nSECTION\n2\nBLOCKS\n".to_owned();
    for number in 0..PIECES {
        let [x, y] = place(number);
        let _ = write!(text, "0\nBLOCK\n2\nP{number}\n0\nPOLYLINE\n8\n1\n66\n1\n70\n1\n");
        for corner in 0..40 {
            let angle = f64::from(corner) * 0.157;
            let (at_x, at_y) = (x as f64 + 60.0 * angle.cos(), y as f64 + 50.0 * angle.sin());
            let _ = write!(text, "0\nVERTEX\n8\n1\n10\n{at_x:.3}\n20\n{at_y:.3}\n");
        }
        let _ = write!(text, "0\nSEQEND\n0\nPOINT\n8\n4\n10\n{}\n20\n{y}\n", x + 60);
        let _ = write!(
            text,
            "0\nTEXT\n8\n1\n10\n{x}\n20\n{y}\n1\nPiece Name: part\n0\nTEXT\n8\n1\n10\n{x}\n20\n{y}\n1\nQuantity: 2\n0\nENDBLK\n"
        );
    }
    text + "0\nENDSEC\n0\nEOF\n"
}

/// The same without blocks.
fn loose_dxf() -> String {
    dxf()
        .replace("0\nSECTION\n2\nBLOCKS\n", "0\nSECTION\n2\nENTITIES\n")
        .lines()
        .collect::<Vec<_>>()
        .chunks(2)
        .fold((String::new(), false), |(mut text, skip), pair| {
            let skip = match pair {
                ["0", "BLOCK" | "ENDBLK"] => true,
                ["0", _] => false,
                _ => skip,
            };
            if !skip {
                let _ = write!(text, "{}\n{}\n", pair[0], pair[1]);
            }
            (text, skip)
        })
        .0
}

fn svg(closed: bool) -> String {
    let mut text = "<svg width=\"9000mm\" height=\"7500mm\" viewBox=\"0 0 9000 7500\">".to_owned();
    for number in 0..PIECES {
        let [x, y] = place(number);
        let end = if closed { "z" } else { "\"/><path d=\"M {x} {y} v 120" }
            .replace("{x}", &x.to_string())
            .replace("{y}", &y.to_string());
        let _ = write!(
            text,
            "<g><path d=\"M {x} {y} h 100 v 120 h -100 {end}\"/><path d=\"M {} {y} v 8\"/><text x=\"{}\" y=\"{}\">cut 2</text></g>",
            x + 50,
            x + 50,
            y + 50
        );
    }
    text + "</svg>"
}

fn free_sewing() -> String {
    let mut text = "{\"parts\":{".to_owned();
    for number in 0..PIECES {
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}\"p{number}\":{{\"points\":{{\"a\":[0,0]}},\"paths\":{{\"seam\":{{\"ops\":[{{\"type\":\"move\",\"to\":[0,0]}},{{\"type\":\"line\",\"to\":[100,0]}},\
             {{\"type\":\"curve\",\"cp1\":[110,40],\"cp2\":[110,80],\"to\":[100,120]}},{{\"type\":\"line\",\"to\":[0,120]}},{{\"type\":\"close\"}}]}}}},\
             \"snippets\":{{\"n\":{{\"def\":\"notch\",\"at\":[0,60]}}}}}}"
        );
    }
    text + "}}"
}

fn garment_code() -> String {
    let mut text = "{\"pattern\":{\"stitches\":[],\"panels\":{".to_owned();
    for number in 0..PIECES {
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}\"p{number}\":{{\"translation\":[0,0,0],\"rotation\":[0,0,0],\"vertices\":[[0,0],[10,0],[10,12],[0,12]],\
             \"edges\":[{{\"endpoints\":[0,1]}},{{\"endpoints\":[1,2]}},{{\"endpoints\":[2,3]}},{{\"endpoints\":[3,0]}}]}}"
        );
    }
    text + "}},\"properties\":{\"units_in_meter\":100}}"
}

/// The most that the process has taken, in kilobytes; nothing where that is not told.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

#[test]
fn thousands_of_pieces_are_read_in_seconds() {
    let files = [
        ("DXF", dxf()),
        ("DXF without blocks", loose_dxf()),
        ("SVG", svg(true)),
        ("SVG of open lines", svg(false)),
        ("FreeSewing", free_sewing()),
        ("GarmentCode", garment_code()),
    ];
    for (name, text) in files {
        let start = Instant::now();
        let imported = import_bytes("many", text.as_bytes()).unwrap();
        let took = start.elapsed();
        assert_eq!(imported.garment.pieces.len(), PIECES, "{name}: {:?}", imported.warnings.first());
        eprintln!("{name}: {took:.2?}, {:?} kB at most", peak());
        assert!(took.as_secs() < SECONDS, "{name}: {took:?}");
        assert!(peak().is_none_or(|peak| peak < MOST), "{name}: {:?} kB", peak());
    }
}
