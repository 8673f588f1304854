//! Files that are no patterns in a format that is read: what they are, told by their first bytes or their extension, and what to export instead.
//!
//! Magic numbers are those of the formats' own specifications (PDF 32000, PNG, JFIF, TIFF 6, ZIP appnote, glTF 2.0) and of DWG drawings.

use crate::error::PatternError;

/// What to say to files that begin with some bytes.
const BEGINNINGS: [(&[u8], &str, &str); 16] = [
    (b"%PDF", "this is a PDF, which has lines but no pieces", INKSCAPE),
    (b"%!PS", "this is PostScript, which has lines but no pieces", INKSCAPE),
    (b"\x89PNG", "this is a picture", TRACE),
    (b"\xff\xd8\xff", "this is a picture", TRACE),
    (b"GIF8", "this is a picture", TRACE),
    (b"BM", "this is a picture", TRACE),
    (b"II*\0", "this is a picture", TRACE),
    (b"MM\0*", "this is a picture", TRACE),
    (
        b"RIFF",
        "this is a picture or a CorelDRAW file",
        "export the pieces as SVG or DXF from the program that it was made with",
    ),
    (b"AC10", "this is a DWG drawing of AutoCAD", "save it as DXF there (any version from R12 on)"),
    (b"glTF", "this is a mesh in space, not a flat pattern", MESH),
    (b"Kaydara FBX", "this is a mesh in space, not a flat pattern", MESH),
    (b"ply\n", "this is a mesh in space, not a flat pattern", MESH),
    (b"\x1f\x8b", "this file is compressed", "unpack it, or save it again as plain SVG"),
    (
        b"\xd0\xcf\x11\xe0",
        "this is a project of another program",
        "export the pieces there as DXF-AAMA or DXF-ASTM",
    ),
    (
        b"SQLite format",
        "this is a project of another program",
        "export the pieces there as DXF-AAMA or DXF-ASTM",
    ),
];
const INKSCAPE: &str = "open it in Inkscape, one page at a time, see that a test square is as large as it should be, and save it as SVG; or ask its maker for DXF-AAMA";
const TRACE: &str = "draw the pieces over it in Inkscape, to scale, and save them as SVG";
const MESH: &str = "give a pattern; garments in space are no input here";

/// What to say to files with some extension.
const EXTENSIONS: [(&[&str], &str, &str); 9] = [
    (
        &["zprj", "zpac", "pacx", "avt"],
        "this is a project of CLO or Marvelous Designer",
        "export the pattern there as DXF-AAMA or DXF-ASTM (File, Export, DXF), in real size",
    ),
    (
        &["pds", "pdsx", "dsn", "mrk"],
        "this is a file of Optitex",
        "export the pieces from PDS as DXF-AAMA or DXF-ASTM",
    ),
    (
        &["tmp", "pce", "mod", "acc"],
        "this seems to be a file of Gerber AccuMark",
        "export the model from AccuMark Explorer as AAMA or ASTM (DXF with its RUL file)",
    ),
    (
        &["mdl", "iba", "vet", "plx"],
        "this is a file of Lectra",
        "export the model from Modaris as AAMA or ASTM (DXF with its RUL file)",
    ),
    (
        &["sty", "grafis", "pat", "patx"],
        "this is a project of another pattern program",
        "export the pieces there as DXF-AAMA or DXF-ASTM",
    ),
    (
        &["plt", "hpgl", "hpg", "iso", "cut"],
        "this file is for plotters and cutters",
        "export the pieces as DXF-AAMA or SVG from the program that it was made with",
    ),
    (
        &["cdr", "ai", "eps", "indd", "afdesign"],
        "this is a drawing of another program",
        "save it as SVG there, to scale",
    ),
    (
        &["obj", "stl", "fbx", "glb", "gltf", "dae", "ply"],
        "this is a mesh in space, not a flat pattern",
        MESH,
    ),
    (
        &["yaml", "yml"],
        "these are settings or measures, not a pattern",
        "draft the design with them, and export it as JSON or SVG",
    ),
];

/// Why bytes are no pattern in a known format.
pub(crate) fn refusal(bytes: &[u8], extension: Option<&str>) -> PatternError {
    let (cause, remedy) = told(bytes, extension);
    PatternError::file(cause, remedy)
}

fn told(bytes: &[u8], extension: Option<&str>) -> (String, String) {
    let say = |cause: &str, remedy: &str| (cause.to_owned(), remedy.to_owned());
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return say("the file is empty", "copy it again");
    }
    let extension = extension.unwrap_or_default().to_lowercase();
    let by_extension = EXTENSIONS.iter().find(|(names, _, _)| names.contains(&extension.as_str()));
    if bytes.starts_with(b"PK\x03\x04") && by_extension.is_none() {
        return of_archive(bytes);
    }
    if let Some((_, cause, remedy)) = BEGINNINGS.iter().find(|(start, _, _)| bytes.starts_with(start)) {
        return say(cause, remedy);
    }
    if let Some(told) = of_text(&String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)])) {
        return told;
    }
    match by_extension {
        Some((_, cause, remedy)) => say(cause, remedy),
        None => say(
            "this is no pattern in a known format",
            "give a garment.toml, GarmentCode or FreeSewing JSON, DXF-AAMA or ASTM, or SVG file",
        ),
    }
}

/// What is told by words in a text.
fn of_text(text: &str) -> Option<(String, String)> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let lower = text.to_lowercase();
    let has_root = |names: &[&str]| {
        names.iter().any(|name| lower.contains(&format!("<{name}>")) || lower.contains(&format!("<{name} ")))
    };
    let (cause, remedy) = if text.starts_with('<')
        && has_root(&["pattern"])
        && has_root(&["draw", "draftblock", "increments", "calculation"])
    {
        (
            "this is a pattern of Seamly2D or Valentina: a recipe with formulas, which only these programs can follow",
            "open it there with its measures and export the pieces as DXF-ASTM or SVG; the guide's page on formats says how, on the command line too",
        )
    } else if text.starts_with('<') && has_root(&["vit", "vst", "smis", "smms"]) {
        (
            "these are measures for patterns of Seamly2D or Valentina, not a pattern",
            "give the pieces that the pattern's program exports with them",
        )
    } else if lower.starts_with("<!doctype html") || has_root(&["html"]) {
        ("this is a web page", "save the pattern itself, not the page that it is on")
    } else if lower.contains("rule: delta") && lower.contains("size list") {
        (
            "this is a table of grade rules, not a pattern",
            "give the DXF file that lies beside it; the table is read with it",
        )
    } else if text.starts_with('{') || text.starts_with('[') {
        (
            "this JSON is neither a GarmentCode pattern (`panels`) nor a FreeSewing draft (`parts`)",
            "export the pattern once more, or as DXF or SVG",
        )
    } else {
        return None;
    };
    Some((cause.to_owned(), remedy.to_owned()))
}

/// An archive: which files in it could be patterns.
fn of_archive(bytes: &[u8]) -> (String, String) {
    const PATTERNS: [&str; 7] = [".dxf", ".svg", ".json", ".toml", ".val", ".sm2d", ".pdf"];
    let is_pattern = |name: &&String| PATTERNS.iter().any(|end| name.to_lowercase().ends_with(end));
    let names = names_in(bytes);
    let found: Vec<String> =
        names.iter().filter(is_pattern).take(3).map(|name| format!("`{name}`")).collect();
    let cause = match (&found[..], names.first()) {
        ([], None) => "this is a ZIP archive or a project of another program".to_owned(),
        ([], Some(first)) => {
            format!("this is a ZIP archive without a pattern that is known; it begins with `{first}`")
        }
        (found, _) => format!("this is a ZIP archive, with {} in it", found.join(", ")),
    };
    let remedy = if found.is_empty() {
        "export the pieces as DXF-AAMA, DXF-ASTM or SVG from the program that it was made with"
    } else {
        "unpack it and give the pattern itself"
    };
    (cause, remedy.to_owned())
}

/// The names in the directory at the end of an archive (ZIP appnote 4.3.12), printable ones only.
fn names_in(bytes: &[u8]) -> Vec<String> {
    const ENTRY: &[u8] = b"PK\x01\x02";
    const HEAD: usize = 46;
    const MOST: usize = 1000;
    let mut names = Vec::new();
    let Some(mut at) = bytes.windows(4).position(|window| window == ENTRY) else { return names };
    while names.len() < MOST && bytes.get(at..at + 4) == Some(ENTRY) {
        let length = |from: usize| {
            let pair = bytes.get(at + from..at + from + 2).and_then(|pair| pair.try_into().ok());
            pair.map_or(0, |pair| usize::from(u16::from_le_bytes(pair)))
        };
        let Some(name) = bytes.get(at + HEAD..at + HEAD + length(28)) else { break };
        let name: String =
            String::from_utf8_lossy(name).chars().filter(|c| !c.is_control()).take(60).collect();
        names.push(name);
        at += HEAD + length(28) + length(30) + length(32);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart() {
        for (bytes, extension, words) in [
            (b"%PDF-1.7".as_slice(), "pdf", "Inkscape"),
            (b"%PDF-1.7", "ai", "Inkscape"),
            (b"\x89PNG\r\n", "svg", "picture"),
            (b"zp\x01\x02", "zprj", "CLO"),
            (b"PK\x03\x04....", "zprj", "CLO"),
            (b"PK\x03\x04....", "zip", "ZIP"),
            (b"\x01\x02\x03", "pds", "Optitex"),
            (b"\x01\x02\x03", "TMP", "AccuMark"),
            (b"\n \n", "dxf", "empty"),
            (b"<?xml?><pattern><unit>cm</unit><draw name=\"a\"/></pattern>", "val", "Seamly2D or Valentina"),
            (b"<?xml?><smis><body-measurements/></smis>", "smis", "measures"),
            (b"UNITS: METRIC\nSIZE LIST: 1 2\nRULE: DELTA 1\n", "rul", "beside"),
            (b"[1, 2]", "json", "neither"),
            (b"hello", "txt", "known format"),
        ] {
            let error = refusal(bytes, Some(extension)).to_string();
            assert!(error.contains(words), "{extension}: {error}");
        }
    }

    #[test]
    fn archives_name_the_patterns_in_them() {
        let mut bytes = b"PK\x03\x04xx".to_vec();
        for name in ["readme.txt", "coat/front.dxf"] {
            let mut entry = [0_u8; 46];
            entry[..4].copy_from_slice(b"PK\x01\x02");
            entry[28] = u8::try_from(name.len()).unwrap();
            bytes.extend(entry);
            bytes.extend(name.bytes());
        }
        let error = refusal(&bytes, Some("zip")).to_string();
        assert!(error.contains("`coat/front.dxf`") && !error.contains("readme"), "{error}");
        bytes.truncate(bytes.len() - 3);
        assert!(refusal(&bytes, None).to_string().contains("`readme.txt`"));
    }
}
