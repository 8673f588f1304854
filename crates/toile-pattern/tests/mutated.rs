//! Readers meet damaged files: whatever is changed in a sound one, the answer is a garment or an error, never a panic.

use toile_geom::random::Random;
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::import::import_bytes;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::{dxf, file, garment_code, lint, svg};

const FREE_SEWING: &str = r#"{"units":"mm","parts":{"a.front":{"paths":{"seam":{"class":"fabric","ops":[
    {"type":"move","to":[0,0]},{"type":"line","to":[300,0]},{"type":"curve","to":[300,400],"cp1":[320,100],"cp2":[320,300]},
    {"type":"line","to":[0,400]},{"type":"close"}]},"help":{"class":"help","ops":[{"type":"move","to":[0,9]},{"type":"line","to":[90,90]}]}},
    "snippets":{"n":{"def":"notch","at":[0,200]}},"cut":{"cutOnFold":[{"x":0,"y":0},{"x":0,"y":400}]}}}}"#;

#[test]
fn damaged_files_are_no_trouble() {
    let garment =
        Draft::named("straight-skirt").unwrap().draft(&DraftMeasures::default(), Looseness::Regular);
    let seeds = [
        file::write(&garment),
        garment_code::write(&garment).unwrap(),
        dxf::write(&garment),
        svg::write(&garment, &svg::SvgSettings::default()),
        FREE_SEWING.to_owned(),
    ];
    let mut random = Random::xorshift(0x5EED_CAFE);
    for seed in &seeds {
        let mut read = 0;
        for _ in 0..400 {
            let Ok(imported) = import_bytes("mutated", &random.damaged(seed.as_bytes())) else {
                continue;
            };
            read += 1;
            let written = file::write(&imported.garment);
            let again = file::read("again", &written);
            assert!(again.is_ok(), "what is read can be written and read: {:?}", again.err());
            let _ = lint::check(&imported.garment);
            let _ = svg::write(&imported.garment, &svg::SvgSettings { whole: true, seams: true });
        }
        assert!(read > 0, "some damage is harmless: {read}");
    }
}

/// A dot becomes a dash, which no name may begin with.
#[test]
fn labels_of_edges_that_begin_with_a_dot_become_names() {
    let garment =
        Draft::named("straight-skirt").unwrap().draft(&DraftMeasures::default(), Looseness::Regular);
    let text = garment_code::write(&garment).unwrap();
    assert!(text.contains("\"hip\""), "the draft has an edge of that name");
    let imported = import_bytes("dotted", text.replace("\"hip\"", "\".hip\"").as_bytes()).unwrap();
    assert_eq!(file::read("again", &file::write(&imported.garment)).err(), None);
}
