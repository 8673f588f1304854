//! What matters of a draft's JSON, read with patience: a part, path or point that is broken costs itself and nothing else.
//!
//! Points are `[x, y]` or `{x, y}`, flags are what JavaScript takes for true, attributes are plain or lists, and parts are in an object, in a
//! list of sets, or in stacks as the renderer gives them.

use crate::curve::Curve;
use glam::DVec2;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

#[derive(Default, serde::Deserialize)]
pub(super) struct Draft {
    pub(super) design: Option<String>,
    pub(super) units: Option<String>,
    pub(super) parts: Option<Parts>,
    pub(super) stacks: Option<Parts>,
}

/// Parts in the order of the file.
#[derive(Default)]
pub(super) struct Parts(pub(super) Vec<Part>);

/// A part, in the file's unit with `y` up.
#[derive(Default)]
pub(super) struct Part {
    pub(super) name: String,
    /// Why it cannot be read, if it cannot.
    pub(super) broken: Option<&'static str>,
    pub(super) points: Vec<(String, DVec2)>,
    pub(super) paths: Vec<Path>,
    pub(super) snippets: Vec<Snippet>,
    /// The material, and what the list says of it.
    pub(super) cuts: Vec<(String, Cut)>,
    pub(super) cut_on_fold: Option<[DVec2; 2]>,
    /// The angle of the warp in degrees.
    pub(super) grain: Option<f64>,
    /// Titles and other texts on the part.
    pub(super) texts: Vec<(DVec2, String)>,
}

#[derive(Default)]
pub(super) struct Path {
    pub(super) name: String,
    pub(super) hidden: bool,
    /// The words of its class, with spaces.
    pub(super) class: String,
    pub(super) text: String,
    pub(super) runs: Vec<Vec<Curve>>,
    /// What is wrong with it, and at which operation.
    pub(super) broken: Option<(usize, &'static str)>,
}

pub(super) struct Snippet {
    pub(super) name: String,
    pub(super) def: String,
    pub(super) at: DVec2,
}

pub(super) struct Cut {
    pub(super) count: u32,
    pub(super) identical: bool,
    pub(super) on_fold: bool,
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Parts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("parts by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parts, A::Error> {
                let mut parts = Vec::new();
                // Only one part at a time is held as a tree: drafts can be large.
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    match value.get("parts").and_then(Value::as_array) {
                        Some(stacked) => {
                            parts.extend(stacked.iter().filter_map(|part| Part::of(&name, part)));
                        }
                        None => parts.extend(Part::of(&name, &value)),
                    }
                }
                Ok(Parts(parts))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut sets: A) -> Result<Parts, A::Error> {
                // Each further set is the same draft for other measures.
                let first = sets.next_element::<Parts>()?.unwrap_or_default();
                while sets.next_element::<IgnoredAny>()?.is_some() {}
                Ok(first)
            }
        }
        deserializer.deserialize_any(InOrder)
    }
}

/// A list of things by name, empty if it is none.
fn entries<'a>(object: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    object.get(key).and_then(Value::as_object).into_iter().flatten()
}

impl Part {
    /// The part of a name; nothing if it is hidden.
    fn of(name: &str, value: &Value) -> Option<Self> {
        let mut part = Self { name: name.to_owned(), ..Self::default() };
        let Some(object) = value.as_object() else {
            part.broken = Some("it is no object");
            return Some(part);
        };
        if truthy(object.get("hidden")) {
            return None;
        }
        for (name, value) in entries(object, "points") {
            let Some(at) = point(Some(value)) else { continue };
            if let Some(words) = attribute(value, "data-text") {
                part.texts.push((at, words));
            }
            part.points.push((name.clone(), at));
        }
        part.paths = entries(object, "paths").map(|(name, value)| Path::of(name, value)).collect();
        for (name, value) in entries(object, "snippets") {
            let at = point(value.get("at").or_else(|| value.get("anchor")));
            let def = value.get("def").and_then(Value::as_str);
            if let (Some(at), Some(def)) = (at, def) {
                part.snippets.push(Snippet { name: name.clone(), def: def.to_owned(), at });
            }
        }
        if let Some(cut) = object.get("cut").and_then(Value::as_object) {
            for (material, list) in entries(cut, "materials") {
                let lines = list.as_array().map_or(std::slice::from_ref(list), Vec::as_slice);
                part.cuts.extend(lines.iter().filter_map(Cut::of).map(|cut| (material.clone(), cut)));
            }
            if let Some([a, b]) = cut.get("cutOnFold").and_then(Value::as_array).map(Vec::as_slice) {
                part.cut_on_fold = point(Some(a)).zip(point(Some(b))).map(|(a, b)| [a, b]);
            }
            part.grain = cut.get("grain").and_then(number);
        }
        Some(part)
    }
}

impl Cut {
    fn of(value: &Value) -> Option<Self> {
        let object = value.as_object()?;
        let count = object.get("cut").and_then(number).unwrap_or(1.0);
        Some(Self {
            count: if count.is_finite() { count.clamp(0.0, 1000.0) as u32 } else { 1 },
            identical: truthy(object.get("identical")),
            on_fold: truthy(object.get("onFold")),
        })
    }
}

impl Path {
    fn of(name: &str, value: &Value) -> Self {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut path = Self {
            name: name.to_owned(),
            hidden: truthy(value.get("hidden")),
            class: text("class").or_else(|| attribute(value, "class")).unwrap_or_default(),
            text: text("text").or_else(|| attribute(value, "data-text")).unwrap_or_default(),
            ..Self::default()
        };
        let operations = value.get("ops").and_then(Value::as_array);
        match runs(operations.map_or(&[], Vec::as_slice)) {
            Ok(runs) => path.runs = runs,
            Err(broken) => path.broken = Some(broken),
        }
        path
    }

    /// Whether a word is in its class.
    pub(super) fn is(&self, word: &str) -> bool {
        self.class.split_whitespace().any(|own| own == word)
    }

    /// Whether a macro of the design program has drawn it: grain, dimensions, scale boxes.
    pub(super) fn is_macro(&self) -> bool {
        self.name.starts_with("__")
    }
}

/// What the pen draws, one list of curves for each time that it is set down.
fn runs(operations: &[Value]) -> Result<Vec<Vec<Curve>>, (usize, &'static str)> {
    let mut runs: Vec<Vec<Curve>> = Vec::new();
    let (mut at, mut start): (Option<DVec2>, DVec2) = (None, DVec2::ZERO);
    for (index, operation) in operations.iter().enumerate() {
        let wrong = |cause: &'static str| (index, cause);
        let place = |key: &str| point(operation.get(key));
        let kind = operation.get("type").and_then(Value::as_str).unwrap_or_default();
        let from = || at.ok_or_else(|| wrong("the path does not begin with a move"));
        let to = || place("to").ok_or_else(|| wrong("the operation goes nowhere"));
        let curve = match kind {
            "noop" => continue,
            "move" => {
                start = to()?;
                at = Some(start);
                runs.push(Vec::new());
                continue;
            }
            "close" => {
                if let (Some(from), Some(run)) = (at, runs.last_mut())
                    && from.distance(start) > 0.0
                {
                    run.push(Curve::line(from, start));
                }
                at = Some(start);
                continue;
            }
            "line" => Curve::line(from()?, to()?),
            "curve" | "_curve" | "curve_" | "smurve" | "smurve_" => {
                let (from, to) = (from()?, to()?);
                let given = |key: &str| place(key).ok_or_else(|| wrong("the curve lacks a control point"));
                // An underscore stands for a control point at that end of the curve; a smooth curve goes on as the one before it ended.
                let one = match kind {
                    "_curve" => place("cp1").unwrap_or(from),
                    "smurve" | "smurve_" => place("cp1").unwrap_or_else(|| reflected(runs.last(), from)),
                    _ => given("cp1")?,
                };
                let two = match kind {
                    "curve_" | "smurve_" => place("cp2").unwrap_or(to),
                    _ => given("cp2")?,
                };
                Curve::cubic(from, one, two, to)
            }
            _ => return Err(wrong("this kind of operation is not known")),
        };
        at = Some(curve.to());
        if let Some(run) = runs.last_mut() {
            run.push(curve);
        }
    }
    runs.retain(|run| !run.is_empty());
    Ok(runs)
}

/// The last control point of a run, mirrored at its end.
fn reflected(run: Option<&Vec<Curve>>, at: DVec2) -> DVec2 {
    match run.and_then(|run| run.last()) {
        Some(Curve::Cubic { controls, .. }) => 2.0 * at - controls[1],
        _ => at,
    }
}

/// A point with `y` up: `[x, y]` or `{x, y}`.
fn point(value: Option<&Value>) -> Option<DVec2> {
    let value = value?;
    let (x, y) = match value {
        Value::Array(list) => (list.first()?, list.get(1)?),
        Value::Object(object) => (object.get("x")?, object.get("y")?),
        _ => return None,
    };
    let at = DVec2::new(number(x)?, -number(y)?);
    // Further away than a hundred kilometres nothing is measured any more.
    (at.abs().max_element() < 1e8).then_some(at)
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|number| number.is_finite())
}

/// What JavaScript takes for true, but for `"false"`.
fn truthy(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => false,
        Some(Value::Bool(flag)) => *flag,
        Some(Value::Number(number)) => number.as_f64().is_some_and(|number| number != 0.0),
        Some(Value::String(text)) => !matches!(text.as_str(), "" | "false" | "0"),
        Some(Value::Array(_) | Value::Object(_)) => true,
    }
}

/// An attribute as words, however it is wrapped.
fn attribute(value: &Value, name: &str) -> Option<String> {
    let attributes = value.get("attributes")?;
    let found = attributes.get("list").and_then(|list| list.get(name)).or_else(|| attributes.get(name))?;
    let mut words = String::new();
    collect_words(found, &mut words);
    Some(words).filter(|words| !words.is_empty())
}

fn collect_words(value: &Value, words: &mut String) {
    match value {
        Value::String(text) => {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(text);
        }
        Value::Number(number) => collect_words(&Value::String(number.to_string()), words),
        Value::Array(list) => list.iter().for_each(|one| collect_words(one, words)),
        _ => {}
    }
}
