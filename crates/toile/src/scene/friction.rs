//! Friction of a scene: a number or all terms of a law, and `[[friction]]` for pairs of cloths and colliders.

use super::cloth_part::ClothPart;
use super::section::Section;
use super::solid::Solid;
use toile_cloth::fabric::FabricQuantity;
use toile_contact::friction::{FrictionLaw, MaterialId, PairLaws};
use toile_geom::names::did_you_mean;
use toml::de::DeValue;

/// Reads `friction = 0.4` or `friction = { static = 0.5, kinetic = 0.3, ... }`.
pub(super) fn law(section: &Section<'_>) -> Option<FrictionLaw> {
    match section.value("friction")?.1 {
        DeValue::Table(_) => section.section("friction").and_then(|terms| terms_of(&terms)),
        _ => section.not_negative("friction", FabricQuantity::Number).map(FrictionLaw::coulomb),
    }
}

fn terms_of(terms: &Section<'_>) -> Option<FrictionLaw> {
    let number = |key| terms.not_negative(key, FabricQuantity::Number);
    let [at_rest, sliding] = [number("static"), number("kinetic")];
    let plain = FrictionLaw::coulomb(sliding.or(at_rest).unwrap_or_default());
    let law = FrictionLaw {
        static_: at_rest.unwrap_or(plain.static_),
        stribeck_speed: terms
            .not_negative("stribeck_speed", FabricQuantity::Speed)
            .unwrap_or(plain.stribeck_speed),
        stribeck_shape: number("stribeck_shape").unwrap_or(plain.stribeck_shape),
        viscous: terms.not_negative("drag", FabricQuantity::Pressure).unwrap_or(plain.viscous),
        viscous_power: number("drag_power").unwrap_or(plain.viscous_power),
        across: number("across").unwrap_or(plain.across),
        ..plain
    };
    terms.finish();
    if at_rest.is_none() && sliding.is_none() {
        terms.complain("give `static`, `kinetic` or both");
        return None;
    }
    law.validated().map_err(|error| terms.mistake(terms.place, error.to_string())).ok()
}

/// Reads all sections `[[friction]]`.
pub(super) fn pairs(file: &Section<'_>, cloths: &[ClothPart], colliders: &[Solid]) -> PairLaws {
    let mut laws = PairLaws::default();
    for section in file.sections("friction") {
        let names = section.texts("between").unwrap_or_default();
        let friction = law(&section).unwrap_or_default();
        section.finish();
        if !section.has("friction") {
            section.complain("it needs `friction`");
        }
        let [one, other] = names[..] else {
            section.complain("`between` is two names of cloths or colliders");
            continue;
        };
        let sides = [one, other].map(|name| materials(&section, name, cloths, colliders));
        for &a in &sides[0] {
            for &b in &sides[1] {
                laws.set(a, b, friction);
            }
        }
    }
    laws
}

/// What a cloth or a collider of that name is made of.
fn materials(
    section: &Section<'_>,
    name: &str,
    cloths: &[ClothPart],
    colliders: &[Solid],
) -> Vec<MaterialId> {
    let mut first = 0;
    let mut found = Vec::new();
    for part in cloths {
        let next = first + part.fabrics.len();
        if part.name == name {
            found.extend((first..next).filter_map(|cut| u16::try_from(cut).ok()).map(MaterialId::Cloth));
        }
        first = next;
    }
    let numbered = colliders.iter().zip(0..).filter(|(solid, _)| solid.obstacle.name == name);
    found.extend(numbered.map(|(_, number)| MaterialId::Obstacle(number)));
    if found.is_empty() {
        let names = cloths.iter().map(|part| part.name.as_str());
        let names =
            names.chain(colliders.iter().map(|solid| &*solid.obstacle.name)).filter(|name| !name.is_empty());
        let message = format!("between: there is no cloth or collider `{name}`{}", did_you_mean(name, names));
        section.mistake(section.place_of("between"), message);
    }
    found
}
