//! Solid things of a scene: planes and balls that are exact, and bodies that are meshes, or distance fields of meshes.

use super::body_motion::{self, Placement};
use super::friction;
use super::section::Section;
use std::path::Path;
use toile_cloth::contact::{Body, FieldBodySettings};
use toile_cloth::fabric::FabricQuantity;
use toile_contact::collider::field::FieldSettings;
use toile_contact::collider::{Collider, Plane, Sphere};
use toile_contact::friction::FrictionLaw;
use toile_geom::topology::Topology;
use toile_geom::{TriMesh, shapes};
use toile_io::read_mesh;

/// A ball of more triangles than this, 20 · 4ⁿ, is smoother than any cloth.
const MOST_SUBDIVISIONS: u64 = 6;

/// The fewest cells of a field on either side of the skin.
const BAND_CELLS: f64 = 4.0;

/// A solid thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// A half-space.
    Plane(Plane),
    /// A ball.
    Sphere(Sphere),
    /// A mesh.
    Mesh(Body),
    /// A closed mesh that cloth meets through its distance field.
    Field(Body, FieldBodySettings),
}

/// What a file says of a scene beyond a collider's own section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    /// Where files are looked for.
    pub(super) folder: &'a Path,
    /// Frames a second, to which point caches are counted.
    pub(super) fps: f64,
    /// The friction of what does not say its own.
    pub(super) friction: f64,
}

impl Solid {
    /// The same as something that keeps vertices out, if it is a plane or a ball; a mesh does more, and is a [body](Self::body).
    pub fn collider(&self) -> Option<Box<dyn Collider>> {
        match self {
            Self::Plane(plane) => Some(Box::new(*plane)),
            Self::Sphere(sphere) => Some(Box::new(*sphere)),
            Self::Mesh(_) | Self::Field(..) => None,
        }
    }

    /// The mesh that cloth meets, if it is one.
    pub fn body(&self) -> Option<&Body> {
        match self {
            Self::Mesh(body) => Some(body),
            Self::Plane(_) | Self::Sphere(_) | Self::Field(..) => None,
        }
    }

    /// The mesh that is seen, if it is one.
    pub fn mesh(&self) -> Option<&Body> {
        match self {
            Self::Mesh(body) | Self::Field(body, _) => Some(body),
            Self::Plane(_) | Self::Sphere(_) => None,
        }
    }

    /// Reads a section `[[collider]]`.
    pub(super) fn read(section: &Section<'_>, around: &Around<'_>) -> Option<Self> {
        let friction = friction::law(section, around.friction.into());
        let solid = match (section.has("shape"), section.has("mesh")) {
            (true, false) => shape(section, around, friction),
            (false, true) => mesh(section, around, friction),
            _ => {
                section.complain(
                    "give either `shape = \"sphere\"`, `shape = \"plane\"` or `mesh = \"file.obj\"`, and not both",
                );
                // Whatever else is in the section is not the mistake.
                return None;
            }
        };
        section.finish();
        solid
    }
}

fn shape(section: &Section<'_>, around: &Around<'_>, friction: FrictionLaw) -> Option<Solid> {
    if section.choice("shape", &[("plane", false), ("sphere", true)])? {
        sphere(section, around, friction)
    } else {
        Some(Solid::Plane(plane(section, friction)))
    }
}

fn sphere(section: &Section<'_>, around: &Around<'_>, friction: FrictionLaw) -> Option<Solid> {
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
        let motion = body_motion::read(section, &placement, ball.positions, None, around)?;
        return Some(Solid::Mesh(Body { triangles: ball.triangles, motion, friction }));
    }
    let spin = section.vector("spin", FabricQuantity::AngularSpeed).unwrap_or_default();
    let velocity = section.vector("velocity", FabricQuantity::Speed).unwrap_or_default();
    Some(Solid::Sphere(Sphere { spin, velocity, friction, ..Sphere::new(center?, radius?) }))
}

fn plane(section: &Section<'_>, friction: FrictionLaw) -> Plane {
    let floor = Plane::floor(0.0);
    let point = section.vector("point", FabricQuantity::Length).unwrap_or(floor.point);
    let normal = section.vector("normal", FabricQuantity::Number).unwrap_or(floor.normal);
    let velocity = section.vector("velocity", FabricQuantity::Speed).unwrap_or_default();
    if normal.length_squared() == 0.0 {
        section.mistake(section.place_of("normal"), "normal: it has no direction; a floor has [0, 1, 0]");
    }
    Plane { point, normal, velocity, friction }
}

/// `mesh = "file.obj"`, or the name of one that is built in, with its place and motion.
fn mesh(section: &Section<'_>, around: &Around<'_>, friction: FrictionLaw) -> Option<Solid> {
    let name = section.text("mesh")?;
    let placement = Placement::read(section);
    let found = load(name, around.folder);
    let mesh =
        found.map_err(|reason| section.mistake(section.place_of("mesh"), format!("mesh: {reason}"))).ok();
    let mesh = placement.mesh(mesh?);
    let field = field(section);
    let open = if field.is_some() { Topology::new(&mesh).surface().boundary_edges.len() } else { 0 };
    if open > 0 {
        let message =
            format!("field: {name} is open at {open} edges and has no inside; close it with `toile body`");
        section.mistake(section.place_of("field"), message);
    }
    let motion = body_motion::read(section, &placement, mesh.positions, Some(name), around)?;
    let body = Body { triangles: mesh.triangles, motion, friction };
    Some(match field {
        Some(settings) => Solid::Field(body, settings),
        None => Solid::Mesh(body),
    })
}

/// `field = "5 mm"`, the distance between the samples of a distance field, with `skin` and `keys`.
fn field(section: &Section<'_>) -> Option<FieldBodySettings> {
    let usual = FieldBodySettings::default();
    let cell = section.positive("field", FabricQuantity::Length);
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
    Some(FieldBodySettings {
        field: FieldSettings { cell, band, ..usual.field },
        skin: skin.unwrap_or(usual.skin),
        key_seconds: keys.unwrap_or(usual.key_seconds),
    })
}

/// A file, or a built-in mesh if there is no such file.
fn load(name: &str, folder: &Path) -> Result<TriMesh, String> {
    let path = folder.join(name);
    let mesh = match crate::samples::sample(name) {
        Some(sample) if !path.exists() => (sample.build)(),
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
