//! Files of a dressed body that moves.

use super::animated::animated;
use super::files::{CLOTH, Export, FileError, SKIN, make, numbered};
use glam::DVec3;
use std::path::{Path, PathBuf};
use toile_dress::{DressedMotion, MotionFrame};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_io::file::{write_png, write_point_cache};
use toile_io::gltf;
use toile_io::pc2::PointCache;
use toile_look::{Color, Look, LookGround, LookObject, LookQuality, LookScene, LookSurface, Sheet, View};

/// Moments on the picture.
const MOMENTS: usize = 12;

impl Export for DressedMotion {
    /// Writes the dressed body as an animated GLB; point caches of body and garments, for the meshes that were written of them, with a sample for each
    /// frame; and a picture of twelve moments.
    fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FileError> {
        let folder = folder.as_ref();
        make(folder)?;
        let mut files = Vec::new();
        let mut cache = |name: String, frames: Vec<DVec3>, point_count: usize| -> Result<(), FileError> {
            let path = folder.join(name);
            let cache = PointCache { start_frame: 0.0, sample_rate: 1.0, point_count, positions: frames };
            write_point_cache(&path, &cache)?;
            files.push(path);
            Ok(())
        };
        let count = |points: Option<&Vec<DVec3>>| points.map_or(0, Vec::len);
        let body = self.frames.iter().flat_map(|frame| frame.body.iter().copied()).collect();
        cache("body.pc2".into(), body, count(self.frames.first().map(|frame| &frame.body)))?;
        for (n, name) in self.names.iter().enumerate() {
            let garment = self.frames.iter().flat_map(|frame| frame.garments[n].iter().copied()).collect();
            let points = count(self.frames.first().and_then(|frame| frame.garments.get(n)));
            cache(numbered("garment", n, name, "pc2"), garment, points)?;
        }
        let path = folder.join("motion.glb");
        gltf::write_file(&path, &animated(self, &self.names)?)?;
        files.push(path);
        let path = folder.join("motion.png");
        write_png(&path, &moments(self).compose())?;
        files.push(path);
        Ok(files)
    }
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
