//! The four fabrics beside each other: how they hang, and their shadows.

use super::BANDS;
use super::cases::named;
use super::instrument::{Draped, Instrument};
use super::shadow::Shadow;
use crate::validate::ValidateError;
use glam::{DVec2, DVec3};
use rayon::prelude::*;
use std::f64::consts::TAU;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_look::{Color, Image, Look, LookGround, LookObject, LookScene, LookSurface, Sheet, View};

/// Width of a panel in pixels.
const WIDTH: u32 = 360;
const HEIGHT: u32 = 270;
/// Colours of the fabrics.
const CLOTH: [u32; 4] = [0xE6_DF_CF, 0x8C_94_9E, 0xC9_8B_8B, 0x5B_74_9B];
/// Colours on the paper: the shadow of the disc, that of the cloth, and what it covered when it was flat.
const DISC: u32 = 0x5C_66_75;
const SHADOW: u32 = 0x8E_99_A8;
const SPECIMEN: u32 = 0xE9_E9_E4;
/// Samples of a pixel of the paper each way.
const SAMPLES: u32 = 4;
const VIEW: View = View::Custom { yaw: 0.45, pitch: 0.45 };

/// A page of pictures: each fabric as it hangs, and below its shadow within the outline of the flat specimen, over that of the disc.
///
/// # Errors
/// If a specimen does not come to rest.
pub fn figure() -> Result<Image, ValidateError> {
    let instrument = Instrument::default();
    let draped: Vec<Result<Draped, ValidateError>> =
        BANDS.par_iter().map(|band| instrument.drape(&named(band.fabric)?)).collect();
    let draped = draped.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut sheet = Sheet::default().columns(BANDS.len()).labels_below();
    for ((specimen, band), color) in draped.iter().zip(&BANDS).zip(CLOTH) {
        let label = format!("{}: {} folds", band.fabric, specimen.folds.count);
        sheet = sheet.panel(hanging(specimen, &instrument, Color::hex(color)), label);
    }
    for (specimen, band) in draped.iter().zip(&BANDS) {
        let [low, high] = band.percent;
        let label = format!("{:.0} % of the ring; published {low} to {high} %", 100.0 * specimen.coefficient);
        sheet = sheet.panel(paper(&specimen.shadow, &instrument), label);
    }
    Ok(sheet.compose())
}

/// The specimen on its disc.
fn hanging(specimen: &Draped, instrument: &Instrument, color: Color) -> Image {
    // The same piece of space for all, so that sizes can be compared.
    let (reach, drop) = (0.8 * instrument.specimen, instrument.specimen - instrument.disc);
    let focus = Aabb { min: DVec3::new(-reach, -drop, -reach), max: DVec3::new(reach, 0.0, reach) };
    let look = Look { width: WIDTH, height: HEIGHT, margin: 0.0, focus: Some(focus), ..Look::default() };
    let disc = disc(instrument.disc);
    let cloth = LookSurface::Solid(color);
    let objects = vec![
        LookObject::cloth(&specimen.mesh).with_surface(cloth.clone()),
        LookObject::cloth(&disc).with_surface(cloth),
    ];
    let ground = LookGround::At(-1.05 * drop);
    look.render(&LookScene { objects, ground, ..LookScene::default() }, VIEW)
}

/// The part of the specimen that lies on the disc, as a fan of triangles.
fn disc(radius: f64) -> TriMesh {
    let count = 180;
    let corner = |k: u32| {
        let place = DVec2::from_angle(TAU * f64::from(k) / f64::from(count)) * radius;
        DVec3::new(place.x, 0.0, -place.y)
    };
    TriMesh {
        positions: std::iter::once(DVec3::ZERO).chain((0..count).map(corner)).collect(),
        triangles: (0..count).map(|k| [0, 1 + k, 1 + (k + 1) % count]).collect(),
    }
}

/// The paper under the instrument, with the outline of the flat specimen.
fn paper(shadow: &Shadow, instrument: &Instrument) -> Image {
    let at = |x: u32, y: u32| {
        let corner = DVec2::new(f64::from(x), f64::from(y)) - 0.5 * DVec2::new(WIDTH.into(), HEIGHT.into());
        let parts = (0..SAMPLES * SAMPLES).map(|k| {
            let part = DVec2::new((k % SAMPLES).into(), (k / SAMPLES).into()) + 0.5;
            shade(shadow, instrument, corner + part / f64::from(SAMPLES))
        });
        let sum = parts.fold([0; 3], |sum, part| std::array::from_fn(|k| sum[k] + u32::from(part[k])));
        let [r, g, b] = sum.map(|channel| (channel / (SAMPLES * SAMPLES)) as u8);
        [r, g, b, 255]
    };
    let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| at(x, y))).collect();
    Image { width: WIDTH, height: HEIGHT, pixels }
}

/// What is on the paper at a place, in pixels of the picture from its middle.
fn shade(shadow: &Shadow, instrument: &Instrument, place: DVec2) -> [u8; 3] {
    let scale = f64::from(shadow.pixels) / f64::from(HEIGHT);
    let reach = place.length() * scale * shadow.side;
    let [column, row] = (place * scale + 0.5 * f64::from(shadow.pixels)).to_array().map(|k| k as usize);
    let width = shadow.pixels as usize;
    let is_dark = column < width && shadow.dark.get(row * width + column).is_some_and(|dark| *dark);
    let color = match is_dark {
        true if reach < instrument.disc => DISC,
        true => SHADOW,
        false if reach < instrument.specimen => SPECIMEN,
        false => 0xFF_FF_FF,
    };
    Color::hex(color).to_srgb()
}
