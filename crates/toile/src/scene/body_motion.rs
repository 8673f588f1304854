//! Where a body of a scene begins and how it moves: along a path, about an axis, or as a file says.

use super::range::too_far;
use super::section::Section;
use super::select::path;
use super::solid::Around;
use glam::{DQuat, DVec3, EulerRot};
use std::path::Path;
use toile_cloth::fabric::FabricQuantity;
use toile_contact::obstacle::{Obstacle, Turning};
use toile_geom::TriMesh;
use toile_io::file::read_point_cache;
use toile_io::scene::Scene;
use toile_io::{Format, gltf};

/// A motion without end has its last key after a day.
const LAST: f64 = 86_400.0;
/// The most positions that the keys of an animation may have together: more than a gigabyte.
const MOST_POSITIONS: usize = 50_000_000;

/// Where a mesh is placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) scale: f64,
    pub(super) rotation: DQuat,
    pub(super) position: DVec3,
}

impl Default for Placement {
    fn default() -> Self {
        Self { scale: 1.0, rotation: DQuat::IDENTITY, position: DVec3::ZERO }
    }
}

impl Placement {
    /// Reads `scale`, `rotation` and `position`.
    pub(super) fn read(section: &Section<'_>) -> Self {
        let turn = section.vector("rotation", FabricQuantity::Angle).unwrap_or_default();
        Self {
            scale: section.positive("scale", FabricQuantity::Number).unwrap_or(1.0),
            rotation: DQuat::from_euler(EulerRot::ZYX, turn.z, turn.y, turn.x),
            position: section.vector("position", FabricQuantity::Length).unwrap_or_default(),
        }
    }

    pub(super) fn mesh(&self, mut mesh: TriMesh) -> TriMesh {
        self.place(&mut mesh.positions);
        mesh
    }

    fn place(&self, positions: &mut [DVec3]) {
        for p in positions {
            *p = self.rotation * (*p * self.scale) + self.position;
        }
    }
}

/// A mesh as an obstacle, with the motion that a section says; `file` is what the mesh was read from.
pub(super) fn read(
    section: &Section<'_>,
    placement: &Placement,
    mesh: TriMesh,
    file: Option<&str>,
    around: &Around<'_>,
) -> Option<Obstacle> {
    let velocity = section.vector("velocity", FabricQuantity::Speed).unwrap_or_default();
    let mut path = path(section);
    let spin = section.vector("spin", FabricQuantity::AngularSpeed).unwrap_or_default();
    // The centre of a ball is where it is; of a mesh, it is the origin of its file.
    let axis_at = file.and_then(|_| section.vector("center", FabricQuantity::Length));
    if section.has("velocity") && section.has("path") {
        section.mistake(section.place_of("velocity"), "give either `velocity` or `path`, not both");
    }
    if file.is_some() && section.has("animation") {
        for key in ["velocity", "path", "spin", "center"] {
            if section.has(key) {
                let message = format!("{key}: the animation moves it already; leave out one of them");
                section.mistake(section.place_of(key), message);
            }
        }
        let keys = animation(section, placement, mesh.positions.len(), around)?;
        return Some(Obstacle::animated(mesh.triangles, keys));
    }
    if file.is_some() {
        // Asked for, so that it is listed among the keys there are.
        let _ = section.value("animation");
    }
    if velocity != DVec3::ZERO {
        path = vec![(0.0, DVec3::ZERO), (LAST, velocity * LAST)];
    }
    if path.is_empty() && spin == DVec3::ZERO {
        return Some(Obstacle::mesh(&mesh));
    }
    let turn = if spin == DVec3::ZERO { Vec::new() } else { vec![(0.0, 0.0), (LAST, spin.length() * LAST)] };
    let centre = axis_at.unwrap_or(placement.position);
    Some(Obstacle::mesh(&mesh).moving(Turning { path, centre, axis: spin.normalize_or(DVec3::Y), turn }))
}

/// `animation = "file"`: a point cache, or an animated glTF file.
fn animation(
    section: &Section<'_>,
    placement: &Placement,
    vertices: usize,
    around: &Around<'_>,
) -> Option<Vec<(f64, Vec<DVec3>)>> {
    let name = section.text("animation")?;
    let path = around.folder.join(name);
    let found = match gltf_scene(&path) {
        Some(scene) => scene.and_then(|scene| gltf_keys(&scene, around.fps)),
        None => cache_keys(&path, around.fps),
    };
    let fits = |keys: Vec<(f64, Vec<DVec3>)>| match keys.iter().find(|key| key.1.len() != vertices) {
        Some(key) => Err(format!(
            "{name} has {} vertices and the mesh {vertices}; take a mesh from the same file or program",
            key.1.len()
        )),
        None => Ok(keys),
    };
    let keys = found.and_then(fits);
    let complain = |reason| section.mistake(section.place_of("animation"), format!("animation: {reason}"));
    let mut keys = keys.map_err(complain).ok()?;
    for key in &mut keys {
        placement.place(&mut key.1);
    }
    if let Some(reason) = keys.iter().find_map(|key| too_far(&key.1)) {
        complain(reason);
        return None;
    }
    Some(keys)
}

/// The samples of a point cache, in whose file times are frames.
fn cache_keys(path: &Path, fps: f64) -> Result<Vec<(f64, Vec<DVec3>)>, String> {
    let cache = read_point_cache(path).map_err(|error| error.to_string())?;
    let [start, every] = [cache.start_frame, cache.sample_rate].map(f64::from);
    if cache.frame_count() == 0 || every <= 0.0 {
        return Err("the file has no frames, or no time between them".to_owned());
    }
    let time = |sample: usize| (start + sample as f64 * every) / fps;
    let keys: Vec<_> = cache.frames().enumerate().map(|(k, frame)| (time(k), frame.to_vec())).collect();
    all_finite(keys)
}

/// A glTF file, with vertices joined that only their texture splits; `None` if the name says it is something else.
pub(super) fn gltf_scene(path: &Path) -> Option<Result<Scene, String>> {
    if !matches!(Format::from_path(path), Some(Format::Gltf | Format::Glb)) {
        return None;
    }
    let read = gltf::read_file(path).map_err(|error| error.to_string());
    Some(read.map(|mut scene| {
        scene.weld();
        scene
    }))
}

/// The first animation of a scene, taken at every frame: what joints do between their own keys is not straight.
fn gltf_keys(scene: &Scene, fps: f64) -> Result<Vec<(f64, Vec<DVec3>)>, String> {
    let animation = scene.animations.first().ok_or("the file has no animation; leave out this key")?;
    let vertices = scene.merged().map_err(|error| error.to_string())?.positions.len();
    let frames = (animation.duration() * fps).ceil();
    let fits = frames + 1.0 <= (MOST_POSITIONS / vertices.max(1)) as f64;
    // A length that is not a number does not fit either.
    if !fits {
        return Err(format!("{frames} frames of {vertices} vertices are too many; shorten it"));
    }
    let key = |frame: usize| {
        let time = frame as f64 / fps;
        scene.merged_at(animation, time).map(|mesh| (time, mesh.positions)).map_err(|error| error.to_string())
    };
    all_finite((0..=frames as usize).map(key).collect::<Result<_, _>>()?)
}

fn all_finite(keys: Vec<(f64, Vec<DVec3>)>) -> Result<Vec<(f64, Vec<DVec3>)>, String> {
    if keys.iter().any(|(time, places)| !time.is_finite() || !places.iter().all(|p| p.is_finite())) {
        return Err("it has positions or times that are not finite; mend the file".to_owned());
    }
    Ok(keys)
}
