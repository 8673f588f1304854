//! What can be set, with names, units and ranges.

pub(super) mod body;
pub(super) mod dye;
pub(super) mod fabric;
pub(super) mod world;

use crate::viewing::Dye;
use toile_cloth::fabric::Fabric;
use toile_look::Color;
use toile_view::live::{Control, ControlKind, Panel, Value};

/// What can be set of a cloth: its fabric and how it is dyed, in an order in which people look for it. `ground` is the colour that it has by its place.
pub(super) fn of_cloth(object: usize, fabric: &Fabric, dye: &Dye, ground: Color) -> Vec<Control> {
    let mut controls = fabric::controls(object, fabric);
    // After the choice of the fabric, before its many numbers.
    controls.splice(1..1, dye::controls(object, dye, ground));
    controls
}

/// A number.
fn number(
    panel: Panel,
    key: &str,
    label: &str,
    unit: &str,
    range: [f64; 2],
    value: f64,
    help: &str,
) -> Control {
    Control {
        key: key.to_owned(),
        panel,
        section: String::new(),
        object: None,
        label: label.to_owned(),
        help: help.to_owned(),
        kind: ControlKind::Number { unit: unit.to_owned(), range, is_logarithmic: false },
        value: Value::Number(value),
        is_slow: false,
    }
}

/// One of several.
fn choice(
    panel: Panel,
    key: &str,
    label: &str,
    options: Vec<(String, String)>,
    value: &str,
    help: &str,
) -> Control {
    Control {
        kind: ControlKind::Choice(options),
        value: Value::Choice(value.to_owned()),
        ..number(panel, key, label, "", [0.0, 1.0], 0.0, help)
    }
}

/// A colour.
fn color(panel: Panel, key: &str, label: &str, value: Color, help: &str) -> Control {
    Control {
        kind: ControlKind::Color,
        value: Value::Color(value.to_srgb()),
        ..number(panel, key, label, "", [0.0, 1.0], 0.0, help)
    }
}

/// On or off.
fn switch(panel: Panel, key: &str, label: &str, value: bool, help: &str) -> Control {
    Control {
        kind: ControlKind::Switch,
        value: Value::Switch(value),
        ..number(panel, key, label, "", [0.0, 1.0], 0.0, help)
    }
}

/// A number that was set, if it is one and within its range.
fn number_in(value: &Value, [low, high]: [f64; 2]) -> Result<f64, String> {
    match value {
        Value::Number(number) if (low..=high).contains(number) => Ok(*number),
        Value::Number(number) => Err(format!("{number} is not between {low} and {high}")),
        _ => Err("this takes a number".to_owned()),
    }
}

/// A name that was chosen.
fn chosen(value: &Value) -> Result<&str, String> {
    match value {
        Value::Choice(name) => Ok(name),
        _ => Err("this takes a name".to_owned()),
    }
}

/// A colour that was chosen.
fn colored(value: &Value) -> Result<Color, String> {
    match value {
        Value::Color(color) => Ok(Color::srgb(*color)),
        _ => Err("this takes a colour".to_owned()),
    }
}

/// A switch that was turned.
fn switched(value: &Value) -> Result<bool, String> {
    match value {
        Value::Switch(on) => Ok(*on),
        _ => Err("this is on or off".to_owned()),
    }
}
