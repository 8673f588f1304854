#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]

use super::*;
use std::cell::RefCell;
use std::sync::Arc;
use toile_dress::FoundGarment;
use toile_pattern::Garment;
use toile_pattern::draft::Looseness;
use toile_pattern::draft::{Pen, Sewing};
use toile_pattern::piece::{Piece, Region, RegionKind};
use toile_view::asking::{PatternAnswer, SeamStanding};
use toile_view::host::{Host, ViewFileKind};
use toile_view::live::{Applied, Gesture, Job, Live, Making, Opener, Opening, SurfacePlace, Trouble, Value};
use toile_view::scene::{ObjectKind, Print, ViewScene};

/// Edges so long that dressing takes some seconds; with longer ones cloth takes longer to come to rest.
const COARSE: f64 = 0.03;

fn wardrobe() -> WardrobeOpener {
    WardrobeOpener { edge: Some(COARSE), ..WardrobeOpener::default() }
}

fn open(names: &[&str]) -> Result<Box<dyn Live>, Trouble> {
    let names = names.iter().map(|&name| name.to_owned()).collect();
    wardrobe().open(&Opening { names, add: false, as_body: false }, &|_| ())
}

fn made(job: Job) -> Box<dyn Live> {
    job(&|_| ()).unwrap_or_else(|error| panic!("{error}"))
}

fn middle_of(live: &dyn Live, object: usize) -> SurfacePlace {
    let scene = live.scene();
    let object_ = &scene.objects[object];
    let triangle = object_.mesh.triangles.len() / 2;
    let corners = object_.mesh.triangles[triangle].map(|v| object_.positions[v as usize]);
    let point = std::array::from_fn(|k| corners.iter().map(|p| p[k]).sum::<f32>() / 3.0);
    SurfacePlace { object, triangle: triangle as u32, weights: [1.0 / 3.0; 3], point }
}

#[test]
fn a_shirt_can_be_touched_changed_and_worn_by_another_body() {
    let told = RefCell::new(Vec::new());
    let opening = Opening::of("t-shirt");
    let mut live = wardrobe()
        .open(&opening, &|making| told.borrow_mut().push(making))
        .unwrap_or_else(|error| panic!("{error}"));
    let scene = live.scene();
    sewing_is_seen(&told.into_inner(), &scene);
    assert_eq!(
        scene.objects.iter().map(|object| object.kind).collect::<Vec<_>>(),
        [ObjectKind::Cloth, ObjectKind::Body]
    );

    // Landmarks lie on the body.
    let landmarks = live.offer().landmarks.clone();
    let waist = landmarks.iter().find(|landmark| landmark.name.contains("waist")).unwrap();
    let place = waist.place(&scene).unwrap();
    assert!(waist.object == 1 && place[1] > 0.9 && place[1] < 1.2, "{waist:?} {place:?}");

    // All that is offered can be set to what it is set to.
    for control in &live.offer().controls {
        if !control.is_slow {
            let result = live.set(&control.key, &control.value);
            assert!(matches!(result, Ok(Applied::Done)), "{}: {:?}", control.key, result.err());
        }
    }
    assert!(live.set("colour", &Value::Number(1.0)).is_err());
    for quantity in live.offer().quantities.clone() {
        live.show(Some(&quantity.name));
        let values = live.scene().objects[0].values.clone().unwrap();
        assert_eq!(values.len(), live.scene().objects[0].positions.len(), "{}", quantity.name);
        assert_eq!(live.heat().unwrap().unit, quantity.unit);
    }

    // A print is one of the things that can be set, with its repeat and its colour, and taken back.
    let look = |live: &dyn Live| live.scene().objects[0].material.clone();
    let plain = look(live.as_ref());
    let figure = |name: &str| Value::Choice(name.into());
    assert!(live.offer().control("fabric0/repeat").is_none(), "what is plain has no repeat");
    live.set("fabric0/figure", &figure("checks")).map(|_| ()).unwrap();
    live.set("fabric0/repeat", &Value::Number(25.0)).map(|_| ()).unwrap();
    live.set("fabric0/print", &Value::Color([255, 255, 255])).map(|_| ()).unwrap();
    assert_eq!(look(live.as_ref()).print, Print::Checks(0.025, [1.0; 3]));
    assert!(live.set("fabric0/figure", &figure("paisley")).is_err());
    live.set("fabric0/figure", &figure("plain")).map(|_| ()).unwrap();
    assert_eq!(look(live.as_ref()), plain);
    live.set("fabric0/figure", &figure("dots")).map(|_| ()).unwrap();

    let place = middle_of(live.as_ref(), 0);
    live.touch(Gesture::Pin(3, place));
    live.set("fabric0/library", &Value::Choice("denim".into())).map(|_| ()).unwrap();
    live.step().unwrap();
    assert_eq!(live.needles()[0].id, 3);
    assert!(!live.is_at_rest());
    assert_eq!(live.fit().len(), 1);

    // A larger bust: the same garment on another body.
    let Ok(Applied::Remake(job)) = live.set("measure/bust_girth", &Value::Number(96.0)) else {
        panic!("no job")
    };
    let other = made(job);
    assert_ne!(other.scene().objects[1].positions, live.scene().objects[1].positions);
    assert_eq!(other.scene().objects[0].mesh.triangles, live.scene().objects[0].mesh.triangles);
    let fabric =
        |live: &dyn Live| live.offer().control("fabric0/library").map(|control| control.value.clone());
    assert_eq!(fabric(other.as_ref()), Some(Value::Choice("denim".into())), "what was chosen by hand stays");
    assert!(matches!(look(other.as_ref()).print, Print::Dots(..)), "the print stays, too");

    // What could not be made is not said to hold.
    live.unmade();
    let bust = live.offer().control("measure/bust_girth").map(|control| control.value.clone());
    assert!(matches!(bust, Some(Value::Number(value)) if value < 95.0), "{bust:?}");
    live.reset();
    assert!(live.needles().is_empty() && live.time() == 0.0);
}

/// The cloth is seen from the first step of sewing on, moves, and ends where it then hangs; the body stands still and is drawn from one pointer.
fn sewing_is_seen(told: &[Making], end: &ViewScene) {
    let sewing = |making: &&Making| making.words.contains("sewing");
    let seen: Vec<&ViewScene> =
        told.iter().filter(sewing).filter_map(|making| making.preview.as_ref()).collect();
    let [first, .., last] = seen[..] else { panic!("{} states of sewing", seen.len()) };
    assert_eq!(first.objects.len(), 2);
    assert_ne!(first.objects[0].positions, last.objects[0].positions);
    assert!(Arc::ptr_eq(&first.objects[0].mesh, &last.objects[0].mesh), "only positions are sent again");
    assert!(Arc::ptr_eq(&first.objects[1].positions, &last.objects[1].positions));
    let draped = told.last().and_then(|making| making.preview.as_ref()).unwrap();
    assert_eq!(draped.objects[0].positions, end.objects[0].positions);
}

#[test]
fn two_garments_are_seen_in_their_own_places_while_they_settle() {
    let told = RefCell::new(Vec::new());
    let names = ["straight-skirt", "t-shirt"].map(str::to_owned).to_vec();
    let opening = Opening { names, add: false, as_body: false };
    let live = wardrobe().open(&opening, &|making| told.borrow_mut().push(making));
    let mut live = live.unwrap_or_else(|error| panic!("{error}"));
    let end = live.scene();
    let told = told.into_inner();
    assert!(told.iter().any(|making| making.words.contains("(2 of 2)")));
    let last = told.last().and_then(|making| making.preview.clone()).unwrap();
    for object in &end.objects {
        let seen = last.objects.iter().find(|seen| seen.name == object.name).unwrap();
        assert_eq!(seen.positions, object.positions, "{}", object.name);
        assert_eq!(seen.material.color, object.material.color, "{}", object.name);
    }
    another_order_is_told(live.as_mut());
}

/// A new order is that of the list, of the layers that are seen, and of what may be wished next.
fn another_order_is_told(live: &mut dyn Live) {
    let worn = |live: &dyn Live| live.offer().worn.iter().map(|worn| worn.object).collect::<Vec<_>>();
    let layers =
        |live: &dyn Live, object: usize| live.scene().objects[object].mesh.layers.iter().copied().max();
    let before = worn(live);
    assert!(layers(live, before[0]) < layers(live, before[1]));
    let wish = live.offer().suggested_wishes[0].clone();
    let set = live.set("order", &Value::List(vec![wish.clone()]));
    assert!(matches!(set, Ok(Applied::Done)), "{wish}");
    let after = worn(live);
    assert_eq!(after, [before[1], before[0]], "{wish}");
    assert!(layers(live, after[0]) < layers(live, after[1]), "{wish}");
    assert_ne!(live.offer().suggested_wishes[0], wish);
    assert!(matches!(live.set("order", &Value::List(Vec::new())), Ok(Applied::Done)));
    assert_eq!(worn(live), before);
}

#[test]
fn scenes_are_not_taken_for_patterns() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files { output: folder.path().join("out") };
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let scene = write("a.toml", "title = \"x\"\n[[cloth]]\nsheet = { cells = 2 }\n");
    let pattern = write("b.toml", "[[piece]]\n");
    write("c.obj", "");
    write("c.joints.json", "{ \"head\": [0, 1, 0] }");
    write("d.bvh", "");
    let kinds: Vec<Option<ViewFileKind>> =
        files.list(folder.path().to_str()).unwrap().files.into_iter().map(|file| file.kind).collect();
    let all = [ViewFileKind::Scene, ViewFileKind::Pattern, ViewFileKind::Mesh, ViewFileKind::Motion];
    assert_eq!(kinds, all.map(Some));
    assert_eq!((files.kind("t-shirt"), files.kind("/no/such/file.toml")), (None, None));
    let together = open(&[&pattern, &scene]).err().unwrap_or_default().words;
    assert!(together.contains("a scene is opened by itself"), "{together}");
}

#[test]
fn a_scene_file_runs_and_can_be_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hung.toml");
    let text = "[[cloth]]\nsheet = { width = \"50 cm\", height = \"50 cm\", cells = 8 }\nfabric = \"cotton-poplin\"\n\
                [[pin]]\ncorners = [\"top-left\", \"top-right\"]\n";
    std::fs::write(&path, text).unwrap();
    let mut live = open(&[path.to_str().unwrap()]).unwrap_or_else(|error| panic!("{error}"));
    let before = live.scene().objects[0].positions.clone();
    let place = middle_of(live.as_ref(), 0);
    live.touch(Gesture::Grab(place));
    live.touch(Gesture::Pull([place.point[0], place.point[1], place.point[2] + 0.3]));
    for _ in 0..20 {
        live.step().unwrap();
    }
    let [at, _] = live.grabbed().unwrap();
    assert!(at[2] > place.point[2] + 0.1, "{at:?} {place:?}");
    live.set("fabric0/ground", &Value::Color([255, 0, 0])).map(|_| ()).unwrap();
    assert_eq!(live.scene().objects[0].material.color, [1.0, 0.0, 0.0]);
    live.show(Some("tension"));
    assert!(live.scene().objects[0].values.is_some());
    live.reset();
    assert_eq!(live.scene().objects[0].positions, before);
    assert!(live.grabbed().is_none());
}

#[test]
fn guessed_seams_are_told() {
    let body = mannequin_body();
    let garment = FoundGarment::open("straight-skirt", &body, Looseness::Regular).unwrap().garment;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("skirt.dxf");
    // DXF has no place for seams.
    std::fs::write(&path, toile_pattern::dxf::write(&garment)).unwrap();
    let name = path.to_str().unwrap().to_owned();
    let mut asked = LiveDressing::new("eu-38", vec![name.clone(), "t-shirt".into()]);
    asked.accept_guesses = true;
    let plan = asked.plan(&body).unwrap_or_else(|error| panic!("{error}"));
    let count = plan.garments[0].garment.seams.len();
    let note = asked.note_on(&name).unwrap();
    assert!(count > 0 && note.contains(&format!("{count} were guessed")), "{note}");
    assert_eq!(asked.note_on("t-shirt"), None);
}

fn mannequin_body() -> toile_dress::Wearer {
    toile_dress::Wearer::open("eu-38").unwrap()
}

#[test]
fn what_cannot_be_opened_says_why() {
    let words = |names: &[&str]| open(names).err().unwrap_or_default().words;
    assert!(words(&["t-shrit"]).contains("no built-in garment of that name"), "{}", words(&["t-shrit"]));
    let mesh = open(&["dress-form"]).unwrap_or_else(|error| panic!("{error}"));
    assert!(!mesh.offer().can_touch && mesh.is_at_rest());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.dxf");
    std::fs::write(&path, "nonsense").unwrap();
    let name = path.to_str().unwrap();
    assert!(words(&[name]).contains("broken.dxf"), "{}", words(&[name]));
}

/// A tube of a girth and a length, in a file; its seams are closed or not.
fn tube(folder: &std::path::Path, [girth, length]: [f64; 2], is_sewn: bool) -> String {
    let panel = |name: &str| {
        let width = 0.5 * girth;
        let pen = Pen::at(0.0, 0.0).line("hem", width, 0.0).line("right", width, length);
        Piece::new(name, pen.line("top", 0.0, length).close("left"))
    };
    let mut garment = Garment { pieces: vec![panel("front"), panel("back")], ..Garment::new("skirt") };
    if is_sewn {
        garment.sew("left", "front.right", "-back.left");
        garment.sew("right", "front.left", "-back.right");
    }
    let path = folder.join(format!("skirt-{girth}-{length}.toml"));
    std::fs::write(&path, toile_pattern::file::write(&garment)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The height of the lowest and the highest vertex of an object.
fn heights(live: &dyn Live, object: usize) -> [f32; 2] {
    let heights = live.scene().objects[object].positions.iter().map(|p| p[1]).collect::<Vec<_>>();
    [heights.iter().copied().fold(f32::MAX, f32::min), heights.iter().copied().fold(f32::MIN, f32::max)]
}

#[test]
fn what_falls_off_is_noticed_at_once_and_the_floor_catches_it() {
    let folder = tempfile::tempdir().unwrap();
    let wide = tube(folder.path(), [1.6, 0.4], true);
    let mut live = open(&[&wide]).unwrap_or_else(|error| panic!("{error}"));
    let [_, top] = heights(live.as_ref(), 0);
    let mut steps = 0;
    while live.halted().is_none() {
        live.step().unwrap();
        steps += 1;
        assert!(steps < 60, "nobody notices that it falls");
    }
    let words = live.halted().unwrap().words;
    assert!(
        words.contains("has fallen off: nothing holds it. Better: ") && words.contains("smaller"),
        "{words}"
    );
    assert_eq!(live.fit()[0].verdict, "falls off");
    assert!(top - heights(live.as_ref(), 0)[1] < 0.5, "it is far down before anybody says so");
    // Who wants to sees it fall, on to the floor and no farther.
    for _ in 0..240 {
        live.step().unwrap();
        assert!(live.halted().is_none(), "it is said once");
    }
    let [[lowest, _], [soles, _]] = [heights(live.as_ref(), 0), heights(live.as_ref(), 1)];
    assert!(lowest > soles - 0.005 && lowest < soles + 0.1, "{lowest} {soles}");
}

#[test]
fn a_hem_that_lies_on_the_floor_is_no_fall() {
    let folder = tempfile::tempdir().unwrap();
    // It is held at the hips, and longer than the legs.
    let long = tube(folder.path(), [1.1, 1.15], true);
    let mut live = open(&[&long]).unwrap_or_else(|error| panic!("{error}"));
    for _ in 0..20 {
        live.step().unwrap();
        assert_eq!(live.halted(), None);
    }
    assert_ne!(live.fit()[0].verdict, "falls off", "{:?}", live.fit());
}

#[test]
fn what_is_far_too_narrow_is_shown_flat_and_dressed_at_the_press_of_a_button() {
    let folder = tempfile::tempdir().unwrap();
    let narrow = tube(folder.path(), [0.46, 0.3], true);
    let coarse = WardrobeOpener { edge: Some(0.05), ..WardrobeOpener::default() };
    let refused = coarse.open(&Opening::of(narrow), &|_| ()).err().unwrap();
    assert!(!refused.words.contains("--"), "{refused}");
    let labels: Vec<&str> = refused.ways.iter().map(|way| way.label.as_str()).collect();
    assert_eq!(labels, ["Dress it anyway"]);
    assert_eq!((refused.pattern.pieces.len(), refused.pattern.seams.len()), (2, 2));
    let sewn = refused.pattern.pieces[0].edges.iter().filter(|edge| edge.seam.is_some()).count();
    assert_eq!(sewn, 2, "both sides of the front");
    let forced = refused.ways[0].again.run(&|_| ()).unwrap_or_else(|error| panic!("{error}"));
    let remark = forced.remark().unwrap();
    assert!(remark.words.contains("given up") && remark.ways.is_empty(), "{remark}");
}

/// Where the cloth is some time after something was set.
fn after(set: &[(&str, Value)]) -> Vec<[f32; 3]> {
    let mut live = open(&["straight-skirt"]).unwrap_or_else(|error| panic!("{error}"));
    for (key, value) in set {
        live.set(key, value).map(|_| ()).unwrap();
    }
    for _ in 0..40 {
        live.step().unwrap();
    }
    live.scene().objects[0].positions.as_ref().clone()
}

/// How far places lie from each other on average, in metres.
fn mean_distance(one: &[[f32; 3]], other: &[[f32; 3]]) -> f32 {
    let distance = |(a, b): (&[f32; 3], &[f32; 3])| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f32>().sqrt();
    one.iter().zip(other).map(distance).sum::<f32>() / one.len() as f32
}

#[test]
fn fabrics_act_in_the_window_as_they_do_in_the_command() {
    let library = |name: &str| [("fabric0/library", Value::Choice(name.into()))];
    let [silk, denim] = ["silk-habotai", "denim"].map(|name| after(&library(name)));
    assert!(mean_distance(&silk, &denim) > 5e-4, "limp and stiff: {}", mean_distance(&silk, &denim));
    let [slick, rough] = [0.01, 1.2].map(|friction| after(&[("body_friction", Value::Number(friction))]));
    assert!(mean_distance(&slick, &rough) > 5e-4, "slick and rough: {}", mean_distance(&slick, &rough));
    let fresh = after(&[("creases", Value::Switch(false))]);
    assert!(mean_distance(&after(&[]), &fresh) > 1e-6, "creased and fresh");
}

#[test]
fn interlining_acts_in_the_window_and_creases_can_be_left_out_from_the_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let at_rest = |name: &str, opener: WardrobeOpener| {
        let live = opener.open(&Opening::of(name), &|_| ());
        let live = live.unwrap_or_else(|error| panic!("{error}"));
        live.scene().objects[0].positions.as_ref().clone()
    };
    let plain = tube(folder.path(), [1.1, 0.4], true);
    let text = std::fs::read_to_string(&plain).unwrap();
    let mut lined = toile_pattern::import::import_bytes("lined", text.as_bytes()).unwrap().garment;
    let (name, fabric, kind) = ("lining".to_owned(), "canvas".to_owned(), RegionKind::Fused);
    lined.pieces[0].regions.push(Region { name, fabric, kind, outline: None });
    let path = folder.path().join("lined.toml");
    std::fs::write(&path, toile_pattern::file::write(&lined)).unwrap();
    let [one, other] = [plain.as_str(), path.to_str().unwrap()].map(|name| at_rest(name, wardrobe()));
    assert!(mean_distance(&one, &other) > 5e-4, "plain and fused: {}", mean_distance(&one, &other));
    let fresh = at_rest(&plain, WardrobeOpener { no_creases: true, ..wardrobe() });
    assert!(mean_distance(&one, &fresh) > 1e-6, "creased and fresh");
}

#[test]
fn a_method_without_creases_is_refused_until_they_are_switched_off() {
    let mut live = open(&["straight-skirt"]).unwrap_or_else(|error| panic!("{error}"));
    let xpbd = Value::Choice("xpbd".into());
    let words = live.set("method", &xpbd).map(|_| ()).unwrap_err();
    assert!(words.contains("creases"), "{words}");
    live.set("creases", &Value::Switch(false)).map(|_| ()).unwrap();
    live.set("method", &xpbd).map(|_| ()).unwrap();
    live.step().unwrap();
    assert!(live.set("creases", &Value::Switch(true)).is_err());
}

/// A skirt in a garment file: one side is sure, the other is not, and its tops may be sewn together.
fn unsure_skirt(folder: &std::path::Path) -> String {
    let panel = |name: &str| {
        let pen = Pen::at(0.0, 0.0).line("hem", 0.49, 0.0).line("right", 0.49, 0.3);
        Piece::new(name, pen.line("top", 0.0, 0.3).close("left"))
    };
    let garment = Garment { pieces: vec![panel("front"), panel("back")], ..Garment::new("skirt") };
    let open =
        |a: &str, b: &str, score: f64| format!("\n[[unsure]]\na = \"{a}\"\nb = \"{b}\"\nscore = {score}\n");
    let text = toile_pattern::file::write(&garment)
        + &open("front.right", "-back.left", 0.95)
        + &open("front.left", "-back.right", 0.7)
        + &open("front.top", "-back.top", 0.2);
    let path = folder.join("skirt.toml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_pattern_that_is_not_sure_is_asked_about_and_then_dressed() {
    let folder = tempfile::tempdir().unwrap();
    let name = unsure_skirt(folder.path());
    let mut live = open(&[&name]).unwrap_or_else(|error| panic!("{error}"));
    let asked = |live: &dyn Live| live.offer().asked.clone().unwrap();
    let first = asked(live.as_ref());
    assert_eq!((first.questions.len(), first.proposals.len(), first.is_saved), (2, 3, true));
    assert_eq!(live.scene().objects.len(), 1, "the bare body");
    let standings =
        |live: &dyn Live| asked(live).proposals.iter().map(|seam| seam.standing).collect::<Vec<_>>();
    assert!(standings(live.as_ref()).contains(&SeamStanding::Sure(0.95)));
    let mut say =
        |answer: PatternAnswer| assert!(matches!(live.answer(&answer), Ok(Applied::Done)), "{answer:?}");
    // A sure seam is refused, another one added, and both are taken back.
    say(PatternAnswer::Judge { seam: "front.right = back.left".into(), is_sewn: false });
    say(PatternAnswer::Sew([(0, 0), (1, 0)]));
    assert!(live.answer(&PatternAnswer::Sew([(0, 9), (1, 0)])).is_err());
    let now = standings(live.as_ref());
    assert!(now.contains(&SeamStanding::Answered) && !now.contains(&SeamStanding::Sure(0.95)), "{now:?}");
    assert!(live.answer(&PatternAnswer::BackTo(0)).is_ok());
    assert_eq!(asked(live.as_ref()), first);
    for _ in 0..2 {
        let question = asked(live.as_ref()).questions[0].clone();
        let answer = PatternAnswer::Choose { question: question.text, option: question.default };
        assert!(live.answer(&answer).is_ok());
        assert!(live.answer(&answer).is_err(), "it is not open any more");
    }
    assert!(asked(live.as_ref()).questions.is_empty() && !asked(live.as_ref()).is_saved);
    let Ok(Applied::Remake(job)) = live.answer(&PatternAnswer::Dress) else { panic!("nothing is dressed") };
    let dressed = made(job);
    assert!(dressed.offer().asked.is_none() && dressed.offer().worn.len() == 1);
    // It is asked once, and never again.
    let written = std::fs::read_to_string(&name).unwrap();
    assert!(written.contains("answered = true") && written.contains("answer = \"no\""), "{written}");
    let mut again = LiveDressing::new("eu-38", vec![name]);
    assert!(again.plan(&mannequin_body()).is_ok());
}

#[test]
fn answers_are_saved_beside_a_pattern_of_another_format_and_take_nobodys_place() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("skirt.dxf");
    assert_eq!(super::asking::target_of(&pattern), folder.path().join("skirt.toml"));
    unsure_skirt(folder.path());
    assert_eq!(super::asking::target_of(&pattern), folder.path().join("skirt-2.toml"));
    let own = folder.path().join("skirt.toml");
    assert_eq!(super::asking::target_of(&own), own);
}
