//! A dressed body that moves: frames, checked each, and files of them.

use super::animated::animated;
use super::files::{CLOTH, FileError, SKIN};
use super::frame_check::UpperEdges;
use glam::DVec3;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toile_body::motion::MovingBody;
use toile_cloth::rest::FlatTriangle;
use toile_cloth::solver::SolverError;
use toile_cloth::stretch::rest_edges;
use toile_dress::drape::DrapeSettings;
use toile_dress::{DressedOutfit, Following};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_io::file::{write_png, write_point_cache};
use toile_io::gltf;
use toile_io::pc2::PointCache;
use toile_look::{Color, Look, LookGround, LookObject, LookQuality, LookScene, LookSurface, Sheet, View};

pub use super::frame_check::FrameCheck;

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
    /// The farthest that the upper edge of each garment, waistband or shoulders, is from where it was on the skin at first, in metres, in any frame and in the last.
    pub slipped: Vec<[f64; 2]>,
    /// All frames.
    pub by_frame: Vec<FrameCheck>,
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

/// Lets a dressed body move for some time, or as long as its motion takes. `progress` is told of how many frames one is done, and what was found in it.
///
/// # Errors
/// If the motion begins elsewhere, or the cloth cannot follow.
pub fn follow(
    outfit: &DressedOutfit,
    moving: &MovingBody,
    Pace { seconds, fps }: Pace,
    settings: &DrapeSettings,
    progress: &mut dyn FnMut(usize, &FrameCheck),
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
    let upper_edges = UpperEdges::of(&frames[0]);
    let mut checks = Vec::with_capacity(count);
    for n in 1..=count {
        let clock = Instant::now();
        let report = following.advance(1.0 / fps)?;
        let seconds = clock.elapsed().as_secs_f64();
        let time = n as f64 / fps;
        let skin = TriMesh { positions: moving.positions(time), triangles: body.triangles.clone() };
        let mut cloth = TriMesh::default();
        following.meshes().iter().for_each(|garment| cloth.append(garment));
        let found = FrameCheck::of(&cloth, &skin, &edges);
        let frame = Frame { time, body: skin.positions, garments: following.positions() };
        let slipped = upper_edges.slipped(&frame);
        frames.push(frame);
        let check = FrameCheck { time, seconds, steps: report.substeps, slipped, ..found };
        progress(count, &check);
        checks.push(check);
    }
    let summary = MotionSummary::of(checks, fps);
    let garments = outfit.garments.iter().map(|garment| garment.cloth.triangles.clone()).collect();
    Ok(DressedMotion { frames, body: body.triangles.clone(), garments, summary })
}

impl MotionSummary {
    /// What all frames were like together.
    fn of(by_frame: Vec<FrameCheck>, fps: f64) -> Self {
        let most = |of: fn(&FrameCheck) -> f64| by_frame.iter().map(of).fold(0.0, f64::max);
        let total: f64 = by_frame.iter().map(|check| check.seconds).sum();
        let garments = by_frame.last().map_or(0, |check| check.slipped.len());
        let slipped = |n: usize| {
            let farthest = by_frame.iter().map(|check| check.slipped[n]).fold(0.0, f64::max);
            [farthest, by_frame.last().map_or(0.0, |check| check.slipped[n])]
        };
        Self {
            frames: by_frame.len(),
            fps,
            seconds_per_frame: [total / by_frame.len().max(1) as f64, most(|check| check.seconds)],
            frames_with_intersections: by_frame.iter().filter(|check| check.has_intersections()).count(),
            self_intersections: by_frame.iter().map(|check| check.self_intersections).max().unwrap_or(0),
            body_intersections: by_frame.iter().map(|check| check.body_intersections).max().unwrap_or(0),
            max_strain: most(|check| check.max_strain),
            p99_strain: most(|check| check.p99_strain),
            slipped: (0..garments).map(slipped).collect(),
            by_frame,
        }
    }
}

/// Moments on the picture.
const MOMENTS: usize = 12;

impl DressedMotion {
    /// Writes the dressed body as an animated GLB; point caches of body and garments, for the meshes that were written of them, with a sample for each
    /// frame; and a picture of twelve moments. Returns the files.
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
        let path = folder.join("motion.glb");
        gltf::write_file(&path, &animated(self, names)?)?;
        files.push(path);
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
            let skin = LookObject::body(&body).with_surface(LookSurface::Solid(Color::hex(SKIN)));
            let mut scene = LookScene { ground: LookGround::At(0.0), ..LookScene::of(skin) };
            for (mesh, color) in garments.iter().zip(CLOTH.iter().cycle()) {
                scene
                    .objects
                    .push(LookObject::cloth(mesh).with_surface(LookSurface::Solid(Color::hex(*color))));
            }
            let center = body.bounds().center().with_y(0.5 * tallest);
            let reach = DVec3::new(0.22, 0.5, 0.22) * tallest;
            let focus = Some(Aabb { min: center - reach, max: center + reach });
            let look =
                Look { width: 300, height: 420, focus, quality: LookQuality::Draft, ..Look::default() };
            sheet = sheet.panel(look.render(&scene, View::ThreeQuarter), format!("{:.2} s", frame.time));
        }
        sheet
    }
}
