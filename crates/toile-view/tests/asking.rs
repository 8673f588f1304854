//! Questions about a pattern in the window: answered by buttons, edges clicked, all of it taken back.
//!
//! Needs the feature `script` and a graphics driver; Mesa's lavapipe will do.
#![cfg(feature = "script")]
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod viewer;

use std::sync::Arc;
use toile_view::app::AppSettings;
use toile_view::asking::{
    FlatStretch, LetteredEdges, PatternAnswer, PatternOption, PatternQuestion, PatternQuestions,
    ProposedSeam, SeamStanding,
};
use toile_view::live::{
    Applied, Handle, Heat, Live, LiveReport, Offer, Opener, Opening, Say, Trouble, Value,
};
use toile_view::pattern::{FlatEdge, FlatPiece, Pattern};
use toile_view::scene::{Object, ViewScene};
use toile_view::script::Script;
use viewer::{Folder, LONG, alone, spawn};

/// The question that is open until it is answered.
const QUESTION: &str = "Is A sewn to B?";

/// Two squares about which there is one question. It keeps what it is told.
struct Squares {
    told: Vec<PatternAnswer>,
    is_saved: bool,
}

fn square(name: &str) -> FlatPiece {
    let corners = [[0.0, 0.0], [0.4, 0.0], [0.4, 0.4], [0.0, 0.4]];
    let edge = |k: usize| FlatEdge {
        name: k.to_string(),
        points: vec![corners[k], corners[(k + 1) % 4]],
        ..FlatEdge::default()
    };
    FlatPiece { name: name.to_owned(), edges: (0..4).map(edge).collect(), ..FlatPiece::default() }
}

fn stretch(piece: usize, edge: usize) -> FlatStretch {
    FlatStretch { piece, edge, points: square("").edges[edge].points.clone() }
}

impl Squares {
    /// Texts tell what was said, so that tests can see it.
    fn asked(&self) -> PatternQuestions {
        let is_open = !self.told.iter().any(|answer| matches!(answer, PatternAnswer::Choose { .. }));
        let option = |text: &str, probability: f64| PatternOption {
            text: text.to_owned(),
            probability,
            reasons: vec!["equal lengths".to_owned()],
        };
        let edges = |letter: &str, piece: usize, edge: usize| LetteredEdges {
            letter: letter.to_owned(),
            stretches: vec![stretch(piece, edge)],
        };
        let question = PatternQuestion {
            text: QUESTION.to_owned(),
            options: vec![option("yes", 0.6), option("no", 0.4)],
            default: 0,
            edges: vec![edges("A", 0, 1), edges("B", 1, 3)],
        };
        let seam = |name: &str, edges: [usize; 2], standing: SeamStanding| ProposedSeam {
            name: name.to_owned(),
            sides: [vec![stretch(0, edges[0])], vec![stretch(1, edges[1])]],
            standing,
        };
        let open = is_open.then(|| seam("front.1 = back.3", [1, 3], SeamStanding::Open(0.6)));
        let sure = seam("front.3 = back.1", [3, 1], SeamStanding::Sure(0.95));
        PatternQuestions {
            questions: if is_open { vec![question] } else { Vec::new() },
            proposals: open.into_iter().chain([sure]).collect(),
            answered: self.told.len(),
            file: "squares.toml".to_owned(),
            is_saved: self.is_saved,
        }
    }
}

impl Live for Squares {
    fn offer(&self) -> Arc<Offer> {
        let pattern = Pattern { pieces: vec![square("front"), square("back")], ..Pattern::default() };
        let told = self.told.iter().map(|answer| format!("{answer:?}")).collect::<Vec<_>>().join("; ");
        let asked = Some(Arc::new(self.asked()));
        Arc::new(Offer { title: told, pattern: Arc::new(pattern), asked, ..Offer::default() })
    }
    fn scene(&self) -> ViewScene {
        let positions = Arc::new(vec![[0.0; 3], [0.1, 1.0, 0.0]]);
        ViewScene { objects: vec![Object::still("body", positions)], ..ViewScene::default() }
    }
    fn time(&self) -> f64 {
        0.0
    }
    fn step_time(&self) -> f64 {
        1.0 / 60.0
    }
    fn step(&mut self) -> Result<LiveReport, String> {
        Ok(LiveReport::default())
    }
    fn is_at_rest(&self) -> bool {
        true
    }
    fn reset(&mut self) {}
    fn set(&mut self, _: &str, _: &Value) -> Result<Applied, String> {
        Err("nothing can be set".to_owned())
    }
    fn answer(&mut self, answer: &PatternAnswer) -> Result<Applied, String> {
        match answer {
            PatternAnswer::BackTo(count) => self.told.truncate(*count),
            PatternAnswer::Save => self.is_saved = true,
            PatternAnswer::Dress => {
                return Ok(Applied::Remake(Box::new(|_| Ok(Box::new(Dressed)))));
            }
            answer => self.told.push(answer.clone()),
        }
        Ok(Applied::Done)
    }
    fn show(&mut self, _: Option<&str>) {}
    fn heat(&self) -> Option<Heat> {
        None
    }
}

/// What comes of it: nothing is asked any more.
struct Dressed;

impl Live for Dressed {
    fn offer(&self) -> Arc<Offer> {
        Arc::new(Offer { title: "dressed".to_owned(), ..Offer::default() })
    }
    fn scene(&self) -> ViewScene {
        Squares { told: Vec::new(), is_saved: false }.scene()
    }
    fn time(&self) -> f64 {
        0.0
    }
    fn step_time(&self) -> f64 {
        1.0 / 60.0
    }
    fn step(&mut self) -> Result<LiveReport, String> {
        Ok(LiveReport::default())
    }
    fn is_at_rest(&self) -> bool {
        true
    }
    fn reset(&mut self) {}
    fn set(&mut self, _: &str, _: &Value) -> Result<Applied, String> {
        Err("nothing can be set".to_owned())
    }
    fn show(&mut self, _: Option<&str>) {}
    fn heat(&self) -> Option<Heat> {
        None
    }
}

struct Asks;

impl Opener for Asks {
    fn open(&self, _: &Opening, _: &Say<'_>) -> Result<Box<dyn Live>, Trouble> {
        Ok(Box::new(Squares { told: Vec::new(), is_saved: false }))
    }
}

/// A window in which squares are asked about; nothing if there is no graphics driver.
fn asking() -> Option<Script> {
    if toile_view::shot::Offscreen::new(None).is_err() {
        let must = std::env::var_os("TOILE_NEEDS_GPU").is_some();
        assert!(!must, "TOILE_NEEDS_GPU is set, and no graphics driver was found");
        eprintln!("skipped: no graphics driver was found (mesa-vulkan-drivers draws on the processor)");
        return None;
    }
    let handle = Handle::start(Arc::new(Asks), spawn, Box::new(|| ()));
    // Questions are seen even if somebody has put all panels away.
    let settings = AppSettings { shows_panels: false, ..AppSettings::default() };
    let mut script = Script::new(handle, Box::new(Folder::default()), settings, [1000, 600]);
    script.app_mut().open(Opening::of("squares"));
    assert!(script.until(LONG, |app| app.state().offer.asked.is_some()), "nothing was opened");
    script.frames(3);
    Some(script)
}

/// Waits until so many answers were given, and returns what was told.
fn told(script: &mut Script, count: usize) -> String {
    let is_there =
        |app: &toile_view::app::App| app.state().offer.asked.as_ref().is_some_and(|a| a.answered == count);
    assert!(script.until(LONG, is_there), "{}", script.app().state().offer.title);
    script.frames(3);
    script.app().state().offer.title.clone()
}

fn click_edge(script: &mut Script, edge: (usize, usize)) {
    let at = script.app().on_pattern(edge).unwrap();
    script.click_at(at);
    script.frames(2);
}

#[test]
fn a_question_is_answered_by_a_button_and_taken_back() {
    let _alone = alone();
    let Some(mut script) = asking() else { return };
    assert!(script.find(QUESTION).is_some() && script.find("Dress with the likeliest").is_some());
    assert!(script.click("no, 40 %"));
    assert!(told(&mut script, 1).contains("option: 1"));
    assert!(script.find(QUESTION).is_none() && script.find("Dress").is_some());
    script.command_key(toile_view::script::egui::Key::Z);
    told(&mut script, 0);
    assert!(script.find(QUESTION).is_some(), "it is asked again");
    assert!(script.click("Redo"));
    assert!(told(&mut script, 1).contains("option: 1"));
    assert!(script.click("Save answers"));
    let is_saved = |app: &toile_view::app::App| app.state().offer.asked.as_ref().is_some_and(|a| a.is_saved);
    assert!(script.until(LONG, is_saved));
    script.frames(2);
    assert_eq!(script.is_enabled("Save answers"), Some(false));
}

#[test]
fn two_edges_are_clicked_to_be_sewn_and_seams_are_judged() {
    let _alone = alone();
    let Some(mut script) = asking() else { return };
    click_edge(&mut script, (0, 2));
    assert!(script.find("It stays open").is_some());
    click_edge(&mut script, (1, 2));
    assert!(script.click("Sew them together"));
    assert!(told(&mut script, 1).contains("Sew([(0, 2), (1, 2)])"));
    // One edge shows what it is sewn to.
    click_edge(&mut script, (0, 3));
    assert!(script.find("front.3 = back.1 (sure, 95 %)").is_some());
    assert!(script.click("Wrong"));
    let words = told(&mut script, 2);
    assert!(words.contains("Judge") && words.contains("is_sewn: false"), "{words}");
    script.command_key(toile_view::script::egui::Key::Z);
    assert!(!told(&mut script, 1).contains("Judge"));
}

#[test]
fn what_is_asked_is_drawn_in_its_colours() {
    let _alone = alone();
    let Some(mut script) = asking() else { return };
    let count = |script: &mut Script, color: [u8; 3]| {
        let pixels = script.picture().unwrap().pixels;
        pixels.iter().filter(|p| (0..3).all(|k| p[k].abs_diff(color[k]) < 12)).count()
    };
    let (asked, sure) = ([0xD4, 0x2F, 0x62], [0x4C, 0x9F, 0x5A]);
    let before = count(&mut script, asked);
    assert!(before > 500, "{before}");
    assert!(count(&mut script, sure) > 300);
    assert!(script.click("yes, 60 %"));
    told(&mut script, 1);
    script.frames(5);
    assert!(count(&mut script, asked) < 20, "{}", count(&mut script, asked));
}

#[test]
fn after_dressing_undo_leads_back_to_the_questions() {
    let _alone = alone();
    let Some(mut script) = asking() else { return };
    assert!(script.click("yes, 60 %"));
    told(&mut script, 1);
    assert!(script.click("Dress"));
    assert!(script.until(LONG, |app| app.state().offer.title == "dressed"));
    script.frames(3);
    assert!(script.find("Outfit").is_none(), "the panels are put away again");
    script.command_key(toile_view::script::egui::Key::Z);
    told(&mut script, 1);
    script.command_key(toile_view::script::egui::Key::Z);
    told(&mut script, 0);
}
