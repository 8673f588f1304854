//! Questions about a pattern in the viewer without a screen, and pictures of it: those of the guide.
//!
//! Real events go in (pointer, keys), and what should come of them is checked:
//!
//!     cargo run --release -p toile-lab --features view-script --example view_asking -- PATTERN pictures
#![allow(clippy::print_stdout, reason = "an example tells what it does")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use toile::viewing::live::{Files, WardrobeOpener, spawn};
use toile_io::file::write_png;
use toile_io::png::Image;
use toile_view::app::{App, AppSettings};
use toile_view::asking::PatternQuestions;
use toile_view::live::{Handle, Opening};
use toile_view::script::Script;
use toile_view::script::egui::Key;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Long enough for any step on any machine.
const MOST: Duration = Duration::from_mins(10);

fn main() -> Outcome {
    let mut arguments = std::env::args().skip(1);
    let pattern = arguments.next().ok_or("name a pattern of which it is not sure how it is sewn")?;
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "toile-out/asking".into()));
    std::fs::create_dir_all(&folder)?;
    let wardrobe = WardrobeOpener { edge: Some(0.03), ..WardrobeOpener::default() };
    let handle = Handle::start(Arc::new(wardrobe), spawn, Box::new(|| ()));
    let host = Box::new(Files { output: folder.clone() });
    let mut script = Script::new(handle, host, AppSettings::default(), [1280, 760]);
    script.app_mut().open(Opening::of(pattern));
    until(&mut script, "nothing is asked", |app| app.state().offer.asked.is_some())?;
    picture(&mut script, &folder, "questions")?;

    let edge = (0, 1);
    let at = script.app().on_pattern(edge).ok_or("there is no such edge")?;
    script.click_at(at);
    picture(&mut script, &folder, "edge")?;
    let other = script.app().on_pattern((1, 1)).ok_or("there is no such edge")?;
    script.click_at(other);
    script.frames(3);
    picture(&mut script, &folder, "two_edges")?;
    must(script.click("Sew them together"), "they cannot be sewn together")?;
    until(&mut script, "the seam is not added", |app| asked(app).is_some_and(|asked| asked.answered == 1))?;
    picture(&mut script, &folder, "sewn")?;
    script.command_key(Key::Z);
    until(&mut script, "it is not taken back", |app| asked(app).is_some_and(|asked| asked.answered == 0))?;

    while let Some(question) = asked(script.app()).and_then(|asked| asked.questions.first().cloned()) {
        let count = asked(script.app()).map_or(0, |asked| asked.answered);
        let option = &question.options[question.default];
        script.frames(3);
        println!("{} {}", question.text, option.text);
        let label = format!("{}, {:.0} %", option.text, 100.0 * option.probability);
        must(script.click(&label), &format!("there is no `{label}` to click"))?;
        until(&mut script, "it is not answered", |app| {
            asked(app).is_some_and(|asked| asked.answered > count)
        })?;
    }
    script.frames(3);
    picture(&mut script, &folder, "answered")?;
    must(script.click("Dress"), "it cannot be dressed")?;
    until(&mut script, "it is not dressed", |app| {
        let state = app.state();
        state.offer.asked.is_none() && !state.offer.worn.is_empty() || state.trouble.is_some()
    })?;
    script.frames(3);
    if let Some(trouble) = &script.app().state().trouble {
        println!("{trouble}");
    }
    picture(&mut script, &folder, "dressed")
}

fn asked(app: &App) -> Option<Arc<PatternQuestions>> {
    app.state().offer.asked.clone()
}

fn until(script: &mut Script, words: &str, is_so: impl FnMut(&App) -> bool) -> Outcome {
    let became = script.until(MOST, is_so);
    let state = script.app().state();
    let trouble = state.trouble.as_ref().map_or("none", |trouble| trouble.words.as_str());
    must(became, &format!("{words} (trouble: {trouble})"))
}

fn must(is_so: bool, words: &str) -> Outcome {
    if is_so { Ok(()) } else { Err(words.into()) }
}

fn picture(script: &mut Script, folder: &std::path::Path, name: &str) -> Outcome {
    script.wait(Duration::from_millis(100));
    script.frames(20);
    let picture = script.picture()?;
    let image = Image { width: picture.width, height: picture.height, pixels: picture.pixels };
    write_png(&folder.join(format!("{name}.png")), &image)?;
    println!("{name}");
    Ok(())
}
