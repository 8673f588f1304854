//! A flag of two pieces that waves, with a print, a normal map and holes for the light, written as GLB, USD and OBJ:
//! how moving cloth with materials is exported. `cargo run -p toile-io --example flag FOLDER`.

use glam::{DVec2, DVec3};
use std::error::Error;
use std::f64::consts::TAU;
use std::path::PathBuf;
use toile_io::file::write_scene;
use toile_io::png::{Image, write_rgba8};
use toile_io::scene::{
    AlphaMode, Interpolation, Material, MaterialSheen, MaterialTextures, Scene, SceneImage, SceneTexture,
    TextureWrap, UvTransform,
};
use toile_io::usd::{UsdStage, write_file};
use toile_io::{CornerAttribute, Group, NormalSplit, PolyMesh, WriteError};

/// Squares along the flag and down.
const SQUARES: [u32; 2] = [24, 16];
/// Its size in metres.
const SIZE: DVec2 = DVec2::new(0.9, 0.6);
const FRAMES: usize = 24;
const RATE: f64 = 24.0;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder are the files to go to?")?);
    std::fs::create_dir_all(&folder)?;
    let mesh = flag();
    let flat = mesh.positions.clone();

    // GLB and glTF hold frames as shapes to blend between.
    let frames: Vec<Vec<DVec3>> = (0..FRAMES).map(|frame| waving(&flat, frame)).collect();
    let mut scene = Scene::from_frames("my flag", mesh.clone(), &frames, RATE, Interpolation::Linear)?;
    (scene.materials, scene.images) = (materials(), pictures()?);
    write_scene(&folder.join("flag.glb"), &scene)?;
    write_scene(&folder.join("flag.gltf"), &scene)?;

    // USD asks for one frame at a time.
    let mut still = Scene::from_mesh("my flag", mesh);
    (still.materials, still.images) = (materials(), pictures()?);
    let positions = |frame: usize| Ok(waving(&flat, frame));
    let stage = UsdStage::new(&still).named("flag").with_rate(RATE).with_frames(0, FRAMES, &positions);
    for name in ["flag.usda", "flag.usdz"] {
        let left_out = write_file(&folder.join(name), &stage)?;
        println!("{name}: without {left_out:?}");
    }
    let left_out = write_scene(&folder.join("still flag.obj"), &still)?;
    println!("still flag.obj: without {left_out:?}");
    Ok(())
}

/// The flag: an upper piece and a lower one, with metres as texture coordinates, and those of a print over both.
fn flag() -> PolyMesh {
    let [columns, rows] = SQUARES;
    let places: Vec<DVec2> = (0..=rows)
        .flat_map(|r| (0..=columns).map(move |c| DVec2::new(f64::from(c), f64::from(r))))
        .map(|place| place / DVec2::new(f64::from(columns), f64::from(rows)))
        .collect();
    let corner = |c: u32, r: u32| r * (columns + 1) + c;
    let square = |c, r| [corner(c, r), corner(c + 1, r), corner(c + 1, r + 1), corner(c, r + 1)];
    let triangles = |[a, b, c, d]: [u32; 4]| [a, b, c, a, c, d];
    let corners: Vec<u32> =
        (0..rows).flat_map(|r| (0..columns).flat_map(move |c| triangles(square(c, r)))).collect();
    let faces = corners.len() as u32 / 3;
    let half = faces / 2;
    let group = |name: &str, material: &str, faces| Group {
        name: name.to_owned(),
        material: Some(material.to_owned()),
        faces,
    };
    let by_vertex = |values| CornerAttribute { values, indices: corners.clone() };
    PolyMesh {
        positions: places.iter().map(|p| (*p * SIZE).extend(0.0)).collect(),
        face_starts: (0..=faces).map(|f| 3 * f).collect(),
        uv_sets: vec![by_vertex(places.iter().map(|p| *p * SIZE).collect()), by_vertex(places)],
        groups: vec![group("lower piece", "red wool", 0..half), group("upper piece", "printed", half..faces)],
        corners,
        ..PolyMesh::default()
    }
    .with_smooth_normals(NormalSplit::Nowhere)
}

/// The flag in a frame of its wave.
fn waving(flat: &[DVec3], frame: usize) -> Vec<DVec3> {
    let time = frame as f64 / RATE;
    flat.iter()
        .map(|p| *p + DVec3::Z * (0.06 * p.x / SIZE.x * (TAU * (1.5 * p.x / SIZE.x - time)).sin()))
        .collect()
}

/// A wool that repeats every 5 cm, laid on the bias, and a print with holes that is seen once.
fn materials() -> Vec<Material> {
    let weave = UvTransform { rotation: TAU / 8.0, scale: DVec2::splat(20.0), offset: DVec2::new(0.5, 0.0) };
    let bumps = SceneTexture { transform: weave, ..SceneTexture::of_image(1) };
    let wool = Material {
        sheen: Some(MaterialSheen { color: [0.3, 0.1, 0.1], roughness: 0.8 }),
        textures: MaterialTextures { normal: Some(bumps.clone()), ..MaterialTextures::default() },
        ..Material::of_color("red wool", [0.6, 0.05, 0.04], 0.9)
    };
    let print = SceneTexture { uv_set: 1, wrap: [TextureWrap::Clamp; 2], ..SceneTexture::of_image(0) };
    let textures =
        MaterialTextures { base_color: Some(print), normal: Some(bumps), ..MaterialTextures::default() };
    let printed =
        Material { name: "printed".into(), alpha: AlphaMode::Mask(0.5), textures, ..Material::default() };
    vec![wool, printed]
}

/// The print and the weave.
fn pictures() -> Result<Vec<SceneImage>, WriteError> {
    let print = picture(256, |x, y| {
        let hole = (x - 0.75).hypot((y - 0.3) * 2.0 / 3.0) < 0.08;
        // Blue to the left, yellow to the right, darker at the bottom of the picture.
        let side = if x < 0.5 { [20.0, 60.0, 160.0] } else { [240.0, 200.0, 40.0] };
        let [r, g, b] = side.map(|part: f64| (part * (1.0 - 0.5 * y)) as u8);
        [r, g, b, if hole { 0 } else { 255 }]
    });
    let weave = picture(64, |x, y| {
        let slope = |t: f64| 128.0 + 90.0 * (TAU * 2.0 * t).sin();
        [slope(x) as u8, slope(y) as u8, 230, 255]
    });
    Ok(vec![SceneImage::new("print", print?), SceneImage::new("weave", weave?)])
}

/// The file of a square picture whose colours come from the place, from the top left corner to the bottom right.
fn picture(side: u32, color: impl Fn(f64, f64) -> [u8; 4]) -> Result<Vec<u8>, WriteError> {
    let at = |i: u32| (f64::from(i) + 0.5) / f64::from(side);
    let pixels =
        (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).map(|(x, y)| color(at(x), at(y))).collect();
    let mut file = Vec::new();
    write_rgba8(&mut file, &Image { width: side, height: side, pixels })?;
    Ok(file)
}
