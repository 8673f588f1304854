//! The class of a garment by rules.
//!
//! A rule has conditions that all hold, and others of which none does (Fuhrmann 2006, §3.5.3: a skirt lies on both legs *and* nothing of it on
//! the right leg alone, as the waistband of trousers lies on both legs too). The first rule that applies counts, so special kinds come before
//! general ones.

use super::describe::Description;
use super::fact::Trait;
use super::{BodyPart, GarmentClass};

/// What a rule asks for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition {
    /// A piece lies on a part of the body.
    On(BodyPart),
    /// The garment has a trait.
    Has(Trait),
    /// The garment's name has one of these words.
    Named(&'static [&'static str]),
}

/// A rule for a class.
pub(super) struct Rule {
    pub(super) class: GarmentClass,
    pub(super) all: &'static [Condition],
    pub(super) none: &'static [Condition],
}

const UNDERWEAR: &[&str] =
    &["underwear", "undershirt", "briefs", "boxer", "panties", "bra", "slip", "tights"];
const COAT: &[&str] = &["coat", "parka"];
const JACKET: &[&str] = &["jacket", "blazer", "cardigan", "coat", "anorak"];

/// All rules.
pub(super) const RULES: &[Rule] = {
    use BodyPart::{BothLegs, LeftArm, LeftLeg, Neck, RightArm, RightLeg, Torso, TorsoAndLegs};
    use Condition::{Has, Named, On};
    use Trait::{Collar, EndsAboveKnee, HangsFromShoulders, HoleForHead, Hood, Lapels, OpensInFront};
    use Trait::{RibbedBands, Sleeves};
    const fn rule(class: GarmentClass, all: &'static [Condition], none: &'static [Condition]) -> Rule {
        Rule { class, all, none }
    }
    &[
        rule(
            GarmentClass::Sheet,
            &[],
            &[
                On(Neck),
                On(LeftArm),
                On(RightArm),
                On(Torso),
                On(LeftLeg),
                On(RightLeg),
                On(BothLegs),
                On(TorsoAndLegs),
            ],
        ),
        rule(GarmentClass::Poncho, &[Has(HoleForHead)], &[On(BothLegs)]),
        rule(GarmentClass::Underwear, &[Named(UNDERWEAR)], &[]),
        rule(GarmentClass::Jumpsuit, &[On(LeftLeg), On(RightLeg), On(Torso)], &[]),
        rule(GarmentClass::Shorts, &[On(LeftLeg), On(RightLeg), Has(EndsAboveKnee)], &[]),
        rule(GarmentClass::Trousers, &[On(LeftLeg), On(RightLeg)], &[]),
        rule(GarmentClass::Coat, &[On(TorsoAndLegs), Has(OpensInFront), Has(Lapels)], &[]),
        rule(GarmentClass::Coat, &[On(TorsoAndLegs), Has(OpensInFront), Named(COAT)], &[]),
        rule(GarmentClass::Dress, &[On(TorsoAndLegs)], &[]),
        rule(GarmentClass::Dress, &[On(Torso), On(BothLegs)], &[]),
        rule(GarmentClass::Skirt, &[On(BothLegs)], &[On(RightLeg)]),
        rule(GarmentClass::Jacket, &[On(Torso), Has(OpensInFront), Has(Lapels)], &[]),
        rule(GarmentClass::Jacket, &[On(Torso), Has(OpensInFront), Named(JACKET)], &[]),
        rule(GarmentClass::Shirt, &[On(Torso), Has(OpensInFront), Has(Collar)], &[]),
        rule(GarmentClass::Jacket, &[On(Torso), Has(OpensInFront), Has(Sleeves)], &[]),
        rule(GarmentClass::Waistcoat, &[On(Torso), Has(OpensInFront)], &[]),
        rule(GarmentClass::Pullover, &[On(Torso), Has(RibbedBands)], &[]),
        rule(GarmentClass::Pullover, &[On(Torso), Has(Sleeves), Has(Hood)], &[]),
        rule(GarmentClass::Shirt, &[On(Torso), Has(Collar)], &[]),
        rule(GarmentClass::TShirt, &[On(Torso), Has(Sleeves)], &[]),
        rule(GarmentClass::TubeTop, &[On(Torso)], &[Has(HangsFromShoulders)]),
        rule(GarmentClass::TankTop, &[On(Torso)], &[Has(Sleeves)]),
    ]
};

/// The class of a garment and why it is of that class.
pub(super) fn classify(description: &Description<'_>) -> (GarmentClass, String) {
    let covered: Vec<BodyPart> = description.covered().into_iter().map(|(part, _)| part).collect();
    let traits: Vec<Trait> = description.traits().into_iter().map(|(property, _)| property).collect();
    let name = description.garment.name.to_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    let holds = |condition: &Condition| match condition {
        Condition::On(part) => covered.contains(part),
        Condition::Has(property) => traits.contains(property),
        Condition::Named(known) => known.iter().any(|word| words.contains(word)),
    };
    let applies = |rule: &&Rule| rule.all.iter().all(holds) && !rule.none.iter().any(holds);
    RULES.iter().find(applies).map_or_else(
        || (GarmentClass::Garment, "no rule applies".to_owned()),
        |rule| (rule.class, reason(rule)),
    )
}

/// A rule in words.
pub(super) fn reason(rule: &Rule) -> String {
    if rule.all.is_empty() {
        return "no piece of it lies on a body".to_owned();
    }
    let all: Vec<String> = rule.all.iter().map(|condition| words(condition, false)).collect();
    let none: Vec<String> = rule.none.iter().map(|condition| words(condition, true)).collect();
    let but = if none.is_empty() { String::new() } else { format!(", but {}", none.join(" and ")) };
    format!("it {}{but}", all.join(", "))
}

fn words(condition: &Condition, not: bool) -> String {
    match (condition, not) {
        (Condition::On(part), false) => format!("lies on the {}", part.words()),
        (Condition::On(part), true) => format!("not on the {}", part.words()),
        (Condition::Has(property), false) => property.words().to_owned(),
        (Condition::Has(property), true) => format!("not: {}", property.words()),
        (Condition::Named(known), false) => format!("is named one of {}", known.join(", ")),
        (Condition::Named(known), true) => format!("is not named one of {}", known.join(", ")),
    }
}
