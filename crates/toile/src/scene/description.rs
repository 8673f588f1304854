//! What a scene file says, read and checked.

use super::cloth_part::ClothPart;
use super::layer_settings::LayerSettings;
use super::solid::Solid;
use glam::DVec3;
use toile_cloth::air::Air;
use toile_cloth::cloth::Grab;
use toile_cloth::solver::MethodSettings;
use toile_cloth::threads::Thread;
use toile_cloth::wind::Wind;
use toile_cloth::world::{ClothContact, ResponseKind};
use toile_contact::friction::PairLaws;
use toile_look::View;

/// A scene, read and checked. Vertices are numbered through all cloths in their order.
#[derive(Clone, Debug)]
pub struct SceneFile {
    /// Name of its file, for messages.
    pub origin: String,
    /// How long it runs and what is written.
    pub output: OutputSettings,
    /// Gravity, air and wind.
    pub world: Surroundings,
    /// The cloths.
    pub cloths: Vec<ClothPart>,
    /// What holds them.
    pub pins: Vec<Pin>,
    /// Threads and springs.
    pub threads: Vec<Thread>,
    /// Hands that pull.
    pub grabs: Vec<Grab>,
    /// Solid things.
    pub colliders: Vec<Solid>,
    /// How cloth keeps away from itself; it passes through itself if not said.
    pub contact: Option<ClothContact>,
    /// Whether the thickness of the fabrics counts.
    pub counts_thickness: bool,
    /// What becomes of cloth that is close to itself or to bodies.
    pub response: ResponseKind,
    /// Whether cloth that passes through something is freed.
    pub repair: bool,
    /// Which cloth lies outside of which, beside the numbers of the cloths.
    pub layers: LayerSettings,
    /// Friction of pairs of cloths and colliders that have their own.
    pub pair_friction: PairLaws,
    /// What moves the cloth.
    pub solver: SolverSettings,
}

/// How long a scene runs and what is written.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputSettings {
    /// How many frames follow the first state.
    pub frames: usize,
    /// What is written.
    pub files: Vec<OutputKind>,
    /// From where the pictures are taken.
    pub view: View,
    /// How many pictures are on the page, at most; one alone is of the last frame.
    pub pictures: usize,
    /// Width and height of each picture in pixels.
    pub picture_size: [u32; 2],
    /// After how many frames a checkpoint is written; 0 for one at the end only.
    pub checkpoint: usize,
    /// Whether every frame is searched for intersections, exactly.
    pub check: bool,
}

/// Something that a run writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// `look.png`: a page of pictures.
    Picture,
    /// `cloth.glb`: an animation.
    Glb,
    /// `cloth.pc2` with `cloth.obj`: a point cache and its mesh.
    Pc2,
    /// `frames/0000.obj` and so on.
    Obj,
    /// `report.jsonl`: how each frame went, as a line of JSON.
    Report,
}

impl OutputKind {
    /// All of them, with their names in scene files.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("png", Self::Picture),
        ("glb", Self::Glb),
        ("pc2", Self::Pc2),
        ("obj", Self::Obj),
        ("report", Self::Report),
    ];
}

/// What surrounds the cloth, but for solid things.
#[derive(Clone, Debug, PartialEq)]
pub struct Surroundings {
    /// The acceleration of gravity in m/s².
    pub gravity: DVec3,
    /// The air, if there is any.
    pub air: Option<Air>,
    /// How it moves.
    pub wind: Wind,
    /// How far cloth stays away from solid things, in metres.
    pub thickness: f64,
}

/// Vertices that are held, and where they are led.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// The vertices, in growing order.
    pub vertices: Vec<u32>,
    /// Those of them that were picked before a radius spread the hold over their neighbours.
    pub points: Vec<u32>,
    /// Times in seconds, growing from 0, and how far the vertices are then from where they began; empty if they stay.
    pub path: Vec<(f64, DVec3)>,
}

/// What moves the cloth.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverSettings {
    /// The method's name.
    pub method: String,
    /// What was said of it beyond its name.
    pub settings: MethodSettings,
    /// Frames a second.
    pub fps: f64,
    /// Steps a frame.
    pub steps: usize,
    /// Whether cloth remembers how it was bent: friction between its yarns, creases, fatigue.
    pub creases: bool,
    /// The most that cloth may stretch, as a part of its length, if that is limited.
    pub stretch_limit: Option<f64>,
}
