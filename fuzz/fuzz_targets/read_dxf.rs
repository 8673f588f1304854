//! DXF: whatever is read can be checked, unfolded, drawn, written and searched for seams.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(imported) = toile_pattern::dxf::read("fuzz", &text) else { return };
    let garment = imported.garment;
    let written = toile_pattern::file::write(&garment);
    toile_pattern::file::read("again", &written).expect("what is read can be written and read");
    let _ = toile_pattern::lint::check(&garment);
    if garment.pieces.len() < 8 {
        let _ = toile_pattern::reading::read_pattern(&garment, &Default::default(), &[], &[]);
    }
    let _ = toile_pattern::svg::write(&garment, &toile_pattern::svg::SvgSettings::default());
});
