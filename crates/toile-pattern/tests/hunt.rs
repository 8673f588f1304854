//! A hunt for inputs that break the readers of patterns: ten minutes a format, with time and memory watched. It is run by hand,
//!
//!     TOILE_HUNT=dxf TOILE_HUNT_SECONDS=600 cargo test --release -p toile-pattern --test hunt -- --ignored --nocapture
//!
//! and leaves what it finds in `target/hunt`: what panics, takes longer than ten seconds, or makes the process large. Seeds are sound and damaged files of the
//! tests, those under `../shared/data` if they are there, and the files of a folder named by `TOILE_HUNT_SEEDS`.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test says what it expects by failing")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use toile_geom::random::Random;
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::garment::Garment;
use toile_pattern::import::import_bytes;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::{dxf, file, garment_code, lint, svg};

/// Larger seeds are left out: little ones are tried more often.
const LARGEST: usize = 40_000;
/// No file of this size takes longer, on a busy machine too.
const LONGEST: Duration = Duration::from_secs(10);
/// The process may become so large, in megabytes.
const MOST: usize = 1500;
/// So many finds are enough to begin with.
const ENOUGH: usize = 20;
/// Words that mean something in some format.
const WORDS: [&str; 40] = [
    "\n0\nSPLINE\n8\n1\n",
    "\n0\nINSERT\n2\n",
    "\n0\nELLIPSE\n",
    "\n0\nARC\n",
    "\n70\n1\n",
    "\n71\n3\n",
    "\n40\n0.0\n",
    "\n41\n-1e9\n",
    "\n0\nENDBLK\n",
    "\n0\nBLOCK\n2\nx\n",
    "\n0\nSEQEND\n",
    "\n230\n-1\n",
    "Units: ENGLISH",
    "Size: 38",
    "# 1",
    "Quantity: 1,1",
    "\\U+FFFF",
    "<g>",
    "</g>",
    "<use href=\"#a\"/>",
    "id=\"a\"",
    "transform=\"matrix(1 0 0 0 0 0)\"",
    "a1 1 0 0 1 0 0",
    "A 1e-300 1e300 45 1 1 9 9",
    "viewBox=\"0 0 0 0\"",
    "width=\"1e-9mm\"",
    "<style>",
    "*{display:none}",
    "class=\"sa\"",
    "<tspan>",
    "z",
    "M0 0",
    "\"hidden\":1",
    "\"ops\":[",
    "null",
    "[[",
    "{\"x\":1}",
    "\"close\"",
    "1e308",
    "-0",
];

fn seeds(format: &str) -> Vec<Vec<u8>> {
    let draft = |name: &str| Draft::named(name).unwrap().draft(&DraftMeasures::default(), Looseness::Regular);
    let garments: Vec<Garment> = ["straight-skirt", "shirt", "circle-skirt"].map(draft).to_vec();
    let written = |garment: &Garment| match format {
        "dxf" => dxf::write(garment),
        "svg" => svg::write(garment, &svg::SvgSettings::default()),
        "garmentcode" => garment_code::write(garment).unwrap_or_default(),
        "toile" => file::write(garment),
        _ => String::new(),
    };
    let mut seeds: Vec<Vec<u8>> = garments.iter().map(|garment| written(garment).into_bytes()).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = root.join("../../../shared/data/patterns");
    let folders = ["dxf", "freesewing", "garmentcode", "neuraltailor"].map(|folder| shared.join(folder));
    let own = [root.join("tests/broken"), root.join("../../fuzz/seeds")];
    let given = std::env::var_os("TOILE_HUNT_SEEDS").map(PathBuf::from);
    let mut folders: Vec<PathBuf> = folders.into_iter().chain(own).chain(given).collect();
    let inner: Vec<PathBuf> =
        folders.iter().flat_map(std::fs::read_dir).flatten().flatten().map(|entry| entry.path()).collect();
    folders.extend(inner.iter().filter(|path| path.is_dir()).cloned());
    let mut files: Vec<PathBuf> =
        folders.iter().flat_map(std::fs::read_dir).flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let fits = |bytes: &Vec<u8>| {
        let found =
            toile_pattern::import::PatternFormat::of(bytes).map(toile_pattern::import::PatternFormat::name);
        bytes.len() < LARGEST && found == Some(format)
    };
    seeds.extend(files.iter().filter_map(|path| std::fs::read(path).ok()));
    seeds.retain(fits);
    seeds
}

/// A damaged file: bytes, words, parts of other files, parts of itself many times.
fn damaged(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let seed = &seeds[random.below(seeds.len())];
    let mut bytes = random.damaged(seed);
    for _ in 0..random.below(3) {
        let at = random.below(bytes.len().max(1)).min(bytes.len());
        match random.below(4) {
            0 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                let part = other[from..(from + 1 + random.below(2000)).min(other.len())].to_vec();
                bytes.splice(at..at, part);
            }
            1 => {
                let part = bytes[at..(at + 1 + random.below(300)).min(bytes.len())].to_vec();
                let copies = part.repeat(1 + random.below(100));
                bytes.splice(at..at, copies);
            }
            _ => drop(bytes.splice(at..at, WORDS[random.below(WORDS.len())].bytes())),
        }
        if bytes.is_empty() {
            bytes.push(b' ');
        }
    }
    bytes
}

/// Reads a file and does with it what users do.
fn try_all(bytes: &[u8]) -> bool {
    let Ok(imported) = import_bytes("hunt", bytes) else { return false };
    let written = file::write(&imported.garment);
    if let Err(error) = file::read("again", &written) {
        panic!("what is read can be written and read: {error}");
    }
    if imported.garment.pieces.len() < 12 {
        let _ = lint::check(&imported.garment);
        let _ = svg::write(&imported.garment, &svg::SvgSettings { whole: true, seams: true });
        let _ = dxf::write(&imported.garment);
    }
    true
}

/// How large the process is, in megabytes; 0 where that is not told.
fn size() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok()).unwrap_or(0) / 1024
}

#[test]
#[ignore = "takes ten minutes a format"]
fn readers_stand_a_hunt() {
    let format = std::env::var("TOILE_HUNT").unwrap_or_else(|_| "dxf".into());
    let seconds = std::env::var("TOILE_HUNT_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/hunt");
    std::fs::create_dir_all(&folder).unwrap();
    let seeds = seeds(&format);
    assert!(!seeds.is_empty(), "there are seeds of {format}");
    let start = Instant::now();
    let mut random = Random::xorshift(u64::from(std::process::id()) | 1);
    let (mut tried, mut read, mut found, mut slowest) = (0, 0, 0, Duration::ZERO);
    let current = folder.join(format!("{format}-current"));
    while start.elapsed().as_secs() < seconds && found < ENOUGH {
        let bytes = damaged(&mut random, &seeds);
        // What ends the process is found here.
        std::fs::write(&current, &bytes).unwrap();
        let now = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| try_all(&bytes)));
        let took = now.elapsed();
        slowest = slowest.max(took);
        tried += 1;
        read += usize::from(matches!(result, Ok(true)));
        let why = match result {
            Err(_) => "panic",
            Ok(_) if took > LONGEST => "slow",
            Ok(_) if size() > MOST => "large",
            Ok(_) => continue,
        };
        found += 1;
        std::fs::write(folder.join(format!("{format}-{why}-{found}")), &bytes).unwrap();
        eprintln!("{why} after {tried} files, {took:.1?}, {} MB", size());
    }
    eprintln!(
        "{format}: {tried} files of {} seeds, {read} read, slowest {slowest:.2?}, {} MB",
        seeds.len(),
        size()
    );
    assert_eq!(found, 0, "see {}", folder.display());
}
