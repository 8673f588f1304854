//! A dressed body that moves: frames, checked each, and files of them.

use super::files::{CLOTH, FileError, SKIN};
use crate::look::{Color, Ground, Look, LookObject, LookScene, Quality, Sheet, Surface, View};
use glam::DVec3;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toile_body::motion::MovingBody;
use toile_cloth::rest::FlatTriangle;
use toile_cloth::solver::SolverError;
use toile_cloth::stretch::{StretchSummary, rest_edges};
use toile_dress::drape::DrapeSettings;
use toile_dress::{DressedOutfit, Following};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_io::file::{write_png, write_point_cache};
use toile_io::pc2::PointCache;

/// A frame: body and garments at a time.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The time in seconds.
    pub time: f64,
    /// The vertices of the body.
    pub body: Vec<DVec3>,
    /// The vertices of each garment.
    pub garments: Vec<Vec<DVec3>>,
}

/// A dressed body in motion.
#[derive(Clone, Debug)]
pub struct DressedMotion {
    /// All frames.
    pub frames: Vec<Frame>,
    /// The triangles of the body.
    pub body: Vec<[u32; 3]>,
    /// The triangles of each garment.
    pub garments: Vec<Vec<[u32; 3]>>,
    /// What was measured on the way.
    pub summary: MotionSummary,
}

/// What was measured while a dressed body moved.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MotionSummary {
    /// Frames, without the first, in which the body stands as it was dressed.
    pub frames: usize,
    /// Frames a second.
    pub fps: f64,
    /// How long a frame took to compute, in seconds, in the mean and at worst.
    pub seconds_per_frame: [f64; 2],
    /// Frames in which cloth passes through cloth or through the body, by the exact test.
    pub frames_with_intersections: usize,
    /// The most pairs of triangles of cloth that pass through each other in a frame.
    pub self_intersections: usize,
    /// The most pairs of triangles of cloth and body that pass through each other in a frame.
    pub body_intersections: usize,
    /// The most that an edge of the cloth is longer than it was cut, in any frame.
    pub max_strain: f64,
    /// What 99 of 100 edges stay below in the frame where that is most.
    pub p99_strain: f64,
    /// How far the middle of each garment has slipped along the body in the end, in metres up, seen from the body's own middle.
    pub slipped: Vec<f64>,
}

/// Why a dressed body cannot move.
#[derive(Debug, thiserror::Error)]
pub enum DressedMotionError {
    /// The body in motion is another than the one that was dressed.
    #[error("the motion begins {0:.3} m away from where the body was dressed: give it a lead-in")]
    Elsewhere(f64),
    /// A triangle of the cloth has no area.
    #[error(transparent)]
    Flat(#[from] FlatTriangle),
    /// The cloth cannot be moved on.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// How long a motion is followed, and how often it is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// How long at most.
    pub seconds: f64,
    /// Frames a second.
    pub fps: f64,
}

/// How far the first frame may be from where the body was dressed, in metres.
const SAME_PLACE: f64 = 1e-4;
/// Keys of the body a second.
const KEYS: f64 = 60.0;

/// Lets a dressed body move for some time, or as long as its motion takes. `progress` is told how many frames of how many are done.
///
/// # Errors
/// If the motion begins elsewhere, or the cloth cannot follow.
pub fn follow(
    outfit: &DressedOutfit,
    moving: &MovingBody,
    Pace { seconds, fps }: Pace,
    settings: &DrapeSettings,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<DressedMotion, DressedMotionError> {
    let body = moving.mesh();
    let begin = moving.positions(0.0);
    let apart = begin.iter().zip(&body.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    if apart > SAME_PLACE {
        return Err(DressedMotionError::Elsewhere(apart));
    }
    let seconds = seconds.min(moving.seconds());
    let key = |k: usize| (k as f64 / KEYS, moving.positions(k as f64 / KEYS));
    let keys = (0..=(seconds * KEYS).ceil() as usize).map(key).collect();
    let mut following = Following::new(outfit, body, keys, settings)?;
    let count = (seconds * fps).round().max(1.0) as usize;
    let edges = rest_edges(&following.simulation.cloth);
    let mut frames = vec![Frame { time: 0.0, body: begin, garments: following.positions() }];
    let mut summary = MotionSummary { frames: count, fps, ..MotionSummary::default() };
    let mut worst = 0.0f64;
    let mut total = 0.0;
    for n in 1..=count {
        let clock = Instant::now();
        following.advance(1.0 / fps)?;
        let seconds = clock.elapsed().as_secs_f64();
        (total, worst) = (total + seconds, worst.max(seconds));
        let time = n as f64 / fps;
        let skin = TriMesh { positions: moving.positions(time), triangles: body.triangles.clone() };
        let mut cloth = TriMesh::default();
        following.meshes().iter().for_each(|garment| cloth.append(garment));
        summary.check(&cloth, &skin);
        let stretch = StretchSummary::of(&edges, &cloth.positions);
        summary.max_strain = summary.max_strain.max(stretch.max);
        summary.p99_strain = summary.p99_strain.max(stretch.p99);
        frames.push(Frame { time, body: skin.positions, garments: following.positions() });
        progress(n, count);
    }
    summary.seconds_per_frame = [total / count as f64, worst];
    summary.slipped = slipped(&frames);
    let garments = outfit.garments.iter().map(|garment| garment.cloth.triangles.clone()).collect();
    Ok(DressedMotion { frames, body: body.triangles.clone(), garments, summary })
}

impl MotionSummary {
    /// Counts what passes through what in a frame.
    fn check(&mut self, cloth: &TriMesh, skin: &TriMesh) {
        let (own, with_body) = (self_intersections(cloth).len(), mesh_intersections(cloth, skin).len());
        self.frames_with_intersections += usize::from(own + with_body > 0);
        self.self_intersections = self.self_intersections.max(own);
        self.body_intersections = self.body_intersections.max(with_body);
    }
}

/// How far garments have slipped from the first frame to the last.
fn slipped(frames: &[Frame]) -> Vec<f64> {
    let middle = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len().max(1) as f64;
    let above = |frame: &Frame| -> Vec<f64> {
        let body = middle(&frame.body);
        frame.garments.iter().map(|garment| (middle(garment) - body).y).collect()
    };
    match (frames.first(), frames.last()) {
        (Some(first), Some(last)) => {
            above(last).into_iter().zip(above(first)).map(|(now, then)| now - then).collect()
        }
        _ => Vec::new(),
    }
}

/// Moments on the picture.
const MOMENTS: usize = 12;

impl DressedMotion {
    /// Writes point caches of body and garments, for the meshes that were written of them, and a picture of twelve moments. Returns the files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write_files(&self, folder: &Path, names: &[String]) -> Result<Vec<PathBuf>, FileError> {
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
        for (n, name) in names.iter().enumerate() {
            let garment = self.frames.iter().flat_map(|frame| frame.garments[n].iter().copied()).collect();
            let points = count(self.frames.first().and_then(|frame| frame.garments.get(n)));
            cache(super::files::numbered("garment", n, name, "pc2"), garment, points)?;
        }
        let path = folder.join("motion.png");
        write_png(&path, &self.picture().compose())?;
        files.push(path);
        Ok(files)
    }

    /// Twelve moments side by side, all from the same distance.
    pub fn picture(&self) -> Sheet {
        let mut sheet = Sheet::default().columns(MOMENTS / 2);
        let height = |frame: &Frame| {
            frame.body.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max)
                - frame.body.iter().map(|p| p.y).fold(f64::INFINITY, f64::min)
        };
        let tallest = self.frames.iter().map(height).fold(0.0, f64::max);
        let last = self.frames.len().saturating_sub(1);
        for moment in 0..MOMENTS {
            let Some(frame) = self.frames.get(moment * last / (MOMENTS - 1)) else { continue };
            let body = TriMesh { positions: frame.body.clone(), triangles: self.body.clone() };
            let garments: Vec<TriMesh> = frame
                .garments
                .iter()
                .zip(&self.garments)
                .map(|(positions, triangles)| TriMesh {
                    positions: positions.clone(),
                    triangles: triangles.clone(),
                })
                .collect();
            let skin = LookObject::body(&body).with_surface(Surface::Solid(Color::hex(SKIN)));
            let mut scene = LookScene { ground: Ground::At(0.0), ..LookScene::of(skin) };
            for (mesh, color) in garments.iter().zip(CLOTH.iter().cycle()) {
                scene.objects.push(LookObject::cloth(mesh).with_surface(Surface::Solid(Color::hex(*color))));
            }
            let center = body.bounds().center().with_y(0.5 * tallest);
            let reach = DVec3::new(0.22, 0.5, 0.22) * tallest;
            let focus = Some(Aabb { min: center - reach, max: center + reach });
            let look = Look { width: 300, height: 420, focus, quality: Quality::Draft, ..Look::default() };
            sheet = sheet.panel(look.render(&scene, View::ThreeQuarter), format!("{:.2} s", frame.time));
        }
        sheet
    }
}
