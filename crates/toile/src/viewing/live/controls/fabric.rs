//! What the cloth is made of: every number that a fabric has, and the fabrics of the library.

use super::{choice, chosen, number, number_in};
use toile_cloth::fabric::{self, Fabric};
use toile_view::live::{Control, ControlKind, Panel, Value};

/// The controls of the fabric of an object. Their keys begin with `fabric`, the number of the object, and a slash.
pub(in super::super) fn controls(object: usize, now: &Fabric) -> Vec<Control> {
    let key = |name: &str| format!("fabric{object}/{name}");
    let described = |fabric: &Fabric| (fabric.name.clone(), fabric.description.clone());
    let mut options: Vec<(String, String)> = fabric::library().iter().map(described).collect();
    if !options.iter().any(|(name, _)| *name == now.name) {
        options.push(described(now));
    }
    let library = choice(
        Panel::Fabric,
        &key("library"),
        "Fabric",
        options,
        &now.name,
        "Takes all numbers from a fabric of the library, measured in a laboratory.",
    );
    let mut controls = vec![Control { object: Some(object), ..library }];
    for parameter in fabric::parameters() {
        let Some(words) = WORDS.iter().find(|words| words.path == parameter.path) else { continue };
        let value = now.parameter(parameter.path).unwrap_or_default();
        let [low, high] = words.range;
        let mut control = number(
            Panel::Fabric,
            &key(parameter.path),
            words.label,
            words.unit,
            [low.min(value / words.factor), high.max(value / words.factor)],
            value / words.factor,
            words.help,
        );
        if let ControlKind::Number { is_logarithmic, .. } = &mut control.kind {
            *is_logarithmic = low > 0.0 && high / low > 50.0;
        }
        words.section.clone_into(&mut control.section);
        control.object = Some(object);
        controls.push(control);
    }
    controls
}

/// The object and the name of a key of a fabric.
pub(in super::super) fn split(key: &str) -> Option<(usize, &str)> {
    let (object, name) = key.strip_prefix("fabric")?.split_once('/')?;
    Some((object.parse().ok()?, name))
}

/// The fabric with a control set to a value.
pub(in super::super) fn set(now: &Fabric, name: &str, value: &Value) -> Result<Fabric, String> {
    if name == "library" {
        return Fabric::named(chosen(value)?).map_err(|error| error.to_string());
    }
    let words =
        WORDS.iter().find(|words| words.path == name).ok_or_else(|| format!("a fabric has no `{name}`"))?;
    let number = number_in(value, [f64::MIN, f64::MAX])?;
    let mut next = now.clone();
    next.set_parameter(name, number * words.factor);
    match name {
        // Curves that were measured say more than one number; who turns the number wants the number.
        "membrane.warp" => next.membrane.warp_curve = None,
        "membrane.weft" => next.membrane.weft_curve = None,
        "friction.cloth_static" => next.friction.cloth_kinetic = next.friction.cloth_kinetic.min(number),
        "friction.skin_static" => next.friction.skin_kinetic = next.friction.skin_kinetic.min(number),
        "friction.cloth_kinetic" => next.friction.cloth_static = next.friction.cloth_static.max(number),
        "friction.skin_kinetic" => next.friction.skin_static = next.friction.skin_static.max(number),
        _ => {}
    }
    next.validate().map_err(|error| error.to_string())?;
    Ok(next)
}

/// What people call a number of a fabric.
struct Words {
    path: &'static str,
    section: &'static str,
    label: &'static str,
    /// The unit that people use, and what one of these is in SI units.
    unit: &'static str,
    factor: f64,
    /// What fabrics usually have, in that unit.
    range: [f64; 2],
    help: &'static str,
}

const STRETCH: &str = "Stretch and shear";
const BENDING: &str = "Bending";
const CREASES: &str = "Creases";
const DAMPING: &str = "Damping";
const FRICTION: &str = "Friction";
const AIR: &str = "Air";

#[rustfmt::skip]
const WORDS: &[Words] = &[
    Words { path: "density", section: "", label: "Weight", unit: "g/m²", factor: 1e-3, range: [15.0, 1500.0], help: "The mass of a square metre. Heavy cloth falls into deep folds." },
    Words { path: "thickness", section: "", label: "Thickness", unit: "mm", factor: 1e-3, range: [0.05, 5.0], help: "As a laboratory measures it. How far layers stay apart is set under Solver." },
    Words { path: "membrane.warp", section: STRETCH, label: "Along the warp", unit: "N/m", factor: 1.0, range: [20.0, 50_000.0], help: "What it takes to stretch a metre of width along the grain. Takes the place of a measured curve." },
    Words { path: "membrane.weft", section: STRETCH, label: "Along the weft", unit: "N/m", factor: 1.0, range: [20.0, 50_000.0], help: "The same across the grain." },
    Words { path: "membrane.shear", section: STRETCH, label: "Shear", unit: "N/m/rad", factor: 1.0, range: [1.0, 5000.0], help: "What it takes to turn warp and weft against each other. Low in cloth that drapes softly." },
    Words { path: "membrane.poisson", section: STRETCH, label: "Narrowing when stretched", unit: "", factor: 1.0, range: [-0.5, 0.9], help: "How much narrower it becomes for a stretch along the warp: Poisson's ratio." },
    Words { path: "membrane.compression", section: STRETCH, label: "Compression stiffness", unit: "", factor: 1.0, range: [0.0, 1.0], help: "The stiffness when it is pushed together, as a share of that when it is stretched. Low in cloth that gathers easily." },
    Words { path: "bending.warp", section: BENDING, label: "Along the warp", unit: "µN·m", factor: 1e-6, range: [0.5, 1000.0], help: "What it takes to bend the warp. Soft cloth makes many small folds, stiff cloth few large ones." },
    Words { path: "bending.weft", section: BENDING, label: "Along the weft", unit: "µN·m", factor: 1e-6, range: [0.5, 1000.0], help: "The same for the weft." },
    Words { path: "bending.twist", section: BENDING, label: "Twist", unit: "µN·m", factor: 1e-6, range: [0.2, 1000.0], help: "What it takes to twist it." },
    Words { path: "bending.coupling", section: BENDING, label: "Warp with weft", unit: "µN·m", factor: 1e-6, range: [-100.0, 100.0], help: "The moment along one direction for a curvature along the other." },
    Words { path: "bending.hysteresis_warp", section: CREASES, label: "Loop along the warp", unit: "mN·m/m", factor: 1e-3, range: [0.0, 5.0], help: "Friction between yarns as they bend (2HB). Felt where the cloth remembers creases." },
    Words { path: "bending.hysteresis_weft", section: CREASES, label: "Loop along the weft", unit: "mN·m/m", factor: 1e-3, range: [0.0, 5.0], help: "The same for the weft." },
    Words { path: "bending.transition_curvature", section: CREASES, label: "Springs back up to", unit: "1/m", factor: 1.0, range: [1.0, 500.0], help: "The curvature up to which cloth springs back." },
    Words { path: "bending.residual_rate", section: CREASES, label: "What stays", unit: "", factor: 1.0, range: [0.0, 1.0], help: "The part of a crease that stays when a cycle of bending ends." },
    Words { path: "bending.fatigue_rate", section: CREASES, label: "Wear", unit: "", factor: 1.0, range: [0.0, 1.0], help: "The part of that friction that a cycle of bending wears off." },
    Words { path: "damping.membrane", section: DAMPING, label: "Of stretch", unit: "ms", factor: 1e-3, range: [0.0, 100.0], help: "How quickly stretching motion dies away." },
    Words { path: "damping.bending", section: DAMPING, label: "Of bending", unit: "ms", factor: 1e-3, range: [0.0, 100.0], help: "How quickly bending motion dies away." },
    Words { path: "friction.cloth_static", section: FRICTION, label: "On itself, at rest", unit: "", factor: 1.0, range: [0.0, 1.5], help: "Coulomb's coefficient of cloth at rest on the same cloth." },
    Words { path: "friction.cloth_kinetic", section: FRICTION, label: "On itself, sliding", unit: "", factor: 1.0, range: [0.0, 1.5], help: "The same while it slides." },
    Words { path: "friction.skin_static", section: FRICTION, label: "On skin, at rest", unit: "", factor: 1.0, range: [0.0, 1.5], help: "Coulomb's coefficient of cloth at rest on dry skin." },
    Words { path: "friction.skin_kinetic", section: FRICTION, label: "On skin, sliding", unit: "", factor: 1.0, range: [0.0, 1.5], help: "The same while it slides." },
    Words { path: "air.drag", section: AIR, label: "Drag", unit: "", factor: 1.0, range: [0.0, 3.0], help: "How hard wind pushes cloth that faces it (drag coefficient). Needs air: see Wind." },
    Words { path: "air.lift", section: AIR, label: "Lift", unit: "", factor: 1.0, range: [0.0, 3.0], help: "How hard wind lifts cloth that lies aslant in it." },
    Words { path: "air.permeability", section: AIR, label: "Lets through", unit: "mm/s/Pa", factor: 1e-3, range: [0.0, 50.0], help: "How fast air passes for a pressure across the cloth." },
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]
    use super::*;

    #[test]
    fn every_number_of_a_fabric_has_words_or_says_nothing_to_people() {
        let without: Vec<&str> = fabric::parameters()
            .map(|parameter| parameter.path)
            .filter(|path| !WORDS.iter().any(|words| words.path == *path))
            .collect();
        // How thickness was measured, and two numbers that no part of the simulation goes by.
        assert_eq!(
            without,
            ["thickness_pressure", "membrane.shear_hysteresis", "membrane.shear_hysteresis_5"]
        );
        assert!(WORDS.iter().all(|words| Fabric::named("denim").unwrap().parameter(words.path).is_some()));
    }

    #[test]
    fn numbers_are_set_in_the_unit_that_is_shown() {
        let denim = Fabric::named("denim").unwrap();
        let light = set(&denim, "density", &Value::Number(120.0)).unwrap();
        assert!((light.density - 0.12).abs() < 1e-12);
        assert!(set(&denim, "density", &Value::Number(-1.0)).unwrap_err().contains("density"));
        assert_eq!(set(&denim, "library", &Value::Choice("chiffon".into())).unwrap().name, "chiffon");
        let slippery = set(&denim, "friction.skin_static", &Value::Number(0.05)).unwrap();
        assert!(slippery.friction.skin_kinetic <= 0.05);
        for fabric in fabric::library() {
            for control in controls(3, fabric) {
                let (object, name) = split(&control.key).unwrap();
                let again =
                    set(fabric, name, &control.value).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!((object, &again.name), (3, &fabric.name));
            }
        }
    }
}
