//! A session in the viewer without a screen, and a picture of each step: those of the guide.
//!
//! Real events go in (pointer, keys), and what should come of them is checked:
//!
//!     cargo run --release -p toile-lab --features view-script --example view_session -- pictures
//!
//! Names of steps after the folder, such as `walks`, take only those after opening.
#![allow(clippy::print_stdout, reason = "an example tells what it does")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use toile::viewing::live::{Files, WardrobeOpener, spawn};
use toile_io::file::write_png;
use toile_io::png::Image;
use toile_view::app::{App, AppSettings};
use toile_view::live::{Activity, Handle, LiveState, Opening, Value};
use toile_view::scene::Print;
use toile_view::script::Script;
use toile_view::script::egui::{Key, PointerButton, Pos2, vec2};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Long enough for any step on any machine.
const MOST: Duration = Duration::from_mins(10);

/// A step of the session, by its name.
type Step = (&'static str, fn(&mut Session) -> Outcome);

/// What is done after the outfit was opened.
const STEPS: [Step; 15] = [
    ("orbits", Session::orbits),
    ("pulls", Session::pulls_at_a_sleeve),
    ("pins", Session::pins),
    ("order", Session::changes_the_order),
    ("fabric", Session::changes_fabric),
    ("print", Session::prints_stripes),
    ("pattern", Session::shows_the_pattern),
    ("bust", Session::changes_bust),
    ("pauses", Session::pauses_and_looks_back),
    ("tension", Session::shows_tension),
    ("exports", Session::exports),
    ("help", Session::shows_help),
    ("walks", Session::walks),
    ("drops", Session::opens_what_is_dropped),
    ("scene", Session::opens_a_dropped_scene),
];

struct Session {
    script: Script,
    folder: PathBuf,
    /// Where the viewer saves to.
    output: PathBuf,
    begin: Instant,
}

fn main() -> Outcome {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "toile-out/session".into()));
    std::fs::create_dir_all(&folder)?;
    let output = folder.join("saved");
    let wardrobe = WardrobeOpener { edge: Some(0.03), ..WardrobeOpener::default() };
    let handle = Handle::start(Arc::new(wardrobe), spawn, Box::new(|| ()));
    let host = Box::new(Files { output: output.clone() });
    let mut script = Script::new(
        handle,
        host,
        AppSettings { picture_size: [480, 360], ..AppSettings::default() },
        [1060, 660],
    );
    script.app_mut().open(Opening { names: Vec::new(), add: false, as_body: false });
    let mut session = Session { script, folder, output, begin: Instant::now() };
    session.opens()?;
    let asked: Vec<String> = std::env::args().skip(2).collect();
    for (name, step) in STEPS {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            step(&mut session)?;
        }
    }
    println!("done after {:.0} s", session.begin.elapsed().as_secs_f64());
    Ok(())
}

/// Something must be so, or the session ends with these words.
fn must(is_so: bool, words: &str) -> Outcome {
    if is_so { Ok(()) } else { Err(words.into()) }
}

/// The number of the T-shirt among the objects.
fn shirt(state: &LiveState) -> Result<usize, Box<dyn std::error::Error>> {
    let shirt = state.offer.worn.iter().find(|worn| worn.source == "t-shirt").ok_or("no T-shirt")?;
    Ok(shirt.object)
}

impl Session {
    fn picture(&mut self, name: &str) -> Outcome {
        // A slow device draws coarsely while things move: let the picture become sharp.
        self.script.wait(Duration::from_millis(100));
        self.script.frames(20);
        let picture = self.script.picture()?;
        let image = Image { width: picture.width, height: picture.height, pixels: picture.pixels };
        write_png(&self.folder.join(format!("{name}.png")), &image)?;
        println!("{:6.1} s  {name}", self.begin.elapsed().as_secs_f64());
        Ok(())
    }

    fn until(&mut self, words: &str, is_so: impl Fn(&LiveState) -> bool) -> Outcome {
        let became = self.script.until(MOST, |app: &App| is_so(&app.state()));
        let state = self.script.app().state();
        let making = state.making.as_ref().map_or("nothing", |making| making.words.as_str());
        let trouble = state.trouble.as_ref().map_or("none", |trouble| trouble.words.as_str());
        must(became, &format!("{words} ({:?}, in the making: {making}, trouble: {trouble})", state.activity))
    }

    /// Lets the cloth come to rest and its fit be judged.
    fn settles(&mut self) -> Outcome {
        self.until("it does not come to rest", |state| {
            state.activity == Activity::AtRest && !state.fit.is_empty()
        })
    }

    fn click(&mut self, label: &str) -> Outcome {
        must(self.script.click(label), &format!("there is no `{label}` to click"))
    }

    /// Where a garment is seen near a place, as a point of the screen.
    fn cloth_at(&self, garment: usize, near: [f32; 3]) -> Result<Pos2, Box<dyn std::error::Error>> {
        let state = self.script.app().state();
        let object = state.scene.objects.get(garment).ok_or("no such garment")?;
        let far = |p: &[f32; 3]| (0..3).map(|k| (p[k] - near[k]).powi(2)).sum::<f32>();
        let mut places: Vec<[f32; 3]> = object.positions.to_vec();
        places.sort_by(|a, b| far(a).total_cmp(&far(b)));
        let app = self.script.app();
        let is_seen = |at: &Pos2| app.cloth_under(*at).is_some_and(|place| place.object == garment);
        Ok(places
            .iter()
            .filter_map(|place| app.on_screen(*place))
            .find(is_seen)
            .ok_or("it is not in the picture")?)
    }

    /// Where the handle of a slider is, in points from its left end.
    fn handle_of(&self, key: &str) -> f32 {
        let state = self.script.app().state();
        let Some(control) = state.offer.control(key) else { return 0.0 };
        match (&control.kind, &control.value) {
            (toile_view::live::ControlKind::Number { range: [low, high], .. }, Value::Number(now)) => {
                (6.0 + 118.0 * (now - low) / (high - low)) as f32
            }
            _ => 0.0,
        }
    }

    fn opens(&mut self) -> Outcome {
        self.until("nothing is made", |state| state.making.is_some())?;
        self.until("the body is not seen while it is dressed", |state| !state.scene.objects.is_empty())?;
        self.until("nobody sees how the second garment is sewn", |state| {
            let is_second = |words: &str| words.contains("2 of 2") && words.contains("sewing");
            state.making.as_ref().is_some_and(|making| is_second(&making.words))
                && state.scene.objects.len() == 3
        })?;
        self.picture("dressing")?;
        self.until("the outfit does not open", |state| state.generation > 0)?;
        self.settles()?;
        self.picture("opened")
    }

    fn orbits(&mut self) -> Outcome {
        let before = self.script.app().camera();
        let from = Pos2::new(120.0, 300.0);
        self.script.drag(from, from + vec2(90.0, 20.0), PointerButton::Primary, 6);
        self.script.button(from + vec2(90.0, 20.0), PointerButton::Primary, false);
        must(self.script.app().camera() != before, "the view does not turn")?;
        self.picture("turned")
    }

    fn pulls_at_a_sleeve(&mut self) -> Outcome {
        self.script.key(Key::Num1);
        self.script.frames(2);
        // The outer garment is the T-shirt; its left sleeve ends at the highest x.
        let state = self.script.app().state();
        let shirt = shirt(&state)?;
        let sleeve = state.scene.objects[shirt]
            .positions
            .iter()
            .copied()
            .max_by(|a, b| a[0].total_cmp(&b[0]))
            .ok_or("no sleeve")?;
        let from = self.cloth_at(shirt, [sleeve[0] - 0.03, sleeve[1], sleeve[2] + 0.05])?;
        let to = from + vec2(70.0, -60.0);
        self.script.drag(from, to, PointerButton::Primary, 8);
        self.until("the sleeve is not held", |state| state.grab.is_some())?;
        let time = self.script.app().state().time;
        self.until("time does not pass", |state| state.time > time + 0.3)?;
        let grab = self.script.app().state().grab.ok_or("nothing is held")?;
        must(grab[0][0] > sleeve[0] - 0.01, "the sleeve does not follow")?;
        self.picture("pulled")?;
        self.script.button(to, PointerButton::Primary, false);
        self.until("the sleeve is still held", |state| state.grab.is_none())
    }

    fn pins(&mut self) -> Outcome {
        let state = self.script.app().state();
        let shirt = shirt(&state)?;
        let low = state.scene.objects[shirt].positions.iter().map(|p| p[1]).fold(f32::INFINITY, f32::min);
        let at = self.cloth_at(shirt, [0.1, low + 0.03, 0.3])?;
        self.script.point(at);
        self.script.key(Key::P);
        self.until("there is no needle", |state| state.needles.len() == 1)?;
        let needle = self.script.app().state().needles[0].position;
        let from = self.script.app().on_screen(needle).ok_or("the needle is not in the picture")?;
        self.script.drag(from, from + vec2(60.0, -50.0), PointerButton::Primary, 8);
        self.script.button(from + vec2(60.0, -50.0), PointerButton::Primary, false);
        let time = self.script.app().state().time;
        self.until("time does not pass", |state| state.time > time + 0.3)?;
        let moved = self.script.app().state().needles[0].position;
        must(moved[1] > needle[1] + 0.03, "the needle does not move")?;
        self.picture("pinned")?;
        // Undo twice: back where it was, and out; redo nothing, so the rest is without it.
        self.script.command_key(Key::Z);
        self.script.command_key(Key::Z);
        self.until("undo does not take the needle out", |state| state.needles.is_empty())
    }

    fn changes_the_order(&mut self) -> Outcome {
        // What was pulled at is creased, and is not tucked in smoothly.
        self.begins_anew()?;
        self.click("trousers over t-shirt")?;
        self.until("the order does not change", |state| !state.offer.wishes.is_empty())?;
        self.settles()?;
        let state = self.script.app().state();
        must(
            state.offer.worn.first().is_some_and(|worn| worn.source == "t-shirt"),
            "the list stays as it was",
        )?;
        self.picture("order")?;
        self.script.command_key(Key::Z);
        self.until("undo does not take the order back", |state| state.offer.wishes.is_empty())?;
        self.begins_anew()
    }

    /// As it was dressed, without the creases of what was done since.
    fn begins_anew(&mut self) -> Outcome {
        self.script.key(Key::R);
        self.until("it does not begin anew", |state| state.time < 0.1)?;
        self.settles()
    }

    fn changes_fabric(&mut self) -> Outcome {
        self.click("Fabric")?;
        let shirt = shirt(&self.script.app().state())?;
        let name = self.script.app().state().scene.objects[shirt].name.clone();
        self.click(&name)?;
        self.click("Fabric value")?;
        self.script.frames(3);
        self.click("silk-crepe")?;
        let key = format!("fabric{shirt}/library");
        let is_silk = |state: &LiveState| {
            state
                .offer
                .control(&key)
                .is_some_and(|control| control.value == Value::Choice("silk-crepe".into()))
        };
        self.until("the fabric does not change", is_silk)?;
        self.settles()?;
        self.picture("fabric")
    }

    fn prints_stripes(&mut self) -> Outcome {
        let shirt = shirt(&self.script.app().state())?;
        let look = move |state: &LiveState| state.scene.objects[shirt].material.clone();
        let plain = look(&self.script.app().state());
        self.click("Print value")?;
        self.script.frames(3);
        self.click("stripes")?;
        self.until("nothing is printed", |state| matches!(look(state).print, Print::Stripes(..)))?;
        self.picture("print")?;
        self.script.command_key(Key::Z);
        self.until("undo does not take the print back", |state| look(state) == plain)
    }

    fn shows_the_pattern(&mut self) -> Outcome {
        self.click("Pattern")?;
        self.script.frames(3);
        let at = self.script.find("The cloth").ok_or("no picture")?.center();
        self.script.click_at(at);
        self.picture("pattern")?;
        self.script.key(Key::E);
        self.script.key(Key::Escape);
        Ok(())
    }

    fn changes_bust(&mut self) -> Outcome {
        self.click("Body")?;
        self.script.frames(2);
        let slider = self.script.find("Bust value").ok_or("there is no slider for the bust")?;
        let generation = self.script.app().state().generation;
        let bust = |state: &LiveState| match state
            .offer
            .control("measure/bust_girth")
            .map(|control| control.value.clone())
        {
            Some(Value::Number(value)) => value,
            _ => 0.0,
        };
        let before = bust(&self.script.app().state());
        // The track is 130 points wide.
        let from = Pos2::new(slider.left() + self.handle_of("measure/bust_girth"), slider.center().y);
        self.script.drag(from, from + vec2(20.0, 0.0), PointerButton::Primary, 4);
        self.script.button(from + vec2(20.0, 0.0), PointerButton::Primary, false);
        self.until("nothing is dressed anew", |state| state.making.is_some())?;
        self.picture("bust_making")?;
        self.until("it is not dressed anew", |state| state.generation > generation)?;
        let after = bust(&self.script.app().state());
        println!("          bust from {before:.1} to {after:.1} cm");
        must(after > before + 3.0, "the bust is not larger")?;
        self.settles()?;
        self.picture("bust")
    }

    fn pauses_and_looks_back(&mut self) -> Outcome {
        self.script.key(Key::Space);
        self.until("it does not pause", |state| state.activity == Activity::Paused)?;
        let line = self.script.find("Time line").ok_or("there is no time line")?;
        self.script.click_at(Pos2::new(line.left() + 20.0, line.center().y));
        self.picture("paused")?;
        self.script.key(Key::L);
        self.script.key(Key::Space);
        Ok(())
    }

    fn shows_tension(&mut self) -> Outcome {
        self.script.key(Key::T);
        self.until("there are no colours", |state| state.heat.is_some())?;
        let state = self.script.app().state();
        let values = |object: &toile_view::scene::Object| {
            object.values.as_ref().is_some_and(|values| values.iter().any(|v| *v > 1.0))
        };
        must(state.scene.objects.iter().any(values), "nothing is tight")?;
        self.settles()?;
        self.picture("tension")
    }

    fn exports(&mut self) -> Outcome {
        let output = self.output.clone();
        self.click("Export")?;
        for label in ["Save a picture", "Save as GLB", "Save as OBJ"] {
            self.click(label)?;
            self.script.wait(Duration::from_millis(300));
        }
        let has = |name: &str| output.join(name).metadata().is_ok_and(|file| file.len() > 10_000);
        let saved = self.script.until(MOST, |_| has("toile.png") && has("toile.glb") && has("toile.obj"));
        must(saved, "not everything was saved")?;
        self.click("Film a turn around it")?;
        let film = output.join("toile.avi");
        let is_said = |app: &App| app.notice().is_some_and(|words| words.contains("toile.avi"));
        must(self.script.until(MOST, is_said), "the film is not saved")?;
        must(film.metadata().is_ok_and(|file| file.len() > 100_000), "the film is empty")?;
        self.picture("exported")
    }

    fn walks(&mut self) -> Outcome {
        let generation = self.script.app().state().generation;
        self.click("Cloth")?;
        self.click("Motion")?;
        self.click("Motion value")?;
        self.script.frames(3);
        self.click("walk")?;
        self.until("the motion does not begin", |state| state.generation > generation)?;
        let body = |state: &LiveState| state.scene.objects.last().map(|body| body.positions[0]);
        let before = body(&self.script.app().state());
        self.until("the body does not walk", |state| state.time > 1.5)?;
        must(body(&self.script.app().state()) != before, "the body stands still")?;
        self.picture("walking")
    }

    fn opens_what_is_dropped(&mut self) -> Outcome {
        // A pattern as somebody has it in a file, and something that is none.
        let skirt = self.folder.join("my-skirt.toml");
        let wearer = toile::Wearer::open("eu-38")?;
        let found = toile_dress::FoundGarment::open("straight-skirt", &wearer, toile::Looseness::Regular)?;
        std::fs::write(&skirt, toile_pattern::file::write(&found.garment))?;
        let broken = self.folder.join("no-pattern.dxf");
        std::fs::write(&broken, "nonsense")?;
        self.script.drop_files(&[&broken]);
        self.script.frames(3);
        self.click("Wear it instead")?;
        self.until("nobody says that it is broken", |state| {
            state.trouble.as_ref().is_some_and(|trouble| trouble.words.contains("no-pattern.dxf"))
        })?;
        self.picture("dropped_broken")?;
        self.click("Understood")?;
        let generation = self.script.app().state().generation;
        self.script.drop_files(&[&skirt]);
        self.script.frames(3);
        let question = "Wear this instead of what is worn, or too?";
        must(self.script.find(question).is_some(), "nobody says what is asked")?;
        self.picture("dropped_choice")?;
        self.click("Wear it instead")?;
        self.until("what was dropped does not open", |state| state.generation > generation)?;
        must(self.script.app().state().offer.worn.len() == 1, "not only the skirt is worn")?;
        self.until("it does not walk in what was dropped", |state| state.time > 0.5)?;
        self.picture("dropped")
    }

    /// A scene is nothing to wear: it opens without a question.
    fn opens_a_dropped_scene(&mut self) -> Outcome {
        let scene = self.folder.join("curtain.toml");
        std::fs::write(
            &scene,
            "[[cloth]]\nsheet = { width = \"1 m\", height = \"1 m\", cells = 24 }\nfabric = \"cotton-poplin\"\n\
             [[pin]]\ncorners = [\"top-left\", \"top-right\"]\n",
        )?;
        let generation = self.script.app().state().generation;
        self.script.drop_files(&[&scene]);
        self.until("the scene does not open", |state| state.generation > generation)?;
        must(self.script.app().state().offer.worn.is_empty(), "a scene is worn")?;
        self.until("time does not pass", |state| state.time > 0.5)?;
        self.picture("dropped_scene")
    }

    fn shows_help(&mut self) -> Outcome {
        self.script.key(Key::D);
        self.script.key(Key::Questionmark);
        self.picture("help")?;
        self.script.key(Key::Escape);
        self.script.key(Key::D);
        Ok(())
    }
}
