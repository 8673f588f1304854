//! What the cloth is dyed and printed with.

use super::{choice, chosen, color, colored, number, number_in};
use crate::viewing::{Dye, PrintFigure};
use toile_look::Color;
use toile_view::live::{Control, ControlKind, Panel, Value};

/// The heading of these controls.
const SECTION: &str = "Colour and print";

/// The controls of the colours of an object; `ground` is the one that it has by its place in the outfit. Their keys begin as those of its fabric.
pub(in super::super) fn controls(object: usize, now: &Dye, ground: Color) -> Vec<Control> {
    let key = |name: &str| format!("fabric{object}/{name}");
    let figures =
        PrintFigure::ALL.map(|figure| (figure.name().to_owned(), figure.words().to_owned())).to_vec();
    let [least, most] = Dye::REPEATS.map(|metres| 1e3 * metres);
    let mut repeat = number(
        Panel::Fabric,
        &key("repeat"),
        "Repeat",
        "mm",
        [least, most],
        1e3 * now.repeat,
        "From one band or dot to the next.",
    );
    if let ControlKind::Number { is_logarithmic, .. } = &mut repeat.kind {
        *is_logarithmic = true;
    }
    let mut controls = vec![
        color(
            Panel::Fabric,
            &key("ground"),
            "Colour",
            now.ground.unwrap_or(ground),
            "The colour of the cloth.",
        ),
        choice(
            Panel::Fabric,
            &key("figure"),
            "Print",
            figures,
            now.figure.name(),
            "What is printed on it, along the grain of each piece.",
        ),
    ];
    if now.figure != PrintFigure::Plain {
        controls.push(repeat);
        controls.push(color(
            Panel::Fabric,
            &key("print"),
            "Colour of the print",
            now.print,
            "The colour of bands or dots.",
        ));
    }
    controls
        .into_iter()
        .map(|control| Control { section: SECTION.to_owned(), object: Some(object), ..control })
        .collect()
}

/// The dye with a control set to a value; nothing if the control is none of these.
pub(in super::super) fn set(now: &Dye, name: &str, value: &Value) -> Result<Option<Dye>, String> {
    let mut next = *now;
    match name {
        "ground" => next.ground = Some(colored(value)?),
        "print" => next.print = colored(value)?,
        "repeat" => next.repeat = 1e-3 * number_in(value, Dye::REPEATS.map(|metres| 1e3 * metres))?,
        "figure" => {
            let name = chosen(value)?;
            next.figure = PrintFigure::named(name).map_err(|error| error.to_string())?;
        }
        _ => return Ok(None),
    }
    Ok(Some(next))
}
