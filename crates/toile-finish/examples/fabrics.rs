//! Draws tiles of fabrics: `cargo run --release -p toile-finish --example fabrics -- FOLDER [FABRIC ...]` writes colour, normals and roughness of each as PNG.

use std::path::Path;
use toile_finish::fabric::FabricLook;
use toile_io::file::write_png;

const USUAL: [&str; 8] =
    ["denim", "jersey", "silk-habotai", "linen", "wool-coating", "leather", "organza", "polyester-faille"];
/// A blue dye, in linear light.
const DYE: [f64; 3] = [0.035, 0.07, 0.2];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (folder, names) = words.split_first().ok_or("say a folder")?;
    let names: Vec<&str> =
        if names.is_empty() { USUAL.to_vec() } else { names.iter().map(String::as_str).collect() };
    std::fs::create_dir_all(folder)?;
    for name in names {
        let maps = FabricLook::of_fabric(name).maps(DYE, 512);
        println!("{name}: {:.1} x {:.1} mm", 1e3 * maps.size[0], 1e3 * maps.size[1]);
        for (what, image) in
            [("color", &maps.color), ("normal", &maps.normal), ("roughness", &maps.roughness)]
        {
            write_png(&Path::new(folder).join(format!("{name}_{what}.png")), image)?;
        }
    }
    Ok(())
}
