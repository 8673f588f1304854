//! What pictures can show, on a skirt made of formulas: `cargo run --release --example look [FILE.png]`.

use glam::DVec3;
use std::error::Error;
use std::f64::consts::TAU;
use std::fs::File;
use std::io::BufWriter;
use toile::look::{
    Color, ColorMap, HeatValues, Image, Legend, Look, LookLine, LookObject, LookScene, Sheet, Surface, View,
    Wireframe,
};
use toile_geom::TriMesh;

const AROUND: u32 = 240;
const DOWN: u32 = 90;

/// A skirt from the waist to the knee, with folds that deepen towards the hem.
fn skirt() -> TriMesh {
    let position = |k: u32| {
        let (turn, drop) = (
            TAU * f64::from(k % AROUND) / f64::from(AROUND),
            f64::from(k / AROUND) / f64::from(DOWN),
        );
        let fold = (9.0 * turn + 0.8 * (2.0 * turn).sin()).cos() + 0.3 * (14.0 * turn + 1.0).sin();
        let radius = 0.13 + 0.09 * drop.sqrt() + 0.10 * drop + 0.045 * drop * drop * fold;
        DVec3::new(
            1.15 * radius * turn.sin(),
            1.05 - 0.55 * drop,
            radius * turn.cos(),
        )
    };
    let square = |k: u32| {
        let (row, column) = (k / AROUND * AROUND, k % AROUND);
        let [a, b] = [row + column, row + (column + 1) % AROUND];
        let [c, d] = [b + AROUND, a + AROUND];
        [[a, d, c], [a, c, b]]
    };
    TriMesh {
        positions: (0..AROUND * (DOWN + 1)).map(position).collect(),
        triangles: (0..AROUND * DOWN).flat_map(square).collect(),
    }
}

/// Relative change of length of the edges around the skirt, against the mean of their row.
fn stretch(mesh: &TriMesh) -> Vec<f32> {
    let length = |k: u32| {
        let next = k / AROUND * AROUND + (k % AROUND + 1) % AROUND;
        mesh.positions[k as usize].distance(mesh.positions[next as usize])
    };
    let percent = |row: u32| {
        let lengths: Vec<f64> = (0..AROUND).map(|column| length(row * AROUND + column)).collect();
        let mean = lengths.iter().sum::<f64>() / f64::from(AROUND);
        lengths
            .into_iter()
            .map(move |l| (100.0 * (l / mean - 1.0)) as f32)
    };
    (0..=DOWN).flat_map(percent).collect()
}

fn save(image: &Image, path: &str) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&image.pixels.concat())?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "look.png".to_owned());
    let mesh = skirt();
    let look = Look {
        width: 460,
        height: 520,
        ..Look::default()
    };
    let plain = LookScene::of(LookObject::cloth(&mesh));

    let values = stretch(&mesh);
    let range = [-40.0, 40.0];
    let heat = Surface::Heat {
        values: HeatValues::Vertex(&values),
        range,
        map: ColorMap::Diverging,
    };
    let strain = LookScene::of(LookObject::cloth(&mesh).with_surface(heat));

    let marked = [31_000, 31_001, 36_500];
    let checked = LookObject::cloth(&mesh)
        .with_wireframe(Wireframe::default())
        .with_marked(&marked);
    let mut check = LookScene::of(checked);
    let hem = mesh.positions[(DOWN * AROUND) as usize..].to_vec();
    let line = LookLine::new(hem, Color::hex(0x1B_6A_C9));
    check.lines.push(LookLine {
        closed: true,
        hidden_opacity: 0.3,
        ..line
    });

    let sheet = Sheet::default()
        .panel(look.render(&plain, View::ThreeQuarter), "cloth")
        .panel(look.render(&strain, View::ThreeQuarter), "strain")
        .panel(
            look.render(&check, View::ThreeQuarter),
            "mesh, hem and marked triangles",
        )
        .title("A skirt made of formulas")
        .caption("Lines behind the cloth are dimmed.")
        .legend(Legend::new(
            "strain around the skirt",
            "%",
            range,
            ColorMap::Diverging,
        ));
    save(&sheet.compose(), &path)
}
