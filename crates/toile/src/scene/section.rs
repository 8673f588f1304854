//! Sections of a scene file: values are asked for by key, and what was never asked for is a mistake.

use super::range::{LEAST, bounded};
use glam::DVec3;
use std::cell::RefCell;
use toile_cloth::fabric::FabricQuantity;
use toile_geom::names::did_you_mean;
use toml::de::{DeTable, DeValue};

/// Places in the text, and what is wrong there.
#[derive(Debug, Default)]
pub(super) struct Mistakes(RefCell<Vec<(usize, String)>>);

impl Mistakes {
    pub(super) fn add(&self, place: usize, message: impl Into<String>) {
        self.0.borrow_mut().push((place, message.into()));
    }

    /// The one that stands first in the file.
    pub(super) fn first(self) -> Option<(usize, String)> {
        self.0.into_inner().into_iter().min_by_key(|mistake| mistake.0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }
}

/// A section of a file: a table, and where it stands.
///
/// Every method that asks for a key answers `None` if it is not there, and also if its value is wrong, which is noted.
pub(super) struct Section<'a> {
    /// What it is called in messages: `[world]`.
    name: String,
    table: &'a DeTable<'a>,
    /// Where it stands in the text.
    pub(super) place: usize,
    asked: RefCell<Vec<&'static str>>,
    mistakes: &'a Mistakes,
}

/// A value and where its key stands in the text.
type Found<'a> = (usize, &'a DeValue<'a>);

impl<'a> Section<'a> {
    pub(super) fn new(name: &str, table: &'a DeTable<'a>, place: usize, mistakes: &'a Mistakes) -> Self {
        Self { name: name.to_owned(), table, place, asked: RefCell::default(), mistakes }
    }

    pub(super) fn mistake(&self, place: usize, message: impl Into<String>) {
        self.mistakes.add(place, message);
    }

    /// Notes what is wrong with the section as a whole.
    pub(super) fn complain(&self, message: impl AsRef<str>) {
        self.mistake(self.place, format!("{}: {}", self.name, message.as_ref()));
    }

    /// The value of a key and its place.
    pub(super) fn value(&self, key: &'static str) -> Option<Found<'a>> {
        self.asked.borrow_mut().push(key);
        let (key, value) = self.table.get_key_value(key)?;
        Some((key.span().start, value.get_ref()))
    }

    /// Where a key stands; where the section stands if it is not there.
    pub(super) fn place_of(&self, key: &str) -> usize {
        self.table.get_key_value(key).map_or(self.place, |(key, _)| key.span().start)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// A number with its unit, or without one in SI.
    pub(super) fn number(&self, key: &'static str, quantity: FabricQuantity) -> Option<f64> {
        let (place, value) = self.value(key)?;
        self.checked(place, key, number(quantity, value))
    }

    /// A number that is larger than zero.
    pub(super) fn positive(&self, key: &'static str, quantity: FabricQuantity) -> Option<f64> {
        let found = self.number(key, quantity)?;
        if found >= LEAST {
            return Some(found);
        }
        let least = if found > 0.0 { quantity.write(LEAST) } else { String::new() };
        let words = if found > 0.0 { "it must be at least " } else { "it must be larger than zero" };
        self.mistake(self.place_of(key), format!("{key}: {}; {words}{least}", quantity.write(found)));
        None
    }

    /// A number that is at least zero.
    pub(super) fn not_negative(&self, key: &'static str, quantity: FabricQuantity) -> Option<f64> {
        let found = self.number(key, quantity)?;
        if found >= 0.0 {
            return Some(found);
        }
        let message = format!("{key}: {}; it must not be negative", quantity.write(found));
        self.mistake(self.place_of(key), message);
        None
    }

    /// A number within a range.
    pub(super) fn within(
        &self,
        key: &'static str,
        quantity: FabricQuantity,
        [least, most]: [f64; 2],
    ) -> Option<f64> {
        let found = self.number(key, quantity)?;
        if (least..=most).contains(&found) {
            return Some(found);
        }
        let [found, least, most] = [found, least, most].map(|number| quantity.write(number));
        self.mistake(self.place_of(key), format!("{key}: {found}; it must be from {least} to {most}"));
        None
    }

    /// A vector `[x, y, z]` whose entries are numbers with or without units.
    pub(super) fn vector(&self, key: &'static str, quantity: FabricQuantity) -> Option<DVec3> {
        let (place, value) = self.value(key)?;
        self.checked(place, key, vector(quantity, value))
    }

    /// A whole number in a range.
    pub(super) fn count(&self, key: &'static str, range: std::ops::RangeInclusive<u64>) -> Option<u64> {
        let (place, value) = self.value(key)?;
        self.checked(place, key, count(value, range))
    }

    /// A list of whole numbers; one alone counts as a list.
    pub(super) fn counts(
        &self,
        key: &'static str,
        range: &std::ops::RangeInclusive<u64>,
    ) -> Option<Vec<u64>> {
        let (place, value) = self.value(key)?;
        let list = items(value).into_iter().map(|(_, item)| count(item, range.clone()));
        self.checked(place, key, list.collect())
    }

    pub(super) fn text(&self, key: &'static str) -> Option<&'a str> {
        let (place, value) = self.value(key)?;
        self.checked(place, key, text(value))
    }

    /// A list of texts; one alone counts as a list.
    pub(super) fn texts(&self, key: &'static str) -> Option<Vec<&'a str>> {
        let (place, value) = self.value(key)?;
        self.checked(place, key, items(value).into_iter().map(|(_, item)| text(item)).collect())
    }

    pub(super) fn flag(&self, key: &'static str) -> Option<bool> {
        let (place, value) = self.value(key)?;
        let found = match value {
            DeValue::Boolean(flag) => Ok(*flag),
            other => Err(format!("expected true or false, found {}", kind(other))),
        };
        self.checked(place, key, found)
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(&self, key: &'static str, choices: &[(&'static str, T)]) -> Option<T> {
        let (place, value) = self.value(key)?;
        self.checked(place, key, text(value).and_then(|word| choose(word, choices)))
    }

    /// A list of words of a choice; one alone counts as a list.
    pub(super) fn choices<T: Copy>(
        &self,
        key: &'static str,
        choices: &[(&'static str, T)],
    ) -> Option<Vec<T>> {
        let (place, value) = self.value(key)?;
        let list =
            items(value).into_iter().map(|(_, item)| text(item).and_then(|word| choose(word, choices)));
        self.checked(place, key, list.collect())
    }

    /// A section inside this one.
    pub(super) fn section(&self, key: &'static str) -> Option<Section<'a>> {
        let (place, value) = self.value(key)?;
        let inside = match value {
            DeValue::Table(table) => Ok(table),
            other => Err(format!("expected a table {{ ... }}, found {}", kind(other))),
        };
        let table = self.checked(place, key, inside)?;
        Some(Section::new(&format!("`{key}`"), table, place, self.mistakes))
    }

    /// All sections `[[key]]`.
    pub(super) fn sections(&self, key: &'static str) -> Vec<Section<'a>> {
        let Some((place, value)) = self.value(key) else { return Vec::new() };
        let tables = |(at, item): (usize, &'a DeValue<'a>)| match item {
            DeValue::Table(table) => {
                Ok(Section::new(&format!("[[{key}]]"), table, at.max(place), self.mistakes))
            }
            other => Err(format!("expected tables, written as [[{key}]], found {}", kind(other))),
        };
        let DeValue::Array(_) = value else {
            let message = format!("expected a list of tables; write [[{key}]] in double brackets");
            self.mistake(place, message);
            return Vec::new();
        };
        self.checked(place, key, items(value).into_iter().map(tables).collect()).unwrap_or_default()
    }

    /// Notes every key that was not asked for.
    pub(super) fn finish(&self) {
        let asked = self.asked.borrow();
        for key in self.table.keys() {
            let word = key.get_ref().as_ref();
            if !asked.contains(&word) {
                let hint = did_you_mean(word, asked.iter().copied());
                let known = if hint.is_empty() { format!("; there are {}", asked.join(", ")) } else { hint };
                let inside = if self.name.is_empty() { String::new() } else { format!(" in {}", self.name) };
                self.mistakes.add(key.span().start, format!("there is no `{word}`{inside}{known}"));
            }
        }
    }

    fn checked<T>(&self, place: usize, key: &str, found: Result<T, String>) -> Option<T> {
        found.map_err(|reason| self.mistake(place, format!("{key}: {reason}"))).ok()
    }
}

/// The entries of a list with their places; a single value is a list of one.
pub(super) fn items<'a>(value: &'a DeValue<'a>) -> Vec<Found<'a>> {
    match value {
        DeValue::Array(list) => list.iter().map(|item| (item.span().start, item.get_ref())).collect(),
        other => vec![(0, other)],
    }
}

/// A number with its unit as a text, or a plain one in SI, if it is one that a scene can have.
pub(super) fn number(quantity: FabricQuantity, value: &DeValue<'_>) -> Result<f64, String> {
    any_number(quantity, value).and_then(|number| bounded(quantity, number))
}

fn any_number(quantity: FabricQuantity, value: &DeValue<'_>) -> Result<f64, String> {
    let plain = match value {
        DeValue::String(text) => return quantity.parse(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.as_str().to_string(),
        other => return Err(format!("expected {}, found {}", quantity.expected(), kind(other))),
    };
    let number = FabricQuantity::Number.parse(&plain.replace('_', ""))?;
    // A plain angle is in radians; more than a turn was surely meant in degrees.
    if quantity == FabricQuantity::Angle && number.abs() > std::f64::consts::TAU {
        return Err(format!("{plain} rad is more than a turn; write \"{plain} deg\" for degrees"));
    }
    Ok(number)
}

pub(super) fn vector(quantity: FabricQuantity, value: &DeValue<'_>) -> Result<DVec3, String> {
    let shape = || "expected a list of three numbers [x, y, z]".to_owned();
    let DeValue::Array(list) = value else { return Err(format!("{}, found {}", shape(), kind(value))) };
    let numbers: Vec<f64> =
        list.iter().map(|item| number(quantity, item.get_ref())).collect::<Result<_, _>>()?;
    <[f64; 3]>::try_from(numbers)
        .map(DVec3::from)
        .map_err(|found| format!("{}, found {}", shape(), found.len()))
}

fn count(value: &DeValue<'_>, range: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let DeValue::Integer(number) = value else {
        return Err(format!("expected a whole number, found {}", kind(value)));
    };
    match number.to_string().replace('_', "").parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("{number} is not between {} and {}", range.start(), range.end())),
    }
}

fn text<'a>(value: &'a DeValue<'a>) -> Result<&'a str, String> {
    match value {
        DeValue::String(text) => Ok(text),
        other => Err(format!("expected a text in quotes, found {}", kind(other))),
    }
}

fn choose<T: Copy>(word: &str, choices: &[(&'static str, T)]) -> Result<T, String> {
    let words = || choices.iter().map(|choice| choice.0);
    choices.iter().find(|choice| choice.0 == word).map(|choice| choice.1).ok_or_else(|| {
        let known = words().collect::<Vec<_>>().join(", ");
        format!("there is no `{word}`{}; there are {known}", did_you_mean(word, words()))
    })
}

/// What a value is, with an article.
pub(super) fn kind(value: &DeValue<'_>) -> String {
    let word = value.type_str();
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}
