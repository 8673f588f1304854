#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]

use super::*;
use crate::dressing::{body_named, garment_named};
use std::cell::RefCell;
use toile_pattern::draft::Fit;
use toile_view::live::{Applied, Gesture, Job, Live, Opener, Opening, Place, Value};
use toile_view::scene::Kind;

/// Edges so long that dressing takes some seconds; with longer ones cloth takes longer to come to rest.
const COARSE: f64 = 0.03;

fn wardrobe() -> Wardrobe {
    Wardrobe { edge: Some(COARSE), ..Wardrobe::default() }
}

fn open(names: &[&str]) -> Result<Box<dyn Live>, String> {
    let names = names.iter().map(|&name| name.to_owned()).collect();
    wardrobe().open(&Opening { names, add: false, as_body: false }, &|_| ())
}

fn made(job: Job) -> Box<dyn Live> {
    job(&|_| ()).unwrap_or_else(|error| panic!("{error}"))
}

fn middle_of(live: &dyn Live, object: usize) -> Place {
    let scene = live.scene();
    let object_ = &scene.objects[object];
    let triangle = object_.mesh.triangles.len() / 2;
    let corners = object_.mesh.triangles[triangle].map(|v| object_.positions[v as usize]);
    let point = std::array::from_fn(|k| corners.iter().map(|p| p[k]).sum::<f32>() / 3.0);
    Place { object, triangle: triangle as u32, weights: [1.0 / 3.0; 3], point }
}

#[test]
fn a_shirt_can_be_touched_changed_and_worn_by_another_body() {
    let words = RefCell::new(Vec::new());
    let opening = Opening::of("t-shirt");
    let mut live = wardrobe()
        .open(&opening, &|making| words.borrow_mut().push((making.words, making.preview.is_some())))
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(words.borrow().iter().any(|(words, body_is_seen)| words.contains("sewing") && *body_is_seen));
    let scene = live.scene();
    assert_eq!(scene.objects.iter().map(|object| object.kind).collect::<Vec<_>>(), [Kind::Cloth, Kind::Body]);

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

    // What could not be made is not said to hold.
    live.unmade();
    let bust = live.offer().control("measure/bust_girth").map(|control| control.value.clone());
    assert!(matches!(bust, Some(Value::Number(value)) if value < 95.0), "{bust:?}");
    live.reset();
    assert!(live.needles().is_empty() && live.time() == 0.0);
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
    live.show(Some("tension"));
    assert!(live.scene().objects[0].values.is_some());
    live.reset();
    assert_eq!(live.scene().objects[0].positions, before);
    assert!(live.grabbed().is_none());
}

#[test]
fn guessed_seams_are_told() {
    let body = mannequin_body();
    let garment = garment_named("straight-skirt", &body, Fit::Regular).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("skirt.dxf");
    // DXF has no place for seams.
    std::fs::write(&path, toile_pattern::dxf::write(&garment)).unwrap();
    let name = path.to_str().unwrap().to_owned();
    let mut recipe = Recipe::new("eu-38", vec![name.clone(), "t-shirt".into()]);
    let ordered = recipe.ordered(&body).unwrap_or_else(|error| panic!("{error}"));
    let count = ordered.garments[0].seams.len();
    let note = recipe.note_on(&name).unwrap();
    assert!(count > 0 && note.contains(&format!("{count} were guessed")), "{note}");
    assert_eq!(recipe.note_on("t-shirt"), None);
}

fn mannequin_body() -> toile_dress::Body {
    toile_dress::Body::new(body_named("eu-38").unwrap().mesh).unwrap()
}

#[test]
fn what_cannot_be_opened_says_why() {
    let words = |names: &[&str]| open(names).err().unwrap_or_default();
    assert!(words(&["t-shrit"]).contains("no built-in garment of that name"), "{}", words(&["t-shrit"]));
    let mesh = open(&["dress-form"]).unwrap_or_else(|error| panic!("{error}"));
    assert!(!mesh.offer().can_touch && mesh.is_at_rest());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.dxf");
    std::fs::write(&path, "nonsense").unwrap();
    let name = path.to_str().unwrap();
    assert!(words(&[name]).contains("broken.dxf"), "{}", words(&[name]));
}
