//! Reading a fabric from a TOML file.
//!
//! Values carry their units as strings, `density = "135 g/m2"`. A value of the wrong dimension, a number without its
//! unit and a key that does not exist are errors that name the line and what to write instead.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::curve::{KesCurve, PointCurve, StretchCurve};
use super::error::{FabricError, line_of};
use super::fields::{CURVES, FIELDS, Field, SECTIONS, field, fill_missing};
use super::properties::{Evidence, Fabric};
use super::quantity::FabricQuantity;
use toile_geom::names::did_you_mean;

impl Fabric {
    /// Reads a fabric from the text of a TOML file; `origin` is its name, for messages.
    ///
    /// ```
    /// use toile_cloth::fabric::Fabric;
    /// let fabric = Fabric::from_toml("shirt.toml", r#"
    ///     name = "shirt"
    ///     density = "121 g/m2"
    ///     thickness = "0.3 mm"
    ///     [membrane]
    ///     warp = "1200 N/m"
    ///     weft = "800 N/m"
    ///     shear = "0.6 gf/cm/deg"
    ///     [bending]
    ///     warp = "0.08 gf cm2/cm"
    ///     weft = "4.5 uN*m"
    /// "#).unwrap();
    /// assert!((fabric.density - 0.121).abs() < 1e-12);
    /// ```
    ///
    /// # Errors
    /// If the file is not TOML, has an unknown key, lacks a field, has a value of the wrong kind, dimension or range,
    /// or describes a fabric that cannot exist. Of several mistakes the error names the first one in the file.
    pub fn from_toml(origin: &str, text: &str) -> Result<Self, FabricError> {
        let mut reader = Reader { text, fabric: Self::blank(), given: Vec::new(), mistakes: Vec::new() };
        match DeTable::parse(text) {
            Ok(table) => reader.file(table.get_ref()),
            Err(error) => reader.mistake(error.span().map_or(0, |span| span.start), error.message()),
        }
        reader.finish(origin)
    }
}

struct Reader<'a> {
    text: &'a str,
    fabric: Fabric,
    /// Name and place of every field and section that was there.
    given: Vec<(String, usize)>,
    /// Place in the text, and what is wrong there.
    mistakes: Vec<(usize, String)>,
}

type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;
type Value<'a> = Spanned<DeValue<'a>>;

impl Reader<'_> {
    fn mistake(&mut self, place: usize, message: impl Into<String>) {
        self.mistakes.push((place, message.into()));
    }

    fn finish(mut self, origin: &str) -> Result<Fabric, FabricError> {
        if self.mistakes.is_empty() {
            self.fill_missing();
        }
        if self.mistakes.is_empty()
            && let Err(invalid) = self.fabric.validate()
        {
            for issue in invalid.issues {
                self.mistake(self.place_of(&issue.field), issue.to_string());
            }
        }
        match self.mistakes.into_iter().min_by_key(|&(place, _)| place) {
            None => Ok(self.fabric),
            Some((place, message)) => {
                let line = line_of(self.text, place);
                Err(FabricError::Line { origin: origin.to_string(), line, message })
            }
        }
    }

    /// Where a field stands, or else its section, or else the start of the file.
    fn place_of(&self, path: &str) -> usize {
        let find = |name: &str| self.given.iter().find(|(given, _)| given == name).map(|&(_, place)| place);
        let section = path.split('.').next().unwrap_or(path);
        find(path).or_else(|| find(section)).unwrap_or(0)
    }

    fn fill_missing(&mut self) {
        let given = &self.given;
        for field in fill_missing(&mut self.fabric, |path| given.iter().any(|(name, _)| name == path)) {
            let place = self.place_of(field.path);
            self.mistake(
                place,
                format!("`{}` is missing; give it in {}", field.path, field.quantity.expected()),
            );
        }
    }

    fn file(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let place = key.span().start;
            match (name, value.get_ref()) {
                ("name", DeValue::String(text)) => {
                    self.given.push((name.to_string(), place));
                    self.fabric.name = text.to_string();
                }
                ("description", DeValue::String(text)) => self.fabric.description = text.to_string(),
                ("name" | "description", other) => self.wrong_kind(place, name, "a text", other),
                ("sources", _) => self.sources(value),
                ("evidence", DeValue::Table(table)) => self.evidence("", table),
                (section, DeValue::Table(table)) if SECTIONS.contains(&section) => {
                    self.given.push((section.to_string(), place));
                    self.section(section, table);
                }
                (section, other) if SECTIONS.contains(&section) || section == "evidence" => {
                    self.wrong_kind(place, name, &format!("a section `[{name}]`"), other);
                }
                _ => self.entry(name, key, value),
            }
        }
        if !table.contains_key("name") {
            self.mistake(0, "`name` is missing: give the fabric a short name without spaces");
        }
    }

    fn section(&mut self, section: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            let path = format!("{section}.{}", key.get_ref());
            if CURVES.contains(&path.as_str()) {
                self.curve(&path, value);
            } else {
                self.entry(&path, key, value);
            }
        }
    }

    fn entry(&mut self, path: &str, key: &Key<'_>, value: &Value<'_>) {
        let place = key.span().start;
        if let Some(field) = field(path) {
            return self.number(field, place, value.get_ref());
        }
        let fields = FIELDS.iter().map(|field| field.path).chain(CURVES).chain(SECTIONS);
        let hint = did_you_mean(path, fields.chain(["name", "description", "sources", "evidence"]));
        let (inside, word) = match path.split_once('.') {
            Some((section, word)) => (format!(" in section `{section}`"), word),
            None => (String::new(), path),
        };
        self.mistake(place, format!("there is no `{word}`{inside}{hint}"));
    }

    fn number(&mut self, field: &'static Field, place: usize, value: &DeValue<'_>) {
        match quantity(field.quantity, value) {
            Ok(number) => {
                *(field.slot)(&mut self.fabric) = number;
                self.given.push((field.path.to_string(), place));
            }
            Err(reason) => self.mistake(place, format!("{}: {reason}", field.path)),
        }
    }

    fn curve(&mut self, path: &str, value: &Value<'_>) {
        let place = value.span().start;
        let curve = match value.get_ref() {
            DeValue::Table(table) => curve(table),
            other => Err((place, format!("expected a table, found {}", other.type_str()))),
        };
        match curve {
            Ok(curve) => {
                let membrane = &mut self.fabric.membrane;
                let slot = match path {
                    "membrane.warp_curve" => &mut membrane.warp_curve,
                    "membrane.weft_curve" => &mut membrane.weft_curve,
                    _ => &mut membrane.bias_curve,
                };
                *slot = Some(curve);
            }
            // A complaint about the curve as a whole has no place of its own.
            Err((inner, reason)) => self.mistake(inner.max(place), format!("{path}: {reason}")),
        }
    }

    fn sources(&mut self, value: &Value<'_>) {
        let DeValue::Array(list) = value.get_ref() else {
            return self.wrong_kind(value.span().start, "sources", "a list of texts", value.get_ref());
        };
        for source in list {
            match source.get_ref() {
                DeValue::String(text) => self.fabric.sources.push(text.to_string()),
                other => self.wrong_kind(source.span().start, "sources", "a list of texts", other),
            }
        }
    }

    /// Evidence of `bending.warp` may be written with a quoted key or, as TOML's points do, as a table in a table.
    fn evidence(&mut self, prefix: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            let path = format!("{prefix}{}", key.get_ref());
            let place = key.span().start;
            let known = || FIELDS.iter().map(|field| field.path).chain(CURVES).chain(SECTIONS);
            match value.get_ref() {
                DeValue::Table(inner) if prefix.is_empty() => self.evidence(&format!("{path}."), inner),
                DeValue::String(_) if !known().any(|name| name == path) => {
                    let hint = did_you_mean(&path, known());
                    self.mistake(place, format!("evidence for `{path}`, but there is no such field{hint}"));
                }
                DeValue::String(text) => match evidence(text) {
                    Some(evidence) => {
                        self.fabric.evidence.insert(path, evidence);
                    }
                    None => self.mistake(
                        place,
                        format!(
                            "evidence for `{path}` begins neither with `measured:` nor with `estimated:`"
                        ),
                    ),
                },
                other => self.wrong_kind(place, &path, "a text", other),
            }
        }
    }

    fn wrong_kind(&mut self, place: usize, name: &str, expected: &str, found: &DeValue<'_>) {
        self.mistake(place, format!("`{name}` must be {expected}, not {}", found.type_str()));
    }
}

fn evidence(text: &str) -> Option<Evidence> {
    let (kind, how) = text.split_once(':')?;
    let how = how.strip_prefix(' ').unwrap_or(how).to_string();
    match kind.trim() {
        "measured" => Some(Evidence::Measured(how)),
        "estimated" => Some(Evidence::Estimated(how)),
        _ => None,
    }
}

/// A number with its unit as a text, or without one where none is needed.
fn quantity(quantity: FabricQuantity, value: &DeValue<'_>) -> Result<f64, String> {
    let plain = match value {
        DeValue::String(text) => return quantity.parse(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.as_str().to_string(),
        other => return Err(format!("expected {}, found {}", quantity.expected(), other.type_str())),
    };
    if quantity == FabricQuantity::Number {
        return FabricQuantity::Number.parse(&plain.replace('_', ""));
    }
    Err(format!(
        "the number {plain} has no unit; write it as a text with {}, say \"{plain} {}\"",
        quantity.expected(),
        quantity.unit()
    ))
}

/// A curve, or the place in the text (zero for the whole) and what is wrong there.
fn curve(table: &DeTable<'_>) -> Result<StretchCurve, (usize, String)> {
    let mut numbers = [None, None, None];
    let mut points = None;
    for (key, value) in table {
        let place = key.span().start;
        let (slot, kind) = match key.get_ref().as_ref() {
            "LT" => (0, FabricQuantity::Number),
            "EMT" => (1, FabricQuantity::Number),
            "load" => (2, FabricQuantity::Tension),
            "points" => {
                points = Some(curve_points(value)?);
                continue;
            }
            other => {
                let hint = did_you_mean(other, ["LT", "EMT", "load", "points"]);
                return Err((place, format!("a curve has no `{other}`{hint}")));
            }
        };
        let number = quantity(kind, value.get_ref())
            .map_err(|reason| (place, format!("{}: {reason}", key.get_ref())))?;
        if let Some(entry) = numbers.get_mut(slot) {
            *entry = Some(number);
        }
    }
    match (points, numbers) {
        (Some(points), [None, None, None]) => {
            PointCurve::new(&points).map(StretchCurve::Points).map_err(|reason| (0, reason))
        }
        (None, [Some(linearity), Some(strain), load]) => {
            KesCurve::new(linearity, strain, load.unwrap_or(KesCurve::STANDARD_LOAD))
                .map(StretchCurve::Kes)
                .map_err(|reason| (0, reason))
        }
        _ => Err((0, "a curve is either `points` or both `LT` and `EMT` (and perhaps `load`)".to_string())),
    }
}

fn curve_points(value: &Value<'_>) -> Result<Vec<(f64, f64)>, (usize, String)> {
    let shape = |place: usize| {
        (place, "`points` is a list of pairs [strain, tension], say [\"2 %\", \"20 N/m\"]".to_string())
    };
    let DeValue::Array(list) = value.get_ref() else { return Err(shape(value.span().start)) };
    let mut points = Vec::new();
    for entry in list {
        let place = entry.span().start;
        let DeValue::Array(pair) = entry.get_ref() else { return Err(shape(place)) };
        let [strain, tension] = pair.iter().collect::<Vec<_>>()[..] else { return Err(shape(place)) };
        let strain = quantity(FabricQuantity::Number, strain.get_ref()).map_err(|reason| (place, reason))?;
        let tension =
            quantity(FabricQuantity::Tension, tension.get_ref()).map_err(|reason| (place, reason))?;
        points.push((strain, tension));
    }
    Ok(points)
}
