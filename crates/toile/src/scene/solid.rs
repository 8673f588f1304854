//! Solid things of a scene: planes and balls that are exact, and bodies that are meshes, or distance fields of meshes.

use super::body_motion::{self, Placement};
use super::friction;
use super::range::{self, too_far};
use super::section::Section;
use std::path::Path;
use toile_cloth::fabric::FabricQuantity;
use toile_contact::obstacle::field::{FieldError, FieldSettings};
use toile_contact::obstacle::{FieldMeshSettings, Obstacle, Plane, Sphere};
use toile_geom::topology::Topology;
use toile_geom::{TriMesh, shapes};
use toile_io::read_mesh;

/// A ball of more triangles than this, 20 · 4ⁿ, is smoother than any cloth.
const MOST_SUBDIVISIONS: u64 = 6;

/// The fewest cells of a field on either side of the skin.
const BAND_CELLS: f64 = 4.0;

/// A solid thing.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The plane, the ball or the mesh.
    pub obstacle: Obstacle,
    /// How the mesh gets its distance field, if that is what cloth meets.
    pub field: Option<FieldMeshSettings>,
}

/// What a file says of a scene beyond a collider's own section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    /// Where files are looked for.
    pub(super) folder: &'a Path,
    /// Frames a second, to which point caches are counted.
    pub(super) fps: f64,
}

impl Solid {
    /// The obstacle of a simulation.
    ///
    /// # Errors
    /// If its distance field cannot be made.
    pub(super) fn built(&self) -> Result<Obstacle, FieldError> {
        let mut obstacle = self.obstacle.clone();
        if let Some(settings) = &self.field {
            obstacle.meet_by_field(settings)?;
        }
        Ok(obstacle)
    }

    /// Whether cloth meets its triangles.
    pub(super) fn is_exact(&self) -> bool {
        self.field.is_none() && self.obstacle.exact_mesh().is_some()
    }

    /// Reads a section `[[collider]]`.
    pub(super) fn read(section: &Section<'_>, around: &Around<'_>) -> Option<Self> {
        let friction = friction::law(section);
        let name = section.text("name").unwrap_or_default();
        let solid = match (section.has("shape"), section.has("mesh")) {
            (true, false) => shape(section, around).map(|obstacle| Self { obstacle, field: None }),
            (false, true) => mesh(section, around),
            _ => {
                section.complain(
                    "give either `shape = \"sphere\"`, `shape = \"plane\"` or `mesh = \"file.obj\"`, and not both",
                );
                // Whatever else is in the section is not the mistake.
                return None;
            }
        };
        section.finish();
        solid.map(|solid| Self { obstacle: Obstacle { friction, ..solid.obstacle.named(name) }, ..solid })
    }
}

fn shape(section: &Section<'_>, around: &Around<'_>) -> Option<Obstacle> {
    if section.choice("shape", &[("plane", false), ("sphere", true)])? {
        sphere(section, around)
    } else {
        Some(Obstacle::plane(plane(section)))
    }
}

fn sphere(section: &Section<'_>, around: &Around<'_>) -> Option<Obstacle> {
    let center = section.vector("center", FabricQuantity::Length);
    let radius = section.positive("radius", FabricQuantity::Length);
    let subdivisions = section.count("subdivisions", 1..=MOST_SUBDIVISIONS);
    for key in ["center", "radius"] {
        if !section.has(key) {
            section.complain(format!("a sphere needs `{key}`"));
        }
    }
    if section.has("subdivisions") {
        let placement = Placement { position: center?, ..Placement::default() };
        let ball = placement.mesh(shapes::icosphere(radius?, subdivisions? as u32));
        return body_motion::read(section, &placement, ball, None, around);
    }
    let spin = section.vector("spin", FabricQuantity::AngularSpeed).unwrap_or_default();
    let velocity = section.vector("velocity", FabricQuantity::Speed).unwrap_or_default();
    Some(Obstacle::ball(Sphere { spin, velocity, ..Sphere::new(center?, radius?) }))
}

fn plane(section: &Section<'_>) -> Plane {
    let floor = Plane::floor(0.0);
    let point = section.vector("point", FabricQuantity::Length).unwrap_or(floor.point);
    let normal = section.vector("normal", FabricQuantity::Number).unwrap_or(floor.normal);
    let velocity = section.vector("velocity", FabricQuantity::Speed).unwrap_or_default();
    if normal.length_squared() == 0.0 {
        section.mistake(section.place_of("normal"), "normal: it has no direction; a floor has [0, 1, 0]");
    }
    Plane { point, normal, velocity }
}

/// `mesh = "file.obj"`, or the name of one that is built in, with its place and motion.
fn mesh(section: &Section<'_>, around: &Around<'_>) -> Option<Solid> {
    let name = section.text("mesh")?;
    let placement = Placement::read(section);
    let found = load(name, around.folder);
    let mesh =
        found.map_err(|reason| section.mistake(section.place_of("mesh"), format!("mesh: {reason}"))).ok();
    let mesh = placement.mesh(mesh?);
    if let Some(reason) = too_far(&mesh.positions) {
        section.mistake(section.place_of("mesh"), format!("mesh: {reason}"));
    }
    let field = field(section);
    let open = if field.is_some() { Topology::new(&mesh).surface().boundary_edges.len() } else { 0 };
    if open > 0 {
        let message =
            format!("field: {name} is open at {open} edges and has no inside; close it with `toile body`");
        section.mistake(section.place_of("field"), message);
    }
    let obstacle = body_motion::read(section, &placement, mesh, Some(name), around)?;
    Some(Solid { obstacle, field })
}

/// `field = "5 mm"`, the distance between the samples of a distance field, with `skin` and `keys`.
fn field(section: &Section<'_>) -> Option<FieldMeshSettings> {
    let usual = FieldMeshSettings::default();
    let cell = section.within("field", FabricQuantity::Length, range::FIELD_CELL);
    let skin = section.not_negative("skin", FabricQuantity::Length);
    let keys = section.positive("keys", FabricQuantity::Time);
    if !section.has("field") {
        for key in ["skin", "keys"] {
            if section.has(key) {
                let message = format!("{key}: it belongs to a distance field; add field = \"5 mm\"");
                section.mistake(section.place_of(key), message);
            }
        }
    }
    let cell = cell?;
    // The band must be some cells wide to have a direction.
    let band = usual.field.band.max(BAND_CELLS * cell);
    Some(FieldMeshSettings {
        field: FieldSettings { cell, band, ..usual.field },
        skin: skin.unwrap_or(usual.skin),
        key_seconds: keys.unwrap_or(usual.key_seconds),
    })
}

/// A file, or a built-in mesh if there is no such file.
fn load(name: &str, folder: &Path) -> Result<TriMesh, String> {
    let path = folder.join(name);
    let mesh = match crate::samples::SampleMesh::named(name) {
        Ok(sample) if !path.exists() => (sample.build)(),
        _ => {
            let polygons = match body_motion::gltf_scene(&path) {
                Some(scene) => scene.and_then(|scene| scene.merged().map_err(|error| error.to_string())),
                None => read_mesh(&path).map_err(|error| error.to_string()),
            };
            polygons?.triangulate().mesh
        }
    };
    let sound = mesh.positions.iter().all(|p| p.is_finite());
    match mesh.triangles.is_empty() {
        true => Err(format!("{name} has no faces; cloth can lie on surfaces only")),
        false if !sound => Err(format!("{name} has positions that are not finite; mend the file")),
        false => Ok(mesh),
    }
}
