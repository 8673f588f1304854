//! Files of a dressed body that moves.

use super::animated::animated;
use super::files::{CLOTH, Export, SKIN, numbered};
use crate::file_batch::FileBatch;
use crate::file_error::FileError;
use glam::DVec3;
use std::path::{Path, PathBuf};
use toile_dress::{DressedMotion, MotionFrame};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_io::file::{replace_file, write_png};
use toile_io::pc2::Pc2Writer;
use toile_io::{WriteError, gltf};
use toile_look::{Color, Look, LookGround, LookObject, LookQuality, LookScene, LookSurface, Sheet, View};

/// Moments on the picture.
const MOMENTS: usize = 12;

impl Export for DressedMotion {
    /// Writes point caches of body and garments, for the meshes that were written of them, with a sample for each frame; the dressed body as an animated
    /// GLB; and then a picture of twelve moments.
    fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FileError> {
        let mut batch = FileBatch::new(folder.as_ref())?;
        batch.add("body.pc2", |path| write_frames(path, self.frames.iter().map(|frame| &frame.body)));
        for (n, name) in self.names.iter().enumerate() {
            batch.add(numbered("garment", n, name, "pc2"), move |path| {
                write_frames(path, self.frames.iter().filter_map(|frame| frame.garments.get(n)))
            });
        }
        batch.add("motion.glb", |path| gltf::write_file(path, &animated(self, &self.names)?));
        batch.next_turn();
        batch.add("motion.png", |path| write_png(path, &moments(self).compose()));
        batch.write()
    }
}

/// Writes the places of the same points in all frames.
fn write_frames<'a>(
    path: &Path,
    frames: impl Iterator<Item = &'a Vec<DVec3>> + Clone,
) -> Result<(), WriteError> {
    let point_count = frames.clone().next().map_or(0, Vec::len);
    replace_file(path, |file| {
        let mut cache = Pc2Writer::new(file, point_count, 0.0, 1.0)?;
        for frame in frames {
            cache.append(frame)?;
        }
        cache.finish().map(drop)
    })
}

/// Twelve moments side by side, all from the same distance.
fn moments(motion: &DressedMotion) -> Sheet {
    let mut sheet = Sheet::default().columns(MOMENTS / 2);
    let height = |frame: &MotionFrame| {
        frame.body.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max)
            - frame.body.iter().map(|p| p.y).fold(f64::INFINITY, f64::min)
    };
    let tallest = motion.frames.iter().map(height).fold(0.0, f64::max);
    let last = motion.frames.len().saturating_sub(1);
    for moment in 0..MOMENTS {
        let Some(frame) = motion.frames.get(moment * last / (MOMENTS - 1)) else { continue };
        let body = TriMesh { positions: frame.body.clone(), triangles: motion.body.clone() };
        let garments: Vec<TriMesh> = frame
            .garments
            .iter()
            .zip(&motion.garments)
            .map(|(positions, triangles)| TriMesh {
                positions: positions.clone(),
                triangles: triangles.clone(),
            })
            .collect();
        let skin = LookObject::body(&body).with_surface(LookSurface::Solid(Color::hex(SKIN)));
        let mut scene = LookScene { ground: LookGround::At(0.0), ..LookScene::of(skin) };
        for (mesh, color) in garments.iter().zip(CLOTH.iter().cycle()) {
            scene.objects.push(LookObject::cloth(mesh).with_surface(LookSurface::Solid(Color::hex(*color))));
        }
        let center = body.bounds().center().with_y(0.5 * tallest);
        let reach = DVec3::new(0.22, 0.5, 0.22) * tallest;
        let focus = Some(Aabb { min: center - reach, max: center + reach });
        let look = Look { width: 300, height: 420, focus, quality: LookQuality::Draft, ..Look::default() };
        sheet = sheet.panel(look.render(&scene, View::ThreeQuarter), format!("{:.2} s", frame.time));
    }
    sheet
}
