//! From the text of a scene file to a [`SceneFile`].

use super::cloth_part::ClothPart;
use super::contact_settings::{self, Together};
use super::description::{OutputKind, OutputSettings, Pin, SceneFile, SolverSettings, Surroundings};
use super::error::SceneFileError;
use super::friction;
use super::range;
use super::section::{Mistakes, Section, number, vector};
use super::select::{Selector, path};
use super::solid::{Around, Solid};
use glam::DVec3;
use std::path::Path;
use toile_cloth::air::Air;
use toile_cloth::cloth::Grab;
use toile_cloth::fabric::{FabricQuantity, line_of};
use toile_cloth::solver::{Budget, ClothProperty, MethodSettings, Scheme, Solver};
use toile_cloth::threads::{Anchor, Thread};
use toile_cloth::wind::Wind;
use toile_cloth::world::World;
use toile_look::View;
use toml::de::{DeTable, DeValue};

/// How long a scene runs if it does not say, in seconds.
const USUAL_SECONDS: f64 = 2.0;
const USUAL_FPS: f64 = 60.0;
const USUAL_CHECKPOINT: u64 = 60;
/// Width and height of a picture in pixels.
const USUAL_PICTURE: [u32; 2] = [330; 2];
/// Pictures on a page: two rows of four.
const USUAL_PICTURES: u64 = 8;
const MOST_PICTURES: u64 = 64;
const MOST_FRAMES: u64 = 1_000_000;

/// From where pictures can be taken.
const VIEWS: [(&str, View); 6] = [
    ("front", View::Front),
    ("back", View::Back),
    ("left", View::Left),
    ("right", View::Right),
    ("top", View::Top),
    ("three-quarter", View::ThreeQuarter),
];

impl SceneFile {
    /// Reads a scene file; files that it names are looked for beside it.
    ///
    /// # Errors
    /// If it cannot be read, or something in it is wrong: the message names the line and what to write instead.
    pub fn read(path: &Path) -> Result<Self, SceneFileError> {
        let origin = path.to_string_lossy();
        let text = std::fs::read_to_string(path).map_err(|error| SceneFileError {
            origin: origin.to_string(),
            line: 1,
            message: format!("cannot read: {error}"),
        })?;
        Self::parse_in(&origin, &text, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads a scene from the text of a file; `origin` is its name, for messages. Files that it names are looked for in the
    /// current folder.
    ///
    /// # Errors
    /// If something in it is wrong. Of several mistakes the error names the first one in the file.
    pub fn parse(origin: &str, text: &str) -> Result<Self, SceneFileError> {
        Self::parse_in(origin, text, Path::new(""))
    }

    fn parse_in(origin: &str, text: &str, folder: &Path) -> Result<Self, SceneFileError> {
        let mistakes = Mistakes::default();
        let parsed = DeTable::parse(text);
        let scene = match &parsed {
            Ok(table) => {
                Self::from_file(origin, &Section::new("", table.get_ref(), 0, &mistakes), folder, &mistakes)
            }
            Err(error) => {
                mistakes.add(error.span().map_or(0, |span| span.start), error.message());
                None
            }
        };
        let failed = |(place, message): (usize, String)| SceneFileError {
            origin: origin.to_owned(),
            line: line_of(text, place),
            message,
        };
        match (mistakes.first(), scene) {
            (None, Some(scene)) => Ok(scene),
            (mistake, _) => Err(failed(mistake.unwrap_or((0, "the scene cannot be read".to_owned())))),
        }
    }

    /// Reads all sections; `None` if there is no cloth to pick from, and something is amiss.
    fn from_file(origin: &str, file: &Section<'_>, folder: &Path, mistakes: &Mistakes) -> Option<Self> {
        let solver = solver(file);
        let output = output(file, solver.fps);
        let world = world(file);
        let mut cloths = Vec::new();
        for section in file.sections("cloth") {
            cloths.extend(ClothPart::read(&section, folder));
            section.finish();
        }
        if !file.has("cloth") {
            // What is missing is reported at the end of the file, after all that is wrong in it.
            file.mistake(
                usize::MAX,
                "there is no cloth; add a section [[cloth]] with a `sheet` and a `fabric`",
            );
        }
        let (pins, threads, grabs) = (file.sections("pin"), file.sections("thread"), file.sections("grab"));
        let together = Together::of(&cloths);
        let mut contact = contact_settings::read(file, &together);
        contact.layers.add_changes(file, &cloths, contact.cloth.is_some());
        let around = Around { folder, fps: solver.fps };
        let read = |section: &Section<'_>| Solid::read(section, &around);
        let colliders: Vec<Solid> = file.sections("collider").iter().filter_map(read).collect();
        let pair_friction = friction::pairs(file, &cloths, &colliders);
        if world.thickness == 0.0 && colliders.iter().any(Solid::is_exact) {
            file.mistake(
                file.place_of("world"),
                "thickness: nothing can lie on a mesh at no distance; write thickness = \"1 mm\"",
            );
        }
        file.finish();
        // Without sound cloths every pin would be called wrong.
        if !mistakes.is_empty() {
            return None;
        }
        let selector = Selector::new(&cloths);
        let pins = pins.iter().filter_map(|section| pin(section, &selector)).collect();
        let threads = threads.iter().filter_map(|section| thread(section, &selector)).collect();
        let grabs = grabs.iter().filter_map(|section| grab(section, &selector)).collect();
        Some(Self {
            origin: origin.to_owned(),
            output,
            world,
            pins,
            threads,
            grabs,
            colliders,
            contact: contact.cloth,
            counts_thickness: contact.counts_thickness,
            response: contact.response,
            repair: contact.repair,
            layers: contact.layers,
            pair_friction,
            solver,
            cloths,
        })
    }
}

fn output(file: &Section<'_>, fps: f64) -> OutputSettings {
    let by_seconds = |seconds: f64| (seconds * fps).round().clamp(1.0, MOST_FRAMES as f64) as usize;
    let mut settings = OutputSettings {
        frames: by_seconds(USUAL_SECONDS),
        files: vec![OutputKind::Picture, OutputKind::Glb],
        view: View::ThreeQuarter,
        pictures: USUAL_PICTURES as usize,
        picture_size: USUAL_PICTURE,
        checkpoint: USUAL_CHECKPOINT as usize,
        check: false,
    };
    let Some(section) = file.section("output") else { return settings };
    let frames = section.count("frames", 1..=MOST_FRAMES);
    let seconds = section.positive("seconds", FabricQuantity::Time);
    // Read with the solver: it decides how long a step is.
    let _ = section.value("fps");
    if section.has("frames") && section.has("seconds") {
        section.mistake(section.place_of("seconds"), "give either `frames` or `seconds`, not both");
    }
    if let Some(seconds) = seconds.filter(|seconds| seconds * fps > MOST_FRAMES as f64) {
        let message =
            format!("seconds: {seconds} s are more than {MOST_FRAMES} frames; let it take less time");
        section.mistake(section.place_of("seconds"), message);
    }
    settings.frames =
        frames.map(|frames| frames as usize).or(seconds.map(by_seconds)).unwrap_or(settings.frames);
    settings.files = section.choices("files", &OutputKind::NAMES).unwrap_or(settings.files);
    settings.view = section.choice("view", &VIEWS).unwrap_or(settings.view);
    settings.pictures = section.count("pictures", 1..=MOST_PICTURES).unwrap_or(USUAL_PICTURES) as usize;
    settings.picture_size = picture_size(&section).unwrap_or(USUAL_PICTURE);
    settings.checkpoint = section.count("checkpoint", 0..=MOST_FRAMES).unwrap_or(USUAL_CHECKPOINT) as usize;
    settings.check = section.flag("check").unwrap_or(false);
    section.finish();
    settings
}

/// One number for a square, or `[width, height]`.
fn picture_size(section: &Section<'_>) -> Option<[u32; 2]> {
    match *section.counts("picture_size", &(16..=4096))? {
        [side] => Some([side as u32; 2]),
        [width, height] => Some([width as u32, height as u32]),
        _ => {
            let place = section.place_of("picture_size");
            section.mistake(place, "picture_size: expected one number or two, [width, height]");
            None
        }
    }
}

fn solver(file: &Section<'_>) -> SolverSettings {
    let fps = file
        .section("output")
        .and_then(|section| section.within("fps", FabricQuantity::Number, range::FRAMES_PER_SECOND));
    let mut settings = SolverSettings {
        method: "newton".to_owned(),
        settings: MethodSettings::default(),
        fps: fps.unwrap_or(USUAL_FPS),
        steps: 1,
        creases: true,
        stretch_limit: None,
    };
    let Some(section) = file.section("solver") else { return settings };
    settings.settings.budget =
        section.choice("budget", &[("interactive", Budget::INTERACTIVE), ("accurate", Budget::ACCURATE)]);
    settings.settings.scheme =
        section.choice("scheme", &[("bdf2", Scheme::Bdf2), ("backward-euler", Scheme::BackwardEuler)]);
    settings.steps = section.count("steps", 1..=10_000).unwrap_or(1) as usize;
    settings.stretch_limit = section.within("stretch_limit", FabricQuantity::Number, range::STRETCH_LIMIT);
    if let Some(method) = section.text("method") {
        match <dyn Solver>::named(method, &settings.settings) {
            Ok(_) => method.clone_into(&mut settings.method),
            Err(error) => section.mistake(section.place_of("method"), format!("method: {error}")),
        }
    }
    creases(&section, &mut settings);
    section.finish();
    settings
}

/// Whether cloth remembers how it was bent: as the method can, if the scene does not say it.
fn creases(section: &Section<'_>, settings: &mut SolverSettings) {
    let solver = <dyn Solver>::named(&settings.method, &settings.settings);
    let can = solver.is_ok_and(|solver| solver.honours(ClothProperty::Creases));
    settings.creases = section.flag("creases").unwrap_or(can);
    if settings.creases && !can {
        let words =
            format!("creases: the method {} knows none; leave them out, or take `newton`", settings.method);
        section.mistake(section.place_of("creases"), words);
    }
}

fn world(file: &Section<'_>) -> Surroundings {
    let usual = World::default();
    let mut settings = Surroundings {
        gravity: usual.gravity,
        air: Some(Air::default()),
        wind: Wind::default(),
        thickness: usual.obstacle_thickness,
    };
    let Some(section) = file.section("world") else { return settings };
    settings.gravity = gravity(&section).unwrap_or(settings.gravity);
    settings.air = air(&section);
    settings.thickness = thickness(&section).unwrap_or(settings.thickness);
    if let Some(wind) = section.section("wind") {
        settings.wind = Wind {
            velocity: wind.vector("velocity", FabricQuantity::Speed).unwrap_or_default(),
            gusts: wind.not_negative("gusts", FabricQuantity::Number).unwrap_or(0.0),
            gust_length: wind.positive("gust_length", FabricQuantity::Length).unwrap_or(1.0),
        };
        wind.finish();
        if settings.air.is_none() {
            section
                .mistake(section.place_of("wind"), "wind: there is no air to blow; leave out `air = false`");
        }
    }
    section.finish();
    settings
}

/// How far cloth stays from obstacles; none at all is fine for some of them.
fn thickness(section: &Section<'_>) -> Option<f64> {
    let thickness = section.not_negative("thickness", FabricQuantity::Length)?;
    if thickness == 0.0 {
        Some(0.0)
    } else {
        section.within("thickness", FabricQuantity::Length, range::OBSTACLE_THICKNESS)
    }
}

/// A downward acceleration as a number, or a vector.
fn gravity(section: &Section<'_>) -> Option<DVec3> {
    let (place, value) = section.value("gravity")?;
    let found = match value {
        DeValue::Array(_) => vector(FabricQuantity::Acceleration, value),
        _ => number(FabricQuantity::Acceleration, value).map(|down| DVec3::NEG_Y * down),
    };
    found.map_err(|reason| section.mistake(place, format!("gravity: {reason}"))).ok()
}

/// `air = true`, `air = false`, or `air = { density, friction }`.
fn air(section: &Section<'_>) -> Option<Air> {
    let usual = Air::default();
    match section.value("air") {
        None => Some(usual),
        Some((_, DeValue::Table(_))) => {
            let air = section.section("air")?;
            let settings = Air {
                density: air.positive("density", FabricQuantity::Density).unwrap_or(usual.density),
                friction: air.not_negative("friction", FabricQuantity::Number).unwrap_or(usual.friction),
            };
            air.finish();
            Some(settings)
        }
        Some(_) => section.flag("air").is_some_and(|air| air).then_some(usual),
    }
}

fn pin(section: &Section<'_>, selector: &Selector<'_>) -> Option<Pin> {
    let found = selector.vertices(section);
    let path = path(section);
    section.finish();
    let [points, vertices] = found?;
    Some(Pin { vertices, points, path })
}

fn thread(section: &Section<'_>, selector: &Selector<'_>) -> Option<Thread> {
    let length = section.not_negative("length", FabricQuantity::Length);
    let stiffness = section.positive("stiffness", FabricQuantity::Tension);
    let is_spring = section.flag("spring").unwrap_or(false);
    let end = |key: &'static str| {
        let Some(inner) = section.section(key) else {
            section.complain(format!("`{key}` is missing; write {key} = {{ near = [x, y, z] }}"));
            return None;
        };
        let found = selector.point(&inner);
        inner.finish();
        found
    };
    let ends = [end("from"), end("to")];
    section.finish();
    let [Some(from), Some(to)] = ends else { return None };
    let span = selector.positions[from as usize].distance(selector.positions[to as usize]);
    Some(Thread {
        ends: [Anchor::vertex(from), Anchor::vertex(to)],
        length: length.unwrap_or(span),
        stiffness: stiffness.unwrap_or(100.0),
        is_spring,
    })
}

fn grab(section: &Section<'_>, selector: &Selector<'_>) -> Option<Grab> {
    let target = section.vector("target", FabricQuantity::Length);
    let stiffness = section.positive("stiffness", FabricQuantity::Tension);
    let vertex = selector.point(section);
    if !section.has("target") {
        section.complain("`target` is missing; give the place to pull to, [x, y, z]");
    }
    section.finish();
    Some(Grab { anchor: Anchor::vertex(vertex?), target: target?, stiffness: stiffness.unwrap_or(100.0) })
}
